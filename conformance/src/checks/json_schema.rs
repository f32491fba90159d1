//! The JSON Schema of an encoding accepts the reference's JSON of its values and ours, and refuses what `from_json` refuses.

use serde_json::{Value, json};
use tezos_encoding::schema::{from_json, json_schema, to_json};

use super::{lines, validator::Validator};

/// Returns at most `max` copies of a value, each with one mistake: a value of another type, or an element or a field too many or too few.
fn mutated(value: &Value, max: usize) -> Vec<Value> {
    let mut all = match value {
        Value::Null => vec![json!(1), json!("x")],
        Value::Bool(_) => vec![json!(1), json!("true")],
        Value::Number(_) => vec![json!("1"), json!(true), json!(1.5), json!(-1e30)],
        Value::String(_) => vec![json!(1), json!("é"), json!({ "x": 1 }), json!([])],
        Value::Array(_) => vec![json!({}), json!("x")],
        Value::Object(_) => vec![json!([]), json!("x"), json!({ "no such field": 1 })],
    };
    /// Returns a changed copy of a list or an object.
    fn with<T: Clone + Into<Value>>(whole: &T, change: impl FnOnce(&mut T)) -> Value {
        let mut whole = whole.clone();
        change(&mut whole);
        whole.into()
    }
    match value {
        Value::Array(items) => {
            all.push(with(items, |items| items.push(Value::Null)));
            for (index, item) in items.iter().enumerate().take(3) {
                all.push(with(items, |items| drop(items.remove(index))));
                all.extend(mutated(item, max).into_iter().map(|other| with(items, |items| items[index] = other)));
            }
        }
        Value::Object(fields) => {
            for (name, value) in fields {
                all.push(with(fields, |fields| drop(fields.remove(name))));
                all.extend(mutated(value, max).into_iter().map(|other| with(fields, |all| all[name] = other)));
                all.push(with(fields, |fields| {
                    fields.remove(name);
                    fields.insert("no such field".to_owned(), value.clone());
                }));
            }
        }
        _ => {}
    }
    all.truncate(max);
    all
}

#[test]
fn the_schema_accepts_the_reference_json_and_little_else() {
    let (mut accepted, mut refused, mut missed) = (0usize, 0usize, Vec::new());
    for (description, (encoding, lines)) in lines() {
        let text = json_schema(encoding);
        let schema = Validator::new(&text);
        for line in lines.iter().take(60) {
            // A value that cannot be encoded has no JSON.
            let unwritten = line["reencoded"].as_str() == Some("") && line["hex"].as_str() != Some("");
            let none = unwritten || line.get("json_depth").is_some() || description.starts_with("micheline(");
            let Some(value) = line.get("json").filter(|_| !none) else { continue };
            assert!(schema.accepts(value), "{description}: {text} does not accept {value}");
            accepted = accepted.saturating_add(1);
            if value.to_string().len() > 5_000 {
                continue;
            }
            for other in mutated(value, 60) {
                match from_json(encoding, &other.to_string()) {
                    Err(_) if schema.accepts(&other) => missed.push(format!("{description}: {other}")),
                    Err(_) => refused = refused.saturating_add(1),
                    // `from_json` accepts some JSON that `to_json` never prints.
                    Ok(bytes) => {
                        let printed = to_json(encoding, &bytes).ok().and_then(|json| serde_json::from_str(&json).ok());
                        assert!(printed.is_none_or(|printed| schema.accepts(&printed)), "{description}: {other}");
                    }
                }
            }
        }
    }
    println!("{accepted} accepted, {refused} refused by both, {} by the reader alone", missed.len());
    missed.iter().take(40).for_each(|line| println!("  {line}"));
    // A JSON Schema cannot express user functions and lengths of text in bytes.
    assert!(missed.len().saturating_mul(50) <= refused, "{missed:#?}");
}
