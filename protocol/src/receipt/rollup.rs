//! The effects of operations on smart rollups, zero-knowledge rollups and the data availability layer, from protocol 015 (Lima) on, and of
//! those on the data availability layer from 016 (Mumbai) on.
//!
//! Rules: `apply_results.ml` and `sc_rollup_game_repr.ml` of
//! [the protocol in development](https://github.com/tezos/tezos-mirror/tree/d26a8bef82159434e5a6db6a6d329f29dc8172dd/src/proto_alpha/lib_protocol).

use tezos_encoding::{BinWriter, HasEncoding, NomReader, View, Z};
use tezos_hashes::{
    keys::PublicKeyHash,
    protocol::{DalCommitment, SmartRollupAddress, SmartRollupCommitmentHash, ZkRollupHash},
};

use super::{BalanceUpdates, TicketUpdates};
use crate::chain::{ConsumedMilligas, RawLevel};
use crate::rollup::smart::Whitelist;

/// The effects of the origination of a smart rollup.
///
/// | bytes | field                     | encoding                      |
/// |------:|---------------------------|-------------------------------|
/// | 4 + n | `balance_updates`         | [`BalanceUpdates`]            |
/// | 20    | `address`                 | [`SmartRollupAddress`]        |
/// | 32    | `genesis_commitment_hash` | [`SmartRollupCommitmentHash`] |
/// | n     | `consumed_milligas`       | `n`                           |
/// | n     | `size`                    | `z`                           |
#[derive(HasEncoding, NomReader, BinWriter, View, Debug, Clone, PartialEq, Eq, Hash)]
#[non_exhaustive]
pub struct SmartRollupOriginateEffects {
    /// The changes of balances.
    pub balance_updates: BalanceUpdates,
    /// The rollup.
    pub address: SmartRollupAddress,
    /// Its first commitment.
    pub genesis_commitment_hash: SmartRollupCommitmentHash,
    /// The consumed gas, in thousandths.
    #[encoding(dft = ConsumedMilligas::default())]
    pub consumed_milligas: ConsumedMilligas,
    /// Number of bytes that were paid for.
    pub size: Z,
}

/// The effects of the cementation of a commitment.
///
/// | bytes | field               | encoding                      |
/// |------:|---------------------|-------------------------------|
/// | n     | `consumed_milligas` | [`ConsumedMilligas`]          |
/// | 4     | `inbox_level`       | [`RawLevel`]                  |
/// | 32    | `commitment_hash`   | [`SmartRollupCommitmentHash`], from protocol 017 on |
#[derive(HasEncoding, NomReader, BinWriter, View, Debug, Clone, PartialEq, Eq, Hash)]
#[non_exhaustive]
pub struct SmartRollupCementEffects {
    /// The consumed gas, in thousandths.
    #[encoding(dft = ConsumedMilligas::default())]
    pub consumed_milligas: ConsumedMilligas,
    /// The level of the commitment.
    pub inbox_level: RawLevel,
    /// The commitment.
    #[encoding(since = 17)]
    pub commitment_hash: Option<SmartRollupCommitmentHash>,
}

/// The effects of the publication of a commitment.
///
/// | bytes | field                | encoding                      |
/// |------:|----------------------|-------------------------------|
/// | n     | `consumed_milligas`  | `n`                           |
/// | 32    | `staked_hash`        | [`SmartRollupCommitmentHash`] |
/// | 4     | `published_at_level` | [`RawLevel`]                  |
/// | 4 + n | `balance_updates`    | [`BalanceUpdates`]            |
#[derive(HasEncoding, NomReader, BinWriter, View, Debug, Clone, PartialEq, Eq, Hash)]
#[non_exhaustive]
pub struct SmartRollupPublishEffects {
    /// The consumed gas, in thousandths.
    #[encoding(dft = ConsumedMilligas::default())]
    pub consumed_milligas: ConsumedMilligas,
    /// The commitment.
    pub staked_hash: SmartRollupCommitmentHash,
    /// The level at which the commitment was first published.
    pub published_at_level: RawLevel,
    /// The changes of balances.
    pub balance_updates: BalanceUpdates,
}

