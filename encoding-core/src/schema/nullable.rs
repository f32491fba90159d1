//! Whether `null` is the JSON of a value, which an optional value must not hold, and whether a field may be left out.

use super::{Case, Encoding, Part, PartField};

impl Encoding {
    /// Whether `null` is the JSON of one of its values (`encoding.ml`, `is_nullable`). Of a recursive type, whose body is not
    /// looked at, no.
    pub const fn is_nullable(&self) -> bool {
        match self {
            Self::Null | Self::Json | Self::Opt(_) | Self::Varopt(_) => true,
            Self::Union { .. } | Self::Select(_) => {
                let mut index = 0usize;
                while let Some(case) = self.child(index) {
                    if case.is_nullable() {
                        return true;
                    }
                    index = index.saturating_add(1);
                }
                false
            }
            Self::Compact(compact) => compact.part.is_nullable(),
            Self::Split(split) => split.json.is_nullable(),
            // The reference does not look through these; it has no absent values in them either.
            Self::Sized { inner, .. }
            | Self::Reserve { inner, .. }
            | Self::Magic { inner, .. }
            | Self::Padded { inner, .. } => inner.is_optional(),
            _ => match self.wrapped() {
                Some(inner) => inner.is_nullable(),
                None => false,
            },
        }
    }

    /// Whether it is `opt` or `varopt`, whatever stands around it.
    const fn is_optional(&self) -> bool {
        match self {
            Self::Opt(_) | Self::Varopt(_) => true,
            _ => match self.wrapped() {
                Some(inner) => inner.is_optional(),
                None => false,
            },
        }
    }

    /// Whether a field of this form is left out of JSON, with its name, where it is absent or usual. What is absent further inside,
    /// in a case, in an element, in a recursive type, is `null`: without its name, nobody could tell what it was.
    pub const fn may_be_left_out(&self) -> bool {
        match self {
            Self::Opt(_) | Self::Varopt(_) | Self::Dft { .. } => true,
            _ => match self.wrapped() {
                Some(inner) => inner.may_be_left_out(),
                None => false,
            },
        }
    }

    /// What is inside the reference's `option`, if this is one.
    pub(super) const fn option_payload(&self) -> Option<&'static Self> {
        match self {
            Self::Union { cases: [Case { tag: 1, payload, .. }, Case { tag: 0, payload: Self::Null, .. }], .. } => {
                Some(payload)
            }
            _ => None,
        }
    }
}

impl PartField {
    /// The same of a field of a compact encoding.
    pub const fn may_be_left_out(&self) -> bool {
        self.optional || matches!(self.part, Part::Payload(encoding) if encoding.may_be_left_out())
    }
}

impl Part {
    /// The same of a part of a compact encoding.
    pub(super) const fn is_nullable(&self) -> bool {
        match self {
            Self::Null | Self::Option(_) => true,
            Self::Payload(encoding) | Self::OrInt32(encoding) => encoding.is_nullable(),
            Self::Union(_) => {
                let mut index = 0usize;
                while let Some(case) = self.child(index) {
                    if case.is_nullable() {
                        return true;
                    }
                    index = index.saturating_add(1);
                }
                false
            }
            _ => false,
        }
    }
}

#[cfg(test)]
mod tests {
    use alloc::string::String;

    use crate::schema::Encoding;
    use crate::wire::{Auto, Dynamic, Maybe, Schema, U30};

    #[test]
    fn options_are_nullable_and_what_holds_them() {
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
}
