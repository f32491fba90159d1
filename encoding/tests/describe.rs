//! Descriptions of encodings for which there is no description of the reference; the crate `conformance` compares the others.

use serde_json::{Value, json};
use tezos_encoding::HasEncoding;
use tezos_encoding::schema::grammar::parse;
use tezos_encoding::schema::{Case, Encoding, Field, TagSize, describe};
use tezos_encoding::wire::Prefix;

fn of(text: &str) -> &'static Encoding {
    parse(text).unwrap()
}

/// Returns the rows of a table, without its ruling lines.
fn rows(text: &str) -> Vec<String> {
    let cells = |line: &str| line.split('|').map(str::trim).filter(|it| !it.is_empty()).collect::<Vec<_>>().join(" ; ");
    text.lines().filter(|line| line.starts_with('|')).map(cells).collect()
}

#[test]
fn words_of_each_encoding() {
    let description = describe(of("obj{a: string_enum(red,green); b: ranged_int_le(-5,400); \
        c: list_with_length(uint30, max=7, ranged_int(0,70000)); d: bytes(len=n); \
        e: dynamic_size(uint8, check_size(9, variable_string)); f: padded(uint8, 1); g: float}"));
    assert_eq!(
        rows(&description.to_string()),
        [
            "Name ; Size ; Contents",
            "a ; 1 byte ; unsigned 8-bit integer encoding an enumeration (see X_0)",
            "b ; 2 bytes ; signed 16-bit little-endian integer in the range -5 to 400",
            "c ; Determined from data ; $X_1",
            "# bytes in next field ; Determined from data ; $N.t",
            "d ; Variable ; bytes",
            "e ; Determined from data ; $X_2",
            "f ; 2 bytes ; $X_3",
            "g ; 8 bytes ; double-precision floating-point number",
            "Case number ; Encoded string",
            "0 ; red",
            "1 ; green",
            "Name ; Size ; Contents",
            "Unnamed field 0 ; 4 bytes ; unsigned 30-bit big-endian integer in the range 0 to 1073741823",
            "Unnamed field 1 ; Variable ; sequence of at most 7 unsigned 30-bit big-endian integer in the range 0 to 70000",
            "Name ; Size ; Contents",
            "# bytes in next field ; 1 byte ; unsigned 8-bit integer",
            "Unnamed field 0 ; Variable ; bytes",
            "Name ; Size ; Contents",
            "Unnamed field 0 ; 1 byte ; unsigned 8-bit integer",
            "padding ; 1 byte ; padding",
        ]
    );
    let json: Value = serde_json::from_str(&description.to_json()).unwrap();
    assert_eq!(json["toplevel"]["fields"][0]["layout"], json!({"size": "Uint8", "reference": "X_0", "kind": "Enum"}));
    assert_eq!(
        json["toplevel"]["fields"][1]["layout"],
        json!({"min": -5, "max": 400, "endianness": "Little", "kind": "RangedInt"})
    );
}

