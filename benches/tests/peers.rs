//! Checks that the types for `tezos_data_encoding` have our wire format, and that those for the other formats survive a round trip.

#![allow(clippy::unwrap_used, clippy::indexing_slicing, clippy::arithmetic_side_effects, reason = "a test may panic")]

use std::fmt::Debug;

use tezos_codec_benches::{
    bodies,
    peers::{codecs, own, tezos},
    samples::{
        BlockHeader, CurrentBranch, CurrentHead, GetBlockHeaders, GetOperationsForBlocks, OperationsForBlocks, Samples,
    },
    tree::{expr, tree},
};
use tezos_data_encoding::{enc::BinWriter, nom::NomReader};
use tezos_encoding::{Decode, Encode};
use tezos_messages::{
    handshake::{Ack, ConnectionMessage},
    hash::ChainId,
};

/// Checks that `tezos_data_encoding` reads the bytes and writes them again, and that it accepts the same changed or cut bytes as we do.
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

/// Checks that a value survives a round trip through each codec with its own format.
macro_rules! round_trips {
    ($samples:ident: $($name:ident: $type:ident;)*) => {$({
        let value = own::$type::from($type::from_bytes($samples.body(stringify!($name))).unwrap());
        round_trips!(codecs value: bincode borsh scale postcard wincode speedy);
        let mut buffer = bitcode::Buffer::new();
        let bytes = codecs::bitcode::encode(&mut buffer, &value).unwrap();
        assert_eq!(codecs::bitcode::decode::<own::$type>(&mut buffer, &bytes).unwrap(), value);
    })*};
    (codecs $value:ident: $($codec:ident)*) => {$({
        let bytes = codecs::$codec::encode(&$value).unwrap();
        let read = codecs::$codec::decode(&bytes).unwrap();
        assert!($value == read, stringify!($codec));
    })*};
}

fn check(samples: &Samples) {
    macro_rules! same_wire {
        ($($name:ident: $type:ident;)*) => {
            $(same_wire::<tezos::$type, $type>(samples.body(stringify!($name)));)*
        };
    }
    bodies!(same_wire! [connection viewed lists ids]);
    same_wire::<tezos::Ack, own::Ack>(samples.body("ack"));
    bodies!(round_trips! [connection ack viewed lists ids] samples:);
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
    let (tree, expr) = (tree(6, 0), expr(100));
    round_trips!(codecs tree: bincode borsh scale postcard deku);
    round_trips!(codecs expr: bincode borsh scale postcard deku);
}
