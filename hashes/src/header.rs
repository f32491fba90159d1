//! Block headers as the shell of a node reads them.

use tezos_encoding::{BinWriter, Blob, Encode, EncodeError, HasEncoding, NomReader, View};

use crate::fitness::Fitness;
use crate::hash::{Blake2b256, BlockHash, ContextHash, OperationListListHash};
use crate::time::Timestamp;

/// The fields of a block header that every protocol has: those before its protocol data.
///
/// | bytes | field             | encoding                          |
/// |------:|-------------------|-----------------------------------|
/// | 4     | `level`           | `int32`                           |
/// | 1     | `proto`           | `uint8`                           |
/// | 32    | `predecessor`     | [`BlockHash`]                     |
/// | 8     | `timestamp`       | [`Timestamp`], seconds since 1970 |
/// | 1     | `validation_pass` | `uint8`                           |
/// | 32    | `operations_hash` | [`OperationListListHash`]         |
/// | 4 + n | `fitness`         | [`Fitness`]                       |
/// | 32    | `context`         | [`ContextHash`]                   |
///
/// # Errors
/// `Not_enough_data`; `Invalid_int` for a size of 2^30 or more; `Extra_bytes` in the fitness.
///
/// Rule: [`block_header.ml`, `shell_header_encoding`][rule].
///
/// [rule]: https://github.com/tezos/tezos-mirror/blob/d26a8bef82159434e5a6db6a6d329f29dc8172dd/src/lib_base/block_header.ml
#[derive(HasEncoding, NomReader, BinWriter, View, Debug, Clone, PartialEq, Eq, Hash)]
#[encoding(id = "block_header.shell", title = "Shell header")]
#[encoding(
    description = "Block header's shell-related content. It contains information such as the block level, its predecessor and timestamp."
)]
pub struct ShellHeader {
    /// The level of the block: that of the genesis is 0.
    pub level: i32,
    /// The number of changes of protocol before this block, modulo 256.
    pub proto: u8,
    /// The block before.
    pub predecessor: BlockHash,
    /// When the block was made.
    pub timestamp: Timestamp,
    /// The number of lists of operations in the block.
    pub validation_pass: u8,
    /// Merkle root of the hashes of these lists.
    pub operations_hash: OperationListListHash,
    /// Nodes compare it to choose a head.
    pub fitness: Fitness,
    /// Hash of the ledger's state. The protocol defines which block's state it is.
    pub context: ContextHash,
}

/// The header of a block: what the shell needs, and what only the protocol understands.
///
/// | bytes | field             | encoding                                |
/// |------:|-------------------|-----------------------------------------|
/// | 4     | `level`           | `int32`                                 |
/// | 1     | `proto`           | `uint8`                                 |
/// | 32    | `predecessor`     | [`BlockHash`]                           |
/// | 8     | `timestamp`       | [`Timestamp`], seconds since 1970       |
/// | 1     | `validation_pass` | `uint8`                                 |
/// | 32    | `operations_hash` | [`OperationListListHash`]               |
/// | 4 + n | `fitness`         | [`Fitness`]                             |
/// | 32    | `context`         | [`ContextHash`]                         |
/// | rest  | `protocol_data`   | `bytes`                                 |
///
/// A header on its own has no limit; in messages between peers the limit is 8 MiB.
///
/// # Errors
/// `Not_enough_data` if a field does not fit, the elements of the fitness included.
///
/// Rule: [`block_header.ml`, `encoding`][rule].
///
/// [rule]: https://github.com/tezos/tezos-mirror/blob/5a3ca1478178c7f6bb6fed38df1372f17cd1612c/src/lib_base/block_header.ml
#[derive(HasEncoding, NomReader, BinWriter, View, Debug, Clone, PartialEq, Eq, Hash)]
#[encoding(id = "block_header")]
pub struct BlockHeader {
    /// Height of the block: the genesis has 0.
    pub level: i32,
    /// The number of changes of protocol before this block, modulo 256.
    pub proto: u8,
    /// The block before.
    pub predecessor: BlockHash,
    /// When the block was made.
    pub timestamp: Timestamp,
    /// The number of lists of operations in the block.
    pub validation_pass: u8,
    /// Merkle root of the hashes of those lists.
    pub operations_hash: OperationListListHash,
    /// How good the block is.
    pub fitness: Fitness,
    /// State of the chain, as the block's protocol commits to it.
    pub context: ContextHash,
    /// Fields that the protocol defines: payload, proof of work, votes, signature.
    pub protocol_data: Blob,
}

impl BlockHeader {
    /// Returns the hash of the block: BLAKE2b-256 of the encoded header.
    ///
    /// ```
    /// use tezos_encoding::Decode;
    /// use tezos_hashes::header::BlockHeader;
    ///
    /// let header = BlockHeader::from_bytes(&[0; 200]).unwrap();
    /// assert_eq!((header.level, header.protocol_data.len()), (0, 200 - 114));
    /// assert_eq!(header.hash().unwrap().to_string(), "BMF1g6vt3DuHGrvcFBAN7EgDn74EwHYSUz85MFfafUcm8W5h1Jo");
    /// ```
    ///
    /// # Errors
    /// For a header that cannot be written: one whose fitness has 2^30 bytes or more.
    pub fn hash(&self) -> Result<BlockHash, EncodeError> {
        Encode::hash::<Blake2b256>(self).map(BlockHash)
    }
}

impl From<BlockHeader> for ShellHeader {
    fn from(header: BlockHeader) -> Self {
        let BlockHeader {
            level,
            proto,
            predecessor,
            timestamp,
            validation_pass,
            operations_hash,
            fitness,
            context,
            protocol_data: _,
        } = header;
        Self { level, proto, predecessor, timestamp, validation_pass, operations_hash, fitness, context }
    }
}
