//! JSON as Ethereum's RPC prints it: numbers and bytes in hexadecimal digits after `0x`.
//!
//! Rule: <https://ethereum.org/en/developers/docs/apis/json-rpc/#conventions>.

use alloc::format;
use alloc::string::{String, ToString};
use alloc::vec::Vec;

use tezos_encoding::schema::{Encoding, Extent};
use tezos_encoding::{Reader, Revision};

use super::number::significant;
use crate::header::{put_string, string};

/// The encoding of JSON text.
pub(crate) const TEXT: &Encoding = &Encoding::Text { extent: Extent::Rest, utf8: true };

fn content<'a>(input: &mut Reader<'a>) -> Result<&'a [u8], String> {
    string(input).map_err(|fault| format!("{fault:?}"))
}

/// Returns `0x` and two digits for each byte of a string.
pub(crate) fn data(input: &mut Reader<'_>) -> Result<Vec<u8>, String> {
    Ok(digits(content(input)?))
}

/// Returns `0x` and the digits of a number, without leading zeros; `0x0` for zero.
pub(crate) fn quantity(input: &mut Reader<'_>) -> Result<Vec<u8>, String> {
    let mut text = digits(content(input)?);
    match text.get(2) {
        None => text.push(b'0'),
        Some(b'0') => _ = text.remove(2),
        Some(_) => {}
    }
    Ok(text)
}

fn digits(bytes: &[u8]) -> Vec<u8> {
    let digit = |half: u8| char::from_digit(half.into(), 16).map_or(b'0', |digit| u8::try_from(digit).unwrap_or(b'0'));
    let bytes = bytes.iter().flat_map(|byte| [digit(byte >> 4), digit(byte & 0xf)]);
    b"0x".iter().copied().chain(bytes).collect()
}

/// Reads the string of bytes whose digits these are.
pub(crate) fn of_data(text: &[u8], _: Revision) -> Result<Vec<u8>, String> {
    let digits = after_0x(text)?;
    if digits.len() % 2 != 0 {
        return Err("expected two digits for each byte".to_string());
    }
    item(&parse(digits)?)
}

/// Reads the number whose digits these are.
pub(crate) fn of_quantity(text: &[u8], _: Revision) -> Result<Vec<u8>, String> {
    item(&number(text)?)
}

/// Returns the bytes of a number whose digits these are, without leading zeros.
pub(crate) fn number(text: &[u8]) -> Result<Vec<u8>, String> {
    let digits = after_0x(text)?;
    if digits.is_empty() || digits.len() > 1 && digits.first() == Some(&b'0') {
        return Err("expected digits after `0x`, without leading zeros; zero is `0x0`".to_string());
    }
    let even = if digits.len() % 2 == 0 { digits.to_vec() } else { [b"0", digits].concat() };
    Ok(significant(&parse(&even)?).to_vec())
}

fn after_0x(text: &[u8]) -> Result<&[u8], String> {
    text.strip_prefix(b"0x").ok_or_else(|| "expected hexadecimal digits after `0x`".to_string())
}

fn parse(digits: &[u8]) -> Result<Vec<u8>, String> {
    let value = |digit: u8| char::from(digit).to_digit(16).and_then(|digit| u8::try_from(digit).ok());
    let byte = |pair: &[u8; 2]| {
        let [high, low] = pair.map(value);
        high.zip(low).map(|(high, low)| high << 4 | low)
    };
    let bytes: Option<Vec<u8>> = digits.as_chunks().0.iter().map(byte).collect();
    bytes.ok_or_else(|| "expected hexadecimal digits after `0x`".to_string())
}

/// Returns the RLP of a string.
fn item(content: &[u8]) -> Result<Vec<u8>, String> {
    let mut bytes = Vec::new();
    put_string(content, &mut bytes).map_err(|error| error.to_string())?;
    Ok(bytes)
}

/// Converts a number to the boolean of `data-encoding`.
pub(crate) fn boolean(input: &mut Reader<'_>) -> Result<Vec<u8>, String> {
    match content(input)? {
        [] => Ok([0].into()),
        [1] => Ok([0xff].into()),
        _ => Err("expected 0 or 1".to_string()),
    }
}

/// Converts the boolean of `data-encoding` to a number.
pub(crate) fn of_boolean(bytes: &[u8], _: Revision) -> Result<Vec<u8>, String> {
    Ok(if bytes == [0] { [0x80].into() } else { [1].into() })
}

/// Accepts the numbers that stand for booleans.
pub(crate) fn is_boolean(item: &[u8], _: Revision) -> Result<(), String> {
    matches!(item, [0x80] | [1]).then_some(()).ok_or_else(|| "expected 0 or 1".to_string())
}
