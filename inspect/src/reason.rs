//! Describes what a reader expected and what it found.

use serde_json::{Value, json};
use tezos_encoding::{
    DecodeError, ErrorKind,
    schema::{JsonError, JsonErrorKind, Named},
};

use crate::numbers::counted;

/// Returns what was expected at byte `offset` of `bytes`, and what was found there.
fn expected(kind: &ErrorKind, bytes: &[u8], offset: usize) -> [String; 2] {
    let here = bytes.get(offset..).unwrap_or_default();
    let byte = here.first().map_or_else(|| "the end".to_owned(), |byte| format!("{byte:02x}"));
    let pair = |expected: String, found: String| [expected, found];
    match kind {
        ErrorKind::NotEnoughData { expected, needed, available } => pair(
            format!("{} for {expected}", count(*needed)),
            format!("{}, then the end of the block", count(*available)),
        ),
        ErrorKind::ExtraBytes { count: extra } => {
            pair("the end of the block".into(), format!("{} more", count(*extra)))
        }
        ErrorKind::UnexpectedTag { tag, known, .. } => {
            pair(known.near(*tag).to_string(), format!("{tag} ({tag:#04x}), an unknown tag"))
        }
        ErrorKind::NoCaseMatched => pair("the index of a name, or the value of a case".into(), byte),
        ErrorKind::InvalidInt { min, value, max } => pair(format!("an integer from {min} to {max}"), value.to_string()),
        ErrorKind::InvalidFloat { min, value, max } => {
            let [min, value, max] = [min, value, max].map(|bits| f64::from_bits(*bits));
            pair(format!("a number from {min} to {max}"), value.to_string())
        }
        ErrorKind::TrailingZero => pair("a last byte that is not zero".into(), byte),
        ErrorKind::SizeLimitExceeded { limit, found } => pair(format!("at most {}", count(*limit)), count(*found)),
        ErrorKind::ListLength { max, found, .. } => pair(format!("at most {}", elements(*max)), elements(*found)),
        ErrorKind::ListTooShort { min, found } => pair(format!("at least {}", elements(*min)), elements(*found)),
        ErrorKind::UserGuard { function, message } | ErrorKind::UserFunction { function, message } => {
            pair(format!("a value that `{function}` accepts"), message.to_string())
        }
        ErrorKind::InvalidUtf8 => pair("text in UTF-8".into(), "other bytes".into()),
        ErrorKind::Magic { expected, found } => pair(hex::encode(expected), hex::encode(found)),
        ErrorKind::TooDeep { limit } => pair(format!("at most {limit} levels"), "one more".into()),
        other => pair("a value of the encoding".into(), other.to_string()),
    }
}

/// Returns what was expected and what was found. Where it may be secret, the error tells what may be shown.
pub fn of_error(named: &Named, error: &DecodeError, bytes: &[u8]) -> [String; 2] {
    match named.encoding.holds_secret() {
        true => ["a value of the encoding".into(), error.to_string()],
        false => expected(error.kind(), bytes, error.offset()),
    }
}

/// Returns an error as JSON: `name` in the reference, `offset`, `path`, `expected`, `found`, and `message`, which is a sentence.
pub fn json(named: &Named, error: &DecodeError, bytes: &[u8]) -> Value {
    let [expected, found] = of_error(named, error, bytes);
    json!({
        "name": error.kind().name(),
        "offset": error.offset(),
        "path": error.path().to_string(),
        "expected": expected,
        "found": found,
        "message": error.to_string(),
    })
}

/// Returns the path of a value in JSON that an encoding refuses, what was expected and what was found, as far as they are known.
#[must_use]
pub fn of_json_error(named: &Named, error: &JsonError) -> (String, [Option<String>; 2]) {
    let (path, kind) = match error.kind() {
        JsonErrorKind::Mismatch { error, .. } | JsonErrorKind::Value(error) => (error.path().to_string(), error.kind()),
        JsonErrorKind::Bytes(error) => (error.path().to_string(), error.kind()),
        JsonErrorKind::Syntax { expected, .. } => return (String::new(), [Some((*expected).to_owned()), None]),
        _ => return (String::new(), [None, None]),
    };
    let pair = match kind {
        _ if named.encoding.holds_secret() => [None, None],
        ErrorKind::WrongJson { expected, found, .. } => [Some(expected.to_string()), Some(found.to_string())],
        ErrorKind::MissingField => [Some("a field of this name".into()), None],
        ErrorKind::UnknownName { name, nearest, .. } | ErrorKind::UnexpectedField { name, nearest, .. } => {
            [nearest.map(str::to_owned), Some(name.to_string())]
        }
        other => expected(other, &[], 0).map(Some),
    };
    (path, pair)
}

fn count(bytes: usize) -> String {
    counted(bytes, "byte", "bytes")
}

fn elements(count: usize) -> String {
    counted(count, "element", "elements")
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn refused_json_has_words() {
        let named = crate::encodings::named("obj{a: uint8; b: string_enum(attestation,reveal)}", None).unwrap();
        for (json, path, expected, found) in [
            (r#"{"a":"1","b":"reveal"}"#, "a", Some("uint8"), Some("\"1\"")),
            (r#"{"a":1,"b":"atestation"}"#, "b", Some("attestation"), Some("atestation")),
            (r#"{"a":1}"#, "b", Some("a field of this name"), None),
            (r#"{"a":1,"b":"reveal","bb":1}"#, "", None, Some("bb")),
            (r#"{"a":256,"b":"reveal"}"#, "a", Some("an integer from 0 to 255"), Some("256")),
            ("{", "", Some("a key"), None),
        ] {
            let error = tezos_encoding::schema::from_json(named.encoding, json).unwrap_err();
            let (at, [what, instead]) = of_json_error(named, &error);
            assert_eq!((&*at, what.as_deref(), instead.as_deref()), (path, expected, found), "{json}: {error}");
        }
    }

    #[test]
    fn every_kind_of_error_has_words() {
        let bytes = [0xab, 0xcd];
        let float = |number: f64| number.to_bits();
        for (kind, wanted, found) in [
            (
                ErrorKind::NotEnoughData { expected: "uint16", needed: 2, available: 1 },
                "2 bytes for uint16",
                "1 byte, then the end of the block",
            ),
            (ErrorKind::ExtraBytes { count: 1 }, "the end of the block", "1 byte more"),
            (ErrorKind::ExtraBytes { count: 1000 }, "the end of the block", "1,000 bytes more"),
            (ErrorKind::NoCaseMatched, "the index of a name, or the value of a case", "cd"),
            (ErrorKind::InvalidInt { min: -5, value: 9, max: 8 }, "an integer from -5 to 8", "9"),
            (
                ErrorKind::InvalidFloat { min: float(0.5), value: float(2.0), max: float(1.5) },
                "a number from 0.5 to 1.5",
                "2",
            ),
            (ErrorKind::TrailingZero, "a last byte that is not zero", "cd"),
            (ErrorKind::SizeLimitExceeded { limit: 1, found: 2 }, "at most 1 byte", "2 bytes"),
            (ErrorKind::ListTooShort { min: 2, found: 1 }, "at least 2 elements", "1 element"),
            (ErrorKind::InvalidUtf8, "text in UTF-8", "other bytes"),
            (ErrorKind::TooDeep { limit: 7 }, "at most 7 levels", "one more"),
        ] {
            assert_eq!(expected(&kind, &bytes, 1), [wanted, found], "{kind:?}");
        }
        assert_eq!(expected(&ErrorKind::TrailingZero, &bytes, 2)[1], "the end");
    }
}
