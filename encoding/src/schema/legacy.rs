//! Values that have an older form too, which is read and never written.

use alloc::vec::Vec;

use super::explain::behind;
use super::{Compact, Cursor, Encoding, Part};

/// A value with a form of today and an older one, without a tag that tells them apart: where the bytes are not those of the one,
/// the other is tried.
///
/// What is behind the value is not looked at: bytes that begin with a value in the form of today are one. Everything but the
/// reader knows the form of today alone: values and JSON have it whatever the bytes, and it is the one that is written.
#[derive(Clone, Copy, Debug)]
pub struct Legacy {
    /// The form of today.
    pub current: &'static Encoding,
    /// The older one.
    pub older: &'static Encoding,
    /// The bytes of the form of today from those of the older one; `None` where the value is refused.
    pub convert: fn(&[u8]) -> Option<Vec<u8>>,
}

/// Levels of [`Legacy`] inside each other that are allowed: each may have a message read twice.
const MAX_LEVELS: u32 = 4;

impl Legacy {
    /// Where only the older form fits: the state behind the value, and the bytes of the value in the form of today.
    pub(super) fn converted<'m>(&self, at: &Cursor<'m>) -> Option<(Cursor<'m>, Vec<u8>)> {
        if behind(at, self.current).is_some() {
            return None;
        }
        let behind = behind(at, self.older)?;
        let bytes = (self.convert)(behind.since(at.offset()))?;
        Some((behind, bytes))
    }

    /// The form that the bytes have; that of today where they have neither.
    pub(super) fn found(&self, at: &Cursor<'_>) -> &'static Encoding {
        match self.converted(at) {
            Some(_) => self.older,
            None => self.current,
        }
    }

    /// Whether what a message costs is bounded: a form that contains itself would be read twice at each level.
    pub(super) const fn is_bounded(&self) -> bool {
        levels(self.current) < MAX_LEVELS && levels(self.older) < MAX_LEVELS
    }
}

/// Levels of [`Legacy`] in a form; without end where it contains itself.
const fn levels(encoding: &Encoding) -> u32 {
    match encoding {
        Encoding::Mu(_) => u32::MAX,
        Encoding::Legacy(legacy) => more(levels(legacy.current), levels(legacy.older)).saturating_add(1),
        Encoding::Object(fields) => {
            let (mut most, mut rest) = (0, *fields);
            while let [first, others @ ..] = rest {
                most = more(most, levels(first.encoding));
                rest = others;
            }
            most
        }
        Encoding::Tuple(parts) | Encoding::Merge(parts) => {
            let (mut most, mut rest) = (0, *parts);
            while let [first, others @ ..] = rest {
                most = more(most, levels(first));
                rest = others;
            }
            most
        }
        Encoding::Union { cases, .. } => {
            let (mut most, mut rest) = (0, *cases);
            while let [first, others @ ..] = rest {
                most = more(most, levels(first.payload));
                rest = others;
            }
            most
        }
        Encoding::Select(select) => {
            let (mut most, mut rest) = (0, select.cases);
            while let [first, others @ ..] = rest {
                most = more(most, levels(first.encoding));
                rest = others;
            }
            most
        }
        Encoding::Compact(Compact { part, .. }) => part_levels(part),
        Encoding::Split(split) => levels(split.inner),
        Encoding::List { item: inner, .. }
        | Encoding::Assoc { value: inner, .. }
        | Encoding::Opt(inner)
        | Encoding::Varopt(inner)
        | Encoding::Dft { inner, .. }
        | Encoding::Padded { inner, .. }
        | Encoding::Suffixed { inner, .. }
        | Encoding::Dynamic { inner, .. }
        | Encoding::Bounded { inner, .. }
        | Encoding::Sized { inner, .. }
        | Encoding::Reserve { inner, .. }
        | Encoding::Checked { inner, .. }
        | Encoding::Def { inner, .. }
        | Encoding::Described { inner, .. }
        | Encoding::Magic { inner, .. } => levels(inner),
        // Nobody looks into the bytes of a lazy value.
        Encoding::Empty
        | Encoding::Null
        | Encoding::Constant(_)
        | Encoding::Scalar(_)
        | Encoding::Bytes(_)
        | Encoding::Text { .. }
        | Encoding::Enum(_)
        | Encoding::Lazy(_)
        | Encoding::Json => 0,
    }
}

const fn part_levels(part: &Part) -> u32 {
    match part {
        Part::Payload(inner) | Part::OrInt32(inner) | Part::List { item: inner, .. } => levels(inner),
        Part::Option(inner) => part_levels(inner),
        Part::Tuple(parts) => {
            let (mut most, mut rest) = (0, *parts);
            while let [first, others @ ..] = rest {
                most = more(most, part_levels(first));
                rest = others;
            }
            most
        }
        Part::Object(fields) => {
            let (mut most, mut rest) = (0, *fields);
            while let [first, others @ ..] = rest {
                most = more(most, part_levels(first.part));
                rest = others;
            }
            most
        }
        Part::Union(cases) => {
            let (mut most, mut rest) = (0, *cases);
            while let [first, others @ ..] = rest {
                most = more(most, part_levels(first.part));
                rest = others;
            }
            most
        }
        Part::Null | Part::Unit | Part::Bool | Part::Int32 | Part::Int64 => 0,
    }
}

const fn more(a: u32, b: u32) -> u32 {
    if a > b { a } else { b }
}
