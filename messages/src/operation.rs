//! Operations, as the shell sees them.

use tezos_encoding::{BinWriter, Blob, HasEncoding, NomReader, View};

use crate::hash::{BlockHash, OperationHash, blake2b_256_of};

/// An operation: the block that it builds on, and what only the protocol understands.
///
/// | bytes | field    | encoding      |
/// |------:|----------|---------------|
/// | 32    | `branch` | [`BlockHash`] |
/// | rest  | `data`   | `bytes`       |
///
/// On its own it has no bound; in messages it has [`OPERATION_MAX_BYTES`](crate::limits::OPERATION_MAX_BYTES).
///
/// # Errors
/// `Not_enough_data` under 32 bytes. No data at all is fine.
///
/// Rule: [`operation.ml`, `encoding`][rule].
///
/// [rule]: https://github.com/tezos/tezos-mirror/blob/15b49d9b37ffaed814f888f2c6632af3fa055462/src/lib_base/operation.ml
#[derive(HasEncoding, NomReader, BinWriter, View, Debug, Clone, PartialEq, Eq, Hash)]
#[encoding(id = "operation")]
pub struct Operation {
    /// A recent block of the branch in which the operation is meant to be included.
    pub branch: BlockHash,
    /// The protocol's part: contents and signature.
    pub data: Blob,
}

impl Operation {
    /// The operation's hash: BLAKE2b-256 of the branch and the data.
    #[must_use]
    pub fn hash(&self) -> OperationHash {
        OperationHash(blake2b_256_of(&[self.branch.as_bytes(), &self.data]))
    }
}
