//! Each limit of a session at its last valid value and one beyond it, in both directions.

use crypto_box::{SalsaBox, aead::AeadInPlace as _};
use tezos_encoding::cost::Cost;
use tezos_messages::{
    dal,
    identity::{CryptoBoxPublicKey, CryptoBoxSecretKey, PowTarget, Stamp},
    session::{
        Allowance, ChunkError, Config, Consumed, Network, Role, Session, SessionError, SessionStep,
        assembly::Assembler,
        chunk::{
            CONTENT_MAX_BYTES, EMPTY_CHUNKS_MAX, FrameBuffer, LENGTH_BYTES, MAC_BYTES, PLAINTEXT_MAX_BYTES, frame,
            split_frame,
        },
        chunk_cost,
        cipher::{ChannelKey, Opener, Sealer},
        nonce::Nonce,
        salvage::{Salvaged, Salvager},
    },
};

use crate::common::peers::{
    Owned, accepted, config, connected, connection_message, events, identity, message, sealed, sealer, waiting,
};

/// The lengths are those of `p2p_socket.ml`: `Crypto.header_length`, the MAC of NaCl, `max_content_length` of a 16-bit length.
#[test]
fn chunks_have_the_lengths_of_the_reference() {
    assert_eq!((LENGTH_BYTES, MAC_BYTES, CONTENT_MAX_BYTES, PLAINTEXT_MAX_BYTES), (2, 16, 65_535, 65_517));
    let Config { target, metadata_bytes, message_max_bytes, chunk_max_bytes, network, allowance } = Config::default();
    assert_eq!((target, metadata_bytes, message_max_bytes), (PowTarget::from_bits(26), 2..=2, 16_777_216));
    assert_eq!((chunk_max_bytes, network, allowance), (65_517, Network::Chain, None));
    assert_eq!(
        dal::session_config(),
        Config { metadata_bytes: 3..=usize::MAX, network: Network::Dal, ..Config::default() }
    );
    assert_eq!((Role::Initiator.other(), Role::Responder.other()), (Role::Responder, Role::Initiator));
}

#[test]
fn connection_messages_have_a_least_and_a_greatest_length() {
    let (one, two) = (identity(1), identity(2));
    let whole = connection_message(&one);
    // 2 bytes of port, 32 of key, 24 of proof of work.
    for length in [0, 1, 2, 33, 34, 57, 58, whole.len()] {
        let mut session = Session::new(Role::Responder, &two, config());
        session.feed(&frame(&whole[..length]).unwrap());
        let expected = match length {
            0..58 => Err(SessionError::ConnectionTooShort { length }),
            _ => Ok(vec![Owned::Connection(whole[..length].to_vec())]),
        };
        assert_eq!(events(&mut session), expected);
        assert_eq!(
            (session.finish().err(), session.receiving()),
            match expected {
                Err(error) => (Some(error), SessionStep::Connection),
                Ok(_) => {
                    let offset = 2 + length as u64;
                    (Some(SessionError::Truncated { offset, expected: SessionStep::Metadata }), SessionStep::Metadata)
                }
            }
        );
    }

    let longest = [whole, vec![7; 65_536]].concat();
    let (mut session, mut other) =
        (Session::new(Role::Initiator, &one, config()), Session::new(Role::Responder, &two, config()));
    assert_eq!(session.connection(&longest[..65_536]), Err(SessionError::ContentTooLong { length: 65_536 }));
    assert_eq!((session.sending(), session.counters().sent.frames), (SessionStep::Connection, 0));
    let bytes = session.connection(&longest[..65_535]).unwrap();
    assert_eq!((session.sending(), session.counters().sent.bytes), (SessionStep::Metadata, 65_537));
    assert_eq!(
        session.connection(&[]),
        Err(SessionError::OutOfTurn { sending: SessionStep::Connection, expected: SessionStep::Metadata })
    );
    other.feed(&bytes[..65_536]);
    assert_eq!(events(&mut other), Ok(vec![]));
    other.feed(&bytes[65_536..]);
    assert_eq!(events(&mut other), Ok(vec![Owned::Connection(longest[..65_535].to_vec())]));
}

