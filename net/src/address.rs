//! Where a node is reached.

use core::{error, fmt, net::Ipv6Addr, str::FromStr};

use tezos_messages::{base58::Base58Error, hash::PeerId};

/// Where a node is reached: `HOST[:PORT][#PEER]`, as Octez takes it in its configuration and on its command line.
///
/// HOST is an IPv4 address, an IPv6 address in square brackets, or a name for the system to resolve. PEER is the identifier of the node that is
/// expected there: [`Authenticated::expect`](crate::Authenticated::expect).
///
/// ```
/// use tezos_net::Address;
///
/// let address: Address = "[2001:db8::1]:9733#idqjq34sB6uHWdFzJDB97zwXAdHASb".parse().unwrap();
/// assert_eq!((address.host.as_str(), address.port), ("2001:db8::1", Some(9733)));
/// assert_eq!(address.peer.unwrap().to_string(), "idqjq34sB6uHWdFzJDB97zwXAdHASb");
/// let name: Address = "boot.tzinit.org".parse().unwrap();
/// assert_eq!((name.port, name.to_string().as_str()), (None, "boot.tzinit.org"));
/// ```
///
/// Rule: [`p2p_point.ml`, `parse_addr_port_id`][rule].
///
/// [rule]: https://github.com/tezos/tezos-mirror/blob/d26a8bef82159434e5a6db6a6d329f29dc8172dd/src/lib_base/p2p_point.ml
#[derive(Debug, Clone, PartialEq, Eq, Hash)]
#[non_exhaustive]
pub struct Address {
    /// The IP address, without square brackets, or the name.
    pub host: String,
    /// The port.
    pub port: Option<u16>,
    /// The node that is expected there.
    pub peer: Option<PeerId>,
}

impl Address {
    /// The port of nodes of a chain, if an address has none.
    pub const DEFAULT_PORT: u16 = 9732;
}

impl fmt::Display for Address {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let Self { host, port, peer } = self;
        if host.contains(':') {
            write!(f, "[{host}]")?
        } else {
            f.write_str(host)?
        }
        port.iter().try_for_each(|port| write!(f, ":{port}"))?;
        peer.iter().try_for_each(|peer| write!(f, "#{peer}"))
    }
}

/// Why text is not an [`Address`].
#[derive(Debug, Clone, PartialEq, Eq)]
#[non_exhaustive]
pub enum AddressError {
    /// The host is empty, or has other characters than letters, digits, `-`, `_` and `.`.
    Host(String),
    /// What is in square brackets is not an IPv6 address, or an IPv6 address is not in square brackets.
    Ipv6(String),
    /// The port is not a number from 1 to 65,535.
    Port(String),
    /// The text after `#` is not the identifier of a node.
    Peer(Base58Error),
}

impl fmt::Display for AddressError {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Self::Host(host) => write!(f, "`{host}` is not a host: write HOST[:PORT][#PEER], such as 1.2.3.4:9732"),
            Self::Ipv6(host) => {
                write!(f, "`{host}` is not an IPv6 address in square brackets, such as [2001:db8::1]:9732")
            }
            Self::Port(port) => write!(f, "`{port}` is not a port: expected a number from 1 to 65535"),
            Self::Peer(error) => write!(f, "what follows `#` is not the identifier of a node: {error}"),
        }
    }
}

impl error::Error for AddressError {}

impl FromStr for Address {
    type Err = AddressError;

    fn from_str(text: &str) -> Result<Self, AddressError> {
        let (place, peer) = match text.split_once('#') {
            Some((place, peer)) => (place, Some(peer.parse().map_err(AddressError::Peer)?)),
            None => (text, None),
        };
        let not_ipv6 = || AddressError::Ipv6(place.into());
        let (host, port) = match place.strip_prefix('[') {
            Some(rest) => {
                let (host, behind) = rest.split_once(']').ok_or_else(not_ipv6)?;
                host.parse::<Ipv6Addr>().map_err(|_| not_ipv6())?;
                match behind.strip_prefix(':') {
                    None if !behind.is_empty() => return Err(not_ipv6()),
                    port => (host, port),
                }
            }
            None if place.parse::<Ipv6Addr>().is_ok() => return Err(not_ipv6()),
            None => place.split_once(':').map_or((place, None), |(host, port)| (host, Some(port))),
        };
        let is_in_name = |sign: char| sign.is_ascii_alphanumeric() || matches!(sign, '-' | '_' | '.' | ':');
        if host.is_empty() || !host.chars().all(is_in_name) {
            return Err(AddressError::Host(host.into()));
        }
        let number =
            |text: &str| text.parse().ok().filter(|port| *port > 0).ok_or_else(|| AddressError::Port(text.into()));
        Ok(Self { host: host.into(), port: port.map(number).transpose()?, peer })
    }
}
