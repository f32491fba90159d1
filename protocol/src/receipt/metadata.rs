//! The metadata of operations.
//!
//! Rules: `apply_results.ml`, `attesting_power_repr.ml` and `misbehaviour_repr.ml` of
//! [the protocol in development](https://github.com/tezos/tezos-mirror/tree/d26a8bef82159434e5a6db6a6d329f29dc8172dd/src/proto_alpha/lib_protocol).

use alloc::vec::Vec;

use tezos_encoding::schema::{Encoding, Field};
use tezos_encoding::{BinWriter, HasEncoding, NomReader, View};

use super::forms::Updates;
use super::{
    AnyDestination, BalanceUpdates, ContractEffects, DelegationEffects, EarlyGasEffects, EarlyGlobalConstantEffects,
    Event, GasEffects, InternalTransaction, InternalTransactionEffects, OperationResult, OriginationEffects,
};
use crate::chain::{RawLevel, Round, named};
use crate::contract::ContractId;
use crate::keys::PublicKeyHash;
use crate::operation::{
    Delegation, EarlyDelegation, EarlyOrigination, EarlyReveal, EarlyTransaction, Origination, RegisterGlobalConstant,
    Reveal, SetDepositsLimit, Transaction,
};

/// The contents of an operation, followed by their metadata.
///
/// | bytes | field      | encoding                   |
/// |------:|------------|----------------------------|
/// | n     |            | the fields of the contents |
/// | n     | `metadata` | `M`                        |
#[derive(NomReader, BinWriter, View, Debug, Clone, PartialEq, Eq, Hash)]
#[non_exhaustive]
pub struct Receipt<T, M> {
    /// The contents of the operation.
    pub contents: T,
    /// The metadata: the effects of the operation.
    pub metadata: M,
}

