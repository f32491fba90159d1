//! The constants of the protocols, and the parameters that a chain starts with.
//!
//! Octez has one object of about 100 fields. This crate groups them in structs; the JSON is flat, as in Octez.

#![warn(clippy::exhaustive_enums, clippy::exhaustive_structs)]

mod consensus;
mod costs;
mod cycles;
mod dal;
mod fixed;
mod issuance;
mod parameters;
mod ratio;
mod rollups;
mod selection;

use tezos_encoding::{BinWriter, HasEncoding, NomReader, View};

use crate::row::{ALPHA, Row};

pub use consensus::{
    CacheConstants, CacheConstantsView, ConsensusConstants, ConsensusConstantsView, PenaltyConstants,
    PenaltyConstantsView,
};
pub use costs::{CostConstants, CostConstantsView};
pub use cycles::{CycleConstants, CycleConstantsView};
pub use dal::{DalConstants, DalConstantsView};
pub use fixed::{CacheSize, FixedConstants, FixedConstantsView};
pub use issuance::{
    FeatureConstants, FeatureConstantsView, IssuanceConstants, IssuanceConstantsView, IssuanceWeights,
    RewardParameters, RewardParametersView,
};
pub use parameters::{
    ActivationCommitment, Bootstrap, BootstrapAccount, BootstrapAccountView, BootstrapContract, BootstrapContractView,
    BootstrapSmartRollup, BootstrapSmartRollupView, BootstrapView, EarlyParameters, EarlyParametersView,
    ProtocolParameters, ProtocolParametersView, PvmKind,
};
pub use ratio::{BelowOne, MaxBonus, NonNegative, Percentage, Positive, Ratio, UpToOne, WholePercentage};
pub use rollups::{
    RawData, RevealActivationLevels, ScRollupConstants, ScRollupConstantsView, SmartRollupConstants,
    SmartRollupConstantsView, TxRollupConstants, TxRollupConstantsView, ZkRollupConstants, ZkRollupConstantsView,
};
pub use selection::DelegateSelection;

/// The encodings of this module: name, title, schema, first and last protocol.
pub(crate) const ENCODINGS: &[Row] = &[
    ("constants", "The constants of the protocol", Constants::ENCODING, 1, ALPHA),
    ("constants.fixed", "The constants that are part of its code", FixedConstants::ENCODING, 1, ALPHA),
    ("constants.parametric", "The constants that a chain sets", ParametricConstants::ENCODING, 1, ALPHA),
    ("parameters", "What a chain starts with", EarlyParameters::ENCODING, 1, 4),
    ("parameters", "What a chain starts with", ProtocolParameters::ENCODING, 5, ALPHA),
];

