//! Errors: the name and the sentence of each kind, what is near a refused byte, and what can be told from a fault alone.

use std::error::Error;
use std::io;

use tezos_encoding::schema::grammar::parse;
use tezos_encoding::schema::{Case, JsonError, JsonErrorKind};
use tezos_encoding::stream::{StreamDecoder, StreamError, Unstreamable};
use tezos_encoding::{EncodeError, Fault, FaultKind, KnownTags, Reader, Revision, RevisionNames, Revisions};

use crate::common::*;

/// The names are those of `Data_encoding.Binary.read_error` and `write_error`, if the reference has the error.
#[test]
fn every_kind_has_a_name_and_a_sentence() {
    let size = |limit| ErrorKind::SizeLimitExceeded { limit, found: 9 };
    let list = |max, found, writing, array| ErrorKind::ListLength { max, found, writing, array };
    let inner = Box::new(EncodeError::new(ErrorKind::MissingField).in_field("a"));
    let function = |guard: bool| {
        let (function, message) = ("check", "odd".into());
        if guard { ErrorKind::UserGuard { function, message } } else { ErrorKind::UserFunction { function, message } }
    };
    let revisions = Revisions::new(3, 5);
    let name = |twice, nearest| ErrorKind::UnexpectedField { name: "a\"".into(), twice, nearest };
    let unknown = |field, nearest| ErrorKind::UnknownName { name: "b".into(), field, nearest };
    let wrong = |instead: Option<&str>| ErrorKind::WrongJson {
        expected: "digits".into(),
        found: "null".into(),
        instead: instead.map(Into::into),
    };
    for (kind, name, text) in [
        (
            ErrorKind::NotEnoughData { expected: "uint8", needed: 1, available: 0 },
            "Not_enough_data",
            "1 byte is needed for uint8 but the block has 0 left",
        ),
        (
            ErrorKind::NotEnoughData { expected: "int64", needed: 8, available: 1 },
            "Not_enough_data",
            "8 bytes are needed for int64 but the block has 1 left",
        ),
        (ErrorKind::ExtraBytes { count: 1 }, "Extra_bytes", "the value ends, but 1 more byte follows in its block"),
        (ErrorKind::ExtraBytes { count: 2 }, "Extra_bytes", "the value ends, but 2 more bytes follow in its block"),
        (ErrorKind::NoCaseMatched, "No_case_matched", "no case of the encoding matches the value"),
        (
            ErrorKind::NearestCase { case: "A", error: inner },
            "No_case_matched",
            "no case of the encoding matches the value; the closest is A: a: the field is missing (Missing_field)",
        ),
        (
            ErrorKind::UnexpectedTag { tag: 9, ignorable: false, known: KnownTags::NONE },
            "Unexpected_tag",
            "no case has the tag 9 (0x09), expected the tag of a case",
        ),
        (
            ErrorKind::TakenTag { tag: 16 },
            "Unexpected_tag",
            "the tag 16 (0x10) belongs to a known case or is reserved, so it cannot be the tag of an unknown case",
        ),
        (
            ErrorKind::WrongCase { selected: Some("A"), found: "B" },
            "No_case_matched",
            "the preceding fields select the case A, but the value has the case B",
        ),
        (
            ErrorKind::WrongCase { selected: None, found: "B" },
            "No_case_matched",
            "the preceding fields select no case, but the value has the case B",
        ),
        (
            ErrorKind::InvalidInt { min: -1, value: 3, max: 2 },
            "Invalid_int",
            "expected an integer from -1 to 2, found 3",
        ),
        (
            ErrorKind::InvalidFloat { min: 0.5f64.to_bits(), value: 3f64.to_bits(), max: 1.5f64.to_bits() },
            "Invalid_float",
            "expected a number from 0.5 to 1.5, found 3",
        ),
        (ErrorKind::InvalidNatural, "Invalid_natural", "expected a natural number, found a negative one"),
        (ErrorKind::TrailingZero, "Trailing_zero", "the number is not in its shortest encoding: its last byte is zero"),
        (size(1), "Size_limit_exceeded", "at most 1 byte is allowed, found 9"),
        (size(2), "Size_limit_exceeded", "at most 2 bytes are allowed, found 9"),
        (list(1, 2, false, false), "List_too_long", "at most 1 element is allowed, found 2"),
        (list(2, 3, false, true), "Array_too_long", "at most 2 elements are allowed, found 3"),
        (list(2, 1, true, false), "List_invalid_length", "expected exactly 2 elements, found 1"),
        (list(1, 0, true, true), "Array_invalid_length", "expected exactly 1 element, found 0"),
        (list(2, 2, true, true), "Array_invalid_length", "at most 2 elements are allowed, found 2"),
        (ErrorKind::ListTooShort { min: 1, found: 0 }, "List_too_short", "at least 1 element is required, found 0"),
        (ErrorKind::ListTooShort { min: 2, found: 1 }, "List_too_short", "at least 2 elements are required, found 1"),
        (ErrorKind::BytesLength { expected: 1, found: 2 }, "Invalid_bytes_length", "expected 1 byte, found 2"),
        (ErrorKind::TextLength { expected: 2, found: 1 }, "Invalid_string_length", "expected 2 bytes, found 1"),
        (ErrorKind::WrongValue { expected: "bool" }, "Wrong_value", "expected bool, found a value of another kind"),
        (ErrorKind::MissingField, "Missing_field", "the field is missing"),
        (
            ErrorKind::OtherRevision { revisions, revision: Revision(6), names: RevisionNames::default() },
            "Other_revision",
            "only revisions from 3 to 5 have this field or case, and 6 is being written",
        ),
        (ErrorKind::NoCaseForJson { found: "null".into() }, "No_case_matched", "no case of the encoding matches null"),
        (wrong(None), "Wrong_value", "expected digits, found null"),
        (wrong(Some("\"1\"")), "Wrong_value", "expected digits, found null: write \"1\""),
        (unknown("kind", None), "No_case_matched", "\"b\" is not a kind known here"),
        (unknown("id", Some("a")), "No_case_matched", "\"b\" is not an id known here; the nearest is \"a\""),
        (name(false, None), "Unexpected_field", "unexpected field \"a\\\"\""),
        (name(false, Some("a")), "Unexpected_field", "unexpected field \"a\\\"\"; the nearest is \"a\""),
        (name(true, None), "Unexpected_field", "the field \"a\\\"\" occurs twice"),
        (
            ErrorKind::TooManyCases,
            "Too_many_cases",
            "finding the case of the value among nested unions would take too long",
        ),
        (function(true), "User_invariant_guard", "the value is refused: odd"),
        (function(false), "Exception_raised_in_user_function", "the value is refused: odd"),
        (ErrorKind::InvalidUtf8, "Invalid_utf8", "the text is not valid UTF-8"),
        (ErrorKind::DuplicateKey, "Duplicate_key", "this key occurs twice in the map"),
        (
            ErrorKind::Magic { expected: &[1, 0xfe], found: vec![2, 3] },
            "Invalid_magic",
            "expected the bytes [01, fe], found [02, 03]",
        ),
        (ErrorKind::Overflow, "Overflow", "the number does not fit the Rust type"),
        (ErrorKind::TooDeep { limit: 3 }, "Too_deep", "values are nested deeper than 3 levels"),
        (
            ErrorKind::HeapExceeded { needed: 5 },
            "Heap_exceeded",
            "5 bytes of heap are needed, which is more than is left of the decoding budget",
        ),
        (ErrorKind::Foreign, "Foreign_parser", "a hand-written parser refuses the bytes"),
        (ErrorKind::EmptyItem, "Empty_item", "this element consumes no bytes, so the end of the list cannot be found"),
        (
            ErrorKind::Destination { needed: 1, available: 0 },
            "No_space_left",
            "1 byte is needed but the destination has 0",
        ),
        (
            ErrorKind::Destination { needed: 4, available: 1 },
            "No_space_left",
            "4 bytes are needed but the destination has 1",
        ),
    ] {
        assert_eq!((kind.name(), kind.to_string().as_str()), (name, text), "{kind:?}");
        let error = EncodeError::new(kind.clone());
        assert_eq!(error.to_string(), format!("{text} ({name})"));
        let error = error.in_case("C").at_index(2).in_field("b").at_index(1).in_case("D");
        assert_eq!((error.kind(), error.path().to_string().as_str()), (&kind, "[1].b[2]"));
        assert_eq!(error.to_string(), format!("[1].b[2]: {text} ({name})"));
    }
}

