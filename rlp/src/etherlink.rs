//! The types of Etherlink, a rollup of Tezos with Ethereum's transactions: what its kernel reads from the inbox and keeps.
//!
//! Rule: tezos-mirror, `etherlink/kernel_latest`.

use alloc::vec::Vec;

use tezos_encoding::prelude::*;
use tezos_protocols::contract::ContractId;
use tezos_protocols::keys::PublicKey;
use tezos_protocols::operation::RawOperation;

use crate::ethereum::{Address, Hash, Transaction};
use crate::{Envelope, Item, Rlp, U256};

/// A part of a blueprint, with the signature of the sequencer (`sequencer_blueprint.rs`, `SequencerBlueprint`).
#[derive(Clone, Debug, PartialEq, Eq, Hash, Rlp)]
pub struct BlueprintChunk {
    /// The part: all parts together are a [`Blueprint`].
    #[encoding(bytes)]
    pub chunk: Vec<u8>,
    /// The number of the block.
    #[rlp(little)]
    pub number: U256,
    /// The number of parts.
    #[rlp(little)]
    pub nb_chunks: u16,
    /// The position of this part.
    #[rlp(little)]
    pub chunk_index: u16,
    /// The chain, in newer blueprints.
    #[rlp(little, since_items = 6)]
    pub chain_id: Option<U256>,
    /// The signature of the sequencer over the other fields.
    pub signature: [u8; 64],
}

/// The transactions and the time of a block (`sequencer_blueprint.rs`, `BlueprintWithDelayedHashes`).
#[derive(Clone, Debug, PartialEq, Eq, Hash, Rlp)]
pub struct Blueprint {
    /// What the bytes of a transaction are; 0 in older blueprints, which lack it.
    #[rlp(since_items = 5)]
    pub version: u8,
    /// The hash of the block before.
    pub parent_hash: Hash,
    /// The delayed transactions that are included.
    pub delayed_hashes: Vec<Hash>,
    /// The transactions.
    pub transactions: Vec<Vec<u8>>,
    /// Seconds since 1970.
    #[rlp(little)]
    pub timestamp: i64,
}

/// The next kernel (`upgrade.rs`, `KernelUpgrade`).
#[derive(Clone, Debug, PartialEq, Eq, Hash, Rlp)]
pub struct KernelUpgrade {
    /// The root hash of its preimages.
    pub preimage_hash: [u8; 33],
    /// Seconds since 1970.
    #[rlp(little)]
    pub activation_timestamp: i64,
}

/// The next sequencer (`upgrade.rs`, `SequencerUpgrade`).
#[derive(Clone, Debug, PartialEq, Eq, Hash, Rlp)]
pub struct SequencerUpgrade {
    /// Its key, as text.
    #[rlp(via = "text")]
    pub sequencer: PublicKey,
    /// The account that gets its fees.
    pub pool_address: Address,
    /// Seconds since 1970.
    #[rlp(little)]
    pub activation_timestamp: i64,
}

/// The next key of the sequencer (`evm-types/src/sequencer_key_change.rs`).
#[derive(Clone, Debug, PartialEq, Eq, Hash, Rlp)]
pub struct SequencerKeyChange {
    /// The key, as text.
    #[rlp(via = "text")]
    pub sequencer_key: PublicKey,
    /// Seconds since 1970.
    #[rlp(little)]
    pub activation_timestamp: i64,
}

/// The slots of the data availability layer that a kernel imports (`dal_slot_import_signal.rs`).
#[derive(Clone, Debug, PartialEq, Eq, Hash, Rlp)]
pub struct DalSlotImportSignals {
    /// The slots of each level.
    pub signals: Vec<DalSlotsOfLevel>,
    /// The signature of the sequencer.
    pub signature: [u8; 64],
}

/// The slots of a level.
#[derive(Clone, Debug, PartialEq, Eq, Hash, Rlp)]
pub struct DalSlotsOfLevel {
    /// The level at which they were published.
    #[rlp(little)]
    pub published_level: u32,
    /// Their indices.
    #[rlp(list)]
    pub slot_indices: Vec<u8>,
}

/// A delayed transaction with its time and level (`delayed_inbox.rs`, `DelayedInboxItem`).
#[derive(Clone, Debug, PartialEq, Eq, Hash, Rlp)]
pub struct DelayedInboxItem {
    /// The transaction.
    pub transaction: DelayedTransaction,
    /// Seconds since 1970.
    #[rlp(little)]
    pub timestamp: i64,
    /// The level of the block of Tezos.
    #[rlp(little)]
    pub level: u32,
}

