//! The limits of the protocol, as [`tezos_p2p`](https://gitlab.com/tezos/tezos) has them.

/// Points in a refusal.
pub const NACK_MAX_ITEMS: usize = 100;
/// A point with its size.
pub const POINT_MAX_BYTES: usize = 51;
/// A block header.
pub const BLOCK_HEADER_MAX_BYTES: usize = 8 * 1024 * 1024;
/// Hashes of a locator.
pub const BLOCK_LOCATOR_MAX_ITEMS: usize = 1000;
/// Two lists of at most 4,000 hashes together, with their sizes.
pub const MEMPOOL_MAX_BYTES: usize = 8 + 32 * 4000;
/// The maximum number of requested headers.
pub const GET_BLOCK_HEADERS_MAX_ITEMS: usize = 10;
/// The maximum number of requested lists of operations.
pub const GET_OPERATIONS_FOR_BLOCKS_MAX_ITEMS: usize = 10;
/// A path of three steps.
pub const PATH_MAX_BYTES: usize = 3 * 33 + 1;
/// Steps of a path, were it not for its bytes.
pub const PATH_MAX_LEVELS: u32 = 128;
/// All operations of a list.
pub const OPERATION_LIST_MAX_BYTES: usize = 1024 * 1024;
/// An operation.
pub const OPERATION_MAX_BYTES: usize = 128 * 1024;
