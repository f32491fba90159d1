//! An input as rounds of messages.

use std::mem::take;

use indicatif::ProgressBar;
use rayon::prelude::*;
use serde::{Deserialize, Serialize};
use serde_json::Value;
use tezos_messages::Named;

use super::{
    Message, Setup, Tally,
    inputs::{Format, Input, Text},
};
use crate::{
    error::Error,
    session::{
        Event, Options, Part, What,
        encrypted::Encrypted,
        jsonl,
        lines::{Lines, Place},
        probe::Probe,
        rows::Rows,
    },
};

/// Parts into which a round is cut, for each thread: with some more than threads, none waits long for the last.
const SHARES: usize = 4;

/// Most lost chunks that are looked for at one place of a session.
const WINDOW: u64 = 128;

/// How far an input is read.
#[derive(Debug, Clone, Copy, Default, PartialEq, Eq, Serialize, Deserialize)]
pub(crate) struct Position {
    /// Bytes before the place from which the input can be read on: a line, or the header of an encrypted session.
    pub(crate) offset: u64,
    /// Lines before this place.
    line: u64,
    /// What was said behind this place, in parts of the session, and is read.
    parts: u64,
    /// Whether nothing follows.
    pub(crate) is_end: bool,
}

impl Position {
    const fn place(self) -> Place {
        Place { offset: self.offset, line: self.line }
    }
}

/// An input that is being read.
pub(super) enum Source<P> {
    Encrypted { events: Box<Encrypted<Text, P>>, skipped: u64 },
    Lines { lines: Lines<Text>, name: String, encoding: Option<&'static Named> },
}

/// Some messages, one after the other.
pub(super) struct Round<P> {
    messages: Messages,
    /// Where the input is behind them.
    pub(super) position: Position,
    /// What reading them took.
    probe: P,
}

enum Messages {
    /// Parts of an encrypted session.
    Parts(Vec<Part>),
    /// Lines of an opened session, or of a list of messages of this encoding.
    Lines { lines: Vec<(u64, String)>, name: String, encoding: Option<&'static Named> },
}

impl<P: Probe + Default> Source<P> {
    /// Opens an input where it was read up to; `None` where there is nothing in it.
    pub(super) fn open(
        input: &Input,
        at: Position,
        setup: &Setup<'_>,
        bar: &ProgressBar,
    ) -> Result<Option<Self>, Error> {
        let Some((text, format)) = input.open(at.offset, bar)? else { return Ok(None) };
        let name = input.name();
        if format == Format::Encrypted {
            let rows = Rows::new(&name, text, at.place());
            let options = Options { window: WINDOW, strict: false, quiet: true };
            let events = Box::new(Encrypted::new(rows, input.identity(setup.identity)?, options, P::default()));
            return Ok(Some(Self::Encrypted { events, skipped: at.parts }));
        }
        let encoding = (format == Format::List).then_some(setup.encoding);
        Ok(Some(Self::Lines { lines: Lines::new(&name, text, at.place()), name, encoding }))
    }

    /// Reads the next messages: lines or parts with `full` bytes or more together, less at the end.
    pub(super) fn round(&mut self, full: usize) -> Result<Round<P>, Error> {
        let (mut bytes, mut is_end) = (0_usize, true);
        match self {
            Self::Encrypted { events, skipped } => {
                let mut parts = Vec::new();
                while let Some(event) = events.next() {
                    let Event::Part(part) = event? else { continue };
                    if let Some(left) = skipped.checked_sub(1) {
                        *skipped = left;
                        *events.probe_mut() = P::default();
                        continue;
                    }
                    bytes = bytes.saturating_add(part.bytes.len());
                    parts.push(part);
                    if bytes >= full {
                        is_end = false;
                        break;
                    }
                }
                let (Place { offset, line }, read) = events.read_up_to();
                let position = Position { offset, line, parts: read, is_end };
                Ok(Round { messages: Messages::Parts(parts), position, probe: take(events.probe_mut()) })
            }
            Self::Lines { lines, name, encoding } => {
                let mut read = Vec::new();
                for line in lines.by_ref() {
                    let line = line?;
                    bytes = bytes.saturating_add(line.1.len());
                    read.push(line);
                    if bytes >= full {
                        is_end = false;
                        break;
                    }
                }
                let Place { offset, line } = lines.place();
                let messages = Messages::Lines { lines: read, name: name.clone(), encoding: *encoding };
                Ok(Round { messages, position: Position { offset, line, parts: 0, is_end }, probe: P::default() })
            }
        }
    }
}

impl<P: Probe + Default> Round<P> {
    /// The number of messages.
    pub(super) fn len(&self) -> usize {
        match &self.messages {
            Messages::Parts(parts) => parts.len(),
            Messages::Lines { lines, .. } => lines.len(),
        }
    }

    /// Tallies the messages on all threads.
    pub(super) fn tally<T: Tally<Probe = P>>(self) -> Result<T, Error> {
        let share = self.len().div_ceil(rayon::current_num_threads().saturating_mul(SHARES)).max(1);
        let shares: Vec<Result<T, Error>> = match &self.messages {
            Messages::Parts(parts) => parts.par_chunks(share).map(|parts| Ok(of_parts(parts))).collect(),
            Messages::Lines { lines, name, encoding } => {
                let of = |lines| of_lines(lines, *encoding);
                let wrong = |(line, sentence)| Error::in_file(name, sentence).at_line(line);
                lines.par_chunks(share).map(|lines| of(lines).map_err(wrong)).collect()
            }
        };
        let mut tally = T::default();
        for share in shares {
            tally.merge(share?);
        }
        tally.add_reading(self.probe);
        Ok(tally)
    }
}

fn of_parts<T: Tally>(parts: &[Part]) -> T {
    let mut tally = T::default();
    for Part { what, line, bytes, .. } in parts {
        tally.add(&of_session(*what, *line, bytes));
    }
    tally
}

const fn of_session(what: What, line: u64, bytes: &[u8]) -> Message<'_> {
    Message { what: Some(what), encoding: what.codec().schema, line, bytes }
}

/// The error is a line and a sentence.
fn of_lines<T: Tally>(lines: &[(u64, String)], encoding: Option<&'static Named>) -> Result<T, (u64, String)> {
    let mut tally = T::default();
    for (line, text) in lines {
        let wrong = |sentence| (*line, sentence);
        match encoding {
            None => {
                let (_, Part { what, line, bytes, .. }) = jsonl::parse(*line, text).map_err(wrong)?;
                tally.add(&of_session(what, line, &bytes));
            }
            Some(named) => {
                let bytes = listed(text).map_err(wrong)?;
                tally.add(&Message { what: None, encoding: named.encoding, line: *line, bytes: &bytes });
            }
        }
    }
    Ok(tally)
}

/// The bytes of a line of a list: hex, or a JSON object with `hex`. The error is a sentence.
fn listed(line: &str) -> Result<Vec<u8>, String> {
    let object = line.starts_with('{').then(|| serde_json::from_str::<Value>(line));
    let digits = match &object {
        None => line.strip_prefix("0x").unwrap_or(line),
        Some(Err(error)) => return Err(format!("the line is not JSON: {error}")),
        Some(Ok(object)) => {
            let hex = object.get("hex").and_then(Value::as_str);
            hex.ok_or_else(|| "the line needs the field `hex`, a string".to_owned())?
        }
    };
    hex::decode(digits).map_err(|error| format!("this is not hex: {error}"))
}
