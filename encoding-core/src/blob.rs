//! Bytes that are kept as they are, in memory of their own or in that of the message.

use alloc::boxed::Box;
use alloc::vec::Vec;
use core::fmt;
use core::ops::Deref;

use crate::error::EncodeError;
use crate::facts::Facts;
use crate::fault::Fault;
use crate::form::Sink;
use crate::measure::Measure;
use crate::reader::Reader;
use crate::schema::{Encoding, Extent};
use crate::view::{View, Views};
use crate::wire::auto::own_form;
use crate::wire::{Bytes, Reads, Schema, Writes};

/// Bytes that this crate does not look into: the data of an operation, of which only the protocol knows what it is.
///
/// | bytes | contents |
/// |------:|---|
/// | n     | the rest of the block |
///
/// `Decode::from_bytes` copies them, as it does a `Vec<u8>`. With the feature `bytes`, [`Decode::from_shared`](crate::Decode::from_shared)
/// does not: each `Blob` of the value is a part of the buffer that the message was received in. Such a value takes no memory for them and
/// is as free as any other (`'static`, `Send`), **but as long as one `Blob` of it is there, the whole buffer is**. [`Blob::detach`] copies
/// the bytes out of it.
///
/// ```
/// use tezos_encoding::{Blob, BinWriter, Decode, Encode, HasEncoding, NomReader};
/// #[derive(HasEncoding, NomReader, BinWriter, Debug, PartialEq)]
/// struct Operation {
///     branch: [u8; 2],
///     data: Blob,
/// }
/// let operation = Operation::from_bytes(&[1, 2, 3, 4, 5]).unwrap();
/// assert_eq!(operation, Operation { branch: [1, 2], data: vec![3, 4, 5].into() });
/// assert_eq!(operation.data.len(), 3);
/// assert_eq!(operation.to_bytes().unwrap(), [1, 2, 3, 4, 5]);
/// ```
///
/// # Errors
/// Reading: `Size_limit_exceeded`. Writing: none.
///
/// Rule: `data-encoding`, `Variable.bytes` of `data_encoding.mli`.
#[derive(Clone, Default, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub struct Blob(Memory);

#[cfg(feature = "bytes")]
type Memory = bytes::Bytes;
#[cfg(not(feature = "bytes"))]
type Memory = Box<[u8]>;

impl Blob {
    /// The bytes in memory of their own, so that the buffer that they were received in can be freed. One copy, even where they have it
    /// already.
    #[must_use]
    pub fn detach(&self) -> Self {
        Self::from(&**self)
    }

    /// The bytes as a vector. Those that share a buffer are copied.
    #[must_use]
    pub fn into_vec(self) -> Vec<u8> {
        self.0.into()
    }
}

impl Deref for Blob {
    type Target = [u8];

    fn deref(&self) -> &[u8] {
        &self.0
    }
}

impl AsRef<[u8]> for Blob {
    fn as_ref(&self) -> &[u8] {
        self
    }
}

impl From<Vec<u8>> for Blob {
    fn from(bytes: Vec<u8>) -> Self {
        Self(bytes.into())
    }
}

impl From<Box<[u8]>> for Blob {
    #[allow(clippy::useless_conversion, reason = "one with the feature `bytes` only")]
    fn from(bytes: Box<[u8]>) -> Self {
        Self(bytes.into())
    }
}

impl From<&[u8]> for Blob {
    fn from(bytes: &[u8]) -> Self {
        Box::<[u8]>::from(bytes).into()
    }
}

impl FromIterator<u8> for Blob {
    fn from_iter<I: IntoIterator<Item = u8>>(bytes: I) -> Self {
        Vec::from_iter(bytes).into()
    }
}

impl From<Blob> for Vec<u8> {
    fn from(blob: Blob) -> Self {
        blob.into_vec()
    }
}

#[cfg(feature = "bytes")]
impl From<bytes::Bytes> for Blob {
    fn from(bytes: bytes::Bytes) -> Self {
        Self(bytes)
    }
}

#[cfg(feature = "bytes")]
impl From<Blob> for bytes::Bytes {
    fn from(blob: Blob) -> Self {
        blob.0
    }
}

impl PartialEq<[u8]> for Blob {
    fn eq(&self, other: &[u8]) -> bool {
        **self == *other
    }
}

