//! JSON documents as values.

use alloc::vec::Vec;
use core::fmt;

use crate::error::EncodeError;
use crate::facts::Facts;
use crate::fault::{Fault, FaultKind};
use crate::form::Sink;
use crate::reader::Reader;
use crate::schema::Encoding;
use crate::traits::{BinWriter, HasEncoding, NomReader};
use crate::view::View;
use crate::walk::{JsonError, bson, from_json, write_json};
use crate::wire::{Bytes, Dynamic, Length, Prefix, U30, Writes};

/// A JSON document; BSON on the wire.
///
/// | bytes | contents |
/// |------:|---|
/// | 4     | size prefix |
/// | n     | the document as BSON, which is an object or an array |
///
/// ```
/// use tezos_encoding::{Decode, Encode, Json};
/// let document: Json = r#"{"a": 1, "b": [true, null]}"#.parse().unwrap();
/// assert_eq!(document.to_string(), r#"{"a":1,"b":[true,null]}"#);
/// let bytes = document.to_bytes().unwrap();
/// assert_eq!(bytes[..8], [0, 0, 0, 31, 31, 0, 0, 0]); // the size prefix of the block, then the size of the BSON document
/// assert_eq!(Json::from_bytes(&bytes).unwrap(), document);
/// ```
///
/// # Errors
/// Reading: those of a block with a 4-byte size prefix; `Exception_raised_in_user_function` if it is not BSON.
///
/// Rule: `data-encoding`, `binary_reader.ml`, `Json`; `json-data-encoding`, `json_repr_bson.ml`.
#[derive(Clone, PartialEq, Eq, Hash)]
pub struct Json(Vec<u8>);

impl Json {
    /// Returns the document as BSON.
    pub fn bson(&self) -> &[u8] {
        &self.0
    }
}

/// The encoding of the document without its size prefix.
const DOCUMENT: &Encoding = &Encoding::Json;

impl core::str::FromStr for Json {
    type Err = JsonError;

    fn from_str(text: &str) -> Result<Self, JsonError> {
        from_json(DOCUMENT, text).map(Self)
    }
}

impl fmt::Display for Json {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write_json(DOCUMENT, &self.0, f).map_err(|_| fmt::Error)
    }
}

impl fmt::Debug for Json {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "Json({self})")
    }
}

impl HasEncoding for Json {
    const ENCODING: &'static Encoding = &Encoding::Dynamic { prefix: Prefix::U30, inner: DOCUMENT };
}

impl<'a> NomReader<'a> for Json {
    fn read(input: &mut Reader<'a>) -> Result<Self, Fault> {
        let len = U30::read(input)?;
        let block = input.block(len)?.rest()?;
        match bson::check(block) {
            Ok(()) => Ok(Self(block.to_vec())),
            Err(_) => Err(Fault::new(FaultKind::UserFunction, block)),
        }
    }
}

impl BinWriter for Json {
    const FACTS: Facts = Facts::UNKNOWN;

    fn write<S: Sink>(&self, sink: &mut S) -> Result<(), EncodeError> {
        <Dynamic<U30, Bytes> as Writes<Vec<u8>>>::write(&self.0, sink)
    }
}

/// Documents are not borrowed: the view is an owned copy.
impl View for Json {
    type View<'a> = Self;

    fn view<'a>(input: &mut Reader<'a>) -> Result<Self, Fault> {
        Self::read(input)
    }

    fn from_view(view: &Self) -> Result<Self, Fault> {
        Ok(view.clone())
    }
}
