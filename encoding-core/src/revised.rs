//! Values of a revision of their format.

use alloc::string::String;
use alloc::vec::Vec;

use crate::decode::Decode;
use crate::encode::to_bytes;
use crate::error::{DecodeError, EncodeError};
use crate::measure::Measure;
use crate::reader::Reader;
use crate::revision::Revision;
use crate::traits::{BinWriter, HasEncoding, NomReader};
use crate::view::View;
use crate::walk::explain::explain;
use crate::walk::json::{json_at, read_json};
use crate::walk::{JsonError, JsonErrorKind};

impl Revision {
    /// Decodes a value of this revision from all of `bytes`; see [`Decode::from_bytes`].
    ///
    /// # Errors
    /// The errors of the encoding; `Extra_bytes` if bytes are left over.
    #[cfg_attr(not(debug_assertions), inline(always))]
    pub fn decode<'a, T: Decode<'a>>(self, bytes: &'a [u8]) -> Result<T, DecodeError> {
        // Not `map_err`, which would move the value once more.
        match Reader::new(bytes).at(self).read_whole() {
            Ok(value) => Ok(value),
            Err(fault) => Err(explain(T::ENCODING, bytes, fault, self)),
        }
    }

    /// Decodes the view of a value of this revision from all of `bytes`.
    ///
    /// # Errors
    /// The errors of [`Revision::decode`].
    pub fn view<'a, T: View + HasEncoding>(self, bytes: &'a [u8]) -> Result<T::View<'a>, DecodeError> {
        let mut reader = Reader::new(bytes).at(self);
        let view = T::view(&mut reader).and_then(|view| reader.finish().map(|()| view));
        view.map_err(|fault| explain(T::ENCODING, bytes, fault, self))
    }

    /// Encodes a value in this revision; see [`Encode::to_bytes`](crate::Encode::to_bytes).
    ///
    /// # Errors
    /// If the reader would refuse the bytes; `Other_revision` if the value has a field or a case that this revision
    /// does not have; `Missing_field` if it lacks a field that this revision has.
    pub fn encode<T: BinWriter + ?Sized>(self, value: &T) -> Result<Vec<u8>, EncodeError> {
        to_bytes(value, Measure::new().at(self))
    }

    /// Converts a value to the JSON of this revision; see [`ToJson::to_json`](crate::ToJson::to_json).
    ///
    /// # Errors
    /// The errors of [`Revision::encode`].
    pub fn to_json<T: BinWriter + HasEncoding + ?Sized>(self, value: &T) -> Result<String, JsonError> {
        let bytes = self.encode(value).map_err(|error| JsonError::new(JsonErrorKind::Value(error)))?;
        json_at(T::ENCODING, &bytes, self).map_err(|error| JsonError::new(JsonErrorKind::Bytes(error)))
    }

    /// Converts JSON of this revision to a value; see [`FromJson::from_json`](crate::FromJson::from_json).
    ///
    /// # Errors
    /// If the text is not JSON, or not the JSON of a value of this type in this revision.
    pub fn from_json<T: HasEncoding + for<'a> NomReader<'a>>(self, text: &str) -> Result<T, JsonError> {
        read_json(T::ENCODING, text, self, |bytes| self.decode(bytes))
    }
}