impl PartialEq<&[u8]> for Blob {
    fn eq(&self, other: &&[u8]) -> bool {
        **self == **other
    }
}

impl PartialEq<Vec<u8>> for Blob {
    fn eq(&self, other: &Vec<u8>) -> bool {
        **self == **other
    }
}

impl fmt::Debug for Blob {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        (**self).fmt(f)
    }
}

/// The encoding of a type that may share the buffer.
macro_rules! shared {
    ($type:ty) => {
        impl Schema<$type> for Bytes {
            const ENCODING: &'static Encoding = &Encoding::Bytes(Extent::Rest);
        }

        impl<'a> Reads<'a, $type> for Bytes {
            const FACTS: Facts = Facts::REST;

            #[inline]
            fn read(input: &mut Reader<'a>) -> Result<$type, Fault> {
                let bytes = tri!(input.rest());
                #[cfg(feature = "bytes")]
                if let Some(part) = input.shared(bytes) {
                    return Ok(part.into());
                }
                Ok(Box::<[u8]>::from(bytes).into())
            }
        }

        impl Writes<$type> for Bytes {
            const FACTS: Facts = Facts::REST;

            #[inline]
            fn measure(value: &$type, _: &mut Measure<'_>) -> Result<usize, EncodeError> {
                Ok(value.len())
            }

            #[inline]
            fn write<S: Sink>(value: &$type, sink: &mut S) {
                sink.put(value);
            }
        }

        impl<'a> Views<'a, $type> for Bytes {
            type View = &'a [u8];

            #[cfg_attr(not(debug_assertions), inline(always))]
            fn view(input: &mut Reader<'a>) -> Result<&'a [u8], Fault> {
                input.rest()
            }

            #[inline]
            fn own(view: &&'a [u8]) -> Result<$type, Fault> {
                Ok(Box::<[u8]>::from(*view).into())
            }
        }

        impl View for $type {
            type View<'a> = &'a [u8];

            #[inline]
            fn view<'a>(input: &mut Reader<'a>) -> Result<&'a [u8], Fault> {
                input.rest()
            }

            #[inline]
            fn from_view(view: &&[u8]) -> Result<Self, Fault> {
                Ok(Box::<[u8]>::from(*view).into())
            }
        }

        own_form!($type => Bytes);
    };
}

shared!(Blob);
#[cfg(feature = "bytes")]
shared!(bytes::Bytes);

#[cfg(all(test, feature = "bytes"))]
mod tests {
    use super::*;
    use crate::{Decode as _, HeapBudget, Limits};

    /// Whether a part is in the memory of the buffer.
    fn is_in(part: &[u8], buffer: &[u8]) -> bool {
        let (part, buffer) = (part.as_ptr_range(), buffer.as_ptr_range());
        buffer.start <= part.start && part.end <= buffer.end
    }

    #[test]
    fn parts_of_a_shared_buffer_are_in_it() {
        let buffer = bytes::Bytes::from(alloc::vec![1, 2, 3]);
        let one = Blob::from_shared(&buffer).unwrap();
        assert!(is_in(&one, &buffer) && !is_in(&one.detach(), &buffer));
        assert_eq!(one, one.detach());
        let copied = Blob::from_bytes(&buffer).unwrap();
        assert!(!is_in(&copied, &buffer));
        assert_eq!(one, copied);
    }

    /// The buffer is charged for: it is kept.
    #[test]
    fn a_shared_buffer_counts_as_heap() {
        let buffer = bytes::Bytes::from_static(&[1, 2, 3]);
        let heap = HeapBudget::new(4);
        assert!(Blob::from_shared_within(&buffer, Limits::default(), &heap).is_ok());
        assert_eq!(heap.left(), 1);
        let error = Blob::from_shared_within(&buffer, Limits::default(), &heap).unwrap_err();
        assert_eq!(error.kind().name(), "Heap_exceeded");
    }

    #[test]
    fn the_value_outlives_the_handle_of_the_buffer() {
        let buffer = bytes::Bytes::from(alloc::vec![7; 100]);
        let blob: Blob = Blob::from_shared(&buffer).unwrap();
        drop(buffer);
        fn is_free<T: Send + Sync + 'static>(_: &T) {}
        is_free(&blob);
        assert_eq!(blob, alloc::vec![7; 100]);
        assert_eq!(bytes::Bytes::from(blob).len(), 100);
    }
}
