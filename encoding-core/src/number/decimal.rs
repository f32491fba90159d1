//! Decimal text of numbers of any size.

use alloc::string::String;
use alloc::vec::Vec;
use core::fmt::Write;

use crate::number::{N, Z};

/// The maximum length in wire bytes of a number that is converted to or from decimal, which takes quadratic time.
pub(crate) const MAX_BYTES: usize = 1 << 15;

/// A limb of the decimal representation holds nine digits.
const LIMB: u64 = 1_000_000_000;
const LIMB_DIGITS: usize = 9;

/// Returns the decimal digits of a number, unless it has more than 32 KiB on the wire.
pub fn decimal_of_n(number: &N) -> Option<String> {
    number.with_wire(|bytes| digits(bytes, None))
}

/// Returns the sign and the decimal digits of a number, unless it has more than 32 KiB on the wire.
pub fn decimal_of_z(number: &Z) -> Option<String> {
    let mut digits = number.with_wire(|bytes| {
        let (first, rest) = bytes.split_first()?;
        digits(rest, Some(first & 0x3f))
    })?;
    if number.is_negative() && digits != "0" {
        digits.insert(0, '-');
    }
    Some(digits)
}

/// Returns the decimal digits of a number: 7-bit `groups`, least significant first, above six `low` bits if given.
fn digits(groups: &[u8], low: Option<u8>) -> Option<String> {
    if groups.len().saturating_add(low.iter().len()) > MAX_BYTES {
        return None;
    }
    // Four groups have 28 bits: a limb shifted by 28 plus a carry fits 64 bits.
    let mut limbs: Vec<u64> = Vec::new();
    let mut add = |bits: u32, value: u64| {
        let mut carry = value;
        for limb in &mut limbs {
            let wide = (*limb << bits).saturating_add(carry);
            *limb = wide % LIMB;
            carry = wide / LIMB;
        }
        while carry != 0 {
            limbs.push(carry % LIMB);
            carry /= LIMB;
        }
    };
    for chunk in groups.rchunks(4) {
        let value = chunk.iter().rev().fold(0u64, |value, group| value << 7 | u64::from(group & 0x7f));
        let bits = u32::try_from(chunk.len()).unwrap_or_default().saturating_mul(7);
        add(bits, value);
    }
    if let Some(low) = low {
        add(6, low.into());
    }
    let mut text = String::new();
    let mut limbs = limbs.iter().rev();
    let _ = write!(text, "{}", limbs.next().copied().unwrap_or_default());
    limbs.for_each(|limb| {
        let _ = write!(text, "{limb:0LIMB_DIGITS$}");
    });
    Some(text)
}

/// Parses decimal digits. Returns `None` if they are invalid or too many.
pub(crate) fn n_of_decimal(text: &str) -> Option<N> {
    let wire = wire(text, false, false)?;
    Some(N::from_wire(&wire))
}

/// Parses an optional minus sign and decimal digits. Returns `None` if they are invalid or too many.
pub(crate) fn z_of_decimal(text: &str) -> Option<Z> {
    let digits = text.strip_prefix('-');
    let wire = wire(digits.unwrap_or(text), true, digits.is_some())?;
    Some(Z::from_wire(&wire))
}

/// Converts digits to wire bytes. If the number is `signed`, the first byte has the sign and six bits. Minus zero is
/// kept, and [`Z::from_wire`] takes it for zero.
fn wire(text: &str, signed: bool, negative: bool) -> Option<Vec<u8>> {
    let digits = text.as_bytes();
    // A wire byte holds seven bits, which is a little more than two digits: numbers with more digits exceed the limit.
    if digits.is_empty() || digits.len() > MAX_BYTES.saturating_mul(11) / 5 || !digits.iter().all(u8::is_ascii_digit) {
        return None;
    }
    let value = |limb: u64, digit: &u8| limb.saturating_mul(10).saturating_add(digit.saturating_sub(b'0').into());
    let mut limbs: Vec<u64> = digits.rchunks(LIMB_DIGITS).map(|chunk| chunk.iter().fold(0, value)).collect();
    let mut divide = |bits: u32| {
        let mut rest = 0u64;
        for limb in limbs.iter_mut().rev() {
            let wide = rest.saturating_mul(LIMB).saturating_add(*limb);
            *limb = wide >> bits;
            rest = wide & (1u64 << bits).saturating_sub(1);
        }
        while limbs.last() == Some(&0) {
            limbs.pop();
        }
        (rest, limbs.is_empty())
    };
    let mut bytes = Vec::new();
    let mut done = false;
    if signed {
        let (low, last) = divide(6);
        done = last;
        let sign = if negative { 0x40 } else { 0 };
        bytes.push(u8::try_from(low).ok()? | sign | if last { 0 } else { 0x80 });
    }
    while !done {
        let (mut rest, last) = divide(28);
        done = last;
        for left in (0..4u8).rev() {
            let group = u8::try_from(rest & 0x7f).ok()?;
            rest >>= 7;
            let end = last && rest == 0;
            bytes.push(group | if end { 0 } else { 0x80 });
            if end || left == 0 {
                break;
            }
        }
    }
    Some(bytes).filter(|bytes| bytes.len() <= MAX_BYTES)
}

#[cfg(test)]
mod tests {
    use alloc::string::ToString;

    use super::*;

    #[test]
    fn digits_equal_those_of_machine_integers() {
        // Miri is slow: it only runs the values at the boundaries of machine words.
        for bits in (0..126u32).filter(|bits| !cfg!(miri) || bits % 31 < 2) {
            for delta in [-1i128, 0, 1] {
                let number = (1i128 << bits) + delta;
                for number in [number, -number] {
                    let (z, text) = (Z::from(number), number.to_string());
                    assert_eq!(decimal_of_z(&z), Some(text.clone()));
                    assert_eq!(z_of_decimal(&text), Some(z));
                }
                let (n, text) = (N::new(number.unsigned_abs()), number.unsigned_abs().to_string());
                assert_eq!(decimal_of_n(&n), Some(text.clone()));
                assert_eq!(n_of_decimal(&text), Some(n));
            }
        }
    }

    #[test]
    fn long_numbers_round_trip() {
        for len in (1..200usize).step_by(if cfg!(miri) { 19 } else { 1 }) {
            let text = "9".repeat(len);
            assert_eq!(n_of_decimal(&text).and_then(|n| decimal_of_n(&n)), Some(text.clone()));
            assert_eq!(
                z_of_decimal(&["-", &text].concat()).and_then(|z| decimal_of_z(&z)),
                Some(["-", &text].concat())
            );
        }
        assert_eq!(n_of_decimal("007"), Some(N::from(7u64)));
        assert_eq!(z_of_decimal("-0"), Some(Z::ZERO));
        for none in ["", "-", "+1", "1.0", "0x10", "--1"] {
            assert_eq!(z_of_decimal(none), None);
        }
    }
    /// Leading zeros count as digits to be read, but not as bytes.
    #[test]
    fn limits_of_the_conversion() {
        let zeros = |count: usize| "0".repeat(count);
        assert_eq!(n_of_decimal(&zeros(MAX_BYTES * 11 / 5)), Some(N::ZERO));
        assert_eq!(n_of_decimal(&zeros(MAX_BYTES * 11 / 5 + 1)), None);
        let wire = |bytes: usize| N::from_wire(&[&[0x80].repeat(bytes - 1)[..], &[0]].concat());
        assert_eq!(decimal_of_n(&wire(MAX_BYTES)).as_deref(), Some("0"));
        assert_eq!(decimal_of_n(&wire(MAX_BYTES + 1)), None);
    }
}
