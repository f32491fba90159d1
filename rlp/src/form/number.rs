//! Unsigned integers.

use tezos_encoding::schema::{Check, Encoding, Extent, RlpHeader, Split};
use tezos_encoding::wire::{Prefix, Reads, Schema, Writes};
use tezos_encoding::{EncodeError, Facts, Fault, FaultKind, Reader, Sink};

use super::json;
use crate::__private::ShortBytes;
use crate::Rlp;
use crate::header::{invalid, put_string, string};

/// An unsigned integer that is a number in RLP.
///
/// | bytes | contents |
/// |---:|---|
/// | 0 or 1 | `80` plus the length; none for a number from 1 to 127 |
/// | n | the bytes of the number, big-endian, without leading zeros |
///
/// # Errors
/// Reading: `Invalid_item` for a leading zero; `Size_limit_exceeded` for more than [`Number::BYTES`] bytes.
///
/// Rule: Ethereum Yellow Paper, appendix B.
pub trait Number: Sized + Clone {
    /// The maximum number of bytes.
    const BYTES: usize;

    /// Reads a number of at most eight bytes, if at least eight bytes are left; otherwise consumes nothing.
    #[doc(hidden)]
    #[inline]
    fn read_short(_: &mut Reader<'_>) -> Option<Self> {
        None
    }

    /// Writes the number.
    ///
    /// # Errors
    /// None.
    #[doc(hidden)]
    #[inline]
    fn put<S: Sink>(&self, sink: &mut S) -> Result<(), EncodeError> {
        self.with_bytes(|bytes| put_string(bytes, sink))
    }

    /// Returns the number whose bytes these are, at most [`Number::BYTES`]; `None` if there are more.
    fn of_bytes(bytes: &[u8]) -> Option<Self>;

    /// Calls `take` with the bytes of the number without leading zeros.
    fn with_bytes<R>(&self, take: impl FnOnce(&[u8]) -> R) -> R;

    /// The schema.
    #[doc(hidden)]
    const ENCODING: &'static Encoding = &Encoding::Split(&Split {
        inner: &Encoding::Dynamic {
            prefix: Prefix::Rlp(RlpHeader::Number),
            inner: &Encoding::Bounded { limit: Self::BYTES, inner: &Encoding::Bytes(Extent::Rest) },
        },
        json: json::TEXT,
        to_json: json::quantity::<Self>,
        from_json: json::of_quantity,
        is_checked: false,
        revision: None,
    });
}

/// Removes leading zeros.
#[inline]
pub(crate) fn significant(bytes: &[u8]) -> &[u8] {
    let mut rest = bytes;
    let zeros = loop {
        let Some((word, after)) = rest.split_first_chunk() else {
            break rest.iter().take_while(|byte| **byte == 0).count();
        };
        match u64::from_be_bytes(*word) {
            0 => rest = after,
            word => break usize::try_from(word.leading_zeros() / 8).unwrap_or_default(),
        }
    };
    rest.get(zeros..).unwrap_or_default()
}

/// Reads a number of two to eight bytes, or of one from `80` on.
#[inline(never)]
pub(crate) fn read_word(input: &mut Reader<'_>, max: usize) -> Option<u64> {
    let [first @ 0x81..=0x88, rest @ ..] = input.remaining() else { return None };
    let len = usize::from(first & 0xf);
    let word = u64::from_be_bytes(*rest.first_chunk()?);
    let number = word >> 64usize.wrapping_sub(len << 3);
    // Neither a leading zero nor a byte that is its own encoding.
    if word >> 56 == 0 || number < 0x80 || len > max {
        return None;
    }
    input.take(len.wrapping_add(1)).ok()?;
    Some(number)
}

/// Writes a number of at most eight bytes.
#[inline]
fn put_word<S: Sink>(number: u64, sink: &mut S) -> Result<(), EncodeError> {
    match number {
        0 => sink.put(&[0x80]),
        1..0x80 => {
            let [byte, ..] = number.to_le_bytes();
            sink.put(&[byte]);
        }
        _ => {
            let zeros = number.leading_zeros() >> 3;
            let len = 9usize.wrapping_sub(usize::try_from(zeros).unwrap_or_default());
            return sink.counted(len, |sink| {
                put_several(number, len, sink);
                Ok(())
            });
        }
    }
    Ok(())
}

