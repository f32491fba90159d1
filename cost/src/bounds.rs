//! The largest workload that a length allows.

use tezos_encoding::schema::{Encoding, Extent, Scalar};

use crate::workload::wrapped;

/// The maximum number of some items in a value of a given length.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct Bound {
    /// The number outside of lists.
    pub outside: u64,
    /// The minimum number of bytes for each item inside lists; `None` if lists contain none.
    pub each: Option<u64>,
}

/// Bounds on the parts of a [`Workload`](tezos_encoding::cost::Workload) other than its bytes: what a node has to assume that knows
/// only the kind and the length of a value.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct Bounds {
    /// Bound on `Workload::elements`.
    pub elements: Bound,
    /// Bound on `Workload::fixed_elements`.
    pub fixed_elements: Bound,
    /// Bound on `Workload::options`.
    pub options: Bound,
    /// Bound on `Workload::blocks`.
    pub blocks: Bound,
    /// Bound on `Workload::digits` and on `Workload::wide_digits`.
    pub digits: Bound,
}

impl Bounds {
    /// Returns the bounds for an encoding. The contents of recursive types are not counted.
    #[must_use]
    pub fn of(encoding: &Encoding) -> Self {
        let block = Self { blocks: Bound { outside: 1, each: None }, ..Self::default() };
        match encoding {
            Encoding::Bytes(Extent::Rest) | Encoding::Text { extent: Extent::Rest, .. } | Encoding::Lazy(_) => block,
            // All bytes may be those of one number.
            Encoding::Scalar(Scalar::N | Scalar::Z) => Self { digits: Bound { outside: 0, each: Some(1) }, ..block },
            Encoding::List { item, .. } | Encoding::Assoc { value: item, .. } => {
                let one = Bound { outside: 1, each: None };
                let element = match item.fixed_size() {
                    Some(_) => Self { fixed_elements: one, ..Self::default() },
                    None => Self { elements: one, ..Self::default() },
                };
                block.and(Self::of(item).and(element).repeated(item.size().least))
            }
            Encoding::Object(fields) => {
                fields.iter().map(|field| Self::of(field.encoding)).fold(Self::default(), Self::and)
            }
            Encoding::Tuple(parts) | Encoding::Merge(parts) => {
                parts.iter().map(|part| Self::of(part)).fold(Self::default(), Self::and)
            }
            Encoding::Union { cases, .. } => {
                cases.iter().map(|case| Self::of(case.payload)).fold(Self::default(), Self::or)
            }
            Encoding::Opt(inner) | Encoding::Varopt(inner) => {
                Self { options: Bound { outside: 1, each: None }, ..Self::default() }.and(Self::of(inner))
            }
            _ => wrapped(encoding).map_or_else(Self::default, Self::of),
        }
    }

    /// Returns the bounds for values that contain a value of each shape.
    #[must_use]
    pub fn and(self, other: Self) -> Self {
        self.with(other, Bound::and)
    }

    /// Returns the bounds for a list of elements of at least this many bytes.
    #[must_use]
    pub fn repeated(self, element_bytes: usize) -> Self {
        let bytes = u64::try_from(element_bytes).unwrap_or(u64::MAX);
        self.with(Self::default(), |bound, _| bound.repeated(bytes))
    }

    fn or(self, other: Self) -> Self {
        self.with(other, Bound::or)
    }

    fn with(self, other: Self, combine: impl Fn(Bound, Bound) -> Bound) -> Self {
        Self {
            elements: combine(self.elements, other.elements),
            fixed_elements: combine(self.fixed_elements, other.fixed_elements),
            options: combine(self.options, other.options),
            blocks: combine(self.blocks, other.blocks),
            digits: combine(self.digits, other.digits),
        }
    }
}

impl Bound {
    fn and(self, other: Self) -> Self {
        let each = [self.each, other.each].into_iter().flatten().min();
        Self { outside: self.outside.saturating_add(other.outside), each }
    }

    fn or(self, other: Self) -> Self {
        Self { outside: self.outside.max(other.outside), ..self.and(other) }
    }

    fn repeated(self, bytes: u64) -> Self {
        let own = bytes.checked_div(self.outside).map(|each| each.max(1));
        Self { outside: 0, each: [own, self.each].into_iter().flatten().min() }
    }

    /// Returns the maximum number in a value of `bytes` bytes.
    #[must_use]
    pub fn max_in(self, bytes: u64) -> u64 {
        self.each.and_then(|each| bytes.checked_div(each)).unwrap_or_default().saturating_add(self.outside)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn bounds_are_combined() {
        let bound = |outside, each| Bound { outside, each };
        let (one, two) = (bound(3, Some(5)), bound(4, Some(2)));
        assert_eq!((one.and(two), one.or(two), two.or(one)), (bound(7, Some(2)), bound(4, Some(2)), bound(4, Some(2))));
        assert_eq!((one.and(Bound::default()), one.or(Bound::default())), (one, one));
        // Two items in elements of nine bytes are one for four bytes; more items than bytes are one for each byte.
        assert_eq!((bound(2, None).repeated(9), bound(9, None).repeated(2)), (bound(0, Some(4)), bound(0, Some(1))));
        assert_eq!((bound(1, Some(3)).repeated(9), bound(0, None).repeated(9)), (bound(0, Some(3)), bound(0, None)));
        assert_eq!([9, 10, 0].map(|bytes| one.max_in(bytes)), [4, 5, 3]);
        assert_eq!(bound(2, None).max_in(1000), 2);
    }
}
