//! Which types are refused, by what: each item on each kind of type, numbers at their limits, fields that extend to the end of a block.
//!
//! `encoding/tests/ui` has the messages as users see them.

use syn::DeriveInput;

use crate::errors::Errors;
use crate::model::{Input, Layer, Wire};
use crate::{lower, validate};

/// Returns the model of a type, or the mistakes in it.
fn model(source: &str) -> Result<Input, Vec<String>> {
    let mut errors = Errors::default();
    let input: DeriveInput = syn::parse_str(source).unwrap_or_else(|error| panic!("{source}: {error}"));
    let model = lower::input(&input, &mut errors);
    if let Some(model) = &model {
        validate::check(model, &mut errors);
    }
    match errors.finish(()) {
        Ok(()) => Ok(model.unwrap()),
        Err(error) => Err(error.into_iter().map(|error| error.to_string()).collect()),
    }
}

fn is_refused(source: &str) -> bool {
    model(source).is_err()
}

#[test]
fn each_item_on_each_type() {
    const ITEMS: [&str; 22] = [
        "bytes",
        "raw = \"u8\"",
        "string",
        "rest",
        "list",
        "option",
        "varopt",
        "assoc",
        "map",
        "result",
        "le",
        "range = \"0 ..= 9\"",
        "range = \"0.0 ..= 9.0\"",
        "constant = \"k\"",
        "zarith",
        "mutez",
        "builtin = \"Int31\"",
        "builtin = \"Bool\"",
        "json(hex)",
        "json(plain)",
        "json(decimal)",
        "json(b58 = \"Hash\")",
    ];
    // One column for each item: `x` is refused.
    for (ty, expected) in [
        ("u8", "xxxxxxxxxx..xxxxxxxx.x"),
        ("i32", "xxxxxxxxxx..xxxx.xxx.x"),
        ("i64", "xxxxxxxxxx..xx.xxxxx.x"),
        ("u64", "xxxxxxxxxx..xxx.xxxx.x"),
        ("bool", "xxxxxxxxxxxxxxxxx.xxxx"),
        ("f64", "xxxxxxxxxxx..xxxxxxxxx"),
        ("u128", "xxxxxxxxxxxxxxxxxxxxxx"),
        ("char", "xxxxxxxxxxxxxxxxxxxxxx"),
        ("()", "xxxxxxxxxxxxx.xxxxxxxx"),
        ("String", "xx..xxxxxxxxxxxxxx..xx"),
        ("std::string::String", "xx..xxxxxxxxxxxxxx..xx"),
        ("&'a str", "xx..xxxxxxxxxxxxxxxxxx"),
        ("Box<str>", "xx..xxxxxxxxxxxxxx..xx"),
        ("Cow<'static, str>", "xx..xxxxxxxxxxxxxxxxxx"),
        ("Vec<u8>", ".....xxxxxxxxxxxxx..x."),
        ("Box<[u8]>", "....xxxxxxxxxxxxxx..x."),
        ("&'a [u8]", "....xxxxxxxxxxxxxxxxxx"),
        ("[u8; 4]", ".xxxxxxxxxxxxxxxxx..x."),
        ("Vec<u16>", "xxxx.xx.xxxxxxxxxxxxxx"),
        ("Box<[u16]>", "......................"),
        ("[u16; 2]", "xxxxxxxxxxxxxxxxxxxxxx"),
        ("(u8, u16)", "xxxxxxxxxxxxxxxxxxxxxx"),
        ("Option<u8>", "xxxxx..xxxxxxxxxxxxxxx"),
        ("Alias", "......................"),
        ("some::Alias", "......................"),
    ] {
        let found: String = ITEMS
            .iter()
            .map(|item| {
                let lifetime = if ty.contains('\'') { "<'a>" } else { "" };
                let source = format!("struct T{lifetime} {{ #[encoding({item})] field: {ty} }}");
                if is_refused(&source) { 'x' } else { '.' }
            })
            .collect();
        assert_eq!(found, expected, "{ty}");
    }
}

