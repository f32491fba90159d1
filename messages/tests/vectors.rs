//! Kinds and points in the vectors, both those in the repository and all others if they are available. The crate `conformance` compares
//! the bytes and the JSON of each line with the reference.

use std::collections::BTreeSet;

use crate::common::{bytes, carried_vectors, sized, text, vectors};
use tezos_encoding::{Decode, Encode, Tagged};
use tezos_messages::handshake::Ack;
use tezos_messages::p2p::PeerMessage;

/// Every kind of peer message is in the vectors, except `Bootstrap`, which has no body.
#[test]
fn the_vectors_have_every_kind_of_message() {
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

/// The text of a point equals its encoded text and parses to the same point.
#[test]
fn points_round_trip_through_text() {
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
