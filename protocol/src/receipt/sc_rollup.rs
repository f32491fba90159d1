//! The effects of operations on smart contract rollups, in protocols 013 (Jakarta) to 015 (Lima).
//!
//! Rules: `apply_results.ml`, `sc_rollup_inbox_repr.ml` and `sc_rollup_game_repr.ml` of
//! [013](https://github.com/tezos/tezos-mirror/tree/d26a8bef82159434e5a6db6a6d329f29dc8172dd/src/proto_013_PtJakart/lib_protocol),
//! [014](https://github.com/tezos/tezos-mirror/tree/d26a8bef82159434e5a6db6a6d329f29dc8172dd/src/proto_014_PtKathma/lib_protocol) and
//! [015](https://github.com/tezos/tezos-mirror/tree/d26a8bef82159434e5a6db6a6d329f29dc8172dd/src/proto_015_PtLimaPt/lib_protocol).
//!
//! In protocol 013, where the rollups were not enabled, Octez refuses a `consumed_gas` that is not `consumed_milligas` divided by 1,000 and
//! rounded up; these types accept it, except for [`ScRollupOriginateEffects`].

#![allow(clippy::exhaustive_enums, clippy::exhaustive_structs, reason = "of protocols that have ended")]

use alloc::vec::Vec;

use tezos_encoding::{BinWriter, HasEncoding, N, NomReader, View, Z};
use tezos_hashes::{
    hash::ContextHash,
    keys::PublicKeyHash,
    protocol::{ScRollupCommitmentHash, ScRollupHash, ScRollupInboxHash, ScRollupStateHash},
};

use super::{BalanceUpdates, ConsumedGas};
use crate::chain::{ConsumedMilligas, RawLevel};
use crate::rollup::sc::{KathmanduInboxCell, ScRollupAddress};

/// The effects of the origination of a rollup.
///
/// | bytes | field                     | encoding                                     |
/// |------:|---------------------------|----------------------------------------------|
/// | 4 + n | `balance_updates`         | [`BalanceUpdates`]                           |
/// | 20    | `address`                 | [`ScRollupHash`]                             |
/// | 32    | `genesis_commitment_hash` | [`ScRollupCommitmentHash`], in protocol 015  |
/// | n     | gas                       | [`ConsumedGas`]                              |
/// | n     | `size`                    | `z`                                          |
#[derive(HasEncoding, NomReader, BinWriter, View, Debug, Clone, PartialEq, Eq, Hash)]
pub struct ScRollupOriginateEffects {
    /// The changes of balances.
    pub balance_updates: BalanceUpdates,
    /// The rollup.
    pub address: ScRollupHash,
    /// Its first commitment.
    #[encoding(since = 15)]
    pub genesis_commitment_hash: Option<ScRollupCommitmentHash>,
    /// The consumed gas.
    #[encoding(flatten)]
    pub gas: ConsumedGas,
    /// Number of bytes that were paid for.
    pub size: Z,
}

/// The effects of messages to a rollup.
///
/// | bytes | field               | encoding             |
/// |------:|---------------------|----------------------|
/// | n     | `consumed_gas`      | `n`, in protocol 013 |
/// | n     | `consumed_milligas` | [`ConsumedMilligas`] |
/// | n     | `inbox_after`       | [`ScRollupInbox`]    |
#[derive(HasEncoding, NomReader, BinWriter, View, Debug, Clone, PartialEq, Eq, Hash)]
pub struct ScRollupAddMessagesEffects {
    /// The consumed gas, rounded up, in protocol 013.
    #[encoding(until = 13)]
    pub consumed_gas: Option<N>,
    /// The consumed gas, in thousandths.
    #[encoding(dft = ConsumedMilligas::default())]
    pub consumed_milligas: ConsumedMilligas,
    /// The inbox of the rollup with the messages.
    pub inbox_after: ScRollupInbox,
}

