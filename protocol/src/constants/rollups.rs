//! Rollups.

use tezos_encoding::{BinWriter, HasEncoding, NomReader, View};
use tezos_hashes::protocol::SmartRollupAddress;

use crate::chain::RawLevel;
use crate::numbers::Mutez;

/// Constants of transaction rollups, in the protocols 013 to 017.
///
/// | bytes | field                                   | encoding              |
/// |------:|-----------------------------------------|-----------------------|
/// |     1 | `tx_rollup_enable`                      | `bool`; 013 to 017    |
/// |     4 | `tx_rollup_origination_size`            | `int31`; 013 to 017   |
/// |     4 | `tx_rollup_hard_size_limit_per_inbox`   | `int31`; 013 to 017   |
/// |     4 | `tx_rollup_hard_size_limit_per_message` | `int31`; 013 to 017   |
/// |     4 | `tx_rollup_max_withdrawals_per_batch`   | `int31`; 013 to 017   |
/// |     n | `tx_rollup_commitment_bond`             | [`Mutez`]; 013 to 017 |
/// |     4 | `tx_rollup_finality_period`             | `int31`; 013 to 017   |
/// |     4 | `tx_rollup_withdraw_period`             | `int31`; 013 to 017   |
/// |     4 | `tx_rollup_max_inboxes_count`           | `int31`; 013 to 017   |
/// |     4 | `tx_rollup_max_messages_per_inbox`      | `int31`; 013 to 017   |
/// |     4 | `tx_rollup_max_commitments_count`       | `int31`; 013 to 017   |
/// |     4 | `tx_rollup_cost_per_byte_ema_factor`    | `int31`; 013 to 017   |
/// |     4 | `tx_rollup_max_ticket_payload_size`     | `int31`; 013 to 017   |
/// |     4 | `tx_rollup_rejection_max_proof_size`    | `int31`; 013 to 017   |
/// |     4 | `tx_rollup_sunset_level`                | `int32`; 013 to 017   |
///
/// # Errors
/// The errors of the fields.
///
/// Rule: [`constants_parametric_repr.ml`][rule], and the same file of each protocol (`constants_repr.ml` until 012).
///
/// [rule]: https://github.com/tezos/tezos-mirror/blob/d26a8bef82159434e5a6db6a6d329f29dc8172dd/src/proto_alpha/lib_protocol/constants_parametric_repr.ml
#[derive(HasEncoding, NomReader, BinWriter, View, Debug, Clone, Default, PartialEq, Eq, Hash)]
#[non_exhaustive]
pub struct TxRollupConstants {
    /// Whether transaction rollups are enabled.
    #[encoding(since = 13, until = 17)]
    pub tx_rollup_enable: Option<bool>,
    /// Number of bytes that are charged for a new rollup.
    #[encoding(since = 13, until = 17, builtin = "Int31")]
    pub tx_rollup_origination_size: Option<i32>,
    /// Maximum size of an inbox in bytes.
    #[encoding(since = 13, until = 17, builtin = "Int31")]
    pub tx_rollup_hard_size_limit_per_inbox: Option<i32>,
    /// Maximum size of a message in bytes.
    #[encoding(since = 13, until = 17, builtin = "Int31")]
    pub tx_rollup_hard_size_limit_per_message: Option<i32>,
    /// Maximum number of withdrawals per message.
    #[encoding(since = 13, until = 17, builtin = "Int31")]
    pub tx_rollup_max_withdrawals_per_batch: Option<i32>,
    /// The deposit for a commitment.
    #[encoding(since = 13, until = 17)]
    pub tx_rollup_commitment_bond: Option<Mutez>,
    /// Number of blocks in which a commitment can be rejected.
    #[encoding(since = 13, until = 17, builtin = "Int31")]
    pub tx_rollup_finality_period: Option<i32>,
    /// Number of blocks for which withdrawals are kept.
    #[encoding(since = 13, until = 17, builtin = "Int31")]
    pub tx_rollup_withdraw_period: Option<i32>,
    /// Maximum number of inboxes without a commitment.
    #[encoding(since = 13, until = 17, builtin = "Int31")]
    pub tx_rollup_max_inboxes_count: Option<i32>,
    /// Maximum number of messages per inbox.
    #[encoding(since = 13, until = 17, builtin = "Int31")]
    pub tx_rollup_max_messages_per_inbox: Option<i32>,
    /// Maximum number of commitments that are not final.
    #[encoding(since = 13, until = 17, builtin = "Int31")]
    pub tx_rollup_max_commitments_count: Option<i32>,
    /// Weight of previous inboxes in the moving average of their size.
    #[encoding(since = 13, until = 17, builtin = "Int31")]
    pub tx_rollup_cost_per_byte_ema_factor: Option<i32>,
    /// Maximum size of a ticket in bytes.
    #[encoding(since = 13, until = 17, builtin = "Int31")]
    pub tx_rollup_max_ticket_payload_size: Option<i32>,
    /// Maximum size of the proof in a rejection, in bytes.
    #[encoding(since = 13, until = 17, builtin = "Int31")]
    pub tx_rollup_rejection_max_proof_size: Option<i32>,
    /// The level from which no rollup can be originated.
    #[encoding(since = 13, until = 17)]
    pub tx_rollup_sunset_level: Option<i32>,
}

