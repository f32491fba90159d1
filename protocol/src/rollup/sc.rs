//! Smart contract rollups, protocols 013 (Jakarta) to 015 (Lima); from 016 on they are [smart rollups](super::smart).
//!
//! Rules: `operation_repr.ml` and the files `sc_rollup*.ml` of
//! [protocol 013](https://github.com/tezos/tezos-mirror/tree/d26a8bef82159434e5a6db6a6d329f29dc8172dd/src/proto_013_PtJakart/lib_protocol),
//! [014](https://github.com/tezos/tezos-mirror/tree/d26a8bef82159434e5a6db6a6d329f29dc8172dd/src/proto_014_PtKathma/lib_protocol) and
//! [015](https://github.com/tezos/tezos-mirror/tree/d26a8bef82159434e5a6db6a6d329f29dc8172dd/src/proto_015_PtLimaPt/lib_protocol).

mod kathmandu;
mod lima;

use alloc::string::{String, ToString};
use alloc::vec::Vec;

use tezos_encoding::{BinWriter, HasEncoding, NomReader, View};
use tezos_hashes::{
    base58::Base58Error,
    keys::PublicKeyHash,
    protocol::{ScRollupCommitmentHash, ScRollupHash, ScRollupStateHash},
};

use super::smart::{Stakers, is_number_of_ticks};
use crate::chain::{RawLevel, numeric};
use crate::micheline::LazyExpr;

pub use kathmandu::{
    KathmanduDissectionChunk, KathmanduDissectionChunkView, KathmanduInbox, KathmanduInboxCell, KathmanduInboxCellView,
    KathmanduInboxProof, KathmanduInboxProofView, KathmanduInboxView, KathmanduInput, KathmanduInputRequest,
    KathmanduInputRequestView, KathmanduInputView, KathmanduMachineProof, KathmanduMachineProofView,
    KathmanduMachineStep, KathmanduMachineStepView, KathmanduProof, KathmanduProofView, KathmanduRefutation,
    KathmanduRefutationView, KathmanduSkip, KathmanduSkipView, KathmanduStep, KathmanduStepView,
};
pub use lima::{
    LimaDissectionChunk, LimaDissectionChunkView, LimaInputProof, LimaInputProofView, LimaMachineStep,
    LimaMachineStepView, LimaProof, LimaProofView, LimaRefutation, LimaRefutationView, LimaRevealProof,
    LimaRevealProofView, LimaStep, LimaStepView,
};

/// The address of a smart contract rollup, which these operations encode as base58check text.
///
/// | bytes | field | encoding                       |
/// |------:|-------|--------------------------------|
/// | 41    |       | text with a 4-byte size prefix |
///
/// # Errors
/// `User_invariant_guard` for text that is not an address; `Invalid_utf8`.
///
/// Rule: [`sc_rollup_repr.ml`, `encoding`](https://github.com/tezos/tezos-mirror/blob/d26a8bef82159434e5a6db6a6d329f29dc8172dd/src/proto_015_PtLimaPt/lib_protocol/sc_rollup_repr.ml).
#[derive(HasEncoding, NomReader, BinWriter, View, Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash)]
#[encoding(id = "rollup_address", title = "A smart contract rollup address", view = "Self")]
#[encoding(description = "A smart contract rollup is identified by a base58 address starting with scr1")]
#[encoding(try_from = "AddressText", into = "AddressText")]
pub struct ScRollupAddress(pub ScRollupHash);

/// The text of an address.
#[derive(HasEncoding, NomReader, BinWriter)]
#[encoding(guard = "AddressText::is_address")]
struct AddressText(String);

impl AddressText {
    fn is_address(&self) -> Result<(), Base58Error> {
        self.0.parse::<ScRollupHash>().map(drop)
    }
}

impl TryFrom<AddressText> for ScRollupAddress {
    type Error = Base58Error;

    fn try_from(AddressText(text): AddressText) -> Result<Self, Base58Error> {
        text.parse().map(Self)
    }
}

impl From<&ScRollupAddress> for AddressText {
    fn from(address: &ScRollupAddress) -> Self {
        Self(address.0.to_string())
    }
}