/// A key of low order is named as such, also without a proof of work.
#[test]
fn the_key_is_checked_before_its_proof_of_work() {
    let mut session = Session::new(Role::Responder, &identity(2), Config::default());
    session.feed(&frame(&[0; 58]).unwrap());
    assert_eq!(events(&mut session), Err(SessionError::LowOrderKey { peer: CryptoBoxPublicKey([0; 32]).peer_id() }));
    assert_eq!(session.finish(), Err(SessionError::LowOrderKey { peer: CryptoBoxPublicKey([0; 32]).peer_id() }));
}

#[test]
fn metadata_has_the_lengths_of_the_configuration() {
    for (metadata_bytes, good, bad) in [
        (2..=2, vec![2], vec![0, 1, 3]),
        (3..=28, vec![3, 28], vec![0, 2, 29]),
        (3..=usize::MAX, vec![65_517], vec![2]),
    ] {
        let with = || connected(Config { metadata_bytes: metadata_bytes.clone(), ..config() });
        for length in good {
            let (mut from, mut to) = with();
            to.feed(&from.metadata(&vec![1; length]).unwrap());
            assert_eq!(events(&mut to), Ok(vec![Owned::Metadata(vec![1; length])]));
            assert_eq!((from.sending(), to.receiving()), (SessionStep::Ack, SessionStep::Ack));
        }
        for length in bad {
            let (mut from, mut to) = with();
            let expected = metadata_bytes.clone();
            assert_eq!(from.metadata(&vec![1; length]), Err(SessionError::OurMetadata { length, expected }));
            assert_eq!(from.sending(), SessionStep::Metadata);
            to.feed(&sealed(&mut sealer(), &vec![1; length]));
            let expected = metadata_bytes.clone();
            assert_eq!(events(&mut to), Err(SessionError::MetadataLength { length, expected }));
        }
    }
    // No configuration makes a chunk longer.
    let (mut from, _) = connected(Config { metadata_bytes: 0..=usize::MAX, ..config() });
    let too_long = ChunkError::PlaintextTooLong { length: 65_518 };
    assert_eq!(from.metadata(&[0; 65_518]), Err(SessionError::Seal(too_long)));
    assert!(from.metadata(&[0; 65_517]).is_ok());
}

#[test]
fn acks_have_three_tags() {
    let with_metadata = || {
        let (mut from, mut to) = connected(config());
        let mut sealer = sealer();
        from.metadata(&[0, 0]).unwrap();
        to.feed(&sealed(&mut sealer, &[0, 0]));
        assert_eq!(events(&mut to).unwrap().len(), 1);
        (from, to, sealer)
    };
    for tag in 0..=255 {
        let (mut from, mut to, mut sealer) = with_metadata();
        to.feed(&sealed(&mut sealer, &[tag]));
        let next = match tag {
            0 => SessionStep::Message,
            1 | 255 => SessionStep::Closed,
            _ => {
                assert_eq!(from.ack(&[tag]), Err(SessionError::OurAck { tag: Some(tag) }));
                assert_eq!(events(&mut to), Err(SessionError::UnknownAck { tag: Some(tag) }));
                assert_eq!((from.sending(), to.receiving()), (SessionStep::Ack, SessionStep::Ack));
                continue;
            }
        };
        assert_eq!(from.ack(&[tag]).unwrap().len(), 19);
        assert_eq!(events(&mut to), Ok(vec![Owned::Ack(vec![tag])]));
        assert_eq!((from.sending(), to.receiving()), (next, next), "{tag}");
    }
    let (mut from, mut to, mut sealer) = with_metadata();
    assert_eq!(from.ack(&[]), Err(SessionError::OurAck { tag: None }));
    to.feed(&sealed(&mut sealer, &[]));
    assert_eq!(events(&mut to), Err(SessionError::UnknownAck { tag: None }));
    // The longest ack, and one byte more.
    let too_long = ChunkError::PlaintextTooLong { length: 65_518 };
    assert_eq!(from.ack(&[1; 65_518]), Err(SessionError::Seal(too_long)));
    assert!(from.ack(&[1; 65_517]).is_ok());
    // A message is no answer to a nack, and an ack no message.
    assert_eq!(
        from.ack(&[0]),
        Err(SessionError::OutOfTurn { sending: SessionStep::Ack, expected: SessionStep::Closed })
    );
}

