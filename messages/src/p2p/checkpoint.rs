//! `Checkpoint`.

use tezos_encoding::{BinWriter, HasEncoding, NomReader, View};

use crate::block_header::BlockHeader;
use crate::hash::ChainId;
use crate::limits::BLOCK_HEADER_MAX_BYTES;

/// The checkpoint of the sender: a block before which it does not reorganise.
///
/// | bytes | field      | encoding                                     |
/// |------:|------------|----------------------------------------------|
/// | 4     | `chain_id` | [`ChainId`]                                  |
/// | rest  | `header`   | a [`BlockHeader`] of at most 8,388,608 bytes |
///
/// # Errors
/// `Size_limit_exceeded` for a longer header; those of the header.
///
/// Rule: [`distributed_db_message.ml`, line 295][rule].
///
/// [rule]: https://github.com/tezos/tezos-mirror/blob/da083f5fc12c199582cad2dbc2a13bd3bd7478c6/src/lib_shell/distributed_db_message.ml#L295
#[derive(HasEncoding, NomReader, BinWriter, View, Debug, Clone, PartialEq, Eq, Hash)]
pub struct Checkpoint {
    /// The chain.
    pub chain_id: ChainId,
    /// The block's header.
    #[encoding(bounded = "BLOCK_HEADER_MAX_BYTES")]
    pub header: BlockHeader,
}
