//! Generates JSON text from the events of a walk.

use alloc::string::String;
use alloc::vec::Vec;
use core::fmt::{self, Write};

use crate::error::{DecodeError, ErrorKind};
use crate::number::decimal::{MAX_BYTES, decimal_of_n, decimal_of_z};
use crate::number::{N, Z};
use crate::revision::Revision;
use crate::schema::scalar::Scalar;
use crate::schema::{DefaultBytes, Encoding};
use crate::walk::explain::visit_at;
use crate::walk::json_text::text;
use crate::walk::visit::{Container, Event, Visitor};
use crate::walk::{big_endian, bson};

/// Nesting limit of values that are printed to a separate text: lazy values, and values with a different encoding in
/// JSON.
const MAX_INNER: u32 = 32;

/// The number of bytes of JSON for each byte of a value for which memory is reserved. Without, an attestation takes a quarter more time.
const JSON_BYTES: usize = 3;

/// The number of open objects and arrays for which memory is reserved.
const USUAL_LEVELS: usize = 24;

/// The length of a text from which on it is passed on.
const CHUNK: usize = 4096;

/// Returns the JSON of the value `bytes`, which is nested in `inner` separate texts.
pub(super) fn json(
    encoding: &'static Encoding,
    bytes: &[u8],
    inner: u32,
    revision: Revision,
) -> Result<String, DecodeError> {
    let mut printer = Printer::new(None, inner, revision);
    printer.text.reserve(bytes.len().saturating_mul(JSON_BYTES));
    visit_at(encoding, bytes, revision, &mut printer)?;
    Ok(printer.text)
}

/// Writes the JSON of the value `bytes` while reading it.
pub(super) fn write(
    encoding: &'static Encoding,
    bytes: &[u8],
    revision: Revision,
    out: &mut dyn Write,
) -> Result<fmt::Result, DecodeError> {
    let mut printer = Printer::new(Some(out), 0, revision);
    let visited = visit_at(encoding, bytes, revision, &mut printer);
    printer.flush();
    visited.map(|()| printer.result)
}

/// An open container.
#[derive(Clone, Copy)]
enum Level {
    /// An object or an array that is part of a merge, and therefore has no brackets.
    Merged,
    Array {
        empty: bool,
    },
    Object {
        empty: bool,
    },
}

/// The state before a field that may be omitted: the length of the text, and the innermost level that has commas.
type Before = (usize, Option<Level>);

/// The state before a value that may equal its default.
struct Mark {
    /// The offset of the value.
    start: usize,
    levels: usize,
    /// The state before its field, if that is omitted with its default.
    field: Option<Before>,
}

/// An open map, whose entries are printed in the order of their keys.
struct Map {
    /// The number of open levels, with that of the map.
    levels: usize,
    /// Each key, with the offset of its entry, including the comma, in the text.
    entries: Vec<(Vec<u8>, usize)>,
}

/// Prints one value while it is being read.
struct Printer<'o> {
    text: String,
    /// Receives the text from time to time, except for maps and values that may equal their default.
    out: Option<&'o mut dyn Write>,
    marks: Vec<Mark>,
    maps: Vec<Map>,
    levels: Vec<Level>,
    /// Whether the name or key of the next value has been printed.
    named: bool,
    /// The state before the field of the next value, if the field is omitted when the value is absent or equals its default.
    own: Option<Before>,
    /// Whether the next value is part of a merge.
    part: bool,
    inner: u32,
    revision: Revision,
    /// The result of writing to `out`.
    result: fmt::Result,
}

