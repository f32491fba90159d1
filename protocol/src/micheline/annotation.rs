//! Annotations: the check of a protocol, and the annotations of an application.

use alloc::borrow::Cow;
use alloc::string::{String, ToString};
use core::iter::FusedIterator;

use tezos_encoding::schema::Check;
use tezos_encoding::wire::{Length, U30};
use tezos_encoding::{ErrorKind, Fault, FaultKind, Reader, Revision};

use super::rules::Rules;

/// Maximum length of one annotation (`micheline_parser.ml`, `max_annot_length`).
pub const ANNOTATION_MAX_BYTES: usize = 255;

/// The annotations of an application.
#[derive(Clone, Copy, Debug)]
pub struct Annotations<'a>(Option<&'a [u8]>);

impl<'a> Annotations<'a> {
    /// Splits annotations that are separated by spaces.
    pub(super) fn new(text: &'a [u8]) -> Self {
        Self((!text.is_empty()).then_some(text))
    }
}

impl<'a> Iterator for Annotations<'a> {
    type Item = &'a [u8];

    fn next(&mut self) -> Option<&'a [u8]> {
        let text = self.0?;
        let len = text.iter().position(|byte| *byte == b' ');
        self.0 = len.and_then(|len| text.get(len.saturating_add(1)..));
        Some(len.and_then(|len| text.get(..len)).unwrap_or(text))
    }
}

impl FusedIterator for Annotations<'_> {}

/// Returns whether an annotation is valid in the concrete syntax (`micheline_parser.ml`, `check_annot`).
///
/// ```
/// use tezos_protocols::micheline::is_annotation;
/// assert!(is_annotation(b"%default") && is_annotation(b"@"));
/// assert!(!is_annotation(b"default") && !is_annotation(b"%a b") && !is_annotation(&[b'%'; 256]));
/// ```
#[must_use]
pub fn is_annotation(annotation: &[u8]) -> bool {
    let is_sign = |byte: &u8| matches!(byte, b'@' | b':' | b'$' | b'&' | b'%' | b'!' | b'?');
    let is_inside = |byte: &u8| matches!(byte, b'a'..=b'z' | b'A'..=b'Z' | b'0'..=b'9' | b'_' | b'.' | b'%' | b'@');
    match annotation.split_first() {
        Some((sign, rest)) => annotation.len() <= ANNOTATION_MAX_BYTES && is_sign(sign) && rest.iter().all(is_inside),
        None => false,
    }
}

/// Returns whether `text`, which contains annotations separated by spaces, is accepted.
pub(super) fn are_annotations(text: &[u8], well_formed: bool) -> bool {
    text.is_empty()
        || text.split(|byte| *byte == b' ').all(|annotation| match well_formed {
            true => is_annotation(annotation),
            false => annotation.len() <= ANNOTATION_MAX_BYTES,
        })
}

/// Reads annotations with their 4-byte size prefix, checks them by the rules of the reader's protocol and drops them.
pub(crate) fn read_annotations(input: &mut Reader<'_>) -> Result<(), Fault> {
    let start = input.remaining();
    let size = U30::read(input)?;
    let text = input.take(size)?;
    let is_checked = Rules::of_reader(input).well_formed;
    if are_annotations(text, is_checked) {
        return Ok(());
    }
    Err(Fault::new(if is_checked { FaultKind::UserGuard } else { FaultKind::UserFunction }, start))
}

/// The message of the guard that refuses annotations.
pub(super) const MALFORMED: &str = "Malformed annotation";
const OVERSIZED: &str = "Oversized annotation";

/// The guard of the protocols since 011.
pub(super) const WELL_FORMED: Check = Check::guard("annotations", Some(check_well_formed));
/// The conversion of earlier protocols, which only checks lengths.
pub(super) const SHORT: Check = Check::conversion("annotations", Some(check_short));

/// Returns the error for malformed annotations.
pub(super) fn malformed() -> ErrorKind {
    WELL_FORMED.refusal(Cow::Borrowed(MALFORMED))
}

fn check_well_formed(bytes: &[u8], _: Revision) -> Result<(), String> {
    check(bytes, true, MALFORMED)
}

fn check_short(bytes: &[u8], _: Revision) -> Result<(), String> {
    check(bytes, false, OVERSIZED)
}

/// Checks annotations with their 4-byte size prefix.
fn check(bytes: &[u8], well_formed: bool, message: &str) -> Result<(), String> {
    let text = bytes.get(4..).unwrap_or_default();
    if are_annotations(text, well_formed) { Ok(()) } else { Err(message.to_string()) }
}
