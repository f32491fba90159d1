//! Access to the direct children of an encoding, or of a part of a compact encoding. Every walk that treats all
//! children alike uses these functions. Most of these walks run at compile time, so children are accessed by index:
//! iterators are not `const`.

use alloc::collections::BTreeSet;
use alloc::vec::Vec;

use super::{Encoding, Field, Part, PartField, Select};
use crate::revision::Revision;

/// Stands in for the operator `?` on an `Option` in a `const fn`.
macro_rules! some {
    ($option:expr) => {
        match $option {
            Some(value) => value,
            None => return None,
        }
    };
}

impl Encoding {
    /// Returns the inner encoding of a wrapper whose JSON is that of the inner encoding.
    pub const fn wrapped(&self) -> Option<&'static Self> {
        match self {
            Self::Def { inner, .. }
            | Self::Described { inner, .. }
            | Self::Checked { inner, .. }
            | Self::Bounded { inner, .. }
            | Self::Sized { inner, .. }
            | Self::Reserve { inner, .. }
            | Self::Magic { inner, .. }
            | Self::Padded { inner, .. }
            | Self::Suffixed { inner, .. }
            | Self::Dynamic { inner, .. } => Some(inner),
            Self::Legacy(legacy) => Some(legacy.current),
            _ => None,
        }
    }

    /// Returns the inner encoding of a wrapper, of an optional value or of a list.
    pub(crate) const fn inner(&self) -> Option<&'static Self> {
        match self {
            Self::List { item: inner, .. }
            | Self::Assoc { value: inner, .. }
            | Self::Opt(inner)
            | Self::Varopt(inner)
            | Self::Lazy(inner)
            | Self::Dft { inner, .. } => Some(inner),
            Self::Split(split) => Some(split.inner),
            _ => self.wrapped(),
        }
    }

    /// Returns the field at `index` of an object, or the element of a tuple as a field named by its index.
    pub(crate) const fn field(&self, index: usize) -> Option<Field> {
        Some(match self {
            Self::Object(fields) => *some!(at(fields, index)),
            Self::Tuple(parts) => Field::req(number(index), some!(at(parts, index))),
            _ => return None,
        })
    }

    /// Returns the first field at or after `index` that exists in a revision, with its index.
    pub(crate) fn field_from(&self, index: usize, revision: Revision) -> Option<(usize, Field)> {
        let mut fields = (index..).map_while(|index| Some((index, self.field(index)?)));
        fields.find(|(_, field)| field.revisions.contain(revision))
    }

    /// Returns the child at `index`. The children of a compact encoding are the payloads of its parts. A recursive type
    /// has none, because its body is not available at compile time.
    pub const fn child(&self, index: usize) -> Option<&'static Self> {
        Some(match self {
            Self::Object(fields) | Self::Select(Select { cases: fields, .. }) => some!(at(fields, index)).encoding,
            Self::Union { cases, .. } => some!(at(cases, index)).payload,
            Self::Tuple(parts) | Self::Merge(parts) => some!(at(parts, index)),
            Self::Compact(compact) => match compact.part.nth_payload(index) {
                Ok(payload) => payload,
                Err(_) => return None,
            },
            Self::Legacy(legacy) if index == 1 => legacy.older,
            _ if index == 0 => some!(self.inner()),
            _ => return None,
        })
    }
}

impl Encoding {
    /// Returns true if the encoding or one inside it is marked [secret](super::About::secret).
    pub fn holds_secret(&'static self) -> bool {
        self.inside(|encoding| match encoding {
            Self::Described { about, .. } if about.secret => Inside::Found,
            _ => Inside::Enter,
        })
    }

    /// Visits the encoding and all inside it, each once, until `visit` returns [`Inside::Found`]; then returns true.
    pub(crate) fn inside(&'static self, mut visit: impl FnMut(&Self) -> Inside) -> bool {
        let mut seen = BTreeSet::new();
        let mut todo = Vec::from([self]);
        while let Some(encoding) = todo.pop() {
            if !seen.insert(core::ptr::from_ref(encoding).addr()) {
                continue;
            }
            match (visit(encoding), encoding) {
                (Inside::Found, _) => return true,
                (Inside::Skip, _) => {}
                (Inside::Enter, Self::Mu(mu)) => todo.push((mu.body)()),
                (Inside::Enter, _) => todo.extend((0..).map_while(|index| encoding.child(index))),
            }
        }
        false
    }
}

/// What [`Encoding::inside`] does after an encoding.
#[derive(Clone, Copy, PartialEq, Eq)]
pub(crate) enum Inside {
    /// It ends.
    Found,
    /// It visits the children of the encoding.
    Enter,
    /// It does not visit them.
    Skip,
}

impl Part {
    /// Returns the field at `index` of an object, or the element of a tuple as a field named by its index.
    pub(crate) const fn field(&self, index: usize) -> Option<PartField> {
        Some(match self {
            Self::Object(fields) => *some!(at(fields, index)),
            Self::Tuple(parts) => PartField::req(number(index), some!(at(parts, index))),
            _ => return None,
        })
    }

    /// Iterates over the fields of an object or of a tuple.
    pub(super) fn fields(&self) -> impl Iterator<Item = PartField> {
        (0..).map_while(|index| self.field(index))
    }

    /// Returns the child at `index`.
    pub(super) const fn child(&self, index: usize) -> Option<&'static Self> {
        Some(match self {
            Self::Union(union) => some!(at(union.cases, index)).part,
            Self::Option(part) if index == 0 => part,
            _ => some!(self.field(index)).part,
        })
    }

    /// Returns the encoding after the tag.
    pub(super) const fn payload(&self) -> Option<&'static Encoding> {
        match self {
            Self::Payload(encoding) | Self::OrInt32(encoding) | Self::List { item: encoding, .. } => Some(encoding),
            _ => None,
        }
    }

    /// Returns the payload at `index` among all payloads inside, or `index` minus the number of payloads.
    const fn nth_payload(&self, mut index: usize) -> Result<&'static Encoding, usize> {
        if let Some(payload) = self.payload() {
            return match index.checked_sub(1) {
                Some(left) => Err(left),
                None => Ok(payload),
            };
        }
        each!(part of self.child => match part.nth_payload(index) {
            Ok(payload) => return Ok(payload),
            Err(left) => index = left,
        });
        Err(index)
    }
}

/// Returns the name of a tuple's element in errors.
pub const fn number(index: usize) -> &'static str {
    const NUMBERS: &[&str] = &["0", "1", "2", "3", "4", "5", "6", "7", "8", "9", "10", "11"];
    match at(NUMBERS, index) {
        Some(number) => number,
        None => "..",
    }
}

/// Returns the element at `index`, without a call: in constants the compiler takes longer for a call of `core` than for the rest.
#[allow(clippy::indexing_slicing, reason = "the index is compared with the length")]
const fn at<T>(all: &[T], index: usize) -> Option<&T> {
    if index < all.len() { Some(&all[index]) } else { None }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn elements_are_named_by_their_index() {
        assert_eq!([0, 1, 9, 10, 11, 12, usize::MAX].map(number), ["0", "1", "9", "10", "11", "..", ".."]);
        assert_eq!((at(&[7, 8], 1), at(&[7, 8], 2), at::<u8>(&[], 0)), (Some(&8), None, None));
    }
}
