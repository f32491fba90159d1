//! The single values in the store of a node, one in each file.
//!
//! Rules: [`store_types.ml`](https://github.com/tezos/tezos-mirror/blob/d26a8bef82159434e5a6db6a6d329f29dc8172dd/src/lib_store/shared/store_types.ml)
//! and [`naming.ml`](https://github.com/tezos/tezos-mirror/blob/d26a8bef82159434e5a6db6a6d329f29dc8172dd/src/lib_store/shared/naming.ml).

#![allow(clippy::exhaustive_enums, clippy::exhaustive_structs, reason = "a new version of a file is a new type")]

use alloc::string::String;
use alloc::vec::Vec;

use tezos_encoding::{BinWriter, HasEncoding, NomReader, View};
use tezos_hashes::hash::{BlockHash, ChainId, ContextHash, ProtocolHash};
use tezos_hashes::protocol::{BlockMetadataHash, OperationMetadataListListHash};

use crate::chain::ProtocolError;
use crate::shell::{TestChainStatus, Timestamp};

/// A block by its hash and level: the files `current_head`, `savepoint`, `caboose` and `checkpoint`.
///
/// | bytes | field | encoding      |
/// |------:|-------|---------------|
/// | 32    | 0     | [`BlockHash`] |
/// | 4     | 1     | `int32`       |
///
/// # Errors
/// `Not_enough_data`.
#[derive(HasEncoding, NomReader, BinWriter, View, Debug, Clone, Copy, PartialEq, Eq, Hash)]
#[encoding(view = "Self")]
pub struct BlockDescriptor(
    /// The hash.
    pub BlockHash,
    /// The level.
    pub i32,
);

