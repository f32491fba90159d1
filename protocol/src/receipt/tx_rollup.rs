//! The effects of operations on transaction rollups, in protocols 013 (Jakarta) to 016 (Mumbai).
//!
//! Rule: `apply_results.ml` of
//! [016](https://github.com/tezos/tezos-mirror/tree/d26a8bef82159434e5a6db6a6d329f29dc8172dd/src/proto_016_PtMumbai/lib_protocol).

#![allow(clippy::exhaustive_enums, clippy::exhaustive_structs, reason = "of protocols that have ended")]

use tezos_encoding::{BinWriter, HasEncoding, N, NomReader, View, Z};
use tezos_hashes::protocol::TxRollupHash;

use super::{BalanceUpdates, ConsumedGas};
use crate::chain::RawLevel;

/// The effects of the origination of a rollup.
///
/// | bytes | field               | encoding           |
/// |------:|---------------------|--------------------|
/// | 4 + n | `balance_updates`   | [`BalanceUpdates`] |
/// | n     | gas                 | [`ConsumedGas`]    |
/// | 20    | `originated_rollup` | [`TxRollupHash`]   |
#[derive(HasEncoding, NomReader, BinWriter, View, Debug, Clone, PartialEq, Eq, Hash)]
pub struct TxRollupOriginationEffects {
    /// The changes of balances.
    pub balance_updates: BalanceUpdates,
    /// The consumed gas.
    #[encoding(flatten)]
    pub gas: ConsumedGas,
    /// The rollup.
    pub originated_rollup: TxRollupHash,
}

/// The effects of a batch.
///
/// | bytes | field                    | encoding           |
/// |------:|--------------------------|--------------------|
/// | 4 + n | `balance_updates`        | [`BalanceUpdates`] |
/// | n     | gas                      | [`ConsumedGas`]    |
/// | n     | `paid_storage_size_diff` | `n`                |
#[derive(HasEncoding, NomReader, BinWriter, View, Debug, Clone, PartialEq, Eq, Hash)]
pub struct TxRollupSubmitBatchEffects {
    /// The changes of balances.
    pub balance_updates: BalanceUpdates,
    /// The consumed gas.
    #[encoding(flatten)]
    pub gas: ConsumedGas,
    /// Number of bytes that were paid for.
    pub paid_storage_size_diff: N,
}

/// The effects of a commitment, of a rejection, and of the return of a bond.
///
/// | bytes | field             | encoding           |
/// |------:|-------------------|--------------------|
/// | 4 + n | `balance_updates` | [`BalanceUpdates`] |
/// | n     | gas               | [`ConsumedGas`]    |
#[derive(HasEncoding, NomReader, BinWriter, View, Debug, Clone, PartialEq, Eq, Hash)]
pub struct TxRollupEffects {
    /// The changes of balances.
    pub balance_updates: BalanceUpdates,
    /// The consumed gas.
    #[encoding(flatten)]
    pub gas: ConsumedGas,
}

/// The effects of a commitment's finalization or removal.
///
/// | bytes | field             | encoding           |
/// |------:|-------------------|--------------------|
/// | 4 + n | `balance_updates` | [`BalanceUpdates`] |
/// | n     | gas               | [`ConsumedGas`]    |
/// | 4     | `level`           | [`RawLevel`]       |
#[derive(HasEncoding, NomReader, BinWriter, View, Debug, Clone, PartialEq, Eq, Hash)]
pub struct TxRollupLevelEffects {
    /// The changes of balances.
    pub balance_updates: BalanceUpdates,
    /// The consumed gas.
    #[encoding(flatten)]
    pub gas: ConsumedGas,
    /// The level of the commitment.
    pub level: RawLevel,
}

/// The effects of a payment of tickets.
///
/// | bytes | field                    | encoding           |
/// |------:|--------------------------|--------------------|
/// | 4 + n | `balance_updates`        | [`BalanceUpdates`] |
/// | n     | gas                      | [`ConsumedGas`]    |
/// | n     | `paid_storage_size_diff` | `z`                |
#[derive(HasEncoding, NomReader, BinWriter, View, Debug, Clone, PartialEq, Eq, Hash)]
pub struct TxRollupDispatchTicketsEffects {
    /// The changes of balances.
    pub balance_updates: BalanceUpdates,
    /// The consumed gas.
    #[encoding(flatten)]
    pub gas: ConsumedGas,
    /// Number of bytes that were paid for.
    #[encoding(dft = Z::ZERO)]
    pub paid_storage_size_diff: Z,
}
