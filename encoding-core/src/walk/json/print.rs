//! Generates JSON text from the events of a walk.

use alloc::string::{String, ToString};
use alloc::vec::Vec;
use core::fmt::{self, Write};

use crate::error::{DecodeError, ErrorKind};
use crate::number::decimal::{MAX_BYTES, decimal_of_n, decimal_of_z};
use crate::number::{N, Z};
use crate::prefix::Prefix;
use crate::revision::Revision;
use crate::schema::scalar::Scalar;
use crate::schema::{DefaultBytes, Encoding, Extent, Split};
use crate::walk::explain::visit_at;
use crate::walk::json_text::text;
use crate::walk::visit::{Container, Event, Visitor};
use crate::walk::{big_endian, bson};

/// Nesting limit of values that are printed to a separate text: lazy values, and values with a different encoding in
/// JSON.
const MAX_INNER: u32 = 32;

/// The number of bytes of JSON for each byte of a value for which memory is reserved.
pub(super) const JSON_BYTES: usize = 3;

/// Writes the JSON of the value `bytes`, which is nested in `inner` separate texts.
pub(super) fn inner_json(
    encoding: &'static Encoding,
    bytes: &[u8],
    inner: u32,
    revision: Revision,
    out: &mut dyn Write,
) -> Result<fmt::Result, DecodeError> {
    let mut printer = Printer::new(out, inner, revision);
    visit_at(encoding, bytes, revision, &mut printer)?;
    Ok(printer.result)
}

/// An open container.
#[derive(Clone, Copy)]
enum Level {
    /// No brackets and commas: the case of a union, an optional value.
    Clear,
    /// An object or an array that is part of a merge, and therefore has no brackets.
    Merged,
    Array {
        empty: bool,
    },
    Object {
        empty: bool,
    },
}

/// The state before a value that is omitted if it equals its default.
struct Mark {
    at: usize,
    /// The offset of the value, after its comma and its name.
    start: usize,
    levels: usize,
    level: Option<Level>,
    field: bool,
}

/// An open map, whose entries are printed in the order of their keys.
struct Map {
    /// The number of open levels, with that of the map.
    levels: usize,
    /// Each key, with the offset of its entry, including the comma, in the buffered text.
    entries: Vec<(Vec<u8>, usize)>,
}

/// Prints one value while it is being read. Only maps and values that may equal their default are buffered.
struct Printer<'o> {
    out: &'o mut dyn Write,
    held: String,
    marks: Vec<Mark>,
    maps: Vec<Map>,
    levels: Vec<Level>,
    /// The name or key of the next value, with its quotes; empty if it has none.
    name: String,
    /// Whether the next value belongs to a field that is omitted, together with its name, if it is absent or equals its
    /// default.
    own: bool,
    /// Whether the next value is part of a merge.
    part: bool,
    /// The number of open values that are not printed because they have a different encoding in JSON.
    muted: usize,
    inner: u32,
    revision: Revision,
    result: fmt::Result,
}

impl Write for Printer<'_> {
    fn write_str(&mut self, text: &str) -> fmt::Result {
        match self.holds() {
            true => self.held.write_str(text),
            false => self.out.write_str(text),
        }
    }
}

impl Visitor for Printer<'_> {
    fn visit(&mut self, event: Event<'_>) -> Result<(), ErrorKind> {
        let written = match event {
            Event::SplitStart => {
                self.muted = self.muted.saturating_add(1);
                return Ok(());
            }
            Event::SplitEnd(split, bytes) => {
                self.muted = self.muted.saturating_sub(1);
                if self.muted > 0 {
                    return Ok(());
                }
                let bytes = self.split(split, bytes)?;
                if let (Some(text), false) = (string(split.json, &bytes), self.part) {
                    self.own = false;
                    self.result = self.result.and_then(|()| self.before()).and_then(|()| text::lossless(self, text));
                    return Ok(());
                }
                self.own = false;
                self.inner = self.inner.saturating_add(1);
                let visited = visit_at(split.json, &bytes, self.revision, self);
                self.inner = self.inner.saturating_sub(1);
                return visited.map_err(|error| user_function(split, error.kind().to_string()));
            }
            _ if self.muted > 0 => return Ok(()),
            Event::Unwritable => return Err(ErrorKind::NoCaseMatched),
            Event::Scalar(scalar, bytes) => {
                let digits = long(scalar, bytes)?;
                self.own = false;
                self.before().and_then(|()| match digits {
                    Some(number) => {
                        let number: &dyn fmt::Display = match &number {
                            Long::Small(number) => number,
                            Long::Digits(digits) => digits,
                        };
                        write!(self, "\"{number}\"")
                    }
                    None => short(self, scalar, bytes),
                })
            }
            event => self.print(event),
        };
        self.result = self.result.and(written);
        Ok(())
    }
}

impl<'o> Printer<'o> {
    fn new(out: &'o mut dyn Write, inner: u32, revision: Revision) -> Self {
        let (held, marks, maps, levels) = Default::default();
        Self {
            out,
            held,
            marks,
            maps,
            levels,
            name: String::new(),
            own: false,
            part: false,
            muted: 0,
            inner,
            revision,
            result: Ok(()),
        }
    }

