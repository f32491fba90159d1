//! Recorded sessions, read as a stream: what was said and what is wrong with it, one [`Event`] after the other.
//!
//! | module       | what it does                                                                    |
//! |--------------|---------------------------------------------------------------------------------|
//! | [`lines`]    | text line by line                                                               |
//! | [`rows`]     | a csv file of what was on the wire: `direction,message`, read and written       |
//! | [`identity`] | `identity.json`, read and written                                               |
//! | [`handshake`]| who is who: keys and nonces from the two connection messages and an identity    |
//! | [`chunks`]   | opens the chunks of a direction, damaged and lost ones included                 |
//! | [`messages`] | joins the plaintexts into messages                                              |
//! | [`encrypted`]| the sessions of a csv file: all of these together                               |
//! | [`jsonl`]    | a session that is opened already, one message a line                            |
//! | [`part`]     | what one side said: the connection message, the metadata, the ack, messages     |
//! | [`probe`]    | where the time of reading goes                                                  |
//! | [`sample`]   | the session that the tool carries                                               |

use std::{
    fmt,
    fs::File,
    io::{BufReader, Read},
    path::Path,
};

use tezos_messages::{identity::Identity, session::Role};

use crate::{error::Error, output};

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

use encrypted::{Encrypted, Sessions};
use jsonl::Opened;
use lines::{Lines, Place};
pub(crate) use part::{Part, What, kind_of};
use probe::Off;
pub(crate) use rows::Row;
use rows::Rows;

/// Which way something went, seen from the side that recorded it.
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord)]
pub(crate) enum Direction {
    /// From the recording side to its peer.
    Sent,
    /// From the peer.
    Received,
}

impl Direction {
    /// Both, in the order of tables.
    pub(crate) const BOTH: [Self; 2] = [Self::Sent, Self::Received];

    /// As recordings spell it.
    pub(crate) const fn name(self) -> &'static str {
        match self {
            Self::Sent => "Sent",
            Self::Received => "Received",
        }
    }

    /// The direction with this name.
    pub(crate) fn parse(name: &str) -> Option<Self> {
        Self::BOTH.into_iter().find(|direction| direction.name() == name)
    }

    /// What is of this direction, of a pair with what was sent first.
    pub(crate) const fn of<T>(self, [sent, received]: &mut [T; 2]) -> &mut T {
        match self {
            Self::Sent => sent,
            Self::Received => received,
        }
    }

    /// As a word in a sentence.
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

/// Something that is wrong with a recording, or with a part of it.
#[derive(Debug, Clone, PartialEq, Eq)]
pub(crate) struct Fault {
    /// Which way it went.
    pub(crate) direction: Direction,
    /// Line of the file.
    pub(crate) line: u64,
    /// What it is about.
    pub(crate) subject: String,
    /// What is wrong with it: the rest of the sentence.
    pub(crate) sentence: String,
}

impl fmt::Display for Fault {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "line {}, {}: {} {}", self.line, self.direction, self.subject, self.sentence)
    }
}

/// What became of the chunks of a direction.
#[derive(Debug, Clone, Copy, Default, PartialEq, Eq)]
pub(crate) struct Tally {
    /// Encrypted chunks that opened.
    pub(crate) opened: u64,
    /// Encrypted chunks that are there, but do not open.
    pub(crate) damaged: u64,
    /// Encrypted chunks that are missing between those that opened.
    pub(crate) lost: u64,
    /// Messages of which the start is there and the rest is not, and chunks with the rest of a message only.
    pub(crate) cut: u64,
    /// Bytes at the end that are an incomplete chunk or message.
    pub(crate) unfinished_bytes: u64,
}

impl Tally {
    /// Adds what became of the chunks of another session.
    fn add(&mut self, other: Self) {
        let Self { opened, damaged, lost, cut, unfinished_bytes } = other;
        self.opened = self.opened.saturating_add(opened);
        self.damaged = self.damaged.saturating_add(damaged);
        self.lost = self.lost.saturating_add(lost);
        self.cut = self.cut.saturating_add(cut);
        self.unfinished_bytes = self.unfinished_bytes.saturating_add(unfinished_bytes);
    }
}

