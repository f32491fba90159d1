//! `Current_branch`.

use tezos_encoding::{BinWriter, HasEncoding, NomReader, View};

use crate::block_locator::BlockLocator;
use crate::hash::ChainId;

/// The branch of the sender.
///
/// | bytes | field            | encoding                  |
/// |------:|------------------|---------------------------|
/// | 4     | `chain_id`       | [`ChainId`]               |
/// | rest  | `current_branch` | [`BlockLocator`]          |
///
/// # Errors
/// The errors of the locator.
///
/// Rule: [`distributed_db_message.ml`, line 187][rule].
///
/// [rule]: https://github.com/tezos/tezos-mirror/blob/da083f5fc12c199582cad2dbc2a13bd3bd7478c6/src/lib_shell/distributed_db_message.ml#L187
#[derive(HasEncoding, NomReader, BinWriter, View, Debug, Clone, PartialEq, Eq, Hash)]
pub struct CurrentBranch {
    /// The chain.
    pub chain_id: ChainId,
    /// The branch, from its head.
    pub current_branch: BlockLocator,
}
