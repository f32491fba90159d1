//! Rates how well a schema fits bytes whose encoding is unknown.

use alloc::collections::BTreeMap;
use alloc::string::ToString;

use super::{Slice, SliceKind, slices};
use tezos_encoding_core::ErrorKind;
use tezos_encoding_core::schema::{Encoding, Scalar};
use tezos_encoding_core::walk::Refusal;

/// How well a schema fits bytes: the result of [`fit`].
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Fit {
    /// Whether the bytes are a value. If not, the other fields describe the slices before the error.
    pub whole: bool,
    /// Whether the bytes are the start of an incomplete value: sizes exceed the available bytes, and nothing available
    /// is invalid.
    pub start: bool,
    /// The number of values that readers accept but writers never produce ([`Slice::canonical`]): a boolean of 07, padding that is not
    /// zero.
    pub surprises: usize,
    /// The evidence for the schema in bits: with `n` bits, one in 2^n random messages would fit equally well.
    pub evidence: u32,
}

/// Evidence of a message whose length equals that of a fixed-size encoding.
const EXACT_SIZE: u32 = 8;

/// Number of bytes that are changed, one at a time, to test whether the message becomes invalid.
const CHANGES: usize = 16;

/// Maximum length of a message that is changed; a longer one has enough other evidence.
const MAX_CHANGED_LEN: usize = 4096;

/// Maximum number of nested incomplete blocks.
const MAX_CUT_BLOCKS: usize = 16;

/// The sizes that exceed the available bytes, by their offset.
type Declared = BTreeMap<usize, u128>;

/// Rates how well `encoding` fits `message`.
///
/// Evidence for a schema are known tags, matching sizes, flags of `00` and `ff`, numbers in their range and readable
/// text, but not raw bytes and integers without a range. To account for user-supplied functions, some bytes are changed
/// one at a time: each change that makes the message invalid is evidence too. To identify bytes, choose the schemas
/// with the fewest surprises, and among those the one with the most evidence. If no schema fits, the bytes may be the
/// start of a value.
///
/// ```
/// use tezos_encoding::{HasEncoding, schema::fit};
/// let message = b"\0\0\0\x02hi";
/// let [text, number, flags] = [String::ENCODING, <(u16, u32)>::ENCODING, <[bool; 6]>::ENCODING].map(|it| fit(it, message));
/// assert!(text.whole && text.evidence > number.evidence);
/// assert_eq!(flags.surprises, 3);
/// assert!(!fit(u16::ENCODING, message).whole);
/// let cut = fit(String::ENCODING, b"\0\0\0\x20only the start");
/// assert!(cut.start && !cut.whole && cut.evidence > 24);
/// ```
pub fn fit(encoding: &'static Encoding, message: &[u8]) -> Fit {
    let (Rated { surprises, evidence, .. }, error) = rated(encoding, message, &Declared::new());
    let whole = Fit { whole: error.is_none(), start: false, surprises, evidence };
    if let Some(error) = error {
        let start = missing_end(&error, message).and_then(|_| start(encoding, message));
        return start.unwrap_or(whole);
    }
    let exact = if encoding.fixed_size().is_some() { EXACT_SIZE } else { 0 };
    let evidence = evidence.saturating_add(exact).saturating_add(invalid_changes(encoding, message));
    Fit { evidence, ..whole }
}

/// The surprises and the evidence of slices, and the last of them.
#[derive(Default)]
struct Rated<'m> {
    surprises: usize,
    evidence: u32,
    last: Option<Slice<'m>>,
}

/// Rates the slices of a message one by one, and returns its error if it is invalid.
fn rated<'m>(encoding: &'static Encoding, message: &'m [u8], declared: &Declared) -> (Rated<'m>, Option<Refusal>) {
    let (mut rated, mut all) = (Rated::default(), slices(encoding, message));
    for slice in all.by_ref() {
        let available = message.len().saturating_sub(slice.offset);
        match evidence(&slice, available, declared.get(&slice.offset).copied()) {
            Some(bits) => rated.evidence = rated.evidence.saturating_add(bits),
            None => rated.surprises = rated.surprises.saturating_add(1),
        }
        rated.last = Some(slice);
    }
    (rated, all.into_error())
}

/// Returns the offset at which the missing bytes would end; `None` if the message is invalid for another reason.
fn missing_end(error: &Refusal, message: &[u8]) -> Option<usize> {
    match *error.kind {
        ErrorKind::NotEnoughData { needed, available, .. }
            if error.offset.saturating_add(available) == message.len() =>
        {
            Some(error.offset.saturating_add(needed))
        }
        _ => None,
    }
}

