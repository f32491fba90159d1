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
pub enum ConnectionEvent {
    /// The pool has fewer connections than it is configured to have.
    TooFewConnections {
        /// In JSON only.
        #[encoding(constant = "too_few_connections")]
        event: (),
    },
    /// The pool has more connections than it is configured to have.
    TooManyConnections {
        /// In JSON only.
        #[encoding(constant = "too_many_connections")]
        event: (),
    },
    /// The node learns of a point.
    NewPoint {
        /// In JSON only.
        #[encoding(constant = "new_point")]
        event: (),
        /// The address of the peer.
        point: Point,
    },
    /// The node learns of a peer.
    NewPeer {
        /// In JSON only.
        #[encoding(constant = "new_peer")]
        event: (),
        /// The id of the peer.
        peer_id: PeerId,
    },
    /// A peer connects.
    IncomingConnection {
        /// In JSON only.
        #[encoding(constant = "incoming_connection")]
        event: (),
        /// The address of the peer.
        point: Point,
    },
    /// The node connects to a peer.
    OutgoingConnection {
        /// In JSON only.
        #[encoding(constant = "outgoing_connection")]
        event: (),
        /// The address of the peer.
        point: Point,
    },
    /// A peer did not authenticate itself.
    AuthenticationFailed {
        /// In JSON only.
        #[encoding(constant = "authentication_failed")]
        event: (),
        /// The address of the peer.
        point: Point,
    },
    /// The node accepts a connection.
    AcceptingRequest {
        /// In JSON only.
        #[encoding(constant = "accepting_request")]
        event: (),
        /// The address of the peer.
        point: Point,
        /// The other end of the connection.
        id_point: ConnectionId,
        /// The id of the peer.
        peer_id: PeerId,
    },
    /// The node rejects a connection.
    RejectingRequest {
        /// In JSON only.
        #[encoding(constant = "rejecting_request")]
        event: (),
        /// The address of the peer.
        point: Point,
        /// The other end of the connection.
        id_point: ConnectionId,
        /// The id of the peer.
        peer_id: PeerId,
    },
    /// A peer rejected a connection.
    RequestRejected {
        /// In JSON only.
        #[encoding(constant = "request_rejected")]
        event: (),
        /// The address of the peer.
        point: Point,
        /// The other end and the peer, if they are known.
        identity: Option<(ConnectionId, PeerId)>,
    },
    /// A connection is established.
    ConnectionEstablished {
        /// In JSON only.
        #[encoding(constant = "connection_established")]
        event: (),
        /// The other end of the connection.
        id_point: ConnectionId,
        /// The id of the peer.
        peer_id: PeerId,
    },
    /// The node closed a connection.
    Disconnection {
        /// In JSON only.
        #[encoding(constant = "disconnection")]
        event: (),
        /// The id of the peer.
        peer_id: PeerId,
    },
    /// A peer closed a connection.
    ExternalDisconnection {
        /// In JSON only.
        #[encoding(constant = "external_disconnection")]
        event: (),
        /// The id of the peer.
        peer_id: PeerId,
    },
    /// Old points are forgotten.
    GcPoints {
        /// In JSON only.
        #[encoding(constant = "gc_points")]
        event: (),
    },
    /// Old peers are forgotten.
    GcPeerIds {
        /// In JSON only.
        #[encoding(constant = "gc_peer_ids")]
        event: (),
    },
    /// A peer proposes a swap.
    SwapRequestReceived {
        /// In JSON only.
        #[encoding(constant = "swap_request_received")]
        event: (),
        /// The peer.
        source: PeerId,
    },
    /// A peer accepts a swap.
    SwapAckReceived {
        /// In JSON only.
        #[encoding(constant = "swap_ack_received")]
        event: (),
        /// The peer.
        source: PeerId,
    },
    /// The node proposes a swap.
    SwapRequestSent {
        /// In JSON only.
        #[encoding(constant = "swap_request_sent")]
        event: (),
        /// The peer.
        source: PeerId,
    },
    /// The node accepts a swap.
    SwapAckSent {
        /// In JSON only.
        #[encoding(constant = "swap_ack_sent")]
        event: (),
        /// The peer.
        source: PeerId,
    },
    /// The node ignores the proposal of a swap.
    SwapRequestIgnored {
        /// In JSON only.
        #[encoding(constant = "swap_request_ignored")]
        event: (),
        /// The peer.
        source: PeerId,
    },
    /// A swap succeeded.
    SwapSuccess {
        /// In JSON only.
        #[encoding(constant = "swap_success")]
        event: (),
        /// The peer.
        source: PeerId,
    },
    /// A swap failed.
    SwapFailure {
        /// In JSON only.
        #[encoding(constant = "swap_failure")]
        event: (),
        /// The peer.
        source: PeerId,
    },
    /// The node asks for points.
    BootstrapSent {
        /// In JSON only.
        #[encoding(constant = "bootstrap_sent")]
        event: (),
        /// The peer.
        source: PeerId,
    },
    /// A peer asks for points.
    BootstrapReceived {
        /// In JSON only.
        #[encoding(constant = "bootstrap_received")]
        event: (),
        /// The peer.
        source: PeerId,
    },
    /// The node sends points.
    AdvertiseSent {
        /// In JSON only.
        #[encoding(constant = "advertise_sent")]
        event: (),
        /// The peer.
        source: PeerId,
    },
    /// A peer sends points.
    AdvertiseReceived {
        /// In JSON only.
        #[encoding(constant = "advertise_received")]
        event: (),
        /// The peer.
        source: PeerId,
    },
}
