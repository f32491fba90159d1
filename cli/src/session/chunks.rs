//! Opens the encrypted chunks of one direction.
//!
//! A recording may be whole, have damaged chunks (all bytes are there, some are wrong) or have lost packets. The
//! chunks are opened in order first. A chunk that does not open, behind which the next one opens with the next nonce,
//! is damaged. Where the chunk behind it does not open either, packets were lost: from the last chunk that opened on,
//! the direction is searched for chunks, with nonces ahead.

use std::mem::replace;

use tezos_messages::session::{
    ChunkError,
    chunk::{FrameBuffer, LENGTH_BYTES},
    cipher::Opener,
    salvage::Salvager,
};

use crate::session::{
    Options, Row,
    messages::Joiner,
    probe::{Probe, Stage},
};

/// Most bytes of a row that are searched at once for a chunk: the work grows faster than their number. Rows of
/// recorded packets are shorter; of longer rows, which are not packets, the parts are searched.
const SEARCH_BYTES: usize = 2_048;

/// The chunks of a direction. What is in them goes to a [`Joiner`], row by row.
#[derive(Debug)]
pub(crate) struct Chunks {
    reading: Reading,
    options: Options,
}

#[derive(Debug)]
enum Reading {
    InOrder(InOrder),
    Search(Box<Salvager>),
    /// Two chunks one after the other did not open, and nothing is searched.
    GivenUp,
}

#[derive(Debug)]
struct InOrder {
    opener: Opener,
    frames: FrameBuffer,
    /// A chunk that did not open: the line in which it ends, and why.
    suspect: Option<(u64, ChunkError)>,
    /// The bytes behind the last chunk that opened, in the rows in which they came.
    unopened: Vec<Row>,
    unopened_bytes: usize,
}

impl Chunks {
    /// The chunks that `opener` opens.
    pub(crate) fn new(opener: Opener, options: Options) -> Self {
        let frames = FrameBuffer::new();
        let in_order = InOrder { opener, frames, suspect: None, unopened: Vec::new(), unopened_bytes: 0 };
        Self { reading: Reading::InOrder(in_order), options }
    }

    /// Takes the next bytes. Errors are the joiner's.
    pub(crate) fn push(&mut self, row: Row, joiner: &mut Joiner, probe: &mut impl Probe) {
        match &mut self.reading {
            Reading::InOrder(in_order) => {
                if in_order.push(row, joiner, probe) {
                    return;
                }
            }
            Reading::Search(salvager) => return search(salvager, &row, joiner, probe),
            Reading::GivenUp => return,
        }
        let Reading::InOrder(in_order) = replace(&mut self.reading, Reading::GivenUp) else { return };
        if self.options.strict {
            joiner.given_up(in_order.suspect);
            return;
        }
        let mut salvager = Box::new(Salvager::new(in_order.opener, self.options.window));
        for row in &in_order.unopened {
            search(&mut salvager, row, joiner, probe);
        }
        self.reading = Reading::Search(salvager);
    }

    /// Ends the direction.
    pub(crate) fn finish(self, joiner: &mut Joiner) {
        match self.reading {
            Reading::InOrder(InOrder { suspect, frames, .. }) => {
                if let Some((line, error)) = suspect {
                    joiner.damaged(line, &error);
                }
                joiner.finish(frames.pending(), self.options.strict);
            }
            Reading::Search(salvager) => joiner.finish(salvager.pending(), self.options.strict),
            Reading::GivenUp => {}
        }
    }
}

impl InOrder {
    /// Opens chunk after chunk. The result is false where two in a row do not open.
    fn push(&mut self, row: Row, joiner: &mut Joiner, probe: &mut impl Probe) -> bool {
        self.unopened_bytes = self.unopened_bytes.saturating_add(row.bytes.len());
        probe.time(Stage::Framing, || self.frames.push(&row.bytes));
        let mut goes_on = true;
        while let Some(frame) = probe.time(Stage::Framing, || self.frames.next_frame()) {
            let content = frame.get_mut(LENGTH_BYTES..).unwrap_or_default();
            // Behind a suspect stands the chunk with the next nonce.
            let ahead = u64::from(self.suspect.is_some());
            match probe.time(Stage::Decryption, || self.opener.try_ahead(content, ahead)) {
                Ok((_, plaintext)) => {
                    if let Some((line, error)) = self.suspect.take() {
                        joiner.damaged(line, &error);
                    }
                    let number = self.opener.chunks().saturating_sub(1);
                    probe.time(Stage::Joining, || joiner.chunk(number, row.line, plaintext));
                    self.unopened_bytes = self.frames.pending();
                }
                Err(error) if self.suspect.is_none() => self.suspect = Some((row.line, error)),
                Err(_) => {
                    goes_on = false;
                    break;
                }
            }
        }
        self.keep(row);
        goes_on
    }

    /// Keeps the bytes of the row that are behind the last chunk that opened, and forgets the rows before it.
    fn keep(&mut self, mut row: Row) {
        if let Some(opened) = row.bytes.len().checked_sub(self.unopened_bytes) {
            row.bytes.drain(..opened);
            self.unopened.clear();
        }
        if !row.bytes.is_empty() {
            self.unopened.push(row);
        }
    }
}

/// Looks for chunks everywhere in a row.
fn search(salvager: &mut Salvager, row: &Row, joiner: &mut Joiner, probe: &mut impl Probe) {
    for packet in row.bytes.chunks(SEARCH_BYTES) {
        for chunk in probe.time(Stage::Search, || salvager.packet(packet)) {
            joiner.missing(chunk.lost);
            probe.time(Stage::Joining, || joiner.chunk(chunk.chunk, row.line, &chunk.plaintext));
        }
    }
}

#[cfg(test)]
mod tests {
    use tezos_messages::{
        identity::SecretKey,
        session::{
            cipher::{ChannelKey, Sealer},
            nonce::Nonce,
        },
    };

    use super::*;
    use crate::session::{Direction, probe::Off};

    #[test]
    fn no_more_is_kept_than_the_chunks_that_are_not_opened() {
        let key = ChannelKey::new(&SecretKey::new([1; 32]), &SecretKey::new([2; 32]).public_key()).unwrap();
        let (mut sealer, opener) = (Sealer::new(key.clone(), Nonce([7; 24])), Opener::new(key, Nonce([7; 24])));
        let mut bytes = Vec::new();
        for length in (0..300_usize).map(|n| n * n % 3_001) {
            sealer.seal(&vec![0; length], &mut bytes).unwrap();
        }
        let options = Options { window: 4, strict: false, quiet: true };
        let (mut chunks, mut joiner) = (Chunks::new(opener, options), Joiner::new(Direction::Sent));
        let mut read = 0;
        for (length, line) in (0..).map(|n| 1 + n * n % 1_499).zip(1..) {
            let row = bytes.get(read..).map(|rest| rest[..length.min(rest.len())].to_vec()).unwrap();
            read += row.len();
            chunks.push(Row { line, direction: Direction::Sent, bytes: row }, &mut joiner, &mut Off);
            let Reading::InOrder(InOrder { unopened, unopened_bytes, .. }) = &chunks.reading else {
                panic!("a chunk did not open")
            };
            let kept: Vec<u8> = unopened.iter().flat_map(|row| row.bytes.clone()).collect();
            assert!(kept.len() == *unopened_bytes && kept.len() < 3_001 + 18, "{} bytes", kept.len());
            assert_eq!(kept, bytes[read - kept.len()..read]);
            if read == bytes.len() {
                break;
            }
        }
        chunks.finish(&mut joiner);
        assert_eq!(joiner.tally.opened, 300);
    }
}
