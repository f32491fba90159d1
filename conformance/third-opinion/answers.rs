//! Generated types, and a program that answers for them: `conformance/third-opinion/generate.py` writes them from this file, `views.rs` and
//! `streams.rs`.
//!
//! A line of the input is a kind of case, the number of a type and what the case needs, with tabs between them:
//!
//! | case | columns | answer |
//! |---|---|---|
//! | `read` | bytes in hexadecimal, perhaps JSON | what the type, its schema, its view and its arena make of the bytes, and of the JSON |
//! | `json` | JSON | what the type and its schema make of it |
//! | `stream` | bytes in hexadecimal | the values of a stream of these bytes, and how it ends |
//! | `depth` | a number, bytes in hexadecimal | what the type makes of the bytes with this limit of levels |
//! | `revision` | a number, bytes in hexadecimal | what the type and its view make of the bytes in a revision |
//!
//! The answer is a line of JSON. Before these come the facts of each type and its values written. Functions that have to agree with one
//! another (all writers, all budgets, all ways to read a stream) are compared here: `disagrees` names those that do not.
#![allow(dead_code, unused_imports, unused_parens, clippy::all, reason = "the types are generated, and not all are used")]

use std::cell::Cell;
use std::collections::BTreeMap;
use std::fmt::Write as _;
use std::io::{BufRead, Read, Write};

use tezos_encoding::arena::Recursive;
use tezos_encoding::schema::{self, Class, Encoding};
use tezos_encoding::stream::{Framer, StreamDecoder, StreamError, StreamSettings, ValueDecoder, Values};
use tezos_encoding::view::{Raw, Seq, Views};
use tezos_encoding::wire::{Reads, Writes};
use tezos_encoding::{
    Arena, BinWriter, Blob, Decode, DecodeError, Digest, Encode, HasEncoding, HeapBudget, Limits, N, NomReader, NotCanonical,
    OrInt32, Reader, Revision, View, Z,
};
use tezos_rlp::{Envelope, FromRlp, Item, Quantity, Rlp, ToRlp, U256};

/// The revision of the questions that name none. A type that differs between revisions has no methods without one.
const NEWEST: Revision = Revision::NEWEST;

/// What a type can do that is tried: decode itself, encode itself.
trait Subject: for<'a> Decode<'a> + Encode + HasEncoding {}

impl<T: for<'a> Decode<'a> + Encode + HasEncoding> Subject for T {}

/// A type that is tried.
struct Tried {
    encoding: &'static Encoding,
    read: fn(&[u8]) -> String,
    view: Option<fn(&[u8], Revision) -> String>,
    arena: Option<fn(&[u8]) -> String>,
    stream: fn(&[u8]) -> String,
    arena_stream: Option<fn(&[u8]) -> String>,
    depth: Option<fn(&[u8], u32) -> String>,
    revision: Option<fn(&[u8], Revision) -> String>,
    from_json: fn(&str) -> String,
    written: fn(usize) -> String,
}

impl Tried {
    const fn of<T: Subject>(written: fn(usize) -> String) -> Self {
        Self {
            encoding: T::ENCODING,
            read: read::<T>,
            view: None,
            arena: None,
            stream: unstreamable::<T>,
            arena_stream: None,
            depth: None,
            revision: None,
            from_json: from_json::<T>,
            written,
        }
    }
}

// ---- Guards, conversions and the like, of the user's ---------------------------------------------------------------------------------

/// A guard of the user's.
fn is_even<T: Copy + Into<i64>>(number: &T) -> Result<(), &'static str> {
    if (*number).into() % 2 == 0 { Ok(()) } else { Err("the number is odd") }
}

/// A guard for values of any type.
fn has_even_length<T: BinWriter>(value: &T) -> Result<(), &'static str> {
    if NEWEST.of(value).encoded_len().is_ok_and(|length| length % 2 == 0) { Ok(()) } else { Err("the length is odd") }
}

/// A guard for values of any type in RLP.
fn has_even_rlp<T>(value: &T) -> Result<(), &'static str>
where
    Rlp: Writes<T>,
{
    if value.rlp_len().is_ok_and(|length| length % 2 == 0) { Ok(()) } else { Err("the length is odd") }
}

