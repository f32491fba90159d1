//! JSON as Ethereum's RPC prints it: numbers and bytes in hexadecimal digits after `0x`.
//!
//! Rule: <https://ethereum.org/en/developers/docs/apis/json-rpc/#conventions>.

use alloc::format;
use alloc::string::{String, ToString};
use alloc::vec::Vec;
use core::fmt;

use tezos_encoding::schema::{Encoding, Extent, JsonPrinter};
use tezos_encoding::{Fault, Reader, Revision};

use super::number::{Number, significant};
use crate::header::{put_string, string};

/// The encoding of JSON text.
pub(crate) const TEXT: &Encoding = &Encoding::Text { extent: Extent::Rest, utf8: true };

fn content<'a>(input: &mut Reader<'a>) -> Result<&'a [u8], String> {
    string(input).map_err(Fault::reason)
}

/// Prints `0x` and two digits for each byte of a string of at most `MAX` bytes.
pub(crate) fn data<const MAX: usize>(input: &mut Reader<'_>, out: &mut JsonPrinter<'_>) -> Result<(), String> {
    match content(input)? {
        long if long.len() > MAX => return Err(format!("expected at most {MAX} bytes")),
        content => out.string(&Digits(content)),
    }
    Ok(())
}

/// Prints `0x` and two digits for each byte of a string of `N` bytes.
pub(crate) fn fixed<const N: usize>(input: &mut Reader<'_>, out: &mut JsonPrinter<'_>) -> Result<(), String> {
    let content: &[u8; N] = content(input)?.try_into().map_err(|_| format!("expected {N} bytes"))?;
    out.string(&Digits(content));
    Ok(())
}

/// Prints `0x` and the digits of a number, without leading zeros; `0x0` for zero.
pub(crate) fn quantity<T: Number>(input: &mut Reader<'_>, out: &mut JsonPrinter<'_>) -> Result<(), String> {
    match content(input)? {
        [0, ..] => return Err("expected no leading zero".to_string()),
        long if long.len() > T::BYTES => return Err(format!("expected at most {} bytes", T::BYTES)),
        content => out.string(&Shown(content)),
    }
    Ok(())
}

/// Bytes, printed as `0x` and two digits for each.
struct Digits<'b>(&'b [u8]);

impl fmt::Display for Digits<'_> {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str("0x")?;
        self.0.iter().try_for_each(|byte| write!(f, "{byte:02x}"))
    }
}

/// The bytes of a number, printed as `0x` and its digits.
pub(crate) struct Shown<'b>(pub(crate) &'b [u8]);

impl fmt::Display for Shown<'_> {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self.0 {
            [] => f.write_str("0x0"),
            [first, rest @ ..] => {
                write!(f, "0x{first:x}")?;
                rest.iter().try_for_each(|byte| write!(f, "{byte:02x}"))
            }
        }
    }
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

/// Prints a number as a boolean.
pub(crate) fn boolean(input: &mut Reader<'_>, out: &mut JsonPrinter<'_>) -> Result<(), String> {
    match content(input)? {
        [] => out.raw("false"),
        [1] => out.raw("true"),
        _ => return Err("expected 0 or 1".to_string()),
    }
    Ok(())
}

/// Converts the boolean of `data-encoding` to a number.
pub(crate) fn of_boolean(bytes: &[u8], _: Revision) -> Result<Vec<u8>, String> {
    Ok(if bytes == [0] { [0x80].into() } else { [1].into() })
}

/// Accepts the numbers that stand for booleans.
pub(crate) fn is_boolean(item: &[u8], _: Revision) -> Result<(), String> {
    matches!(item, [0x80] | [1]).then_some(()).ok_or_else(|| "expected 0 or 1".to_string())
}
