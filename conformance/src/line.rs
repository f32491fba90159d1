//! A line of a vector file: an encoding, and what the reference does with bytes or a value of it.

use std::collections::BTreeMap;

use serde_json::{Value, json, value::RawValue};

use crate::{given::Given, octez};

/// The reference's error for an exception of a function that it calls.
pub(crate) const RAISED: &str = "Exception_raised_in_user_function";

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
    /// It reads the bytes.
    Accepted { bytes: Vec<u8>, again: Again, json: Json, tree: Option<Tree> },
    /// It refuses the bytes. `from_stream` is the error of its stream reader, if that is another one.
    Refused { bytes: Vec<u8>, refusal: Refusal, from_stream: Option<String> },
    /// It writes the value as these bytes, or refuses to.
    Written { value: Given, result: Result<Vec<u8>, Refusal> },
    /// `class`, `fixed_length` and `maximum_length` of the encoding.
    Size(Value),
    /// The slices of the bytes: `name`, `value` and `pretty` of each.
    Slices { bytes: Vec<u8>, slices: Vec<Value> },
}

/// What the reference makes of a decoded value when it encodes it again.
#[derive(Debug, Clone, PartialEq, Eq)]
pub(crate) enum Again {
    /// The bytes that it was decoded from.
    Same,
    /// These other bytes.
    Bytes(Vec<u8>),
    /// An error, which the line may name.
    Refused(Option<String>),
    /// The line does not tell.
    Unknown,
}

/// The JSON that the reference makes of a value.
#[derive(Debug, Clone, PartialEq, Eq)]
pub(crate) enum Json {
    /// This text.
    Text(String),
    /// JSON of this depth, which is too deep to be stored in the line.
    Depth(usize),
    /// This exception: the value has no JSON.
    Refused(String),
    /// The line does not tell.
    Unknown,
}

/// The size of a Micheline expression.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(crate) struct Tree {
    pub(crate) depth: usize,
    pub(crate) nodes: usize,
}

/// An error of the reference.
#[derive(Debug, Clone, PartialEq)]
pub(crate) struct Refusal {
    /// Its name. If a user function raised one of the reference's own errors, the name of the raised error.
    pub(crate) error: String,
    pub(crate) detail: Detail,
}

/// The arguments of an error.
#[derive(Debug, Clone, PartialEq)]
pub(crate) enum Detail {
    /// The line has none.
    None,
    /// Named numbers.
    Values(Value),
    /// The exception that a user function raised, as OCaml prints it.
    Exception(String),
}

/// The fields of a line that are not used yet, as raw JSON.
struct Fields(BTreeMap<String, Box<RawValue>>);

impl Fields {
    fn has(&self, key: &str) -> bool {
        self.0.contains_key(key)
    }

    fn raw(&mut self, key: &str) -> Option<Box<RawValue>> {
        self.0.remove(key)
    }

    /// Takes a field of type `T`; `what` names the type in errors.
    fn field<T: serde::de::DeserializeOwned>(&mut self, key: &str, what: &str) -> Result<Option<T>, String> {
        let parse = |raw: Box<RawValue>| serde_json::from_str(raw.get()).map_err(|_| format!("`{key}` is not {what}"));
        self.raw(key).map(parse).transpose()
    }

    fn text(&mut self, key: &str) -> Result<Option<String>, String> {
        self.field(key, "a string")
    }

    fn bytes(&mut self, key: &str) -> Result<Option<Vec<u8>>, String> {
        let bytes = self.text(key)?.map(hex::decode).transpose();
        bytes.map_err(|error| format!("`{key}` is not hex: {error}"))
    }

    fn number(&mut self, key: &str) -> Result<Option<usize>, String> {
        self.field(key, "a natural number")
    }
}

