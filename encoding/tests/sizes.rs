//! The size class, least and greatest size of each kind of encoding, and the shape of its JSON.

use tezos_encoding::HasEncoding;
use tezos_encoding::Revisions;
use tezos_encoding::schema::grammar::parse;
use tezos_encoding::schema::{Case, Class, Count, Encoding, Extent, Field, Mu, Select, Size, TagSize};
use tezos_encoding::wire::Prefix;

const U8: &Encoding = u8::ENCODING;
const U16: &Encoding = u16::ENCODING;
/// The greatest size of a block with a 4-byte size prefix.
const BLOCK: usize = 0x3fff_ffff;

fn kept(encoding: Encoding) -> &'static Encoding {
    Box::leak(Box::new(encoding))
}

fn names(count: usize) -> String {
    format!("string_enum({})", (0..count).map(|name| format!("n{name}")).collect::<Vec<_>>().join(","))
}

#[test]
fn sizes() {
    let (fixed, dynamic, variable) = (Size::fixed, Size::dynamic, Size::variable);
    let rows = [
        ("unit", fixed(0)),
        ("null", fixed(0)),
        ("constant(\"k\")", fixed(0)),
        ("bool", fixed(1)),
        ("float", fixed(8)),
        ("n", dynamic(1, None)),
        ("uint_like_n(max=127)", dynamic(1, Some(1))),
        ("uint_like_n(max=128)", dynamic(1, Some(2))),
        ("int_like_z(min=-63,max=63)", dynamic(1, Some(1))),
        ("int_like_z(min=-64,max=0)", dynamic(1, Some(2))),
        ("fixed_bytes(5)", fixed(5)),
        ("variable_bytes", variable(0, None)),
        ("string", dynamic(4, None)),
        ("string(len=uint8)", dynamic(1, None)),
        ("string(len=n)", dynamic(1, None)),
        ("bounded_string(255)", dynamic(1, Some(256))),
        ("bounded_string(256)", dynamic(2, Some(258))),
        ("list(max=3, uint16)", dynamic(4, Some(10))),
        ("variable_list(uint16)", variable(0, None)),
        ("fixed_list(3, uint16)", fixed(6)),
        ("fixed_list(3, n)", dynamic(3, None)),
        ("fixed_list(3, bounded_string(7))", dynamic(3, Some(24))),
        ("list_with_length(uint8, max=3, uint16)", dynamic(1, Some(7))),
        ("list_with_length(uint8, uint16)", dynamic(1, Some(511))),
        ("list_with_length(n, max=127, uint8)", dynamic(1, Some(128))),
        ("list_with_length(n, max=128, uint8)", dynamic(1, Some(130))),
        ("option(uint16)", dynamic(1, Some(3))),
        ("option(variable_bytes)", variable(1, None)),
        ("obj{a?: uint16}", dynamic(1, Some(3))),
        ("obj{a?: variable_bytes}", variable(0, None)),
        ("obj{a??: uint16}", variable(0, Some(2))),
        ("obj{a=7: uint16}", fixed(2)),
        ("obj{a: uint8; b: n}", dynamic(2, None)),
        ("tup(uint8, bounded_string(7))", dynamic(2, Some(9))),
        ("tup(uint8, variable_bytes)", variable(1, None)),
        ("merge_objs(obj{a: uint8}, obj{b: uint16})", fixed(3)),
        ("union(tag=uint8){0 A: uint16 | 1 B: int16}", fixed(3)),
        ("union(tag=uint16){0 A: uint16 | 1 B: uint8}", dynamic(3, Some(4))),
        ("union(tag=uint8){0 A: uint16 | 1 B: variable_bytes}", variable(1, None)),
        ("padded(uint16, 3)", fixed(5)),
        ("check_size(9, string)", dynamic(4, Some(9))),
        ("check_size(9, uint16)", fixed(2)),
        ("check_size(9, variable_bytes)", variable(0, Some(9))),
        ("dynamic_size(uint16, uint8)", dynamic(3, Some(3))),
        ("dynamic_size(uint8, check_size(9, variable_bytes))", dynamic(1, Some(10))),
        ("compact(tag=uint8, bool)", fixed(1)),
        ("compact(tag=uint16, int32)", dynamic(3, Some(6))),
        ("compact(tag=uint8, int64)", dynamic(2, Some(9))),
        ("compact(tag=uint8, option(int64))", dynamic(1, Some(9))),
        ("compact(tag=uint8, or_int32(bool))", dynamic(2, Some(5))),
        ("compact(tag=uint8, list(bits=2, uint8))", dynamic(1, None)),
        ("compact(tag=uint8, list(bits=0, uint8))", dynamic(5, None)),
        ("compact(tag=uint8, obj2{req a: int32; opt b: payload uint16})", dynamic(2, Some(7))),
    ];
    let found = rows.map(|(encoding, _)| (encoding, parse(encoding).map(Encoding::size).unwrap()));
    let wrong: Vec<_> = found.into_iter().zip(rows).filter(|(found, row)| found != row).collect();
    assert!(wrong.is_empty(), "{wrong:#?}");
    assert_eq!([255, 256].map(|count| parse(&names(count)).unwrap().size()), [fixed(1), fixed(2)]);
}