/// A transaction that comes by way of Tezos (`delayed_inbox.rs`).
#[derive(Clone, Debug, PartialEq, Eq, Hash, Rlp)]
#[allow(clippy::large_enum_variant, reason = "nearly all are transactions")]
#[non_exhaustive]
pub enum DelayedTransaction {
    /// A transaction of Ethereum.
    #[encoding(tag = 1)]
    Ethereum(#[rlp(via = "envelope")] Transaction),
    /// Tez that become the native token.
    #[encoding(tag = 2)]
    Deposit(Deposit),
    /// Tokens of a contract.
    #[encoding(tag = 3)]
    FaDeposit(FaDeposit),
    /// An operation of Tezos.
    #[encoding(tag = 4)]
    Tezos(#[rlp(via = "encoding")] RawOperation),
}

/// Tez that become the native token (`bridge.rs`, `Deposit`).
#[derive(Clone, Debug, PartialEq, Eq, Hash, Rlp)]
#[rlp(untagged)]
#[non_exhaustive]
pub enum Deposit {
    /// Of older kernels.
    Old {
        /// Wei.
        amount: U256,
        /// Who gets them.
        receiver: Address,
    },
    /// With the place of its message.
    New {
        /// Wei.
        amount: U256,
        /// Who gets them.
        receiver: DepositReceiver,
        /// The level of the message in the inbox.
        inbox_level: u32,
        /// The number of the message in the inbox.
        inbox_msg_id: u32,
    },
}

/// Who gets a deposit (`bridge.rs`, `DepositReceiver`). In JSON, hexadecimal digits after `0x` are an account of Ethereum, and all other texts one of
/// Tezos.
#[derive(Clone, Debug, PartialEq, Eq, Hash, Rlp)]
#[encoding(json(first_match))]
#[rlp(untagged)]
#[non_exhaustive]
pub enum DepositReceiver {
    /// An account of Ethereum.
    Ethereum(Address),
    /// An account of Tezos.
    #[rlp(list)]
    Tezos(TezosReceiver),
}

/// Who gets a deposit, if it is not an account of Ethereum.
#[derive(Clone, Debug, PartialEq, Eq, Hash, Rlp)]
#[non_exhaustive]
pub enum TezosReceiver {
    /// An account.
    #[encoding(tag = 1)]
    Contract(#[rlp(via = "encoding")] ContractId),
}

/// Tokens of a contract (`revm/src/helpers/legacy.rs`, `FaDeposit`).
#[derive(Clone, Debug, PartialEq, Eq, Hash, Rlp)]
pub struct FaDeposit {
    /// Their number.
    pub amount: U256,
    /// Who gets them.
    pub receiver: Address,
    /// The contract that keeps them, if they have one.
    #[rlp(option = "wrapped")]
    pub proxy: Option<Address>,
    /// The hash of the ticket.
    pub ticket_hash: Hash,
    /// The level of the message in the inbox.
    pub inbox_level: u32,
    /// The number of the message in the inbox.
    pub inbox_msg_id: u32,
}

/// A message to the rollup from outside of Tezos (`parsing.rs`, `InputResult::parse_external`).
///
/// | bytes | contents |
/// |---:|---|
/// | 1 | `00`: the address of the rollup follows |
/// | 20 | the address of the rollup |
/// | 1 | what follows |
/// | n | the input |
#[derive(Clone, Debug, PartialEq, HasEncoding, NomReader, BinWriter)]
#[encoding(magic = "[0]")]
pub struct ExternalMessage {
    /// The address of the rollup.
    pub rollup: [u8; 20],
    /// The input of the kernel.
    pub input: Input,
}

/// An input of the kernel from outside of Tezos.
#[derive(Clone, Debug, PartialEq, HasEncoding, NomReader, BinWriter)]
#[allow(clippy::large_enum_variant, reason = "nearly all are transactions")]
#[non_exhaustive]
pub enum Input {
    /// A transaction of Ethereum.
    #[encoding(tag = 0)]
    Transaction {
        /// Its hash.
        hash: Hash,
        /// The transaction.
        transaction: Item<Transaction, Envelope>,
    },
    /// The announcement of a transaction in parts.
    #[encoding(tag = 1)]
    NewChunkedTransaction {
        /// Its hash.
        hash: Hash,
        /// The number of parts.
        #[encoding(le)]
        chunks: u16,
        /// The hashes of the parts.
        hashes: Vec<Hash>,
    },
    /// A part of a transaction.
    #[encoding(tag = 2)]
    TransactionChunk {
        /// The hash of the transaction.
        hash: Hash,
        /// The position of the part.
        #[encoding(le)]
        index: u16,
        /// The hash of the part.
        chunk_hash: Hash,
        /// The part.
        #[encoding(bytes)]
        data: Vec<u8>,
    },
    /// A part of a blueprint.
    #[encoding(tag = 3)]
    Blueprint(Item<BlueprintChunk>),
    /// Slots of the data availability layer.
    #[encoding(tag = 4)]
    DalSlotImportSignals(Item<DalSlotImportSignals>),
    /// An upgrade that only test networks accept.
    #[encoding(tag = 255)]
    ForceKernelUpgrade,
}
