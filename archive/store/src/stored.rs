//! The bytes of a block as a node stores it, without a look into what belongs to a protocol.

use bytes::Bytes;
use tezos_encoding::{BinWriter, Blob, Decode, HasEncoding, NomReader};
use tezos_hashes::hash::{BlockHash, blake2b_256};
use tezos_hashes::protocol::{BlockMetadataHash, OperationMetadataHash};

use crate::Receipt;
use crate::error::Fault;

/// A block in a store: a [`StoredBlock`](tezos_protocols::block::StoredBlock) whose header and operations are bytes.
#[derive(HasEncoding, NomReader, BinWriter, Debug)]
#[encoding(dynamic)]
pub(crate) struct Stored {
    pub(crate) hash: BlockHash,
    #[encoding(dynamic)]
    pub(crate) header: Blob,
    #[encoding(dynamic, list, dynamic, list, dynamic)]
    pub(crate) operations: Vec<Vec<Blob>>,
    pub(crate) block_metadata_hash: Option<BlockMetadataHash>,
    #[encoding(option, dynamic, list, dynamic, list)]
    pub(crate) operations_metadata_hashes: Option<Vec<Vec<OperationMetadataHash>>>,
    #[encoding(varopt)]
    pub(crate) metadata: Option<StoredMetadata>,
}

/// The metadata of a block in a store, and an entry of a file of metadata.
#[derive(HasEncoding, NomReader, BinWriter, Debug)]
#[encoding(legacy = "LegacyMetadata")]
pub(crate) struct StoredMetadata {
    #[encoding(option, dynamic)]
    message: Option<Blob>,
    max_operations_ttl: u16,
    last_preserved_block_level: i32,
    #[encoding(dynamic)]
    block_metadata: Blob,
    #[encoding(dynamic, list, dynamic, list)]
    operations_metadata: Vec<Vec<StoredReceipt>>,
}

/// The older form of [`StoredMetadata`].
#[derive(HasEncoding, NomReader, BinWriter, Debug)]
struct LegacyMetadata {
    #[encoding(option, dynamic)]
    message: Option<Blob>,
    max_operations_ttl: u16,
    last_allowed_fork_level: i32,
    #[encoding(dynamic)]
    block_metadata: Blob,
    #[encoding(dynamic, list, dynamic, list, dynamic)]
    operations_metadata: Vec<Vec<Blob>>,
}

/// The receipt of an operation in a store.
#[derive(HasEncoding, NomReader, BinWriter, Debug)]
enum StoredReceipt {
    #[encoding(tag = 0, dynamic)]
    Metadata(Blob),
    #[encoding(tag = 1)]
    TooLarge(()),
}

impl From<LegacyMetadata> for StoredMetadata {
    fn from(legacy: LegacyMetadata) -> Self {
        let pass = |pass: Vec<Blob>| pass.into_iter().map(StoredReceipt::Metadata).collect();
        Self {
            message: legacy.message,
            max_operations_ttl: legacy.max_operations_ttl,
            last_preserved_block_level: legacy.last_allowed_fork_level,
            block_metadata: legacy.block_metadata,
            operations_metadata: legacy.operations_metadata.into_iter().map(pass).collect(),
        }
    }
}

/// The metadata of a block and the receipts of its operations.
#[derive(Debug, Clone)]
pub(crate) struct Metadata {
    pub(crate) block: Bytes,
    pub(crate) receipts: Vec<Vec<Receipt>>,
}

impl From<StoredMetadata> for Metadata {
    fn from(stored: StoredMetadata) -> Self {
        let receipt = |receipt| match receipt {
            StoredReceipt::Metadata(bytes) => Receipt::Metadata(bytes.into()),
            StoredReceipt::TooLarge(()) => Receipt::TooLarge,
        };
        let pass = |pass: Vec<StoredReceipt>| pass.into_iter().map(receipt).collect();
        Self {
            block: stored.block_metadata.into(),
            receipts: stored.operations_metadata.into_iter().map(pass).collect(),
        }
    }
}

impl Metadata {
    /// Reads an entry of a file of metadata.
    pub(crate) fn of_entry(bytes: &Bytes) -> Result<Self, Fault> {
        let stored = StoredMetadata::from_shared(bytes).map_err(|error| Fault::decoding("metadata", &error))?;
        Ok(stored.into())
    }
}

/// What a source gives of a block, in bytes.
#[derive(Debug)]
pub(crate) struct Raw {
    pub(crate) hash: BlockHash,
    pub(crate) header: Bytes,
    pub(crate) operations: Vec<Vec<Bytes>>,
    pub(crate) block_metadata_hash: Option<BlockMetadataHash>,
    pub(crate) operations_metadata_hashes: Option<Vec<Vec<OperationMetadataHash>>>,
    pub(crate) metadata: Option<Metadata>,
}

impl Raw {
    /// Returns a block of which only the header and the operations are known.
    pub(crate) fn bare(header: Bytes, operations: Vec<Vec<Bytes>>) -> Self {
        let hash = BlockHash(blake2b_256(&header));
        let (block_metadata_hash, operations_metadata_hashes, metadata) = (None, None, None);
        Self { hash, header, operations, block_metadata_hash, operations_metadata_hashes, metadata }
    }

    /// Reads a block of a store, with its size prefix.
    pub(crate) fn of_store(bytes: &Bytes) -> Result<Self, Fault> {
        let stored = Stored::from_shared(bytes).map_err(|error| Fault::decoding("", &error))?;
        let pass = |pass: Vec<Blob>| pass.into_iter().map(Bytes::from).collect();
        Ok(Self {
            hash: stored.hash,
            header: stored.header.into(),
            operations: stored.operations.into_iter().map(pass).collect(),
            block_metadata_hash: stored.block_metadata_hash,
            operations_metadata_hashes: stored.operations_metadata_hashes,
            metadata: stored.metadata.map(Metadata::from),
        })
    }
}
