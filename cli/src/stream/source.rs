//! Splits an input into rounds of messages.

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
        Damage, Event, Options, SessionPart,
        capture::{self, Captured},
        encrypted::Encrypted,
        lines::{Line, Lines, TextPosition},
        probe::Probe,
        rows::{Record, Rows},
    },
};

/// The options for decrypting sessions.
pub(super) const OPTIONS: Options = Options { window: 128, strict: false, quiet: true };

/// The limits of a round.
#[derive(Debug, Clone, Copy)]
pub(super) struct Limits {
    /// The number of bytes of lines, or of parts of a session, after which a round is full.
    pub(super) bytes: usize,
    /// The maximum number of bytes of rows of a session that is decrypted as a whole.
    pub(super) session_bytes: usize,
    /// The number of sessions after which a round is full.
    pub(super) sessions: usize,
    /// One message in `one_in` is sampled.
    pub(super) one_in: u64,
}

/// A position in an input, from which it can be read on.
#[derive(Debug, Clone, Copy, Default, PartialEq, Eq, Serialize, Deserialize)]
pub(crate) struct Position {
    /// The number of bytes before the line, or before the header of the encrypted session, at which reading starts; in a capture, of sessions.
    pub(crate) offset: u64,
    /// The number of lines before it.
    line: u64,
    /// The number of parts of the session after the header that were already read.
    parts: u64,
    /// The number of messages before it, counted when they are tallied.
    pub(super) messages: u64,
    /// True at the end of the input.
    pub(crate) is_end: bool,
}

impl Position {
    const fn text_position(self) -> TextPosition {
        TextPosition { offset: self.offset, line: self.line }
    }
}

/// An input that is being read.
pub(super) struct Source<P> {
    name: String,
    reading: Reading<P>,
}

/// A round, and the source of the rest of its input.
pub(super) type Read<P> = (Round<P>, Source<P>);

enum Reading<P> {
    /// Encrypted sessions, each short enough to be kept in memory, so that they can be decrypted in parallel.
    Short(Box<Short>),
    /// Encrypted sessions that are decrypted one after the other, starting with the first that is too long.
    Long { events: Box<Encrypted<LongRecords, P>>, skipped: u64 },
    /// Lines of a list of messages of this encoding, or of a decrypted session if it is `None`.
    Lines { lines: Lines<Text>, encoding: Option<&'static Named> },
}

struct Short {
    rows: AllRecords,
    /// The rows of the next session that were read so far.
    session: Records,
    identity: Identity,
}

/// The rows of a session. If there is an error, it is the last element.
pub(super) type Records = Vec<Result<Record, Error>>;

/// The rows of the sessions of an input: a csv file or a capture.
type AllRecords = Box<dyn Iterator<Item = Result<Record, Error>> + Send>;

/// The rows of sessions: those already read, then the rest of the file.
type LongRecords = Chain<vec::IntoIter<Result<Record, Error>>, AllRecords>;

impl<P: Probe + Default> Source<P> {
    /// Opens an input at the position up to which it was read. Returns `None` if it is empty.
    pub(super) fn open(
        input: &Input,
        at: Position,
        setup: &Setup<'_>,
        bar: &ProgressBar,
    ) -> Result<Option<Self>, Error> {
        let name = input.name();
        let encrypted = |rows: AllRecords, identity| match at.parts {
            0 => Reading::Short(Box::new(Short { rows, session: Vec::new(), identity })),
            skipped => long(&name, Vec::new(), rows, identity, skipped),
        };
        if let Input::File(file) = input
            && capture::is_file(file)
        {
            let identity = input.identity(setup.identity)?;
            // The position of a session in a capture is its number.
            let captured = Captured::new(file, &identity, at.offset, bar)?;
            let reading = encrypted(Box::new(captured), identity);
            return Ok(Some(Self { name, reading }));
        }
        let Some((text, format)) = input.open(at.offset, bar)? else { return Ok(None) };
        let reading = match format {
            Format::Encrypted => {
                encrypted(Box::new(Rows::new(&name, text, at.text_position())), input.identity(setup.identity)?)
            }
            Format::Opened => Reading::Lines { lines: Lines::new(&name, text, at.text_position()), encoding: None },
            Format::List => {
                Reading::Lines { lines: Lines::new(&name, text, at.text_position()), encoding: Some(setup.encoding) }
            }
        };
        Ok(Some(Self { name, reading }))
    }

