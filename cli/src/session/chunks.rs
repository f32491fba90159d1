//! Decrypts the chunks of one direction.
//!
//! A recording may be complete, have damaged chunks (all bytes are present, some are wrong) or have lost packets. Chunks are first
//! decrypted in order. Chunks that cannot be decrypted are damaged if one of the next can be, with its nonce. Otherwise packets were lost,
//! or a length is damaged: the direction is searched for chunks, from the last decrypted chunk on, with later nonces.

use std::mem::take;

use tezos_messages::session::{
    ChunkError,
    chunk::{FrameBuffer, LENGTH_BYTES, MAC_BYTES},
    cipher::Opener,
    salvage::{Salvaged, Salvager},
};

use crate::{
    output::grouped,
    session::{
        Options, Row,
        messages::{Joiner, count},
        probe::{Probe, Stage},
    },
};

/// The maximum number of bytes of a row that are searched at once for a chunk, because the work grows faster than their number. Rows of
/// recorded packets are shorter. Longer rows, which are not packets, are searched in pieces.
const SEARCH_BYTES: usize = 2_048;

/// The maximum number of successive chunks that may be damaged. If the chunk after them cannot be decrypted either, the search begins.
const DAMAGED_MAX: usize = 16;

/// The maximum number of bytes of the incomplete chunk at the end for which all lengths are tried, because the work grows with its square.
const LENGTHS_TRIED: usize = 4_096;

/// The chunks of a direction. Their contents go to a [`Joiner`], row by row.
#[derive(Debug)]
pub(crate) struct Chunks {
    /// `None` after the search has begun.
    in_order: Option<InOrder>,
    search: Option<Box<Salvager>>,
    options: Options,
}

#[derive(Debug)]
struct InOrder {
    opener: Opener,
    frames: FrameBuffer,
    /// The successive chunks that could not be decrypted.
    suspects: Vec<Suspect>,
    /// The bytes after the last decrypted chunk, in their rows.
    unopened: Vec<Row>,
    unopened_bytes: usize,
}

/// A chunk that cannot be decrypted.
#[derive(Debug)]
struct Suspect {
    /// The line in which it ends.
    line: u64,
    /// Its bytes, with its length.
    bytes: usize,
    error: ChunkError,
}

impl Chunks {
    /// Returns the chunks that `opener` decrypts.
    pub(crate) fn new(opener: Opener, options: Options) -> Self {
        let (frames, suspects, unopened) = (FrameBuffer::new(), Vec::new(), Vec::new());
        let in_order = InOrder { opener, frames, suspects, unopened, unopened_bytes: 0 };
        Self { in_order: Some(in_order), search: None, options }
    }

    /// Takes the next bytes. Errors are those of the joiner.
    pub(crate) fn push(&mut self, row: Row, joiner: &mut Joiner, probe: &mut impl Probe) {
        if let Some(salvager) = &mut self.search {
            let found = search(salvager, &row, probe);
            return salvaged(found, row.line, joiner, probe);
        }
        if self.in_order.as_mut().is_some_and(|in_order| in_order.push(row, joiner, probe)) {
            return;
        }
        let Some(in_order) = self.in_order.take() else { return };
        joiner.search();
        let (salvager, found) = in_order.search(self.options.window, probe);
        found.into_iter().for_each(|(line, found)| salvaged(found, line, joiner, probe));
        self.search = Some(salvager);
    }

    /// Ends the direction.
    pub(crate) fn finish(self, joiner: &mut Joiner, probe: &mut impl Probe) {
        let pending = match self.in_order {
            Some(in_order) => in_order.finish(self.options.window, joiner, probe),
            None => self.search.map_or(0, |salvager| salvager.pending()),
        };
        joiner.finish(pending, self.options.strict);
    }
}

