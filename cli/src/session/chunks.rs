//! Decrypts the chunks of one direction.
//!
//! A recording may be complete, have damaged chunks (all bytes are present, some are wrong) or have lost packets. Chunks are first
//! decrypted in order. A chunk that cannot be decrypted is damaged if the next one can be, with the next nonce. Otherwise packets were
//! lost: the direction is searched for chunks, from the last decrypted chunk on, with later nonces.

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

/// The maximum number of bytes of a row that are searched at once for a chunk, because the work grows faster than their number. Rows of
/// recorded packets are shorter. Longer rows, which are not packets, are searched in pieces.
const SEARCH_BYTES: usize = 2_048;

/// The chunks of a direction. Their contents go to a [`Joiner`], row by row.
#[derive(Debug)]
pub(crate) struct Chunks {
    reading: Reading,
    options: Options,
}

#[derive(Debug)]
enum Reading {
    InOrder(InOrder),
    Search(Box<Salvager>),
    /// Two successive chunks could not be decrypted, and nothing is searched.
    GivenUp,
}

#[derive(Debug)]
struct InOrder {
    opener: Opener,
    frames: FrameBuffer,
    /// A chunk that could not be decrypted: the line in which it ends, and the error.
    suspect: Option<(u64, ChunkError)>,
    /// The bytes after the last decrypted chunk, in their rows.
    unopened: Vec<Row>,
    unopened_bytes: usize,
}

impl Chunks {
    /// Returns the chunks that `opener` decrypts.
    pub(crate) fn new(opener: Opener, options: Options) -> Self {
        let frames = FrameBuffer::new();
        let in_order = InOrder { opener, frames, suspect: None, unopened: Vec::new(), unopened_bytes: 0 };
        Self { reading: Reading::InOrder(in_order), options }
    }

    /// Takes the next bytes. Errors are those of the joiner.
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
    /// Decrypts one chunk after the other. Returns false if two in a row cannot be decrypted.
    fn push(&mut self, row: Row, joiner: &mut Joiner, probe: &mut impl Probe) -> bool {
        self.unopened_bytes = self.unopened_bytes.saturating_add(row.bytes.len());
        probe.time(Stage::Framing, || self.frames.push(&row.bytes));
        let mut goes_on = true;
        while let Some(frame) = probe.time(Stage::Framing, || self.frames.next_frame()) {
            let content = frame.get_mut(LENGTH_BYTES..).unwrap_or_default();
            // The chunk after a suspect has the next nonce.
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

    /// Keeps the bytes of the row after the last decrypted chunk, and forgets the rows before it.
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

/// Searches for chunks at every position of a row.
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
    fn only_the_bytes_after_the_last_decrypted_chunk_are_kept() {
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
