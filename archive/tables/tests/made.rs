//! Blocks with made-up operations of every kind of every protocol.

use std::path::Path;
use std::sync::Arc;

use tezos_archive_store::{Block, Place, Receipt};
use tezos_encoding::HasEncoding;
use tezos_encoding::schema::{self, Encoding, generate};
use tezos_hashes::hash::{BlockHash, ChainId, blake2b_256};
use tezos_protocols::Protocol;
use tezos_protocols::header::FullHeader;
use tezos_protocols::receipt::ContentsAndResult;
use tezos_protocols::registry::add_examples;

/// Returns a block of each protocol with `count` operations of each kind, with receipts. `generate` finds no value of some kinds whose guards
/// random values rarely meet; those are named.
pub(crate) fn blocks(count: usize) -> (Vec<Block>, Vec<String>) {
    let (mut blocks, mut missing) = (Vec::new(), Vec::new());
    for (index, protocol) in Protocol::ALL.iter().filter(|protocol| **protocol != Protocol::Genesis).enumerate() {
        let level = i32::try_from(index).unwrap() + 100;
        let (operations, without) = operations(*protocol, count);
        missing.extend(without);
        blocks.push(block(*protocol, level, operations));
    }
    (blocks, missing)
}

/// The bytes of an operation and of its receipt.
pub(crate) type Pair = (Vec<u8>, Vec<u8>);

pub(crate) fn block(protocol: Protocol, level: i32, operations: Vec<Pair>) -> Block {
    let header = add_examples(generate(schema::at(FullHeader::ENCODING, protocol.revision())));
    // Some signatures are of other protocols.
    let mut headers = header.values(7).take(100).flatten();
    let mut header = headers.find(|header| protocol.decode::<FullHeader>(header).is_ok()).unwrap();
    header[..4].copy_from_slice(&level.to_be_bytes());
    let (operations, receipts) = operations
        .into_iter()
        .map(|(operation, receipt)| (operation.into(), Receipt::Metadata(receipt.into())))
        .unzip();
    Block {
        level,
        hash: BlockHash(blake2b_256(&header)),
        chain_id: ChainId([1, 2, 3, 4]),
        protocol,
        header: header.into(),
        operations: vec![operations],
        operation_hashes: None,
        metadata: None,
        receipts: Some(vec![receipts]),
        place: Place { source: Arc::from(Path::new("made")), offset: 0 },
    }
}

fn operations(protocol: Protocol, count: usize) -> (Vec<Pair>, Vec<String>) {
    let (mut all, mut missing) = (Vec::new(), Vec::new());
    let Encoding::Union { cases, .. } = schema::at(ContentsAndResult::ENCODING, protocol.revision()) else {
        panic!("contents are a union")
    };
    for case in *cases {
        let generator = add_examples(generate(case.payload)).max_bytes(2000);
        let values = generator.values(11).take(count.saturating_mul(4));
        let before = all.len();
        for payload in values.flatten() {
            if all.len() - before == count {
                break;
            }
            let mut whole = vec![u8::try_from(case.tag).unwrap()];
            whole.extend(payload);
            let Ok(both) = protocol.decode::<ContentsAndResult>(&whole) else { continue };
            let contents = protocol.encode(&both.into_contents(protocol)).unwrap();
            // What a value is written with may differ from what it was read from.
            let Some(result) = whole.strip_prefix(&*contents) else { continue };
            let result = [&whole[..1], result].concat();
            let size = u32::try_from(result.len()).unwrap().to_be_bytes();
            let operation = [&[9; 32][..], &contents, &[5; 64]].concat();
            all.push((operation, [&[0][..], &size, &result].concat()));
        }
        if all.len() == before {
            missing.push(format!("{} {}", protocol.id(), case.title));
        }
    }
    (all, missing)
}
