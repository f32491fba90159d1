//! The codec in a user's `Framed`, and on buffers without I/O.

use futures_util::{SinkExt, StreamExt};
use tezos_encoding::{Decode, Encode};
use tezos_messages::{
    cost::explanation_cost,
    dal,
    handshake::{Ack, ConnectionMetadata, Motive},
    p2p::PeerMessage,
    session::{Role, Session, SessionStep},
};
use tezos_net::{Codec, Error, Packet, Settings};
use tokio::io::duplex;
use tokio_util::{
    bytes::BytesMut,
    codec::{Decoder, Encoder, Framed},
};

use crate::common::{
    identity, operation,
    raw::{hello, version},
    settings, with_target,
};

#[tokio::test]
async fn both_roles_work_in_a_framed() {
    let (one, two) = duplex(100);
    let side = async |stream, role, seed| {
        let identity = identity(seed);
        let mut framed: Framed<_, Codec> = Framed::new(stream, Codec::new(role, &identity, &settings()));
        let hello = hello(&identity, version("TEZOS_TEST"));
        let mut received = Vec::new();
        for packet in [
            Packet::Connection(hello),
            Packet::Metadata(ConnectionMetadata::default()),
            Packet::Ack(Ack::Ack),
            Packet::Message(operation(seed.into(), 100_000)),
        ] {
            let (mut sink, mut stream) = (&mut framed).split();
            let (sent, packet) = tokio::join!(sink.send(packet), stream.next());
            sent.unwrap();
            received.push(packet.unwrap().unwrap().unwrap());
        }
        received
    };
    let (at_one, at_two) = tokio::join!(side(one, Role::Initiator, 1), side(two, Role::Responder, 2));
    for (received, seed) in [(at_one, 2), (at_two, 1)] {
        let expected = [
            Packet::Connection(hello(&identity(seed), version("TEZOS_TEST"))),
            Packet::Metadata(ConnectionMetadata::default()),
            Packet::Ack(Ack::Ack),
            Packet::Message(operation(seed.into(), 100_000)),
        ];
        assert!(received == expected, "{seed}");
    }
}

/// Returns the codecs of both sides after the handshake.
fn agreed() -> (Codec, Codec) {
    let (me, you) = (identity(1), identity(2));
    let mut one = Codec::new(Role::Initiator, &me, &settings());
    let mut two = Codec::new(Role::Responder, &you, &settings());
    let hellos = [&me, &you].map(|identity| Packet::Connection(hello(identity, version("TEZOS_TEST"))));
    for (ours, theirs) in [
        (hellos[0].clone(), hellos[1].clone()),
        (Packet::Metadata(ConnectionMetadata::default()), Packet::Metadata(ConnectionMetadata::default())),
        (Packet::Ack(Ack::Ack), Packet::Ack(Ack::Ack)),
    ] {
        let (mut to_two, mut to_one) = (BytesMut::new(), BytesMut::new());
        one.encode(ours.clone(), &mut to_two).unwrap();
        two.encode(theirs.clone(), &mut to_one).unwrap();
        assert_eq!(one.decode(&mut to_one).unwrap().unwrap().unwrap(), theirs);
        assert_eq!(two.decode(&mut to_two).unwrap().unwrap().unwrap(), ours);
    }
    (one, two)
}

#[test]
fn packets_are_decoded_in_any_portions() {
    for portion in [1, 7, 1000, 1 << 20] {
        let (mut one, mut two) = agreed();
        let mut stream = BytesMut::new();
        for number in 0..20 {
            one.encode(Packet::Message(operation(number, 200)), &mut stream).unwrap();
        }
        let mut received = Vec::new();
        for bytes in stream.chunks(portion) {
            let mut bytes = BytesMut::from(bytes);
            while let Some(packet) = two.decode(&mut bytes).unwrap() {
                received.push(packet.unwrap());
            }
            assert!(bytes.is_empty());
        }
        let expected: Vec<_> = (0..20).map(|number| Packet::Message(operation(number, 200))).collect();
        assert!(received == expected, "{portion}");
        assert!(two.decode_eof(&mut BytesMut::new()).unwrap().is_none());
    }
}

