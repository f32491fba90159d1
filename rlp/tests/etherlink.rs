//! Etherlink's types, and RLP inside data-encoding.

use tezos_encoding::prelude::*;
use tezos_encoding::schema::slice;
use tezos_rlp::etherlink::{
    Blueprint, BlueprintChunk, DalSlotImportSignals, DalSlotsOfLevel, DelayedInboxItem, DelayedTransaction, Deposit,
    DepositReceiver, ExternalMessage, Input, KernelUpgrade, SequencerUpgrade, TezosReceiver,
};
use tezos_rlp::{Item, ToRlp, U256};

use crate::common::{hex, item};

fn chunk(chain_id: Option<U256>) -> BlueprintChunk {
    BlueprintChunk {
        chunk: vec![1, 2],
        number: U256::from(258u16),
        nb_chunks: 1,
        chunk_index: 0,
        chain_id,
        signature: [7; 64],
    }
}

/// As `append_u256_le` and `append_u16_le` write them.
#[test]
fn chunks_of_blueprints() {
    let number = ["a00201", &"00".repeat(30)].concat();
    let signature = ["b840", &"07".repeat(64)].concat();
    let five = hex(&["f86c", "820102", &number, "820100", "820000", &signature].concat());
    assert_eq!(chunk(None).to_rlp().unwrap(), five);
    assert_eq!(item::<BlueprintChunk>(&five).unwrap(), chunk(None));
    let chain = ["a005", &"00".repeat(31)].concat();
    let six = hex(&["f88d", "820102", &number, "820100", "820000", &chain, &signature].concat());
    assert_eq!(item::<BlueprintChunk>(&six).unwrap(), chunk(Some(U256::from(5u8))));
    assert_eq!(chunk(Some(U256::from(5u8))).to_rlp().unwrap(), six);
}

#[test]
fn blueprints_without_a_version() {
    let hash = ["a0", &"09".repeat(32)].concat();
    let (old, new) = (
        hex(&["ee", &hash, "c0c28001881000000000000000"].concat()),
        hex(&["ef80", &hash, "c0c28001881000000000000000"].concat()),
    );
    let blueprint = Blueprint {
        version: 0,
        parent_hash: [9; 32],
        delayed_hashes: vec![],
        transactions: vec![vec![], vec![1]],
        timestamp: 16,
    };
    assert_eq!(item::<Blueprint>(&new).unwrap(), blueprint);
    assert_eq!(tezos_rlp::FromRlp::from_rlp(&old), Ok(blueprint));
}

#[test]
fn upgrades_and_signals() {
    let sequencer: tezos_protocols::keys::PublicKey =
        "edpkuBknW28nW72KG6RoHtYW7p12T6GKc7nAbwYX5m8Wd9sDVC9yav".parse().unwrap();
    let upgrade = SequencerUpgrade { sequencer, pool_address: [3; 20], activation_timestamp: 1 };
    let text = "edpkuBknW28nW72KG6RoHtYW7p12T6GKc7nAbwYX5m8Wd9sDVC9yav";
    let bytes = [&[0xf8, 0x55, 0xb6], text.as_bytes(), &[0x94], &[3; 20], &[0x88, 1, 0, 0, 0, 0, 0, 0, 0]].concat();
    assert_eq!(upgrade.to_rlp().unwrap(), bytes);
    assert_eq!(item::<SequencerUpgrade>(&bytes).unwrap(), upgrade);
    let kernel = KernelUpgrade { preimage_hash: [0; 33], activation_timestamp: 0 };
    assert_eq!(item::<KernelUpgrade>(&kernel.to_rlp().unwrap()).unwrap(), kernel);
    let signals = DalSlotImportSignals {
        signals: vec![DalSlotsOfLevel { published_level: 258, slot_indices: vec![0, 5, 200] }],
        signature: [1; 64],
    };
    let bytes = hex(&["f84e", "cbca8402010000c4800581c8", "b840", &"01".repeat(64)].concat());
    assert_eq!(signals.to_rlp().unwrap(), bytes);
    assert_eq!(item::<DalSlotImportSignals>(&bytes).unwrap(), signals);
}

#[test]
fn deposits() {
    let account: tezos_protocols::keys::PublicKeyHash = "tz1VSUr8wwNhLAzempoch5d6hLRiTh8Cjcjb".parse().unwrap();
    for receiver in
        [DepositReceiver::Ethereum([2; 20]), DepositReceiver::Tezos(TezosReceiver::Contract(account.into()))]
    {
        let deposit = Deposit::New { amount: U256::from(10u8), receiver, inbox_level: 300, inbox_msg_id: 0 };
        let delayed = DelayedInboxItem { transaction: DelayedTransaction::Deposit(deposit), timestamp: 5, level: 7 };
        assert_eq!(item::<DelayedInboxItem>(&delayed.to_rlp().unwrap()).unwrap(), delayed);
    }
    let old = Deposit::Old { amount: U256::from(10u8), receiver: [2; 20] };
    let bytes = hex(&["d60a94", &"02".repeat(20)].concat());
    assert_eq!((old.to_rlp().unwrap(), item::<Deposit>(&bytes).unwrap()), (bytes, old));
    let transaction = hex("c9808080808080808080");
    let delayed = [&[0xcc, 1, 0x8a], &transaction[..]].concat();
    assert!(matches!(item::<DelayedTransaction>(&delayed), Ok(DelayedTransaction::Ethereum(_))));
}

#[test]
fn messages_with_parts_in_rlp() {
    let message = ExternalMessage { rollup: [4; 20], input: Input::Blueprint(Item::new(chunk(None))) };
    let bytes = message.to_bytes().unwrap();
    assert_eq!(bytes[..23], [&[0][..], &[4; 20], &[3, 0xf8]].concat());
    assert_eq!(ExternalMessage::from_bytes(&bytes).unwrap(), message);
    assert!(slice(ExternalMessage::ENCODING, &bytes).slices.iter().any(|slice| slice.name.contains("nb_chunks")));
    let error = ExternalMessage::from_bytes(&bytes[..60]).unwrap_err();
    assert!(error.to_string().contains("input"), "{error}");
}
