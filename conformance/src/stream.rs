//! A model of the reference's stream reader (`binary_stream_reader.ml`), driven by a schema. The stream reader checks sizes and limits
//! before it waits for bytes. So where several errors are possible, it gives another one than the reader of strings.
//!
//! | state | meaning |
//! |---|---|
//! | `remaining` | bytes left in the enclosing block; `None` outside blocks |
//! | `allowed` | bytes that the enclosing size limits still allow |
//!
//! Before it takes bytes, the reader checks `remaining`, then `allowed`, then whether the bytes have arrived. If they have not, it waits,
//! which the vectors call `Not_enough_data`.

use tezos_encoding::{
    Revision,
    schema::{self, CheckKind, Class, Count, Encoding, Extent, Scalar, TagSize},
    wire::Prefix,
};

use crate::line::RAISED;

const NOT_ENOUGH_DATA: &str = "Not_enough_data";

/// Why reading stops.
enum Stop {
    /// An error of the reference, by name.
    Error(&'static str),
    /// The encoding uses something that the reference lacks or reads with functions of its own, so the model does not apply.
    Unknown,
}

use Stop::{Error, Unknown};

type Read<T = ()> = Result<T, Stop>;

/// Compares the model's error for refused bytes with the expected one, and returns a sentence if they differ.
pub(crate) fn other_error(encoding: &'static Encoding, bytes: &[u8], expected: &str) -> Option<String> {
    // The reference does not read encodings of variable size from streams.
    if encoding.size().class == Class::Variable {
        return None;
    }
    let mut stream = Stream { bytes, at: 0, remaining: None, allowed: None, levels: 0 };
    let found = match stream.value(encoding, false) {
        Err(Unknown) => return None,
        Err(Error(name)) => name,
        Ok(()) if stream.at < bytes.len() => "Extra_bytes",
        Ok(()) => "no error",
    };
    (found != expected).then(|| format!("read from a stream, it is {found}, expected {expected}"))
}

struct Stream<'m> {
    bytes: &'m [u8],
    at: usize,
    remaining: Option<usize>,
    allowed: Option<usize>,
    levels: usize,
}

/// Maximum depth of recursive types: more than any vector has, and few enough for the runner's stack.
const MAX_LEVELS: usize = 20_000;

impl<'m> Stream<'m> {
    fn check(&self, size: usize) -> Read {
        if self.remaining.is_some_and(|remaining| remaining < size) {
            return Err(Error(NOT_ENOUGH_DATA));
        }
        if self.allowed.is_some_and(|allowed| allowed < size) {
            return Err(Error("Size_limit_exceeded"));
        }
        Ok(())
    }