impl Visitor for Printer<'_> {
    fn visit(&mut self, event: Event<'_>) -> Result<(), ErrorKind> {
        if self.text.len() > CHUNK && !self.holds() {
            self.flush();
        }
        match event {
            Event::Split if self.inner >= MAX_INNER => return Err(ErrorKind::TooDeep { limit: MAX_INNER }),
            Event::Split => self.own = None,
            Event::Value(encoding, bytes) => {
                self.inner = self.inner.saturating_add(1);
                let visited = visit_at(encoding, bytes, self.revision, self);
                self.inner = self.inner.saturating_sub(1);
                return visited.map_err(|error| error.kind().clone());
            }
            Event::Unwritable => return Err(ErrorKind::NoCaseMatched),
            Event::Scalar(scalar, bytes) => {
                self.before();
                self::scalar(&mut self.text, scalar, bytes)?;
            }
            event => self.print(event),
        }
        Ok(())
    }

    fn text(&mut self, is_next: bool) -> Option<&mut String> {
        if is_next {
            self.before();
        }
        Some(&mut self.text)
    }
}

impl<'o> Printer<'o> {
    fn new(out: Option<&'o mut dyn Write>, inner: u32, revision: Revision) -> Self {
        let (text, marks, maps) = Default::default();
        let levels = Vec::with_capacity(USUAL_LEVELS);
        Self { text, out, marks, maps, levels, named: false, own: None, part: false, inner, revision, result: Ok(()) }
    }

    /// Returns true if the text may still change: in a map, and in a field or a value that may be omitted.
    fn holds(&self) -> bool {
        self.own.is_some() || !self.marks.is_empty() || !self.maps.is_empty()
    }

    /// Passes the text on.
    fn flush(&mut self) {
        if let Some(out) = &mut self.out {
            self.result = self.result.and_then(|()| out.write_str(&self.text));
            self.text.clear();
        }
    }

    /// Returns the innermost level that has commas.
    fn level(&mut self) -> Option<&mut Level> {
        self.levels.iter_mut().rev().find(|level| matches!(level, Level::Array { .. } | Level::Object { .. }))
    }

    /// Starts an element or an entry: writes the comma before it.
    fn separate(&mut self) {
        if let Some(Level::Array { empty } | Level::Object { empty }) = self.level() {
            let first = core::mem::replace(empty, false);
            if !first {
                self.text.push(',');
            }
        }
    }

    /// Starts an entry with its name or key.
    fn named(&mut self, name: &str) {
        self.separate();
        text::string(&mut self.text, name);
        self.text.push(':');
        self.named = true;
    }

    /// Writes the comma before a value that has no name.
    fn before(&mut self) {
        if !core::mem::take(&mut self.named) {
            self.separate();
        }
        (self.own, self.part) = (None, false);
    }

    /// Removes a field that is omitted.
    fn omit(&mut self, (at, before): Before) {
        self.text.truncate(at);
        if let (Some(level), Some(before)) = (self.level(), before) {
            *level = before;
        }
    }

    fn print(&mut self, event: Event<'_>) {
        let own = self.own.take();
        match event {
            Event::Nothing(Encoding::Empty) if self.part => self.part = false,
            Event::Open(container) => self.open(container),
            Event::Close => {
                if self.maps.last().is_some_and(|map| map.levels == self.levels.len()) {
                    self.sort();
                }
                match self.levels.pop() {
                    Some(Level::Array { .. }) => self.text.push(']'),
                    Some(Level::Object { .. }) => self.text.push('}'),
                    _ => {}
                }
            }
            Event::Field(name, own) => {
                let before = own.then(|| (self.text.len(), self.level().copied()));
                self.named(name);
                self.own = before;
            }
            Event::Key(key) => {
                if let Some(map) = self.maps.last_mut().filter(|map| map.levels == self.levels.len()) {
                    map.entries.push((key.to_vec(), self.text.len()));
                }
                self.named(&String::from_utf8_lossy(key));
            }
            Event::Part => self.part = true,
            Event::DftStart => {
                self.marks.push(Mark { start: self.text.len(), levels: self.levels.len(), field: own });
            }
            Event::DftEnd { inner, default, found } => self.unmark(inner, default, found),
            Event::Absent if own.is_some() => {
                self.named = false;
                own.into_iter().for_each(|before| self.omit(before));
            }
            simple => {
                self.before();
                self.simple(simple);
            }
        }
    }

