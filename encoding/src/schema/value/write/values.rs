//! A [`Value`] as a source.

use alloc::borrow::Cow;
use alloc::vec::Vec;

use crate::error::ErrorKind;
use crate::schema::value::Value;
use crate::schema::value::source::{Choice, Form, Got, Number, Pair, Source, Trouble};
use crate::schema::{Encoding, Scalar, bson};

/// Values, by reference.
pub(in crate::schema::value) struct Values<'v>(core::marker::PhantomData<&'v Value>);

impl Values<'_> {
    pub(in crate::schema::value) fn new() -> Self {
        Self(core::marker::PhantomData)
    }
}

/// Elements, or keys and elements.
#[derive(Clone, Copy)]
pub(in crate::schema::value) enum Parts<'v> {
    Items(&'v [Value]),
    Pairs(&'v [(Vec<u8>, Value)]),
}

fn wrong<T>(expected: &'static str) -> Got<T> {
    Err(Trouble::Refused(ErrorKind::WrongValue { expected }))
}

impl<'v> Source for Values<'v> {
    type Node = &'v Value;
    type Parts = Parts<'v>;
    const SPLITS: bool = false;

    fn nothing(&self, node: &'v Value, _: &'static Encoding) -> Got<()> {
        if *node == Value::Unit { Ok(()) } else { wrong("nothing") }
    }

    fn scalar(&self, node: &'v Value, scalar: &'static Scalar) -> Got<Number> {
        match node {
            Value::Bool(value) => Ok(Number::Bool(*value)),
            Value::Int(value) => Ok(Number::Int(*value)),
            Value::Float(value) => Ok(Number::Float(*value)),
            Value::Natural(value) => Ok(Number::Natural(value.clone())),
            Value::Whole(value) => Ok(Number::Whole(value.clone())),
            _ => wrong(scalar.name()),
        }
    }

    fn bytes(&self, node: &'v Value) -> Got<Cow<'_, [u8]>> {
        match node {
            Value::Bytes(bytes) => Ok(Cow::Borrowed(bytes)),
            _ => wrong("bytes"),
        }
    }

    fn text(&self, node: &'v Value) -> Got<Cow<'_, [u8]>> {
        match node {
            Value::Text(text) => Ok(Cow::Borrowed(text)),
            _ => wrong("text"),
        }
    }

    fn name(&self, node: &'v Value, _: &'static [&'static str]) -> Got<usize> {
        match node {
            Value::Name(index) => Ok(*index),
            _ => wrong("the index of a name"),
        }
    }

    fn list(&self, node: &'v Value) -> Got<(usize, Parts<'v>)> {
        match node {
            Value::List(items) => Ok((items.len(), Parts::Items(items))),
            _ => wrong("a list"),
        }
    }

    fn tuple(&self, node: &'v Value, count: usize) -> Got<Parts<'v>> {
        match node {
            Value::Fields(parts) if parts.len() == count => Ok(Parts::Items(parts)),
            _ => wrong("fields, as many as the encoding has"),
        }
    }

    fn next(&self, parts: Parts<'v>) -> Option<(&'v Value, Parts<'v>)> {
        match parts {
            Parts::Items([first, rest @ ..]) => Some((first, Parts::Items(rest))),
            _ => None,
        }
    }

    fn pairs(&self, node: &'v Value) -> Got<Parts<'v>> {
        match node {
            Value::Assoc(pairs) => Ok(Parts::Pairs(pairs)),
            _ => wrong("keys and values"),
        }
    }

    fn next_pair(&self, parts: Parts<'v>) -> Option<Pair<'_, &'v Value, Parts<'v>>> {
        match parts {
            Parts::Pairs([(key, value), rest @ ..]) => Some((Cow::Borrowed(key), value, Parts::Pairs(rest))),
            _ => None,
        }
    }

    fn object(&self, node: &'v Value, count: usize, _: impl Fn(&str) -> bool) -> Got<()> {
        self.tuple(node, count).map(|_| ())
    }

    fn field(&self, node: &'v Value, index: usize, _: &'static str) -> Got<Option<&'v Value>> {
        match node {
            Value::Fields(parts) => Ok(parts.get(index)),
            _ => wrong("fields"),
        }
    }

    fn merge(&self, node: &'v Value, parts: &'static [&'static Encoding]) -> Got<()> {
        self.tuple(node, parts.len()).map(|_| ())
    }

    fn part(&self, node: &'v Value, _: &'static [&'static Encoding], index: usize) -> Got<&'v Value> {
        match self.field(node, index, "")? {
            Some(part) => Ok(part),
            None => wrong("the parts of a merge"),
        }
    }

    fn case(&self, node: &'v Value) -> Got<Choice<&'v Value>> {
        match node {
            Value::Case { index, payload } => Ok(Choice::This(*index, payload)),
            _ => wrong("a case"),
        }
    }

    fn option(&self, node: &'v Value, _: Form) -> Got<Option<&'v Value>> {
        match node {
            Value::Option(inner) => Ok(inner.as_deref()),
            _ => wrong("an option"),
        }
    }

    fn lazy(&self, node: &'v Value) -> Got<Option<Cow<'_, [u8]>>> {
        self.bytes(node).map(Some)
    }

    fn json(&self, node: &'v Value, out: &mut Vec<u8>) -> Got<()> {
        let bytes = self.bytes(node)?;
        let message = |message| ErrorKind::UserFunction { function: "json", message: Cow::Borrowed(message) };
        bson::check(&bytes).map_err(message)?;
        out.extend_from_slice(&bytes);
        Ok(())
    }
}
