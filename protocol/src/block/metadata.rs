//! The metadata of a block: the protocol's, and the fields of the shell.

use alloc::vec::Vec;

use tezos_encoding::{BinWriter, HasEncoding, N, NomReader, View, Z};
use tezos_hashes::{keys::PublicKeyHash, protocol::NonceHash};

use super::{NextProtocolName, ProtocolName};
use crate::chain::{ConsumedMilligas, Cycle, Level, RawLevel, VotingPeriod, VotingPeriodKind, numeric};
use crate::receipt::{
    BalanceUpdates, ContractEffects, DelegationEffects, GasEffects, OriginationEffects, PaidStorageEffects,
    ScRollupOriginateEffects, SmartRollupOriginateEffects, TransactionEffects, Updates,
};
use crate::shell::TestChainStatus;

/// The metadata of a block, without the fields of the shell.
///
/// | bytes  | field                                | encoding                                                        |
/// |-------:|--------------------------------------|-----------------------------------------------------------------|
/// | 21     | `proposer`                           | [`PublicKeyHash`], from protocol 012 on                         |
/// | 21     | `baker`                              | [`PublicKeyHash`]                                               |
/// | 25     | `level`                              | [`LevelWithPeriod`], up to protocol 009                         |
/// | 17     | `level_info`                         | [`Level`], from protocol 008 on                                 |
/// | 1      | `voting_period_kind`                 | [`VotingPeriodKind`], up to protocol 009                        |
/// | 17     | `voting_period_info`                 | [`VotingPeriodInfo`], from protocol 008 on                      |
/// | 1, 33  | `nonce_hash`                         | `00`, or `01` and a [`NonceHash`]                               |
/// | n      | `consumed_gas`                       | `n` of at most 10 bytes up to 006; [`ConsumedMilligas`] in 007 to 013                                         |
/// | 4 + n  | `deactivated`                        | [`PublicKeyHash`]es, with a 4-byte size prefix                  |
/// | 4 + n  | `balance_updates`                    | [`BalanceUpdates`]                                              |
/// | 4      | `liquidity_baking_escape_ema`        | `int32`, in protocols 010 to 012                                |
/// | 4      | `liquidity_baking_toggle_ema`        | [`VotesEma`], from protocol 013 on                              |
/// | 4      | `adaptive_issuance_vote_ema`         | [`VotesEma`], in protocols 018 to 023                           |
/// | 1, 5   | `adaptive_issuance_activation_cycle` | an option of a [`Cycle`], in protocols 018 to 023               |
/// | 4 + n  | `implicit_operations_results`        | [`ImplicitResult`]s, with a 4-byte size prefix, from 010 on     |
/// | 21     | `proposer_consensus_key`             | [`PublicKeyHash`], from protocol 015 on                         |
/// | 21     | `baker_consensus_key`                | [`PublicKeyHash`], from protocol 015 on                         |
/// | n      | `consumed_milligas`                  | [`ConsumedMilligas`], from protocol 013 on                                       |
/// | n      | `dal_slot_availability`              | a bit set as `z`, if bytes are left; in protocols 014 and 015   |
/// | n      | `dal_attestation`                    | a bit set as `z`; if bytes are left in 016 to 018; from 019 on always |
/// | 1, 18  | `all_bakers_attest_activation_level` | `00`, or `01` and a [`Level`]; from protocol 024 on             |
/// | 1, 25  | `attestations`                       | `00`, or `01` and a [`CommitteePower`]; from protocol 024 on    |
/// | 1, 25  | `preattestations`                    | `00`, or `01` and a [`CommitteePower`]; from protocol 024 on    |
///
/// # Errors
/// The errors of the fields.
///
/// Rule: [`apply_results.ml`, `block_metadata_encoding`][rule], and the same file of each protocol.
///
/// [rule]: https://github.com/tezos/tezos-mirror/blob/d26a8bef82159434e5a6db6a6d329f29dc8172dd/src/proto_alpha/lib_protocol/apply_results.ml
#[derive(HasEncoding, NomReader, BinWriter, View, Debug, Clone, PartialEq, Eq, Hash)]
#[non_exhaustive]
pub struct BlockMetadata {
    /// The baker that proposed the payload of the block.
    #[encoding(since = 12)]
    pub proposer: Option<PublicKeyHash>,
    /// The baker of the block.
    pub baker: PublicKeyHash,
    /// The level of the block, up to protocol 009.
    #[encoding(until = 9)]
    pub level: Option<LevelWithPeriod>,
    /// The level of the block.
    #[encoding(since = 8)]
    pub level_info: Option<Level>,
    /// The kind of the voting period, up to protocol 009.
    #[encoding(until = 9)]
    pub voting_period_kind: Option<VotingPeriodKind>,
    /// The voting period.
    #[encoding(since = 8)]
    pub voting_period_info: Option<VotingPeriodInfo>,
    /// The hash of the nonce that the baker will reveal.
    #[encoding(option(tagged))]
    pub nonce_hash: Option<NonceHash>,
    /// The gas that the operations consumed, up to protocol 006.
    #[encoding(until = 6, name = "consumed_gas", bounded = 10)]
    pub consumed_units: Option<N>,
    /// The gas that the operations consumed in thousandths, in protocols 007 to 013.
    #[encoding(since = 7, until = 13)]
    pub consumed_gas: Option<ConsumedMilligas>,
    /// The bakers that are deactivated because they were inactive.
    #[encoding(dynamic, list)]
    pub deactivated: Vec<PublicKeyHash>,
    /// The changes of balances that no operation of the block makes.
    #[encoding(flatten, with = "Updates")]
    pub balance_updates: BalanceUpdates,
    /// The average of the votes against the subsidy of liquidity baking, in protocols 010 to 012.
    #[encoding(since = 10, until = 12)]
    pub liquidity_baking_escape_ema: Option<i32>,
    /// The average of the votes against the subsidy of liquidity baking.
    #[encoding(since = 13)]
    pub liquidity_baking_toggle_ema: Option<VotesEma>,
    /// The average of the votes for adaptive issuance, in protocols 018 to 023.
    #[encoding(since = 18, until = 23)]
    pub adaptive_issuance_vote_ema: Option<VotesEma>,
    /// The cycle in which adaptive issuance starts, in protocols 018 to 023.
    #[encoding(since = 18, until = 23, option)]
    pub adaptive_issuance_activation_cycle: Option<Cycle>,
    /// The results of operations that the protocol makes, such as the subsidy of liquidity baking.
    #[encoding(since = 10, dynamic, list)]
    pub implicit_operations_results: Option<Vec<ImplicitResult>>,
    /// The key with which the proposer signs.
    #[encoding(since = 15)]
    pub proposer_consensus_key: Option<PublicKeyHash>,
    /// The key with which the baker signs.
    #[encoding(since = 15)]
    pub baker_consensus_key: Option<PublicKeyHash>,
    /// The gas that the operations consumed, in thousandths.
    #[encoding(since = 13)]
    pub consumed_milligas: Option<ConsumedMilligas>,
    /// The slots of the data availability layer that are available, in protocols 014 and 015.
    #[encoding(since = 14, until = 15, varopt)]
    pub dal_slot_availability: Option<Z>,
    /// The attested slots of the data availability layer, in protocols 016 to 018.
    #[encoding(since = 16, until = 18, name = "dal_attestation", varopt)]
    pub optional_dal_attestation: Option<Z>,
    /// The attested slots of the data availability layer.
    #[encoding(since = 19)]
    pub dal_attestation: Option<Z>,
    /// The level from which on all bakers attest.
    #[encoding(since = 24, option(tagged))]
    pub all_bakers_attest_activation_level: Option<Level>,
    /// The power of the attestations in the block.
    #[encoding(since = 24, option(tagged))]
    pub attestations: Option<CommitteePower>,
    /// The power of the preattestations in the block.
    #[encoding(since = 24, option(tagged))]
    pub preattestations: Option<CommitteePower>,
}

