//! Integers of fixed width, least significant byte first, as the kernels of Etherlink have them.

use tezos_encoding::schema::{Encoding, Extent, Int, RlpHeader, Scalar, Split};
use tezos_encoding::wire::Prefix;
use tezos_encoding::{EncodeError, Facts, Fault, Reader, Sink};

use super::array::read_bytes;
use super::json;
use crate::header::put_string;

/// A string of all bytes of an integer, least significant first (`append_u64_le` and others of the kernels).
///
/// | bytes | contents |
/// |---:|---|
/// | 0 or 1 | `80` plus the width; none for a single byte below `80` |
/// | width | the integer |
///
/// # Errors
/// Reading: `Invalid_item` for a list; `Not_enough_data`, `Extra_bytes` for another width.
///
/// Rule: tezos-mirror, `etherlink/kernel_latest/ethereum/src/rlp_helpers.rs`.
#[derive(Debug)]
pub struct Little;

/// An integer that [`Little`] encodes.
pub trait LittleEndian<const BYTES: usize>: Sized {
    /// The schema of the bytes.
    #[doc(hidden)]
    const CONTENT: &'static Encoding;

    /// Creates it from its bytes, least significant first.
    fn of_little(bytes: &[u8; BYTES]) -> Self;

    /// Returns its bytes, least significant first.
    fn to_little(&self) -> [u8; BYTES];
}

macro_rules! little {
    ($($int:ident: $bytes:literal, $name:literal, $signed:literal;)*) => {$(
        impl LittleEndian<$bytes> for $int {
            const CONTENT: &'static Encoding = &Encoding::Dynamic {
                prefix: Prefix::Rlp(RlpHeader::Bytes),
                inner: &Encoding::Scalar(Scalar::Int(Int::full($name, $bytes, $signed, true))),
            };

            #[inline]
            fn of_little(bytes: &[u8; $bytes]) -> Self {
                Self::from_le_bytes(*bytes)
            }

            #[inline]
            fn to_little(&self) -> [u8; $bytes] {
                self.to_le_bytes()
            }
        }

        little!(@ {} $int, $bytes);
    )*};
    (@ {$($parameters:tt)*} $type:ty, $bytes:literal) => {
        impl<$($parameters)*> $crate::__private::Schema<$type> for $crate::form::Little {
            const ENCODING: &'static $crate::__private::Encoding =
                <$type as $crate::form::LittleEndian<$bytes>>::CONTENT;
        }

        impl<'__input, $($parameters)*> $crate::__private::Reads<'__input, $type> for $crate::form::Little {
            const FACTS: $crate::__private::Facts = $crate::form::little::facts($bytes);

            #[inline]
            fn read(
                input: &mut $crate::__private::Reader<'__input>,
            ) -> Result<$type, $crate::__private::Fault> {
                $crate::form::little::read(input)
            }
        }

        impl<$($parameters)*> $crate::__private::Writes<$type> for $crate::form::Little {
            const FACTS: $crate::__private::Facts = $crate::form::little::facts($bytes);

            #[inline]
            fn write<S: $crate::__private::Sink>(
                value: &$type,
                sink: &mut S,
            ) -> Result<(), $crate::__private::EncodeError> {
                $crate::form::little::write(value, sink)
            }
        }

        $crate::form::own_view!({$($parameters)*} $type, $crate::form::Little);
    };
}

pub(crate) use little;

little! {
    u16: 2, "uint16", false;
    u32: 4, "uint32", false;
    u64: 8, "uint64", false;
    i16: 2, "int16", true;
    i32: 4, "int32", true;
    i64: 8, "int64", true;
}

/// The schema of an integer of 256 bits, which is that of its bytes.
pub(crate) const CONTENT_256: &Encoding = &Encoding::Split(&Split {
    inner: &Encoding::Dynamic { prefix: Prefix::Rlp(RlpHeader::Bytes), inner: &Encoding::Bytes(Extent::Fixed(32)) },
    json: json::TEXT,
    to_json: json::fixed::<32>,
    from_json: json::of_data,
    is_checked: false,
    revision: None,
});

/// What is known of integers of `bytes` bytes, more than one.
pub(crate) const fn facts(bytes: usize) -> Facts {
    Facts::FLAT.of_at_least(bytes.wrapping_add(1))
}

/// Reads an integer.
#[inline]
pub(crate) fn read<T: LittleEndian<N>, const N: usize>(input: &mut Reader<'_>) -> Result<T, Fault> {
    read_bytes(input).map(T::of_little)
}

/// Writes an integer.
#[inline]
pub(crate) fn write<T: LittleEndian<N>, S: Sink, const N: usize>(value: &T, sink: &mut S) -> Result<(), EncodeError> {
    put_string(&value.to_little(), sink)
}
