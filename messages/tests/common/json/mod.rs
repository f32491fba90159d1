//! The JSON of the vectors, written by hand: hashes and bytes in hexadecimal, 64-bit numbers as strings.

mod parts;
mod peer;

use serde_json::{Value, json};
use tezos_messages::block_header::{Fitness, FitnessElement};
use tezos_messages::handshake::{Address, Motive};
use tezos_messages::hash::{
    BlockHash, ChainId, ContextHash, OperationHash, OperationListListHash, PeerId, ProtocolHash,
};
use tezos_messages::identity::{PublicKey, Stamp};
use tezos_messages::point::Point;
use tezos_messages::protocol::EnvironmentVersion;
use tezos_messages::text::Text;
use tezos_messages::timestamp::Timestamp;

use super::unhex;

/// A value's JSON form, both ways. `name` is the kind, which only `PeerMessage` needs.
pub(crate) trait Json: Sized {
    fn to_json(&self) -> Value;
    fn from_json(name: &str, json: &Value) -> Self;
}

fn get<T: Json>(json: &Value, field: &str) -> T {
    T::from_json(field, &json[field])
}

/// Newtypes of one unnamed field.
macro_rules! newtypes {
    ($($name:ty),+) => {$(
        impl Json for $name {
            fn to_json(&self) -> Value {
                self.0.to_json()
            }
            fn from_json(name: &str, json: &Value) -> Self {
                Self(Json::from_json(name, json))
            }
        }
    )+};
}

newtypes!(BlockHash, ChainId, ContextHash, OperationHash, OperationListListHash, PeerId, ProtocolHash);
newtypes!(PublicKey, Stamp, Fitness, Motive);

impl<const N: usize> Json for [u8; N] {
    fn to_json(&self) -> Value {
        hex::encode(self).into()
    }
    fn from_json(_: &str, json: &Value) -> Self {
        raw(json).try_into().unwrap()
    }
}

/// Bytes, which are not a list of numbers.
fn raw(json: &Value) -> Vec<u8> {
    unhex(json.as_str().unwrap())
}

macro_rules! integers {
    ($($name:ty),+) => {$(
        impl Json for $name {
            fn to_json(&self) -> Value {
                (*self).into()
            }
            fn from_json(_: &str, json: &Value) -> Self {
                json.as_i64().unwrap().try_into().unwrap()
            }
        }
    )+};
}

integers!(u8, i8, u16, i16, i32);

impl Json for EnvironmentVersion {
    fn to_json(&self) -> Value {
        u16::from(self).into()
    }
    fn from_json(_: &str, json: &Value) -> Self {
        Self::try_from(u16::from_json("", json)).unwrap()
    }
}

impl Json for bool {
    fn to_json(&self) -> Value {
        (*self).into()
    }
    fn from_json(_: &str, json: &Value) -> Self {
        json.as_bool().unwrap()
    }
}

impl Json for Timestamp {
    fn to_json(&self) -> Value {
        self.0.to_string().into()
    }
    fn from_json(_: &str, json: &Value) -> Self {
        Self(json.as_str().unwrap().parse().unwrap())
    }
}

impl<T: Json> Json for Vec<T> {
    fn to_json(&self) -> Value {
        self.iter().map(Json::to_json).collect()
    }
    fn from_json(name: &str, json: &Value) -> Self {
        json.as_array().unwrap().iter().map(|item| T::from_json(name, item)).collect()
    }
}

impl<T: Json> Json for Option<T> {
    fn to_json(&self) -> Value {
        self.as_ref().map_or(Value::Null, Json::to_json)
    }
    fn from_json(name: &str, json: &Value) -> Self {
        (!json.is_null()).then(|| T::from_json(name, json))
    }
}

impl Json for Text {
    fn to_json(&self) -> Value {
        match self.as_str() {
            Some(text) => text.into(),
            None => json!({ "invalid_utf8_string": self.as_raw() }),
        }
    }
    fn from_json(_: &str, json: &Value) -> Self {
        match json.as_str() {
            Some(text) => Self::from(text),
            None => {
                let bytes = json["invalid_utf8_string"].as_array().unwrap();
                Self::from_raw(bytes.iter().map(|byte| u8::from_json("", byte)).collect::<Vec<_>>())
            }
        }
    }
}

impl Json for Point {
    fn to_json(&self) -> Value {
        self.to_string().into()
    }
    fn from_json(_: &str, json: &Value) -> Self {
        json.as_str().unwrap().parse().unwrap()
    }
}

impl Json for Address {
    fn to_json(&self) -> Value {
        self.to_string().into()
    }
    fn from_json(_: &str, json: &Value) -> Self {
        json.as_str().unwrap().parse::<std::net::Ipv6Addr>().unwrap().into()
    }
}

impl Json for FitnessElement {
    fn to_json(&self) -> Value {
        hex::encode(&self.0).into()
    }
    fn from_json(_: &str, json: &Value) -> Self {
        Self(raw(json))
    }
}
