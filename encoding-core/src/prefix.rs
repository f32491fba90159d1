//! Size prefixes of blocks, as data.

use alloc::vec::Vec;

use arrayvec::ArrayVec;

use crate::error::ErrorKind;
use crate::schema::RlpHeader;

/// The encoding of a block's size prefix.
///
/// | prefix         | bytes  | max. size |
/// |----------------|-------:|-----------|
/// | `U8`           | 1      | 255       |
/// | `U16`, `U16Le` | 2      | 65,535    |
/// | `U30`, `U30Le` | 4      | 2^30 - 1  |
/// | `N`            | 1 to 5 | 2^30 - 1  |
/// | `Rlp`          | 0 to 5 | 2^30 - 1  |
///
/// `N` is the encoding `n`, limited to five bytes. `Le` stands for little-endian, which the reference has for integers
/// but not for sizes. No prefix reaches 2^32 - 1: messages are never that long, and a 32-bit machine cannot hold such a
/// block.
///
/// Rule: `data-encoding`, `binary_size.ml`, `uint30_to_int`; a negative 32-bit number is `Invalid_int`.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Prefix {
    /// One byte.
    U8,
    /// Two bytes, big-endian.
    U16,
    /// Four bytes, big-endian, at most 2^30 - 1.
    U30,
    /// One to five bytes, seven bits each, least significant first.
    N,
    /// Two bytes, little-endian.
    U16Le,
    /// Four bytes, little-endian, at most 2^30 - 1.
    U30Le,
    /// The header of an item in RLP.
    Rlp(RlpHeader),
}

/// The maximum size that the reference writes: 2^30 - 1 bytes.
pub const MAX_SIZE: usize = 0x3fff_ffff;

impl Prefix {
    /// Returns the maximum width of the prefix in bytes.
    pub const fn bytes(self) -> usize {
        match self {
            Self::U8 => 1,
            Self::U16 | Self::U16Le => 2,
            Self::U30 | Self::U30Le => 4,
            Self::N => 5,
            Self::Rlp(_) => RlpHeader::MAX_BYTES,
        }
    }

    /// Returns the minimum width of the prefix in bytes.
    pub const fn min_bytes(self) -> usize {
        match self {
            Self::N => 1,
            Self::Rlp(header) => header.min_bytes(),
            fixed => fixed.bytes(),
        }
    }

    /// Returns the minimum size in bytes of a block whose content has at least `content` bytes, size prefix included.
    pub(crate) const fn min_block(self, content: usize) -> usize {
        match self {
            Self::Rlp(header) => header.min_item(content),
            prefix => prefix.min_bytes().saturating_add(content),
        }
    }

    /// Returns the narrowest prefix of fixed width whose maximum is at least `most` (`binary_size.ml`,
    /// `unsigned_range_to_size`).
    pub const fn for_count(most: usize) -> Self {
        match most {
            0..=0xff => Self::U8,
            0x100..=0xffff => Self::U16,
            _ => Self::U30,
        }
    }

    /// Returns the maximum size that the prefix can represent.
    pub const fn max(self) -> usize {
        match self {
            Self::U8 => 0xff,
            Self::U16 | Self::U16Le => 0xffff,
            Self::U30 | Self::U30Le | Self::N | Self::Rlp(_) => MAX_SIZE,
        }
    }

