//! Encrypted chunks of a session.

use std::hint::black_box;

use tezos_codec_cost::{Direction, Sample, Subject, Work};
use tezos_encoding::cost::Workload;
use tezos_messages::{
    identity::{CryptoBoxPublicKey, CryptoBoxSecretKey},
    session::{
        chunk::{LENGTH_BYTES, PLAINTEXT_MAX_BYTES},
        cipher::{ChannelKey, Opener, Sealer},
        nonce::Nonces,
    },
};

use super::{ARRIVING, Home, Kind, Tag};

/// An encrypted chunk.
struct Chunk {
    key: ChannelKey,
    nonces: Nonces,
    sealed: Vec<u8>,
    text: Vec<u8>,
}

impl Chunk {
    fn open(sample: &Sample) -> Option<Box<dyn Work>> {
        let (ours, peer) = (CryptoBoxSecretKey::new([1; 32]), CryptoBoxPublicKey([2; 32]));
        let (key, nonces) = (ChannelKey::new(&ours, &peer).ok()?, Nonces::derive(&[1; 100], &[2; 100]));
        let mut sealed = Vec::new();
        Sealer::new(key.clone(), nonces.init_to_resp).seal(&sample.bytes, &mut sealed).ok()?;
        Some(Box::new(Self { key, nonces, sealed, text: sample.bytes.clone() }))
    }
}

impl Work for Chunk {
    /// Opens or seals the chunk. Opening works in place, so each time includes a copy of the chunk.
    fn run(&self, direction: Direction, times: u32) {
        let mut buffer = Vec::with_capacity(self.sealed.len());
        for _ in 0..times {
            buffer.clear();
            match direction {
                Direction::Decode => {
                    buffer.extend_from_slice(&self.sealed[LENGTH_BYTES..]);
                    let mut opener = Opener::new(self.key.clone(), self.nonces.init_to_resp);
                    black_box(opener.open(black_box(&mut buffer)).unwrap());
                }
                Direction::Encode | Direction::Hash => {
                    let mut sealer = Sealer::new(self.key.clone(), self.nonces.init_to_resp);
                    sealer.seal(black_box(&self.text), black_box(&mut buffer)).unwrap();
                }
            }
        }
    }
}

/// Returns the kind of chunks, whose size is that of the plaintext.
pub(super) fn chunk() -> Kind {
    let make = |seed: u64, max_bytes: usize| {
        let bytes = vec![seed.to_le_bytes()[0]; max_bytes.min(PLAINTEXT_MAX_BYTES)];
        // The cipher encrypts the first 32 bytes with the same block of its key stream that yields the key of the MAC.
        let blocks = u64::from(bytes.len() > 32);
        Some(Sample { load: Workload { blocks, ..Workload::of_bytes(bytes.len() as u64) }, bytes })
    };
    Kind {
        home: Home::Messages,
        title:
            "encrypted chunk of a session, opened and sealed; it is not hashed. `blocks` is 1 for more than 32 bytes"
                .into(),
        tag: Tag::None,
        body: None,
        // A chunk with another authentication code costs less: it is not decrypted.
        arriving: Some(Subject::new(format!("{ARRIVING}Chunk"), 1, make, Chunk::open).directions(&[Direction::Decode])),
        subject: Subject::new("Chunk", 1, make, Chunk::open).directions(&[Direction::Decode, Direction::Encode]),
    }
}
