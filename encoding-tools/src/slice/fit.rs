//! How well a schema fits bytes of which nobody says what they are.

use alloc::collections::BTreeMap;
use alloc::string::ToString;
use alloc::vec::Vec;

use super::slice;
use super::{Slice, SliceKind, Slicing};
use tezos_encoding_core::ErrorKind;
use tezos_encoding_core::schema::{Class, Encoding, Refusal, Scalar};

/// How well a schema fits some bytes: [`fit`].
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Fit {
    /// Whether the bytes are a value. Where they are not, the rest is about the parts before the refused byte.
    pub whole: bool,
    /// Whether they are the start of one, which was cut short: sizes promise more than is there, and nothing of what is there is
    /// refused.
    pub start: bool,
    /// Values that are read and that no writer writes: a boolean of 07, padding that is not zero.
    pub surprises: usize,
    /// How much speaks for it, in bits: random bytes would fit as well once in 2 to the power of this.
    pub evidence: u32,
}

/// Bits that speak for a size which is the only one.
const EXACT_SIZE: u32 = 8;

/// Bytes that are changed, one at a time, to see whether the message is refused then.
const CHANGES: usize = 16;

/// Bytes of the longest message that is changed: a long one has enough that speaks for it.
const CHANGED: usize = 4096;

/// Blocks inside each other of which the end is missing.
const CUT_BLOCKS: usize = 16;

/// Sizes that promise more than is there, by their place.
type Promised = BTreeMap<usize, u128>;

/// How well `encoding` fits `message`.
///
/// Tags that exist, sizes that hold, flags of `00` and `ff`, numbers in their range and readable text speak for a schema; raw
/// bytes and integers of which every value is good say nothing. For what a function of the user demands, some bytes are changed
/// one at a time: each change that is refused speaks for the schema too. To find out what bytes are, take the schema with the
/// fewest surprises, and of those the one with the most evidence. Where no schema fits, bytes may be the start of a value.
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
    let Slicing { slices, error, .. } = slice(encoding, message);
    if let Some(error) = error {
        let none = Fit { whole: false, start: false, surprises: 0, evidence: 0 };
        let start = missing_end(&error, message).and_then(|_| start(encoding, message));
        return start.unwrap_or_else(|| weighed(none, &slices, message.len(), &Promised::new()));
    }
    let exact = if matches!(encoding.size().class, Class::Fixed(_)) { EXACT_SIZE } else { 0 };
    let evidence = exact.saturating_add(refused_changes(encoding, message));
    let whole = Fit { whole: true, start: false, surprises: 0, evidence };
    weighed(whole, &slices, message.len(), &Promised::new())
}

