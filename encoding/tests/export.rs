//! What `schema::export` prints. `tests/export` has whole texts of a few encodings, without what is the same in all;
//! `BLESS=1 cargo test -p tezos-encoding --test all export` rewrites them. Kaitai's compiler and Wireshark run the exports of all encodings
//! in `ci/kaitai` and `ci/wireshark`.

use std::{collections::BTreeSet, env, fs};

use tezos_encoding::schema::export::{imhex, ksy, lua};
use tezos_encoding::schema::ksy::{Layouts, compare};
use tezos_encoding::schema::{Class, Encoding, Field, Mu, grammar};
use tezos_encoding::{HasEncoding, wire::Prefix};

/// Encodings whose exports are compared as a whole.
const SHOWN: &[(&str, &str)] = &[
    (
        "peer",
        "obj{port: uint16; name: bounded_string(40); flags: fixed_list(2, bool); weight?: n; rest: variable_bytes; end: int8}",
    ),
    ("tree", "mu(tree){0 Leaf: z | 1 Node: obj{left: tree; right: tree} | 2 Many: list(tree)}"),
    (
        "mixed",
        "tup(string_enum(red,green), compact(tag=uint8, obj2{req a: bool; opt b: int32}), list_with_length(n, max=3, float))",
    ),
    (
        "names",
        "obj{if: uint8; end: union(tag=uint8){0 and | 1 Or: uint8 | 2 or: string}; a: list(uint8); A: list(uint8)}",
    ),
];

fn parse(description: &str) -> &'static Encoding {
    grammar::parse(description).unwrap_or_else(|mistake| panic!("{description}: {mistake}"))
}

/// Returns the part of a text after what all exports have.
fn own<'t>(text: &'t str, after: &str) -> &'t str {
    text.split_once(after).expect("the start of all exports").1
}

#[test]
fn exports_are_as_shown() {
    for (id, description) in SHOWN {
        let encoding = parse(description);
        let script = lua(encoding, id);
        let pattern = imhex(encoding, id);
        let texts = [
            ("lua", own(&script, "  return proto\nend\n")),
            ("ksy", &ksy(encoding, id)),
            ("hexpat", own(&pattern, "} [[format(\"integer\")]];\n")),
        ];
        for (end, found) in texts {
            let path = format!("{}/tests/export/{id}.{end}", env!("CARGO_MANIFEST_DIR"));
            if env::var_os("BLESS").is_some() {
                fs::write(&path, found).expect("the file is written");
            }
            assert_eq!(fs::read_to_string(&path).expect("the file"), found, "{id}.{end}");
        }
    }
}

/// Checks the structure of a pattern: brackets are closed, and each type of a member is known before the definitions.
fn check_pattern(pattern: &str) {
    for (open, close) in [('{', '}'), ('(', ')'), ('[', ']')] {
        assert_eq!(pattern.matches(open).count(), pattern.matches(close).count(), "{open} and {close} in {pattern}");
    }
    let declared = |start: &str, end: &str| {
        let names = pattern.lines().filter_map(|line| line.strip_prefix(start)?.split_once(end));
        names.map(|(name, _)| name.to_owned()).collect::<Vec<_>>()
    };
    let (forward, structs, enums) = (declared("using ", ";"), declared("struct ", " {"), declared("enum ", " :"));
    let distinct: BTreeSet<&String> = structs.iter().chain(&enums).collect();
    assert_eq!(distinct.len(), structs.len() + enums.len(), "a name is used twice: {structs:?} {enums:?}");
    let members = pattern.lines().filter(|line| !line.contains(" = "));
    for (line, _) in members.filter_map(|line| line.strip_prefix("    ")?.split_once(' ')) {
        let is_type = line.starts_with(|first: char| first.is_ascii_uppercase());
        assert!(!is_type || distinct.iter().any(|name| *name == line), "{line} is not declared: {pattern}");
    }
    assert!(structs.iter().all(|name| forward.contains(name) || ["N", "Z"].contains(&name.as_str())), "{structs:?}");
}

