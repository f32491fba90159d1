//! Generated types, and a program that answers for them: written by `conformance/third-opinion/generate.py`.
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
use tezos_encoding::stream::{Framer, Settings, StreamDecoder, StreamError, ValueDecoder, Values};
use tezos_encoding::view::{Raw, Seq, Views};
use tezos_encoding::wire::Reads;
use tezos_encoding::{
    Arena, BinWriter, Blob, Decode, DecodeError, Digest, Encode, FromJson, HasEncoding, HeapBudget, Limits, N, NomReader, NotCanonical,
    OrInt32, Reader, Revision, ToJson, Validate, View, Z,
};

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
fn has_even_length<T: Encode>(value: &T) -> Result<(), &'static str> {
    if value.encoded_len().is_ok_and(|length| length % 2 == 0) { Ok(()) } else { Err("the length is odd") }
}

/// A type without an encoding, as one of another crate.
#[derive(Clone, Debug, PartialEq)]
struct Foreign<T>(T);

/// Makes it of values of an even length.
fn to_foreign<T: Encode>(value: T) -> Result<Foreign<T>, &'static str> {
    has_even_length(&value).map(|()| Foreign(value))
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
    let value = match T::from_bytes(bytes) {
        Ok(value) => value,
        Err(error) => {
            let canonical = T::from_canonical_bytes(bytes);
            let agrees = matches!(canonical, Err(NotCanonical::Refused(same)) if same == error);
            let disagrees = if agrees { "" } else { "from_canonical_bytes" };
            return format!(r#"{},"disagrees":"{disagrees}"}}"#, refused(&error).trim_end_matches('}'));
        }
    };
    let mut disagrees = String::new();
    let length = value.encoded_len().map_or_else(|_| String::from("null"), |length| length.to_string());
    let canonical = match T::from_canonical_bytes(bytes) {
        Ok(_) => String::from("true"),
        Err(NotCanonical::Differs { offset }) => offset.to_string(),
        Err(error) => format!("{:?}", error.to_string()),
    };
    match value.to_bytes() {
        Ok(written) => {
            writers(&value, &written, &mut disagrees);
            let heap = budgets(bytes, &|heap| T::from_bytes_within(bytes, Limits::default(), heap).map(drop), &mut disagrees);
            let rest = format!(r#"{length},"canonical":{canonical},"heap":{heap},"disagrees":"{disagrees}""#);
            accepted(&written, &rest, value.to_json())
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
    T::from_json(text).map_or_else(|error| failed(error.name()), |value| write(&value))
}

fn walk_from_json(encoding: &'static Encoding, text: &str) -> String {
    schema::from_json(encoding, text).map_or_else(|error| failed(error.name()), |bytes| written(&bytes))
}

fn write<T: BinWriter>(value: &T) -> String {
    value.to_bytes().map_or_else(|error| failed(error.kind().name()), |bytes| written(&bytes))
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
    T::from_bytes_with(bytes, Limits::default().with_max_depth(levels)).map_or_else(|error| refused(&error), |value| write(&value))
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

// ---- Views ---------------------------------------------------------------------------------------------------------------------------

/// What the view of a type makes of bytes, and what its accessors return.
fn view<T: View + BinWriter + HasEncoding>(bytes: &[u8], revision: Revision) -> String
where
    for<'a> T::View<'a>: Walk,
{
    let view = match revision.view::<T>(bytes) {
        Ok(view) => view,
        Err(error) => return refused(&error),
    };
    let mut text = String::new();
    view.walk(&mut text);
    match T::from_view(&view) {
        Ok(value) => {
            let bytes = revision.encode(&value).map_or_else(|error| error.kind().name().to_string(), |bytes| hex(&bytes));
            format!(r#"{{"bytes":"{bytes}","walk":"{text}"}}"#)
        }
        Err(_) => failed("the view has no value"),
    }
}

/// What the check of a type that has a view makes of bytes.
fn view_and_check<T: View + BinWriter + HasEncoding>(bytes: &[u8], revision: Revision) -> String
where
    for<'a> T::View<'a>: Walk,
{
    let seen = view::<T>(bytes, revision);
    if revision != Revision::NEWEST {
        return seen;
    }
    let checked = T::validate(bytes).map_or_else(|error| refused(&error), |()| String::from("null"));
    format!(r#"{},"checked":{checked}}}"#, seen.trim_end_matches('}'))
}

/// Appends what the accessors of a view return.
trait Walk {
    fn walk(&self, out: &mut String);
}

macro_rules! walk {
    ($($({$($parameter:tt)*})? $type:ty: $value:ident => $text:expr;)*) => {$(
        impl$(<$($parameter)*>)? Walk for $type {
            fn walk(&self, out: &mut String) {
                let $value = self;
                write!(out, "{} ", $text).unwrap();
            }
        }
    )*};
}

walk! {
    u8: number => number;
    i8: number => number;
    u16: number => number;
    i16: number => number;
    u32: number => number;
    i32: number => number;
    u64: number => number;
    i64: number => number;
    bool: flag => flag;
    f64: number => format!("x{:016x}", number.to_bits());
    N: number => number;
    Z: number => number;
    (): _unit => "()";
    &str: text => format!("{}.", hex(text.as_bytes()));
    &[u8]: bytes => format!("{}.", hex(bytes));
    {const LEN: usize} &[u8; LEN]: bytes => format!("{}.", hex(*bytes));
}

impl<V: Walk> Walk for Option<V> {
    fn walk(&self, out: &mut String) {
        match self {
            None => out.push_str("- "),
            Some(view) => {
                out.push_str("+ ");
                view.walk(out);
            }
        }
    }
}

impl<V: Walk, E: Walk> Walk for Result<V, E> {
    fn walk(&self, out: &mut String) {
        match self {
            Ok(view) => {
                out.push_str("Ok ");
                view.walk(out);
            }
            Err(view) => {
                out.push_str("Err ");
                view.walk(out);
            }
        }
    }
}

thread_local! {
    /// Whether an element that was found by its index is walked: those inside it are then found in one way only, or each level would
    /// double the work.
    static BY_INDEX: Cell<bool> = const { Cell::new(false) };
}

impl<'a, T, W: Views<'a, T, View: Walk> + Reads<'a, T>> Walk for Seq<'a, T, W> {
    fn walk(&self, out: &mut String) {
        write!(out, "[{} ", self.len()).unwrap();
        let mut items = self.iter();
        for index in 0..self.len() + 1 {
            let (mut by_iterator, mut by_index) = (String::from("none "), String::from("none "));
            let left = items.size_hint();
            if left != (self.len().saturating_sub(index), Some(self.len().saturating_sub(index))) {
                write!(out, "size_hint {left:?} ").unwrap();
            }
            if let Some(item) = items.next() {
                by_iterator.clear();
                item.walk(&mut by_iterator);
            }
            let both = !BY_INDEX.replace(true);
            if let Some(item) = self.get(index).filter(|_| both) {
                by_index.clear();
                item.walk(&mut by_index);
            }
            BY_INDEX.set(!both);
            if both && by_iterator != by_index {
                write!(out, "get({index}) is {by_index}").unwrap();
            }
            if index < self.len() || by_iterator != "none " {
                out.push_str(&by_iterator);
            }
        }
        if self.is_empty() != (self.len() == 0) {
            out.push_str("is_empty ");
        }
        out.push_str("] ");
    }
}

impl<'a, T, W: Views<'a, T, View: Walk>> Walk for Raw<'a, T, W> {
    fn walk(&self, out: &mut String) {
        match self.get() {
            Ok(view) => view.walk(out),
            Err(_) => out.push_str("unreadable "),
        }
    }
}

macro_rules! walk_parts {
    ($($($part:ident)*;)*) => {$(
        impl<$($part: Walk),*> Walk for ($($part,)*) {
            #[allow(non_snake_case, reason = "a parameter of the tuple names its part too")]
            fn walk(&self, out: &mut String) {
                let ($($part,)*) = self;
                $($part.walk(out);)*
            }
        }
    )*};
}

walk_parts! { A; A B; A B C; A B C D; A B C D E; }

/// Views of arrays are arrays of views, or of numbers.
impl<V: Walk, const LEN: usize> Walk for [V; LEN] {
    fn walk(&self, out: &mut String) {
        write!(out, "[{LEN} ").unwrap();
        self.iter().for_each(|item| item.walk(out));
        out.push_str("] ");
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

// ---- Streams -------------------------------------------------------------------------------------------------------------------------

/// The values of a stream, each with the offset of its end, and how the stream ends.
#[derive(PartialEq, Default)]
struct Streamed {
    values: Vec<(Vec<u8>, u64)>,
    end: String,
    /// True if a value was returned after more bytes than its own had arrived.
    late: bool,
}

fn ended(error: &StreamError) -> String {
    let offset = error.offset().unwrap_or_default();
    let start = error.start().unwrap_or_default();
    let name = match error {
        StreamError::TooLong { .. } => "Too_long",
        StreamError::EndsEarly { .. } => "Ends_early",
        StreamError::Decode { error, .. } => error.kind().name(),
        _ => "another",
    };
    format!(r#""end":"{name}","start":{start},"offset":{offset}"#)
}

/// Feeds chunks of a stream to a decoder.
fn fed<T: Subject>(bytes: &[u8], chunk: usize, settings: Settings) -> Streamed {
    let Ok(mut decoder) = StreamDecoder::<T>::try_new(settings) else { return Streamed::default() };
    let (mut chunks, mut arrived, mut streamed) = (bytes.chunks(chunk), 0u64, Streamed::default());
    let mut has_ended = false;
    loop {
        match decoder.next_value() {
            Ok(Some(value)) => {
                streamed.late |= chunk == 1 && (arrived != decoder.offset() || !decoder.unread().is_empty());
                streamed.values.push((value.to_bytes().unwrap_or_default(), decoder.offset()));
            }
            Ok(None) if decoder.is_over() => {
                streamed.end = format!(r#""end":"end","start":{0},"offset":{0}"#, decoder.offset());
                return streamed;
            }
            Ok(None) if has_ended => {
                streamed.end = String::from(r#""end":"no end""#);
                return streamed;
            }
            Ok(None) => match chunks.next() {
                Some(chunk) => {
                    arrived += chunk.len() as u64;
                    decoder.feed(chunk);
                }
                None => {
                    has_ended = true;
                    decoder.end();
                }
            },
            Err(error) => {
                streamed.end = ended(&error);
                if !decoder.is_over() || !matches!(decoder.next_value(), Ok(None)) {
                    streamed.end.push_str(r#","again":true"#);
                }
                return streamed;
            }
        }
    }
}

/// A source of at most 3 bytes at a time.
struct Source<'a>(&'a [u8]);

impl Read for Source<'_> {
    fn read(&mut self, buffer: &mut [u8]) -> std::io::Result<usize> {
        let count = buffer.len().min(self.0.len()).min(3);
        buffer[..count].copy_from_slice(&self.0[..count]);
        self.0 = &self.0[count..];
        Ok(count)
    }
}

/// Reads a stream from a source.
fn read_from<T: Subject>(bytes: &[u8]) -> Streamed {
    let (mut values, mut streamed) = (Values::<_, T>::new(Source(bytes)), Streamed::default());
    while let Some(value) = values.next() {
        match value {
            Ok(value) => streamed.values.push((value.to_bytes().unwrap_or_default(), values.offset())),
            Err(error) => {
                streamed.end = ended(&error);
                return streamed;
            }
        }
    }
    streamed.end = format!(r#""end":"end","start":{0},"offset":{0}"#, values.offset());
    streamed
}

/// Finds the ends of values with the schema alone.
fn framed(encoding: &'static Encoding, bytes: &[u8]) -> Vec<u64> {
    let Ok(mut framer) = Framer::new(encoding, Settings::default()) else { return Vec::new() };
    let (mut start, mut ends) = (0, Vec::new());
    for arrived in 0..=bytes.len() {
        while let Ok(Some(size)) = framer.next_value(&bytes[start..arrived], false) {
            start += size;
            ends.push(framer.offset());
        }
    }
    ends
}

/// What the readers of streams make of bytes.
fn stream<T: Subject>(bytes: &[u8]) -> String {
    let first = fed::<T>(bytes, 1, Settings::default());
    let mut disagrees = String::new();
    let mut check = |agrees: bool, name: &str| if !agrees { write!(disagrees, "{name} ").unwrap() };
    let whole = fed::<T>(bytes, bytes.len().max(1), Settings::default());
    check(whole.values == first.values && whole.end == first.end, "all bytes at once");
    let source = read_from::<T>(bytes);
    check(source.values == first.values && source.end == first.end, "from a source");
    let sizes: Vec<_> = first.values.iter().scan(0, |start, (_, end)| Some(*end - std::mem::replace(start, *end))).collect();
    if let Some(longest) = sizes.iter().max().map(|longest| *longest as usize) {
        let at = sizes.iter().position(|size| *size as usize == longest).unwrap();
        let exact = fed::<T>(bytes, 1, Settings::default().with_value_max_bytes(longest));
        check(exact.values == first.values, "the least limit of a value");
        if longest > 1 {
            let less = fed::<T>(bytes, 1, Settings::default().with_value_max_bytes(longest - 1));
            check(less.values.len() == at && less.end.contains("Too_long"), "a limit of one byte less");
        }
        let heaps: Vec<_> = first.values.iter().map(|(_, end)| *end as usize).scan(0, |start, end| {
            let value = &bytes[std::mem::replace(start, end)..end];
            let heap = HeapBudget::new(1 << 40);
            T::from_bytes_within(value, Limits::default(), &heap).ok()?;
            Some((1 << 40) - heap.left())
        }).collect();
        let most = *heaps.iter().max().unwrap();
        let at = heaps.iter().position(|heap| *heap == most).unwrap();
        let exact = fed::<T>(bytes, 1, Settings::default().with_value_heap_max_bytes(most));
        check(exact.values == first.values, "the least budget of a value");
        let less = fed::<T>(bytes, 1, Settings::default().with_value_heap_max_bytes(most - 1));
        check(less.values.len() == at && less.end.contains("Heap_exceeded"), "a budget of one byte less");
    }
    let values: Vec<_> = first.values.iter().map(|(value, end)| format!(r#"["{}",{end}]"#, hex(value))).collect();
    format!(r#"{{"values":[{}],{},"late":{},"disagrees":"{disagrees}"}}"#, values.join(","), first.end, first.late)
}

/// Why values of a type cannot follow one another.
fn unstreamable<T: Subject>(_: &[u8]) -> String {
    match StreamDecoder::<T>::try_new(Settings::default()) {
        Ok(_) => failed("the type can be streamed"),
        Err(reason) => failed(&format!("{reason:?}")),
    }
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
