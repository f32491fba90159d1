//! Joins the plaintexts of a direction into messages.

use std::collections::VecDeque;

use tezos_messages::session::{
    ChunkError, Config,
    assembly::{Assembler, SIZE_BYTES},
    chunk::LENGTH_BYTES,
};

use crate::{
    registry::message_name,
    session::{Direction, Event, Fault, Row, SessionPart, Tally, What},
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
        let part = SessionPart { direction: self.direction, number: self.number, line: self.line, what, bytes };
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

#[cfg(test)]
mod tests {
    use super::*;

    const MAX_BYTES: u32 = 0x0100_0000;

    /// Returns the start of a message: its size, its tag and some more bytes.
    fn message(size: u32, tag: u16, more: usize) -> Vec<u8> {
        [&size.to_be_bytes()[..], &tag.to_be_bytes(), &vec![0; more]].concat()
    }

    /// Returns the joiner of a direction after its handshake, whose parts were taken.
    fn joiner() -> Joiner {
        let mut joiner = Joiner::new(Direction::Sent);
        joiner.connection(&Row { line: 2, direction: Direction::Sent, bytes: vec![0, 3, 7, 8, 9] });
        joiner.chunk(0, 3, &[0, 0]);
        joiner.chunk(1, 4, &[0]);
        let found = taken(&mut joiner);
        assert_eq!(found, ["2 0 Connection 070809", "3 1 Metadata 0000", "4 2 Ack 00"]);
        joiner
    }

    /// Returns the events so far: the line, the number, the kind and the bytes of a part, or the sentence of a fault.
    fn taken(joiner: &mut Joiner) -> Vec<String> {
        let text = |event| match event {
            Event::Part(SessionPart { number, line, what, bytes, .. }) => {
                format!("{line} {number} {what:?} {}", hex::encode(bytes))
            }
            Event::Fault(fault) => fault.to_string(),
        };
        joiner.found.drain(..).map(text).collect()
    }

    #[test]
    fn chunks_are_joined_and_split_into_messages() {
        let mut joiner = joiner();
        joiner.chunk(2, 7, &[&message(2, 2, 0)[..], &message(6, 0x10, 1)].concat());
        assert_eq!(taken(&mut joiner), ["7 3 Message 000000020002"]);
        joiner.chunk(3, 9, &[1, 2, 3]);
        assert_eq!(taken(&mut joiner), ["9 4 Message 00000006001000010203"]);
        joiner.missing(0);
        assert_eq!((joiner.tally, joiner.after_hole), (Tally { opened: 4, ..Tally::default() }, false));
    }

    #[test]
    fn only_a_size_and_a_known_tag_start_a_message_after_a_gap() {
        for (plaintext, starts) in [
            (message(2, 2, 0), true),
            (message(1, 2, 0), false),
            (message(MAX_BYTES, 2, 0), true),
            (message(MAX_BYTES + 1, 2, 0), false),
            (message(2, 0x15, 0), false),
            (vec![0, 0, 0, 2, 0], false),
        ] {
            let mut joiner = joiner();
            // The message before the gap lacks its end.
            joiner.chunk(2, 5, &message(6, 0x10, 1));
            joiner.missing(3);
            joiner.chunk(6, 6, &plaintext);
            let cut = if starts { 1 } else { 2 };
            assert_eq!(joiner.tally, Tally { opened: 4, lost: 3, cut, ..Tally::default() }, "{plaintext:02x?}");
            assert_eq!(joiner.after_hole, !starts, "{plaintext:02x?}");
        }
    }

    #[test]
    fn a_message_that_is_too_long_is_a_fault() {
        let mut joiner = joiner();
        joiner.chunk(2, 5, &message(MAX_BYTES, 2, 0));
        assert_eq!((taken(&mut joiner), joiner.messages.pending()), (Vec::new(), 6));
        let mut joiner = self::joiner();
        joiner.chunk(2, 5, &message(MAX_BYTES + 1, 2, 0));
        let faults = taken(&mut joiner);
        assert!(faults[0].starts_with("line 5, sent: the chunk does not start a message: "), "{faults:?}");
        assert_eq!((faults.len(), joiner.messages.pending(), joiner.after_hole), (1, 0, true));
    }

    #[test]
    fn chunks_that_cannot_be_decrypted_are_faults() {
        let error = ChunkError::Short { chunk: 3, length: 7 };
        let mut joiner = joiner();
        joiner.chunk(2, 5, &message(6, 0x10, 1));
        joiner.damaged(8, &error);
        assert_eq!(taken(&mut joiner), [format!("line 8, sent: the chunk cannot be decrypted: {error}")]);
        assert_eq!(joiner.tally, Tally { opened: 3, damaged: 1, cut: 1, ..Tally::default() });
        joiner.given_up(Some((9, error)));
        let rest = "the chunk and the next one cannot be decrypted: the rest of this direction is not read";
        let cannot = format!("line 9, sent: the chunk cannot be decrypted: {error}");
        assert_eq!(taken(&mut joiner), [cannot, format!("line 9, sent: {rest}")]);
        joiner.given_up(None);
        assert_eq!((taken(&mut joiner), joiner.tally.damaged), (vec![format!("line 9, sent: {rest}")], 2));
    }

    #[test]
    fn what_is_unfinished_at_the_end_is_counted() {
        let whole = |in_chunk, strict| {
            let mut joiner = joiner();
            joiner.encrypted(50);
            joiner.chunk(2, 5, &message(6, 0x10, 1));
            joiner.finish(in_chunk, strict);
            (joiner.tally.unfinished_bytes, taken(&mut joiner))
        };
        let ends = |inside, bytes| {
            let sentence =
                format!("line 5, sent: the recording ends inside a {inside}, of which {bytes} bytes are there");
            (bytes, vec![sentence])
        };
        assert_eq!(whole(0, false), (7, Vec::new()));
        assert_eq!(whole(0, true), ends("message", 7));
        assert_eq!(whole(4, true), ends("chunk", 11));
        assert_eq!(whole(4, false), (11, Vec::new()));
        let mut nothing = Joiner::new(Direction::Received);
        nothing.finish(0, true);
        assert_eq!(taken(&mut nothing), [""; 0]);
        nothing.encrypted(20);
        nothing.encrypted(30);
        nothing.finish(0, false);
        let sentence = "line 0, received: the session has 50 encrypted bytes, and no chunk of them can be decrypted";
        assert_eq!(taken(&mut nothing), [sentence]);
        nothing.damaged(7, &ChunkError::Short { chunk: 0, length: 1 });
        nothing.found.clear();
        nothing.finish(0, true);
        assert_eq!(taken(&mut nothing), [""; 0]);
    }
}