#[test]
fn a_refused_packet_does_not_change_the_codec() {
    let (mut one, mut two) = agreed();
    let mut out = BytesMut::from(&b"before"[..]);
    let error = one.encode(Packet::Ack(Ack::Ack), &mut out).unwrap_err();
    assert_eq!(error.to_string(), "cannot send the ack: a message is next");
    assert_eq!(out, "before");
    out.clear();
    one.encode(Packet::Message(operation(1, 1)), &mut out).unwrap();
    assert_eq!(two.decode(&mut out).unwrap().unwrap().unwrap(), Packet::Message(operation(1, 1)));
}

/// A packet that cannot be encoded: the error names the step, and the packet can be replaced by another.
#[test]
fn errors_of_packets_name_their_step() {
    let me = identity(1);
    let mut codec: Codec = Codec::new(Role::Initiator, &me, &settings());
    let mut out = BytesMut::new();
    let mut other = Codec::new(Role::Responder, &identity(2), &settings());
    // A chunk holds 65,535 bytes, 90 of which are not the name of the chain.
    let named = |bytes: usize| Packet::Connection(hello(&me, version(&"x".repeat(bytes))));
    let error = codec.encode(named(65_446), &mut out).unwrap_err();
    assert_eq!(error.to_string(), "received at byte 0: a chunk holds at most 65535 bytes, not 65536");
    assert!(out.is_empty());
    codec.encode(named(65_445), &mut out).unwrap();
    assert_eq!(other.decode(&mut out).unwrap().unwrap().unwrap(), named(65_445));
    other.encode(Packet::Connection(hello(&identity(2), version("TEZOS_TEST"))), &mut out).unwrap();
    assert!(codec.decode(&mut out).unwrap().is_some());
    codec.encode(Packet::Metadata(ConnectionMetadata::default()), &mut out).unwrap();
    let nack =
        |points| Packet::Ack(Ack::Nack { motive: Motive::NONE, peers: vec!["1.2.3.4:5".parse().unwrap(); points] });
    let error = codec.encode(nack(101), &mut out).unwrap_err();
    assert!(matches!(error, Error::Encode { step: SessionStep::Ack, .. }), "{error}");
    codec.encode(nack(100), &mut out).unwrap();
    assert_eq!(codec.session().sending(), SessionStep::Closed);
}

/// Chunks of each step whose contents cannot be decoded: the step, the end of the chunk in the stream and the offset in the contents.
#[test]
fn contents_that_cannot_be_decoded_have_a_step_and_an_end() {
    let (me, you) = (identity(1), identity(2));
    let hello = |identity| hello(identity, version("TEZOS_TEST"));
    for wrong in [SessionStep::Connection, SessionStep::Metadata, SessionStep::Ack, SessionStep::Message] {
        let settings = with_target(Settings::<dal::DalPeerMessage>::new("TEZOS_TEST"));
        let mut codec = Codec::new(Role::Responder, &you, &settings);
        let mut session = Session::new(Role::Initiator, &me, settings.session);
        let mut ours = BytesMut::new();
        codec.encode(Packet::Connection(hello(&you)), &mut ours).unwrap();
        session.feed(&ours);
        assert!(session.next_event().unwrap().is_some());
        let content = |step, right: Vec<u8>, refused: &[u8]| if step == wrong { refused.to_vec() } else { right };
        let connection = hello(&me).to_bytes().unwrap();
        let stream = [
            // The versions end one byte early. An address is announced that is not there, and one motive too few.
            session.connection(&content(SessionStep::Connection, connection.clone(), &connection[..99])),
            session.metadata(&content(SessionStep::Metadata, vec![0, 0, 0], &[0xff, 0, 0])),
            session.ack(&content(SessionStep::Ack, vec![0], &[1, 0])),
            session.message(&content(SessionStep::Message, vec![0, 0, 0, 2, 0, 2], &[0, 0, 0, 2, 0, 9])),
        ];
        // No message can be sent after a nack.
        let mut bytes = BytesMut::from(&stream.map(Result::unwrap_or_default).concat()[..]);
        let error = loop {
            match codec.decode(&mut bytes) {
                Ok(packet) => assert!(packet.is_some(), "{wrong} is not refused"),
                Err(error) => break error,
            }
        };
        let Error::Decode { step, end, error } = error else { panic!("{wrong}: {error}") };
        // A chunk is 18 bytes longer than its contents, the first one 2 bytes.
        let expected = match wrong {
            SessionStep::Connection => (101, 98),
            SessionStep::Metadata => (102 + 21, 1),
            SessionStep::Ack => (102 + 21 + 20, 1),
            _ => (102 + 21 + 19 + 24, 4),
        };
        assert_eq!((step, (end, error.offset())), (wrong, expected), "{error}");
    }
}