/// The effects of a move in a refutation game, or of its end by timeout.
///
/// | bytes | field               | encoding           |
/// |------:|---------------------|--------------------|
/// | n     | `consumed_milligas` | [`ConsumedMilligas`]|
/// | n     | `game_status`       | [`GameStatus`]     |
/// | 4 + n | `balance_updates`   | [`BalanceUpdates`] |
#[derive(HasEncoding, NomReader, BinWriter, View, Debug, Clone, PartialEq, Eq, Hash)]
#[non_exhaustive]
pub struct SmartRollupGameEffects {
    /// The consumed gas, in thousandths.
    #[encoding(dft = ConsumedMilligas::default())]
    pub consumed_milligas: ConsumedMilligas,
    /// The status of the game.
    pub game_status: GameStatus,
    /// The changes of balances.
    pub balance_updates: BalanceUpdates,
}

/// The effects of the execution of a rollup's message.
///
/// | bytes | field                    | encoding                         |
/// |------:|--------------------------|----------------------------------|
/// | 4 + n | `balance_updates`        | [`BalanceUpdates`]               |
/// | 4 + n | `ticket_updates`         | [`TicketUpdates`]                |
/// | n     | `whitelist_update`       | an option of [`WhitelistUpdate`], from protocol 018 on |
/// | n     | `consumed_milligas`      | `n`                              |
/// | n     | `paid_storage_size_diff` | `z`                              |
#[derive(HasEncoding, NomReader, BinWriter, View, Debug, Clone, PartialEq, Eq, Hash)]
#[non_exhaustive]
pub struct SmartRollupOutboxEffects {
    /// The changes of balances.
    pub balance_updates: BalanceUpdates,
    /// The changes of tickets.
    pub ticket_updates: TicketUpdates,
    /// The accounts that may publish commitments from now on.
    #[encoding(since = 18, option)]
    pub whitelist_update: Option<WhitelistUpdate>,
    /// The consumed gas, in thousandths.
    #[encoding(dft = ConsumedMilligas::default())]
    pub consumed_milligas: ConsumedMilligas,
    /// Number of bytes that were paid for.
    #[encoding(dft = Z::ZERO)]
    pub paid_storage_size_diff: Z,
}

/// The effects of the recovery of a bond.
///
/// | bytes | field               | encoding           |
/// |------:|---------------------|--------------------|
/// | 4 + n | `balance_updates`   | [`BalanceUpdates`] |
/// | n     | `consumed_milligas` | [`ConsumedMilligas`]|
#[derive(HasEncoding, NomReader, BinWriter, View, Debug, Clone, PartialEq, Eq, Hash)]
#[non_exhaustive]
pub struct SmartRollupRecoverBondEffects {
    /// The changes of balances.
    pub balance_updates: BalanceUpdates,
    /// The consumed gas, in thousandths.
    #[encoding(dft = ConsumedMilligas::default())]
    pub consumed_milligas: ConsumedMilligas,
}

/// The effects of the origination of a zero-knowledge rollup.
///
/// | bytes | field                  | encoding           |
/// |------:|------------------------|--------------------|
/// | 4 + n | `balance_updates`      | [`BalanceUpdates`] |
/// | 20    | `originated_zk_rollup` | [`ZkRollupHash`]   |
/// | n     | `consumed_milligas`    | `n`                |
/// | n     | `size`                 | `z`                |
#[derive(HasEncoding, NomReader, BinWriter, View, Debug, Clone, PartialEq, Eq, Hash)]
#[non_exhaustive]
pub struct ZkRollupOriginationEffects {
    /// The changes of balances.
    pub balance_updates: BalanceUpdates,
    /// The rollup.
    pub originated_zk_rollup: ZkRollupHash,
    /// The consumed gas, in thousandths.
    #[encoding(dft = ConsumedMilligas::default())]
    pub consumed_milligas: ConsumedMilligas,
    /// Number of bytes that were paid for.
    pub size: Z,
}

