//! The messages that the reference writes: bytes and JSON of each, both ways, from the vectors that the project carries and those beside
//! it. What the reference refuses, accepts and says of sizes is compared by the tool's tests, `cli/tests/conformance.rs`.

use std::collections::BTreeSet;
use std::fmt::Debug;

use crate::common::{bytes, carried_vectors, octez, sized, text, vectors};
use serde_json::Value;
use tezos_encoding::{BinWriter, Decode, Encode, FromJson, HasEncoding, NomReader, Tagged, ToJson};
use tezos_messages::block_header::BlockHeader;
use tezos_messages::block_locator::BlockLocator;
use tezos_messages::handshake::{Ack, ConnectionId, ConnectionMessage, Metadata, Motive, NetworkVersion};
use tezos_messages::limits::PATH_MAX_BYTES;
use tezos_messages::mempool::Mempool;
use tezos_messages::operation::Operation;
use tezos_messages::p2p::PeerMessage;
use tezos_messages::path::Path;
use tezos_messages::point::Point;
use tezos_messages::protocol::Protocol;

/// A path as messages bound it.
#[derive(HasEncoding, NomReader, BinWriter, Debug, PartialEq)]
struct BoundedPath(#[encoding(bounded = "PATH_MAX_BYTES")] Path);

/// hex → value → JSON, and JSON → value → hex.
fn check<T: for<'a> Decode<'a> + Encode + Debug + PartialEq>(line: &Value) {
    let (expected, json) = (bytes(line, "hex"), octez(&line["json"]));
    let value = T::from_canonical_bytes(&expected).unwrap_or_else(|error| panic!("{line}: {error}"));
    assert_eq!(value.to_bytes().unwrap(), expected, "{line}");
    assert_eq!(value.encoded_len(), Ok(expected.len()), "{line}");
    let parsed = |json: &str| serde_json::from_str::<Value>(json).unwrap();
    assert_eq!(parsed(&value.to_json().unwrap()), parsed(&json), "{line}");
    assert_eq!(T::from_json(&json).unwrap().to_bytes().unwrap(), expected, "{line}");
}

#[test]
fn both_ways() {
    let beside = vectors("p2p.jsonl").unwrap_or_default();
    assert!([0, 296].contains(&beside.len()));
    for line in carried_vectors("p2p.jsonl").iter().chain(&beside) {
        match text(line, "message") {
            "Connection_message" => check::<ConnectionMessage>(line),
            "Metadata" => check::<Metadata>(line),
            "Ack" | "Nack" => check::<Ack>(line),
            "type:Block_header" => check::<BlockHeader>(line),
            "type:Operation" => check::<Operation>(line),
            "type:Block_locator" => check::<BlockLocator>(line),
            "type:Mempool" => check::<Mempool>(line),
            "type:Protocol" => check::<Protocol>(line),
            "type:Operation_list_list_hash.path(max 8)" => check::<BoundedPath>(line),
            "type:Operation_list_list_hash.path(unbounded)" => check::<Path>(line),
            "type:P2p_point.Id" => check::<Point>(line),
            "type:P2p_connection.Id" => check::<ConnectionId>(line),
            "type:P2p_rejection" => check::<Motive>(line),
            "type:Network_version" => check::<NetworkVersion>(line),
            name => {
                assert!(!name.starts_with("type:"), "unknown kind {name}");
                check::<PeerMessage>(line);
            }
        }
    }
}

/// Every kind of peer message is in the vectors, except `Bootstrap`, which has no body.
#[test]
fn kinds() {
    let mut kinds = BTreeSet::from(["Bootstrap".to_owned()]);
    assert_eq!(PeerMessage::Bootstrap.to_bytes().unwrap(), [0, 0, 0, 2, 0, 2]);
    for line in carried_vectors("p2p.jsonl") {
        let (name, input) = (text(&line, "message"), bytes(&line, "hex"));
        if name.starts_with("type:") || ["Connection_message", "Metadata", "Ack", "Nack"].contains(&name) {
            continue;
        }
        let message = PeerMessage::from_bytes(&input).unwrap();
        assert_eq!((message.title(), message.tag()), (name, u32::from_be_bytes([0, 0, input[4], input[5]])));
        kinds.insert(name.to_owned());
    }
    assert_eq!(kinds.len(), 24);
    assert_eq!(PeerMessage::CASES.len(), 24);
}

/// A point prints as it is written, and is read from that text.
#[test]
fn points() {
    let files = ["p2p.jsonl", "p2p_read_accepts.jsonl", "p2p_fuzz.jsonl"];
    let mut count = 0;
    for line in files.iter().flat_map(|file| vectors(file).unwrap_or_else(|| carried_vectors(file))) {
        let input = bytes(&line, "hex");
        let points = match (PeerMessage::from_bytes(&input), Ack::from_bytes(&input)) {
            (Ok(PeerMessage::Advertise(points)), _) | (_, Ok(Ack::Nack { peers: points, .. })) => points,
            (Ok(PeerMessage::SwapRequest(swap) | PeerMessage::SwapAck(swap)), _) => vec![swap.point],
            _ => continue,
        };
        for point in points {
            assert_eq!(point.to_bytes().unwrap(), sized(point.to_string().as_bytes()), "{line}");
            assert_eq!(point.to_string().parse(), Ok(point), "{line}");
            count += 1;
        }
    }
    assert!(count > 20, "{count} points");
}
