//! Values that the vectors tell in words.

use serde_json::Value;

/// Elements or bytes that a value in words can have.
const MAX_COUNT: usize = 1 << 24;

/// The JSON of a value in words, such as `"3 elements"`, `"256 bytes 00"`, `"4 times 'z'"` or `"a=1, b=2 times 'q'"`; nothing
/// where the JSON text is not one of them.
pub(crate) fn in_full(json: &str) -> Option<String> {
    let words: String = serde_json::from_str(json).ok()?;
    Some(value(&words).or_else(|| object(&words))?.to_string())
}

/// The JSON of a float that the vectors have rounded, `1e+06`, where the detail of the error has it in full,
/// `"v":"0x1.e8482p+19"`.
pub(crate) fn exactly(json: &str, detail: Option<Value>) -> Option<String> {
    json.parse::<f64>().ok()?;
    let detail = detail?;
    let (digits, exponent) = detail.get("v")?.as_str()?.strip_prefix("0x1.")?.split_once('p')?;
    // 52 bits behind the point.
    let fraction = u64::from_str_radix(&format!("{digits:0<13}"), 16).ok()?;
    let one_and_fraction = f64::from_bits(1.0f64.to_bits() | fraction);
    serde_json::to_string(&(one_and_fraction * 2f64.powi(exponent.parse().ok()?))).ok()
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
    fn rounded_floats_are_made_whole() {
        let detail = |v: &str| Some(serde_json::json!({ "v": v }));
        assert_eq!(exactly("1e+06", detail("0x1.e8482p+19")).as_deref(), Some("1000001.0"));
        assert_eq!(exactly("1", None), None);
        assert_eq!(exactly("1", Some(serde_json::json!({ "v": 2 }))), None);
        assert_eq!(exactly("\"1\"", detail("0x1.e8482p+19")), None);
    }

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
