//! What the schema tools return for encodings of every kind, as text in `tests/tools`.
//!
//! `BLESS=1 cargo test -p tezos-encoding --test all tools` rewrites the files; review the result.

use std::{collections::BTreeSet, env, fs};

use tezos_encoding::schema::generate::Generate;
use tezos_encoding::schema::{
    About, Case, Count, Encoding, Extent, Field, Keys, Scalar, Select, TagSize, decode, describe, diff, fit, grammar,
    json_schema, layout, slice,
};
use tezos_encoding::wire::Prefix;
use tezos_encoding::{HasEncoding, N, Revisions, Z};

static BYTE: &Encoding = u8::ENCODING;
static REST: Encoding = Encoding::Bytes(Extent::Rest);
static TEXT: Encoding = Encoding::Text { extent: Extent::Rest, utf8: true };
static WORDS: Encoding =
    Encoding::List { item: u16::ENCODING, count: Count::ToEnd { min: 0, max: None }, array: false };

/// Encodings that descriptions cannot express, each with a name.
static OTHERS: &[(&str, Encoding)] = &[
    ("magic", Encoding::Magic { bytes: b"tz", inner: BYTE }),
    ("suffixed", Encoding::Suffixed { size: Prefix::U16Le, inner: &REST }),
    ("sized bytes", Encoding::Sized { bytes: 3, inner: &REST }),
    (
        "sized block of bytes",
        Encoding::Sized { bytes: 6, inner: &Encoding::Dynamic { prefix: Prefix::U8, inner: &REST } },
    ),
    (
        "sized block with a long size",
        Encoding::Sized { bytes: 6, inner: &Encoding::Dynamic { prefix: Prefix::N, inner: &REST } },
    ),
    ("sized text", Encoding::Sized { bytes: 5, inner: &TEXT }),
    ("sized list", Encoding::Sized { bytes: 6, inner: &WORDS }),
    (
        "sized object",
        Encoding::Sized { bytes: 4, inner: &Encoding::Object(&[Field::req("a", BYTE), Field::req("b", &REST)]) },
    ),
    ("bounded size", Encoding::Bounded { limit: 4, inner: &Encoding::Dynamic { prefix: Prefix::U16, inner: &TEXT } }),
    ("at least two", Encoding::List { item: BYTE, count: Count::ToEnd { min: 2, max: Some(3) }, array: false }),
    (
        "counted by n",
        Encoding::List {
            item: bool::ENCODING,
            count: Count::Prefixed { prefix: Prefix::N, max: Some(2) },
            array: true,
        },
    ),
    ("UTF-8", Encoding::Dynamic { prefix: Prefix::U8, inner: &TEXT }),
    ("distinct keys", Encoding::Assoc { value: BYTE, keys: Keys { utf8: true, distinct: true } }),
    (
        "other tags",
        Encoding::Union {
            tag: TagSize::U8,
            cases: &[Case::new(1, "One", BYTE), Case::other("Other", &Encoding::Tuple(&[BYTE, BYTE]), &[7, 9])],
            ignore_unknown: false,
        },
    ),
    (
        "wide tag",
        Encoding::Union { tag: TagSize::U32, cases: &[Case::new(1 << 16, "Far", BYTE)], ignore_unknown: false },
    ),
    (
        "selected",
        Encoding::Object(&[
            Field::req("kind", bool::ENCODING),
            Field::req(
                "chosen",
                &Encoding::Select(&Select {
                    cases: &[Field::req("none", &Encoding::Empty), Field::req("some", u16::ENCODING)],
                    choose: |before| before.first().map(|kind| usize::from(*kind != 0)),
                }),
            ),
        ]),
    ),
    (
        "described",
        Encoding::Described { about: &About::titled("Port", Some("A number of a \"port\".")), inner: u16::ENCODING },
    ),
    (
        "revisions",
        Encoding::Object(&[
            Field::req("old", BYTE).during(Revisions::new(0, 5)),
            Field::req("new", bool::ENCODING).during(Revisions::new(6, u16::MAX)),
        ]),
    ),
    ("sizes", Encoding::Tuple(&[N::ENCODING, Z::ENCODING, &Encoding::Scalar(Scalar::Float)])),
];