/// Constants of smart contract rollups, in the protocols 013 to 015.
///
/// | bytes | field                                                    | encoding              |
/// |------:|----------------------------------------------------------|-----------------------|
/// |     1 | `sc_rollup_enable`                                       | `bool`; 013 to 015    |
/// |     4 | `sc_rollup_origination_size`                             | `int31`; 013 to 015   |
/// |     4 | `sc_rollup_challenge_window_in_blocks`                   | `int31`; 013 to 015   |
/// |     4 | `sc_rollup_max_available_messages`                       | `int31`; 013 to 014   |
/// |     4 | `sc_rollup_max_number_of_messages_per_commitment_period` | `int31`; 015          |
/// |     n | `sc_rollup_stake_amount`                                 | [`Mutez`]; 014 to 015 |
/// |     4 | `sc_rollup_commitment_period_in_blocks`                  | `int31`; 014 to 015   |
/// |     4 | `sc_rollup_max_lookahead_in_blocks`                      | `int32`; 014 to 015   |
/// |     4 | `sc_rollup_max_active_outbox_levels`                     | `int32`; 014 to 015   |
/// |     4 | `sc_rollup_max_outbox_messages_per_level`                | `int31`; 014 to 015   |
/// |     1 | `sc_rollup_number_of_sections_in_dissection`             | `uint8`; 015          |
/// |     4 | `sc_rollup_timeout_period_in_blocks`                     | `int31`; 015          |
/// |     4 | `sc_rollup_max_number_of_cemented_commitments`           | `int31`; 015          |
///
/// # Errors
/// The errors of the fields.
///
/// Rule: [`constants_parametric_repr.ml`][rule], and the same file of each protocol (`constants_repr.ml` until 012).
///
/// [rule]: https://github.com/tezos/tezos-mirror/blob/d26a8bef82159434e5a6db6a6d329f29dc8172dd/src/proto_alpha/lib_protocol/constants_parametric_repr.ml
#[derive(HasEncoding, NomReader, BinWriter, View, Debug, Clone, Default, PartialEq, Eq, Hash)]
#[non_exhaustive]
pub struct ScRollupConstants {
    /// Whether smart contract rollups are enabled.
    #[encoding(since = 13, until = 15)]
    pub sc_rollup_enable: Option<bool>,
    /// Number of bytes that are charged for a new rollup.
    #[encoding(since = 13, until = 15, builtin = "Int31")]
    pub sc_rollup_origination_size: Option<i32>,
    /// Number of blocks in which a commitment can be refuted.
    #[encoding(since = 13, until = 15, builtin = "Int31")]
    pub sc_rollup_challenge_window_in_blocks: Option<i32>,
    /// Maximum number of messages that no commitment covers.
    #[encoding(since = 13, until = 14, builtin = "Int31")]
    pub sc_rollup_max_available_messages: Option<i32>,
    /// Maximum number of messages in a commitment period.
    #[encoding(since = 15, until = 15, builtin = "Int31")]
    pub sc_rollup_max_number_of_messages_per_commitment_period: Option<i32>,
    /// The deposit for a commitment.
    #[encoding(since = 14, until = 15)]
    pub sc_rollup_stake_amount: Option<Mutez>,
    /// Number of blocks between two commitments.
    #[encoding(since = 14, until = 15, builtin = "Int31")]
    pub sc_rollup_commitment_period_in_blocks: Option<i32>,
    /// Maximum number of blocks between the last cemented commitment and a new one.
    #[encoding(since = 14, until = 15)]
    pub sc_rollup_max_lookahead_in_blocks: Option<i32>,
    /// Number of levels whose outbox is kept.
    #[encoding(since = 14, until = 15)]
    pub sc_rollup_max_active_outbox_levels: Option<i32>,
    /// Maximum number of outbox messages per level.
    #[encoding(since = 14, until = 15, builtin = "Int31")]
    pub sc_rollup_max_outbox_messages_per_level: Option<i32>,
    /// Number of sections in a dissection.
    #[encoding(since = 15, until = 15)]
    pub sc_rollup_number_of_sections_in_dissection: Option<u8>,
    /// Number of blocks that a player has for all moves of a game.
    #[encoding(since = 15, until = 15, builtin = "Int31")]
    pub sc_rollup_timeout_period_in_blocks: Option<i32>,
    /// Maximum number of cemented commitments that are kept.
    #[encoding(since = 15, until = 15, builtin = "Int31")]
    pub sc_rollup_max_number_of_cemented_commitments: Option<i32>,
}

