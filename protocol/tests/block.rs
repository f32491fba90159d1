//! Blocks that nodes gave in binary, with the receipts of their operations.

use std::fmt::Debug;
use std::fs;

use serde_json::Value;
use tezos_encoding::schema::{self, generate};
use tezos_encoding::{BinWriter, Decode, Encode, FromJson, HasEncoding, NomReader, ToJson, View};
use tezos_hashes::hash::{BlockHash, blake2b_256};
use tezos_hashes::protocol::OperationMetadataHash;
use tezos_protocols::block::*;
use tezos_protocols::header::BlockHeader;
use tezos_protocols::operation::RawOperation;
use tezos_protocols::receipt::{OperationDataAndMetadata, OperationMetadata};
use tezos_protocols::{Protocol, registry};

use crate::samples::{ALPHA, protocols, shared};

/// Returns the binary blocks with the numbers of their protocols; none if they are not available.
fn blocks() -> Vec<(String, Protocol, Vec<u8>)> {
    let Some(folder) = shared("data/blocks_binary") else { return Vec::new() };
    let files = fs::read_dir(folder).unwrap().map(|file| file.unwrap().path());
    let mut blocks: Vec<_> = files
        .filter(|path| path.extension().is_some_and(|extension| extension == "bin"))
        .map(|path| {
            let name = path.file_stem().unwrap().to_str().unwrap().to_owned();
            let protocol = name[..3].parse::<u8>().unwrap().to_string().parse().unwrap();
            (name, protocol, fs::read(path).unwrap())
        })
        .collect();
    blocks.sort();
    blocks
}

#[test]
fn binary_blocks_round_trip() {
    let blocks = blocks();
    let (mut operations, mut receipts) = (0, 0);
    for (name, protocol, bytes) in &blocks {
        let block: BlockAnswer = protocol.decode(bytes).unwrap_or_else(|error| panic!("{name}: {error}"));
        assert!(protocol.encode(&block).unwrap() == *bytes, "{name}");
        let block = &block.0;
        let header = protocol.encode(&block.header).unwrap();
        assert_eq!(BlockHash(blake2b_256(&header)), block.hash, "{name}");
        assert!(block.metadata.is_some(), "{name}");
        for operation in block.operations.iter().flatten() {
            operations += 1;
            let OperationReceipt::WithReceipt(OperationDataAndMetadata::WithMetadata { .. }) = &operation.receipt
            else {
                panic!("{name}: {operation:?}");
            };
            receipts += 1;
            let alone = operation.clone().into_operation(*protocol);
            assert_eq!(alone.hash(*protocol).as_ref(), Ok(&operation.hash), "{name}: {operation:?}");
        }
    }
    eprintln!("{} blocks, {operations} operations, {receipts} receipts", blocks.len());
}

#[test]
fn binary_blocks_have_json() {
    for (name, protocol, bytes) in blocks() {
        let block: BlockAnswer = protocol.decode(&bytes).unwrap();
        let json = protocol.to_json(&block).unwrap_or_else(|error| panic!("{name}: {error}"));
        let back: BlockAnswer = protocol.from_json(&json).unwrap_or_else(|error| panic!("{name}: {error}"));
        assert!(protocol.to_json(&back).unwrap() == json, "{name}");
        assert!(protocol.encode(&back).unwrap() == bytes, "{name}");
    }
}

/// Views of blocks give the values of the types.
#[test]
fn binary_blocks_have_views() {
    for (name, protocol, bytes) in blocks().iter().filter(|(_, _, bytes)| bytes.len() < 60_000) {
        let block: BlockAnswer = protocol.decode(bytes).unwrap();
        let view = protocol.view::<BlockAnswer>(bytes).unwrap_or_else(|error| panic!("{name}: {error}"));
        assert!(BlockAnswer::from_view(&view).unwrap() == block, "{name}");
    }
}

/// A part of a block is refused, and so is a whole block in protocols with other layouts.
#[test]
fn binary_blocks_are_of_one_protocol() {
    for (name, protocol, bytes) in blocks().iter().filter(|(_, _, bytes)| bytes.len() < 20_000) {
        for length in [3, 4, 100, bytes.len() / 2, bytes.len() - 1] {
            assert!(protocol.decode::<BlockAnswer>(&bytes[..length]).is_err(), "{name}, {length}");
        }
        for other in [Protocol::Athens, Protocol::Edo, Protocol::Hangzhou, Protocol::Seoul] {
            assert!(other.decode::<BlockAnswer>(bytes).is_err(), "{name} in {other}");
        }
    }
}