    /// Returns true if text is being buffered.
    fn holds(&self) -> bool {
        !self.marks.is_empty() || !self.maps.is_empty()
    }

    /// Writes the buffered text, unless it may still change.
    fn release(&mut self) -> fmt::Result {
        if self.holds() {
            return Ok(());
        }
        self.out.write_str(&core::mem::take(&mut self.held))
    }

    /// Returns the innermost level that has commas.
    fn level(&mut self) -> Option<&mut Level> {
        self.levels.iter_mut().rev().find(|level| matches!(level, Level::Array { .. } | Level::Object { .. }))
    }

    /// Writes the comma and the name before a value.
    fn before(&mut self) -> fmt::Result {
        if let Some(Level::Array { empty } | Level::Object { empty }) = self.level() {
            let first = core::mem::replace(empty, false);
            if !first {
                self.write_char(',')?;
            }
        }
        self.part = false;
        if self.name.is_empty() {
            return Ok(());
        }
        self.name.push(':');
        let written = match !self.marks.is_empty() || !self.maps.is_empty() {
            true => self.held.write_str(&self.name),
            false => self.out.write_str(&self.name),
        };
        self.name.clear();
        written
    }

    /// Keeps the name or key of the next value.
    fn named(&mut self, name: &str) -> fmt::Result {
        self.name.clear();
        text::string(&mut self.name, name)
    }

    fn print(&mut self, event: Event<'_>) -> fmt::Result {
        let own = core::mem::take(&mut self.own);
        match event {
            Event::Nothing(Encoding::Empty) if self.part => self.part = false,
            Event::Absent if own => self.name.clear(),
            Event::Open(container) => return self.open(container),
            Event::Close => {
                if self.maps.last().is_some_and(|map| map.levels == self.levels.len()) {
                    self.sort()?;
                }
                match self.levels.pop() {
                    Some(Level::Array { .. }) => return self.write_char(']'),
                    Some(Level::Object { .. }) => return self.write_char('}'),
                    _ => {}
                }
            }
            Event::Field(name, own) => {
                self.own = own;
                return self.named(name);
            }
            Event::Key(key) => {
                if let Some(map) = self.maps.last_mut().filter(|map| map.levels == self.levels.len()) {
                    map.entries.push((key.to_vec(), self.held.len()));
                }
                return self.named(&String::from_utf8_lossy(key));
            }
            Event::Part => self.part = true,
            Event::DftStart => self.mark(own),
            Event::DftEnd { inner, default, found } => return self.unmark(inner, default, found),
            simple => {
                self.before()?;
                return self.simple(simple);
            }
        }
        Ok(())
    }

    fn simple(&mut self, event: Event<'_>) -> fmt::Result {
        match event {
            Event::Absent | Event::Nothing(Encoding::Null) => self.write_str("null"),
            Event::Nothing(Encoding::Constant(name)) => text::string(self, name),
            Event::Nothing(_) => self.write_str("{}"),
            Event::Bytes(bytes) => text::hex(self, bytes),
            Event::Text(bytes) => text::lossless(self, bytes),
            Event::Name(names, index) => text::string(self, names.get(index).copied().unwrap_or_default()),
            Event::Lazy(encoding, bytes) => self.lazy(encoding, bytes),
            Event::Json(bytes) => self.document(bytes),
            _ => Ok(()),
        }
    }

    fn open(&mut self, container: Container) -> fmt::Result {
        let merged = core::mem::take(&mut self.part);
        let level = match container {
            Container::Case(_) | Container::Present => {
                self.part = merged;
                Level::Clear
            }
            Container::Object | Container::Assoc { .. } | Container::Tuple | Container::Merge { .. } if merged => {
                Level::Merged
            }
            Container::List | Container::Tuple | Container::Merge { objects: false } => Level::Array { empty: true },
            Container::Object | Container::Assoc { .. } | Container::Merge { objects: true } => {
                Level::Object { empty: true }
            }
        };
        let bracket = match level {
            Level::Array { .. } => Some('['),
            Level::Object { .. } => Some('{'),
            Level::Clear | Level::Merged => None,
        };
        if bracket.is_some() {
            self.before()?;
        }
        self.levels.push(level);
        bracket.map_or(Ok(()), |bracket| self.write_char(bracket))?;
        if matches!(container, Container::Assoc { sorted: true }) {
            self.maps.push(Map { levels: self.levels.len(), entries: Vec::new() });
        }
        Ok(())
    }

