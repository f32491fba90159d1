//! A validator for JSON Schema, draft 2020-12, with the keywords that our schemas use. It panics on other keywords.
//!
//! The crate `jsonschema` is not used, because its 35 crates take two minutes to compile.

use std::collections::BTreeSet;

use serde_json::{Map, Value};

/// A schema with its definitions.
pub(super) struct Validator(Value);

/// The properties that a schema has evaluated; `None` if it refuses the value.
type Evaluated = Option<BTreeSet<String>>;

impl Validator {
    pub(super) fn new(schema: &str) -> Self {
        let schema: Value = serde_json::from_str(schema).unwrap_or_else(|error| panic!("{error}: {schema}"));
        assert_eq!(schema["$schema"], "https://json-schema.org/draft/2020-12/schema");
        Self(schema)
    }

    pub(super) fn accepts(&self, value: &Value) -> bool {
        self.evaluate(&self.0, value).is_some()
    }

    fn evaluate(&self, schema: &Value, value: &Value) -> Evaluated {
        let schema = match schema {
            Value::Bool(accepts) => return accepts.then(BTreeSet::new),
            Value::Object(schema) => schema,
            other => panic!("no schema: {other}"),
        };
        let mut evaluated = BTreeSet::new();
        for (keyword, rule) in schema {
            if !self.keyword(schema, keyword, rule, value, &mut evaluated)? {
                return None;
            }
        }
        let (Some(Value::Bool(false)), Value::Object(object)) = (schema.get("unevaluatedProperties"), value) else {
            return Some(evaluated);
        };
        object.keys().all(|key| evaluated.contains(key)).then_some(evaluated)
    }

    fn keyword(
        &self,
        schema: &Map<String, Value>,
        keyword: &str,
        rule: &Value,
        value: &Value,
        evaluated: &mut BTreeSet<String>,
    ) -> Option<bool> {
        let is = |schema: &Value, value: &Value| self.evaluate(schema, value).is_some();
        let count = || usize::try_from(rule.as_u64().unwrap()).unwrap();
        let all = || rule.as_array().unwrap();
        let number = || rule.as_f64().unwrap();
        Some(match (keyword, value) {
            ("$schema" | "$defs" | "title" | "description" | "default" | "unevaluatedProperties", _) => true,
            ("$ref", _) => {
                let pointer = rule.as_str().unwrap().strip_prefix('#').unwrap();
                assert!(!pointer.contains('%'), "{pointer} is escaped");
                evaluated.extend(self.evaluate(self.0.pointer(pointer).unwrap(), value)?);
                true
            }
            ("anyOf", _) => {
                let fit: Vec<_> = all().iter().filter_map(|schema| self.evaluate(schema, value)).collect();
                let any = !fit.is_empty();
                evaluated.extend(fit.into_iter().flatten());
                any
            }
            ("allOf", _) => {
                for schema in all() {
                    evaluated.extend(self.evaluate(schema, value)?);
                }
                true
            }
            ("not", _) => !is(rule, value),
            ("const", _) => rule == value,
            ("enum", _) => all().contains(value),
            ("type", _) => match rule.as_str().unwrap() {
                "null" => value.is_null(),
                "boolean" => value.is_boolean(),
                "number" => value.is_number(),
                "integer" => value.as_f64().is_some_and(|number| number % 1.0 == 0.0),
                "string" => value.is_string(),
                "array" => value.is_array(),
                "object" => value.is_object(),
                other => panic!("no type: {other}"),
            },
            ("minimum", Value::Number(found)) => found.as_f64().unwrap() >= number(),
            ("maximum", Value::Number(found)) => found.as_f64().unwrap() <= number(),
            ("minLength", Value::String(text)) => text.chars().count() >= count(),
            ("maxLength", Value::String(text)) => text.chars().count() <= count(),
            ("pattern", Value::String(text)) => matches(rule.as_str().unwrap(), text),
            ("minItems", Value::Array(items)) => items.len() >= count(),
            ("maxItems", Value::Array(items)) => items.len() <= count(),
            ("prefixItems", Value::Array(items)) => items.iter().zip(all()).all(|(item, schema)| is(schema, item)),
            ("items", Value::Array(items)) => {
                let before = schema.get("prefixItems").map_or(0, |schemas| schemas.as_array().unwrap().len());
                items.iter().skip(before).all(|item| is(rule, item))
            }
            ("required", Value::Object(object)) => all().iter().all(|name| object.contains_key(name.as_str().unwrap())),
            ("properties", Value::Object(object)) => {
                let properties = rule.as_object().unwrap();
                evaluated.extend(properties.keys().cloned());
                properties.iter().all(|(name, schema)| object.get(name).is_none_or(|value| is(schema, value)))
            }
            ("additionalProperties", Value::Object(object)) => {
                let properties = schema.get("properties").and_then(Value::as_object);
                evaluated.extend(object.keys().cloned());
                let is_known = |name: &String| properties.is_some_and(|properties| properties.contains_key(name));
                object.iter().all(|(name, value)| is_known(name) || is(rule, value))
            }
            // These keywords do not apply to values of another type.
            ("minimum" | "maximum" | "minLength" | "maxLength" | "pattern" | "minItems" | "maxItems", _)
            | ("prefixItems" | "items" | "required" | "properties" | "additionalProperties", _) => true,
            (other, _) => panic!("this validator does not know `{other}`"),
        })
    }
}

/// Matches the patterns of our schemas: hexadecimal digits, and integers with a limited number of digits after the first.
fn matches(pattern: &str, text: &str) -> bool {
    if pattern == "^([0-9a-f]{2})*$" {
        return text.len().is_multiple_of(2) && text.bytes().all(|digit| b"0123456789abcdef".contains(&digit));
    }
    let pattern = pattern.strip_prefix("^(0|").and_then(|rest| rest.strip_suffix(")$")).unwrap();
    let (digits, pattern) = match pattern.strip_prefix("-?") {
        Some(pattern) => (text.strip_prefix('-').unwrap_or(text), pattern),
        None => (text, pattern),
    };
    let more = match pattern.strip_prefix("[1-9][0-9]").unwrap() {
        "*" => usize::MAX,
        counted => counted.strip_prefix("{0,").and_then(|rest| rest.strip_suffix('}')).unwrap().parse().unwrap(),
    };
    let is_number = digits.bytes().all(|digit| digit.is_ascii_digit()) && !digits.starts_with('0');
    text == "0" || is_number && (1..=more.saturating_add(1)).contains(&digits.len())
}
