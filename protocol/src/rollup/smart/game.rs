//! Refutation games.

use alloc::vec::Vec;

use tezos_encoding::{BinWriter, HasEncoding, N, NomReader, View};
use tezos_hashes::protocol::{DalCommitment, DalSkipListPointer};

use super::{DissectionChunk, InboxCell};
use crate::{
    chain::{RawLevel, named},
    contract::ContractId,
};

/// A refutation game between two players.
///
/// | bytes | field                   | encoding          |
/// |------:|-------------------------|-------------------|
/// | 1     | `turn`                  | [`Player`]        |
/// |       | `inbox_snapshot`        | [`InboxCell`]     |
/// |       | `dal_snapshot`, to 018  | [`DalSkipList018`] |
/// |       | `dal_snapshot`, 019 on  | [`DalSnapshot`]   |
/// | 4     | `start_level`           | [`RawLevel`]      |
/// | 4     | `inbox_level`           | [`RawLevel`]      |
/// |       | `game_state`            | [`GameState`]     |
///
/// Rule: [`sc_rollup_game_repr.ml`](https://github.com/tezos/tezos-mirror/blob/d26a8bef82159434e5a6db6a6d329f29dc8172dd/src/proto_alpha/lib_protocol/sc_rollup_game_repr.ml).
#[derive(HasEncoding, NomReader, BinWriter, View, Debug, Clone, PartialEq, Eq, Hash)]
#[non_exhaustive]
pub struct Game {
    /// The player that moves next.
    pub turn: Player,
    /// The inbox at the start of the game.
    pub inbox_snapshot: InboxCell,
    /// The slots of the data availability layer at the start of the game.
    #[encoding(name = "dal_snapshot", until = 18)]
    pub dal_snapshot_018: Option<DalSkipList018>,
    /// The slots of the data availability layer at the start of the game.
    #[encoding(since = 19)]
    pub dal_snapshot: Option<DalSnapshot>,
    /// The level at which the game started.
    pub start_level: RawLevel,
    /// The level of the commitments.
    pub inbox_level: RawLevel,
    /// The state of the game.
    pub game_state: GameState,
}

/// A player of a game.
///
/// | tag | case  |
/// |----:|-------|
/// | 0   | Alice |
/// | 1   | Bob   |
#[derive(HasEncoding, NomReader, BinWriter, View, Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash)]
#[encoding(view = "Self")]
#[allow(clippy::exhaustive_enums, reason = "there are no others")]
pub enum Player {
    /// The player with the smaller address.
    #[encoding(tag = 0, constant = "alice")]
    Alice,
    /// The player with the greater address.
    #[encoding(tag = 1, constant = "bob")]
    Bob,
}

named! { Player { Alice => "alice", Bob => "bob" } }

/// The state of a game.
///
/// | tag | case       | payload                                                |
/// |----:|------------|--------------------------------------------------------|
/// | 0   | Dissecting | [`DissectionChunk`]s, with a 4-byte size prefix, and 1 |
/// | 1   | FinalMove  | two [`DissectionChunk`]s                               |
#[derive(HasEncoding, NomReader, BinWriter, View, Debug, Clone, PartialEq, Eq, Hash)]
#[encoding(json(tag = "kind"))]
#[allow(clippy::exhaustive_enums, reason = "no protocol changed it")]
pub enum GameState {
    /// The players search for the tick at which they disagree.
    #[encoding(tag = 0, json(kind_first = "Dissecting"))]
    Dissecting {
        /// The states of the last move.
        #[encoding(dynamic, list)]
        dissection: Vec<DissectionChunk>,
        /// The number of sections of the next move.
        default_number_of_sections: u8,
    },
    /// The proof of one player was not accepted; the proof of the other decides the game.
    #[encoding(tag = 1, json(kind_first = "Final_move"))]
    FinalMove {
        /// The last state on which the players agree.
        agreed_start_chunk: DissectionChunk,
        /// The first state on which the players disagree.
        refuted_stop_chunk: DissectionChunk,
    },
}