#[test]
fn errors_of_messages_have_an_offset() {
    let (mut one, mut two) = agreed();
    let mut stream = BytesMut::new();
    one.encode(Packet::Message(operation(1, 40)), &mut stream).unwrap();
    // Flips one bit of the ciphertext.
    let last = stream.len() - 1;
    let at = two.received();
    stream[last] ^= 1;
    let error = two.decode(&mut stream).unwrap_err();
    let text = error.to_string();
    assert_eq!(text, format!("received at byte {at}: encrypted chunk 2 (94 bytes) has a wrong MAC"));

    // A valid chunk with an unknown tag, for which Octez disconnects peers too.
    let (_, mut two) = agreed();
    let mut session = crate::common::raw::session_after_handshake();
    let bytes = session.message(&[0, 0, 0, 2, 0x77, 0x77]).unwrap();
    let error = two.decode(&mut BytesMut::from(&bytes[..])).unwrap_err();
    let Error::Decode { step: SessionStep::Message, end, error } = &error else { panic!("{error}") };
    assert_eq!((*end, error.offset(), error.kind().name()), (at + 24, 4, "Unexpected_tag"));
}

#[test]
fn a_refused_message_is_kept_and_explained_later() {
    let (_, mut two) = agreed();
    let mut session = crate::common::raw::session_after_handshake();
    // One of three points has no port, and another message follows in the same portion.
    let refused = [&[0, 0, 0, 11, 0, 3][..], &[0, 0, 0, 5], b"1.2.3"].concat();
    let stream = [session.message(&refused).unwrap(), session.message(&[0, 0, 0, 2, 0, 2]).unwrap()].concat();
    let error = two.decode(&mut BytesMut::from(&stream[..])).unwrap_err();
    assert_eq!(error.display_cost(), explanation_cost(15));
    let Error::Decode { error, .. } = &error else { panic!("{error}") };
    assert_eq!(error.bytes(), &refused);
    assert_eq!(error.explain(), PeerMessage::from_bytes(&refused).unwrap_err());
    let next = two.decode(&mut BytesMut::new()).unwrap().unwrap().unwrap();
    assert_eq!(next, Packet::Message(PeerMessage::Bootstrap));
}

#[test]
fn the_end_of_the_stream_in_the_handshake_is_an_error() {
    let me = identity(1);
    let hello = Packet::Connection(hello(&me, version("TEZOS_TEST")));
    let mut bytes = BytesMut::new();
    Codec::new(Role::Initiator, &me, &settings()).encode(hello.clone(), &mut bytes).unwrap();
    let mut codec: Codec = Codec::new(Role::Responder, &identity(2), &settings());
    let mut half = bytes.split_to(50);
    assert!(codec.decode(&mut half).unwrap().is_none());
    let error = codec.decode_eof(&mut half).unwrap_err();
    assert_eq!(error.to_string(), "the stream ended at byte 50, inside the connection message");
    assert_eq!(hello_bytes(&hello), bytes.len() + 50);
}

/// Returns the size in bytes of a connection message with the length of its chunk.
fn hello_bytes(packet: &Packet) -> usize {
    let Packet::Connection(hello) = packet else { panic!() };
    hello.encoded_len().unwrap() + 2
}
