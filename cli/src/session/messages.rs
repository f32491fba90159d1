//! Joins the plaintexts of a direction into messages.

use std::collections::VecDeque;

use tezos_messages::session::{
    Config,
    assembly::{Assembler, SIZE_BYTES},
    chunk::{LENGTH_BYTES, MAC_BYTES},
};

use crate::{
    output::{counted, grouped},
    registry::message_name,
    session::{Direction, Event, Fault, Row, SessionPart, Tally, What},
};

/// The number of lost chunks from which a recording is taken to be that of a lossy recorder: see [`Joiner::is_lossy`].
const LOSSY_CHUNKS: u64 = 100;
/// The number of times that the bytes of the lost chunks exceed the unread bytes in such a recording.
const LOSSY_FACTOR: u128 = 8;

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
    /// The number of encrypted bytes in decrypted chunks, with their lengths and MACs.
    opened_bytes: u64,
    /// The number of encrypted bytes in chunks that were reported as damaged.
    damaged_bytes: u64,
    /// The line after which chunks are searched for.
    searched_after: u64,
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
            opened_bytes: 0,
            damaged_bytes: 0,
            searched_after: 0,
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
        self.bytes = self.bytes.saturating_add(count(bytes));
    }

    fn part(&mut self, what: What, bytes: Vec<u8>) {
        let part = SessionPart { direction: self.direction, number: self.number, line: self.line, what, bytes };
        self.number = self.number.saturating_add(1);
        self.found.push_back(Event::Part(part));
    }

    fn fault(&mut self, subject: &str, sentence: impl Into<String>) {
        let (direction, line) = (Some(self.direction), self.line);
        self.found.push_back(Event::Fault(Fault {
            direction,
            line,
            subject: subject.into(),
            sentence: sentence.into(),
        }));
    }

    /// Takes a chunk of `bytes` bytes, with its length, that ends in this line and is damaged as `sentence` describes.
    pub(crate) fn damaged(&mut self, line: u64, bytes: usize, sentence: impl Into<String>) {
        self.line = line;
        self.fault("the chunk", sentence);
        self.tally.damaged = self.tally.damaged.saturating_add(1);
        self.damaged_bytes = self.damaged_bytes.saturating_add(count(bytes));
        self.hole();
    }

    /// Records that chunks are searched for from the last chunk on.
    pub(crate) const fn search(&mut self) {
        self.searched_after = self.line;
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
        let bytes = plaintext.len().saturating_add(LENGTH_BYTES).saturating_add(MAC_BYTES);
        self.opened_bytes = self.opened_bytes.saturating_add(count(bytes));
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

    /// Ends the direction with the recording, whose last `in_chunk` bytes are an incomplete chunk. Unread bytes are an error, unless the
    /// recorder was lossy. With `strict`, all missing bytes are.
    pub(crate) fn finish(&mut self, in_chunk: usize, strict: bool) {
        let unfinished = in_chunk.saturating_add(self.messages.pending());
        self.tally.unfinished_bytes = count(unfinished);
        let unread = self.bytes.saturating_sub(self.opened_bytes).saturating_sub(count(in_chunk));
        self.tally.unread_bytes = unread;
        if unread > 0 {
            self.found.push_back(Event::Unread(unread));
        }
        let Tally { opened, damaged, lost, .. } = self.tally;
        if opened == 0 && damaged == 0 && self.bytes > 0 {
            let bytes = grouped(self.bytes);
            self.fault("the session", format!("has {bytes} encrypted bytes, and no chunk of them can be decrypted"));
            return;
        }
        if strict && unfinished > 0 {
            let inside = if in_chunk > 0 { "chunk" } else { "message" };
            let unfinished = grouped(unfinished);
            self.fault("the recording", format!("ends inside a {inside}, of which {unfinished} bytes are there"));
        }
        self.line = self.searched_after;
        if strict && lost > 0 {
            self.fault("the recording", format!("lacks {} after this line", counted(lost, "chunk", "chunks")));
        }
        // Damaged chunks are faults already.
        let between = unread.saturating_sub(self.damaged_bytes);
        if between > 0 && (strict || !self.is_lossy()) {
            let bytes = counted(between, "byte", "bytes");
            self.fault("the recording", format!("has {bytes} after this line in no chunk that can be decrypted"));
        }
    }

    /// Returns true if the unread bytes are the ends of chunks beside gaps, as a recorder leaves them that loses packets. Many chunks are lost
    /// then, and their bytes, estimated by the mean of the decrypted chunks, exceed the unread bytes by far. Damage leaves all bytes of the
    /// lost chunks unread.
    fn is_lossy(&self) -> bool {
        let Tally { opened, lost, unread_bytes, .. } = self.tally;
        let unread = u128::from(unread_bytes).saturating_mul(LOSSY_FACTOR).saturating_mul(opened.into());
        lost >= LOSSY_CHUNKS && unread < u128::from(lost).saturating_mul(self.opened_bytes.into())
    }
}

