//! A JSON text as a source of values.

use alloc::borrow::Cow;
use alloc::vec::Vec;

use super::document::document;
use super::shape::{elements, has_field};
use super::tape::{Entry, Kind, Tape};
use super::text::unhex;
use crate::schema::value::{Choice, Form, Got, Node, Number, Parts, Source, Trouble, n_of_decimal, z_of_decimal};
use crate::schema::{Encoding, Scalar};

/// A part of a text.
#[derive(Clone, Copy)]
pub(in crate::schema) struct JsonPart<'t> {
    tape: &'t Tape<'t>,
    index: usize,
    share: Share,
}

/// What of an object or an array a value is.
#[derive(Clone, Copy, PartialEq)]
enum Share {
    All,
    /// Some fields, as a part of merged objects.
    Fields,
    /// Some elements, as a part of merged tuples.
    Elements(Window),
}

/// Some elements of an array: those before them, and how many. No tuple has so many that 32 bits do not count them; in one number,
/// because nodes are copied all the time.
#[derive(Clone, Copy, PartialEq)]
struct Window(u64);

impl Window {
    fn new(before: usize, count: usize) -> Self {
        let [before, count] = [before, count].map(|elements| u64::from(u32::try_from(elements).unwrap_or(u32::MAX)));
        Self(before << 32 | count)
    }

    fn before(self) -> usize {
        usize::try_from(self.0 >> 32).unwrap_or(usize::MAX)
    }

    fn count(self) -> usize {
        usize::try_from(self.0 & u64::from(u32::MAX)).unwrap_or(usize::MAX)
    }
}

/// Parts up to one: elements, or keys and values.
#[derive(Clone, Copy)]
pub(in crate::schema) struct JsonParts<'t> {
    tape: &'t Tape<'t>,
    at: usize,
    end: usize,
}

/// The greatest integer up to which floats have every integer.
const FLOAT_INTEGERS: f64 = 9_007_199_254_740_992.0;

/// What a tuple is in JSON.
const TUPLE: &str = "an array of as many elements as the tuple has";

impl<'t> JsonParts<'t> {
    /// The first, and those behind it.
    pub(in crate::schema) fn next(self) -> Option<(JsonPart<'t>, Self)> {
        let rest = Self { at: self.tape.entry(self.at).behind, ..self };
        (self.at < self.end).then_some((JsonPart::at(self.tape, self.at), rest))
    }

    /// The first key, its value, and the entries behind them.
    pub(in crate::schema) fn next_pair(self) -> Option<(Cow<'t, str>, JsonPart<'t>, Self)> {
        let (key, values) = self.next()?;
        let (value, rest) = values.next()?;
        Some((self.tape.string(key.entry()), value, rest))
    }

    fn count(self) -> usize {
        let (mut count, mut entries) = (0usize, self);
        while let Some((_, rest)) = entries.next() {
            count = count.saturating_add(1);
            entries = rest;
        }
        count
    }
}

impl<'t> JsonPart<'t> {
    /// All of a text.
    pub(super) fn root(tape: &'t Tape<'t>) -> Self {
        Self::at(tape, 0)
    }

    fn at(tape: &'t Tape<'t>, index: usize) -> Self {
        Self { tape, index, share: Share::All }
    }

    fn entry(&self) -> Entry {
        self.tape.entry(self.index)
    }

    fn wrong<T>(&self, expected: &'static str) -> Got<T> {
        Err(Trouble::Mismatch { expected, at: self.entry().start })
    }

    fn string(&self, expected: &'static str) -> Got<Cow<'t, str>> {
        let entry = self.entry();
        if entry.kind == Kind::String { Ok(self.tape.string(entry)) } else { self.wrong(expected) }
    }

    fn inside(&self) -> JsonParts<'t> {
        JsonParts { tape: self.tape, at: self.index.saturating_add(1), end: self.entry().behind }
    }

    /// The value of a key, the first of its name.
    fn get(&self, name: &str) -> Option<Self> {
        let mut entries = self.inside();
        loop {
            let (key, value, rest) = entries.next_pair()?;
            if key == name {
                return Some(value);
            }
            entries = rest;
        }
    }

    /// An object with one key, this one.
    fn only(&self, name: &str) -> Option<Self> {
        let entry = self.entry();
        let value = self.get(name).filter(|_| entry.kind == Kind::Object)?;
        (value.entry().behind == entry.behind && value.index == self.index.saturating_add(2)).then_some(value)
    }

