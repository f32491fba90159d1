//! Levels, cycles and rounds.

use tezos_encoding::{BinWriter, HasEncoding, NomReader, View};

use super::numeric;

/// The level of a block: its distance from the genesis.
///
/// | bytes | field | encoding                                        |
/// |------:|-------|-------------------------------------------------|
/// | 4     |       | `int32`, from protocol 011 on not negative      |
///
/// # Errors
/// `User_invariant_guard` for a negative number, from protocol 011 (Hangzhou) on.
///
/// Rule: [`raw_level_repr.ml`, `encoding`][rule].
///
/// [rule]: https://github.com/tezos/tezos-mirror/blob/d26a8bef82159434e5a6db6a6d329f29dc8172dd/src/proto_alpha/lib_protocol/raw_level_repr.ml
#[derive(
    HasEncoding, NomReader, BinWriter, View, Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Default,
)]
#[encoding(view = "Self", guard(function = "RawLevel::is_level", since = 11))]
pub struct RawLevel(pub i32);

impl RawLevel {
    fn is_level(&self) -> Result<(), &'static str> {
        if self.0 >= 0 { Ok(()) } else { Err("Level_repr.of_int32") }
    }
}

/// The number of a cycle.
///
/// | bytes | field | encoding |
/// |------:|-------|----------|
/// | 4     |       | `int32`  |
///
/// # Errors
/// `Not_enough_data`. Negative numbers are read and written, as in Octez.
///
/// Rule: [`cycle_repr.ml`, `encoding`][rule].
///
/// [rule]: https://github.com/tezos/tezos-mirror/blob/d26a8bef82159434e5a6db6a6d329f29dc8172dd/src/proto_alpha/lib_protocol/cycle_repr.ml
#[derive(
    HasEncoding, NomReader, BinWriter, View, Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Default,
)]
#[encoding(view = "Self")]
pub struct Cycle(pub i32);

/// The number of a round of the consensus at a level, from protocol 012 (Ithaca) on.
///
/// | bytes | field | encoding                |
/// |------:|-------|-------------------------|
/// | 4     |       | `int32`, not negative   |
///
/// # Errors
/// `User_invariant_guard` for a negative number.
///
/// Rule: [`round_repr.ml`, `encoding`][rule].
///
/// [rule]: https://github.com/tezos/tezos-mirror/blob/d26a8bef82159434e5a6db6a6d329f29dc8172dd/src/proto_alpha/lib_protocol/round_repr.ml
#[derive(
    HasEncoding, NomReader, BinWriter, View, Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Default,
)]
#[encoding(view = "Self", guard = "Round::is_round")]
pub struct Round(pub i32);

impl Round {
    fn is_round(&self) -> Result<(), &'static str> {
        if self.0 >= 0 { Ok(()) } else { Err("Round_repr.encoding: negative round") }
    }
}

/// The level of a block, with its position in the cycle and the voting period.
///
/// | bytes | field                    | encoding         |
/// |------:|--------------------------|------------------|
/// | 4     | `level`                  | [`RawLevel`]     |
/// | 4     | `level_position`         | `int32`          |
/// | 4     | `cycle`                  | [`Cycle`]        |
/// | 4     | `cycle_position`         | `int32`          |
/// | 4     | `voting_period`          | `int32`; until 007 |
/// | 4     | `voting_period_position` | `int32`; until 007 |
/// | 1     | `expected_commitment`    | `bool`           |
///
/// # Errors
/// The errors of the fields.
///
/// Rule: [`level_repr.ml`, `encoding`][rule].
///
/// [rule]: https://github.com/tezos/tezos-mirror/blob/d26a8bef82159434e5a6db6a6d329f29dc8172dd/src/proto_alpha/lib_protocol/level_repr.ml
#[derive(HasEncoding, NomReader, BinWriter, View, Debug, Clone, Copy, PartialEq, Eq, Hash)]
#[encoding(view = "Self")]
pub struct Level {
    /// The distance from the genesis.
    pub level: RawLevel,
    /// The distance from the first block after the genesis.
    pub level_position: i32,
    /// The cycle of the block.
    pub cycle: Cycle,
    /// The distance from the first block of the cycle.
    pub cycle_position: i32,
    /// The number of the voting period.
    #[encoding(until = 7)]
    pub voting_period: Option<i32>,
    /// The distance from the first block of the voting period.
    #[encoding(until = 7)]
    pub voting_period_position: Option<i32>,
    /// Whether the block must have the hash of a seed nonce.
    pub expected_commitment: bool,
}

