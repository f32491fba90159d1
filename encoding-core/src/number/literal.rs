//! Numbers in the texts of JSON: what OCaml's `Z.of_string` and `Int64.of_string` accept.

use alloc::borrow::Cow;
use alloc::vec::Vec;

use crate::number::decimal::{MAX_BYTES, n_of_decimal, z_of_decimal};
use crate::number::{N, Z};

/// A number as Zarith reads it: a sign, a base (`0x`, `0o`, `0b`, otherwise ten), and digits, which may be none, with underscores after the
/// first.
///
/// Rule: Zarith, `caml_z.c`, `ml_z_of_substring_base`.
pub(crate) struct Literal<'t> {
    negative: bool,
    /// The bits of a digit; `None` for base ten.
    bits: Option<u32>,
    digits: Cow<'t, str>,
}

impl<'t> Literal<'t> {
    /// Returns the number in a text, or `None` if it is not one.
    pub(crate) fn parse(text: &'t str) -> Option<Self> {
        let unsigned = text.strip_prefix('-');
        let negative = unsigned.is_some();
        let rest = unsigned.unwrap_or(text);
        let rest = rest.strip_prefix('+').unwrap_or(rest);
        let (bits, rest) = match rest.get(..2) {
            Some("0x" | "0X") => (Some(4), rest.get(2..)),
            Some("0o" | "0O") => (Some(3), rest.get(2..)),
            Some("0b" | "0B") => (Some(1), rest.get(2..)),
            _ => (None, Some(rest)),
        };
        let rest = rest.filter(|rest| !rest.starts_with('_'))?;
        let base = bits.map_or(10, |bits| 1 << bits);
        if !rest.chars().all(|digit| digit == '_' || digit.is_digit(base)) {
            return None;
        }
        let digits = if rest.contains('_') { Cow::Owned(rest.replace('_', "")) } else { Cow::Borrowed(rest) };
        Some(Self { negative, bits, digits })
    }

    /// Returns a lower bound of the number's length in wire bytes, if it exceeds the limit, and the estimated steps of the conversion.
    pub(crate) fn beyond(&self) -> (Option<usize>, usize) {
        let digits = self.digits.trim_start_matches('0').len();
        let bytes = match self.bits {
            Some(bits) => digits.saturating_sub(1).saturating_mul(bits.try_into().unwrap_or_default()) / 7,
            // A decimal digit has log2(10) bits, and seven bits make a byte.
            None => digits.saturating_sub(1).saturating_mul(47_456) / 100_000,
        };
        match bytes > MAX_BYTES {
            true => (Some(bytes), 0),
            // Base ten takes quadratic time.
            false if self.bits.is_none() => (None, self.digits.len().saturating_mul(self.digits.len()) / 2_000),
            false => (None, self.digits.len()),
        }
    }

    /// Returns the number; `None` if it is too long.
    pub(crate) fn to_z(&self) -> Option<Z> {
        let sign = if self.negative { "-" } else { "" };
        match self.bits {
            None if self.digits.is_empty() => Some(Z::ZERO),
            None => z_of_decimal(&[sign, &self.digits].concat()),
            Some(bits) => Some(Z::from_wire(&self.wire(bits, 6)?)),
        }
    }

    /// Returns the number; `None` if it is too long or negative.
    pub(crate) fn to_n(&self) -> Option<N> {
        let is_zero = self.digits.bytes().all(|digit| digit == b'0');
        match self.bits {
            _ if is_zero => Some(N::ZERO),
            _ if self.negative => None,
            None => n_of_decimal(&self.digits),
            Some(bits) => Some(N::from_wire(&self.wire(bits, 7)?)),
        }
    }

    /// Returns the wire bytes of a number in a base that is a power of two. The first byte has `first` bits, below the sign if these are six.
    fn wire(&self, bits: u32, first: u32) -> Option<Vec<u8>> {
        let mut groups: Vec<u8> = Vec::new();
        let (mut group, mut filled, mut width) = (0u32, 0u32, first);
        let digits = self.digits.trim_start_matches('0').chars().rev().filter_map(|digit| digit.to_digit(1 << bits));
        let ones = digits.flat_map(|digit| (0..bits).map(move |bit| digit >> bit & 1));
        for bit in ones {
            group |= bit << filled;
            filled = filled.saturating_add(1);
            if filled == width {
                groups.push(u8::try_from(group).ok()?);
                (group, filled, width) = (0, 0, 7);
            }
        }
        groups.push(u8::try_from(group).ok()?);
        while groups.len() > 1 && groups.last() == Some(&0) {
            groups.pop();
        }
        let last = groups.len().saturating_sub(1);
        groups.iter_mut().take(last).for_each(|group| *group |= 0x80);
        if first == 6 && self.negative {
            groups.first_mut().into_iter().for_each(|group| *group |= 0x40);
        }
        Some(groups).filter(|groups| groups.len() <= MAX_BYTES)
    }
}

