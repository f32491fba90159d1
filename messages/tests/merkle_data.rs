//! Merkle roots and block hashes of real blocks and messages.

use crate::common::{shared_text, unhex};
use serde_json::Value;
use tezos_messages::{
    hash::{BlockHash, OperationHash, OperationListHash, blake2b_256},
    merkle::{Step, follow, operation_list_hash, operation_list_list_hash, path, verify},
};

fn list_hash<'a>(operations: impl IntoIterator<Item = &'a [u8]>) -> OperationListHash {
    operation_list_hash(operations.into_iter().map(|bytes| OperationHash(blake2b_256(bytes))))
}

fn blocks(file: &str) {
    let Some(lines) = shared_text(file) else { return };
    for line in lines.lines() {
        let block: Value = serde_json::from_str(line).unwrap();
        let header = unhex(block["header"].as_str().unwrap());
        let hash = block["hash"].as_str().unwrap();
        let computed = BlockHash(blake2b_256(&header));
        assert!(computed.to_string() == hash || hex::encode(computed.0) == hash, "{hash}");
        let passes: Vec<OperationListHash> = block["operations"]
            .as_array()
            .unwrap()
            .iter()
            .map(|pass| {
                let operations: Vec<_> =
                    pass.as_array().unwrap().iter().map(|hex| unhex(hex.as_str().unwrap())).collect();
                list_hash(operations.iter().map(Vec::as_slice))
            })
            .collect();
        let root = operation_list_list_hash(passes.iter().copied());
        assert_eq!(root.0, header[46..78], "{hash}");
        for (index, pass) in passes.iter().enumerate() {
            let steps = path(&passes, index).unwrap();
            assert_eq!(verify(&root.0, index as u64, pass, steps), Ok(()));
        }
    }
}

#[test]
fn carthage() {
    blocks("data/blocks_carthage/blocks.jsonl");
}

#[test]
fn mainnet() {
    blocks("data/blocks_mainnet/blocks.jsonl");
}

/// Steps from the root downwards, and what follows the path.
fn wire_path(bytes: &[u8]) -> (Vec<Step>, &[u8]) {
    match bytes[0] {
        0x00 => (Vec::new(), &bytes[1..]),
        0xf0 => {
            let (mut steps, rest) = wire_path(&bytes[1..]);
            let (right, rest) = rest.split_first_chunk().unwrap();
            steps.insert(0, Step::Left(*right));
            (steps, rest)
        }
        0x0f => {
            let (left, rest) = bytes[1..].split_first_chunk().unwrap();
            let (mut steps, rest) = wire_path(rest);
            steps.insert(0, Step::Right(*left));
            (steps, rest)
        }
        tag => panic!("{tag}"),
    }
}

#[test]
fn operations_for_blocks() {
    let Some(lines) = shared_text("data/p2p_operations_for_blocks/messages.jsonl") else { return };
    for line in lines.lines() {
        let message: Value = serde_json::from_str(line).unwrap();
        let bytes = unhex(message["hex"].as_str().unwrap());
        let (steps, mut rest) = wire_path(&bytes[2 + 32 + 1..]);
        let mut operations = Vec::new();
        while let Some((size, after)) = rest.split_first_chunk() {
            let (operation, after) = after.split_at(u32::from_be_bytes(*size) as usize);
            operations.push(operation);
            rest = after;
        }
        assert_eq!(operations.len() as u64, message["operations"].as_u64().unwrap());
        let (root, position) = follow(list_hash(operations), steps.into_iter().rev()).unwrap();
        assert_eq!(hex::encode(root), message["merkle_root"].as_str().unwrap());
        assert_eq!(position, message["validation_pass"].as_u64().unwrap());
    }
}
