//! The second encrypted message of each side, which accepts or refuses the connection.

use alloc::vec::Vec;
use core::fmt;

use tezos_encoding::{BinWriter, HasEncoding, NomReader, View};

use crate::limits::NACK_MAX_ITEMS;
use crate::point::Point;

/// The motive for refusing a connection.
///
/// | bytes | field | encoding |
/// |------:|-------|----------|
/// | 2     |       | `int16`  |
///
/// Codes without a name are kept.
///
/// # Errors
/// `Not_enough_data`.
///
/// Rule: [`p2p_rejection.ml`, `encoding`][rule].
///
/// [rule]: https://github.com/tezos/tezos-mirror/blob/cb9f439e58c761e76ade589d1cdbd2abb737dc68/src/lib_base/p2p_rejection.ml
#[derive(HasEncoding, NomReader, BinWriter, View, Debug, Clone, Copy, Default, PartialEq, Eq, Hash)]
#[encoding(view = "Self")]
pub struct Motive(pub i16);

impl Motive {
    /// No motive.
    pub const NONE: Self = Self(0);
    /// The peer has too many connections.
    pub const TOO_MANY_CONNECTIONS: Self = Self(1);
    /// The peer follows another chain.
    pub const UNKNOWN_CHAIN_NAME: Self = Self(2);
    /// The version of the peer layer is too old.
    pub const DEPRECATED_P2P_VERSION: Self = Self(3);
    /// The version of the messages is too old.
    pub const DEPRECATED_DISTRIBUTED_DB_VERSION: Self = Self(4);
    /// The two peers are connected or about to be.
    pub const ALREADY_CONNECTED: Self = Self(5);

    /// Prints the words of the reference's `pp`, if the code has a meaning.
    pub const fn name(self) -> Option<&'static str> {
        match self {
            Self::NONE => Some("No motive"),
            Self::TOO_MANY_CONNECTIONS => Some("Too many connections"),
            Self::UNKNOWN_CHAIN_NAME => Some("Unknown chain name"),
            Self::DEPRECATED_P2P_VERSION => Some("Running a deprecated p2p layer version"),
            Self::DEPRECATED_DISTRIBUTED_DB_VERSION => Some("Running a deprecated distributed db version"),
            Self::ALREADY_CONNECTED => Some("Already connected/connecting"),
            Self(_) => None,
        }
    }
}

impl fmt::Display for Motive {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self.name() {
            Some(name) => f.pad(name),
            None => write!(f, "Rejected for unknown reason, code ({})", self.0),
        }
    }
}

/// Accepts or refuses the connection. A peer closes the connection after it refuses it.
///
/// | bytes     | case     | layout                                                                            |
/// |----------:|----------|-----------------------------------------------------------------------------------|
/// | 1         | `Ack`    | tag `00`                                                                          |
/// | 1 + 2 + 4 + n | `Nack` | tag `01`, `nack_motive`: [`Motive`], `nack_list`: `dynamic`, at most 100 [`Point`]s |
/// | 1         | `NackV0` | tag `ff`                                                                          |
///
/// # Errors
/// `Unexpected_tag`; `Not_enough_data`; `List_too_long`; those of the points.
///
/// Rule: [`p2p_socket.ml`, `Ack.encoding`][rule].
///
/// [rule]: https://github.com/tezos/tezos-mirror/blob/455f0f6ef16d0a2cb0ae4a280c44ca779586361a/src/lib_p2p/p2p_socket.ml
#[derive(HasEncoding, NomReader, BinWriter, View, Debug, Clone, PartialEq, Eq, Hash)]
#[encoding(tags = "u8")]
pub enum Ack {
    /// The connection is accepted.
    #[encoding(tag = 0x00, name = "ack")]
    Ack,
    /// The connection is refused, with a motive and other peers.
    #[encoding(tag = 0x01)]
    Nack {
        /// The motive.
        #[encoding(name = "nack_motive")]
        motive: Motive,
        /// Peers that may accept a connection.
        #[encoding(name = "nack_list", dynamic, list = "NACK_MAX_ITEMS")]
        peers: Vec<Point>,
    },
    /// The connection is refused, in the form of peers without motives.
    #[encoding(tag = 0xff, title = "Nack_v_0", name = "nack_v_0")]
    NackV0,
}

#[cfg(test)]
mod tests {
    use alloc::string::ToString;

    use super::*;

    /// `pp` of `p2p_rejection.ml` at the commit above.
    #[test]
    fn a_motive_has_the_words_of_the_reference() {
        let words = [
            "No motive",
            "Too many connections",
            "Unknown chain name",
            "Running a deprecated p2p layer version",
            "Running a deprecated distributed db version",
            "Already connected/connecting",
            "Rejected for unknown reason, code (6)",
        ];
        for (code, words) in (0..).zip(words) {
            assert_eq!(Motive(code).to_string(), words);
        }
        assert_eq!(Motive(-1).to_string(), "Rejected for unknown reason, code (-1)");
    }
}