/// The effects of the cementation of a commitment.
///
/// | bytes | field               | encoding                      |
/// |------:|---------------------|-------------------------------|
/// | n     | `consumed_gas`      | `n`, in protocol 013          |
/// | n     | `consumed_milligas` | [`ConsumedMilligas`]          |
/// | 4     | `inbox_level`       | [`RawLevel`], in protocol 015 |
#[derive(HasEncoding, NomReader, BinWriter, View, Debug, Clone, PartialEq, Eq, Hash)]
pub struct ScRollupCementEffects {
    /// The consumed gas, rounded up, in protocol 013.
    #[encoding(until = 13)]
    pub consumed_gas: Option<N>,
    /// The consumed gas, in thousandths.
    #[encoding(dft = ConsumedMilligas::default())]
    pub consumed_milligas: ConsumedMilligas,
    /// The level of the commitment.
    #[encoding(since = 15)]
    pub inbox_level: Option<RawLevel>,
}

/// The effects of the publication of a commitment.
///
/// | bytes | field                | encoding                                 |
/// |------:|----------------------|------------------------------------------|
/// | n     | `consumed_gas`       | `n`, in protocol 013                     |
/// | n     | `consumed_milligas`  | `n`                                      |
/// | 32    | `staked_hash`        | [`ScRollupCommitmentHash`]               |
/// | 4     | `published_at_level` | [`RawLevel`], from protocol 014 on       |
/// | 4 + n | `balance_updates`    | [`BalanceUpdates`], from protocol 014 on |
#[derive(HasEncoding, NomReader, BinWriter, View, Debug, Clone, PartialEq, Eq, Hash)]
pub struct ScRollupPublishEffects {
    /// The consumed gas, rounded up, in protocol 013.
    #[encoding(until = 13)]
    pub consumed_gas: Option<N>,
    /// The consumed gas, in thousandths.
    #[encoding(dft = ConsumedMilligas::default())]
    pub consumed_milligas: ConsumedMilligas,
    /// The commitment.
    pub staked_hash: ScRollupCommitmentHash,
    /// The level at which the commitment was first published.
    #[encoding(since = 14)]
    pub published_at_level: Option<RawLevel>,
    /// The changes of balances.
    #[encoding(since = 14)]
    pub balance_updates: Option<BalanceUpdates>,
}

/// The effects of a move in a refutation game, or of its end by timeout.
///
/// | bytes | field               | encoding                               |
/// |------:|---------------------|----------------------------------------|
/// | n     | `consumed_milligas` | [`ConsumedMilligas`]                   |
/// | n     | `game_status`       | [`KathmanduGameStatus`] in protocol 014, [`LimaGameStatus`] in 015 |
/// | 4 + n | `balance_updates`   | [`BalanceUpdates`]                     |
///
/// In JSON Octez calls the status of protocol 014 `status`, which the result of the operation already has: it has two fields of this name.
#[derive(HasEncoding, NomReader, BinWriter, View, Debug, Clone, PartialEq, Eq, Hash)]
pub struct ScRollupGameEffects {
    /// The consumed gas, in thousandths.
    #[encoding(dft = ConsumedMilligas::default())]
    pub consumed_milligas: ConsumedMilligas,
    /// The status of the game, in protocol 014.
    #[encoding(until = 14, name = "game_status")]
    pub status: Option<KathmanduGameStatus>,
    /// The status of the game, in protocol 015.
    #[encoding(since = 15)]
    pub game_status: Option<LimaGameStatus>,
    /// The changes of balances.
    pub balance_updates: BalanceUpdates,
}

/// The effects of the execution of a rollup's message.
///
/// | bytes | field                    | encoding           |
/// |------:|--------------------------|--------------------|
/// | 4 + n | `balance_updates`        | [`BalanceUpdates`] |
/// | n     | `consumed_milligas`      | `n`                |
/// | n     | `paid_storage_size_diff` | `z`                |
#[derive(HasEncoding, NomReader, BinWriter, View, Debug, Clone, PartialEq, Eq, Hash)]
pub struct ScRollupOutboxEffects {
    /// The changes of balances.
    pub balance_updates: BalanceUpdates,
    /// The consumed gas, in thousandths.
    #[encoding(dft = ConsumedMilligas::default())]
    pub consumed_milligas: ConsumedMilligas,
    /// Number of bytes that were paid for.
    #[encoding(dft = Z::ZERO)]
    pub paid_storage_size_diff: Z,
}