/// Returns the number in a text as OCaml reads a 64-bit integer: a sign, a base (`0x`, `0o`, `0b`; `0u` for ten), and digits with underscores
/// after the first. With a base, numbers from 2^63 to 2^64 - 1 stand for negative ones. Without, the number may not fit.
///
/// Rule: OCaml 4.13, `runtime/ints.c`, `caml_int64_of_string`.
pub(crate) fn int64(text: &str) -> Option<i128> {
    let unsigned = text.strip_prefix('-');
    let rest = unsigned.unwrap_or_else(|| text.strip_prefix('+').unwrap_or(text));
    let (base, digits) = match rest.get(..2) {
        Some("0x" | "0X") => (Some(16), rest.get(2..)?),
        Some("0o" | "0O") => (Some(8), rest.get(2..)?),
        Some("0b" | "0B") => (Some(2), rest.get(2..)?),
        Some("0u" | "0U") => (Some(10), rest.get(2..)?),
        _ => (None, rest),
    };
    if digits.starts_with(['_', '+', '-']) {
        return None;
    }
    let digits = digits.replace('_', "");
    let number = match base {
        Some(base) => u64::from_str_radix(&digits, base).ok()?.cast_signed().into(),
        None => digits.parse::<i128>().ok()?,
    };
    match (base, unsigned) {
        (_, None) => Some(number),
        // -2^63 is its own negation among 64-bit integers.
        (Some(_), Some(_)) if number == i64::MIN.into() => Some(number),
        (_, Some(_)) => number.checked_neg(),
    }
}

#[cfg(test)]
mod tests {
    use alloc::string::ToString;

    use super::{Literal, int64};

    #[test]
    fn numbers_are_read_as_zarith_reads_them() {
        let z = |text: &str| Literal::parse(text)?.to_z().map(|number| number.to_string());
        let read = [
            ("", "0"),
            ("+1", "1"),
            ("-+5", "-5"),
            ("1_000", "1000"),
            ("1_", "1"),
            ("0x", "0"),
            ("-0x10", "-16"),
            ("0X1f", "31"),
            ("0o17", "15"),
            ("0b11", "3"),
            ("-", "0"),
            ("0_1", "1"),
            ("0xffffffffffffffffffff", "1208925819614629174706175"),
            ("-0b1000000", "-64"),
            ("0x3f", "63"),
            ("0x40", "64"),
        ];
        for (text, number) in read {
            assert_eq!(z(text).as_deref(), Some(number), "{text}");
        }
        for text in ["_1", "0x_1", "+-1", "--1", "0u9", "1 ", "0b2", "0xg", "1e3", "١"] {
            assert_eq!(z(text), None, "{text}");
        }
        let n = |text: &str| Literal::parse(text)?.to_n().map(|number| number.to_string());
        assert_eq!(
            [n("-0"), n("-1"), n("0x80"), n("")].map(|number| number.unwrap_or_default()),
            ["0", "", "128", "0"]
        );
    }

    /// Leading zeros count as digits to be read, but not as bytes.
    #[test]
    fn limits_of_the_conversion() {
        let beyond = |text: &str| Literal::parse(text).unwrap().beyond();
        let (zeros, nines) = (|count: usize| "0".repeat(count), |count: usize| "9".repeat(count));
        assert_eq!(beyond(&nines(2_000)), (None, 2_000));
        assert_eq!(beyond(&["-", &nines(2_000)].concat()), (None, 2_000));
        for (digits, bytes) in [(69_052, None), (69_053, Some(32_769))] {
            assert_eq!(beyond(&nines(digits)).0, bytes);
            assert_eq!(beyond(&[zeros(100), nines(digits)].concat()).0, bytes);
        }
        assert_eq!(beyond(&nines(69_053)).1, 0);
        for (digits, fits) in [(57_343, true), (57_347, false)] {
            let text = ["0x", &"f".repeat(digits)].concat();
            assert_eq!(beyond(&text).0.is_none(), fits);
            assert_eq!(Literal::parse(&text).unwrap().to_n().is_some(), fits);
        }
    }

    #[test]
    fn numbers_of_64_bits_are_read_as_ocaml_reads_them() {
        let read = [
            ("+1", 1),
            ("0x10", 16),
            ("1_000", 1000),
            ("1_", 1),
            ("0b11", 3),
            ("0u9", 9),
            ("-0x10", -16),
            ("0xffffffffffffffff", -1),
            ("-9223372036854775808", i64::MIN.into()),
            ("0u9223372036854775808", i64::MIN.into()),
            ("-0xffffffffffffffff", 1),
        ];
        for (text, number) in read {
            assert_eq!(int64(text), Some(number), "{text}");
        }
        assert_eq!(int64("9223372036854775808"), Some(1 << 63));
        for text in ["", "-", "0x", "_1", "0x_1", "-+1", "0x10000000000000000", "0x+1"] {
            assert_eq!(int64(text), None, "{text}");
        }
    }
}
