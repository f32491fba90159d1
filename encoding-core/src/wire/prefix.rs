//! Size prefixes of blocks.

use alloc::vec::Vec;

use crate::error::{EncodeError, ErrorKind};
use crate::fault::{Fault, FaultKind};
use crate::number::N;
use crate::reader::Reader;
use crate::schema::{Cursor, INT31_MAX, Int, Refusal, big_endian, little_endian};
use crate::sink::Sink;
use crate::wire::like::small_n;

/// The form of a block's size.
///
/// | prefix         | bytes  | counts to |
/// |----------------|-------:|-----------|
/// | `U8`           | 1      | 255       |
/// | `U16`, `U16Le` | 2      | 65,535    |
/// | `U30`, `U30Le` | 4      | 2^30 - 1  |
/// | `N`            | 1 to 5 | 2^30 - 1  |
///
/// `N` is the encoding `n` cut to five bytes. `Le` is for the least significant byte first, which the reference has for
/// integers and not for sizes. No prefix counts to 2^32 - 1: no message is that long, and a 32-bit machine has no such block.
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
}

/// The greatest size that the reference writes: 2^30 - 1 bytes.
pub const MAX_SIZE: usize = 0x3fff_ffff;

impl Prefix {
    /// Bytes of the longest prefix.
    pub const fn bytes(self) -> usize {
        match self {
            Self::U8 => 1,
            Self::U16 | Self::U16Le => 2,
            Self::U30 | Self::U30Le => 4,
            Self::N => 5,
        }
    }

    /// Bytes of the shortest prefix.
    pub const fn least_bytes(self) -> usize {
        match self {
            Self::N => 1,
            fixed => fixed.bytes(),
        }
    }

    /// The narrowest prefix of a fixed width that counts to `most` (`binary_size.ml`, `unsigned_range_to_size`).
    pub const fn for_count(most: usize) -> Self {
        match most {
            0..=0xff => Self::U8,
            0x100..=0xffff => Self::U16,
            _ => Self::U30,
        }
    }

    /// The greatest size it can say.
    pub const fn max(self) -> usize {
        match self {
            Self::U8 => 0xff,
            Self::U16 | Self::U16Le => 0xffff,
            Self::U30 | Self::U30Le | Self::N => MAX_SIZE,
        }
    }

    /// Its name in `data-encoding`.
    pub const fn name(self) -> &'static str {
        match self {
            Self::U8 => "uint8",
            Self::U16 => "uint16",
            Self::U30 => "uint30",
            Self::N => "n",
            Self::U16Le => "little-endian uint16",
            Self::U30Le => "little-endian uint30",
        }
    }

    /// Whether the least significant byte is first, where there are several of a fixed number.
    pub const fn is_little(self) -> bool {
        matches!(self, Self::U16Le | Self::U30Le)
    }

    /// The integer that the prefix is; none for `N`, which has no fixed width.
    pub const fn int(self) -> Option<Int> {
        match self {
            Self::N => None,
            Self::U30 | Self::U30Le => Some(Int::ranged(0, MAX_SIZE as i64, self.is_little())),
            Self::U8 | Self::U16 | Self::U16Le => Some(Int::full("", self.bytes(), false, self.is_little())),
        }
    }

    /// Zeros to be overwritten by [`Prefix::store`]; none for `N`, which is inserted.
    pub const fn placeholder(self) -> &'static [u8] {
        match self {
            Self::U8 => &[0],
            Self::U16 | Self::U16Le => &[0; 2],
            Self::U30 | Self::U30Le => &[0; 4],
            Self::N => &[],
        }
    }

    /// Appends the prefix of a block of `len` bytes, which it can express.
    pub fn put(self, len: usize, out: &mut Vec<u8>) {
        match self {
            Self::U8 => U8::put(len, out),
            Self::U16 => U16::put(len, out),
            Self::U16Le => U16Le::put(len, out),
            Self::U30 => U30::put(len, out),
            Self::U30Le => U30Le::put(len, out),
            Self::N => LenN::put(len, out),
        }
    }

    /// Whether every prefix has the same number of bytes.
    #[inline]
    pub const fn is_fixed(self) -> bool {
        !matches!(self, Self::N)
    }

    /// The number of bytes of the prefix of a block of `len` bytes.
    pub fn width(self, len: usize) -> usize {
        match self {
            Self::N => LenN::width(len),
            fixed => fixed.bytes(),
        }
    }

    /// Writes the prefix of a block of `len` bytes over the placeholder at the start of `place`.
    pub fn store(self, len: usize, place: &mut [u8]) {
        match self {
            Self::U8 => U8::store(len, place),
            Self::U16 => U16::store(len, place),
            Self::U16Le => U16Le::store(len, place),
            Self::U30 => U30::store(len, place),
            Self::U30Le => U30Le::store(len, place),
            Self::N => LenN::store(len, place),
        }
    }

    /// Writes the size of the block behind the placeholder at `start`; the block moves where the prefix has no fixed width.
    pub fn fill(self, len: usize, out: &mut Vec<u8>, start: usize) {
        match out.get_mut(start..) {
            Some(place) if self.is_fixed() => self.store(len, place),
            _ => {
                let behind = out.len();
                self.put(len, out);
                let width = out.len().saturating_sub(behind);
                if let Some(block) = out.get_mut(start..) {
                    block.rotate_right(width);
                }
            }
        }
    }

    /// Reads a size prefix by the schema alone.
    ///
    /// # Errors
    /// `Not_enough_data`, `Size_limit_exceeded`, `Invalid_int`, `Trailing_zero`.
    pub fn check(self, at: &mut Cursor<'_>) -> Result<usize, Refusal> {
        let start = at.offset();
        if self == Self::N {
            return at.small_n(self.bytes(), i128::try_from(MAX_SIZE).unwrap_or(i128::MAX), "the size of a block");
        }
        let bytes = at.take(self.bytes(), "the size of a block")?;
        let size = if self.is_little() { little_endian(bytes) } else { big_endian(bytes) };
        if self.bytes() == 4 && size > 0x7fff_ffff {
            let value = i128::from(size).wrapping_sub(1 << 32);
            return Err(at.refuse(start, ErrorKind::InvalidInt { min: 0, value, max: INT31_MAX.into() }));
        }
        Ok(usize::try_from(size).unwrap_or(usize::MAX))
    }
}