/// Stores the metadata of a block as a node does, and reads it again in both forms.
#[test]
fn stored_blocks_have_the_metadata_of_the_block() {
    for (name, protocol, bytes) in blocks().iter().filter(|(_, _, bytes)| bytes.len() < 60_000) {
        let block = protocol.decode::<BlockAnswer>(bytes).unwrap().0;
        let metadata = block.metadata.as_ref().unwrap().metadata.clone();
        let block_metadata = protocol.encode(&metadata).unwrap();
        let receipts = |operations: &Vec<BlockOperation>| -> Vec<Vec<u8>> {
            operations.iter().map(|operation| receipt_alone(*protocol, operation)).collect()
        };
        let receipts: Vec<Vec<Vec<u8>>> = block.operations.iter().map(receipts).collect();
        let stored = LegacyStoredMetadata {
            legacy_message: Some("a message".to_owned()),
            legacy_max_operations_ttl: 120,
            legacy_last_allowed_fork_level: 7,
            legacy_block_metadata: block_metadata,
            legacy_operations_metadata: receipts.clone(),
        };
        let header: BlockHeader = BlockHeader::from_bytes(&protocol.encode(&block.header).unwrap()).unwrap();
        let raw =
            |operation: &BlockOperation| RawOperation { branch: operation.shell.branch, data: vec![1; 70].into() };
        let contents = StoredContents {
            header,
            operations: block.operations.iter().map(|pass| pass.iter().map(raw).collect()).collect(),
            block_metadata_hash: None,
            operations_metadata_hashes: Some(vec![vec![OperationMetadataHash([3; 32])], vec![]]),
        };
        let legacy = stored.to_bytes().unwrap();
        let new = StoredMetadata::from_bytes(&legacy).unwrap_or_else(|error| panic!("{name}: {error}"));
        assert_eq!(new, StoredMetadata::from(stored), "{name}");
        let stored = StoredBlock { hash: block.hash, contents, metadata: Some(new) };
        let written = stored.to_bytes().unwrap();
        let read = StoredBlock::from_bytes(&written).unwrap();
        assert_eq!(read, stored, "{name}");
        assert_eq!(StoredBlock::from_json(&stored.to_json().unwrap()).as_ref(), Ok(&stored), "{name}");
        let metadata_read = read.metadata.unwrap();
        assert_eq!(metadata_read.block_metadata(*protocol).as_ref(), Ok(&metadata), "{name}");
        for (stored, receipt) in metadata_read.operations_metadata.iter().flatten().zip(receipts.iter().flatten()) {
            let typed = stored.metadata(*protocol).unwrap_or_else(|error| panic!("{name}: {error}")).unwrap();
            assert!(protocol.encode(&typed).unwrap() == *receipt, "{name}");
            let json = protocol.to_json(&typed).unwrap();
            let back: OperationMetadata = protocol.from_json(&json).unwrap_or_else(|error| panic!("{name}: {error}"));
            assert!(protocol.encode(&back).unwrap() == *receipt, "{name}: {json}");
        }
        let without = StoredBlock { metadata: None, ..stored };
        assert_eq!(StoredBlock::from_bytes(&without.to_bytes().unwrap()), Ok(without), "{name}");
    }
}

/// Returns the bytes of the receipt of an operation without the operation. They are cut from the bytes of the operation: the bytes of each
/// kind end with the metadata, whose length is known from its JSON.
fn receipt_alone(protocol: Protocol, operation: &BlockOperation) -> Vec<u8> {
    let OperationReceipt::WithReceipt(receipt) = &operation.receipt else { panic!("{operation:?}") };
    let json: Value = serde_json::from_str(&protocol.to_json(receipt).unwrap()).unwrap();
    let results: Vec<Value> = json["contents"]
        .as_array()
        .unwrap()
        .iter()
        .map(|contents| {
            let mut result = contents["metadata"].clone();
            result["kind"] = contents["kind"].clone();
            result
        })
        .collect();
    let typed: OperationMetadata = protocol.from_json(&Value::from(results).to_string()).unwrap();
    let bytes = protocol.encode(&typed).unwrap();
    let OperationDataAndMetadata::WithMetadata { contents, .. } = receipt else { panic!("{receipt:?}") };
    let OperationMetadata::Metadata(list) = &typed else { panic!("{typed:?}") };
    for (contents, result) in contents.iter().zip(&list.0) {
        let (whole, result) = (protocol.encode(contents).unwrap(), protocol.encode(result).unwrap());
        // The errors of a failed operation are JSON, whose fields `serde_json` sorts.
        let is_failed = json.to_string().contains("\"errors\"");
        assert!(whole[0] == result[0] && (is_failed || whole.ends_with(&result[1..])), "{protocol}: {contents:?}");
    }
    bytes
}

