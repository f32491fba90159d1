//! The structure of an encoding's JSON, derived from the schema alone: whether it may be `null`, whether it is an
//! object or an array, and which fields or how many elements it has.

use alloc::vec::Vec;

use super::{Case, CompactSchema, Encoding, Part, PartField};
use crate::revision::Revisions;

impl Encoding {
    /// Returns true if the JSON of some value is `null` (`encoding.ml`, `is_nullable`). False for a recursive type,
    /// whose body is not available at compile time.
    pub const fn is_nullable(&self) -> bool {
        match self {
            Self::Null | Self::Json | Self::Opt(_) | Self::Varopt(_) => true,
            Self::Union { .. } | Self::Select(_) => {
                each!(case of self.child => if case.is_nullable() { return true });
                false
            }
            Self::Compact(compact) => compact.part.is_nullable(),
            Self::Split(split) => split.json.is_nullable(),
            // As in the reference, which looks no further inside these and does not allow absent values in them.
            Self::Sized { inner, .. }
            | Self::Reserve { inner, .. }
            | Self::Magic { inner, .. }
            | Self::Padded { inner, .. } => inner.is_optional(),
            _ => matches!(self.wrapped(), Some(inner) if inner.is_nullable()),
        }
    }

    /// Returns true for `opt` or `varopt`, inside any wrappers.
    const fn is_optional(&self) -> bool {
        matches!(self, Self::Opt(_) | Self::Varopt(_)) || matches!(self.wrapped(), Some(inner) if inner.is_optional())
    }

    /// Returns true if JSON omits a field of this encoding, with its name, when it is absent or equals its default. A
    /// value that is absent further inside (in a case, an element or a recursive type) is `null` instead, because it
    /// has no name to omit.
    pub const fn may_be_left_out(&self) -> bool {
        matches!(self, Self::Opt(_) | Self::Varopt(_) | Self::Dft { .. })
            || matches!(self.wrapped(), Some(inner) if inner.may_be_left_out())
    }

