//! The rules of encodings at their limits. They run at compile time, but they are functions: called at run time, they panic.

use std::collections::BTreeSet;
use std::panic::{UnwindSafe, catch_unwind};

use tezos_encoding::schema::rules::{self, uint_like_n};
use tezos_encoding::schema::{Case, Class, Count, Encoding, Extent, Field, LegacySchema, Mu, Scalar, TagSize};
use tezos_encoding::schema::{from_json, generate, grammar, to_json};
use tezos_encoding::wire::Prefix;
use tezos_encoding::{HasEncoding, Revisions};

const OK: &str = "";

/// Checks that a rule refuses what it is called with, with this text in its message, or accepts it if the text is empty.
#[track_caller]
fn expect(expected: &str, rule: impl FnOnce() + UnwindSafe) {
    let message = match catch_unwind(rule) {
        Ok(()) => String::new(),
        Err(panic) => {
            panic.downcast_ref::<String>().cloned().unwrap_or_else(|| panic.downcast_ref::<&str>().unwrap().to_string())
        }
    };
    assert!(
        message.contains(expected) && message.is_empty() == expected.is_empty(),
        "{message:?}, expected {expected:?}"
    );
}

fn kept<T>(value: T) -> &'static T {
    Box::leak(Box::new(value))
}

const U8: &Encoding = u8::ENCODING;
const U16: &Encoding = u16::ENCODING;
const TEXT: &Encoding = String::ENCODING;
const REST: &Encoding = &Encoding::Bytes(Extent::Rest);

#[test]
fn limits_of_numbers() {
    const ORDER: &str = "the minimum of this range is greater than its maximum";
    const INT31: &str = "the limits of a range are at most -2^30 and 2^30 - 1";
    const FIT: &str = "the limits of this range do not fit the Rust type";
    let (min, max) = (-(1 << 30), (1 << 30) - 1);
    expect(OK, || rules::range::<i32>(min, max));
    expect(OK, || rules::range::<i64>(5, 5));
    expect(INT31, || rules::range::<i64>(min - 1, max));
    expect(INT31, || rules::range::<i64>(min, max + 1));
    expect(ORDER, || rules::range::<i32>(6, 5));
    expect(OK, || rules::range::<u8>(0, 255));
    expect(FIT, || rules::range::<u8>(0, 256));
    expect(FIT, || rules::range::<u8>(-1, 5));
    expect(OK, || rules::range::<i8>(-128, 127));
    expect(FIT, || rules::range::<i8>(-129, 127));
    expect(FIT, || rules::range::<i8>(-128, 128));
    expect(OK, || uint_like_n::<u32>(0, max));
    expect("the minimum of `UintLikeN` is 0", || uint_like_n::<u32>(1, 9));
    expect("the minimum of `UintLikeN` is 0", || uint_like_n::<i32>(-1, 9));
    expect(INT31, || uint_like_n::<u32>(0, max + 1));
    expect(OK, || rules::float_range(-1.5, -1.5));
    expect(OK, || rules::float_range(f64::NEG_INFINITY, f64::INFINITY));
    for (min, max) in [(1.0, 0.5), (f64::NAN, 1.0), (1.0, f64::NAN)] {
        expect(ORDER, || rules::float_range(min, max));
        let (min, max) = (min.to_bits(), max.to_bits());
        expect(ORDER, || rules::rest(&Encoding::Scalar(Scalar::RangedFloat { min, max }), 0));
    }
    // Of numbers of variable length, a reader accepts at most eight bytes.
    for (max, expected) in [((1 << 56) - 1, OK), (1 << 56, "at most 2^56 - 1"), (u64::MAX, "at most 2^56 - 1")] {
        expect(expected, || rules::rest(&Encoding::Scalar(Scalar::UintLikeN { max }), 0));
    }
    let most = (1 << 55) - 1;
    for (min, max, expected) in [
        (-most, most, OK),
        (-most - 1, 0, "at most -(2^55 - 1)"),
        (0, most + 1, "at most -(2^55 - 1)"),
        (1, 0, ORDER),
        (0, 0, OK),
    ] {
        expect(expected, || rules::rest(&Encoding::Scalar(Scalar::IntLikeZ { min, max }), 0));
    }
}