    fn simple(&mut self, event: Event<'_>) {
        match event {
            Event::Absent | Event::Nothing(Encoding::Null) => self.text.push_str("null"),
            Event::Nothing(Encoding::Constant(name)) => text::string(&mut self.text, name),
            Event::Nothing(_) => self.text.push_str("{}"),
            Event::Bytes(bytes) => text::hex(&mut self.text, bytes),
            Event::Text(bytes) => text::lossless(&mut self.text, bytes),
            Event::Name(names, index) => text::string(&mut self.text, names.get(index).copied().unwrap_or_default()),
            Event::Lazy(encoding, bytes) => self.lazy(encoding, bytes),
            Event::Json(bytes) => document(&mut self.text, bytes),
            _ => {}
        }
    }

    fn open(&mut self, container: Container) {
        let (level, bracket) = match container {
            Container::Case(_) | Container::Present => return,
            Container::Object | Container::Assoc { .. } | Container::Tuple | Container::Merge { .. } if self.part => {
                (Level::Merged, None)
            }
            Container::List | Container::Tuple | Container::Merge { objects: false } => {
                (Level::Array { empty: true }, Some('['))
            }
            Container::Object | Container::Assoc { .. } | Container::Merge { objects: true } => {
                (Level::Object { empty: true }, Some('{'))
            }
        };
        self.part = false;
        if let Some(bracket) = bracket {
            self.before();
            self.text.push(bracket);
        }
        self.levels.push(level);
        if matches!(container, Container::Assoc { sorted: true }) {
            self.maps.push(Map { levels: self.levels.len(), entries: Vec::new() });
        }
    }

    /// Sorts the entries of the innermost map by key.
    fn sort(&mut self) {
        let entries = self.maps.pop().map(|map| map.entries).unwrap_or_default();
        if let Some((_, first)) = entries.first().filter(|_| !entries.is_sorted()) {
            let text = self.text.split_off(*first);
            let ends = entries.iter().skip(1).map(|(_, start)| start.saturating_sub(*first)).chain([text.len()]);
            let mut start = 0usize;
            let mut pieces: Vec<(&[u8], &str)> = Vec::with_capacity(entries.len());
            for ((key, _), end) in entries.iter().zip(ends) {
                let piece = text.get(start..end).unwrap_or_default();
                pieces.push((key, piece.strip_prefix(',').unwrap_or(piece)));
                start = end;
            }
            pieces.sort_unstable();
            // The first entry has a comma before it only in a merge.
            let mut comma = text.starts_with(',');
            for (_, piece) in pieces {
                self.text.push_str(if comma { "," } else { "" });
                self.text.push_str(piece);
                comma = true;
            }
        }
    }

    fn lazy(&mut self, encoding: &'static Encoding, bytes: &[u8]) {
        let start = self.text.len();
        if self.inner < MAX_INNER {
            let mut value = Printer::new(None, self.inner.saturating_add(1), self.revision);
            value.text = core::mem::take(&mut self.text);
            let visited = visit_at(encoding, bytes, self.revision, &mut value);
            self.text = value.text;
            if visited.is_ok() {
                return;
            }
        }
        self.text.truncate(start);
        self.text.push_str("{\"invalid_lazy_bytes\":");
        text::hex(&mut self.text, bytes);
        self.text.push('}');
    }

    /// Keeps the text since the mark, unless the value equals the default.
    fn unmark(&mut self, inner: &'static Encoding, default: DefaultBytes, found: &[u8]) {
        let Some(mark) = self.marks.pop() else { return };
        let Some(before) = mark.field else { return };
        let value = self.text.get(mark.start..).unwrap_or_default();
        let is_default = |bytes: &[u8]| bytes == found || same_text(inner, bytes, self.inner, self.revision, value);
        if default.bytes().is_some_and(|bytes| is_default(&bytes)) {
            self.levels.truncate(mark.levels);
            self.omit(before);
        }
    }
}

