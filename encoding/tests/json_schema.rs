//! The JSON Schema of each encoding. The crate `conformance` validates the JSON of the reference's vectors with it.

use serde_json::{Value, json};
use tezos_encoding::HasEncoding;
use tezos_encoding::schema::grammar::parse;
use tezos_encoding::schema::{About, Class, Encoding, Field, Mu, from_json, json_schema, to_json};

/// Returns the JSON Schema of an encoding, without the name of the dialect.
fn schema(encoding: &'static Encoding) -> Value {
    let mut schema: Value = serde_json::from_str(&json_schema(encoding)).unwrap();
    let dialect = schema.as_object_mut().unwrap().remove("$schema");
    assert_eq!(dialect.unwrap(), "https://json-schema.org/draft/2020-12/schema");
    schema
}

#[test]
fn json_schema_of_each_encoding() {
    let text = json!({ "anyOf": [
        { "type": "string" },
        {
            "type": "object",
            "properties": { "invalid_utf8_string": {
                "type": "array",
                "items": { "type": "integer", "minimum": 0, "maximum": 255 },
            } },
            "required": ["invalid_utf8_string"],
            "additionalProperties": false,
        },
    ] });
    for (name, expected) in [
        ("bool", json!({ "type": "boolean" })),
        ("int8", json!({ "type": "integer", "minimum": -128, "maximum": 127 })),
        ("int64", json!({ "type": "string", "pattern": "^(0|-?[1-9][0-9]{0,18})$" })),
        ("n", json!({ "type": "string", "pattern": "^(0|[1-9][0-9]*)$" })),
        ("float", json!({ "anyOf": [{ "type": "number" }, { "enum": ["nan", "inf", "-inf"] }] })),
        ("empty", json!({ "type": "object", "additionalProperties": false })),
        ("null", json!({ "type": "null" })),
        ("string", text),
        ("bytes", json!({ "type": "string", "pattern": "^([0-9a-f]{2})*$" })),
        ("fixed_bytes(3)", json!({ "type": "string", "pattern": "^([0-9a-f]{2})*$", "minLength": 6, "maxLength": 6 })),
        (
            "list(max=5, uint8)",
            json!({ "type": "array", "items": { "type": "integer", "minimum": 0, "maximum": 255 }, "maxItems": 5 }),
        ),
        (
            "tup(bool, null)",
            json!({
                "type": "array",
                "prefixItems": [{ "type": "boolean" }, { "type": "null" }],
                "items": false,
                "minItems": 2,
            }),
        ),
        (
            "option(bool)",
            json!({ "anyOf": [
            { "title": "Some", "type": "boolean" },
            { "title": "None", "type": "null" },
        ] }),
        ),
        (
            "obj{a: bool; b=7: uint8; c?: bool}",
            json!({
                "type": "object",
                "properties": {
                    "a": { "type": "boolean" },
                    "b": { "type": "integer", "minimum": 0, "maximum": 255, "default": 7 },
                    "c": { "type": "boolean" },
                },
                "required": ["a"],
                "additionalProperties": false,
            }),
        ),
        (
            "merge_objs(obj{a: bool}, obj{b: null})",
            json!({
                "type": "object",
                "properties": { "a": { "type": "boolean" }, "b": { "type": "null" } },
                "required": ["a", "b"],
                "additionalProperties": false,
            }),
        ),
        ("string_enum(red,green)", json!({ "enum": ["red", "green"] })),
        ("constant(\"k\")", json!({ "const": "k" })),
        (
            "mu(rlist){0 Nil | 1 Cons: uint8*rlist}",
            json!({
                "$ref": "#/$defs/rlist",
                "$defs": { "rlist": { "anyOf": [
                    { "title": "Nil", "type": "object", "additionalProperties": false },
                    {
                        "title": "Cons",
                        "type": "object",
                        "properties": {
                            "hd": { "type": "integer", "minimum": 0, "maximum": 255 },
                            "tl": { "$ref": "#/$defs/rlist" },
                        },
                        "required": ["hd", "tl"],
                        "additionalProperties": false,
                    },
                ] } },
            }),
        ),
    ] {
        assert_eq!(schema(parse(name).unwrap_or_else(|mistake| panic!("{name}: {mistake}"))), expected, "{name}");
    }
}

static BOOL: &Encoding = bool::ENCODING;

#[test]
fn objects_merged_with_other_encodings() {
    let merged = "merge_objs(obj{a: bool}, union(tag=uint8){0 B: obj{b: bool} | 1 C: obj{c: bool}})";
    let merged = parse(merged).unwrap();
    assert_eq!(to_json(merged, &[0xff, 1, 0]).unwrap(), r#"{"a":true,"c":false}"#);
    assert_eq!(from_json(merged, r#"{"a":true,"c":false}"#).unwrap(), [0xff, 1, 0]);
    let case = |title, name: &str| json!({ "title": title, "type": "object", "properties": { name: { "type": "boolean" } }, "required": [name] });
    assert_eq!(
        schema(merged),
        json!({
            "type": "object",
            "properties": { "a": { "type": "boolean" } },
            "required": ["a"],
            "allOf": [{ "anyOf": [case("B", "b"), case("C", "c")] }],
            "unevaluatedProperties": false,
        })
    );
}

#[test]
fn definitions_are_shared_or_have_distinct_names() {
    static ONE: Encoding = Encoding::Def { id: "a/b", inner: BOOL };
    static SAME: Encoding = Encoding::Def { id: "a/b", inner: &Encoding::Described { about: &ABOUT, inner: BOOL } };
    static ABOUT: About = About::titled("Truth", Some("Yes or no."));
    static AGAIN: Encoding = Encoding::Def {
        id: "a/b",
        inner: &Encoding::Checked { inner: BOOL, check: tezos_encoding::schema::Check::guard("any", None) },
    };
    static ALL: Encoding = Encoding::Tuple(&[&ONE, &SAME, &AGAIN, &ONE]);
    let schema = schema(&ALL);
    let refer = |name: &str| json!({ "$ref": format!("#/$defs/a~1b{name}") });
    assert_eq!(schema["prefixItems"], json!([refer(""), refer("_2"), refer(""), refer("")]));
    assert_eq!(
        schema["$defs"],
        json!({
            "a/b": { "type": "boolean" },
            "a/b_2": { "title": "Truth", "description": "Yes or no.", "type": "boolean" },
        })
    );
}

#[test]
fn recursive_merged_objects_accept_other_properties() {
    static TREE: Encoding =
        Encoding::Mu(&Mu { name: "tree", class: Class::Dynamic, least: 2, depth: 100, body: || &BODY });
    static BODY: Encoding = Encoding::Object(&[Field::req("leaf", BOOL), Field::req("kid", &Encoding::Opt(&TREE))]);
    static MERGED: Encoding = Encoding::Merge(&[&Encoding::Object(&[Field::req("a", BOOL)]), &TREE]);
    let schema = schema(&MERGED);
    assert_eq!(schema["allOf"], json!([{ "$ref": "#/$defs/tree" }]));
    assert!(schema["$defs"]["tree"].get("additionalProperties").is_none());
    assert_eq!(schema["$defs"]["tree"]["properties"]["kid"], json!({ "$ref": "#/$defs/tree_2" }));
    assert_eq!(schema["$defs"]["tree_2"]["additionalProperties"], json!(false));
    assert_eq!(schema["unevaluatedProperties"], json!(false));
}
