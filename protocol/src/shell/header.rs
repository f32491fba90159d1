//! The fields of headers that the shell reads.

use tezos_encoding::{BinWriter, HasEncoding, NomReader, View};
use tezos_hashes::hash::{BlockHash, ContextHash, OperationListListHash};

use super::{Fitness, Timestamp};

/// The fields of a block header that every protocol has: those before its protocol data.
///
/// | bytes | field             | encoding                  |
/// |------:|-------------------|---------------------------|
/// | 4     | `level`           | `int32`                   |
/// | 1     | `proto`           | `uint8`                   |
/// | 32    | `predecessor`     | [`BlockHash`]             |
/// | 8     | `timestamp`       | [`Timestamp`]             |
/// | 1     | `validation_pass` | `uint8`                   |
/// | 32    | `operations_hash` | [`OperationListListHash`] |
/// | 4 + n | `fitness`         | [`Fitness`]               |
/// | 32    | `context`         | [`ContextHash`]           |
///
/// # Errors
/// `Not_enough_data`; `Invalid_int` for a size of 2^30 or more; `Extra_bytes` in the fitness.
///
/// Rule: [`block_header.ml`, `shell_header_encoding`][rule].
///
/// [rule]: https://github.com/tezos/tezos-mirror/blob/d26a8bef82159434e5a6db6a6d329f29dc8172dd/src/lib_base/block_header.ml
#[derive(HasEncoding, NomReader, BinWriter, View, Debug, Clone, PartialEq, Eq, Hash)]
#[encoding(id = "block_header.shell")]
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
    /// What nodes compare to choose a head.
    pub fitness: Fitness,
    /// Hash of the ledger's state. Which block's state it is depends on the protocol.
    pub context: ContextHash,
}

/// The field of an operation that every protocol has.
///
/// | bytes | field    | encoding      |
/// |------:|----------|---------------|
/// | 32    | `branch` | [`BlockHash`] |
///
/// # Errors
/// `Not_enough_data`.
///
/// Rule: [`operation.ml`, `shell_header_encoding`][rule].
///
/// [rule]: https://github.com/tezos/tezos-mirror/blob/d26a8bef82159434e5a6db6a6d329f29dc8172dd/src/lib_base/operation.ml
#[derive(HasEncoding, NomReader, BinWriter, View, Debug, Clone, Copy, PartialEq, Eq, Hash)]
#[encoding(id = "operation.shell_header", view = "Self")]
pub struct OperationShellHeader {
    /// A recent block of the branch in which the operation is meant to be included.
    pub branch: BlockHash,
}

/// How the hash of the ledger's state is computed.
///
/// | bytes | field | encoding |
/// |------:|-------|----------|
/// | 2     |       | `uint16` |
///
/// # Errors
/// `Not_enough_data`.
///
/// Rule: [`context_hash.ml`, `Version`][rule].
///
/// [rule]: https://github.com/tezos/tezos-mirror/blob/d26a8bef82159434e5a6db6a6d329f29dc8172dd/src/lib_crypto/context_hash.ml
#[derive(
    HasEncoding, NomReader, BinWriter, View, Debug, Clone, Copy, Default, PartialEq, Eq, PartialOrd, Ord, Hash,
)]
#[encoding(id = "context_hash_version", view = "Self")]
pub struct ContextHashVersion(pub u16);
