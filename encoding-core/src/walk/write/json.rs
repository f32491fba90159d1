//! JSON text as a source of values.

use alloc::borrow::Cow;
use alloc::boxed::Box;
use alloc::vec::Vec;

use super::known::Known;
use super::trouble::{Got, Trouble};
use crate::error::ErrorKind;
use crate::number::decimal::MAX_BYTES;
use crate::number::literal::{Literal, int64};
use crate::revision::{Revision, Revisions};
use crate::schema::{Encoding, Int, Scalar};
use crate::walk::Value;
use crate::walk::json_text::tape::{Entry, EntryKind, Tape};
use crate::walk::json_text::text::unhex;

/// A value in a JSON text.
#[derive(Clone, Copy)]
pub(crate) struct JsonPart<'t> {
    pub(super) tape: &'t Tape<'t>,
    pub(super) index: usize,
    share: Share,
}

/// The share of an object or an array that belongs to a value.
#[derive(Clone, Copy, PartialEq)]
enum Share {
    All,
    /// Some of the fields, for a part of merged objects.
    Fields,
    /// Some of the elements, for a part of merged tuples. Stored in 32 bits, because nodes are copied often.
    Elements {
        skip: u32,
        count: u32,
    },
}

/// A range of tape entries: elements, or keys and values.
#[derive(Clone)]
pub(super) struct JsonParts<'t> {
    tape: &'t Tape<'t>,
    at: usize,
    end: usize,
}

/// Doubles represent every integer up to this one exactly.
const FLOAT_INTEGERS: f64 = 9_007_199_254_740_992.0;

/// The expected JSON of integers beyond the precision of a double.
const DIGITS: &str = "digits in quotation marks";

/// The expected JSON of a tuple.
const TUPLE: &str = "a list with one element for each element of the tuple";

impl<'t> JsonParts<'t> {
    pub(super) fn next(&mut self) -> Option<JsonPart<'t>> {
        let part = JsonPart::at(self.tape, self.at);
        (self.at < self.end).then(|| {
            self.at = part.entry().next;
            part
        })
    }

    pub(super) fn next_pair(&mut self) -> Option<(Cow<'t, str>, JsonPart<'t>)> {
        let key = self.next()?;
        Some((self.tape.string(key.entry()), self.next()?))
    }

    /// Returns the value of the next key, if that is `name`.
    pub(super) fn next_of(&mut self, name: &str) -> Option<JsonPart<'t>> {
        let is_next = self.at < self.end && self.tape.is(self.tape.entry(self.at), name);
        is_next.then(|| {
            let value = JsonPart::at(self.tape, self.at.saturating_add(1));
            self.at = value.entry().next;
            value
        })
    }
}

impl<'t> JsonPart<'t> {
    /// Returns the value of the whole text.
    pub(crate) fn root(tape: &'t Tape<'t>) -> Self {
        Self::at(tape, 0)
    }

    /// Returns the value at an index of the tape.
    pub(super) fn at(tape: &'t Tape<'t>, index: usize) -> Self {
        Self { tape, index, share: Share::All }
    }

    pub(super) fn entry(&self) -> Entry {
        self.tape.entry(self.index)
    }

    pub(super) fn wrong<T>(&self, expected: &'static str) -> Got<T> {
        Err(self.refuse(ErrorKind::WrongValue { expected }))
    }

    pub(super) fn refuse(&self, kind: ErrorKind) -> Box<Trouble> {
        Trouble::new(kind, Some(self.index))
    }

    pub(super) fn is_null(&self) -> bool {
        self.entry().kind == EntryKind::Null
    }

    pub(super) fn is_object(&self) -> bool {
        self.entry().kind == EntryKind::Object
    }

    pub(super) fn is_array(&self) -> bool {
        self.entry().kind == EntryKind::Array
    }

    /// Returns true for a string that has this text.
    pub(super) fn is_string(&self, text: &str) -> bool {
        let entry = self.entry();
        entry.kind == EntryKind::String && self.tape.is(entry, text)
    }