/// What reading a session finds, one after the other.
#[derive(Debug, Clone, PartialEq, Eq)]
pub(crate) enum Event {
    /// Something that one side said.
    Part(Part),
    /// Something that is wrong.
    Fault(Fault),
}

/// A session, or several one after the other, opened.
#[derive(Debug, Clone)]
pub(crate) struct Recording {
    /// Where it comes from.
    pub(crate) source: String,
    /// How many sessions it is.
    pub(crate) sessions: u64,
    /// The two sides of the first, if they are known: who sent, who is at the other end.
    pub(crate) sides: Option<handshake::Sides>,
    /// What was said, in the order of the file.
    pub(crate) parts: Vec<Part>,
    /// What is wrong with the recording.
    pub(crate) faults: Vec<Fault>,
    /// What became of the chunks; `None` for a session that is not encrypted.
    pub(crate) chunks: Option<[(Direction, Tally); 2]>,
}

/// How to open a session.
#[derive(Debug, Clone, Copy)]
pub(crate) struct Options {
    /// Most lost chunks to try at one place.
    pub(crate) window: u64,
    /// Whether a lost chunk is a fault.
    pub(crate) strict: bool,
    /// Whether to hide the progress bar.
    pub(crate) quiet: bool,
}

impl Recording {
    /// A recording of which nothing is read.
    fn new(source: &str) -> Self {
        Self { source: source.into(), sessions: 1, sides: None, parts: Vec::new(), faults: Vec::new(), chunks: None }
    }

    /// Reads to the end.
    fn read(&mut self, events: impl Iterator<Item = Result<Event, Error>>) -> Result<(), Error> {
        for event in events {
            match event? {
                Event::Part(part) => self.parts.push(part),
                Event::Fault(fault) => self.faults.push(fault),
            }
        }
        Ok(())
    }
}

/// Loads the session in `file`, of either format.
pub(crate) fn load(file: &Path, identity: Option<&Path>, options: Options) -> Result<Recording, Error> {
    let source = file.display().to_string();
    let wrong = |error| Error::at_path(file, format_args!("the session cannot be read: {error}"));
    let opened = File::open(file).map_err(wrong)?;
    let length = opened.metadata().map_err(wrong)?.len();
    let bar = output::progress_of_bytes("opening", Some(length), options.quiet);
    let (first, text) = lines::first(&source, BufReader::new(bar.wrap_read(opened)))?;
    let Some(first) = first else {
        return Err(Error::in_file(source, "there is nothing in this file: a session is expected, csv or jsonl"));
    };
    let recording = if !first.starts_with('{') {
        let identity = identity::of(file, identity)?;
        open(&source, text, identity, options)
    } else if identity.is_some() {
        Err(Error::in_file(source, "this session is not encrypted: give it without --identity"))
    } else {
        let mut recording = Recording::new(&source);
        let lines = Lines::new(&source, text, Place::default());
        recording.read(Opened::new(&source, lines)).map(|()| recording)
    };
    bar.finish_and_clear();
    recording
}

/// Opens encrypted sessions.
pub(crate) fn open(source: &str, text: impl Read, identity: Identity, options: Options) -> Result<Recording, Error> {
    let mut sessions = Encrypted::new(source, Rows::new(source, text, Place::default()), identity, options, Off);
    let mut recording = Recording::new(source);
    recording.read(&mut sessions)?;
    // Parts behind a hole are found late; faults are told by direction.
    recording.parts.sort_by_key(|part| part.line);
    recording.faults.sort_by_key(|fault| fault.direction);
    let Sessions { count, sides, tallies: [sent, received] } = *sessions.sessions();
    let chunks = Some([(Direction::Sent, sent), (Direction::Received, received)]);
    Ok(Recording { sessions: count, sides, chunks, ..recording })
}

/// What a role is called in a sentence.
pub(crate) const fn role_words(role: Role) -> &'static str {
    match role {
        Role::Initiator => "opened the connection",
        Role::Responder => "accepted the connection",
    }
}
