//! A JSON text as a source of values.

use alloc::borrow::Cow;
use alloc::vec::Vec;

use super::document::document;
use super::shape::{elements, has_field};
use super::tape::{Entry, Kind, Tape};
use crate::schema::value::{Choice, Form, Got, Number, Pair, Source, Trouble, n_of_decimal, z_of_decimal};
use crate::schema::{Encoding, Scalar};

/// The parts of a text.
pub(super) struct Json<'t>(&'t Tape<'t>);

/// A part.
#[derive(Clone, Copy)]
pub(super) struct Node {
    index: usize,
    /// Whether it is seen as a part of a merge, which takes some of its fields or elements.
    merged: bool,
    /// The elements before those of this part of a merge.
    from: usize,
}

/// Entries up to one.
#[derive(Clone, Copy)]
pub(super) struct Parts {
    at: usize,
    end: usize,
}

/// The greatest integer up to which floats have every integer.
const FLOAT_INTEGERS: f64 = 9_007_199_254_740_992.0;

impl<'t> Json<'t> {
    pub(super) fn new(tape: &'t Tape<'t>) -> Self {
        Self(tape)
    }

    pub(super) fn root(&self) -> Node {
        node(0)
    }

    fn entry(&self, node: Node) -> Entry {
        self.0.entry(node.index)
    }

    fn wrong<T>(&self, node: Node, expected: &'static str) -> Got<T> {
        Err(Trouble::Mismatch { expected, at: self.entry(node).start })
    }

    fn string(&self, node: Node, expected: &'static str) -> Got<Cow<'t, str>> {
        let entry = self.entry(node);
        if entry.kind == Kind::String { Ok(self.0.string(entry)) } else { self.wrong(node, expected) }
    }

    fn inside(&self, node: Node) -> Parts {
        Parts { at: node.index.saturating_add(1), end: self.entry(node).behind }
    }

    /// The value of a key, the first of its name.
    fn get(&self, node: Node, name: &str) -> Option<Node> {
        let mut parts = self.inside(node);
        loop {
            let (key, value, rest) = self.pair(parts)?;
            if key == name {
                return Some(value);
            }
            parts = rest;
        }
    }

    fn pair(&self, parts: Parts) -> Option<(Cow<'t, str>, Node, Parts)> {
        if parts.at >= parts.end {
            return None;
        }
        let value = parts.at.saturating_add(1);
        let rest = Parts { at: self.0.entry(value).behind, end: parts.end };
        Some((self.0.string(self.0.entry(parts.at)), node(value), rest))
    }

    /// An object with one key, this one.
    fn only(&self, node: Node, name: &str) -> Option<Node> {
        let entry = self.entry(node);
        let value = self.get(node, name).filter(|_| entry.kind == Kind::Object)?;
        (self.entry(value).behind == entry.behind && value.index == node.index.saturating_add(2)).then_some(value)
    }

    fn hex(&self, node: Node) -> Option<Vec<u8>> {
        let text = self.string(node, "").ok()?;
        let (pairs, rest) = text.as_bytes().as_chunks::<2>();
        let digit = |digit: u8| char::from(digit).to_digit(16).and_then(|digit| u8::try_from(digit).ok());
        let byte = |[high, low]: &[u8; 2]| Some(digit(*high)? << 4 | digit(*low)?);
        if rest.is_empty() { pairs.iter().map(byte).collect() } else { None }
    }

    fn integer(&self, node: Node) -> Option<i128> {
        let text = self.0.raw(self.entry(node));
        if let Ok(number) = text.parse() {
            return Some(number);
        }
        let number: f64 = text.parse().ok()?;
        let near = (-FLOAT_INTEGERS..=FLOAT_INTEGERS).contains(&number) && number % 1.0 == 0.0;
        near.then(|| alloc::format!("{number:.0}").parse().ok()).flatten()
    }

    fn count(&self, parts: Parts) -> usize {
        let (mut count, mut at) = (0usize, parts.at);
        while at < parts.end {
            at = self.0.entry(at).behind;
            count = count.saturating_add(1);
        }
        count
    }

    /// Refuses a key that an object does not have.
    fn known(&self, object: Node, has: impl Fn(&str) -> bool) -> Got<()> {
        let mut rest = self.inside(object);
        while let Some((key, value, others)) = self.pair(rest) {
            if !has(&key) {
                return self.wrong(value, "no field of this name");
            }
            rest = others;
        }
        Ok(())
    }
}

fn node(index: usize) -> Node {
    Node { index, merged: false, from: 0 }
}

impl Source for Json<'_> {
    type Node = Node;
    type Parts = Parts;
    const SPLITS: bool = true;

    fn nothing(&self, node: Node, encoding: &'static Encoding) -> Got<()> {
        let entry = self.entry(node);
        let (fits, expected) = match encoding {
            Encoding::Constant(name) => (entry.kind == Kind::String && self.0.string(entry) == *name, *name),
            Encoding::Null => (entry.kind == Kind::Null, "null"),
            _ => (entry.kind == Kind::Object && (node.merged || self.count(self.inside(node)) == 0), "{}"),
        };
        if fits { Ok(()) } else { self.wrong(node, expected) }
    }