/// Writes a number in `len` bytes, of which the first is the header. Not inlined, because each field would contain its code.
#[inline(never)]
fn put_several<S: Sink>(number: u64, len: usize, sink: &mut S) {
    let bytes = (number << (number.leading_zeros() & 0x38)).swap_bytes();
    let header = 0x7f_u128.wrapping_add(len.try_into().unwrap_or_default());
    sink.put_number(ShortBytes::new(u128::from(bytes) << 8 | header, len));
}

macro_rules! primitive {
    ($($int:ident)*) => {$(
        impl Number for $int {
            const BYTES: usize = size_of::<Self>();

            #[inline]
            fn read_short(input: &mut Reader<'_>) -> Option<Self> {
                read_word(input, Self::BYTES).and_then(|number| Self::try_from(number).ok())
            }

            #[inline]
            fn put<S: Sink>(&self, sink: &mut S) -> Result<(), EncodeError> {
                match u64::try_from(*self) {
                    Ok(number) => put_word(number, sink),
                    Err(_) => self.with_bytes(|bytes| put_string(bytes, sink)),
                }
            }

            #[inline]
            fn of_bytes(bytes: &[u8]) -> Option<Self> {
                let add = |number, byte: &u8| number << 8 | Self::from(*byte);
                (bytes.len() <= Self::BYTES).then(|| bytes.iter().fold(0, add))
            }

            #[inline]
            fn with_bytes<R>(&self, take: impl FnOnce(&[u8]) -> R) -> R {
                let zeros = usize::try_from(self.leading_zeros() >> 3).unwrap_or_default();
                take(self.to_be_bytes().get(zeros..).unwrap_or_default())
            }
        }
    )*};
}

primitive!(u16 u32 u64 u128);

impl Number for u8 {
    const BYTES: usize = 1;

    #[inline]
    fn of_bytes(bytes: &[u8]) -> Option<Self> {
        match bytes {
            [] => Some(0),
            [byte] => Some(*byte),
            _ => None,
        }
    }

    #[inline]
    fn with_bytes<R>(&self, take: impl FnOnce(&[u8]) -> R) -> R {
        take(significant(&[*self]))
    }
}

/// Reads a number.
///
/// # Errors
/// Those of [`Number`].
#[cfg_attr(target_family = "wasm", inline(never))]
#[cfg_attr(not(target_family = "wasm"), inline)]
pub fn read_number<T: Number>(input: &mut Reader<'_>) -> Result<T, Fault> {
    let start = input.remaining();
    let short = match start {
        [0x80, ..] => T::of_bytes(&[]),
        [byte @ 1..0x80, ..] => T::of_bytes(&[*byte]),
        _ => None,
    };
    if let Some(number) = short {
        input.take(1)?;
        return Ok(number);
    }
    if let Some(number) = T::read_short(input) {
        return Ok(number);
    }
    read_long(input)
}

/// Reads a number of any length.
#[inline(never)]
fn read_long<T: Number>(input: &mut Reader<'_>) -> Result<T, Fault> {
    let start = input.remaining();
    let content = string(input)?;
    if content.len() > 32 {
        input.charge(content.len())?;
    }
    match content {
        [0, ..] => Err(invalid(start)),
        _ => {
            T::of_bytes(content).ok_or_else(|| Fault::with_detail(FaultKind::SizeLimitExceeded, content, content.len()))
        }
    }
}

/// Writes a number.
///
/// # Errors
/// None.
#[cfg_attr(target_family = "wasm", inline(never))]
#[cfg_attr(not(target_family = "wasm"), inline)]
pub fn write_number<T: Number, S: Sink>(value: &T, sink: &mut S) -> Result<(), EncodeError> {
    value.put(sink)
}

/// What is known of numbers.
pub(crate) const NUMBER: Facts = Facts::FLAT.of_at_least(1);

