//! The choices that an encoding leaves open, made at random or by a script.

use alloc::vec;
use alloc::vec::Vec;

use super::rng::Numbers;
use super::script::Script;

/// Makes choices. The first alternative of a choice is always the simplest.
pub(super) struct Choices<'n> {
    numbers: &'n mut dyn Numbers,
    script: Option<Script>,
}

impl<'n> Choices<'n> {
    /// Makes random choices, which favour small values and limits of ranges.
    pub(super) fn random(numbers: &'n mut dyn Numbers) -> Self {
        Self { numbers, script: None }
    }

    /// Makes the choices of a script, and random ones if those lead to no value.
    pub(super) fn scripted(script: Script, numbers: &'n mut dyn Numbers) -> Self {
        Self { numbers, script: Some(script) }
    }

    pub(super) fn into_script(self) -> Option<Script> {
        self.script
    }

    fn script(&mut self) -> Option<&mut Script> {
        self.script.as_mut().filter(|script| script.is_followed())
    }

    fn index(&mut self, count: usize) -> usize {
        usize::try_from(self.numbers.below(u64::try_from(count).unwrap_or(u64::MAX))).unwrap_or_default()
    }

    fn word(&mut self) -> u64 {
        self.numbers.below(1 << 32) << 32 | self.numbers.below(1 << 32)
    }

    fn byte(&mut self) -> u8 {
        u8::try_from(self.numbers.below(256)).unwrap_or_default()
    }

    /// Chooses one of `count` alternatives; `count` is at least one.
    pub(super) fn one_of(&mut self, count: usize) -> usize {
        match self.script() {
            Some(script) => script.choose(count),
            None => self.index(count),
        }
    }

    /// Chooses an integer from `min` to `max`.
    pub(super) fn integer(&mut self, min: i128, max: i128) -> i128 {
        if let Some(script) = self.script() {
            let all = [0, min, max, -1, 1, min.saturating_add(1), max.saturating_sub(1)];
            return script.among(&all.map(|value| value.clamp(min, max)), |a, b| a == b, min);
        }
        let small = i128::from(self.numbers.below(8)).saturating_sub(2).clamp(min, max);
        match self.numbers.below(6) {
            0 => small,
            1 => min,
            2 => max,
            _ => {
                let span = max.saturating_sub(min).saturating_add(1);
                min.saturating_add(i128::from(self.word()).checked_rem(span).unwrap_or_default())
            }
        }
    }

    /// Chooses a number of bytes or elements.
    pub(super) fn length(&mut self, min: usize, max: usize) -> usize {
        if let Some(script) = self.script() {
            return script.among(&[min, max, min.saturating_add(1).min(max)], |a, b| a == b, min);
        }
        let span = max.saturating_sub(min);
        let more = match self.numbers.below(16) {
            0 => 0,
            1 => self.index(span.saturating_add(1)),
            2..6 => self.index(span.min(40).saturating_add(1)),
            _ => self.index(span.min(4).saturating_add(1)),
        };
        min.saturating_add(more)
    }

    /// Chooses a number of any size: whether it is negative, and its bytes, least significant first. The first byte on
    /// the wire has `first` bits of it and each further one seven; at most `max` bytes.
    pub(super) fn number(&mut self, first: u32, is_signed: bool, max: usize) -> (bool, Vec<u8>) {
        if let Some(script) = self.script() {
            return script.number(first, is_signed, max);
        }
        let bytes = match self.numbers.below(4) {
            0 => 1,
            1 => max.min(37),
            _ => self.index(max.min(10)).saturating_add(1),
        };
        let bits = usize::try_from(first).unwrap_or_default().saturating_add(bytes.saturating_sub(1).saturating_mul(7));
        let mut magnitude: Vec<u8> = (0..bits >> 3).map(|_| self.byte()).collect();
        magnitude.push(self.byte() & (1u8 << (bits & 7)).saturating_sub(1));
        (is_signed && self.numbers.below(2) == 1, magnitude)
    }