    /// Returns the payload of the reference's `option`, if this is one.
    pub(super) const fn option_payload(&self) -> Option<&'static Self> {
        match self {
            Self::Union { cases: [Case { tag: 1, payload, .. }, Case { tag: 0, payload: Self::Null, .. }], .. } => {
                Some(payload)
            }
            _ => None,
        }
    }

    /// Returns true if it can be merged with objects (or with tuples, if `objects` is false), because it is one inside
    /// any wrappers.
    pub const fn merges(&self, objects: bool) -> bool {
        match self {
            Self::Object(_) | Self::Empty => objects,
            Self::Tuple(_) => !objects,
            Self::Merge(_) | Self::Union { .. } => {
                each!(part of self.child => if !part.merges(objects) { return false });
                true
            }
            Self::Mu(_) => true,
            Self::Split(split) => split.json.merges(objects),
            // As in the reference (`encoding.ml`, `is_obj` and `is_tup`).
            Self::Padded { .. } => false,
            _ => matches!(self.wrapped(), Some(inner) if inner.merges(objects)),
        }
    }

    /// Returns true if in some revision, a field of this object and one of the other have the same name. Fields of
    /// recursive types are not compared.
    pub(super) const fn shares_a_name(&self, other: &Self) -> bool {
        match self {
            Self::Object(fields) => {
                each!(field in fields => if other.has_field(field.name, false, field.revisions) { return true });
                false
            }
            Self::Merge(_) | Self::Union { .. } => {
                each!(part of self.child => if part.shares_a_name(other) { return true });
                false
            }
            Self::Split(split) => split.json.shares_a_name(other),
            _ => matches!(self.wrapped(), Some(inner) if inner.shares_a_name(other)),
        }
    }

    /// Returns true if its JSON may have a field of this name in one of the revisions; `recursive` is the result for a
    /// recursive type.
    pub(crate) const fn has_field(&self, name: &str, recursive: bool, during: Revisions) -> bool {
        match self {
            Self::Object(fields) => {
                each!(field in fields => {
                    if during.overlap(field.revisions) && is_same(field.name, name) {
                        return true;
                    }
                });
                false
            }
            Self::Merge(_) | Self::Union { .. } | Self::Select(_) => {
                each!(part of self.child => if part.has_field(name, recursive, during) { return true });
                false
            }
            Self::Split(split) => split.json.has_field(name, recursive, during),
            Self::Compact(compact) => compact.part.has_field(name, recursive, during),
            Self::Mu(_) => recursive,
            Self::Assoc { .. } | Self::Json => true,
            _ => matches!(self.wrapped(), Some(inner) if inner.has_field(name, recursive, during)),
        }
    }

    /// Returns true if merged parts are objects and not tuples. The first part that is either determines it.
    pub fn are_objects(parts: &[&'static Self]) -> bool {
        let mut seen = Vec::new();
        parts.iter().find_map(|part| part.is_object(&mut seen)).unwrap_or(true)
    }

    /// Returns true if its JSON is an object; `None` if that depends on a recursive type in `seen`.
    fn is_object(&self, seen: &mut Vec<&'static str>) -> Option<bool> {
        match self {
            Self::Tuple(_) | Self::List { .. } => Some(false),
            Self::Split(split) => split.json.is_object(seen),
            Self::Compact(CompactSchema { part: Part::Tuple(_) | Part::List { .. }, .. }) => Some(false),
            Self::Compact(CompactSchema { part: Part::Payload(inner), .. }) => inner.is_object(seen),
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

    /// Returns the number of elements of a tuple or of merged tuples; `None` if it is not the same for all values.
    pub(crate) fn elements(&'static self) -> Option<usize> {
        self.elements_unless(&mut Vec::new())
    }

    /// Returns the number of elements as [`Encoding::elements`] does; `None` also for a recursive type in `seen`.
    fn elements_unless(&'static self, seen: &mut Vec<&'static str>) -> Option<usize> {
        match self {
            Self::Tuple(elements) => Some(elements.len()),
            Self::Compact(compact) => match compact.part {
                Part::Tuple(parts) => Some(parts.len()),
                Part::Payload(inner) => inner.elements_unless(seen),
                _ => None,
            },
            Self::Merge(parts) => {
                parts.iter().try_fold(0usize, |sum, part| Some(sum.saturating_add(part.elements_unless(seen)?)))
            }
            Self::Union { cases, .. } => {
                let mut counts = cases.iter().map(|case| case.payload.elements_unless(seen));
                let first = counts.next()??;
                counts.all(|count| count == Some(first)).then_some(first)
            }
            Self::Mu(mu) if !seen.contains(&mu.name) => {
                seen.push(mu.name);
                let count = (mu.body)().elements_unless(seen);
                seen.pop();
                count
            }
            _ => self.wrapped()?.elements_unless(seen),
        }
    }
}

impl PartField {
    /// Returns true if JSON omits the field, with its name, when it is absent or equals its default.
    pub const fn may_be_left_out(&self) -> bool {
        self.optional || matches!(self.part, Part::Payload(encoding) if encoding.may_be_left_out())
    }
}

impl Part {
    /// Returns true if the JSON of some value is `null`.
    pub(crate) const fn is_nullable(&self) -> bool {
        match self {
            Self::Null | Self::Option(_) => true,
            Self::Payload(encoding) | Self::OrInt32(encoding) => encoding.is_nullable(),
            Self::Union(_) => {
                each!(case of self.child => if case.is_nullable() { return true });
                false
            }
            _ => false,
        }
    }

    /// Returns true if its JSON may have a field of this name in one of the revisions.
    pub(crate) const fn has_field(&self, name: &str, recursive: bool, during: Revisions) -> bool {
        match self {
            Self::Object(fields) => {
                each!(field in fields => if is_same(field.name, name) { return true });
                false
            }
            Self::Union(_) => {
                each!(case of self.child => if case.has_field(name, recursive, during) { return true });
                false
            }
            Self::Payload(encoding) => encoding.has_field(name, recursive, during),
            _ => false,
        }
    }
}

/// Returns true if two names are equal; usable at compile time.
pub(super) const fn is_same(a: &str, b: &str) -> bool {
    let (mut a, mut b) = (a.as_bytes(), b.as_bytes());
    if a.len() != b.len() {
        return false;
    }
    while let ([first, left @ ..], [other, right @ ..]) = (a, b) {
        if *first != *other {
            return false;
        }
        (a, b) = (left, right);
    }
    true
}

#[cfg(test)]
mod tests {
    use alloc::string::String;

    use crate::schema::{Class, Encoding, Mu};
    use crate::wire::{Auto, Dynamic, Maybe, Schema, U30};

    #[test]
    fn options_and_their_wrappers_are_nullable() {
        const OPTION: &Encoding = <Maybe<Auto> as Schema<Option<u8>>>::ENCODING;
        const BLOCK: &Encoding = <Dynamic<U30, Maybe<Auto>> as Schema<Option<u8>>>::ENCODING;
        assert!(OPTION.is_nullable() && BLOCK.is_nullable() && Encoding::Null.is_nullable());
        assert!(OPTION.option_payload().is_some());
        for encoding in [<Auto as Schema<(u8, Option<u8>)>>::ENCODING, <Auto as Schema<String>>::ENCODING] {
            assert!(!encoding.is_nullable() && encoding.option_payload().is_none());
        }
        // `{}`, not `null`.
        assert!(!Encoding::Empty.is_nullable());
    }

    #[test]
    fn a_recursive_type_that_starts_with_itself_is_classified_by_the_rest() {
        static PAIR: Encoding = Encoding::Tuple(&[&Encoding::Null, &Encoding::Null]);
        static LOOP: Encoding =
            Encoding::Mu(&Mu { name: "loop", class: Class::Dynamic, least: 0, depth: 9, body: || &MERGED });
        static MERGED: Encoding = Encoding::Merge(&[&LOOP, &PAIR]);
        assert!(!Encoding::are_objects(&[&LOOP]) && !Encoding::are_objects(&[&PAIR, &LOOP]));
        assert!(Encoding::are_objects(&[&Encoding::Empty, &LOOP]));
    }
}