#[test]
fn messages_have_a_greatest_size_and_their_own() {
    let limit = 1000;
    let limited = Config { message_max_bytes: limit, ..config() };
    let (mut from, mut to) = accepted(limited.clone());
    for size in [0, 1, 999, 1000] {
        let body = message(&vec![7; size]);
        to.feed(&from.message(&body).unwrap());
        assert_eq!(events(&mut to), Ok(vec![Owned::Message(body)]), "{size}");
    }
    let sent = *from.counters();
    let too_long = SessionError::MessageTooLong { size: 1001, limit };
    assert_eq!(from.message(&message(&[7; 1001])), Err(too_long.clone()));
    // The size is above the limit and wrong.
    assert_eq!(from.message(&1001_u32.to_be_bytes()), Err(too_long.clone()));
    for (bytes, announced) in [
        (vec![], None),
        (vec![0, 0, 0], None),
        (vec![0, 0, 0, 1], Some(1)),
        (vec![0, 0, 0, 0, 9], Some(0)),
        (vec![0, 0, 0, 2, 9], Some(2)),
        (vec![0, 0, 3, 0xe8], Some(1000)),
    ] {
        let length = bytes.len();
        assert_eq!(from.message(&bytes), Err(SessionError::MessageSize { announced, length }));
    }
    assert_eq!(*from.counters(), sent, "nothing was sent");

    // The receiver refuses the size as soon as its four bytes are there.
    let (mut sealer, mut to) = waiting(limited);
    to.feed(&sealed(&mut sealer, &[0, 0, 3]));
    assert_eq!((events(&mut to), to.consumed().pending), (Ok(vec![]), 3));
    to.feed(&sealed(&mut sealer, &[0xe9]));
    assert_eq!((events(&mut to), to.consumed().pending), (Err(too_long.clone()), 4));
    // What arrives after a failure is not kept.
    assert_eq!(allocation_counter::measure(|| to.feed(&[0; 100_000])).count_total, 0);
    assert_eq!((to.finish(), to.consumed().pending), (Err(too_long), 4));

    let mut messages = Assembler::new(2);
    messages.push(&[0, 0, 0, 2, 8, 9, 0, 0, 0, 3]);
    assert_eq!(messages.next_message(), Ok(Some([0, 0, 0, 2, 8, 9].as_slice())));
    assert_eq!(messages.pending(), 4);
    for _ in 0..2 {
        assert_eq!(messages.next_message(), Err(SessionError::MessageTooLong { size: 3, limit: 2 }));
    }
}

#[test]
fn chunks_have_a_least_and_a_greatest_length() {
    // An empty plaintext has a MAC. A shorter chunk is refused at its length, without its bytes.
    let (mut sealer, mut session) = waiting(config());
    let empty = sealed(&mut sealer, &[]);
    assert_eq!(empty.len(), 18);
    session.feed(&empty[..17]);
    assert_eq!(events(&mut session), Ok(vec![]));
    session.feed(&[&empty[17..], &[0]].concat());
    assert_eq!(events(&mut session), Ok(vec![]));
    let before = session.consumed();
    session.feed(&[15]);
    let error = ChunkError::Short { chunk: 3, length: 15 };
    assert_eq!(events(&mut session), Err(SessionError::Chunk { offset: before.bytes, error }));
    assert_eq!(session.consumed(), before);

    // The longest chunk of a writer.
    let (mut sealer, mut out) = (self::sealer(), vec![9]);
    let too_long = ChunkError::PlaintextTooLong { length: 65_518 };
    assert_eq!(sealer.seal(&[5; 65_518], &mut out), Err(too_long));
    assert_eq!((sealer.chunks(), out.as_slice()), (0, [9].as_slice()));
    sealer.seal(&[5; 65_517], &mut out).unwrap();
    assert_eq!((sealer.chunks(), out.len(), &out[..3]), (1, 1 + 65_535, [9, 0xff, 0xfd].as_slice()));
    // A maximum of 0 counts as 1, a large one as the greatest.
    for (most, chunks) in [(0, 3), (1, 3), (2, 2), (3, 1), (usize::MAX, 1)] {
        let (mut sealer, mut out) = (self::sealer(), Vec::new());
        sealer.seal_all(&[1, 2, 3], most, &mut out).unwrap();
        assert_eq!((sealer.chunks(), out.len()), (chunks, 3 + 18 * chunks as usize), "{most}");
    }

    // The longest chunk that a length allows, which no writer makes.
    let [one, two] = [CryptoBoxSecretKey::new([1; 32]), CryptoBoxSecretKey::new([2; 32])];
    let key = ChannelKey::new(&one, &two.public_key()).unwrap();
    let boxed = SalsaBox::new(&one.public_key().0.into(), &crypto_box::SecretKey::from([2; 32]));
    let mut text = vec![7; 65_519];
    let mac = boxed.encrypt_in_place_detached(&[3; 24].into(), &[], &mut text).unwrap();
    let mut frames = FrameBuffer::new();
    frames.push(&[&[0xff, 0xff], mac.as_slice(), &text].concat());
    assert_eq!(frames.announced(), Some(65_535));
    let mut opener = Opener::new(key, Nonce([3; 24]));
    assert!(opener.open(&mut frames.next_frame().unwrap()[2..]).unwrap() == [7; 65_519]);
    assert_eq!((frames.position(), frames.pending()), (65_537, 0));
}

