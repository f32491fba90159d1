//! Sources of economic protocols.

use core::fmt;

use tezos_encoding::schema::{Check, Count, Encoding, Field};
use tezos_encoding::wire::Prefix;
use tezos_encoding::{BinWriter, Encode, EncodeError, HasEncoding, NomReader, View};

use crate::hash::{ProtocolHash, blake2b_256};
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
    /// Source of its `.mli`.
    pub interface: Option<Text>,
    /// Source of its `.ml`.
    pub implementation: Text,
}

/// The source of an economic protocol.
///
/// | bytes | field                  | encoding                           |
/// |------:|------------------------|------------------------------------|
/// | 2     | `expected_env_version` | `uint16`, at most 17               |
/// | 4 + n | `components`           | `dynamic`, a list of [`Component`]s |
///
/// On its own it has no bound; in messages it has [`PROTOCOL_MAX_BYTES`](crate::limits::PROTOCOL_MAX_BYTES).
///
/// # Errors
/// `Exception_raised_in_user_function` for another environment; `Not_enough_data` where a component does not fit.
///
/// Rule: [`protocol.ml`, `encoding`][rule].
///
/// [rule]: https://github.com/tezos/tezos-mirror/blob/7821dc31b1eea97c55bbf100ea4eb9d45010e77b/src/lib_base/protocol.ml
#[derive(NomReader, BinWriter, View, Debug, Clone, Default, PartialEq, Eq, Hash)]
pub struct Protocol {
    /// Which set of functions the node has to offer.
    #[encoding(guard = "check_environment")]
    pub expected_env_version: u16,
    /// Its modules, in the order in which they are compiled.
    #[encoding(dynamic, list)]
    pub components: Vec<Component>,
}

// Not derived: the version of the environment is a definition with a name.
impl HasEncoding for Protocol {
    const ENCODING: &'static Encoding = &Encoding::Def {
        id: "protocol",
        inner: &Encoding::Object(&[
            Field::req(
                "expected_env_version",
                &Encoding::Checked {
                    inner: &Encoding::Def { id: "protocol.environment_version", inner: u16::ENCODING },
                    check: Check {
                        function: "check_environment",
                        run: Some(|bytes| match bytes.try_into().map(u16::from_be_bytes) {
                            Ok(version) => check_environment(&version).map_err(|error| error.to_string()),
                            Err(error) => Err(error.to_string()),
                        }),
                    },
                },
            ),
            Field::req(
                "components",
                &Encoding::Dynamic {
                    prefix: Prefix::U30,
                    inner: &Encoding::List {
                        item: Component::ENCODING,
                        count: Count::ToEnd { max: None },
                        array: false,
                    },
                },
            ),
        ]),
    };
}

impl Protocol {
    /// The protocol's hash: BLAKE2b-256 of the encoded source.
    ///
    /// # Errors
    /// As writing the protocol: an unknown environment, or a string of 2^30 bytes or more.
    pub fn hash(&self) -> Result<ProtocolHash, EncodeError> {
        Ok(ProtocolHash(blake2b_256(&self.to_bytes()?)))
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

fn check_environment(version: &u16) -> Result<(), UnknownEnvironment> {
    if *version <= PROTOCOL_ENVIRONMENT_MAX_VERSION { Ok(()) } else { Err(UnknownEnvironment(*version)) }
}
