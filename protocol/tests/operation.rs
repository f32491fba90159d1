//! Operations of samples, of blocks and of the node, both ways.

use serde_json::Value;
use tezos_hashes::hash::{BlockHash, blake2b_256};
use tezos_protocol::Protocol;
use tezos_protocol::header::FullHeader;
use tezos_protocol::operation::{BlsModeUnsigned, Operation, Unsigned};

use crate::samples::{bytes, check, check_samples, lines};

#[test]
fn samples_of_octez() {
    check_samples::<Operation>("operation", 22);
    check_samples::<Unsigned>("operation.unsigned", 23);
    check_samples::<BlsModeUnsigned>("operation.bls_mode_unsigned", 1);
}

/// The JSON of a node of 2019, which has values that are left out today, and names of an older protocol.
fn of_today(json: &Value) -> Value {
    let mut json = json.clone();
    for contents in json["contents"].as_array_mut().unwrap() {
        let fields = contents.as_object_mut().unwrap();
        for name in ["spendable", "delegatable"] {
            if fields.get(name) == Some(&Value::Bool(true)) {
                fields.remove(name);
            }
        }
        if let Some(manager) = fields.remove("managerPubkey") {
            fields.insert("manager_pubkey".to_owned(), manager);
        }
    }
    json
}

#[test]
fn operations_of_nodes() {
    let old = lines("data/operations/pytezos.jsonl");
    for line in &old {
        let (bytes, json) = (bytes(line, "hex"), of_today(&line["json"]));
        let protocol = if line["layout"] == "old" { Protocol::Athens } else { Protocol::Babylon };
        check::<Unsigned>(protocol, &bytes, &json).unwrap_or_else(|error| panic!("{}: {error}", line["id"]));
    }
    let signed = lines("data/operations/mainnet_block_jakarta.jsonl");
    for line in &signed {
        let bytes = bytes(line, "hex");
        check::<Operation>(Protocol::Jakarta, &bytes, &line["json"])
            .unwrap_or_else(|error| panic!("{}: {error}", line["id"]));
        let operation: Operation = Protocol::Jakarta.decode(&bytes).unwrap();
        assert_eq!(operation.hash(Protocol::Jakarta).unwrap().to_string(), line["id"]);
    }
    assert!(old.is_empty() || old.len() + signed.len() == 411);
}

#[test]
fn operations_and_headers_of_blocks() {
    let mainnet = |level: i64| match level {
        ..2_244_609 => Protocol::Hangzhou,
        ..2_490_369 => Protocol::Ithaca,
        ..2_736_129 => Protocol::Jakarta,
        _ => Protocol::Kathmandu,
    };
    let blocks = lines("data/blocks_mainnet/blocks.jsonl")
        .into_iter()
        .map(|block| (mainnet(block["level"].as_i64().unwrap()), block));
    let carthage = lines("data/blocks_carthage/blocks.jsonl").into_iter().map(|block| (Protocol::Carthage, block));
    for (protocol, block) in blocks.chain(carthage) {
        let header = bytes(&block, "header");
        let full: FullHeader = protocol.decode(&header).unwrap();
        assert_eq!(protocol.encode(&full).unwrap(), header);
        assert_eq!(full.hash(protocol).unwrap(), BlockHash(bytes(&block, "hash").try_into().unwrap()));
        for operation in block["operations"].as_array().unwrap().iter().flat_map(|pass| pass.as_array().unwrap()) {
            let bytes = hex::decode(operation.as_str().unwrap()).unwrap();
            let read: Operation = protocol.decode(&bytes).unwrap_or_else(|error| panic!("{} {error}", block["level"]));
            assert_eq!(protocol.encode(&read).unwrap(), bytes);
            assert_eq!(read.hash(protocol).unwrap().0, blake2b_256(&bytes));
            let json = protocol.to_json(&read).unwrap();
            assert_eq!(protocol.from_json::<Operation>(&json).unwrap(), read);
            let view = protocol.view::<Operation>(&bytes).unwrap();
            assert_eq!(view.to_owned().unwrap(), read);
        }
    }
}
