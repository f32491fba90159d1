//! Whether the engines agree with the reference on a line.

use serde_json::{Value, json};
use tezos_encoding::{
    DecodeError, ErrorKind,
    schema::{Class, Encoding, slice},
};

use crate::{
    engine::{Engine, Lacks, Read, Written},
    given::Given,
    line::{Again, Expected, short},
};

/// The answer of an engine to a line.
#[derive(Debug, Clone, PartialEq, Eq)]
pub(crate) enum Verdict {
    /// That of the reference.
    Agrees,
    /// Another one; a sentence without a capital.
    Differs(String),
    /// None; why, in a sentence without a capital.
    Silent(String),
}

/// The error where a function of the user fails.
const RAISED: &str = "Exception_raised_in_user_function";

/// The reference has no limit of levels.
const TOO_DEEP: &str = "the value has more levels than its type allows";

fn is_too_deep(error: &DecodeError) -> bool {
    matches!(error.kind(), ErrorKind::TooDeep { .. })
}

/// Compares an engine with the reference.
pub(crate) fn judge(expected: &Expected, engine: &Engine) -> Verdict {
    let difference = match expected {
        Expected::Accepted { bytes, again, json } => {
            let read = (engine.read)(bytes);
            let wrote_same = matches!(&read, Ok(Ok(found)) if found == bytes);
            if matches!(&read, Err(error) if is_too_deep(error)) {
                return Verdict::Silent(TOO_DEEP.to_owned());
            }
            let difference = accepted(read, bytes, again);
            if engine.lacks >= Lacks::Conversions && wrote_same && difference.is_some() {
                return Verdict::Silent("a schema has no functions that convert values".to_owned());
            }
            difference.or_else(|| other_json(engine, bytes, json.as_ref()?, again))
        }
        Expected::Refused { error, .. } if engine.lacks >= Lacks::ConversionsAndGuards && error == RAISED => {
            return Verdict::Silent("a schema has no functions that refuse values".to_owned());
        }
        Expected::Refused { bytes, error, detail } => match (engine.read)(bytes) {
            Err(error) if is_too_deep(&error) => return Verdict::Silent(TOO_DEEP.to_owned()),
            read => refused(read, error, detail),
        },
        Expected::Size(expected) => size(engine.encoding, expected),
        Expected::Slices { bytes, slices } => other_slices(engine.encoding, bytes, slices),
        Expected::Written { value, result } => match (engine.write)(value) {
            Written::Unable(reason) => return Verdict::Silent(reason),
            found => written(found, result.as_deref().map_err(String::as_str)),
        },
    };
    difference.map_or(Verdict::Agrees, Verdict::Differs)
}

/// Expects bytes to be read, and the value to be written as `again` has it.
fn accepted(read: Read, bytes: &[u8], again: &Again) -> Option<String> {
    let found = match read {
        Ok(found) => found,
        Err(error) => return Some(format!("refused with {} ({error})", error.kind().name())),
    };
    let again = match again {
        Again::Same => Some(bytes),
        Again::Bytes(again) => Some(again.as_slice()),
        Again::Nothing => None,
        Again::Unknown => return None,
    };
    if found.as_deref().ok() == again {
        return None;
    }
    let found = match found {
        Ok(found) => format!("written again as {}", hex(&found)),
        Err(sentence) => format!("cannot be written again ({sentence})"),
    };
    Some(match again {
        Some(again) => format!("{found}, expected {}", hex(again)),
        None => format!("{found}, but the reference cannot write the value"),
    })
}

/// Bytes in a sentence.
fn hex(bytes: &[u8]) -> String {
    format!("`{}`", short(&hex::encode(bytes)))
}

/// Expects the JSON of a value, and the bytes of the value that the JSON is, where they are known: the JSON of a NaN, which is written
/// as other bytes, does not have its bits.
fn other_json(engine: &Engine, bytes: &[u8], json: &str, again: &Again) -> Option<String> {
    match (engine.json.as_ref()?)(bytes) {
        Ok(found) if same_json_text(&found, json) => {}
        Ok(found) => return Some(format!("its JSON is {}, expected {}", short(&found), short(json))),
        Err(sentence) => return Some(format!("it has no JSON ({sentence}), expected {}", short(json))),
    }
    if *again != Again::Same {
        return None;
    }
    let sentence = written((engine.write)(&Given::Json(json.to_owned())), Ok(bytes))?;
    Some(format!("from JSON {}: {sentence}", short(json)))
}