/// Constants of smart rollups, from protocol 016 (Mumbai) on.
///
/// | bytes | field                                             | encoding                                                     |
/// |------:|---------------------------------------------------|--------------------------------------------------------------|
/// |     1 | `smart_rollup_enable`                             | `bool`; 016 to 017                                           |
/// |     1 | `smart_rollup_arith_pvm_enable`                   | `bool`; from 016 on                                          |
/// |     4 | `smart_rollup_origination_size`                   | `int31`; from 016 on                                         |
/// |     4 | `smart_rollup_challenge_window_in_blocks`         | `int31`; from 016 on                                         |
/// |     n | `smart_rollup_stake_amount`                       | [`Mutez`]; from 016 on                                       |
/// |     4 | `smart_rollup_commitment_period_in_blocks`        | `int31`; from 016 on                                         |
/// |     4 | `smart_rollup_max_lookahead_in_blocks`            | `int32`; from 016 on                                         |
/// |     4 | `smart_rollup_max_active_outbox_levels`           | `int32`; from 016 on                                         |
/// |     4 | `smart_rollup_max_outbox_messages_per_level`      | `int31`; from 016 on                                         |
/// |     1 | `smart_rollup_number_of_sections_in_dissection`   | `uint8`; from 016 on                                         |
/// |     4 | `smart_rollup_timeout_period_in_blocks`           | `int31`; from 016 on                                         |
/// |     4 | `smart_rollup_max_number_of_cemented_commitments` | `int31`; from 016 on                                         |
/// |     4 | `smart_rollup_max_number_of_parallel_games`       | `int31`; from 016 on                                         |
/// |     n | `smart_rollup_reveal_activation_level`            | [`RevealActivationLevels`]; from 018 on                      |
/// |     1 | `smart_rollup_private_enable`                     | `bool`; from 018 on                                          |
/// |     1 | `smart_rollup_riscv_pvm_enable`                   | `bool`; from 018 on                                          |
/// | 1, 21 | `smart_rollup_canonical_rollup_address`           | `00`, or `ff` and a [`SmartRollupAddress`]; from PsUshuai on |
///
/// # Errors
/// The errors of the fields.
///
/// Rule: [`constants_parametric_repr.ml`][rule], and the same file of each protocol (`constants_repr.ml` until 012).
///
/// [rule]: https://github.com/tezos/tezos-mirror/blob/d26a8bef82159434e5a6db6a6d329f29dc8172dd/src/proto_alpha/lib_protocol/constants_parametric_repr.ml
#[derive(HasEncoding, NomReader, BinWriter, View, Debug, Clone, Default, PartialEq, Eq, Hash)]
#[non_exhaustive]
pub struct SmartRollupConstants {
    /// Whether smart rollups are enabled.
    #[encoding(since = 16, until = 17)]
    pub smart_rollup_enable: Option<bool>,
    /// Whether rollups with the arithmetic machine are enabled.
    #[encoding(since = 16)]
    pub smart_rollup_arith_pvm_enable: Option<bool>,
    /// Number of bytes that are charged for a new rollup.
    #[encoding(since = 16, builtin = "Int31")]
    pub smart_rollup_origination_size: Option<i32>,
    /// Number of blocks in which a commitment can be refuted.
    #[encoding(since = 16, builtin = "Int31")]
    pub smart_rollup_challenge_window_in_blocks: Option<i32>,
    /// The deposit for a commitment.
    #[encoding(since = 16)]
    pub smart_rollup_stake_amount: Option<Mutez>,
    /// Number of blocks between two commitments.
    #[encoding(since = 16, builtin = "Int31")]
    pub smart_rollup_commitment_period_in_blocks: Option<i32>,
    /// Maximum number of blocks between the last cemented commitment and a new one.
    #[encoding(since = 16)]
    pub smart_rollup_max_lookahead_in_blocks: Option<i32>,
    /// Number of levels whose outbox is kept.
    #[encoding(since = 16)]
    pub smart_rollup_max_active_outbox_levels: Option<i32>,
    /// Maximum number of outbox messages per level.
    #[encoding(since = 16, builtin = "Int31")]
    pub smart_rollup_max_outbox_messages_per_level: Option<i32>,
    /// Number of sections in a dissection.
    #[encoding(since = 16)]
    pub smart_rollup_number_of_sections_in_dissection: Option<u8>,
    /// Number of blocks that a player has for all moves of a game.
    #[encoding(since = 16, builtin = "Int31")]
    pub smart_rollup_timeout_period_in_blocks: Option<i32>,
    /// Maximum number of cemented commitments that are kept.
    #[encoding(since = 16, builtin = "Int31")]
    pub smart_rollup_max_number_of_cemented_commitments: Option<i32>,
    /// Maximum number of simultaneous games of a player.
    #[encoding(since = 16, builtin = "Int31")]
    pub smart_rollup_max_number_of_parallel_games: Option<i32>,
    /// The levels from which rollups can request data.
    #[encoding(since = 18)]
    pub smart_rollup_reveal_activation_level: Option<RevealActivationLevels>,
    /// Whether rollups can have a whitelist.
    #[encoding(since = 18)]
    pub smart_rollup_private_enable: Option<bool>,
    /// Whether rollups with the RISC-V machine are enabled.
    #[encoding(since = 18)]
    pub smart_rollup_riscv_pvm_enable: Option<bool>,
    /// The rollup whose signals the protocol follows, if any.
    #[encoding(since = 26, option)]
    pub smart_rollup_canonical_rollup_address: Option<SmartRollupAddress>,
}

