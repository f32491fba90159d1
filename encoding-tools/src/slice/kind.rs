//! What slices are, for tools that do more than print them.

use tezos_encoding_core::schema::Scalar;

/// What a slice is.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
#[non_exhaustive]
pub enum SliceKind {
    /// The tag of a union or of a compact encoding, which has so many cases.
    Tag {
        /// Cases that stand on the wire.
        cases: usize,
    },
    /// The size of a block in bytes.
    Size,
    /// The number of a list's elements.
    Count,
    /// Whether a value is there.
    Presence,
    /// Bytes that say nothing.
    Padding,
    /// Bytes that are always these.
    Magic,
    /// A name, as its index.
    Name {
        /// How many names there are.
        names: usize,
    },
    /// A number or a boolean.
    Scalar(Scalar),
    /// An integer of a compact encoding, whose width is in the tag.
    Compact,
    /// Text.
    Text,
    /// Bytes.
    Bytes,
}

impl SliceKind {
    /// Whether the part is there for the sake of the layout: it is no value that JSON has.
    pub const fn is_layout(self) -> bool {
        matches!(self, Self::Tag { .. } | Self::Size | Self::Count | Self::Presence | Self::Padding | Self::Magic)
    }
}