/// Originates a rollup.
///
/// | bytes | field                        | encoding                                |
/// |------:|------------------------------|-----------------------------------------|
/// | 2     | `kind`, 013 and 014          | [`ScRollupKind`]                        |
/// | 1     | `pvm_kind`, 015              | [`ScRollupPvmKind`]                     |
/// | 4 + n | `boot_sector`                | bytes with a 4-byte size prefix         |
/// | 4 + n | `origination_proof`, 015     | bytes with a 4-byte size prefix         |
/// | 4 + n | `parameters_ty`, 014 and 015 | an expression with a 4-byte size prefix |
///
/// In JSON the `boot_sector` of 013 and 014 is text. In JSON `kind` is called `pvm_kind`, as from 015 on: Octez has two fields `kind` in
/// one object, only one of which a JSON reader sees.
#[derive(HasEncoding, NomReader, BinWriter, View, Debug, Clone, PartialEq, Eq, Hash)]
pub struct ScRollupOriginate {
    /// The machine that executes the rollup.
    #[encoding(until = 14, name = "pvm_kind")]
    pub kind: Option<ScRollupKind>,
    /// The machine that executes the rollup.
    #[encoding(since = 15)]
    pub pvm_kind: Option<ScRollupPvmKind>,
    /// The program, as text.
    #[encoding(name = "boot_sector", until = 14, string)]
    pub boot_text: Option<Vec<u8>>,
    /// The program.
    #[encoding(since = 15, dynamic, bytes)]
    pub boot_sector: Option<Vec<u8>>,
    /// The proof that the state of the rollup starts with the program.
    #[encoding(since = 15, dynamic, bytes)]
    pub origination_proof: Option<Vec<u8>>,
    /// The type of the messages that contracts send to the rollup.
    #[encoding(since = 14)]
    pub parameters_ty: Option<LazyExpr>,
}

/// The machine that executes a rollup, in 013 and 014.
///
/// | bytes | field | encoding                                      |
/// |------:|-------|-----------------------------------------------|
/// | 2     |       | 0: example_arith, 1 in 014: wasm 2.0.0        |
///
/// In JSON both are `{}`, which is read as the first, as in Octez.
///
/// # Errors
/// `Unexpected_tag`.
#[derive(HasEncoding, NomReader, BinWriter, View, Debug, Clone, Copy, PartialEq, Eq, Hash)]
#[encoding(tags = "u16", view = "Self", json(first_match))]
pub enum ScRollupKind {
    /// A machine for tests, which supports addition and multiplication.
    #[encoding(tag = 0, title = "Example_arith smart contract rollup kind")]
    ExampleArith,
    /// WebAssembly.
    #[encoding(tag = 1, since = 14, title = "Wasm 2.0.0 smart contract rollup kind")]
    Wasm2_0_0,
}

/// The machine that executes a rollup, in 015.
///
/// | bytes | field | encoding                                          |
/// |------:|-------|---------------------------------------------------|
/// | 1     |       | 0: `arith_pvm_kind`, 1: `wasm_2_0_0_pvm_kind`     |
///
/// # Errors
/// `No_case_matched`.
#[derive(HasEncoding, NomReader, BinWriter, View, Debug, Clone, Copy, PartialEq, Eq, Hash)]
#[encoding(string_enum)]
pub enum ScRollupPvmKind {
    /// A machine for tests, which supports addition and multiplication.
    #[encoding(title = "arith_pvm_kind")]
    Arith,
    /// WebAssembly.
    #[encoding(title = "wasm_2_0_0_pvm_kind")]
    Wasm2_0_0,
}

/// Adds messages to the inbox of a rollup.
///
/// | bytes | field     | encoding            |
/// |------:|-----------|---------------------|
/// | 41    | `rollup`  | [`ScRollupAddress`] |
/// | 4 + n | `message` | each text with a 4-byte size prefix, all of them with a 4-byte size prefix |
#[derive(HasEncoding, NomReader, BinWriter, View, Debug, Clone, PartialEq, Eq, Hash)]
pub struct ScRollupAddMessages {
    /// The rollup.
    pub rollup: ScRollupAddress,
    /// The messages.
    #[encoding(dynamic, list, string)]
    pub message: Vec<Vec<u8>>,
}

/// Makes a commitment final.
///
/// | bytes | field        | encoding            |
/// |------:|--------------|---------------------|
/// | 41    | `rollup`     | [`ScRollupAddress`] |
/// | 32    | `commitment` |                     |
#[derive(HasEncoding, NomReader, BinWriter, View, Debug, Clone, PartialEq, Eq, Hash)]
pub struct ScRollupCement {
    /// The rollup.
    pub rollup: ScRollupAddress,
    /// The commitment.
    pub commitment: ScRollupCommitmentHash,
}

