//! Who decides what a value is where the encoding leaves that open.

use alloc::vec;
use alloc::vec::Vec;

use super::rng::Numbers;

/// Decides. What comes first in a choice is the simplest.
pub(super) trait Choices {
    /// One of `count` things, which are at least one.
    fn one_of(&mut self, count: usize) -> usize;

    /// An integer.
    fn integer(&mut self, min: i128, max: i128) -> i128;

    /// A number of bytes or elements.
    fn length(&mut self, least: usize, most: usize) -> usize;

    /// Whether a number of any size is negative, and its bytes, least significant first: `first` bits and seven more for each
    /// further byte on the wire, at most `most`.
    fn number(&mut self, first: u32, signed: bool, most: usize) -> (bool, Vec<u8>);

    /// A float.
    fn float(&mut self, min: f64, max: f64) -> f64;

    /// Any bytes.
    fn bytes(&mut self, count: usize) -> Vec<u8>;

    /// So many bytes of text, UTF-8 or not.
    fn text(&mut self, count: usize, utf8: bool) -> Vec<u8>;

    /// Before the choices of a value.
    fn open(&mut self) -> usize {
        0
    }

    /// Behind them.
    fn close(&mut self, _open: usize) {}

    /// From here on, what comes is like what was before.
    fn hush(&mut self) {}

    /// Up to here.
    fn speak(&mut self) {}

    /// Before the choices of a value are made once more, because a function of the user refuses it or it does not fill its block.
    fn again(&mut self) {}

    /// Behind them.
    fn settled(&mut self) {}
}

/// Decides at random, small values and ends of ranges more often than others.
pub(super) struct Random<N>(pub(super) N);

impl<N: Numbers> Random<N> {
    fn index(&mut self, count: usize) -> usize {
        usize::try_from(self.0.below(u64::try_from(count).unwrap_or(u64::MAX))).unwrap_or_default()
    }

    fn word(&mut self) -> u64 {
        self.0.below(1 << 32) << 32 | self.0.below(1 << 32)
    }

    fn byte(&mut self) -> u8 {
        u8::try_from(self.0.below(256)).unwrap_or_default()
    }
}

impl<N: Numbers> Choices for Random<N> {
    fn one_of(&mut self, count: usize) -> usize {
        self.index(count)
    }

    fn integer(&mut self, min: i128, max: i128) -> i128 {
        let small = i128::from(self.0.below(8)).saturating_sub(2).clamp(min, max);
        match self.0.below(6) {
            0 => small,
            1 => min,
            2 => max,
            _ => {
                let span = max.saturating_sub(min).saturating_add(1);
                min.saturating_add(i128::from(self.word()).checked_rem(span).unwrap_or_default())
            }
        }
    }

    fn length(&mut self, least: usize, most: usize) -> usize {
        let span = most.saturating_sub(least);
        let more = match self.0.below(16) {
            0 => 0,
            1 => self.index(span.saturating_add(1)),
            2..6 => self.index(span.min(40).saturating_add(1)),
            _ => self.index(span.min(4).saturating_add(1)),
        };
        least.saturating_add(more)
    }

    fn number(&mut self, first: u32, signed: bool, most: usize) -> (bool, Vec<u8>) {
        let bytes = match self.0.below(4) {
            0 => 1,
            1 => most.min(37),
            _ => self.index(most.min(10)).saturating_add(1),
        };
        let bits = usize::try_from(first).unwrap_or_default().saturating_add(bytes.saturating_sub(1).saturating_mul(7));
        let mut magnitude: Vec<u8> = (0..bits >> 3).map(|_| self.byte()).collect();
        magnitude.push(self.byte() & (1u8 << (bits & 7)).saturating_sub(1));
        (signed && self.0.below(2) == 1, magnitude)
    }

    fn float(&mut self, min: f64, max: f64) -> f64 {
        let any = match self.0.below(4) {
            0 => [0.0, 1.0, -1.0, 0.1].get(self.index(4)).copied().unwrap_or_default(),
            1 => min,
            2 => max,
            _ => f64::from_bits(self.word()),
        };
        if any.is_nan() { 0f64.max(min).min(max) } else { any.max(min).min(max) }
    }