#[test]
fn the_nearest_tags_are_named() {
    const fn case(tag: u32, title: &'static str) -> Case {
        Case::new(tag, title, &Encoding::Empty)
    }
    static CASES: [Case; 10] = [
        case(10, "j"),
        case(0, "a"),
        Case::json_only("only in JSON", &Encoding::Null),
        case(4, "e"),
        case(7, "h"),
        case(6, "g"),
        case(5, "f").during(Revisions::new(3, 4)),
        case(40, "new").during(Revisions::new(5, 9)),
        Case::other("other", &Encoding::Empty, &[]),
        case(1, "b").during(Revisions::new(0, 2)),
    ];
    let near = |revision, found| KnownTags::new(&CASES, Revision(revision)).near(found).to_string();
    // Of two that are equally near, the smaller one.
    assert_eq!(near(4, 5), "one of 6 tags, such as 0 (a), 4 (e), 5 (f), 6 (g), 7 (h)");
    assert_eq!(near(4, 6), "one of 6 tags, such as 4 (e), 5 (f), 6 (g), 7 (h), 10 (j)");
    assert_eq!(near(3, u32::MAX), "one of 6 tags, such as 4 (e), 5 (f), 6 (g), 7 (h), 10 (j)");
    assert_eq!(near(10, 5), "the tag 0 (a), 4 (e), 6 (g), 7 (h), 10 (j)");
    assert_eq!(near(5, 41), "one of 6 tags, such as 4 (e), 6 (g), 7 (h), 10 (j), 40 (new)");
    assert_eq!(KnownTags::NONE.near(1).to_string(), "the tag of a case");
    let known = |revision| KnownTags::new(&CASES, Revision(revision));
    assert_eq!(known(2).iter().map(|(tag, _)| tag).collect::<Vec<_>>(), [10, 0, 4, 7, 6, 1]);
    assert!(known(3) == known(4) && known(2) != known(3) && known(10) != KnownTags::NONE);
}

