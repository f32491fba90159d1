//! Transaction rollups, protocols 013 (Jakarta) to 016 (Mumbai).
//!
//! Rules: `operation_repr.ml` and the files `tx_rollup_*.ml` of
//! [protocol 014](https://github.com/tezos/tezos-mirror/tree/d26a8bef82159434e5a6db6a6d329f29dc8172dd/src/proto_014_PtKathma/lib_protocol).

use alloc::vec::Vec;

use tezos_encoding::{BinWriter, HasEncoding, N, NomReader, View};
use tezos_hashes::{
    hash::ContextHash,
    keys::{BlsPublicKeyHash, PublicKeyHash},
    protocol::{
        ScriptExprHash, TxRollupCommitmentHash, TxRollupHash, TxRollupInboxHash, TxRollupMessageResultHash,
        TxRollupMessageResultListHash, TxRollupWithdrawListHash,
    },
};

use super::merkle::StreamProof;
use crate::{chain::RawLevel, contract::ContractId, micheline::LazyExpr, numbers::Mutez};

/// Sends messages of the second layer to a rollup.
///
/// | bytes | field        | encoding                        |
/// |------:|--------------|---------------------------------|
/// | 20    | `rollup`     |                                 |
/// | 4 + n | `content`    | bytes with a 4-byte size prefix |
/// | 1 + n | `burn_limit` | presence flag and [`Mutez`]     |
#[derive(HasEncoding, NomReader, BinWriter, View, Debug, Clone, PartialEq, Eq, Hash)]
pub struct TxRollupSubmitBatch {
    /// The rollup.
    pub rollup: TxRollupHash,
    /// The messages.
    #[encoding(dynamic, bytes)]
    pub content: Vec<u8>,
    /// The most that the sender pays for space in the inbox.
    pub burn_limit: Option<Mutez>,
}

/// Commits to the results of the messages of a level.
///
/// | bytes | field        | encoding               |
/// |------:|--------------|------------------------|
/// | 20    | `rollup`     |                        |
/// |       | `commitment` | [`TxRollupCommitment`] |
#[derive(HasEncoding, NomReader, BinWriter, View, Debug, Clone, PartialEq, Eq, Hash)]
pub struct TxRollupCommit {
    /// The rollup.
    pub rollup: TxRollupHash,
    /// The commitment.
    pub commitment: TxRollupCommitment,
}

/// The results of the messages of a level.
///
/// | bytes      | field               | encoding                          |
/// |-----------:|---------------------|-----------------------------------|
/// | 4          | `level`             | [`RawLevel`]                      |
/// | 4 + 32 · n | `messages`          | hashes, with a 4-byte size prefix |
/// | 1 or 33    | `predecessor`       | tag 0, or tag 1 and a hash        |
/// | 32         | `inbox_merkle_root` |                                   |
#[derive(HasEncoding, NomReader, BinWriter, View, Debug, Clone, PartialEq, Eq, Hash)]
pub struct TxRollupCommitment {
    /// The level of the inbox.
    pub level: RawLevel,
    /// The result of each message.
    #[encoding(dynamic, list)]
    pub messages: Vec<TxRollupMessageResultHash>,
    /// The preceding commitment.
    #[encoding(option(tagged))]
    pub predecessor: Option<TxRollupCommitmentHash>,
    /// Root of the Merkle tree of the messages.
    pub inbox_merkle_root: TxRollupInboxHash,
}

/// Returns the bond to the author of a commitment.
///
/// | bytes | field    | encoding |
/// |------:|----------|----------|
/// | 20    | `rollup` |          |
#[derive(HasEncoding, NomReader, BinWriter, View, Debug, Clone, PartialEq, Eq, Hash)]
pub struct TxRollupReturnBond {
    /// The rollup.
    pub rollup: TxRollupHash,
}

/// Makes the oldest commitment final.
///
/// | bytes | field    | encoding |
/// |------:|----------|----------|
/// | 20    | `rollup` |          |
#[derive(HasEncoding, NomReader, BinWriter, View, Debug, Clone, PartialEq, Eq, Hash)]
pub struct TxRollupFinalizeCommitment {
    /// The rollup.
    pub rollup: TxRollupHash,
}

/// Removes a final commitment that is old enough.
///
/// | bytes | field    | encoding |
/// |------:|----------|----------|
/// | 20    | `rollup` |          |
#[derive(HasEncoding, NomReader, BinWriter, View, Debug, Clone, PartialEq, Eq, Hash)]
pub struct TxRollupRemoveCommitment {
    /// The rollup.
    pub rollup: TxRollupHash,
}

