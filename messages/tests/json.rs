//! The JSON of a small message of each kind, as Octez prints it: hashes in base58check, times as dates.

use std::collections::BTreeSet;
use std::fmt::Debug;
use std::net::Ipv6Addr;

use crate::common::build::{header, key, operation};
use tezos_encoding::{BinWriter, FromJson, Tagged, ToJson};
use tezos_messages::block_locator::BlockLocator;
use tezos_messages::handshake::{Ack, ConnectionId, ConnectionMessage, Metadata, Motive, NetworkVersion};
use tezos_messages::hash::{BlockHash, ChainId, OperationHash, OperationListListHash, PeerId, ProtocolHash};
use tezos_messages::identity::{PublicKey, Stamp};
use tezos_messages::mempool::Mempool;
use tezos_messages::p2p::{
    Checkpoint, CurrentBranch, CurrentHead, GetPredecessorHeader, GetProtocolBranch, OperationsForBlocks, PeerMessage,
    PredecessorHeader, ProtocolBranch, Swap,
};
use tezos_messages::path::Path;
use tezos_messages::point::Point;
use tezos_messages::protocol::{Component, EnvironmentVersion, Protocol};

/// `value` is printed as `json`, and read from it.
#[track_caller]
fn both<T: BinWriter + ToJson + FromJson + PartialEq + Debug>(value: &T, json: &str) {
    assert_eq!(value.to_json().unwrap(), json);
    assert_eq!(&T::from_json(json).unwrap(), value);
}

const CHAIN: ChainId = ChainId([0x7a, 0x06, 0xa7, 0x70]);
/// Names in the JSON below, and the hashes that they stand for.
const HASHES: [(&str, &str); 9] = [
    ("CHAIN", "NetXdQprcVkpaWU"),
    ("PREDECESSOR", "BKiiym5cWWUEL6xzjK7FtMdP3RzHXYvGYGqmRLj5KvfhsCcaAQb"),
    ("LISTS_OF_TWO", "LLoZLbJQ3YgadpGiE3QoRmyWaKbUKniF227E84iwbyDZ9vdSrPjp8"),
    ("CONTEXT", "CoUfdnduWrSwV7bGLvrtEu3gMXU2BLYEq2eUTGnx66EPByKDAxPY"),
    ("LISTS", "LLoZKi1iMzbeJrfrGWPFYmkLebcsha6vGskQ4rAXt2uMwQtBfRcjL"),
    ("BLOCK", "BKiHLREqU3JkXfzEDYAkmmfX48gBDtYhMrpA98s7Aq4SzbUAB6M"),
    ("OPERATION", "oneDGhZacw99EEFaYDTtWfz5QEhUW3PPVFsHa7GShnLPuDn7gSd"),
    ("PROTOCOL", "PrihK96nBAFSxVL1GLJTVhu9YnzkMFiBeuJRPA8NwuZVZCE1L6i"),
    ("PEER", "idqSUKFJXszraVQgd8bPesWkT5Pf7o"),
];

/// The JSON of `header(1)`.
const HEADER: &str = r#"{"level":1,"proto":1,"predecessor":"PREDECESSOR","timestamp":"1970-01-01T00:00:00Z","validation_pass":4,"operations_hash":"LISTS_OF_TWO","fitness":[],"context":"CONTEXT","protocol_data":"00"}"#;

fn locator() -> BlockLocator {
    BlockLocator { current_head: header(1), history: vec![BlockHash([0; 32])] }
}

