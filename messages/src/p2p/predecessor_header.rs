//! `Get_predecessor_header` and `Predecessor_header`.

use tezos_encoding::{BinWriter, HasEncoding, NomReader, View};

use crate::block_header::BlockHeader;
use crate::hash::BlockHash;
use crate::limits::BLOCK_HEADER_MAX_BYTES;

/// The sender requests the header of an ancestor of a block.
///
/// | bytes | field    | encoding      |
/// |------:|----------|---------------|
/// | 32    | `block`  | [`BlockHash`] |
/// | 4     | `offset` | `int32`       |
///
/// # Errors
/// `Not_enough_data`.
///
/// Rule: [`distributed_db_message.ml`, line 334][rule].
///
/// [rule]: https://github.com/tezos/tezos-mirror/blob/da083f5fc12c199582cad2dbc2a13bd3bd7478c6/src/lib_shell/distributed_db_message.ml#L334
#[derive(HasEncoding, NomReader, BinWriter, View, Debug, Clone, PartialEq, Eq, Hash)]
#[encoding(view = "Self")]
pub struct GetPredecessorHeader {
    /// The block.
    pub block: BlockHash,
    /// The number of blocks back.
    pub offset: i32,
}

/// The header of an ancestor of a block.
///
/// | bytes | field    | encoding                                     |
/// |------:|----------|----------------------------------------------|
/// | 32    | `block`  | [`BlockHash`]                                |
/// | 4     | `offset` | `int32`                                      |
/// | rest  | `header` | a [`BlockHeader`] of at most 8,388,608 bytes |
///
/// # Errors
/// `Size_limit_exceeded` for a longer header; those of the header.
///
/// Rule: [`distributed_db_message.ml`, line 345][rule].
///
/// [rule]: https://github.com/tezos/tezos-mirror/blob/da083f5fc12c199582cad2dbc2a13bd3bd7478c6/src/lib_shell/distributed_db_message.ml#L345
#[derive(HasEncoding, NomReader, BinWriter, View, Debug, Clone, PartialEq, Eq, Hash)]
pub struct PredecessorHeader {
    /// The block.
    pub block: BlockHash,
    /// The number of blocks back.
    pub offset: i32,
    /// The ancestor's header.
    #[encoding(bounded = "BLOCK_HEADER_MAX_BYTES")]
    pub header: BlockHeader,
}
