//! Values of slices as the reference prints them.

use alloc::format;
use alloc::string::{String, ToString};
use core::fmt::Write;

use tezos_encoding_core::__tools::{big_endian, decimal_of_n, decimal_of_z, little_endian};
use tezos_encoding_core::schema::{Int, Scalar};
use tezos_encoding_core::{N, Z};

/// Returns the reference's name of a scalar in slices.
pub(super) fn encoding(scalar: &Scalar) -> &'static str {
    match scalar {
        Scalar::Bool => "bool",
        Scalar::Int(int) => int_name(int),
        Scalar::Float => "float",
        Scalar::RangedFloat { .. } => "ranged float",
        Scalar::N | Scalar::UintLikeN { .. } => "N",
        Scalar::Z | Scalar::IntLikeZ { .. } => "Z",
    }
}

/// Names an integer by its width on the wire: the reference does not distinguish byte orders here.
fn int_name(int: &Int) -> &'static str {
    match (int.name, int.bytes, int.signed) {
        ("int31", ..) => "int31",
        ("uint30" | "ranged_int", ..) => "ranged int",
        (_, 1, true) => "int8",
        (_, 1, false) => "uint8",
        (_, 2, true) => "int16",
        (_, 2, false) => "uint16",
        (_, 4, true) => "int32",
        (_, 4, false) => "uint32",
        (_, 8, true) => "int64",
        (_, 8, false) => "uint64",
        (name, ..) => name,
    }
}

/// Prints a scalar from its valid bytes. A ranged integer is the number on the wire; a number that is too long to print is empty.
pub(super) fn scalar(scalar: &Scalar, bytes: &[u8]) -> String {
    match scalar {
        Scalar::Bool => bytes.iter().any(|byte| *byte != 0).to_string(),
        Scalar::Int(int) => integer(int, bytes).to_string(),
        Scalar::Float | Scalar::RangedFloat { .. } => {
            float(bytes.try_into().map(f64::from_be_bytes).unwrap_or_default())
        }
        Scalar::N | Scalar::UintLikeN { .. } => decimal_of_n(&N::from_wire(bytes)).unwrap_or_default(),
        Scalar::Z | Scalar::IntLikeZ { .. } => decimal_of_z(&Z::from_wire(bytes)).unwrap_or_default(),
    }
}

fn integer(int: &Int, bytes: &[u8]) -> i128 {
    let bits = i128::from(if int.little { little_endian(bytes) } else { big_endian(bytes) });
    let sign = 1i128 << (int.bytes << 3).saturating_sub(1);
    if int.signed { (bits ^ sign).saturating_sub(sign) } else { bits }
}

/// Prints twelve significant digits, as C's `%.12g`, and a point behind what looks like an integer (OCaml, `string_of_float`).
fn float(number: f64) -> String {
    if number.is_nan() {
        return if number.is_sign_negative() { "-nan" } else { "nan" }.to_string();
    }
    if number.is_infinite() {
        return if number < 0.0 { "-inf" } else { "inf" }.to_string();
    }
    let scientific = format!("{number:.11e}");
    let (digits, exponent) = scientific.split_once('e').unwrap_or((&scientific, "0"));
    let exponent: i32 = exponent.parse().unwrap_or_default();
    let short = |digits: &str| match digits.contains('.') {
        true => digits.trim_end_matches('0').trim_end_matches('.').to_string(),
        false => digits.to_string(),
    };
    if !(-4..12).contains(&exponent) {
        let sign = if exponent < 0 { '-' } else { '+' };
        return format!("{}e{sign}{:02}", short(digits), exponent.unsigned_abs());
    }
    let places = usize::try_from(11i32.saturating_sub(exponent)).unwrap_or_default();
    let fixed = short(&format!("{number:.places$}"));
    if fixed.contains('.') { fixed } else { format!("{fixed}.") }
}

/// Returns text in quotes with OCaml's escapes (`%S`).
pub(super) fn quoted(text: &[u8]) -> String {
    let mut out = String::with_capacity(text.len().saturating_add(2));
    out.push('"');
    for byte in text {
        match byte {
            b'"' => out.push_str("\\\""),
            b'\\' => out.push_str("\\\\"),
            b'\n' => out.push_str("\\n"),
            b'\t' => out.push_str("\\t"),
            b'\r' => out.push_str("\\r"),
            0x08 => out.push_str("\\b"),
            b' '..=b'~' => out.push(char::from(*byte)),
            other => {
                // Writing to a `String` cannot fail.
                let _ = write!(out, "\\{other:03}");
            }
        }
    }
    out.push('"');
    out
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn floats_and_text_as_ocaml_prints_them() {
        let numbers = [0.0, -0.0, 1.0, 0.1, -2.5, 123_456_789_012.0, 1_234_567_890_123.0, 1e100, 0.0001, 0.000_012_5];
        let expected = "0. -0. 1. 0.1 -2.5 123456789012. 1.23456789012e+12 1e+100 0.0001 1.25e-05";
        assert_eq!(numbers.map(float).join(" "), expected);
        let numbers = [999_999_999_999.9, f64::INFINITY, f64::NEG_INFINITY, f64::NAN];
        assert_eq!(numbers.map(float).join(" "), "1e+12 inf -inf nan");
        assert_eq!(quoted(b"a\"b\\c\n\x07\xff"), r#""a\"b\\c\n\007\255""#);
    }
}
