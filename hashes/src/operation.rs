//! Operations as the shell of a node reads them.

use tezos_encoding::{BinWriter, Blob, HasEncoding, NomReader, View};

use crate::hash::{BlockHash, OperationHash, blake2b_256_of};

/// An operation as the shell handles it: the block that it builds on, and what only the protocol understands.
///
/// | bytes | field    | encoding      |
/// |------:|----------|---------------|
/// | 32    | `branch` | [`BlockHash`] |
/// | rest  | `data`   | `bytes`       |
///
/// On its own it has no bound; in messages it has the `OPERATION_MAX_BYTES` of `tezos-messages`.
///
/// # Errors
/// `Not_enough_data` under 32 bytes. No data at all is fine.
///
/// Rule: [`operation.ml`, `encoding`][rule].
///
/// [rule]: https://github.com/tezos/tezos-mirror/blob/15b49d9b37ffaed814f888f2c6632af3fa055462/src/lib_base/operation.ml
#[derive(HasEncoding, NomReader, BinWriter, View, Debug, Clone, PartialEq, Eq, Hash)]
#[encoding(id = "operation")]
pub struct RawOperation {
    /// A recent block of the branch in which the operation is meant to be included.
    pub branch: BlockHash,
    /// The protocol's part: contents and signature.
    pub data: Blob,
}

impl RawOperation {
    /// Returns the hash of the operation: BLAKE2b-256 of its bytes.
    ///
    /// ```
    /// use tezos_encoding::Decode;
    /// use tezos_hashes::operation::RawOperation;
    ///
    /// let operation = RawOperation::from_bytes(&[7; 100]).unwrap();
    /// assert_eq!(operation.data.len(), 68);
    /// assert_eq!(operation.hash().to_string(), "oosVyGa4c9khEKeRjxcpqn4N9HdmTypqd2JWe4a7kZN2K8jpu5K");
    /// ```
    ///
    /// Rule: [`operation.ml`, `hash`](https://github.com/tezos/tezos-mirror/blob/d26a8bef82159434e5a6db6a6d329f29dc8172dd/src/lib_base/operation.ml).
    #[must_use]
    pub fn hash(&self) -> OperationHash {
        OperationHash(blake2b_256_of(&[self.branch.as_bytes(), &self.data]))
    }
}
