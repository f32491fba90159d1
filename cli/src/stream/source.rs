//! An input as rounds of messages.

use std::{
    iter::Chain,
    mem::{replace, take},
    vec,
};

use indicatif::ProgressBar;
use serde::{Deserialize, Serialize};
use tezos_messages::{Named, identity::Identity};

use super::{
    Setup,
    inputs::{Format, Input, Text},
    round::{Messages, Round},
};
use crate::{
    error::Error,
    session::{
        Event, Options, Part,
        encrypted::Encrypted,
        lines::{Lines, Place},
        probe::Probe,
        rows::{Record, Rows},
    },
};

/// How encrypted sessions are opened.
pub(super) const OPTIONS: Options = Options { window: 128, strict: false, quiet: true };

/// How much a round may be.
#[derive(Debug, Clone, Copy)]
pub(super) struct Limits {
    /// Bytes of lines, or of parts of a session, after which a round is full.
    pub(super) bytes: usize,
    /// Most bytes of rows of a session that is opened as a whole.
    pub(super) session_bytes: usize,
    /// Sessions after which a round is full.
    pub(super) sessions: usize,
    /// One message in this many is sampled.
    pub(super) one_in: u64,
}

/// Returns the position in an input.
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
pub(super) struct Source<P> {
    name: String,
    reading: Reading<P>,
}

/// A round, and what is left of its input.
pub(super) type Read<P> = (Round<P>, Source<P>);

enum Reading<P> {
    /// Encrypted sessions of which each is short enough for the memory, so that they are opened side by side.
    Short(Box<Short>),
    /// Encrypted sessions that are opened one after the other, from the first on that is not.
    Long { events: Box<Encrypted<LongRecords, P>>, skipped: u64 },
    /// Lines of an opened session, or of a list of messages of this encoding.
    Lines { lines: Lines<Text>, encoding: Option<&'static Named> },
}

struct Short {
    rows: Rows<Text>,
    /// What is read of the session that comes next.
    session: Records,
    identity: Identity,
}

/// The rows of a session; an error is the last.
pub(super) type Records = Vec<Result<Record, Error>>;

/// The rows of sessions of which the start was read.
type LongRecords = Chain<vec::IntoIter<Result<Record, Error>>, Rows<Text>>;

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
        let reading = match format {
            Format::Encrypted => {
                let (rows, identity) = (Rows::new(&name, text, at.place()), input.identity(setup.identity)?);
                match at.parts {
                    0 => Reading::Short(Box::new(Short { rows, session: Vec::new(), identity })),
                    skipped => long(&name, Vec::new(), rows, identity, skipped),
                }
            }
            Format::Opened => Reading::Lines { lines: Lines::new(&name, text, at.place()), encoding: None },
            Format::List => {
                Reading::Lines { lines: Lines::new(&name, text, at.place()), encoding: Some(setup.encoding) }
            }
        };
        Ok(Some(Self { name, reading }))
    }

    /// Reads the next messages, and returns what is left.
    pub(super) fn round(self, limits: Limits) -> Result<Read<P>, Error> {
        let name = self.name;
        let (messages, position, faults, probe, reading) = match self.reading {
            Reading::Short(mut short) => {
                let (sessions, position) = short.sessions(limits);
                if sessions.is_empty() {
                    let Short { rows, session, identity } = *short;
                    return Self { reading: long(&name, session, rows, identity, 0), name }.round(limits);
                }
                let messages = Messages::Sessions(sessions, short.identity.clone());
                (messages, position, 0, P::default(), Reading::Short(short))
            }
            Reading::Long { mut events, mut skipped } => {
                let (parts, faults, is_end) = parts(&mut events, &mut skipped, limits.bytes)?;
                let (Place { offset, line }, read) = events.read_up_to();
                let position = Position { offset, line, parts: read, is_end };
                let probe = take(events.probe_mut());
                (Messages::Parts(parts), position, faults, probe, Reading::Long { events, skipped })
            }
            Reading::Lines { mut lines, encoding } => {
                let (read, is_end) = some_lines(&mut lines, limits.bytes)?;
                let Place { offset, line } = lines.place();
                let position = Position { offset, line, parts: 0, is_end };
                (Messages::Lines(read, encoding), position, 0, P::default(), Reading::Lines { lines, encoding })
            }
        };
        let round = Round { name: name.clone(), messages, position, faults, probe, one_in: limits.one_in };
        Ok((round, Self { name, reading }))
    }
}

