//! The limits of the peer protocol: a constant for each, with the unit at the end of its name.
//!
//! `_MAX_BYTES` counts bytes on the wire, without the size prefix unless stated; `_MAX_ITEMS` counts elements; `_MAX_LEVELS` counts levels
//! of nested values. The limits apply to readers and writers.

/// Bytes of a whole message, size prefix included: 100 MiB.
///
/// The cases have much lower limits: the longest message is a `Current_head` of 8,516,630 bytes.
///
/// Rule: [`p2p_message.ml`, line 37][rule].
///
/// [rule]: https://github.com/tezos/tezos-mirror/blob/da083f5fc12c199582cad2dbc2a13bd3bd7478c6/src/lib_p2p/p2p_message.ml#L37
pub const PEER_MESSAGE_MAX_BYTES: usize = 100 * 1024 * 1024;

/// Points in an `Advertise`.
///
/// Rule: [`p2p_message.ml`, line 77][rule].
///
/// [rule]: https://github.com/tezos/tezos-mirror/blob/da083f5fc12c199582cad2dbc2a13bd3bd7478c6/src/lib_p2p/p2p_message.ml#L77
pub const ADVERTISE_MAX_ITEMS: usize = 100;

/// Bytes of a point, size prefix included: the prefix, eight groups of four digits, seven separators, two brackets, a colon and five
/// digits of port.
///
/// Rule: `Id.encoding` in [`p2p_point.ml`][rule].
///
/// [rule]: https://github.com/tezos/tezos-mirror/blob/940407dac4fceb479f1ef25e12b3f210ed8820b9/src/lib_base/p2p_point.ml
pub const POINT_MAX_BYTES: usize = 4 + 8 * 4 + 7 + 2 + 1 + 5;

/// Bytes of a block header in any message: 8 MiB, without a size prefix.
///
/// Rule: [`distributed_db_message.ml`, line 30][rule].
///
/// [rule]: https://github.com/tezos/tezos-mirror/blob/da083f5fc12c199582cad2dbc2a13bd3bd7478c6/src/lib_shell/distributed_db_message.ml#L30
pub const BLOCK_HEADER_MAX_BYTES: usize = 8 * 1024 * 1024;

/// Block hashes in a locator, without the head.
///
/// Rule: [`distributed_db_message.ml`, line 32][rule].
///
/// [rule]: https://github.com/tezos/tezos-mirror/blob/da083f5fc12c199582cad2dbc2a13bd3bd7478c6/src/lib_shell/distributed_db_message.ml#L32
pub const BLOCK_LOCATOR_MAX_ITEMS: usize = 1000;

/// Hashes in a `Get_block_headers`.
///
/// Rule: [`distributed_db_message.ml`, line 225][rule].
///
/// [rule]: https://github.com/tezos/tezos-mirror/blob/da083f5fc12c199582cad2dbc2a13bd3bd7478c6/src/lib_shell/distributed_db_message.ml#L225
pub const GET_BLOCK_HEADERS_MAX_ITEMS: usize = 10;

/// Hashes in a `Get_operations`.
///
/// Rule: [`distributed_db_message.ml`, line 238][rule].
///
/// [rule]: https://github.com/tezos/tezos-mirror/blob/da083f5fc12c199582cad2dbc2a13bd3bd7478c6/src/lib_shell/distributed_db_message.ml#L238
pub const GET_OPERATIONS_MAX_ITEMS: usize = 10;

/// Bytes of an operation, branch included: 128 KiB, without a size prefix.
///
/// Rule: [`distributed_db_message.ml`, line 69][rule].
///
/// [rule]: https://github.com/tezos/tezos-mirror/blob/da083f5fc12c199582cad2dbc2a13bd3bd7478c6/src/lib_shell/distributed_db_message.ml#L69
pub const OPERATION_MAX_BYTES: usize = 128 * 1024;

/// Bytes of the list of operations in an `Operations_for_blocks`, including the size prefix of each operation: 1 MiB.
///
/// Rule: [`distributed_db_message.ml`, line 71][rule].
///
/// [rule]: https://github.com/tezos/tezos-mirror/blob/da083f5fc12c199582cad2dbc2a13bd3bd7478c6/src/lib_shell/distributed_db_message.ml#L71
pub const OPERATION_LIST_MAX_BYTES: usize = 1024 * 1024;

/// Validation passes of a block, for the limit of a path.
///
/// Rule: [`distributed_db_message.ml`, line 75][rule].
///
/// [rule]: https://github.com/tezos/tezos-mirror/blob/da083f5fc12c199582cad2dbc2a13bd3bd7478c6/src/lib_shell/distributed_db_message.ml#L75
pub const VALIDATION_PASSES_MAX_ITEMS: usize = 8;

