//! The information that a node has about the points that it connects to.

use core::fmt;

use tezos_encoding::{BinWriter, HasEncoding, NomReader, View};

use crate::{hash::PeerId, timestamp::SystemTimestamp};

/// The state of the connection to a point, named by the field `event_kind` in JSON.
///
/// | bytes | field         | encoding     |
/// |------:|---------------|--------------|
/// | 1     | tag           | 0 to 3       |
/// | 16    | `p2p_peer_id` | [`PeerId`], with the tags 1 and 2 |
///
/// # Errors
/// `Unexpected_tag`; `Not_enough_data`.
///
/// Rule: [`p2p_point.ml`, `State`][rule].
///
/// [rule]: https://github.com/tezos/tezos-mirror/blob/d26a8bef82159434e5a6db6a6d329f29dc8172dd/src/lib_base/p2p_point.ml
#[derive(HasEncoding, NomReader, BinWriter, View, Debug, Clone, Copy, PartialEq, Eq, Hash)]
#[encoding(id = "p2p_point.state", view = "Self")]
#[encoding(json(tag = "event_kind"))]
pub enum PointState {
    /// The node requested a connection.
    Requested,
    /// The handshake is in progress.
    Accepted {
        /// The id of the peer.
        p2p_peer_id: PeerId,
    },
    /// The connection is established.
    Running {
        /// The id of the peer.
        p2p_peer_id: PeerId,
    },
    /// There is no connection.
    Disconnected,
}

impl PointState {
    /// Returns the peer at the other end, if there is a connection.
    #[must_use]
    pub const fn peer(&self) -> Option<PeerId> {
        match self {
            Self::Accepted { p2p_peer_id, .. } | Self::Running { p2p_peer_id, .. } => Some(*p2p_peer_id),
            Self::Requested { .. } | Self::Disconnected { .. } => None,
        }
    }
}

/// A peer and a time.
pub type PeerAt = (PeerId, SystemTimestamp);

/// The information that a node has about a point.
///
/// | bytes  | field                         | encoding                        |
/// |-------:|-------------------------------|---------------------------------|
/// | 1      | `trusted`                     | `bool`                          |
/// | 1 + 8  | `greylisted_until`            | `option` of a [`SystemTimestamp`] |
/// | 1 + n  | `state`                       | [`PointState`]                  |
/// | 1 + 16 | `p2p_peer_id`                 | `option` of a [`PeerId`]        |
/// | 1 + 8  | `last_failed_connection`      | `option` of a [`SystemTimestamp`] |
/// | 1 + 24 | `last_rejected_connection`    | `option` of a [`PeerAt`]        |
/// | 1 + 24 | `last_established_connection` | `option` of a [`PeerAt`]        |
/// | 1 + 24 | `last_disconnection`          | `option` of a [`PeerAt`]        |
/// | 1 + 24 | `last_seen`                   | `option` of a [`PeerAt`]        |
/// | 1 + 8  | `last_miss`                   | `option` of a [`SystemTimestamp`] |
/// | 1 + 16 | `expected_peer_id`            | `option` of a [`PeerId`]        |
///
/// The peer of the connection is encoded twice, in `state` and in `p2p_peer_id`. As in Octez, `p2p_peer_id` wins if they differ, and is
/// ignored if there is no connection.
///
/// # Errors
/// `Exception_raised_in_user_function` for a connection without `p2p_peer_id`; those of the fields.
///
/// Rule: [`p2p_point.ml`, `Info`][rule].
///
/// [rule]: https://github.com/tezos/tezos-mirror/blob/d26a8bef82159434e5a6db6a6d329f29dc8172dd/src/lib_base/p2p_point.ml
#[derive(HasEncoding, NomReader, BinWriter, View, Debug, Clone, PartialEq, Eq)]
#[encoding(id = "p2p_point.info", try_from = "InfoFields", into = "InfoFields")]
pub struct PointInfo {
    /// True if the node's operator trusts the point.
    pub trusted: bool,
    /// The time until which the node does not connect to the point.
    pub greylisted_until: Option<SystemTimestamp>,
    /// The state of the connection.
    pub state: PointState,
    /// The last time a connection failed.
    pub last_failed_connection: Option<SystemTimestamp>,
    /// The last time a connection was rejected.
    pub last_rejected_connection: Option<PeerAt>,
    /// The last time a connection was established.
    pub last_established_connection: Option<PeerAt>,
    /// The last time a connection was closed.
    pub last_disconnection: Option<PeerAt>,
    /// The last time the peer was connected.
    pub last_seen: Option<PeerAt>,
    /// The last time the peer could not be reached.
    pub last_miss: Option<SystemTimestamp>,
    /// The only peer that the node accepts at this point, if it is restricted to one.
    pub expected_peer_id: Option<PeerId>,
}

/// The fields of a [`PointInfo`] on the wire.
#[derive(HasEncoding, NomReader, BinWriter)]
struct InfoFields {
    trusted: bool,
    greylisted_until: Option<SystemTimestamp>,
    state: PointState,
    p2p_peer_id: Option<PeerId>,
    last_failed_connection: Option<SystemTimestamp>,
    last_rejected_connection: Option<PeerAt>,
    last_established_connection: Option<PeerAt>,
    last_disconnection: Option<PeerAt>,
    last_seen: Option<PeerAt>,
    last_miss: Option<SystemTimestamp>,
    expected_peer_id: Option<PeerId>,
}

