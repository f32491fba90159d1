//! Strings of bytes.

use alloc::borrow::Cow;
use alloc::boxed::Box;
use alloc::vec::Vec;

use tezos_encoding::schema::{Encoding, Extent, RlpHeader, Split};
use tezos_encoding::view::Views;
use tezos_encoding::wire::{Prefix, Reads, Schema, UNBOUNDED, Writes};
use tezos_encoding::{Blob, EncodeError, ErrorKind, Facts, Fault, FaultKind, Reader, Sink};

use super::json;
use crate::Rlp;
use crate::header::{put_string, string};

/// A string of at most `MAX` bytes.
///
/// | bytes | contents |
/// |---:|---|
/// | 0 to 5 | the header of the string; none for a byte below `80` |
/// | n | the bytes |
///
/// # Errors
/// `Invalid_item` for a list; `Size_limit_exceeded`.
///
/// Rule: Ethereum Yellow Paper, appendix B.
#[derive(Debug)]
pub struct Bytes<const MAX: usize = UNBOUNDED>;

/// What is known of strings.
pub(crate) const STRING: Facts = Facts::FLAT.of_at_least(1);

/// The schema of the content of strings of bytes.
const REST: &Encoding = &Encoding::Bytes(Extent::Rest);

impl<const MAX: usize> Bytes<MAX> {
    /// The schema of the content.
    const CONTENT: &'static Encoding =
        if MAX == UNBOUNDED { REST } else { &Encoding::Bounded { limit: MAX, inner: REST } };
}

impl<T: AsRef<[u8]>, const MAX: usize> Schema<T> for Bytes<MAX> {
    const ENCODING: &'static Encoding = &Encoding::Split(&Split {
        inner: &Encoding::Dynamic { prefix: Prefix::Rlp(RlpHeader::Bytes), inner: Self::CONTENT },
        json: json::TEXT,
        to_json: json::data::<MAX>,
        from_json: json::of_data,
        is_checked: false,
        revision: None,
    });
}

/// A type of bytes.
#[diagnostic::on_unimplemented(
    message = "`{Self}` is not a type of bytes",
    label = "write `Vec<u8>`, or `&[u8]` to borrow"
)]
pub trait OfContent<'a>: Sized {
    /// Creates it from the content of a string. What it allocates is charged to the budget of `input`.
    ///
    /// # Errors
    /// `Heap_exceeded`.
    fn of(content: &'a [u8], input: &Reader<'a>) -> Result<Self, Fault>;
}

macro_rules! owned {
    ($($type:ty)*) => {$(
        impl OfContent<'_> for $type {
            #[inline]
            fn of(content: &[u8], input: &Reader<'_>) -> Result<Self, Fault> {
                input.charge(content.len())?;
                Ok(Self::from(content))
            }
        }
    )*};
}

owned!(Vec<u8> Box<[u8]> Blob);

macro_rules! borrowed {
    ($($type:ty)*) => {$(
        impl<'input> OfContent<'input> for $type {
            #[inline]
            fn of(content: &'input [u8], _: &Reader<'input>) -> Result<Self, Fault> {
                Ok(Self::from(content))
            }
        }
    )*};
}

borrowed!(&'input [u8] Cow<'input, [u8]>);

/// Reads a string of at most `max` bytes.
#[inline]
pub(crate) fn read<'a>(input: &mut Reader<'a>, max: usize) -> Result<&'a [u8], Fault> {
    let content = string(input)?;
    match content.len() <= max {
        true => Ok(content),
        false => Err(Fault::with_detail(FaultKind::SizeLimitExceeded, content, content.len())),
    }
}

/// Writes a string of at most `max` bytes.
#[inline]
pub(crate) fn write<S: Sink>(content: &[u8], max: usize, sink: &mut S) -> Result<(), EncodeError> {
    let (limit, found) = (max, content.len());
    sink.check(|_| match found <= limit {
        true => Ok(()),
        false => Err(EncodeError::new(ErrorKind::SizeLimitExceeded { limit, found })),
    })?;
    put_string(content, sink)
}

impl<'a, T: OfContent<'a>, const MAX: usize> Reads<'a, T> for Bytes<MAX> {
    const FACTS: Facts = STRING;

    #[cfg_attr(not(debug_assertions), inline(always))]
    fn read(input: &mut Reader<'a>) -> Result<T, Fault> {
        let content = read(input, MAX)?;
        T::of(content, input)
    }
}

impl<T: AsRef<[u8]>, const MAX: usize> Writes<T> for Bytes<MAX> {
    const FACTS: Facts = STRING;

    #[inline]
    fn write<S: Sink>(value: &T, sink: &mut S) -> Result<(), EncodeError> {
        write(value.as_ref(), MAX, sink)
    }
}

impl<'a, T: OfContent<'a>, const MAX: usize> Views<'a, T> for Bytes<MAX> {
    type View = &'a [u8];

    #[inline]
    fn view(input: &mut Reader<'a>) -> Result<Self::View, Fault> {
        read(input, MAX)
    }

    #[inline]
    fn own(view: &Self::View) -> Result<T, Fault> {
        T::of(view, &Reader::new(view))
    }
}

macro_rules! bytes {
    ($($type:ty)*) => {$(
        impl<'input> Schema<$type> for Rlp {
            const ENCODING: &'static Encoding = <Bytes as Schema<$type>>::ENCODING;
        }

        impl<'input> Reads<'input, $type> for Rlp {
            const FACTS: Facts = STRING;

            #[inline]
            fn read(input: &mut Reader<'input>) -> Result<$type, Fault> {
                Bytes::<UNBOUNDED>::read(input)
            }
        }

        impl<'input> Writes<$type> for Rlp {
            const FACTS: Facts = STRING;

            #[inline]
            fn write<S: Sink>(value: &$type, sink: &mut S) -> Result<(), EncodeError> {
                Bytes::<UNBOUNDED>::write(value, sink)
            }
        }
    )*};
}

bytes!(&'input [u8] Cow<'input, [u8]> Box<[u8]> Blob);