/// Publishes a commitment.
///
/// | bytes | field        | encoding               |
/// |------:|--------------|------------------------|
/// | 41    | `rollup`     | [`ScRollupAddress`]    |
/// | 76    | `commitment` | [`ScRollupCommitment`] |
#[derive(HasEncoding, NomReader, BinWriter, View, Debug, Clone, PartialEq, Eq, Hash)]
pub struct ScRollupPublish {
    /// The rollup.
    pub rollup: ScRollupAddress,
    /// The commitment.
    pub commitment: ScRollupCommitment,
}

/// A claim about the state of a rollup after a level.
///
/// | bytes | field                              | encoding                                          |
/// |------:|------------------------------------|---------------------------------------------------|
/// | 32    | `compressed_state`                 |                                                   |
/// | 4     | `inbox_level`                      | [`RawLevel`]                                      |
/// | 32    | `predecessor`                      |                                                   |
/// | 4     | `number_of_messages`, 013 and 014  | `int32`, 0 to 4,096; in 013 from 1 on             |
/// | 4     | `number_of_ticks`, 013 and 014     | `int32`, not negative; in 013 from 1 on           |
/// | 8     | `number_of_ticks`, 015             | `int64`, not negative                             |
///
/// # Errors
/// `User_invariant_guard` for other numbers. Protocol 013 refuses 0 messages or ticks; this crate accepts them.
#[derive(HasEncoding, NomReader, BinWriter, View, Debug, Clone, PartialEq, Eq, Hash)]
pub struct ScRollupCommitment {
    /// Hash of the state.
    pub compressed_state: ScRollupStateHash,
    /// The level.
    pub inbox_level: RawLevel,
    /// The preceding commitment.
    pub predecessor: ScRollupCommitmentHash,
    /// The number of messages since the preceding commitment.
    #[encoding(until = 14)]
    pub number_of_messages: Option<NumberOfMessages>,
    /// The number of ticks since the preceding commitment.
    #[encoding(name = "number_of_ticks", until = 14)]
    pub few_ticks: Option<FewTicks>,
    /// The number of ticks since the preceding commitment.
    #[encoding(since = 15)]
    pub number_of_ticks: Option<NumberOfTicks>,
}

/// The number of messages of a commitment.
///
/// | bytes | field | encoding            |
/// |------:|-------|---------------------|
/// | 4     |       | `int32`, 0 to 4,096 |
///
/// # Errors
/// `User_invariant_guard` for other numbers.
#[derive(HasEncoding, NomReader, BinWriter, View, Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash)]
#[encoding(view = "Self", guard = "NumberOfMessages::is_in_bounds")]
pub struct NumberOfMessages(pub i32);

impl NumberOfMessages {
    fn is_in_bounds(&self) -> Result<(), &'static str> {
        if (0..=4096).contains(&self.0) { Ok(()) } else { Err("Out of bounds") }
    }
}

/// The number of ticks of a commitment in 013 and 014.
///
/// | bytes | field | encoding              |
/// |------:|-------|-----------------------|
/// | 4     |       | `int32`, not negative |
///
/// # Errors
/// `User_invariant_guard` for a negative number.
#[derive(HasEncoding, NomReader, BinWriter, View, Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash)]
#[encoding(view = "Self", guard = "FewTicks::is_in_bounds")]
pub struct FewTicks(pub i32);

impl FewTicks {
    fn is_in_bounds(&self) -> Result<(), &'static str> {
        is_number_of_ticks(&self.0.into())
    }
}