/// Encodings that the reference does not have.
#[test]
fn sizes_of_our_encodings() {
    let (fixed, dynamic, variable) = (Size::fixed, Size::dynamic, Size::variable);
    let list = |item, min, max| Encoding::List { item, count: Count::ToEnd { min, max }, array: false };
    let text = Encoding::Bytes(Extent::Rest);
    let bounded = kept(Encoding::Bounded { limit: 300, inner: kept(text) });
    static SAME: Select = Select { cases: &[Field::req("a", U16), Field::req("b", i16::ENCODING)], choose: |_| None };
    static OTHER: Select = Select { cases: &[Field::req("a", U16), Field::req("b", U8)], choose: |_| None };
    static NONE: Select = Select { cases: &[], choose: |_| None };
    static SOME: [Field; 2] = [Field::req("a", U16), Field::req("b", U16).during(Revisions::new(3, 9))];
    static UNKNOWN: [Case; 2] = [Case::new(0, "A", U16), Case::other("B", &Encoding::Bytes(Extent::Fixed(3)), &[])];
    static MU: Mu = Mu { name: "mu", class: Class::Dynamic, least: 2, depth: 9, body: || &Encoding::Null };
    for (encoding, expected) in [
        (list(U16, 2, Some(3)), variable(4, Some(6))),
        (list(U16, 0, None), variable(0, None)),
        (Encoding::Dynamic { prefix: Prefix::U8, inner: bounded }, dynamic(1, Some(256))),
        (Encoding::Dynamic { prefix: Prefix::U16, inner: bounded }, dynamic(2, Some(302))),
        (Encoding::Dynamic { prefix: Prefix::N, inner: bounded }, dynamic(1, Some(305))),
        (
            Encoding::Dynamic {
                prefix: Prefix::U30,
                inner: kept(Encoding::Bounded { limit: BLOCK + 1, inner: kept(text) }),
            },
            dynamic(4, Some(BLOCK + 4)),
        ),
        (Encoding::Suffixed { size: Prefix::U16, inner: U8 }, variable(3, Some(3))),
        (Encoding::Sized { bytes: 9, inner: kept(text) }, fixed(9)),
        (Encoding::Reserve { bytes: 9, inner: kept(text) }, variable(0, None)),
        (Encoding::Magic { bytes: b"abc", inner: U16 }, fixed(5)),
        (Encoding::Assoc { value: U8, keys: Default::default() }, variable(0, None)),
        (Encoding::Lazy(U8), variable(0, None)),
        (Encoding::Opt(kept(text)), variable(1, None)),
        (Encoding::Opt(U16), dynamic(1, Some(3))),
        (Encoding::Json, variable(0, None)),
        (Encoding::Select(&SAME), dynamic(2, Some(2))),
        (Encoding::Select(&OTHER), dynamic(1, Some(2))),
        (Encoding::Select(&NONE), dynamic(0, Some(0))),
        (Encoding::Object(&SOME), dynamic(2, Some(4))),
        (Encoding::Union { tag: TagSize::U8, cases: &UNKNOWN, ignore_unknown: false }, fixed(3)),
        (Encoding::Union { tag: TagSize::U32, cases: &UNKNOWN, ignore_unknown: false }, dynamic(3, Some(6))),
        (Encoding::Mu(&MU), dynamic(2, None)),
    ] {
        let encoding = kept(encoding);
        assert_eq!(encoding.size(), expected, "{encoding:?}");
        let is_fixed = if let Class::Fixed(bytes) = expected.class { Some(bytes) } else { None };
        assert_eq!(encoding.fixed_size(), is_fixed, "{encoding:?}");
    }
    assert_eq!([TagSize::U8, TagSize::U16, TagSize::U32].map(TagSize::max), [0xff, 0xffff, u32::MAX]);
}

