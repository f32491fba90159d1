//! The data availability layer.

use alloc::vec::Vec;

use tezos_encoding::{BinWriter, HasEncoding, NomReader, View};

use super::ratio::{BelowOne, UpToOne};

/// Constants of the data availability layer, from protocol 014 (Kathmandu) on.
///
/// | bytes | field                         | encoding                  |
/// |------:|-------------------------------|---------------------------|
/// |     1 | `feature_enable`              | `bool`; from 014 on       |
/// |     2 | `number_of_slots`             | `int16`; 014 to 018       |
/// |     2 | `number_of_shards`            | `int16`; 014 to 015       |
/// |     2 | `endorsement_lag`             | `int16`; 014 to 015       |
/// |     2 | `attestation_lag`             | `int16`; 016 to 018       |
/// |     2 | `availability_threshold`      | `int16`; 014 to 016       |
/// |     4 | `slot_size`                   | `int31`; 015              |
/// |     2 | `attestation_threshold`       | `int16`; 017 to 018       |
/// |     4 | `blocks_per_epoch`            | `int32`; 017 to 018       |
/// |     n | `incentives_enable`           | `bool`; from 019 on       |
/// |     n | `dynamic_lag_enable`          | `bool`; from 025 on       |
/// |     2 | `number_of_slots`             | `uint16`; from 019 on     |
/// |     1 | `attestation_lag`             | `uint8`; from 019 on      |
/// |     n | `attestation_lags`            | [`Vec<u8>`]; from 025 on  |
/// |     1 | `attestation_threshold`       | `uint8`; from 019 on      |
/// |     n | `minimal_participation_ratio` | [`UpToOne`]; from 022 on  |
/// |     n | `rewards_ratio`               | [`BelowOne`]; from 022 on |
/// |     n | `traps_fraction`              | [`UpToOne`]; from 022 on  |
/// |     1 | `redundancy_factor`           | `uint8`; from 015 on      |
/// |     2 | `page_size`                   | `uint16`; from 015 on     |
/// |     4 | `slot_size`                   | `int31`; from 016 on      |
/// |     2 | `number_of_shards`            | `uint16`; from 016 on     |
///
/// # Errors
/// The errors of the fields.
///
/// Rule: [`constants_parametric_repr.ml`][rule].
///
/// [rule]: https://github.com/tezos/tezos-mirror/blob/d26a8bef82159434e5a6db6a6d329f29dc8172dd/src/proto_alpha/lib_protocol/constants_parametric_repr.ml
#[derive(HasEncoding, NomReader, BinWriter, View, Debug, Clone, PartialEq, Eq, Hash)]
#[non_exhaustive]
pub struct DalConstants {
    /// Whether the data availability layer is enabled.
    pub feature_enable: bool,
    /// Number of slots per level.
    #[encoding(until = 18, name = "number_of_slots")]
    pub number_of_slots_i16: Option<i16>,
    /// Number of shards per slot.
    #[encoding(until = 15, name = "number_of_shards")]
    pub number_of_shards_i16: Option<i16>,
    /// Number of blocks from publication to endorsement of a slot.
    #[encoding(until = 15)]
    pub endorsement_lag: Option<i16>,
    /// Number of blocks from publication to attestation of a slot.
    #[encoding(since = 16, until = 18, name = "attestation_lag")]
    pub attestation_lag_i16: Option<i16>,
    /// Percentage of attested shards from which a slot is available.
    #[encoding(until = 16)]
    pub availability_threshold: Option<i16>,
    /// Size of a slot in bytes.
    #[encoding(since = 15, until = 15, name = "slot_size", builtin = "Int31")]
    pub slot_size_of_lima: Option<i32>,
    /// Percentage of attested shards from which a slot is available.
    #[encoding(since = 17, until = 18, name = "attestation_threshold")]
    pub attestation_threshold_i16: Option<i16>,
    /// Number of blocks for which the assignment of shards to delegates does not change.
    #[encoding(since = 17, until = 18)]
    pub blocks_per_epoch: Option<i32>,
    /// Whether attestations are rewarded.
    #[encoding(since = 19)]
    pub incentives_enable: Option<bool>,
    /// Whether slots can be attested at several lags.
    #[encoding(since = 25)]
    pub dynamic_lag_enable: Option<bool>,
    /// Number of slots per level.
    #[encoding(since = 19)]
    pub number_of_slots: Option<u16>,
    /// Number of blocks from publication to attestation of a slot.
    #[encoding(since = 19)]
    pub attestation_lag: Option<u8>,
    /// The lags at which slots can be attested.
    #[encoding(since = 25, dynamic, list)]
    pub attestation_lags: Option<Vec<u8>>,
    /// Percentage of attested shards from which a slot is available.
    #[encoding(since = 19)]
    pub attestation_threshold: Option<u8>,
    /// Minimum share of its slots that a delegate must attest to be rewarded.
    #[encoding(since = 22)]
    pub minimal_participation_ratio: Option<UpToOne>,
    /// The layer's share of the rewards.
    #[encoding(since = 22)]
    pub rewards_ratio: Option<BelowOne>,
    /// The share of shards that are traps.
    #[encoding(since = 22)]
    pub traps_fraction: Option<UpToOne>,
    /// Ratio of the number of shards to the number that is needed to restore a slot.
    #[encoding(since = 15)]
    pub redundancy_factor: Option<u8>,
    /// Size of a page in bytes.
    #[encoding(since = 15)]
    pub page_size: Option<u16>,
    /// Size of a slot in bytes.
    #[encoding(since = 16, builtin = "Int31")]
    pub slot_size: Option<i32>,
    /// Number of shards per slot.
    #[encoding(since = 16)]
    pub number_of_shards: Option<u16>,
}