/// The level of a block with its position in the voting period, up to protocol 009.
///
/// | bytes | field                    | encoding     |
/// |------:|--------------------------|--------------|
/// | 4     | `level`                  | [`RawLevel`] |
/// | 4     | `level_position`         | `int32`      |
/// | 4     | `cycle`                  | [`Cycle`]    |
/// | 4     | `cycle_position`         | `int32`      |
/// | 4     | `voting_period`          | `int32`      |
/// | 4     | `voting_period_position` | `int32`      |
/// | 1     | `expected_commitment`    | `bool`       |
///
/// # Errors
/// The errors of the fields.
///
/// Rule: [`level_repr.ml`, `compat_encoding`](https://github.com/tezos/tezos-mirror/blob/d26a8bef82159434e5a6db6a6d329f29dc8172dd/src/proto_009_PsFLoren/lib_protocol/level_repr.ml).
#[derive(HasEncoding, NomReader, BinWriter, View, Debug, Clone, Copy, PartialEq, Eq, Hash)]
#[encoding(view = "Self")]
#[allow(clippy::exhaustive_structs, reason = "a pair")]
pub struct LevelWithPeriod {
    /// The distance from the genesis.
    pub level: RawLevel,
    /// The distance from the first block after the genesis.
    pub level_position: i32,
    /// The cycle of the block.
    pub cycle: Cycle,
    /// The distance from the first block of the cycle.
    pub cycle_position: i32,
    /// The number of the voting period.
    pub voting_period: i32,
    /// The distance from the first block of the voting period.
    pub voting_period_position: i32,
    /// Whether the block must have the hash of a seed nonce.
    pub expected_commitment: bool,
}

