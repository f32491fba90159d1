//! JSON text from the steps of a walk.

use alloc::string::String;
use alloc::vec::Vec;
use core::fmt::{self, Write};

use crate::error::{DecodeError, ErrorKind};
use crate::number::decimal::{MAX_BYTES, decimal_of_n, decimal_of_z};
use crate::number::{N, Z};
use crate::schema::explain::walk;
use crate::schema::json_text::text;
use crate::schema::scalar::Scalar;
use crate::schema::visit::{Container, Event, Visitor};
use crate::schema::{DefaultBytes, Encoding, Split, big_endian, bson};

/// Forms inside others that are written through a text of their own: lazy values, values with another form in JSON.
const MAX_INNER: u32 = 32;

/// Writes the JSON of the value that `bytes` are, inside of `inner` other texts.
pub(super) fn inner_json(
    encoding: &'static Encoding,
    bytes: &[u8],
    inner: u32,
    out: &mut dyn Write,
) -> Result<fmt::Result, DecodeError> {
    let mut printer = Printer::new(out, inner);
    walk(encoding, bytes, Some(&mut printer))?;
    Ok(printer.result)
}

/// What is open in the text.
#[derive(Clone, Copy)]
enum Level {
    /// Nothing of its own: the case of a union, an optional value.
    Clear,
    /// An object or an array that is part of a merge, and so has no brackets.
    Merged,
    Array {
        empty: bool,
    },
    Object {
        empty: bool,
    },
}

/// A value that may be left out: the text before it, and what the level was.
struct Mark {
    at: usize,
    start: usize,
    levels: usize,
    level: Option<Level>,
    field: bool,
}

/// Prints one value as it comes. Only a value that may turn out to be the usual one is held back.
pub(super) struct Printer<'o> {
    out: &'o mut dyn Write,
    held: String,
    marks: Vec<Mark>,
    levels: Vec<Level>,
    /// The name or key of the value that follows, with its quotes.
    name: Option<String>,
    /// Whether what follows is the form of a field that is left out, with its name, where it is absent or usual.
    own: bool,
    /// Whether the value that follows is a part of a merge.
    part: bool,
    /// Values with another form in JSON that are being passed over.
    muted: usize,
    inner: u32,
    pub(super) result: fmt::Result,
}

impl Write for Printer<'_> {
    fn write_str(&mut self, text: &str) -> fmt::Result {
        match self.marks.is_empty() {
            true => self.out.write_str(text),
            false => self.held.write_str(text),
        }
    }
}

impl<'o> Printer<'o> {
    pub(super) fn new(out: &'o mut dyn Write, inner: u32) -> Self {
        let (held, marks, levels) = (String::new(), Vec::new(), Vec::new());
        Self { out, held, marks, levels, name: None, own: false, part: false, muted: 0, inner, result: Ok(()) }
    }

    /// The level that has commas.
    fn level(&mut self) -> Option<&mut Level> {
        self.levels.iter_mut().rev().find(|level| matches!(level, Level::Array { .. } | Level::Object { .. }))
    }

    /// The comma and the name before a value.
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

    fn print(&mut self, event: Event<'_>) -> Result<fmt::Result, ErrorKind> {
        let own = core::mem::take(&mut self.own);
        Ok(match event {
            Event::Nothing(Encoding::Empty) if self.part => {
                self.part = false;
                Ok(())
            }
            Event::Nothing(encoding) => self.before().and_then(|()| match encoding {
                Encoding::Constant(name) => text::string(self, name),
                Encoding::Null => self.write_str("null"),
                _ => self.write_str("{}"),
            }),
            Event::Scalar(scalar, bytes) => {
                let digits = long(scalar, bytes)?;
                self.before().and_then(|()| match digits {
                    Some(digits) => write!(self, "\"{digits}\""),
                    None => short(self, scalar, bytes),
                })
            }
            Event::Bytes(bytes) => self.before().and_then(|()| text::hex(self, bytes)),
            Event::Text(bytes) => self.before().and_then(|()| text::lossless(self, bytes)),
            Event::Name(names, index) => {
                self.before().and_then(|()| text::string(self, names.get(index).copied().unwrap_or_default()))
            }
            Event::Lazy(encoding, bytes) => self.before().and_then(|()| self.lazy(encoding, bytes)),
            Event::Json(bytes) => self.before().and_then(|()| self.document(bytes)),
            Event::Absent if own => {
                self.name = None;
                Ok(())
            }
            Event::Absent => self.before().and_then(|()| self.write_str("null")),
            Event::Open(container) => self.open(container),
            Event::Close => match self.levels.pop() {
                Some(Level::Array { .. }) => self.write_char(']'),
                Some(Level::Object { .. }) => self.write_char('}'),
                _ => Ok(()),
            },
            Event::Field(name, own) => {
                self.own = own;
                let mut quoted = String::new();
                let written = text::string(&mut quoted, name);
                self.name = Some(quoted);
                written
            }
            Event::Key(key) => {
                let mut quoted = String::new();
                let written = text::string(&mut quoted, &String::from_utf8_lossy(key));
                self.name = Some(quoted);
                written
            }
            Event::Part => {
                self.part = true;
                Ok(())
            }
            Event::DftStart => {
                self.mark(own);
                Ok(())
            }
            Event::DftEnd { inner, default, found } => self.unmark(inner, default, found),
            Event::SplitStart | Event::SplitEnd(..) => Ok(()),
        })
    }

