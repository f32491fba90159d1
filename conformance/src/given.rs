//! The values that lines ask to encode: as JSON, or in words.

use serde_json::Value as Json;
use tezos_encoding::schema::Value;

use crate::line::{Detail, is_message};

/// A value to write.
#[derive(Debug, Clone, PartialEq)]
pub(crate) enum Given {
    /// A value given as JSON.
    Json(String),
    /// A value that JSON cannot name.
    Value(Value),
    /// A value of the message `name`, described in words because it has no JSON.
    Words { name: String, words: String },
}

impl Given {
    /// Parses the field `value` of a line about the encoding or message `name`: JSON, or a JSON string that describes the value.
    pub(crate) fn parse(name: &str, json: &str, detail: Option<&Detail>) -> Self {
        // The reference identifies the values of a `string_enum` by index, not by name.
        if let (true, Ok(index)) = (name.starts_with("string_enum("), json.parse()) {
            return Self::Value(Value::Name(index));
        }
        let words: Option<String> = serde_json::from_str(json).ok();
        let full = match (words, detail) {
            (Some(words), _) if is_message(name) || name.starts_with("micheline(") => {
                return Self::Words { name: name.to_owned(), words };
            }
            (Some(words), _) => in_full(&words),
            (None, Some(Detail::Values(detail))) => exactly(json, detail),
            (None, _) => None,
        };
        Self::Json(full.map_or_else(|| json.to_owned(), |json| json.to_string()))
    }
}

/// Maximum number of elements or bytes of a value in words.
const MAX_COUNT: usize = 1 << 24;

/// Returns the JSON of a value in words, such as `"3 elements"`, `"256 bytes 00"`, `"4 times 'z'"` or `"a=1, b=2 times 'q'"`, and
/// `None` for other texts.
fn in_full(words: &str) -> Option<Json> {
    value(words).or_else(|| object(words))
}

/// Returns the exact JSON of a float that the vector has rounded, `1e+06`, if the detail of its error has all digits,
/// `"v":"0x1.e8482p+19"`.
fn exactly(json: &str, detail: &Json) -> Option<Json> {
    json.parse::<f64>().ok()?;
    let (digits, exponent) = detail.get("v")?.as_str()?.strip_prefix("0x1.")?.split_once('p')?;
    // The 13 hexadecimal digits after the point are the 52 bits of the fraction.
    let fraction = u64::from_str_radix(&format!("{digits:0<13}"), 16).ok()?;
    let one_and_fraction = f64::from_bits(1.0f64.to_bits() | fraction);
    Some(Json::from(one_and_fraction * 2f64.powi(exponent.parse().ok()?)))
}

fn value(words: &str) -> Option<Json> {
    let words: Vec<_> = words.split(' ').collect();
    let [number, words @ ..] = words.as_slice() else { return None };
    let count = number.parse().ok().filter(|count| *count <= MAX_COUNT)?;
    match words {
        ["elements"] => Some(Json::from(vec![0; count])),
        ["bytes"] | ["bytes", "00"] => Some(Json::from("00".repeat(count))),
        ["times", quoted] => Some(Json::from(quoted.trim_matches('\'').repeat(count))),
        _ => None,
    }
}

fn object(words: &str) -> Option<Json> {
    let field = |field: &str| {
        let (name, words) = field.split_once('=')?;
        let value = value(words).or_else(|| serde_json::from_str(words).ok())?;
        Some((name.to_owned(), value))
    };
    words.split(", ").map(field).collect::<Option<_>>().map(Json::Object)
}
