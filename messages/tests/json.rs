//! JSON exactly as Octez prints it, with hashes in base58check and times as dates. The crate `conformance` compares the fields of every
//! message.

use std::fmt::Debug;
use std::net::Ipv6Addr;

use crate::common::build::header;
use tezos_encoding::{BinWriter, FromJson, ToJson};
use tezos_messages::handshake::{Ack, ConnectionId, Motive};
use tezos_messages::hash::{ChainId, OperationHash};
use tezos_messages::mempool::Mempool;
use tezos_messages::p2p::{CurrentHead, PeerMessage};
use tezos_messages::point::Point;

/// Checks that the JSON of `value` is `json`, in both directions.
#[track_caller]
fn both<T: BinWriter + ToJson + FromJson + PartialEq + Debug>(value: &T, json: &str) {
    assert_eq!(value.to_json().unwrap(), json);
    assert_eq!(&T::from_json(json).unwrap(), value);
}

const CHAIN: ChainId = ChainId([0x7a, 0x06, 0xa7, 0x70]);
/// Names in the JSON below, and the hashes that they stand for.
const HASHES: [(&str, &str); 5] = [
    ("CHAIN", "NetXdQprcVkpaWU"),
    ("PREDECESSOR", "BKiiym5cWWUEL6xzjK7FtMdP3RzHXYvGYGqmRLj5KvfhsCcaAQb"),
    ("LISTS_OF_TWO", "LLoZLbJQ3YgadpGiE3QoRmyWaKbUKniF227E84iwbyDZ9vdSrPjp8"),
    ("CONTEXT", "CoUfdnduWrSwV7bGLvrtEu3gMXU2BLYEq2eUTGnx66EPByKDAxPY"),
    ("OPERATION", "oneDGhZacw99EEFaYDTtWfz5QEhUW3PPVFsHa7GShnLPuDn7gSd"),
];

/// The JSON of `header(1)`.
const HEADER: &str = r#"{"level":1,"proto":1,"predecessor":"PREDECESSOR","timestamp":"1970-01-01T00:00:00Z","validation_pass":4,"operations_hash":"LISTS_OF_TWO","fitness":[],"context":"CONTEXT","protocol_data":"00"}"#;

#[test]
fn messages_have_the_json_of_octez() {
    let mempool = Mempool { known_valid: vec![OperationHash([0; 32])], pending: vec![] };
    let head = CurrentHead { chain_id: CHAIN, current_block_header: header(1), current_mempool: mempool };
    let json = r#"{"chain_id":"CHAIN","current_block_header":HEADER,"current_mempool":{"known_valid":["OPERATION"],"pending":[]}}"#;
    let json = json.replace("HEADER", HEADER);
    let json = HASHES.iter().fold(json, |json, (name, text)| json.replace(name, text));
    both(&PeerMessage::CurrentHead(head), &json);
    // The reference has no vector of this message.
    both(&PeerMessage::Bootstrap, r#"{"kind":"Bootstrap"}"#);
}

#[test]
fn handshake_messages_have_the_json_of_octez() {
    both(&Ack::Ack, r#"{"ack":{}}"#);
    both(&Ack::NackV0, r#"{"nack_v_0":{}}"#);
    let point = Point { addr: Ipv6Addr::from([0, 0, 0, 0, 0, 0xffff, 0x0102, 0x0304]), port: 80 };
    let nack = Ack::Nack { motive: Motive::ALREADY_CONNECTED, peers: vec![point] };
    both(&nack, r#"{"nack_motive":5,"nack_list":["1.2.3.4:80"]}"#);
    let id = ConnectionId { addr: Ipv6Addr::LOCALHOST.into(), port: None };
    both(&id, r#"{"addr":"::1"}"#);
}

/// The errors for an unknown message, a wrong checksum and a hash of another kind name the mistake.
#[test]
fn invalid_json_is_refused_with_the_reason() {
    let error_of = |json: &str| PeerMessage::from_json(json).unwrap_err().to_string();
    assert!(PeerMessage::from_json(r#"{"kind":"Connect"}"#).is_err());
    assert!(!error_of(r#"{"get_current_branch":"NetXdQprcVkpaWV"}"#).is_empty());
    let error = ChainId::from_json("\"NetXdQprcVkpaWV\"").unwrap_err().to_string();
    assert!(error.contains("expected a chain_id (Net…, 15 characters), found a wrong checksum"), "{error}");
    let error = ChainId::from_json("\"idqjq34sB6uHWdFzJDB97zwXAdHASb\"").unwrap_err().to_string();
    assert!(error.contains("found a peer_id"), "{error}");
}