/// Encrypted sessions, the first of which begins with these rows.
fn long<P: Probe + Default>(
    name: &str,
    session: Records,
    rows: Rows<Text>,
    identity: Identity,
    skipped: u64,
) -> Reading<P> {
    let records = session.into_iter().chain(rows);
    Reading::Long { events: Box::new(Encrypted::new(name, records, identity, OPTIONS, P::default())), skipped }
}

impl Short {
    /// Reads whole sessions until there are enough, or one is too long; what is read of the next one is kept. Where the first
    /// is too long, there are none.
    fn sessions(&mut self, limits: Limits) -> (Vec<Records>, Position) {
        let mut sessions = Vec::new();
        let mut bytes = self.session.iter().flatten().map(memory).fold(0, usize::saturating_add);
        let mut is_end = false;
        while !is_end && bytes <= limits.session_bytes && sessions.len() < limits.sessions {
            match self.rows.next() {
                Some(Ok(Record::Row(row))) => {
                    let row = Record::Row(row);
                    bytes = bytes.saturating_add(memory(&row));
                    self.session.push(Ok(row));
                }
                Some(Ok(header)) => {
                    bytes = 0;
                    let before = replace(&mut self.session, vec![Ok(header)]);
                    sessions.extend(Some(before).filter(|before| !before.is_empty()));
                }
                last => {
                    self.session.extend(last);
                    sessions.push(take(&mut self.session));
                    is_end = true;
                }
            }
        }
        let place = match self.session.first() {
            Some(Ok(Record::Header(place))) => *place,
            _ => Place::default(),
        };
        (sessions, Position { offset: place.offset, line: place.line, parts: 0, is_end })
    }
}

/// Bytes of memory that a row takes.
const fn memory(record: &Record) -> usize {
    let bytes = match record {
        Record::Row(row) => row.bytes.len(),
        Record::Header(_) => 0,
    };
    bytes.saturating_add(size_of::<Record>())
}

/// Reads parts with `full` bytes or more, less at the end, and counts what is wrong between them; the first `skipped` are left out, and
/// what is wrong before them.
fn parts<P: Probe + Default>(
    events: &mut Encrypted<LongRecords, P>,
    skipped: &mut u64,
    full: usize,
) -> Result<(Vec<Part>, u64, bool), Error> {
    let (mut parts, mut faults, mut bytes) = (Vec::new(), 0_u64, 0_usize);
    while let Some(event) = events.next() {
        let Event::Part(part) = event? else {
            faults = faults.saturating_add(u64::from(*skipped == 0));
            continue;
        };
        if let Some(left) = skipped.checked_sub(1) {
            *skipped = left;
            // What reading them took was added when they were.
            *events.probe_mut() = P::default();
            continue;
        }
        bytes = bytes.saturating_add(part.bytes.len());
        parts.push(part);
        if bytes >= full {
            return Ok((parts, faults, false));
        }
    }
    Ok((parts, faults, true))
}

/// Reads lines with `full` bytes or more, less at the end.
fn some_lines(lines: &mut Lines<Text>, full: usize) -> Result<(Vec<(u64, String)>, bool), Error> {
    let (mut read, mut bytes) = (Vec::new(), 0_usize);
    for line in lines {
        let line = line?;
        bytes = bytes.saturating_add(line.1.len());
        read.push(line);
        if bytes >= full {
            return Ok((read, false));
        }
    }
    Ok((read, true))
}
