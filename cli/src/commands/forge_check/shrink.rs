//! Simpler operations, to find the smallest one that a forger gets wrong.

use serde_json::Value;

/// The maximum number of simpler values that are tried at once.
const MAX_EDITS: usize = 2_000;

/// Returns values that are simpler than `value` in one place: a number is smaller, a text or a list shorter, a field left out, a value replaced by
/// one inside it, or by that of `simplest` at the same place. The most thorough changes come first. Most are no operations.
pub(super) fn edits(value: &Value, simplest: &Value) -> Vec<Value> {
    let mut edits = here(value);
    if !simplest.is_null() && simplest != value && digits(value).is_none() {
        edits.insert(0, simplest.clone());
    }
    match value {
        Value::Array(items) => {
            for (index, item) in items.iter().enumerate() {
                let inside = inside(&edits, item, &simplest[index]);
                edits.extend(inside.map(|edit| with(items, index, Some(edit)).into()));
            }
        }
        Value::Object(fields) => {
            for (name, field) in fields {
                let replaced = |edit| {
                    let mut fields = fields.clone();
                    fields.insert(name.clone(), edit);
                    Value::Object(fields)
                };
                let inside = inside(&edits, field, &simplest[name]);
                edits.extend(inside.map(replaced));
            }
        }
        _ => {}
    }
    edits
}

/// Returns the simpler values of a part, as far as the limit allows.
fn inside(edits: &[Value], part: &Value, simplest: &Value) -> impl Iterator<Item = Value> + use<> {
    let available = MAX_EDITS.saturating_sub(edits.len());
    let inside = if available > 0 { self::edits(part, simplest) } else { Vec::new() };
    inside.into_iter().take(available)
}

/// Returns simpler values in which no part is changed.
fn here(value: &Value) -> Vec<Value> {
    match value {
        Value::String(text) => match digits(value) {
            Some(_) => smaller(text).map(Value::String).chain(shorter(text)).collect(),
            None => shorter(text).collect(),
        },
        Value::Number(number) => {
            let smaller = smaller(&number.to_string()).collect::<Vec<_>>();
            smaller.iter().filter_map(|text| serde_json::from_str(text).ok()).collect()
        }
        Value::Array(items) => {
            let without = (0..items.len()).map(|index| with(items, index, None).into());
            items.iter().cloned().chain(without).collect()
        }
        Value::Object(fields) => {
            let without = fields.keys().map(|name| {
                let mut fields = fields.clone();
                fields.remove(name);
                Value::Object(fields)
            });
            // The arguments of an application in Micheline are in a list of their own.
            let inner = fields.values().flat_map(|field| field.as_array().into_iter().flatten());
            inner.chain(fields.values()).cloned().chain(without).collect()
        }
        Value::Null | Value::Bool(_) => Vec::new(),
    }
}

/// Returns the elements with another one at an index, or without one.
fn with(items: &[Value], index: usize, other: Option<Value>) -> Vec<Value> {
    let mut items = items.to_vec();
    match (items.get_mut(index), other) {
        (Some(item), Some(other)) => *item = other,
        _ => drop(items.remove(index)),
    }
    items
}

/// Returns the text of a number, whose JSON is a number or a text of digits.
fn digits(value: &Value) -> Option<String> {
    let text =
        value.as_str().map_or_else(|| value.as_number().map(ToString::to_string), |text| Some(text.to_owned()))?;
    let digits = text.strip_prefix('-').unwrap_or(&text);
    (!digits.is_empty() && digits.bytes().all(|digit| digit.is_ascii_digit())).then_some(text)
}

/// Returns numbers that are nearer to zero, in ascending order of their absolute value: 0, without the last digit, with a smaller digit, less one.
/// If all numbers from some number on have a property and none of these has it, the number is the smallest one with the property.
fn smaller(number: &str) -> impl Iterator<Item = String> + use<> {
    let (sign, digits) = number.strip_prefix('-').map_or(("", number), |digits| ("-", digits));
    let trimmed = |digits: &str| {
        let trimmed = digits.trim_start_matches('0');
        if trimmed.is_empty() { "0".to_owned() } else { trimmed.to_owned() }
    };
    let mut all: Vec<String> = (digits != "0").then(|| "0".to_owned()).into_iter().collect();
    for (index, digit) in digits.char_indices() {
        let (before, after) = (digits.get(..index).unwrap_or_default(), digits.get(index..).unwrap_or_default());
        let after = after.get(1..).unwrap_or_default();
        all.extend(('0'..digit).map(|smaller| trimmed(&format!("{before}{smaller}{after}"))));
    }
    if digits.len() > 1 {
        all.extend(digits.get(..digits.len().saturating_sub(1)).map(trimmed));
        // With zeros at the end, one less changes several digits.
        let zeros = digits.len().saturating_sub(digits.trim_end_matches('0').len());
        let (before, _) = digits.split_at_checked(digits.len().saturating_sub(zeros)).unwrap_or_default();
        let last = before.chars().last().and_then(|digit| digit.to_digit(10)?.checked_sub(1));
        if let (Some(last), Some(before)) = (last, before.get(..before.len().saturating_sub(1))) {
            all.push(trimmed(&format!("{before}{last}{}", "9".repeat(zeros))));
        }
    }
    all.sort_by(|one, other| (one.len(), one).cmp(&(other.len(), other)));
    all.dedup();
    let positive = (!sign.is_empty()).then(|| digits.to_owned());
    let signed = all.into_iter().map(move |digits| if digits == "0" { digits } else { format!("{sign}{digits}") });
    signed.chain(positive)
}