/// A [`Prefix`] as a type.
pub trait Length {
    /// Which.
    const PREFIX: Prefix;

    /// Reads a size.
    ///
    /// # Errors
    /// `Not_enough_data`, `Size_limit_exceeded`, `Invalid_int`.
    fn read(input: &mut Reader<'_>) -> Result<usize, Fault>;

    /// Checks that a block of `len` bytes can be written.
    ///
    /// # Errors
    /// `Size_limit_exceeded`.
    #[inline]
    fn check(len: usize) -> Result<(), EncodeError> {
        let limit = Self::PREFIX.max();
        if len <= limit { Ok(()) } else { Err(past(limit, len)) }
    }

    /// Writes a size that it can say.
    fn put<S: Sink>(len: usize, sink: &mut S);

    /// Writes a size over the one in front of `place`.
    fn store(len: usize, place: &mut [u8]);

    /// Bytes of the size of a block of `len` bytes.
    #[inline]
    fn width(_len: usize) -> usize {
        Self::PREFIX.bytes()
    }
}

/// Why so many bytes are not written.
#[cold]
#[inline(never)]
pub(crate) fn past(limit: usize, found: usize) -> EncodeError {
    EncodeError::new(ErrorKind::SizeLimitExceeded { limit, found })
}

/// [`Prefix::U8`].
#[derive(Debug)]
pub struct U8;

/// [`Prefix::U16`].
#[derive(Debug)]
pub struct U16;

/// [`Prefix::U30`].
#[derive(Debug)]
pub struct U30;

/// [`Prefix::N`].
#[derive(Debug)]
pub struct LenN;

/// [`Prefix::U16Le`].
#[derive(Debug)]
pub struct U16Le;

/// [`Prefix::U30Le`].
#[derive(Debug)]
pub struct U30Le;

/// Sizes of a fixed width, as integers of the standard library: those of four bytes have a sign.
macro_rules! fixed {
    ($($length:ident: $int:ty, $to:ident, $from:ident;)*) => {$(
        impl Length for $length {
            const PREFIX: Prefix = Prefix::$length;

            #[inline]
            fn read(input: &mut Reader<'_>) -> Result<usize, Fault> {
                let start = input.remaining();
                let size = <$int>::$from(*input.array()?);
                usize::try_from(size).map_err(|_| Fault::new(FaultKind::InvalidInt, start))
            }

            #[inline]
            fn put<S: Sink>(len: usize, sink: &mut S) {
                sink.put(&<$int>::try_from(len).unwrap_or(<$int>::MAX).$to());
            }

            #[inline]
            fn store(len: usize, place: &mut [u8]) {
                if let Some(front) = place.first_chunk_mut() {
                    *front = <$int>::try_from(len).unwrap_or(<$int>::MAX).$to();
                }
            }
        }
    )*};
}

fixed! {
    U8: u8, to_be_bytes, from_be_bytes;
    U16: u16, to_be_bytes, from_be_bytes;
    U30: i32, to_be_bytes, from_be_bytes;
    U16Le: u16, to_le_bytes, from_le_bytes;
    U30Le: i32, to_le_bytes, from_le_bytes;
}

impl Length for LenN {
    const PREFIX: Prefix = Prefix::N;

    #[inline]
    fn read(input: &mut Reader<'_>) -> Result<usize, Fault> {
        let start = input.remaining();
        let size = tri!(small_n(input, Prefix::N.bytes()));
        match usize::try_from(size) {
            Ok(size) if size <= MAX_SIZE => Ok(size),
            _ => Err(Fault::new(FaultKind::InvalidInt, start)),
        }
    }

    #[inline]
    fn put<S: Sink>(len: usize, sink: &mut S) {
        N::from(u64::try_from(len).unwrap_or(u64::MAX)).with_wire(|bytes| sink.put(bytes));
    }

    /// It has no zeros to overwrite: such a size is written when it is known.
    #[inline]
    fn store(_: usize, _: &mut [u8]) {}

    #[inline]
    fn width(len: usize) -> usize {
        N::from(u64::try_from(len).unwrap_or(u64::MAX)).wire_len()
    }
}
