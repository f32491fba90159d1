//! What operations of rollups and of the data availability layer did, from protocol 022 on.
//!
//! Rules: `apply_results.ml` and `sc_rollup_game_repr.ml` of
//! [the protocol in development](https://github.com/tezos/tezos-mirror/tree/d26a8bef82159434e5a6db6a6d329f29dc8172dd/src/proto_alpha/lib_protocol).

use tezos_encoding::{BinWriter, HasEncoding, N, NomReader, Z};
use tezos_hashes::{
    keys::PublicKeyHash,
    protocol::{DalCommitment, SmartRollupAddress, SmartRollupCommitmentHash, ZkRollupHash},
};

use super::{BalanceUpdates, TicketUpdates};
use crate::chain::RawLevel;
use crate::rollup::smart::Whitelist;

/// What the origination of a smart rollup did.
///
/// | bytes | field                     | encoding                      |
/// |------:|---------------------------|-------------------------------|
/// | 4 + n | `balance_updates`         | [`BalanceUpdates`]            |
/// | 20    | `address`                 | [`SmartRollupAddress`]        |
/// | 32    | `genesis_commitment_hash` | [`SmartRollupCommitmentHash`] |
/// | n     | `consumed_milligas`       | `n`                           |
/// | n     | `size`                    | `z`                           |
#[derive(HasEncoding, NomReader, BinWriter, Debug, Clone, PartialEq, Eq)]
pub struct SmartRollupOriginateEffects {
    /// The changes of balances.
    pub balance_updates: BalanceUpdates,
    /// The rollup.
    pub address: SmartRollupAddress,
    /// Its first commitment.
    pub genesis_commitment_hash: SmartRollupCommitmentHash,
    /// The gas that it took, in thousandths.
    #[encoding(dft = N::ZERO)]
    pub consumed_milligas: N,
    /// Bytes that were paid for.
    pub size: Z,
}

/// What the cementation of a commitment did.
///
/// | bytes | field               | encoding                      |
/// |------:|---------------------|-------------------------------|
/// | n     | `consumed_milligas` | `n`                           |
/// | 4     | `inbox_level`       | [`RawLevel`]                  |
/// | 32    | `commitment_hash`   | [`SmartRollupCommitmentHash`] |
#[derive(HasEncoding, NomReader, BinWriter, Debug, Clone, PartialEq, Eq)]
pub struct SmartRollupCementEffects {
    /// The gas that it took, in thousandths.
    #[encoding(dft = N::ZERO)]
    pub consumed_milligas: N,
    /// The level of the commitment.
    pub inbox_level: RawLevel,
    /// The commitment.
    pub commitment_hash: SmartRollupCommitmentHash,
}

/// What the publication of a commitment did.
///
/// | bytes | field                | encoding                      |
/// |------:|----------------------|-------------------------------|
/// | n     | `consumed_milligas`  | `n`                           |
/// | 32    | `staked_hash`        | [`SmartRollupCommitmentHash`] |
/// | 4     | `published_at_level` | [`RawLevel`]                  |
/// | 4 + n | `balance_updates`    | [`BalanceUpdates`]            |
#[derive(HasEncoding, NomReader, BinWriter, Debug, Clone, PartialEq, Eq)]
pub struct SmartRollupPublishEffects {
    /// The gas that it took, in thousandths.
    #[encoding(dft = N::ZERO)]
    pub consumed_milligas: N,
    /// The commitment.
    pub staked_hash: SmartRollupCommitmentHash,
    /// The level at which it was published first.
    pub published_at_level: RawLevel,
    /// The changes of balances.
    pub balance_updates: BalanceUpdates,
}

/// What a move of a refutation game did, or its end after too much time.
///
/// | bytes | field               | encoding           |
/// |------:|---------------------|--------------------|
/// | n     | `consumed_milligas` | `n`                |
/// | n     | `game_status`       | [`GameStatus`]     |
/// | 4 + n | `balance_updates`   | [`BalanceUpdates`] |
#[derive(HasEncoding, NomReader, BinWriter, Debug, Clone, PartialEq, Eq)]
pub struct SmartRollupGameEffects {
    /// The gas that it took, in thousandths.
    #[encoding(dft = N::ZERO)]
    pub consumed_milligas: N,
    /// How the game stands.
    pub game_status: GameStatus,
    /// The changes of balances.
    pub balance_updates: BalanceUpdates,
}