/// Returns shorter texts: none, the first half, less by two characters or by one; then zeros, in case the text is hex.
fn shorter(text: &str) -> impl Iterator<Item = Value> + use<> {
    let count = text.chars().count();
    let lengths = [0, (count / 2) & !1, count.saturating_sub(2), count.saturating_sub(1)];
    let is_zero = text.bytes().all(|byte| byte == b'0');
    let mut all: Vec<String> =
        lengths.iter().filter(|length| **length < count).map(|length| text.chars().take(*length).collect()).collect();
    all.extend((!is_zero).then(|| "0".repeat(count)));
    all.into_iter().map(Value::String)
}

#[cfg(test)]
mod tests {
    use std::collections::BTreeSet;

    use serde_json::json;

    use super::*;

    /// Repeats the first edit that has a property, is no longer and was not tried before.
    fn smallest(value: Value, simplest: &Value, has: impl Fn(&Value) -> bool) -> Value {
        let (mut smallest, mut tried) = (value, BTreeSet::new());
        let mut simpler = |value: &Value| {
            let length = value.to_string().len();
            let mut edits = edits(value, simplest).into_iter();
            edits.find(|edit| edit.to_string().len() <= length && tried.insert(edit.to_string()) && has(edit))
        };
        while let Some(edit) = simpler(&smallest) {
            smallest = edit;
        }
        smallest
    }

    #[test]
    fn a_number_is_the_least_from_which_all_have_a_property() {
        for least in [0, 1, 9, 10, 64, 95, 99, 100, 101, 909, 1_000, 4_096, 99_999, 100_000] {
            for start in [100_000_u64, 100_001, 123_456, 909_090, 9_999_999, u64::MAX] {
                let is_large =
                    |value: &Value| value.as_str().is_some_and(|text| text.parse::<u64>().is_ok_and(|n| n >= least));
                assert_eq!(
                    smallest(json!(start.to_string()), &json!(null), is_large),
                    json!(least.to_string()),
                    "{start}"
                );
                let is_large = |value: &Value| value.as_u64().is_some_and(|number| number >= least);
                assert_eq!(smallest(json!(start), &json!(null), is_large), json!(least), "{start}");
            }
        }
        let is_negative = |value: &Value| value.as_str().is_some_and(|text| text.parse::<i64>().is_ok_and(|n| n < -64));
        assert_eq!(smallest(json!("-100000"), &json!(null), is_negative), json!("-65"));
    }

    #[test]
    fn parts_are_left_out_and_replaced_by_simpler_ones() {
        let value = json!({ "a": [{ "x": "00ff07" }, 5, 9], "b": { "c": [{ "d": true }] }, "key": "edpk1234" });
        let simplest = json!({ "key": "edpk0", "a": [] });
        let has = |value: &Value| {
            value["a"].as_array().is_some_and(|a| a.iter().any(|item| item["x"].is_string()))
                && value["key"].is_string()
        };
        let has_key = |value: &Value| has(value) && value["key"].as_str().is_some_and(|key| key.starts_with("edpk"));
        assert_eq!(smallest(value.clone(), &simplest, has_key), json!({ "a": [{ "x": "" }], "key": "edpk" }));
        let text =
            |value: &Value| has_key(value) && value["key"].as_str().is_some_and(|key| key.len() == 5 || key.len() == 8);
        assert_eq!(smallest(value, &simplest, text), json!({ "a": [{ "x": "" }], "key": "edpk0" }));
    }

    #[test]
    fn the_number_of_edits_is_limited() {
        let wide = json!({ "contents": vec![vec![7; 100]; 100] });
        assert_eq!(edits(&wide, &json!(null)).len(), MAX_EDITS);
    }
}