/// Proves that a commitment has a wrong result.
///
/// | bytes      | field                          | encoding                            |
/// |-----------:|--------------------------------|-------------------------------------|
/// | 20         | `rollup`                       |                                     |
/// | 4          | `level`                        | [`RawLevel`]                        |
/// |            | `message`                      | [`TxRollupMessage`]                 |
/// |            | `message_position`             | `n`                                 |
/// | 4 + 32 · n | `message_path`                 | hashes, with a 4-byte size prefix   |
/// | 32         | `message_result_hash`          |                                     |
/// | 4 + 32 · n | `message_result_path`          | hashes, with a 4-byte size prefix   |
/// | 64         | `previous_message_result`      | [`TxRollupMessageResult`]           |
/// | 4 + 32 · n | `previous_message_result_path` | hashes, with a 4-byte size prefix   |
/// |            | `proof`, 013 and 014           | [`StreamProof`]                     |
/// | 4 + n      | `proof`, 015 and 016           | its bytes with a 4-byte size prefix |
#[derive(HasEncoding, NomReader, BinWriter, View, Debug, Clone, PartialEq, Eq, Hash)]
pub struct TxRollupRejection {
    /// The rollup.
    pub rollup: TxRollupHash,
    /// The level of the commitment.
    pub level: RawLevel,
    /// The message whose result is wrong.
    pub message: TxRollupMessage,
    /// The number of the message in the inbox.
    pub message_position: N,
    /// The Merkle path from the message to the root of the inbox.
    #[encoding(dynamic, list)]
    pub message_path: Vec<TxRollupInboxHash>,
    /// The result in the commitment.
    pub message_result_hash: TxRollupMessageResultHash,
    /// The Merkle path from that result to the root of the commitment.
    #[encoding(dynamic, list)]
    pub message_result_path: Vec<TxRollupMessageResultListHash>,
    /// The result of the previous message.
    pub previous_message_result: TxRollupMessageResult,
    /// The Merkle path from the previous result to the root of the commitment.
    #[encoding(dynamic, list)]
    pub previous_message_result_path: Vec<TxRollupMessageResultListHash>,
    /// The proof of the message's effect on the context of the rollup.
    #[encoding(name = "proof", until = 14)]
    pub stream_proof: Option<StreamProof>,
    /// The bytes of a [`StreamProof`].
    #[encoding(since = 15, dynamic, bytes)]
    pub proof: Option<Vec<u8>>,
}

/// A message to a transaction rollup.
///
/// | tag | case    | payload                         |
/// |----:|---------|---------------------------------|
/// | 0   | Batch   | bytes with a 4-byte size prefix |
/// | 1   | Deposit | [`TxRollupDeposit`]             |
#[derive(HasEncoding, NomReader, BinWriter, View, Debug, Clone, PartialEq, Eq, Hash)]
pub enum TxRollupMessage {
    /// Messages of the second layer.
    #[encoding(tag = 0)]
    Batch {
        /// The encoded messages.
        #[encoding(dynamic, bytes)]
        batch: Vec<u8>,
    },
    /// A deposit of tickets into the rollup.
    #[encoding(tag = 1)]
    Deposit {
        /// The tickets.
        deposit: TxRollupDeposit,
    },
}

/// A deposit of tickets into a rollup.
///
/// | bytes       | field         | encoding           |
/// |------------:|---------------|--------------------|
/// | 21          | `sender`      | [`PublicKeyHash`]  |
/// | 20          | `destination` |                    |
/// | 32          | `ticket_hash` |                    |
/// | 2, 3, 5, 9  | `amount`      | [`TxRollupAmount`] |
#[derive(HasEncoding, NomReader, BinWriter, View, Debug, Clone, PartialEq, Eq, Hash)]
pub struct TxRollupDeposit {
    /// The sender of the tickets.
    pub sender: PublicKeyHash,
    /// The account of the second layer that receives them.
    pub destination: BlsPublicKeyHash,
    /// Hash of the ticket's ticketer, type and contents.
    pub ticket_hash: ScriptExprHash,
    /// The number of tickets.
    pub amount: TxRollupAmount,
}