#[test]
fn frames_end_where_their_length_says() {
    assert_eq!(frame(&[7; 65_535]).unwrap().len(), 65_537);
    assert_eq!(frame(&[]).unwrap(), [0, 0]);
    assert_eq!(split_frame(&[0]), None);
    assert_eq!(split_frame(&[0, 0]), Some(([0, 0].as_slice(), [].as_slice())));
    assert_eq!(split_frame(&[0, 2, 7]), None);
    assert_eq!(split_frame(&[0, 1, 7, 8]), Some(([0, 1, 7].as_slice(), [8].as_slice())));
    let mut frames = FrameBuffer::new();
    assert_eq!((frames.announced(), frames.pending(), frames.position()), (None, 0, 0));
    frames.push(&[0, 1, 7, 0]);
    assert_eq!((frames.announced(), frames.pending(), frames.position()), (Some(1), 4, 0));
    assert_eq!(frames.next_frame().as_deref(), Some([0, 1, 7].as_slice()));
    assert_eq!((frames.announced(), frames.pending(), frames.position()), (None, 1, 3));
    assert_eq!(frames.next_frame(), None);
    frames.push(&[2, 8]);
    assert_eq!((frames.announced(), frames.pending(), frames.position()), (Some(2), 3, 3));
    assert_eq!(frames.next_frame(), None);
    frames.push(&[9]);
    assert_eq!(frames.next_frame().as_deref(), Some([0, 2, 8, 9].as_slice()));
    assert_eq!((frames.announced(), frames.pending(), frames.position()), (None, 0, 7));
}

/// The offset of a truncated stream counts every byte that arrived.
#[test]
fn a_truncated_stream_has_the_offset_of_its_end() {
    let handshake = 2 + connection_message(&identity(1)).len() as u64 + 20 + 19;
    let truncated = |offset, expected| Err(SessionError::Truncated { offset, expected });
    let (mut sealer, mut session) = waiting(config());
    session.feed(&sealed(&mut sealer, &[0, 0, 0, 9, 1]));
    assert_eq!(events(&mut session), Ok(vec![]));
    assert_eq!(session.finish(), truncated(handshake + 23, SessionStep::Message));
    session.feed(&[0, 20, 1]);
    assert_eq!(session.finish(), truncated(handshake + 26, SessionStep::Message));
    assert_eq!(session.consumed(), Consumed { bytes: handshake + 23, pending: 5 });
    // After an ack or a nack the handshake is complete; bytes after a nack are not part of it.
    for (tag, next) in [(0, SessionStep::Message), (0xff, SessionStep::Closed)] {
        let (_, mut session) = connected(config());
        let mut sealer = self::sealer();
        session.feed(&sealed(&mut sealer, &[0, 0]));
        assert_eq!(events(&mut session).unwrap().len(), 1);
        assert_eq!(session.finish(), truncated(handshake - 19, SessionStep::Ack));
        session.feed(&sealed(&mut sealer, &[tag]));
        assert_eq!(session.finish(), truncated(handshake, SessionStep::Ack));
        assert_eq!(events(&mut session).unwrap().len(), 1);
        assert_eq!(session.finish(), Ok(()));
        session.feed(&[1]);
        assert_eq!(session.finish(), truncated(handshake + 1, next));
    }
}