    pub(super) fn string(&self) -> Option<Cow<'t, str>> {
        let entry = self.entry();
        (entry.kind == EntryKind::String).then(|| self.tape.string(entry))
    }

    pub(super) fn hex(&self) -> Option<Vec<u8>> {
        unhex(&self.string()?)
    }

    fn integer(&self) -> Option<i128> {
        let text = self.tape.raw(self.entry());
        if let Ok(number) = text.parse() {
            return Some(number);
        }
        let number: f64 = text.parse().ok()?;
        // Minus zero, which is how a float may be printed, is not an integer.
        let minus_zero = number == 0.0 && number.is_sign_negative();
        let near = (-FLOAT_INTEGERS..=FLOAT_INTEGERS).contains(&number) && number % 1.0 == 0.0 && !minus_zero;
        near.then(|| alloc::format!("{number:.0}").parse().ok()).flatten()
    }

    fn inside(&self) -> JsonParts<'t> {
        JsonParts { tape: self.tape, at: self.index.saturating_add(1), end: self.entry().next }
    }

    /// Returns the elements of an array.
    pub(super) fn elements(&self) -> Got<JsonParts<'t>> {
        if self.entry().kind == EntryKind::Array { Ok(self.inside()) } else { self.wrong("a list") }
    }

    /// Returns the number of elements of an array.
    pub(super) fn elements_count(&self) -> usize {
        self.entry().count()
    }

    /// Returns the number of fields of an object that all belong to one value; `None` for a part of merged objects.
    pub(super) fn fields_count(&self) -> Option<usize> {
        (self.share == Share::All && self.is_object()).then(|| self.entry().count() / 2)
    }

    /// Returns the keys and values of an object.
    pub(super) fn entries(&self) -> Got<JsonParts<'t>> {
        if self.entry().kind == EntryKind::Object { Ok(self.inside()) } else { self.wrong("an object") }
    }

    /// Returns the value of the first occurrence of a key.
    pub(super) fn get(&self, name: &str) -> Option<Self> {
        let mut entries = self.inside();
        while entries.at < entries.end {
            self.tape.worked(1);
            if let Some(value) = entries.next_of(name) {
                return Some(value);
            }
            entries.at = self.tape.entry(entries.at.saturating_add(1)).next;
        }
        None
    }

    /// Returns the value of a field that may be a constant: the string itself if the name is empty.
    pub(super) fn constant(&self, field: &str) -> Option<Self> {
        match (field, self.entry().kind) {
            ("", EntryKind::String) => Some(*self),
            (_, EntryKind::Object) => self.get(field),
            _ => None,
        }
    }

    /// Returns the error for a string that is not one of the known names; for another value, `expected` was expected.
    pub(super) fn refuse_name(&self, field: &'static str, expected: &'static str) -> Box<Trouble> {
        self.refuse(match self.entry().kind {
            EntryKind::String => ErrorKind::UnknownName { name: Box::default(), field, nearest: None },
            _ => ErrorKind::WrongValue { expected },
        })
    }

    /// Returns the field of an object, or the element of an array whose index is `name`, as fields of tuples are named.
    pub(crate) fn field(&self, name: &str) -> Option<Self> {
        match self.entry().kind {
            EntryKind::Object => self.get(name),
            _ => self.child(name.parse().ok()?),
        }
    }

    /// Returns the element of an array at `index`, or the value of an object's key at `index`.
    pub(crate) fn child(&self, index: usize) -> Option<Self> {
        let mut children = self.inside();
        match self.entry().kind {
            EntryKind::Object => (0..=index).map_while(|_| children.next_pair()).nth(index).map(|(_, value)| value),
            _ => (0..=index).map_while(|_| children.next()).nth(index),
        }
    }

    /// Returns the offset of the value in the text.
    pub(crate) fn offset(&self) -> usize {
        self.entry().start
    }

    /// Returns the value of an object's only key, if it is this one.
    pub(super) fn only(&self, name: &str) -> Option<Self> {
        let entry = self.entry();
        let value = (entry.kind == EntryKind::Object).then(|| self.get(name))??;
        (value.entry().next == entry.next && value.index == self.index.saturating_add(2)).then_some(value)
    }

    pub(super) fn nothing(&self, encoding: &'static Encoding) -> Got<()> {
        let kind = self.entry().kind;
        let (fits, expected) = match encoding {
            Encoding::Constant(name) => (self.is_string(name), *name),
            Encoding::Null => (kind == EntryKind::Null, "null"),
            _ => (kind == EntryKind::Object && (self.share != Share::All || self.entry().count() == 0), "{}"),
        };
        if fits { Ok(()) } else { self.wrong(expected) }
    }

    pub(super) fn scalar(&self, scalar: &'static Scalar) -> Got<Value> {
        let kind = self.entry().kind;
        let digits = self.string();
        let short = digits.as_deref().and_then(short);
        if let (Some(number), Scalar::N | Scalar::Z | Scalar::Int(Int { bytes: 8, .. })) = (short, scalar) {
            return Ok(match scalar {
                Scalar::N => Value::Natural(number.into()),
                Scalar::Z => Value::Whole(number.into()),
                _ => Value::Int(number.into()),
            });
        }
        let literal = digits.as_deref().filter(|_| matches!(scalar, Scalar::N | Scalar::Z)).and_then(Literal::parse);
        if let Some(literal) = &literal {
            let (beyond, steps) = literal.beyond();
            if let Some(found) = beyond {
                return Err(self.refuse(ErrorKind::SizeLimitExceeded { limit: MAX_BYTES, found }));
            }
            self.tape.worked(steps);
        }
        let value = match (scalar, kind, &digits) {
            (Scalar::Bool, EntryKind::Bool(value), _) => Some(Value::Bool(value)),
            (Scalar::N, _, Some(_)) => literal.and_then(|literal| {
                // A negative number is refused by its limits.
                literal.to_n().map(Value::Natural).or_else(|| literal.to_z().map(Value::Whole))
            }),
            (Scalar::Z, _, Some(_)) => literal.and_then(|literal| literal.to_z()).map(Value::Whole),
            (Scalar::Int(int), _, Some(text)) if int.bytes == 8 => match int.signed {
                true => int64(text).map(Value::Int),
                false if text.starts_with('+') => None,
                false => text.parse().ok().map(Value::Int),
            },
            (Scalar::Int(int), ..) if int.bytes == 8 => None,
            (Scalar::Int(_) | Scalar::UintLikeN { .. } | Scalar::IntLikeZ { .. }, EntryKind::Number, _) => {
                self.integer().map(Value::Int)
            }
            (Scalar::Float | Scalar::RangedFloat { .. }, EntryKind::Number, _) => {
                self.tape.raw(self.entry()).parse().ok().map(Value::Float)
            }
            (Scalar::Float | Scalar::RangedFloat { .. }, _, Some(text)) => match &**text {
                // The bits of `nan` in the OCaml version that the reference uses.
                "nan" => Some(Value::Float(f64::from_bits(0x7ff0_0000_0000_0001))),
                "inf" => Some(Value::Float(f64::INFINITY)),
                "-inf" => Some(Value::Float(f64::NEG_INFINITY)),
                _ => None,
            },
            _ => None,
        };
        let expected = if scalar.is_string() { DIGITS } else { scalar.name() };
        value.ok_or_else(|| self.refuse(ErrorKind::WrongValue { expected }).known(Known::Scalar(scalar)))
    }

    pub(super) fn text(&self) -> Got<Cow<'t, [u8]>> {
        if let Some(text) = self.string() {
            return Ok(into_bytes(text));
        }
        let list = self.only("invalid_utf8_string").and_then(|list| list.elements().ok());
        let Some(mut list) = list else { return self.wrong("a string") };
        self.tape.worked(self.entry().next.saturating_sub(self.index));
        let mut bytes = Vec::new();
        while let Some(item) = list.next() {
            let number = (item.entry().kind == EntryKind::Number).then(|| item.integer()).flatten();
            let byte = number.and_then(|byte| u8::try_from(byte).ok());
            let Some(byte) = byte else { return item.wrong("a byte") };
            bytes.push(byte);
        }
        Ok(Cow::Owned(bytes))
    }

    /// Checks that it is an object. Unless it is part of a merge, also checks that `has` accepts every field and that
    /// none occurs twice.
    pub(super) fn object(&self, has: &dyn Fn(&str) -> bool) -> Got<()> {
        let mut entries = self.entries()?;
        if self.share != Share::All {
            return Ok(());
        }
        // A list, because it has no more keys than the encoding has fields.
        let mut seen = Vec::new();
        while let Some((key, value)) = entries.next_pair() {
            let known = has(&key);
            if !known || seen.contains(&key) {
                let key = Self::at(self.tape, value.index.saturating_sub(1));
                return Err(key.refuse(ErrorKind::UnexpectedField {
                    name: Box::default(),
                    twice: known,
                    nearest: None,
                }));
            }
            seen.push(key);
        }
        self.tape.worked(seen.len());
        Ok(())
    }

    /// Returns the `count` elements of a tuple.
    pub(super) fn tuple(&self, count: usize) -> Got<JsonParts<'t>> {
        let (skip, found) = self.window()?;
        if found != count {
            return self.wrong(TUPLE);
        }
        let mut elements = self.inside();
        for _ in 0..skip {
            elements.next();
        }
        Ok(elements)
    }

    /// Checks the parts of a merge together. Merged tuples share the returned array: [`JsonPart::split_off`] takes the
    /// elements of each. Merged objects share all fields.
    pub(super) fn merge(&self, parts: &'static [&'static Encoding], revision: Revision) -> Got<Self> {
        if Encoding::are_objects(parts) {
            match self.share {
                Share::All => {
                    let during = Revisions { since: revision, until: revision };
                    self.object(&|name| parts.iter().any(|part| part.has_field(name, true, during)))?;
                }
                Share::Fields => {}
                Share::Elements { .. } => self.left(parts).map(|_| ())?,
            }
            return Ok(self.merge_fields());
        }
        let (skip, left) = (self.window()?.0, self.left(parts)?);
        Ok(Self { share: elements(skip, left), ..*self })
    }

    /// Returns the object as one whose fields are shared by the parts of a merge.
    pub(super) fn merge_fields(&self) -> Self {
        Self { share: Share::Fields, ..*self }
    }

    /// Returns the keys and values of an object after one of its values.
    pub(super) fn after(&self, value: Self) -> JsonParts<'t> {
        JsonParts { at: value.entry().next, ..self.inside() }
    }

    /// Takes the share of one of the merged parts.
    pub(super) fn split_off(&mut self, encoding: &'static Encoding) -> Self {
        let mut part = *self;
        if let Share::Elements { skip, count: left } = self.share {
            let count = encoding.elements().map_or(left, to_u32);
            part.share = Share::Elements { skip, count };
            self.share = Share::Elements { skip: skip.saturating_add(count), count: left };
        }
        part
    }

    /// Returns the number of elements left for the merged tuple whose length is not fixed. There is at most one: two
    /// could not be told apart.
    fn left(&self, parts: &[&'static Encoding]) -> Got<usize> {
        let (_, all) = self.window()?;
        let known = parts.iter().filter_map(|part| part.elements()).fold(0, usize::saturating_add);
        let unknown = parts.iter().filter(|part| part.elements().is_none()).count();
        match (all.checked_sub(known), unknown) {
            (Some(left), 1) => Ok(left),
            (Some(0), 0) => Ok(0),
            _ => self.wrong(TUPLE),
        }
    }

    /// Returns the elements that belong to a tuple: how many to skip, and their number.
    fn window(&self) -> Got<(usize, usize)> {
        self.elements()?;
        Ok(match self.share {
            Share::Elements { skip, count } => (to_usize(skip), to_usize(count)),
            Share::All | Share::Fields => (0, self.entry().count()),
        })
    }
}

/// Returns the number of a text of at most 18 decimal digits: the usual text, which needs no limits.
fn short(text: &str) -> Option<u64> {
    let is_short = (1..=18).contains(&text.len()) && text.bytes().all(|byte| byte.is_ascii_digit());
    is_short
        .then(|| text.bytes().fold(0, |number: u64, byte| number.wrapping_mul(10).wrapping_add(u64::from(byte & 0xf))))
}

fn elements(skip: usize, count: usize) -> Share {
    Share::Elements { skip: to_u32(skip), count: to_u32(count) }
}

fn to_u32(number: usize) -> u32 {
    u32::try_from(number).unwrap_or(u32::MAX)
}

fn to_usize(number: u32) -> usize {
    usize::try_from(number).unwrap_or(usize::MAX)
}

/// Returns the bytes of a text.
pub(super) fn into_bytes(text: Cow<'_, str>) -> Cow<'_, [u8]> {
    match text {
        Cow::Borrowed(text) => Cow::Borrowed(text.as_bytes()),
        Cow::Owned(text) => Cow::Owned(text.into_bytes()),
    }
}
