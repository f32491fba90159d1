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

/// A block with two operations of an account: a call, in which the contract emits an event and pays, and a delegation that fails.
const BLOCK: &str = "\
000005def49af95b1e66c58541a091a23dd4f04f80d251c001e9ee4d617356a97ce9c4fe7c502d0800000101000028ad01a888a4d1e6d37d4c52f216\
67720b0bebe4cf4d1287c699acc62e4d6b8de14ffb000000006442bb0704123dc80c70da3819d118d4d85d80176298de2bf134d1eca7ed8dd3ef98dc\
857b00000021000000010200000004000028ad0000000000000004ffffffff0000000400000000401c32e35ffedd6423acec010396e263ac7855fccd\
ecc6fda276a7ca09c7b3c3300d8bbb172b5dab23b7c414649bdd534b72022293d1d0e7dedd45ca08cee73e0000000096c910dd000000000002f2ce52\
cf58d4bdefa27ce90b76a61704b94839dfd1df8c19dab221f7205dc3eaf196a607c5a552a2373cbf4e4a0f6e45e7e62934665bac70d2f36572408f3f\
01ff000000a000000000f00000800000000121000000040000000002293dfc50b5942f6b0495ba94aaf36fb14b1ed47b02293dfc50b5942f6b0495ba\
94aaf36fb14b1ed47b000028ad000028ac00000001000008ac00000000010400002000000008ac000017530000000000000000001180254100000000\
02293dfc50b5942f6b0495ba94aaf36fb14b1ed47b02293dfc50b5942f6b0495ba94aaf36fb14b1ed47b90a488020000040c000000f3000000eff49a\
f95b90ef41de9ac6326cf2110a39a9a027e6da36c5118c1b40414ab922896d54bfea0000002008801bdc2b895285421b0ea304047aa9ab95c6d21287\
71f5142f5e5efbefe646000000a302000000005d150000000028ac00000000f0b89d19045cfcd5ac5d100026e110501283f18306ca46aea4c43d2d1e\
a4d3200000000000acf4f2277f0962a722f71dd9591ea6ecfe37137d0000012b00acf4f2277f0962a722f71dd9591ea6ecfe37137d33757c17918071\
fdad5806ff1e67cd95c47260a1cf9b673f9e00dd9c4a47c92280fe12ce6cf295cc205663a72d5b42edbb9e762cb4199307fade8446f4321809000000\
0400000000000000040000000000000301000002fdf49af95b90ef41de9ac6326cf2110a39a9a027e6da36c5118c1b40414ab922896d54bfea000000\
2008801bdc2b895285421b0ea304047aa9ab95c6d2128771f5142f5e5efbefe646000001c10200000001bb6c0002298c03ed7d454a101eb7022bc95f\
7e5f41ac78bc0508b81764e0c65b019aa86e5138883fd92c51091425ba78389e4dd63300ffff046d696e740000000200050000002a00000002298c03\
ed7d454a101eb7022bc95f7e5f41ac78fffffffffffffd44000200000000000002bc000000ff00040000004000000002298c03ed7d454a101eb7022b\
c95f7e5f41ac78ffffffffffe91ca00000019aa86e5138883fd92c51091425ba78389e4dd63300000000000016e360000000000000000000a0968001\
ac040000ff000000350004000000002eca1033616a60f9ba750014009be252ee5ad0b3a0ba1e37f0da62544c62a9b22701000000066d696e746564ff\
0005000000b404019aa86e5138883fd92c51091425ba78389e4dd6330000000362ffff066d696e746564ff000500c0843d01019aa86e5138883fd92c\
51091425ba78389e4dd63300000190a10f000002298c03ed7d454a101eb7022bc95f7e5f41ac78000000000000004000019aa86e5138883fd92c5109\
1425ba78389e4dd63300fffffffffffc2f700000000002298c03ed7d454a101eb7022bc95f7e5f41ac78000000000003d090000000000000000000a0\
8d0600000000f49af95b90ef41de9ac6326cf2110a39a9a027e6da36c5118c1b40414ab922896d54bfea0000002008801bdc2b895285421b0ea30404\
7aa9ab95c6d2128771f5142f5e5efbefe646000000a402000000009e6e0002298c03ed7d454a101eb7022bc95f7e5f41ac78ac0209e80700ff000229\
8c03ed7d454a101eb7022bc95f7e5f41ac7800000000010000005f0000005b5b000000026b696e64000a00000074656d706f7261727900026964003a\
00000070726f746f2e3031372d50744e6169726f622e636f6e74726163742e6d616e616765722e756e726567697374657265645f64656c6567617465\
000000000000";

fn main() -> Result<(), Box<dyn Error>> {
    match (env::args().nth(1), env::args().nth(2)) {
        (Some(protocol), Some(file)) => index(protocol.parse()?, &fs::read(file)?),
        _ => demo(),
    }
}

pub(crate) fn demo() -> Result<(), Box<dyn Error>> {
    index(Protocol::Nairobi, &hex::decode(BLOCK).map_err(|error| error.to_string())?)
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