#[test]
fn an_empty_encoding_is_one_sentence() {
    let description = describe(&Encoding::Empty);
    let sentence = "This value's binary representation is empty. It takes zero (0) bytes of output.\n";
    assert_eq!(description.to_string(), sentence);
    assert_eq!(description.to_markdown(), sentence);
    assert_eq!(description.to_json(), r#"{"toplevel":{"fields":[]},"fields":[]}"#);
}

/// The reference's printer puts a heading, its underline and the next heading on one line if they fit.
#[test]
fn short_headings_of_unions_are_on_one_line() {
    let text = describe(of("def(u, union(tag=uint8){0 A: uint8})")).to_string();
    assert!(text.contains("\nX_0 (2 bytes, 8-bit tag) ************************\n\nA (tag 0)\n=========\n"), "{text}");
}

#[test]
fn equal_definitions_are_merged() {
    let text = "obj{a: tup(uint8, uint16); b: def(pair, tup(uint8, uint16)); c: variable_list(tup(uint8, uint16))}";
    let text = describe(of(text)).to_string();
    assert!(text.contains("sequence of $X_0"), "{text}");
    assert_eq!(text.matches("X_0\n***").count(), 1, "{text}");
    assert!(!text.contains("pair"), "{text}");
}

#[test]
fn descriptions_of_deep_schemas_are_truncated() {
    // On a thread with a stack of 2 MiB, the default of tests.
    let (mut blocks, mut objects, mut unions) = (u8::ENCODING, u8::ENCODING, u8::ENCODING);
    let leak = |encoding| -> &'static Encoding { Box::leak(Box::new(encoding)) };
    for _ in 0..400 {
        blocks = leak(Encoding::Dynamic { prefix: Prefix::U8, inner: blocks });
        objects = leak(Encoding::Object(vec![Field::req("a", u8::ENCODING), Field::req("b", objects)].leak()));
        let cases = vec![Case::new(0, "A", unions)].leak();
        unions = leak(Encoding::Union { tag: TagSize::U8, cases, ignore_unknown: false });
    }
    assert!(describe(blocks).toplevel.len() > 100);
    assert!(describe(objects).definitions.len() > 50);
    assert!(describe(unions).definitions.len() > 50);
}

#[test]
fn markdown_has_links_and_escapes() {
    #[derive(HasEncoding)]
    #[allow(dead_code, reason = "only the schema of the type is used")]
    struct Row {
        #[encoding(name = "a|b", id = "my.y", bounded = 9, string)]
        y: String,
        n: tezos_encoding::N,
    }
    assert_eq!(
        describe(Row::ENCODING).to_markdown().lines().take(9).collect::<Vec<_>>(),
        [
            "| Name | Size | Contents |",
            "|---|---|---|",
            "| a\\|b | Determined from data | [my.y](#myy) |",
            "| n | Determined from data | [N.t](#nt) |",
            "",
            "## my.y",
            "",
            "| Name | Size | Contents |",
            "|---|---|---|",
        ]
    );
}

/// Returns the rows of the cases of a compact encoding, each with its title and without the row of the tag.
fn cases(text: &str) -> Vec<String> {
    let json: Value = serde_json::from_str(&describe(of(text)).to_json()).unwrap();
    let definitions = json["fields"].as_array().unwrap();
    let cases = definitions.iter().find_map(|it| it["encoding"]["cases"].as_array()).unwrap();
    let row = |row: &Value| match (row["kind"].as_str(), row["data_kind"]["kind"].as_str()) {
        (Some("dyn"), _) => "size".to_owned(),
        (_, kind) => {
            let (kind, size) = (kind.unwrap(), &row["data_kind"]["size"]);
            let name = row["name"].as_str().unwrap_or_default();
            format!(
                "{name}{}{kind}{}",
                if name.is_empty() { "" } else { ": " },
                size.as_u64().map_or(String::new(), |it| format!(" {it}"))
            )
        }
    };
    let of_case = |case: &Value| {
        let rows = case["fields"].as_array().unwrap()[1..].iter().map(row).collect::<Vec<_>>().join(", ");
        format!("{} {} [{rows}]", case["tag"], case["name"].as_str().unwrap())
    };
    cases.iter().map(of_case).collect()
}

/// The rows match those of `Compact.make`: the rows of a case are those of its encoding, and fields are elements of a
/// tuple without names.
#[test]
fn compact_encodings() {
    for (text, expected) in [
        ("option(payload string)", &["0 none []", "1 some [size, Variable]"][..]),
        ("option(bool)", &["0 none []", "2 some []", "3 some []"]),
        ("tup1(option(int32))", &["0 none []", "4 some [Fixed 1]", "5 some [Fixed 2]", "6 some [Fixed 4]"]),
        ("int64", &["0 small [Fixed 1]", "1 medium [Fixed 2]", "2 biggish [Fixed 4]", "3 bigger [Fixed 8]"]),
        (
            "list(bits=2, uint8)",
            &["0 case_0 []", "1 case_1 [Variable]", "2 case_2 [Variable]", "3 case_3 [size, Variable]"],
        ),
        (
            "tup2(list(bits=1, uint16), bool)",
            &["0 case_0 []", "1 case_1 [Dynamic]", "2 case_2 []", "3 case_3 [Dynamic]"],
        ),
        ("obj2{req a: payload uint16; opt b: payload string}", &["0 case_0 [Fixed 2]", "1 case_1 [Fixed 2, Dynamic]"]),
    ] {
        assert_eq!(cases(&format!("compact(tag=uint8, {text})")), expected, "{text}");
    }
}
