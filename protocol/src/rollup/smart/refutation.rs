//! Moves of a refutation game.

use alloc::vec::Vec;

use tezos_encoding::{BinWriter, HasEncoding, N, NomReader, View};
use tezos_hashes::protocol::{SmartRollupCommitmentHash, SmartRollupStateHash};

use crate::chain::RawLevel;

/// A move of a player in a refutation game.
///
/// | tag | case  | payload                |
/// |----:|-------|------------------------|
/// | 0   | Start | two hashes of 32 bytes |
/// | 1   | Move  | `n`, and a [`RefutationStep`] |
///
/// Rule: [`sc_rollup_game_repr.ml`, `refutation_encoding`](https://github.com/tezos/tezos-mirror/blob/d26a8bef82159434e5a6db6a6d329f29dc8172dd/src/proto_alpha/lib_protocol/sc_rollup_game_repr.ml).
#[derive(HasEncoding, NomReader, BinWriter, View, Debug, Clone, PartialEq, Eq, Hash)]
#[encoding(json(tag = "refutation_kind"))]
#[allow(clippy::exhaustive_enums, reason = "there are no others")]
pub enum Refutation {
    /// Starts a game.
    #[encoding(tag = 0)]
    Start {
        /// The commitment of the player.
        player_commitment_hash: SmartRollupCommitmentHash,
        /// The commitment of the opponent.
        opponent_commitment_hash: SmartRollupCommitmentHash,
    },
    /// A move in a game.
    #[encoding(tag = 1)]
    Move {
        /// The tick at which the players disagree.
        choice: N,
        /// The player's claim about this tick.
        step: RefutationStep,
    },
}

/// A step of a refutation game.
///
/// | tag | case       | payload                                         |
/// |----:|------------|-------------------------------------------------|
/// | 0   | Dissection | [`DissectionChunk`]s, with a 4-byte size prefix |
/// | 1   | Proof      | [`Proof`]                                       |
#[derive(HasEncoding, NomReader, BinWriter, View, Debug, Clone, PartialEq, Eq, Hash)]
#[allow(clippy::exhaustive_enums, reason = "there are no others")]
pub enum RefutationStep {
    /// States between two ticks.
    #[encoding(tag = 0, dynamic, list)]
    Dissection(Vec<DissectionChunk>),
    /// The proof of one tick.
    #[encoding(tag = 1)]
    Proof(Proof),
}

/// The state at a tick.
///
/// | bytes   | field   | encoding                       |
/// |--------:|---------|--------------------------------|
/// | 1 or 33 | `state` | presence flag and 32 bytes     |
/// |         | `tick`  | `n`                            |
///
/// Rule: [`sc_rollup_dissection_chunk_repr.ml`](https://github.com/tezos/tezos-mirror/blob/d26a8bef82159434e5a6db6a6d329f29dc8172dd/src/proto_alpha/lib_protocol/sc_rollup_dissection_chunk_repr.ml).
#[derive(HasEncoding, NomReader, BinWriter, View, Debug, Clone, PartialEq, Eq, Hash)]
#[allow(clippy::exhaustive_structs, reason = "a pair")]
pub struct DissectionChunk {
    /// Hash of the state; `None` if the machine has stopped.
    pub state: Option<SmartRollupStateHash>,
    /// The number of the tick.
    pub tick: N,
}

/// The proof of one tick.
///
/// | bytes | field         | encoding                         |
/// |------:|---------------|----------------------------------|
/// | 4 + n | `pvm_step`    | bytes with a 4-byte size prefix  |
/// | 1 + n | `input_proof` | presence flag and [`InputProof`] |
///
/// Rule: [`sc_rollup_proof_repr.ml`](https://github.com/tezos/tezos-mirror/blob/d26a8bef82159434e5a6db6a6d329f29dc8172dd/src/proto_alpha/lib_protocol/sc_rollup_proof_repr.ml).
#[derive(HasEncoding, NomReader, BinWriter, View, Debug, Clone, PartialEq, Eq, Hash)]
#[non_exhaustive]
pub struct Proof {
    /// The step of the machine, in a separate encoding that is not decoded here.
    #[encoding(dynamic, bytes)]
    pub pvm_step: Vec<u8>,
    /// The proof of the input that the step reads.
    pub input_proof: Option<InputProof>,
}

