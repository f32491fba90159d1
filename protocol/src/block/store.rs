//! Blocks as a node stores them: the shell's part is typed, and what belongs to a protocol is bytes, to be decoded in the protocol of the block.

#![allow(clippy::exhaustive_enums, clippy::exhaustive_structs, reason = "a new version of a file is a new type")]

use alloc::string::String;
use alloc::vec::Vec;

use tezos_encoding::{BinWriter, DecodeError, HasEncoding, NomReader, View};
use tezos_hashes::hash::BlockHash;
use tezos_hashes::header::BlockHeader;
use tezos_hashes::protocol::{BlockMetadataHash, OperationMetadataHash};

use super::BlockMetadata;
use crate::Protocol;
use crate::operation::RawOperation;
use crate::receipt::OperationMetadata;

/// A block in the store of a node.
///
/// | bytes | field      | encoding                                             |
/// |------:|------------|------------------------------------------------------|
/// | 4     |            | the size of the rest                                 |
/// | 32    | `hash`     | [`BlockHash`]                                        |
/// | n     | `contents` | [`StoredContents`]                                   |
/// | n     | `metadata` | [`StoredMetadata`], if bytes are left                |
///
/// # Errors
/// The errors of the fields.
///
/// Rule: [`block_repr.ml`, `encoding` and `legacy_encoding`][rule].
///
/// [rule]: https://github.com/tezos/tezos-mirror/blob/d26a8bef82159434e5a6db6a6d329f29dc8172dd/src/lib_store/shared/block_repr.ml
#[derive(HasEncoding, NomReader, BinWriter, View, Debug, Clone, PartialEq, Eq, Hash)]
#[encoding(id = "store.block_repr", dynamic)]
pub struct StoredBlock {
    /// The hash of the header.
    pub hash: BlockHash,
    /// The header and the operations.
    pub contents: StoredContents,
    /// The metadata, if it is stored with the block.
    #[encoding(varopt)]
    pub metadata: Option<StoredMetadata>,
}

/// The header and the operations of a [`StoredBlock`].
///
/// | bytes  | field                        | encoding                                                                             |
/// |-------:|------------------------------|--------------------------------------------------------------------------------------|
/// | 4 + n  | `header`                     | [`BlockHeader`] with a 4-byte size prefix                                            |
/// | 4 + n  | `operations`                 | lists of [`RawOperation`]s: each operation, each list and all have a 4-byte size prefix |
/// | 1, 33  | `block_metadata_hash`        | an option of a [`BlockMetadataHash`]                                                 |
/// | 1, 5 + n | `operations_metadata_hashes` | an option of lists of [`OperationMetadataHash`]es: each list and all have a 4-byte size prefix |
///
/// # Errors
/// The errors of the fields.
#[derive(HasEncoding, NomReader, BinWriter, View, Debug, Clone, PartialEq, Eq, Hash)]
#[encoding(id = "store.block_repr.contents")]
pub struct StoredContents {
    /// The header.
    #[encoding(dynamic)]
    pub header: BlockHeader,
    /// The operations, by validation pass.
    #[encoding(dynamic, list, dynamic, list, dynamic)]
    pub operations: Vec<Vec<RawOperation>>,
    /// The hash of the metadata of the block, if its protocol has one.
    pub block_metadata_hash: Option<BlockMetadataHash>,
    /// The hashes of the metadata of the operations, if the protocol of the block has them.
    #[encoding(option, dynamic, list, dynamic, list)]
    pub operations_metadata_hashes: Option<Vec<Vec<OperationMetadataHash>>>,
}

/// The metadata of a [`StoredBlock`], and an entry of a file of metadata of old blocks.
///
/// | bytes | field                        | encoding                                                                        |
/// |------:|------------------------------|---------------------------------------------------------------------------------|
/// | n     | `message`                    | an option of text with a 4-byte size prefix                                     |
/// | 2     | `max_operations_ttl`         | `uint16`                                                                        |
/// | 4     | `last_preserved_block_level` | `int32`                                                                         |
/// | 4 + n | `block_metadata`             | the bytes of a [`BlockMetadata`], with a 4-byte size prefix                     |
/// | 4 + n | `operations_metadata`        | lists of [`StoredOperationMetadata`]: each list and all have a 4-byte size prefix |
///
/// Where the bytes are not of this form, they are read as [`LegacyStoredMetadata`], as Octez does.
///
/// # Errors
/// The errors of the fields.
///
/// Rule: [`block_repr.ml`, `metadata_encoding`][rule]; for the order of the two forms [`block_repr_unix.ml`][unix].
///
/// [rule]: https://github.com/tezos/tezos-mirror/blob/d26a8bef82159434e5a6db6a6d329f29dc8172dd/src/lib_store/shared/block_repr.ml
/// [unix]: https://github.com/tezos/tezos-mirror/blob/d26a8bef82159434e5a6db6a6d329f29dc8172dd/src/lib_store/unix/block_repr_unix.ml
#[derive(HasEncoding, NomReader, BinWriter, View, Debug, Clone, PartialEq, Eq, Hash)]
#[encoding(id = "store.block_repr.metadata", legacy = "LegacyStoredMetadata")]
pub struct StoredMetadata {
    /// A message of the protocol.
    pub message: Option<String>,
    /// The number of blocks in which an operation of the next block may refer to a branch.
    pub max_operations_ttl: u16,
    /// The level of the oldest block that the node keeps.
    pub last_preserved_block_level: i32,
    /// The bytes of a [`BlockMetadata`].
    #[encoding(dynamic, bytes)]
    pub block_metadata: Vec<u8>,
    /// The metadata of the operations, by validation pass.
    #[encoding(dynamic, list, dynamic, list)]
    pub operations_metadata: Vec<Vec<StoredOperationMetadata>>,
}

