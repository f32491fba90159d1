//! The yardstick: handwritten code for each message, with the limits of `tezos_messages` and without generic abstractions.
//!
//! Owned decoders return the types of `tezos_messages`; borrowed ones return structs that borrow ([`Viewed`]), and allocate nothing. They
//! refuse the same bytes as the derived readers, but give no reason. The compiler may inline owned decoders at their uses, as it may inline
//! derived ones. Borrowed decoders are always inlined, as are the views of structs: otherwise the results of one or the other may be moved
//! through memory, and that would decide the comparison.

mod body;
mod borrowed;
mod encode;
mod input;
pub mod operations;
mod owned;
mod tree;

use tezos_messages::{
    block_header::BlockHeader,
    handshake::{Ack, ConnectionMessage},
    hash::ChainId,
    p2p::{CurrentBranch, CurrentHead, OperationsForBlocks},
};

use crate::lists::{GetBlockHeaders, GetOperationsForBlocks};

pub use body::Body;
pub use borrowed::Viewed;
pub use input::{Read, Refused};
pub use owned::peer_message;

/// Implements [`Body`] for types, each with the function that reads it and the one that writes it.
macro_rules! by_hand {
    ($($type:ty: $read:path, $write:path;)*) => {$(
        impl $crate::by_hand::Body for $type {
            #[inline]
            fn read_by_hand(bytes: &[u8]) -> $crate::by_hand::Read<Self> {
                $read(bytes)
            }

            #[inline]
            fn write_by_hand(&self) -> $crate::by_hand::Read<Vec<u8>> {
                $write(self)
            }
        }
    )*};
}

by_hand! {
    ConnectionMessage: owned::connection, encode::connection;
    Ack: owned::ack, encode::ack;
    BlockHeader: owned::block_header, encode::block_header;
    CurrentBranch: owned::current_branch, encode::current_branch;
    CurrentHead: owned::current_head, encode::current_head;
    GetBlockHeaders: owned::get_block_headers, encode::get_block_headers;
    ChainId: owned::chain_id, encode::chain_id;
    GetOperationsForBlocks: owned::get_operations_for_blocks, encode::get_operations_for_blocks;
    OperationsForBlocks: owned::operations_for_blocks, encode::operations_for_blocks;
    crate::tree::Tree: tree::read_tree, tree::write_tree;
    crate::tree::Expr: tree::read_expr, tree::write_expr;
}

/// Implements [`Body`] for the types of `benches/users`, in each style.
macro_rules! styles {
    ($($style:ident)*) => {$(
        mod $style {
            use tezos_codec_users::$style::{by_hand::*, *};

            by_hand! {
                ConnectionMessage: read_connection, write_connection;
                Ack: read_ack, write_ack;
                BlockHeader: read_block_header, write_block_header;
                CurrentBranch: read_current_branch, write_current_branch;
                CurrentHead: read_current_head, write_current_head;
                GetBlockHeaders: read_get_block_headers, write_get_block_headers;
                GetOperationsForBlocks: read_get_operations_for_blocks, write_get_operations_for_blocks;
                OperationsForBlocks: read_operations_for_blocks, write_operations_for_blocks;
            }
        }
    )*};
}
styles! { arrays newtypes }
