//! Generates JSON text from the events of a walk.

use alloc::string::{String, ToString};
use alloc::vec::Vec;
use core::fmt::{self, Write};

use crate::error::{DecodeError, ErrorKind};
use crate::number::decimal::{MAX_BYTES, decimal_of_n, decimal_of_z};
use crate::number::{N, Z};
use crate::revision::Revision;
use crate::schema::scalar::Scalar;
use crate::schema::{DefaultBytes, Encoding, Split};
use crate::walk::explain::walk_at;
use crate::walk::json_text::text;
use crate::walk::visit::{Container, Event, Visitor};
use crate::walk::{big_endian, bson};

/// Nesting limit of values that are printed to a separate text: lazy values, and values with a different encoding in
/// JSON.
const MAX_INNER: u32 = 32;

/// Writes the JSON of the value `bytes`, which is nested in `inner` separate texts.
pub(super) fn inner_json(
    encoding: &'static Encoding,
    bytes: &[u8],
    inner: u32,
    revision: Revision,
    out: &mut dyn Write,
) -> Result<fmt::Result, DecodeError> {
    let mut printer = Printer::new(out, inner, revision);
    walk_at(encoding, bytes, revision, Some(&mut printer))?;
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
    /// The name or key of the next value, with its quotes.
    name: Option<String>,
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
                let json = self.split(split, bytes)?;
                match json.strip_prefix('{').and_then(|fields| fields.strip_suffix('}')).filter(|_| self.part) {
                    None => self.before().and_then(|()| self.write_str(&json)),
                    Some("") => {
                        self.part = false;
                        Ok(())
                    }
                    Some(fields) => self.before().and_then(|()| self.write_str(fields)),
                }
            }
            _ if self.muted > 0 => return Ok(()),
            Event::Unwritable => return Err(ErrorKind::NoCaseMatched),
            Event::Scalar(scalar, bytes) => {
                let digits = long(scalar, bytes)?;
                self.own = false;
                self.before().and_then(|()| match digits {
                    Some(digits) => write!(self, "\"{digits}\""),
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
            name: None,
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
        let name = self.name.take();
        if let Some(Level::Array { empty } | Level::Object { empty }) = self.level() {
            let first = core::mem::replace(empty, false);
            if !first {
                self.write_char(',')?;
            }
        }
        if let Some(name) = name {
            self.write_str(&name)?;
            self.write_char(':')?;
        }
        self.part = false;
        Ok(())
    }

    fn print(&mut self, event: Event<'_>) -> fmt::Result {
        let own = core::mem::take(&mut self.own);
        match event {
            Event::Nothing(Encoding::Empty) if self.part => self.part = false,
            Event::Absent if own => self.name = None,
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
                return text::string(self.name.insert(String::new()), name);
            }
            Event::Key(key) => {
                if let Some(map) = self.maps.last_mut().filter(|map| map.levels == self.levels.len()) {
                    map.entries.push((key.to_vec(), self.held.len()));
                }
                return text::string(self.name.insert(String::new()), &String::from_utf8_lossy(key));
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
        let name = self.name.as_ref().map_or(0, |name| name.len().saturating_add(1));
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

    /// Returns the JSON of a value with a different encoding in JSON.
    fn split(&self, split: &'static Split, bytes: &[u8]) -> Result<String, ErrorKind> {
        let refuse =
            |message: String| ErrorKind::UserFunction { function: split.inner.name(), message: message.into() };
        let bytes = (split.to_json)(bytes, split.revision.unwrap_or(self.revision)).map_err(refuse)?;
        if self.inner >= MAX_INNER {
            return Err(ErrorKind::TooDeep { limit: MAX_INNER });
        }
        let mut json = String::new();
        match inner_json(split.json, &bytes, self.inner.saturating_add(1), self.revision, &mut json) {
            Ok(_) => Ok(json),
            Err(error) => Err(refuse(error.kind().to_string())),
        }
    }
}

/// Returns true if `value` is the JSON of the default. Its bytes may still differ, because readers accept bytes that
/// writers do not produce.
fn same_text(inner: &'static Encoding, default: &[u8], depth: u32, revision: Revision, value: &str) -> bool {
    let mut text = String::new();
    depth < MAX_INNER
        && inner_json(inner, default, depth.saturating_add(1), revision, &mut text).is_ok()
        && text == value
}

/// Returns the digits of a number whose JSON is a string.
fn long(scalar: &Scalar, bytes: &[u8]) -> Result<Option<String>, ErrorKind> {
    let digits = match scalar {
        Scalar::N => decimal_of_n(&N::from_wire(bytes)),
        Scalar::Z => decimal_of_z(&Z::from_wire(bytes)),
        Scalar::Int(int) if int.bytes == 8 => Some(int.value(big_endian(bytes)).to_string()),
        _ => return Ok(None),
    };
    match digits {
        Some(digits) => Ok(Some(digits)),
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
