//! Finds the chunks in a recording that lost packets.
//!
//! A live session does not need this: it ends at the first chunk whose MAC is wrong. After lost packets, the next
//! chunk of a recording can start at any offset and its nonce is unknown. Both are found by trial, because only the
//! right offset with the right nonce gives the right MAC.

use alloc::vec::Vec;

use crate::session::{
    chunk::{LENGTH_BYTES, MAC_BYTES, split_frame},
    cipher::Opener,
};

/// A chunk found in a recording.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Salvaged {
    /// Number of the chunk in its direction, counted from 0, the metadata.
    pub chunk: u64,
    /// Number of missing chunks between the last one found and this one.
    pub lost: u64,
    /// The decrypted content.
    pub plaintext: Vec<u8>,
}

/// Finds the chunks of one direction in its recorded packets.
///
/// A chunk is sought directly after the last one, where it may extend over several packets, and then at each offset of
/// the packet, in which it also has to end. For a packet, at most its length times [`Salvager::new`]'s window MACs are
/// computed; the length prefix rules out most offsets.
#[derive(Debug)]
pub struct Salvager {
    opener: Opener,
    window: u64,
    /// True if no bytes are known to be missing after the last chunk that was found.
    in_step: bool,
    /// In that case, the bytes after it: the start of the next chunk.
    start: Vec<u8>,
}

impl Salvager {
    /// Returns a search with `opener` that tries at most `window` lost chunks at each offset.
    #[must_use]
    pub const fn new(opener: Opener, window: u64) -> Self {
        Self { opener, window, in_step: true, start: Vec::new() }
    }

    /// Returns the number of chunks so far, including lost ones.
    #[must_use]
    pub fn chunks(&self) -> u64 {
        self.opener.chunks()
    }

    /// Returns the number of bytes at the end of the recording that may be the start of a chunk.
    #[must_use]
    pub fn pending(&self) -> usize {
        self.start.len()
    }

    /// Finds the chunks that end in the next packet.
    #[must_use]
    pub fn packet(&mut self, packet: &[u8]) -> Vec<Salvaged> {
        let mut found = Vec::new();
        let mut joined = core::mem::take(&mut self.start);
        joined.extend_from_slice(packet);
        let mut rest = joined.as_slice();
        if self.in_step {
            while let Some((salvaged, after)) = self.open_at(rest) {
                found.push(salvaged);
                rest = after;
            }
        }
        // Bytes can be missing before a packet, but not inside it.
        if found.is_empty() || !is_start_of_frame(rest) {
            let searched = rest.len().min(packet.len());
            let (more, end) = self.search(rest.get(rest.len().saturating_sub(searched)..).unwrap_or_default());
            if !more.is_empty() {
                found.extend(more);
                rest = end;
                self.in_step = true;
            }
        }
        self.in_step = self.in_step && is_start_of_frame(rest);
        if self.in_step {
            self.start = rest.to_vec();
        }
        found
    }

    /// Finds the chunks at any offset of `bytes`. Returns them and the bytes after the last one.
    fn search<'a>(&mut self, bytes: &'a [u8]) -> (Vec<Salvaged>, &'a [u8]) {
        let mut found = Vec::new();
        let (mut rest, mut end) = (bytes, bytes);
        while let Some((_, next)) = rest.split_first() {
            rest = match self.open_at(rest) {
                Some((salvaged, after)) => {
                    found.push(salvaged);
                    end = after;
                    after
                }
                None if !found.is_empty() && rest.len() == end.len() && is_start_of_frame(rest) => break,
                None => next,
            };
        }
        (found, end)
    }

    /// Opens the chunk at the start of `bytes`, if it is complete. Returns it and the bytes after it.
    fn open_at<'a>(&mut self, bytes: &'a [u8]) -> Option<(Salvaged, &'a [u8])> {
        let (frame, after) = split_frame(bytes)?;
        let content = frame.get(LENGTH_BYTES..).filter(|content| content.len() >= MAC_BYTES)?;
        let mut content = content.to_vec();
        let (lost, plaintext) = self.opener.try_ahead(&mut content, self.window).ok()?;
        let plaintext = plaintext.to_vec();
        Some((Salvaged { chunk: self.opener.chunks().saturating_sub(1), lost, plaintext }, after))
    }
}

