//! Opens the encrypted chunks of one direction.
//!
//! A recording may be whole, have damaged chunks (all bytes are there, some are wrong) or have lost packets. The
//! chunks are opened in order first. A chunk that does not open, behind which the next one opens with the next nonce,
//! is damaged. Where the chunk behind it does not open either, packets were lost: the direction is searched for chunks
//! from its start, with nonces ahead.

use indicatif::ProgressBar;
use tezos_messages::session::{
    ChunkError,
    chunk::{FrameBuffer, LENGTH_BYTES},
    cipher::{ChannelKey, Opener},
    nonce::Nonce,
    salvage::Salvager,
};

use crate::session::{
    Options,
    handshake::Stream,
    probe::{Probe, Stage},
};

/// What was found where the next chunk is expected.
#[derive(Debug, Clone, PartialEq, Eq)]
pub(crate) enum Found {
    /// A chunk that opened.
    Chunk {
        /// Its number, counted from 0, the metadata.
        number: u64,
        /// Line of the file in which it ends.
        line: u64,
        /// Chunks missing before it.
        lost: u64,
        /// What was in it.
        plaintext: Vec<u8>,
    },
    /// A chunk that does not open.
    Damaged {
        /// Line of the file in which it ends.
        line: u64,
        /// Why.
        error: ChunkError,
    },
}

/// What a direction holds.
#[derive(Debug)]
pub(crate) struct Chunks {
    /// In order.
    pub(crate) found: Vec<Found>,
    /// What comes after them.
    pub(crate) end: End,
}

/// How the chunks of a direction end.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(crate) enum End {
    /// With the recording, which has so many bytes of an incomplete chunk.
    Recording(usize),
    /// Two chunks one after the other did not open, and nothing was searched.
    GivenUp,
}

/// Most bytes of a row that are searched at once for a chunk: the work grows faster than their number. Rows of
/// recorded packets are shorter; of longer rows, which are not packets, the parts are searched.
const SEARCH_BYTES: usize = 2_048;

/// Opens the chunks of `stream`, the first of which has this nonce.
pub(crate) fn open(
    stream: &Stream,
    key: &ChannelKey,
    first: Nonce,
    options: Options,
    bar: &ProgressBar,
    probe: &mut impl Probe,
) -> Chunks {
    let opener = || Opener::new(key.clone(), first);
    match in_order(stream, opener(), options.strict, probe) {
        Some(chunks) => chunks,
        None => search(stream, Salvager::new(opener(), options.window), bar, probe),
    }
}

/// Opens chunk after chunk; `None` where something is missing between them, unless `all` is asked for.
fn in_order(stream: &Stream, mut opener: Opener, all: bool, probe: &mut impl Probe) -> Option<Chunks> {
    let mut frames = FrameBuffer::new();
    let mut found = Vec::new();
    let mut suspect = None;
    for (line, bytes) in &stream.rows {
        probe.time(Stage::Framing, || frames.push(bytes));
        while let Some(frame) = probe.time(Stage::Framing, || frames.next_frame()) {
            let content = frame.get_mut(LENGTH_BYTES..).unwrap_or_default();
            // Behind a suspect stands the chunk with the next nonce.
            let ahead = u64::from(suspect.is_some());
            match probe.time(Stage::Decryption, || opener.try_ahead(content, ahead)) {
                Ok((_, plaintext)) => {
                    found.extend(suspect.take());
                    let plaintext = plaintext.to_vec();
                    let number = opener.chunks().saturating_sub(1);
                    found.push(Found::Chunk { number, line: *line, lost: 0, plaintext });
                }
                Err(error) if suspect.is_none() => {
                    // The same error as for a chunk that is tried once.
                    suspect = Some(Found::Damaged { line: *line, error });
                }
                Err(_) if all => {
                    found.extend(suspect);
                    return Some(Chunks { found, end: End::GivenUp });
                }
                Err(_) => return None,
            }
        }
    }
    found.extend(suspect);
    Some(Chunks { found, end: End::Recording(frames.pending()) })
}

/// Looks for chunks everywhere.
fn search(stream: &Stream, mut salvager: Salvager, bar: &ProgressBar, probe: &mut impl Probe) -> Chunks {
    let mut found = Vec::new();
    for (line, bytes) in &stream.rows {
        let packets = bytes.chunks(SEARCH_BYTES);
        let salvaged = packets.flat_map(|packet| probe.time(Stage::Search, || salvager.packet(packet)));
        found.extend(salvaged.map(|chunk| Found::Chunk {
            number: chunk.chunk,
            line: *line,
            lost: chunk.lost,
            plaintext: chunk.plaintext,
        }));
        bar.inc(1);
    }
    Chunks { found, end: End::Recording(salvager.pending()) }
}
