//! Protocol upgrades that nodes activate without a vote.

use alloc::vec::Vec;

use tezos_encoding::{BinWriter, HasEncoding, NomReader, View};
use tezos_hashes::hash::ProtocolHash;

/// A change of protocol at a level.
///
/// | bytes | field                  | encoding         |
/// |------:|------------------------|------------------|
/// | 4     | `level`                | `int32`          |
/// | 32    | `replacement_protocol` | [`ProtocolHash`] |
///
/// # Errors
/// `Not_enough_data`.
///
/// Rule: [`user_activated.ml`, `upgrades_encoding`][rule].
///
/// [rule]: https://github.com/tezos/tezos-mirror/blob/d26a8bef82159434e5a6db6a6d329f29dc8172dd/src/lib_base/user_activated.ml
#[derive(HasEncoding, NomReader, BinWriter, View, Debug, Clone, Copy, PartialEq, Eq, Hash)]
#[encoding(view = "Self")]
pub struct Upgrade {
    /// The level.
    pub level: i32,
    /// The protocol from that level on.
    pub replacement_protocol: ProtocolHash,
}

/// The changes of protocol at levels that a node knows.
///
/// | bytes | field | encoding                         |
/// |------:|-------|----------------------------------|
/// | 4 + n |       | `dynamic`, a list of [`Upgrade`]s |
///
/// # Errors
/// `Not_enough_data`; `Invalid_int` for a size of 2^30 or more.
///
/// Rule: [`user_activated.ml`, `upgrades_encoding`][rule].
///
/// [rule]: https://github.com/tezos/tezos-mirror/blob/d26a8bef82159434e5a6db6a6d329f29dc8172dd/src/lib_base/user_activated.ml
#[derive(HasEncoding, NomReader, BinWriter, View, Debug, Clone, Default, PartialEq, Eq, Hash)]
#[encoding(id = "user_activated.upgrades")]
pub struct Upgrades(#[encoding(dynamic, list)] pub Vec<Upgrade>);

/// A protocol that is activated instead of another.
///
/// | bytes | field                  | encoding         |
/// |------:|------------------------|------------------|
/// | 32    | `replaced_protocol`    | [`ProtocolHash`] |
/// | 32    | `replacement_protocol` | [`ProtocolHash`] |
///
/// # Errors
/// `Not_enough_data`.
///
/// Rule: [`user_activated.ml`, `protocol_overrides_encoding`][rule].
///
/// [rule]: https://github.com/tezos/tezos-mirror/blob/d26a8bef82159434e5a6db6a6d329f29dc8172dd/src/lib_base/user_activated.ml
#[derive(HasEncoding, NomReader, BinWriter, View, Debug, Clone, Copy, PartialEq, Eq, Hash)]
#[encoding(view = "Self")]
pub struct ProtocolOverride {
    /// The protocol that was voted for.
    pub replaced_protocol: ProtocolHash,
    /// The protocol that is activated.
    pub replacement_protocol: ProtocolHash,
}

/// The protocols that a node activates instead of others.
///
/// | bytes | field | encoding                                  |
/// |------:|-------|-------------------------------------------|
/// | 4 + n |       | `dynamic`, a list of [`ProtocolOverride`]s |
///
/// # Errors
/// `Not_enough_data`; `Invalid_int` for a size of 2^30 or more.
///
/// Rule: [`user_activated.ml`, `protocol_overrides_encoding`][rule].
///
/// [rule]: https://github.com/tezos/tezos-mirror/blob/d26a8bef82159434e5a6db6a6d329f29dc8172dd/src/lib_base/user_activated.ml
#[derive(HasEncoding, NomReader, BinWriter, View, Debug, Clone, Default, PartialEq, Eq, Hash)]
#[encoding(id = "user_activated.protocol_overrides")]
pub struct ProtocolOverrides(#[encoding(dynamic, list)] pub Vec<ProtocolOverride>);