/// The number of ticks of a commitment in 015.
///
/// | bytes | field | encoding              |
/// |------:|-------|-----------------------|
/// | 8     |       | `int64`, not negative |
///
/// # Errors
/// `User_invariant_guard` for a negative number.
#[derive(HasEncoding, NomReader, BinWriter, View, Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash)]
#[encoding(view = "Self")]
pub struct NumberOfTicks(#[encoding(guard = "is_number_of_ticks")] pub i64);

numeric! { NumberOfMessages(i32); FewTicks(i32); NumberOfTicks(i64); }

/// Starts a refutation game, or moves in one.
///
/// | bytes | field                    | encoding                                  |
/// |------:|--------------------------|-------------------------------------------|
/// | 41    | `rollup`                 | [`ScRollupAddress`]                       |
/// | 21    | `opponent`               | [`PublicKeyHash`]                         |
/// |       | `refutation`, 014        | [`KathmanduRefutation`]                   |
/// | 1     | `is_opening_move`, 014   | `bool`                                    |
/// | 1 + n | `refutation`, 015        | presence flag and [`LimaRefutation`]      |
#[derive(HasEncoding, NomReader, BinWriter, View, Debug, Clone, PartialEq, Eq, Hash)]
pub struct ScRollupRefute {
    /// The rollup.
    pub rollup: ScRollupAddress,
    /// The other player.
    pub opponent: PublicKeyHash,
    /// The move.
    #[encoding(name = "refutation", until = 14)]
    pub kathmandu_refutation: Option<KathmanduRefutation>,
    /// True if the move starts the game.
    #[encoding(until = 14)]
    pub is_opening_move: Option<bool>,
    /// The move; `None` starts the game.
    #[encoding(since = 15, option)]
    pub refutation: Option<LimaRefutation>,
}

/// Ends a refutation game whose player did not move in time, from 014 on.
///
/// | bytes | field     | encoding            |
/// |------:|-----------|---------------------|
/// | 41    | `rollup`  | [`ScRollupAddress`] |
/// | 42    | `stakers` | [`Stakers`]         |
#[derive(HasEncoding, NomReader, BinWriter, View, Debug, Clone, PartialEq, Eq, Hash)]
pub struct ScRollupTimeout {
    /// The rollup.
    pub rollup: ScRollupAddress,
    /// The players.
    pub stakers: Stakers,
}

/// Executes a message of a rollup's outbox, from 014 on.
///
/// | bytes | field                  | encoding                       |
/// |------:|------------------------|--------------------------------|
/// | 41    | `rollup`               | [`ScRollupAddress`]            |
/// | 32    | `cemented_commitment`  |                                |
/// | 4     | `outbox_level`, 014    | [`RawLevel`]                   |
/// | 4     | `message_index`, 014   | `int31`                        |
/// | 4 + n | `inclusion proof`, 014 | text with a 4-byte size prefix |
/// | 4 + n | `message`, 014         | text with a 4-byte size prefix |
/// | 4 + n | `output_proof`, 015    | text with a 4-byte size prefix |
#[derive(HasEncoding, NomReader, BinWriter, View, Debug, Clone, PartialEq, Eq, Hash)]
pub struct ScRollupExecuteOutboxMessage {
    /// The rollup.
    pub rollup: ScRollupAddress,
    /// The commitment whose state contains the message.
    pub cemented_commitment: ScRollupCommitmentHash,
    /// The level of the outbox.
    #[encoding(until = 14)]
    pub outbox_level: Option<RawLevel>,
    /// The number of the message.
    #[encoding(until = 14, builtin = "Int31")]
    pub message_index: Option<i32>,
    /// The proof of the message's position.
    #[encoding(name = "inclusion proof", until = 14, string)]
    pub inclusion_proof: Option<Vec<u8>>,
    /// The message.
    #[encoding(until = 14, string)]
    pub message: Option<Vec<u8>>,
    /// The proof of the message and its position.
    #[encoding(since = 15, string)]
    pub output_proof: Option<Vec<u8>>,
}

/// Gives back the bond of a player who has no commitment left, from 014 on.
///
/// | bytes | field    | encoding |
/// |------:|----------|----------|
/// | 20    | `rollup` |          |
#[derive(HasEncoding, NomReader, BinWriter, View, Debug, Clone, PartialEq, Eq, Hash)]
pub struct ScRollupRecoverBond {
    /// The rollup.
    pub rollup: ScRollupHash,
}

/// Subscribes a rollup to a slot of the data availability layer, from 014 on.
///
/// | bytes | field        | encoding            |
/// |------:|--------------|---------------------|
/// | 41    | `rollup`     | [`ScRollupAddress`] |
/// | 1     | `slot_index` | `uint8`             |
#[derive(HasEncoding, NomReader, BinWriter, View, Debug, Clone, PartialEq, Eq, Hash)]
pub struct ScRollupDalSlotSubscribe {
    /// The rollup.
    pub rollup: ScRollupAddress,
    /// The number of the slot.
    pub slot_index: u8,
}