/// Accepts or refuses a type by one number or word, at its limits.
#[test]
fn numbers_and_names_at_their_limits() {
    let variants = |count: usize| (0..count).map(|index| format!("V{index}")).collect::<Vec<_>>().join(", ");
    for (source, expected) in [
        ("enum T { #[encoding(tag = 255)] A }", None),
        ("enum T { #[encoding(tag = 256)] A }", Some("does not fit the declared width")),
        ("enum T { #[encoding(tag = 254)] A, B }", None),
        ("enum T { #[encoding(tag = 255)] A, B }", Some("does not fit the declared width")),
        (r#"#[encoding(tags = "u16")] enum T { #[encoding(tag = 65534)] A(u8), B(u16) }"#, None),
        (
            r#"#[encoding(tags = "u16")] enum T { #[encoding(tag = 65535)] A(u8), B(u16) }"#,
            Some("the tag 65536 of `B` does not fit"),
        ),
        (
            r#"#[encoding(tags = "u16")] enum T { #[encoding(tag = 65536)] A(u8), B(u16) }"#,
            Some(r#"write `#[encoding(tags = "u32")]` on the enum"#),
        ),
        (r#"#[encoding(tags = "u32")] enum T { #[encoding(tag = 4_294_967_294)] A(u8), B(u16) }"#, None),
        (
            r#"#[encoding(tags = "u32")] enum T { #[encoding(tag = 4_294_967_295)] A(u8), B(u16) }"#,
            Some("does not fit"),
        ),
        ("#[encoding(tag = 255)] struct T(u8);", None),
        ("#[encoding(tag = 256)] struct T(u8);", Some(r#"write `#[encoding(tags = "u16")]` on the struct"#)),
        (r#"#[encoding(tag = 256, tags = "u16")] struct T(u8);"#, None),
        ("#[encoding(reserved = [2, 255])] enum T { #[encoding(tag = 3)] A(u8), B(u16) }", None),
        (
            "#[encoding(reserved = [2, 256])] enum T { #[encoding(tag = 3)] A(u8), B(u16) }",
            Some("the tag 256 does not fit a `u8`"),
        ),
        (
            "#[encoding(reserved = [2, 2])] enum T { #[encoding(tag = 3)] A(u8), B(u16) }",
            Some("the tag 0x02 is reserved twice"),
        ),
        (
            "#[encoding(reserved = [3])] enum T { #[encoding(tag = 3)] A(u8), B(u16) }",
            Some("the tag 0x03 of `A` is reserved"),
        ),
        (
            "#[encoding(reserved = [4])] enum T { #[encoding(tag = 3)] A(u8), B(u16) }",
            Some("the tag 0x04 of `B` is reserved"),
        ),
        ("#[encoding(reserved = [])] enum T { #[encoding(tag = 1, until = 3)] A(u8), B(u16) }", None),
        ("enum T { #[encoding(tag = 1, until = 3)] A, #[encoding(tag = 1, since = 4)] B }", None),
        ("enum T { #[encoding(tag = 1, until = 3)] A, #[encoding(tag = 1, since = 3)] B }", Some("already used")),
        ("enum T { #[encoding(tag = 1, since = 3, until = 3)] A, #[encoding(tag = 1, until = 2)] B }", None),
        ("enum T { #[encoding(tag = 1, since = 4, until = 3)] A }", Some("no revisions from 4 to 3")),
        ("struct T { #[encoding(since = 65535)] a: Option<u8> }", None),
        ("struct T { #[encoding(since = 65536)] a: Option<u8> }", Some("the number of a revision")),
        (
            r#"struct T { #[encoding(until = 3)] a: Option<u8>, #[encoding(name = "a", since = 4)] b: Option<u8> }"#,
            None,
        ),
        (
            r#"struct T { #[encoding(until = 4)] a: Option<u8>, #[encoding(name = "a", since = 4)] b: Option<u8> }"#,
            Some("two fields are named `a`"),
        ),
        ("#[encoding(string_enum)] enum T { A, B }", None),
        ("#[encoding(string_enum)] enum T { A }", Some("at least two names")),
        ("enum T { A = 0, B = 1 }", None),
        ("enum T { A = 0, B = 2 }", Some("which is 1 here")),
        ("enum T { #[encoding(other)] A { tag: u8, raw: Vec<u8> } }", None),
        (r#"#[encoding(tags = "u16")] enum T { #[encoding(other)] A { tag: u16, raw: Vec<u8> } }"#, None),
        (r#"#[encoding(tags = "u16")] enum T { #[encoding(other)] A { tag: u8, raw: Vec<u8> } }"#, Some("write `u16`")),
        (r#"#[encoding(compact)] struct T { #[encoding(guard = "f", payload)] a: u8 }"#, None),
        (r#"#[encoding(compact)] struct T { #[encoding(guard = "f")] a: u8 }"#, Some("add `payload`")),
        ("#[encoding(compact)] struct T { #[encoding(option, payload)] a: Option<u8> }", None),
        (
            "#[encoding(compact)] struct T { #[encoding(short_dynamic, payload)] a: u8 }",
            Some("only `option` may wrap it"),
        ),
        ("struct T { #[encoding(payload)] a: u8 }", Some("only `option` may wrap it")),
        ("struct T { a: u8, #[encoding(dft = 1)] b: u8 }", None),
        ("struct T { a: u8, #[encoding(dft = 1, flatten)] b: u8 }", Some("`dft` is for a field with a name")),
        ("struct T { a: Option<Box<T>> }", Some("write `#[encoding(mu)]` on `T`")),
        ("struct T { #[encoding(skip)] a: Option<Box<T>>, b: u8 }", None),
        ("struct T { a: Option<Box<Self>> }", Some("contains itself")),
        ("#[encoding(transparent)] struct T { #[encoding(skip)] a: u8, b: u8 }", None),
        ("#[encoding(transparent)] struct T { #[encoding(skip)] a: u8 }", Some("exactly one field on the wire")),
        (r#"#[encoding(versioned(name = "s", v3 = "u8", v1 = "u16"))] struct T(u8);"#, None),
        (r#"#[encoding(versioned(name = "s", v1 = "u8", v3 = "u16"))] struct T(u8);"#, Some("the type of the field")),
        (
            r#"#[encoding(versioned(name = "s", v1 = "u8", v256 = "u8"))] struct T(u8);"#,
            Some("the tag 256 of `T` does not fit"),
        ),
        (r#"#[encoding(json(tag = "kind"))] enum T { A { a: u8 }, B }"#, None),
        (
            r#"#[encoding(json(tag = "a"))] enum T { A { a: u8 }, B }"#,
            Some("the field `a` of the JSON names the variant"),
        ),
        (r#"#[encoding(json(tag = "kind", tagged))] enum T { A, B }"#, Some("only one of `tag`, `tagged`")),
        ("#[encoding(json(tagged))] struct T(u8);", Some("a struct has no cases")),
        ("#[encoding(string_enum, json(tagged))] enum T { A, B }", Some("does not depend on that of its variants")),
        ("#[encoding(json(display, first_match))] enum T { A, B }", Some("does not depend on that of its variants")),
        (
            r#"#[encoding(try_from = "u8", into = "u8", json(tagged))] enum T { A, B }"#,
            Some("this type is encoded as another type"),
        ),
        ("#[encoding(compact, json(tagged))] enum T { A(u8), B(u8) }", Some("give their fields a `name`")),
        ("#[encoding(compact, json(first_match))] enum T { A(u8), B(u8) }", None),
        ("struct T { #[encoding(list(min = 1, max = 3))] a: Vec<u16> }", None),
        ("struct T { #[encoding(list(min = 1, len = 3))] a: Vec<u16> }", Some("cannot be combined")),
        ("struct T { #[encoding(list(len = 3, max = 3))] a: Vec<u16> }", Some("cannot be combined")),
        ("struct T { #[encoding(option(tagged))] a: Option<u8> }", None),
        ("struct T { #[encoding(option(tagged, default = 1))] a: Option<u8> }", Some("write `option`")),
        ("#[encoding(plain)] struct T(u8);", None),
        ("#[encoding(plain)] struct T { #[encoding(skip)] a: u8, b: u8 }", Some("`plain` is for a struct")),
    ] {
        match (model(source), expected) {
            (Ok(_), None) => {}
            (Err(found), Some(expected)) if found.iter().any(|found| found.contains(expected)) => {}
            (found, _) => panic!("{source}: {:?}, expected {expected:?}", found.err()),
        }
    }
    // The width of an enum of names, and of a union.
    for (items, count, bytes) in
        [("string_enum", 255, 1), ("string_enum", 256, 2), ("compact", 3, 4), (r#"title = "a""#, 3, 1)]
    {
        let model = model(&format!("#[encoding({items})] enum T {{ {} }}", variants(count))).ok().unwrap();
        let crate::model::Body::Enum(data) = model.body else { panic!("{items}") };
        assert_eq!(data.tag_size.bytes, bytes, "{items} of {count}");
    }
}

/// The byte order of a type applies to the integers in its fields, or is refused where it cannot.
#[test]
fn byte_orders() {
    for (ty, expected) in [
        ("u8", "unchanged"),
        ("bool", "unchanged"),
        ("f64", "unchanged"),
        ("u16", "little"),
        ("i64", "little"),
        ("Option<u16>", "little"),
        ("Vec<u16>", "little"),
        ("Vec<Option<Box<u32>>>", "little"),
        ("Vec<[u8; 2]>", "unchanged"),
        ("[u8; 2]", "unchanged"),
        ("[f64; 2]", "unchanged"),
        ("[u16; 2]", "refused"),
        ("Vec<[u16; 2]>", "refused"),
        ("(u8, bool)", "unchanged"),
        ("(u8, u16)", "refused"),
        ("Box<[u16]>", "refused"),
        ("&'static [u16]", "refused"),
        ("Result<u8, u8>", "unchanged"),
        ("Result<u8, u16>", "refused"),
        ("BTreeMap<String, u16>", "refused"),
        ("BTreeMap<String, u8>", "unchanged"),
        ("Other", "unchanged"),
    ] {
        let found = match model(&format!("#[encoding(endian = \"little\")] struct T {{ a: {ty} }}")) {
            Err(_) => "refused",
            Ok(model) => match model.body.fields()[0].wire().unwrap() {
                Wire::Auto => "unchanged",
                _ => "little",
            },
        };
        assert_eq!(found, expected, "{ty}");
    }
    assert!(!is_refused("#[encoding(endian = \"little\")] struct T { #[encoding(be)] a: u16 }"));
    assert!(is_refused("struct T { #[encoding(be)] a: String }"));
}

/// A field that extends to the end of its block leaves the bytes of the following fields.
#[test]
fn fields_that_reserve_bytes() {
    for (item, ty, reserves) in [
        ("", "Vec<u8>", true),
        ("", "Vec<u16>", true),
        ("", "Box<[u8]>", true),
        ("", "Option<Vec<u8>>", true),
        ("", "Option<u8>", false),
        ("", "String", false),
        ("", "[u8; 3]", false),
        ("", "Other", false),
        ("bytes", "Vec<u8>", true),
        ("bytes", "[u8; 3]", false),
        ("bytes = 4", "Vec<u8>", true),
        ("list", "Vec<u16>", true),
        ("list(len = 3)", "Vec<u16>", false),
        ("count(kind = \"u8\")", "Vec<u16>", false),
        ("dynamic, bytes", "Vec<u8>", false),
        ("sized = 3, bytes", "Vec<u8>", false),
        ("bounded = 3, bytes", "Vec<u8>", true),
        ("suffix_len(kind = \"u8\"), bytes", "Vec<u8>", true),
        ("magic = b\"a\", bytes", "Vec<u8>", true),
        ("magic = b\"a\"", "u8", false),
        ("padded = 1", "u8", false),
        ("string", "String", false),
        ("string(variable)", "String", true),
        ("string(bounded, max = 3)", "String", false),
        ("string(fixed = 3)", "String", false),
        ("rest", "String", true),
        ("option, bytes", "Option<Vec<u8>>", true),
        ("option", "Option<u8>", false),
        ("option(tagged), bytes", "Option<Vec<u8>>", false),
        ("option(default = 3)", "u8", false),
        ("varopt", "Option<u8>", true),
        ("assoc", "Vec<(String, u8)>", true),
        ("map", "BTreeMap<String, u8>", true),
        ("guard = \"f\", bytes", "Vec<u8>", true),
        ("json(hex), bytes", "Vec<u8>", true),
        ("try_from = \"Vec<u8>\"", "Other", true),
        ("try_from = \"u8\"", "Vec<u8>", false),
        ("raw = \"u8\"", "Vec<u8>", false),
    ] {
        let Ok(model) = model(&format!("struct T {{ #[encoding({item})] a: {ty}, b: u8 }}")) else {
            panic!("{item} on {ty} is refused")
        };
        let is_reserved = |wire: &Wire| matches!(wire, Wire::Around(Layer::Reserve(None), ..));
        let fields = model.body.fields();
        let found: Vec<bool> = fields.iter().map(|field| is_reserved(field.wire().unwrap())).collect();
        assert_eq!(found, [reserves, false], "{item} on {ty}");
    }
    // The last field on the wire has the rest of the block.
    let last = model("struct T { b: u8, a: Vec<u8>, #[encoding(skip)] c: u8 }").ok().unwrap();
    assert!(matches!(last.body.fields()[1].wire(), Some(Wire::Auto)));
}

/// The names of variants in the spelling of the reference, and of fields in that of `rename_all`.
#[test]
fn names_in_the_schema() {
    let model = model("enum T { GetCurrentBranch, GetHttp2Now, A1B, Already_split, r#Type }").ok().unwrap();
    let crate::model::Body::Enum(data) = model.body else { panic!() };
    let titles: Vec<_> = data.variants.iter().map(|variant| variant.title.as_str()).collect();
    assert_eq!(titles, ["Get_current_branch", "Get_http2_now", "A1_b", "Already_split", "Type"]);
    for (case, name) in [
        ("camelCase", "oneTwo3"),
        ("PascalCase", "OneTwo3"),
        ("kebab-case", "one-two-3"),
        ("SCREAMING_SNAKE_CASE", "ONE_TWO_3"),
    ] {
        let source = format!("#[encoding(json(rename_all = \"{case}\"))] struct T {{ one_two_3: u8 }}");
        let model = self::model(&source).ok().unwrap();
        assert_eq!(model.body.fields()[0].name, name);
    }
}
