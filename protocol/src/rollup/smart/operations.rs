//! The operations on smart rollups.

use alloc::vec::Vec;

use tezos_encoding::{BinWriter, HasEncoding, NomReader, View};
use tezos_hashes::{
    keys::PublicKeyHash,
    protocol::{SmartRollupAddress, SmartRollupCommitmentHash},
};

use super::{Refutation, SmartRollupCommitment, SmartRollupKind, Whitelist};
use crate::micheline::LazyExpr;

/// Originates a rollup.
///
/// | bytes | field                            | encoding                                |
/// |------:|----------------------------------|-----------------------------------------|
/// | 1     | `pvm_kind`                       | [`SmartRollupKind`]                     |
/// | 4 + n | `kernel`                         | bytes with a 4-byte size prefix         |
/// | 4 + n | `origination_proof`, 016 and 017 | bytes with a 4-byte size prefix         |
/// | 4 + n | `parameters_ty`                  | an expression with a 4-byte size prefix |
/// | 1 + n | `whitelist`, 018 on              | presence flag and [`Whitelist`]         |
#[derive(HasEncoding, NomReader, BinWriter, View, Debug, Clone, PartialEq, Eq, Hash)]
#[non_exhaustive]
pub struct SmartRollupOriginate {
    /// The machine that executes the kernel.
    pub pvm_kind: SmartRollupKind,
    /// The kernel.
    #[encoding(dynamic, bytes)]
    pub kernel: Vec<u8>,
    /// The proof that the state of the rollup starts with the kernel.
    #[encoding(until = 17, dynamic, bytes)]
    pub origination_proof: Option<Vec<u8>>,
    /// The type of the messages that contracts send to the rollup.
    pub parameters_ty: LazyExpr,
    /// The accounts that may publish commitments; `None` means anyone.
    #[encoding(since = 18, option)]
    pub whitelist: Option<Whitelist>,
}

/// Adds messages to the inbox that all rollups share.
///
/// | bytes | field     | encoding |
/// |------:|-----------|----------|
/// | 4 + n | `message` | each bytes with a 4-byte size prefix, all of them with a 4-byte size prefix |
#[derive(HasEncoding, NomReader, BinWriter, View, Debug, Clone, PartialEq, Eq, Hash)]
#[non_exhaustive]
pub struct SmartRollupAddMessages {
    /// The messages.
    #[encoding(dynamic, list, dynamic, bytes)]
    pub message: Vec<Vec<u8>>,
}

/// Makes a commitment final.
///
/// | bytes | field                     | encoding |
/// |------:|---------------------------|----------|
/// | 20    | `rollup`                  |          |
/// | 32    | `commitment`, 016 and 017 |          |
#[derive(HasEncoding, NomReader, BinWriter, View, Debug, Clone, PartialEq, Eq, Hash)]
#[non_exhaustive]
pub struct SmartRollupCement {
    /// The rollup.
    pub rollup: SmartRollupAddress,
    /// The commitment. From protocol 018 on it is absent, and the oldest commitment that can be cemented is meant.
    #[encoding(until = 17)]
    pub commitment: Option<SmartRollupCommitmentHash>,
}

/// Publishes a commitment.
///
/// | bytes | field        | encoding       |
/// |------:|--------------|----------------|
/// | 20    | `rollup`     |                |
/// | 76    | `commitment` | [`SmartRollupCommitment`] |
#[derive(HasEncoding, NomReader, BinWriter, View, Debug, Clone, PartialEq, Eq, Hash)]
#[non_exhaustive]
pub struct SmartRollupPublish {
    /// The rollup.
    pub rollup: SmartRollupAddress,
    /// The commitment.
    pub commitment: SmartRollupCommitment,
}

/// Starts a refutation game, or moves in one.
///
/// | bytes | field        | encoding          |
/// |------:|--------------|-------------------|
/// | 20    | `rollup`     |                   |
/// | 21    | `opponent`   | [`PublicKeyHash`] |
/// |       | `refutation` | [`Refutation`]    |
#[derive(HasEncoding, NomReader, BinWriter, View, Debug, Clone, PartialEq, Eq, Hash)]
#[non_exhaustive]
pub struct SmartRollupRefute {
    /// The rollup.
    pub rollup: SmartRollupAddress,
    /// The other player.
    pub opponent: PublicKeyHash,
    /// The move.
    pub refutation: Refutation,
}

/// Ends a refutation game whose player did not move in time.
///
/// | bytes | field     | encoding    |
/// |------:|-----------|-------------|
/// | 20    | `rollup`  |             |
/// | 42    | `stakers` | [`Stakers`] |
#[derive(HasEncoding, NomReader, BinWriter, View, Debug, Clone, PartialEq, Eq, Hash)]
#[non_exhaustive]
pub struct SmartRollupTimeout {
    /// The rollup.
    pub rollup: SmartRollupAddress,
    /// The players.
    pub stakers: Stakers,
}

/// The players of a refutation game, in the order of their bytes.
///
/// | bytes | field   | encoding          |
/// |------:|---------|-------------------|
/// | 21    | `alice` | [`PublicKeyHash`] |
/// | 21    | `bob`   | [`PublicKeyHash`] |
#[derive(HasEncoding, NomReader, BinWriter, View, Debug, Clone, Copy, PartialEq, Eq, Hash)]
#[encoding(view = "Self")]
#[allow(clippy::exhaustive_structs, reason = "a pair")]
pub struct Stakers {
    /// The player with the smaller address.
    pub alice: PublicKeyHash,
    /// The player with the greater address.
    pub bob: PublicKeyHash,
}

/// Executes a message of a rollup's outbox.
///
/// | bytes | field                 | encoding                        |
/// |------:|-----------------------|---------------------------------|
/// | 20    | `rollup`              |                                 |
/// | 32    | `cemented_commitment` |                                 |
/// | 4 + n | `output_proof`        | bytes with a 4-byte size prefix |
#[derive(HasEncoding, NomReader, BinWriter, View, Debug, Clone, PartialEq, Eq, Hash)]
#[non_exhaustive]
pub struct SmartRollupExecuteOutboxMessage {
    /// The rollup.
    pub rollup: SmartRollupAddress,
    /// The commitment whose state contains the message.
    pub cemented_commitment: SmartRollupCommitmentHash,
    /// The proof of the message and its position, such as an [`OutputProof`](super::OutputProof).
    #[encoding(dynamic, bytes)]
    pub output_proof: Vec<u8>,
}

/// Gives back the bond of a player who has no commitment left.
///
/// | bytes | field    | encoding          |
/// |------:|----------|-------------------|
/// | 20    | `rollup` |                   |
/// | 21    | `staker` | [`PublicKeyHash`] |
#[derive(HasEncoding, NomReader, BinWriter, View, Debug, Clone, PartialEq, Eq, Hash)]
#[non_exhaustive]
pub struct SmartRollupRecoverBond {
    /// The rollup.
    pub rollup: SmartRollupAddress,
    /// The player.
    pub staker: PublicKeyHash,
}
