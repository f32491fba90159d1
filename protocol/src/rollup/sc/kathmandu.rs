//! Moves of a refutation game in protocol 014 (Kathmandu).
//!
//! Rule: `sc_rollup_game_repr.ml`, `sc_rollup_proof_repr.ml`, `sc_rollups.ml`, `sc_rollup_PVM_sem.ml` and `sc_rollup_inbox_repr.ml` of
//! [014](https://github.com/tezos/tezos-mirror/tree/d26a8bef82159434e5a6db6a6d329f29dc8172dd/src/proto_014_PtKathma/lib_protocol).

use alloc::boxed::Box;
use alloc::vec::Vec;

use tezos_encoding::{BinWriter, HasEncoding, N, NomReader, View};
use tezos_hashes::protocol::{ScRollupInboxHash, ScRollupStateHash};

use super::ScRollupAddress;
use crate::{chain::RawLevel, rollup::merkle::v1::TreeProof};

/// A move of a player in a refutation game.
///
/// | bytes | field    | encoding          |
/// |------:|----------|-------------------|
/// |       | `choice` | `n`               |
/// |       | `step`   | [`KathmanduStep`] |
#[derive(HasEncoding, NomReader, BinWriter, View, Debug, Clone, PartialEq, Eq, Hash)]
pub struct KathmanduRefutation {
    /// The tick at which the players disagree.
    pub choice: N,
    /// The player's claim about this tick.
    pub step: KathmanduStep,
}

/// A step of a refutation game.
///
/// | tag | case       | payload                                                  |
/// |----:|------------|----------------------------------------------------------|
/// | 0   | Dissection | [`KathmanduDissectionChunk`]s, with a 4-byte size prefix |
/// | 1   | Proof      | [`KathmanduProof`]                                       |
#[derive(HasEncoding, NomReader, BinWriter, View, Debug, Clone, PartialEq, Eq, Hash)]
pub enum KathmanduStep {
    /// States between two ticks.
    #[encoding(tag = 0, dynamic, list)]
    Dissection(Vec<KathmanduDissectionChunk>),
    /// The proof of one tick.
    #[encoding(tag = 1)]
    Proof(Box<KathmanduProof>),
}