    fn hex(&self) -> Option<Vec<u8>> {
        unhex(&self.string("").ok()?)
    }

    fn integer(&self) -> Option<i128> {
        let text = self.tape.raw(self.entry());
        if let Ok(number) = text.parse() {
            return Some(number);
        }
        let number: f64 = text.parse().ok()?;
        let near = (-FLOAT_INTEGERS..=FLOAT_INTEGERS).contains(&number) && number % 1.0 == 0.0;
        near.then(|| alloc::format!("{number:.0}").parse().ok()).flatten()
    }

    /// Refuses what is no object.
    fn keys(&self) -> Got<JsonParts<'t>> {
        if self.entry().kind == Kind::Object { Ok(self.inside()) } else { self.wrong("an object") }
    }

    /// Refuses a key that an object does not have.
    fn known(&self, has: &dyn Fn(&str) -> bool) -> Got<()> {
        let mut entries = self.keys()?;
        while let Some((key, value, rest)) = entries.next_pair() {
            if !has(&key) {
                return value.wrong("no field of this name");
            }
            entries = rest;
        }
        Ok(())
    }

    /// The elements that are left for the one of some merged tuples that may have more or fewer. Of two such tuples nobody knows
    /// where the one ends.
    fn left(&self, parts: &[&'static Encoding]) -> Got<usize> {
        let all = self.window()?.count();
        let known = parts.iter().filter_map(|part| elements(part)).fold(0, usize::saturating_add);
        let unknown = parts.iter().filter(|part| elements(part).is_none()).count();
        match (all.checked_sub(known), unknown) {
            (Some(left), 1) => Ok(left),
            (Some(0), 0) => Ok(0),
            _ => self.wrong(TUPLE),
        }
    }

    /// The elements that a tuple has to itself.
    fn window(&self) -> Got<Window> {
        let elements = self.elements()?;
        Ok(if let Share::Elements(window) = self.share { window } else { Window::new(0, elements.count()) })
    }

    /// The elements of an array.
    fn elements(&self) -> Got<JsonParts<'t>> {
        if self.entry().kind == Kind::Array { Ok(self.inside()) } else { self.wrong("an array") }
    }
}