/// Returns the encoding with this name or this description.
fn named(name: &str) -> &'static Encoding {
    let other = OTHERS.iter().find(|(other, _)| *other == name).map(|(_, encoding)| encoding);
    other.unwrap_or_else(|| grammar::parse(name).unwrap_or_else(|mistake| panic!("{name}: {mistake}")))
}

/// Compares a text with a file of `tests/tools`, or writes the file.
fn compare(file: &str, found: &str) {
    let path = format!("{}/tests/tools/{file}", env!("CARGO_MANIFEST_DIR"));
    if env::var_os("BLESS").is_some() {
        return fs::write(&path, found).expect("the file is written");
    }
    let expected = fs::read_to_string(&path).expect("the file");
    let lines = expected.lines().zip(found.lines()).enumerate();
    let different = lines.into_iter().find(|(_, (expected, found))| expected != found);
    assert!(expected == found, "{file}: {different:#?}");
}

fn hex(bytes: &[u8]) -> String {
    if bytes.is_empty() { "-".into() } else { bytes.iter().map(|byte| format!("{byte:02x}")).collect() }
}

/// The encodings whose values are generated: every kind, most of them with limits.
const GENERATED: &[&str] = &[
    "bool",
    "int8",
    "uint8",
    "uint16_le",
    "int64",
    "uint30",
    "int31",
    "n",
    "z",
    "float",
    "ranged_int(10,20)",
    "ranged_int(-5,400)",
    "ranged_int_le(300,310)",
    "ranged_int(7,7)",
    "ranged_float(-1.5,2)",
    "uint_like_n(max=127)",
    "uint_like_n(max=128)",
    "uint_like_n(max=300)",
    "int_like_z(min=-64,max=63)",
    "int_like_z(min=64,max=8191)",
    "int_like_z(min=-8192,max=-64)",
    "int_like_z(min=-3,max=-2)",
    "string",
    "bytes(len=uint8)",
    "bytes(len=n)",
    "fixed_string(5)",
    "fixed_bytes(1)",
    "bounded_string(3)",
    "variable_string",
    "list(max=2, uint16)",
    "fixed_list(3, bool)",
    "list_with_length(uint8, max=3, bool)",
    "list_with_length(n, uint8)",
    "obj{a?: uint8; b??: uint16}",
    "obj{a=7: uint8; v: variable_bytes; c: bool}",
    "tup(uint8, string(len=uint8))",
    "union(tag=uint8){0 A | 255 B: uint8}",
    "union(tag=uint16){7 Even: uint8 if even | 8 Any: uint8}",
    "union(tag=uint8){3 A: uint8, json only B}",
    "result(uint8, bool)",
    "string_enum(red,green)",
    "string_enum(c0..c255)",
    "padded(uint8, 2)",
    "check_size(6, string)",
    "dynamic_size(uint8, n)",
    "dynamic_size(n, variable_bytes)",
    "mu(list){0 Nil | 1 Cons: uint8*list}",
    "with_guard(even, uint8)",
    "conv(uint8, write fails >100, read fails >50)",
    "assoc(uint8)",
    "lazy(uint16)",
    "json",
    "compact(tag=uint8, int64)",
    "compact(tag=uint8, option(payload uint8))",
    "compact(tag=uint8, list(bits=2, uint8))",
    "compact(tag=uint8, union{A: or_int32(string) | void | B: bool})",
    "compact(tag=uint16, obj2{req a: bool; opt b: int32})",
    "magic",
    "suffixed",
    "sized bytes",
    "sized block of bytes",
    "sized block with a long size",
    "sized text",
    "sized list",
    "sized object",
    "bounded size",
    "at least two",
    "counted by n",
    "UTF-8",
    "distinct keys",
    "other tags",
    "wide tag",
    "selected",
    "revisions",
];

