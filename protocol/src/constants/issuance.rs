//! Issuance of new tez, and new features.

use tezos_encoding::{BinWriter, HasEncoding, NomReader, View};

use super::ratio::{MaxBonus, NonNegative, Positive, Ratio, UpToOne};
use crate::chain::RawLevel;
use crate::numbers::Mutez;

/// Constants of adaptive issuance, from protocol 018 (Oxford) on.
///
/// | bytes | field                                      | encoding                          |
/// |------:|--------------------------------------------|-----------------------------------|
/// |     1 | `global_limit_of_staking_over_baking`      | `uint8`; from 018 on              |
/// |     1 | `edge_of_staking_over_delegation`          | `uint8`; from 018 on              |
/// |     4 | `adaptive_issuance_launch_ema_threshold`   | `int32`; 018 to 021               |
/// |     n | `adaptive_rewards_params`                  | [`RewardParameters`]; from 018 on |
/// |     1 | `adaptive_issuance_activation_vote_enable` | `bool`; 018 to 021                |
/// |     1 | `autostaking_enable`                       | `bool`; 018 to 021                |
/// |     1 | `adaptive_issuance_force_activation`       | `bool`; 019 to 021                |
/// |     1 | `ns_enable`                                | `bool`; 019 to 021                |
///
/// # Errors
/// The errors of the fields.
///
/// Rule: [`constants_parametric_repr.ml`][rule], and the same file of each protocol (`constants_repr.ml` until 012).
///
/// [rule]: https://github.com/tezos/tezos-mirror/blob/d26a8bef82159434e5a6db6a6d329f29dc8172dd/src/proto_alpha/lib_protocol/constants_parametric_repr.ml
#[derive(HasEncoding, NomReader, BinWriter, View, Debug, Clone, Default, PartialEq, Eq, Hash)]
#[non_exhaustive]
pub struct IssuanceConstants {
    /// Maximum ratio of external stake to the delegate's own stake.
    #[encoding(since = 18)]
    pub global_limit_of_staking_over_baking: Option<u8>,
    /// Ratio of the weight of a staked tez to that of a delegated tez.
    #[encoding(since = 18)]
    pub edge_of_staking_over_delegation: Option<u8>,
    /// The average of votes at which adaptive issuance starts.
    #[encoding(since = 18, until = 21)]
    pub adaptive_issuance_launch_ema_threshold: Option<i32>,
    /// Parameters that determine the rewards from the staked share of all tez.
    #[encoding(since = 18)]
    pub adaptive_rewards_params: Option<RewardParameters>,
    /// Whether votes start adaptive issuance.
    #[encoding(since = 18, until = 21)]
    pub adaptive_issuance_activation_vote_enable: Option<bool>,
    /// Whether delegates stake automatically, without an operation.
    #[encoding(since = 18, until = 21)]
    pub autostaking_enable: Option<bool>,
    /// Whether adaptive issuance starts without a vote.
    #[encoding(since = 19, until = 21)]
    pub adaptive_issuance_force_activation: Option<bool>,
    /// Whether slashing follows the share of the slots.
    #[encoding(since = 19, until = 21)]
    pub ns_enable: Option<bool>,
}