    /// Sorts the entries of the innermost map by key.
    fn sort(&mut self) -> fmt::Result {
        let entries = self.maps.pop().map(|map| map.entries).unwrap_or_default();
        if let Some((_, first)) = entries.first().filter(|_| !entries.is_sorted()) {
            let text = self.held.split_off(*first);
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
                self.held.push_str(if comma { "," } else { "" });
                self.held.push_str(piece);
                comma = true;
            }
        }
        self.release()
    }

    fn lazy(&mut self, encoding: &'static Encoding, bytes: &[u8]) -> fmt::Result {
        let mut json = String::new();
        if self.inner < MAX_INNER
            && inner_json(encoding, bytes, self.inner.saturating_add(1), self.revision, &mut json).is_ok()
        {
            return self.write_str(&json);
        }
        self.write_str("{\"invalid_lazy_bytes\":")?;
        text::hex(self, bytes)?;
        self.write_char('}')
    }

    fn document(&mut self, bytes: &[u8]) -> fmt::Result {
        let (mut result, mut first, mut named) = (Ok(()), true, false);
        let _ = bson::read(bytes, &mut |step| {
            let comma = !first && !named && !matches!(step, bson::Event::Close { .. });
            first = matches!(step, bson::Event::Open { .. });
            named = matches!(step, bson::Event::Key(_));
            result = result.and_then(|()| {
                if comma {
                    self.write_char(',')?;
                }
                match step {
                    bson::Event::Open { array } => self.write_char(if array { '[' } else { '{' }),
                    bson::Event::Close { array } => self.write_char(if array { ']' } else { '}' }),
                    bson::Event::Key(key) => {
                        text::string(self, &String::from_utf8_lossy(key))?;
                        self.write_char(':')
                    }
                    bson::Event::Null => self.write_str("null"),
                    bson::Event::Bool(value) => write!(self, "{value}"),
                    bson::Event::Number(value) => text::float(self, value),
                    bson::Event::Text(bytes) => text::lossless(self, bytes),
                }
            });
        });
        result
    }

    /// Starts to buffer text.
    fn mark(&mut self, field: bool) {
        let (at, levels) = (self.held.len(), self.levels.len());
        let level = self.level().copied();
        let comma = !matches!(level, Some(Level::Array { empty: true } | Level::Object { empty: true }) | None);
        let name = if self.name.is_empty() { 0 } else { self.name.len().saturating_add(1) };
        let start = at.saturating_add(name).saturating_add(comma.into());
        self.marks.push(Mark { at, start, levels, level, field });
    }

    /// Keeps the text since the mark, unless the value equals the default.
    fn unmark(&mut self, inner: &'static Encoding, default: DefaultBytes, found: &[u8]) -> fmt::Result {
        let Some(mark) = self.marks.pop() else { return Ok(()) };
        let value = self.held.get(mark.start..).unwrap_or_default();
        let is_default = |bytes: &[u8]| bytes == found || same_text(inner, bytes, self.inner, self.revision, value);
        if mark.field && default.bytes().is_some_and(|bytes| is_default(&bytes)) {
            self.held.truncate(mark.at);
            self.levels.truncate(mark.levels);
            if let (Some(level), Some(before)) = (self.level(), mark.level) {
                *level = before;
            }
        }
        self.release()
    }

    /// Returns the bytes of a value in its different encoding in JSON.
    fn split(&self, split: &'static Split, bytes: &[u8]) -> Result<Vec<u8>, ErrorKind> {
        let bytes = (split.to_json)(bytes, split.revision.unwrap_or(self.revision));
        let bytes = bytes.map_err(|message| user_function(split, message))?;
        if self.inner >= MAX_INNER {
            return Err(ErrorKind::TooDeep { limit: MAX_INNER });
        }
        Ok(bytes)
    }
}

fn user_function(split: &'static Split, message: String) -> ErrorKind {
    ErrorKind::UserFunction { function: split.inner.name(), message: message.into() }
}

/// Returns the text of a string with its size prefix, if this is the encoding of one: nearly all values with a different encoding in JSON are.
fn string<'b>(encoding: &Encoding, bytes: &'b [u8]) -> Option<&'b [u8]> {
    let (
        Encoding::Dynamic { prefix: Prefix::U30, inner: Encoding::Text { extent: Extent::Rest, utf8 } },
        Some((size, text)),
    ) = (encoding, bytes.split_first_chunk())
    else {
        return None;
    };
    let is_one =
        usize::try_from(u32::from_be_bytes(*size)) == Ok(text.len()) && (!utf8 || core::str::from_utf8(text).is_ok());
    is_one.then_some(text)
}

/// Returns true if `value` is the JSON of the default. Its bytes may still differ, because readers accept bytes that
/// writers do not produce.
fn same_text(inner: &'static Encoding, default: &[u8], depth: u32, revision: Revision, value: &str) -> bool {
    let mut text = String::new();
    depth < MAX_INNER
        && inner_json(inner, default, depth.saturating_add(1), revision, &mut text).is_ok()
        && text == value
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
        Scalar::Z => None,
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

fn short(out: &mut dyn Write, scalar: &Scalar, bytes: &[u8]) -> fmt::Result {
    match scalar {
        Scalar::Bool => write!(out, "{}", bytes != [0]),
        Scalar::Int(int) => write!(out, "{}", int.value(big_endian(bytes))),
        Scalar::Float | Scalar::RangedFloat { .. } => text::float(out, f64::from_bits(big_endian(bytes))),
        Scalar::N | Scalar::UintLikeN { .. } => write!(out, "{}", N::from_wire(bytes)),
        Scalar::Z | Scalar::IntLikeZ { .. } => write!(out, "{}", Z::from_wire(bytes)),
    }
}