    /// Returns the name in `data-encoding`.
    pub const fn name(self) -> &'static str {
        match self {
            Self::U8 => "uint8",
            Self::U16 => "uint16",
            Self::U30 => "uint30",
            Self::N => "n",
            Self::U16Le => "little-endian uint16",
            Self::U30Le => "little-endian uint30",
            Self::Rlp(header) => header.name(),
        }
    }

    /// Returns true if the prefix has a fixed width of several bytes and is little-endian.
    pub const fn is_little(self) -> bool {
        matches!(self, Self::U16Le | Self::U30Le)
    }

    /// Returns the zeros that are written in advance and overwritten by [`Prefix::fill`]; empty for those without a fixed
    /// width, which are inserted.
    pub const fn placeholder(self) -> &'static [u8] {
        match self {
            Self::U8 => &[0],
            Self::U16 | Self::U16Le => &[0; 2],
            Self::U30 | Self::U30Le => &[0; 4],
            Self::N | Self::Rlp(_) => &[],
        }
    }

    /// Returns true if the width does not depend on the size.
    #[inline]
    pub const fn is_fixed(self) -> bool {
        !matches!(self, Self::N | Self::Rlp(_))
    }

    /// Returns the size prefix of a block of `len` bytes; `len` is at most [`Prefix::max`].
    fn encode(self, len: usize) -> ArrayVec<u8, 5> {
        let mut bytes = ArrayVec::new();
        if let Self::Rlp(header) = self {
            let (header, width) = header.bytes(len);
            bytes.extend(header);
            bytes.truncate(width);
            return bytes;
        }
        let mut rest = len;
        for _ in 0..self.bytes() {
            let [low, ..] = rest.to_le_bytes();
            let (byte, shift) = match self {
                Self::N if rest > 0x7f => (low | 0x80, 7),
                Self::N => (low & 0x7f, 7),
                _ => (low, 8),
            };
            bytes.push(byte);
            rest >>= shift;
            if self == Self::N && rest == 0 {
                break;
            }
        }
        if !self.is_little() && self.is_fixed() {
            bytes.reverse();
        }
        bytes
    }

    /// Checks the content of a block: its size, and that it is not a number that starts with a zero byte where RLP has none.
    ///
    /// # Errors
    /// `Size_limit_exceeded`, `Invalid_item`.
    pub(crate) fn check(self, content: &[u8]) -> Result<(), ErrorKind> {
        match (self, content) {
            _ if content.len() > self.max() => {
                Err(ErrorKind::SizeLimitExceeded { limit: self.max(), found: content.len() })
            }
            (Self::Rlp(RlpHeader::Number), [0, ..]) => {
                Err(ErrorKind::InvalidItem { expected: ErrorKind::SHORTEST_NUMBER, found: 0 })
            }
            _ => Ok(()),
        }
    }

    /// Appends the size prefix of a block of `len` bytes; `len` is at most [`Prefix::max`].
    pub fn put(self, len: usize, out: &mut Vec<u8>) {
        out.extend(self.encode(len));
    }

    /// Returns the width in bytes of the size prefix of a block of `len` bytes.
    pub fn width(self, len: usize) -> usize {
        self.encode(len).len()
    }

    /// Writes the size prefix over the placeholder at `start`. If the prefix has no fixed width, it is inserted and the
    /// block moves.
    pub fn fill(self, len: usize, out: &mut Vec<u8>, start: usize) {
        if let Self::Rlp(header) = self
            && header.is_none_for(out.get(start..).unwrap_or_default())
        {
            return;
        }
        let bytes = self.encode(len);
        let end = start.saturating_add(self.placeholder().len());
        match out.get_mut(start..end) {
            Some(placeholder) if placeholder.len() == bytes.len() => placeholder.copy_from_slice(&bytes),
            Some(_) => drop(out.splice(start..end, bytes)),
            None => {}
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn prefixes_are_written_over_their_placeholder() {
        for (prefix, len, expected) in [
            (Prefix::U8, 0xab, &[0xab][..]),
            (Prefix::U16, 0x102, &[1, 2]),
            (Prefix::U16Le, 0x102, &[2, 1]),
            (Prefix::U30, 0x102, &[0, 0, 1, 2]),
            (Prefix::U30Le, 0x102, &[2, 1, 0, 0]),
            (Prefix::N, 0x7f, &[0x7f]),
            (Prefix::N, 0x80, &[0x80, 1]),
            (Prefix::N, MAX_SIZE, &[0xff, 0xff, 0xff, 0xff, 3]),
        ] {
            let mut out = [&[9][..], prefix.placeholder(), &[8, 7]].concat();
            prefix.fill(len, &mut out, 1);
            assert_eq!(out, [&[9], expected, &[8, 7]].concat());
            assert_eq!(prefix.width(len), expected.len());
        }
    }
}