/// The list of the published slots of the data availability layer, up to 018.
///
/// | bytes      | field           | encoding                          |
/// |-----------:|-----------------|-----------------------------------|
/// | n          | `index`         | `n`                               |
/// | 53         | `content`       | [`DalSlot018`]                    |
/// | 4 + 32 · n | `back_pointers` | hashes, with a 4-byte size prefix |
///
/// Rule: [`dal_slot_repr.ml`, `History`](https://github.com/tezos/tezos-mirror/blob/d26a8bef82159434e5a6db6a6d329f29dc8172dd/src/proto_018_Proxford/lib_protocol/dal_slot_repr.ml).
#[derive(HasEncoding, NomReader, BinWriter, View, Debug, Clone, PartialEq, Eq, Hash)]
#[allow(clippy::exhaustive_structs, reason = "of protocols that have ended")]
pub struct DalSkipList018 {
    /// The number of the slot in the list.
    pub index: N,
    /// The slot.
    pub content: DalSlot018,
    /// Hashes of previous slots.
    #[encoding(dynamic, list)]
    pub back_pointers: Vec<DalSkipListPointer>,
}

/// A published slot, up to 018.
///
/// | bytes | field        | encoding     |
/// |------:|--------------|--------------|
/// | 4     | `level`      | [`RawLevel`] |
/// | 1     | `index`      | `uint8`      |
/// | 48    | `commitment` |              |
#[derive(HasEncoding, NomReader, BinWriter, View, Debug, Clone, PartialEq, Eq, Hash)]
#[allow(clippy::exhaustive_structs, reason = "of protocols that have ended")]
pub struct DalSlot018 {
    /// The level at which it was published.
    pub level: RawLevel,
    /// The number of the slot.
    pub index: u8,
    /// Commitment to its data.
    pub commitment: DalCommitment,
}

/// The list of the slots of the data availability layer, from 019 on.
///
/// | tag | case        | payload         |
/// |----:|-------------|-----------------|
/// | 0   | Legacy      | 57              |
/// | 1   | DalSkipList | [`DalSkipList`] |
///
/// Rule: [`dal_slot_repr.ml`, `history_encoding`](https://github.com/tezos/tezos-mirror/blob/d26a8bef82159434e5a6db6a6d329f29dc8172dd/src/proto_alpha/lib_protocol/dal_slot_repr.ml).
#[derive(HasEncoding, NomReader, BinWriter, View, Debug, Clone, PartialEq, Eq, Hash)]
#[encoding(json(tag = "kind"))]
#[non_exhaustive]
pub enum DalSnapshot {
    /// The list of protocols before 019, which is always empty.
    #[encoding(tag = 0, title = "dal_skip_list_legacy")]
    Legacy {
        /// Its bytes.
        #[encoding(bytes = 57)]
        skip_list: [u8; 57],
    },
    /// The list.
    #[encoding(tag = 1)]
    DalSkipList {
        /// The list.
        skip_list: DalSkipList,
    },
}

/// A slot in the skip list of the data availability layer's slots, with pointers to previous slots.
///
/// | bytes      | field           | encoding                          |
/// |-----------:|-----------------|-----------------------------------|
/// | n          | `index`         | `n`                               |
/// |            | `content`       | [`DalSlotStatus`]                 |
/// | 4 + 32 · n | `back_pointers` | hashes, with a 4-byte size prefix |
#[derive(HasEncoding, NomReader, BinWriter, View, Debug, Clone, PartialEq, Eq, Hash)]
#[non_exhaustive]
pub struct DalSkipList {
    /// The number of the slot in the list.
    pub index: N,
    /// The slot.
    pub content: DalSlotStatus,
    /// Hashes of previous slots.
    #[encoding(dynamic, list)]
    pub back_pointers: Vec<DalSkipListPointer>,
}