#[test]
fn layouts_are_imported_without_a_difference() {
    for (id, description) in SHOWN {
        let encoding = parse(description);
        let text = ksy(encoding, id);
        let layout = Layouts::new(|_| Ok(text.clone()))
            .literal()
            .import(id)
            .unwrap_or_else(|mistake| panic!("{mistake}: {text}"));
        let differences: Vec<String> = compare(encoding, layout).iter().map(ToString::to_string).collect();
        assert!(differences.is_empty(), "{id}: {differences:#?}\n{text}");
        check_pattern(&imhex(encoding, id));
    }
}

/// Returns an object of which each level has the next one twice.
fn doubled(levels: usize) -> &'static Encoding {
    (0..levels).fold(u8::ENCODING, |inner, _| {
        Box::leak(Box::new(Encoding::Object(vec![Field::req("a", inner), Field::req("b", inner)].leak())))
    })
}

#[test]
fn shared_encodings_are_exported_once() {
    let exports: [fn(&'static Encoding, &str) -> String; 3] = [lua, ksy, imhex];
    for export in exports {
        let [short, long] = [20, 40].map(|levels| export(doubled(levels), "doubled").len());
        assert!(long < short + 20 * 200, "{short} and {long} bytes");
    }
}

/// A recursive type of blocks alone, which has no values.
static ENDLESS: Mu = Mu { name: "endless", class: Class::Dynamic, least: 1, depth: 10, body: || &BLOCK };
static BLOCK: Encoding = Encoding::Dynamic { prefix: Prefix::U8, inner: &Encoding::Mu(&ENDLESS) };

#[test]
fn endless_encodings_end() {
    for text in [lua(&BLOCK, "endless"), ksy(&BLOCK, "endless"), imhex(&BLOCK, "endless")] {
        assert!(text.len() < 50_000, "{} bytes", text.len());
    }
}

#[test]
fn deep_encodings_end() {
    let deep = (0..10_000).fold(u8::ENCODING, |inner, _| Box::leak(Box::new(Encoding::Opt(inner))));
    let blocks =
        (0..10_000).fold(u8::ENCODING, |inner, _| Box::leak(Box::new(Encoding::Dynamic { prefix: Prefix::U8, inner })));
    for encoding in [deep, blocks] {
        let exports = [lua(encoding, "deep"), ksy(encoding, "deep"), imhex(encoding, "deep")];
        exports.iter().for_each(|text| assert!(text.len() < 200_000, "{} bytes", text.len()));
        // Lua's parser allows some two hundred levels.
        let nested = exports[0].lines().map(|line| line.matches('(').count()).max();
        assert!(nested < Some(150), "{nested:?}");
    }
}

#[test]
fn names_are_escaped() {
    let name = "\"]]\n--os.execute('x')\\ }; é\u{85}";
    let fields = vec![Field::req(name, u8::ENCODING), Field::req("", u8::ENCODING), Field::req("é", u8::ENCODING)];
    let names: &'static [&'static str] = vec![name, "b", "B"].leak();
    let inner: &'static Encoding = Box::leak(Box::new(Encoding::Enum(names)));
    let object = Box::leak(Box::new(Encoding::Object([fields, vec![Field::req("enum", inner)]].concat().leak())));
    let encoding: &'static Encoding = Box::leak(Box::new(Encoding::Def { id: name, inner: object }));
    let [script, layout, pattern] = [lua(encoding, name), ksy(encoding, name), imhex(encoding, name)];
    for text in [&script, &layout, &pattern] {
        assert!(text.is_ascii() && !text.contains("\n--os"), "{text}");
    }
    assert!(script.contains(r#"[0] = "\"]]\010--os.execute('x')\\ }; \195\169\194\133""#), "{script}");
    assert!(layout.contains(r#"doc: "\"]]\U0000000a--os.execute('x')\\ }; \U000000e9\U00000085""#), "{layout}");
    check_pattern(&pattern);
    let mut layouts = Layouts::new(|_| Ok(layout.clone()));
    layouts.import("names").unwrap_or_else(|mistake| panic!("{mistake}: {layout}"));
}