    fn take(&mut self, size: usize) -> Read<&'m [u8]> {
        self.check(size)?;
        let end = self.at.saturating_add(size);
        let taken = self.bytes.get(self.at..end).ok_or(Error(NOT_ENOUGH_DATA))?;
        self.at = end;
        for left in [&mut self.remaining, &mut self.allowed].into_iter().flatten() {
            *left = left.saturating_sub(size);
        }
        Ok(taken)
    }

    /// Takes the rest of the block.
    fn rest(&mut self) -> Read {
        let size = self.remaining.ok_or(Unknown)?;
        self.take(size).map(drop)
    }

    /// Takes a number encoded as `n` or `z`, byte by byte, of at most `most` bytes.
    fn number(&mut self, most: Option<usize>) -> Read<&'m [u8]> {
        let start = self.at;
        let outer = self.allowed;
        if let Some(most) = most {
            self.allowed = Some(outer.map_or(most, |outer| outer.min(most)));
        }
        while self.take(1)?.iter().any(|byte| *byte >= 0x80) {}
        let bytes = self.bytes.get(start..self.at).unwrap_or_default();
        self.allowed = outer.map(|outer| outer.saturating_sub(bytes.len()));
        Ok(bytes)
    }

    /// Takes a size or a count. `max` is the limit of one encoded as `n`.
    fn prefix(&mut self, prefix: Prefix, max: usize) -> Read<usize> {
        if prefix == Prefix::N {
            let bytes = self.number(Some(prefix.width(max)))?;
            if bytes.len() > 1 && bytes.last() == Some(&0) {
                return Err(Error("Trailing_zero"));
            }
            let add = |number: usize, byte: &u8| number.saturating_mul(128).saturating_add(usize::from(byte & 0x7f));
            let number = bytes.iter().rev().fold(0, add);
            return if number > max { Err(Error("Invalid_int")) } else { Ok(number) };
        }
        if prefix.is_little() {
            return Err(Unknown);
        }
        let size = self.take(prefix.bytes())?.iter().fold(0_usize, |size, byte| size << 8 | usize::from(*byte));
        if prefix == Prefix::U30 && size >> 31 == 1 { Err(Error("Invalid_int")) } else { Ok(size) }
    }

    /// Reads a value. `whole` is true if it is the last one of its block.
    fn value(&mut self, encoding: &'static Encoding, whole: bool) -> Read {
        match encoding {
            Encoding::Empty | Encoding::Null | Encoding::Constant(_) => Ok(()),
            Encoding::Scalar(Scalar::N | Scalar::Z | Scalar::UintLikeN { .. } | Scalar::IntLikeZ { .. }) => {
                leaf(encoding, self.number(encoding.size().most)?)
            }
            Encoding::Scalar(_) | Encoding::Enum(_) => match encoding.size().class {
                Class::Fixed(size) => leaf(encoding, self.take(size)?),
                _ => Err(Unknown),
            },
            Encoding::Bytes(extent) | Encoding::Text { extent, utf8: false } => match extent {
                Extent::Fixed(size) => self.take(*size).map(drop),
                Extent::Rest => self.rest(),
            },
            Encoding::List { item, count, array } => self.list(item, *count, *array),
            Encoding::Object(fields) => {
                let fields: Vec<_> = fields.iter().map(|field| field.encoding).collect();
                self.sequence(&fields, whole)
            }
            Encoding::Tuple(parts) | Encoding::Merge(parts) => self.sequence(parts, whole),
            Encoding::Union { tag, cases, .. } => {
                let bytes = self.take(if *tag == TagSize::U8 { 1 } else { 2 })?;
                let tag = bytes.iter().fold(0, |tag, byte| tag << 8 | u32::from(*byte));
                let case = cases.iter().find(|case| case.own_tag() == Some(tag)).ok_or(Error("Unexpected_tag"))?;
                self.value(case.payload, whole)
            }
            Encoding::Opt(inner) => match self.take(1)? {
                [0] => Ok(()),
                _ => self.value(inner, whole),
            },
            Encoding::Varopt(inner) => match self.remaining.ok_or(Unknown)? {
                0 => Ok(()),
                _ => self.value(inner, whole),
            },
            Encoding::Padded { bytes, inner } => {
                self.value(inner, false)?;
                self.take(*bytes).map(drop)
            }
            Encoding::Dynamic { prefix, inner } => {
                let size = self.prefix(*prefix, prefix.max())?;
                self.check(size)?;
                let behind = self.remaining.map(|remaining| remaining.saturating_sub(size));
                self.remaining = Some(size);
                self.value(inner, true)?;
                if self.remaining != Some(0) {
                    return Err(Error("Extra_bytes"));
                }
                self.remaining = behind;
                Ok(())
            }
            Encoding::Bounded { limit, inner } => {
                let limit = self.allowed.map_or(*limit, |allowed| allowed.min(*limit));
                if whole && self.remaining.is_some_and(|remaining| limit < remaining) {
                    return Err(Error("Size_limit_exceeded"));
                }
                let outer = self.allowed.replace(limit);
                self.value(inner, whole)?;
                let read = limit.saturating_sub(self.allowed.unwrap_or_default());
                self.allowed = outer.map(|outer| outer.saturating_sub(read));
                Ok(())
            }
            Encoding::Checked { inner, check } => {
                let start = self.at;
                self.value(inner, whole)?;
                let run = check.run.ok_or(Unknown)?;
                match (run(self.bytes.get(start..self.at).unwrap_or_default(), Revision::NEWEST), check.kind) {
                    (Ok(()), _) => Ok(()),
                    (Err(_), CheckKind::Guard) => Err(Error("User_invariant_guard")),
                    (Err(_), CheckKind::Conversion) => Err(Error(RAISED)),
                }
            }
            Encoding::Dft { inner, .. } | Encoding::Def { inner, .. } | Encoding::Described { inner, .. } => {
                self.value(inner, whole)
            }
            Encoding::Split(split) => self.value(split.inner, whole),
            Encoding::Mu(mu) if self.levels < MAX_LEVELS => {
                self.levels = self.levels.saturating_add(1);
                self.value((mu.body)(), whole)?;
                self.levels = self.levels.saturating_sub(1);
                Ok(())
            }
            _ => Err(Unknown),
        }
    }

    /// Reads elements of a list.
    fn list(&mut self, item: &'static Encoding, count: Count, array: bool) -> Read {
        let too_long = Error(if array { "Array_too_long" } else { "List_too_long" });
        let count = match count {
            Count::ToEnd { max, .. } => {
                if let (Some(max), Class::Fixed(size)) = (max, item.size().class)
                    && self.remaining.is_some_and(|remaining| remaining > max.saturating_mul(size))
                {
                    return Err(Error("Size_limit_exceeded"));
                }
                let mut elements = 0_usize;
                while self.remaining.ok_or(Unknown)? > 0 {
                    if max == Some(elements) {
                        return Err(too_long);
                    }
                    elements = elements.saturating_add(1);
                    self.value(item, false)?;
                }
                return Ok(());
            }
            Count::Exactly(count) => count,
            Count::Prefixed { prefix, max } => {
                let count = self.prefix(prefix, max.unwrap_or(usize::MAX).min(prefix.max()))?;
                if count > prefix.max() {
                    return Err(Error("Invalid_int"));
                }
                if max.is_some_and(|max| count > max) {
                    return Err(too_long);
                }
                count
            }
        };
        (0..count).try_for_each(|_| self.value(item, false))
    }

    /// Reads consecutive values as the reference does: as nested pairs.
    fn sequence(&mut self, parts: &[&'static Encoding], whole: bool) -> Read {
        let Some((first, rest)) = parts.split_first() else { return Ok(()) };
        if rest.is_empty() {
            return self.value(first, whole);
        }
        match (first.size().class, class(rest)) {
            (Class::Fixed(first_size), Class::Fixed(rest_size)) => {
                self.check(first_size.saturating_add(rest_size))?;
                self.value(first, false)?;
                self.sequence(rest, whole)
            }
            (Class::Variable, Class::Fixed(size)) => {
                let remaining = self.remaining.ok_or(Unknown)?;
                self.remaining = Some(remaining.checked_sub(size).ok_or(Error(NOT_ENOUGH_DATA))?);
                self.value(first, true)?;
                self.remaining = Some(size);
                self.sequence(rest, true)
            }
            (_, Class::Variable) => {
                self.value(first, false)?;
                self.sequence(rest, true)
            }
            _ => {
                self.value(first, false)?;
                self.sequence(rest, whole)
            }
        }
    }
}

/// Returns the size class of consecutive values.
fn class(parts: &[&'static Encoding]) -> Class {
    parts.iter().fold(Class::Fixed(0), |class, part| match (class, part.size().class) {
        (Class::Fixed(one), Class::Fixed(other)) => Class::Fixed(one.saturating_add(other)),
        (Class::Variable, _) | (_, Class::Variable) => Class::Variable,
        _ => Class::Dynamic,
    })
}

/// Checks the bytes of a value without fields or elements.
fn leaf(encoding: &'static Encoding, bytes: &[u8]) -> Read {
    schema::decode(encoding, bytes).map(drop).map_err(|error| Error(error.kind().name()))
}
