//! The table that types with base58check text are defined by.

/// `name, bytes, prefix, letters and characters of the text, name of the kind, name in the reference's schema;`
macro_rules! hashes {
    ($($(#[$doc:meta])* $name:ident, $size:literal, $prefix:expr, $letters:literal, $characters:literal, $kind:literal, $field:literal;)+) => {
        /// The kinds of text defined here.
        pub(crate) const KINDS: &[&$crate::base58::TextKind] = &[$($name::KIND),+];

        $(
            $(#[$doc])*
            #[derive(tezos_encoding::HasEncoding, tezos_encoding::NomReader, tezos_encoding::BinWriter, tezos_encoding::View)]
            #[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash)]
            #[derive(bytemuck::Pod, bytemuck::Zeroable)]
            #[encoding(plain, field = $field, json(display))]
            #[repr(transparent)]
            #[allow(clippy::exhaustive_structs, reason = "the bytes of a hash or of a key")]
            pub struct $name(pub [u8; $size]);

            impl $name {
                /// Bytes of the value.
                pub const SIZE: usize = $size;
                /// What it prints as.
                pub const KIND: &'static $crate::base58::TextKind = &$crate::base58::TextKind {
                    name: $kind, letters: $letters, prefix: &$prefix, size: $size, characters: $characters,
                };

                /// The bytes.
                #[must_use]
                pub const fn as_bytes(&self) -> &[u8; $size] {
                    &self.0
                }
            }

            impl From<$name> for [u8; $size] {
                fn from(hash: $name) -> Self {
                    hash.0
                }
            }

            impl TryFrom<&[u8]> for $name {
                type Error = core::array::TryFromSliceError;

                fn try_from(bytes: &[u8]) -> Result<Self, Self::Error> {
                    bytes.try_into().map(Self)
                }
            }

            $crate::bytes_with_text! {
                $name, $size, bytes, f => Self::KIND.print(bytes, f), text => Self::KIND.decode(text),
                $crate::base58::Base58Error
            }
        )+
    };
}
pub(crate) use hashes;
