//! What may be merged: objects, whose fields share no name, or tuples.

use super::Encoding;

/// The names that fields are compared with.
#[derive(Clone, Copy)]
enum Names<'n> {
    /// This one.
    One(&'n str),
    /// Those of the fields of this object.
    Of(&'n Encoding),
}

impl Encoding {
    /// Whether this is an object (or else a tuple), whatever stands around it, so that it can be merged with others.
    pub const fn merges(&self, objects: bool) -> bool {
        match self {
            Self::Object(_) | Self::Empty => objects,
            Self::Tuple(_) => !objects,
            Self::Merge(_) | Self::Union { .. } => {
                let mut index = 0usize;
                while let Some(part) = self.child(index) {
                    if !part.merges(objects) {
                        return false;
                    }
                    index = index.saturating_add(1);
                }
                true
            }
            Self::Mu(_) => true,
            // As in the reference (`encoding.ml`, `is_obj` and `is_tup`).
            Self::Padded { .. } => false,
            _ => match self.wrapped() {
                Some(inner) => inner.merges(objects),
                None => false,
            },
        }
    }

    /// Whether a field of this object is called as one of the other. What stands inside a recursive type is not looked at.
    pub(super) const fn shares_a_name(&self, other: &Self) -> bool {
        self.has_one(Names::Of(other))
    }

    /// Whether a field of this object has one of the names.
    const fn has_one(&self, names: Names<'_>) -> bool {
        match self {
            Self::Object(fields) => {
                let mut rest = *fields;
                while let [first, others @ ..] = rest {
                    let found = match names {
                        Names::One(name) => same(first.name.as_bytes(), name.as_bytes()),
                        Names::Of(other) => other.has_one(Names::One(first.name)),
                    };
                    if found {
                        return true;
                    }
                    rest = others;
                }
                false
            }
            Self::Merge(_) | Self::Union { .. } => {
                let mut index = 0usize;
                while let Some(part) = self.child(index) {
                    if part.has_one(names) {
                        return true;
                    }
                    index = index.saturating_add(1);
                }
                false
            }
            _ => match self.wrapped() {
                Some(inner) => inner.has_one(names),
                None => false,
            },
        }
    }
}

const fn same(a: &[u8], b: &[u8]) -> bool {
    match (a, b) {
        ([], []) => true,
        ([a, left @ ..], [b, right @ ..]) => *a == *b && same(left, right),
        _ => false,
    }
}
