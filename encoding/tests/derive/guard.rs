//! `guard = "path"`: a function that accepts a value or returns why not; called when reading and when writing.

use std::cell::Cell;
use std::collections::BTreeMap;

use crate::common::*;

fn even(number: &u16) -> Result<(), String> {
    if number.is_multiple_of(2) { Ok(()) } else { Err(format!("{number} is odd")) }
}

fn short(text: &str) -> Result<(), &'static str> {
    if text.len() < 3 { Ok(()) } else { Err("too long a name") }
}

fn sorted<T: PartialOrd>(items: &[T]) -> Result<(), &'static str> {
    if items.is_sorted() { Ok(()) } else { Err("not in order") }
}

#[derive(Debug, PartialEq, HasEncoding, NomReader, BinWriter)]
struct Fields {
    first: u8,
    #[encoding(guard = "even")]
    even: u16,
    #[encoding(guard = "short", string)]
    text: String,
}

mod checks {
    pub(crate) fn span(span: &super::Span) -> Result<(), &'static str> {
        if span.from <= span.to { Ok(()) } else { Err("the span ends before it begins") }
    }
}

#[derive(Debug, PartialEq, Clone, HasEncoding, NomReader, BinWriter)]
#[encoding(guard = checks::span)]
struct Span {
    from: u8,
    to: u8,
}

#[derive(Debug, PartialEq, HasEncoding, NomReader, BinWriter)]
struct Generic<T: PartialOrd> {
    #[encoding(dynamic, list, guard = "sorted")]
    items: Vec<T>,
}

#[derive(Debug, PartialEq, HasEncoding, NomReader, BinWriter)]
struct Borrowed<'a> {
    #[encoding(guard = "non_empty", dynamic)]
    bytes: &'a [u8],
}

fn non_empty(bytes: &&[u8]) -> Result<(), &'static str> {
    if bytes.is_empty() { Err("empty") } else { Ok(()) }
}

#[derive(Debug, PartialEq, HasEncoding, NomReader, BinWriter)]
struct Spans {
    #[encoding(dynamic, list)]
    spans: Vec<Span>,
}

#[derive(Debug, PartialEq, HasEncoding, NomReader, BinWriter)]
#[encoding(guard = "Case::check", dynamic)]
enum Case {
    Any(u8),
}

impl Case {
    fn check(&self) -> Result<(), std::fmt::Error> {
        let Self::Any(number) = self;
        if *number < 10 { Ok(()) } else { Err(std::fmt::Error) }
    }
}

/// The schema decodes the fields for the guard; their JSON differs from their encoding.
#[derive(Debug, PartialEq, HasEncoding, NomReader, BinWriter)]
#[encoding(guard = named)]
struct Named {
    #[encoding(json(decimal))]
    number: u16,
    #[encoding(json(hex), dft = "vec![]", dynamic, bytes)]
    bytes: Vec<u8>,
}

fn named(value: &Named) -> Result<(), &'static str> {
    if value.bytes.len() < 2 { Ok(()) } else { Err("too many") }
}

#[test]
fn accepted_values() {
    both(&Fields { first: 1, even: 2, text: "ab".to_owned() }, "01 0002 00000002 6162");
    both(&Span { from: 1, to: 1 }, "01 01");
    both(&Generic { items: vec![1u16, 2] }, "00000004 0001 0002");
    both(&Borrowed { bytes: &[1] }, "00000001 01");
    both(&Case::Any(9), "00000002 00 09");
}

const REFUSED: &str = "User_invariant_guard";

#[test]
fn refused_values() {
    refused::<Fields>("01 0003 00000000", REFUSED, "even", 1);
    refused::<Fields>("01 0002 00000003 616263", REFUSED, "text", 3);
    refused::<Span>("02 01", REFUSED, "", 0);
    refused::<Spans>("00000004 0101 0201", REFUSED, "spans[1]", 6);
    refused::<Generic<u16>>("00000004 0002 0001", REFUSED, "items", 0);
    refused::<Borrowed<'_>>("00000000", REFUSED, "bytes", 0);
    refused::<Case>("00000002 00 0a", REFUSED, "", 4);
    unwritable(&Fields { first: 1, even: 3, text: String::new() }, REFUSED, "even");
    unwritable(&Span { from: 2, to: 1 }, REFUSED, "");
    unwritable(&Spans { spans: vec![Span { from: 0, to: 0 }, Span { from: 2, to: 1 }] }, REFUSED, "spans[1]");
    unwritable(&Generic { items: vec![2u16, 1] }, REFUSED, "items");
    unwritable(&Case::Any(10), REFUSED, "");
}