    fn open(&mut self, container: Container) -> fmt::Result {
        let merged = core::mem::take(&mut self.part);
        let level = match container {
            Container::Case(_) | Container::Present => {
                self.part = merged;
                Level::Clear
            }
            Container::Object | Container::Assoc | Container::Tuple | Container::Merge { .. } if merged => {
                Level::Merged
            }
            Container::List | Container::Tuple | Container::Merge { objects: false } => Level::Array { empty: true },
            Container::Object | Container::Assoc | Container::Merge { objects: true } => Level::Object { empty: true },
        };
        let bracket = match level {
            Level::Array { .. } => '[',
            Level::Object { .. } => '{',
            _ => {
                self.levels.push(level);
                return Ok(());
            }
        };
        self.before()?;
        self.levels.push(level);
        self.write_char(bracket)
    }

    fn lazy(&mut self, encoding: &'static Encoding, bytes: &[u8]) -> fmt::Result {
        let mut inside = String::new();
        if self.inner < MAX_INNER
            && let Ok(written) = inner_json(encoding, bytes, self.inner.saturating_add(1), &mut inside)
        {
            written?;
            return self.write_str(&inside);
        }
        self.write_str("{\"invalid_lazy_bytes\":")?;
        text::hex(self, bytes)?;
        self.write_char('}')
    }

    fn document(&mut self, bytes: &[u8]) -> fmt::Result {
        let (mut result, mut first, mut named) = (Ok(()), true, false);
        let _ = bson::read(bytes, &mut |step| {
            let comma = !first && !named && !matches!(step, bson::Step::Close { .. });
            first = matches!(step, bson::Step::Open { .. });
            named = matches!(step, bson::Step::Key(_));
            result = result.and_then(|()| {
                if comma {
                    self.write_char(',')?;
                }
                match step {
                    bson::Step::Open { array } => self.write_char(if array { '[' } else { '{' }),
                    bson::Step::Close { array } => self.write_char(if array { ']' } else { '}' }),
                    bson::Step::Key(key) => {
                        text::string(self, &String::from_utf8_lossy(key))?;
                        self.write_char(':')
                    }
                    bson::Step::Null => self.write_str("null"),
                    bson::Step::Bool(value) => write!(self, "{value}"),
                    bson::Step::Number(value) => text::float(self, value),
                    bson::Step::Text(bytes) => text::lossless(self, bytes),
                }
            });
        });
        result
    }

    /// From here on, the text is held back.
    fn mark(&mut self, field: bool) {
        let (at, levels) = (self.held.len(), self.levels.len());
        let level = self.level().copied();
        // The value stands behind the comma and the name; without them it can be compared.
        let comma = !matches!(level, Some(Level::Array { empty: true } | Level::Object { empty: true }) | None);
        let name = self.name.as_ref().map_or(0, |name| name.len().saturating_add(1));
        let start = at.saturating_add(name).saturating_add(comma.into());
        self.marks.push(Mark { at, start, levels, level, field });
    }

    fn unmark(&mut self, inner: &'static Encoding, default: DefaultBytes, found: &[u8]) -> fmt::Result {
        let Some(mark) = self.marks.pop() else { return Ok(()) };
        let made;
        let usual = match default {
            DefaultBytes::Known(bytes) => Some(bytes),
            DefaultBytes::Made(make) => {
                made = make();
                made.as_deref()
            }
        };
        let value = self.held.get(mark.start..).unwrap_or_default();
        let same =
            mark.field && usual.is_some_and(|usual| usual == found || same_text(inner, usual, self.inner, value));
        if same {
            self.held.truncate(mark.at);
            self.levels.truncate(mark.levels);
            if let (Some(level), Some(before)) = (self.level(), mark.level) {
                *level = before;
            }
        }
        if self.marks.is_empty() {
            let held = core::mem::take(&mut self.held);
            self.out.write_str(&held)?;
        }
        Ok(())
    }

    fn split(&mut self, split: &'static Split, bytes: &[u8]) -> Result<fmt::Result, ErrorKind> {
        let refuse =
            |message: String| ErrorKind::UserFunction { function: split.inner.name(), message: message.into() };
        let bytes = (split.to_json)(bytes).map_err(refuse)?;
        if self.inner >= MAX_INNER {
            return Err(ErrorKind::TooDeep { limit: MAX_INNER });
        }
        let mut inside = String::new();
        let written = inner_json(split.json, &bytes, self.inner.saturating_add(1), &mut inside)
            .map_err(|error| refuse(alloc::format!("{}", error.kind())))?;
        Ok(written.and_then(|()| self.before()).and_then(|()| self.write_str(&inside)))
    }
}

impl Visitor for Printer<'_> {
    fn visit(&mut self, event: Event<'_>) -> Result<(), ErrorKind> {
        let result = match (event, self.muted) {
            (Event::SplitStart, _) => {
                self.muted = self.muted.saturating_add(1);
                return Ok(());
            }
            (Event::SplitEnd(split, bytes), muted) => {
                self.muted = muted.saturating_sub(1);
                if self.muted > 0 {
                    return Ok(());
                }
                self.split(split, bytes)?
            }
            (event, 0) => self.print(event)?,
            _ => return Ok(()),
        };
        self.result = self.result.and(result);
        Ok(())
    }
}

/// Whether the JSON of the usual value is `value`: its bytes may be others, where the reader takes more than the writer writes.
fn same_text(inner: &'static Encoding, usual: &[u8], depth: u32, value: &str) -> bool {
    let mut text = String::new();
    depth < MAX_INNER && inner_json(inner, usual, depth.saturating_add(1), &mut text).is_ok() && text == value
}

/// The digits of a number that is a string in JSON.
fn long(scalar: &Scalar, bytes: &[u8]) -> Result<Option<String>, ErrorKind> {
    let digits = match scalar {
        Scalar::N => decimal_of_n(&N::from_wire(bytes)),
        Scalar::Z => decimal_of_z(&Z::from_wire(bytes)),
        Scalar::Int(int) if int.bytes == 8 => Some(alloc::format!("{}", int.value(big_endian(bytes)))),
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
