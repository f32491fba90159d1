//! The remote end of a connection, as Octez records it.

use alloc::vec::Vec;
use core::{
    fmt,
    net::{AddrParseError, Ipv6Addr},
    str::FromStr,
};

use tezos_encoding::{BinWriter, HasEncoding, NomReader, View};

/// An IPv6 address, or an IPv4 address mapped into IPv6.
///
/// | bytes | field | encoding                         |
/// |------:|-------|----------------------------------|
/// | 4 + n |       | `string` of 16 bytes, when read of 16 bytes or more |
///
/// Of a longer string only the first 16 bytes are used, as in the reference.
///
/// # Errors
/// `Exception_raised_in_user_function` under 16 bytes; `Not_enough_data`.
///
/// Rule: [`p2p_addr.ml`, `encoding`][rule] with [`ipaddr.ml`, `V6.of_octets_exn`][octets].
///
/// [rule]: https://github.com/tezos/tezos-mirror/blob/ea8f2aefbcd54d23ae2919fea1802e2f1f977a94/src/lib_base/p2p_addr.ml
/// [octets]: https://github.com/mirage/ocaml-ipaddr/blob/2c222f63d963e3da3ec9297f5fc57e827d004780/lib/ipaddr.ml
#[derive(HasEncoding, NomReader, BinWriter, View, Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash)]
#[encoding(id = "p2p_address", try_from = "Octets", into = "Octets", json(display))]
pub struct P2pAddress(pub [u8; 16]);

/// The encoded form of an [`P2pAddress`].
#[derive(HasEncoding, NomReader, BinWriter)]
struct Octets(#[encoding(string)] Vec<u8>);

/// An error for a string that is too short for an [`P2pAddress`].
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct AddressTooShort(pub usize);

impl fmt::Display for AddressTooShort {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "an address takes 16 bytes, here are {}", self.0)
    }
}

impl core::error::Error for AddressTooShort {}

impl TryFrom<Octets> for P2pAddress {
    type Error = AddressTooShort;

    fn try_from(Octets(bytes): Octets) -> Result<Self, Self::Error> {
        bytes.first_chunk().map(|octets| Self(*octets)).ok_or(AddressTooShort(bytes.len()))
    }
}

impl From<&P2pAddress> for Octets {
    fn from(P2pAddress(octets): &P2pAddress) -> Self {
        Self(octets.to_vec())
    }
}

impl From<Ipv6Addr> for P2pAddress {
    fn from(address: Ipv6Addr) -> Self {
        Self(address.octets())
    }
}

impl From<P2pAddress> for Ipv6Addr {
    fn from(P2pAddress(octets): P2pAddress) -> Self {
        octets.into()
    }
}

impl FromStr for P2pAddress {
    type Err = AddrParseError;

    fn from_str(text: &str) -> Result<Self, Self::Err> {
        text.parse().map(|address: Ipv6Addr| address.into())
    }
}

impl fmt::Display for P2pAddress {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        fmt::Display::fmt(&Ipv6Addr::from(*self), f)
    }
}

/// The remote end of a connection: its address, and the port on which it listens.
///
/// | bytes | field  | encoding             |
/// |------:|--------|----------------------|
/// | 20    | `addr` | [`P2pAddress`]       |
/// | 1 + 2 | `port` | `option` of `uint16` |
///
/// # Errors
/// The errors of the address; `Not_enough_data`.
///
/// Rule: [`p2p_connection.ml`, `Id.encoding`][rule].
///
/// [rule]: https://github.com/tezos/tezos-mirror/blob/5a3ca1478178c7f6bb6fed38df1372f17cd1612c/src/lib_base/p2p_connection.ml
#[derive(HasEncoding, NomReader, BinWriter, View, Debug, Clone, Copy, PartialEq, Eq, Hash)]
#[encoding(id = "p2p_connection.id", view = "Self")]
pub struct ConnectionId {
    /// The address of the peer.
    pub addr: P2pAddress,
    /// The port on which it listens, if it announced one.
    pub port: Option<u16>,
}