/// The status of a slot.
///
/// | tag | case                   | payload                                                |
/// |----:|------------------------|--------------------------------------------------------|
/// | 0   | Unattested, to 022     | [`DalSlotId`]                                          |
/// | 1   | Attested, to 022       | [`DalSlotHeader`]                                      |
/// | 2   | Unpublished, 022 on    | [`DalSlotId`]                                          |
/// | 3   | Published, 022 on      | [`ContractId`], 1, 2 and 2 bytes, [`DalSlotHeader`]    |
/// | 4   | UnpublishedDyn, 025 on | 1, [`DalSlotId`]                                       |
/// | 5   | PublishedDyn, 025 on   | [`ContractId`], 1, 2, 2 and 1 bytes, [`DalSlotHeader`] |
#[derive(HasEncoding, NomReader, BinWriter, View, Debug, Clone, PartialEq, Eq, Hash)]
#[non_exhaustive]
pub enum DalSlotStatus {
    /// The slot was not attested, whether it was published or not.
    #[encoding(tag = 0, since = 19, until = 22)]
    Unattested {
        /// `unattested` in JSON.
        #[encoding(constant = "unattested")]
        kind: (),
        /// The slot.
        #[encoding(flatten)]
        id: DalSlotId,
    },
    /// The slot was published and attested.
    #[encoding(tag = 1, since = 19, until = 22)]
    Attested {
        /// `attested` in JSON.
        #[encoding(constant = "attested")]
        kind: (),
        /// The slot.
        #[encoding(flatten)]
        header: DalSlotHeader,
    },
    /// The slot was not published.
    #[encoding(tag = 2, since = 22)]
    Unpublished {
        /// `unpublished` in JSON.
        #[encoding(constant = "unpublished")]
        kind: (),
        /// The slot.
        #[encoding(flatten)]
        id: DalSlotId,
    },
    /// The slot was published.
    #[encoding(tag = 3, since = 22)]
    Published {
        /// `published` in JSON.
        #[encoding(constant = "published")]
        kind: (),
        /// The publisher.
        publisher: ContractId,
        /// Whether enough of its shards are attested.
        is_proto_attested: bool,
        /// The number of its shards that are attested.
        attested_shards: u16,
        /// The number of its shards.
        total_shards: u16,
        /// The slot.
        #[encoding(flatten)]
        header: DalSlotHeader,
    },
    /// The slot was not published; the attestation lag is dynamic.
    #[encoding(tag = 4, since = 25)]
    UnpublishedDyn {
        /// `unpublished` in JSON.
        #[encoding(constant = "unpublished")]
        kind: (),
        /// The attestation lag in levels.
        attestation_lag: u8,
        /// The slot.
        #[encoding(flatten)]
        id: DalSlotId,
    },
    /// The slot was published; the attestation lag is dynamic.
    #[encoding(tag = 5, since = 25)]
    PublishedDyn {
        /// `published` in JSON.
        #[encoding(constant = "published")]
        kind: (),
        /// The publisher.
        publisher: ContractId,
        /// Whether enough of its shards are attested.
        is_proto_attested: bool,
        /// The number of its shards that are attested.
        attested_shards: u16,
        /// The number of its shards.
        total_shards: u16,
        /// The attestation lag in levels.
        attestation_lag: u8,
        /// The slot.
        #[encoding(flatten)]
        header: DalSlotHeader,
    },
}

/// The identifier of a slot: its level and its number.
///
/// | bytes | field   | encoding     |
/// |------:|---------|--------------|
/// | 4     | `level` | [`RawLevel`] |
/// | 1     | `index` | `uint8`      |
#[derive(HasEncoding, NomReader, BinWriter, View, Debug, Clone, Copy, PartialEq, Eq, Hash)]
#[encoding(view = "Self")]
#[allow(clippy::exhaustive_structs, reason = "a pair")]
pub struct DalSlotId {
    /// The level.
    pub level: RawLevel,
    /// The number of the slot.
    pub index: u8,
}

/// A slot and the commitment to its data.
///
/// | bytes | field        | encoding      |
/// |------:|--------------|---------------|
/// | 1     | tag          | 0             |
/// | 5     | `id`         | [`DalSlotId`] |
/// | 48    | `commitment` |               |
#[derive(HasEncoding, NomReader, BinWriter, View, Debug, Clone, PartialEq, Eq, Hash)]
#[encoding(json(tag = "version"))]
#[non_exhaustive]
pub enum DalSlotHeader {
    /// The only version.
    #[encoding(tag = 0, json(kind_first = "0"), title = "v0")]
    V0 {
        /// The level.
        level: RawLevel,
        /// The number of the slot.
        index: u8,
        /// Commitment to its data.
        commitment: DalCommitment,
    },
}
