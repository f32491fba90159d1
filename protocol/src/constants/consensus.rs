//! Votes, the consensus, penalties and caches.

use tezos_encoding::{BinWriter, HasEncoding, NomReader, View};
use tezos_hashes::{keys::PublicKeyHash, protocol::StateHash};

use super::ratio::{Percentage, Ratio, WholePercentage};
use super::selection::DelegateSelection;
use crate::chain::Period;
use crate::numbers::Mutez;

/// Constants of votes, of the subsidy of liquidity baking, and of the consensus.
///
/// | bytes | field                                   | encoding                |
/// |------:|-----------------------------------------|-------------------------|
/// |     8 | `test_chain_duration`                   | `int64`; 004 to 009     |
/// |     4 | `quorum_min`                            | `int32`; from 005 on    |
/// |     4 | `quorum_max`                            | `int32`; from 005 on    |
/// |     4 | `min_proposal_quorum`                   | `int32`; from 005 on    |
/// |     2 | `initial_endorsers`                     | `uint16`; 005 to 011    |
/// |     8 | `delay_per_missing_endorsement`         | [`Period`]; 005 to 011  |
/// |     8 | `minimal_block_delay`                   | [`Period`]; 010 to 011  |
/// |     n | `liquidity_baking_subsidy`              | [`Mutez`]; 010 to 017   |
/// |     n | `liquidity_baking_subsidy`              | [`Mutez`]; from 019 on  |
/// |     4 | `liquidity_baking_sunset_level`         | `int32`; 010 to 014     |
/// |     4 | `liquidity_baking_escape_ema_threshold` | `int32`; 010 to 012     |
/// |     4 | `liquidity_baking_toggle_ema_threshold` | `int32`; from 013 on    |
/// |     2 | `max_operations_time_to_live`           | `int16`; from 012 on    |
/// |     8 | `minimal_block_delay`                   | [`Period`]; from 012 on |
/// |     8 | `delay_increment_per_round`             | [`Period`]; from 012 on |
/// |     4 | `consensus_committee_size`              | `int31`; from 012 on    |
/// |     4 | `consensus_threshold`                   | `int31`; 012 to 021     |
/// |     4 | `consensus_threshold_size`              | `int31`; from 022 on    |
/// |     4 | `minimal_participation_ratio`           | [`Ratio`]; from 012 on  |
///
/// # Errors
/// The errors of the fields.
///
/// Rule: [`constants_parametric_repr.ml`][rule], and the same file of each protocol (`constants_repr.ml` until 012).
///
/// [rule]: https://github.com/tezos/tezos-mirror/blob/d26a8bef82159434e5a6db6a6d329f29dc8172dd/src/proto_alpha/lib_protocol/constants_parametric_repr.ml
#[derive(HasEncoding, NomReader, BinWriter, View, Debug, Clone, PartialEq, Eq, Hash)]
#[non_exhaustive]
pub struct ConsensusConstants {
    /// Lifetime of a test chain, in seconds.
    #[encoding(since = 4, until = 9)]
    pub test_chain_duration: Option<i64>,
    /// Minimum quorum of a vote, in hundredths of a percent.
    #[encoding(since = 5)]
    pub quorum_min: Option<i32>,
    /// Maximum quorum of a vote, in hundredths of a percent.
    #[encoding(since = 5)]
    pub quorum_max: Option<i32>,
    /// Minimum support of a proposal, in hundredths of a percent.
    #[encoding(since = 5)]
    pub min_proposal_quorum: Option<i32>,
    /// Number of endorsements with which a block is not delayed.
    #[encoding(since = 5, until = 11)]
    pub initial_endorsers: Option<u16>,
    /// Delay of a block for each missing endorsement, in seconds.
    #[encoding(since = 5, until = 11)]
    pub delay_per_missing_endorsement: Option<Period>,
    /// Minimum time between two blocks, in seconds.
    #[encoding(since = 10, until = 11, name = "minimal_block_delay")]
    pub minimal_delay: Option<Period>,
    /// Subsidy that is added to the liquidity baking contract per block or per minute.
    #[encoding(since = 10, until = 17, name = "liquidity_baking_subsidy")]
    pub old_liquidity_baking_subsidy: Option<Mutez>,
    /// Subsidy that is added to the liquidity baking contract per block or per minute.
    #[encoding(since = 19)]
    pub liquidity_baking_subsidy: Option<Mutez>,
    /// The level at which the subsidy ends.
    #[encoding(since = 10, until = 14)]
    pub liquidity_baking_sunset_level: Option<i32>,
    /// The average of votes at which the subsidy ends.
    #[encoding(since = 10, until = 12)]
    pub liquidity_baking_escape_ema_threshold: Option<i32>,
    /// The average of votes at which the subsidy ends.
    #[encoding(since = 13)]
    pub liquidity_baking_toggle_ema_threshold: Option<i32>,
    /// Number of blocks after its branch in which an operation can be included.
    #[encoding(since = 12)]
    pub max_operations_time_to_live: Option<i16>,
    /// Duration of the first round, in seconds.
    #[encoding(since = 12)]
    pub minimal_block_delay: Option<Period>,
    /// Increment of the duration from one round to the next, in seconds.
    #[encoding(since = 12)]
    pub delay_increment_per_round: Option<Period>,
    /// Number of slots per level.
    #[encoding(since = 12, builtin = "Int31")]
    pub consensus_committee_size: Option<i32>,
    /// Number of attested slots that make a quorum.
    #[encoding(since = 12, until = 21, builtin = "Int31")]
    pub consensus_threshold: Option<i32>,
    /// Number of attested slots that make a quorum.
    #[encoding(since = 22, builtin = "Int31")]
    pub consensus_threshold_size: Option<i32>,
    /// Minimum share of its slots that a delegate must attest to be rewarded.
    #[encoding(since = 12)]
    pub minimal_participation_ratio: Option<Ratio>,
}

