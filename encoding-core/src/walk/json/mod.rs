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
//! | objects; tuples; lists | an object without the fields that are absent or have their default value; an array; an array |
//! | unions | the JSON of the case; when reading, the first case that matches |
//! | `assoc` | an object; bytes of a key that are not UTF-8 become U+FFFD |
//! | a lazy value | the value, or `{"invalid_lazy_bytes": ".."}` |
//! | `json` | the document; text that is not UTF-8 as for `string`, keys as for `assoc` |
//!
//! A number beyond the range of a double is refused, where the reference would read an infinity.
//!
//! Rule: `data-encoding`, `json.ml`.

mod print;

pub(super) use print::{Printer, scalar};

use alloc::string::String;
use alloc::vec::Vec;
use core::fmt;

use super::json_text::tape::Tape;
use super::json_text::{JsonError, JsonErrorKind};
use super::write::{JsonPart, Node, Writer};
use crate::error::{DecodeError, Path, Segment};
use crate::revision::Revision;
use crate::schema::Encoding;

/// Limit on the steps spent on union cases that turn out not to match: a constant that takes a fifth of a second, plus
/// some for each value of the text.
const MAX_WASTED: usize = 4_000_000;
const MAX_WASTED_EACH: usize = 16;

/// Converts the bytes of one value to JSON.
///
/// ```
/// use tezos_encoding::{HasEncoding, schema};
/// let encoding = <(u8, i64, String)>::ENCODING;
/// let bytes = b"\x07\xff\xff\xff\xff\xff\xff\xff\xff\0\0\0\x03abc";
/// assert_eq!(schema::to_json(encoding, bytes).unwrap(), r#"[7,"-1","abc"]"#);
/// assert_eq!(schema::from_json(encoding, r#"[ 7, "-1", "abc" ]"#).unwrap(), bytes);
/// ```
///
/// For a schema with several revisions, the newest is used; `schema::at`, one of the tools, creates the schema of
/// another revision.
///
/// # Errors
/// The errors of the encoding; `Size_limit_exceeded` for an `n` or a `z` of more than 32,768 bytes.
pub fn to_json(encoding: &'static Encoding, bytes: &[u8]) -> Result<String, DecodeError> {
    json_at(encoding, bytes, Revision::NEWEST)
}

/// Converts the bytes of one value to JSON, in a revision of the format.
pub(crate) fn json_at(encoding: &'static Encoding, bytes: &[u8], revision: Revision) -> Result<String, DecodeError> {
    print::json(encoding, bytes, 0, revision)
}

/// Converts the bytes of one value to JSON and writes it while reading, without storing the whole text. Text written
/// before an error stays written.
///
/// # Errors
/// The errors of [`to_json`], and those of `out`.
pub fn write_json(encoding: &'static Encoding, bytes: &[u8], out: &mut dyn fmt::Write) -> Result<(), JsonError> {
    let written = print::write(encoding, bytes, Revision::NEWEST, out)
        .map_err(|error| JsonError::new(JsonErrorKind::Bytes(error)))?;
    written.map_err(|error| JsonError::new(JsonErrorKind::Output(error)))
}

/// Converts a JSON text to the bytes of a value.
///
/// For a union, the first case that matches is used. If none matches, the error is that of the case with a constant, such as its `kind`, that
/// is in the text; if the constant in the text is that of no case, it is
/// [`ErrorKind::UnknownName`](crate::ErrorKind::UnknownName). Otherwise, the error is that of the case that matched the longest part of the
/// text; if several are equal, the first is named ([`ErrorKind::NearestCase`](crate::ErrorKind::NearestCase)).
///
/// For a schema with several revisions, the newest is used; `schema::at`, one of the tools, creates the schema of
/// another revision.
///
/// # Errors
/// If the text is not JSON, is not the JSON of a value of this encoding, or if a reader would refuse the bytes;
/// `Too_many_cases` if finding the cases of nested unions would take too long.
pub fn from_json(encoding: &'static Encoding, text: &str) -> Result<Vec<u8>, JsonError> {
    let tape = Tape::parse(text)?;
    if let Some(bytes) = quick(&tape, encoding, Revision::NEWEST, true) {
        return Ok(bytes);
    }
    let mut writer = writer(&tape, Revision::NEWEST);
    write(&mut writer, encoding, &tape)?;
    Ok(writer.out)
}

/// Converts a JSON text to bytes and decodes them with `read`. A Rust type may accept fewer values than its encoding:
/// if `read` refuses the bytes of a union's case, the next case that matches is tried.
///
/// # Errors
/// The errors of [`from_json`]; that of `read` if no other case matches.
pub(crate) fn read_json<T>(
    encoding: &'static Encoding,
    text: &str,
    revision: Revision,
    read: impl Fn(&[u8]) -> Result<T, DecodeError>,
) -> Result<T, JsonError> {
    let tape = Tape::parse(text)?;
    if let Some(bytes) = quick(&tape, encoding, revision, false)
        && let Ok(value) = read(&bytes)
    {
        return Ok(value);
    }
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
        let at = locate(&tape, error.path());
        let refused = JsonError::new(JsonErrorKind::Bytes(error)).at(text, at);
        if !writer.without_guess_at(offset, tape.work()) {
            return Err(refused);
        }
        refusal = Some(refused);
    }
}

/// Writes a text without what only an error needs; see [`Writer::quick`].
fn quick(tape: &Tape<'_>, encoding: &'static Encoding, revision: Revision, checks: bool) -> Option<Vec<u8>> {
    let mut writer = Writer::quick(tape.text().len(), max_wasted(tape), revision, checks);
    writer.run(encoding, Node::Json(JsonPart::root(tape))).ok()?;
    Some(writer.out)
}

fn writer<'t>(tape: &Tape<'t>, revision: Revision) -> Writer<'t> {
    Writer::new(max_wasted(tape), revision)
}

fn max_wasted(tape: &Tape<'_>) -> usize {
    tape.count().saturating_mul(MAX_WASTED_EACH).saturating_add(MAX_WASTED)
}

/// Writes the value of a JSON text.
fn write<'t>(writer: &mut Writer<'t>, encoding: &'static Encoding, tape: &'t Tape<'t>) -> Result<(), JsonError> {
    writer.run(encoding, Node::Json(JsonPart::root(tape))).map_err(|trouble| {
        // An error describes what it finds in the text.
        let (error, refused) = writer.error(*trouble, Some(tape).filter(|_| !encoding.holds_secret()));
        let (at, kind) = match refused.map(|index| tape.entry(index).start) {
            Some(at) => (at, JsonErrorKind::Mismatch { at, error }),
            None => (locate(tape, error.path()), JsonErrorKind::Value(error)),
        };
        JsonError::new(kind).at(tape.text(), at)
    })
}

/// Returns the offset of the value at a path, or of the innermost one that contains it and that the text has.
#[cold]
fn locate(tape: &Tape<'_>, path: &Path) -> usize {
    let mut part = JsonPart::root(tape);
    for segment in path.segments() {
        let child = match segment {
            Segment::Case(_) => continue,
            Segment::Field(name) => part.field(name),
            Segment::Index(index) => part.child(index),
        };
        let Some(child) = child else { break };
        part = child;
    }
    part.offset()
}
