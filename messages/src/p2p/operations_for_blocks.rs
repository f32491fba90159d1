//! `Get_operations_for_blocks` and `Operations_for_blocks`.

use alloc::vec::Vec;
use core::{error, fmt};

use bytemuck::{Pod, Zeroable};
use tezos_encoding::{BinWriter, HasEncoding, NomReader, View};

use crate::hash::{BlockHash, OperationListHash, OperationListListHash};
use crate::limits::{OPERATION_LIST_MAX_BYTES, OPERATION_MAX_BYTES, PATH_MAX_BYTES};
use crate::merkle::{self, MerkleError};
use crate::operation::RawOperation;
use crate::path::MerklePath;

/// A list of operations of a block.
///
/// | bytes | field             | encoding      |
/// |------:|-------------------|---------------|
/// | 32    | `hash`            | [`BlockHash`] |
/// | 1     | `validation_pass` | `int8`        |
///
/// # Errors
/// `Not_enough_data`.
///
/// Rule: [`distributed_db_message.ml`, line 267][rule].
///
/// [rule]: https://github.com/tezos/tezos-mirror/blob/da083f5fc12c199582cad2dbc2a13bd3bd7478c6/src/lib_shell/distributed_db_message.ml#L267
#[derive(HasEncoding, NomReader, BinWriter, View, Debug, Clone, Copy, PartialEq, Eq, Hash, Pod, Zeroable)]
#[encoding(plain)]
#[repr(C)]
pub struct OperationsForBlock {
    /// The block.
    pub hash: BlockHash,
    /// The list: 0 for consensus operations, the last one for manager operations. It is signed on the wire.
    pub validation_pass: i8,
}

/// One list of a block's operations, with the proof that it belongs to the block.
///
/// | bytes | field                   | encoding                                                                |
/// |------:|-------------------------|-------------------------------------------------------------------------|
/// | 33    | `operations_for_block`  | [`OperationsForBlock`]                                                  |
/// | n     | `operation_hashes_path` | a [`MerklePath`] of at most 100 bytes                                   |
/// | rest  | `operations`            | in at most 1,048,576 bytes, `dynamic` [`RawOperation`]s of at most 131,072 |
///
/// # Errors
/// `Size_limit_exceeded` for a longer path, list or operation; `Unexpected_tag` in the path; `Not_enough_data` where
/// an operation does not fit.
///
/// Rule: [`distributed_db_message.ml`, line 272][rule] and [`operation.ml`, `bounded_list_encoding`][list].
///
/// [rule]: https://github.com/tezos/tezos-mirror/blob/da083f5fc12c199582cad2dbc2a13bd3bd7478c6/src/lib_shell/distributed_db_message.ml#L272
/// [list]: https://github.com/tezos/tezos-mirror/blob/15b49d9b37ffaed814f888f2c6632af3fa055462/src/lib_base/operation.ml
#[derive(HasEncoding, NomReader, BinWriter, View, Debug, Clone, PartialEq, Eq, Hash)]
pub struct OperationsForBlocks {
    /// A list of operations of a block.
    pub operations_for_block: OperationsForBlock,
    /// The path of the list in the block's Merkle tree.
    #[encoding(bounded = "PATH_MAX_BYTES")]
    pub operation_hashes_path: MerklePath,
    /// The list.
    #[encoding(bounded = "OPERATION_LIST_MAX_BYTES", list, dynamic, bounded = "OPERATION_MAX_BYTES")]
    pub operations: Vec<RawOperation>,
}

impl OperationsForBlocks {
    /// Returns the Merkle root of the hashes of the operations: the leaf from which the path starts.
    #[must_use]
    pub fn list_hash(&self) -> OperationListHash {
        merkle::operation_list_hash(self.operations.iter().map(RawOperation::hash))
    }

    /// Returns the root to which the path leads, and the validation pass.
    ///
    /// # Errors
    /// [`MerkleError::PathTooLong`], which does not occur for paths of messages.
    pub fn root(&self) -> Result<(OperationListListHash, u64), MerkleError> {
        let (root, pass) = merkle::follow(self.list_hash(), self.operation_hashes_path.steps())?;
        Ok((OperationListListHash(root), pass))
    }

    /// Checks that the operations are those of the block: `expected` is its header's `operations_hash`.
    ///
    /// # Errors
    /// If the path or the validation pass is wrong.
    pub fn verify(&self, expected: &OperationListListHash) -> Result<(), WrongOperations> {
        let pass = self.operations_for_block.validation_pass;
        let position = u64::try_from(pass).map_err(|_| WrongOperations::Pass(pass))?;
        merkle::verify(&expected.0, position, self.list_hash(), self.operation_hashes_path.steps())
            .map_err(WrongOperations::Path)
    }
}

/// An error for operations that do not belong to a block.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
#[non_exhaustive]
pub enum WrongOperations {
    /// No block has this validation pass.
    Pass(i8),
    /// The path is wrong.
    Path(MerkleError),
}

impl fmt::Display for WrongOperations {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Self::Pass(pass) => write!(f, "expected a validation pass from 0 on, found {pass}"),
            Self::Path(error) => fmt::Display::fmt(error, f),
        }
    }
}

impl error::Error for WrongOperations {}