impl StoredMetadata {
    /// Decodes the metadata of the block in its protocol.
    ///
    /// # Errors
    /// The errors of [`BlockMetadata`].
    pub fn block_metadata(&self, protocol: Protocol) -> Result<BlockMetadata, DecodeError> {
        protocol.decode(&self.block_metadata)
    }
}

/// The older form of [`StoredMetadata`], without receipts that were too large.
///
/// | bytes | field                            | encoding                                                                       |
/// |------:|----------------------------------|--------------------------------------------------------------------------------|
/// | n     | `legacy_message`                 | an option of text with a 4-byte size prefix                                    |
/// | 2     | `legacy_max_operations_ttl`      | `uint16`                                                                       |
/// | 4     | `legacy_last_allowed_fork_level` | `int32`                                                                        |
/// | 4 + n | `legacy_block_metadata`          | bytes, with a 4-byte size prefix                                               |
/// | 4 + n | `legacy_operations_metadata`     | lists of bytes: the bytes, each list and all have a 4-byte size prefix         |
///
/// # Errors
/// The errors of the fields.
///
/// Rule: [`block_repr.ml`, `legacy_metadata_encoding`][rule].
///
/// [rule]: https://github.com/tezos/tezos-mirror/blob/d26a8bef82159434e5a6db6a6d329f29dc8172dd/src/lib_store/shared/block_repr.ml
#[derive(HasEncoding, NomReader, BinWriter, View, Debug, Clone, PartialEq, Eq, Hash)]
#[encoding(id = "store.block_repr.legacy_metadata")]
pub struct LegacyStoredMetadata {
    /// A message of the protocol.
    pub legacy_message: Option<String>,
    /// The number of blocks in which an operation of the next block may refer to a branch.
    pub legacy_max_operations_ttl: u16,
    /// The level of the oldest block that the node keeps.
    pub legacy_last_allowed_fork_level: i32,
    /// The bytes of a [`BlockMetadata`].
    #[encoding(dynamic, bytes)]
    pub legacy_block_metadata: Vec<u8>,
    /// The bytes of the [`OperationMetadata`] of the operations, by validation pass.
    #[encoding(dynamic, list, dynamic, list, dynamic, bytes)]
    pub legacy_operations_metadata: Vec<Vec<Vec<u8>>>,
}

impl From<LegacyStoredMetadata> for StoredMetadata {
    fn from(legacy: LegacyStoredMetadata) -> Self {
        let pass = |pass: Vec<Vec<u8>>| pass.into_iter().map(StoredOperationMetadata::Metadata).collect();
        Self {
            message: legacy.legacy_message,
            max_operations_ttl: legacy.legacy_max_operations_ttl,
            last_preserved_block_level: legacy.legacy_last_allowed_fork_level,
            block_metadata: legacy.legacy_block_metadata,
            operations_metadata: legacy.legacy_operations_metadata.into_iter().map(pass).collect(),
        }
    }
}

/// The metadata of an operation in a store.
///
/// | bytes | field | encoding                                                     |
/// |------:|-------|--------------------------------------------------------------|
/// | 1     | tag   | 0 (metadata), 1 (too large)                                  |
/// | 4 + n |       | the bytes of an [`OperationMetadata`], with a 4-byte size prefix |
///
/// # Errors
/// `Unexpected_tag`; `Not_enough_data`.
///
/// Rule: [`block_validation.ml`, `operation_metadata_encoding`][rule].
///
/// [rule]: https://github.com/tezos/tezos-mirror/blob/d26a8bef82159434e5a6db6a6d329f29dc8172dd/src/lib_validation/block_validation.ml
#[derive(HasEncoding, NomReader, BinWriter, View, Debug, Clone, PartialEq, Eq, Hash)]
#[encoding(id = "operation_metadata")]
pub enum StoredOperationMetadata {
    /// The metadata.
    #[encoding(tag = 0, title = "metadata", dynamic, bytes)]
    Metadata(Vec<u8>),
    /// The metadata was too large to be kept; `{}` in JSON.
    #[encoding(tag = 1, title = "too_large_metadata")]
    TooLarge(()),
}

impl StoredOperationMetadata {
    /// Decodes the metadata in the protocol of the block; `None` if it was too large to be kept.
    ///
    /// # Errors
    /// The errors of [`OperationMetadata`].
    pub fn metadata(&self, protocol: Protocol) -> Result<Option<OperationMetadata>, DecodeError> {
        match self {
            Self::Metadata(bytes) => protocol.decode(bytes).map(Some),
            Self::TooLarge(()) => Ok(None),
        }
    }
}
