//! From a small fault to a sentence: walk the schema over the same bytes.

use alloc::borrow::Cow;
use alloc::vec::Vec;

use super::cursor::{Cursor, Refusal};
use super::{Class, Count, Encoding, Extent};
use crate::error::{DecodeError, ErrorKind, Path, Segment};
use crate::fault::{Fault, FaultKind};

/// Explains why a reader refused `message` with `fault`.
///
/// The walker decides by the schema alone. Where it refuses the same kind of thing at the same byte, its words are used; where
/// it does not (a function that only the reader can run, a limit of the caller's), the fault stands and the walker gives the
/// path of the field that holds the byte.
#[cold]
#[inline(never)]
pub(crate) fn explain(encoding: &'static Encoding, message: &[u8], fault: Fault, max_depth: Option<u32>) -> DecodeError {
    let offset = fault.offset_in(message);
    let mut walker =
        Walker { path: Vec::new(), sought: offset, nearest: Nearest::default(), max_depth, function: None };
    let mut cursor = Cursor::new(message);
    let walked = walker.walk(encoding, &mut cursor).and_then(|()| match cursor.remaining {
        0 => Ok(()),
        count => Err(cursor.refuse(cursor.offset(), ErrorKind::ExtraBytes { count })),
    });
    match walked {
        Err(refusal) if refusal.kind.name() == fault.kind().name() && same_place(&refusal, offset) => {
            DecodeError::new(refusal.kind, refusal.offset, Path::from_outermost(&walker.path), message)
        }
        _ => {
            let kind = from_fault(fault, message.len().saturating_sub(offset), walker.function);
            DecodeError::new(kind, offset, Path::from_outermost(&walker.nearest.path), message)
        }
    }
}

/// Whether the walker stopped where the reader did. A reader that misses the bytes of a whole value stops at its start, the
/// walker in the field where they end.
fn same_place(refusal: &Refusal, offset: usize) -> bool {
    refusal.offset == offset || refusal.offset > offset && ends_early(refusal)
}

/// The fault alone, in words.
fn from_fault(fault: Fault, available: usize, function: Option<&'static str>) -> ErrorKind {
    let detail = fault.detail();
    let number = usize::try_from(detail).unwrap_or(usize::MAX);
    match fault.kind() {
        FaultKind::NotEnoughData => ErrorKind::NotEnoughData { expected: "the value", needed: number, available },
        FaultKind::ExtraBytes => ErrorKind::ExtraBytes { count: number },
        FaultKind::NoCaseMatched => ErrorKind::NoCaseMatched,
        FaultKind::UnexpectedTag => ErrorKind::UnexpectedTag { tag: detail, ignorable: false },
        FaultKind::UnknownTag => ErrorKind::UnexpectedTag { tag: detail, ignorable: true },
        FaultKind::InvalidInt => ErrorKind::InvalidInt { min: 0, value: detail.into(), max: 0 },
        FaultKind::InvalidFloat => ErrorKind::InvalidFloat { min: 0, value: 0, max: 0 },
        FaultKind::TrailingZero => ErrorKind::TrailingZero,
        FaultKind::SizeLimitExceeded => ErrorKind::SizeLimitExceeded { limit: 0, found: number },
        FaultKind::ListTooLong | FaultKind::ArrayTooLong => {
            ErrorKind::ListLength { max: number, found: number.saturating_add(1), writing: false }
        }
        FaultKind::UserFunction => ErrorKind::UserFunction {
            function: function.unwrap_or("a conversion"),
            message: Cow::Borrowed("the value is not one that it accepts"),
        },
        FaultKind::InvalidUtf8 => ErrorKind::InvalidUtf8,
        FaultKind::Overflow => ErrorKind::Overflow,
        FaultKind::TooDeep => ErrorKind::TooDeep { limit: detail },
        FaultKind::Foreign => ErrorKind::Foreign,
        FaultKind::EmptyItem => ErrorKind::EmptyItem,
    }
}

/// The deepest field that starts at or before the sought byte.
#[derive(Default)]
struct Nearest {
    path: Vec<Segment>,
}

struct Walker {
    path: Vec<Segment>,
    sought: usize,
    nearest: Nearest,
    max_depth: Option<u32>,
    /// The last function of the user met at the sought byte.
    function: Option<&'static str>,
}

impl Walker {
    fn step(&mut self, segment: Segment, encoding: &'static Encoding, at: &mut Cursor<'_>) -> Result<(), Refusal> {
        self.path.push(segment);
        if at.offset() <= self.sought {
            self.nearest.path.clone_from(&self.path);
        }
        self.walk(encoding, at)?;
        self.path.pop();
        Ok(())
    }