/// The state at a tick.
///
/// | bytes   | field | encoding                        |
/// |--------:|-------|---------------------------------|
/// | 1 or 33 | 0     | tag 0, or tag 1 and a hash      |
/// |         | 1     | `n`                             |
#[derive(HasEncoding, NomReader, BinWriter, View, Debug, Clone, PartialEq, Eq, Hash)]
pub struct KathmanduDissectionChunk(#[encoding(option(tagged))] pub Option<ScRollupStateHash>, pub N);

/// The proof of one tick.
///
/// | bytes | field      | encoding                                       |
/// |------:|------------|------------------------------------------------|
/// |       | `pvm_step` | [`KathmanduMachineStep`], at most 30,000 bytes |
/// | 1 + n | `inbox`    | tag 0, or tag 1 and a [`KathmanduInboxProof`]  |
#[derive(HasEncoding, NomReader, BinWriter, View, Debug, Clone, PartialEq, Eq, Hash)]
pub struct KathmanduProof {
    /// The step of the machine.
    #[encoding(check_size = 30_000)]
    pub pvm_step: KathmanduMachineStep,
    /// The input that the step reads.
    #[encoding(option(tagged))]
    pub inbox: Option<KathmanduInboxProof>,
}

/// The step of a machine in one tick.
///
/// | tag | case  | payload                   |
/// |----:|-------|---------------------------|
/// | 0   | Arith | [`KathmanduMachineProof`] |
/// | 1   | Wasm  | [`KathmanduMachineProof`] |
///
/// The JSON of both cases is identical; it is read as the first, as in Octez.
#[derive(HasEncoding, NomReader, BinWriter, View, Debug, Clone, PartialEq, Eq, Hash)]
#[encoding(json(first_match))]
pub enum KathmanduMachineStep {
    /// A step of the machine for tests.
    #[encoding(tag = 0, title = "Arithmetic PVM with proof")]
    Arith(KathmanduMachineProof),
    /// A step of WebAssembly.
    #[encoding(tag = 1, title = "Wasm 2.0.0 PVM with proof")]
    Wasm(KathmanduMachineProof),
}

/// The proof of a step of a machine.
///
/// | bytes | field        | encoding                                   |
/// |------:|--------------|--------------------------------------------|
/// |       | `tree_proof` | [`TreeProof`]                              |
/// | 1 + n | `given`      | tag 0, or tag 1 and a [`KathmanduInput`]   |
/// | 1 + n | `requested`  | [`KathmanduInputRequest`]                  |
#[derive(HasEncoding, NomReader, BinWriter, View, Debug, Clone, PartialEq, Eq, Hash)]
pub struct KathmanduMachineProof {
    /// The parts of the state that the step reads and writes.
    pub tree_proof: TreeProof,
    /// The message that the step reads.
    #[encoding(option(tagged))]
    pub given: Option<KathmanduInput>,
    /// The message that the step requests.
    pub requested: KathmanduInputRequest,
}

/// A message that a machine reads.
///
/// | bytes | field             | encoding                       |
/// |------:|-------------------|--------------------------------|
/// | 4     | `inbox_level`     | [`RawLevel`]                   |
/// |       | `message_counter` | `n`                            |
/// | 4 + n | `payload`         | text with a 4-byte size prefix |
#[derive(HasEncoding, NomReader, BinWriter, View, Debug, Clone, PartialEq, Eq, Hash)]
pub struct KathmanduInput {
    /// The level of the inbox.
    pub inbox_level: RawLevel,
    /// The number of the message.
    pub message_counter: N,
    /// The message.
    #[encoding(string)]
    pub payload: Vec<u8>,
}

/// The message that a machine requests.
///
/// | tag | case            | payload                    |
/// |----:|-----------------|----------------------------|
/// | 0   | NoInputRequired | none                       |
/// | 1   | Initial         | none                       |
/// | 2   | FirstAfter      | 4 of [`RawLevel`], and `n` |
#[derive(HasEncoding, NomReader, BinWriter, View, Debug, Clone, PartialEq, Eq, Hash)]
pub enum KathmanduInputRequest {
    /// No message.
    #[encoding(tag = 0)]
    NoInputRequired {
        /// Carries no data.
        no_input_required: (),
    },
    /// The first message.
    #[encoding(tag = 1)]
    Initial {
        /// Carries no data.
        initial: (),
    },
    /// The message after the one with this level and number.
    #[encoding(tag = 2)]
    FirstAfter(RawLevel, N),
}

/// The proof of a message in an inbox.
///
/// | bytes | field           | encoding                                           |
/// |------:|-----------------|----------------------------------------------------|
/// | 4 + n | `skips`         | [`KathmanduSkip`]s, with a 4-byte size prefix      |
/// |       | `level`         | [`KathmanduInbox`]                                 |
/// | 4 + n | `inc`           | [`KathmanduInboxCell`]s, with a 4-byte size prefix |
/// |       | `message_proof` | [`TreeProof`]                                      |
#[derive(HasEncoding, NomReader, BinWriter, View, Debug, Clone, PartialEq, Eq, Hash)]
pub struct KathmanduInboxProof {
    /// The levels that do not contain the message.
    #[encoding(dynamic, list)]
    pub skips: Vec<KathmanduSkip>,
    /// The inbox of the level with the message.
    pub level: KathmanduInbox,
    /// The path from that inbox to the inbox of the game.
    #[encoding(dynamic, list)]
    pub inc: Vec<KathmanduInboxCell>,
    /// The proof that the message is in the inbox.
    pub message_proof: TreeProof,
}

/// A level that does not contain the message, and the path from its inbox to the next.
///
/// | bytes | field | encoding                                           |
/// |------:|-------|----------------------------------------------------|
/// |       | 0     | [`KathmanduInbox`]                                 |
/// | 4 + n | 1     | [`KathmanduInboxCell`]s, with a 4-byte size prefix |
#[derive(HasEncoding, NomReader, BinWriter, View, Debug, Clone, PartialEq, Eq, Hash)]
pub struct KathmanduSkip(pub KathmanduInbox, #[encoding(dynamic, list)] pub Vec<KathmanduInboxCell>);

/// The inbox of a rollup.
///
/// | bytes | field                                         | encoding               |
/// |------:|-----------------------------------------------|------------------------|
/// | 41    | `rollup`                                      | [`ScRollupAddress`]    |
/// |       | `message_counter`                             | `n`                    |
/// | 8     | `nb_available_messages`                       | `int64`                |
/// | 8     | `nb_messages_in_commitment_period`            | `int64`                |
/// | 4     | `starting_level_of_current_commitment_period` | [`RawLevel`]           |
/// | 4     | `level`                                       | [`RawLevel`]           |
/// | 32    | `current_messages_hash`                       |                        |
/// |       | `old_levels_messages`                         | [`KathmanduInboxCell`] |
#[derive(HasEncoding, NomReader, BinWriter, View, Debug, Clone, PartialEq, Eq, Hash)]
pub struct KathmanduInbox {
    /// The rollup.
    pub rollup: ScRollupAddress,
    /// The number of messages so far.
    pub message_counter: N,
    /// The number of messages that are in the inbox.
    pub nb_available_messages: i64,
    /// The number of messages in the current period.
    pub nb_messages_in_commitment_period: i64,
    /// The first level of the current period.
    pub starting_level_of_current_commitment_period: RawLevel,
    /// The level of the last message.
    pub level: RawLevel,
    /// Hash of the messages of that level.
    pub current_messages_hash: ScRollupInboxHash,
    /// The messages of previous levels.
    pub old_levels_messages: KathmanduInboxCell,
}

/// A level in the skip list of an inbox's levels, with pointers to previous levels.
///
/// | bytes      | field           | encoding                          |
/// |-----------:|-----------------|-----------------------------------|
/// | 4          | `index`         | `int31`                           |
/// | 32         | `content`       |                                   |
/// | 4 + 32 · n | `back_pointers` | hashes, with a 4-byte size prefix |
///
/// Rule: [`skip_list_repr.ml`](https://github.com/tezos/tezos-mirror/blob/d26a8bef82159434e5a6db6a6d329f29dc8172dd/src/proto_014_PtKathma/lib_protocol/skip_list_repr.ml).
#[derive(HasEncoding, NomReader, BinWriter, View, Debug, Clone, PartialEq, Eq, Hash)]
pub struct KathmanduInboxCell {
    /// The number of the level in the list.
    #[encoding(builtin = "Int31")]
    pub index: i32,
    /// Hash of the messages.
    pub content: ScRollupInboxHash,
    /// Hashes of previous levels.
    #[encoding(dynamic, list)]
    pub back_pointers: Vec<ScRollupInboxHash>,
}