#[test]
fn the_bytes_nearby_are_shown() {
    let bytes: Vec<u8> = (0..30).collect();
    let encoding = parse("tup(fixed_bytes(20), bool, uint8, string_enum(a,b))").unwrap();
    let error = schema::decode(encoding, &bytes).unwrap_err();
    assert_eq!((error.offset(), error.around()), (22, (14, &bytes[14..30])));
    let text = "3: at byte 22, no case of the encoding matches the value (No_case_matched); \
                bytes nearby: 0e 0f 10 11 12 13 14 15 >16 17 18 19 1a 1b 1c 1d";
    assert_eq!(error.to_string(), text);
    let error = schema::decode(parse("string_enum(a,b)").unwrap(), &[2, 3]).unwrap_err();
    assert_eq!((error.around(), error.path().is_empty()), ((0, &[2, 3][..]), true));
    assert!(error.to_string().starts_with("at byte 0, ") && error.to_string().ends_with("nearby: >02 03"), "{error}");
    let error = schema::decode(parse("uint8").unwrap(), &[]).unwrap_err();
    assert_eq!(error.to_string(), "at byte 0, 1 byte is needed for uint8 but the block has 0 left (Not_enough_data)");
    let error = schema::decode(parse("tup(fixed_bytes(9), bool)").unwrap(), &bytes[..9]).unwrap_err();
    assert_eq!(error.around(), (1, &bytes[1..9]));
}