/// One message of each kind with its JSON, with names for what is longer.
fn messages() -> Vec<(PeerMessage, &'static str)> {
    use PeerMessage as M;
    let swap = || Swap { point: Point { addr: Ipv6Addr::LOCALHOST, port: 9732 }, peer_id: PeerId([1; 16]) };
    let swapped = [
        r#"{"point":"[::1]:9732","peer_id":"PEER","kind":"Swap_request"}"#,
        r#"{"point":"[::1]:9732","peer_id":"PEER","kind":"Swap_ack"}"#,
    ];
    let mempool = Mempool { known_valid: vec![OperationHash([0; 32])], pending: vec![] };
    let head = CurrentHead { chain_id: CHAIN, current_block_header: header(1), current_mempool: mempool };
    let name = "alpha".into();
    let components = vec![Component { name, interface: None, implementation: "let x = 1".into() }];
    let protocol = Protocol { expected_env_version: EnvironmentVersion::try_from(9).unwrap(), components };
    let path = Path::Right { left: OperationListListHash([0; 32]), path: Box::new(Path::Op) };
    let operations = OperationsForBlocks {
        operations_for_block: key(),
        operation_hashes_path: path,
        operations: vec![operation(1)],
    };
    vec![
        (M::Disconnect, r#"{"kind":"Disconnect"}"#),
        (M::Bootstrap, r#"{"kind":"Bootstrap"}"#),
        (M::Advertise(vec![swap().point]), r#"{"id":["[::1]:9732"],"kind":"Advertise"}"#),
        (M::SwapRequest(swap()), swapped[0]),
        (M::SwapAck(swap()), swapped[1]),
        (M::GetCurrentBranch(CHAIN), r#"{"get_current_branch":"CHAIN"}"#),
        (
            M::CurrentBranch(CurrentBranch { chain_id: CHAIN, current_branch: locator() }),
            r#"{"chain_id":"CHAIN","current_branch":LOCATOR}"#,
        ),
        (M::Deactivate(CHAIN), r#"{"deactivate":"CHAIN"}"#),
        (M::GetCurrentHead(CHAIN), r#"{"get_current_head":"CHAIN"}"#),
        (
            M::CurrentHead(head),
            r#"{"chain_id":"CHAIN","current_block_header":HEADER,"current_mempool":{"known_valid":["OPERATION"],"pending":[]}}"#,
        ),
        (M::GetBlockHeaders(vec![BlockHash([0; 32])]), r#"{"get_block_headers":["BLOCK"]}"#),
        (M::BlockHeader(header(1)), r#"{"block_header":HEADER}"#),
        (M::GetOperations(vec![OperationHash([0; 32])]), r#"{"get_operations":["OPERATION"]}"#),
        (M::Operation(operation(1)), r#"{"operation":{"branch":"BLOCK","data":"00"}}"#),
        (M::GetProtocols(vec![ProtocolHash([0; 32])]), r#"{"get_protocols":["PROTOCOL"]}"#),
        (
            M::Protocol(protocol),
            r#"{"protocol":{"expected_env_version":9,"components":[{"name":"alpha","implementation":"let x = 1"}]}}"#,
        ),
        (
            M::GetOperationsForBlocks(vec![key()]),
            r#"{"get_operations_for_blocks":[{"hash":"BLOCK","validation_pass":0}]}"#,
        ),
        (
            M::OperationsForBlocks(operations),
            r#"{"operations_for_block":{"hash":"BLOCK","validation_pass":0},"operation_hashes_path":{"left":"LISTS","path":{}},"operations":[{"branch":"BLOCK","data":"00"}]}"#,
        ),
        (M::GetCheckpoint(CHAIN), r#"{"get_checkpoint":"CHAIN"}"#),
        (
            M::Checkpoint(Checkpoint { chain_id: CHAIN, header: header(1) }),
            r#"{"checkpoint":{"chain_id":"CHAIN","header":HEADER}}"#,
        ),
        (
            M::GetProtocolBranch(GetProtocolBranch { chain: CHAIN, proto_level: 1 }),
            r#"{"get_protocol_branch":{"chain":"CHAIN","proto_level":1}}"#,
        ),
        (
            M::ProtocolBranch(ProtocolBranch { chain: CHAIN, proto_level: 1, locator: locator() }),
            r#"{"protocol_branch":{"chain":"CHAIN","proto_level":1,"locator":LOCATOR}}"#,
        ),
        (
            M::GetPredecessorHeader(GetPredecessorHeader { block: BlockHash([0; 32]), offset: -1 }),
            r#"{"get_predecessor_header":{"block":"BLOCK","offset":-1}}"#,
        ),
        (
            M::PredecessorHeader(PredecessorHeader { block: BlockHash([0; 32]), offset: 1, header: header(1) }),
            r#"{"predecessor_header":{"block":"BLOCK","offset":1,"header":HEADER}}"#,
        ),
    ]
}

#[test]
fn every_peer_message() {
    let mut kinds = BTreeSet::new();
    for (message, json) in messages() {
        let mut json =
            json.replace("LOCATOR", r#"{"current_head":HEADER,"history":["BLOCK"]}"#).replace("HEADER", HEADER);
        for (name, text) in HASHES {
            json = json.replace(name, text);
        }
        both(&message, &json);
        kinds.insert(message.tag());
    }
    assert_eq!(kinds.len(), PeerMessage::CASES.len(), "a message of each kind");
}

#[test]
fn the_handshake() {
    let version = NetworkVersion { chain_name: "TEZOS_MAINNET".into(), distributed_db_version: 2, p2p_version: 1 };
    let connection = ConnectionMessage {
        port: 9732,
        public_key: PublicKey([0xab; 32]),
        proof_of_work_stamp: Stamp([0; 24]),
        message_nonce: [1; 24],
        version,
    };
    let json = format!(
        r#"{{"port":9732,"pubkey":"{}","proof_of_work_stamp":"{}","message_nonce":"{}","version":{}}}"#,
        "ab".repeat(32),
        "00".repeat(24),
        "01".repeat(24),
        r#"{"chain_name":"TEZOS_MAINNET","distributed_db_version":2,"p2p_version":1}"#,
    );
    both(&connection, &json);
    let metadata = Metadata { disable_mempool: true, private_node: false };
    both(&metadata, r#"{"disable_mempool":true,"private_node":false}"#);
    both(&Ack::Ack, r#"{"ack":{}}"#);
    both(&Ack::NackV0, r#"{"nack_v_0":{}}"#);
    let point = Point { addr: Ipv6Addr::from([0, 0, 0, 0, 0, 0xffff, 0x0102, 0x0304]), port: 80 };
    let nack = Ack::Nack { motive: Motive::ALREADY_CONNECTED, peers: vec![point] };
    both(&nack, r#"{"nack_motive":5,"nack_list":["1.2.3.4:80"]}"#);
    let id = ConnectionId { addr: Ipv6Addr::LOCALHOST.into(), port: None };
    both(&id, r#"{"addr":"::1"}"#);
}

/// A hash of another kind, a broken checksum, a date that is none: the error says what is wrong, and where.
#[test]
fn json_that_is_no_message() {
    let says = |json: &str| PeerMessage::from_json(json).unwrap_err().to_string();
    assert!(PeerMessage::from_json(r#"{"kind":"Connect"}"#).is_err());
    assert!(!says(r#"{"get_current_branch":"NetXdQprcVkpaWV"}"#).is_empty());
    let error = ChainId::from_json("\"NetXdQprcVkpaWV\"").unwrap_err().to_string();
    assert!(error.contains("expected a chain_id (Net…, 15 characters), found a wrong checksum"), "{error}");
    let error = ChainId::from_json("\"idqjq34sB6uHWdFzJDB97zwXAdHASb\"").unwrap_err().to_string();
    assert!(error.contains("found a peer_id"), "{error}");
}