/// With what speaks for and against the slices.
fn weighed(mut fit: Fit, slices: &[Slice<'_>], bytes: usize, promised: &Promised) -> Fit {
    for slice in slices {
        match evidence(slice, bytes.saturating_sub(slice.offset), promised.get(&slice.offset).copied()) {
            Some(bits) => fit.evidence = fit.evidence.saturating_add(bits),
            None => fit.surprises = fit.surprises.saturating_add(1),
        }
    }
    fit
}

/// Where what is missing at the end of a message would have ended; nothing where the message is refused for something else.
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

/// How well a schema fits the start of a message: sizes that promise too much are taken for what is there, and what is in their
/// blocks is looked at.
fn start(encoding: &'static Encoding, message: &[u8]) -> Option<Fit> {
    let mut message = message.to_vec();
    let mut promised = Promised::new();
    // Where the outermost block would have ended: what it holds ends there too.
    let mut room = None;
    for _ in 0..CUT_BLOCKS {
        let Slicing { slices, error, .. } = slice(encoding, &message);
        let mut left = 0;
        if let Some(error) = &error {
            left = message.len().saturating_sub(error.offset);
            let end = match *error.kind {
                // In a block of which the end is missing: whether all of it would be good, nobody can say.
                ErrorKind::InvalidUtf8 | ErrorKind::UserGuard { .. } | ErrorKind::UserFunction { .. } => message.len(),
                _ => missing_end(error, &message)?,
            };
            if end > *room.get_or_insert(end) {
                return None;
            }
        }
        // The size of a block of which the end is missing is what was read last.
        let size = slices.last().filter(|last| last.kind == SliceKind::Size);
        let size = size.and_then(|size| Some((size.offset, size.bytes.len(), big_endian(size)?)));
        let Some((offset, width, said)) = size.filter(|(.., said)| *said > wide(left)) else {
            let mut start = Fit { whole: false, start: true, surprises: 0, evidence: 0 };
            start = weighed(start, &slices, message.len(), &promised);
            // That so much less is there than is promised speaks against it.
            let lost = |(at, said): (&usize, &u128)| {
                said.checked_div(wide(message.len().saturating_sub(*at))).unwrap_or_default()
            };
            let bits = promised.iter().map(lost).map(|times| times.checked_ilog2().unwrap_or_default());
            start.evidence = bits.fold(start.evidence, u32::saturating_sub);
            return Some(start);
        };
        promised.insert(offset, said);
        let bytes = u64::try_from(left).unwrap_or(u64::MAX).to_be_bytes();
        let last = bytes.len().saturating_sub(width);
        message.get_mut(offset..)?.get_mut(..width)?.copy_from_slice(bytes.get(last..)?);
    }
    None
}

/// What a size says that has its most significant byte first.
fn big_endian(size: &Slice<'_>) -> Option<u128> {
    let next = |number: u128, byte: &u8| number.checked_mul(0x100)?.checked_add((*byte).into());
    size.bytes.iter().try_fold(0, next).filter(|number| number.to_string() == size.pretty)
}

/// How many changes of a byte, all over the message, make it one that is refused.
fn refused_changes(encoding: &'static Encoding, message: &[u8]) -> u32 {
    if message.len() > CHANGED {
        return 0;
    }
    let mut changed: Vec<u8> = message.to_vec();
    let mut refused = 0u32;
    let changes = message.len().min(CHANGES);
    for change in 0..changes {
        let at = message.len().saturating_mul(change).checked_div(changes).unwrap_or_default();
        let Some(byte) = changed.get_mut(at) else { break };
        let good = core::mem::replace(byte, *byte ^ 0x11);
        refused = refused.saturating_add(slice(encoding, &changed).error.is_some().into());
        if let Some(byte) = changed.get_mut(at) {
            *byte = good;
        }
    }
    refused
}

/// Bits that speak for a slice, `left` bytes before the end; nothing where it is a surprise. Of a size that promises more than
/// is there, `promised` is what it says.
fn evidence(slice: &Slice<'_>, left: usize, promised: Option<u128>) -> Option<u32> {
    let bits = u32::try_from(slice.bytes.len().saturating_mul(8)).unwrap_or(u32::MAX);
    let out_of = |values: u128| bits.saturating_sub(values.checked_ilog2().unwrap_or_default());
    let flag = || matches!(slice.bytes, [0x00] | [0xff]).then_some(7);
    match slice.kind {
        SliceKind::Tag { cases: count } | SliceKind::Name { names: count } => Some(out_of(wide(count))),
        // One that does not hold says the less the more it is off.
        SliceKind::Size | SliceKind::Count => {
            let said = promised.or_else(|| slice.pretty.parse().ok()).unwrap_or_default();
            Some(out_of(wide(left).max(said)))
        }
        SliceKind::Presence | SliceKind::Scalar(Scalar::Bool) => flag(),
        SliceKind::Padding => slice.bytes.iter().all(|byte| *byte == 0).then_some(bits),
        SliceKind::Magic => Some(bits),
        SliceKind::Scalar(Scalar::Int(int)) => Some(out_of(int.max.abs_diff(int.min).saturating_add(1))),
        SliceKind::Scalar(_) | SliceKind::Compact | SliceKind::Bytes => Some(0),
        SliceKind::Text => {
            let readable = slice.bytes.iter().all(|byte| matches!(byte, b' '..=b'~' | b'\n' | b'\t'));
            // Of 256 bytes, some 96 are readable: nearly three bits for two of them.
            let bytes = u32::try_from(slice.bytes.len()).unwrap_or(u32::MAX);
            Some(if readable { bytes.saturating_mul(3) / 2 } else { 0 })
        }
    }
}

fn wide(count: usize) -> u128 {
    u128::try_from(count).unwrap_or(u128::MAX)
}
