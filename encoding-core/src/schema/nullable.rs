//! Whether `null` is the JSON of a value: what an optional value must not hold.

use super::{Case, Encoding, Part};

impl Encoding {
    /// Whether `null` is the JSON of one of its values (`encoding.ml`, `is_nullable`). Of a recursive type, whose body is not
    /// looked at, no.
    pub const fn is_nullable(&self) -> bool {
        match self {
            Self::Null | Self::Json => true,
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
            // These are not looked through.
            Self::Sized { .. } | Self::Reserve { .. } | Self::Magic { .. } | Self::Padded { .. } => false,
            _ => match self.wrapped() {
                Some(inner) => inner.is_nullable(),
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
