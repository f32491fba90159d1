//! Commitments, kinds of rollups, and whitelists of publishers.

use alloc::vec::Vec;

use tezos_encoding::{BinWriter, HasEncoding, NomReader, View};
use tezos_hashes::{
    keys::PublicKeyHash,
    protocol::{SmartRollupCommitmentHash, SmartRollupStateHash},
};

use crate::chain::{RawLevel, named};

/// A claim about the state of a rollup after a level.
///
/// | bytes | field              | encoding               |
/// |------:|--------------------|------------------------|
/// | 32    | `compressed_state` |                        |
/// | 4     | `inbox_level`      | [`RawLevel`]           |
/// | 32    | `predecessor`      |                        |
/// | 8     | `number_of_ticks`  | `int64`, not negative  |
///
/// # Errors
/// `Invalid_int` or `User_invariant_guard` for a negative number.
///
/// Rule: [`sc_rollup_commitment_repr.ml`](https://github.com/tezos/tezos-mirror/blob/d26a8bef82159434e5a6db6a6d329f29dc8172dd/src/proto_alpha/lib_protocol/sc_rollup_commitment_repr.ml).
#[derive(HasEncoding, NomReader, BinWriter, View, Debug, Clone, PartialEq, Eq, Hash)]
#[non_exhaustive]
pub struct SmartRollupCommitment {
    /// Hash of the state.
    pub compressed_state: SmartRollupStateHash,
    /// The level.
    pub inbox_level: RawLevel,
    /// The preceding commitment.
    pub predecessor: SmartRollupCommitmentHash,
    /// The number of ticks since the state of the preceding commitment.
    #[encoding(guard = "is_number_of_ticks")]
    pub number_of_ticks: i64,
}

pub(crate) fn is_number_of_ticks(ticks: &i64) -> Result<(), &'static str> {
    if *ticks >= 0 { Ok(()) } else { Err("the number of ticks is not negative") }
}

/// The machine that executes the kernel of a rollup.
///
/// | bytes | field | encoding                                            |
/// |------:|-------|-----------------------------------------------------|
/// | 1     |       | 0: `arith`, 1: `wasm_2_0_0`, 2 from 018 on: `riscv` |
///
/// # Errors
/// `Unexpected_tag`, which is `No_case_matched` in Octez.
///
/// Rule: [`sc_rollups.ml`, `Kind`](https://github.com/tezos/tezos-mirror/blob/d26a8bef82159434e5a6db6a6d329f29dc8172dd/src/proto_alpha/lib_protocol/sc_rollups.ml).
#[derive(HasEncoding, NomReader, BinWriter, View, Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash)]
#[encoding(view = "Self")]
#[non_exhaustive]
pub enum SmartRollupKind {
    /// A machine for tests, which supports addition and multiplication.
    #[encoding(tag = 0, constant = "arith")]
    Arith,
    /// WebAssembly.
    #[encoding(tag = 1, title = "wasm_2_0_0", constant = "wasm_2_0_0")]
    Wasm2_0_0,
    /// RISC-V.
    #[encoding(tag = 2, since = 18, constant = "riscv")]
    Riscv,
}

named! { SmartRollupKind { Arith => "arith", Wasm2_0_0 => "wasm_2_0_0", Riscv => "riscv" } }

/// The accounts that may publish commitments of a rollup.
///
/// | bytes      | field | encoding                                       |
/// |-----------:|-------|------------------------------------------------|
/// | 4 + 21 · n |       | [`PublicKeyHash`]es, with a 4-byte size prefix |
///
/// # Errors
/// `Size_limit_exceeded` for more than 4,094 bytes, including the size prefix.
///
/// Rule: [`sc_rollup_whitelist_repr.ml`](https://github.com/tezos/tezos-mirror/blob/d26a8bef82159434e5a6db6a6d329f29dc8172dd/src/proto_alpha/lib_protocol/sc_rollup_whitelist_repr.ml).
#[derive(HasEncoding, NomReader, BinWriter, View, Debug, Clone, PartialEq, Eq, Hash)]
#[allow(clippy::exhaustive_structs, reason = "a list")]
pub struct Whitelist(#[encoding(check_size = 4094, dynamic, list)] pub Vec<PublicKeyHash>);
