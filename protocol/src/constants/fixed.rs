//! Constants that are part of the code of a protocol.

use alloc::vec::Vec;

use tezos_encoding::{BinWriter, HasEncoding, N, NomReader, View};

use crate::chain::numeric;

/// Constants that are part of the code of a protocol.
///
/// | bytes | field                                           | encoding                 |
/// |------:|-------------------------------------------------|--------------------------|
/// |     1 | `proof_of_work_nonce_size`                      | `uint8`                  |
/// |     1 | `nonce_length`                                  | `uint8`                  |
/// |     1 | `max_revelations_per_block`                     | `uint8`; until 006       |
/// |     1 | `max_anon_ops_per_block`                        | `uint8`; from 007 on     |
/// |     4 | `max_operation_data_length`                     | `int31`                  |
/// |     1 | `max_proposals_per_delegate`                    | `uint8`; from 003 on     |
/// |     4 | `max_micheline_node_count`                      | `int31`; from 011 on     |
/// |     4 | `max_micheline_bytes_limit`                     | `int31`; from 011 on     |
/// |     4 | `max_allowed_global_constants_depth`            | `int31`; from 011 on     |
/// |     n | `cache_layout`                                  | `dynamic`, a list of [`CacheSize`]s; 011 to 012 |
/// |     1 | `cache_layout_size`                             | `uint8`; from 013 on     |
/// |     2 | `michelson_maximum_type_size`                   | `uint16`; from 011 on    |
/// |     4 | `max_wrapped_proof_binary_size`                 | `int31`; 014             |
/// |     4 | `sc_max_wrapped_proof_binary_size`              | `int31`; 015             |
/// |     4 | `sc_rollup_message_size_limit`                  | `int31`; 015             |
/// |     1 | `max_slashing_period`                           | `uint8`; 018 to 021      |
/// |     1 | `denunciation_period`                           | `uint8`; from 022 on     |
/// |     1 | `slashing_delay`                                | `uint8`; from 022 on     |
/// |     4 | `smart_rollup_max_wrapped_proof_binary_size`    | `int31`; from 016 on     |
/// |     4 | `smart_rollup_message_size_limit`               | `int31`; from 016 on     |
/// |     n | `smart_rollup_max_number_of_messages_per_level` | `n`; from 016 on         |
///
/// # Errors
/// The errors of the fields.
///
/// Rule: [`constants_repr.ml`, `fixed_encoding`][rule].
///
/// [rule]: https://github.com/tezos/tezos-mirror/blob/d26a8bef82159434e5a6db6a6d329f29dc8172dd/src/proto_alpha/lib_protocol/constants_repr.ml
#[derive(HasEncoding, NomReader, BinWriter, View, Debug, Clone, PartialEq, Eq, Hash)]
#[non_exhaustive]
pub struct FixedConstants {
    /// Size of the proof-of-work nonce in a header, in bytes.
    pub proof_of_work_nonce_size: u8,
    /// Size of a seed nonce in bytes.
    pub nonce_length: u8,
    /// Maximum number of nonce revelations per block.
    #[encoding(until = 6)]
    pub max_revelations_per_block: Option<u8>,
    /// Maximum number of anonymous operations per block.
    #[encoding(since = 7)]
    pub max_anon_ops_per_block: Option<u8>,
    /// Maximum size of an operation in bytes.
    #[encoding(builtin = "Int31")]
    pub max_operation_data_length: i32,
    /// Maximum number of proposals of a delegate in a voting period.
    #[encoding(since = 3)]
    pub max_proposals_per_delegate: Option<u8>,
    /// Maximum number of nodes of an expression.
    #[encoding(since = 11, builtin = "Int31")]
    pub max_micheline_node_count: Option<i32>,
    /// Maximum size of an expression in bytes.
    #[encoding(since = 11, builtin = "Int31")]
    pub max_micheline_bytes_limit: Option<i32>,
    /// Maximum nesting depth of global constants.
    #[encoding(since = 11, builtin = "Int31")]
    pub max_allowed_global_constants_depth: Option<i32>,
    /// Sizes of the caches.
    #[encoding(since = 11, until = 12, dynamic, list)]
    pub cache_layout: Option<Vec<CacheSize>>,
    /// The number of caches.
    #[encoding(since = 13)]
    pub cache_layout_size: Option<u8>,
    /// Maximum number of nodes of a type in a script.
    #[encoding(since = 11)]
    pub michelson_maximum_type_size: Option<u16>,
    /// Maximum size of a proof about a rollup, in bytes.
    #[encoding(since = 14, until = 14, builtin = "Int31")]
    pub max_wrapped_proof_binary_size: Option<i32>,
    /// Maximum size of a proof about a rollup, in bytes.
    #[encoding(since = 15, until = 15, builtin = "Int31")]
    pub sc_max_wrapped_proof_binary_size: Option<i32>,
    /// Maximum size of a message to a rollup, in bytes.
    #[encoding(since = 15, until = 15, builtin = "Int31")]
    pub sc_rollup_message_size_limit: Option<i32>,
    /// Number of cycles in which a double signature can be denounced.
    #[encoding(since = 18, until = 21)]
    pub max_slashing_period: Option<u8>,
    /// Number of cycles after its own in which a double signature can be denounced.
    #[encoding(since = 22)]
    pub denunciation_period: Option<u8>,
    /// Cycles until a denounced delegate loses its deposit.
    #[encoding(since = 22)]
    pub slashing_delay: Option<u8>,
    /// Maximum size of a proof about a rollup, in bytes.
    #[encoding(since = 16, builtin = "Int31")]
    pub smart_rollup_max_wrapped_proof_binary_size: Option<i32>,
    /// Maximum size of a message to a rollup, in bytes.
    #[encoding(since = 16, builtin = "Int31")]
    pub smart_rollup_message_size_limit: Option<i32>,
    /// Maximum number of messages to rollups per level.
    #[encoding(since = 16)]
    pub smart_rollup_max_number_of_messages_per_level: Option<N>,
}

/// The size of a cache, below 2^62.
///
/// | bytes | field | encoding                            |
/// |------:|-------|-------------------------------------|
/// | 8     |       | `int64`, not negative, below 2^62   |
///
/// # Errors
/// `User_invariant_guard` outside of this range.
///
/// Rule: [`constants_repr.ml`, `fixed_encoding`][rule].
///
/// [rule]: https://github.com/tezos/tezos-mirror/blob/d26a8bef82159434e5a6db6a6d329f29dc8172dd/src/proto_011_PtHangz2/lib_protocol/constants_repr.ml
#[derive(
    HasEncoding, NomReader, BinWriter, View, Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Default,
)]
#[encoding(view = "Self", guard = "CacheSize::is_size")]
#[allow(clippy::exhaustive_structs, reason = "a number")]
pub struct CacheSize(pub i64);

numeric! { CacheSize(i64); }

impl CacheSize {
    fn is_size(&self) -> Result<(), &'static str> {
        match self.0 {
            ..0 => Err("Negative integer"),
            0..0x4000_0000_0000_0000 => Ok(()),
            _ => Err("Integer does not fit in 62 bits"),
        }
    }
}
