//! Guarantee 5: nothing is lost, however the bytes are cut, and the number of consumed bytes is known after an error.

use tezos_encoding::schema::Class;
use tezos_encoding::{Decode, Encode, HasEncoding};
use tezos_messages::p2p::PeerMessage;
use tezos_messages::session::chunk::frame;
use tezos_messages::session::{ChunkError, Config, Consumed, Role, Session, SessionError};
use tezos_messages::{encodings, generate};

use crate::common::peers::{
    Owned, accepted, config, connected, connection_message, events, identity, long, message, sealed, waiting,
};

/// A message is received in chunks of any size, and if its stream is cut in two at any byte.
#[test]
fn a_stream_may_be_cut_anywhere() {
    let body = long(7, 33);
    for chunk_max_bytes in [1, 2, 3, 4, 5, 18, 36, 37, 100] {
        let stream = accepted(Config { chunk_max_bytes, ..config() }).0.message(&body).unwrap();
        for cut in 0..=stream.len() {
            let (_, mut responder) = waiting(config());
            let before = responder.consumed().bytes;
            let mut received = Vec::new();
            for part in [&stream[..cut], &stream[cut..]] {
                responder.feed(part);
                received.extend(events(&mut responder).unwrap());
            }
            assert_eq!(received, [Owned::Message(body.clone())], "chunks of {chunk_max_bytes} bytes, cut at {cut}");
            let bytes = before + stream.len() as u64;
            assert_eq!(responder.consumed(), Consumed { bytes, pending: 0 });
            assert_eq!(responder.finish(), Ok(()));
        }
    }
}

/// Cuts two messages of five bytes each into chunks in all 512 possible ways, with an empty chunk after each chunk.
#[test]
fn messages_may_be_cut_into_any_chunks() {
    let bodies = [message(&[7]), message(&[8])];
    let stream = bodies.concat();
    for cuts in 0..1_u32 << (stream.len() - 1) {
        let (mut sealer, mut responder) = waiting(config());
        let mut chunks = Vec::new();
        let mut start = 0;
        for end in 1..=stream.len() {
            if end == stream.len() || cuts >> (end - 1) & 1 == 1 {
                chunks.extend(sealed(&mut sealer, &stream[start..end]));
                chunks.extend(sealed(&mut sealer, &[]));
                start = end;
            }
        }
        responder.feed(&chunks);
        assert_eq!(events(&mut responder).unwrap(), bodies.clone().map(Owned::Message), "{cuts:09b}");
    }
}

/// A truncated message is incomplete, for any kind and any length. A complete message is followed by the next one.
#[test]
fn truncated_messages_are_incomplete() {
    let mut stream = Vec::new();
    let mut messages = Vec::new();
    for bytes in generate(PeerMessage::ENCODING).max_bytes(300).values(5).take(150) {
        let bytes = bytes.unwrap();
        for cut in 0..bytes.len() {
            let error = PeerMessage::from_bytes(&bytes[..cut]).unwrap_err();
            assert!(error.is_incomplete(), "{} bytes of {bytes:02x?}: {error}", cut);
        }
        stream.extend(&bytes);
        messages.push(PeerMessage::from_bytes(&bytes).unwrap());
    }
    let mut rest = stream.as_slice();
    for message in messages {
        let (read, behind) = PeerMessage::from_prefix(rest).unwrap();
        assert_eq!(read, message);
        rest = behind;
    }
    assert!(rest.is_empty());
}

/// A value does not consume the bytes after it.
#[test]
fn values_do_not_consume_bytes_after_them() {
    for named in encodings() {
        if named.encoding.size().class == Class::Variable {
            continue;
        }
        for bytes in generate(named.encoding).max_bytes(200).values(3).take(20) {
            let bytes = bytes.unwrap();
            let longer = [&bytes[..], &[0]].concat();
            let error = tezos_encoding::schema::decode(named.encoding, &longer).unwrap_err();
            assert_eq!((error.kind().name(), error.offset()), ("Extra_bytes", bytes.len()), "{}", named.id);
        }
    }
}