/// Converts a number of bytes or chunks.
pub(super) fn count(of: usize) -> u64 {
    u64::try_from(of).unwrap_or(u64::MAX)
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
            Event::Fault(fault) => fault.at(crate::session::LINE),
            Event::Unread(bytes) => format!("{bytes} unread"),
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
        let mut joiner = joiner();
        joiner.encrypted(100);
        joiner.chunk(2, 5, &message(6, 0x10, 1));
        joiner.damaged(8, 25, "cannot be decrypted");
        assert_eq!(taken(&mut joiner), ["line 8, sent: the chunk cannot be decrypted"]);
        // Chunks with 20, 19 and 25 bytes were decrypted.
        joiner.finish(100 - 25 - (20 + 19 + 25), false);
        assert_eq!(taken(&mut joiner), ["25 unread"]);
        let tally = Tally { opened: 3, damaged: 1, cut: 1, unread_bytes: 25, unfinished_bytes: 11, ..Tally::default() };
        assert_eq!(joiner.tally, tally);
    }

    #[test]
    fn unread_bytes_of_a_lossy_recorder_are_no_fault() {
        // Three chunks with 20, 19 and 36 bytes are decrypted, so 25 bytes are expected of each lost one.
        for (lost, unread, strict, is_fault) in [
            (100, 312, false, false),
            (100, 313, false, true),
            (99, 1, false, true),
            (99, 0, false, false),
            (100, 312, true, true),
            (0, 1, false, true),
        ] {
            let mut joiner = joiner();
            joiner.chunk(2, 5, &message(14, 2, 12));
            joiner.encrypted(75 + unread);
            joiner.search();
            joiner.missing(lost);
            joiner.line = 9;
            taken(&mut joiner);
            joiner.finish(0, strict);
            let found = taken(&mut joiner);
            let sentence = format!(
                "line 5, sent: the recording has {unread} bytes after this line in no chunk that can be decrypted"
            );
            assert_eq!(
                found.iter().any(|fault| fault.replace("1 byte ", "1 bytes ") == sentence),
                is_fault,
                "{found:?}"
            );
            assert_eq!(found.iter().any(|fault| fault.contains("lacks")), strict, "{found:?}");
            assert_eq!(joiner.tally.unread_bytes, u64::try_from(unread).unwrap());
        }
    }

    #[test]
    fn what_is_unfinished_at_the_end_is_counted() {
        let whole = |in_chunk, strict| {
            let mut joiner = joiner();
            joiner.encrypted(64 + in_chunk);
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
        assert_eq!(taken(&mut nothing), ["50 unread", sentence]);
        nothing.damaged(7, 50, "cannot be decrypted");
        nothing.found.clear();
        nothing.finish(0, true);
        assert_eq!(taken(&mut nothing), ["50 unread"]);
    }
}
