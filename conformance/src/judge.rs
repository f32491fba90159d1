//! Whether the engines agree with the reference on a line.

use serde_json::Value;
use tezos_encoding::schema::Class;

use super::{
    codec::{Known, Reading, Writing, detail},
    line::{Expected, Line, short},
};

/// What an engine says to a line.
#[derive(Debug, Clone, PartialEq, Eq)]
pub(super) enum Verdict {
    /// The same as the reference.
    Agrees,
    /// Something else; a sentence without a capital.
    Differs(String),
    /// Nothing; why, in a sentence without a capital.
    Silent(String),
}

/// Each engine with its name, or why it does not know what the line is about.
pub(super) type Engines = Vec<(&'static str, Found)>;

/// An engine for an encoding, or why there is none.
pub(super) type Found = Result<Box<dyn Known>, String>;

/// The verdict of each engine, with its name.
pub(super) type Verdicts = Vec<(&'static str, Verdict)>;

/// Asks every engine.
pub(super) fn judge(line: &Line, engines: &Engines) -> Verdicts {
    engines
        .iter()
        .map(|(name, engine)| match engine {
            Ok(engine) => (*name, verdict(&line.expected, engine.as_ref())),
            Err(reason) => (*name, Verdict::Silent(reason.clone())),
        })
        .collect()
}

/// The error where a function of the user fails.
const RAISED: &str = "Exception_raised_in_user_function";

fn verdict(expected: &Expected, engine: &dyn Known) -> Verdict {
    let difference = match expected {
        Expected::Accepted { bytes, again, json, both_ways } => {
            let reading = engine.read(bytes);
            if engine.lacks_functions() && again.as_ref() != Some(bytes) && writes(&reading, bytes) {
                let reason = "it writes what it has read, because a schema has no functions that convert";
                return Verdict::Silent(reason.to_owned());
            }
            let json = json.as_deref().map(|json| (json, again.as_deref().filter(|_| *both_ways)));
            accepted(reading, again.as_deref()).or_else(|| other_json(engine, bytes, json?))
        }
        Expected::Refused { error, .. } if engine.lacks_functions() && !engine.has_guards() && error == RAISED => {
            return Verdict::Silent("a schema from text has no functions that refuse".to_owned());
        }
        Expected::Refused { bytes, error, detail } => refused(engine.read(bytes), error, detail),
        Expected::Size { class, fixed, most } => size(engine, (class, *fixed, *most)),
        Expected::Written { value, result } => match (engine.bytes_of_json(value), result) {
            (Writing::Unable(reason), _) => return Verdict::Silent(reason),
            (writing, expected) => written(writing, expected),
        },
        Expected::Slices { bytes, slices } => match engine.slices(bytes) {
            Some(found) => other_slices(&found, slices),
            None => return Verdict::Silent("it has no slices".to_owned()),
        },
    };
    difference.map_or(Verdict::Agrees, Verdict::Differs)
}

/// Expects bytes to be read, and the value to be written as these or not at all.
fn accepted(reading: Reading, again: Option<&[u8]>) -> Option<String> {
    let forms = match reading {
        Reading::Accepted(forms) => forms,
        Reading::Refused(error) => return Some(format!("refused with {} ({error})", error.kind().name())),
    };
    if forms.iter().any(|form| form.as_deref().ok() == again) {
        return None;
    }
    let hex = |bytes: &[u8]| format!("`{}`", short(&hex::encode(bytes)));
    let found = match forms.first() {
        Some(Ok(found)) => format!("written again as {}", hex(found)),
        Some(Err(sentence)) => format!("cannot be written again ({sentence})"),
        None => "not written again".to_owned(),
    };
    Some(match again {
        Some(again) => format!("{found}, expected {}", hex(again)),
        None => format!("{found}, but the reference cannot write the value"),
    })
}

/// Whether the value is written as these bytes.
fn writes(reading: &Reading, bytes: &[u8]) -> bool {
    matches!(reading, Reading::Accepted(forms) if forms.iter().any(|form| form.as_deref() == Ok(bytes)))
}

/// Expects the JSON of a value, and the bytes of the value that the JSON is, where there are some to compare with.
fn other_json(engine: &dyn Known, bytes: &[u8], (json, again): (&str, Option<&[u8]>)) -> Option<String> {
    match engine.json_of_bytes(bytes)? {
        Ok(found) if same_json_text(&found, json) => {}
        Ok(found) => return Some(format!("its JSON is {}, expected {}", short(&found), short(json))),
        Err(sentence) => return Some(format!("it has no JSON ({sentence}), expected {}", short(json))),
    }
    let sentence = written(engine.bytes_of_json(json), &Ok(again?.to_vec()))?;
    Some(format!("from JSON {}: {sentence}", short(json)))
}

/// Whether two JSON texts are the same value.
pub(super) fn same_json_text(one: &str, other: &str) -> bool {
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
fn written(writing: Writing, expected: &Result<Vec<u8>, String>) -> Option<String> {
    let hex = |bytes: &[u8]| format!("`{}`", short(&hex::encode(bytes)));
    match (writing, expected) {
        (Writing::Written(found), Ok(expected)) if found == *expected => None,
        (Writing::Refused(found, _), Err(expected)) if found == expected => None,
        (Writing::Written(found), Ok(expected)) => {
            Some(format!("written as {}, expected {}", hex(&found), hex(expected)))
        }
        (Writing::Written(found), Err(expected)) => Some(format!("written as {}, expected {expected}", hex(&found))),
        (Writing::Refused(_, sentence), Ok(expected)) => {
            Some(format!("refused ({sentence}), expected {}", hex(expected)))
        }
        (Writing::Refused(found, sentence), Err(expected)) => {
            Some(format!("refused with {found} ({sentence}), expected {expected}"))
        }
        (Writing::Unable(reason), _) => Some(reason),
    }
}

/// Expects bytes to be refused.
fn refused(reading: Reading, name: &str, expected: &Value) -> Option<String> {
    let error = match reading {
        Reading::Refused(error) => error,
        Reading::Accepted(_) => return Some(format!("accepted, expected {name}")),
    };
    if error.kind().name() != name {
        return Some(format!("refused with {} ({error}), expected {name}", error.kind().name()));
    }
    let found = detail(error.kind())?;
    // Of the size of a block as `n` the reference says 0, whatever it found: a number that is in the range is no reason.
    let number = |key| expected.get(key).and_then(Value::as_i64);
    if let (Some(min), Some(found), Some(max)) = (number("min"), number("v"), number("max"))
        && (min..=max).contains(&found)
    {
        return None;
    }
    (expected.is_object() && *expected != found)
        .then(|| format!("refused with {name} and {found}, expected {expected}"))
}

/// Expects these parts.
fn other_slices(found: &[[String; 3]], expected: &[[String; 3]]) -> Option<String> {
    let say = |slice: Option<&[String; 3]>| match slice {
        Some([name, value, pretty]) => format!("{name} `{}` {}", short(value), short(pretty)),
        None => "nothing".to_owned(),
    };
    let at = (0..found.len().max(expected.len())).find(|at| found.get(*at) != expected.get(*at))?;
    Some(format!("slice {at} is {}, expected {}", say(found.get(at)), say(expected.get(at))))
}

/// Expects class, size and greatest size.
fn size(engine: &dyn Known, expected: (&str, Option<u64>, Option<u64>)) -> Option<String> {
    let size = engine.size();
    let number = |bytes: usize| u64::try_from(bytes).unwrap_or(u64::MAX);
    let (class, fixed) = match size.class {
        Class::Fixed(bytes) => ("Fixed", Some(number(bytes))),
        Class::Dynamic => ("Dynamic", None),
        Class::Variable => ("Variable", None),
    };
    let found = (class, fixed, size.most.map(number));
    let say = |(class, fixed, most): (&str, Option<u64>, Option<u64>)| {
        let number = |bytes: Option<u64>| bytes.map_or("no number".to_owned(), |bytes| bytes.to_string());
        format!("{class}, size {}, at most {}", number(fixed), number(most))
    };
    (found != expected).then(|| format!("{}, expected {}", say(found), say(expected)))
}