/// A message that cannot be decoded is an event like any other, and the next message is found.
#[test]
fn messages_after_one_that_cannot_be_decoded_are_received() {
    let (mut sealer, mut responder) = waiting(config());
    let bodies = [message(&[0, 1]), message(&[0xff, 0xff, 9]), message(&[]), message(&[0, 2])];
    let chunks = sealed(&mut sealer, &bodies.concat());
    responder.feed(&chunks);
    let received = events(&mut responder).unwrap();
    assert_eq!(received, bodies.clone().map(Owned::Message));
    let read = bodies.map(|body| PeerMessage::from_bytes(&body).ok());
    assert_eq!(read, [Some(PeerMessage::Disconnect), None, None, Some(PeerMessage::Bootstrap)]);
    assert_eq!(read[3].as_ref().unwrap().to_bytes().unwrap(), message(&[0, 2]));
}

/// Feeds bytes that a responder refuses. Returns its error, and what it has consumed.
fn refused(mut responder: Session, bytes: &[u8]) -> (SessionError, Consumed) {
    responder.feed(bytes);
    let error = events(&mut responder).unwrap_err();
    let consumed = responder.consumed();
    responder.feed(&[0; 100]);
    assert_eq!(responder.next_event().unwrap_err(), error, "the session is over");
    assert_eq!(responder.consumed(), consumed, "nothing is consumed after a failure");
    (error, consumed)
}

#[test]
fn the_bytes_consumed_before_a_failure_are_known() {
    let connection = 2 + connection_message(&identity(1)).len() as u64;
    let handshake = connection + 20 + 19;

    // A chunk with a wrong MAC, after a message and the start of another.
    let (mut sealer, responder) = waiting(config());
    let good = sealed(&mut sealer, &[message(&[0, 2]), vec![0, 0, 0]].concat());
    let mut bad = sealed(&mut sealer, &[2, 0, 1]);
    bad[20] ^= 1;
    let offset = handshake + good.len() as u64;
    let error = SessionError::Chunk { offset, error: ChunkError::WrongMac { chunk: 3, length: 19, tried: 1 } };
    assert_eq!(refused(responder, &[good, bad].concat()), (error, Consumed { bytes: offset, pending: 3 }));

    // A chunk that is shorter than a MAC.
    let (_, responder) = waiting(config());
    let error = SessionError::Chunk { offset: handshake, error: ChunkError::Short { chunk: 2, length: 9 } };
    assert_eq!(refused(responder, &[0, 9]), (error, Consumed { bytes: handshake, pending: 0 }));

    // A message that is too long, after a valid one, in one chunk.
    let (mut sealer, responder) = waiting(config());
    let chunk = sealed(&mut sealer, &[message(&[0, 2]), vec![0, 0x10, 0, 1, 5, 5]].concat());
    let error = SessionError::MessageTooLong { size: (1 << 20) + 1, limit: 1 << 20 };
    let bytes = handshake + chunk.len() as u64;
    assert_eq!(refused(responder, &chunk), (error, Consumed { bytes, pending: 6 }));

    // Invalid metadata, and an invalid ack.
    let (_, responder) = connected(config());
    let chunk = sealed(&mut crate::common::peers::sealer(), &[1, 2, 3]);
    let error = SessionError::MetadataLength { length: 3, expected: 2..=2 };
    assert_eq!(refused(responder, &chunk), (error, Consumed { bytes: connection, pending: 0 }));
    let (_, responder) = connected(config());
    let mut sealer = crate::common::peers::sealer();
    let chunks = [sealed(&mut sealer, &[0, 0]), sealed(&mut sealer, &[7])].concat();
    let error = SessionError::UnknownAck { tag: Some(7) };
    assert_eq!(refused(responder, &chunks), (error, Consumed { bytes: connection + 20, pending: 0 }));

    // A byte after a nack.
    let (_, responder) = connected(config());
    let mut sealer = crate::common::peers::sealer();
    let chunks = [sealed(&mut sealer, &[0, 0]), sealed(&mut sealer, &[0xff]), vec![1]].concat();
    assert_eq!(refused(responder, &chunks), (SessionError::AfterNack, Consumed { bytes: handshake, pending: 0 }));

    // An invalid connection message.
    let responder = Session::new(Role::Responder, &identity(2), config());
    let error = SessionError::ConnectionTooShort { length: 3 };
    let nothing = Consumed { bytes: 0, pending: 0 };
    assert_eq!(refused(responder, &frame(&[1, 2, 3]).unwrap()), (error, nothing));
}