#[test]
fn what_may_follow_a_field() {
    const OPEN: &str = "this field extends to the end of the block, but fields follow";
    expect(OK, || rules::field(REST, &[]));
    expect(OPEN, || rules::field(REST, &[U8]));
    expect(OPEN, || rules::closed(REST));
    expect(OK, || rules::field(TEXT, &[REST]));
    let reserve = |bytes, inner| kept(Encoding::Reserve { bytes, inner });
    expect(OK, || rules::field(reserve(3, REST), &[U8, U16]));
    expect("the total size", || rules::field(reserve(2, REST), &[U8, U16]));
    expect("the total size", || rules::field(reserve(4, REST), &[U8, U16]));
    expect("only fields of fixed size may follow", || rules::field(reserve(5, REST), &[U8, TEXT]));
    expect("remove it", || rules::field(reserve(3, TEXT), &[U8, U16]));
    expect(OPEN, || rules::rest(&Encoding::Tuple(&[REST, U8]), 0));
    expect(OK, || rules::rest(&Encoding::Merge(&[U8, REST]), 0));
    assert_eq!(rules::tail(&[U8, U16, TEXT]), 3);
}

#[test]
fn limits_of_blocks() {
    let bounded = |limit, inner| kept(Encoding::Bounded { limit, inner });
    for (prefix, most) in [
        (Prefix::U8, 0xff),
        (Prefix::U16, 0xffff),
        (Prefix::U16Le, 0xffff),
        (Prefix::U30, 0x3fff_ffff),
        (Prefix::U30Le, 0x3fff_ffff),
        (Prefix::N, 0x3fff_ffff),
    ] {
        for (limit, prefixed, suffixed) in [
            (most, OK, OK),
            (most + 1, "the size prefix is too narrow", "the size that follows the block is too narrow"),
        ] {
            let inner = bounded(limit, REST);
            expect(prefixed, || rules::rest(&Encoding::Dynamic { prefix, inner }, 0));
            if prefix != Prefix::N {
                expect(suffixed, || rules::rest(&Encoding::Suffixed { size: prefix, inner }, 0));
            }
        }
    }
    expect(OK, || rules::rest(bounded(4, TEXT), 0));
    expect("`bounded` is smaller", || rules::rest(bounded(3, TEXT), 0));
    let sized = |bytes, inner| kept(Encoding::Sized { bytes, inner });
    expect(OK, || rules::rest(sized(2, U16), 0));
    expect("`sized` is smaller", || rules::rest(sized(1, U16), 0));
    expect("`sized` is larger", || rules::rest(sized(3, U16), 0));
    expect(OK, || rules::rest(sized(4, TEXT), 0));
    expect(OK, || rules::rest(sized(9, bounded(9, REST)), 0));
    expect(OK, || rules::rest(&Encoding::Padded { bytes: 1, inner: U16 }, 0));
    expect("`padded` is for values of a fixed size", || rules::rest(&Encoding::Padded { bytes: 1, inner: TEXT }, 0));
}

#[test]
fn elements_and_options() {
    let list = |item, min, max| kept(Encoding::List { item, count: Count::ToEnd { min, max }, array: false });
    expect(OK, || rules::rest(list(U8, 3, Some(3)), 0));
    expect("the minimum length of this list", || rules::rest(list(U8, 4, Some(3)), 0));
    expect(OK, || rules::rest(list(U8, 4, None), 0));
    expect("the elements of this list extend", || rules::rest(list(REST, 0, None), 0));
    expect("the elements of this list may have no bytes", || rules::rest(list(&Encoding::Empty, 0, None), 0));
    let assoc = |value| kept(Encoding::Assoc { value, keys: Default::default() });
    expect(OK, || rules::rest(assoc(&Encoding::Empty), 0));
    expect("the values of this association list", || rules::rest(assoc(REST), 0));
    const NULL: &str = "may be `null`";
    static ABSENT: Encoding = Encoding::Opt(&Encoding::Null);
    static PRESENT: Encoding = Encoding::Opt(u8::ENCODING);
    for (option, expected) in [(&ABSENT, NULL), (&PRESENT, OK)] {
        expect(expected, || rules::rest(list(option, 0, None), 0));
        expect(expected, || rules::rest(assoc(option), 0));
        expect(expected, || rules::absent(kept(Encoding::Def { id: "a", inner: option })));
        expect(expected, || rules::rest(kept(Encoding::Tuple(kept([U8, option]).as_slice())), 0));
    }
    for payload in [&Encoding::Null, &PRESENT] {
        let cases = kept([Case::new(1, "Some", payload), Case::new(0, "None", &Encoding::Null)]);
        expect(NULL, || rules::rest(&Encoding::Union { tag: TagSize::U8, cases, ignore_unknown: false }, 0));
        // A union that is not the reference's `option`.
        let cases = kept([Case::new(2, "Some", payload), Case::new(0, "None", &Encoding::Null)]);
        expect(OK, || rules::rest(&Encoding::Union { tag: TagSize::U8, cases, ignore_unknown: false }, 0));
    }
}

