//! Strings, bytes and floats in JSON text.

use alloc::borrow::Cow;
use alloc::format;
use alloc::string::String;
use alloc::vec::Vec;
use core::fmt::{self, Write};

/// Writes a string with quotes and escapes.
pub fn string(out: &mut String, text: &str) {
    out.push('"');
    let mut rest = text;
    loop {
        // Special bytes are ASCII, so that they start a character.
        let (plain, special) = rest.split_at_checked(plain(rest.as_bytes())).unwrap_or((rest, ""));
        out.push_str(plain);
        let mut chars = special.chars();
        match chars.next() {
            Some('"') => out.push_str("\\\""),
            Some('\\') => out.push_str("\\\\"),
            Some('\n') => out.push_str("\\n"),
            Some('\r') => out.push_str("\\r"),
            Some('\t') => out.push_str("\\t"),
            Some(other) => number(out, format_args!("\\u{:04x}", u32::from(other))),
            None => return out.push('"'),
        }
        rest = chars.as_str();
    }
}

/// Writes a string that is displayed, with quotes and escapes.
pub fn display(out: &mut String, value: &dyn fmt::Display) {
    out.push('"');
    let start = out.len();
    number(out, format_args!("{value}"));
    let text = out.get(start..).unwrap_or_default();
    if plain(text.as_bytes()) == text.len() {
        return out.push('"');
    }
    let text = out.split_off(start);
    out.pop();
    string(out, &text);
}

/// Writes what needs no escapes, such as a number.
pub fn number(out: &mut String, text: fmt::Arguments<'_>) {
    // Writing to a string cannot fail.
    let _ = out.write_fmt(text);
}

/// Returns the number of bytes before the first one that ends a string, starts an escape or must be escaped: `"`, `\` and those below a space.
pub fn plain(bytes: &[u8]) -> usize {
    const ONES: u64 = 0x0101_0101_0101_0101;
    const HIGH: u64 = ONES << 7;
    // The high bit of the lowest zero byte, and maybe of higher bytes.
    let zeros = |word: u64| word.wrapping_sub(ONES) & !word & HIGH;
    let (mut rest, mut count) = (bytes, 0usize);
    while let Some((word, after)) = rest.split_first_chunk() {
        let word = u64::from_le_bytes(*word);
        let controls = zeros(word & ONES.wrapping_mul(0xe0));
        let special = controls | zeros(word ^ ONES.wrapping_mul(0x22)) | zeros(word ^ ONES.wrapping_mul(0x5c));
        if special != 0 {
            return count.saturating_add(usize::try_from(special.trailing_zeros() / 8).unwrap_or_default());
        }
        (rest, count) = (after, count.saturating_add(8));
    }
    let end = rest.iter().take_while(|byte| !matches!(byte, b'"' | b'\\' | 0..=0x1f)).count();
    count.saturating_add(end)
}

/// Decodes the escapes of a string; `None` if one of them is invalid.
pub fn unescape(raw: &str) -> Option<Cow<'_, str>> {
    if !raw.as_bytes().contains(&b'\\') {
        return Some(Cow::Borrowed(raw));
    }
    let mut text = String::with_capacity(raw.len());
    let mut rest = raw;
    while let Some((plain, escape)) = rest.split_once('\\') {
        text.push_str(plain);
        let mut chars = escape.chars();
        text.push(match chars.next()? {
            'b' => '\u{8}',
            'f' => '\u{c}',
            'n' => '\n',
            'r' => '\r',
            't' => '\t',
            'u' => {
                let high = unit(&mut chars)?;
                let code = match high {
                    0xd800..=0xdbff => {
                        let low = chars.as_str().strip_prefix("\\u")?;
                        chars = low.chars();
                        let low = unit(&mut chars).filter(|low| matches!(low, 0xdc00..=0xdfff))?;
                        0x10000u32.saturating_add((high & 0x3ff) << 10 | low & 0x3ff)
                    }
                    other => other,
                };
                char::from_u32(code)?
            }
            same @ ('"' | '\\' | '/') => same,
            _ => return None,
        });
        rest = chars.as_str();
    }
    text.push_str(rest);
    Some(Cow::Owned(text))
}

/// Reads four hexadecimal digits.
fn unit(chars: &mut core::str::Chars<'_>) -> Option<u32> {
    (0..4).try_fold(0u32, |unit, _| Some(unit << 4 | chars.next()?.to_digit(16)?))
}

/// Writes text that may not be UTF-8, without loss.
pub fn lossless(out: &mut String, bytes: &[u8]) {
    if let Ok(text) = core::str::from_utf8(bytes) {
        return string(out, text);
    }
    out.push_str("{\"invalid_utf8_string\":[");
    for (index, byte) in bytes.iter().enumerate() {
        number(out, format_args!("{}{byte}", if index == 0 { "" } else { "," }));
    }
    out.push_str("]}");
}