/// Constants of zero-knowledge rollups, from protocol 015 (Lima) on.
///
/// | bytes | field                               | encoding             |
/// |------:|-------------------------------------|----------------------|
/// |     1 | `zk_rollup_enable`                  | `bool`; from 015 on  |
/// |     4 | `zk_rollup_origination_size`        | `int31`; from 015 on |
/// |     4 | `zk_rollup_min_pending_to_process`  | `int31`; from 015 on |
/// |     4 | `zk_rollup_max_ticket_payload_size` | `int31`; from 018 on |
///
/// # Errors
/// The errors of the fields.
///
/// Rule: [`constants_parametric_repr.ml`][rule], and the same file of each protocol (`constants_repr.ml` until 012).
///
/// [rule]: https://github.com/tezos/tezos-mirror/blob/d26a8bef82159434e5a6db6a6d329f29dc8172dd/src/proto_alpha/lib_protocol/constants_parametric_repr.ml
#[derive(HasEncoding, NomReader, BinWriter, View, Debug, Clone, Default, PartialEq, Eq, Hash)]
#[non_exhaustive]
pub struct ZkRollupConstants {
    /// Whether zero-knowledge rollups are enabled.
    #[encoding(since = 15)]
    pub zk_rollup_enable: Option<bool>,
    /// Number of bytes that are charged for a new rollup.
    #[encoding(since = 15, builtin = "Int31")]
    pub zk_rollup_origination_size: Option<i32>,
    /// Minimum number of pending operations that an update processes, or all of them if fewer are pending.
    #[encoding(since = 15, builtin = "Int31")]
    pub zk_rollup_min_pending_to_process: Option<i32>,
    /// Maximum size of a ticket in bytes.
    #[encoding(since = 18, builtin = "Int31")]
    pub zk_rollup_max_ticket_payload_size: Option<i32>,
}

