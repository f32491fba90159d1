//! Bodies that consist of one list.

use tezos_encoding::{BinWriter, HasEncoding, NomReader, View};
use tezos_messages::{
    hash::BlockHash,
    limits::{GET_BLOCK_HEADERS_MAX_ITEMS, GET_OPERATIONS_FOR_BLOCKS_MAX_ITEMS},
    p2p::OperationsForBlock,
};

/// Defines structs for bodies that `tezos_messages` has only as a field of a case.
macro_rules! lists {
    ($($(#[$doc:meta])* $name:ident { $field:ident: Vec<$item:ty>, at most $max:literal })*) => {$(
        $(#[$doc])*
        #[derive(HasEncoding, NomReader, BinWriter, View, Clone, Debug, PartialEq)]
        #[expect(missing_docs, reason = "as in `tezos_messages::p2p`")]
        pub struct $name {
            #[encoding(dynamic, list = $max)]
            pub $field: Vec<$item>,
        }
    )*};
}
lists! {
    /// The body of `Get_block_headers`.
    GetBlockHeaders { hashes: Vec<BlockHash>, at most "GET_BLOCK_HEADERS_MAX_ITEMS" }
    /// The body of `Get_operations_for_blocks`.
    GetOperationsForBlocks { keys: Vec<OperationsForBlock>, at most "GET_OPERATIONS_FOR_BLOCKS_MAX_ITEMS" }
}