/// Values at boundaries, random values, bytes with a mistake, and the slices of the last boundary with its rating.
#[test]
fn generated_values_and_their_slices() {
    let mut out = String::new();
    for name in GENERATED {
        let encoding = named(name);
        let size = encoding.size();
        let generate = Generate::new(encoding).max_bytes(12);
        let boundaries: Vec<Vec<u8>> = generate.boundaries().map(Result::unwrap).collect();
        let all: Vec<String> = boundaries.iter().map(|bytes| hex(bytes)).collect();
        let values: Vec<String> = generate.values(5).take(8).map(|bytes| hex(&bytes.unwrap())).collect();
        let flawed = generate.almost_valid(5).take(6).map(|flawed| {
            let error = decode(encoding, &flawed.bytes).unwrap_err();
            format!("{} {:?} at {}, {}", hex(&flawed.bytes), flawed.mistake, flawed.offset, error.kind().name())
        });
        let flawed: Vec<String> = flawed.collect();
        let last = boundaries.last().expect("a value");
        let slicing = slice(encoding, last);
        let slices = slicing.slices.iter().map(|slice| {
            let (path, kind) = (slice.path(), format!("{:?}", slice.kind));
            let kind = kind.split('(').next().unwrap_or_default();
            format!("{} {path}: {} = {} ({kind})", slice.offset, slice.name, slice.pretty)
        });
        let slices: Vec<String> = slices.collect();
        out.push_str(&format!(
            "## {name}\n{size:?}\nboundaries: {}\nvalues: {}\nflawed: {}\nslices: {}\nwhole: {:?}\ncut: {:?}\n\n",
            all.join(" "),
            values.join(" "),
            flawed.join("; "),
            slices.join("; "),
            fit(encoding, last),
            fit(encoding, last.split_last().map_or(&[], |(_, rest)| rest)),
        ));
    }
    compare("generated.txt", &out);
}

/// Encodings with a limit in bytes for their values, at which the width of a size or of a key changes, or more is needed of the choices.
const LONG: &[(&str, usize)] = &[
    ("bytes(len=n)", 128),
    ("bytes(len=n)", 129),
    ("bytes(len=n)", 130),
    ("bytes(len=uint8)", 256),
    ("bytes(len=uint8)", 300),
    ("list_with_length(n, bool)", 8),
    ("list_with_length(uint8, bool)", 300),
    ("assoc(uint8)", 100),
    ("distinct keys", 200),
    ("json", 200),
    ("string", 60),
    ("tup(string, list(list(uint8)), n)", 60),
    ("compact(tag=uint8, int64)", 2),
    ("compact(tag=uint8, int64)", 4),
    ("compact(tag=uint8, int64)", 6),
    ("compact(tag=uint8, int64)", 8),
    ("compact(tag=uint8, obj2{opt a: int32; opt b: payload string})", 40),
    ("mu(tree){0 Leaf: uint8 | 1 Node: list(tree)}", 60),
    ("n", 60),
    ("z", 60),
];

/// The lengths of the boundaries and some values of long encodings, with the rating of the first.
#[test]
fn long_values() {
    let mut out = String::new();
    for (name, max_bytes) in LONG {
        let encoding = named(name);
        let generate = Generate::new(encoding).max_bytes(*max_bytes);
        let lengths: BTreeSet<usize> = generate.boundaries().map(|bytes| bytes.unwrap().len()).collect();
        let values: Vec<Vec<u8>> = generate.values(4).take(7).map(Result::unwrap).collect();
        let texts: Vec<String> = values.iter().map(|bytes| hex(bytes)).collect();
        let rated = values.iter().map(|bytes| fit(encoding, bytes).evidence).collect::<Vec<_>>();
        out.push_str(&format!(
            "## {name}, {max_bytes}\nboundaries: {lengths:?}\n{}\nevidence: {rated:?}\n\n",
            texts.join("\n")
        ));
    }
    compare("long.txt", &out);
}

