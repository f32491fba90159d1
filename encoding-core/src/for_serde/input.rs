//! Collects the input of a deserializer as JSON text or as bytes.

use alloc::borrow::Cow;
use alloc::string::String;
use alloc::vec::Vec;
use core::fmt::{self, Write as _};

use serde_core::Deserializer;
use serde_core::de::{DeserializeSeed, Error, MapAccess, SeqAccess, Unexpected, Visitor};

use super::{MAX_DEPTH, too_deep};
use crate::prefix::MAX_SIZE;
use crate::walk::json_text::text;

/// The key of the map that serde_json makes of a number if any crate of the build enables its feature `arbitrary_precision`.
const NUMBER_KEY: &str = "$serde_json::private::Number";

/// A value before it is decoded.
pub(super) enum Input<'de> {
    /// The JSON text of the value.
    Json(String),
    /// The bytes of the value.
    Bytes(Cow<'de, [u8]>),
}

/// Reads a value of a human-readable or a binary format.
pub(super) fn read<'de, D: Deserializer<'de>>(deserializer: D) -> Result<Input<'de>, D::Error> {
    if deserializer.is_human_readable() {
        let (mut json, mut bytes) = (String::new(), None);
        ValueReader { json: &mut json, bytes: &mut bytes, depth: 0 }.deserialize(deserializer)?;
        Ok(bytes.map_or(Input::Json(json), Input::Bytes))
    } else {
        // Owned, because some formats can only lend byte strings up to the size of their buffer.
        deserializer.deserialize_byte_buf(Binary).map(Input::Bytes)
    }
}

/// Reads a byte string.
struct Binary;

impl<'de> Visitor<'de> for Binary {
    type Value = Cow<'de, [u8]>;

    fn expecting(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str("a byte string with the encoding of a value")
    }

    fn visit_bytes<E: Error>(self, bytes: &[u8]) -> Result<Self::Value, E> {
        Ok(Cow::Owned(bytes.to_vec()))
    }

    fn visit_borrowed_bytes<E: Error>(self, bytes: &'de [u8]) -> Result<Self::Value, E> {
        Ok(Cow::Borrowed(bytes))
    }

    fn visit_byte_buf<E: Error>(self, bytes: Vec<u8>) -> Result<Self::Value, E> {
        Ok(Cow::Owned(bytes))
    }

    /// Formats without byte strings have a list of numbers instead.
    fn visit_seq<A: SeqAccess<'de>>(self, mut list: A) -> Result<Self::Value, A::Error> {
        // Memory is taken for bytes that have arrived, not for an announced number.
        let mut bytes = Vec::new();
        while let Some(byte) = list.next_element()? {
            if bytes.len() >= MAX_SIZE {
                return Err(A::Error::custom(format_args!("expected at most {MAX_SIZE} bytes, found more")));
            }
            bytes.push(byte);
        }
        Ok(Cow::Owned(bytes))
    }
}

/// Reads any value, nested in `depth` others, and writes it as JSON.
struct ValueReader<'t, 'de> {
    json: &'t mut String,
    bytes: &'t mut Option<Cow<'de, [u8]>>,
    depth: u32,
}

impl<'de> ValueReader<'_, 'de> {
    /// Returns the reader of a nested value.
    fn inside<E: Error>(&mut self) -> Result<ValueReader<'_, 'de>, E> {
        if self.depth >= MAX_DEPTH {
            return Err(E::custom(too_deep()));
        }
        Ok(ValueReader { json: self.json, bytes: self.bytes, depth: self.depth.saturating_add(1) })
    }

    /// Takes a byte string as an encoding. serde's buffers, such as that of an untagged enum, are human-readable even in binary formats.
    fn encoding<E: Error>(self, bytes: Cow<'de, [u8]>) -> Result<(), E> {
        if self.depth > 0 {
            return Err(E::invalid_type(Unexpected::Bytes(&bytes), &self));
        }
        *self.bytes = Some(bytes);
        Ok(())
    }

    fn push<E: Error>(self, value: impl fmt::Display) -> Result<(), E> {
        write!(self.json, "{value}").map_err(E::custom)
    }
}

impl<'de> DeserializeSeed<'de> for ValueReader<'_, 'de> {
    type Value = ();

    fn deserialize<D: Deserializer<'de>>(self, deserializer: D) -> Result<(), D::Error> {
        deserializer.deserialize_any(self)
    }
}

impl<'de> Visitor<'de> for ValueReader<'_, 'de> {
    type Value = ();

    fn expecting(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str("the JSON of a value")
    }

