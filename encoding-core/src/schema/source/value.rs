//! A [`Value`] as a source.

use alloc::borrow::Cow;
use alloc::vec::Vec;

use super::{Choice, Form, Node, Number, Parts, Source};
use crate::error::ErrorKind;
use crate::schema::trouble::{Got, Trouble};
use crate::schema::value::Value;
use crate::schema::{Encoding, Scalar, bson};

fn wrong<T>(expected: &'static str) -> Got<T> {
    Err(Trouble::Refused(ErrorKind::WrongValue { expected }))
}

impl<'v> Source<'v> for &'v Value {
    fn nothing(&self, _: &'static Encoding) -> Got<()> {
        if matches!(self, Value::Unit) { Ok(()) } else { wrong("nothing") }
    }

    fn scalar(&self, scalar: &'static Scalar) -> Got<Number> {
        match self {
            Value::Bool(value) => Ok(Number::Bool(*value)),
            Value::Int(value) => Ok(Number::Int(*value)),
            Value::Float(value) => Ok(Number::Float(*value)),
            Value::Natural(value) => Ok(Number::Natural(value.clone())),
            Value::Whole(value) => Ok(Number::Whole(value.clone())),
            _ => wrong(scalar.name()),
        }
    }

    fn bytes(&self) -> Got<Cow<'v, [u8]>> {
        match self {
            Value::Bytes(bytes) => Ok(Cow::Borrowed(bytes)),
            _ => wrong("bytes"),
        }
    }

    fn text(&self) -> Got<Cow<'v, [u8]>> {
        match self {
            Value::Text(text) => Ok(Cow::Borrowed(text)),
            _ => wrong("text"),
        }
    }

    fn name(&self, _: &'static [&'static str]) -> Got<usize> {
        match self {
            Value::Name(index) => Ok(*index),
            _ => wrong("the index of a name"),
        }
    }

    fn list(&self) -> Got<(usize, Parts<'v>)> {
        match self {
            Value::List(items) => Ok((items.len(), Parts::Items(items))),
            _ => wrong("a list"),
        }
    }

    fn tuple(&self, count: usize) -> Got<Parts<'v>> {
        match self {
            Value::Fields(parts) if parts.len() == count => Ok(Parts::Items(parts)),
            _ => wrong("fields, as many as the encoding has"),
        }
    }

    fn pairs(&self) -> Got<Parts<'v>> {
        match self {
            Value::Assoc(pairs) => Ok(Parts::Pairs(pairs)),
            _ => wrong("keys and values"),
        }
    }

    fn object(&self, count: usize, _: &dyn Fn(&str) -> bool) -> Got<()> {
        self.tuple(count).map(|_| ())
    }

    fn field(&self, index: usize, _: &'static str) -> Got<Option<Node<'v>>> {
        match self {
            Value::Fields(parts) => Ok(parts.get(index).map(Node::Value)),
            _ => wrong("fields"),
        }
    }

    fn merge(&self, parts: &'static [&'static Encoding]) -> Got<()> {
        self.tuple(parts.len()).map(|_| ())
    }

    fn part(&self, _: &'static [&'static Encoding], index: usize) -> Got<Node<'v>> {
        match self.field(index, "")? {
            Some(part) => Ok(part),
            None => wrong("the parts of a merge"),
        }
    }

    fn case(&self) -> Got<Choice<'v>> {
        match self {
            Value::Case { index, payload } => Ok(Choice::This(*index, Node::Value(payload))),
            _ => wrong("a case"),
        }
    }

    fn option(&self, _: Form) -> Got<Option<Node<'v>>> {
        match self {
            Value::Option(inner) => Ok(inner.as_deref().map(Node::Value)),
            _ => wrong("an option"),
        }
    }

    fn lazy(&self) -> Got<Option<Cow<'v, [u8]>>> {
        self.bytes().map(Some)
    }

    fn json(&self, out: &mut Vec<u8>) -> Got<()> {
        let bytes = self.bytes()?;
        let message = |message| ErrorKind::UserFunction { function: "json", message: Cow::Borrowed(message) };
        bson::check(&bytes).map_err(message)?;
        out.extend_from_slice(&bytes);
        Ok(())
    }

    fn is_json(&self) -> bool {
        false
    }
}
