//! `Current_head`.

use tezos_encoding::{BinWriter, HasEncoding, NomReader, View};

use crate::block_header::BlockHeader;
use crate::hash::ChainId;
use crate::limits::BLOCK_HEADER_MAX_BYTES;
use crate::mempool::Mempool;

/// The head and the mempool of the sender.
///
/// | bytes | field                  | encoding                                                |
/// |------:|------------------------|---------------------------------------------------------|
/// | 4     | `chain_id`             | [`ChainId`]                                             |
/// | 4 + n | `current_block_header` | `dynamic`, a [`BlockHeader`] of at most 8,388,608 bytes |
/// | rest  | `current_mempool`      | [`Mempool`]                                             |
///
/// # Errors
/// `Size_limit_exceeded` for a longer header; those of the header and of the mempool.
///
/// Rule: [`distributed_db_message.ml`, line 209][rule].
///
/// [rule]: https://github.com/tezos/tezos-mirror/blob/da083f5fc12c199582cad2dbc2a13bd3bd7478c6/src/lib_shell/distributed_db_message.ml#L209
#[derive(HasEncoding, NomReader, BinWriter, View, Debug, Clone, PartialEq, Eq, Hash)]
pub struct CurrentHead {
    /// The chain.
    pub chain_id: ChainId,
    /// The last block of the sender's branch.
    #[encoding(dynamic, bounded = "BLOCK_HEADER_MAX_BYTES")]
    pub current_block_header: BlockHeader,
    /// Operations that the sender has beyond it.
    pub current_mempool: Mempool,
}