/// Constants of penalties, and two that only test networks set.
///
/// |   bytes | field                                                          | encoding                                           |
/// |--------:|----------------------------------------------------------------|----------------------------------------------------|
/// |       4 | `max_slashing_period`                                          | `int31`; 012 to 017                                |
/// |       4 | `frozen_deposits_percentage`                                   | `int31`; 012 to 017                                |
/// |       n | `double_baking_punishment`                                     | [`Mutez`]; 012 to 017                              |
/// |       4 | `ratio_of_frozen_deposits_slashed_per_double_endorsement`      | [`Ratio`]; 012 to 017                              |
/// |       n | `delegate_selection`                                           | [`DelegateSelection`]; 012                         |
/// |       1 | `limit_of_delegation_over_baking`                              | `uint8`; from 018 on                               |
/// |       1 | `percentage_of_frozen_deposits_slashed_per_double_baking`      | [`WholePercentage`]; 018                           |
/// |       1 | `percentage_of_frozen_deposits_slashed_per_double_attestation` | [`WholePercentage`]; 018                           |
/// |       2 | `percentage_of_frozen_deposits_slashed_per_double_baking`      | [`Percentage`]; from 019 on                        |
/// |       2 | `percentage_of_frozen_deposits_slashed_per_double_attestation` | [`Percentage`]; 019 to 021                         |
/// |       2 | `max_slashing_per_block`                                       | [`Percentage`]; from 019 on                        |
/// |       4 | `max_slashing_threshold`                                       | `int31`; 019 to 021                                |
/// |       4 | `max_slashing_threshold`                                       | [`Ratio`]; from 022 on                             |
/// | 1 or 22 | `testnet_dictator`                                             | `00`, or `ff` and a [`PublicKeyHash`]; from 014 on |
/// | 1 or 33 | `initial_seed`                                                 | `00`, or `ff` and a [`StateHash`]; from 013 on     |
///
/// # Errors
/// The errors of the fields.
///
/// Rule: [`constants_parametric_repr.ml`][rule], and the same file of each protocol (`constants_repr.ml` until 012).
///
/// [rule]: https://github.com/tezos/tezos-mirror/blob/d26a8bef82159434e5a6db6a6d329f29dc8172dd/src/proto_alpha/lib_protocol/constants_parametric_repr.ml
#[derive(HasEncoding, NomReader, BinWriter, View, Debug, Clone, Default, PartialEq, Eq, Hash)]
#[non_exhaustive]
pub struct PenaltyConstants {
    /// Cycles in which a double signature can be denounced.
    #[encoding(since = 12, until = 17, builtin = "Int31")]
    pub max_slashing_period: Option<i32>,
    /// Percentage of its stake that a delegate must freeze.
    #[encoding(since = 12, until = 17, builtin = "Int31")]
    pub frozen_deposits_percentage: Option<i32>,
    /// What a delegate loses for two blocks in a round.
    #[encoding(since = 12, until = 17)]
    pub double_baking_punishment: Option<Mutez>,
    /// The share of its deposit that a delegate loses for two endorsements in a round.
    #[encoding(since = 12, until = 17)]
    pub ratio_of_frozen_deposits_slashed_per_double_endorsement: Option<Ratio>,
    /// The selection of bakers, which test networks can change.
    #[encoding(since = 12, until = 12, dft = "DelegateSelection::Random(())")]
    pub delegate_selection: Option<DelegateSelection>,
    /// Maximum ratio of delegated tez to the stake of the delegate.
    #[encoding(since = 18)]
    pub limit_of_delegation_over_baking: Option<u8>,
    /// The percentage of its deposit that a delegate loses for two blocks in a round.
    #[encoding(since = 18, until = 18, name = "percentage_of_frozen_deposits_slashed_per_double_baking")]
    pub percentage_slashed_per_double_baking: Option<WholePercentage>,
    /// The percentage of its deposit that a delegate loses for two attestations in a round.
    #[encoding(since = 18, until = 18, name = "percentage_of_frozen_deposits_slashed_per_double_attestation")]
    pub percentage_slashed_per_double_attestation: Option<WholePercentage>,
    /// The percentage of its deposit that a delegate loses for two blocks in a round.
    #[encoding(since = 19)]
    pub percentage_of_frozen_deposits_slashed_per_double_baking: Option<Percentage>,
    /// The percentage of its deposit that a delegate loses for two attestations in a round.
    #[encoding(since = 19, until = 21)]
    pub percentage_of_frozen_deposits_slashed_per_double_attestation: Option<Percentage>,
    /// Maximum percentage of the deposit that is lost for the double attestations of one block.
    #[encoding(since = 19)]
    pub max_slashing_per_block: Option<Percentage>,
    /// Number of double-attested slots from which the maximum percentage is lost.
    #[encoding(since = 19, until = 21, name = "max_slashing_threshold", builtin = "Int31")]
    pub max_slashing_slots: Option<i32>,
    /// Share of double-attested slots from which the maximum percentage is lost.
    #[encoding(since = 22)]
    pub max_slashing_threshold: Option<Ratio>,
    /// The account that alone decides on the protocol of a test network.
    #[encoding(since = 14, option)]
    pub testnet_dictator: Option<PublicKeyHash>,
    /// The initial seed of the chain.
    #[encoding(since = 13, option)]
    pub initial_seed: Option<StateHash>,
}

