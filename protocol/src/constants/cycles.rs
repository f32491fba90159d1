//! Cycles and voting periods.

use alloc::vec::Vec;

use tezos_encoding::{BinWriter, HasEncoding, NomReader, View};

use crate::chain::Period;

/// Constants of cycles and voting periods.
///
/// | bytes | field                                  | encoding                                    |
/// |------:|----------------------------------------|---------------------------------------------|
/// |     1 | `preserved_cycles`                     | `uint8`; until 018                          |
/// |     1 | `consensus_rights_delay`               | `uint8`; from 019 on                        |
/// |     1 | `blocks_preservation_cycles`           | `uint8`; from 019 on                        |
/// |     1 | `delegate_parameters_activation_delay` | `uint8`; from 019 on                        |
/// |     1 | `tolerated_inactivity_period`          | `uint8`; from 022 on                        |
/// |     4 | `blocks_per_cycle`                     | `int32`                                     |
/// |     4 | `blocks_per_commitment`                | `int32`                                     |
/// |     4 | `blocks_per_roll_snapshot`             | `int32`; until 011                          |
/// |     4 | `nonce_revelation_threshold`           | `int32`; from 014 on                        |
/// |     4 | `blocks_per_stake_snapshot`            | `int32`; 012 to 018                         |
/// |     4 | `blocks_per_voting_period`             | `int32`; until 012                          |
/// |     n | `time_between_blocks`                  | `dynamic`, a list of [`Period`]s; until 011 |
/// |     2 | `endorsers_per_block`                  | `uint16`; until 011                         |
/// |     4 | `cycles_per_voting_period`             | `int32`; from 013 on                        |
///
/// # Errors
/// The errors of the fields.
///
/// Rule: [`constants_parametric_repr.ml`][rule], and the same file of each protocol (`constants_repr.ml` until 012).
///
/// [rule]: https://github.com/tezos/tezos-mirror/blob/d26a8bef82159434e5a6db6a6d329f29dc8172dd/src/proto_alpha/lib_protocol/constants_parametric_repr.ml
#[derive(HasEncoding, NomReader, BinWriter, View, Debug, Clone, PartialEq, Eq, Hash)]
#[non_exhaustive]
pub struct CycleConstants {
    /// Number of cycles between the selection of bakers and the cycle for which they are selected.
    #[encoding(until = 18)]
    pub preserved_cycles: Option<u8>,
    /// Number of cycles between the selection of bakers and the cycle for which they are selected.
    #[encoding(since = 19)]
    pub consensus_rights_delay: Option<u8>,
    /// Cycles for which nodes keep the blocks.
    #[encoding(since = 19)]
    pub blocks_preservation_cycles: Option<u8>,
    /// Cycles until new parameters of a delegate take effect.
    #[encoding(since = 19)]
    pub delegate_parameters_activation_delay: Option<u8>,
    /// Number of cycles without activity after which a delegate is inactive.
    #[encoding(since = 22)]
    pub tolerated_inactivity_period: Option<u8>,
    /// Blocks in a cycle.
    pub blocks_per_cycle: i32,
    /// Interval of blocks with the hash of a seed nonce.
    pub blocks_per_commitment: i32,
    /// Blocks between two snapshots of the rolls.
    #[encoding(until = 11)]
    pub blocks_per_roll_snapshot: Option<i32>,
    /// Blocks of a cycle in which nonces are revealed.
    #[encoding(since = 14)]
    pub nonce_revelation_threshold: Option<i32>,
    /// Blocks between two snapshots of the stakes.
    #[encoding(since = 12, until = 18)]
    pub blocks_per_stake_snapshot: Option<i32>,
    /// Blocks in a voting period.
    #[encoding(until = 12)]
    pub blocks_per_voting_period: Option<i32>,
    /// Seconds between two blocks, by priority.
    #[encoding(until = 11, dynamic, list)]
    pub time_between_blocks: Option<Vec<Period>>,
    /// Endorsements of a block.
    #[encoding(until = 11)]
    pub endorsers_per_block: Option<u16>,
    /// Cycles in a voting period.
    #[encoding(since = 13)]
    pub cycles_per_voting_period: Option<i32>,
}
