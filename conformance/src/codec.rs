//! What an engine does with the bytes of one encoding.

use tezos_encoding::{
    Decode, DecodeError, Encode, ErrorKind, FromJson, HasEncoding, ToJson,
    schema::{Encoding, JsonErrorKind, Size},
};

/// What becomes of bytes.
#[derive(Debug, Clone, PartialEq)]
pub(super) enum Reading {
    /// They are a value, which is written as these bytes, or cannot be.
    Accepted(Vec<Result<Vec<u8>, String>>),
    /// They are not.
    Refused(DecodeError),
}

/// What becomes of a value.
#[derive(Debug, Clone, PartialEq)]
pub(super) enum Writing {
    /// Its bytes.
    Written(Vec<u8>),
    /// It is refused: the reference's name of the error, and a sentence.
    Refused(&'static str, String),
    /// The engine does not know the value.
    Unable(String),
}

/// An engine that knows an encoding.
pub(super) trait Known {
    /// Reads the bytes, all of them.
    fn read(&self, bytes: &[u8]) -> Reading;

    /// Whether values are converted by functions that the engine has not got, so that it writes them as it has read them.
    fn lacks_functions(&self) -> bool {
        false
    }

    /// Whether it runs the functions that refuse values.
    fn has_guards(&self) -> bool {
        true
    }

    /// The size of the encoding.
    fn size(&self) -> Size;

    /// The parts that bytes are made of: name, hex and text of each; nothing where the engine cannot tell.
    fn slices(&self, _bytes: &[u8]) -> Option<Vec<[String; 3]>> {
        None
    }

    /// The JSON of the value that bytes are; nothing where the engine has no JSON for this.
    fn json_of_bytes(&self, _bytes: &[u8]) -> Option<Result<String, String>> {
        None
    }

    /// The bytes of the value that a JSON text is.
    fn bytes_of_json(&self, _json: &str) -> Writing {
        Writing::Unable("it has no JSON for this".to_owned())
    }
}

/// A Rust type, without the type.
#[derive(Clone, Copy)]
pub(super) struct Codec {
    read: fn(&[u8]) -> Reading,
    /// JSON of the type, where the reference has the same.
    json: Option<Json>,
    /// The schema of the type.
    pub(super) schema: &'static Encoding,
}

/// JSON of a type, both ways.
#[derive(Clone, Copy)]
pub(super) struct Json {
    /// That of the value that bytes are.
    pub(super) of_bytes: fn(&[u8]) -> Result<String, String>,
    /// The bytes of the value that a text is.
    pub(super) to_bytes: fn(&str) -> Writing,
}

impl Codec {
    /// That of a type.
    pub(super) const fn of<T>() -> Self
    where
        T: for<'a> Decode<'a> + Encode,
    {
        Self::with::<T>(read::<T>)
    }

    /// The same with this JSON.
    pub(super) const fn json(self, json: Json) -> Self {
        Self { json: Some(json), ..self }
    }

    /// That of a type with its JSON.
    pub(super) const fn with_json<T>() -> Self
    where
        T: for<'a> Decode<'a> + Encode,
    {
        let json = Json { of_bytes: json_of_bytes::<T>, to_bytes: bytes_of_json::<T> };
        Self { json: Some(json), ..Self::of::<T>() }
    }

    /// That of a type whose value the reference has in another form after reading.
    pub(super) const fn with<T: HasEncoding>(read: fn(&[u8]) -> Reading) -> Self {
        Self { read, json: None, schema: T::ENCODING }
    }
}

impl Known for Codec {
    fn read(&self, bytes: &[u8]) -> Reading {
        (self.read)(bytes)
    }

    fn size(&self) -> Size {
        self.schema.size()
    }

    fn json_of_bytes(&self, bytes: &[u8]) -> Option<Result<String, String>> {
        self.json.map(|json| (json.of_bytes)(bytes))
    }

    fn bytes_of_json(&self, json: &str) -> Writing {
        match self.json {
            // The reference's values of a `string_enum` may be an index without a name.
            Some(_) if matches!(self.schema, Encoding::Enum(_)) && json.parse::<u64>().is_ok() => {
                Writing::Unable("a Rust enum has no such value".to_owned())
            }
            Some(Json { to_bytes, .. }) => to_bytes(json),
            None => Writing::Unable("it has no JSON for this".to_owned()),
        }
    }
}

/// Reads a value and prints it.
fn json_of_bytes<T: for<'a> Decode<'a> + Encode>(bytes: &[u8]) -> Result<String, String> {
    let value = T::from_bytes(bytes).map_err(|error| error.to_string())?;
    value.to_json().map_err(|error| error.to_string())
}

/// Reads a value from JSON and writes it.
fn bytes_of_json<T: for<'a> Decode<'a> + Encode>(json: &str) -> Writing {
    let value = match T::from_json(json) {
        Ok(value) => value,
        // The reader refuses what the schema wrote: there is no such value to write.
        Err(error) if matches!(error.kind(), JsonErrorKind::Bytes(_)) => return Writing::Unable(error.to_string()),
        Err(error) => return Writing::Refused(error.name(), error.to_string()),
    };
    match value.to_bytes() {
        Ok(bytes) => Writing::Written(bytes),
        Err(error) => Writing::Refused(error.kind().name(), error.to_string()),
    }
}

/// Reads a value and writes it.
fn read<T>(bytes: &[u8]) -> Reading
where
    T: for<'a> Decode<'a> + Encode,
{
    match T::from_bytes(bytes) {
        Ok(value) => Reading::Accepted(vec![written(&value)]),
        Err(error) => Reading::Refused(error),
    }
}

/// A value in bytes, its length checked.
pub(super) fn written<T: Encode>(value: &T) -> Result<Vec<u8>, String> {
    let bytes = value.to_bytes().map_err(|error| error.to_string())?;
    match value.encoded_len() {
        Ok(length) if length == bytes.len() => Ok(bytes),
        length => Err(format!("{} bytes are written, but the length is said to be {length:?}", bytes.len())),
    }
}

/// The numbers of an error that the reference gives with it.
pub(super) fn detail(kind: &ErrorKind) -> Option<serde_json::Value> {
    let number = |value: i128| i64::try_from(value).ok();
    match kind {
        ErrorKind::UnexpectedTag { tag, .. } => Some(serde_json::json!({ "tag": tag })),
        ErrorKind::InvalidInt { min, value, max } => {
            Some(serde_json::json!({ "min": number(*min), "v": number(*value), "max": number(*max) }))
        }
        _ => None,
    }
}
