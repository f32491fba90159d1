//! What is said of each kind of change, and what it means for readers.
#![allow(clippy::unwrap_used, dead_code, reason = "a test, of types that are never made")]

use tezos_encoding::HasEncoding;
use tezos_encoding::schema::ChangeKind::{self, Added, Narrowed, Removed, Renamed, Renumbered, Replaced, Widened};
use tezos_encoding::schema::{Description, Encoding, describe, diff};

type Said = (&'static str, ChangeKind, bool, bool);

#[track_caller]
fn check(old: &'static Encoding, new: &'static Encoding, expected: &[Said]) {
    let changes = diff(&describe(old), &describe(new)).changes;
    let found: Vec<_> =
        changes.iter().map(|change| (change.path.as_str(), change.kind, change.old_bytes, change.new_bytes)).collect();
    assert_eq!(found, expected, "{changes:#?}");
    // The other way round, what was new is old.
    let back = diff(&describe(new), &describe(old));
    let forth = diff(&describe(old), &describe(new));
    assert_eq!((back.old_bytes(), back.new_bytes()), (forth.new_bytes(), forth.old_bytes()));
    assert!(diff(&describe(old), &describe(old)).is_empty());
}

/// An encoding of a struct, by its fields.
macro_rules! object {
    ($($fields:tt)*) => {{
        #[derive(HasEncoding)]
        struct Object { $($fields)* }
        Object::ENCODING
    }};
}

/// An encoding of an enum, by its variants.
macro_rules! union {
    ($tags:literal, $($cases:tt)*) => {{
        #[derive(HasEncoding)]
        #[encoding(tags = $tags)]
        enum Union { $($cases)* }
        Union::ENCODING
    }};
}

/// An encoding of names.
macro_rules! names {
    ($($names:tt)*) => {{
        #[derive(HasEncoding)]
        #[encoding(string_enum)]
        enum Names { $($names)* }
        Names::ENCODING
    }};
}

#[test]
fn fields() {
    check(object!(a: u8, b: u16), object!(a: u8), &[("b", Removed, false, false)]);
    check(object!(a: u8), object!(a: u8, b: Option<u16>), &[("b", Added, false, false)]);
    check(object!(a: u8, b: u16), object!(a: u8, c: u16), &[("c", Renamed, true, true)]);
    check(object!(a: u8, b: u16), object!(a: u8, b: i16), &[("b", Replaced, false, false)]);
    check(object!(a: u8, b: u16), object!(a: u8, b: Option<u16>), &[("b", Replaced, false, false)]);
    let moved = [("b", Removed, false, false), ("b", Added, false, false)];
    check(object!(b: u16, a: u8), object!(a: u8, b: u16), &moved);
}

#[test]
fn cases() {
    let old = union!(
        "u8",
        #[encoding(tag = 1)]
        One(u8),
        #[encoding(tag = 2)]
        Two(u16)
    );
    let added = union!(
        "u8",
        #[encoding(tag = 1)]
        One(u8),
        #[encoding(tag = 2)]
        Two(u16),
        #[encoding(tag = 3)]
        Three
    );
    check(old, added, &[("Three", Added, true, false)]);
    check(added, old, &[("Three", Removed, false, true)]);
    let renumbered = union!(
        "u8",
        #[encoding(tag = 1)]
        One(u8),
        #[encoding(tag = 4)]
        Two(u16)
    );
    check(old, renumbered, &[("Two", Renumbered, false, false)]);
    let renamed = union!(
        "u8",
        #[encoding(tag = 1)]
        Uno(u8),
        #[encoding(tag = 2)]
        Two(u16)
    );
    check(old, renamed, &[("One", Renamed, true, true)]);
    let wide = union!(
        "u16",
        #[encoding(tag = 1)]
        One(u8),
        #[encoding(tag = 2)]
        Two(u16)
    );
    // The tag's own row is in each case too.
    assert!(!diff(&describe(old), &describe(wide)).old_bytes());
    // A name that moved to another tag is not a new name of the case that had the tag.
    let swapped = union!(
        "u8",
        #[encoding(tag = 2)]
        One(u8),
        #[encoding(tag = 1)]
        Two(u16)
    );
    check(old, swapped, &[("One", Renumbered, false, false), ("Two", Renumbered, false, false)]);
}

#[test]
fn ranges_and_limits() {
    let digit = object!(#[encoding(range = 0..=9)] a: u8);
    let more = object!(#[encoding(range = 0..=99)] a: u8);
    check(digit, more, &[("a", Widened, true, false)]);
    check(more, digit, &[("a", Narrowed, false, true)]);
    check(digit, object!(a: u8), &[("a", Widened, true, false)]);
    let list = |max| match max {
        3 => object!(#[encoding(dynamic, list = 3)] a: Vec<u16>),
        _ => object!(#[encoding(dynamic, list = 4)] a: Vec<u16>),
    };
    check(list(3), list(4), &[("a", Widened, true, false)]);
    check(list(4), list(3), &[("a", Narrowed, false, true)]);
    let fixed = object!(a: [u8; 4]);
    check(fixed, object!(#[encoding(bytes)] a: Vec<u8>), &[("a", Widened, true, false)]);
    check(fixed, object!(a: [u8; 5]), &[("a", Replaced, false, false)]);
}

#[test]
fn names_of_enumerations() {
    let old = names!(Red, Green);
    check(old, names!(Red, Green, Blue), &[("blue", Added, true, false)]);
    check(names!(Red, Green, Blue), old, &[("blue", Removed, false, true)]);
    check(old, names!(Green, Red), &[("red", Renumbered, false, false), ("green", Renumbered, false, false)]);
    check(old, names!(Red, Blue), &[("green", Renamed, true, true)]);
}

#[test]
fn inside_of_definitions_and_sizes() {
    #[derive(HasEncoding)]
    #[encoding(id = "inner")]
    struct Old(u8, #[encoding(string)] String);
    #[derive(HasEncoding)]
    #[encoding(id = "inner")]
    struct New(u8, #[encoding(string(kind = "u8"))] String);
    let (old, new) = (<Vec<Old>>::ENCODING, <Vec<New>>::ENCODING);
    check(old, new, &[("[]", Replaced, false, false)]);
    check(u16::ENCODING, u32::ENCODING, &[("", Replaced, false, false)]);
}

#[test]
fn what_is_no_description_is_refused() {
    for (text, sentence) in [
        ("{}", "at byte 0 of the text, `toplevel` is expected"),
        (r#"{"toplevel":{"fields":[{"kind":"x"}]},"fields":[]}"#, "`named`, `anon`, `dyn` or `option_indicator`"),
        ("[", "is expected"),
    ] {
        let error = Description::from_json(text).unwrap_err().to_string();
        assert!(error.contains(sentence), "{error}");
    }
}