/// Bytes of the path in an `Operations_for_blocks`: a tag and a hash for each level of a tree over
/// [`VALIDATION_PASSES_MAX_ITEMS`] leaves, and the tag of the end.
///
/// Rule: `bounded_path_encoding` in [`blake2B.ml`][rule].
///
/// [rule]: https://github.com/tezos/tezos-mirror/blob/409a3f3fe491ba5c9ac51c7124833f4f70006c07/src/lib_crypto/blake2B.ml
pub const PATH_MAX_BYTES: usize = VALIDATION_PASSES_MAX_ITEMS.ilog2() as usize * (1 + 32) + 1;

/// Levels of a path on its own, its end included, where no message limits its bytes.
///
/// The reference has no such limit; it is needed here so that hostile bytes cannot exhaust the stack. It is above [`PATH_MAX_BYTES`], so
/// that in messages the limit of bytes applies first, as in the reference.
pub const PATH_MAX_LEVELS: u32 = 128;

/// Hashes in a `Get_protocols`.
///
/// Rule: [`distributed_db_message.ml`, line 250][rule].
///
/// [rule]: https://github.com/tezos/tezos-mirror/blob/da083f5fc12c199582cad2dbc2a13bd3bd7478c6/src/lib_shell/distributed_db_message.ml#L250
pub const GET_PROTOCOLS_MAX_ITEMS: usize = 10;

/// Bytes of the source of a protocol in a `Protocol`: 2 MiB.
///
/// Rule: [`distributed_db_message.ml`, line 132][rule].
///
/// [rule]: https://github.com/tezos/tezos-mirror/blob/da083f5fc12c199582cad2dbc2a13bd3bd7478c6/src/lib_shell/distributed_db_message.ml#L132
pub const PROTOCOL_MAX_BYTES: usize = 2 * 1024 * 1024;

/// The last environment that a protocol may require.
///
/// Each release of Octez adds one; the vectors were made with this one. Rule: `env_version_encoding` in
/// [`protocol.ml`][rule], at a commit where there were eleven of them.
///
/// [rule]: https://github.com/tezos/tezos-mirror/blob/7821dc31b1eea97c55bbf100ea4eb9d45010e77b/src/lib_base/protocol.ml
pub const PROTOCOL_ENVIRONMENT_MAX_VERSION: u16 = 17;

/// Keys in a `Get_operations_for_blocks`.
///
/// Rule: [`distributed_db_message.ml`, line 266][rule].
///
/// [rule]: https://github.com/tezos/tezos-mirror/blob/da083f5fc12c199582cad2dbc2a13bd3bd7478c6/src/lib_shell/distributed_db_message.ml#L266
pub const GET_OPERATIONS_FOR_BLOCKS_MAX_ITEMS: usize = 10;

/// Operations from which [`MEMPOOL_MAX_BYTES`] follows; see there how many really fit.
///
/// Rule: [`distributed_db_message.ml`, line 142][rule].
///
/// [rule]: https://github.com/tezos/tezos-mirror/blob/da083f5fc12c199582cad2dbc2a13bd3bd7478c6/src/lib_shell/distributed_db_message.ml#L142
pub const MEMPOOL_MAX_ITEMS: usize = 4000;

/// Bytes of a mempool, its three size headers included.
///
/// The rule allows for two headers, so one operation fewer than [`MEMPOOL_MAX_ITEMS`] fits.
///
/// Rule: [`mempool.ml`, line 58][rule].
///
/// [rule]: https://github.com/tezos/tezos-mirror/blob/bcea813c2aa8f0cf812752dbb72c89c055621c0a/src/lib_base/mempool.ml#L58
pub const MEMPOOL_MAX_BYTES: usize = 8 + 32 * MEMPOOL_MAX_ITEMS;

/// Points in a `Nack`.
///
/// Rule: `Ack.encoding` in [`p2p_socket.ml`][rule].
///
/// [rule]: https://github.com/tezos/tezos-mirror/blob/455f0f6ef16d0a2cb0ae4a280c44ca779586361a/src/lib_p2p/p2p_socket.ml
pub const NACK_MAX_ITEMS: usize = 100;

/// Peers in a `Prune` between DAL nodes.
///
/// Rule: `peers_to_px` in [`gs_default_parameters.ml`, line 112][rule].
///
/// [rule]: https://github.com/tezos/tezos-mirror/blob/d26a8bef82159434e5a6db6a6d329f29dc8172dd/src/lib_dal_node/gossipsub/gs_default_parameters.ml#L112
pub const DAL_PX_MAX_ITEMS: usize = 16;

/// Identifiers in an `IHave` or an `IWant` between DAL nodes.
///
/// Rule: `max_sent_iwant_per_heartbeat` in [`gs_default_parameters.ml`, line 96][rule].
///
/// [rule]: https://github.com/tezos/tezos-mirror/blob/d26a8bef82159434e5a6db6a6d329f29dc8172dd/src/lib_dal_node/gossipsub/gs_default_parameters.ml#L96
pub const DAL_MESSAGE_IDS_MAX_ITEMS: usize = 5000;
