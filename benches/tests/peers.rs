//! The types for `tezos_data_encoding` have our wire format, and those for the other formats hold what ours hold.

#![allow(clippy::unwrap_used, clippy::indexing_slicing, clippy::arithmetic_side_effects, reason = "a test may panic")]

use std::fmt::Debug;

use tezos_codec_benches::{
    peers::{codecs, own, tezos, tree as own_tree},
    samples::{GetBlockHeaders, GetOperationsForBlocks, Samples},
    tree::{expr, tree},
};
use tezos_data_encoding::{enc::BinWriter, nom::NomReader};
use tezos_encoding::{Decode, Encode};
use tezos_messages::{
    block_header::BlockHeader,
    handshake::{Ack, ConnectionMessage},
    hash::ChainId,
    p2p::{CurrentBranch, CurrentHead, OperationsForBlocks},
};

/// `tezos_data_encoding` takes the bytes and writes them again; changed or cut, it takes what we take.
fn same_wire<T, O>(bytes: &[u8])
where
    T: for<'a> NomReader<'a> + BinWriter,
    O: for<'a> Decode<'a> + Encode + Debug,
{
    let rewritten = |bytes: &[u8]| tezos::decode::<T>(bytes).ok().map(|value| tezos::encode(&value).unwrap());
    assert_eq!(rewritten(bytes).unwrap(), bytes);
    let ours = |bytes: &[u8]| O::from_bytes(bytes).ok().map(|value| value.to_bytes().unwrap());
    for cut in 0..bytes.len().min(600) {
        assert_eq!(rewritten(&bytes[..cut]), ours(&bytes[..cut]), "cut at {cut}");
    }
    let mut changed = bytes.to_vec();
    for at in 0..bytes.len().min(600) {
        changed[at] ^= 0x80;
        assert_eq!(rewritten(&changed), ours(&changed), "byte {at}");
        changed[at] = bytes[at];
    }
}

/// Each codec with a format of its own gives back what it was given.
macro_rules! round_trips {
    ($samples:ident: $($name:ident: $ours:ty => $own:ty;)*) => {$({
        let value = <$own>::from(<$ours>::from_bytes(&$samples.$name).unwrap());
        round_trips!(codecs value: bincode borsh scale postcard wincode speedy);
        let mut buffer = bitcode::Buffer::new();
        let bytes = codecs::bitcode::encode(&mut buffer, &value).unwrap();
        assert_eq!(codecs::bitcode::decode::<$own>(&mut buffer, &bytes).unwrap(), value);
    })*};
    (codecs $value:ident: $($codec:ident)*) => {$({
        let bytes = codecs::$codec::encode(&$value).unwrap();
        let read = codecs::$codec::decode(&bytes).unwrap();
        assert!($value == read, stringify!($codec));
    })*};
}

fn check(samples: &Samples) {
    same_wire::<tezos::ConnectionMessage, ConnectionMessage>(&samples.connection);
    same_wire::<tezos::Ack, own::Ack>(&samples.ack);
    same_wire::<tezos::BlockHeader, BlockHeader>(&samples.block_header);
    same_wire::<tezos::CurrentBranch, CurrentBranch>(&samples.current_branch);
    same_wire::<tezos::CurrentHead, CurrentHead>(&samples.current_head);
    same_wire::<tezos::GetBlockHeaders, GetBlockHeaders>(&samples.get_block_headers);
    same_wire::<tezos::ChainId, ChainId>(&samples.get_current_branch);
    same_wire::<tezos::GetOperationsForBlocks, GetOperationsForBlocks>(&samples.get_operations_for_blocks);
    same_wire::<tezos::OperationsForBlocks, OperationsForBlocks>(&samples.operations_for_blocks);
    round_trips! { samples:
        connection: ConnectionMessage => own::ConnectionMessage;
        ack: Ack => own::Ack;
        block_header: BlockHeader => own::BlockHeader;
        current_branch: CurrentBranch => own::CurrentBranch;
        current_head: CurrentHead => own::CurrentHead;
        get_block_headers: GetBlockHeaders => own::GetBlockHeaders;
        get_current_branch: ChainId => own::ChainId;
        get_operations_for_blocks: GetOperationsForBlocks => own::GetOperationsForBlocks;
        operations_for_blocks: OperationsForBlocks => own::OperationsForBlocks;
    }
}

#[test]
fn made_messages() {
    check(&Samples::made());
}

#[test]
fn real_messages() {
    let samples = Samples::load();
    println!("messages: {}", samples.origin);
    check(&samples);
}

#[test]
fn recursive_types() {
    let (tree, expr) = (own_tree::Tree::from(tree(6, 0)), own_tree::Expr::from(expr(100)));
    round_trips!(codecs tree: bincode borsh scale postcard deku);
    round_trips!(codecs expr: bincode borsh scale postcard deku);
}
