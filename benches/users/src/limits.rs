//! The limits of the protocol, as [`tezos_p2p`](https://gitlab.com/tezos/tezos) has them.

/// The maximum number of points in a `Nack`.
pub const NACK_MAX_ITEMS: usize = 100;
/// The maximum size of a point with its size prefix.
pub const POINT_MAX_BYTES: usize = 51;
/// The maximum size of a block header.
pub const BLOCK_HEADER_MAX_BYTES: usize = 8 * 1024 * 1024;
/// The maximum number of hashes in a locator.
pub const BLOCK_LOCATOR_MAX_ITEMS: usize = 1000;
/// The maximum size of a mempool: two lists with their size prefixes, of 4,000 hashes in total.
pub const MEMPOOL_MAX_BYTES: usize = 8 + 32 * 4000;
/// The maximum number of requested headers.
pub const GET_BLOCK_HEADERS_MAX_ITEMS: usize = 10;
/// The maximum number of requested lists of operations.
pub const GET_OPERATIONS_FOR_BLOCKS_MAX_ITEMS: usize = 10;
/// The maximum size of a path: three steps.
pub const PATH_MAX_BYTES: usize = 3 * 33 + 1;
/// The maximum number of levels of a path. [`PATH_MAX_BYTES`] allows fewer.
pub const PATH_MAX_LEVELS: u32 = 128;
/// The maximum size of a list of operations.
pub const OPERATION_LIST_MAX_BYTES: usize = 1024 * 1024;
/// The maximum size of an operation.
pub const OPERATION_MAX_BYTES: usize = 128 * 1024;