/// The proof of the input that a machine reads.
///
/// | tag | case        | payload                                                 |
/// |----:|-------------|---------------------------------------------------------|
/// | 0   | InboxProof  | 4 of [`RawLevel`], `n`, bytes with a 4-byte size prefix |
/// | 1   | RevealProof | [`RevealProof`]                                         |
/// | 2   | FirstInput  | none                                                    |
#[derive(HasEncoding, NomReader, BinWriter, View, Debug, Clone, PartialEq, Eq, Hash)]
#[encoding(json(tag = "input_proof_kind"))]
#[non_exhaustive]
pub enum InputProof {
    /// A message of the inbox.
    #[encoding(tag = 0, json(kind_first = "inbox_proof"), title = "inbox proof")]
    InboxProof {
        /// The level of the inbox.
        level: RawLevel,
        /// The number of the message.
        message_counter: N,
        /// The proof, in a separate encoding that is not decoded here.
        #[encoding(dynamic, bytes)]
        serialized_proof: Vec<u8>,
    },
    /// Revealed data.
    #[encoding(tag = 1, json(kind_first = "reveal_proof"), title = "reveal proof")]
    RevealProof {
        /// The proof.
        reveal_proof: RevealProof,
    },
    /// The first message of the inbox.
    #[encoding(tag = 2, json(kind_first = "first_input"), title = "first input")]
    FirstInput,
}

/// The proof of revealed data.
///
/// | tag | case                  | payload                                        |
/// |----:|-----------------------|------------------------------------------------|
/// | 0   | RawData               | at most 4,096 bytes with a 2-byte size prefix  |
/// | 1   | Metadata              | none                                           |
/// | 2   | DalPage               | [`DalPageId`], bytes with a 4-byte size prefix |
/// | 3   | DalParameters, 018 on | none                                           |
#[derive(HasEncoding, NomReader, BinWriter, View, Debug, Clone, PartialEq, Eq, Hash)]
#[encoding(json(tag = "reveal_proof_kind"))]
#[non_exhaustive]
pub enum RevealProof {
    /// The data itself.
    #[encoding(tag = 0, json(kind_first = "raw_data_proof"), title = "raw data proof")]
    RawData {
        /// The data.
        #[encoding(dynamic(kind = "u16", max = 4096), bytes)]
        raw_data: Vec<u8>,
    },
    /// The metadata of the rollup, which the protocol knows.
    #[encoding(tag = 1, json(kind_first = "metadata_proof"), title = "metadata proof")]
    Metadata,
    /// A page of the data availability layer.
    #[encoding(tag = 2, json(kind_first = "dal_page_proof"), title = "dal page proof")]
    DalPage {
        /// The page.
        dal_page_id: DalPageId,
        /// The proof, in a separate encoding that is not decoded here.
        #[encoding(dynamic, bytes)]
        dal_proof: Vec<u8>,
    },
    /// The parameters of the data availability layer, which the protocol knows.
    #[encoding(tag = 3, json(kind_first = "dal_parameters_proof"), since = 18, title = "dal parameters proof")]
    DalParameters,
}

/// A page of a slot of the data availability layer.
///
/// | bytes | field             | encoding     |
/// |------:|-------------------|--------------|
/// | 4     | `published_level` | [`RawLevel`] |
/// | 1     | `slot_index`      | `uint8`      |
/// | 2     | `page_index`      | `int16`      |
///
/// Rule: [`dal_slot_repr.ml`, `Page`](https://github.com/tezos/tezos-mirror/blob/d26a8bef82159434e5a6db6a6d329f29dc8172dd/src/proto_alpha/lib_protocol/dal_slot_repr.ml).
#[derive(HasEncoding, NomReader, BinWriter, View, Debug, Clone, Copy, PartialEq, Eq, Hash)]
#[encoding(view = "Self")]
#[allow(clippy::exhaustive_structs, reason = "no protocol changed it")]
pub struct DalPageId {
    /// The level at which the slot was published.
    pub published_level: RawLevel,
    /// The number of the slot.
    pub slot_index: u8,
    /// The number of the page.
    pub page_index: i16,
}