    fn scalar(&self, node: Node, scalar: &'static Scalar) -> Got<Number> {
        let entry = self.entry(node);
        let digits = || (entry.kind == Kind::String).then(|| self.0.string(entry));
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
                Kind::Number => self.integer(node).map(Number::Int),
                _ => None,
            },
            Scalar::Float | Scalar::RangedFloat { .. } => match entry.kind {
                Kind::Number => self.0.raw(entry).parse().ok().map(Number::Float),
                Kind::String => match &*self.0.string(entry) {
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
            None => self.wrong(node, scalar.name()),
        }
    }

    fn bytes(&self, node: Node) -> Got<Cow<'_, [u8]>> {
        match self.hex(node) {
            Some(bytes) => Ok(Cow::Owned(bytes)),
            None => self.wrong(node, "a string of hexadecimal digits"),
        }
    }

    fn text(&self, node: Node) -> Got<Cow<'_, [u8]>> {
        if self.entry(node).kind == Kind::Object {
            let list = self.only(node, "invalid_utf8_string").filter(|list| self.entry(*list).kind == Kind::Array);
            let Some(list) = list else { return self.wrong(node, "a string") };
            let (mut bytes, mut parts) = (Vec::new(), self.inside(list));
            while let Some((item, rest)) = self.next(parts) {
                let byte = self.integer(item).and_then(|byte| u8::try_from(byte).ok());
                let Some(byte) = byte else { return self.wrong(item, "a byte") };
                bytes.push(byte);
                parts = rest;
            }
            return Ok(Cow::Owned(bytes));
        }
        self.string(node, "a string").map(|text| match text {
            Cow::Borrowed(text) => Cow::Borrowed(text.as_bytes()),
            Cow::Owned(text) => Cow::Owned(text.into_bytes()),
        })
    }

    fn name(&self, node: Node, names: &'static [&'static str]) -> Got<usize> {
        let text = self.string(node, "one of the names")?;
        match names.iter().position(|name| *name == text) {
            Some(index) => Ok(index),
            None => self.wrong(node, "one of the names"),
        }
    }

    fn list(&self, node: Node) -> Got<(usize, Parts)> {
        match self.entry(node).kind {
            Kind::Array => Ok((self.count(self.inside(node)), self.inside(node))),
            _ => self.wrong(node, "an array"),
        }
    }

    fn tuple(&self, node: Node, count: usize) -> Got<Parts> {
        let (found, mut parts) = self.list(node)?;
        if node.merged {
            for _ in 0..node.from {
                parts.at = self.0.entry(parts.at).behind;
            }
            return Ok(parts);
        }
        if found == count { Ok(parts) } else { self.wrong(node, "an array of as many elements as the tuple has") }
    }

    fn next(&self, parts: Parts) -> Option<(Node, Parts)> {
        let rest = Parts { at: self.0.entry(parts.at).behind, end: parts.end };
        (parts.at < parts.end).then_some((node(parts.at), rest))
    }

    fn pairs(&self, node: Node) -> Got<Parts> {
        if self.entry(node).kind == Kind::Object { Ok(self.inside(node)) } else { self.wrong(node, "an object") }
    }

    fn next_pair(&self, parts: Parts) -> Option<Pair<'_, Node, Parts>> {
        let (key, value, rest) = self.pair(parts)?;
        Some((Cow::Owned(key.into_owned().into_bytes()), value, rest))
    }

    fn object(&self, node: Node, _: usize, has: impl Fn(&str) -> bool) -> Got<()> {
        self.pairs(node)?;
        if node.merged { Ok(()) } else { self.known(node, has) }
    }

    fn field(&self, node: Node, _: usize, name: &'static str) -> Got<Option<Node>> {
        Ok(self.get(node, name))
    }

    fn merge(&self, node: Node, parts: &'static [&'static Encoding]) -> Got<()> {
        if node.merged {
            return Ok(());
        }
        match parts.iter().try_fold(0usize, |sum, part| Some(sum.saturating_add(elements(part)?))) {
            Some(count) => self.tuple(node, count).map(|_| ()),
            None => {
                self.pairs(node)?;
                self.known(node, |name| parts.iter().any(|part| has_field(part, name)))
            }
        }
    }

    fn part(&self, node: Node, parts: &'static [&'static Encoding], index: usize) -> Got<Node> {
        let before = parts.iter().take(index).map(|part| elements(part).unwrap_or_default());
        let from = before.fold(node.from, usize::saturating_add);
        Ok(Node { index: node.index, merged: true, from })
    }

    fn case(&self, _: Node) -> Got<Choice<Node>> {
        Ok(Choice::First)
    }

    fn option(&self, node: Node, inner: Form) -> Got<Option<Node>> {
        let takes_null = || match inner {
            Form::Encoding(inner) => inner.is_nullable(),
            Form::Part(inner) => inner.is_nullable(),
        };
        let absent = self.entry(node).kind == Kind::Null && !takes_null();
        Ok((!absent).then_some(node))
    }

    fn lazy(&self, node: Node) -> Got<Option<Cow<'_, [u8]>>> {
        Ok(self.only(node, "invalid_lazy_bytes").and_then(|bytes| self.hex(bytes)).map(Cow::Owned))
    }

    fn json(&self, node: Node, out: &mut Vec<u8>) -> Got<()> {
        document(self.0, node.index, out).or_else(|why| self.wrong(node, why))
    }
}
