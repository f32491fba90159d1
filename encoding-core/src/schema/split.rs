//! Values that have one form on the wire and another in JSON.

use alloc::string::String;
use alloc::vec::Vec;

use super::Encoding;

/// A value whose JSON is that of another encoding: a hash in base58check, a time in RFC 3339.
///
/// The two functions convert between the bytes of one and the bytes of the other, which are the common form of all values.
/// They may refuse it, in a sentence.
///
/// Rule: `data-encoding`, `encoding.ml`, `splitted`.
#[derive(Clone, Copy, Debug)]
pub struct Split {
    /// The form on the wire.
    pub inner: &'static Encoding,
    /// The form in JSON.
    pub json: &'static Encoding,
    /// The bytes of the JSON form from those on the wire.
    pub to_json: fn(&[u8]) -> Result<Vec<u8>, String>,
    /// The bytes on the wire from those of the JSON form.
    pub from_json: fn(&[u8]) -> Result<Vec<u8>, String>,
}