/// Returns chunks of a key, each with its number as plaintext, and the opener of the first.
fn numbered(count: u8) -> (Vec<Vec<u8>>, Opener) {
    let key =
        ChannelKey::new(&CryptoBoxSecretKey::new([1; 32]), &CryptoBoxSecretKey::new([2; 32]).public_key()).unwrap();
    let mut sealer = Sealer::new(key.clone(), Nonce([0xff; 24]));
    ((0..count).map(|number| sealed(&mut sealer, &[number])).collect(), Opener::new(key, Nonce([0xff; 24])))
}

/// Chunks that were lost are skipped up to the given number of them, and no further.
#[test]
fn as_many_chunks_as_allowed_are_skipped() {
    for (most, number, found) in [(0, 0, true), (0, 1, false), (3, 3, true), (3, 4, false), (u64::MAX, 4, true)] {
        let (chunks, mut opener) = numbered(6);
        let mut content = chunks[number][2..].to_vec();
        let result = opener.try_ahead(&mut content, most).map(|(skipped, plaintext)| (skipped, plaintext.to_vec()));
        if found {
            assert_eq!(result, Ok((number as u64, vec![number as u8])));
            assert_eq!(opener.chunks(), number as u64 + 1);
            assert_eq!(opener.open(&mut chunks[number + 1][2..].to_vec()).unwrap(), [number as u8 + 1]);
        } else {
            let error = ChunkError::WrongMac { chunk: 0, length: 17, tried: most + 1 };
            assert_eq!((result, opener.chunks()), (Err(error), 0));
            assert_eq!(content, chunks[number][2..], "a refused chunk is unchanged");
            assert_eq!(opener.open(&mut chunks[0][2..].to_vec()).unwrap(), [0]);
        }
    }
    let (_, mut opener) = numbered(0);
    for length in [0, 15] {
        assert_eq!(opener.open(&mut vec![0; length]), Err(ChunkError::Short { chunk: 0, length }));
    }
    assert_eq!(opener.open(&mut [0; 16]), Err(ChunkError::WrongMac { chunk: 0, length: 16, tried: 1 }));
}

