//! Messages made from their schemas: the type and the schema answer alike, to messages and to what is almost one.

use std::collections::BTreeMap;
use std::fmt::Debug;

use tezos_encoding::schema::generate::Generate;
use tezos_encoding::schema::{decode, encode, from_json, to_json};
use tezos_encoding::{Decode, DecodeError, Encode, Tagged};
use tezos_messages::block_header::BlockHeader;
use tezos_messages::handshake::{Ack, ConnectionMessage, Metadata};
use tezos_messages::operation::Operation;
use tezos_messages::p2p::PeerMessage;
use tezos_messages::point::Point;
use tezos_messages::protocol::Protocol;

fn check<T: for<'a> Decode<'a> + Encode + Debug + PartialEq>(values: usize, mut each: impl FnMut(&T)) {
    let encoding = T::ENCODING;
    let mut generate = Generate::new(encoding);
    for point in ["1.2.3.4:9732", "[::1]:0", "[::ffff:255.255.255.255]:65535"] {
        let point: Point = point.parse().unwrap();
        generate = generate.example("TryFrom<PointText>", point.to_bytes().unwrap());
    }
    for bytes in generate.values(1).take(values).chain(generate.boundaries()) {
        let bytes = bytes.unwrap();
        let value = T::from_bytes(&bytes).unwrap_or_else(|error| panic!("{bytes:02x?}: {error}"));
        assert_eq!(value.to_bytes().unwrap(), bytes);
        assert_eq!(encode(encoding, &decode(encoding, &bytes).unwrap()).unwrap(), bytes);
        let json = to_json(encoding, &bytes).unwrap_or_else(|error| panic!("{bytes:02x?}: {error}"));
        let back = from_json(encoding, &json).unwrap_or_else(|error| panic!("{json}: {error}"));
        // Of two cases with the same JSON, it is the first.
        assert_eq!(to_json(encoding, &back).unwrap(), json);
        each(&value);
    }
    for flawed in generate.almost_valid(1).take(values) {
        let say = |error: DecodeError| (error.kind().name(), error.offset());
        let fast = T::from_bytes(&flawed.bytes).map(|value| panic!("{flawed:?}: {value:?}")).unwrap_err();
        assert_eq!(say(fast), say(decode(encoding, &flawed.bytes).unwrap_err()), "{flawed:?}");
    }
}

#[test]
fn peer_messages() {
    let mut kinds: BTreeMap<&'static str, usize> = BTreeMap::new();
    check::<PeerMessage>(1500, |message| *kinds.entry(message.title()).or_default() += 1);
    assert_eq!(kinds.len(), PeerMessage::CASES.len(), "{kinds:?}");
}

#[test]
fn what_messages_are_made_of() {
    check::<BlockHeader>(200, |_| {});
    check::<Operation>(200, |_| {});
    check::<Protocol>(200, |_| {});
}

#[test]
fn the_handshake() {
    check::<ConnectionMessage>(200, |_| {});
    check::<Metadata>(50, |_| {});
    check::<Ack>(200, |_| {});
}