#[test]
fn older_encodings_are_nested_four_deep() {
    fn convert(bytes: &[u8]) -> Option<Vec<u8>> {
        Some(bytes.to_vec())
    }
    let legacy = |current, older| kept(Encoding::Legacy(kept(LegacySchema { current, older, convert })));
    let mut both = [U8, U8];
    for level in 1..=5 {
        let expected = if level <= 4 { OK } else { "at most four `legacy`" };
        both = [legacy(both[0], U16), legacy(U16, both[1])];
        for encoding in both {
            expect(expected, || rules::rest(encoding, 0));
            expect(expected, || rules::step(encoding, 0));
        }
    }
    static MU: Encoding =
        Encoding::Mu(&Mu { name: "mu", class: Class::Dynamic, least: 1, depth: 9, body: || &Encoding::Null });
    expect("neither encoding may contain a recursive type", || rules::step(legacy(U8, &MU), 0));
    expect(OK, || rules::step(legacy(U8, kept(Encoding::Lazy(&MU))), 0));
}

/// One level takes 640 bytes for each call but the first, 40 for each field, six times the size, and one.
#[test]
fn levels_that_fit_a_stack() {
    for (calls, fields, size, most) in
        [(2, 0, 0, 2_862), (0, 1, 0, 44_756), (1, 1, 0, 44_756), (1, 0, 100, 3_053), (3, 10, 50, 926)]
    {
        expect(OK, || rules::depth(most, calls, fields, size));
        let expected = format!("declare a `depth` of at most {most}");
        expect(&expected, || rules::depth(most + 1, calls, fields, size));
    }
    expect("at most 0", || rules::depth(1, 1, 0, 1 << 20));
}

#[test]
fn tags_classes_and_merged_values() {
    expect(OK, || rules::tag_is_new(3, &[1, 2]));
    expect("a preceding variant has the same tag", || rules::tag_is_new(2, &[1, 2]));
    expect(OK, || rules::tag_is_free(3, &[1, 2]));
    expect("this tag is reserved", || rules::tag_is_free(1, &[1, 2]));
    let (variable, plain) = ("write `mu(variable)`", "write `mu`");
    for (declared, of_variable, of_dynamic, of_fixed) in
        [(Class::Dynamic, variable, OK, OK), (Class::Variable, OK, plain, plain), (Class::Fixed(1), OK, OK, OK)]
    {
        expect(of_variable, || rules::mu_class(declared, REST));
        expect(of_dynamic, || rules::mu_class(declared, TEXT));
        expect(of_fixed, || rules::mu_class(declared, U8));
    }
    static A: Encoding = Encoding::Object(&[Field::req("a", u8::ENCODING)]);
    static B: Encoding = Encoding::Object(&[Field::req("b", u8::ENCODING)]);
    static PAIR: Encoding = Encoding::Tuple(&[u8::ENCODING, u8::ENCODING]);
    expect(OK, || rules::merged_object(&A));
    expect("among named fields", || rules::merged_object(&PAIR));
    expect(OK, || rules::merged_tuple(&PAIR));
    expect("among unnamed fields", || rules::merged_tuple(&A));
    expect(OK, || rules::merged_names(&A, &[&B]));
    expect("has the same name", || rules::merged_names(&A, &[&B, &A]));
    expect("has the same name", || rules::merged_names(kept(Encoding::Merge(kept([&B, &A]))), &[&A]));
    expect(OK, || rules::object(&A));
    expect(OK, || rules::object(kept(Encoding::Bounded { limit: 9, inner: &A })));
    expect("is for cases whose JSON is an object", || rules::object(&PAIR));
}

