//! Errors for people, derived from a fault and a walk of the schema over the same bytes.

mod compact;
pub(crate) mod scan;
mod trail;
mod values;
mod walker;

use alloc::vec::Vec;
use core::num::NonZeroUsize;

use super::value::Builder;
use crate::error::{DecodeError, ErrorKind, KnownTags};
use crate::fault::{Fault, FaultKind};
use crate::revision::Revision;
use crate::schema::{Check, Encoding};
use crate::walk::{Cursor, Refusal};
use walker::{NOWHERE, Walker};

/// Explains why a reader refused `message` with `fault`.
///
/// The walker knows only the schema. If it refuses the same byte for the same reason, its error is returned. Otherwise
/// (for a function that only the reader can call, or a limit of the caller), the error is built from the fault, with
/// the path of the field that contains the byte.
#[cold]
#[inline(never)]
pub(crate) fn explain(encoding: &'static Encoding, message: &[u8], fault: Fault, revision: Revision) -> DecodeError {
    let offset = fault.offset_in(message);
    let mut walker = Walker::new(message, offset, revision);
    walker.limit_at_sought = Some(if fault.kind() == FaultKind::TooDeep { fault.detail() } else { u32::MAX });
    match walker.walk(encoding) {
        Err(refusal) if refusal.kind.name() == fault.kind().name() && same_position(&refusal, offset) => {
            refused(refusal, &walker, (encoding, message))
        }
        _ => {
            let kind = from_fault(fault, message.len().saturating_sub(offset), walker.function);
            let missing = match kind {
                ErrorKind::NotEnoughData { needed, available, .. } if !walker.is_closed => {
                    Some(NonZeroUsize::new(needed.saturating_sub(available)).unwrap_or(NonZeroUsize::MIN))
                }
                _ => None,
            };
            DecodeError::new(kind, offset, walker.trail.nearest(), (encoding, message), missing)
        }
    }
}

/// Checks that `bytes` are exactly one value.
///
/// # Errors
/// The errors of the encoding.
pub fn check(encoding: &'static Encoding, bytes: &[u8]) -> Result<(), DecodeError> {
    check_at(encoding, bytes, Revision::NEWEST)
}

/// Checks that `bytes` are exactly one value in a revision of the format.
///
/// # Errors
/// The errors of the encoding in that revision.
pub fn check_at(encoding: &'static Encoding, bytes: &[u8], revision: Revision) -> Result<(), DecodeError> {
    walk(encoding, bytes, revision, None)
}

/// Checks that `bytes` are exactly one value, and tells the builder what it is made of.
///
/// # Errors
/// The errors of the encoding in that revision.
pub(super) fn walk(
    encoding: &'static Encoding,
    bytes: &[u8],
    revision: Revision,
    builder: Option<&mut Builder>,
) -> Result<(), DecodeError> {
    let mut walker = Walker { builder, ..Walker::new(bytes, bytes.len(), revision) };
    let walked = walker.walk(encoding);
    walked.map_err(|refusal| refused(refusal, &walker, (encoding, bytes)))
}

/// Returns the cursor after a value of this encoding, if the bytes at `at` are one.
pub(crate) fn cursor_after<'m>(at: &Cursor<'m>, encoding: &'static Encoding) -> Option<Cursor<'m>> {
    let mut after = at.clone();
    after.skip(encoding).ok()?;
    Some(after)
}

impl<'m> Cursor<'m> {
    /// Reads past a value of an encoding, with all its checks, and returns its bytes.
    ///
    /// # Errors
    /// The errors of the encoding. The position is then that of the value.
    pub fn skip(&mut self, encoding: &'static Encoding) -> Result<&'m [u8], Refusal> {
        let mut walker = Walker { at: self.clone(), ..Walker::new(&[], NOWHERE, self.revision) };
        walker.run(encoding)?;
        let start = self.offset();
        *self = walker.at;
        Ok(self.since(start))
    }
}

/// Converts the walker's refusal to an error.
fn refused(refusal: Refusal, walker: &Walker<'_, '_>, message: (&'static Encoding, &[u8])) -> DecodeError {
    let missing = walker.missing(&refusal);
    DecodeError::new(*refusal.kind, refusal.offset, walker.trail.here(), message, missing)
}

/// Returns true if the walker stopped where the reader did. If a value of fixed size is incomplete, the reader stops at
/// its start, but the walker stops at the incomplete field.
fn same_position(refusal: &Refusal, offset: usize) -> bool {
    let early = matches!(*refusal.kind, ErrorKind::NotEnoughData { .. } | ErrorKind::SizeLimitExceeded { .. });
    refusal.offset == offset || refusal.offset > offset && early
}

/// The message if the function cannot be called again.
const UNKNOWN: &str = "no further details";

/// Builds an error from a fault alone.
pub(super) fn from_fault(fault: Fault, available: usize, function: Option<&'static str>) -> ErrorKind {
    let detail = fault.detail();
    let number = usize::try_from(detail).unwrap_or(usize::MAX);
    match fault.kind() {
        FaultKind::NotEnoughData => ErrorKind::NotEnoughData { expected: "the value", needed: number, available },
        FaultKind::ExtraBytes => ErrorKind::ExtraBytes { count: number },
        FaultKind::NoCaseMatched => ErrorKind::NoCaseMatched,
        FaultKind::UnexpectedTag => ErrorKind::UnexpectedTag { tag: detail, ignorable: false, known: KnownTags::NONE },
        FaultKind::UnknownTag => ErrorKind::UnexpectedTag { tag: detail, ignorable: true, known: KnownTags::NONE },
        FaultKind::InvalidInt => ErrorKind::InvalidInt { min: 0, value: detail.into(), max: 0 },
        FaultKind::InvalidFloat => ErrorKind::InvalidFloat { min: 0, value: 0, max: 0 },
        FaultKind::TrailingZero => ErrorKind::TrailingZero,
        FaultKind::SizeLimitExceeded => ErrorKind::SizeLimitExceeded { limit: 0, found: number },
        kind @ (FaultKind::ListTooLong | FaultKind::ArrayTooLong) => ErrorKind::ListLength {
            max: number,
            found: number.saturating_add(1),
            writing: false,
            array: kind == FaultKind::ArrayTooLong,
        },
        FaultKind::ListTooShort => ErrorKind::ListTooShort { min: number, found: 0 },
        FaultKind::UserGuard => Check::guard(function.unwrap_or("a guard"), None).refusal(UNKNOWN),
        FaultKind::UserFunction => Check::conversion(function.unwrap_or("a conversion"), None).refusal(UNKNOWN),
        FaultKind::InvalidUtf8 => ErrorKind::InvalidUtf8,
        FaultKind::Overflow => ErrorKind::Overflow,
        FaultKind::TooDeep => ErrorKind::TooDeep { limit: detail },
        FaultKind::DuplicateKey => ErrorKind::DuplicateKey,
        FaultKind::Magic => ErrorKind::Magic { expected: &[], found: Vec::new() },
        FaultKind::HeapExceeded => ErrorKind::HeapExceeded { needed: number },
        FaultKind::Foreign => ErrorKind::Foreign,
        FaultKind::EmptyItem => ErrorKind::EmptyItem,
        FaultKind::InvalidItem => {
            ErrorKind::InvalidItem { expected: "another RLP item", found: u8::try_from(detail).unwrap_or(u8::MAX) }
        }
    }
}
