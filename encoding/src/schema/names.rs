//! The names of an object's fields, for the rule that merged objects share none.

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
            Self::Merge(parts) => {
                let mut rest = *parts;
                while let [first, others @ ..] = rest {
                    if first.has_one(names) {
                        return true;
                    }
                    rest = others;
                }
                false
            }
            Self::Union { cases, .. } => {
                let mut rest = *cases;
                while let [first, others @ ..] = rest {
                    if first.payload.has_one(names) {
                        return true;
                    }
                    rest = others;
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
