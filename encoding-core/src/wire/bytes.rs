//! Byte strings.

use alloc::borrow::Cow;
use alloc::boxed::Box;
use alloc::vec::Vec;

use super::auto::default_encoding;
use super::{Reads, Schema, Uint8, Writes, elements};
use crate::blob::Blob;
use crate::error::EncodeError;
use crate::facts::Facts;
use crate::fault::Fault;
use crate::form::Sink;
use crate::reader::Reader;
use crate::schema::{Encoding, Extent};
use crate::view::Views;

/// `bytes` without a size prefix: as many bytes as the array has, or all bytes to the end of the enclosing block.
///
/// | Rust type | bytes |
/// |---|---|
/// | `[u8; N]` | N |
/// | `Vec<u8>`, `Box<[u8]>`, `&[u8]`, `Cow<[u8]>`, `Blob` | the rest of the block |
///
/// With a size prefix, `dynamic, bytes`, it is the reference's `bytes`.
///
/// # Errors
/// Reading: `Not_enough_data`, `Size_limit_exceeded`.
#[derive(Debug)]
pub struct Bytes;

/// Implements bytes to the end of the block for a Rust type that is created from the bytes and their reader. `'input`
/// is the lifetime of the input.
macro_rules! rest {
    ($($type:ty, $from:expr;)*) => {$(
        impl<'input> Schema<$type> for Bytes {
            const ENCODING: &'static Encoding = &Encoding::Bytes(Extent::Rest);
        }

        impl<'input> Reads<'input, $type> for Bytes {
            const FACTS: Facts = Facts::REST;

            #[inline]
            fn read(input: &mut Reader<'input>) -> Result<$type, Fault> {
                let bytes = tri!(input.rest());
                Ok($from(bytes, input))
            }
        }

        impl<'input> Writes<$type> for Bytes {
            const FACTS: Facts = Facts::REST;

            #[inline]
            fn write<S: Sink>(value: &$type, sink: &mut S) -> Result<(), EncodeError> {
                sink.put(value);
                Ok(())
            }
        }
    )*};
}

rest! {
    Vec<u8>, (|bytes: &[u8], _| bytes.to_vec());
    Box<[u8]>, (|bytes, _| Box::from(bytes));
    &'input [u8], (|bytes, _| bytes);
    Cow<'input, [u8]>, (|bytes, _| Cow::Borrowed(bytes));
    Blob, Blob::slice_of;
}

#[cfg(feature = "bytes")]
rest! {
    bytes::Bytes, (|bytes, input: &Reader<'input>| input.shared(bytes));
}

default_encoding!(Blob => Bytes);
#[cfg(feature = "bytes")]
default_encoding!(bytes::Bytes => Bytes);
default_encoding!(Box<[u8]> => Bytes);
default_encoding!(@borrowed &'input [u8] => Bytes);
default_encoding!(@borrowed Cow<'input, [u8]> => Bytes);

impl<const N: usize> Schema<[u8; N]> for Bytes {
    const ENCODING: &'static Encoding = &Encoding::Bytes(Extent::Fixed(N));
}

impl<'a, const N: usize> Reads<'a, [u8; N]> for Bytes {
    const FACTS: Facts = Facts::plain(N);

    #[inline]
    fn read(input: &mut Reader<'a>) -> Result<[u8; N], Fault> {
        input.bytes()
    }

    #[cfg_attr(not(debug_assertions), inline(always))]
    fn get(input: &mut Reader<'a>) -> Option<[u8; N]> {
        input.get().copied()
    }

    #[inline]
    fn read_list(input: &mut Reader<'a>, max: usize) -> Result<Vec<[u8; N]>, Fault> {
        elements::take_elements(input, max).map(<[[u8; N]]>::to_vec)
    }

    #[inline]
    fn read_boxed(input: &mut Reader<'a>) -> Result<Box<[u8; N]>, Fault> {
        elements::read_boxed_array::<u8, Uint8, N>(input)
    }
}

impl<const N: usize> Writes<[u8; N]> for Bytes {
    const FACTS: Facts = Facts::plain(N);

    #[inline]
    fn write<S: Sink>(value: &[u8; N], sink: &mut S) -> Result<(), EncodeError> {
        sink.put(value);
        Ok(())
    }

    #[inline]
    fn write_list<S: Sink>(values: &[[u8; N]], sink: &mut S) -> Result<(), EncodeError> {
        sink.put(values.as_flattened());
        Ok(())
    }
}

impl<'a, const LEN: usize> Views<'a, [u8; LEN]> for Bytes {
    type View = &'a [u8; LEN];

    #[cfg_attr(not(debug_assertions), inline(always))]
    fn view(input: &mut Reader<'a>) -> Result<Self::View, Fault> {
        input.array()
    }

    #[inline]
    fn own(view: &Self::View) -> Result<[u8; LEN], Fault> {
        Ok(**view)
    }
}