    /// Reads the next round of messages. Returns it with the source of the rest.
    pub(super) fn round(self, limits: Limits) -> Result<Read<P>, Error> {
        let name = self.name;
        let (messages, position, damage, probe, reading) = match self.reading {
            Reading::Short(mut short) => {
                let (sessions, position) = short.sessions(limits);
                if sessions.is_empty() {
                    let Short { rows, session, identity } = *short;
                    return Self { reading: long(&name, session, rows, identity, 0), name }.round(limits);
                }
                let messages = Messages::Sessions(sessions, short.identity.clone());
                (messages, position, Damage::default(), P::default(), Reading::Short(short))
            }
            Reading::Long { mut events, mut skipped } => {
                let (parts, damage, is_end) = parts(&mut events, &mut skipped, limits.bytes)?;
                let (TextPosition { offset, line }, read) = events.read_up_to();
                let position = Position { offset, line, parts: read, messages: 0, is_end };
                let probe = take(events.probe_mut());
                (Messages::Parts(parts), position, damage, probe, Reading::Long { events, skipped })
            }
            Reading::Lines { mut lines, encoding } => {
                let (read, is_end) = some_lines(&mut lines, limits.bytes)?;
                let TextPosition { offset, line } = lines.text_position();
                let position = Position { offset, line, parts: 0, messages: 0, is_end };
                let (messages, reading) = (Messages::Lines(read, encoding), Reading::Lines { lines, encoding });
                (messages, position, Damage::default(), P::default(), reading)
            }
        };
        let round = Round { name: name.clone(), messages, position, damage, probe, one_in: limits.one_in };
        Ok((round, Self { name, reading }))
    }
}

/// Returns the reader of encrypted sessions that are read as a stream. `session` has the first rows, `rows` the others.
fn long<P: Probe + Default>(
    name: &str,
    session: Records,
    rows: AllRecords,
    identity: Identity,
    skipped: u64,
) -> Reading<P> {
    let records = session.into_iter().chain(rows);
    Reading::Long { events: Box::new(Encrypted::new(name, records, identity, OPTIONS, P::default())), skipped }
}

impl Short {
    /// Reads whole sessions until the round is full or a session is too long. The rows of the next session that were read are kept. Returns
    /// no sessions if the first one is too long.
    fn sessions(&mut self, limits: Limits) -> (Vec<Records>, Position) {
        let mut sessions = Vec::new();
        let mut bytes = self.session.iter().flatten().map(memory).fold(0, usize::saturating_add);
        let mut is_end = false;
        while !is_end && bytes <= limits.session_bytes && sessions.len() < limits.sessions {
            match self.rows.next() {
                Some(Ok(header @ Record::Header(_))) => {
                    bytes = 0;
                    let before = replace(&mut self.session, vec![Ok(header)]);
                    sessions.extend(Some(before).filter(|before| !before.is_empty()));
                }
                Some(Ok(row)) => {
                    bytes = bytes.saturating_add(memory(&row));
                    self.session.push(Ok(row));
                }
                last => {
                    self.session.extend(last);
                    sessions.push(take(&mut self.session));
                    is_end = true;
                }
            }
        }
        let position = match self.session.first() {
            Some(Ok(Record::Header(position))) => *position,
            _ => TextPosition::default(),
        };
        (sessions, Position { offset: position.offset, line: position.line, parts: 0, messages: 0, is_end })
    }
}

/// Returns the number of bytes of memory that a row takes.
const fn memory(record: &Record) -> usize {
    let bytes = match record {
        Record::Row(row) => row.bytes.len(),
        Record::Header(_) | Record::Fault(_) => 0,
    };
    bytes.saturating_add(size_of::<Record>())
}

/// Reads parts until they have at least `full` bytes or the input ends, and counts the damage between them. The first `skipped` parts and
/// the damage before them are ignored. Returns the parts, the damage, and true at the end of the input.
fn parts<P: Probe + Default>(
    events: &mut Encrypted<LongRecords, P>,
    skipped: &mut u64,
    full: usize,
) -> Result<(Vec<SessionPart>, Damage, bool), Error> {
    let (mut parts, mut damage, mut bytes) = (Vec::new(), Damage::default(), 0_usize);
    while let Some(event) = events.next() {
        let event = event?;
        if *skipped == 0 {
            damage.count(&event);
        }
        let Event::Part(part) = event else { continue };
        if let Some(left) = skipped.checked_sub(1) {
            *skipped = left;
            // The times of reading them were added by the run that read them first.
            *events.probe_mut() = P::default();
            continue;
        }
        bytes = bytes.saturating_add(part.bytes.len());
        parts.push(part);
        if bytes >= full {
            return Ok((parts, damage, false));
        }
    }
    Ok((parts, damage, true))
}

/// Reads lines until they have at least `full` bytes or the input ends. Returns the lines, and true at the end of the input.
fn some_lines(lines: &mut Lines<Text>, full: usize) -> Result<(Vec<Line>, bool), Error> {
    let (mut read, mut bytes) = (Vec::new(), 0_usize);
    for line in lines {
        let line = line?;
        bytes = bytes.saturating_add(line.text.len());
        read.push(line);
        if bytes >= full {
            return Ok((read, false));
        }
    }
    Ok((read, true))
}

#[cfg(test)]
mod tests {
    use std::io::Cursor;

