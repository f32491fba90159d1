//! A block of any source.

use std::path::Path;
use std::sync::Arc;

use bytes::Bytes;
use tezos_hashes::hash::{BlockHash, ChainId, OperationHash};
use tezos_protocols::Protocol;

/// A block, as a source gives it: what belongs to a protocol is bytes, to be decoded in [`Block::protocol`].
#[derive(Debug, Clone)]
pub struct Block {
    /// The level, from the header.
    pub level: i32,
    /// The hash of the header.
    pub hash: BlockHash,
    /// The chain.
    pub chain_id: ChainId,
    /// The protocol by which the block was applied: that of the number in its predecessor's header.
    pub protocol: Protocol,
    /// The header: the shell's part and that of the protocol, as hashed.
    pub header: Bytes,
    /// The operations by validation pass, each with its branch and its contents, as hashed.
    pub operations: Vec<Vec<Bytes>>,
    /// The hashes of the operations, if they were compared with the header.
    pub operation_hashes: Option<Vec<Vec<OperationHash>>>,
    /// The protocol's part of the metadata (`block_header_metadata` of the protocol), if the source has it.
    pub metadata: Option<Bytes>,
    /// The receipts of the operations by validation pass, if the source has them.
    pub receipts: Option<Vec<Vec<Receipt>>>,
    /// Where the block was found.
    pub place: Place,
}

impl Block {
    /// Returns the number of bytes of all parts.
    #[must_use]
    pub fn size(&self) -> usize {
        let receipts = self.receipts.iter().flatten().flatten().map(|receipt| match receipt {
            Receipt::Metadata(bytes) => bytes.len(),
            Receipt::TooLarge => 0,
        });
        let operations = self.operations.iter().flatten().map(Bytes::len);
        let parts = [self.header.len(), self.metadata.as_ref().map_or(0, Bytes::len)];
        operations.chain(receipts).chain(parts).sum()
    }
}

/// The receipt of an operation.
#[derive(Debug, Clone, PartialEq, Eq)]
pub enum Receipt {
    /// The `operation_metadata` of the protocol.
    Metadata(Bytes),
    /// It was too large to be kept.
    TooLarge,
}

/// Where a block was found.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Place {
    /// The file or the address.
    pub source: Arc<Path>,
    /// The offset of the block in it, in bytes.
    pub offset: u64,
}
