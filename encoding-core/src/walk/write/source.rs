//! The sources of values to write: a [`Value`] or a JSON text.

use alloc::borrow::Cow;
use alloc::boxed::Box;
use alloc::vec::Vec;
use core::slice::Iter;

use super::json::{JsonPart, JsonParts, into_bytes};
use super::trouble::{Got, Trouble};
use crate::error::ErrorKind;
use crate::revision::Revision;
use crate::schema::{Encoding, Scalar};
use crate::walk::{Value, bson};

/// A value in a source. An enum instead of a type parameter of the writer, which is therefore compiled only once.
#[derive(Clone, Copy)]
pub(crate) enum Node<'s> {
    Value(&'s Value),
    Json(JsonPart<'s>),
}

/// The remaining children of a value.
#[derive(Clone)]
pub(super) enum Parts<'s> {
    Items(Iter<'s, Value>),
    Pairs(Iter<'s, (Vec<u8>, Value)>),
    /// Elements of an array, or keys and values of an object.
    Json(JsonParts<'s>),
    /// Fields of an object, by name, with the keys and values after the last field that was found: most texts have the order of the encoding.
    Fields(JsonPart<'s>, JsonParts<'s>),
    /// Parts of a merge, which share an object or an array.
    Merged(JsonPart<'s>),
}

impl<'s> Parts<'s> {
    /// Returns the next element.
    pub(super) fn next(&mut self) -> Option<Node<'s>> {
        match self {
            Self::Items(items) => items.next().map(Node::Value),
            Self::Json(elements) => elements.next().map(Node::Json),
            Self::Pairs(_) | Self::Fields(..) | Self::Merged(_) => None,
        }
    }

    /// Returns the next key and its value.
    pub(super) fn next_pair(&mut self) -> Option<(Cow<'s, [u8]>, Node<'s>)> {
        match self {
            Self::Pairs(pairs) => pairs.next().map(|(key, value)| (Cow::Borrowed(&**key), Node::Value(value))),
            Self::Json(entries) => entries.next_pair().map(|(key, value)| (into_bytes(key), Node::Json(value))),
            Self::Items(_) | Self::Fields(..) | Self::Merged(_) => None,
        }
    }

    /// Returns the next field, which has this name; `None` if the source omits it.
    pub(super) fn field(&mut self, name: &str) -> Option<Node<'s>> {
        match self {
            Self::Fields(object, rest) => {
                let found = rest.next_of(name).or_else(|| {
                    let found = object.get(name)?;
                    *rest = object.after(found);
                    Some(found)
                });
                found.map(Node::Json)
            }
            elements => elements.next(),
        }
    }

    /// Returns the next part of a merge.
    pub(super) fn merged(&mut self, encoding: &'static Encoding) -> Option<Node<'s>> {
        match self {
            Self::Merged(rest) => Some(Node::Json(rest.split_off(encoding))),
            parts => parts.next(),
        }
    }
}

impl<'s> Node<'s> {
    /// Returns the error for this value.
    pub(super) fn refuse(self, kind: ErrorKind) -> Box<Trouble> {
        match self {
            Self::Value(_) => kind.into(),
            Self::Json(part) => part.refuse(kind),
        }
    }

    fn wrong<T>(self, expected: &'static str) -> Got<T> {
        Err(self.refuse(ErrorKind::WrongValue { expected }))
    }

    /// Returns the index of the value in the JSON tape.
    pub(super) fn index(self) -> usize {
        if let Self::Json(part) = self { part.index } else { 0 }
    }

    /// Returns the steps taken to read the source, in addition to one for each value.
    pub(super) fn work(self) -> usize {
        if let Self::Json(part) = self { part.tape.work() } else { 0 }
    }

    pub(super) fn nothing(self, encoding: &'static Encoding) -> Got<()> {
        match self {
            Self::Json(part) => part.nothing(encoding),
            Self::Value(Value::Unit) => Ok(()),
            Self::Value(_) => self.wrong("nothing"),
        }
    }

    /// Returns a value of a kind that matches the scalar; a source of values returns its value unchecked.
    pub(super) fn scalar(self, scalar: &'static Scalar) -> Got<Cow<'s, Value>> {
        match self {
            Self::Json(part) => part.scalar(scalar).map(Cow::Owned),
            Self::Value(value) => Ok(Cow::Borrowed(value)),
        }
    }

    pub(super) fn bytes(self) -> Got<Cow<'s, [u8]>> {
        match self {
            Self::Value(Value::Bytes(bytes)) => Ok(Cow::Borrowed(bytes)),
            Self::Value(_) => self.wrong("bytes"),
            Self::Json(part) => match part.hex() {
                Some(bytes) => Ok(Cow::Owned(bytes)),
                None => self.wrong("a string of hexadecimal digits"),
            },
        }
    }

    pub(super) fn text(self) -> Got<Cow<'s, [u8]>> {
        match self {
            Self::Json(part) => part.text(),
            Self::Value(Value::Text(text)) => Ok(Cow::Borrowed(text)),
            Self::Value(_) => self.wrong("text"),
        }
    }

    /// Returns the index of a name among `names`.
    pub(super) fn name(self, names: &'static [&'static str]) -> Got<usize> {
        match self {
            Self::Value(Value::Name(index)) => Ok(*index),
            Self::Value(_) => self.wrong("the index of a name"),
            Self::Json(part) => match part.string().and_then(|text| names.iter().position(|name| *name == text)) {
                Some(index) => Ok(index),
                None => Err(part.refuse_name("", "one of the names")),
            },
        }
    }

    /// Returns the elements of a list and their number.
    pub(super) fn list(self) -> Got<(usize, Parts<'s>)> {
        match self {
            Self::Json(part) => part.elements().map(|elements| (part.elements_count(), Parts::Json(elements))),
            Self::Value(Value::List(items)) => Ok((items.len(), Parts::Items(items.iter()))),
            Self::Value(_) => self.wrong("a list"),
        }
    }

    pub(super) fn pairs(self) -> Got<Parts<'s>> {
        match self {
            Self::Json(part) => part.entries().map(Parts::Json),
            Self::Value(Value::Assoc(pairs)) => Ok(Parts::Pairs(pairs.iter())),
            Self::Value(_) => self.wrong("keys and values"),
        }
    }

    /// Returns the `count` elements of a tuple.
    pub(super) fn tuple(self, count: usize) -> Got<Parts<'s>> {
        match self {
            Self::Json(part) => part.tuple(count).map(Parts::Json),
            Self::Value(_) => self.fields(count),
        }
    }

    /// Returns the `count` fields of an object. `has` returns whether the encoding has a field of that name; without it, the caller compares the
    /// number of fields of a JSON object with that of those it has found.
    pub(super) fn object(self, count: usize, has: Option<&dyn Fn(&str) -> bool>) -> Got<Parts<'s>> {
        match self {
            Self::Json(part) => {
                has.map_or(Ok(()), |has| part.object(has))?;
                Ok(Parts::Fields(part, part.entries()?))
            }
            Self::Value(_) => self.fields(count),
        }
    }

    /// Returns the number of fields of a JSON object that all belong to one value.
    pub(super) fn fields_count(self) -> Option<usize> {
        if let Self::Json(part) = self { part.fields_count() } else { None }
    }

    /// Returns the parts of a merge.
    pub(super) fn merge(self, parts: &'static [&'static Encoding], revision: Revision, quick: bool) -> Got<Parts<'s>> {
        match self {
            Self::Json(part) if quick && part.is_object() => Ok(Parts::Merged(part.merge_fields())),
            Self::Json(part) => part.merge(parts, revision).map(Parts::Merged),
            Self::Value(_) => self.fields(parts.len()),
        }
    }

    fn fields(self, count: usize) -> Got<Parts<'s>> {
        match self {
            Self::Value(Value::Fields(parts)) if parts.len() == count => Ok(Parts::Items(parts.iter())),
            _ => self.wrong("one value for each field of the encoding"),
        }
    }

    /// Returns the index of the case and its payload; `None` if the source does not have the index.
    pub(super) fn case(self) -> Got<Option<(usize, Self)>> {
        match self {
            Self::Json(_) => Ok(None),
            Self::Value(Value::Case { index, payload }) => Ok(Some((*index, Self::Value(payload)))),
            Self::Value(_) => self.wrong("a case"),
        }
    }

    /// Returns the value of an optional one, if it is present. `nullable` returns whether the value itself may be
    /// `null` in JSON.
    pub(super) fn option(self, nullable: impl Fn() -> bool) -> Got<Option<Self>> {
        match self {
            Self::Json(part) => Ok((!part.is_null() || nullable()).then_some(self)),
            Self::Value(Value::Option(inner)) => Ok(inner.as_deref().map(Node::Value)),
            Self::Value(_) => self.wrong("an option"),
        }
    }

    /// Returns the bytes of a lazy value, unless the source has the value instead.
    pub(super) fn lazy(self) -> Got<Option<Cow<'s, [u8]>>> {
        match self {
            Self::Json(part) => Ok(part.only("invalid_lazy_bytes").and_then(|bytes| bytes.hex()).map(Cow::Owned)),
            Self::Value(_) => self.bytes().map(Some),
        }
    }

    /// Appends a BSON document.
    pub(super) fn json(self, out: &mut Vec<u8>) -> Got<()> {
        if let Self::Json(part) = self {
            return part.document(out);
        }
        let bytes = self.bytes()?;
        let message = |message| ErrorKind::UserFunction { function: "json", message: Cow::Borrowed(message) };
        bson::check(&bytes).map_err(message)?;
        out.extend_from_slice(&bytes);
        Ok(())
    }
}
