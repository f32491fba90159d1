//! Block locators, which describe a branch by a few hashes.

use alloc::vec::Vec;

use tezos_encoding::{BinWriter, HasEncoding, NomReader, View};

use crate::block_header::BlockHeader;
use crate::hash::BlockHash;
use crate::limits::{BLOCK_HEADER_MAX_BYTES, BLOCK_LOCATOR_MAX_ITEMS};

/// A branch: its head, and hashes of some of its blocks, further and further apart towards the genesis.
///
/// | bytes | field          | encoding                                               |
/// |------:|----------------|--------------------------------------------------------|
/// | 4 + n | `current_head` | `dynamic`, a [`BlockHeader`] of at most 8,388,608 bytes |
/// | rest  | `history`      | at most 1,000 [`BlockHash`]es                          |
///
/// # Errors
/// `Not_enough_data` if the header does not fit its block or a hash is cut short; `Size_limit_exceeded` for a longer header;
/// `List_too_long` for more hashes.
///
/// Rule: [`block_locator.ml`, `bounded_encoding`][rule].
///
/// [rule]: https://github.com/tezos/tezos-mirror/blob/455f0f6ef16d0a2cb0ae4a280c44ca779586361a/src/lib_base/block_locator.ml
#[derive(HasEncoding, NomReader, BinWriter, View, Debug, Clone, PartialEq, Eq, Hash)]
pub struct BlockLocator {
    /// The last block of the branch.
    #[encoding(dynamic, bounded = "BLOCK_HEADER_MAX_BYTES")]
    pub current_head: BlockHeader,
    /// Earlier blocks, the latest first. Their distances follow from the identities of the two peers.
    #[encoding(list = "BLOCK_LOCATOR_MAX_ITEMS")]
    pub history: Vec<BlockHash>,
}
