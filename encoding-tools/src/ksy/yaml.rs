//! YAML as a tree in which each value has its line.

use saphyr_parser::{Event, Parser};

use super::KsyError;

/// A value of a YAML document.
#[derive(Debug)]
pub(super) struct Yaml {
    /// Its line, counted from 1.
    pub(super) line: usize,
    pub(super) value: Value,
}

/// The kinds of values. Scalars are text, whatever they look like.
#[derive(Debug)]
pub(super) enum Value {
    Scalar(String),
    Sequence(Vec<Yaml>),
    Mapping(Vec<(String, Yaml)>),
}

/// Maximum nesting of values; layouts have six levels.
const MAX_DEPTH: usize = 32;

/// Parses the first document of a text.
pub(super) fn parse(file: &str, text: &str) -> Result<Yaml, KsyError> {
    // Incomplete values, outermost first, each with the key whose value comes next.
    let mut open: Vec<(Yaml, Option<String>)> = Vec::new();
    for event in Parser::new_from_str(text) {
        let (event, span) = event.map_err(|error| KsyError::new(file, error.marker().line(), error.info()))?;
        let line = span.start.line();
        let start = |value| (Yaml { line, value }, None);
        let complete = match event {
            Event::SequenceStart(..) => {
                open.push(start(Value::Sequence(Vec::new())));
                None
            }
            Event::MappingStart(..) => {
                open.push(start(Value::Mapping(Vec::new())));
                None
            }
            Event::Scalar(text, ..) => Some(start(Value::Scalar(text.into_owned())).0),
            Event::SequenceEnd | Event::MappingEnd => open.pop().map(|(value, _)| value),
            Event::Alias(_) => return Err(KsyError::new(file, line, "an alias, which Octez does not print")),
            Event::Nothing | Event::StreamStart | Event::StreamEnd | Event::DocumentStart(_) | Event::DocumentEnd => {
                None
            }
        };
        if open.len() > MAX_DEPTH {
            let sentence = format!("values are nested deeper than {MAX_DEPTH} levels");
            return Err(KsyError::new(file, line, sentence));
        }
        let Some(complete) = complete else { continue };
        match open.last_mut() {
            None => return Ok(complete),
            Some((Yaml { value: Value::Sequence(items), .. }, _)) => items.push(complete),
            Some((Yaml { value: Value::Mapping(entries), .. }, key)) => match (key.take(), complete.value) {
                (Some(key), value) => entries.push((key, Yaml { line: complete.line, value })),
                (None, Value::Scalar(text)) => *key = Some(text),
                (None, _) => return Err(KsyError::new(file, line, "a key that is not text")),
            },
            Some((Yaml { value: Value::Scalar(_), .. }, _)) => {}
        }
    }
    Err(KsyError::new(file, 1, "the file is empty"))
}
