//! Recorded sessions.
//!
//! | module       | what it does                                                                    |
//! |--------------|---------------------------------------------------------------------------------|
//! | [`rows`]     | a csv file of what was on the wire: `direction,message`, read and written       |
//! | [`identity`] | `identity.json`, read and written                                               |
//! | [`handshake`]| who is who: keys and nonces from the two connection messages and an identity    |
//! | [`chunks`]   | opens the chunks of a direction, damaged and lost ones included                 |
//! | [`messages`] | joins the plaintexts into messages                                              |
//! | [`jsonl`]    | a session that is opened already, one message a line                            |
//! | [`probe`]    | where the time of reading goes                                                  |
//! | [`sample`]   | the session that the tool carries                                               |

use std::{fmt, fs, path::Path};

use indicatif::ProgressBar;
use tezos_messages::{identity::Identity, session::Role};

use crate::{error::Error, output, registry, registry::Codec};

pub(crate) mod chunks;
pub(crate) mod handshake;
pub(crate) mod identity;
pub(crate) mod jsonl;
pub(crate) mod messages;
pub(crate) mod probe;
pub(crate) mod rows;
pub(crate) mod sample;

use probe::{Off, Probe};
pub(crate) use rows::Row;

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

/// What a part of a session is. The order is that of the handshake.
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord)]
pub(crate) enum What {
    /// The connection message.
    Connection,
    /// The metadata.
    Metadata,
    /// The ack or nack.
    Ack,
    /// A message, with its 4-byte size.
    Message,
}

impl What {
    /// How it is decoded.
    pub(crate) const fn codec(self) -> &'static Codec {
        match self {
            Self::Connection => &registry::CONNECTION,
            Self::Metadata => &registry::METADATA,
            Self::Ack => &registry::ACK,
            Self::Message => &registry::MESSAGE,
        }
    }
}

/// Something that one side said.
#[derive(Debug, Clone, PartialEq, Eq)]
pub(crate) struct Part {
    /// Which way it went.
    pub(crate) direction: Direction,
    /// Its number in its direction; 0 is the connection message.
    pub(crate) number: u64,
    /// Line of the file in which its end is, counted from 1.
    pub(crate) line: u64,
    /// What it is.
    pub(crate) what: What,
    /// Its bytes.
    pub(crate) bytes: Vec<u8>,
}

impl Part {
    /// The tag of a message.
    pub(crate) fn tag(&self) -> Option<u16> {
        match (self.what, self.bytes.as_slice()) {
            (What::Message, [_, _, _, _, high, low, ..]) => Some(u16::from_be_bytes([*high, *low])),
            _ => None,
        }
    }

    /// The reference's name of a message, the tool's name of the others.
    pub(crate) fn kind(&self) -> String {
        match (self.what, self.tag()) {
            (What::Message, Some(tag)) => {
                registry::message_name(tag).map_or_else(|| format!("unknown tag {tag:#06x}"), Into::into)
            }
            (What::Message, None) => "without a tag".into(),
            (what, _) => what.codec().name.into(),
        }
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

/// A session, opened.
#[derive(Debug, Clone)]
pub(crate) struct Recording {
    /// Where it comes from.
    pub(crate) source: String,
    /// The two sides, if that is known: who sent, who is at the other end.
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

/// Loads the session in `file`, of either format.
pub(crate) fn load(file: &Path, identity: Option<&Path>, options: Options) -> Result<Recording, Error> {
    let text = fs::read_to_string(file)
        .map_err(|error| Error::at_path(file, format_args!("the session cannot be read: {error}")))?;
    let source = file.display().to_string();
    if text.trim().is_empty() {
        return Err(Error::in_file(source, "there is nothing in this file: a session is expected, csv or jsonl"));
    }
    if text.trim_start().starts_with('{') {
        return match identity {
            None => jsonl::parse(&source, &text),
            Some(_) => Err(Error::in_file(source, "this session is not encrypted: give it without --identity")),
        };
    }
    let beside = file.with_file_name(identity::FILE);
    let identity = match identity {
        Some(identity) => identity,
        None if beside.is_file() => &beside,
        None => {
            return Err(Error::in_file(
                source,
                format_args!(
                    "the session is encrypted: give the identity of one of its sides with --identity (there is no {} beside it)",
                    identity::FILE
                ),
            ));
        }
    };
    open(&source, &text, &identity::load(identity)?, options, &mut Off)
}

/// Opens an encrypted session.
pub(crate) fn open(
    source: &str,
    text: &str,
    identity: &Identity,
    options: Options,
    probe: &mut impl Probe,
) -> Result<Recording, Error> {
    let rows = rows::parse(source, text)?;
    let shared = handshake::establish(source, &rows, identity)?;
    let mut parts = Vec::new();
    let mut faults = Vec::new();
    let mut tallies = Vec::new();
    for stream in &shared.streams {
        let role =
            if stream.direction == Direction::Sent { shared.sides.sent_by } else { shared.sides.sent_by.other() };
        let bar = bar(stream.direction, stream.rows.len(), options.quiet);
        let found = chunks::open(stream, &shared.key, shared.nonces.sending(role), options, &bar, probe);
        bar.finish_and_clear();
        let joined = messages::join(stream, found, options.strict, probe);
        parts.extend(joined.parts);
        faults.extend(joined.faults);
        tallies.push((stream.direction, joined.tally));
    }
    parts.sort_by_key(|part| part.line);
    let chunks = tallies.try_into().ok();
    Ok(Recording { source: source.into(), sides: Some(shared.sides), parts, faults, chunks })
}

fn bar(direction: Direction, rows: usize, quiet: bool) -> ProgressBar {
    let title = match direction {
        Direction::Sent => "opening what was sent",
        Direction::Received => "opening what was received",
    };
    output::progress(title, rows, quiet)
}

/// What a role is called in a sentence.
pub(crate) const fn role_words(role: Role) -> &'static str {
    match role {
        Role::Initiator => "opened the connection",
        Role::Responder => "accepted the connection",
    }
}
