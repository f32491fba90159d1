//! Byte strings that are not decoded any further, owned or shared with the receive buffer.

use alloc::boxed::Box;
use alloc::vec::Vec;
use core::fmt;
use core::ops::Deref;

use crate::reader::Reader;

/// A byte string that is not decoded any further, such as the data of an operation, which only the protocol can
/// interpret.
///
/// | bytes | contents |
/// |------:|---|
/// | n     | the rest of the block |
///
/// [`Decode::from_bytes`](crate::Decode::from_bytes) copies the bytes, as it does for a `Vec<u8>`. With the feature
/// `bytes`, `Decode::from_shared` does not: each `Blob` of the value is a slice of the buffer that the message was
/// received in, and the value is still `'static` and `Send`. **Each `Blob` keeps the whole buffer in memory**;
/// [`Blob::detach`] returns a copy that does not.
///
/// ```
/// use tezos_encoding::prelude::*;
/// use tezos_encoding::Blob;
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
    /// Returns a slice of the reader's buffer if values may share it, otherwise a copy.
    #[inline]
    pub(crate) fn slice_of<'a>(bytes: &'a [u8], input: &Reader<'a>) -> Self {
        #[cfg(feature = "bytes")]
        return Self(input.shared(bytes));
        #[cfg(not(feature = "bytes"))]
        {
            let _ = input;
            Self(bytes.into())
        }
    }

    /// Returns a copy with its own memory, so that the receive buffer can be freed.
    #[must_use]
    pub fn detach(&self) -> Self {
        Self::from(&**self)
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

/// Copies the bytes if they are shared with a buffer.
impl From<Blob> for Vec<u8> {
    fn from(blob: Blob) -> Self {
        blob.0.into()
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