impl TryFrom<InfoFields> for PointInfo {
    type Error = NoPeer;

    fn try_from(fields: InfoFields) -> Result<Self, NoPeer> {
        let mut state = fields.state;
        if let PointState::Accepted { p2p_peer_id, .. } | PointState::Running { p2p_peer_id, .. } = &mut state {
            *p2p_peer_id = fields.p2p_peer_id.ok_or(NoPeer)?;
        }
        Ok(Self {
            trusted: fields.trusted,
            greylisted_until: fields.greylisted_until,
            state,
            last_failed_connection: fields.last_failed_connection,
            last_rejected_connection: fields.last_rejected_connection,
            last_established_connection: fields.last_established_connection,
            last_disconnection: fields.last_disconnection,
            last_seen: fields.last_seen,
            last_miss: fields.last_miss,
            expected_peer_id: fields.expected_peer_id,
        })
    }
}

impl From<&PointInfo> for InfoFields {
    fn from(info: &PointInfo) -> Self {
        Self {
            trusted: info.trusted,
            greylisted_until: info.greylisted_until,
            state: info.state,
            p2p_peer_id: info.state.peer(),
            last_failed_connection: info.last_failed_connection,
            last_rejected_connection: info.last_rejected_connection,
            last_established_connection: info.last_established_connection,
            last_disconnection: info.last_disconnection,
            last_seen: info.last_seen,
            last_miss: info.last_miss,
            expected_peer_id: info.expected_peer_id,
        }
    }
}

/// The error for a connection without a peer.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct NoPeer;

impl fmt::Display for NoPeer {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str("expected the p2p_peer_id of an accepted or running connection")
    }
}

impl core::error::Error for NoPeer {}

/// An event of a point, with its time.
///
/// | bytes | field | encoding             |
/// |------:|-------|----------------------|
/// | 8     |       | [`SystemTimestamp`]  |
/// | 1 + n |       | [`PointEventKind`]   |
///
/// # Errors
/// The errors of the two fields.
///
/// Rule: [`p2p_point.ml`, `Pool_event`][rule].
///
/// [rule]: https://github.com/tezos/tezos-mirror/blob/d26a8bef82159434e5a6db6a6d329f29dc8172dd/src/lib_base/p2p_point.ml
#[derive(HasEncoding, NomReader, BinWriter, View, Debug, Clone, Copy, PartialEq, Eq, Hash)]
#[encoding(id = "p2p_point.pool_event", view = "Self")]
pub struct PointEvent(pub SystemTimestamp, pub PointEventKind);

/// An event of a point, named by the field `event_kind` in JSON. The last three have the name of `RejectingRequest` there: Octez prints
/// them so and reads them as that event.
///
/// | bytes  | field         | encoding                           |
/// |-------:|---------------|------------------------------------|
/// | 1      | tag           | 0 to 6                             |
/// | 16     | `p2p_peer_id` | [`PeerId`], with the tags 1, 2 and 4 to 6 |
/// | 1 + 16 | `p2p_peer_id` | `option` of a [`PeerId`], with the tag 3 |
///
/// # Errors
/// `Unexpected_tag`; `Not_enough_data`.
///
/// Rule: [`p2p_point.ml`, `Pool_event.kind_encoding`][rule].
///
/// [rule]: https://github.com/tezos/tezos-mirror/blob/d26a8bef82159434e5a6db6a6d329f29dc8172dd/src/lib_base/p2p_point.ml
#[derive(HasEncoding, NomReader, BinWriter, View, Debug, Clone, Copy, PartialEq, Eq, Hash)]
#[encoding(view = "Self", json(first_match))]
#[non_exhaustive]
pub enum PointEventKind {
    /// The node requests a connection.
    OutgoingRequest {
        /// In JSON only.
        #[encoding(constant = "outgoing_request")]
        event_kind: (),
    },
    /// The node accepts a connection.
    AcceptingRequest {
        /// In JSON only.
        #[encoding(constant = "accepting_request")]
        event_kind: (),
        /// The id of the peer.
        p2p_peer_id: PeerId,
    },
    /// The node rejects a connection.
    RejectingRequest {
        /// In JSON only.
        #[encoding(constant = "rejecting_request")]
        event_kind: (),
        /// The id of the peer.
        p2p_peer_id: PeerId,
    },
    /// The peer rejected a connection.
    #[encoding(title = "Rejecting_rejected")]
    RequestRejected {
        /// In JSON only.
        #[encoding(constant = "request_rejected")]
        event_kind: (),
        /// The id of the peer, if it is known.
        p2p_peer_id: Option<PeerId>,
    },
    /// A connection is established.
    ConnectionEstablished {
        /// In JSON only.
        #[encoding(constant = "rejecting_request")]
        event_kind: (),
        /// The id of the peer.
        p2p_peer_id: PeerId,
    },
    /// The node closed the connection.
    Disconnection {
        /// In JSON only.
        #[encoding(constant = "rejecting_request")]
        event_kind: (),
        /// The id of the peer.
        p2p_peer_id: PeerId,
    },
    /// The peer closed the connection.
    ExternalDisconnection {
        /// In JSON only.
        #[encoding(constant = "rejecting_request")]
        event_kind: (),
        /// The id of the peer.
        p2p_peer_id: PeerId,
    },
}