/// Whether two JSON texts are the same value.
pub(crate) fn same_json_text(one: &str, other: &str) -> bool {
    let parse = serde_json::from_str::<Value>;
    matches!((parse(one), parse(other)), (Ok(one), Ok(other)) if same_json(&one, &other))
}

/// Whether two JSON values are the same; `1` and `1.0` are.
fn same_json(one: &Value, other: &Value) -> bool {
    match (one, other) {
        (Value::Number(one), Value::Number(other)) => one == other || one.as_f64() == other.as_f64(),
        (Value::Array(one), Value::Array(other)) => {
            one.len() == other.len() && one.iter().zip(other).all(|(one, other)| same_json(one, other))
        }
        (Value::Object(one), Value::Object(other)) => {
            one.len() == other.len()
                && one.iter().all(|(key, one)| other.get(key).is_some_and(|other| same_json(one, other)))
        }
        (one, other) => one == other,
    }
}

/// Expects a value to be written as these bytes, or to be refused.
fn written(found: Written, expected: Result<&[u8], &str>) -> Option<String> {
    let same = match (&found, expected) {
        (Written::Bytes(found), Ok(expected)) => found == expected,
        (Written::Refused(found, _), Err(expected)) => *found == expected,
        _ => false,
    };
    let found = match found {
        Written::Bytes(found) => format!("written as {}", hex(&found)),
        Written::Refused(name, sentence) => format!("refused with {name} ({sentence})"),
        Written::Unable(reason) => reason,
    };
    (!same).then(|| format!("{found}, expected {}", expected.map_or_else(str::to_owned, hex)))
}

/// Expects bytes to be refused.
fn refused(read: Read, name: &str, expected: &Value) -> Option<String> {
    let Err(error) = read else { return Some(format!("accepted, expected {name}")) };
    if error.kind().name() != name {
        return Some(format!("refused with {} ({error}), expected {name}", error.kind().name()));
    }
    let number = |value: i128| i64::try_from(value).ok();
    let found = match error.kind() {
        ErrorKind::UnexpectedTag { tag, .. } => json!({ "tag": tag }),
        ErrorKind::InvalidInt { min, value, max } => {
            json!({ "min": number(*min), "v": number(*value), "max": number(*max) })
        }
        _ => return None,
    };
    // Of the size of a block as `n` the reference reports 0, whatever it found: a number that is in the range is no reason.
    let number = |key| expected.get(key).and_then(Value::as_i64);
    if let (Some(min), Some(found), Some(max)) = (number("min"), number("v"), number("max"))
        && (min..=max).contains(&found)
    {
        return None;
    }
    (expected.is_object() && *expected != found)
        .then(|| format!("refused with {name} and {found}, expected {expected}"))
}

/// Expects these slices.
fn other_slices(encoding: &'static Encoding, bytes: &[u8], expected: &[Value]) -> Option<String> {
    let found = slice(encoding, bytes)
        .into_reference()
        .into_iter()
        .map(|slice| json!({ "name": slice.name, "value": hex::encode(slice.bytes), "pretty": slice.pretty }));
    let found: Vec<_> = found.collect();
    let print = |slice: Option<&Value>| slice.map_or("nothing".to_owned(), |slice| short(&slice.to_string()));
    let at = (0..found.len().max(expected.len())).find(|at| found.get(*at) != expected.get(*at))?;
    Some(format!("slice {at} is {}, expected {}", print(found.get(at)), print(expected.get(at))))
}

/// Expects class, size and greatest size.
fn size(encoding: &Encoding, expected: &Value) -> Option<String> {
    let size = encoding.size();
    let (class, fixed) = match size.class {
        Class::Fixed(bytes) => ("Fixed", Some(bytes)),
        Class::Dynamic => ("Dynamic", None),
        Class::Variable => ("Variable", None),
    };
    let found = json!({ "class": class, "fixed_length": fixed, "maximum_length": size.most });
    (found != *expected).then(|| format!("its size is {found}, expected {expected}"))
}
