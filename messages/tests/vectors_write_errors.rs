//! What the reference refuses to write, `p2p_write_errors.jsonl`: each built by hand, or impossible to build.

use std::collections::BTreeMap;
use std::net::Ipv6Addr;

use crate::common::build::{header, key, operation};
use crate::common::{carried_vectors, text, vectors};
use serde_json::Value;
use tezos_encoding::{Encode, EncodeError};
use tezos_messages::block_locator::BlockLocator;
use tezos_messages::hash::{BlockHash, ChainId, OperationHash, ProtocolHash};
use tezos_messages::limits::BLOCK_HEADER_MAX_BYTES;
use tezos_messages::mempool::Mempool;
use tezos_messages::operation::Operation;
use tezos_messages::p2p::{CurrentBranch, CurrentHead, OperationsForBlocks, PeerMessage};
use tezos_messages::path::Path;
use tezos_messages::point::Point;

fn operations(operations: Vec<Operation>) -> PeerMessage {
    let body = OperationsForBlocks { operations_for_block: key(), operation_hashes_path: Path::Op, operations };
    PeerMessage::OperationsForBlocks(body)
}

/// The values that our types can hold: kind and description, then the value and the path of the refusal.
fn refused() -> Vec<(&'static str, &'static str, PeerMessage, &'static str)> {
    let point = Point { addr: Ipv6Addr::LOCALHOST, port: 1 };
    let chain_id = ChainId([0; 4]);
    let hashes = |count| vec![OperationHash([0; 32]); count];
    let branch = CurrentBranch {
        chain_id,
        current_branch: BlockLocator { current_head: header(0), history: vec![BlockHash([0; 32]); 1001] },
    };
    let head = CurrentHead {
        chain_id,
        current_block_header: header(0),
        current_mempool: Mempool { known_valid: hashes(4000), pending: hashes(0) },
    };
    let megabyte = 1024 * 1024;
    vec![
        ("Advertise", "101 points", PeerMessage::Advertise(vec![point; 101]), "id"),
        ("Get_protocols", "11 hashes", PeerMessage::GetProtocols(vec![ProtocolHash([0; 32]); 11]), "get_protocols"),
        (
            "Get_operations_for_blocks",
            "11 keys",
            PeerMessage::GetOperationsForBlocks(vec![key(); 11]),
            "get_operations_for_blocks",
        ),
        (
            "Operation",
            "data of 128*1024-31 bytes (one over)",
            PeerMessage::Operation(operation(128 * 1024 - 31)),
            "operation",
        ),
        (
            "Operations_for_blocks",
            "operation list over 1 MiB",
            operations(vec![operation(megabyte / 16); 16]),
            "operations",
        ),
        (
            "Operations_for_blocks",
            "one operation over 128 KiB",
            operations(vec![operation(0), operation(128 * 1024)]),
            "operations[1]",
        ),
        ("Current_branch", "1001 hashes", PeerMessage::CurrentBranch(branch), "current_branch.history"),
        ("Current_head", "4000 known_valid", PeerMessage::CurrentHead(head), "current_mempool"),
        ("Block_header", "header over 8 MiB", PeerMessage::BlockHeader(header(BLOCK_HEADER_MAX_BYTES)), "block_header"),
    ]
}

/// The values that our types cannot hold, and why.
const UNTYPABLE: &[(&str, &str, &str)] = &[
    ("Get_block_headers", "hash of 31 bytes", "a hash is [u8; 32]"),
    ("Get_operations_for_blocks", "validation_pass -129", "a pass is an i8"),
    ("Block_header", "proto 256", "proto is a u8"),
    ("Protocol", "environment 65536", "the environment is a u16"),
    ("Get_protocol_branch", "proto_level -1", "proto_level is a u8"),
    ("Get_protocol_branch", "chain of 5 bytes", "a chain is [u8; 4]"),
    ("Nack", "motive 32768", "a motive is an i16"),
    ("Connection_message", "pubkey of 31 bytes", "a key is [u8; 32]"),
];

fn check(lines: &[Value]) {
    let mut refused: BTreeMap<_, _> =
        refused().into_iter().map(|(k, v, message, at)| ((k, v), (message, at))).collect();
    let mut built = 0;
    for line in lines {
        let case = (text(line, "message"), text(line, "value"));
        let Some((message, at)) = refused.remove(&case) else {
            assert!(UNTYPABLE.iter().any(|(kind, value, _)| (*kind, *value) == case), "not covered: {line}");
            continue;
        };
        let error: EncodeError = message.to_bytes().unwrap_err();
        assert_eq!(error.kind().name(), text(line, "error"), "{line}: {error}");
        assert_eq!(error.path().to_string(), at, "{line}");
        assert!(message.encoded_len().is_err());
        built += 1;
    }
    assert!(refused.is_empty(), "not in the vectors: {:?}", refused.keys());
    println!("p2p_write_errors.jsonl: {built} refused, {} impossible, of {}", lines.len() - built, lines.len());
}

#[test]
fn values_that_cannot_be_written() {
    check(&carried_vectors("p2p_write_errors.jsonl"));
    if let Some(lines) = vectors("p2p_write_errors.jsonl") {
        check(&lines);
    }
}
