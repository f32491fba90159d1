//! JSON that keeps the order of fields, which `serde_json::Value` does not.

use std::fmt;

use serde::de::{Deserialize, Deserializer, MapAccess, SeqAccess, Visitor};
use serde::ser::{Serialize, Serializer};
use serde_json::{Number, Value};

/// A JSON value.
#[derive(Debug, Clone)]
pub(crate) enum Ordered {
    /// `null`, a boolean, a number or a string.
    Scalar(Value),
    Array(Vec<Ordered>),
    Object(Vec<(String, Ordered)>),
}

/// Returns true if two JSON texts are the same value with the same order of fields. `1` equals `1.0`.
pub(crate) fn same_text(one: &str, other: &str) -> bool {
    let parse = serde_json::from_str::<Ordered>;
    matches!((parse(one), parse(other)), (Ok(one), Ok(other)) if same(&one, &other))
}

fn same(one: &Ordered, other: &Ordered) -> bool {
    match (one, other) {
        (Ordered::Scalar(Value::Number(one)), Ordered::Scalar(Value::Number(other))) => {
            one == other || one.as_f64() == other.as_f64()
        }
        (Ordered::Scalar(one), Ordered::Scalar(other)) => one == other,
        (Ordered::Array(one), Ordered::Array(other)) => {
            one.len() == other.len() && one.iter().zip(other).all(|(one, other)| same(one, other))
        }
        (Ordered::Object(one), Ordered::Object(other)) => {
            let mut fields = one.iter().zip(other);
            one.len() == other.len()
                && fields.all(|((key, one), (other_key, other))| key == other_key && same(one, other))
        }
        _ => false,
    }
}

impl Serialize for Ordered {
    fn serialize<S: Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
        match self {
            Self::Scalar(value) => value.serialize(serializer),
            Self::Array(items) => serializer.collect_seq(items),
            Self::Object(fields) => serializer.collect_map(fields.iter().map(|(key, value)| (key, value))),
        }
    }
}

impl<'de> Deserialize<'de> for Ordered {
    fn deserialize<D: Deserializer<'de>>(deserializer: D) -> Result<Self, D::Error> {
        deserializer.deserialize_any(AnyValue)
    }
}

struct AnyValue;

impl<'de> Visitor<'de> for AnyValue {
    type Value = Ordered;

    fn expecting(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str("JSON")
    }

    fn visit_unit<E>(self) -> Result<Ordered, E> {
        Ok(Ordered::Scalar(Value::Null))
    }

    fn visit_bool<E>(self, value: bool) -> Result<Ordered, E> {
        Ok(Ordered::Scalar(value.into()))
    }

    fn visit_u64<E>(self, value: u64) -> Result<Ordered, E> {
        Ok(Ordered::Scalar(value.into()))
    }

    fn visit_i64<E>(self, value: i64) -> Result<Ordered, E> {
        Ok(Ordered::Scalar(value.into()))
    }

    fn visit_f64<E>(self, value: f64) -> Result<Ordered, E> {
        Ok(Ordered::Scalar(Number::from_f64(value).map_or(Value::Null, Value::Number)))
    }

    fn visit_str<E>(self, value: &str) -> Result<Ordered, E> {
        Ok(Ordered::Scalar(value.into()))
    }

    fn visit_seq<A: SeqAccess<'de>>(self, mut items: A) -> Result<Ordered, A::Error> {
        let mut array = Vec::new();
        while let Some(item) = items.next_element()? {
            array.push(item);
        }
        Ok(Ordered::Array(array))
    }

    fn visit_map<A: MapAccess<'de>>(self, mut fields: A) -> Result<Ordered, A::Error> {
        let mut object = Vec::new();
        while let Some(field) = fields.next_entry()? {
            object.push(field);
        }
        Ok(Ordered::Object(object))
    }
}