/// Packets of a recording: the bytes of each, the chunks found in it, and the bytes that may be the start of the next.
#[test]
fn chunks_of_a_recording_are_found() {
    let (chunks, opener) = numbered(20);
    let of = |numbers: &[usize]| numbers.iter().flat_map(|number| chunks[*number].clone()).collect::<Vec<_>>();
    let mut salvager = Salvager::new(opener, 2);
    let mut lost_before = 0;
    for (packet, expected, pending) in [
        // In step, over the borders of packets.
        (of(&[0, 1])[..30].to_vec(), vec![(0, 0)], 11),
        (of(&[0, 1])[30..].to_vec(), vec![(1, 0)], 0),
        // Two chunks are lost, which is as many as the window has.
        (of(&[4]), vec![(4, 2)], 0),
        // The start of a chunk whose end is lost, then a packet with the end of another, whole chunks and a start.
        (of(&[5])[..9].to_vec(), vec![], 9),
        ([&of(&[6])[10..], &of(&[7, 8]), &of(&[9])[..1]].concat(), vec![(7, 2), (8, 0)], 1),
        (of(&[9])[1..].to_vec(), vec![(9, 0)], 0),
        // What cannot be a chunk is not kept as its start, nor is what follows it, until a chunk is found.
        (vec![0, 15, 3], vec![], 0),
        (vec![0x7f, 0xff, 1], vec![], 0),
        (vec![], vec![], 0),
        ([&of(&[10])[..], &of(&[11])[..5]].concat(), vec![(10, 0)], 5),
        (of(&[11])[5..].to_vec(), vec![(11, 0)], 0),
        // Chunks behind noise that looks like the start of a long chunk, and between noise that does not and noise that does.
        ([&[0x7f, 0xff], &of(&[13])[..]].concat(), vec![(13, 1)], 0),
        ([&of(&[14])[..], &[0, 1, 9], &of(&[15])].concat(), vec![(14, 0), (15, 0)], 0),
        ([&[0, 1], &of(&[17])[..], &[0, 3, 0xff, 0], &of(&[18])].concat(), vec![(17, 1), (18, 0)], 0),
        // Behind noise, a chunk has to start in the packet in which it ends.
        ([&[0x7f, 0xff], &of(&[19])[..9]].concat(), vec![], 11),
        (of(&[19])[9..].to_vec(), vec![], 21),
        (of(&[19]), vec![(19, 0)], 0),
    ] {
        let found = salvager.packet(&packet);
        let expected: Vec<_> = expected
            .into_iter()
            .map(|(chunk, lost)| Salvaged { chunk, lost, plaintext: vec![u8::try_from(chunk).unwrap()] })
            .collect();
        lost_before = expected.last().map_or(lost_before, |last| last.chunk + 1);
        assert_eq!((found, salvager.pending()), (expected, pending), "{packet:02x?}");
        assert_eq!(salvager.chunks(), lost_before);
    }
    // More chunks are lost than the window has.
    let (chunks, opener) = numbered(4);
    let mut salvager = Salvager::new(opener, 2);
    assert_eq!((salvager.packet(&chunks[3]), salvager.chunks()), (vec![], 0));
    assert_eq!(salvager.packet(&chunks[2]).len(), 1);
}

#[test]
fn stamps_are_searched_from_the_first_to_the_last() {
    let key = CryptoBoxSecretKey::new([7; 32]).public_key();
    let target = PowTarget::from_bits(6);
    let found = target.search(&key, Stamp([0; 24]), 1 << 20).unwrap();
    let tried = u64::from_be_bytes(*found.0.last_chunk().unwrap());
    assert!((1..1000).contains(&tried) && target.is_met(&key, &found), "{tried}");
    let next = |stamp: u64| Stamp([&[0; 16][..], &stamp.to_be_bytes()].concat().try_into().unwrap());
    assert!((0..tried).all(|stamp| !target.is_met(&key, &next(stamp))), "an earlier stamp is one too");
    assert_eq!(target.search(&key, Stamp([0; 24]), tried), Err(found));
    assert_eq!(target.search(&key, Stamp([0; 24]), tried + 1), Ok(found));
    assert_eq!((target.search(&key, found, 0), target.search(&key, found, 1)), (Err(found), Ok(found)));
}

#[test]
fn only_some_chunks_in_a_row_may_be_empty() {
    let bootstrap = message(&[0, 2]);
    let (mut sealer, mut session) = waiting(config());
    for _ in 0..3 {
        for _ in 0..EMPTY_CHUNKS_MAX {
            session.feed(&sealed(&mut sealer, &[]));
        }
        session.feed(&sealed(&mut sealer, &bootstrap));
        assert_eq!(events(&mut session), Ok(vec![Owned::Message(bootstrap.clone())]));
    }
    session.feed(&sealed(&mut sealer, &bootstrap[..3]));
    for _ in 0..EMPTY_CHUNKS_MAX {
        session.feed(&sealed(&mut sealer, &[]));
    }
    assert_eq!(events(&mut session), Ok(vec![]));
    session.feed(&sealed(&mut sealer, &[]));
    assert_eq!(events(&mut session), Err(SessionError::EmptyChunks));
}