impl Line {
    /// Parses a line; the error is a sentence.
    pub(crate) fn parse(text: &str) -> Result<Self, String> {
        let fields = serde_json::from_str(text).map_err(|error| format!("the line is no JSON object: {error}"))?;
        let mut line = Fields(fields);
        let name = match (line.text("encoding")?, line.text("message")?) {
            (Some(name), None) | (None, Some(name)) => name,
            (None, None) => return Err("the line has neither `encoding` nor `message`".to_owned()),
            (Some(_), Some(_)) => return Err("the line has both `encoding` and `message`".to_owned()),
        };
        // Notes for the reader of the file.
        for key in ["note", "rule", "found_in"] {
            line.text(key)?;
        }
        let hex = line.0.get("hex").map(|hex| hex.get().trim_matches('"').to_owned()).unwrap_or_default();
        let expected = expected(&name, &mut line)?;
        match line.0.keys().next() {
            Some(key) => Err(format!("a line of this kind has no field `{key}`")),
            None => Ok(Self { name, expected, hex }),
        }
    }

    /// Returns the encoding and the bytes in short, to print them.
    pub(crate) fn subject(&self) -> String {
        if self.hex.is_empty() { self.name.clone() } else { format!("{} {}", self.name, short(&self.hex)) }
    }
}

/// Returns true for the name of a message, and false for the description of an encoding.
pub(crate) fn is_message(name: &str) -> bool {
    name.starts_with(|first: char| first.is_ascii_uppercase()) || name.starts_with("type:") || name == "unknown"
}

fn expected(name: &str, line: &mut Fields) -> Result<Expected, String> {
    if line.has("class") {
        let mut size = |key: &str| -> Result<Value, String> {
            line.field(key, "JSON")?.ok_or_else(|| format!("the line has a `class`, but no `{key}`"))
        };
        let (class, fixed, most) = (size("class")?, size("fixed_length")?, size("maximum_length")?);
        return Ok(Expected::Size(json!({ "class": class, "fixed_length": fixed, "maximum_length": most })));
    }
    let bytes = line.bytes("hex")?;
    let refusal = refusal(line)?;
    if let Some(value) = line.raw("value") {
        let bytes = bytes.ok_or("the line has a `value`, but neither `hex` nor `error`");
        let result = refusal.map_or_else(|| bytes.map(Ok), |refusal| Ok(Err(refusal)))?;
        let value = Given::parse(name, value.get(), result.as_ref().err().map(|refusal| &refusal.detail));
        return Ok(Expected::Written { value, result });
    }
    let bytes = bytes.ok_or("the line has no `hex`")?;
    if let Some(slices) = line.field("slices", "a list")? {
        return Ok(Expected::Slices { bytes, slices });
    }
    if let Some(refusal) = refusal {
        let from_stream = line.text("stream_reader")?.map(|text| error_from_stream(&text, &refusal)).transpose()?;
        return Ok(Expected::Refused { bytes, refusal, from_stream });
    }
    let ok = line.field("ok", "`true`")?;
    if ok == Some(false) {
        return Err("`ok` is not `true`".to_owned());
    }
    let tree = match (line.number("depth")?, line.number("nodes")?) {
        (Some(depth), Some(nodes)) => Some(Tree { depth, nodes }),
        (None, None) => None,
        _ => return Err("the line has one of `depth` and `nodes`".to_owned()),
    };
    let again = match (line.bytes("reencoded")?, line.text("reencode_error")?) {
        (None, Some(error)) => Again::Refused(Some(error)),
        (Some(again), Some(error)) if again.is_empty() => Again::Refused(Some(error)),
        (Some(_), Some(_)) => return Err("the line has both `reencoded` and `reencode_error`".to_owned()),
        (Some(again), None) if again.is_empty() && !bytes.is_empty() => Again::Refused(None),
        (Some(again), None) => Again::Bytes(again),
        (None, None) if line.has("json") || ok.is_some() => Again::Same,
        (None, None) => Again::Unknown,
    };
    let json = json(name, line, &again)?;
    Ok(Expected::Accepted { bytes, again, json, tree })
}