/// A voting period and the position of a block in it, from protocol 008 on.
///
/// | bytes | field           | encoding         |
/// |------:|-----------------|------------------|
/// | 9     | `voting_period` | [`VotingPeriod`] |
/// | 4     | `position`      | `int32`          |
/// | 4     | `remaining`     | `int32`          |
///
/// # Errors
/// The errors of the fields.
///
/// Rule: [`voting_period_repr.ml`, `info_encoding`](https://github.com/tezos/tezos-mirror/blob/d26a8bef82159434e5a6db6a6d329f29dc8172dd/src/proto_alpha/lib_protocol/voting_period_repr.ml).
#[derive(HasEncoding, NomReader, BinWriter, View, Debug, Clone, Copy, PartialEq, Eq, Hash)]
#[encoding(view = "Self")]
#[non_exhaustive]
pub struct VotingPeriodInfo {
    /// The period.
    pub voting_period: VotingPeriod,
    /// The distance from the first block of the period.
    pub position: i32,
    /// The number of blocks that remain in the period.
    pub remaining: i32,
}

/// An exponential moving average of votes.
///
/// | bytes | field | encoding                   |
/// |------:|-------|----------------------------|
/// | 4     |       | `int32`, 0 to 2,000,000,000 |
///
/// # Errors
/// `User_invariant_guard` for other numbers.
///
/// Rule: [`votes_EMA_repr.ml`, `encoding`](https://github.com/tezos/tezos-mirror/blob/d26a8bef82159434e5a6db6a6d329f29dc8172dd/src/proto_alpha/lib_protocol/votes_EMA_repr.ml).
#[derive(HasEncoding, NomReader, BinWriter, View, Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash)]
#[encoding(view = "Self", guard = "VotesEma::is_in_bounds")]
#[allow(clippy::exhaustive_structs, reason = "a number")]
pub struct VotesEma(pub i32);

numeric! { VotesEma(i32); }

impl VotesEma {
    fn is_in_bounds(&self) -> Result<(), &'static str> {
        if (0..=2_000_000_000).contains(&self.0) { Ok(()) } else { Err("out of bounds") }
    }
}

