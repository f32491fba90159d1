//! Sources of economic protocols.

use alloc::vec::Vec;
use core::fmt;

use tezos_encoding::{BinWriter, Encode, EncodeError, HasEncoding, NomReader, View};

use crate::hash::{Blake2b256, ProtocolHash};
use crate::limits::PROTOCOL_ENVIRONMENT_MAX_VERSION;
use crate::text::Text;

/// One OCaml module of a protocol.
///
/// | bytes     | field            | encoding               |
/// |----------:|------------------|------------------------|
/// | 4 + n     | `name`           | [`Text`]               |
/// | 1 + 4 + n | `interface`      | `option` of a [`Text`] |
/// | 4 + n     | `implementation` | [`Text`]               |
///
/// # Errors
/// `Not_enough_data`; `Invalid_int` for a size of 2^31 or more.
///
/// Rule: [`protocol.ml`, `component_encoding`][rule].
///
/// [rule]: https://github.com/tezos/tezos-mirror/blob/7821dc31b1eea97c55bbf100ea4eb9d45010e77b/src/lib_base/protocol.ml
#[derive(HasEncoding, NomReader, BinWriter, View, Debug, Clone, Default, PartialEq, Eq, Hash)]
pub struct Component {
    /// Name of the module, in lower case.
    pub name: Text,
    /// Source of the `.mli`, if any.
    pub interface: Option<Text>,
    /// Source of the `.ml`.
    pub implementation: Text,
}

/// The source of an economic protocol.
///
/// | bytes | field                  | encoding                           |
/// |------:|------------------------|------------------------------------|
/// | 2     | `expected_env_version` | [`EnvironmentVersion`]             |
/// | 4 + n | `components`           | `dynamic`, a list of [`Component`]s |
///
/// On its own it has no limit; in messages the limit is [`PROTOCOL_MAX_BYTES`](crate::limits::PROTOCOL_MAX_BYTES).
///
/// # Errors
/// `Exception_raised_in_user_function` for another environment; `Not_enough_data` where a component does not fit.
///
/// Rule: [`protocol.ml`, `encoding`][rule].
///
/// [rule]: https://github.com/tezos/tezos-mirror/blob/7821dc31b1eea97c55bbf100ea4eb9d45010e77b/src/lib_base/protocol.ml
#[derive(HasEncoding, NomReader, BinWriter, View, Debug, Clone, Default, PartialEq, Eq, Hash)]
#[encoding(id = "protocol")]
pub struct ProtocolSource {
    /// The set of functions that the node must provide.
    pub expected_env_version: EnvironmentVersion,
    /// Its modules, in the order in which they are compiled.
    #[encoding(dynamic, list)]
    pub components: Vec<Component>,
}

impl ProtocolSource {
    /// The protocol's hash: BLAKE2b-256 of the encoded source.
    ///
    /// # Errors
    /// As writing the protocol: an unknown environment, or a string of 2^30 bytes or more.
    pub fn hash(&self) -> Result<ProtocolHash, EncodeError> {
        Encode::hash::<Blake2b256>(self).map(ProtocolHash)
    }
}

/// What a protocol's source folder says of it: the file `TEZOS_PROTOCOL`.
///
/// | bytes  | field                  | encoding                               |
/// |-------:|------------------------|----------------------------------------|
/// | 1 + 32 | `hash`                 | `option` of a [`ProtocolHash`]         |
/// | 1 + 2  | `expected_env_version` | `option` of an [`EnvironmentVersion`]  |
/// | 4 + n  | `modules`              | `dynamic`, a list of [`Text`]s         |
///
/// # Errors
/// `Exception_raised_in_user_function` for another environment; `Not_enough_data`.
///
/// Rule: [`protocol.ml`, `Meta.encoding`][rule].
///
/// [rule]: https://github.com/tezos/tezos-mirror/blob/d26a8bef82159434e5a6db6a6d329f29dc8172dd/src/lib_base/protocol.ml
#[derive(HasEncoding, NomReader, BinWriter, View, Debug, Clone, Default, PartialEq, Eq, Hash)]
#[encoding(id = "protocol.meta")]
pub struct Meta {
    /// The hash to be taken instead of that of the source.
    pub hash: Option<ProtocolHash>,
    /// The set of functions that the node must provide.
    pub expected_env_version: Option<EnvironmentVersion>,
    /// The names of the modules, in the order in which they are compiled.
    #[encoding(dynamic, list)]
    pub modules: Vec<Text>,
}

/// The version of the set of functions that a node offers to a protocol: at most
/// [`PROTOCOL_ENVIRONMENT_MAX_VERSION`].
///
/// | bytes | field | encoding |
/// |------:|-------|----------|
/// | 2     |       | `uint16` |
///
/// # Errors
/// `Exception_raised_in_user_function` for a later version.
///
/// ```
/// use tezos_messages::protocol::EnvironmentVersion;
/// assert_eq!(u16::from(&EnvironmentVersion::try_from(9).unwrap()), 9);
/// assert!(EnvironmentVersion::try_from(18).is_err());
/// ```
///
/// Rule: [`protocol.ml`, `env_version_encoding`][rule].
///
/// [rule]: https://github.com/tezos/tezos-mirror/blob/7821dc31b1eea97c55bbf100ea4eb9d45010e77b/src/lib_base/protocol.ml
#[derive(
    HasEncoding, NomReader, BinWriter, View, Debug, Clone, Copy, Default, PartialEq, Eq, PartialOrd, Ord, Hash,
)]
#[encoding(id = "protocol.environment_version", try_from = "u16", into = "u16", view = "Self")]
pub struct EnvironmentVersion(u16);

impl TryFrom<u16> for EnvironmentVersion {
    type Error = UnknownEnvironment;

    fn try_from(version: u16) -> Result<Self, UnknownEnvironment> {
        if version <= PROTOCOL_ENVIRONMENT_MAX_VERSION { Ok(Self(version)) } else { Err(UnknownEnvironment(version)) }
    }
}

impl From<&EnvironmentVersion> for u16 {
    fn from(version: &EnvironmentVersion) -> Self {
        version.0
    }
}

/// An environment that no node knows.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct UnknownEnvironment(pub u16);

impl fmt::Display for UnknownEnvironment {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "unexpected environment version: {}", self.0)
    }
}

impl core::error::Error for UnknownEnvironment {}
