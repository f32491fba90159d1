//! Conversion of whole values to and from JSON.

use alloc::string::String;
use core::fmt;

use crate::decode::Decode;
use crate::encode::Encode;
use crate::revision::Revision;
use crate::traits::{BinWriter, HasEncoding, NomReader};
use crate::walk::json::read_json;
use crate::walk::{JsonError, JsonErrorKind, to_json};

/// Converts values to the JSON of `data-encoding`, using the schema. Implemented for every type that has a schema and a
/// writer. For a value whose encoding [differs between revisions](crate::Facts::by_revision), use [`Revision::to_json`]. See
/// [`crate::walk::to_json`].
///
/// ```
/// use tezos_encoding::prelude::*;
/// #[derive(Debug, PartialEq, HasEncoding, NomReader, BinWriter)]
/// struct Peer { port: u16, seen: i64, name: Option<String> }
///
/// let peer = Peer { port: 9732, seen: -1, name: None };
/// assert_eq!(peer.to_json().unwrap(), r#"{"port":9732,"seen":"-1"}"#);
/// assert_eq!(Peer::from_json(r#"{"port": 9732, "seen": "-1"}"#).unwrap(), peer);
/// ```
pub trait ToJson: BinWriter + HasEncoding {
    /// Returns the JSON of the value.
    ///
    /// ```
    /// use tezos_encoding::{ToJson, Z};
    /// assert_eq!((7u8, true, Z::from(-1)).to_json().unwrap(), r#"[7,true,"-1"]"#);
    /// ```
    ///
    /// # Errors
    /// If the value cannot be encoded.
    fn to_json(&self) -> Result<String, JsonError> {
        let bytes = self.to_bytes().map_err(|error| JsonError::new(JsonErrorKind::Value(error)))?;
        to_json(Self::ENCODING, &bytes).map_err(|error| JsonError::new(JsonErrorKind::Bytes(error)))
    }
}

impl<T: BinWriter + HasEncoding + ?Sized> ToJson for T {}

/// Converts JSON to values. Implemented for every type that has a schema and a reader that does not borrow.
pub trait FromJson: HasEncoding + for<'a> NomReader<'a> {
    /// Converts a JSON text to a value; see [`crate::walk::from_json`]. For a union, it selects the first case that
    /// both matches the JSON and is accepted by the Rust type.
    ///
    /// ```
    /// use tezos_encoding::{FromJson, Z};
    /// assert_eq!(<(u8, Z)>::from_json(r#"[7, "-1"]"#).unwrap(), (7, (-1).into()));
    /// assert!(<(u8, Z)>::from_json(r#"[256, "-1"]"#).is_err());
    /// ```
    ///
    /// # Errors
    /// If the text is not JSON, or not the JSON of a value of this type.
    fn from_json(text: &str) -> Result<Self, JsonError> {
        read_json(Self::ENCODING, text, Revision::NEWEST, |bytes| Self::from_bytes(bytes))
    }
}

impl<T: HasEncoding + for<'a> NomReader<'a>> FromJson for T {}

/// The JSON of a value, returned by [`Revision::json`]. With the feature `serde` it is a part of whatever is serialized: an
/// object, an array or a number, and not a string that contains the text. Formats that are not human-readable get the text.
#[derive(Clone, Debug, PartialEq, Eq, Hash)]
pub struct JsonText(String);

impl JsonText {
    /// Wraps a JSON text, which this crate has written.
    pub(crate) const fn new(text: String) -> Self {
        Self(text)
    }

    /// Returns the text.
    pub fn as_str(&self) -> &str {
        &self.0
    }
}

impl fmt::Display for JsonText {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(&self.0)
    }
}

impl From<JsonText> for String {
    fn from(json: JsonText) -> Self {
        json.0
    }
}