/// The constants that a chain sets when it starts, or a protocol when it is activated.
///
/// | bytes | field            | encoding                                |
/// |------:|------------------|-----------------------------------------|
/// | n     | cycles           | [`CycleConstants`]                      |
/// | n     | costs            | [`CostConstants`]                       |
/// | n     | consensus        | [`ConsensusConstants`]                  |
/// | n     | penalties        | [`PenaltyConstants`]                    |
/// | n     | caches           | [`CacheConstants`]                      |
/// | n     | tx_rollup        | [`TxRollupConstants`]                   |
/// | n     | `dal_parametric` | [`DalConstants`]; from 014 on           |
/// | n     | sc_rollup        | [`ScRollupConstants`]                   |
/// | n     | smart_rollup     | [`SmartRollupConstants`]                |
/// | n     | zk_rollup        | [`ZkRollupConstants`]                   |
/// | n     | issuance         | [`IssuanceConstants`]                   |
/// | n     | features         | [`FeatureConstants`]                    |
///
/// # Errors
/// The errors of the fields.
///
/// Rule: [`constants_parametric_repr.ml`, `encoding`][rule], and the same file of each protocol (`constants_repr.ml` until 012).
///
/// [rule]: https://github.com/tezos/tezos-mirror/blob/d26a8bef82159434e5a6db6a6d329f29dc8172dd/src/proto_alpha/lib_protocol/constants_parametric_repr.ml
#[derive(HasEncoding, NomReader, BinWriter, View, Debug, Clone, PartialEq, Eq, Hash)]
#[non_exhaustive]
pub struct ParametricConstants {
    /// Cycles and voting periods.
    #[encoding(flatten)]
    pub cycles: CycleConstants,
    /// Limits, stakes, deposits and rewards.
    #[encoding(flatten)]
    pub costs: CostConstants,
    /// Votes, the subsidy of liquidity baking, and the consensus.
    #[encoding(flatten)]
    pub consensus: ConsensusConstants,
    /// Penalties, and constants that only test networks set.
    #[encoding(flatten)]
    pub penalties: PenaltyConstants,
    /// The caches.
    #[encoding(flatten)]
    pub caches: CacheConstants,
    /// Transaction rollups.
    #[encoding(flatten)]
    pub tx_rollup: TxRollupConstants,
    /// The data availability layer.
    #[encoding(since = 14)]
    pub dal_parametric: Option<DalConstants>,
    /// Smart contract rollups.
    #[encoding(flatten)]
    pub sc_rollup: ScRollupConstants,
    /// Smart rollups.
    #[encoding(flatten)]
    pub smart_rollup: SmartRollupConstants,
    /// Zero-knowledge rollups.
    #[encoding(flatten)]
    pub zk_rollup: ZkRollupConstants,
    /// Adaptive issuance.
    #[encoding(flatten)]
    pub issuance: IssuanceConstants,
    /// New features.
    #[encoding(flatten)]
    pub features: FeatureConstants,
}

/// All constants of a protocol.
///
/// | bytes | field      | encoding                          |
/// |------:|------------|-----------------------------------|
/// | n     | fixed      | [`FixedConstants`]                |
/// | n     | parametric | [`ParametricConstants`]           |
/// | n     | derived    | [`DerivedConstants`]; from 022 on |
///
/// # Errors
/// The errors of the fields.
///
/// Rule: [`constants_repr.ml`, `encoding`][rule].
///
/// [rule]: https://github.com/tezos/tezos-mirror/blob/d26a8bef82159434e5a6db6a6d329f29dc8172dd/src/proto_alpha/lib_protocol/constants_repr.ml
#[derive(HasEncoding, NomReader, BinWriter, View, Debug, Clone, PartialEq, Eq, Hash)]
#[non_exhaustive]
pub struct Constants {
    /// Constants that are part of the protocol's code.
    #[encoding(flatten)]
    pub fixed: FixedConstants,
    /// Constants that the chain sets.
    #[encoding(flatten)]
    pub parametric: ParametricConstants,
    /// Constants that are computed from others.
    #[encoding(flatten)]
    pub derived: DerivedConstants,
}

/// Constants that are computed from others, from protocol 022 (Rio) on.
///
/// | bytes | field                            | encoding             |
/// |------:|----------------------------------|----------------------|
/// | 1     | `issuance_modification_delay`    | `uint8`; from 022 on |
/// | 1     | `consensus_key_activation_delay` | `uint8`; from 022 on |
/// | 1     | `unstake_finalization_delay`     | `uint8`; from 022 on |
///
/// # Errors
/// `Not_enough_data`.
///
/// Rule: [`constants_repr.ml`, `Derived`][rule].
///
/// [rule]: https://github.com/tezos/tezos-mirror/blob/d26a8bef82159434e5a6db6a6d329f29dc8172dd/src/proto_alpha/lib_protocol/constants_repr.ml
#[derive(HasEncoding, NomReader, BinWriter, View, Debug, Clone, Copy, Default, PartialEq, Eq, Hash)]
#[encoding(view = "Self")]
#[non_exhaustive]
pub struct DerivedConstants {
    /// Cycles until a new issuance takes effect.
    #[encoding(since = 22)]
    pub issuance_modification_delay: Option<u8>,
    /// Cycles until a new consensus key takes effect.
    #[encoding(since = 22)]
    pub consensus_key_activation_delay: Option<u8>,
    /// Cycles until unstaked tez can be spent.
    #[encoding(since = 22)]
    pub unstake_finalization_delay: Option<u8>,
}