/// Writes bytes in hexadecimal, with quotes.
pub fn hex(out: &mut String, bytes: &[u8]) {
    const DIGITS: &[u8; 16] = b"0123456789abcdef";
    let digit = |nibble: u8| DIGITS.get(usize::from(nibble)).copied().unwrap_or(b'0');
    out.push('"');
    for chunk in bytes.chunks(32) {
        let mut digits = [[0; 2]; 32];
        for (digits, byte) in digits.iter_mut().zip(chunk) {
            *digits = [digit(byte >> 4), digit(byte & 0xf)];
        }
        let digits = digits.get(..chunk.len()).unwrap_or_default().as_flattened();
        out.push_str(core::str::from_utf8(digits).unwrap_or_default());
    }
    out.push('"');
}

/// Decodes hexadecimal digits, two for each byte.
pub fn unhex(text: &str) -> Option<Vec<u8>> {
    let (pairs, rest) = text.as_bytes().as_chunks::<2>();
    let digit = |digit: u8| char::from(digit).to_digit(16).and_then(|digit| u8::try_from(digit).ok());
    let byte = |[high, low]: &[u8; 2]| Some(digit(*high)? << 4 | digit(*low)?);
    if rest.is_empty() { pairs.iter().map(byte).collect() } else { None }
}

/// Writes the shortest number that is read back as the same float, with an exponent in the cases where C's `%g` uses
/// one.
pub fn float(out: &mut String, value: f64) {
    if value.is_nan() {
        return out.push_str("\"nan\"");
    }
    if value.is_infinite() {
        return out.push_str(if value < 0.0 { "\"-inf\"" } else { "\"inf\"" });
    }
    if value == 0.0 {
        return out.push_str(if value.is_sign_negative() { "-0.0" } else { "0" });
    }
    let scientific: String = format!("{value:e}");
    let (digits, exponent) = scientific.split_once('e').unwrap_or((&scientific, "0"));
    // `i128`, like the other integers of a text, so that only one parser is compiled.
    let exponent: i128 = exponent.parse().unwrap_or_default();
    let precision = digits.bytes().filter(u8::is_ascii_digit).count().max(15);
    if exponent < -4 || usize::try_from(exponent).is_ok_and(|exponent| exponent >= precision) {
        let sign = if exponent < 0 { '-' } else { '+' };
        return number(out, format_args!("{digits}e{sign}{:02}", exponent.unsigned_abs()));
    }
    number(out, format_args!("{value}"));
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn floats_as_the_reference_prints_them() {
        for (value, expected) in [
            (1.0, "1"),
            (-0.0, "-0.0"),
            (0.1, "0.1"),
            (1e300, "1e+300"),
            (f64::MAX, "1.7976931348623157e+308"),
            (-0.0005, "-0.0005"),
            (0.00001, "1e-05"),
            (1e14, "100000000000000"),
            (1e15, "1e+15"),
            (f64::NEG_INFINITY, "\"-inf\""),
        ] {
            let mut text = String::new();
            float(&mut text, value);
            assert_eq!(text, expected);
        }
    }

    #[test]
    fn special_bytes_are_found_at_any_place() {
        for length in 0..40 {
            for byte in 0..=u8::MAX {
                let is_special = matches!(byte, b'"' | b'\\' | 0..=0x1f);
                let text = [&b"a\xff\x80\x21\x23\x5b\x5d\x20".repeat(5)[..length], &[byte], b"\"\x7f\x00"].concat();
                assert_eq!(plain(&text), if is_special { length } else { length + 1 }, "{byte} at {length}");
            }
            assert_eq!(plain(&b"a".repeat(length)), length);
        }
    }

    #[test]
    fn bytes_are_written_in_hex() {
        for length in [0, 1, 31, 32, 33, 64, 100] {
            let bytes: Vec<u8> = (0..length).map(|byte: u8| byte.wrapping_mul(7)).collect();
            let mut text = String::new();
            hex(&mut text, &bytes);
            assert_eq!(unhex(text.trim_matches('"')), Some(bytes));
        }
    }

    #[test]
    fn strings_are_escaped() {
        let mut text = String::new();
        string(&mut text, "a\"\\\n\u{1}é\u{7f}");
        assert_eq!(text, "\"a\\\"\\\\\\n\\u0001é\u{7f}\"");
        text.clear();
        lossless(&mut text, &[0xff, 1]);
        assert_eq!(text, "{\"invalid_utf8_string\":[255,1]}");
    }
}