/// The effects of the subscription of a rollup to a slot of the data availability layer.
///
/// | bytes | field               | encoding     |
/// |------:|---------------------|--------------|
/// | n     | `consumed_milligas` | [`ConsumedMilligas`]|
/// | 1     | `slot_index`        | `uint8`      |
/// | 4     | `level`             | [`RawLevel`] |
#[derive(HasEncoding, NomReader, BinWriter, View, Debug, Clone, PartialEq, Eq, Hash)]
pub struct ScRollupDalSlotSubscribeEffects {
    /// The consumed gas, in thousandths.
    #[encoding(dft = ConsumedMilligas::default())]
    pub consumed_milligas: ConsumedMilligas,
    /// The number of the slot.
    pub slot_index: u8,
    /// The level from which on the rollup is subscribed.
    pub level: RawLevel,
}

/// The inbox of a rollup.
///
/// | bytes | field                                         | encoding                                      |
/// |------:|-----------------------------------------------|-----------------------------------------------|
/// | 41    | `rollup`                                      | [`ScRollupAddress`]                           |
/// | n     | `message_counter`                             | `n`                                           |
/// | 8     | `nb_available_messages`                       | `int64`, in protocols 013 and 014             |
/// | 8     | `nb_messages_in_commitment_period`            | `int64`, from protocol 014 on                 |
/// | 4     | `starting_level_of_current_commitment_period` | [`RawLevel`], from protocol 014 on            |
/// | 4     | `level`                                       | [`RawLevel`]                                  |
/// | 32    | `current_messages_hash`                       | in protocols 013 and 014                      |
/// | 32    | `current_level_hash`                          | in protocol 015                               |
/// | n     | `old_levels_messages`                         | [`JakartaInboxCell`] or [`KathmanduInboxCell`] |
#[derive(HasEncoding, NomReader, BinWriter, View, Debug, Clone, PartialEq, Eq, Hash)]
pub struct ScRollupInbox {
    /// The rollup.
    pub rollup: ScRollupAddress,
    /// The number of messages so far; in protocol 015, that of the messages of the level.
    pub message_counter: N,
    /// The number of messages that are in the inbox.
    #[encoding(until = 14)]
    pub nb_available_messages: Option<i64>,
    /// The number of messages in the current period.
    #[encoding(since = 14)]
    pub nb_messages_in_commitment_period: Option<i64>,
    /// The first level of the current period.
    #[encoding(since = 14)]
    pub starting_level_of_current_commitment_period: Option<RawLevel>,
    /// The level of the last message.
    pub level: RawLevel,
    /// Hash of the messages of that level, in protocol 013.
    #[encoding(until = 13, name = "current_messages_hash")]
    pub messages_hash: Option<ContextHash>,
    /// Hash of the messages of that level, in protocol 014.
    #[encoding(since = 14, until = 14)]
    pub current_messages_hash: Option<ScRollupInboxHash>,
    /// Hash of the messages of that level, in protocol 015.
    #[encoding(since = 15)]
    pub current_level_hash: Option<ScRollupInboxHash>,
    /// The messages of previous levels, in protocol 013.
    #[encoding(until = 13, name = "old_levels_messages")]
    pub old_levels: Option<JakartaInboxCell>,
    /// The messages of previous levels.
    #[encoding(since = 14)]
    pub old_levels_messages: Option<KathmanduInboxCell>,
}

/// A level in the skip list of an inbox's levels, with pointers to previous levels, in protocol 013.
///
/// | bytes      | field           | encoding                          |
/// |-----------:|-----------------|-----------------------------------|
/// | 4          | `index`         | `int31`                           |
/// | 32         | `content`       | [`ContextHash`]                   |
/// | 4 + 32 · n | `back_pointers` | hashes, with a 4-byte size prefix |
#[derive(HasEncoding, NomReader, BinWriter, View, Debug, Clone, PartialEq, Eq, Hash)]
pub struct JakartaInboxCell {
    /// The number of the level in the list.
    #[encoding(builtin = "Int31")]
    pub index: i32,
    /// Hash of the messages.
    pub content: ContextHash,
    /// Hashes of previous levels.
    #[encoding(dynamic, list)]
    pub back_pointers: Vec<ContextHash>,
}

