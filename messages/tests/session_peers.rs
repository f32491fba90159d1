//! Two sessions that are connected in memory.

use crate::common::peers::{Owned, accepted, config, connected, connection_message, events, identity, long, message};
use tezos_messages::{
    identity::Identity,
    session::{ChunkError, Config, Role, Session, SessionError, SessionEvent, SessionStep},
};

fn bodies() -> Vec<Vec<u8>> {
    vec![message(&[0, 2]), long(7, 65_513), long(8, 65_514), long(5, 200_000), message(&[])]
}

#[test]
fn messages_are_received_in_any_portions() {
    for chunk_max_bytes in [1, 1000, 65_517, usize::MAX] {
        let (mut initiator, _) = accepted(Config { chunk_max_bytes, ..config() });
        let bodies = if chunk_max_bytes == 1 { bodies().into_iter().take(1).collect() } else { bodies() };
        let stream: Vec<u8> = bodies.iter().flat_map(|body| initiator.message(body).unwrap()).collect();
        for portion in [1, 17, 1460, 65_535, stream.len()] {
            // A responder that expects the first byte of the stream.
            let (_, mut responder) = accepted(config());
            let mut received = Vec::new();
            for bytes in stream.chunks(portion) {
                responder.feed(bytes);
                received.extend(events(&mut responder).unwrap());
            }
            let expected: Vec<_> = bodies.iter().cloned().map(Owned::Message).collect();
            assert!(received == expected, "{chunk_max_bytes} {portion}");
            assert_eq!(responder.finish(), Ok(()));
        }
    }
}

#[test]
fn the_handshake_may_arrive_byte_by_byte() {
    let (one, two) = (identity(1), identity(2));
    let mut initiator = Session::new(Role::Initiator, &one, config());
    let mut responder = Session::new(Role::Responder, &two, config());
    let mut to_responder = initiator.connection(&connection_message(&one)).unwrap();
    // The responder receives the connection message of the initiator before it sends its own.
    responder.feed(&to_responder);
    assert_eq!(events(&mut responder).unwrap().len(), 1);
    assert_eq!(responder.peer(), Some(one.public_key()));
    initiator.feed(&responder.connection(&connection_message(&two)).unwrap());
    assert_eq!(events(&mut initiator).unwrap().len(), 1);
    to_responder = [
        initiator.metadata(&[0xff, 0]).unwrap(),
        initiator.ack(&[0]).unwrap(),
        initiator.message(&message(&[0, 2])).unwrap(),
    ]
    .concat();
    let mut received = Vec::new();
    for byte in to_responder {
        responder.feed(&[byte]);
        received.extend(events(&mut responder).unwrap());
    }
    assert_eq!(received, [Owned::Metadata(vec![0xff, 0]), Owned::Ack(vec![0]), Owned::Message(message(&[0, 2]))]);
}

#[test]
fn chunks_wait_for_our_connection_message() {
    let (one, two) = (identity(1), identity(2));
    let mut initiator = Session::new(Role::Initiator, &one, config());
    let mut responder = Session::new(Role::Responder, &two, config());
    let first = initiator.connection(&connection_message(&one)).unwrap();
    let answer = responder.connection(&connection_message(&two)).unwrap();
    initiator.feed(&answer);
    assert_eq!(events(&mut initiator).unwrap().len(), 1);
    let metadata = initiator.metadata(&[0, 0]).unwrap();
    let mut late = Session::new(Role::Responder, &two, config());
    late.feed(&[first, metadata].concat());
    assert_eq!(events(&mut late).unwrap().len(), 1);
    assert_eq!(
        late.metadata(&[0, 0]),
        Err(SessionError::OutOfTurn { sending: SessionStep::Metadata, expected: SessionStep::Connection })
    );
    late.connection(&connection_message(&two)).unwrap();
    assert_eq!(events(&mut late), Ok(vec![Owned::Metadata(vec![0, 0])]));
}

/// `guarantees::g6_session` tests other manipulations.
#[test]
fn a_chunk_that_is_replayed_or_sent_back_is_refused() {
    let (mut initiator, mut responder) = accepted(config());
    let first = initiator.message(&message(&[0, 2])).unwrap();
    responder.feed(&[first.clone(), first.clone()].concat());
    assert!(matches!(responder.next_event(), Ok(Some(SessionEvent::Message(_)))));
    let error = events(&mut responder).unwrap_err();
    assert_eq!(error.to_string(), "received at byte 155: encrypted chunk 3 (22 bytes) has a wrong MAC");
    initiator.feed(&first);
    assert!(events(&mut initiator).is_err());
}

