//! The JSON Schema of an encoding takes the reference's JSON of its values, and what we print, and not what we refuse.

use serde_json::{Value, json};
use tezos_encoding::schema::{Encoding, from_json, json_schema, to_json};

use super::{lines, validator::Validator};

/// JSON of another type at one place; at most so many.
fn mutated(value: &Value, most: usize) -> Vec<Value> {
    let mut all = match value {
        Value::Null => vec![json!(1), json!("x")],
        Value::Bool(_) => vec![json!(1), json!("true")],
        Value::Number(_) => vec![json!("1"), json!(true), json!(1.5), json!(-1e30)],
        Value::String(_) => vec![json!(1), json!("é"), json!({ "x": 1 }), json!([])],
        Value::Array(_) => vec![json!({}), json!("x")],
        Value::Object(_) => vec![json!([]), json!("x"), json!({ "no such field": 1 })],
    };
    match value {
        Value::Array(items) => {
            let longer = items.iter().chain([&json!(null)]).cloned().collect();
            all.push(Value::Array(longer));
            for index in 0..items.len().min(3) {
                let mut shorter = items.clone();
                shorter.remove(index);
                all.push(Value::Array(shorter));
                all.extend(mutated(&items[index], most).into_iter().map(|other| {
                    let mut items = items.clone();
                    items[index] = other;
                    Value::Array(items)
                }));
            }
        }
        Value::Object(fields) => {
            for (name, value) in fields {
                let mut fewer = fields.clone();
                fewer.remove(name);
                all.push(Value::Object(fewer.clone()));
                all.extend(mutated(value, most).into_iter().map(|other| {
                    let mut fields = fields.clone();
                    fields[name] = other;
                    Value::Object(fields)
                }));
                fewer.insert("no such field".to_owned(), value.clone());
                all.push(Value::Object(fewer));
            }
        }
        _ => {}
    }
    all.truncate(most);
    all
}

/// Whether a schema says of mutated JSON what the reader says; nothing where the reader takes JSON that it would not print.
fn agrees(encoding: &'static Encoding, schema: &Validator, value: &Value) -> Option<bool> {
    match from_json(encoding, &value.to_string()) {
        Err(_) => Some(!schema.takes(value)),
        Ok(bytes) => {
            let printed: Value = serde_json::from_str(&to_json(encoding, &bytes).ok()?).ok()?;
            assert!(schema.takes(&printed), "what is printed is not taken: {printed}");
            None
        }
    }
}

#[test]
fn the_schema_takes_the_reference_json_and_little_else() {
    let (mut taken, mut refused, mut missed) = (0usize, 0usize, Vec::new());
    for (description, (encoding, lines)) in lines() {
        let text = json_schema(encoding);
        let schema = Validator::new(&text);
        for line in lines.iter().take(60) {
            // A value that cannot be written has no JSON.
            let unwritten = line["reencoded"].as_str() == Some("") && line["hex"].as_str() != Some("");
            let deep = unwritten || line.get("json_depth").is_some() || description.starts_with("micheline(");
            let Some(value) = line.get("json").filter(|_| !deep) else { continue };
            assert!(schema.takes(value), "{description}: {text} does not take {value}");
            taken = taken.saturating_add(1);
            if value.to_string().len() > 5_000 {
                continue;
            }
            for other in mutated(value, 60) {
                match agrees(encoding, &schema, &other) {
                    None => {}
                    Some(true) => refused = refused.saturating_add(1),
                    Some(false) => missed.push(format!("{description}: {other}")),
                }
            }
        }
    }
    println!("{taken} taken, {refused} refused by both, {} by the reader alone", missed.len());
    missed.iter().take(40).for_each(|line| println!("  {line}"));
    // Functions of the user, and lengths of text in bytes, are not in a schema.
    assert!(missed.len().saturating_mul(50) <= refused, "{missed:#?}");
}
