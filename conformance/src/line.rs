//! A line of a vector file: its encoding, and what the reference does.

use std::collections::BTreeMap;

use serde_json::{Value, json, value::RawValue};

use crate::{given::Given, octez};

/// A line.
#[derive(Debug, Clone, PartialEq)]
pub(crate) struct Line {
    /// The description of an encoding, or the name of a message between peers or of a component of one.
    pub(crate) name: String,
    pub(crate) expected: Expected,
    hex: String,
}

/// What the reference does.
#[derive(Debug, Clone, PartialEq)]
pub(crate) enum Expected {
    /// It reads the bytes; the value's JSON, where the line has it.
    Accepted { bytes: Vec<u8>, again: Again, json: Option<String> },
    /// It refuses the bytes.
    Refused { bytes: Vec<u8>, error: String, detail: Value },
    /// It writes the value as these bytes, or refuses to.
    Written { value: Given, result: Result<Vec<u8>, String> },
    /// `class`, `fixed_length` and `maximum_length` of the encoding.
    Size(Value),
    /// The slices of the bytes: `name`, `value` and `pretty` of each.
    Slices { bytes: Vec<u8>, slices: Vec<Value> },
}

/// How the reference writes what it has read.
#[derive(Debug, Clone, PartialEq, Eq)]
pub(crate) enum Again {
    /// As it was.
    Same,
    /// As these bytes.
    Bytes(Vec<u8>),
    /// Not at all: it refuses the value.
    Nothing,
    /// The line does not have it.
    Unknown,
}

/// The fields of a line, each as it stands there.
struct Fields(BTreeMap<String, Box<RawValue>>);

impl Fields {
    fn raw(&self, key: &str) -> Option<&str> {
        self.0.get(key).map(|value| value.get())
    }

    fn value(&self, key: &str) -> Option<Value> {
        serde_json::from_str(self.raw(key)?).ok()
    }

    fn text(&self, key: &str) -> Option<String> {
        serde_json::from_str(self.raw(key)?).ok()
    }

    fn bytes(&self, key: &str) -> Result<Option<Vec<u8>>, String> {
        let bytes = self.text(key).map(hex::decode).transpose();
        bytes.map_err(|error| format!("`{key}` is not hex: {error}"))
    }
}

impl Line {
    /// Parses a line; the error is a sentence.
    pub(crate) fn parse(text: &str) -> Result<Self, String> {
        let line = Fields(serde_json::from_str(text).map_err(|error| format!("the line is no JSON object: {error}"))?);
        let name = line.text("encoding").or_else(|| line.text("message"));
        let name = name.ok_or("the line has neither `encoding` nor `message`")?;
        let expected = expected(&name, &line)?;
        Ok(Self { name, expected, hex: line.text("hex").unwrap_or_default() })
    }

    /// The encoding and the bytes, for people.
    pub(crate) fn subject(&self) -> String {
        if self.hex.is_empty() { self.name.clone() } else { format!("{} {}", self.name, short(&self.hex)) }
    }
}

/// Whether this is the name of a message and no description.
pub(crate) fn is_message(name: &str) -> bool {
    name.starts_with(|first: char| first.is_ascii_uppercase()) || name.starts_with("type:") || name == "unknown"
}

fn expected(name: &str, line: &Fields) -> Result<Expected, String> {
    let error = line.text("inner").or_else(|| line.text("error"));
    let bytes = line.bytes("hex")?;
    if let Some(value) = line.raw("value") {
        let bytes = bytes.ok_or("the line has a `value`, but neither `hex` nor `error`");
        let result = error.map_or_else(|| bytes.map(Ok), |error| Ok(Err(error)))?;
        return Ok(Expected::Written { value: Given::parse(name, value, line.value("detail")), result });
    }
    if line.raw("class").is_some() {
        let [class, fixed, most] = ["class", "fixed_length", "maximum_length"].map(|key| line.value(key));
        return Ok(Expected::Size(json!({ "class": class, "fixed_length": fixed, "maximum_length": most })));
    }
    let bytes = bytes.ok_or("the line has no `hex`")?;
    if let Some(slices) = line.raw("slices") {
        let slices = serde_json::from_str(slices).map_err(|error| format!("`slices` is no list: {error}"))?;
        return Ok(Expected::Slices { bytes, slices });
    }
    if let Some(error) = error {
        return Ok(Expected::Refused { bytes, error, detail: line.value("detail").unwrap_or_default() });
    }
    let again = match line.bytes("reencoded")? {
        Some(again) if again.is_empty() && !bytes.is_empty() => Again::Nothing,
        Some(again) => Again::Bytes(again),
        None if line.raw("json").or(line.raw("ok")).is_some() => Again::Same,
        None => Again::Unknown,
    };
    // A `null` may be the JSON of a value, or stand for JSON that the reference does not make.
    let none = again == Again::Nothing && line.raw("json") == Some("null")
        || line.raw("json_depth").is_some()
        || line.raw("json_error").is_some();
    let json = line.raw("json").filter(|_| !none);
    let json = json.map(|json| if is_message(name) { octez::octez(json) } else { json.to_owned() });
    Ok(Expected::Accepted { bytes, again, json })
}

/// The ends of a long text.
pub(crate) fn short(text: &str) -> String {
    const END: usize = 40;
    let ends = (text.char_indices().nth(END), text.char_indices().rev().nth(END.saturating_sub(1)));
    match ends {
        (Some((start, _)), Some((end, _))) if start < end => {
            format!("{}..{}", text.get(..start).unwrap_or_default(), text.get(end..).unwrap_or_default())
        }
        _ => text.to_owned(),
    }
}
