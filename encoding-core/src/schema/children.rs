//! What stands directly inside an encoding or a part of a compact one, by its place: for walks that do the same to all of it, most of
//! them run by the compiler, which knows neither iterators nor closures.

use super::{Encoding, Part, Split};

impl Encoding {
    /// The encoding at this place inside. None inside a recursive type, whose body the compiler cannot see, nor inside a compact
    /// encoding, which has parts.
    pub(super) const fn child(&self, index: usize) -> Option<&'static Self> {
        match self {
            Self::Object(fields) => match at(fields, index) {
                Some(field) => Some(field.encoding),
                None => None,
            },
            Self::Select(select) => match at(select.cases, index) {
                Some(case) => Some(case.encoding),
                None => None,
            },
            Self::Union { cases, .. } => match at(cases, index) {
                Some(case) => Some(case.payload),
                None => None,
            },
            Self::Tuple(parts) | Self::Merge(parts) => match at(parts, index) {
                Some(part) => Some(part),
                None => None,
            },
            Self::Legacy(legacy) => match index {
                0 => Some(legacy.current),
                1 => Some(legacy.older),
                _ => None,
            },
            Self::Split(Split { inner, .. })
            | Self::List { item: inner, .. }
            | Self::Assoc { value: inner, .. }
            | Self::Opt(inner)
            | Self::Varopt(inner)
            | Self::Lazy(inner)
            | Self::Dft { inner, .. }
            | Self::Padded { inner, .. }
            | Self::Dynamic { inner, .. }
            | Self::Suffixed { inner, .. }
            | Self::Bounded { inner, .. }
            | Self::Sized { inner, .. }
            | Self::Reserve { inner, .. }
            | Self::Checked { inner, .. }
            | Self::Def { inner, .. }
            | Self::Described { inner, .. }
            | Self::Magic { inner, .. } => {
                if index == 0 {
                    Some(inner)
                } else {
                    None
                }
            }
            Self::Empty | Self::Null | Self::Constant(_) | Self::Scalar(_) | Self::Bytes(_) | Self::Text { .. } => None,
            Self::Enum(_) | Self::Json | Self::Mu(_) | Self::Compact(_) => None,
        }
    }
}

impl Part {
    /// The part at this place inside.
    pub(super) const fn child(&self, index: usize) -> Option<&'static Self> {
        match self {
            Self::Tuple(parts) => match at(parts, index) {
                Some(part) => Some(part),
                None => None,
            },
            Self::Object(fields) => match at(fields, index) {
                Some(field) => Some(field.part),
                None => None,
            },
            Self::Union(cases) => match at(cases, index) {
                Some(case) => Some(case.part),
                None => None,
            },
            Self::Option(part) => {
                if index == 0 {
                    Some(part)
                } else {
                    None
                }
            }
            Self::Null | Self::Unit | Self::Bool | Self::Int32 | Self::Int64 => None,
            Self::Payload(_) | Self::OrInt32(_) | Self::List { .. } => None,
        }
    }

    /// The encoding behind the tag, of a part that has no parts.
    pub(super) const fn payload(&self) -> Option<&'static Encoding> {
        match self {
            Self::Payload(encoding) | Self::OrInt32(encoding) | Self::List { item: encoding, .. } => Some(encoding),
            _ => None,
        }
    }
}

/// The element at this place.
const fn at<T>(all: &[T], index: usize) -> Option<&T> {
    match all.split_at_checked(index) {
        Some((_, [first, ..])) => Some(first),
        _ => None,
    }
}