/// The block up to which the node synchronizes: the file `target`.
///
/// | bytes | field | encoding                               |
/// |------:|-------|----------------------------------------|
/// | 1, 37 |       | `00`, or `01` and a [`BlockDescriptor`] |
///
/// # Errors
/// `Unexpected_tag`; `Not_enough_data`.
#[derive(HasEncoding, NomReader, BinWriter, View, Debug, Clone, Copy, PartialEq, Eq, Hash)]
#[encoding(view = "Self")]
pub struct Target(#[encoding(option(tagged))] pub Option<BlockDescriptor>);

/// A level, if there is one: the files `cementing_highwatermark` and `scheduled_maintenance`.
///
/// | bytes | field | encoding                   |
/// |------:|-------|----------------------------|
/// | 1, 5  |       | `00`, or `01` and an `int32` |
///
/// # Errors
/// `Unexpected_tag`; `Not_enough_data`.
#[derive(HasEncoding, NomReader, BinWriter, View, Debug, Clone, Copy, PartialEq, Eq, Hash)]
#[encoding(view = "Self")]
pub struct OptionalLevel(#[encoding(option(tagged))] pub Option<i32>);

/// The protocols of a chain by the number in the headers of their blocks: the file `protocol_levels`.
///
/// | bytes       | field | encoding                                                                              |
/// |------------:|-------|---------------------------------------------------------------------------------------|
/// | 4 + 70 · n  |       | each a `uint8` and a [`ProtocolInfo`], with a 4-byte size prefix                      |
///
/// Octez sorts the numbers and keeps the last entry of each; this crate keeps them unchanged.
///
/// # Errors
/// The errors of the elements.
#[derive(HasEncoding, NomReader, BinWriter, View, Debug, Clone, Default, PartialEq, Eq, Hash)]
pub struct ProtocolLevels(#[encoding(dynamic, list)] pub Vec<(u8, ProtocolInfo)>);

/// A protocol and the block that activated it.
///
/// | bytes | field                        | encoding            |
/// |------:|------------------------------|---------------------|
/// | 32    | `protocol`                   | [`ProtocolHash`]    |
/// | 36    | `activation_block`           | [`BlockDescriptor`] |
/// | 1     | `expect_predecessor_context` | `bool`              |
///
/// # Errors
/// `Not_enough_data`.
#[derive(HasEncoding, NomReader, BinWriter, View, Debug, Clone, Copy, PartialEq, Eq, Hash)]
#[encoding(view = "Self")]
pub struct ProtocolInfo {
    /// The protocol.
    pub protocol: ProtocolHash,
    /// The block that activated it.
    pub activation_block: BlockDescriptor,
    /// Whether headers of its blocks have the context of the block before.
    pub expect_predecessor_context: bool,
}

/// The older form of [`ProtocolLevels`].
///
/// | bytes | field | encoding                                                              |
/// |------:|-------|-----------------------------------------------------------------------|
/// | 4 + n |       | each a `uint8` and an [`ActivationBlock`], with a 4-byte size prefix  |
///
/// # Errors
/// The errors of the elements.
#[derive(HasEncoding, NomReader, BinWriter, View, Debug, Clone, Default, PartialEq, Eq, Hash)]
pub struct LegacyProtocolLevels(#[encoding(dynamic, list)] pub Vec<(u8, ActivationBlock)>);

/// The block that activated a protocol, in [`LegacyProtocolLevels`].
///
/// | bytes | field         | encoding                       |
/// |------:|---------------|--------------------------------|
/// | 36    | `block`       | [`BlockDescriptor`]            |
/// | 32    | `protocol`    | [`ProtocolHash`]               |
/// | n     | `commit_info` | an option of a [`CommitInfo`]  |
///
/// # Errors
/// The errors of the fields.
#[derive(HasEncoding, NomReader, BinWriter, View, Debug, Clone, PartialEq, Eq, Hash)]
pub struct ActivationBlock {
    /// The block.
    pub block: BlockDescriptor,
    /// The protocol.
    pub protocol: ProtocolHash,
    /// The commit of the block's context.
    pub commit_info: Option<CommitInfo>,
}

/// The commit of the context of an [`ActivationBlock`].
///
/// | bytes      | field                             | encoding                                        |
/// |-----------:|-----------------------------------|-------------------------------------------------|
/// | 4 + n      | `author`                          | text                                            |
/// | 4 + n      | `message`                         | text                                            |
/// | n          | `test_chain_status`               | [`TestChainStatus`]                             |
/// | 32         | `data_merkle_root`                | [`ContextHash`]                                 |
/// | 1, 33      | `predecessor_block_metadata_hash` | an option of a [`BlockMetadataHash`]            |
/// | 1, 33      | `predecessor_ops_metadata_hash`   | an option of an [`OperationMetadataListListHash`] |
/// | 4 + 32 · n | `parents_contexts`                | [`ContextHash`]es, with a 4-byte size prefix    |
///
/// # Errors
/// The errors of the fields.
#[derive(HasEncoding, NomReader, BinWriter, View, Debug, Clone, PartialEq, Eq, Hash)]
pub struct CommitInfo {
    /// The author.
    pub author: String,
    /// The message.
    pub message: String,
    /// The state of the test chain.
    pub test_chain_status: TestChainStatus,
    /// The hash of the data.
    pub data_merkle_root: ContextHash,
    /// The hash of the metadata of the block before.
    pub predecessor_block_metadata_hash: Option<BlockMetadataHash>,
    /// The hash of the metadata of the operations of the block before.
    pub predecessor_ops_metadata_hash: Option<OperationMetadataListListHash>,
    /// The commits before.
    #[encoding(dynamic, list)]
    pub parents_contexts: Vec<ContextHash>,
}

/// The blocks that were refused: the file `invalid_blocks`.
///
/// | bytes | field | encoding                                                             |
/// |------:|-------|----------------------------------------------------------------------|
/// | 4 + n |       | each a [`BlockHash`] and an [`InvalidBlock`], with a 4-byte size prefix |
///
/// # Errors
/// The errors of the elements.
#[derive(HasEncoding, NomReader, BinWriter, View, Debug, Clone, Default, PartialEq, Eq, Hash)]
pub struct InvalidBlocks(#[encoding(dynamic, list)] pub Vec<(BlockHash, InvalidBlock)>);

/// A block that was refused.
///
/// | bytes | field    | encoding                                       |
/// |------:|----------|------------------------------------------------|
/// | 4     | `level`  | `int32`                                        |
/// | 4 + n | `errors` | [`ProtocolError`]s, with a 4-byte size prefix  |
///
/// # Errors
/// The errors of the fields.
#[derive(HasEncoding, NomReader, BinWriter, View, Debug, Clone, PartialEq, Eq, Hash)]
pub struct InvalidBlock {
    /// The level of the block.
    pub level: i32,
    /// Why it was refused.
    #[encoding(dynamic, list)]
    pub errors: Vec<ProtocolError>,
}

/// The test chains with their first blocks: the file `forked_chains`.
///
/// | bytes      | field | encoding                                                       |
/// |-----------:|-------|----------------------------------------------------------------|
/// | 4 + 36 · n |       | each a [`ChainId`] and a [`BlockHash`], with a 4-byte size prefix |
///
/// # Errors
/// `Not_enough_data`.
#[derive(HasEncoding, NomReader, BinWriter, View, Debug, Clone, Default, PartialEq, Eq, Hash)]
pub struct ForkedChains(#[encoding(dynamic, list)] pub Vec<(ChainId, BlockHash)>);

/// Whether old blocks are being moved: the file `status`, which counts the changes.
///
/// | bytes | field | encoding                |
/// |------:|-------|-------------------------|
/// | 1     | tag   | 0 (idle), 1 (merging)   |
/// | 4     |       | `int31`                 |
///
/// In JSON both are a number, which is read as idle, as in Octez.
///
/// # Errors
/// `Unexpected_tag`; `Invalid_int`.
#[derive(HasEncoding, NomReader, BinWriter, View, Debug, Clone, Copy, PartialEq, Eq, Hash)]
#[encoding(json(first_match))]
pub enum BlockStoreStatus {
    /// No blocks are being moved.
    #[encoding(tag = 0, title = "idle")]
    Idle(#[encoding(builtin = "Int31")] i32),
    /// Blocks are being moved.
    #[encoding(tag = 1, title = "merging")]
    Merging(#[encoding(builtin = "Int31")] i32),
}

/// The older form of [`BlockStoreStatus`]: 1 byte, true if blocks are being moved.
///
/// # Errors
/// `Not_enough_data`.
#[derive(HasEncoding, NomReader, BinWriter, View, Debug, Clone, Copy, PartialEq, Eq, Hash)]
#[encoding(view = "Self")]
pub struct LegacyBlockStoreStatus(pub bool);

/// The configuration of a chain: the file `config.json`, which is JSON.
///
/// | bytes  | field          | encoding                        |
/// |-------:|----------------|---------------------------------|
/// | 1, 3   | `history_mode` | [`HistoryMode`]                 |
/// | 72     | `genesis`      | [`Genesis`]                     |
/// | 0, 8   | `expiration`   | [`Timestamp`], if bytes are left |
///
/// # Errors
/// The errors of the fields.
#[derive(HasEncoding, NomReader, BinWriter, View, Debug, Clone, Copy, PartialEq, Eq, Hash)]
pub struct ChainConfig {
    /// What the node keeps of old blocks.
    pub history_mode: HistoryMode,
    /// The first block.
    pub genesis: Genesis,
    /// The end of a test chain.
    #[encoding(varopt)]
    pub expiration: Option<Timestamp>,
}

/// The first block of a chain.
///
/// | bytes | field       | encoding         |
/// |------:|-------------|------------------|
/// | 8     | `timestamp` | [`Timestamp`]    |
/// | 32    | `block`     | [`BlockHash`]    |
/// | 32    | `protocol`  | [`ProtocolHash`] |
///
/// # Errors
/// The errors of the fields.
///
/// Rule: [`genesis.ml`, `encoding`](https://github.com/tezos/tezos-mirror/blob/d26a8bef82159434e5a6db6a6d329f29dc8172dd/src/lib_base/genesis.ml).
#[derive(HasEncoding, NomReader, BinWriter, View, Debug, Clone, Copy, PartialEq, Eq, Hash)]
#[encoding(view = "Self")]
pub struct Genesis {
    /// The time of the block.
    pub timestamp: Timestamp,
    /// The hash of the block.
    pub block: BlockHash,
    /// The protocol of the next block.
    pub protocol: ProtocolHash,
}

/// What a node keeps of old blocks.
///
/// | bytes | field               | encoding                                                                         |
/// |------:|---------------------|----------------------------------------------------------------------------------|
/// | 1     | tag                 | 0 (all), 1 (full), 2 (rolling), 3 (full, default), 4 (rolling, default)          |
/// | 2     | `additional_cycles` | `uint16`, 0 to 1,000; tags 1 and 2                                               |
///
/// # Errors
/// `Unexpected_tag`; `Invalid_int` for more than 1,000 cycles.
///
/// Rule: [`history_mode.ml`, `encoding`](https://github.com/tezos/tezos-mirror/blob/d26a8bef82159434e5a6db6a6d329f29dc8172dd/src/lib_shell_services/history_mode.ml).
#[derive(HasEncoding, NomReader, BinWriter, View, Debug, Clone, Copy, PartialEq, Eq, Hash)]
#[encoding(
    id = "history_mode",
    view = "Self",
    title = "history mode",
    description = "Storage mode for the Tezos shell."
)]
#[non_exhaustive]
pub enum HistoryMode {
    /// All blocks with their metadata and contexts.
    #[encoding(tag = 0, title = "archive", constant = "archive")]
    Archive,
    /// All blocks; metadata of some cycles.
    #[encoding(tag = 1, title = "full")]
    Full {
        /// The cycles whose metadata is kept.
        full: AdditionalCycles,
    },
    /// The blocks of some cycles.
    #[encoding(tag = 2, title = "rolling")]
    Rolling {
        /// The cycles that are kept.
        rolling: AdditionalCycles,
    },
    /// All blocks; metadata of the default number of cycles.
    #[encoding(tag = 3, title = "full_alias", constant = "full")]
    FullDefault,
    /// The blocks of the default number of cycles.
    #[encoding(tag = 4, title = "rolling_alias", constant = "rolling")]
    RollingDefault,
}

/// A number of cycles that a node keeps in addition.
///
/// | bytes | field               | encoding              |
/// |------:|---------------------|-----------------------|
/// | 2     | `additional_cycles` | `uint16`, 0 to 1,000  |
///
/// # Errors
/// `Invalid_int` for more.
#[derive(HasEncoding, NomReader, BinWriter, View, Debug, Clone, Copy, PartialEq, Eq, Hash)]
#[encoding(view = "Self")]
pub struct AdditionalCycles {
    /// The number.
    #[encoding(range = "0 ..= 1000")]
    pub additional_cycles: u16,
}