#[test]
fn truncated_streams_wait_and_fail_at_the_end() {
    let (mut initiator, _) = accepted(config());
    let stream = [initiator.message(&message(&[0, 2])).unwrap(), initiator.message(&long(1, 70_000)).unwrap()].concat();
    let first = 2 + 16 + 6;
    let (_, mut responder) = accepted(config());
    let mut received = 0;
    for (cut, byte) in stream.iter().enumerate() {
        assert_eq!(received, usize::from(cut >= first));
        assert_eq!(responder.finish().is_ok(), cut == 0 || cut == first, "{cut}");
        responder.feed(&[*byte]);
        received += events(&mut responder).unwrap().len();
    }
    assert_eq!((received, responder.finish()), (2, Ok(())));
}

#[test]
fn an_announced_size_is_refused_above_the_limit() {
    // The header of a block, without a fitness.
    let long = |size: usize| message(&[&[0, 0x21][..], &vec![0; size - 2]].concat());
    let (mut initiator, _) = accepted(Config { message_max_bytes: u32::MAX, ..config() });
    let (_, mut responder) = accepted(config());
    responder.feed(&initiator.message(&long(1 << 20)).unwrap());
    assert_eq!(events(&mut responder).unwrap().len(), 1);
    let huge = long((1 << 20) + 1);
    let bytes = initiator.message(&huge).unwrap();
    // The first chunk is enough for the error.
    responder.feed(&bytes[..65_535]);
    let limit = 1 << 20;
    assert_eq!(events(&mut responder), Err(SessionError::MessageTooLong { size: limit + 1, limit }));
    let (mut initiator, _) = accepted(config());
    assert_eq!(initiator.message(&huge), Err(SessionError::MessageTooLong { size: limit + 1, limit }));
    assert!(initiator.message(&message(&[1, 2])[..5]).is_err());
    assert!(initiator.message(&[0]).is_err());
}

#[test]
fn a_nack_ends_the_session() {
    for nack in [vec![0xff], vec![1, 0, 1, 0, 0, 0, 0]] {
        let (mut initiator, mut responder) = connected(config());
        let bytes = [initiator.metadata(&[0, 0]).unwrap(), initiator.ack(&nack).unwrap()].concat();
        assert_eq!(initiator.sending(), SessionStep::Closed);
        assert!(matches!(
            initiator.message(&message(&[0, 2])),
            Err(SessionError::OutOfTurn { expected: SessionStep::Closed, .. })
        ));
        responder.feed(&bytes);
        assert_eq!(events(&mut responder), Ok(vec![Owned::Metadata(vec![0, 0]), Owned::Ack(nack)]));
        assert_eq!((responder.receiving(), responder.finish()), (SessionStep::Closed, Ok(())));
        responder.feed(&[0]);
        assert_eq!(events(&mut responder), Err(SessionError::AfterNack));
    }
    let (mut initiator, _) = connected(config());
    initiator.metadata(&[0, 0]).unwrap();
    assert_eq!(initiator.ack(&[2]), Err(SessionError::OurAck { tag: Some(2) }));
    assert_eq!(initiator.ack(&[]), Err(SessionError::OurAck { tag: None }));
    assert!(initiator.ack(&[0]).is_ok());
}

#[test]
fn peers_are_checked() {
    let (one, two) = (identity(1), identity(2));
    let check = |from: &Identity, with: Config| {
        let mut responder = Session::new(Role::Responder, &two, with);
        responder.feed(&Session::new(Role::Initiator, from, config()).connection(&connection_message(from)).unwrap());
        events(&mut responder)
    };
    assert!(check(&one, config()).is_ok());
    assert_eq!(check(&one, Config::default()), Err(SessionError::NotEnoughWork { peer: *one.peer_id() }));
    let mut responder = Session::new(Role::Responder, &two, config());
    responder.feed(&[0, 3, 1, 2, 3]);
    assert_eq!(events(&mut responder), Err(SessionError::ConnectionTooShort { length: 3 }));
    let (mut initiator, mut responder) = connected(config());
    assert!(initiator.connection(&[]).is_err());
    assert!(matches!(initiator.ack(&[0]), Err(SessionError::OutOfTurn { .. })));
    let mut alone = Session::new(Role::Initiator, &one, config());
    alone.connection(&connection_message(&one)).unwrap();
    assert_eq!(alone.metadata(&[0, 0]), Err(SessionError::NoKeyYet));
    assert!(matches!(alone.finish(), Err(SessionError::Truncated { offset: 0, expected: SessionStep::Connection })));
    let metadata = initiator.metadata(&[0, 0]).unwrap();
    initiator.ack(&[0]).unwrap();
    // The ack is left out, so the message has another nonce than the responder expects: a wrong MAC.
    let message = initiator.message(&message(&[0, 2])).unwrap();
    responder.feed(&[metadata, message].concat());
    assert!(matches!(responder.next_event(), Ok(Some(SessionEvent::Metadata(_)))));
    assert!(matches!(responder.next_event(), Err(SessionError::Chunk { .. })));
}

