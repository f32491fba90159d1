//! Messages cut into slices. The reference has slices of peer messages only; the crate `conformance` compares those.

use tezos_encoding::schema::grammar::parse;
use tezos_encoding::schema::{Class, Count, Encoding, Field, Mu, Scalar, Slicing, fit, slice};
use tezos_encoding::wire::Prefix;
use tezos_encoding::{Decode, HasEncoding, NomReader};

/// Returns `name = value` of each slice.
fn shown(slicing: &Slicing<'_>) -> Vec<String> {
    slicing.slices.iter().map(|slice| format!("{} = {}", slice.name, slice.pretty)).collect()
}

#[test]
fn every_encoding_has_a_name() {
    let fields = "c: string_enum(red,green); r: ranged_int(10,20); i: int16_le; p: padded(uint8, 2); o?: string; z: z; \
        l: list_with_length(uint8, uint8); f: float; v??: variable_bytes";
    let encoding = parse(&format!("obj{{{fields}}}")).unwrap();
    let message = [
        &[1, 5, 0xfe, 0xff, 7, 0, 1][..],
        &[0xff, 0, 0, 0, 1, b'"', 0xc1, 0x01],
        &[2, 8, 9],
        &1.5f64.to_be_bytes(),
        &[1],
    ]
    .concat();
    let slicing = slice(encoding, &message);
    assert_eq!(slicing.error, None);
    assert_eq!(
        shown(&slicing),
        [
            r#""c" (enum) = 1"#,
            r#""r" (ranged int) = 5"#,
            r#""i" (int16) = -2"#,
            r#""p" (uint8) = 7"#,
            r#"padding = "\000\001""#,
            "o presence flag = true",
            "dynamic length = 1",
            r#""o" (string) = "\"""#,
            r#""z" (Z) = -65"#,
            r#""list_length" (uint8) = 2"#,
            r#""l element" (uint8) = 8"#,
            r#""l element" (uint8) = 9"#,
            r#""f" (float) = 1.5"#,
            r#""v" (bytes) = "#,
        ]
    );
    let bytes: Vec<u8> = slicing.slices.iter().flat_map(|slice| slice.bytes).copied().collect();
    assert_eq!(bytes, message);
}

/// The reference omits the sign of a `z`, and prints nothing for a `z` of one byte.
#[test]
fn a_z_is_shown_with_its_sign_unlike_in_the_reference() {
    const Z: &Encoding = &Encoding::Scalar(Scalar::Z);
    let two = &Encoding::Tuple(&[Z, Z]);
    let slicing = slice(two, &[0x41, 0xc0, 0x01]);
    assert_eq!(shown(&slicing), ["Z = -1", "Z = -64"]);
    let reference = slicing.into_reference();
    assert_eq!(reference.len(), 1);
    assert_eq!((reference[0].offset, reference[0].pretty.as_str()), (1, "64"));
}

#[test]
fn a_guarded_optional_field_has_its_name() {
    #[derive(HasEncoding)]
    #[allow(dead_code, reason = "only its schema is used")]
    struct Guarded {
        #[encoding(guard = "some")]
        a: Option<u8>,
    }
    fn some(value: &Option<u8>) -> Result<(), &'static str> {
        value.map(|_| ()).ok_or("none")
    }
    assert_eq!(shown(&slice(Guarded::ENCODING, &[0xff, 7])), ["a presence flag = true", r#""a" (uint8) = 7"#]);
    let none = slice(Guarded::ENCODING, &[0]);
    assert_eq!(shown(&none), ["a presence flag = false"]);
    assert_eq!(none.error.unwrap().kind.name(), "User_invariant_guard");
}

#[derive(HasEncoding, NomReader)]
#[allow(dead_code, reason = "only its reader is run")]
struct Point {
    x: u8,
    #[encoding(guard = "even")]
    y: u16,
    #[encoding(dynamic(kind = "u8"), list = 2)]
    z: Vec<bool>,
}

fn even(number: &u16) -> Result<(), &'static str> {
    if number.is_multiple_of(2) { Ok(()) } else { Err("odd") }
}

