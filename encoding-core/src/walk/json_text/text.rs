//! Strings, bytes and floats in JSON text.

use alloc::borrow::Cow;
use alloc::format;
use alloc::string::String;
use alloc::vec::Vec;
use core::fmt;

/// Writes a string with quotes and escapes.
///
/// # Errors
/// The errors of `out`.
pub fn string(out: &mut dyn fmt::Write, text: &str) -> fmt::Result {
    out.write_char('"')?;
    let mut rest = text;
    while let Some(at) = rest.find(|c: char| c < ' ' || c == '"' || c == '\\') {
        let (plain, special) = rest.split_at_checked(at).unwrap_or((rest, ""));
        out.write_str(plain)?;
        let mut chars = special.chars();
        match chars.next() {
            Some('"') => out.write_str("\\\"")?,
            Some('\\') => out.write_str("\\\\")?,
            Some('\n') => out.write_str("\\n")?,
            Some('\r') => out.write_str("\\r")?,
            Some('\t') => out.write_str("\\t")?,
            Some(other) => write!(out, "\\u{:04x}", u32::from(other))?,
            None => {}
        }
        rest = chars.as_str();
    }
    out.write_str(rest)?;
    out.write_char('"')
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
///
/// # Errors
/// The errors of `out`.
pub fn lossless(out: &mut dyn fmt::Write, bytes: &[u8]) -> fmt::Result {
    if let Ok(text) = core::str::from_utf8(bytes) {
        return string(out, text);
    }
    out.write_str("{\"invalid_utf8_string\":[")?;
    for (index, byte) in bytes.iter().enumerate() {
        write!(out, "{}{byte}", if index == 0 { "" } else { "," })?;
    }
    out.write_str("]}")
}

/// Writes bytes in hexadecimal, with quotes.
///
/// # Errors
/// The errors of `out`.
pub fn hex(out: &mut dyn fmt::Write, bytes: &[u8]) -> fmt::Result {
    const DIGITS: &[u8; 16] = b"0123456789abcdef";
    let digit = |nibble: u8| DIGITS.get(usize::from(nibble)).map_or('0', |digit| char::from(*digit));
    out.write_char('"')?;
    for byte in bytes {
        out.write_char(digit(byte >> 4))?;
        out.write_char(digit(byte & 0xf))?;
    }
    out.write_char('"')
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
///
/// # Errors
/// The errors of `out`.
pub fn float(out: &mut dyn fmt::Write, value: f64) -> fmt::Result {
    if value.is_nan() {
        return out.write_str("\"nan\"");
    }
    if value.is_infinite() {
        return out.write_str(if value < 0.0 { "\"-inf\"" } else { "\"inf\"" });
    }
    if value == 0.0 {
        return out.write_str(if value.is_sign_negative() { "-0.0" } else { "0" });
    }
    let scientific: String = format!("{value:e}");
    let (digits, exponent) = scientific.split_once('e').unwrap_or((&scientific, "0"));
    // `i128`, like the other integers of a text, so that only one parser is compiled.
    let exponent: i128 = exponent.parse().unwrap_or_default();
    let precision = digits.bytes().filter(u8::is_ascii_digit).count().max(15);
    if exponent < -4 || usize::try_from(exponent).is_ok_and(|exponent| exponent >= precision) {
        let sign = if exponent < 0 { '-' } else { '+' };
        return write!(out, "{digits}e{sign}{:02}", exponent.unsigned_abs());
    }
    write!(out, "{value}")
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
            float(&mut text, value).unwrap();
            assert_eq!(text, expected);
        }
    }

    #[test]
    fn strings_are_escaped() {
        let mut text = String::new();
        string(&mut text, "a\"\\\n\u{1}é\u{7f}").unwrap();
        assert_eq!(text, "\"a\\\"\\\\\\n\\u0001é\u{7f}\"");
        text.clear();
        lossless(&mut text, &[0xff, 1]).unwrap();
        assert_eq!(text, "{\"invalid_utf8_string\":[255,1]}");
    }
}