    fn visit_unit<E: Error>(self) -> Result<(), E> {
        self.push("null")
    }

    fn visit_none<E: Error>(self) -> Result<(), E> {
        self.push("null")
    }

    fn visit_bool<E: Error>(self, value: bool) -> Result<(), E> {
        self.push(value)
    }

    fn visit_i64<E: Error>(self, value: i64) -> Result<(), E> {
        self.push(value)
    }

    fn visit_u64<E: Error>(self, value: u64) -> Result<(), E> {
        self.push(value)
    }

    fn visit_i128<E: Error>(self, value: i128) -> Result<(), E> {
        self.push(value)
    }

    fn visit_u128<E: Error>(self, value: u128) -> Result<(), E> {
        self.push(value)
    }

    fn visit_f64<E: Error>(self, value: f64) -> Result<(), E> {
        text::float(self.json, value);
        Ok(())
    }

    fn visit_str<E: Error>(self, value: &str) -> Result<(), E> {
        text::string(self.json, value);
        Ok(())
    }

    fn visit_bytes<E: Error>(self, bytes: &[u8]) -> Result<(), E> {
        self.encoding(Cow::Owned(bytes.to_vec()))
    }

    fn visit_borrowed_bytes<E: Error>(self, bytes: &'de [u8]) -> Result<(), E> {
        self.encoding(Cow::Borrowed(bytes))
    }

    fn visit_byte_buf<E: Error>(self, bytes: Vec<u8>) -> Result<(), E> {
        self.encoding(Cow::Owned(bytes))
    }

    fn visit_some<D: Deserializer<'de>>(mut self, deserializer: D) -> Result<(), D::Error> {
        self.inside()?.deserialize(deserializer)
    }

    fn visit_newtype_struct<D: Deserializer<'de>>(mut self, deserializer: D) -> Result<(), D::Error> {
        self.inside()?.deserialize(deserializer)
    }

    fn visit_seq<A: SeqAccess<'de>>(mut self, mut elements: A) -> Result<(), A::Error> {
        self.json.push('[');
        let mut comma = self.json.len();
        while elements.next_element_seed(self.inside()?)?.is_some() {
            // Each element is followed by a comma; the last comma is removed.
            comma = self.json.len();
            self.json.push(',');
        }
        self.json.truncate(comma);
        self.json.push(']');
        Ok(())
    }

    fn visit_map<A: MapAccess<'de>>(mut self, mut fields: A) -> Result<(), A::Error> {
        let start = self.json.len();
        self.json.push('{');
        let mut comma = self.json.len();
        while let Some(is_number) = fields.next_key_seed(Key(self.json))? {
            if is_number && comma == start.saturating_add(1) {
                self.json.truncate(start);
                return fields.next_value_seed(Number(self.json));
            }
            self.json.push(':');
            fields.next_value_seed(self.inside()?)?;
            comma = self.json.len();
            self.json.push(',');
        }
        self.json.truncate(comma);
        self.json.push('}');
        Ok(())
    }
}

/// Reads a key and writes it. Returns true if it is the key of a number.
struct Key<'t>(&'t mut String);

impl<'de> DeserializeSeed<'de> for Key<'_> {
    type Value = bool;

    fn deserialize<D: Deserializer<'de>>(self, deserializer: D) -> Result<bool, D::Error> {
        deserializer.deserialize_str(self)
    }
}

impl Visitor<'_> for Key<'_> {
    type Value = bool;

    fn expecting(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str("a field's name")
    }

    fn visit_str<E: Error>(self, key: &str) -> Result<bool, E> {
        text::string(self.0, key);
        Ok(key == NUMBER_KEY)
    }
}

/// Reads the text of a number.
struct Number<'t>(&'t mut String);

impl<'de> DeserializeSeed<'de> for Number<'_> {
    type Value = ();

    fn deserialize<D: Deserializer<'de>>(self, deserializer: D) -> Result<(), D::Error> {
        deserializer.deserialize_str(self)
    }
}

impl Visitor<'_> for Number<'_> {
    type Value = ();

    fn expecting(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str("a number")
    }

    fn visit_str<E: Error>(self, number: &str) -> Result<(), E> {
        // The parser of the text refuses other mistakes in a number.
        if !number.bytes().all(|byte| matches!(byte, b'0'..=b'9' | b'+' | b'-' | b'.' | b'e' | b'E')) {
            return Err(E::invalid_value(Unexpected::Str(number), &self));
        }
        self.0.push_str(number);
        Ok(())
    }
}