/// The kind of an error, its offset, and the number of slices before it, which all match the reader.
#[test]
fn an_error_comes_with_the_slices_before_it() {
    for (message, error, offset, parts) in [
        (&[][..], "Not_enough_data", 0, 0),
        (&[1, 2], "Not_enough_data", 1, 1),
        (&[1, 0, 3, 0], "User_invariant_guard", 1, 2),
        (&[1, 0, 2, 3, 1], "Not_enough_data", 4, 3),
        (&[1, 0, 2, 3, 1, 1, 1], "List_too_long", 6, 5),
        (&[1, 0, 2, 0, 9], "Extra_bytes", 4, 3),
    ] {
        let slicing = slice(Point::ENCODING, message);
        let refusal = slicing.error.unwrap();
        assert_eq!((refusal.kind.name(), refusal.offset), (error, offset), "{message:?}");
        // The size prefix of the list is a slice before the error of its block.
        assert_eq!(slicing.slices.len(), parts, "{message:?}: {:?}", slicing.slices);
        let read = Point::from_bytes(message).err().unwrap();
        assert_eq!((read.kind().name(), read.offset()), (error, offset), "{message:?}");
    }
}

/// A value of a fixed size is refused because of missing bytes, even if one of its fields is wrong.
#[test]
fn missing_bytes_of_a_fixed_value_come_first() {
    let slicing = slice(parse("obj{a: uint8; c: string_enum(red,green); b: uint8}").unwrap(), &[1, 7]);
    assert_eq!(slicing.error.unwrap().kind.name(), "Not_enough_data");
    assert_eq!(slicing.slices.len(), 1);
}

#[test]
fn an_unknown_tag_is_not_a_slice() {
    let slicing = slice(parse("union(tag=uint8){0 A: uint8}").unwrap(), &[1, 7]);
    assert!(slicing.slices.is_empty());
    assert_eq!(slicing.error.unwrap().kind.name(), "Unexpected_tag");
}

/// Lists of lists of lists: the name of each level quotes the name of the level around it, so that its length would
/// double.
#[test]
fn nesting_exhausts_neither_the_stack_nor_memory() {
    static LISTS: Encoding = Encoding::Dynamic {
        prefix: Prefix::U30,
        inner: &Encoding::List { item: &NEST, count: Count::ToEnd { min: 0, max: None }, array: false },
    };
    static NEST: Encoding =
        Encoding::Mu(&Mu { name: "nest", class: Class::Dynamic, least: 4, depth: u32::MAX, body: || &LISTS });
    static NESTED: Encoding = Encoding::Object(&[Field::req("n", &NEST)]);
    let levels = 20_000u32;
    let mut message = Vec::new();
    for level in (0..levels).rev() {
        message.extend_from_slice(&(level * 4).to_be_bytes());
    }
    let slicing = slice(&NESTED, &message);
    assert_eq!(slicing.error, None);
    assert_eq!(slicing.slices.len(), 20_000);
    let longest = slicing.slices.iter().map(|slice| slice.name.len()).max();
    assert!(longest < Some(4096), "{longest:?}");
}

#[test]
fn an_incomplete_value_is_distinguished_from_a_wrong_one() {
    #[derive(HasEncoding)]
    #[allow(dead_code, reason = "only the schema of the type is used")]
    struct Peer {
        #[encoding(dynamic, list, string)]
        names: Vec<String>,
        flag: bool,
    }
    let whole = b"\0\0\0\x0c\0\0\0\x02hi\0\0\0\x02yo\xff";
    for cut in 1..whole.len() {
        let fit = fit(Peer::ENCODING, &whole[..cut]);
        assert!(fit.start && !fit.whole, "cut at {cut}: {fit:?}");
    }
    assert!(!fit(Peer::ENCODING, whole).start);
    // One byte more than fits; an inner size that is larger than the outer one; text that is not UTF-8.
    for wrong in [&b"\0\0\0\x02hi\xff\0"[..], b"\0\0\0\x0c\0\0\x09\x02hi", b"\0\0\0\x06\0\0\0\x02\xff\xff\0"] {
        let fit = fit(Peer::ENCODING, wrong);
        assert!(!fit.start && !fit.whole, "{wrong:?}: {fit:?}");
    }
}

#[test]
fn numbers_that_are_too_long_are_not_formatted() {
    for encoding in [<tezos_encoding::N>::ENCODING, <tezos_encoding::Z>::ENCODING] {
        for (bytes, is_made) in [(1 << 15, true), ((1 << 15) + 1, false), (1 << 20, false)] {
            let number = [vec![0xff; bytes - 1], vec![1]].concat();
            let slicing = slice(encoding, &number);
            assert!(slicing.error.is_none() && slicing.slices[0].bytes == number);
            assert_eq!(!slicing.slices[0].pretty.is_empty(), is_made, "{bytes}");
        }
    }
}
