//! Messages of a session, or of a list.

use std::path::Path;

use serde_json::Value;
use tezos_encoding::schema::Encoding;
use tezos_messages::Named;

use crate::{
    error::Error,
    input,
    session::{self, Options, Recording, sample},
};

/// Most lost chunks that are looked for at one place of a session.
const WINDOW: u64 = 128;

/// A message.
pub(super) struct Message {
    /// Its name in tables, where something but its bytes says it.
    pub(super) kind: Option<String>,
    /// What it is.
    pub(super) encoding: &'static Encoding,
    /// Its bytes.
    pub(super) bytes: Vec<u8>,
}

/// The messages of a file, or of the sample session; those of a list are of `encoding`.
pub(super) fn load(
    file: Option<&str>,
    identity: Option<&Path>,
    encoding: &'static Named,
    quiet: bool,
) -> Result<Vec<Message>, Error> {
    let options = Options { window: WINDOW, strict: false, quiet };
    let Some(file) = file else { return Ok(of_session(sample::load(options)?)) };
    let missing = || Error::in_file(file, "there is no such file");
    let content = input::content(file)?.ok_or_else(missing)?;
    let text =
        String::from_utf8(content).map_err(|_| Error::in_file(input::place(file), "this is not text in UTF-8"))?;
    let first = text.lines().find(|line| !line.trim().is_empty()).unwrap_or_default();
    if file != "-" && (first.contains("direction,message") || first.contains("\"dir\"")) {
        return Ok(of_session(session::load(Path::new(file), identity, options)?));
    }
    let place = input::place(file);
    let messages = list(&text, encoding).map_err(|(line, sentence)| Error::in_file(place, sentence).at_line(line))?;
    if messages.is_empty() {
        return Err(Error::in_file(
            place,
            "there is no message in it: one is expected on each line, in hex or as JSON",
        ));
    }
    Ok(messages)
}

fn of_session(recording: Recording) -> Vec<Message> {
    let parts = recording.parts.into_iter();
    parts
        .map(|part| Message { kind: Some(part.kind()), encoding: part.what.codec().schema, bytes: part.bytes })
        .collect()
}

/// Each line is hex, or a JSON object with `hex`; the error is a line and a sentence.
fn list(text: &str, named: &'static Named) -> Result<Vec<Message>, (u64, String)> {
    let mut messages = Vec::new();
    for (number, line) in (1..).zip(text.lines()).filter(|(_, line)| !line.trim().is_empty()) {
        let line = line.trim();
        let object = line.starts_with('{').then(|| serde_json::from_str::<Value>(line));
        let digits = match &object {
            None => line.strip_prefix("0x").unwrap_or(line),
            Some(Err(error)) => return Err((number, format!("the line is not JSON: {error}"))),
            Some(Ok(object)) => {
                let hex = object.get("hex").and_then(Value::as_str);
                hex.ok_or_else(|| (number, "the line needs the field `hex`, a string".to_owned()))?
            }
        };
        let bytes = hex::decode(digits).map_err(|error| (number, format!("this is not hex: {error}")))?;
        messages.push(Message { kind: None, encoding: named.encoding, bytes });
    }
    Ok(messages)
}
