//! Prints the values that have a different encoding in JSON.

use alloc::string::{String, ToString};
use core::fmt;

use super::json::{Printer, scalar};
use super::json_text::text;
use crate::schema::{Encoding, Scalar};

/// Prints one value in its encoding in JSON, for [`Split::to_json`](crate::schema::Split::to_json) and [`JsonAs::print`](crate::JsonAs::print):
/// given its bytes in that encoding, or its text, piece by piece. The pieces must be the text of a value of that encoding.
///
/// ```
/// use std::fmt::Display;
/// use tezos_encoding::prelude::*;
/// use tezos_encoding::{JsonAs, Revision, schema::JsonPrinter};
///
/// /// A port, as a list of its digits.
/// struct Digits;
///
/// impl JsonAs<u16> for Digits {
///     type Json = Vec<u8>;
///
///     fn to_json(port: u16) -> Vec<u8> {
///         port.to_string().into_bytes()
///     }
///
///     fn print(port: u16, _: Revision, out: &mut JsonPrinter<'_>) -> Result<(), String> {
///         out.bytes(port.to_string().as_bytes()); // without the bytes of a `Vec<u8>`
///         Ok(())
///     }
///
///     fn from_json(digits: Vec<u8>) -> Result<u16, impl Display> {
///         String::from_utf8_lossy(&digits).parse::<u16>()
///     }
/// }
///
/// #[derive(Debug, PartialEq, HasEncoding, NomReader, BinWriter)]
/// struct Peer { #[encoding(json(with = "Digits"))] port: u16 }
///
/// assert_eq!(Peer { port: 9732 }.to_json().unwrap(), r#"{"port":"39373332"}"#);
/// assert_eq!(Peer::from_json(r#"{"port":"39373332"}"#).unwrap(), Peer { port: 9732 });
/// ```
pub struct JsonPrinter<'p> {
    printer: &'p mut Printer,
    encoding: &'static Encoding,
    /// Whether the value is a part of a merge.
    is_part: bool,
    is_started: bool,
}

impl<'p> JsonPrinter<'p> {
    pub(super) fn new(printer: &'p mut Printer, encoding: &'static Encoding, is_part: bool) -> Self {
        Self { printer, encoding, is_part, is_started: false }
    }

    /// Prints the value, given its bytes in the encoding in JSON.
    ///
    /// # Errors
    /// Why the bytes have no JSON.
    pub fn value(&mut self, bytes: &[u8]) -> Result<(), String> {
        self.printer.inner(self.encoding, bytes, self.is_part).map_err(|error| error.kind().to_string())
    }

    /// Appends a piece of JSON.
    pub fn raw(&mut self, json: &str) {
        self.append(|out| out.push_str(json));
    }

    /// Appends a comma, except before the first element of a list and before the value itself.
    pub fn comma(&mut self) {
        if self.is_started {
            self.printer.start();
        }
    }

    /// Appends a string.
    pub fn string(&mut self, text: &dyn fmt::Display) {
        self.append(|out| text::display(out, text));
    }

    /// Appends a text, which may not be UTF-8.
    pub fn text(&mut self, text: &[u8]) {
        self.append(|out| text::lossless(out, text));
    }

    /// Appends bytes in hexadecimal.
    pub fn bytes(&mut self, bytes: &[u8]) {
        self.append(|out| text::hex(out, bytes));
    }

    /// Appends a scalar, given its bytes.
    ///
    /// # Errors
    /// That a number is too long for its digits.
    pub fn scalar(&mut self, scalar: &Scalar, bytes: &[u8]) -> Result<(), String> {
        let mut written = Ok(());
        self.append(|out| written = self::scalar(out, scalar, bytes));
        written.map_err(|kind| kind.to_string())
    }

    fn append(&mut self, append: impl FnOnce(&mut String)) {
        let is_next = !core::mem::replace(&mut self.is_started, true);
        append(self.printer.text(is_next));
    }
}

impl fmt::Debug for JsonPrinter<'_> {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.debug_struct("JsonPrinter").field("encoding", &self.encoding.name()).finish_non_exhaustive()
    }
}