/// The status of a refutation game in protocol 014.
///
/// | bytes | field | encoding                                                 |
/// |------:|-------|----------------------------------------------------------|
/// | 1     | tag   | 0 (ongoing), 1 (ended)                                   |
/// | n     | 0     | [`KathmanduLossReason`]; tag 1                           |
/// | 21    | 1     | [`PublicKeyHash`]: the player that lost; tag 1           |
///
/// # Errors
/// `Unexpected_tag`.
#[derive(HasEncoding, NomReader, BinWriter, View, Debug, Clone, PartialEq, Eq, Hash)]
pub enum KathmanduGameStatus {
    /// The game continues; `{}` in JSON.
    #[encoding(tag = 0)]
    Ongoing(()),
    /// The game has ended, for this reason, with this loser.
    #[encoding(tag = 1)]
    Ended(KathmanduLossReason, PublicKeyHash),
}

/// The reason why a player lost a refutation game, in protocol 014.
///
/// | bytes | field | encoding                                               |
/// |------:|-------|--------------------------------------------------------|
/// | 1     | tag   | 0 (the proof), 1 (an invalid move), 2 (the time)       |
/// | 4 + n |       | text with a 4-byte size prefix; of an invalid move     |
///
/// The JSON of the proof and of the time is `{}`, which is read as the proof, as in Octez.
///
/// # Errors
/// `Unexpected_tag`.
#[derive(HasEncoding, NomReader, BinWriter, View, Debug, Clone, PartialEq, Eq, Hash)]
#[encoding(json(first_match))]
pub enum KathmanduLossReason {
    /// A proof resolved the conflict.
    #[encoding(tag = 0)]
    ConflictResolved(()),
    /// The player made an invalid move.
    #[encoding(tag = 1)]
    InvalidMove(#[encoding(string)] Vec<u8>),
    /// The player did not move in time.
    #[encoding(tag = 2)]
    Timeout(()),
}

/// The status of a refutation game in protocol 015.
///
/// | bytes | field    | encoding                  |
/// |------:|----------|---------------------------|
/// | 1     | tag      | 0 (ongoing), 1 (ended)    |
/// | n     | `result` | [`LimaGameResult`]; tag 1 |
///
/// # Errors
/// `Unexpected_tag`; the errors of the result.
#[derive(HasEncoding, NomReader, BinWriter, View, Debug, Clone, PartialEq, Eq, Hash)]
pub enum LimaGameStatus {
    /// The game continues.
    #[encoding(tag = 0, constant = "ongoing")]
    Ongoing,
    /// The game has ended.
    #[encoding(tag = 1)]
    Ended {
        /// The outcome.
        result: LimaGameResult,
    },
}

/// The outcome of a refutation game in protocol 015.
///
/// | bytes | field    | encoding                                  |
/// |------:|----------|-------------------------------------------|
/// | 1     | tag      | 0 (someone lost), 1 (draw)                |
/// | n     | `reason` | [`LimaLossReason`]; if someone lost       |
/// | 21    | `player` | [`PublicKeyHash`]; if someone lost        |
///
/// # Errors
/// `Unexpected_tag`.
#[derive(HasEncoding, NomReader, BinWriter, View, Debug, Clone, PartialEq, Eq, Hash)]
pub enum LimaGameResult {
    /// One player lost.
    #[encoding(tag = 0, json(kind_first = "loser"))]
    Loser {
        /// The reason.
        reason: LimaLossReason,
        /// The player that lost.
        player: PublicKeyHash,
    },
    /// Both lost.
    #[encoding(tag = 1, json(kind_first = "draw"))]
    Draw {},
}

/// The reason why a player lost a refutation game, in protocol 015.
///
/// | bytes | field | encoding                                         |
/// |------:|-------|--------------------------------------------------|
/// | 1     | tag   | 0 (the proof), 1 (an invalid move), 2 (the time) |
/// | n     |       | [`LimaInvalidMove`]; of an invalid move          |
///
/// # Errors
/// `Unexpected_tag`.
#[derive(HasEncoding, NomReader, BinWriter, View, Debug, Clone, PartialEq, Eq, Hash)]
pub enum LimaLossReason {
    /// A proof resolved the conflict.
    #[encoding(tag = 0, constant = "conflict_resolved")]
    ConflictResolved,
    /// The player made an invalid move.
    #[encoding(tag = 1)]
    InvalidMove(LimaInvalidMove),
    /// The player did not move in time.
    #[encoding(tag = 2, constant = "timeout")]
    Timeout,
}

/// What is wrong with a move, in protocol 015.
///
/// | bytes | field | encoding             |
/// |------:|-------|----------------------|
/// | 1     | tag   | 0 to 13              |
/// | n     |       | the fields of a case |
///
/// # Errors
/// `Unexpected_tag`; the errors of the fields.
#[derive(HasEncoding, NomReader, BinWriter, View, Debug, Clone, PartialEq, Eq, Hash)]
pub enum LimaInvalidMove {
    /// The dissection does not have this tick.
    #[encoding(tag = 0, json(kind_first = "dissection_choice_not_found"))]
    ChoiceNotFound {
        /// The tick.
        tick: N,
    },
    /// The dissection has another number of sections than it has to have.
    #[encoding(tag = 1, json(kind_first = "dissection_number_of_sections_mismatch"))]
    NumberOfSectionsMismatch {
        /// The number that is right.
        expected: N,
        /// The number of the move.
        given: N,
    },
    /// The dissection has too few sections.
    #[encoding(tag = 2, json(kind_first = "dissection_invalid_number_of_sections"))]
    InvalidNumberOfSections {
        /// The number of the move.
        value: N,
    },
    /// The dissection starts with another state.
    #[encoding(tag = 3, json(kind_first = "dissection_unexpected_start_hash"))]
    StartHashMismatch {
        /// The state that is right.
        #[encoding(option(tagged))]
        expected: Option<ScRollupStateHash>,
        /// The state of the move.
        #[encoding(option(tagged))]
        given: Option<ScRollupStateHash>,
    },
    /// The dissection ends with the state that it has to refute.
    #[encoding(tag = 4, json(kind_first = "dissection_stop_hash_mismatch"))]
    StopHashMismatch {
        /// The state.
        #[encoding(option(tagged))]
        hash: Option<ScRollupStateHash>,
    },
    /// The dissection starts or ends at another tick.
    #[encoding(tag = 5, json(kind_first = "dissection_edge_ticks_mismatch"))]
    EdgeTicksMismatch {
        /// The first tick of the move.
        dissection_start_tick: N,
        /// The last tick of the move.
        dissection_stop_tick: N,
        /// The first tick of the section.
        chunk_start_tick: N,
        /// The last tick of the section.
        chunk_stop_tick: N,
    },
    /// The ticks of the dissection do not increase.
    #[encoding(tag = 6, json(kind_first = "dissection_ticks_not_increasing"))]
    TicksNotIncreasing {},
    /// The sections of the dissection differ too much in length.
    #[encoding(tag = 7, json(kind_first = "dissection_invalid_distribution"))]
    InvalidDistribution {},
    /// The dissection has a state after the end of the machine.
    #[encoding(tag = 8, json(kind_first = "dissection_invalid_successive_states_shape"))]
    InvalidSuccessiveStatesShape {},
    /// The proof is of a section with more than one tick.
    #[encoding(tag = 9, json(kind_first = "proof_unexpected_section_size"))]
    UnexpectedSectionSize {
        /// The number of ticks.
        value: N,
    },
    /// The proof starts with another state.
    #[encoding(tag = 10, json(kind_first = "proof_start_state_hash_mismatch"))]
    ProofStartStateHashMismatch {
        /// The state that is right.
        #[encoding(option(tagged))]
        start_state_hash: Option<ScRollupStateHash>,
        /// The state of the proof.
        start_proof: ScRollupStateHash,
    },
    /// The proof ends with the state that it has to refute.
    #[encoding(tag = 11, json(kind_first = "proof_stop_state_hash_failed_to_refute"))]
    ProofFailedToRefute {
        /// The state to refute.
        #[encoding(option(tagged))]
        stop_state_hash: Option<ScRollupStateHash>,
        /// The state of the proof.
        #[encoding(option(tagged))]
        stop_proof: Option<ScRollupStateHash>,
    },
    /// The proof does not end with the state that it has to validate.
    #[encoding(tag = 12, json(kind_first = "proof_stop_state_hash_failed_to_validate"))]
    ProofFailedToValidate {
        /// The state to validate.
        #[encoding(option(tagged))]
        stop_state_hash: Option<ScRollupStateHash>,
        /// The state of the proof.
        #[encoding(option(tagged))]
        stop_proof: Option<ScRollupStateHash>,
    },
    /// The proof is invalid.
    #[encoding(tag = 13, json(kind_first = "proof_invalid"))]
    ProofInvalid {
        /// The reason.
        #[encoding(string)]
        message: Vec<u8>,
    },
}
