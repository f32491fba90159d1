//! Joins the plaintexts of a direction into what was said.

use tezos_messages::session::{
    Config,
    assembly::{Assembler, SIZE_BYTES},
    chunk::LENGTH_BYTES,
};

use crate::{
    registry::message_name,
    session::{
        Direction, Fault, Part, Tally, What,
        chunks::{Chunks, End, Found},
        handshake::Stream,
        probe::{Probe, Stage},
    },
};

/// What was said in a direction.
#[derive(Debug)]
pub(crate) struct Joined {
    /// The parts, in order.
    pub(crate) parts: Vec<Part>,
    /// What is wrong.
    pub(crate) faults: Vec<Fault>,
    /// What became of the chunks.
    pub(crate) tally: Tally,
}

/// Joins what was found; with `strict`, whatever is missing is a fault.
pub(crate) fn join(stream: &Stream, chunks: Chunks, strict: bool, probe: &mut impl Probe) -> Joined {
    let mut joiner = Joiner::new(stream);
    for found in chunks.found {
        match found {
            Found::Damaged { line, error } => joiner.damaged(line, &error.to_string()),
            Found::Chunk { number, line, lost, plaintext } => {
                joiner.missing(lost);
                probe.time(Stage::Joining, || joiner.chunk(number, line, plaintext));
            }
        }
    }
    joiner.finish(chunks.end, stream, strict)
}

struct Joiner {
    direction: Direction,
    joined: Joined,
    messages: Assembler,
    /// Whether something is missing since the last message, so that a chunk may start inside one.
    after_hole: bool,
    line: u64,
}

impl Joiner {
    fn new(stream: &Stream) -> Self {
        let parts = Vec::new();
        let joined = Joined { parts, faults: Vec::new(), tally: Tally::default() };
        let messages = Assembler::new(Config::default().message_max_bytes);
        let (direction, line) = (stream.direction, stream.connection_line);
        let mut joiner = Self { direction, joined, messages, after_hole: false, line };
        joiner.part(What::Connection, stream.connection.get(LENGTH_BYTES..).unwrap_or_default().to_vec());
        joiner
    }

    fn part(&mut self, what: What, bytes: Vec<u8>) {
        let number = u64::try_from(self.joined.parts.len()).unwrap_or(u64::MAX);
        self.joined.parts.push(Part { direction: self.direction, number, line: self.line, what, bytes });
    }

    fn fault(&mut self, subject: &str, sentence: impl Into<String>) {
        let (direction, line) = (self.direction, self.line);
        self.joined.faults.push(Fault { direction, line, subject: subject.into(), sentence: sentence.into() });
    }

    fn damaged(&mut self, line: u64, error: &str) {
        self.line = line;
        self.fault("the chunk", format!("does not open: {error}"));
        self.joined.tally.damaged = self.joined.tally.damaged.saturating_add(1);
        self.hole();
    }

    fn missing(&mut self, lost: u64) {
        if lost > 0 {
            self.joined.tally.lost = self.joined.tally.lost.saturating_add(lost);
            self.hole();
        }
    }

    /// What was started is not finished.
    fn hole(&mut self) {
        if self.messages.pending() > 0 {
            self.joined.tally.cut = self.joined.tally.cut.saturating_add(1);
        }
        self.messages.clear();
        self.after_hole = true;
    }

    fn chunk(&mut self, number: u64, line: u64, plaintext: Vec<u8>) {
        self.line = line;
        self.joined.tally.opened = self.joined.tally.opened.saturating_add(1);
        match number {
            0 => self.part(What::Metadata, plaintext),
            1 => self.part(What::Ack, plaintext),
            _ if self.after_hole && !starts_a_message(&plaintext) => {
                self.joined.tally.cut = self.joined.tally.cut.saturating_add(1);
            }
            _ => self.message(&plaintext),
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

    fn finish(mut self, end: End, stream: &Stream, strict: bool) -> Joined {
        let in_message = self.messages.pending();
        let in_chunk = match end {
            End::Recording(bytes) => bytes,
            End::GivenUp => {
                self.fault("the chunk", "and the one behind it do not open: the rest of this direction is not read");
                return self.joined;
            }
        };
        let unfinished = in_chunk.saturating_add(in_message);
        self.joined.tally.unfinished_bytes = u64::try_from(unfinished).unwrap_or(u64::MAX);
        let bytes: usize = stream.rows.iter().map(|(_, bytes)| bytes.len()).fold(0, usize::saturating_add);
        if self.joined.tally.opened == 0 && self.joined.tally.damaged == 0 && bytes > 0 {
            self.fault("the session", format!("has {bytes} encrypted bytes, and no chunk of them opens"));
        } else if strict && unfinished > 0 {
            let inside = if in_chunk > 0 { "chunk" } else { "message" };
            self.fault("the recording", format!("ends inside a {inside}, of which {unfinished} bytes are there"));
        }
        self.joined
    }
}

/// Whether a chunk can be the start of a message: a size and a tag that exists.
fn starts_a_message(plaintext: &[u8]) -> bool {
    let Some((size, [high, low, ..])) = plaintext.split_first_chunk::<SIZE_BYTES>() else { return false };
    let size = u32::from_be_bytes(*size);
    (2..=Config::default().message_max_bytes).contains(&size)
        && message_name(u16::from_be_bytes([*high, *low])).is_some()
}
