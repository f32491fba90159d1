//! What the walk over bytes tells, one part of a value after the other.

use alloc::vec::Vec;

use super::{Compact, DefaultBytes, Encoding, Part, Scalar, Split};
use crate::error::ErrorKind;

/// One step of the walk. The bytes are those of the message, already checked.
#[derive(Clone, Copy, Debug)]
pub enum Event<'m> {
    /// A value without bytes: `Empty`, `Null` or `Constant`.
    Nothing(&'static Encoding),
    /// A scalar and its bytes.
    Scalar(&'static Scalar, &'m [u8]),
    Bytes(&'m [u8]),
    Text(&'m [u8]),
    /// One of some names.
    Name(&'static [&'static str], usize),
    /// Bytes that hold a value of this form, perhaps.
    Lazy(&'static Encoding, &'m [u8]),
    /// A BSON document.
    Json(&'m [u8]),
    /// An optional value that is not there.
    Absent,
    /// A value with parts, which follow, up to the [`Event::Close`] that belongs to it.
    Open(Container),
    /// The value that follows is this field; whether its own form may be absent or usual, so that it is left out with its name.
    Field(&'static str, bool),
    /// The value that follows has this key.
    Key(&'m [u8]),
    /// The value that follows is a part of a merge.
    Part,
    Close,
    /// The value that follows may be the usual one.
    DftStart,
    /// It was this one.
    DftEnd {
        inner: &'static Encoding,
        default: DefaultBytes,
        found: &'m [u8],
    },
    /// The value that follows has another form in JSON.
    SplitStart,
    /// Its bytes were these.
    SplitEnd(&'static Split, &'m [u8]),
}

/// Values with parts.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Container {
    List,
    Assoc,
    Object,
    Tuple,
    /// A merge, of objects or of tuples.
    Merge {
        objects: bool,
    },
    /// The case of a union, by its place among them: one part.
    Case(usize),
    /// An optional value that is there: one part.
    Present,
}

/// Takes the steps of a walk.
pub trait Visitor {
    /// The next one. A refusal stops the walk.
    fn visit(&mut self, event: Event<'_>) -> Result<(), ErrorKind>;
}

impl Encoding {
    /// Whether merged parts are objects and not tuples, as the first of them is that says it.
    pub fn are_objects(parts: &[&'static Self]) -> bool {
        let mut seen = Vec::new();
        parts.iter().find_map(|part| part.is_object(&mut seen)).unwrap_or(true)
    }

    /// Whether its JSON is an object; nothing where the bodies of the recursive types that were seen would have to say it.
    fn is_object(&self, seen: &mut Vec<&'static str>) -> Option<bool> {
        match self {
            Self::Tuple(_) | Self::List { .. } => Some(false),
            Self::Compact(Compact { part: Part::Tuple(_) | Part::List { .. }, .. }) => Some(false),
            Self::Compact(Compact { part: Part::Payload(inner), .. }) => inner.is_object(seen),
            Self::Merge(parts) => parts.iter().find_map(|part| part.is_object(seen)),
            Self::Union { cases, .. } => cases.iter().find_map(|case| case.payload.is_object(seen)),
            Self::Mu(mu) if seen.contains(&mu.name) => None,
            Self::Mu(mu) => {
                seen.push(mu.name);
                (mu.body)().is_object(seen)
            }
            _ => self.wrapped().map_or(Some(true), |inner| inner.is_object(seen)),
        }
    }
}

#[cfg(test)]
mod tests {
    use super::Encoding;
    use crate::schema::{Class, Mu};

    #[test]
    fn a_recursive_type_that_begins_with_itself_is_what_the_rest_is() {
        static PAIR: Encoding = Encoding::Tuple(&[&Encoding::Null, &Encoding::Null]);
        static LOOP: Encoding =
            Encoding::Mu(&Mu { name: "loop", class: Class::Dynamic, least: 0, depth: 9, body: || &MERGED });
        static MERGED: Encoding = Encoding::Merge(&[&LOOP, &PAIR]);
        assert!(!Encoding::are_objects(&[&LOOP]) && !Encoding::are_objects(&[&PAIR, &LOOP]));
        assert!(Encoding::are_objects(&[&Encoding::Empty, &LOOP]));
    }
}