/// Rates how well a schema fits the start of a value: sizes that exceed the available bytes are replaced by the number
/// of available bytes, so that the contents of their blocks are walked.
fn start(encoding: &'static Encoding, message: &[u8]) -> Option<Fit> {
    let mut message = message.to_vec();
    let mut declared = Declared::new();
    // The end of the outermost block, which also limits everything inside it.
    let mut outermost_end = None;
    for _ in 0..MAX_CUT_BLOCKS {
        let (Rated { surprises, evidence, last }, error) = rated(encoding, &message, &declared);
        let mut available = 0;
        if let Some(error) = &error {
            available = message.len().saturating_sub(error.offset);
            let end = match *error.kind {
                // The missing rest of an incomplete block could make it valid.
                ErrorKind::InvalidUtf8 | ErrorKind::UserGuard { .. } | ErrorKind::UserFunction { .. } => message.len(),
                _ => missing_end(error, &message)?,
            };
            if end > *outermost_end.get_or_insert(end) {
                return None;
            }
        }
        // The size of an incomplete block is the last slice.
        let size = last.filter(|last| last.kind == SliceKind::Size);
        let size = size.and_then(|size| Some((size.offset, size.bytes.len(), big_endian(&size)?)));
        let Some((offset, width, size)) = size.filter(|(.., size)| *size > wide(available)) else {
            let mut start = Fit { whole: false, start: true, surprises, evidence };
            // Each doubling of the declared size relative to the available bytes is evidence against the schema.
            for (at, size) in &declared {
                let times = size.checked_div(wide(message.len().saturating_sub(*at))).unwrap_or_default();
                start.evidence = start.evidence.saturating_sub(times.checked_ilog2().unwrap_or_default());
            }
            return Some(start);
        };
        declared.insert(offset, size);
        let bytes = u64::try_from(available).unwrap_or(u64::MAX).to_be_bytes();
        let last = bytes.len().saturating_sub(width);
        message.get_mut(offset..)?.get_mut(..width)?.copy_from_slice(bytes.get(last..)?);
    }
    None
}

/// Returns the value of a size that is big-endian.
fn big_endian(size: &Slice<'_>) -> Option<u128> {
    let next = |number: u128, byte: &u8| number.checked_mul(0x100)?.checked_add((*byte).into());
    size.bytes.iter().try_fold(0, next).filter(|number| number.to_string() == size.pretty)
}

/// Counts how many changes of single bytes, spread over the message, make it invalid.
fn invalid_changes(encoding: &'static Encoding, message: &[u8]) -> u32 {
    let count = if message.len() > MAX_CHANGED_LEN { 0 } else { message.len().min(CHANGES) };
    let mut message = message.to_vec();
    let mut invalid = 0u32;
    for change in 0..count {
        let at = message.len().saturating_mul(change).checked_div(count).unwrap_or_default();
        let flip = |message: &mut [u8]| message.get_mut(at).into_iter().for_each(|byte| *byte ^= 0x11);
        flip(&mut message);
        invalid = invalid.saturating_add(is_invalid(encoding, &message).into());
        flip(&mut message);
    }
    invalid
}

fn is_invalid(encoding: &'static Encoding, message: &[u8]) -> bool {
    let mut all = slices(encoding, message);
    all.by_ref().for_each(drop);
    all.into_error().is_some()
}

/// Returns the evidence of a slice in bits, `available` bytes before the end; `None` if it is a surprise. For a size
/// that exceeds the available bytes, `declared` is its original value.
fn evidence(slice: &Slice<'_>, available: usize, declared: Option<u128>) -> Option<u32> {
    if slice.canonical().is_some() {
        return None;
    }
    let bits = u32::try_from(slice.bytes.len().saturating_mul(8)).unwrap_or(u32::MAX);
    let one_of = |values: u128| bits.saturating_sub(values.checked_ilog2().unwrap_or_default());
    Some(match slice.kind {
        SliceKind::Tag { cases: count } | SliceKind::Name { names: count } => one_of(wide(count)),
        SliceKind::Size | SliceKind::Count => {
            let size = declared.or_else(|| slice.pretty.parse().ok()).unwrap_or_default();
            one_of(wide(available).max(size))
        }
        SliceKind::Presence | SliceKind::Scalar(Scalar::Bool) => 7,
        SliceKind::Padding | SliceKind::Magic => bits,
        SliceKind::Scalar(Scalar::Int(int)) => one_of(int.max.abs_diff(int.min).saturating_add(1)),
        SliceKind::Scalar(_) | SliceKind::Compact | SliceKind::Bytes => 0,
        // About 96 of 256 bytes are readable: nearly three bits for two bytes.
        SliceKind::Text if slice.bytes.iter().all(|byte| matches!(byte, b' '..=b'~' | b'\n' | b'\t')) => {
            u32::try_from(slice.bytes.len()).unwrap_or(u32::MAX).saturating_mul(3) / 2
        }
        SliceKind::Text => 0,
    })
}

fn wide(count: usize) -> u128 {
    u128::try_from(count).unwrap_or(u128::MAX)
}
