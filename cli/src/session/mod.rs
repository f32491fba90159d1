//! Recorded sessions, read as a stream: messages and defects, one [`Event`] after the other.
//!
//! | module       | what it does                                                                    |
//! |--------------|---------------------------------------------------------------------------------|
//! | [`lines`]    | reads text line by line                                                         |
//! | [`rows`]     | a csv file of what was on the wire: `direction,message`, read and written       |
//! | [`capture`]  | the sessions in a capture of a network, pcap or pcapng                          |
//! | [`identity`] | `identity.json`, read and written                                               |
//! | [`handshake`]| the two sides: keys and nonces from the connection messages and an identity     |
//! | [`chunks`]   | decrypts the chunks of a direction, skips damaged and lost ones                 |
//! | [`messages`] | joins the plaintexts into messages                                              |
//! | [`encrypted`]| the sessions of a csv file: combines the modules above                          |
//! | [`jsonl`]    | a session that is already decrypted, one message on each line                   |
//! | [`part`]     | what one side sent: the connection message, the metadata, the ack, messages     |
//! | [`probe`]    | times the stages of reading                                                     |
//! | [`sample`]   | the sample session of the tool                                                  |

use std::{
    fmt,
    fs::File,
    io::{BufRead as _, BufReader, Read, stdin},
    path::Path,
};

use serde::{Deserialize, Serialize};
use tezos_messages::{identity::Identity, session::Role};

use crate::{error::Error, input, output};

pub(crate) mod capture;
pub(crate) mod chunks;
pub(crate) mod encrypted;
pub(crate) mod handshake;
pub(crate) mod identity;
pub(crate) mod jsonl;
pub(crate) mod lines;
pub(crate) mod messages;
mod part;
pub(crate) mod probe;
pub(crate) mod rows;
pub(crate) mod sample;

use capture::Captured;
use encrypted::{Encrypted, Sessions};
use jsonl::Opened;
use lines::{Lines, TextPosition};
pub(crate) use part::{SessionPart, What, kind_of};
use probe::Off;
pub(crate) use rows::Row;
use rows::{Record, Rows};

/// The direction of bytes, seen from the side that recorded them.
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord)]
pub(crate) enum Direction {
    /// From the recording side to its peer.
    Sent,
    /// From the peer.
    Received,
}

impl Direction {
    /// Both directions, in the order of tables.
    pub(crate) const BOTH: [Self; 2] = [Self::Sent, Self::Received];

    /// Returns the name in recordings.
    pub(crate) const fn name(self) -> &'static str {
        match self {
            Self::Sent => "Sent",
            Self::Received => "Received",
        }
    }

    /// Returns the direction with this name.
    pub(crate) fn parse(name: &str) -> Option<Self> {
        Self::BOTH.into_iter().find(|direction| direction.name() == name)
    }

    /// Returns the element for this direction of a pair, in which that for sent bytes is first.
    pub(crate) const fn of<T>(self, [sent, received]: &mut [T; 2]) -> &mut T {
        match self {
            Self::Sent => sent,
            Self::Received => received,
        }
    }

    /// Returns the opposite direction.
    pub(crate) const fn other(self) -> Self {
        match self {
            Self::Sent => Self::Received,
            Self::Received => Self::Sent,
        }
    }

    /// Returns the name in sentences.
    pub(crate) const fn word(self) -> &'static str {
        match self {
            Self::Sent => "sent",
            Self::Received => "received",
        }
    }
}

impl fmt::Display for Direction {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.pad(self.word())
    }
}

/// A defect of a recording, or of a part of it.
#[derive(Debug, Clone, PartialEq, Eq)]
pub(crate) struct Fault {
    /// The direction; `None` for a defect of the recording as a whole.
    pub(crate) direction: Option<Direction>,
    /// The line of the file, or the packet of a capture.
    pub(crate) line: u64,
    /// The subject of the sentence.
    pub(crate) subject: String,
    /// The rest of the sentence: the error.
    pub(crate) sentence: String,
}

impl Fault {
    /// Returns the defect of a recording whose last row or line, this one, lacks its end.
    pub(crate) fn cut(line: u64) -> Self {
        let sentence = "is cut in its last row, which is not read".into();
        Self { direction: None, line, subject: "the recording".into(), sentence }
    }
}

impl Fault {
    /// Returns it as a sentence with its position, which is the number of a `unit`.
    pub(crate) fn at(&self, unit: &str) -> String {
        let direction = self.direction.map(|direction| format!(", {direction}")).unwrap_or_default();
        format!("{unit} {}{direction}: {} {}", self.line, self.subject, self.sentence)
    }
}

/// The unit of positions in text.
pub(crate) const LINE: &str = "line";
/// The unit of positions in a capture.
pub(crate) const PACKET: &str = "packet";