/// What the execution of a rollup's message did.
///
/// | bytes | field                    | encoding                         |
/// |------:|--------------------------|----------------------------------|
/// | 4 + n | `balance_updates`        | [`BalanceUpdates`]               |
/// | 4 + n | `ticket_updates`         | [`TicketUpdates`]                |
/// | n     | `whitelist_update`       | an option of [`WhitelistUpdate`] |
/// | n     | `consumed_milligas`      | `n`                              |
/// | n     | `paid_storage_size_diff` | `z`                              |
#[derive(HasEncoding, NomReader, BinWriter, Debug, Clone, PartialEq, Eq)]
pub struct SmartRollupOutboxEffects {
    /// The changes of balances.
    pub balance_updates: BalanceUpdates,
    /// The changes of tickets.
    pub ticket_updates: TicketUpdates,
    /// Who may publish commitments from now on.
    pub whitelist_update: Option<WhitelistUpdate>,
    /// The gas that it took, in thousandths.
    #[encoding(dft = N::ZERO)]
    pub consumed_milligas: N,
    /// Bytes that were paid for.
    #[encoding(dft = Z::ZERO)]
    pub paid_storage_size_diff: Z,
}

/// What the recovery of a bond did.
///
/// | bytes | field               | encoding           |
/// |------:|---------------------|--------------------|
/// | 4 + n | `balance_updates`   | [`BalanceUpdates`] |
/// | n     | `consumed_milligas` | `n`                |
#[derive(HasEncoding, NomReader, BinWriter, Debug, Clone, PartialEq, Eq)]
pub struct SmartRollupRecoverBondEffects {
    /// The changes of balances.
    pub balance_updates: BalanceUpdates,
    /// The gas that it took, in thousandths.
    #[encoding(dft = N::ZERO)]
    pub consumed_milligas: N,
}

/// What the origination of a zero-knowledge rollup did.
///
/// | bytes | field                  | encoding           |
/// |------:|------------------------|--------------------|
/// | 4 + n | `balance_updates`      | [`BalanceUpdates`] |
/// | 20    | `originated_zk_rollup` | [`ZkRollupHash`]   |
/// | n     | `consumed_milligas`    | `n`                |
/// | n     | `size`                 | `z`                |
#[derive(HasEncoding, NomReader, BinWriter, Debug, Clone, PartialEq, Eq)]
pub struct ZkRollupOriginationEffects {
    /// The changes of balances.
    pub balance_updates: BalanceUpdates,
    /// The rollup.
    pub originated_zk_rollup: ZkRollupHash,
    /// The gas that it took, in thousandths.
    #[encoding(dft = N::ZERO)]
    pub consumed_milligas: N,
    /// Bytes that were paid for.
    pub size: Z,
}

/// What the publication of operations for a zero-knowledge rollup did.
///
/// | bytes | field               | encoding           |
/// |------:|---------------------|--------------------|
/// | 4 + n | `balance_updates`   | [`BalanceUpdates`] |
/// | n     | `consumed_milligas` | `n`                |
/// | n     | `size`              | `z`                |
#[derive(HasEncoding, NomReader, BinWriter, Debug, Clone, PartialEq, Eq)]
pub struct ZkRollupPublishEffects {
    /// The changes of balances.
    pub balance_updates: BalanceUpdates,
    /// The gas that it took, in thousandths.
    #[encoding(dft = N::ZERO)]
    pub consumed_milligas: N,
    /// Bytes that were paid for.
    pub size: Z,
}

/// What the update of a zero-knowledge rollup did.
///
/// | bytes | field                    | encoding           |
/// |------:|--------------------------|--------------------|
/// | 4 + n | `balance_updates`        | [`BalanceUpdates`] |
/// | n     | `consumed_milligas`      | `n`                |
/// | n     | `paid_storage_size_diff` | `z`                |
#[derive(HasEncoding, NomReader, BinWriter, Debug, Clone, PartialEq, Eq)]
pub struct ZkRollupUpdateEffects {
    /// The changes of balances.
    pub balance_updates: BalanceUpdates,
    /// The gas that it took, in thousandths.
    #[encoding(dft = N::ZERO)]
    pub consumed_milligas: N,
    /// Bytes that were paid for.
    #[encoding(dft = Z::ZERO)]
    pub paid_storage_size_diff: Z,
}

/// What the publication of a commitment to data did.
///
/// | bytes | field               | encoding          |
/// |------:|---------------------|-------------------|
/// | n     | `slot_header`       | [`PublishedSlot`] |
/// | n     | `consumed_milligas` | `n`               |
#[derive(HasEncoding, NomReader, BinWriter, Debug, Clone, PartialEq, Eq)]
pub struct DalPublishEffects {
    /// The slot.
    pub slot_header: PublishedSlot,
    /// The gas that it took, in thousandths.
    #[encoding(dft = N::ZERO)]
    pub consumed_milligas: N,
}