/// The power of the attestations or preattestations in a block, from protocol 024 on.
///
/// | bytes | field                   | encoding |
/// |------:|-------------------------|----------|
/// | 8     | `total_committee_power` | `int64`  |
/// | 8     | `threshold`             | `int64`  |
/// | 8     | `recorded_power`        | `int64`  |
///
/// Rule: [`apply_results.ml`, `attestations_result_encoding`](https://github.com/tezos/tezos-mirror/blob/d26a8bef82159434e5a6db6a6d329f29dc8172dd/src/proto_alpha/lib_protocol/apply_results.ml).
#[derive(HasEncoding, NomReader, BinWriter, View, Debug, Clone, Copy, PartialEq, Eq, Hash)]
#[encoding(view = "Self")]
#[non_exhaustive]
pub struct CommitteePower {
    /// The power of all bakers of the committee.
    pub total_committee_power: i64,
    /// The power that is needed for a quorum.
    pub threshold: i64,
    /// The power in the block.
    pub recorded_power: i64,
}

/// The result of an operation that the protocol makes, from protocol 010 on.
///
/// | bytes | field | encoding                 |
/// |------:|-------|--------------------------|
/// | 1     | tag   | the kind                 |
/// | n     |       | the effects of the kind  |
///
/// From protocol 023 on the JSON of the update of a key has `key_kind`, which Octez also calls `kind`: it has two fields of this name.
///
/// # Errors
/// `Unexpected_tag` for a kind that the protocol does not have; the errors of the effects.
///
/// Rule: [`apply_results.ml`, `successful_manager_operation_result_encoding`][rule].
///
/// [rule]: https://github.com/tezos/tezos-mirror/blob/d26a8bef82159434e5a6db6a6d329f29dc8172dd/src/proto_alpha/lib_protocol/apply_results.ml
#[derive(HasEncoding, NomReader, BinWriter, View, Debug, Clone, PartialEq, Eq, Hash)]
#[non_exhaustive]
pub enum ImplicitResult {
    /// The revelation of a public key.
    #[encoding(tag = 0, json(kind_first = "reveal"))]
    Reveal(GasEffects),
    /// A transfer of tez, or a call of a contract, in protocols 010 to 012.
    #[encoding(tag = 1, until = 12, json(kind_first = "transaction"), title = "Transaction")]
    ContractTransaction(ContractEffects),
    /// A transfer of tez, or a call of a contract.
    #[encoding(tag = 1, since = 13, json(kind_first = "transaction"))]
    Transaction(TransactionEffects),
    /// A new contract.
    #[encoding(tag = 2, json(kind_first = "origination"))]
    Origination(OriginationEffects),
    /// A change of an account's delegate.
    #[encoding(tag = 3, json(kind_first = "delegation"))]
    Delegation(DelegationEffects),
    /// A limit on the deposits of a baker.
    #[encoding(tag = 5, since = 12, json(kind_first = "set_deposits_limit"))]
    SetDepositsLimit(GasEffects),
    /// A change of the key with which a baker signs blocks.
    #[encoding(tag = 6, since = 15, json(kind_first = "update_consensus_key"))]
    UpdateConsensusKey(ImplicitKeyEffects),
    /// Storage paid for in advance.
    #[encoding(tag = 9, since = 14, json(kind_first = "increase_paid_storage"))]
    IncreasePaidStorage(PaidStorageEffects),
    /// A new smart contract rollup.
    #[encoding(tag = 200, since = 13, until = 15, json(kind_first = "sc_rollup_originate"))]
    ScRollupOriginate(ScRollupOriginateEffects),
    /// A new smart rollup.
    #[encoding(tag = 200, since = 16, json(kind_first = "smart_rollup_originate"))]
    SmartRollupOriginate(SmartRollupOriginateEffects),
}

