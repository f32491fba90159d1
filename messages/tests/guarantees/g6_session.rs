//! Guarantee 6: changed, replayed, reordered and truncated chunks are detected, and no nonce is used twice.

use std::collections::BTreeSet;

use tezos_messages::identity::CryptoBoxSecretKey;
use tezos_messages::session::cipher::{ChannelKey, Opener, Sealer};
use tezos_messages::session::nonce::Nonce;
use tezos_messages::session::{ChunkError, Consumed, Session, SessionError};

use crate::common::peers::{Owned, accepted, config, connected, events, message, sealed, sealer, waiting};

/// Flips each bit of the next chunk. Checks that the chunk is refused at its start, once as many bytes arrived as its length announces.
fn every_bit(chunk: &[u8], after: &[u8], number: u64, responder: impl Fn() -> Session) {
    for bit in 0..chunk.len() * 8 {
        let mut responder = responder();
        let before = responder.consumed();
        let mut changed = chunk.to_vec();
        changed[bit / 8] ^= 1 << (bit % 8);
        responder.feed(&changed);
        responder.feed(after);
        let error = events(&mut responder).unwrap_err();
        let SessionError::Chunk { offset, error: chunk_error } = error else { panic!("bit {bit}: {error:?}") };
        match chunk_error {
            ChunkError::WrongMac { chunk, tried: 1, .. } => assert_eq!(chunk, number),
            // The changed length is shorter than a MAC.
            ChunkError::Short { chunk, .. } if bit < 16 => assert_eq!(chunk, number),
            other => panic!("bit {bit}: {other:?}"),
        }
        assert_eq!((offset, responder.consumed()), (before.bytes, before), "bit {bit}");
        // The session has failed: the original chunk does not help any more.
        responder.feed(chunk);
        assert_eq!(events(&mut responder), Err(error), "bit {bit}");
    }
}

#[test]
fn a_flipped_bit_anywhere_in_a_chunk_is_detected() {
    let (mut sealer, _) = waiting(config());
    let chunk = sealed(&mut sealer, &message(&[0, 2]));
    // As many bytes as a length can announce.
    let after = sealed(&mut sealer, &[0; 65_517]);
    every_bit(&chunk, &after, 2, || waiting(config()).1);
}

#[test]
fn a_flipped_bit_anywhere_in_the_handshake_is_detected() {
    let mut sealer = sealer();
    let metadata = sealed(&mut sealer, &[0, 0]);
    let ack = sealed(&mut sealer, &[0]);
    let after = sealed(&mut sealer, &[0; 65_517]);
    every_bit(&metadata, &after, 0, || connected(config()).1);
    every_bit(&ack, &after, 1, || {
        let (_, mut responder) = connected(config());
        responder.feed(&metadata);
        assert_eq!(events(&mut responder), Ok(vec![Owned::Metadata(vec![0, 0])]));
        responder
    });
}

/// Sends chunks in any order, with any of them left out or repeated. Only the messages before the first wrong chunk are received.
#[test]
fn replayed_reordered_and_lost_chunks_are_detected() {
    let bodies = [message(&[1]), message(&[2]), message(&[2])];
    let sequences = 4_usize.pow(4);
    for sequence in 0..sequences {
        let (mut sealer, mut responder) = waiting(config());
        let chunks = bodies.clone().map(|body| sealed(&mut sealer, &body));
        assert_ne!(chunks[1], chunks[2], "equal messages have different chunks");
        // Up to four chunks: each base-4 digit of `sequence` is one of the three chunks, or 3 for none.
        let sent = (0..4).map(|digit| sequence / 4_usize.pow(digit) % 4).filter(|chunk| *chunk < 3);
        let sent: Vec<usize> = sent.collect();
        let right = sent.iter().zip(0..).take_while(|(chunk, index)| *chunk == index).count();
        sent.iter().for_each(|chunk| responder.feed(&chunks[*chunk]));
        let mut received = Vec::new();
        let result = loop {
            match responder.next_event() {
                Ok(Some(event)) => received.push(format!("{event:?}")),
                other => break other.map(|_| ()),
            }
        };
        let expected: Vec<_> = bodies[..right].iter().map(|body| format!("Message({body:?})")).collect();
        assert_eq!(received, expected, "{sent:?}");
        match result {
            Ok(()) => assert_eq!(right, sent.len(), "{sent:?}"),
            Err(SessionError::Chunk { error: ChunkError::WrongMac { chunk, .. }, .. }) => {
                assert_eq!(chunk, 2 + right as u64, "{sent:?}");
            }
            Err(other) => panic!("{sent:?}: {other:?}"),
        }
    }
}