/// Our key in a connection message proves nothing: the message is not authenticated, and anyone who saw it can replay it.
#[test]
fn a_connection_to_ourselves_is_detected_by_its_metadata() {
    let (me, target) = (identity(2), Config::default().target);
    let myself = SessionError::Myself { peer: *me.peer_id() };
    let mut initiator = Session::new(Role::Initiator, &me, config());
    let mut responder = Session::new(Role::Responder, &me, config());
    let opening = initiator.connection(&connection_message(&me)).unwrap();
    initiator.feed(&responder.connection(&connection_message(&me)).unwrap());
    assert_eq!(events(&mut initiator).unwrap().len(), 1);
    responder.feed(&opening);
    assert_eq!(events(&mut responder).unwrap().len(), 1);
    // A peer that replays our connection message without our key: the chunks that it sends, or sends back, have a wrong MAC.
    let ours = responder.metadata(&[0, 0]).unwrap();
    let mut mirrored = Session::new(Role::Responder, &me, config());
    mirrored.connection(&connection_message(&me)).unwrap();
    mirrored.feed(&[opening.clone(), ours].concat());
    assert!(matches!(mirrored.next_event(), Ok(Some(SessionEvent::Connection(_)))));
    assert!(matches!(mirrored.next_event(), Err(SessionError::Chunk { error: ChunkError::WrongMac { .. }, .. })));
    // A connection to ourselves.
    responder.feed(&initiator.metadata(&[0, 0]).unwrap());
    assert_eq!(events(&mut responder), Err(myself.clone()));
    assert_eq!(events(&mut responder), Err(myself));
    assert_eq!(responder.consumed().bytes, opening.len() as u64);
    // The proof of work is checked first.
    let mut strict = Session::new(Role::Responder, &me, Config { target, ..config() });
    strict.feed(&opening);
    assert_eq!(events(&mut strict), Err(SessionError::NotEnoughWork { peer: *me.peer_id() }));
}

#[test]
fn random_bytes_cause_no_panic() {
    let mut state = 1_u64;
    let mut next = || {
        state = state.wrapping_mul(6_364_136_223_846_793_005).wrapping_add(1_442_695_040_888_963_407);
        (state >> 33) as u8
    };
    for round in 0..30 {
        let (_, mut responder) = if round % 2 == 0 { accepted(config()) } else { connected(config()) };
        for _ in 0..50 {
            let bytes: Vec<u8> = (0..next()).map(|_| next() & if round % 3 == 0 { 0x1f } else { 0xff }).collect();
            responder.feed(&bytes);
            let _ = events(&mut responder);
            let _ = responder.finish();
        }
        let mut fresh = Session::new(Role::Responder, &identity(2), config());
        for _ in 0..20 {
            fresh.feed(&[0, next(), next()]);
            let _ = events(&mut fresh);
        }
    }
}

/// With a key of low order, everyone knows the shared secret. libsodium's `crypto_box_beforenm` fails for each of these keys, with and
/// without the highest bit.
#[test]
fn keys_of_low_order_are_refused() {
    let points = [
        "0000000000000000000000000000000000000000000000000000000000000000",
        "0100000000000000000000000000000000000000000000000000000000000000",
        "e0eb7a7c3b41b8ae1656e3faf19fc46ada098deb9c32b1fd866205165f49b800",
        "5f9c95bca3508c24b1d0b1559c83ef5b04445cc4581c8e86d8224eddd09f1157",
        "ecffffffffffffffffffffffffffffffffffffffffffffffffffffffffffff7f",
        "edffffffffffffffffffffffffffffffffffffffffffffffffffffffffffff7f",
        "eeffffffffffffffffffffffffffffffffffffffffffffffffffffffffffff7f",
    ];
    const KEY: std::ops::Range<usize> = 4..36;
    let (ours, theirs) = (identity(1), identity(2));
    for point in points {
        // Before and after the responder sent its own connection message.
        for (high, has_sent) in [(0, true), (0x80, true), (0, false), (0x80, false)] {
            let mut key: [u8; 32] = hex::decode(point).unwrap().try_into().unwrap();
            key[31] |= high;
            let mut session = Session::new(Role::Responder, &ours, config());
            if has_sent {
                session.connection(&connection_message(&ours)).unwrap();
            }
            let mut peer = Session::new(Role::Initiator, &theirs, config());
            let mut frame = peer.connection(&connection_message(&theirs)).unwrap();
            frame[KEY].copy_from_slice(&key);
            session.feed(&frame);
            let expected =
                SessionError::LowOrderKey { peer: tezos_messages::identity::CryptoBoxPublicKey(key).peer_id() };
            assert_eq!(events(&mut session), Err(expected), "{point}");
            assert_eq!(session.peer(), None);
        }
    }
}