/// A number of seconds.
///
/// | bytes | field | encoding                                        |
/// |------:|-------|-------------------------------------------------|
/// | 8     |       | `int64`, from protocol 012 on not negative      |
///
/// # Errors
/// `User_invariant_guard` for a negative number, from protocol 012 (Ithaca) on.
///
/// Rule: [`period_repr.ml`, `encoding`][rule].
///
/// [rule]: https://github.com/tezos/tezos-mirror/blob/d26a8bef82159434e5a6db6a6d329f29dc8172dd/src/proto_alpha/lib_protocol/period_repr.ml
#[derive(
    HasEncoding, NomReader, BinWriter, View, Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Default,
)]
#[encoding(view = "Self", guard(function = "Period::is_period", since = 12))]
pub struct Period(pub i64);

impl Period {
    fn is_period(&self) -> Result<(), &'static str> {
        if self.0 >= 0 { Ok(()) } else { Err("Positive int64 required") }
    }
}

/// The number of a roll: until protocol 011 (Hangzhou), an amount of tez that gives rights to bake.
///
/// | bytes | field | encoding |
/// |------:|-------|----------|
/// | 4     |       | `int32`  |
///
/// # Errors
/// `Not_enough_data`.
///
/// Rule: [`roll_repr.ml`, `encoding`][rule].
///
/// [rule]: https://github.com/tezos/tezos-mirror/blob/d26a8bef82159434e5a6db6a6d329f29dc8172dd/src/proto_011_PtHangz2/lib_protocol/roll_repr.ml
#[derive(
    HasEncoding, NomReader, BinWriter, View, Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Default,
)]
#[encoding(view = "Self")]
pub struct Roll(pub i32);

numeric! { RawLevel(i32); Cycle(i32); Round(i32); Period(i64); Roll(i32); }

/// The fitness of a block from protocol 012 (Ithaca) on, as decoded by the protocol.
///
/// | bytes  | field               | encoding                                    |
/// |-------:|---------------------|---------------------------------------------|
/// | 4      | `level`             | [`RawLevel`]                                |
/// | 1 or 5 | `locked_round`      | `00`, or `01` and a [`Round`] below `round` |
/// | 4      | `predecessor_round` | [`Round`]                                   |
/// | 4      | `round`             | [`Round`]                                   |
///
/// # Errors
/// `User_invariant_guard` for a locked round that is not below `round`; the errors of the fields.
///
/// Rule: [`fitness_repr.ml`, `encoding`][rule].
///
/// [rule]: https://github.com/tezos/tezos-mirror/blob/d26a8bef82159434e5a6db6a6d329f29dc8172dd/src/proto_alpha/lib_protocol/fitness_repr.ml
#[derive(HasEncoding, NomReader, BinWriter, View, Debug, Clone, Copy, PartialEq, Eq, Hash)]
#[encoding(id = "fitness", view = "Self", guard = "RoundFitness::is_locked_below")]
pub struct RoundFitness {
    /// The level of the block.
    pub level: RawLevel,
    /// The round in which the payload was locked.
    #[encoding(option(tagged))]
    pub locked_round: Option<Round>,
    /// The round of the predecessor.
    pub predecessor_round: Round,
    /// The round of the block.
    pub round: Round,
}

impl RoundFitness {
    fn is_locked_below(&self) -> Result<(), &'static str> {
        if self.locked_round.is_some_and(|locked| self.round <= locked) {
            Err("Locked round must be smaller than round.")
        } else {
            Ok(())
        }
    }
}