/// Checks that the boundaries of an encoding have its least and its greatest size, and that no value is outside of them.
#[test]
fn values_have_the_least_and_the_greatest_size_and_no_other() {
    for name in GENERATED {
        let encoding = named(name);
        let size = encoding.size();
        let generate = Generate::new(encoding).max_bytes(40);
        let lengths: Vec<usize> = generate.boundaries().map(|bytes| bytes.unwrap().len()).collect();
        let (least, most) = (lengths.iter().min().copied(), lengths.iter().max().copied());
        // The lower bound in the schema of a type that contains itself is that of its prefix; the size prefix `n` of a
        // limited block may be longer than necessary.
        assert!(least >= Some(size.least), "{name}: {least:?}, not {}", size.least);
        match size.most.filter(|most| *most <= 40) {
            Some(limit) => assert!(most <= Some(limit), "{name}: {most:?}, not {limit}"),
            None => assert!(most <= Some(40), "{name}: {most:?}"),
        }
        for bytes in generate.values(9).take(60).map(Result::unwrap) {
            let is_allowed = size.least <= bytes.len() && size.most.is_none_or(|most| bytes.len() <= most);
            assert!(is_allowed && bytes.len() <= 40, "{name}: {} bytes", bytes.len());
        }
        // With too little room, every value has the least size; with a byte more, none is longer than that.
        for max_bytes in [0, size.least, size.least + 1] {
            let lengths = Generate::new(encoding).max_bytes(max_bytes);
            let shortest = lengths.boundaries().next().unwrap().unwrap().len();
            let longest =
                lengths.values(3).take(40).chain(lengths.boundaries()).map(|bytes| bytes.unwrap().len()).max();
            assert!(longest <= Some(max_bytes.max(shortest)), "{name}: {longest:?} of {max_bytes}");
        }
    }
}

/// Objects that have encodings of every kind as fields, and encodings with a layout of their own.
const DESCRIBED: &[&str] = &[
    "obj{a: bool; b: int8; c: uint8; d: int16_le; e: uint16; f: int31; g: uint30_le; h: int32; i: int64; j: float; k: n; l: z; \
     m: ranged_int(10,20); n: ranged_int_le(-5,400); o: ranged_int(-5,70000); p: ranged_float(-1.5,2); \
     q: uint_like_n(max=300); r: int_like_z(min=-3,max=8)}",
    "obj{a: string; b: bytes(len=n); c: fixed_string(5); d: fixed_bytes(1); e: bounded_string(255); f: bounded_bytes(256); \
     g: bounded_bytes(9,len=n); h: check_size(9, string); i: variable_bytes}",
    "obj{a: list(max=5, uint16); b: fixed_list(3, fixed_bytes(4)); c: list_with_length(uint16, max=7, bool); \
     d: array_with_length(n, uint8); e: list(string); f: list(tup(uint8, bool))}",
    "obj{a?: uint8; b?: string; c?: obj{x: uint8; y: z}; d=7: uint8; e: def(name, tup(uint8, string)); v: variable_string; \
     x: bool; z: uint16}",
    "obj{a: uint8; b??: obj{x: uint8; y: bool}}",
    "union(tag=uint16){1 One: obj{x: uint8; y: string} | 0 None | 700 Far: dynamic_size(uint8, variable_bytes)}",
    "obj{a: string_enum(red,green); b: option(bool); c: result(uint8, null); d: padded(uint8, 2); e: dynamic_size(uint8, n)}",
    "mu(tree){0 Leaf: uint8 | 1 Node: obj{left: tree; right?: tree}}",
    "obj{a: with_guard(even, uint8); b: splitted(json=string, binary=uint8); c: assoc(uint8); d: lazy(n); e: json}",
    "compact(tag=uint8, obj3{req a: bool; opt b: int32; req c: list(bits=1, uint16)})",
    "merge_objs(obj{a: uint8}, obj{b: n}, union(tag=uint8){0 C: obj{c: bool}})",
    "magic",
    "suffixed",
    "sized list",
    "sized object",
    "at least two",
    "counted by n",
    "UTF-8",
    "distinct keys",
    "other tags",
    "wide tag",
    "selected",
    "described",
    "revisions",
    "empty",
];