#[test]
fn the_error_shows_the_message_of_the_function() {
    let error = Fields::from_bytes(hex("01 0003 00000000")).unwrap_err();
    assert!(error.to_string().contains("the value is refused: 3 is odd"), "{error}");
    let error = Span { from: 2, to: 1 }.to_bytes().unwrap_err();
    assert!(error.to_string().contains("the value is refused: the span ends before"), "{error}");
    let error = Generic::<u16>::from_bytes(hex("00000004 0002 0001")).unwrap_err();
    assert!(error.to_string().contains("the value is refused"), "{error}");
}

/// Missing bytes are reported before the guard is called.
#[test]
fn missing_bytes_come_first() {
    refused::<Span>("02", "Not_enough_data", "to", 1);
}

#[test]
fn the_schema_guards_fields_whose_json_differs() {
    let value = Named { number: 7, bytes: vec![5] };
    both(&value, "0007 00000001 05");
    let json = r#"{"number":"7","bytes":"05"}"#;
    in_json(&value, json);
    let error = Named::from_json(r#"{"number":"7","bytes":"0505"}"#).unwrap_err();
    assert!(error.to_string().contains("too many"), "{error}");
}

thread_local! {
    static CALLS: Cell<usize> = const { Cell::new(0) };
}

fn counted<T>(_: &T) -> Result<(), &'static str> {
    CALLS.set(CALLS.get() + 1);
    Ok(())
}

/// Returns the number of calls of guards during `run`.
fn guard_calls(run: impl FnOnce()) -> usize {
    CALLS.set(0);
    run();
    CALLS.get()
}

#[derive(Debug, PartialEq, HasEncoding, NomReader, BinWriter, View)]
#[encoding(mu, guard = counted, json(first_match))]
enum Nested {
    Leaf,
    Node(Box<Nested>),
    Both(#[encoding(dynamic, list)] Vec<Nested>),
}

#[derive(Debug, PartialEq, HasEncoding, NomReader, BinWriter, View)]
#[encoding(mu)]
struct Names {
    #[encoding(dynamic, map)]
    inside: BTreeMap<String, Names>,
    #[encoding(guard = counted)]
    number: u8,
}

/// Each value is guarded once, no matter how deep it is nested; otherwise, the time would grow with the square of the
/// depth.
#[test]
fn each_guard_is_called_once() {
    const DEPTH: usize = 200;
    let leaves = Nested::Both((0..100).map(|_| Nested::Leaf).collect());
    let value = (0..DEPTH).fold(leaves, |inner, _| Nested::Node(Box::new(inner)));
    let bytes = value.to_bytes().unwrap();
    let values = DEPTH + 101;
    assert_eq!(guard_calls(|| drop(Nested::from_bytes(&bytes).unwrap())), values);
    assert_eq!(guard_calls(|| _ = NestedView::from_bytes(&bytes).unwrap()), values);
    assert_eq!(guard_calls(|| Nested::validate(&bytes).unwrap()), values);
    let longer = [&bytes[..], &[0]].concat();
    assert_eq!(guard_calls(|| drop(Nested::from_bytes(&longer).unwrap_err())), values);

    let view = NestedView::from_bytes(&bytes).unwrap();
    let NestedView::Node(inner) = view else { panic!("{view:?}") };
    assert_eq!(guard_calls(|| _ = inner.get().unwrap()), 0, "a value that has been read is not checked again");
    assert!(guard_calls(|| drop(view.to_owned().unwrap())) <= values);

    let names = |inside| Names { inside, number: 0 };
    let innermost = names(BTreeMap::new());
    let value = (0..DEPTH).fold(innermost, |inner, _| names(BTreeMap::from([("a".to_owned(), inner)])));
    let bytes = value.to_bytes().unwrap();
    assert_eq!(guard_calls(|| _ = NamesView::from_bytes(&bytes).unwrap()), DEPTH + 1);
    assert_eq!(guard_calls(|| Names::validate(&bytes).unwrap()), DEPTH + 1);
    let twice = [0, 0, 0, 22, 0, 0, 0, 1, b'a', 0, 0, 0, 0, 7, 0, 0, 0, 1, b'a', 0, 0, 0, 0, 7, 7, 0];
    let read = Names::from_bytes(&twice).unwrap_err();
    assert_eq!(NamesView::from_bytes(&twice).unwrap_err(), read);
    assert_eq!((read.kind().name(), read.offset()), ("Duplicate_key", 14));
}
