//! JSON of any encoding, in both directions.
//!
//! | encoding | JSON |
//! |---|---|
//! | integers of up to 4 bytes, ranged integers, `uint_like_n`, `int_like_z` | a number |
//! | integers of 8 bytes, `n`, `z` | a string of decimal digits |
//! | `float` | a number, or `"nan"`, `"inf"`, `"-inf"` |
//! | `bytes` | a string of hexadecimal digits |
//! | `string` | a string, or `{"invalid_utf8_string": [1, 2]}` |
//! | `string_enum`, `constant` | a string |
//! | `empty`, `unit`; `null` | `{}`; `null` |
//! | objects; tuples; lists | an object without fields that are absent or have their default; an array; an array |
//! | unions | the JSON of the case; reading, the first case that fits |
//! | `assoc` | an object; bytes of a key that are not UTF-8 become U+FFFD |
//! | a lazy value | the value, or `{"invalid_lazy_bytes": ".."}` |
//! | `json` | the document; text in it that is not UTF-8 as that of `string`, keys as those of `assoc` |
//!
//! A number beyond the range of a double is refused: the reference takes it for an infinity.
//!
//! Rule: `data-encoding`, `json.ml`.

mod print;

use alloc::string::String;
use alloc::vec::Vec;
use core::fmt;

use super::Encoding;
use super::json_text::tape::Tape;
use super::json_text::{JsonError, JsonErrorKind};
use super::write::{JsonPart, Node, Writer};
use crate::error::DecodeError;
use crate::revision::Revision;
use print::inner_json;

/// Limit of steps wasted on cases of unions that turn out not to fit: a fifth of a second, and some for each value of the text.
const MAX_WASTED: usize = 4_000_000;
const MAX_WASTED_EACH: usize = 16;

/// Returns the JSON of the value that is exactly `bytes`.
///
/// ```
/// use tezos_encoding::{HasEncoding, schema};
/// let encoding = <(u8, i64, String)>::ENCODING;
/// let bytes = b"\x07\xff\xff\xff\xff\xff\xff\xff\xff\0\0\0\x03abc";
/// assert_eq!(schema::to_json(encoding, bytes).unwrap(), r#"[7,"-1","abc"]"#);
/// assert_eq!(schema::from_json(encoding, r#"[ 7, "-1", "abc" ]"#).unwrap(), bytes);
/// ```
///
/// Of a schema with several revisions the newest is read; `schema::at`, which is one of the tools, makes the schema of another.
///
/// # Errors
/// Whatever the encoding refuses; `Size_limit_exceeded` for a `n` or a `z` of more than 32,768 bytes.
pub fn to_json(encoding: &'static Encoding, bytes: &[u8]) -> Result<String, DecodeError> {
    json_at(encoding, bytes, Revision::NEWEST)
}

/// As [`to_json`], in a revision of the format.
pub(crate) fn json_at(encoding: &'static Encoding, bytes: &[u8], revision: Revision) -> Result<String, DecodeError> {
    let mut text = String::new();
    // Writing to a string cannot fail.
    let _ = inner_json(encoding, bytes, 0, revision, &mut text)?;
    Ok(text)
}

/// Writes the JSON of the value that is exactly `bytes` as it is read, without holding the whole text. Text written before an error
/// stays written.
///
/// # Errors
/// As [`to_json`], and those of `out`.
pub fn write_json(encoding: &'static Encoding, bytes: &[u8], out: &mut dyn fmt::Write) -> Result<(), JsonError> {
    let written = inner_json(encoding, bytes, 0, Revision::NEWEST, out);
    let written = written.map_err(|error| JsonError::new(JsonErrorKind::Bytes(error)))?;
    written.map_err(|error| JsonError::new(JsonErrorKind::Output(error)))
}

/// Returns the bytes of the value of a JSON text.
///
/// The case of a union is the first that fits. If none does, the error is that of the case that got furthest in the text; of several that
/// got as far, the first is named ([`ErrorKind::NearestCase`](crate::ErrorKind::NearestCase)).
///
/// Of a schema with several revisions the newest is written; `schema::at`, which is one of the tools, makes the schema of another.
///
/// # Errors
/// If the text is not JSON or not that of a value of this encoding, or if readers would refuse the bytes; `Too_many_cases` if nested
/// unions take too long to tell apart.
pub fn from_json(encoding: &'static Encoding, text: &str) -> Result<Vec<u8>, JsonError> {
    let tape = Tape::parse(text)?;
    let mut writer = writer(&tape, Revision::NEWEST);
    write(&mut writer, encoding, &tape)?;
    Ok(writer.out)
}

/// Converts a JSON text to bytes and reads them with `read`. A type may be narrower than its encoding: if `read` refuses the bytes of a
/// union's case, the next case that fits is tried.
///
/// # Errors
/// As [`from_json`]; that of `read` if no other case fits.
pub(crate) fn read_json<T>(
    encoding: &'static Encoding,
    text: &str,
    revision: Revision,
    read: impl Fn(&[u8]) -> Result<T, DecodeError>,
) -> Result<T, JsonError> {
    let tape = Tape::parse(text)?;
    let mut writer = writer(&tape, revision);
    let mut refusal = None;
    loop {
        if let Err(error) = write(&mut writer, encoding, &tape) {
            return Err(refusal.unwrap_or(error));
        }
        let error = match read(&writer.out) {
            Ok(value) => return Ok(value),
            Err(error) => error,
        };
        let offset = error.offset();
        let refused = JsonError::new(JsonErrorKind::Bytes(error));
        if !writer.without_guess_at(offset, tape.work()) {
            return Err(refused);
        }
        refusal = Some(refused);
    }
}

fn writer<'t>(tape: &Tape<'t>, revision: Revision) -> Writer<'t> {
    Writer::new(tape.count().saturating_mul(MAX_WASTED_EACH).saturating_add(MAX_WASTED), revision)
}

/// Writes the value of a text.
fn write<'t>(writer: &mut Writer<'t>, encoding: &'static Encoding, tape: &'t Tape<'t>) -> Result<(), JsonError> {
    writer.run(encoding, Node::Json(JsonPart::root(tape))).map_err(|trouble| {
        let error = writer.at_path(trouble.kind);
        JsonError::new(match trouble.at {
            Some(at) => JsonErrorKind::Mismatch { at, error },
            None => JsonErrorKind::Value(error),
        })
    })
}