/// The effects of the update of a baker's key by the protocol, from protocol 015 on.
///
/// | bytes | field               | encoding                     |
/// |------:|---------------------|------------------------------|
/// | 1     | `key_kind`          | `bool`, from protocol 023 on |
/// | n     | `consumed_gas`      | `n`, in protocol 015         |
/// | n     | `consumed_milligas` | [`ConsumedMilligas`]                          |
#[derive(HasEncoding, NomReader, BinWriter, View, Debug, Clone, PartialEq, Eq, Hash)]
#[non_exhaustive]
pub struct ImplicitKeyEffects {
    /// True for the consensus key, false for the companion key.
    #[encoding(since = 23, name = "key_kind")]
    pub is_consensus_key: Option<bool>,
    /// The consumed gas, rounded up, in protocol 015.
    #[encoding(until = 15, dft = N::ZERO)]
    pub consumed_gas: Option<N>,
    /// The consumed gas, in thousandths.
    #[encoding(dft = ConsumedMilligas::default())]
    pub consumed_milligas: ConsumedMilligas,
}

/// The metadata of a block as a node gives it: the fields of the shell, then those of the protocol.
///
/// | bytes | field                       | encoding                                                            |
/// |------:|-----------------------------|---------------------------------------------------------------------|
/// | 0     | `protocol`                  | [`ProtocolName`]                                                    |
/// | 0     | `next_protocol`             | [`NextProtocolName`]                                                |
/// | n     | `test_chain_status`         | [`TestChainStatus`]                                                 |
/// | 4     | `max_operations_ttl`        | `int31`                                                             |
/// | 4     | `max_operation_data_length` | `int31`                                                             |
/// | 4     | `max_block_header_length`   | `int31`                                                             |
/// | 8 + n | `max_operation_list_length` | [`OperationListQuota`]s, with two 4-byte size prefixes              |
/// | n     | of the protocol             | [`BlockMetadata`]                                                   |
///
/// # Errors
/// The errors of the fields.
///
/// Rule: [`block_services.ml`, `block_metadata_encoding`][rule].
///
/// [rule]: https://github.com/tezos/tezos-mirror/blob/d26a8bef82159434e5a6db6a6d329f29dc8172dd/src/lib_shell_services/block_services.ml
#[derive(HasEncoding, NomReader, BinWriter, View, Debug, Clone, PartialEq, Eq, Hash)]
#[non_exhaustive]
pub struct BlockHeaderMetadata<M = BlockMetadata> {
    /// The protocol of the block.
    pub protocol: ProtocolName,
    /// The protocol of the next block.
    pub next_protocol: NextProtocolName,
    /// The state of the test chain.
    pub test_chain_status: TestChainStatus,
    /// The number of blocks in which an operation of the next block may refer to a branch.
    #[encoding(builtin = "Int31")]
    pub max_operations_ttl: i32,
    /// The limit for the bytes of an operation in the next block.
    #[encoding(builtin = "Int31")]
    pub max_operation_data_length: i32,
    /// The limit for the bytes of the header of the next block.
    #[encoding(builtin = "Int31")]
    pub max_block_header_length: i32,
    /// The limits for the lists of operations in the next block.
    #[encoding(dynamic, dynamic, list)]
    pub max_operation_list_length: Vec<OperationListQuota>,
    /// The metadata of the protocol.
    #[encoding(flatten)]
    pub metadata: M,
}

/// The limits for a list of operations in a block.
///
/// | bytes | field      | encoding              |
/// |------:|------------|-----------------------|
/// | 4     | `max_size` | `int31`               |
/// | 1, 5  | `max_op`   | an option of `int31`  |
///
/// # Errors
/// `Invalid_int`.
///
/// Rule: [`block_services.ml`, `operation_list_quota_encoding`][rule].
///
/// [rule]: https://github.com/tezos/tezos-mirror/blob/d26a8bef82159434e5a6db6a6d329f29dc8172dd/src/lib_shell_services/block_services.ml
#[derive(HasEncoding, NomReader, BinWriter, View, Debug, Clone, Copy, PartialEq, Eq, Hash)]
#[non_exhaustive]
pub struct OperationListQuota {
    /// The largest size of all operations, in bytes.
    #[encoding(builtin = "Int31")]
    pub max_size: i32,
    /// The largest number of operations.
    #[encoding(option, builtin = "Int31")]
    pub max_op: Option<i32>,
}
