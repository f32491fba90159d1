//! Prints values of slices like the reference.

use alloc::format;
use alloc::string::{String, ToString};
use core::fmt::Write;

use tezos_encoding_core::__tools::{big_endian, decimal_of_n, decimal_of_z};
use tezos_encoding_core::schema::Scalar;
use tezos_encoding_core::{N, Z};

/// Returns the reference's name of a scalar in slices, which does not distinguish byte orders.
pub(super) fn encoding(scalar: &Scalar) -> String {
    match scalar {
        Scalar::Bool => "bool".into(),
        Scalar::Int(int) => match int.name {
            "int31" => "int31".into(),
            "uint30" | "ranged_int" => "ranged int".into(),
            _ => format!("{}int{}", if int.signed { "" } else { "u" }, int.bytes.saturating_mul(8)),
        },
        Scalar::Float => "float".into(),
        Scalar::RangedFloat { .. } => "ranged float".into(),
        Scalar::N | Scalar::UintLikeN { .. } => "N".into(),
        Scalar::Z | Scalar::IntLikeZ { .. } => "Z".into(),
    }
}

/// Prints a scalar from its valid bytes. A ranged integer is printed as the number on the wire; a number that is too
/// long to print is empty.
pub(super) fn scalar(scalar: &Scalar, bytes: &[u8]) -> String {
    match scalar {
        Scalar::Bool => bytes.iter().any(|byte| *byte != 0).to_string(),
        Scalar::Int(int) => int.value(big_endian(bytes)).saturating_sub(int.shift).to_string(),
        Scalar::Float | Scalar::RangedFloat { .. } => {
            float(bytes.try_into().map(f64::from_be_bytes).unwrap_or_default())
        }
        Scalar::N | Scalar::UintLikeN { .. } => decimal_of_n(&N::from_wire(bytes)).unwrap_or_default(),
        Scalar::Z | Scalar::IntLikeZ { .. } => decimal_of_z(&Z::from_wire(bytes)).unwrap_or_default(),
    }
}

/// Prints twelve significant digits, like C's `%.12g`, and adds a point if the result looks like an integer (OCaml,
/// `string_of_float`).
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