/// The schema walker's errors, with all numbers.
#[test]
fn the_numbers_in_an_error() {
    for (encoding, bytes, expected) in [
        ("obj{a: uint8; b: uint16}", "00 00", "b: at byte 1, 2 bytes are needed for uint16 but the block has 1 left"),
        (
            "obj{a: uint8; t: tup(uint8, fixed_bytes(3))}",
            "00 01 02 03",
            "t.1: at byte 2, 3 bytes are needed for bytes but the block has 2 left",
        ),
        (
            "tup(string, string)",
            "00000002 61",
            "0: at byte 4, 2 bytes are needed for the block of the declared size but the block has 1 left",
        ),
        (
            "tup(string, string)",
            "00000001 61 0000",
            "1: at byte 5, 4 bytes are needed for the size of a block but the block has 2 left",
        ),
        (
            "check_size(6, obj{s: string; p: obj{x: uint8; y: uint16}})",
            "00000001 61 07 0008",
            "p.y: at byte 6, at most 1 byte is allowed, found 3",
        ),
        ("check_size(5, string)", "00000002 6162", "at byte 4, at most 1 byte is allowed, found 2"),
        ("string", "80000000", "at byte 0, expected an integer from 0 to 1073741823, found -2147483648"),
        ("string", "ffffffff", "at byte 0, expected an integer from 0 to 1073741823, found -1"),
        (
            "string",
            "7fffffff",
            "at byte 4, 2147483647 bytes are needed for the block of the declared size but the block has 0 left",
        ),
        ("string(len=n)", "8080808004", "at byte 0, expected an integer from 0 to 1073741823, found 1073741824"),
        (
            "list_with_length(uint30, uint8)",
            "40000000",
            "at byte 0, expected an integer from 0 to 1073741823, found 1073741824",
        ),
        (
            "list_with_length(uint8, max=3, uint8)",
            "04 01 02 03 04",
            "at byte 0, at most 3 elements are allowed, found 4",
        ),
        ("list(max=1, uint8)", "00000002 0102", "at byte 5, at most 1 element is allowed, found 2"),
        ("ranged_int(10,20)", "0b", "at byte 0, expected an integer from 10 to 20, found 21"),
        ("ranged_int(-5,5)", "fa", "at byte 0, expected an integer from -5 to 5, found -6"),
        ("int31", "40000000", "at byte 0, expected an integer from -1073741824 to 1073741823, found 1073741824"),
        (
            "ranged_int(-5,70000)",
            "bfffffff",
            "at byte 0, expected an integer from -1073741824 to 1073741823, found -1073741825",
        ),
        ("ranged_int(-5,70000)", "c0000000", "at byte 0, expected an integer from -5 to 70000, found -1073741824"),
        ("ranged_int(0,70000)", "80000000", "at byte 0, expected an integer from 0 to 1073741823, found -2147483648"),
        ("ranged_int(0,70000)", "7fffffff", "at byte 0, expected an integer from 0 to 70000, found 2147483647"),
        ("uint_like_n(max=300)", "ad02", "at byte 0, expected an integer from 0 to 300, found 301"),
        ("int_like_z(min=-70,max=70)", "c701", "at byte 0, expected an integer from -70 to 70, found -71"),
        ("int_like_z(min=-70,max=70)", "8701", "at byte 0, expected an integer from -70 to 70, found 71"),
        ("tup(uint8, n)", "00 8100", "1: at byte 2, the number is not in its shortest encoding: its last byte is zero"),
        ("ranged_float(0.5,1.5)", "4000000000000000", "at byte 0, expected a number from 0.5 to 1.5, found 2"),
        ("tup(bool, bool)", "00 01 02 03", "at byte 2, the value ends, but 2 more bytes follow in its block"),
        ("compact(tag=uint8, int64)", "01 00ff", "at byte 1, expected an integer from 256 to 65535, found 255"),
        (
            "compact(tag=uint8, int64)",
            "02 0000ffff",
            "at byte 1, expected an integer from 65536 to 4294967295, found 65535",
        ),
        (
            "compact(tag=uint8, int32)",
            "02 0000ffff",
            "at byte 1, expected an integer from 65536 to 2147483647, found 65535",
        ),
        (
            "compact(tag=uint8, int64)",
            "03 00000000ffffffff",
            "at byte 1, expected an integer from 4294967296 to 9223372036854775807, found 4294967295",
        ),
    ] {
        let error = schema::decode(parse(encoding).unwrap(), hex(bytes)).unwrap_err();
        let text = error.to_string();
        let (found, _) = text.rsplit_once(" (").unwrap();
        assert_eq!(found, expected, "{encoding}");
    }
}

/// A reader that refuses its only byte with the fault of that number.
#[derive(Debug, PartialEq)]
struct ByHand;

const FAULTS: [FaultKind; 22] = [
    FaultKind::NotEnoughData,
    FaultKind::ExtraBytes,
    FaultKind::NoCaseMatched,
    FaultKind::UnexpectedTag,
    FaultKind::UnknownTag,
    FaultKind::InvalidInt,
    FaultKind::InvalidFloat,
    FaultKind::TrailingZero,
    FaultKind::SizeLimitExceeded,
    FaultKind::ListTooLong,
    FaultKind::ArrayTooLong,
    FaultKind::ListTooShort,
    FaultKind::UserGuard,
    FaultKind::UserFunction,
    FaultKind::InvalidUtf8,
    FaultKind::Overflow,
    FaultKind::TooDeep,
    FaultKind::DuplicateKey,
    FaultKind::Magic,
    FaultKind::HeapExceeded,
    FaultKind::Foreign,
    FaultKind::EmptyItem,
];

impl HasEncoding for ByHand {
    const ENCODING: &'static Encoding = u8::ENCODING;
}