/// A message that cannot be valid is refused before it is complete; a complete one is decoded, so that the error names the field.
#[test]
fn incomplete_messages_have_the_greatest_size_of_their_kind() {
    for (tag, size, most) in [(0x02, 2, Some(2)), (0x03, 5102, Some(5102)), (0x31, 131_074, None), (0x7777, 2, None)] {
        for size in [size, size + 1] {
            let whole = message(&[&[(tag >> 8) as u8, tag as u8][..], &vec![0; size - 2]].concat());
            let (mut sealer, mut session) = waiting(config());
            // Nothing is known before the tag is.
            session.feed(&sealed(&mut sealer, &whole[..5]));
            assert_eq!(events(&mut session), Ok(vec![]));
            let limit = Network::Chain.message_max_bytes(tag);
            assert!(most.is_none_or(|most| limit == Some(most)), "{tag}: {limit:?}");
            if whole.len() > 6 && limit.is_none_or(|limit| limit < size) {
                session.feed(&sealed(&mut sealer, &whole[5..6]));
                let error = SessionError::KindTooLong { tag, size: size as u32, most: limit };
                assert_eq!(events(&mut session), Err(error));
                continue;
            }
            session.feed(&sealer_of(&mut sealer, &whole[5..]));
            assert_eq!(events(&mut session), Ok(vec![Owned::Message(whole)]), "{tag}");
        }
    }
}

/// Returns chunks of these bytes.
fn sealer_of(sealer: &mut Sealer, bytes: &[u8]) -> Vec<u8> {
    let mut chunks = Vec::new();
    sealer.seal_all(bytes, PLAINTEXT_MAX_BYTES, &mut chunks).unwrap();
    chunks
}

/// Returns an `Operations_for_blocks` of 1 MB, and the offset of its operation `index`.
fn operations_for_blocks(index: usize) -> (Vec<u8>, usize) {
    let operation = [&500_u32.to_be_bytes()[..], &[7; 500]].concat();
    let start = [&[0, 0x61][..], &[7; 32], &[1, 0x00]].concat();
    (message(&[start.as_slice(), &operation.repeat(2_000)].concat()), 4 + start.len() + index * operation.len())
}

#[test]
fn a_long_message_is_refused_at_its_first_mistake() {
    let path = 4 + 2 + 32 + 1;
    let (valid, operation) = operations_for_blocks(1_000);
    // What is changed, the refused byte, the error.
    for (at, byte, offset, name) in
        [(path, 0x55, path, "Unexpected_tag"), (operation, 9, operation + 4, "Not_enough_data")]
    {
        let mut broken = valid.clone();
        broken[at] = byte;
        let (mut sealer, mut session) = waiting(config());
        let mut received = 0;
        let error = broken.chunks(PLAINTEXT_MAX_BYTES).find_map(|chunk| {
            received += chunk.len();
            session.feed(&sealed(&mut sealer, chunk));
            events(&mut session).map(|events| assert_eq!(events, [])).err()
        });
        let Some(SessionError::Message { received: counted, error }) = error else { panic!("{error:?}") };
        assert_eq!((error.offset(), error.kind().name()), (offset, name));
        assert_eq!((counted, received), (received, offset.next_multiple_of(PLAINTEXT_MAX_BYTES)));
    }
    // Valid messages are returned whole, also one after another.
    let (mut sealer, mut session) = waiting(config());
    session.feed(&sealer_of(&mut sealer, &valid.repeat(2)));
    assert_eq!(events(&mut session), Ok(vec![Owned::Message(valid.clone()), Owned::Message(valid)]));
}

/// A long message is walked first, which costs eight times as much as reading it.
#[test]
fn the_walk_over_a_long_message_is_charged() {
    let (long, _) = operations_for_blocks(0);
    let short = [&[0, 0, 0, 34, 0, 0x31][..], &[7; 32]].concat();
    for (message, times) in [(long, 9), (short, 1)] {
        let allowance = Allowance { burst: Cost(u64::MAX), per_second: Cost(1) };
        let (mut sealer, mut session) = waiting(Config { allowance: Some(allowance), ..config() });
        let before = session.budget().unwrap().left();
        session.feed(&sealer_of(&mut sealer, &message));
        assert_eq!(events(&mut session).map(|events| events.len()), Ok(1));
        let chunks = message.chunks(PLAINTEXT_MAX_BYTES).map(|chunk| chunk_cost((chunk.len() + MAC_BYTES) as u16).0);
        let reading = Network::Chain.message_cost(&message).unwrap().0;
        assert_eq!(before.0 - session.budget().unwrap().left().0, chunks.sum::<u64>() + times * reading);
    }
}