/// Whether the JSON may be `null`, whether a field may be left out, and what it can be merged with.
#[test]
fn shapes_of_json() {
    let rows = [
        ("unit", "object"),
        ("null", "null"),
        ("uint8", ""),
        ("json", "null"),
        ("option(uint8)", "null"),
        ("result(uint8, null)", "object"),
        ("obj{a: null}", "object"),
        ("tup(null, null)", "tuple"),
        ("list(uint8)", ""),
        ("check_size(9, obj{a: uint8})", "object"),
        ("check_size(9, option(uint8))", "null"),
        ("dynamic_size(uint8, option(uint8))", "null"),
        ("padded(tup(uint8, uint8), 2)", ""),
        ("merge_objs(obj{a: uint8}, obj{b: uint8})", "object"),
        ("merge_tups(tup(uint8), tup(uint8))", "tuple"),
        ("union(tag=uint8){0 A: obj{a: uint8} | 1 B: unit}", "object"),
        ("union(tag=uint8){0 A: obj{a: uint8} | 1 B: tup(uint8, uint8)}", ""),
        ("union(tag=uint8){0 A: uint8 | 1 B: null}", "null"),
        ("compact(tag=uint8, option(bool))", "null"),
        ("compact(tag=uint8, union{A: bool | B: null})", "null"),
        ("compact(tag=uint8, tup2(bool, bool))", ""),
        ("compact(tag=uint0, payload option(uint8))", "null"),
    ];
    let wrong = rows.into_iter().filter_map(|(encoding, expected)| {
        let parsed = parse(encoding).unwrap_or_else(|error| panic!("{encoding}: {error}"));
        let words = [(parsed.is_nullable(), "null"), (parsed.merges(true), "object"), (parsed.merges(false), "tuple")];
        let found: Vec<_> = words.into_iter().filter(|(is, _)| *is).map(|(_, word)| word).collect();
        assert!(!parsed.may_be_left_out(), "{encoding}");
        (found.join(" ") != expected).then_some((encoding, found, expected))
    });
    let wrong: Vec<_> = wrong.collect();
    assert!(wrong.is_empty(), "{wrong:#?}");
    let opt = || kept(Encoding::Opt(U8));
    for (encoding, expected) in [
        (opt(), [true, true]),
        (kept(Encoding::Varopt(U8)), [true, true]),
        (kept(Encoding::Bounded { limit: 9, inner: opt() }), [true, true]),
        (kept(Encoding::Sized { bytes: 2, inner: opt() }), [true, true]),
        (kept(Encoding::Magic { bytes: b"a", inner: opt() }), [true, true]),
        (kept(Encoding::Magic { bytes: b"a", inner: &Encoding::Null }), [false, false]),
        (kept(Encoding::Lazy(opt())), [false, false]),
    ] {
        assert_eq!([encoding.is_nullable(), encoding.may_be_left_out()], expected, "{encoding:?}");
    }
}