/// The description, its constraints, and the layout with its drawing.
#[test]
fn descriptions_and_layouts() {
    let mut out = String::new();
    for name in DESCRIBED {
        let description = describe(named(name));
        // The long texts about `n` and `z` are those of the reference, which other tests compare.
        let short = |text: String| {
            let lines = text.lines().map(|line| match line.starts_with("A variable-length sequence of bytes") {
                true => "A variable-length ...\n".to_owned(),
                false => format!("{}\n", line.trim_end()),
            });
            lines.collect::<String>()
        };
        let constraints = description.constraints_to_json().expect("constraints");
        assert_eq!(
            tezos_encoding::schema::Description::from_json(&description.to_json()).unwrap().to_json(),
            description.to_json()
        );
        let picture = layout(&description);
        out.push_str(&format!("# {name}\n\n{}\n{constraints}\n\n", short(description.to_markdown())));
        out.push_str(&format!("{}\n", short(picture.to_markdown())));
    }
    compare("described.txt", &out);
}

/// A drawing with every shape: bars with ticks and torn ones, nested brackets, branches, links, constraints.
#[test]
fn drawings() {
    let name = "obj{tag: union(tag=uint8){0 A: uint8 | 1 B}; hash: fixed_bytes(16); long: fixed_bytes(17); \
        a?: dynamic_size(uint8, tup(uint8, bytes)); b?: bool; c: padded(uint8, 1); d: bounded_string(9); n?: n; e: list(string_enum(x,y))}";
    let picture = layout(&describe(named(name))).titled("a <drawing> & \"more\"");
    compare("drawing.svg", &picture.to_svg());
}

/// The encodings whose JSON Schema has limits of sizes, besides those of [`DESCRIBED`].
const LIMITED: &[&str] = &[
    "check_size(9, bytes)",
    "check_size(9, bytes(len=uint8))",
    "check_size(9, bytes(len=n))",
    "check_size(3, string)",
    "check_size(11, list(uint16))",
    "check_size(12, list(uint16))",
    "check_size(8, check_size(9, bytes))",
    "dynamic_size(uint8, check_size(300, variable_bytes))",
    "dynamic_size(uint8, variable_list(uint16))",
    "dynamic_size(check_size(1073741823, variable_bytes))",
    "dynamic_size(check_size(1073741822, variable_bytes))",
    "bytes(len=uint16)",
    "bounded_string(255)",
    "fixed_string(5)",
    "list(max=3, string)",
    "check_size(19, list(max=9, string))",
    "list_with_length(uint8, bool)",
    "list_with_length(uint8, max=7, bool)",
    "list_with_length(uint30, bool)",
    "check_size(9, obj{a: bytes; b: string})",
    "check_size(9, padded(fixed_bytes(3), 2))",
    "check_size(9, option(bytes))",
    "obj{a?: check_size(9, bytes); b=5: uint8; v: variable_bytes; c: uint8}",
    "ranged_float(-1.5,2)",
    "ranged_int(-5,400)",
    "uint_like_n(max=300)",
    "int_like_z(min=-3,max=8)",
    "int64",
    "int64_le",
    "uint30",
    "int31",
    "z",
    "assoc(string)",
    "lazy(uint8)",
    "json",
    "splitted(json=string, binary=uint8)",
    "tup(bool)",
    "fixed_list(0, bool)",
    "sized bytes",
    "sized block of bytes",
    "sized block with a long size",
    "sized text",
    "sized list",
    "bounded size",
    "UTF-8",
    "merge_tups(tup(bool), tup(null, uint8))",
    "compact(tag=uint8, option(bool))",
    "compact(tag=uint8, union{A: int32 | B: payload string})",
    "compact(tag=uint8, tup2(unit, or_int32(bool)))",
    "with_version(\"v\", v0=uint8)",
];