/// A chunk that is truncated or lengthened, with a matching length.
#[test]
fn truncated_and_lengthened_chunks_are_detected() {
    let (mut sealer, _) = waiting(config());
    let whole = sealed(&mut sealer, &message(&[3; 40]));
    for length in (0..whole.len() - 2).chain([whole.len() - 1, whole.len() + 20]) {
        let mut content = whole[2..].to_vec();
        content.resize(length, 0);
        let (_, mut responder) = waiting(config());
        let before = responder.consumed();
        responder.feed(&u16::try_from(length).unwrap().to_be_bytes());
        responder.feed(&content);
        let error = events(&mut responder).unwrap_err();
        let expected = match length {
            0..16 => ChunkError::Short { chunk: 2, length },
            _ => ChunkError::WrongMac { chunk: 2, length, tried: 1 },
        };
        assert_eq!(error, SessionError::Chunk { offset: before.bytes, error: expected });
        assert_eq!(responder.consumed(), Consumed { pending: 0, ..before });
    }
}

/// Returns the ciphertext of a chunk of zeros, which is the keystream of its key and nonce.
fn keystream(chunk: &[u8]) -> Vec<u8> {
    chunk[18..].to_vec()
}

/// Both directions have the same key, so the nonces of one must differ from those of the other.
#[test]
fn no_nonce_is_used_twice_in_a_session() {
    let (mut initiator, mut responder) = accepted(config());
    let zeros = message(&[0; 60]);
    let mut seen = BTreeSet::new();
    for _ in 0..2_000 {
        for forth in [true, false] {
            let (from, to) = if forth { (&mut initiator, &mut responder) } else { (&mut responder, &mut initiator) };
            let chunk = from.message(&zeros).unwrap();
            assert!(seen.insert(keystream(&chunk)), "a nonce is used twice");
            to.feed(&chunk);
            assert_eq!(events(to), Ok(vec![Owned::Message(zeros.clone())]));
        }
    }
    // Each chunk of a message has its own nonce.
    let chunks = sealed_in_chunks(&mut sealer(), 500);
    assert_eq!(chunks.iter().map(|chunk| keystream(chunk)).collect::<BTreeSet<_>>().len(), 500);
}

fn sealed_in_chunks(sealer: &mut Sealer, count: usize) -> Vec<Vec<u8>> {
    let mut out = Vec::new();
    sealer.seal_all(&vec![0; count * 32], 32, &mut out).unwrap();
    out.chunks(2 + 16 + 32).map(<[u8]>::to_vec).collect()
}

/// A nonce is a number of 24 bytes: if its low bytes overflow, the carry goes to the next byte, and after the greatest number
/// comes zero.
#[test]
fn no_nonce_is_used_twice_when_bytes_overflow() {
    let key =
        || ChannelKey::new(&CryptoBoxSecretKey::new([1; 32]), &CryptoBoxSecretKey::new([2; 32]).public_key()).unwrap();
    for carried in [1, 2, 8, 9, 16, 23, 24] {
        let mut first = [0; 24];
        first[24 - carried..].fill(0xff);
        first[23] = 0xf0;
        let (mut sealer, mut opener) = (Sealer::new(key(), Nonce(first)), Opener::new(key(), Nonce(first)));
        let mut seen = BTreeSet::new();
        for number in 0..600_u64 {
            let mut chunk = sealed(&mut sealer, &[0; 32]);
            assert!(seen.insert(keystream(&chunk)), "nonce {number} after {first:02x?} was used before");
            assert_eq!((sealer.chunks(), opener.chunks()), (number + 1, number));
            assert_eq!(opener.open(&mut chunk[2..]).unwrap(), [0; 32]);
        }
    }
}