    /// Chooses a float from `min` to `max`.
    pub(super) fn float(&mut self, min: f64, max: f64) -> f64 {
        if let Some(script) = self.script() {
            let all = [0.0, -0.0, min, max, 1.0, f64::MIN_POSITIVE, f64::MIN, f64::MAX];
            return script.among(&all.map(|it| it.max(min).min(max)), |a, b| a.to_bits() == b.to_bits(), min);
        }
        let any = match self.numbers.below(4) {
            0 => [0.0, 1.0, -1.0, 0.1].get(self.index(4)).copied().unwrap_or_default(),
            1 => min,
            2 => max,
            _ => f64::from_bits(self.word()),
        };
        if any.is_nan() { 0f64.max(min).min(max) } else { any.max(min).min(max) }
    }

    /// Chooses `count` bytes.
    pub(super) fn bytes(&mut self, count: usize) -> Vec<u8> {
        match self.script() {
            Some(script) => vec![if script.choose(count.saturating_add(1).min(2)) == 0 { 0 } else { 0xff }; count],
            None => (0..count).map(|_| self.byte()).collect(),
        }
    }

    /// Chooses `count` bytes of text, which may be invalid UTF-8 unless `is_utf8`.
    pub(super) fn text(&mut self, count: usize, is_utf8: bool) -> Vec<u8> {
        if let Some(script) = self.script() {
            return script.text(count, is_utf8);
        }
        if !is_utf8 && self.numbers.below(8) == 7 {
            return self.bytes(count);
        }
        let mut text = Vec::with_capacity(count);
        while text.len() < count {
            let special = ["\"", "\\", "\n", "\u{1}", "é", "€", "🦀"];
            let left = count.saturating_sub(text.len());
            if self.numbers.below(12) == 0 {
                let character = special.get(self.index(special.len())).copied().unwrap_or_default();
                if character.len() <= left {
                    text.extend_from_slice(character.as_bytes());
                }
                if text.len() < count {
                    text.push(b' ');
                }
            } else {
                text.push(b'a'.saturating_add(u8::try_from(self.numbers.below(26)).unwrap_or_default()));
            }
        }
        text
    }

    /// Starts the choices of a value. Pass the result to [`Choices::close`].
    pub(super) fn open(&mut self) -> usize {
        self.script.as_ref().map_or(0, Script::open)
    }

    /// Ends the choices of a value.
    pub(super) fn close(&mut self, open: usize) {
        self.script.iter_mut().for_each(|script| script.close(open));
    }

    /// Makes only the simplest choices until the matching call with false.
    pub(super) fn simplify(&mut self, begins: bool) {
        self.script.iter_mut().for_each(|script| script.simplify(begins));
    }

    /// Leaves the script until the matching call with false, because its choices lead to a value that is refused or
    /// does not fit.
    pub(super) fn leave_script(&mut self, begins: bool) {
        self.script.iter_mut().for_each(|script| script.leave(begins));
    }
}

/// Returns the encoding of a number of any size: its bits in groups, the first of `first` bits, the others of seven.
pub(super) fn groups(is_negative: bool, magnitude: &[u8], first: u32) -> Vec<u8> {
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
    out.iter_mut().take(last).for_each(|byte| *byte |= 0x80);
    // The sign is the seventh bit; zero has no sign.
    if let Some(byte) = out.first_mut().filter(|_| is_negative && !magnitude.is_empty()) {
        *byte |= 0x40;
    }
    out
}

#[cfg(test)]
mod tests {
    use super::groups;
    use crate::generate::script::power;
    use tezos_encoding_core::{N, Z};

    #[test]
    fn groups_equal_the_encoding_of_numbers() {
        for number in [0u64, 1, 63, 64, 127, 128, 300, 8191, 8192, 16383, 16384, u64::MAX] {
            let (mut natural, magnitude) = (Vec::new(), number.to_le_bytes());
            N::from(number).with_wire(|bytes| natural.extend_from_slice(bytes));
            assert_eq!(groups(false, &magnitude, 7), natural, "{number}");
            for whole in [i128::from(number), -i128::from(number)] {
                Z::from(whole).with_wire(|bytes| assert_eq!(groups(whole < 0, &magnitude, 6), bytes, "{whole}"));
            }
        }
        assert_eq!(groups(false, &power(14, true), 7), [0xff, 0x7f]);
        assert_eq!(groups(false, &power(14, false), 7), [0x80, 0x80, 1]);
        assert_eq!(groups(false, &power(256, false), 7).len(), 37);
    }
}
