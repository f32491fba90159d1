//! Values that the vectors tell in words.

use serde_json::Value;

/// Elements or bytes that a value in words can have.
const MAX_COUNT: usize = 1 << 24;

/// The JSON of a value in words, such as `"3 elements"`, `"256 bytes 00"`, `"4 times 'z'"` or `"a=1, b=2 times 'q'"`; nothing
/// where the JSON text is not one of them.
pub(super) fn in_full(json: &str) -> Option<String> {
    let words: String = serde_json::from_str(json).ok()?;
    Some(value(&words).or_else(|| object(&words))?.to_string())
}

fn value(words: &str) -> Option<Value> {
    let words: Vec<_> = words.split(' ').collect();
    let [number, words @ ..] = words.as_slice() else { return None };
    let count = number.parse().ok().filter(|count| *count <= MAX_COUNT)?;
    match words {
        ["elements"] => Some(Value::Array(vec![Value::from(0); count])),
        ["bytes"] | ["bytes", "00"] => Some(Value::from("00".repeat(count))),
        ["times", quoted] => Some(Value::from(quoted.trim_matches('\'').repeat(count))),
        _ => None,
    }
}

fn object(words: &str) -> Option<Value> {
    let field = |field: &str| {
        let (name, words) = field.split_once('=')?;
        let value = value(words).or_else(|| serde_json::from_str(words).ok())?;
        Some((name.to_owned(), value))
    };
    words.split(", ").map(field).collect::<Option<_>>().map(Value::Object)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn values_in_words_are_made() {
        for (words, json) in [
            ("2 elements", "[0,0]"),
            ("3 bytes 00", "\"000000\""),
            ("3 times 'z'", "\"zzz\""),
            ("a=1, b=2 times 'q'", r#"{"a":1,"b":"qq"}"#),
        ] {
            assert_eq!(in_full(&format!("\"{words}\"")).as_deref(), Some(json));
        }
        for other in ["1", "[]", "\"\"", "\"2\"", "\"-1\"", "\"3 hashes\"", "\"99999999999 bytes\"", "\"a\"", "\"a=b\""]
        {
            assert_eq!(in_full(other), None, "{other}");
        }
    }
}