/// Implements the encoding of a number for a type.
macro_rules! number {
    ({$($parameters:tt)*} $type:ty) => {
        impl<$($parameters)*> $crate::__private::Schema<$type> for $crate::Rlp {
            const ENCODING: &'static $crate::__private::Encoding = <$type as $crate::form::Number>::ENCODING;
        }

        $crate::form::number::number!(@ {$($parameters)*} $type);
    };
    (@ {$($parameters:tt)*} $type:ty) => {
        impl<'__input, $($parameters)*> $crate::__private::Reads<'__input, $type> for $crate::Rlp {
            const FACTS: $crate::__private::Facts = $crate::form::number::NUMBER;

            #[inline]
            fn read(
                input: &mut $crate::__private::Reader<'__input>,
            ) -> Result<$type, $crate::__private::Fault> {
                $crate::form::number::read_number(input)
            }
        }

        impl<$($parameters)*> $crate::__private::Writes<$type> for $crate::Rlp {
            const FACTS: $crate::__private::Facts = $crate::form::number::NUMBER;

            #[inline]
            fn write<S: $crate::__private::Sink>(
                value: &$type,
                sink: &mut S,
            ) -> Result<(), $crate::__private::EncodeError> {
                $crate::form::number::write_number(value, sink)
            }
        }

        $crate::form::own_view!({$($parameters)*} $type);
    };
}

pub(crate) use number;

number!({} u16);
number!({} u32);
number!({} u64);
number!({} u128);

/// A byte: a number alone, and bytes in a list or an array.
impl Schema<u8> for Rlp {
    const ENCODING: &'static Encoding = <u8 as Number>::ENCODING;
    const IS_BYTE: bool = true;
}

impl<'a> Reads<'a, u8> for Rlp {
    const FACTS: Facts = NUMBER;

    #[inline]
    fn read(input: &mut Reader<'a>) -> Result<u8, Fault> {
        read_number(input)
    }

    /// Reads the bytes of a string, with its header.
    #[inline]
    fn read_list(input: &mut Reader<'a>, max: usize) -> Result<alloc::vec::Vec<u8>, Fault> {
        let content = string(input)?;
        if content.len() > max {
            return Err(Fault::with_detail(FaultKind::SizeLimitExceeded, content, content.len()));
        }
        input.charge(content.len())?;
        Ok(content.to_vec())
    }

    /// Reads the bytes of a string, with its header.
    #[cfg_attr(not(debug_assertions), inline(always))]
    fn read_array<const N: usize>(input: &mut Reader<'a>) -> Result<[u8; N], Fault> {
        super::array::read_bytes(input).copied()
    }
}

impl Writes<u8> for Rlp {
    const FACTS: Facts = NUMBER;

    #[inline]
    fn write<S: Sink>(value: &u8, sink: &mut S) -> Result<(), EncodeError> {
        write_number(value, sink)
    }

    /// Writes the bytes as a string, with its header.
    #[inline]
    fn write_list<S: Sink>(values: &[u8], sink: &mut S) -> Result<(), EncodeError> {
        put_string(values, sink)
    }
}

super::own_view!({} u8);

/// A boolean: the number 0 or 1.
///
/// # Errors
/// Reading: `User_invariant_guard` for any other number.
impl Schema<bool> for Rlp {
    const ENCODING: &'static Encoding = &Encoding::Split(&Split {
        inner: &Encoding::Checked {
            inner: <u8 as Number>::ENCODING,
            check: Check::guard("0 or 1", Some(json::is_boolean)),
        },
        json: <bool as tezos_encoding::HasEncoding>::ENCODING,
        to_json: json::boolean,
        from_json: json::of_boolean,
        is_checked: false,
        revision: None,
    });
}

impl<'a> Reads<'a, bool> for Rlp {
    const FACTS: Facts = NUMBER;

    #[inline]
    fn read(input: &mut Reader<'a>) -> Result<bool, Fault> {
        match input.remaining() {
            [0x80, ..] => input.take(1).map(|_| false),
            [1, ..] => input.take(1).map(|_| true),
            _ => {
                let before = input.clone();
                <Self as Reads<'a, u8>>::read(input)?;
                Err(before.fault(FaultKind::UserGuard))
            }
        }
    }
}

impl Writes<bool> for Rlp {
    const FACTS: Facts = NUMBER;

    #[inline]
    fn write<S: Sink>(value: &bool, sink: &mut S) -> Result<(), EncodeError> {
        sink.put(&[if *value { 1 } else { 0x80 }]);
        Ok(())
    }
}

super::own_view!({} bool);
