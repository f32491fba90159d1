//! Whether JSON is what a JSON Schema says: as much of draft 2020-12 as our schemas use, and a panic for the rest.

use std::collections::BTreeSet;

use serde_json::{Map, Value};

/// A schema with its definitions.
pub(super) struct Validator(Value);

/// The properties that a schema has looked at; nothing where the value is not as it says.
type Seen = Option<BTreeSet<String>>;

impl Validator {
    pub(super) fn new(schema: &str) -> Self {
        let schema: Value = serde_json::from_str(schema).unwrap_or_else(|error| panic!("{error}: {schema}"));
        assert_eq!(schema["$schema"], "https://json-schema.org/draft/2020-12/schema");
        Self(schema)
    }

    pub(super) fn takes(&self, value: &Value) -> bool {
        self.seen(&self.0, value).is_some()
    }

    fn is(&self, schema: &Value, value: &Value) -> bool {
        self.seen(schema, value).is_some()
    }

    fn seen(&self, schema: &Value, value: &Value) -> Seen {
        let schema = match schema {
            Value::Bool(takes) => return takes.then(BTreeSet::new),
            Value::Object(schema) => schema,
            other => panic!("no schema: {other}"),
        };
        let mut seen = BTreeSet::new();
        for (keyword, said) in schema {
            if !self.keyword(schema, keyword, said, value, &mut seen)? {
                return None;
            }
        }
        let (Some(Value::Bool(false)), Value::Object(object)) = (schema.get("unevaluatedProperties"), value) else {
            return Some(seen);
        };
        object.keys().all(|key| seen.contains(key)).then_some(seen)
    }

    fn keyword(
        &self,
        schema: &Map<String, Value>,
        keyword: &str,
        said: &Value,
        value: &Value,
        seen: &mut BTreeSet<String>,
    ) -> Option<bool> {
        let count = said.as_u64().map_or(usize::MAX, |count| count.try_into().unwrap());
        let list = |said: &Value| said.as_array().unwrap().clone();
        Some(match (keyword, value) {
            ("$schema" | "$defs" | "title" | "description" | "default" | "unevaluatedProperties", _) => true,
            ("$ref", _) => {
                let path = said.as_str().unwrap().strip_prefix('#').unwrap();
                seen.extend(self.seen(self.0.pointer(&unescaped(path)).unwrap(), value)?);
                true
            }
            ("anyOf", _) => {
                let fit: Vec<_> = list(said).iter().filter_map(|schema| self.seen(schema, value)).collect();
                let any = !fit.is_empty();
                seen.extend(fit.into_iter().flatten());
                any
            }
            ("allOf", _) => {
                for part in list(said) {
                    seen.extend(self.seen(&part, value)?);
                }
                true
            }
            ("not", _) => !self.is(said, value),
            ("const", _) => said == value,
            ("enum", _) => list(said).contains(value),
            ("type", _) => match said.as_str().unwrap() {
                "null" => value.is_null(),
                "boolean" => value.is_boolean(),
                "number" => value.is_number(),
                "integer" => value.as_f64().is_some_and(|number| number % 1.0 == 0.0),
                "string" => value.is_string(),
                "array" => value.is_array(),
                "object" => value.is_object(),
                other => panic!("no type: {other}"),
            },
            ("minimum", Value::Number(number)) => number.as_f64() >= said.as_f64(),
            ("maximum", Value::Number(number)) => number.as_f64() <= said.as_f64(),
            ("minLength", Value::String(text)) => text.chars().count() >= count,
            ("maxLength", Value::String(text)) => text.chars().count() <= count,
            ("pattern", Value::String(text)) => matches(said.as_str().unwrap(), text),
            ("minItems", Value::Array(items)) => items.len() >= count,
            ("maxItems", Value::Array(items)) => items.len() <= count,
            ("prefixItems", Value::Array(items)) => {
                items.iter().zip(list(said)).all(|(item, schema)| self.is(&schema, item))
            }
            ("items", Value::Array(items)) => {
                let before = schema.get("prefixItems").map_or(0, |schemas| schemas.as_array().unwrap().len());
                items.iter().skip(before).all(|item| self.is(said, item))
            }
            ("required", Value::Object(object)) => {
                list(said).iter().all(|name| object.contains_key(name.as_str().unwrap()))
            }
            ("properties", Value::Object(object)) => {
                let properties = said.as_object().unwrap();
                seen.extend(properties.keys().cloned());
                properties.iter().all(|(name, schema)| object.get(name).is_none_or(|value| self.is(schema, value)))
            }
            ("additionalProperties", Value::Object(object)) => {
                let properties = schema.get("properties").and_then(Value::as_object);
                let others = |name: &&String| properties.is_none_or(|known| !known.contains_key(*name));
                seen.extend(object.keys().cloned());
                object.keys().filter(others).all(|name| self.is(said, &object[name]))
            }
            (
                "minimum"
                | "maximum"
                | "minLength"
                | "maxLength"
                | "pattern"
                | "minItems"
                | "maxItems"
                | "prefixItems"
                | "items"
                | "required"
                | "properties"
                | "additionalProperties",
                _,
            ) => true,
            (other, _) => panic!("this validator does not know `{other}`"),
        })
    }
}

/// A JSON pointer out of the fragment of a URI, its `~` still as they are.
fn unescaped(path: &str) -> String {
    let (mut out, mut rest) = (Vec::new(), path.as_bytes());
    loop {
        rest = match rest {
            [b'%', high, low, others @ ..] => {
                let digits = String::from_utf8(vec![*high, *low]).unwrap();
                out.push(u8::from_str_radix(&digits, 16).unwrap());
                others
            }
            [byte, others @ ..] => {
                out.push(*byte);
                others
            }
            [] => break,
        };
    }
    String::from_utf8(out).unwrap()
}

/// The patterns that our schemas have: bytes in hexadecimal, and decimal numbers.
fn matches(pattern: &str, text: &str) -> bool {
    if pattern == "^([0-9a-f]{2})*$" {
        return text.len().is_multiple_of(2) && text.bytes().all(|digit| b"0123456789abcdef".contains(&digit));
    }
    let inside = pattern.strip_prefix("^(0|").and_then(|rest| rest.strip_suffix(")$")).unwrap();
    if text == "0" {
        return true;
    }
    let (text, inside) = match inside.strip_prefix("-?") {
        Some(inside) => (text.strip_prefix('-').unwrap_or(text), inside),
        None => (text, inside),
    };
    let more = match inside.strip_prefix("[1-9][0-9]").unwrap() {
        "*" => usize::MAX,
        counted => counted.strip_prefix("{0,").and_then(|rest| rest.strip_suffix('}')).unwrap().parse().unwrap(),
    };
    text.bytes().all(|digit| digit.is_ascii_digit())
        && !text.starts_with('0')
        && (1..=more.saturating_add(1)).contains(&text.len())
}