#[test]
fn json_schemas() {
    let line = |name: &&str| {
        let schema = json_schema(named(name));
        let (_, keywords) = schema.split_once("2020-12/schema\"").expect("the dialect");
        format!("{name}\n    {}\n", keywords.trim_start_matches(','))
    };
    compare("schemas.txt", &LIMITED.iter().chain(DESCRIBED).map(line).collect::<String>());
}

/// Two encodings, the changes from the first to the second, and for each whether old bytes and new bytes decode.
const CHANGED: &[(&str, &str)] = &[
    ("uint8", "int8"),
    ("uint8", "uint16"),
    ("uint16", "uint16_le"),
    ("uint8", "ranged_int(0,255)"),
    ("uint8", "ranged_int(1,255)"),
    ("ranged_int(0,9)", "ranged_int(0,9)"),
    ("ranged_int(0,9)", "ranged_int(-1,9)"),
    ("ranged_int(0,9)", "ranged_int(1,8)"),
    ("ranged_int(10,20)", "ranged_int(10,21)"),
    ("ranged_int(10,20)", "ranged_int(11,20)"),
    ("int31", "int32"),
    ("uint30", "int31"),
    ("float", "ranged_float(0,1)"),
    ("ranged_float(0,1)", "ranged_float(0,2)"),
    ("ranged_float(0,1)", "ranged_float(-1,0.5)"),
    ("bool", "uint8"),
    ("n", "z"),
    ("obj{a: n}", "obj{a: int31}"),
    ("uint_like_n(max=5)", "uint_like_n(max=6)"),
    ("n", "uint_like_n(max=6)"),
    ("int_like_z(min=-5,max=5)", "int_like_z(min=-4,max=6)"),
    ("bytes", "string"),
    ("bytes", "bytes(len=uint8)"),
    ("bytes", "bytes(len=n)"),
    ("fixed_bytes(4)", "fixed_bytes(5)"),
    ("fixed_bytes(4)", "variable_bytes"),
    ("fixed_bytes(4)", "fixed_string(4)"),
    ("fixed_bytes(1)", "uint8"),
    ("padded(uint8, 1)", "padded(uint8, 2)"),
    ("padded(uint8, 1)", "uint8"),
    ("list(max=3, uint8)", "list(max=3, uint8)"),
    ("list(max=3, uint8)", "list(uint8)"),
    ("fixed_list(3, uint8)", "fixed_list(4, uint8)"),
    ("list(fixed_bytes(3))", "list(fixed_bytes(4))"),
    ("list(uint8)", "list(obj{a: uint8; b: bool})"),
    ("list(def(x, uint8))", "list(def(y, uint8))"),
    ("list_with_length(uint8, bool)", "list_with_length(uint16, bool)"),
    ("check_size(8, string)", "check_size(8, string)"),
    ("check_size(8, string)", "string"),
    ("obj{a: check_size(8, variable_bytes)}", "obj{a: check_size(9, variable_bytes)}"),
    ("obj{a: uint8}", "obj{a?: uint8}"),
    ("obj{a?: uint8}", "obj{a?: uint16}"),
    ("obj{a: uint8; b: bool}", "obj{a: uint8; c: bool}"),
    ("obj{a: uint8; b: bool}", "obj{b: bool; a: uint8}"),
    ("obj{a: uint8; b: bool}", "obj{a: uint8; c: uint16}"),
    ("obj{a: uint8; b: bool}", "obj{b: bool}"),
    ("obj{a: uint8; b: bool}", "obj{a: uint8; x: n; b: bool}"),
    ("obj{a=1: uint8}", "obj{a=2: uint8}"),
    ("obj{a: uint8}", "obj{a=2: uint8}"),
    ("obj{a: with_guard(even, uint8)}", "obj{a: uint8}"),
    ("obj{a: with_guard(even, uint8)}", "obj{a: conv(uint8, write fails >100, read fails >50)}"),
    ("obj{k: def(key, tup(bytes, bool))}", "obj{k: def(lock, tup(bytes, bool))}"),
    ("obj{k: def(key, tup(bytes, bool))}", "obj{k: def(key, union(tag=uint8){0 A})}"),
    ("union(tag=uint8){0 A | 1 B}", "union(tag=uint16){0 A | 1 B}"),
    ("union(tag=uint8){0 A: uint8 | 1 B}", "union(tag=uint8){0 A: bool | 1 B}"),
    ("union(tag=uint8){0 A | 1 B}", "union(tag=uint8){0 A | 1 B | 2 C}"),
    ("union(tag=uint8){0 A | 1 B | 2 C}", "union(tag=uint8){0 A | 2 C}"),
    ("union(tag=uint8){0 A | 1 B}", "union(tag=uint8){0 A | 2 B}"),
    ("union(tag=uint8){0 A: uint8 | 1 B}", "union(tag=uint8){0 X: uint8 | 1 B}"),
    ("union(tag=uint8){0 A | 1 B}", "union(tag=uint8){1 A | 0 B}"),
    ("union(tag=uint8){0 A: uint8 | 1 A: bool}", "union(tag=uint8){0 A: uint8 | 1 A: uint8}"),
    ("union(tag=uint8){0 A: obj{x: uint8}}", "union(tag=uint8){0 B: obj{x: ranged_int(0,7)}}"),
    ("other tags", "union(tag=uint8){1 One: uint8}"),
    ("union(tag=uint8){0 A | 1 B}", "union(tag=uint8){0 B}"),
    ("obj{a: uint8; b: uint16}", "obj{a: uint16}"),
    ("obj{a: uint8; b: uint8; c: uint8}", "obj{x: uint8; c: uint8}"),
    ("obj{a: list(uint8); b: uint8}", "obj{b: list(uint8)}"),
    ("string_enum(a,b)", "string_enum(a,b,c)"),
    ("string_enum(a,b,c)", "string_enum(a,b)"),
    ("string_enum(a,b)", "string_enum(a,c)"),
    ("string_enum(a,b)", "string_enum(b,a)"),
    ("string_enum(a,b,c)", "string_enum(c,b)"),
    ("string_enum(a,b)", "string_enum(x,y,z)"),
    ("string_enum(c0..c254)", "string_enum(c0..c255)"),
    ("mu(t){0 L: uint8 | 1 N: list(t)}", "mu(t){0 L: int8 | 1 N: list(t)}"),
    ("mu(t){0 L: uint8 | 1 N: list(t)}", "mu(u){0 L: uint8 | 1 N: list(u)}"),
    ("magic", "uint8"),
    ("suffixed", "bytes(len=uint16)"),
    ("sized list", "variable_list(uint16)"),
    ("at least two", "list(max=3, uint8)"),
    ("UTF-8", "string(len=uint8)"),
    ("distinct keys", "assoc(uint8)"),
    ("json", "string"),
    ("empty", "uint8"),
    ("lazy(uint8)", "bytes"),
    ("compact(tag=uint8, bool)", "compact(tag=uint8, option(bool))"),
];

#[test]
fn changes() {
    let mut out = String::new();
    for (old, new) in CHANGED {
        let [before, after] = [old, new].map(|name| describe(named(name)));
        out.push_str(&format!("{old} => {new}\n"));
        for change in diff(&before, &after).changes {
            let decode = |all: bool| if all { "yes" } else { "no" };
            let (old_bytes, new_bytes) = (decode(change.old_bytes), decode(change.new_bytes));
            out.push_str(&format!(
                "    {} {:?}: {} (old {old_bytes}, new {new_bytes})\n",
                change.kind, change.path, change.what
            ));
        }
    }
    compare("changes.txt", &out);
}