/// How a refutation game stands.
///
/// | bytes | field    | encoding                       |
/// |------:|----------|--------------------------------|
/// | 1     | tag      | 0 (ongoing), 1 (ended)         |
/// | n     | `result` | [`GameResult`]; of an ended one |
///
/// # Errors
/// `Unexpected_tag`; the errors of the result.
#[derive(HasEncoding, NomReader, BinWriter, Debug, Clone, Copy, PartialEq, Eq)]
pub enum GameStatus {
    /// It goes on.
    #[encoding(tag = 0)]
    Ongoing(#[encoding(constant = "ongoing")] ()),
    /// It ended.
    #[encoding(tag = 1)]
    Ended {
        /// How.
        result: GameResult,
    },
}

/// How a refutation game ended.
///
/// | bytes | field    | encoding                                  |
/// |------:|----------|-------------------------------------------|
/// | 1     | tag      | 0 (someone lost), 1 (draw)                |
/// | 1     | `reason` | [`LossReason`]; if someone lost           |
/// | 21    | `player` | [`PublicKeyHash`]; if someone lost        |
///
/// # Errors
/// `Unexpected_tag`.
#[derive(HasEncoding, NomReader, BinWriter, Debug, Clone, Copy, PartialEq, Eq)]
pub enum GameResult {
    /// Someone lost.
    #[encoding(tag = 0, json(kind = "loser"))]
    Loser {
        /// Why.
        reason: LossReason,
        /// Who.
        player: PublicKeyHash,
    },
    /// Both lost.
    #[encoding(tag = 1, json(kind = "draw"))]
    Draw {},
}

/// Why a player lost a refutation game.
///
/// | bytes | field | encoding                                |
/// |------:|-------|-----------------------------------------|
/// | 1     | tag   | 0 (the proof), 1 (the time)             |
///
/// # Errors
/// `Unexpected_tag`.
#[derive(HasEncoding, NomReader, BinWriter, Debug, Clone, Copy, PartialEq, Eq)]
pub enum LossReason {
    /// A proof decided.
    #[encoding(tag = 0)]
    ConflictResolved(#[encoding(constant = "conflict_resolved")] ()),
    /// The player took too much time.
    #[encoding(tag = 1)]
    Timeout(#[encoding(constant = "timeout")] ()),
}

/// Who may publish commitments of a rollup from now on.
///
/// | bytes | field       | encoding                                 |
/// |------:|-------------|------------------------------------------|
/// | 1     | tag         | 0 (everyone), 1 (some)                   |
/// | 4 + n | `whitelist` | [`Whitelist`]; of some                   |
///
/// # Errors
/// `Unexpected_tag`; the errors of the list.
///
/// Rule: [`sc_rollup_whitelist_repr.ml`, `update_encoding`](https://github.com/tezos/tezos-mirror/blob/d26a8bef82159434e5a6db6a6d329f29dc8172dd/src/proto_alpha/lib_protocol/sc_rollup_whitelist_repr.ml).
#[derive(HasEncoding, NomReader, BinWriter, Debug, Clone, PartialEq, Eq)]
pub enum WhitelistUpdate {
    /// Everyone.
    #[encoding(tag = 0, json(kind = "public"))]
    Public {},
    /// Those of a list.
    #[encoding(tag = 1, json(kind = "update"))]
    Private {
        /// The list.
        whitelist: Whitelist,
    },
}

/// A slot of the data availability layer that has data.
///
/// | bytes | field        | encoding          |
/// |------:|--------------|-------------------|
/// | 1     | tag          | 0                 |
/// | 4     | `level`      | [`RawLevel`]      |
/// | 1     | `index`      | `uint8`           |
/// | 48    | `commitment` | [`DalCommitment`] |
///
/// # Errors
/// `Unexpected_tag`; the errors of the fields.
///
/// Rule: [`dal_slot_repr.ml`, `Header.encoding`](https://github.com/tezos/tezos-mirror/blob/d26a8bef82159434e5a6db6a6d329f29dc8172dd/src/proto_alpha/lib_protocol/dal_slot_repr.ml).
#[derive(HasEncoding, NomReader, BinWriter, Debug, Clone, Copy, PartialEq, Eq)]
pub enum PublishedSlot {
    /// The only version.
    #[encoding(tag = 0, title = "v0")]
    V0 {
        /// `0` in JSON.
        #[encoding(constant = "0")]
        version: (),
        /// The level at which it was published.
        level: RawLevel,
        /// The number of the slot.
        index: u8,
        /// The commitment to the data.
        commitment: DalCommitment,
    },
}
