//! The two implementations that are compared with the reference: a derived Rust type, and the schema alone.

use tezos_encoding::{
    Decode, DecodeError, Encode, FromJson, ToJson,
    schema::{self, Encoding, JsonErrorKind, Value},
};

use crate::{
    given::Given,
    refusal::Found,
    streamed::{self, Streamed},
    words,
};

/// The result of decoding bytes and encoding the value again.
pub(crate) type Read = Result<Result<Vec<u8>, Found>, DecodeError>;

/// The result of encoding a value.
#[derive(Debug, Clone, PartialEq)]
pub(crate) enum Written {
    Bytes(Vec<u8>),
    Refused(Found),
    /// The engine cannot represent the value: why.
    Unable(String),
}

/// A function of bytes.
type OfBytes<T> = Box<dyn Fn(&[u8]) -> T>;

/// An implementation of one encoding.
pub(crate) struct Engine {
    /// The schema.
    pub(crate) encoding: &'static Encoding,
    /// Decodes all the bytes and encodes the value again.
    pub(crate) read: OfBytes<Read>,
    /// Returns the JSON of encoded bytes; `None` if the engine has no JSON for the encoding.
    pub(crate) json: Option<OfBytes<Result<String, Found>>>,
    /// Encodes a value.
    pub(crate) write: Box<dyn Fn(&Given) -> Written>,
    /// Reads the first value of a stream that arrives in chunks.
    pub(crate) stream: OfBytes<Streamed>,
    pub(crate) lacks: Lacks,
}

/// Functions of the reference that an engine lacks.
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord)]
pub(crate) enum Lacks {
    /// None.
    Nothing,
    /// Those that convert values: the engine encodes exactly the value that it has decoded.
    Conversions,
    /// Those that convert values and those that refuse values.
    ConversionsAndGuards,
}

impl Engine {
    /// Returns the engine of a type.
    pub(crate) fn of<T: for<'a> Decode<'a> + Encode + 'static>() -> Self {
        Self::through::<T, T>(|value| value)
    }

    /// Returns the engine of a type whose values the reference converts with `reference` after it has read them, and whose JSON is
    /// that of `J`.
    pub(crate) fn through<T, J>(reference: fn(T) -> T) -> Self
    where
        T: for<'a> Decode<'a> + Encode + From<J> + 'static,
        J: for<'a> Decode<'a> + Encode + From<T>,
    {
        let read = move |bytes: &[u8]| T::from_bytes(bytes).map(|value| encode(&reference(value)));
        let json = move |bytes: &[u8]| {
            let value = T::from_bytes(bytes).map_err(|error| Found::from(&error))?;
            J::from(reference(value)).to_json().map_err(|error| Found::from(&error))
        };
        let write = move |given: &Given| {
            let Given::Json(json) = given else { return Written::Unable("a Rust type has no such value".to_owned()) };
            let value = match J::from_json(json) {
                Ok(value) => reference(T::from(value)),
                // The JSON is valid by the schema, but the type refuses the bytes: it cannot represent the value.
                Err(error) if matches!(error.kind(), JsonErrorKind::Bytes(_)) => {
                    return Written::Unable(error.to_string());
                }
                Err(error) => return Written::Refused(Found::from(&error)),
            };
            match value.to_bytes() {
                Ok(bytes) => Written::Bytes(bytes),
                Err(error) => Written::Refused(Found::from(&error)),
            }
        };
        Self {
            encoding: T::ENCODING,
            read: Box::new(read),
            json: Some(Box::new(json)),
            write: Box::new(write),
            stream: Box::new(streamed::by_type::<T>),
            lacks: Lacks::Nothing,
        }
    }

    /// Returns the engine of a schema.
    pub(crate) fn walker(encoding: &'static Encoding, lacks: Lacks) -> Self {
        // Micheline is the only description with guards, and the reference prints other JSON for it than that of the encoding.
        let has_json = lacks < Lacks::ConversionsAndGuards;
        let json = move |bytes: &[u8]| schema::to_json(encoding, bytes).map_err(|error| Found::from(&error));
        let of_json = move |json: &str| match schema::from_json(encoding, json) {
            Ok(bytes) => Written::Bytes(bytes),
            Err(error) => Written::Refused(Found::from(&error)),
        };
        let of_value = move |value: &Value| match schema::encode(encoding, value) {
            Ok(bytes) => Written::Bytes(bytes),
            Err(error) => Written::Refused(Found::from(&error)),
        };
        let write = move |given: &Given| match given {
            Given::Json(_) if !has_json => Written::Unable("it has no JSON for this".to_owned()),
            Given::Json(json) => of_json(json),
            Given::Value(value) => of_value(value),
            Given::Words { name, words } => match words::value(encoding, name, words) {
                Some(value) => of_value(&value),
                None => Written::Unable(format!("the value `{words}` is not understood")),
            },
        };
        Self {
            encoding,
            read: Box::new(move |bytes| walk(encoding, bytes)),
            json: if has_json { Some(Box::new(json)) } else { None },
            write: Box::new(write),
            stream: Box::new(move |bytes| streamed::by_schema(encoding, bytes)),
            lacks,
        }
    }
}

/// Encodes a value and checks its length.
fn encode<T: Encode>(value: &T) -> Result<Vec<u8>, Found> {
    let bytes = value.to_bytes().map_err(|error| Found::from(&error))?;
    match value.encoded_len() {
        Ok(length) if length == bytes.len() => Ok(bytes),
        length => {
            let sentence = format!("{} bytes are written, but `encoded_len` is {length:?}", bytes.len());
            Err(Found::ours("Wrong_length", sentence))
        }
    }
}

/// Decodes bytes by a schema and encodes the value again.
fn walk(encoding: &'static Encoding, bytes: &[u8]) -> Read {
    let value = schema::decode(encoding, bytes)?;
    Ok(schema::encode(encoding, &value).map_err(|error| Found::from(&error)))
}