/// The damage of recordings.
#[derive(Debug, Clone, Copy, Default, PartialEq, Eq, Serialize, Deserialize)]
pub(crate) struct Damage {
    /// The number of defects.
    pub(crate) faults: u64,
    /// Encrypted bytes that are in no decrypted chunk, as in [`Tally::unread_bytes`].
    pub(crate) unread_bytes: u64,
}

impl Damage {
    /// Counts an event.
    pub(crate) const fn count(&mut self, event: &Event) {
        let (faults, unread_bytes) = match event {
            Event::Part(_) => (0, 0),
            Event::Fault(_) => (1, 0),
            Event::Unread(bytes) => (0, *bytes),
        };
        self.add(Self { faults, unread_bytes });
    }

    /// Adds the damage of another recording.
    pub(crate) const fn add(&mut self, other: Self) {
        let Self { faults, unread_bytes } = other;
        self.faults = self.faults.saturating_add(faults);
        self.unread_bytes = self.unread_bytes.saturating_add(unread_bytes);
    }
}

/// The counts of chunks of a direction.
#[derive(Debug, Clone, Copy, Default, PartialEq, Eq)]
pub(crate) struct Tally {
    /// Decrypted chunks.
    pub(crate) opened: u64,
    /// Chunks that are present, but cannot be decrypted.
    pub(crate) damaged: u64,
    /// Chunks that are missing between decrypted ones.
    pub(crate) lost: u64,
    /// Messages that lack their end, and chunks with only the end of a message.
    pub(crate) cut: u64,
    /// Encrypted bytes that are in no decrypted chunk: those of damaged chunks, and those between chunks that were found by a search. The
    /// bytes of an incomplete chunk at the end do not count.
    pub(crate) unread_bytes: u64,
    /// Bytes of an incomplete chunk or message at the end.
    pub(crate) unfinished_bytes: u64,
}

impl Tally {
    /// Adds the counts of another session.
    fn add(&mut self, other: Self) {
        let Self { opened, damaged, lost, cut, unread_bytes, unfinished_bytes } = other;
        self.opened = self.opened.saturating_add(opened);
        self.damaged = self.damaged.saturating_add(damaged);
        self.lost = self.lost.saturating_add(lost);
        self.cut = self.cut.saturating_add(cut);
        self.unread_bytes = self.unread_bytes.saturating_add(unread_bytes);
        self.unfinished_bytes = self.unfinished_bytes.saturating_add(unfinished_bytes);
    }
}

/// A message or a defect found in a session.
#[derive(Debug, Clone, PartialEq, Eq)]
pub(crate) enum Event {
    /// A message, of the handshake or after it.
    Part(SessionPart),
    /// A defect.
    Fault(Fault),
    /// The number of encrypted bytes of a direction that are in no decrypted chunk, at its end. They need not be a defect.
    Unread(u64),
}

/// A decrypted session, or several one after the other.
#[derive(Debug, Clone)]
pub(crate) struct Recording {
    /// The origin.
    pub(crate) source: String,
    /// What is counted where parts and faults have the number of a line: `line`, or `packet` in a capture.
    pub(crate) unit: &'static str,
    /// The number of sessions.
    pub(crate) sessions: u64,
    /// The two sides of the first session, if known: the recording side and its peer.
    pub(crate) sides: Option<handshake::Sides>,
    /// The messages, in the order of the file.
    pub(crate) parts: Vec<SessionPart>,
    /// The defects of the recording.
    pub(crate) faults: Vec<Fault>,
    /// The counts of chunks; `None` for a session that is not encrypted.
    pub(crate) chunks: Option<[(Direction, Tally); 2]>,
}

/// Options for reading a session.
#[derive(Debug, Clone, Copy)]
pub(crate) struct Options {
    /// The number of lost chunks to try at one position.
    pub(crate) window: u64,
    /// True if lost chunks, unread bytes and an unfinished end are always errors.
    pub(crate) strict: bool,
    /// True to hide the progress bar.
    pub(crate) quiet: bool,
}

impl Recording {
    /// Creates an empty recording.
    fn new(source: &str) -> Self {
        Self {
            source: source.into(),
            unit: LINE,
            sessions: 1,
            sides: None,
            parts: Vec::new(),
            faults: Vec::new(),
            chunks: None,
        }
    }

    /// Adds all events to the recording.
    fn read(&mut self, events: impl Iterator<Item = Result<Event, Error>>) -> Result<(), Error> {
        for event in events {
            match event? {
                Event::Part(part) => self.parts.push(part),
                Event::Fault(fault) => self.faults.push(fault),
                // The counts of chunks have them.
                Event::Unread(_) => {}
            }
        }
        Ok(())
    }
}

