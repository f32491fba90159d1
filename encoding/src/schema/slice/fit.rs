//! How well a schema fits bytes of which nobody says what they are.

use alloc::vec::Vec;

use super::{Slice, SliceKind, Slicing};
use crate::schema::{Class, Encoding, Scalar, slices};

/// How well a schema fits some bytes: [`fit`].
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Fit {
    /// Whether the bytes are a value. Where they are not, the rest is about the parts before the refused byte.
    pub whole: bool,
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

/// How well `encoding` fits `message`.
///
/// Tags that exist, sizes that hold, flags of `00` and `ff`, numbers in their range and readable text speak for a schema; raw
/// bytes and integers of which every value is good say nothing. For what a function of the user demands, some bytes are changed
/// one at a time: each change that is refused speaks for the schema too. To find out what bytes are, take the schema with the
/// fewest surprises, and of those the one with the most evidence.
///
/// ```
/// use tezos_encoding::{HasEncoding, schema::fit};
/// let message = b"\0\0\0\x02hi";
/// let [text, number, flags] = [String::ENCODING, <(u16, u32)>::ENCODING, <[bool; 6]>::ENCODING].map(|it| fit(it, message));
/// assert!(text.whole && text.evidence > number.evidence);
/// assert_eq!(flags.surprises, 3);
/// assert!(!fit(u16::ENCODING, message).whole);
/// ```
pub fn fit(encoding: &'static Encoding, message: &[u8]) -> Fit {
    let Slicing { slices, error, .. } = slices(encoding, message);
    let mut fit = Fit { whole: error.is_none(), surprises: 0, evidence: 0 };
    if fit.whole {
        let exact = if matches!(encoding.size().class, Class::Fixed(_)) { EXACT_SIZE } else { 0 };
        fit.evidence = exact.saturating_add(refused_changes(encoding, message));
    }
    for slice in &slices {
        let left = message.len().saturating_sub(slice.offset);
        match evidence(slice, left) {
            Some(bits) => fit.evidence = fit.evidence.saturating_add(bits),
            None => fit.surprises = fit.surprises.saturating_add(1),
        }
    }
    fit
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
        refused = refused.saturating_add(slices(encoding, &changed).error.is_some().into());
        if let Some(byte) = changed.get_mut(at) {
            *byte = good;
        }
    }
    refused
}

/// Bits that speak for a slice, `left` bytes before the end; nothing where it is a surprise.
fn evidence(slice: &Slice<'_>, left: usize) -> Option<u32> {
    let bits = u32::try_from(slice.bytes.len().saturating_mul(8)).unwrap_or(u32::MAX);
    let out_of = |values: u128| bits.saturating_sub(values.checked_ilog2().unwrap_or_default());
    let flag = || matches!(slice.bytes, [0x00] | [0xff]).then_some(7);
    match slice.kind {
        SliceKind::Tag { cases: count } | SliceKind::Name { names: count } => Some(out_of(wide(count))),
        // One that does not hold says the less the more it is off.
        SliceKind::Size | SliceKind::Count => Some(out_of(wide(left).max(slice.pretty.parse().unwrap_or_default()))),
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
