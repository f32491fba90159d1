//! Levels, cycles and rounds.

use tezos_encoding::{BinWriter, HasEncoding, NomReader, View};

/// The level of a block: its distance from the genesis.
///
/// | bytes | field | encoding                |
/// |------:|-------|-------------------------|
/// | 4     |       | `int32`, not negative   |
///
/// # Errors
/// `User_invariant_guard` for a negative number.
///
/// Rule: [`raw_level_repr.ml`, `encoding`][rule].
///
/// [rule]: https://github.com/tezos/tezos-mirror/blob/d26a8bef82159434e5a6db6a6d329f29dc8172dd/src/proto_alpha/lib_protocol/raw_level_repr.ml
#[derive(
    HasEncoding, NomReader, BinWriter, View, Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Default,
)]
#[encoding(view = "Self", guard = "RawLevel::is_level")]
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
