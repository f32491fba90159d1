//! Real data: messages of TezEdge's test suite, blocks of two networks, samples of Octez.
//!
//! The files are not part of the repository. If they are not available, each test prints that it is skipped.

use std::fmt::Debug;
use std::fs;

use crate::common::tezedge::{MESSAGES, messages};
use crate::common::{bytes, lines, shared, sized, text};
use serde_json::Value;
use tezos_encoding::{Decode, Encode, Tagged};
use tezos_messages::block_header::{BlockHeader, Fitness};
use tezos_messages::handshake::{Ack, ConnectionMessage};
use tezos_messages::hash::{BlockHash, ChainId, OperationListHash};
use tezos_messages::merkle;
use tezos_messages::operation::RawOperation;
use tezos_messages::p2p::PeerMessage;

/// Checks that the input decodes to a value, and that the value is written as the same bytes. Returns the value.
#[track_caller]
fn round_trip<T: Encode + for<'a> Decode<'a> + Debug + PartialEq>(what: &str, input: &[u8]) -> T {
    let value = T::from_canonical_bytes(input).unwrap_or_else(|error| panic!("{what}: {error}"));
    assert!(value.to_bytes().unwrap() == input, "{what}: the written bytes differ");
    assert_eq!(value.encoded_len(), Ok(input.len()), "{what}");
    value
}

#[test]
fn messages_of_tezedge_round_trip() {
    let all = messages();
    for ((file, tag, input), (_, _, kind)) in all.iter().zip(MESSAGES) {
        match (tag, *file) {
            (None, "ack.msg") => {
                let Ack::Nack { motive, peers } = round_trip(file, input) else { panic!("{file}: not a nack") };
                assert_eq!((motive.0, peers.len()), (1, 18));
            }
            (None, _) => {
                let message: ConnectionMessage = round_trip(file, input);
                assert_eq!(message.version.chain_name, "TEZOS_MAINNET");
                assert_eq!((message.version.distributed_db_version, message.version.p2p_version), (0, 1));
            }
            (Some(tag), _) => {
                let message: PeerMessage = round_trip(file, input);
                assert_eq!((message.tag(), message.title()), (u32::from(*tag), *kind), "{file}");
                check_counts(&message);
            }
        }
    }
    println!("tezedge_messages/*.msg: {} read and written again", all.len());
}

/// Checks the numbers of elements that `manifest.jsonl` lists for large messages.
fn check_counts(message: &PeerMessage) {
    match message {
        PeerMessage::CurrentBranch(body) => assert_eq!(body.current_branch.history.len(), 174),
        PeerMessage::CurrentHead(body) => {
            let mempool = &body.current_mempool;
            assert_eq!((mempool.known_valid.len(), mempool.pending.len()), (430, 615));
        }
        PeerMessage::OperationsForBlocks(body) => {
            assert_eq!(body.operations.len(), 1095);
            let (_, pass) = body.root().unwrap();
            assert_eq!(i64::try_from(pass).unwrap(), i64::from(body.operations_for_block.validation_pass));
        }
        _ => (),
    }
}

/// Checks the operations of TezEdge, and the messages in the sources of its tests.
#[test]
fn operations_and_inline_vectors_of_tezedge_round_trip() {
    let Some(folder) = shared("data/tezedge_messages") else { return };
    let mut files = Vec::new();
    for protocol in fs::read_dir(folder.join("operations")).unwrap() {
        files.extend(fs::read_dir(protocol.unwrap().path()).unwrap().map(|file| file.unwrap().path()));
    }
    files.retain(|file| file.extension().is_some_and(|extension| extension == "bin"));
    for file in &files {
        round_trip::<RawOperation>(&file.display().to_string(), &fs::read(file).unwrap());
    }
    println!("tezedge_messages/operations: {}", files.len());

    let vectors = lines(&folder.join("inline_test_vectors.jsonl"));
    for line in &vectors {
        let input = bytes(line, "hex");
        let what = text(line, "fn");
        match text(line, "form") {
            "connection_chunk" => {
                let (length, message) = input.split_first_chunk::<2>().unwrap();
                assert_eq!(usize::from(u16::from_be_bytes(*length)), message.len());
                round_trip::<ConnectionMessage>(what, message);
            }
            "ack" => drop(round_trip::<Ack>(what, &input)),
            "block_header" => drop(round_trip::<BlockHeader>(what, &input)),
            "operation" => drop(round_trip::<RawOperation>(what, &input)),
            "peer_message" => {
                let message: PeerMessage = round_trip(what, &input);
                assert_eq!(message.title(), text(line, "kind"), "{what}");
            }
            form => panic!("unknown form {form}"),
        }
    }
    println!("tezedge_messages/inline_test_vectors.jsonl: {}", vectors.len());
}