    fn bytes(&mut self, count: usize) -> Vec<u8> {
        (0..count).map(|_| self.byte()).collect()
    }

    fn text(&mut self, count: usize, utf8: bool) -> Vec<u8> {
        if !utf8 && self.0.below(8) == 7 {
            return self.bytes(count);
        }
        let mut text = Vec::with_capacity(count);
        while text.len() < count {
            let special = ["\"", "\\", "\n", "\u{1}", "é", "€", "🦀"];
            let left = count.saturating_sub(text.len());
            match self.0.below(12) {
                0 => {
                    let index = self.index(special.len());
                    let character = special.get(index).copied().unwrap_or_default();
                    if character.len() <= left {
                        text.extend_from_slice(character.as_bytes());
                    }
                    if text.len() < count {
                        text.push(b' ');
                    }
                }
                _ => text.push(b'a'.saturating_add(u8::try_from(self.0.below(26)).unwrap_or_default())),
            }
        }
        text
    }
}

/// The bytes on the wire of a number of any size: bits in groups, `first` and then seven.
pub(super) fn groups(negative: bool, magnitude: &[u8], first: u32) -> Vec<u8> {
    let end = magnitude.iter().rposition(|byte| *byte != 0).map_or(0, |last| last.saturating_add(1));
    let magnitude = magnitude.get(..end).unwrap_or_default();
    let (mut out, mut held, mut bits, mut width) = (Vec::new(), 0u32, 0u32, first);
    for byte in magnitude {
        held |= u32::from(*byte).checked_shl(bits).unwrap_or_default();
        bits = bits.saturating_add(8);
        while bits >= width {
            let group = held & (1u32 << width).saturating_sub(1);
            out.push(u8::try_from(group).unwrap_or_default());
            held >>= width;
            bits = bits.saturating_sub(width);
            width = 7;
        }
    }
    out.push(u8::try_from(held).unwrap_or_default());
    while out.len() > 1 && out.last() == Some(&0) {
        out.pop();
    }
    let last = out.len().saturating_sub(1);
    for byte in out.iter_mut().take(last) {
        *byte |= 0x80;
    }
    // The sign has the place of the seventh bit; zero has none.
    if let Some(byte) = out.first_mut().filter(|_| negative && !magnitude.is_empty()) {
        *byte |= 0x40;
    }
    out
}

/// `2^exponent`, less one or not.
pub(super) fn power(exponent: u32, less: bool) -> Vec<u8> {
    let bytes = usize::try_from(exponent >> 3).unwrap_or_default();
    let top = 1u8 << (exponent & 7);
    let mut magnitude = vec![if less { 0xff } else { 0 }; bytes];
    magnitude.push(if less { top.saturating_sub(1) } else { top });
    magnitude
}

#[cfg(test)]
mod tests {
    use super::{groups, power};
    use tezos_encoding_core::{N, Z};

    #[test]
    fn groups_are_what_numbers_write() {
        for number in [0u64, 1, 63, 64, 127, 128, 300, 8191, 8192, 16383, 16384, u64::MAX] {
            let mut expected = Vec::new();
            N::from(number).with_wire(|bytes| expected.extend_from_slice(bytes));
            assert_eq!(groups(false, &number.to_le_bytes(), 7), expected, "{number}");
            for whole in [i128::from(number), -i128::from(number)] {
                let mut expected = Vec::new();
                Z::from(whole).with_wire(|bytes| expected.extend_from_slice(bytes));
                assert_eq!(groups(whole < 0, &number.to_le_bytes(), 6), expected, "{whole}");
            }
        }
        assert_eq!(groups(false, &power(14, true), 7), [0xff, 0x7f]);
        assert_eq!(groups(false, &power(14, false), 7), [0x80, 0x80, 1]);
        assert_eq!(groups(false, &power(256, false), 7).len(), 37);
    }
}
