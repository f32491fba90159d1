//! What a pool decides.

use core::fmt;

use tezos_messages::{handshake::Motive, hash::PeerId, p2p::Swap, point::Point};

use super::Greylisted;

/// The number of a connection, also of one that is being opened. Numbers are not used again.
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub struct ConnectionNumber(pub(super) u64);

impl fmt::Display for ConnectionNumber {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        self.0.fmt(f)
    }
}

/// What the node has to do.
#[derive(Debug, Clone, PartialEq, Eq)]
#[non_exhaustive]
pub enum Action {
    /// Open a connection. It exists from now on: [`Pool::closed`](super::Pool::closed) is called if it cannot be opened.
    Dial {
        /// The new connection.
        connection: ConnectionNumber,
        /// Where the node listens.
        point: Point,
    },
    /// Send a message.
    Send {
        /// The connection.
        connection: ConnectionNumber,
        /// The message.
        message: Discovery,
    },
    /// Close a connection, which the pool has forgotten already.
    Close {
        /// The connection.
        connection: ConnectionNumber,
        /// Why it is closed.
        reason: Reason,
    },
}

/// The messages by which nodes find others, on all networks.
///
/// Rule: [`p2p_message.ml`, `encoding`][rule].
///
/// [rule]: https://github.com/tezos/tezos-mirror/blob/d26a8bef82159434e5a6db6a6d329f29dc8172dd/src/lib_p2p/p2p_message.ml#L35
#[derive(Debug, Clone, PartialEq, Eq)]
pub enum Discovery {
    /// The sender is about to close the connection.
    Disconnect,
    /// The sender requests points.
    Bootstrap,
    /// Points of other nodes: at most 100.
    Advertise(Vec<Point>),
    /// The sender proposes to exchange one of its peers for one of the receiver's.
    SwapRequest(Swap),
    /// The answer: the peer given in exchange.
    SwapAck(Swap),
}

/// Why a connection is closed that both sides had accepted.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
#[non_exhaustive]
pub enum Reason {
    /// There are too many connections.
    TooMany,
    /// The peer was given in exchange for another one.
    Swapped,
    /// The peer sent `Disconnect`.
    Disconnect,
}

impl fmt::Display for Reason {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(match self {
            Self::TooMany => "there are too many connections",
            Self::Swapped => "the peer was exchanged for another one",
            Self::Disconnect => "the peer is about to close the connection",
        })
    }
}

/// Why a connection is closed without a nack.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
#[non_exhaustive]
pub enum Denied {
    /// The address or the peer is greylisted.
    Greylisted(Greylisted),
    /// Too many incoming connections are in their handshake: [`max_handshakes`](super::PoolConfig::max_handshakes).
    Handshakes,
    /// Too many connections with the address: [`max_per_address`](super::PoolConfig::max_per_address).
    Address,
    /// Too many connections with the network of the address: [`max_per_network`](super::PoolConfig::max_per_network).
    Network,
    /// The node is private, and the peer is not trusted.
    Private,
    /// Another peer is expected at this point.
    OtherPeer {
        /// The expected peer.
        expected: PeerId,
    },
    /// The peer is this node.
    Myself,
    /// The pool has closed the connection already.
    Unknown,
}

impl fmt::Display for Denied {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Self::Greylisted(greylisted) => greylisted.fmt(f),
            Self::Handshakes => f.write_str("too many incoming connections are in their handshake"),
            Self::Address => f.write_str("there are too many connections with this address"),
            Self::Network => f.write_str("there are too many connections with this network"),
            Self::Private => f.write_str("this node is private, and the peer is not trusted"),
            Self::OtherPeer { expected } => write!(f, "the peer {expected} is expected at this point"),
            Self::Myself => f.write_str("the peer is this node"),
            Self::Unknown => f.write_str("the connection was closed"),
        }
    }
}

/// A peer that is not accepted.
#[derive(Debug, Clone, PartialEq, Eq)]
#[non_exhaustive]
pub enum Unwanted {
    /// The peer gets a nack with this motive and these points.
    Nack(Motive, Vec<Point>),
    /// The connection is closed.
    Close(Denied),
}

impl fmt::Display for Unwanted {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Self::Nack(motive, _) => motive.fmt(f),
            Self::Close(denied) => denied.fmt(f),
        }
    }
}