    fn walk(&mut self, encoding: &'static Encoding, at: &mut Cursor<'_>) -> Result<(), Refusal> {
        match encoding {
            Encoding::Empty => Ok(()),
            Encoding::Primitive(primitive) => (primitive.check)(at),
            Encoding::Bytes(extent) => extent_of(*extent, at, "bytes").map(|_| ()),
            Encoding::Text { extent, utf8 } => {
                let start = at.offset();
                let text = extent_of(*extent, at, "string")?;
                match *utf8 && core::str::from_utf8(text).is_err() {
                    true => Err(at.refuse(start, ErrorKind::InvalidUtf8)),
                    false => Ok(()),
                }
            }
            Encoding::List { item, count } => self.list(item, *count, at),
            Encoding::Object(fields) => {
                let fields = fields.iter().map(|field| (field.name, field.encoding));
                self.sequence(encoding, fields, at)
            }
            Encoding::Tuple(fields) => self.sequence(encoding, NUMBERS.into_iter().zip(fields.iter().copied()), at),
            Encoding::Union { tag, cases, ignore_unknown } => {
                let start = at.offset();
                let found = u32::try_from(at.unsigned(tag.bytes(), "the tag")?).unwrap_or(u32::MAX);
                match cases.iter().find(|case| case.tag == found) {
                    Some(case) => self.step(Segment::Case(case.title), case.payload, at),
                    None => {
                        let kind = ErrorKind::UnexpectedTag { tag: found, ignorable: *ignore_unknown };
                        Err(at.refuse(start, kind))
                    }
                }
            }
            Encoding::Opt(inner) => match at.unsigned(1, "the presence flag")? {
                0 => Ok(()),
                _ => self.walk(inner, at),
            },
            Encoding::Dynamic { prefix, inner } => {
                let len = prefix.check(at)?;
                self.block(len, inner, at)
            }
            Encoding::Sized { bytes, inner } => self.block(*bytes, inner, at),
            Encoding::Bounded { limit, inner } => {
                let outer = at.allowed;
                let limit = outer.map_or(*limit, |outer| outer.min(*limit));
                at.allowed = Some(limit);
                self.walk(inner, at)?;
                let read = limit.saturating_sub(at.allowed.unwrap_or_default());
                at.allowed = outer.map(|outer| outer.saturating_sub(read));
                Ok(())
            }
            Encoding::Reserve { bytes, inner } => {
                let Some(head) = at.remaining.checked_sub(*bytes) else {
                    return at.need(*bytes, "the fields behind");
                };
                at.remaining = head;
                self.walk(inner, at)?;
                ended(at)?;
                at.remaining = *bytes;
                Ok(())
            }
            Encoding::Checked { inner, check } => {
                let start = at.offset();
                self.walk(inner, at)?;
                if start == self.sought {
                    self.function = Some(check.function);
                }
                let Some(run) = check.run else { return Ok(()) };
                run(at.since(start)).map_err(|message| {
                    let message = Cow::Owned(message);
                    at.refuse(start, ErrorKind::UserFunction { function: check.function, message })
                })
            }
            Encoding::Def { inner, .. } => self.walk(inner, at),
            Encoding::Mu(mu) => {
                let limit = self.max_depth.unwrap_or(mu.depth);
                if at.depth >= limit {
                    return Err(at.refuse(at.offset(), ErrorKind::TooDeep { limit }));
                }
                at.depth = at.depth.saturating_add(1);
                self.walk((mu.body)(), at)?;
                at.depth = at.depth.saturating_sub(1);
                Ok(())
            }
        }
    }

    /// Fields one after the other.
    ///
    /// A value whose size is fixed must be there in whole before its first field is looked at (`binary_reader.ml`, `Objs` and
    /// `Tups` of kind `Fixed`): where it is not, the field in which the bytes end is the one to name, whatever the values of
    /// the fields before it.
    fn sequence(
        &mut self,
        encoding: &'static Encoding,
        fields: impl Iterator<Item = (&'static str, &'static Encoding)>,
        at: &mut Cursor<'_>,
    ) -> Result<(), Refusal> {
        let whole = match encoding.size().class {
            Class::Fixed(bytes) => at.need(bytes, encoding.name()),
            Class::Dynamic | Class::Variable => Ok(()),
        };
        for (name, field) in fields {
            let depth = self.path.len();
            match self.step(Segment::Field(name), field, at) {
                Ok(()) => {}
                Err(refusal) if whole.is_ok() || ends_early(&refusal) => return Err(refusal),
                Err(_) => self.path.truncate(depth),
            }
        }
        whole
    }

    /// A block of `len` bytes that `inner` must fill.
    fn block(&mut self, len: usize, inner: &'static Encoding, at: &mut Cursor<'_>) -> Result<(), Refusal> {
        at.need(len, "the block that the size announces")?;
        let behind = at.remaining.saturating_sub(len);
        at.remaining = len;
        self.walk(inner, at)?;
        ended(at)?;
        at.remaining = behind;
        Ok(())
    }

    fn list(&mut self, item: &'static Encoding, count: Count, at: &mut Cursor<'_>) -> Result<(), Refusal> {
        let (max, exact) = match count {
            Count::ToEnd { max } => (max.unwrap_or(usize::MAX), None),
            Count::Exactly(n) => (n, Some(n)),
        };
        let mut index = 0usize;
        loop {
            let done = exact.map_or(at.remaining == 0, |n| index == n);
            if done {
                return Ok(());
            }
            if index == max {
                let found = index.saturating_add(1);
                return Err(at.refuse(at.offset(), ErrorKind::ListLength { max, found, writing: false }));
            }
            self.step(Segment::Index(index), item, at)?;
            index = index.saturating_add(1);
        }
    }
}

/// Whether bytes are missing or not allowed.
fn ends_early(refusal: &Refusal) -> bool {
    matches!(refusal.kind, ErrorKind::NotEnoughData { .. } | ErrorKind::SizeLimitExceeded { .. })
}

fn extent_of<'a>(extent: Extent, at: &mut Cursor<'a>, expected: &'static str) -> Result<&'a [u8], Refusal> {
    let bytes = match extent {
        Extent::Fixed(bytes) => bytes,
        Extent::Rest => at.remaining,
    };
    at.take(bytes, expected)
}

fn ended(at: &Cursor<'_>) -> Result<(), Refusal> {
    match at.remaining {
        0 => Ok(()),
        count => Err(at.refuse(at.offset(), ErrorKind::ExtraBytes { count })),
    }
}

/// Names of the elements of a tuple.
const NUMBERS: [&str; 12] = ["0", "1", "2", "3", "4", "5", "6", "7", "8", "9", "10", "11"];