/// Returns what a line expects of the JSON.
fn json(name: &str, line: &mut Fields, again: &Again) -> Result<Json, String> {
    let text = line.raw("json").map(|json| json.get().to_owned());
    let refused = match (line.number("json_depth")?, line.text("json_error")?) {
        (None, None) => None,
        (Some(depth), None) => Some(Json::Depth(depth)),
        (None, Some(error)) => Some(Json::Refused(error)),
        (Some(_), Some(_)) => return Err("the line has both `json_depth` and `json_error`".to_owned()),
    };
    match (text, refused) {
        (text, None) => Ok(match text {
            // A value that cannot be encoded has no JSON either; the line has `null` for it.
            Some(text) if text == "null" && matches!(again, Again::Refused(_)) => Json::Unknown,
            Some(text) if is_message(name) => Json::Text(octez::octez(&text)),
            Some(text) => Json::Text(text),
            None => Json::Unknown,
        }),
        (Some(text), Some(refused)) if text == "null" => Ok(refused),
        _ => Err("`json` is not null beside `json_depth` or `json_error`".to_owned()),
    }
}

/// Returns the expected error of a line, if it has one.
fn refusal(line: &mut Fields) -> Result<Option<Refusal>, String> {
    let detail: Option<Value> = line.field("detail", "JSON")?;
    let inner = line.text("inner")?;
    let Some(error) = line.text("error")? else {
        return if detail.is_none() && inner.is_none() {
            Ok(None)
        } else {
            Err("the line has `detail` or `inner`, but no `error`".to_owned())
        };
    };
    if inner.is_some() && error != RAISED {
        return Err(format!("the line has `inner`, but its `error` is not {RAISED}"));
    }
    let (error, detail) = match (inner, detail) {
        (None, None) => (error, Detail::None),
        (None, Some(Value::String(exception))) => (error, Detail::Exception(exception)),
        (None, Some(values)) => (error, Detail::Values(values)),
        (Some(inner), None) => (inner, Detail::None),
        (Some(inner), detail) => {
            let exception = detail.as_ref().and_then(Value::as_str).ok_or("`detail` is not the text of `inner`")?;
            let (raised, detail) = own_error(exception)
                .filter(|(raised, _)| *raised == inner)
                .ok_or_else(|| format!("`detail` is {exception}, but `inner` is {inner}"))?;
            (raised, detail)
        }
    };
    Ok(Some(Refusal { error, detail }))
}

/// Parses an exception that is one of the reference's own errors: `Read_error:Invalid_int,"detail":{"min":0,"v":9,"max":8}`.
fn own_error(exception: &str) -> Option<(String, Detail)> {
    let error = exception.strip_prefix("Read_error:").or_else(|| exception.strip_prefix("Write_error:"))?;
    match error.split_once(r#","detail":"#) {
        None => Some((error.to_owned(), Detail::None)),
        Some((error, detail)) => Some((error.to_owned(), Detail::Values(serde_json::from_str(detail).ok()?))),
    }
}

/// Returns the name of the stream reader's error. Where the stream reader lets an exception through, this is the error that the
/// exception means: one of the reference's own, the error of the line for `Local_read_error`, or else that a user function raised it.
fn error_from_stream(text: &str, refusal: &Refusal) -> Result<String, String> {
    match text.strip_prefix("exn ") {
        None => Ok(text.to_owned()),
        Some(exception) if exception.starts_with("Data_encoding__Binary_stream_reader.Local_read_error(") => {
            Ok(refusal.error.clone())
        }
        Some(exception) if exception.starts_with("Data_encoding__Binary_error_types.Invariant_guard(") => {
            Ok("User_invariant_guard".to_owned())
        }
        Some(exception) => match own_error(exception) {
            Some((error, _)) => Ok(error),
            None if exception.ends_with(')') => Ok(RAISED.to_owned()),
            None => Err(format!("`stream_reader` is {text}, which is no exception")),
        },
    }
}

/// Shortens a long text to its two ends.
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