/// Writes a BSON document.
fn document(out: &mut String, bytes: &[u8]) {
    let (mut first, mut named) = (true, false);
    let _ = bson::read(bytes, &mut |step| {
        if !first && !named && !matches!(step, bson::Event::Close { .. }) {
            out.push(',');
        }
        first = matches!(step, bson::Event::Open { .. });
        named = matches!(step, bson::Event::Key(_));
        match step {
            bson::Event::Open { array } => out.push(if array { '[' } else { '{' }),
            bson::Event::Close { array } => out.push(if array { ']' } else { '}' }),
            bson::Event::Key(key) => {
                text::string(out, &String::from_utf8_lossy(key));
                out.push(':');
            }
            bson::Event::Null => out.push_str("null"),
            bson::Event::Bool(value) => text::number(out, format_args!("{value}")),
            bson::Event::Number(value) => text::float(out, value),
            bson::Event::Text(bytes) => text::lossless(out, bytes),
        }
    });
}

/// Returns true if `value` is the JSON of the default. Its bytes may still differ, because readers accept bytes that
/// writers do not produce.
fn same_text(inner: &'static Encoding, default: &[u8], depth: u32, revision: Revision, value: &str) -> bool {
    depth < MAX_INNER && json(inner, default, depth.saturating_add(1), revision).is_ok_and(|text| text == value)
}

/// Writes a scalar.
///
/// # Errors
/// `Size_limit_exceeded` for a number that is too long.
pub(in crate::walk) fn scalar(out: &mut String, scalar: &Scalar, bytes: &[u8]) -> Result<(), ErrorKind> {
    match long(scalar, bytes)? {
        Some(Long::Small(number)) => text::number(out, format_args!("\"{number}\"")),
        Some(Long::Digits(digits)) => text::number(out, format_args!("\"{digits}\"")),
        None => short(out, scalar, bytes),
    }
    Ok(())
}

/// A number whose JSON is a string.
enum Long {
    Small(i128),
    Digits(String),
}

/// Returns the number, if its JSON is a string.
fn long(scalar: &Scalar, bytes: &[u8]) -> Result<Option<Long>, ErrorKind> {
    let small = match scalar {
        Scalar::N => u64::try_from(&N::from_wire(bytes)).ok().map(i128::from),
        Scalar::Z => i128::try_from(&Z::from_wire(bytes)).ok(),
        Scalar::Int(int) if int.bytes == 8 => Some(int.value(big_endian(bytes))),
        _ => return Ok(None),
    };
    if let Some(number) = small {
        return Ok(Some(Long::Small(number)));
    }
    let digits = match scalar {
        Scalar::N => decimal_of_n(&N::from_wire(bytes)),
        _ => decimal_of_z(&Z::from_wire(bytes)),
    };
    match digits {
        Some(digits) => Ok(Some(Long::Digits(digits))),
        None => Err(ErrorKind::SizeLimitExceeded { limit: MAX_BYTES, found: bytes.len() }),
    }
}

fn short(out: &mut String, scalar: &Scalar, bytes: &[u8]) {
    match scalar {
        Scalar::Bool => text::number(out, format_args!("{}", bytes != [0])),
        Scalar::Int(int) => text::number(out, format_args!("{}", int.value(big_endian(bytes)))),
        Scalar::Float | Scalar::RangedFloat { .. } => text::float(out, f64::from_bits(big_endian(bytes))),
        Scalar::N | Scalar::UintLikeN { .. } => text::number(out, format_args!("{}", N::from_wire(bytes))),
        Scalar::Z | Scalar::IntLikeZ { .. } => text::number(out, format_args!("{}", Z::from_wire(bytes))),
    }
}
