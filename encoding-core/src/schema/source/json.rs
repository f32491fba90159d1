//! A JSON text as a source of values.

use alloc::borrow::Cow;
use alloc::vec::Vec;

use super::{Choice, Form, Node, Number, Parts, Source};
use crate::error::ErrorKind;
use crate::number::decimal::{MAX_BYTES, beyond, n_of_decimal, z_of_decimal};
use crate::schema::json_text::document;
use crate::schema::json_text::part::{JsonPart, Share, TUPLE, Window};
use crate::schema::json_text::shape::{elements, has_field};
use crate::schema::json_text::tape::Kind;
use crate::schema::trouble::Got;
use crate::schema::{Encoding, Scalar};

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
        if let (Scalar::N | Scalar::Z, Some(text)) = (scalar, digits()) {
            let (beyond, steps) = beyond(&text);
            if let Some(found) = beyond {
                return self.refuse(ErrorKind::SizeLimitExceeded { limit: MAX_BYTES, found });
            }
            self.tape.worked(steps);
        }
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
            Scalar::Int(int) if int.bytes == 8 => {
                // As `n` and `z`, which have no sign but a minus.
                digits().filter(|text| !text.starts_with('+')).and_then(|text| text.parse().ok()).map(Number::Int)
            }
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
            self.tape.worked(self.entry().behind.saturating_sub(self.index));
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
        self.tape.worked(self.entry().behind.saturating_sub(self.index));
        document(self.tape, self.index, out).or_else(|why| self.wrong(why))
    }

    fn is_json(&self) -> bool {
        true
    }
}