    use super::*;
    use crate::session::{probe::Off, sample};

    fn limits(bytes: usize, session_bytes: usize, sessions: usize) -> Limits {
        Limits { bytes, session_bytes, sessions, one_in: 1 }
    }

    #[test]
    fn a_round_of_lines_ends_with_the_line_that_fills_it() {
        for (bytes, expected, position) in
            [(1, 1, (3, 1)), (2, 1, (3, 1)), (3, 2, (9, 3)), (6, 2, (9, 3)), (7, 3, (12, 4))]
        {
            let text: Text = Box::new(Cursor::new("00\n\n0001\n02\n03"));
            let lines = Lines::new("x", text, TextPosition::default());
            let source = Source::<Off> { name: "x".into(), reading: Reading::Lines { lines, encoding: None } };
            let (round, _) = source.round(limits(bytes, 0, 1)).unwrap();
            let Messages::Lines(read, None) = round.messages else { panic!("lines") };
            let (offset, line) = position;
            let position = Position { offset, line, is_end: false, ..Position::default() };
            assert_eq!((read.len(), round.position), (expected, position), "{bytes} bytes");
        }
    }

    fn short(times: usize) -> Short {
        let text: Text = Box::new(Cursor::new(sample::SESSION.repeat(times)));
        let rows = Rows::new("x", text, TextPosition::default());
        Short { rows: Box::new(rows), session: Vec::new(), identity: sample::identity().unwrap() }
    }

    #[test]
    fn a_session_of_the_greatest_size_is_read_as_a_whole() {
        let rows = Rows::new("x", sample::SESSION.as_bytes(), TextPosition::default());
        let size: usize = rows.skip(1).flatten().map(|row| memory(&row)).sum();
        let length = sample::SESSION.len() as u64;
        for (session_bytes, sessions, expected, end) in
            [(size, 2, 2, false), (size, 1, 1, false), (size, 9, 3, true), (size - 1, 9, 0, false)]
        {
            let (read, position) = short(3).sessions(limits(0, session_bytes, sessions));
            assert_eq!((read.len(), position.is_end), (expected, end), "{session_bytes} {sessions}");
            let offset = if end { 0 } else { length * expected as u64 };
            assert_eq!((position.offset, position.parts), (offset, 0));
        }
    }

    #[test]
    fn a_round_of_parts_ends_with_the_part_that_fills_it() {
        let all = sample::load(OPTIONS).unwrap().parts;
        let read = |full, skip| {
            let rows = Rows::new("x", Box::new(Cursor::new(sample::SESSION)) as Text, TextPosition::default());
            let records = Vec::new().into_iter().chain(Box::new(rows) as AllRecords);
            let mut events = Encrypted::new("x", records, sample::identity().unwrap(), OPTIONS, Off);
            let mut skipped = skip;
            let (parts, damage, is_end) = parts(&mut events, &mut skipped, full).unwrap();
            assert_eq!((damage, skipped), (Damage::default(), 0));
            (parts.iter().map(|part| part.bytes.len()).collect::<Vec<_>>(), is_end)
        };
        let (whole, is_end) = read(usize::MAX, 0);
        assert_eq!((whole.len(), is_end), (all.len(), true));
        let first: usize = whole[..5].iter().sum();
        assert_eq!(read(first, 0), (whole[..5].to_vec(), false));
        assert_eq!(read(first + 1, 0), (whole[..6].to_vec(), false));
        assert_eq!(read(whole[5], 5), (vec![whole[5]], false));
    }
}