impl<'a> NomReader<'a> for ByHand {
    fn read(input: &mut Reader<'a>) -> Result<Self, Fault> {
        let start = input.remaining();
        Err(Fault::with_detail(FAULTS[usize::from(u8::read(input)?)], start, 7))
    }
}

#[test]
fn a_fault_that_the_schema_does_not_explain() {
    let message = |function, is_guard| {
        let message = "no further details".into();
        if is_guard {
            ErrorKind::UserGuard { function, message }
        } else {
            ErrorKind::UserFunction { function, message }
        }
    };
    let tag = |ignorable| ErrorKind::UnexpectedTag { tag: 7, ignorable, known: KnownTags::NONE };
    let list = |array| ErrorKind::ListLength { max: 7, found: 8, writing: false, array };
    let kinds = [
        ErrorKind::NotEnoughData { expected: "the value", needed: 7, available: 2 },
        ErrorKind::ExtraBytes { count: 7 },
        ErrorKind::NoCaseMatched,
        tag(false),
        tag(true),
        ErrorKind::InvalidInt { min: 0, value: 7, max: 0 },
        ErrorKind::InvalidFloat { min: 0, value: 0, max: 0 },
        ErrorKind::TrailingZero,
        ErrorKind::SizeLimitExceeded { limit: 0, found: 7 },
        list(false),
        list(true),
        ErrorKind::ListTooShort { min: 7, found: 0 },
        message("a guard", true),
        message("a conversion", false),
        ErrorKind::InvalidUtf8,
        ErrorKind::Overflow,
        ErrorKind::TooDeep { limit: 7 },
        ErrorKind::DuplicateKey,
        ErrorKind::Magic { expected: &[], found: vec![] },
        ErrorKind::HeapExceeded { needed: 7 },
        ErrorKind::Foreign,
        ErrorKind::EmptyItem,
    ];
    for (index, (fault, kind)) in (0u8..).zip(FAULTS.into_iter().zip(kinds)) {
        let error = <(u8, ByHand, u8)>::from_bytes(&[5, index, 6]).unwrap_err();
        assert_eq!((error.kind(), error.offset(), error.path().to_string().as_str()), (&kind, 1, "1"), "{fault:?}");
        assert_eq!(error.kind().name(), fault.name());
        assert_eq!(error.is_unknown_tag(), fault == FaultKind::UnknownTag);
        // Seven bytes are needed and two are there.
        let missing = (fault == FaultKind::NotEnoughData).then_some(5);
        assert_eq!(error.missing().map(std::num::NonZeroUsize::get), missing, "{fault:?}");
    }
}