/// Where the schemas show that JSON of one encoding is never read as another, none of its values is.
#[test]
fn json_that_is_told_apart_is_never_read_as_another() {
    const DESCRIPTIONS: &str = r#"
        null & empty & constant("a1") & constant("12") & bool & uint8 & int16 & int31 & int64 & float & n & z
        ranged_int(0,9) & ranged_int(10,19) & ranged_float(0.5,1.5) & uint_like_n(max=5) & int_like_z(min=-9,max=-1)
        string & bytes & fixed_bytes(1) & fixed_bytes(2) & fixed_string(2) & fixed_string(4) & string_enum(a1,b) & string_enum(c,nan)
        dynamic_size(list(uint8)) & dynamic_size(list(bool)) & dynamic_size(list(max=1, uint8)) & fixed_list(2,uint8)
        fixed_list(2,bool) & fixed_list(3,uint8) & tup(uint8, uint8) & tup(uint8, bool) & tup(uint8, uint8, uint8)
        merge_tups(tup(uint8), tup(uint8, uint8)) & merge_tups(tup(uint8), tup(bool)) & tup(dynamic_size(list(uint8)), uint8)
        obj{a: uint8} & obj{a?: uint8} & obj{a: uint8; b?: uint8} & obj{a: bool} & obj{b: uint8} & obj{a=3: uint8}
        merge_objs(obj{a: uint8}, obj{b: uint8}) & merge_objs(obj{a: uint8}, obj{c?: bool}) & option(string)
        union(tag=uint8){0 A: uint8 | 1 B: bool} & union(tag=uint8){0 A: obj{a: uint8} | 1 B: obj{c: bool}}
        merge_objs(union(tag=uint8){0 A: obj{a: uint8} | 1 B: obj{b: uint8}}, obj{c: bool})
        dynamic_size(assoc(uint8)) & dynamic_size(assoc(dynamic_size(list(uint8)))) & obj{invalid_utf8_string: dynamic_size(list(uint8))}
        compact(tag=uint8, union{A: int32 | B: bool}) & compact(tag=uint8, option(int64)) & compact(tag=uint8, list(bits=2, uint8))
        compact(tag=uint8, obj1{req a: int32}) & compact(tag=uint8, tup2(bool, int32))
    "#;
    let words = DESCRIPTIONS.lines().flat_map(|line| line.split(" & ")).map(str::trim).filter(|word| !word.is_empty());
    let encodings: Vec<_> = words.map(|word| (word, grammar::parse(word).unwrap())).collect();
    let mut apart = 0;
    for (written, other) in &encodings {
        let generate = generate(other);
        let bytes = generate.values(1).take(30).chain(generate.boundaries().take(30)).map(Result::unwrap);
        let texts: BTreeSet<_> = bytes.filter_map(|bytes| to_json(other, &bytes).ok()).collect();
        for (read, encoding) in encodings.iter().filter(|(_, encoding)| !encoding.may_read_json_of(other)) {
            apart += 1;
            let taken = texts.iter().find(|text| from_json(encoding, text).is_ok());
            assert_eq!(taken, None, "{read} reads what {written} writes");
        }
    }
    // The other 523 pairs may be read as one another, each encoding as itself among them.
    assert_eq!((encodings.len(), apart), (57, 2726));
}

/// A name that two fields have in different revisions is read if either reads it.
#[test]
fn fields_of_one_name_in_two_revisions() {
    const NUMBER: &Encoding = u8::ENCODING;
    const TEXT: &Encoding = String::ENCODING;
    const OLD: Field = Field::req("name", NUMBER).during(Revisions::new(0, 2));
    const NEW: Field = Field::req("name", TEXT).during(Revisions::new(3, u16::MAX));
    const BOTH: &Encoding = &Encoding::Object(&[OLD, NEW]);
    const MERGED: &Encoding = &Encoding::Merge(&[&Encoding::Object(&[OLD]), &Encoding::Object(&[NEW])]);
    const NUMBERS: &Encoding = &Encoding::Object(&[Field::req("name", NUMBER)]);
    const TEXTS: &Encoding = &Encoding::Object(&[Field::req("name", TEXT)]);
    const FLAGS: &Encoding = &Encoding::Object(&[Field::req("name", bool::ENCODING)]);
    for encoding in [BOTH, MERGED] {
        let reads = [NUMBERS, TEXTS, FLAGS].map(|other| encoding.may_read_json_of(other));
        assert_eq!(reads, [true, true, false], "{encoding:?}");
    }
}