/// The levels from which smart rollups can request data, by kind.
///
/// | bytes | field                             | encoding                  |
/// |------:|-----------------------------------|---------------------------|
/// |     n | `raw_data`                        | [`RawData`]; from 018 on  |
/// |     n | `metadata`                        | [`RawLevel`]; from 018 on |
/// |     n | `dal_page`                        | [`RawLevel`]; from 018 on |
/// |     n | `dal_parameters`                  | [`RawLevel`]; from 018 on |
/// |     4 | `dal_attested_slots_validity_lag` | `int31`; from 019 on      |
///
/// # Errors
/// The errors of the fields.
///
/// Rule: [`constants_parametric_repr.ml`][rule].
///
/// [rule]: https://github.com/tezos/tezos-mirror/blob/d26a8bef82159434e5a6db6a6d329f29dc8172dd/src/proto_alpha/lib_protocol/constants_parametric_repr.ml
#[derive(HasEncoding, NomReader, BinWriter, View, Debug, Clone, Copy, PartialEq, Eq, Hash)]
#[encoding(view = "Self")]
#[non_exhaustive]
pub struct RevealActivationLevels {
    /// Data requested by hash.
    pub raw_data: RawData,
    /// Metadata of the rollup.
    pub metadata: RawLevel,
    /// Pages of the data availability layer.
    pub dal_page: RawLevel,
    /// Parameters of the data availability layer.
    pub dal_parameters: RawLevel,
    /// Number of blocks for which the slots of the layer can be requested.
    #[encoding(since = 19, builtin = "Int31")]
    pub dal_attested_slots_validity_lag: Option<i32>,
}

/// The levels from which data can be requested by hash, by hash function.
///
/// | bytes | field     | encoding     |
/// |------:|-----------|--------------|
/// | 4     | `Blake2B` | [`RawLevel`] |
///
/// # Errors
/// The errors of the field.
///
/// Rule: [`constants_parametric_repr.ml`, `sc_rollup_reveal_hashing_schemes_encoding`][rule].
///
/// [rule]: https://github.com/tezos/tezos-mirror/blob/d26a8bef82159434e5a6db6a6d329f29dc8172dd/src/proto_alpha/lib_protocol/constants_parametric_repr.ml
#[derive(HasEncoding, NomReader, BinWriter, View, Debug, Clone, Copy, PartialEq, Eq, Hash)]
#[encoding(view = "Self")]
#[allow(clippy::exhaustive_structs, reason = "a wrapper")]
pub struct RawData {
    /// BLAKE2b.
    #[encoding(name = "Blake2B")]
    pub blake2b: RawLevel,
}