impl<'t> Source<'t> for JsonPart<'t> {
    fn nothing(&self, encoding: &'static Encoding) -> Got<()> {
        let entry = self.entry();
        let (fits, expected) = match encoding {
            Encoding::Constant(name) => (entry.kind == Kind::String && self.tape.string(entry) == *name, *name),
            Encoding::Null => (entry.kind == Kind::Null, "null"),
            _ => (entry.kind == Kind::Object && (self.share != Share::All || self.inside().count() == 0), "{}"),
        };
        if fits { Ok(()) } else { self.wrong(expected) }
    }

    fn scalar(&self, scalar: &'static Scalar) -> Got<Number> {
        let entry = self.entry();
        let digits = || (entry.kind == Kind::String).then(|| self.tape.string(entry));
        let number = match scalar {
            Scalar::Bool => match entry.kind {
                Kind::Bool(value) => Some(Number::Bool(value)),
                _ => None,
            },
            Scalar::N => digits().and_then(|text| match text.starts_with('-') {
                true => z_of_decimal(&text).map(Number::Whole),
                false => n_of_decimal(&text).map(Number::Natural),
            }),
            Scalar::Z => digits().and_then(|text| z_of_decimal(&text)).map(Number::Whole),
            Scalar::Int(int) if int.bytes == 8 => digits().and_then(|text| text.parse().ok()).map(Number::Int),
            Scalar::Int(_) | Scalar::UintLikeN { .. } | Scalar::IntLikeZ { .. } => match entry.kind {
                Kind::Number => self.integer().map(Number::Int),
                _ => None,
            },
            Scalar::Float | Scalar::RangedFloat { .. } => match entry.kind {
                Kind::Number => self.tape.raw(entry).parse().ok().map(Number::Float),
                Kind::String => match &*self.tape.string(entry) {
                    // The bits that OCaml's `nan` has in the version of the reference.
                    "nan" => Some(Number::Float(f64::from_bits(0x7ff0_0000_0000_0001))),
                    "inf" => Some(Number::Float(f64::INFINITY)),
                    "-inf" => Some(Number::Float(f64::NEG_INFINITY)),
                    _ => None,
                },
                _ => None,
            },
        };
        match number {
            Some(number) => Ok(number),
            None => self.wrong(scalar.name()),
        }
    }

    fn bytes(&self) -> Got<Cow<'t, [u8]>> {
        match self.hex() {
            Some(bytes) => Ok(Cow::Owned(bytes)),
            None => self.wrong("a string of hexadecimal digits"),
        }
    }

    fn text(&self) -> Got<Cow<'t, [u8]>> {
        if self.entry().kind == Kind::Object {
            let list = self.only("invalid_utf8_string").and_then(|list| list.elements().ok());
            let Some(mut list) = list else { return self.wrong("a string") };
            let mut bytes = Vec::new();
            while let Some((item, rest)) = list.next() {
                let byte = item.integer().and_then(|byte| u8::try_from(byte).ok());
                let Some(byte) = byte else { return item.wrong("a byte") };
                bytes.push(byte);
                list = rest;
            }
            return Ok(Cow::Owned(bytes));
        }
        self.string("a string").map(|text| match text {
            Cow::Borrowed(text) => Cow::Borrowed(text.as_bytes()),
            Cow::Owned(text) => Cow::Owned(text.into_bytes()),
        })
    }

    fn name(&self, names: &'static [&'static str]) -> Got<usize> {
        let text = self.string("one of the names")?;
        match names.iter().position(|name| *name == text) {
            Some(index) => Ok(index),
            None => self.wrong("one of the names"),
        }
    }

    fn list(&self) -> Got<(usize, Parts<'t>)> {
        self.elements().map(|elements| (elements.count(), Parts::Json(elements)))
    }

    fn tuple(&self, count: usize) -> Got<Parts<'t>> {
        let (mut elements, window) = (self.elements()?, self.window()?);
        if window.count() != count {
            return self.wrong(TUPLE);
        }
        for _ in 0..window.before() {
            elements.at = self.tape.entry(elements.at).behind;
        }
        Ok(Parts::Json(elements))
    }

    fn pairs(&self) -> Got<Parts<'t>> {
        self.keys().map(Parts::Json)
    }

    fn object(&self, _: usize, has: &dyn Fn(&str) -> bool) -> Got<()> {
        if self.share == Share::All { self.known(has) } else { self.keys().map(|_| ()) }
    }

    fn field(&self, _: usize, name: &'static str) -> Got<Option<Node<'t>>> {
        Ok(self.get(name).map(Node::Json))
    }

    fn merge(&self, parts: &'static [&'static Encoding]) -> Got<()> {
        match self.share {
            Share::Fields => Ok(()),
            Share::All if Encoding::are_objects(parts) => {
                self.known(&|name| parts.iter().any(|part| has_field(part, name)))
            }
            Share::All | Share::Elements(_) => self.left(parts).map(|_| ()),
        }
    }

    fn part(&self, parts: &'static [&'static Encoding], index: usize) -> Got<Node<'t>> {
        if Encoding::are_objects(parts) {
            return Ok(Node::Json(Self { share: Share::Fields, ..*self }));
        }
        let left = self.left(parts)?;
        let mut counts = parts.iter().map(|part| elements(part).unwrap_or(left));
        let before = counts.by_ref().take(index).fold(self.window()?.before(), usize::saturating_add);
        let share = Share::Elements(Window::new(before, counts.next().unwrap_or_default()));
        Ok(Node::Json(Self { share, ..*self }))
    }

    fn case(&self) -> Got<Choice<'t>> {
        Ok(Choice::First)
    }

    fn option(&self, inner: Form) -> Got<Option<Node<'t>>> {
        let takes_null = || match inner {
            Form::Encoding(inner) => inner.is_nullable(),
            Form::Part(inner) => inner.is_nullable(),
        };
        let absent = self.entry().kind == Kind::Null && !takes_null();
        Ok((!absent).then_some(Node::Json(*self)))
    }

    fn lazy(&self) -> Got<Option<Cow<'t, [u8]>>> {
        Ok(self.only("invalid_lazy_bytes").and_then(|bytes| bytes.hex()).map(Cow::Owned))
    }

    fn json(&self, out: &mut Vec<u8>) -> Got<()> {
        document(self.tape, self.index, out).or_else(|why| self.wrong(why))
    }

    fn is_json(&self) -> bool {
        true
    }
}
