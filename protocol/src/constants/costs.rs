//! Limits, stakes, deposits and rewards.

use alloc::vec::Vec;

use tezos_encoding::{BinWriter, HasEncoding, NomReader, View, Z};

use super::issuance::IssuanceWeights;
use crate::chain::is_gas;
use crate::numbers::Mutez;

/// Constants of limits, stakes, deposits and rewards.
///
/// | bytes | field                              | encoding                                   |
/// |------:|------------------------------------|--------------------------------------------|
/// |     n | `hard_gas_limit_per_operation`     | `z`                                        |
/// |     n | `hard_gas_limit_per_block`         | `z`                                        |
/// |     8 | `proof_of_work_threshold`          | `int64`                                    |
/// |     n | `tokens_per_roll`                  | [`Mutez`]; until 014                       |
/// |     2 | `michelson_maximum_type_size`      | `uint16`; until 010                        |
/// |     n | `minimal_stake`                    | [`Mutez`]; from 015 on                     |
/// |     n | `minimal_frozen_stake`             | [`Mutez`]; from 018 on                     |
/// |     8 | `vdf_difficulty`                   | `int64`; from 014 on                       |
/// |     n | `seed_nonce_revelation_tip`        | [`Mutez`]; until 017                       |
/// |     n | `origination_burn`                 | [`Mutez`]; until 002                       |
/// |     4 | `origination_size`                 | `int31`; from 003 on                       |
/// |     n | `block_security_deposit`           | [`Mutez`]; until 011                       |
/// |     n | `endorsement_security_deposit`     | [`Mutez`]; until 011                       |
/// |     n | `block_reward`                     | [`Mutez`]; until 005                       |
/// |     n | `endorsement_reward`               | [`Mutez`]; until 005                       |
/// |     n | `baking_reward_per_endorsement`    | `dynamic`, a list of [`Mutez`]; 006 to 011 |
/// |     n | `endorsement_reward`               | `dynamic`, a list of [`Mutez`]; 006 to 011 |
/// |     n | `baking_reward_fixed_portion`      | [`Mutez`]; 012 to 017                      |
/// |     n | `baking_reward_bonus_per_slot`     | [`Mutez`]; 012 to 017                      |
/// |     n | `endorsing_reward_per_slot`        | [`Mutez`]; 012 to 017                      |
/// |     n | `issuance_weights`                 | [`IssuanceWeights`]; from 018 on           |
/// |     n | `cost_per_byte`                    | [`Mutez`]                                  |
/// |     n | `hard_storage_limit_per_operation` | `z`                                        |
///
/// # Errors
/// From protocol 009 on, `Exception_raised_in_user_function` for a gas limit that is negative or above 4611686018427387; the errors of the
/// fields.
///
/// Rule: [`constants_parametric_repr.ml`][rule], and the same file of each protocol (`constants_repr.ml` until 012).
///
/// [rule]: https://github.com/tezos/tezos-mirror/blob/d26a8bef82159434e5a6db6a6d329f29dc8172dd/src/proto_alpha/lib_protocol/constants_parametric_repr.ml
#[derive(HasEncoding, NomReader, BinWriter, View, Debug, Clone, PartialEq, Eq, Hash)]
#[non_exhaustive]
pub struct CostConstants {
    /// Maximum gas of an operation.
    #[encoding(guard(function = "is_gas", since = 9, exception))]
    pub hard_gas_limit_per_operation: Z,
    /// Maximum gas of a block.
    #[encoding(guard(function = "is_gas", since = 9, exception))]
    pub hard_gas_limit_per_block: Z,
    /// Upper bound for the hash of a header with its nonce, as a number.
    pub proof_of_work_threshold: i64,
    /// The amount of a roll.
    #[encoding(until = 14)]
    pub tokens_per_roll: Option<Mutez>,
    /// Maximum number of nodes of a type in a script.
    #[encoding(until = 10)]
    pub michelson_maximum_type_size: Option<u16>,
    /// Minimum stake of a delegate.
    #[encoding(since = 15)]
    pub minimal_stake: Option<Mutez>,
    /// Minimum frozen stake that a delegate must own.
    #[encoding(since = 18)]
    pub minimal_frozen_stake: Option<Mutez>,
    /// Difficulty of the verifiable delay function.
    #[encoding(since = 14)]
    pub vdf_difficulty: Option<i64>,
    /// The reward for the revelation of a nonce.
    #[encoding(until = 17)]
    pub seed_nonce_revelation_tip: Option<Mutez>,
    /// The price of a new contract.
    #[encoding(until = 2)]
    pub origination_burn: Option<Mutez>,
    /// Number of bytes that are charged for a new contract.
    #[encoding(since = 3, builtin = "Int31")]
    pub origination_size: Option<i32>,
    /// The deposit of the baker of a block.
    #[encoding(until = 11)]
    pub block_security_deposit: Option<Mutez>,
    /// The deposit of an endorser.
    #[encoding(until = 11)]
    pub endorsement_security_deposit: Option<Mutez>,
    /// The reward for a block.
    #[encoding(until = 5)]
    pub block_reward: Option<Mutez>,
    /// The reward for an endorsement.
    #[encoding(until = 5)]
    pub endorsement_reward: Option<Mutez>,
    /// The reward of a block for each endorsement in it, by priority.
    #[encoding(since = 6, until = 11, dynamic, list)]
    pub baking_reward_per_endorsement: Option<Vec<Mutez>>,
    /// The reward for an endorsement, by priority.
    #[encoding(since = 6, until = 11, name = "endorsement_reward", dynamic, list)]
    pub endorsement_rewards: Option<Vec<Mutez>>,
    /// The reward for a block.
    #[encoding(since = 12, until = 17)]
    pub baking_reward_fixed_portion: Option<Mutez>,
    /// The reward of a block for each slot endorsed above the threshold.
    #[encoding(since = 12, until = 17)]
    pub baking_reward_bonus_per_slot: Option<Mutez>,
    /// The reward for the endorsement of a slot.
    #[encoding(since = 12, until = 17)]
    pub endorsing_reward_per_slot: Option<Mutez>,
    /// The distribution of new tez.
    #[encoding(since = 18)]
    pub issuance_weights: Option<IssuanceWeights>,
    /// The price of a byte in the ledger.
    pub cost_per_byte: Mutez,
    /// Maximum number of bytes of the ledger that an operation can allocate.
    pub hard_storage_limit_per_operation: Z,
}
