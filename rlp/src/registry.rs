//! The encodings by their id, for tools.

use tezos_encoding::schema::{
    Named,
    Scope::{Ground, Whole},
};
use tezos_encoding::wire::Schema;

use crate::ethereum::{Block, Header, Receipt, Transaction, Withdrawal};
#[cfg(feature = "etherlink")]
use crate::etherlink;
use crate::{Envelope, Rlp, Value};

static ENCODINGS: &[Named] = &[
    Named::new("ethereum.block", "A block of Ethereum, in RLP", <Rlp as Schema<Block>>::ENCODING, Whole),
    Named::new(
        "ethereum.header",
        "The header of a block of Ethereum, in RLP",
        <Rlp as Schema<Header>>::ENCODING,
        Whole,
    ),
    Named::new(
        "ethereum.receipt",
        "What a transaction of Ethereum did, in RLP",
        <Envelope as Schema<Receipt>>::ENCODING,
        Whole,
    ),
    Named::new(
        "ethereum.transaction",
        "A transaction of Ethereum, as it is signed and sent, in RLP",
        <Envelope as Schema<Transaction>>::ENCODING,
        Whole,
    ),
    Named::new(
        "ethereum.withdrawal",
        "Wei that leave the consensus layer of Ethereum, in RLP",
        <Rlp as Schema<Withdrawal>>::ENCODING,
        Whole,
    ),
    #[cfg(feature = "etherlink")]
    Named::new(
        "etherlink.blueprint",
        "The transactions and the time of a block of Etherlink, in RLP",
        <Rlp as Schema<etherlink::Blueprint>>::ENCODING,
        Whole,
    ),
    #[cfg(feature = "etherlink")]
    Named::new(
        "etherlink.blueprint_chunk",
        "A part of a blueprint with the signature of the sequencer, in RLP",
        <Rlp as Schema<etherlink::BlueprintChunk>>::ENCODING,
        Whole,
    ),
    #[cfg(feature = "etherlink")]
    Named::new(
        "etherlink.dal_signals",
        "The slots of the data availability layer that a kernel imports, in RLP",
        <Rlp as Schema<etherlink::DalSlotImportSignals>>::ENCODING,
        Whole,
    ),
    #[cfg(feature = "etherlink")]
    Named::new(
        "etherlink.delayed_inbox_item",
        "A delayed transaction with its time and level, in RLP",
        <Rlp as Schema<etherlink::DelayedInboxItem>>::ENCODING,
        Whole,
    ),
    #[cfg(feature = "etherlink")]
    Named::new(
        "etherlink.delayed_transaction",
        "A transaction that comes by way of Tezos, in RLP",
        <Rlp as Schema<etherlink::DelayedTransaction>>::ENCODING,
        Whole,
    ),
    #[cfg(feature = "etherlink")]
    Named::new(
        "etherlink.external_message",
        "A message to Etherlink from outside of Tezos, with parts in RLP",
        <etherlink::ExternalMessage as tezos_encoding::HasEncoding>::ENCODING,
        Whole,
    ),
    #[cfg(feature = "etherlink")]
    Named::new(
        "etherlink.kernel_upgrade",
        "The next kernel of Etherlink and its time, in RLP",
        <Rlp as Schema<etherlink::KernelUpgrade>>::ENCODING,
        Whole,
    ),
    #[cfg(feature = "etherlink")]
    Named::new(
        "etherlink.sequencer_key_change",
        "The next key of the sequencer and its time, in RLP",
        <Rlp as Schema<etherlink::SequencerKeyChange>>::ENCODING,
        Whole,
    ),
    #[cfg(feature = "etherlink")]
    Named::new(
        "etherlink.sequencer_upgrade",
        "The next sequencer, its address and its time, in RLP",
        <Rlp as Schema<etherlink::SequencerUpgrade>>::ENCODING,
        Whole,
    ),
    Named::new("rlp", "Any item in RLP", <Rlp as Schema<Value>>::ENCODING, Ground),
];

/// Returns the encodings by their id, sorted.
pub fn encodings() -> &'static [Named] {
    ENCODINGS
}
