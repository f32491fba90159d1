//! Bytes that a reader refused.

use core::fmt;

use crate::error::DecodeError;
use crate::fault::{Fault, FaultKind};
use crate::revision::Revision;
use crate::schema::Encoding;
use crate::walk::explain::explain;

/// Bytes that a reader refused, with an error that is explained only on request.
///
/// The explanation walks the schema over the bytes, which takes longer than reading them: many times as long for a short
/// message. A node whose peers choose the bytes reads with [`Decode::read_within`](crate::Decode::read_within), keeps
/// what it refused, and explains it if the error is displayed.
///
/// ```
/// use tezos_encoding::{Decode, FaultKind, HeapBudget, Limits};
///
/// let (heap, bytes) = (HeapBudget::new(100), vec![7, 0, 0, 0, 9]);
/// let refused = <(u8, String)>::read_within(&bytes, Limits::default(), &heap).unwrap_err();
/// assert_eq!((refused.kind(), refused.offset()), (FaultKind::NotEnoughData, 5));
///
/// let kept = refused.map(<[u8]>::to_vec); // outlives `bytes`
/// drop(bytes);
/// assert_eq!(kept.explain().to_string(), kept.to_string());
/// assert_eq!(kept.explain().path().to_string(), "1");
/// ```
#[derive(Clone, Copy)]
pub struct Refused<B> {
    bytes: B,
    fault: Fault,
    offset: usize,
    encoding: &'static Encoding,
    revision: Revision,
}

impl<'a> Refused<&'a [u8]> {
    /// `fault` is that of a reader of `bytes`.
    pub(crate) fn new(encoding: &'static Encoding, bytes: &'a [u8], fault: Fault, revision: Revision) -> Self {
        Self { bytes, fault, offset: fault.offset_in(bytes), encoding, revision }
    }
}

impl<B> Refused<B> {
    /// Returns the kind of error.
    pub const fn kind(&self) -> FaultKind {
        self.fault.kind()
    }

    /// Returns the offset of the refused byte.
    pub const fn offset(&self) -> usize {
        self.offset
    }

    /// Returns the bytes.
    pub const fn bytes(&self) -> &B {
        &self.bytes
    }

    /// Keeps the bytes in another container, which must have the same bytes.
    pub fn map<C>(self, keep: impl FnOnce(B) -> C) -> Refused<C> {
        let Self { bytes, fault, offset, encoding, revision } = self;
        Refused { bytes: keep(bytes), fault, offset, encoding, revision }
    }
}

impl<B: AsRef<[u8]>> Refused<B> {
    /// Returns the error with the path of the field, what was expected and what was found.
    pub fn explain(&self) -> DecodeError {
        let bytes = self.bytes.as_ref();
        let fault = self.fault.moved_to(bytes.get(self.offset..).unwrap_or_default());
        explain(self.encoding, bytes, fault, self.revision)
    }
}

/// The explanation.
impl<B: AsRef<[u8]>> fmt::Display for Refused<B> {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        self.explain().fmt(f)
    }
}

/// The kind and the offset; a log of many refusals does not explain them.
impl<B> fmt::Debug for Refused<B> {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.debug_struct("Refused").field("kind", &self.kind()).field("offset", &self.offset).finish_non_exhaustive()
    }
}

impl<B: AsRef<[u8]>> core::error::Error for Refused<B> {}
