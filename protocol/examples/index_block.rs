//! Indexes a block: what its operations are, who was paid, which events and big maps it has.
//!
//! `cargo run -p tezos-protocols --example index_block PROTOCOL FILE`: the protocol by number or name, and the answer of a node to
//! `GET /chains/main/blocks/LEVEL` with `Accept: application/octet-stream`.

use std::{collections::BTreeMap, env, error::Error, fs};

use tezos_protocols::{
    Protocol,
    block::BlockAnswer,
    receipt::{Balance, Status},
};

/// A block with an attestation and two operations of an account: a call, in which the contract emits an event and pays, and a delegation that
/// fails.
const BLOCK: &[u8] = include_bytes!("block.bin");

fn main() -> Result<(), Box<dyn Error>> {
    match (env::args().nth(1), env::args().nth(2)) {
        (Some(protocol), Some(file)) => index(protocol.parse()?, &fs::read(file)?),
        _ => demo(),
    }
}

pub(crate) fn demo() -> Result<(), Box<dyn Error>> {
    index(Protocol::Nairobi, BLOCK)
}

fn index(protocol: Protocol, bytes: &[u8]) -> Result<(), Box<dyn Error>> {
    let BlockAnswer(block): BlockAnswer = protocol.decode(bytes)?;
    println!("block {}", block.hash);

    // Every operation, in the order of the block. The same loop reads the blocks of all protocols.
    for contents in block.operations() {
        let status = contents.status().map_or("", Status::name);
        println!("{} {}: {} {status}", contents.place, contents.hash(), contents.human());
        for internal in contents.internal_operations() {
            println!("    {} {}", internal.value.human(), internal.value.status());
        }
        for error in contents.receipt.iter().flat_map(|receipt| receipt.errors()) {
            println!("    {:?}", error.0);
        }
    }

    // Transfers, events and changes of big maps, also of internal operations. Those of failed operations are among them.
    let transfers = block.transfers().filter(|transfer| !transfer.is_void());
    println!("{} transfers to contracts and accounts", transfers.count());
    for event in block.events().filter(|event| !event.is_void()) {
        println!("event of {} at {}", event.value.source, event.place);
    }
    for change in block.big_map_diffs().filter(|change| !change.is_void()) {
        println!("{:?}", change.value);
    }

    // What each account gained or lost, fees included.
    let mut changes = BTreeMap::new();
    for update in block.balance_updates().filter(|update| !update.is_void()) {
        if let Balance::Contract { contract } = update.value.balance {
            let sum: &mut i64 = changes.entry(contract).or_default();
            *sum = sum.saturating_add(update.value.change);
        }
    }
    for (contract, change) in changes {
        println!("{contract} {change:+} mutez");
    }
    Ok(())
}