#[test]
fn samples_of_octez_round_trip() {
    let Some(folder) = shared("data/octez_encoding_samples") else { return };
    let mut count = 0;
    for line in lines(&folder.join("samples.jsonl")) {
        let (encoding, input) = (text(&line, "encoding"), bytes(&line, "hex"));
        match encoding {
            "block_header" | "block_header.raw" => drop(round_trip::<BlockHeader>(encoding, &input)),
            "operation" | "operation.raw" => drop(round_trip::<RawOperation>(encoding, &input)),
            "fitness" => drop(round_trip::<Fitness>(encoding, &input)),
            _ => continue,
        }
        count += 1;
    }
    println!("octez_encoding_samples/samples.jsonl: {count} headers, operations and fitnesses");
}

/// Checks headers, operations, hashes, links to predecessors, Merkle roots and paths of whole blocks.
fn blocks(folder: &str, links: usize) {
    let Some(folder) = shared(folder) else { return };
    let blocks = lines(&folder.join("blocks.jsonl"));
    let mut last: Option<(i32, ChainId, BlockHash)> = None;
    let (mut linked, mut operations) = (0, 0);
    for line in &blocks {
        let what = text(line, "hash");
        let header: BlockHeader = round_trip(what, &bytes(line, "header"));
        let chain = ChainId::try_from(&bytes(line, "chain_id")[..]).unwrap();
        let hash = header.hash().unwrap();
        assert_eq!(hex::encode(hash), what);
        assert_eq!(i64::from(header.level), line["level"].as_i64().unwrap());
        if let Some((level, before, predecessor)) = last.replace((header.level, chain, hash))
            && level + 1 == header.level
            && before == chain
        {
            assert_eq!(header.predecessor, predecessor, "{what}");
            linked += 1;
        }
        let passes: Vec<_> = line["operations"].as_array().unwrap().iter().map(list_hash).collect();
        assert_eq!(passes.len(), usize::from(header.validation_pass), "{what}");
        let root = merkle::operation_list_list_hash(passes.iter().map(|(hash, _)| *hash));
        assert_eq!(root, header.operations_hash, "{what}");
        let lists: Vec<_> = passes.iter().map(|(hash, _)| *hash).collect();
        for (pass, list) in (0_u64..).zip(&lists) {
            let path = merkle::path(&lists, pass as usize).unwrap();
            assert_eq!(merkle::verify(&root.0, pass, list, path), Ok(()), "{what}");
        }
        operations += passes.iter().map(|(_, count)| count).sum::<usize>();
    }
    assert!(linked >= links, "{linked} links");
    println!("{}: {} blocks, {linked} links, {operations} operations", folder.display(), blocks.len());
}

/// Returns the hash of a list of operations, and their number.
fn list_hash(list: &Value) -> (OperationListHash, usize) {
    let list = list.as_array().unwrap().iter().map(|operation| {
        let input = hex::decode(operation.as_str().unwrap()).unwrap();
        round_trip::<RawOperation>("operation", &input).hash()
    });
    let hashes: Vec<_> = list.collect();
    (merkle::operation_list_hash(hashes.iter().copied()), hashes.len())
}

#[test]
fn blocks_of_carthage_round_trip_with_their_hashes() {
    blocks("data/blocks_carthage", 660);
}

#[test]
fn blocks_of_mainnet_round_trip_with_their_hashes() {
    blocks("data/blocks_mainnet", 0);
}

/// The path of each list leads to the Merkle root in the header of its block.
#[test]
fn paths_of_operations_lead_to_the_root_in_their_header() {
    let Some(folder) = shared("data/p2p_operations_for_blocks") else { return };
    let messages = lines(&folder.join("messages.jsonl"));
    let mut roots = std::collections::BTreeMap::new();
    if let Some(folder) = shared("data/blocks_carthage") {
        for line in lines(&folder.join("blocks.jsonl")) {
            let header = BlockHeader::from_bytes(&bytes(&line, "header")).unwrap();
            roots.insert(header.hash().unwrap(), header.operations_hash);
        }
    }
    let mut verified = 0;
    for line in &messages {
        let tag_and_body = bytes(line, "hex");
        let input = sized(&tag_and_body);
        let PeerMessage::OperationsForBlocks(body) = round_trip(text(line, "block"), &input) else {
            panic!("another kind: {line}");
        };
        let key = &body.operations_for_block;
        assert_eq!(key.hash.to_string(), text(line, "block"));
        assert_eq!(Some(i64::from(key.validation_pass)), line["validation_pass"].as_i64());
        assert_eq!(Some(body.operations.len() as u64), line["operations"].as_u64());
        let (root, pass) = body.root().unwrap();
        assert_eq!(hex::encode(root), text(line, "merkle_root"));
        assert_eq!(i64::try_from(pass).unwrap(), i64::from(key.validation_pass));
        body.verify(&root).unwrap();
        if let Some(expected) = roots.get(&key.hash) {
            body.verify(expected).unwrap();
            verified += 1;
        }
        let mut other = body.clone();
        other.operations_for_block.validation_pass ^= 1;
        assert!(other.verify(&root).is_err());
        other.operations_for_block.validation_pass = -1;
        assert!(other.verify(&root).is_err());
        let mut other = body;
        if other.operations.pop().is_some() {
            assert!(other.verify(&root).is_err());
        }
    }
    assert_eq!(verified, messages.len());
    println!("p2p_operations_for_blocks/messages.jsonl: {verified} of {} lead to their header", messages.len());
}