impl InOrder {
    /// Decrypts one chunk after the other. Returns false if too many in a row cannot be decrypted.
    fn push(&mut self, row: Row, joiner: &mut Joiner, probe: &mut impl Probe) -> bool {
        self.unopened_bytes = self.unopened_bytes.saturating_add(row.bytes.len());
        probe.time(Stage::Framing, || self.frames.push(&row.bytes));
        let mut goes_on = true;
        while let Some(frame) = probe.time(Stage::Framing, || self.frames.next_frame()) {
            let bytes = frame.len();
            let content = frame.get_mut(LENGTH_BYTES..).unwrap_or_default();
            // The chunk after the suspects has the nonce after theirs.
            let ahead = count(self.suspects.len());
            match probe.time(Stage::Decryption, || self.opener.try_ahead(content, ahead)) {
                Ok((_, plaintext)) => {
                    self.suspects.drain(..).for_each(|suspect| suspect.report(joiner));
                    let number = self.opener.chunks().saturating_sub(1);
                    probe.time(Stage::Joining, || joiner.chunk(number, row.line, plaintext));
                    self.unopened_bytes = self.frames.pending();
                }
                Err(error) if self.suspects.len() < DAMAGED_MAX => {
                    self.suspects.push(Suspect { line: row.line, bytes, error: of_chunk(error, ahead) });
                }
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

    /// Searches the bytes after the last decrypted chunk. Returns the search, and the chunks found in each row with its line.
    fn search(self, window: u64, probe: &mut impl Probe) -> (Box<Salvager>, Vec<(u64, Vec<Salvaged>)>) {
        let mut salvager = Box::new(Salvager::new(self.opener, window));
        let rows = self.unopened.iter();
        let found = rows.map(|row| (row.line, search(&mut salvager, row, probe))).collect();
        (salvager, found)
    }

    /// Ends the direction. Returns the number of bytes of an incomplete chunk.
    fn finish(mut self, window: u64, joiner: &mut Joiner, probe: &mut impl Probe) -> usize {
        while let Some((content, rest)) = self.damaged_length() {
            self.skip(content, rest, joiner, probe);
        }
        let (pending, suspects) = (self.frames.pending(), take(&mut self.suspects));
        if self.unopened_bytes == 0 {
            return pending;
        }
        let (salvager, found) = self.search(window, probe);
        // Chunks are found only if a length before them is damaged.
        if found.iter().all(|(_, found)| found.is_empty()) {
            suspects.into_iter().for_each(|suspect| suspect.report(joiner));
            return pending;
        }
        joiner.search();
        found.into_iter().for_each(|(line, found)| salvaged(found, line, joiner, probe));
        salvager.pending()
    }

    /// Checks that the incomplete chunk at the end is not a shorter one whose length is damaged. Otherwise returns the number of bytes after
    /// its length, and the bytes after it. The opener expects the next chunk then.
    fn damaged_length(&mut self) -> Option<(usize, Row)> {
        let bytes: Vec<u8> = self.unopened.iter().flat_map(|row| row.bytes.iter().copied()).collect();
        let start = bytes.len().checked_sub(self.frames.pending())?.checked_add(LENGTH_BYTES)?;
        let mut content = bytes.get(start..)?.to_vec();
        let shortest = if content.len() <= LENGTHS_TRIED { MAC_BYTES } else { content.len() };
        let (longest, ahead) = (content.len(), count(self.suspects.len()));
        let length = (shortest..=longest).find(|length| {
            let content = content.get_mut(..*length).unwrap_or_default();
            self.opener.try_ahead(content, ahead).is_ok()
        })?;
        let Row { line, direction, .. } = *self.unopened.last()?;
        Some((length, Row { line, direction, bytes: content.split_off(length) }))
    }

    /// Reports the chunk whose length is damaged, and the suspects before it. Reads on after it.
    fn skip(&mut self, content: usize, rest: Row, joiner: &mut Joiner, probe: &mut impl Probe) {
        self.suspects.drain(..).for_each(|suspect| suspect.report(joiner));
        let announced = grouped(self.frames.announced().unwrap_or_default());
        let sentence = format!("has a damaged length: {announced} instead of {}", grouped(content));
        joiner.damaged(rest.line, content.saturating_add(LENGTH_BYTES), sentence);
        (self.frames, self.unopened, self.unopened_bytes) = (FrameBuffer::new(), Vec::new(), 0);
        self.push(rest, joiner, probe);
    }
}

impl Suspect {
    /// Reports the chunk as damaged.
    fn report(self, joiner: &mut Joiner) {
        joiner.damaged(self.line, self.bytes, format!("cannot be decrypted: {}", self.error));
    }
}

/// Returns the error of the chunk that has the nonce `ahead` nonces after the one expected.
const fn of_chunk(error: ChunkError, ahead: u64) -> ChunkError {
    match error {
        ChunkError::Short { chunk, length } => ChunkError::Short { chunk: chunk.saturating_add(ahead), length },
        ChunkError::WrongMac { chunk, length, .. } => {
            ChunkError::WrongMac { chunk: chunk.saturating_add(ahead), length, tried: 1 }
        }
        other => other,
    }
}

/// Searches for chunks at every position of a row.
fn search(salvager: &mut Salvager, row: &Row, probe: &mut impl Probe) -> Vec<Salvaged> {
    let packets = row.bytes.chunks(SEARCH_BYTES);
    packets.flat_map(|packet| probe.time(Stage::Search, || salvager.packet(packet))).collect()
}

/// Takes the chunks that were found in a row.
fn salvaged(found: Vec<Salvaged>, line: u64, joiner: &mut Joiner, probe: &mut impl Probe) {
    for chunk in found {
        joiner.missing(chunk.lost);
        probe.time(Stage::Joining, || joiner.chunk(chunk.chunk, line, &chunk.plaintext));
    }
}

#[cfg(test)]
mod tests {
    use tezos_messages::{
        identity::CryptoBoxSecretKey,
        session::{
            cipher::{ChannelKey, Sealer},
            nonce::Nonce,
        },
    };

    use super::*;
    use crate::session::{Direction, probe::Off};

    #[test]
    fn only_the_bytes_after_the_last_decrypted_chunk_are_kept() {
        let key =
            ChannelKey::new(&CryptoBoxSecretKey::new([1; 32]), &CryptoBoxSecretKey::new([2; 32]).public_key()).unwrap();
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
            let Some(InOrder { unopened, unopened_bytes, .. }) = &chunks.in_order else {
                panic!("a chunk did not open")
            };
            let kept: Vec<u8> = unopened.iter().flat_map(|row| row.bytes.clone()).collect();
            assert!(kept.len() == *unopened_bytes && kept.len() < 3_001 + 18, "{} bytes", kept.len());
            assert_eq!(kept, bytes[read - kept.len()..read]);
            if read == bytes.len() {
                break;
            }
        }
        chunks.finish(&mut joiner, &mut Off);
        assert_eq!(joiner.tally.opened, 300);
    }
}