/// Switches of new features, from protocol 019 (Paris) on.
///
/// |  bytes | field                                    | encoding                                     |
/// |-------:|------------------------------------------|----------------------------------------------|
/// |      1 | `direct_ticket_spending_enable`          | `bool`; from 019 on                          |
/// |      1 | `aggregate_attestation`                  | `bool`; 022 to 025                           |
/// |      1 | `allow_tz4_delegate_enable`              | `bool`; 022 to 025                           |
/// | 1 or 5 | `all_bakers_attest_activation_level`     | `00`, or `01` and a [`RawLevel`]; 022 to 023 |
/// |      4 | `all_bakers_attest_activation_threshold` | [`Ratio`]; from 024 on                       |
/// |      1 | `native_contracts_enable`                | `bool`; from 025 on                          |
/// |      1 | `swrr_new_baker_lottery_enable`          | `bool`; from 025 on                          |
/// |      1 | `tz5_account_enable`                     | `bool`; from 025 on                          |
///
/// # Errors
/// The errors of the fields.
///
/// Rule: [`constants_parametric_repr.ml`][rule], and the same file of each protocol (`constants_repr.ml` until 012).
///
/// [rule]: https://github.com/tezos/tezos-mirror/blob/d26a8bef82159434e5a6db6a6d329f29dc8172dd/src/proto_alpha/lib_protocol/constants_parametric_repr.ml
#[derive(HasEncoding, NomReader, BinWriter, View, Debug, Clone, Default, PartialEq, Eq, Hash)]
#[non_exhaustive]
pub struct FeatureConstants {
    /// Whether implicit accounts can send tickets.
    #[encoding(since = 19)]
    pub direct_ticket_spending_enable: Option<bool>,
    /// Whether attestations are aggregated.
    #[encoding(since = 22, until = 26)]
    pub aggregate_attestation: Option<bool>,
    /// Whether delegates can have BLS keys.
    #[encoding(since = 22, until = 26)]
    pub allow_tz4_delegate_enable: Option<bool>,
    /// The level from which on all bakers attest each block.
    #[encoding(since = 22, until = 23, option(tagged))]
    pub all_bakers_attest_activation_level: Option<RawLevel>,
    /// The share of bakers with BLS keys from which on all bakers attest each block.
    #[encoding(since = 24)]
    pub all_bakers_attest_activation_threshold: Option<Ratio>,
    /// Whether native contracts, which are part of the protocol, are enabled.
    #[encoding(since = 25)]
    pub native_contracts_enable: Option<bool>,
    /// Whether bakers are selected by weighted round robin.
    #[encoding(since = 25)]
    pub swrr_new_baker_lottery_enable: Option<bool>,
    /// Whether accounts can have ML-DSA keys.
    #[encoding(since = 25)]
    pub tz5_account_enable: Option<bool>,
}

/// Parameters that determine the rewards from the staked share of all tez.
///
/// | bytes | field                        | encoding                     |
/// |------:|------------------------------|------------------------------|
/// |     n | `issuance_ratio_min`         | [`Positive`]; 018            |
/// |     n | `issuance_ratio_max`         | [`Positive`]; 018            |
/// |     n | `issuance_ratio_final_min`   | [`Positive`]; from 019 on    |
/// |     n | `issuance_ratio_final_max`   | [`Positive`]; from 019 on    |
/// |     n | `issuance_ratio_initial_min` | [`Positive`]; from 019 on    |
/// |     n | `issuance_ratio_initial_max` | [`Positive`]; from 019 on    |
/// |     1 | `initial_period`             | `uint8`; from 019 on         |
/// |     1 | `transition_period`          | `uint8`; from 019 on         |
/// |     n | `max_bonus`                  | [`MaxBonus`]; from 018 on    |
/// |     n | `growth_rate`                | [`NonNegative`]; from 018 on |
/// |     n | `center_dz`                  | [`UpToOne`]; from 018 on      |
/// |     n | `radius_dz`                  | [`NonNegative`]; from 018 on |
///
/// # Errors
/// The errors of the fields.
///
/// Rule: [`constants_parametric_repr.ml`][rule].
///
/// [rule]: https://github.com/tezos/tezos-mirror/blob/d26a8bef82159434e5a6db6a6d329f29dc8172dd/src/proto_alpha/lib_protocol/constants_parametric_repr.ml
#[derive(HasEncoding, NomReader, BinWriter, View, Debug, Clone, PartialEq, Eq, Hash)]
#[non_exhaustive]
pub struct RewardParameters {
    /// Minimum yearly issuance, as a share of all tez.
    #[encoding(until = 18)]
    pub issuance_ratio_min: Option<Positive>,
    /// Maximum yearly issuance, as a share of all tez.
    #[encoding(until = 18)]
    pub issuance_ratio_max: Option<Positive>,
    /// Final minimum of the yearly issuance, as a share of all tez.
    #[encoding(since = 19)]
    pub issuance_ratio_final_min: Option<Positive>,
    /// Final maximum of the yearly issuance, as a share of all tez.
    #[encoding(since = 19)]
    pub issuance_ratio_final_max: Option<Positive>,
    /// Initial minimum of the yearly issuance, as a share of all tez.
    #[encoding(since = 19)]
    pub issuance_ratio_initial_min: Option<Positive>,
    /// Initial maximum of the yearly issuance, as a share of all tez.
    #[encoding(since = 19)]
    pub issuance_ratio_initial_max: Option<Positive>,
    /// Number of cycles in which the initial bounds apply.
    #[encoding(since = 19)]
    pub initial_period: Option<u8>,
    /// Number of cycles in which the bounds change from initial to final.
    #[encoding(since = 19)]
    pub transition_period: Option<u8>,
    /// Maximum bonus.
    pub max_bonus: MaxBonus,
    /// How fast the bonus grows.
    pub growth_rate: NonNegative,
    /// Centre of the range of the staked share in which the bonus does not change.
    pub center_dz: UpToOne,
    /// Radius of the range of the staked share in which the bonus does not change.
    pub radius_dz: NonNegative,
}