/// Returns generated values of a type in each protocol. Checks that they round-trip, and that the type and its schema give the same JSON.
/// JSON does not distinguish all results of transactions, as in Octez, so only other JSON is read.
fn generated<T>(name: &str)
where
    T: HasEncoding + BinWriter + View + for<'a> NomReader<'a> + Debug + PartialEq,
{
    for protocol in protocols(1..=ALPHA) {
        let encoding = schema::at(T::ENCODING, protocol.revision());
        let generate = registry::add_examples(generate(encoding)).max_bytes(6000);
        for bytes in generate.values(7).take(30) {
            let bytes = bytes.unwrap_or_else(|error| panic!("{name} in {protocol}: {error}"));
            let value: T = match protocol.decode(&bytes) {
                Ok(value) => value,
                // The examples of signatures are of the newest protocol.
                Err(error) if protocol < Protocol::UshuaiaDraft && error.path().to_string().ends_with("signature") => {
                    continue;
                }
                Err(error) => panic!("{name} in {protocol}: {error}"),
            };
            let written = protocol.encode(&value).unwrap();
            assert!(protocol.decode::<T>(&written).unwrap() == value, "{name} in {protocol}");
            let view = protocol.view::<T>(&bytes).unwrap_or_else(|error| panic!("{name} in {protocol}: {error}"));
            assert!(T::from_view(&view).unwrap() == value, "{name} in {protocol}");
            let json = protocol.to_json(&value).unwrap();
            assert!(json == schema::to_json(encoding, &bytes).unwrap(), "{name} in {protocol}: {json}");
            if !json.contains("\"transaction\"") && !json.contains("\"sc_rollup_") {
                let back: T = protocol.from_json(&json).unwrap_or_else(|error| panic!("{name} in {protocol}: {error}"));
                assert!(protocol.to_json(&back).unwrap() == json, "{name} in {protocol}: {json}");
            }
        }
    }
}

#[test]
fn generated_values_round_trip() {
    generated::<OperationMetadata>("operation_metadata");
    generated::<OperationDataAndMetadata>("operation.data_and_metadata");
    generated::<BlockMetadata>("block_header_metadata");
    generated::<BlockHeaderMetadata>("block_metadata");
}

/// The values of a store that are not in the registry, because Octez does not tell them apart in JSON.
#[test]
fn a_store_has_a_status() {
    for (bytes, status, json) in
        [([0, 0, 0, 0, 5], BlockStoreStatus::Idle(5), "5"), ([1, 0, 0, 0, 6], BlockStoreStatus::Merging(6), "6")]
    {
        assert_eq!(BlockStoreStatus::from_bytes(&bytes), Ok(status));
        assert_eq!((status.to_bytes().unwrap(), status.to_json().unwrap()), (bytes.to_vec(), json.to_owned()));
    }
    assert!(BlockStoreStatus::from_bytes(&[2, 0, 0, 0, 5]).is_err());
    assert_eq!(LegacyBlockStoreStatus::from_bytes(&[0xff]), Ok(LegacyBlockStoreStatus(true)));
    for (mode, bytes, json) in [
        (HistoryMode::Archive, vec![0], r#""archive""#),
        (HistoryMode::FullDefault, vec![3], r#""full""#),
        (HistoryMode::RollingDefault, vec![4], r#""rolling""#),
        (
            HistoryMode::Full { full: AdditionalCycles { additional_cycles: 1000 } },
            vec![1, 3, 0xe8],
            r#"{"full":{"additional_cycles":1000}}"#,
        ),
    ] {
        assert_eq!((mode.to_bytes().unwrap(), mode.to_json().unwrap()), (bytes, json.to_owned()));
        assert_eq!(HistoryMode::from_json(json), Ok(mode));
    }
    assert!(HistoryMode::from_bytes(&[2, 3, 0xe9]).is_err());
    let descriptor = BlockDescriptor(BlockHash([0; 32]), 7);
    assert_eq!(descriptor.to_json().unwrap(), format!(r#"["{}",7]"#, BlockHash([0; 32])));
}

/// The metadata of a block has the name of its protocol in JSON, and no other.
#[test]
fn json_of_blocks_names_the_protocol() {
    for protocol in Protocol::ALL.iter().copied() {
        let encoding = schema::at(<BlockHeaderMetadata>::ENCODING, protocol.revision());
        let bytes = registry::add_examples(generate(encoding)).values(1).next().unwrap().unwrap();
        let value: BlockHeaderMetadata = protocol.decode(&bytes).unwrap();
        let json = protocol.to_json(&value).unwrap();
        let hash = protocol.hashes().first().copied().unwrap_or("ProtoALphaALphaALphaALphaALphaALphaALphaALphaDdp3zK");
        assert!(json.starts_with(&format!(r#"{{"protocol":"{hash}","next_protocol":"{hash}","#)), "{json}");
        let other = Protocol::ALL.iter().find(|other| **other != protocol).unwrap().hashes()[0];
        let next = json.replacen(&format!(r#""next_protocol":"{hash}""#), &format!(r#""next_protocol":"{other}""#), 1);
        assert!(protocol.from_json::<BlockHeaderMetadata>(&next).is_ok(), "{next}");
        assert!(protocol.from_json::<BlockHeaderMetadata>(&json.replacen(hash, other, 1)).is_err(), "{json}");
    }
}
