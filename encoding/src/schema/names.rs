//! The names of an object's fields, for the rule that merged objects share none.

use super::{Encoding, Field};

impl Encoding {
    /// Whether a field of this object is called as one of the other. What stands inside a recursive type is not looked at.
    pub(super) const fn shares_a_name(&self, other: &Self) -> bool {
        match self {
            Self::Object(fields) => {
                let mut rest = *fields;
                while let [Field { name, .. }, others @ ..] = rest {
                    if other.has_field(name) {
                        return true;
                    }
                    rest = others;
                }
                false
            }
            Self::Merge(parts) => {
                let mut rest = *parts;
                while let [first, others @ ..] = rest {
                    if first.shares_a_name(other) {
                        return true;
                    }
                    rest = others;
                }
                false
            }
            Self::Union { cases, .. } => {
                let mut rest = *cases;
                while let [first, others @ ..] = rest {
                    if first.payload.shares_a_name(other) {
                        return true;
                    }
                    rest = others;
                }
                false
            }
            _ => match self.around_fields() {
                Some(inner) => inner.shares_a_name(other),
                None => false,
            },
        }
    }

    /// Whether a field of this object has the name.
    const fn has_field(&self, name: &str) -> bool {
        match self {
            Self::Object(fields) => {
                let mut rest = *fields;
                while let [first, others @ ..] = rest {
                    if same(first.name.as_bytes(), name.as_bytes()) {
                        return true;
                    }
                    rest = others;
                }
                false
            }
            Self::Merge(parts) => {
                let mut rest = *parts;
                while let [first, others @ ..] = rest {
                    if first.has_field(name) {
                        return true;
                    }
                    rest = others;
                }
                false
            }
            Self::Union { cases, .. } => {
                let mut rest = *cases;
                while let [first, others @ ..] = rest {
                    if first.payload.has_field(name) {
                        return true;
                    }
                    rest = others;
                }
                false
            }
            _ => match self.around_fields() {
                Some(inner) => inner.has_field(name),
                None => false,
            },
        }
    }

    /// What is inside of a form that JSON does not show.
    const fn around_fields(&self) -> Option<&Self> {
        match self {
            Self::Dynamic { inner, .. }
            | Self::Suffixed { inner, .. }
            | Self::Bounded { inner, .. }
            | Self::Sized { inner, .. }
            | Self::Reserve { inner, .. }
            | Self::Checked { inner, .. }
            | Self::Described { inner, .. }
            | Self::Magic { inner, .. }
            | Self::Def { inner, .. } => Some(inner),
            Self::Legacy(legacy) => Some(legacy.current),
            _ => None,
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