/// A type without an encoding, as one of another crate.
#[derive(Clone, Debug, PartialEq)]
struct Foreign<T>(T);

/// Makes it of values of an even length.
fn to_foreign<T: BinWriter>(value: T) -> Result<Foreign<T>, &'static str> {
    has_even_length(&value).map(|()| Foreign(value))
}

/// Makes it of values of an even length in RLP.
fn to_foreign_rlp<T>(value: T) -> Result<Foreign<T>, &'static str>
where
    Rlp: Writes<T>,
{
    has_even_rlp(&value).map(|()| Foreign(value))
}

fn of_foreign<T: Clone>(value: &Foreign<T>) -> T {
    value.0.clone()
}

/// A digest that returns what it was given.
struct Pieces(Vec<u8>);

impl Digest for Pieces {
    type Output = Vec<u8>;

    fn new() -> Self {
        Self(Vec::new())
    }

    fn update(&mut self, bytes: &[u8]) {
        self.0.extend_from_slice(bytes);
    }

    fn finish(self) -> Vec<u8> {
        self.0
    }
}

// ---- Reading and writing -------------------------------------------------------------------------------------------------------------

/// What a type makes of bytes.
fn read<T: Subject>(bytes: &[u8]) -> String {
    let value = match NEWEST.decode::<T>(bytes) {
        Ok(value) => value,
        Err(error) => {
            let canonical = NEWEST.decode_canonical::<T>(bytes);
            let agrees = matches!(canonical, Err(NotCanonical::Refused(same)) if same == error);
            let disagrees = if agrees { "" } else { "decode_canonical" };
            return format!(r#"{},"disagrees":"{disagrees}"}}"#, refused(&error).trim_end_matches('}'));
        }
    };
    let mut disagrees = String::new();
    let length = NEWEST.of(&value).encoded_len().map_or_else(|_| String::from("null"), |length| length.to_string());
    let canonical = match NEWEST.decode_canonical::<T>(bytes) {
        Ok(_) => String::from("true"),
        Err(NotCanonical::Differs { offset }) => offset.to_string(),
        Err(error) => format!("{:?}", error.to_string()),
    };
    match NEWEST.encode(&value) {
        Ok(written) => {
            writers(&NEWEST.of(&value), &written, &mut disagrees);
            let heap = budgets(bytes, &|heap| NEWEST.decode_within::<T>(bytes, Limits::default(), heap).map(drop), &mut disagrees);
            let rest = format!(r#"{length},"canonical":{canonical},"heap":{heap},"disagrees":"{disagrees}""#);
            accepted(&written, &rest, NEWEST.to_json(&value))
        }
        Err(error) => format!(r#"{{"unwritable":"{}"}}"#, error.kind().name()),
    }
}

/// Names the writers that do not write the same bytes.
fn writers<T: Encode>(value: &T, written: &[u8], disagrees: &mut String) {
    let len = written.len();
    let mut exact = vec![0x55; len];
    let mut longer = vec![0x55; len + 2];
    let mut streamed = Vec::new();
    let mut appended = vec![1, 2, 3];
    let mut check = |agrees: bool, name: &str| if !agrees { write!(disagrees, "{name} ").unwrap() };
    check(value.encoded_len() == Ok(len), "encoded_len");
    check(value.write_to_slice(&mut exact) == Ok(len) && exact == written, "write_to_slice");
    check(value.write_to_slice(&mut longer) == Ok(len) && longer[..len] == *written && longer[len..] == [0x55; 2], "write_to_slice_longer");
    if let Some(less) = len.checked_sub(1) {
        let short = value.write_to_slice(&mut vec![0; less]).map_err(|error| error.kind().name());
        check(short == Err("No_space_left"), "write_to_slice_one_short");
    }
    check(value.write_to(&mut streamed).is_ok_and(|count| count == len) && streamed == written, "write_to");
    check(value.encode_into(&mut appended) == Ok(len) && appended[..3] == [1, 2, 3] && appended[3..] == *written, "encode_into");
    check(value.hash::<Pieces>().as_deref() == Ok(written), "hash");
}

/// Finds the smallest heap budget with which bytes are read, and names the budgets near it that do something else.
fn budgets(bytes: &[u8], read: &dyn Fn(&HeapBudget) -> Result<(), DecodeError>, disagrees: &mut String) -> usize {
    let within = |amount: usize| {
        let heap = HeapBudget::new(amount);
        (read(&heap).err().map(|error| error.kind().name()), heap.left())
    };
    const MUCH: usize = 1 << 40;
    let (_, left) = within(MUCH);
    let least = MUCH - left;
    let mut check = |agrees: bool, name: &str| if !agrees { write!(disagrees, "{name} ").unwrap() };
    check(least >= bytes.len(), "the budget for the bytes");
    check(within(least) == (None, 0), "the least budget");
    check(within(least + 1) == (None, 1), "a budget of one byte more");
    if let Some(less) = least.checked_sub(1) {
        check(within(less).0 == Some("Heap_exceeded"), "a budget of one byte less");
    }
    least
}

/// What the schema makes of bytes.
fn walk(encoding: &'static Encoding, bytes: &[u8]) -> String {
    let value = match schema::decode(encoding, bytes) {
        Ok(value) => value,
        Err(error) => return refused(&error),
    };
    match schema::encode(encoding, &value) {
        Ok(again) => accepted(&again, &again.len().to_string(), schema::to_json(encoding, bytes)),
        Err(error) => format!(r#"{{"unwritable":"{}"}}"#, error.kind().name()),
    }
}

fn accepted<E: std::fmt::Display>(bytes: &[u8], length: &str, json: Result<String, E>) -> String {
    // JSON is embedded in the answer; if there is none, the reason is a string.
    let json = json.unwrap_or_else(|error| format!("{:?}", format!("no JSON: {error}")));
    format!(r#"{{"bytes":"{}","length":{length},"json":{json}}}"#, hex(bytes))
}

fn refused(error: &DecodeError) -> String {
    format!(r#"{{"error":"{}","offset":{}}}"#, error.kind().name(), error.offset())
}

fn from_json<T: Subject>(text: &str) -> String {
    NEWEST.from_json::<T>(text).map_or_else(|error| failed(error.name()), |value| write(&value))
}

fn walk_from_json(encoding: &'static Encoding, text: &str) -> String {
    schema::from_json(encoding, text).map_or_else(|error| failed(error.name()), |bytes| written(&bytes))
}

fn write<T: BinWriter>(value: &T) -> String {
    NEWEST.encode(value).map_or_else(|error| failed(error.kind().name()), |bytes| written(&bytes))
}

fn failed(name: &str) -> String {
    format!(r#"{{"error":"{name}"}}"#)
}

fn written(bytes: &[u8]) -> String {
    format!(r#"{{"bytes":"{}"}}"#, hex(bytes))
}

fn hex(bytes: &[u8]) -> String {
    bytes.iter().fold(String::with_capacity(2 * bytes.len()), |mut text, byte| {
        text.push(char::from_digit(u32::from(byte >> 4), 16).unwrap());
        text.push(char::from_digit(u32::from(byte & 15), 16).unwrap());
        text
    })
}

fn unhex(text: &str) -> Vec<u8> {
    (0..text.len() / 2).map(|at| u8::from_str_radix(&text[2 * at..2 * at + 2], 16).unwrap()).collect()
}

// ---- Limits of depth, revisions ------------------------------------------------------------------------------------------------------

/// What a type makes of bytes with a limit of levels.
fn within_depth<T: Subject>(bytes: &[u8], levels: u32) -> String {
    NEWEST.decode_with::<T>(bytes, Limits::default().with_max_depth(levels)).map_or_else(|error| refused(&error), |value| write(&value))
}

/// What a type makes of bytes in a revision.
fn in_revision<T: Subject>(bytes: &[u8], revision: Revision) -> String {
    match revision.decode::<T>(bytes) {
        Ok(value) => match revision.encode(&value) {
            Ok(bytes) => accepted(&bytes, "null", revision.to_json(&value)),
            Err(error) => failed(error.kind().name()),
        },
        Err(error) => refused(&error),
    }
}

// ---- Arenas --------------------------------------------------------------------------------------------------------------------------

/// What the arena of a recursive type makes of bytes.
fn arena<T: Recursive>(bytes: &[u8]) -> String
where
    Arena<T>: Subject,
{
    let arena = match Arena::<T>::from_bytes(bytes) {
        Ok(arena) => arena,
        Err(error) => return refused(&error),
    };
    let mut disagrees = String::new();
    let Ok(written) = arena.to_bytes() else { return failed("the arena cannot be written") };
    writers(&arena, &written, &mut disagrees);
    budgets(bytes, &|heap| Arena::<T>::from_bytes_within(bytes, Limits::default(), heap).map(drop), &mut disagrees);
    format!(r#"{{"bytes":"{}","nodes":{},"disagrees":"{disagrees}"}}"#, hex(&written), arena.nodes().len())
}

// ---- The program ---------------------------------------------------------------------------------------------------------------------

fn facts(encoding: &Encoding) -> String {
    let size = encoding.size();
    let (class, fixed) = match size.class {
        Class::Fixed(bytes) => ("Fixed", Some(bytes)),
        Class::Dynamic => ("Dynamic", None),
        Class::Variable => ("Variable", None),
    };
    let [fixed, most] = [fixed, size.most].map(|number| number.map_or(String::from("null"), |number| number.to_string()));
    format!(r#"{{"class":"{class}","fixed":{fixed},"most":{most}}}"#)
}

fn main() {
    // What is nested deep takes more of the stack than a main thread has, where nothing is optimised.
    std::thread::Builder::new().stack_size(1 << 28).spawn(answer_all).unwrap().join().unwrap();
}

fn answer_all() {
    let mut out = std::io::BufWriter::new(std::io::stdout());
    for tried in TRIED {
        let written: Vec<_> = (0..).map(tried.written).take_while(|answer| !answer.is_empty()).collect();
        writeln!(out, r#"{{"facts":{},"writes":[{}]}}"#, facts(tried.encoding), written.join(",")).unwrap();
    }
    for line in std::io::stdin().lock().lines() {
        let line = line.unwrap();
        let columns: Vec<_> = line.splitn(4, '\t').collect();
        let tried = &TRIED[columns[1].parse::<usize>().unwrap()];
        let answer = match columns[0] {
            "read" => answer(tried, &unhex(columns[2]), columns[3]),
            "json" => answer_json(tried, columns[2]),
            "stream" => match tried.arena_stream {
                Some(arena_stream) => {
                    let bytes = unhex(columns[2]);
                    format!(r#"{{"type":{},"arena":{}}}"#, (tried.stream)(&bytes), arena_stream(&bytes))
                }
                None => format!(r#"{{"type":{}}}"#, (tried.stream)(&unhex(columns[2]))),
            },
            "depth" => format!(r#"{{"type":{}}}"#, tried.depth.unwrap()(&unhex(columns[3]), columns[2].parse().unwrap())),
            "revision" => {
                let (bytes, revision) = (unhex(columns[3]), Revision(columns[2].parse().unwrap()));
                let view = tried.view.map_or(String::from("null"), |view| view(&bytes, revision));
                format!(r#"{{"type":{},"view":{view}}}"#, tried.revision.unwrap()(&bytes, revision))
            }
            other => panic!("no such case: {other}"),
        };
        writeln!(out, "{answer}").unwrap();
    }
}

fn answer(tried: &Tried, bytes: &[u8], text: &str) -> String {
    let mut answer = format!(r#"{{"type":{},"walker":{}"#, (tried.read)(bytes), walk(tried.encoding, bytes));
    if let Some(view) = tried.view {
        write!(answer, r#","view":{}"#, view(bytes, Revision::NEWEST)).unwrap();
    }
    if let Some(arena) = tried.arena {
        write!(answer, r#","arena":{}"#, arena(bytes)).unwrap();
    }
    if !text.is_empty() {
        write!(answer, r#","json":{}"#, answer_json(tried, text)).unwrap();
    }
    answer + "}"
}

fn answer_json(tried: &Tried, text: &str) -> String {
    format!(r#"{{"type":{},"walker":{}}}"#, (tried.from_json)(text), walk_from_json(tried.encoding, text))
}