/// The effects of the publication of operations for a zero-knowledge rollup.
///
/// | bytes | field               | encoding           |
/// |------:|---------------------|--------------------|
/// | 4 + n | `balance_updates`   | [`BalanceUpdates`] |
/// | n     | `consumed_milligas` | [`ConsumedMilligas`]|
/// | n     | `size`              | `z`                |
#[derive(HasEncoding, NomReader, BinWriter, View, Debug, Clone, PartialEq, Eq, Hash)]
#[non_exhaustive]
pub struct ZkRollupPublishEffects {
    /// The changes of balances.
    pub balance_updates: BalanceUpdates,
    /// The consumed gas, in thousandths.
    #[encoding(dft = ConsumedMilligas::default())]
    pub consumed_milligas: ConsumedMilligas,
    /// Number of bytes that were paid for.
    pub size: Z,
}

/// The effects of the update of a zero-knowledge rollup.
///
/// | bytes | field                    | encoding           |
/// |------:|--------------------------|--------------------|
/// | 4 + n | `balance_updates`        | [`BalanceUpdates`] |
/// | n     | `consumed_milligas`      | `n`                |
/// | n     | `paid_storage_size_diff` | `z`                |
#[derive(HasEncoding, NomReader, BinWriter, View, Debug, Clone, PartialEq, Eq, Hash)]
#[non_exhaustive]
pub struct ZkRollupUpdateEffects {
    /// The changes of balances.
    pub balance_updates: BalanceUpdates,
    /// The consumed gas, in thousandths.
    #[encoding(dft = ConsumedMilligas::default())]
    pub consumed_milligas: ConsumedMilligas,
    /// Number of bytes that were paid for.
    #[encoding(dft = Z::ZERO)]
    pub paid_storage_size_diff: Z,
}

/// The effects of the publication of a commitment to data, from protocol 016 on.
///
/// | bytes | field               | encoding                                                                     |
/// |------:|---------------------|------------------------------------------------------------------------------|
/// | n     | `slot_header`       | [`SlotHeader`] in protocols 017 and 018, [`PublishedSlot`] from 019 on       |
/// | n     | `consumed_milligas` | [`ConsumedMilligas`]                                                         |
#[derive(HasEncoding, NomReader, BinWriter, View, Debug, Clone, PartialEq, Eq, Hash)]
#[non_exhaustive]
pub struct DalPublishEffects {
    /// The slot, in protocols 017 and 018.
    #[encoding(since = 17, until = 18, name = "slot_header")]
    pub slot: Option<SlotHeader>,
    /// The slot.
    #[encoding(since = 19)]
    pub slot_header: Option<PublishedSlot>,
    /// The consumed gas, in thousandths.
    #[encoding(dft = ConsumedMilligas::default())]
    pub consumed_milligas: ConsumedMilligas,
}

/// The status of a refutation game.
///
/// | bytes | field    | encoding               |
/// |------:|----------|------------------------|
/// | 1     | tag      | 0 (ongoing), 1 (ended) |
/// | n     | `result` | [`GameResult`]; tag 1  |
///
/// # Errors
/// `Unexpected_tag`; the errors of the result.
#[derive(HasEncoding, NomReader, BinWriter, View, Debug, Clone, Copy, PartialEq, Eq, Hash)]
#[non_exhaustive]
pub enum GameStatus {
    /// The game continues.
    #[encoding(tag = 0, constant = "ongoing")]
    Ongoing,
    /// The game has ended.
    #[encoding(tag = 1)]
    Ended {
        /// The outcome.
        result: GameResult,
    },
}

/// The outcome of a refutation game.
///
/// | bytes | field    | encoding                                  |
/// |------:|----------|-------------------------------------------|
/// | 1     | tag      | 0 (someone lost), 1 (draw)                |
/// | 1     | `reason` | [`LossReason`]; if someone lost           |
/// | 21    | `player` | [`PublicKeyHash`]; if someone lost        |
///
/// # Errors
/// `Unexpected_tag`.
#[derive(HasEncoding, NomReader, BinWriter, View, Debug, Clone, Copy, PartialEq, Eq, Hash)]
#[non_exhaustive]
pub enum GameResult {
    /// One player lost.
    #[encoding(tag = 0, json(kind_first = "loser"))]
    Loser {
        /// The reason.
        reason: LossReason,
        /// The player that lost.
        player: PublicKeyHash,
    },
    /// Both lost.
    #[encoding(tag = 1, json(kind_first = "draw"))]
    Draw {},
}

