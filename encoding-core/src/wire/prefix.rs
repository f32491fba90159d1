//! Size prefixes as types.

use crate::fault::{Fault, FaultKind};
use crate::form::{Length, Sink};
use crate::number::ShortBytes;
use crate::prefix::{MAX_SIZE, Prefix};
use crate::reader::Reader;
use crate::wire::like::small_n;

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

/// Implements [`Length`] for prefixes of fixed width, as integers of the standard library. Those of four bytes are
/// signed.
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
            fn store(len: usize, bytes: &mut [u8]) {
                if let Some(front) = bytes.first_chunk_mut() {
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
        sink.put_number(ShortBytes::of(u64::try_from(len).unwrap_or(u64::MAX)));
    }

    /// Does nothing: this prefix has no fixed width, so it is only written once the size is known.
    #[inline]
    fn store(_: usize, _: &mut [u8]) {}
}
