//! A part of a JSON text that is read by hand, with refusals that say where it is.

use alloc::borrow::Cow;
use alloc::vec::Vec;

use tezos_encoding_core::__tools::tape::{Kind, Tape};
use tezos_encoding_core::__tools::text::unhex;
use tezos_encoding_core::schema::{JsonError, JsonErrorKind};

pub(crate) type Parsed<T> = Result<T, JsonError>;

/// A part of the text.
#[derive(Clone, Copy)]
pub(crate) struct Node<'a, 't> {
    tape: &'a Tape<'t>,
    index: usize,
}

impl<'a, 't> Node<'a, 't> {
    /// The whole text.
    pub(crate) fn root(tape: &'a Tape<'t>) -> Self {
        Self { tape, index: 0 }
    }

    pub(crate) fn kind(self) -> Kind {
        self.tape.entry(self.index).kind
    }

    pub(crate) fn refuse<T>(self, expected: &'static str) -> Parsed<T> {
        let at = self.tape.entry(self.index).start;
        Err(JsonError::new(JsonErrorKind::Syntax { at, expected }))
    }

    pub(crate) fn text(self, expected: &'static str) -> Parsed<Cow<'t, str>> {
        match self.kind() {
            Kind::String => Ok(self.tape.string(self.tape.entry(self.index))),
            _ => self.refuse(expected),
        }
    }

    pub(crate) fn owned(self, expected: &'static str) -> Parsed<Cow<'static, str>> {
        Ok(self.text(expected)?.into_owned().into())
    }

    pub(crate) fn number(self, expected: &'static str) -> Parsed<i128> {
        let raw = self.tape.raw(self.tape.entry(self.index));
        raw.parse().or_else(|_| self.refuse(expected))
    }

    /// The number in a narrower type.
    pub(crate) fn fits<T: TryFrom<i128>>(self, number: i128, expected: &'static str) -> Parsed<T> {
        T::try_from(number).or_else(|_| self.refuse(expected))
    }

    /// The bytes of hexadecimal digits.
    pub(crate) fn bytes(self) -> Parsed<Vec<u8>> {
        let expected = "bytes in hex";
        unhex(&self.text(expected)?).map_or_else(|| self.refuse(expected), Ok)
    }

    pub(crate) fn truth(self) -> Parsed<bool> {
        match self.kind() {
            Kind::Bool(truth) => Ok(truth),
            _ => self.refuse("`true` or `false`"),
        }
    }

    /// The bits of a float: a number, or the reference's string for what is none.
    pub(crate) fn float(self) -> Parsed<u64> {
        let raw = self.tape.raw(self.tape.entry(self.index));
        raw.parse().map(f64::to_bits).or_else(|_| self.refuse("a number"))
    }

    /// The value of a key of an object.
    pub(crate) fn find(self, name: &str) -> Option<Self> {
        let object = self.tape.entry(self.index);
        if object.kind != Kind::Object {
            return None;
        }
        let mut key = self.index.saturating_add(1);
        while key < object.behind {
            let value = key.saturating_add(1);
            if self.tape.string(self.tape.entry(key)) == name {
                return Some(Node { index: value, ..self });
            }
            key = self.tape.entry(value).behind;
        }
        None
    }

    pub(crate) fn field(self, name: &str, expected: &'static str) -> Parsed<Self> {
        self.find(name).map_or_else(|| self.refuse(expected), Ok)
    }

    /// The elements of a list.
    pub(crate) fn each<T>(self, expected: &'static str, mut element: impl FnMut(Self) -> Parsed<T>) -> Parsed<Vec<T>> {
        let list = self.tape.entry(self.index);
        if list.kind != Kind::Array {
            return self.refuse(expected);
        }
        let mut elements = Vec::new();
        let mut index = self.index.saturating_add(1);
        while index < list.behind {
            elements.push(element(Node { index, ..self })?);
            index = self.tape.entry(index).behind;
        }
        Ok(elements)
    }

    pub(crate) fn item(self, index: usize, expected: &'static str) -> Parsed<Self> {
        let elements = self.each(expected, Ok)?;
        elements.get(index).copied().map_or_else(|| self.refuse(expected), Ok)
    }
}
