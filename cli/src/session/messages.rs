//! Joins the plaintexts of a direction into messages.

use std::collections::VecDeque;

use tezos_messages::session::{
    ChunkError, Config,
    assembly::{Assembler, SIZE_BYTES},
    chunk::LENGTH_BYTES,
};

use crate::{
    registry::message_name,
    session::{Direction, Event, Fault, Part, Row, Tally, What},
};

/// The messages of a direction that were read so far.
#[derive(Debug)]
pub(crate) struct Joiner {
    direction: Direction,
    /// The events found so far, in order. The reader takes them out.
    pub(crate) found: VecDeque<Event>,
    /// The counts of chunks.
    pub(crate) tally: Tally,
    messages: Assembler,
    /// The number of the next part.
    number: u64,
    /// The number of encrypted bytes.
    bytes: u64,
    /// True if bytes are missing since the last message, so that a chunk may start inside a message.
    after_hole: bool,
    line: u64,
}

impl Joiner {
    /// Creates the joiner of a direction, before its first chunk.
    pub(crate) fn new(direction: Direction) -> Self {
        Self {
            direction,
            found: VecDeque::new(),
            tally: Tally::default(),
            messages: Assembler::new(Config::default().message_max_bytes),
            number: 0,
            bytes: 0,
            after_hole: false,
            line: 0,
        }
    }

    /// Takes the connection message, with its 2-byte length.
    pub(crate) fn connection(&mut self, connection: &Row) {
        self.line = connection.line;
        self.part(What::Connection, connection.bytes.get(LENGTH_BYTES..).unwrap_or_default().to_vec());
    }

    /// Counts encrypted bytes, before they are decrypted.
    pub(crate) fn encrypted(&mut self, bytes: usize) {
        self.bytes = self.bytes.saturating_add(u64::try_from(bytes).unwrap_or(u64::MAX));
    }

    fn part(&mut self, what: What, bytes: Vec<u8>) {
        let part = Part { direction: self.direction, number: self.number, line: self.line, what, bytes };
        self.number = self.number.saturating_add(1);
        self.found.push_back(Event::Part(part));
    }

    fn fault(&mut self, subject: &str, sentence: impl Into<String>) {
        let (direction, line) = (self.direction, self.line);
        self.found.push_back(Event::Fault(Fault {
            direction,
            line,
            subject: subject.into(),
            sentence: sentence.into(),
        }));
    }

    /// Takes a chunk that ends in this line and cannot be decrypted.
    pub(crate) fn damaged(&mut self, line: u64, error: &ChunkError) {
        self.line = line;
        self.fault("the chunk", format!("cannot be decrypted: {error}"));
        self.tally.damaged = self.tally.damaged.saturating_add(1);
        self.hole();
    }

    /// Records a gap of `lost` chunks.
    pub(crate) fn missing(&mut self, lost: u64) {
        if lost > 0 {
            self.tally.lost = self.tally.lost.saturating_add(lost);
            self.hole();
        }
    }

    /// Records that the current message is unfinished.
    fn hole(&mut self) {
        if self.messages.pending() > 0 {
            self.tally.cut = self.tally.cut.saturating_add(1);
        }
        self.messages.clear();
        self.after_hole = true;
    }

    /// Takes the chunk with this number, which ends in this line. Chunk 0 is the metadata, chunk 1 the ack.
    pub(crate) fn chunk(&mut self, number: u64, line: u64, plaintext: &[u8]) {
        self.line = line;
        self.tally.opened = self.tally.opened.saturating_add(1);
        match number {
            0 => self.part(What::Metadata, plaintext.to_vec()),
            1 => self.part(What::Ack, plaintext.to_vec()),
            _ if self.after_hole && !starts_a_message(plaintext) => {
                self.tally.cut = self.tally.cut.saturating_add(1);
            }
            _ => self.message(plaintext),
        }
    }

    fn message(&mut self, plaintext: &[u8]) {
        self.after_hole = false;
        self.messages.push(plaintext);
        loop {
            match self.messages.next_message() {
                Ok(Some(message)) => {
                    let message = message.to_vec();
                    self.part(What::Message, message);
                }
                Ok(None) => return,
                Err(error) => {
                    self.fault("the chunk", format!("does not start a message: {error}"));
                    self.messages.clear();
                    self.after_hole = true;
                    return;
                }
            }
        }
    }

    /// Ends the direction after two successive chunks that cannot be decrypted.
    pub(crate) fn given_up(&mut self, suspect: Option<(u64, ChunkError)>) {
        if let Some((line, error)) = suspect {
            self.damaged(line, &error);
        }
        self.fault("the chunk", "and the next one cannot be decrypted: the rest of this direction is not read");
    }

    /// Ends the direction with the recording, whose last `in_chunk` bytes are an incomplete chunk. With `strict`, missing bytes are an
    /// error.
    pub(crate) fn finish(&mut self, in_chunk: usize, strict: bool) {
        let unfinished = in_chunk.saturating_add(self.messages.pending());
        self.tally.unfinished_bytes = u64::try_from(unfinished).unwrap_or(u64::MAX);
        let bytes = self.bytes;
        if self.tally.opened == 0 && self.tally.damaged == 0 && bytes > 0 {
            self.fault("the session", format!("has {bytes} encrypted bytes, and no chunk of them can be decrypted"));
        } else if strict && unfinished > 0 {
            let inside = if in_chunk > 0 { "chunk" } else { "message" };
            self.fault("the recording", format!("ends inside a {inside}, of which {unfinished} bytes are there"));
        }
    }
}

/// Returns true if a chunk can be the start of a message: a size and a known tag.
fn starts_a_message(plaintext: &[u8]) -> bool {
    let Some((size, [high, low, ..])) = plaintext.split_first_chunk::<SIZE_BYTES>() else { return false };
    let size = u32::from_be_bytes(*size);
    (2..=Config::default().message_max_bytes).contains(&size)
        && message_name(u16::from_be_bytes([*high, *low])).is_some()
}