/// Returns true if `bytes` may be the start of an incomplete chunk.
fn is_start_of_frame(bytes: &[u8]) -> bool {
    let too_short = |length: &[u8; LENGTH_BYTES]| usize::from(u16::from_be_bytes(*length)) < MAC_BYTES;
    split_frame(bytes).is_none() && !bytes.first_chunk().is_some_and(too_short)
}

#[cfg(test)]
mod tests {
    use alloc::vec;

    use super::*;
    use crate::{
        identity::CryptoBoxSecretKey,
        session::{
            cipher::{ChannelKey, Sealer},
            nonce::Nonce,
        },
    };

    fn both() -> (Sealer, Opener) {
        let key =
            ChannelKey::new(&CryptoBoxSecretKey::new([1; 32]), &CryptoBoxSecretKey::new([2; 32]).public_key()).unwrap();
        (Sealer::new(key.clone(), Nonce([0xff; 24])), Opener::new(key, Nonce([0xff; 24])))
    }

    fn stream(lengths: &[usize]) -> (Vec<Vec<u8>>, Opener) {
        let (mut sealer, opener) = both();
        let chunk = |length: &usize| {
            let mut out = Vec::new();
            sealer.seal(&vec![7; *length], &mut out).unwrap();
            out
        };
        (lengths.iter().map(chunk).collect(), opener)
    }

    #[test]
    fn nothing_is_lost_when_no_packet_is() {
        let lengths = [2, 1, 6, 3000, 0, 70, 5000, 9];
        for packet in [1, 2, 100, 1448, 100_000] {
            let (chunks, opener) = stream(&lengths);
            let mut salvager = Salvager::new(opener, 3);
            let found: Vec<_> = chunks.concat().chunks(packet).flat_map(|bytes| salvager.packet(bytes)).collect();
            assert_eq!(found.iter().map(|chunk| chunk.plaintext.len()).collect::<Vec<_>>(), lengths, "{packet}");
            assert!(found.iter().all(|chunk| chunk.lost == 0));
            assert_eq!((salvager.chunks(), salvager.pending()), (8, 0));
        }
    }

    #[test]
    fn chunks_after_a_hole_are_found_anywhere_in_a_packet() {
        let (chunks, opener) = stream(&[2, 1, 400, 50, 60, 400, 70]);
        let bytes = chunks.concat();
        let mut salvager = Salvager::new(opener, 8);
        // The first packet ends in the third chunk; what is missing ends in the fourth.
        assert_eq!(salvager.packet(&bytes[..100]).len(), 2);
        let ends: Vec<usize> = chunks
            .iter()
            .scan(0, |end, chunk| {
                *end += chunk.len();
                Some(*end)
            })
            .collect();
        let found = salvager.packet(&bytes[ends[3] - 10..ends[5] - 5]);
        assert_eq!(
            found.iter().map(|chunk| (chunk.chunk, chunk.lost, chunk.plaintext.len())).collect::<Vec<_>>(),
            [(4, 2, 60)]
        );
        let found = salvager.packet(&bytes[ends[5] - 5..]);
        assert_eq!(found.iter().map(|chunk| (chunk.chunk, chunk.lost)).collect::<Vec<_>>(), [(5, 0), (6, 0)]);
    }

    #[test]
    fn noise_gives_nothing() {
        let (_, opener) = both();
        let mut salvager = Salvager::new(opener, 2);
        for seed in 0..30_usize {
            let noise: Vec<u8> = (0..200_usize).map(|n| ((n * n * (seed + 3)) >> 3) as u8 & 0x7f).collect();
            assert_eq!(salvager.packet(&noise), []);
            assert_eq!(salvager.chunks(), 0);
        }
    }
}
