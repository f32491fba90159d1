//! What RLP, the second wire format, adds to schemas: the headers of its items, and the tags of its unions. Its
//! encodings are in the crate `tezos-rlp`.

use alloc::vec::Vec;

/// The header of an RLP item, which is the size prefix of a block.
///
/// | size | string | list |
/// |---|---|---|
/// | 1, for a byte below `80` | none | |
/// | up to 55 | `80` plus the size | `c0` plus the size |
/// | others | `b7` plus n, then the size in n bytes | `f7` plus n, then the size in n bytes |
///
/// Larger sizes are big-endian, in as few bytes as possible. A longer header than necessary is refused.
///
/// Rule: Ethereum Yellow Paper, appendix B.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum RlpHeader {
    /// Of a string, which are bytes. Not named after them, because the compiler would call the type of the standard library by its path.
    Bytes,
    /// Of a string that is a big-endian number: it does not start with a zero byte, and zero is empty.
    Number,
    /// Of a list.
    List,
}

impl RlpHeader {
    /// The maximum width in bytes: the sizes of blocks have at most 30 bits.
    pub const MAX_BYTES: usize = 5;

    /// Returns the minimum width in bytes.
    pub const fn min_bytes(self) -> usize {
        match self {
            Self::List => 1,
            Self::Bytes | Self::Number => 0,
        }
    }

    /// Returns the name of an item with this header.
    pub const fn name(self) -> &'static str {
        match self {
            Self::Bytes => "RLP string",
            Self::Number => "RLP number",
            Self::List => "RLP list",
        }
    }

    /// Returns true if the header is that of a list.
    pub const fn is_list(self) -> bool {
        matches!(self, Self::List)
    }

    /// Returns the header of `len` bytes of content, and its width. It is not that of a single byte below `80`, which has none.
    #[inline]
    pub const fn bytes(self, len: usize) -> ([u8; Self::MAX_BYTES], usize) {
        let base = if self.is_list() { 0xc0 } else { 0x80 };
        if len <= SHORT {
            return ([base | (len as u8), 0, 0, 0, 0], 1);
        }
        let [a, b, c, d] = (len as u32).to_be_bytes();
        // The first byte of a header whose size has no bytes.
        let long = base | SHORT as u8;
        match len {
            ..=0xff => ([long.wrapping_add(1), d, 0, 0, 0], 2),
            0x100..=0xffff => ([long.wrapping_add(2), c, d, 0, 0], 3),
            0x1_0000..=0xff_ffff => ([long.wrapping_add(3), b, c, d, 0], 4),
            _ => ([long.wrapping_add(4), a, b, c, d], 5),
        }
    }

    /// Returns the minimum size in bytes of an item whose content has at least `content` bytes: the empty string has a header, and a
    /// single byte may have none.
    pub(crate) const fn min_item(self, content: usize) -> usize {
        match content {
            ..=1 if !self.is_list() => 1,
            _ => self.bytes(content).1.saturating_add(content),
        }
    }

    /// Returns true if the content of an item is its own encoding, without a header.
    pub(crate) const fn is_none_for(self, content: &[u8]) -> bool {
        !self.is_list() && matches!(content, [..0x80])
    }
}

/// The largest size that the first byte of a header contains.
const SHORT: usize = 55;

/// How the case of a union is told in RLP.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum RlpTag {
    /// By an item before the value: a number, the tag.
    Item,
    /// By the first byte of an envelope (EIP-2718): the type, below `80`, which precedes the value; or a list, whose tag is
    /// [`RlpTag::LEGACY`].
    Type,
    /// By the next item, which is the value: tag 0 for a string, 1 for a list.
    Kind,
    /// By the number of items left in the list, which are the value.
    Items,
    /// By the number of items left in the list, which start with the value: tag 1 for at least as many, 0 for fewer.
    Least(usize),
    /// By the next byte: tag 0 for this byte, which precedes the value, or 1 for any other, which is the start of the value.
    Absent(u8),
}

impl RlpTag {
    /// The tag of a list where an envelope may be.
    pub const LEGACY: u32 = 0xc0;

    /// Returns the description of what tells the cases apart.
    pub const fn name(self) -> &'static str {
        match self {
            Self::Item => "an RLP number",
            Self::Type => "the type of an EIP-2718 envelope",
            Self::Kind => "whether an RLP string or list follows",
            Self::Items | Self::Least(_) => "the number of RLP items left in the list",
            Self::Absent(_) => "the byte that stands for an absent value",
        }
    }

    /// Returns the width in bytes of a tag.
    pub(super) const fn width(self, tag: u32) -> usize {
        self.bytes(tag).1
    }

    /// Returns the bytes of a tag, and their number.
    const fn bytes(self, tag: u32) -> ([u8; 5], usize) {
        let [a, b, c, d] = tag.to_be_bytes();
        match (self, tag) {
            (Self::Item, 0) => ([0x80, 0, 0, 0, 0], 1),
            (Self::Item | Self::Type, ..0x80) => ([d, 0, 0, 0, 0], 1),
            (Self::Item, ..=0xff) => ([0x81, d, 0, 0, 0], 2),
            (Self::Item, ..=0xffff) => ([0x82, c, d, 0, 0], 3),
            (Self::Item, ..=0xff_ffff) => ([0x83, b, c, d, 0], 4),
            (Self::Item, _) => ([0x84, a, b, c, d], 5),
            (Self::Absent(byte), 0) => ([byte, 0, 0, 0, 0], 1),
            _ => ([0; 5], 0),
        }
    }

    /// Appends the bytes of a tag.
    pub(crate) fn put(self, tag: u32, out: &mut Vec<u8>) {
        let (bytes, len) = self.bytes(tag);
        out.extend(bytes.iter().take(len));
    }
}