/// The distribution of new tez: an amount per minute, and the weights of the recipients.
///
/// | bytes | field                                | encoding               |
/// |------:|--------------------------------------|------------------------|
/// |     n | `base_total_issued_per_minute`       | [`Mutez`]; from 018 on |
/// |     4 | `baking_reward_fixed_portion_weight` | `int31`; from 018 on   |
/// |     4 | `baking_reward_bonus_weight`         | `int31`; from 018 on   |
/// |     4 | `attesting_reward_weight`            | `int31`; from 018 on   |
/// |     4 | `liquidity_baking_subsidy_weight`    | `int31`; 018           |
/// |     4 | `seed_nonce_revelation_tip_weight`   | `int31`; from 018 on   |
/// |     4 | `vdf_revelation_tip_weight`          | `int31`; from 018 on   |
/// |     4 | `dal_rewards_weight`                 | `int31`; from 022 on   |
///
/// # Errors
/// The errors of the fields.
///
/// Rule: [`constants_parametric_repr.ml`][rule].
///
/// [rule]: https://github.com/tezos/tezos-mirror/blob/d26a8bef82159434e5a6db6a6d329f29dc8172dd/src/proto_alpha/lib_protocol/constants_parametric_repr.ml
#[derive(HasEncoding, NomReader, BinWriter, View, Debug, Clone, Copy, PartialEq, Eq, Hash)]
#[encoding(view = "Self")]
#[non_exhaustive]
pub struct IssuanceWeights {
    /// The amount per minute.
    pub base_total_issued_per_minute: Mutez,
    /// Weight of the baker of a block.
    #[encoding(builtin = "Int31")]
    pub baking_reward_fixed_portion_weight: i32,
    /// Weight of the baker, for attestations above the threshold.
    #[encoding(builtin = "Int31")]
    pub baking_reward_bonus_weight: i32,
    /// Weight of the attesters of a block.
    #[encoding(builtin = "Int31")]
    pub attesting_reward_weight: i32,
    /// Weight of the liquidity baking contract.
    #[encoding(until = 18, builtin = "Int31")]
    pub liquidity_baking_subsidy_weight: Option<i32>,
    /// Weight of the revelation of a seed nonce.
    #[encoding(builtin = "Int31")]
    pub seed_nonce_revelation_tip_weight: i32,
    /// Weight of the revelation of the verifiable delay function's result.
    #[encoding(builtin = "Int31")]
    pub vdf_revelation_tip_weight: i32,
    /// Weight of the attesters of the data availability layer.
    #[encoding(since = 22, builtin = "Int31")]
    pub dal_rewards_weight: Option<i32>,
}