impl<T: HasEncoding, M: HasEncoding> Receipt<T, M> {
    const METADATA: [Field; 1] = [Field::req("metadata", M::ENCODING)];
    /// An object without fields comes first, because `json(kind)` of a case looks for an object at this position and does not look inside
    /// merged objects.
    const PARTS: [&'static Encoding; 3] = [&Encoding::Object(&[]), T::ENCODING, &Encoding::Object(&Self::METADATA)];
}

impl<T: HasEncoding, M: HasEncoding> HasEncoding for Receipt<T, M> {
    const ENCODING: &'static Encoding = &Encoding::Merge(&Self::PARTS);
}

/// The metadata of a manager operation with effects of type `E`.
///
/// | bytes | field                        | encoding                                                |
/// |------:|------------------------------|---------------------------------------------------------|
/// | 4 + n | `balance_updates`            | [`BalanceUpdates`]: the fee                             |
/// | n     | `operation_result`           | [`OperationResult`]                                     |
/// | 4 + n | `internal_operation_results` | [`InternalOperationResult`]s, with a 4-byte size prefix |
#[derive(HasEncoding, NomReader, BinWriter, View, Debug, Clone, PartialEq, Eq, Hash)]
#[non_exhaustive]
pub struct ManagerMetadata<E> {
    /// The balance updates for the fee.
    #[encoding(flatten, with = "Updates")]
    pub balance_updates: BalanceUpdates,
    /// The result of the operation.
    pub operation_result: OperationResult<E>,
    /// The results of the internal operations.
    #[encoding(dynamic, list, dft = Vec::new())]
    pub internal_operation_results: Vec<InternalOperationResult>,
}

/// An internal operation with its result.
///
/// | bytes | field | encoding     |
/// |------:|-------|--------------|
/// | 1     | tag   | the kind     |
/// | n     |       | [`Internal`] |
///
/// # Errors
/// `Unexpected_tag`; the errors of the fields.
///
/// Rule: [`apply_internal_results.ml`, `internal_operation_result_encoding`][rule].
///
/// [rule]: https://github.com/tezos/tezos-mirror/blob/d26a8bef82159434e5a6db6a6d329f29dc8172dd/src/proto_alpha/lib_protocol/apply_internal_results.ml
#[derive(HasEncoding, NomReader, BinWriter, View, Debug, Clone, PartialEq, Eq, Hash)]
#[allow(clippy::exhaustive_enums, reason = "no protocol changed it")]
pub enum InternalOperationResult {
    /// The revelation of a public key, before Babylon.
    #[encoding(tag = 0, until = 4, json(kind_first = "reveal"), title = "Reveal")]
    EarlyReveal(Internal<EarlyReveal, EarlyGasEffects>),
    /// A transfer of tez, or a call of a contract, before Babylon.
    #[encoding(tag = 1, until = 4, json(kind_first = "transaction"), title = "Transaction")]
    EarlyTransaction(Internal<EarlyTransaction, ContractEffects>),
    /// A new contract, before Babylon.
    #[encoding(tag = 2, until = 4, json(kind_first = "origination"), title = "Origination")]
    EarlyOrigination(Internal<EarlyOrigination, OriginationEffects>),
    /// A change of the contract's delegate, before Babylon.
    #[encoding(tag = 3, until = 4, json(kind_first = "delegation"), title = "Delegation")]
    EarlyDelegation(Internal<EarlyDelegation, EarlyGasEffects>),
    /// The revelation of a public key, in protocols 005 to 012.
    #[encoding(tag = 0, since = 5, until = 12, json(kind_first = "reveal"))]
    Reveal(Internal<Reveal, GasEffects>),
    /// A transfer of tez, or a call of a contract, in protocols 005 to 012.
    #[encoding(tag = 1, since = 5, until = 12, json(kind_first = "transaction"), title = "Transaction")]
    ContractTransaction(Internal<Transaction, ContractEffects>),
    /// A transfer of tez, or a call of a contract or rollup.
    #[encoding(tag = 1, since = 13, json(kind_first = "transaction"))]
    Transaction(Internal<InternalTransaction, InternalTransactionEffects>),
    /// A new contract.
    #[encoding(tag = 2, since = 5, json(kind_first = "origination"))]
    Origination(Internal<Origination, OriginationEffects>),
    /// A change of the contract's delegate.
    #[encoding(tag = 3, since = 5, json(kind_first = "delegation"))]
    Delegation(Internal<Delegation, DelegationEffects>),
    /// The registration of an expression that scripts can refer to, in protocols 011 and 012.
    #[encoding(tag = 4, since = 11, until = 12, json(kind_first = "register_global_constant"))]
    RegisterGlobalConstant(Internal<RegisterGlobalConstant, EarlyGlobalConstantEffects>),
    /// A limit on the deposits of a baker, in protocol 012.
    #[encoding(tag = 5, since = 12, until = 12, json(kind_first = "set_deposits_limit"))]
    SetDepositsLimit(Internal<SetDepositsLimit, GasEffects>),
    /// An event.
    #[encoding(tag = 4, since = 14, json(kind_first = "event"))]
    Event(Internal<Event, GasEffects>),
}

/// An internal operation with contents of type `T` and effects of type `E`.
///
/// | bytes | field    | encoding                                                            |
/// |------:|----------|---------------------------------------------------------------------|
/// | 22    | `source` | [`ContractId`], up to protocol 015; [`AnyDestination`], from 016 on |
/// | 2     | `nonce`  | `uint16`                                                            |
/// | n     |          | `T`                                                                 |
/// | n     | `result` | [`OperationResult`]                                                 |
#[derive(HasEncoding, NomReader, BinWriter, View, Debug, Clone, PartialEq, Eq, Hash)]
#[non_exhaustive]
pub struct Internal<T, E> {
    /// The contract whose script emitted the operation, up to protocol 015.
    #[encoding(until = 15, name = "source")]
    pub contract: Option<ContractId>,
    /// The contract or the rollup that emitted the operation.
    #[encoding(since = 16)]
    pub source: Option<AnyDestination>,
    /// The number of this internal operation within its operation.
    pub nonce: u16,
    /// The contents of the operation.
    #[encoding(flatten)]
    pub contents: T,
    /// The metadata: the effects of the operation.
    pub result: OperationResult<E>,
}

/// The metadata of an operation without effects: no bytes; `{}` in JSON.
#[derive(NomReader, BinWriter, View, Debug, Clone, Copy, Default, PartialEq, Eq, Hash)]
#[encoding(view = "Self")]
#[allow(clippy::exhaustive_structs, reason = "empty")]
pub struct NoMetadata {}

impl HasEncoding for NoMetadata {
    const ENCODING: &'static Encoding = &Encoding::Object(&[]);
}

/// The metadata of an operation that only changes balances: [`BalanceUpdates`].
#[derive(HasEncoding, NomReader, BinWriter, View, Debug, Clone, Default, PartialEq, Eq, Hash)]
#[non_exhaustive]
pub struct BalanceMetadata {
    /// The changes of balances.
    #[encoding(flatten, with = "Updates")]
    pub balance_updates: BalanceUpdates,
}

/// The metadata of the registration of slots of the data availability layer: the baker, in protocols 014 to 018.
///
/// | bytes | field      | encoding          |
/// |------:|------------|-------------------|
/// | 21    | `delegate` | [`PublicKeyHash`] |
#[derive(HasEncoding, NomReader, BinWriter, View, Debug, Clone, PartialEq, Eq, Hash)]
#[non_exhaustive]
pub struct DelegateMetadata {
    /// The baker.
    pub delegate: PublicKeyHash,
}

/// The metadata of an operation that drains a delegate, from protocol 015 on.
///
/// | bytes | field                            | encoding           |
/// |------:|----------------------------------|--------------------|
/// | 4 + n | `balance_updates`                | [`BalanceUpdates`] |
/// | 1     | `allocated_destination_contract` | `bool`             |
#[derive(HasEncoding, NomReader, BinWriter, View, Debug, Clone, Default, PartialEq, Eq, Hash)]
#[non_exhaustive]
pub struct DrainMetadata {
    /// The changes of balances.
    #[encoding(dft = BalanceUpdates::default())]
    pub balance_updates: BalanceUpdates,
    /// True if the operation created the account.
    #[encoding(dft = false)]
    pub allocated_destination_contract: bool,
}

/// The metadata of evidence against a baker, in protocols 018 to 022. Before, it is [`BalanceMetadata`].
///
/// | bytes | field                | encoding                         |
/// |------:|----------------------|----------------------------------|
/// | 1, 22 | `forbidden_delegate` | an option of a [`PublicKeyHash`] |
/// | 4 + n | `balance_updates`    | [`BalanceUpdates`]               |
#[derive(HasEncoding, NomReader, BinWriter, View, Debug, Clone, PartialEq, Eq, Hash)]
#[non_exhaustive]
pub struct ForbiddenMetadata {
    /// The baker, if it is forbidden to bake from now on.
    pub forbidden_delegate: Option<PublicKeyHash>,
    /// The changes of balances.
    #[encoding(dft = BalanceUpdates::default())]
    pub balance_updates: BalanceUpdates,
}

/// The metadata of evidence against a baker, from protocol 023 on.
///
/// | bytes | field               | encoding          |
/// |------:|---------------------|-------------------|
/// | 21    | `punished_delegate` | [`PublicKeyHash`] |
/// | 21    | `rewarded_delegate` | [`PublicKeyHash`] |
/// | 9     | `misbehaviour`      | [`Misbehaviour`]  |
#[derive(HasEncoding, NomReader, BinWriter, View, Debug, Clone, PartialEq, Eq, Hash)]
#[non_exhaustive]
pub struct PunishmentMetadata {
    /// The baker.
    pub punished_delegate: PublicKeyHash,
    /// The baker that receives the reward.
    pub rewarded_delegate: PublicKeyHash,
    /// The misbehaviour of the baker.
    pub misbehaviour: Misbehaviour,
}

/// A misbehaviour of a baker: two conflicting operations or blocks.
///
/// | bytes | field   | encoding             |
/// |------:|---------|----------------------|
/// | 4     | `level` | [`RawLevel`]         |
/// | 4     | `round` | [`Round`]            |
/// | 1     | `kind`  | [`MisbehaviourKind`] |
#[derive(HasEncoding, NomReader, BinWriter, View, Debug, Clone, Copy, PartialEq, Eq, Hash)]
#[non_exhaustive]
pub struct Misbehaviour {
    /// The level of the block.
    pub level: RawLevel,
    /// The round of the block.
    pub round: Round,
    /// The kind of operation that was made twice.
    pub kind: MisbehaviourKind,
}

/// The kind of operation that a baker made twice: 0 (preattestation), 1 (attestation), 2 (block).
///
/// # Errors
/// `No_case_matched`.
#[derive(HasEncoding, NomReader, BinWriter, View, Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash)]
#[encoding(string_enum)]
#[non_exhaustive]
pub enum MisbehaviourKind {
    /// A preattestation.
    Preattestation,
    /// An attestation.
    Attestation,
    /// A block.
    Block,
}

named! { MisbehaviourKind { Preattestation => "preattestation", Attestation => "attestation", Block => "block" } }

/// The metadata of an endorsement, up to protocol 011.
///
/// | bytes | field             | encoding                                                                               |
/// |------:|-------------------|----------------------------------------------------------------------------------------|
/// | 4 + n | `balance_updates` | [`BalanceUpdates`]                                                                     |
/// | 21    | `delegate`        | [`PublicKeyHash`]                                                                      |
/// | 4 + n | `slots`           | each a `uint8` up to protocol 008, a `uint16` from 009 on; with a 4-byte size prefix   |
#[derive(HasEncoding, NomReader, BinWriter, View, Debug, Clone, PartialEq, Eq, Hash)]
#[allow(clippy::exhaustive_structs, reason = "of protocols that have ended")]
pub struct EmmyMetadata {
    /// The changes of balances.
    #[encoding(flatten, with = "Updates")]
    pub balance_updates: BalanceUpdates,
    /// The baker.
    pub delegate: PublicKeyHash,
    /// The slots of the baker, up to protocol 008.
    #[encoding(until = 8, name = "slots", dynamic, list)]
    pub early_slots: Option<Vec<u8>>,
    /// The slots of the baker.
    #[encoding(since = 9, dynamic, list)]
    pub slots: Option<Vec<u16>>,
}

/// Defines the metadata of consensus operations in protocols 012 to 017, which differ in the JSON name of the number of slots.
macro_rules! endorsement_metadata {
    ($(#[$doc:meta])* $name:ident, $power:ident) => {
        $(#[$doc])*
        ///
        /// | bytes | field             | encoding                                |
        /// |------:|-------------------|-----------------------------------------|
        /// | 4 + n | `balance_updates` | [`BalanceUpdates`]                      |
        /// | 21    | `delegate`        | [`PublicKeyHash`]                       |
        /// | 4     | the number        | `int31`                                 |
        /// | 21    | `consensus_key`   | [`PublicKeyHash`], from protocol 015 on |
        #[derive(HasEncoding, NomReader, BinWriter, View, Debug, Clone, PartialEq, Eq, Hash)]
        #[non_exhaustive]
        pub struct $name {
            /// The changes of balances.
            #[encoding(flatten, with = "Updates")]
            pub balance_updates: BalanceUpdates,
            /// The baker.
            pub delegate: PublicKeyHash,
            /// The number of its slots.
            #[encoding(builtin = "Int31")]
            pub $power: i32,
            /// The key that signed.
            #[encoding(since = 15)]
            pub consensus_key: Option<PublicKeyHash>,
        }
    };
}

endorsement_metadata! {
    /// The metadata of a preendorsement, in protocols 012 to 017.
    PreendorsementMetadata, preendorsement_power
}
endorsement_metadata! {
    /// The metadata of an endorsement, in protocols 012 to 017.
    EndorsementMetadata, endorsement_power
}

/// The metadata of an attestation or preattestation, from protocol 018 on.
///
/// | bytes | field             | encoding                                                   |
/// |------:|-------------------|------------------------------------------------------------|
/// | 4 + n | `balance_updates` | [`BalanceUpdates`]                                         |
/// | 21    | `delegate`        | [`PublicKeyHash`]                                          |
/// | n     | `consensus_power` | `int31`, up to protocol 023; [`AttestingPower`], from 024 on |
/// | 21    | `consensus_key`   | [`PublicKeyHash`]                                          |
#[derive(HasEncoding, NomReader, BinWriter, View, Debug, Clone, PartialEq, Eq, Hash)]
#[non_exhaustive]
pub struct ConsensusMetadata {
    /// The changes of balances.
    #[encoding(dft = BalanceUpdates::default())]
    pub balance_updates: BalanceUpdates,
    /// The baker.
    pub delegate: PublicKeyHash,
    /// The number of its slots, up to protocol 023.
    #[encoding(until = 23, name = "consensus_power", builtin = "Int31")]
    pub slots: Option<i32>,
    /// The weight of the attestation.
    #[encoding(since = 24)]
    pub consensus_power: Option<AttestingPower>,
    /// The key that signed.
    pub consensus_key: PublicKeyHash,
}

/// The metadata of attestations or preattestations with one signature.
///
/// | bytes | field                   | encoding                                                     |
/// |------:|-------------------------|--------------------------------------------------------------|
/// | 4 + n | `balance_updates`       | [`BalanceUpdates`]                                           |
/// | 4 + n | `committee`             | [`CommitteeMember`]s, with a 4-byte size prefix              |
/// | n     | `total_consensus_power` | `int31`, up to protocol 023; [`AttestingPower`], from 024 on |
///
/// In JSON of protocol 022 the last field is called `consensus_power`.
#[derive(HasEncoding, NomReader, BinWriter, View, Debug, Clone, PartialEq, Eq, Hash)]
#[non_exhaustive]
pub struct AggregateMetadata {
    /// The changes of balances.
    #[encoding(dft = BalanceUpdates::default())]
    pub balance_updates: BalanceUpdates,
    /// The bakers.
    #[encoding(dynamic, list)]
    pub committee: Vec<CommitteeMember>,
    /// The number of their slots, in protocol 022.
    #[encoding(until = 22, builtin = "Int31")]
    pub consensus_power: Option<i32>,
    /// The number of their slots, in protocol 023.
    #[encoding(since = 23, until = 23, name = "total_consensus_power", builtin = "Int31")]
    pub total_slots: Option<i32>,
    /// The total weight of the attestations.
    #[encoding(since = 24)]
    pub total_consensus_power: Option<AttestingPower>,
}

/// One of the bakers that signed an aggregate.
///
/// | bytes | field             | encoding                                                         |
/// |------:|-------------------|------------------------------------------------------------------|
/// | 21    | `delegate`        | [`PublicKeyHash`]                                                |
/// | 21    | `consensus_pkh`   | [`PublicKeyHash`]                                                |
/// | n     | `consensus_power` | `int31`, in protocol 023; [`AttestingPower`], from 024 on        |
#[derive(HasEncoding, NomReader, BinWriter, View, Debug, Clone, PartialEq, Eq, Hash)]
#[non_exhaustive]
pub struct CommitteeMember {
    /// The baker.
    pub delegate: PublicKeyHash,
    /// The key that signed.
    pub consensus_pkh: PublicKeyHash,
    /// The number of its slots, in protocol 023.
    #[encoding(since = 23, until = 23, name = "consensus_power", builtin = "Int31")]
    pub slots: Option<i32>,
    /// The weight of the attestation.
    #[encoding(since = 24)]
    pub consensus_power: Option<AttestingPower>,
}

/// The weight of an attestation, from protocol 024 on.
///
/// | bytes | field          | encoding                    |
/// |------:|----------------|-----------------------------|
/// | 4     | `slots`        | `int31`                     |
/// | 1, 9  | `baking_power` | `00`, or `01` and an `int64` |
#[derive(HasEncoding, NomReader, BinWriter, View, Debug, Clone, Copy, PartialEq, Eq, Hash)]
#[non_exhaustive]
pub struct AttestingPower {
    /// The number of slots.
    #[encoding(builtin = "Int31")]
    pub slots: i32,
    /// The stake, if all bakers attest.
    #[encoding(option(tagged))]
    pub baking_power: Option<i64>,
}
