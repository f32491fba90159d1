//! The fitness of blocks.

use alloc::vec::Vec;

use tezos_encoding::{BinWriter, HasEncoding, NomReader, View};

/// One part of a [`Fitness`].
///
/// | bytes | field | encoding         |
/// |------:|-------|------------------|
/// | 4 + n |       | `dynamic, bytes` |
///
/// Rule: [`fitness.ml`, `encoding`][rule].
///
/// [rule]: https://github.com/tezos/tezos-mirror/blob/50803dea4d7a641edffa2982fbf08ff14e7ff2c4/src/lib_base/fitness.ml
#[derive(HasEncoding, NomReader, BinWriter, View, Debug, Clone, Default, PartialEq, Eq, Hash)]
#[encoding(id = "fitness.elem")]
pub struct FitnessElement(#[encoding(dynamic, bytes)] pub Vec<u8>);

/// How good a block is: nodes compare it to choose a head. The protocol defines the meaning of the elements.
///
/// | bytes | field | encoding                                      |
/// |------:|-------|-----------------------------------------------|
/// | 4 + n |       | `dynamic`, a list of [`FitnessElement`]s      |
///
/// Rule: [`fitness.ml`, `encoding`][rule].
///
/// [rule]: https://github.com/tezos/tezos-mirror/blob/50803dea4d7a641edffa2982fbf08ff14e7ff2c4/src/lib_base/fitness.ml
#[derive(HasEncoding, NomReader, BinWriter, View, Debug, Clone, Default, PartialEq, Eq, Hash)]
#[encoding(id = "fitness")]
pub struct Fitness(#[encoding(dynamic, list)] pub Vec<FitnessElement>);