/// Loads the session in `file`, of any format; `-` is standard input.
pub(crate) fn load(file: &Path, identity: Option<&Path>, options: Options) -> Result<Recording, Error> {
    let source = input::file_name(&file.to_string_lossy()).to_owned();
    let wrong = |error| Error::in_file(&source, format_args!("the session cannot be read: {error}"));
    let (opened, length): (Box<dyn Read>, _) = if file == Path::new("-") {
        (Box::new(stdin()), None)
    } else {
        let opened = File::open(file).map_err(wrong)?;
        let length = opened.metadata().map_err(wrong)?.len();
        (Box::new(opened), Some(length))
    };
    let bar = output::progress_of_bytes("opening", length, options.quiet);
    if capture::is_file(file) {
        let identity = identity::of(file, identity)?;
        let recording = open(&source, Captured::new(file, &identity, 0, &bar)?, identity, options);
        bar.finish_and_clear();
        return recording.map(|recording| Recording { unit: PACKET, ..recording });
    }
    let mut opened = BufReader::new(bar.wrap_read(opened));
    capture::refuse_start(&source, opened.fill_buf().map_err(wrong)?)?;
    let (first, text) = lines::first(&source, opened)?;
    let Some(first) = first else {
        return Err(Error::in_file(source, "this file is empty: expected a session, csv or jsonl"));
    };
    let recording = if !first.starts_with('{') {
        let identity = identity::of(file, identity)?;
        open(&source, Rows::new(&source, text, TextPosition::default()), identity, options)
    } else if identity.is_some() {
        Err(Error::in_file(source, "this session is not encrypted: give it without --identity"))
    } else {
        let mut recording = Recording::new(&source);
        let lines = Lines::new(&source, text, TextPosition::default());
        recording.read(Opened::new(&source, lines)).map(|()| recording)
    };
    bar.finish_and_clear();
    recording
}

/// Decrypts the sessions in records.
pub(crate) fn open(
    source: &str,
    records: impl Iterator<Item = Result<Record, Error>>,
    identity: Identity,
    options: Options,
) -> Result<Recording, Error> {
    let mut sessions = Encrypted::new(source, records, identity, options, Off);
    let mut recording = Recording::new(source);
    recording.read(&mut sessions)?;
    // Parts after a gap are found late. Faults are listed by direction, those of the whole recording last.
    recording.parts.sort_by_key(|part| part.line);
    recording.faults.sort_by_key(|fault| (fault.direction.is_none(), fault.direction));
    let Sessions { count, sides, tallies: [sent, received] } = *sessions.sessions();
    let chunks = Some([(Direction::Sent, sent), (Direction::Received, received)]);
    Ok(Recording { sessions: count, sides, chunks, ..recording })
}

/// Returns the words for a role in a sentence.
pub(crate) const fn role_words(role: Role) -> &'static str {
    match role {
        Role::Initiator => "opened the connection",
        Role::Responder => "accepted the connection",
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn rows(text: &str) -> Rows<&[u8]> {
        Rows::new("x.csv", text.as_bytes(), TextPosition::default())
    }

    #[test]
    fn every_count_is_added_up() {
        let one = Tally { opened: 1, damaged: 2, lost: 3, cut: 4, unread_bytes: 5, unfinished_bytes: 6 };
        let mut sum = one;
        sum.add(one);
        assert_eq!(sum, Tally { opened: 2, damaged: 4, lost: 6, cut: 8, unread_bytes: 10, unfinished_bytes: 12 });
    }

    /// Chunks of both directions are damaged and packets are lost, those that were received first.
    #[test]
    fn parts_are_in_the_order_of_the_file_and_faults_by_direction() {
        let mut lines: Vec<String> = sample::SESSION.lines().map(str::to_owned).collect();
        let line = |direction: &str, from: usize| (from..).find(|at| lines[*at].starts_with(direction)).unwrap();
        let (received, sent, lost) = (line("Received", 30), line("Sent", 60), line("Received", 405));
        for damaged in [received, sent] {
            let digit = lines[damaged].pop().unwrap();
            lines[damaged].push(if digit == '0' { '1' } else { '0' });
        }
        lines.drain(lost..lost + 20);
        let options = Options { window: 128, strict: false, quiet: true };
        let recording = open("x.csv", rows(&lines.join("\n")), sample::identity().unwrap(), options).unwrap();
        assert!(recording.parts.is_sorted_by_key(|part| part.line));
        let faults = recording.faults.iter().filter_map(|fault| Some((fault.direction?, fault.line)));
        let faults: Vec<(Direction, u64)> = faults.collect();
        let number = |at: usize| u64::try_from(at + 1).unwrap();
        assert_eq!(faults, [(Direction::Sent, number(sent)), (Direction::Received, number(received))]);
        let [(_, sent), (_, received)] = recording.chunks.unwrap();
        assert_eq!((sent.damaged, received.damaged), (1, 1));
        assert!(received.lost > 1, "{received:?}");
        // With only one lost chunk tried at each position, the next one is not found.
        let few = open("x.csv", rows(&lines.join("\n")), sample::identity().unwrap(), Options { window: 0, ..options })
            .unwrap();
        assert!(few.parts.len() < recording.parts.len());
    }
}