/// A number of tickets in a transaction rollup.
///
/// | tag | payload |
/// |----:|---------|
/// | 0   | 1       |
/// | 1   | 2       |
/// | 2   | 4       |
/// | 3   | 8       |
///
/// # Errors
/// `Unexpected_tag`; `Invalid_int` for a number that fewer bytes can encode; `Exception_raised_in_user_function` for a negative number.
#[derive(
    HasEncoding, NomReader, BinWriter, View, Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Default,
)]
#[encoding(try_from = "CompactAmount", into = "CompactAmount", view = "Self")]
pub struct TxRollupAmount(i64);

impl TxRollupAmount {
    /// Creates an amount, or returns `None` for 2^63 and more.
    #[must_use]
    pub fn new(amount: u64) -> Option<Self> {
        i64::try_from(amount).ok().map(Self)
    }

    /// Returns the number, which is not negative.
    #[must_use]
    pub const fn get(self) -> i64 {
        self.0
    }
}

/// The compact encoding of a [`TxRollupAmount`].
#[derive(HasEncoding, NomReader, BinWriter)]
#[encoding(compact)]
struct CompactAmount(i64);

impl TryFrom<CompactAmount> for TxRollupAmount {
    type Error = &'static str;

    fn try_from(CompactAmount(amount): CompactAmount) -> Result<Self, &'static str> {
        if amount >= 0 { Ok(Self(amount)) } else { Err("Tx_rollup_l2_qty.of_int64_exn") }
    }
}

impl From<&TxRollupAmount> for CompactAmount {
    fn from(amount: &TxRollupAmount) -> Self {
        Self(amount.0)
    }
}

/// The result of a message: the context of the rollup, and withdrawals.
///
/// | bytes | field                | encoding |
/// |------:|----------------------|----------|
/// | 32    | `context_hash`       |          |
/// | 32    | `withdraw_list_hash` |          |
#[derive(HasEncoding, NomReader, BinWriter, View, Debug, Clone, PartialEq, Eq, Hash)]
pub struct TxRollupMessageResult {
    /// The context.
    pub context_hash: ContextHash,
    /// Hash of the withdrawals.
    pub withdraw_list_hash: TxRollupWithdrawListHash,
}

/// Pays out tickets that were withdrawn from a rollup.
///
/// | bytes      | field                 | encoding                                            |
/// |-----------:|-----------------------|-----------------------------------------------------|
/// | 20         | `tx_rollup`           |                                                     |
/// | 4          | `level`               | [`RawLevel`]                                        |
/// | 32         | `context_hash`        |                                                     |
/// | 4          | `message_index`       | `int31`                                             |
/// | 4 + 32 · n | `message_result_path` | hashes, with a 4-byte size prefix                   |
/// | 4 + n      | `tickets_info`        | [`TxRollupTicketsInfo`]s, with a 4-byte size prefix |
#[derive(HasEncoding, NomReader, BinWriter, View, Debug, Clone, PartialEq, Eq, Hash)]
pub struct TxRollupDispatchTickets {
    /// The rollup.
    pub tx_rollup: TxRollupHash,
    /// The level of the commitment.
    pub level: RawLevel,
    /// The context after the message.
    pub context_hash: ContextHash,
    /// The number of the message in the inbox.
    #[encoding(builtin = "Int31")]
    pub message_index: i32,
    /// The Merkle path from the message's result to the root of the commitment.
    #[encoding(dynamic, list)]
    pub message_result_path: Vec<TxRollupMessageResultListHash>,
    /// The tickets.
    #[encoding(dynamic, list)]
    pub tickets_info: Vec<TxRollupTicketsInfo>,
}

/// Tickets that are paid out.
///
/// | bytes      | field      | encoding                                |
/// |-----------:|------------|-----------------------------------------|
/// | 4 + n      | `contents` | an expression with a 4-byte size prefix |
/// | 4 + n      | `ty`       | an expression with a 4-byte size prefix |
/// | 22         | `ticketer` | [`ContractId`]                          |
/// | 2, 3, 5, 9 | `amount`   | [`TxRollupAmount`]                      |
/// | 21         | `claimer`  | [`PublicKeyHash`]                       |
#[derive(HasEncoding, NomReader, BinWriter, View, Debug, Clone, PartialEq, Eq, Hash)]
pub struct TxRollupTicketsInfo {
    /// The contents of the ticket.
    pub contents: LazyExpr,
    /// The type of the contents.
    pub ty: LazyExpr,
    /// The contract that created the ticket.
    pub ticketer: ContractId,
    /// The number of tickets.
    pub amount: TxRollupAmount,
    /// The recipient.
    pub claimer: PublicKeyHash,
}