#[derive(Debug, HasEncoding, NomReader)]
#[allow(dead_code, reason = "it is never read")]
struct Later(ByHand, #[encoding(range = "0 ..= 9")] u8, u16);

/// The schema finds a mistake of the same kind behind the one of the reader.
#[test]
fn the_reader_decides_where_the_mistake_is() {
    let error = Later::from_bytes(&[5, 10, 0, 0]).unwrap_err();
    assert_eq!((error.kind(), error.offset()), (&ErrorKind::InvalidInt { min: 0, value: 7, max: 0 }, 0));
    assert_eq!(error.path().to_string(), "0");
    // For an incomplete value, the schema tells where it ends.
    let error = Later::from_bytes(&[0, 9, 0]).unwrap_err();
    assert_eq!((error.kind().name(), error.path().to_string().as_str(), error.offset()), ("Not_enough_data", "2", 2));
}

#[test]
fn errors_of_streams() {
    let mut decoder = StreamDecoder::<(u8, bool, String)>::default();
    decoder.feed(&[1, 2, 0, 0, 0, 0, 1, 2, 0x80]);
    assert!(decoder.next_value().unwrap().is_some());
    decoder.end();
    let early = decoder.next_value().unwrap_err();
    let inside = "2: at byte 2, 4 bytes are needed for the size of a block but the block has 1 left (Not_enough_data); \
                  bytes nearby: 01 02 >80";
    let expected = "the stream ends inside the value at byte 6, at least 3 bytes early; counted from its start: ";
    assert_eq!(early.to_string(), format!("{expected}{inside}"));
    assert_eq!(
        (early.start(), early.offset(), early.is_early_end(), early.can_retry()),
        (Some(6), Some(8), true, false)
    );
    assert_eq!(early.source().unwrap().to_string(), inside);
    let refused = StreamError::Decode { start: 7, error: u8::from_bytes(&[1, 2]).unwrap_err() };
    let text = "the value at byte 7 of the stream is refused; counted from its start: at byte 1, the value ends, ";
    assert!(refused.to_string().starts_with(text), "{refused}");
    assert_eq!((refused.start(), refused.offset(), refused.is_early_end()), (Some(7), Some(8), false));
    assert!(refused.source().is_some() && refused.decode_error().is_some());
    let long = StreamError::TooLong { start: 3, limit: 9 };
    assert_eq!(long.to_string(), "the value at byte 3 of the stream is longer than the limit of 9 bytes");
    assert_eq!((long.start(), long.offset(), long.source().is_none()), (Some(3), Some(3), true));
    for reason in [Unstreamable::Variable, Unstreamable::Empty, Unstreamable::Legacy, Unstreamable::NoRevision] {
        let error = StreamError::Unstreamable(reason);
        assert_eq!((error.to_string(), error.start(), error.offset()), (reason.to_string(), None, None));
        assert_eq!(error.source().unwrap().to_string(), reason.to_string());
        assert!(!error.can_retry());
    }
    for (kind, can_retry) in [
        (io::ErrorKind::Interrupted, true),
        (io::ErrorKind::TimedOut, true),
        (io::ErrorKind::WouldBlock, true),
        (io::ErrorKind::UnexpectedEof, false),
        (io::ErrorKind::ConnectionReset, false),
        (io::ErrorKind::Other, false),
    ] {
        let error = StreamError::from(io::Error::from(kind));
        assert_eq!((error.can_retry(), error.start()), (can_retry, None), "{kind}");
        assert_eq!(error.to_string(), format!("the stream cannot be read: {}", io::Error::from(kind)));
        assert!(error.source().is_some());
    }
}

#[test]
fn errors_of_json() {
    let encode = || EncodeError::new(ErrorKind::MissingField).in_field("a");
    let decode = u8::from_bytes(&[]).unwrap_err();
    for (kind, name, text) in [
        (JsonErrorKind::Syntax { at: 3, expected: "`:`" }, "Invalid_json", "at byte 3: expected `:`".into()),
        (
            JsonErrorKind::NumberTooLarge { at: 3, number: "1e999".into() },
            "Number_too_large",
            "at byte 3: expected a number in the range of a double, found 1e999".into(),
        ),
        (JsonErrorKind::Mismatch { at: 3, error: encode() }, "Missing_field", format!("at byte 3, {}", encode())),
        (JsonErrorKind::Value(encode()), "Missing_field", encode().to_string()),
        (JsonErrorKind::Bytes(decode.clone()), "Not_enough_data", decode.to_string()),
        (JsonErrorKind::Output(std::fmt::Error), "Output", std::fmt::Error.to_string()),
    ] {
        let error = JsonError::new(kind.clone());
        assert_eq!((error.kind(), error.name(), error.to_string()), (&kind, name, text));
    }
    // A name that no field has is shown up to 40 characters.
    let long = "é".repeat(41);
    let error = schema::from_json(parse("obj{a: uint8}").unwrap(), &format!("{{\"{long}\":1}}")).unwrap_err();
    let JsonErrorKind::Mismatch { error, .. } = error.kind() else { panic!("{error}") };
    assert_eq!(
        *error.kind(),
        ErrorKind::UnexpectedField { name: ("é".repeat(40) + "…").into(), twice: false, nearest: None }
    );
}

#[test]
fn ranges_of_revisions() {
    for (since, until, text) in [
        (0, u16::MAX, "up to the newest"),
        (0, 5, "up to 5"),
        (3, u16::MAX, "from 3 on"),
        (3, u16::MAX - 1, "from 3 to 65534"),
        (3, 3, "from 3 to 3"),
    ] {
        let range = Revisions::new(since, until);
        assert_eq!(range.to_string(), text);
        assert_eq!(range.are_all(), text == "up to the newest");
        for revision in [0, since.saturating_sub(1), since, until, until.saturating_add(1), u16::MAX] {
            assert_eq!(range.contain(Revision(revision)), (since..=until).contains(&revision), "{range}: {revision}");
        }
    }
    assert!(!Revisions::new(1, u16::MAX).are_all());
    let range = Revisions::new(3, 5);
    for (since, until, overlap) in
        [(0, 2, false), (0, 3, true), (4, 4, true), (5, 9, true), (6, 9, false), (0, 9, true)]
    {
        let other = Revisions::new(since, until);
        assert_eq!((range.overlap(other), other.overlap(range)), (overlap, overlap), "{other}");
    }
}
