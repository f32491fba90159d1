//! Compares an error with the reference's: its name, its numbers, and the kind of exception that caused it.

use std::ops::RangeInclusive;

use serde_json::{Value, json};
use tezos_encoding::{DecodeError, EncodeError, ErrorKind, schema::JsonError, schema::JsonErrorKind};

use crate::line::{Detail, Refusal};

/// An error of an engine.
#[derive(Debug, Clone, PartialEq)]
pub(crate) struct Found {
    /// The reference's name for it, or ours if the reference does not have the error.
    pub(crate) name: &'static str,
    /// The numbers that the reference reports with this error.
    detail: Option<Box<Value>>,
    /// The message of a user function.
    message: Option<String>,
    /// The error as it is displayed.
    pub(crate) sentence: String,
}

impl Found {
    fn new(kind: &ErrorKind, sentence: String) -> Self {
        let number = |value: i128| i64::try_from(value).ok();
        let detail = match kind {
            ErrorKind::UnexpectedTag { tag, .. } => Some(json!({ "tag": tag })),
            ErrorKind::InvalidInt { min, value, max } => {
                Some(json!({ "min": number(*min), "v": number(*value), "max": number(*max) }))
            }
            ErrorKind::InvalidFloat { min, value, max } => {
                Some(json!({ "min": hex_float(*min), "v": hex_float(*value), "max": hex_float(*max) }))
            }
            ErrorKind::BytesLength { expected, found } | ErrorKind::TextLength { expected, found } => {
                Some(json!({ "expected": expected, "found": found }))
            }
            _ => None,
        };
        let message = match kind {
            ErrorKind::UserGuard { message, .. } | ErrorKind::UserFunction { message, .. } => {
                Some(message.clone().into_owned())
            }
            _ => None,
        };
        Self { name: kind.name(), detail: detail.map(Box::new), message, sentence }
    }

    /// Returns an error that the reference does not have.
    pub(crate) fn ours(name: &'static str, sentence: String) -> Self {
        Self { name, detail: None, message: None, sentence }
    }

    /// Compares the error with the expected one, and returns a sentence if they differ.
    pub(crate) fn difference(&self, expected: &Refusal) -> Option<String> {
        let Self { name, detail, message, sentence } = self;
        if *name != expected.error {
            return Some(format!("refused with {name} ({sentence}), expected {}", expected.error));
        }
        match &expected.detail {
            Detail::None => None,
            Detail::Values(expected) if same_values(detail.as_deref(), expected) => None,
            Detail::Values(expected) => {
                let detail = detail.as_ref().map_or_else(|| "no numbers".to_owned(), |detail| detail.to_string());
                Some(format!("refused with {name} and {detail}, expected {expected}"))
            }
            Detail::Exception(exception) => {
                let message = message.as_deref().unwrap_or(sentence);
                let differs =
                    words_for(exception).is_some_and(|words| !words.iter().any(|word| message.contains(word)));
                differs.then(|| format!("refused because {message}, expected {exception}"))
            }
        }
    }
}

impl From<&DecodeError> for Found {
    fn from(error: &DecodeError) -> Self {
        Self::new(error.kind(), error.to_string())
    }
}

impl From<&EncodeError> for Found {
    fn from(error: &EncodeError) -> Self {
        Self::new(error.kind(), error.to_string())
    }
}

impl From<&JsonError> for Found {
    fn from(error: &JsonError) -> Self {
        match error.kind() {
            JsonErrorKind::Mismatch { error: inner, .. } | JsonErrorKind::Value(inner) => {
                Self::new(inner.kind(), error.to_string())
            }
            JsonErrorKind::Bytes(inner) => Self::new(inner.kind(), error.to_string()),
            _ => Self::ours(error.name(), error.to_string()),
        }
    }
}

impl Refusal {
    /// Returns the exception if it is not in the table `EXCEPTIONS`, so that our error cannot be compared with it.
    pub(crate) fn unknown_exception(&self) -> Option<&str> {
        match &self.detail {
            Detail::Exception(exception) if words_for(exception).is_none() => Some(exception),
            _ => None,
        }
    }
}

/// Returns the words of which our message for this exception must contain one.
fn words_for(exception: &str) -> Option<&'static [&'static str]> {
    EXCEPTIONS.iter().find(|(beginning, _)| exception.starts_with(beginning)).map(|(_, words)| *words)
}

/// The beginnings of the exceptions that user functions raise, each with words of which our message must contain one.
const EXCEPTIONS: [(&str, &[&str]); 10] = [
    ("odd", &["odd"]),
    (r#"Invalid_argument("no")"#, &["greater than 50"]),
    (r#"Failure("too big")"#, &["greater than 50"]),
    (r#"Failure("unexpected environment"#, &["environment"]),
    (r#"Failure("Oversized annotation")"#, &["annotation"]),
    (r#"Failure("int_of_string")"#, &["point", "port"]),
    (r#"Invalid_argument("Parsing of"#, &["point", "port", "address"]),
    (r#"Invalid_argument("P2p_point"#, &["point", "port", "address"]),
    ("Ipaddr.Parse_error(", &["point", "port", "address"]),
    ("Data_encoding__Json.Parse_error(", &["size", "data", "terminator", "invalid", "tag", "document"]),
];

/// Returns true if the numbers of an error are those that the reference reports. It reports other numbers than it found in three cases.
fn same_values(found: Option<&Value>, expected: &Value) -> bool {
    const INT31: RangeInclusive<i64> = -(1 << 30)..=(1 << 30) - 1;
    let Some(found) = found else { return false };
    let number = |values: &Value, name| values.get(name).and_then(Value::as_i64);
    let [min, v, max] = ["min", "v", "max"].map(|name| number(found, name));
    let v = v.unwrap_or(i64::MAX);
    let reported = |v: i64, max: Option<i64>| *expected == json!({ "min": min, "v": v, "max": max });
    found == expected
        // For a size encoded as `n` that is too large, it reports the value 0.
        || (min, max) == (Some(0), Some(*INT31.end())) && v > *INT31.end() && reported(0, max)
        // For numbers of more than 31 bits, it reports the nearest one of 31 bits.
        || !INT31.contains(&v) && reported(v.clamp(*INT31.start(), *INT31.end()), max)
        // For the widest layouts of a compact integer, it reports the limit as 0, and the minimum of the one of 8 bytes as 2^31.
        || max == Some(i32::MAX.into()) && reported(v, Some(0))
        || max == Some(i64::MAX) && *expected == json!({ "min": 1_i64 << 31, "v": v, "max": 0 })
}

/// Formats a float as OCaml's `%h` does: `0x1.5p+3`.
fn hex_float(bits: u64) -> String {
    let float = f64::from_bits(bits);
    let sign = if float.is_sign_negative() { "-" } else { "" };
    if float.is_nan() {
        return "nan".to_owned();
    }
    if float.is_infinite() {
        return format!("{sign}infinity");
    }
    let fraction = format!("{:013x}", bits & ((1 << 52) - 1));
    let fraction = match fraction.trim_end_matches('0') {
        "" => String::new(),
        digits => format!(".{digits}"),
    };
    let (first, exponent) = match (bits >> 52) & 0x7ff {
        0 if float == 0.0 => (0, 0),
        0 => (0, -1022),
        exponent => (1, i64::try_from(exponent).unwrap_or_default().saturating_sub(1023)),
    };
    format!("{sign}0x{first}{fraction}p{exponent:+}")
}