/// The reason why a player lost a refutation game.
///
/// | bytes | field | encoding                                |
/// |------:|-------|-----------------------------------------|
/// | 1     | tag   | 0 (the proof), 1 (the time)             |
///
/// # Errors
/// `Unexpected_tag`.
#[derive(HasEncoding, NomReader, BinWriter, View, Debug, Clone, Copy, PartialEq, Eq, Hash)]
#[non_exhaustive]
pub enum LossReason {
    /// A proof resolved the conflict.
    #[encoding(tag = 0, constant = "conflict_resolved")]
    ConflictResolved,
    /// The player did not move in time.
    #[encoding(tag = 1, constant = "timeout")]
    Timeout,
}

/// The accounts that may publish commitments of a rollup from now on.
///
/// | bytes | field       | encoding               |
/// |------:|-------------|------------------------|
/// | 1     | tag         | 0 (everyone), 1 (some) |
/// | 4 + n | `whitelist` | [`Whitelist`]; tag 1   |
///
/// # Errors
/// `Unexpected_tag`; the errors of the list.
///
/// Rule: [`sc_rollup_whitelist_repr.ml`, `update_encoding`](https://github.com/tezos/tezos-mirror/blob/d26a8bef82159434e5a6db6a6d329f29dc8172dd/src/proto_alpha/lib_protocol/sc_rollup_whitelist_repr.ml).
#[derive(HasEncoding, NomReader, BinWriter, View, Debug, Clone, PartialEq, Eq, Hash)]
#[non_exhaustive]
pub enum WhitelistUpdate {
    /// Everyone.
    #[encoding(tag = 0, json(kind_first = "public"))]
    Public {},
    /// The accounts in a list.
    #[encoding(tag = 1, json(kind_first = "update"))]
    Private {
        /// The list.
        whitelist: Whitelist,
    },
}

/// A slot of the data availability layer whose data was published.
///
/// | bytes | field        | encoding          |
/// |------:|--------------|-------------------|
/// | 4     | `level`      | [`RawLevel`]      |
/// | 1     | `index`      | `uint8`           |
/// | 48    | `commitment` | [`DalCommitment`] |
///
/// # Errors
/// The errors of the fields.
///
/// Rule: [`dal_slot_repr.ml`, `Header.encoding`](https://github.com/tezos/tezos-mirror/blob/d26a8bef82159434e5a6db6a6d329f29dc8172dd/src/proto_018_Proxford/lib_protocol/dal_slot_repr.ml).
#[derive(HasEncoding, NomReader, BinWriter, View, Debug, Clone, Copy, PartialEq, Eq, Hash)]
#[non_exhaustive]
pub struct SlotHeader {
    /// The level at which it was published.
    pub level: RawLevel,
    /// The number of the slot.
    pub index: u8,
    /// The commitment to the data.
    pub commitment: DalCommitment,
}

/// A slot of the data availability layer whose data was published, with the version of its encoding, from protocol 019 on.
///
/// | bytes | field | encoding       |
/// |------:|-------|----------------|
/// | 1     | tag   | 0              |
/// | 53    |       | [`SlotHeader`] |
///
/// # Errors
/// `Unexpected_tag`; the errors of the fields.
///
/// Rule: [`dal_slot_repr.ml`, `Header.encoding`](https://github.com/tezos/tezos-mirror/blob/d26a8bef82159434e5a6db6a6d329f29dc8172dd/src/proto_alpha/lib_protocol/dal_slot_repr.ml).
#[derive(HasEncoding, NomReader, BinWriter, View, Debug, Clone, Copy, PartialEq, Eq, Hash)]
#[encoding(json(tag = "version"))]
#[non_exhaustive]
pub enum PublishedSlot {
    /// The only version.
    #[encoding(tag = 0, json(kind_first = "0"), title = "v0")]
    V0(SlotHeader),
}
