//! The events of a node's pool of connections.

use tezos_encoding::{BinWriter, HasEncoding, NomReader, View};

use crate::{handshake::ConnectionId, hash::PeerId, point::Point};

/// An event of the pool of connections, named by the field `event` in JSON.
///
/// | bytes | field | encoding                |
/// |------:|-------|-------------------------|
/// | 1     | tag   | 0 to 25, as listed here |
/// | n     |       | the fields of the event |
///
/// # Errors
/// `Unexpected_tag`; those of the fields.
///
/// Rule: [`p2p_connection.ml`, `P2p_event`][rule].
///
/// [rule]: https://github.com/tezos/tezos-mirror/blob/d26a8bef82159434e5a6db6a6d329f29dc8172dd/src/lib_base/p2p_connection.ml
#[derive(HasEncoding, NomReader, BinWriter, View, Debug, Clone, Copy, PartialEq, Eq, Hash)]
#[encoding(id = "p2p_connection.pool_event", view = "Self")]
#[encoding(json(tag = "event"))]
#[non_exhaustive]
pub enum ConnectionEvent {
    /// The pool has fewer connections than it is configured to have.
    TooFewConnections,
    /// The pool has more connections than it is configured to have.
    TooManyConnections,
    /// The node learns of a point.
    NewPoint {
        /// The address of the peer.
        point: Point,
    },
    /// The node learns of a peer.
    NewPeer {
        /// The id of the peer.
        peer_id: PeerId,
    },
    /// A peer connects.
    IncomingConnection {
        /// The address of the peer.
        point: Point,
    },
    /// The node connects to a peer.
    OutgoingConnection {
        /// The address of the peer.
        point: Point,
    },
    /// A peer did not authenticate itself.
    AuthenticationFailed {
        /// The address of the peer.
        point: Point,
    },
    /// The node accepts a connection.
    AcceptingRequest {
        /// The address of the peer.
        point: Point,
        /// The other end of the connection.
        id_point: ConnectionId,
        /// The id of the peer.
        peer_id: PeerId,
    },
    /// The node rejects a connection.
    RejectingRequest {
        /// The address of the peer.
        point: Point,
        /// The other end of the connection.
        id_point: ConnectionId,
        /// The id of the peer.
        peer_id: PeerId,
    },
    /// A peer rejected a connection.
    RequestRejected {
        /// The address of the peer.
        point: Point,
        /// The other end and the peer, if they are known.
        identity: Option<(ConnectionId, PeerId)>,
    },
    /// A connection is established.
    ConnectionEstablished {
        /// The other end of the connection.
        id_point: ConnectionId,
        /// The id of the peer.
        peer_id: PeerId,
    },
    /// The node closed a connection.
    Disconnection {
        /// The id of the peer.
        peer_id: PeerId,
    },
    /// A peer closed a connection.
    ExternalDisconnection {
        /// The id of the peer.
        peer_id: PeerId,
    },
    /// Old points are forgotten.
    GcPoints,
    /// Old peers are forgotten.
    GcPeerIds,
    /// A peer proposes a swap.
    SwapRequestReceived {
        /// The peer.
        source: PeerId,
    },
    /// A peer accepts a swap.
    SwapAckReceived {
        /// The peer.
        source: PeerId,
    },
    /// The node proposes a swap.
    SwapRequestSent {
        /// The peer.
        source: PeerId,
    },
    /// The node accepts a swap.
    SwapAckSent {
        /// The peer.
        source: PeerId,
    },
    /// The node ignores the proposal of a swap.
    SwapRequestIgnored {
        /// The peer.
        source: PeerId,
    },
    /// A swap succeeded.
    SwapSuccess {
        /// The peer.
        source: PeerId,
    },
    /// A swap failed.
    SwapFailure {
        /// The peer.
        source: PeerId,
    },
    /// The node asks for points.
    BootstrapSent {
        /// The peer.
        source: PeerId,
    },
    /// A peer asks for points.
    BootstrapReceived {
        /// The peer.
        source: PeerId,
    },
    /// The node sends points.
    AdvertiseSent {
        /// The peer.
        source: PeerId,
    },
    /// A peer sends points.
    AdvertiseReceived {
        /// The peer.
        source: PeerId,
    },
}