/// Constants of the caches, from protocol 013 (Jakarta) on.
///
/// | bytes | field                                     | encoding             |
/// |------:|-------------------------------------------|----------------------|
/// |     4 | `cache_script_size`                       | `int31`; from 013 on |
/// |     1 | `cache_stake_distribution_cycles`         | `int8`; from 013 on  |
/// |     1 | `cache_sampler_state_cycles`              | `int8`; from 013 on  |
/// |     1 | `cache_stake_info_cycles`                 | `int8`; from 025 on  |
/// |     1 | `cache_swrr_selected_distribution_cycles` | `int8`; from 025 on  |
///
/// # Errors
/// The errors of the fields.
///
/// Rule: [`constants_parametric_repr.ml`][rule], and the same file of each protocol (`constants_repr.ml` until 012).
///
/// [rule]: https://github.com/tezos/tezos-mirror/blob/d26a8bef82159434e5a6db6a6d329f29dc8172dd/src/proto_alpha/lib_protocol/constants_parametric_repr.ml
#[derive(HasEncoding, NomReader, BinWriter, View, Debug, Clone, Default, PartialEq, Eq, Hash)]
#[non_exhaustive]
pub struct CacheConstants {
    /// Size of the cache of scripts, in bytes.
    #[encoding(since = 13, builtin = "Int31")]
    pub cache_script_size: Option<i32>,
    /// Cycles whose stakes are in the cache.
    #[encoding(since = 13)]
    pub cache_stake_distribution_cycles: Option<i8>,
    /// Cycles whose random choice of bakers is in the cache.
    #[encoding(since = 13)]
    pub cache_sampler_state_cycles: Option<i8>,
    /// Cycles whose stakes by delegate are in the cache.
    #[encoding(since = 25)]
    pub cache_stake_info_cycles: Option<i8>,
    /// Cycles whose round robin of bakers is in the cache.
    #[encoding(since = 25)]
    pub cache_swrr_selected_distribution_cycles: Option<i8>,
}
