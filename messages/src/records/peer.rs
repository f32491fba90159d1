//! The information that a node has about its peers.

use tezos_encoding::{BinWriter, HasEncoding, NomReader, View};

use crate::{handshake::P2pAddress, timestamp::SystemTimestamp};

/// The state of the connection to a peer. In JSON it is a name.
///
/// | bytes | field | encoding                                        |
/// |------:|-------|-------------------------------------------------|
/// | 1     |       | 0 `accepted`, 1 `running`, 2 `disconnected`     |
///
/// # Errors
/// `No_case_matched`; `Not_enough_data`.
///
/// Rule: [`p2p_peer.ml`, `State`][rule].
///
/// [rule]: https://github.com/tezos/tezos-mirror/blob/d26a8bef82159434e5a6db6a6d329f29dc8172dd/src/lib_base/p2p_peer.ml
#[derive(HasEncoding, NomReader, BinWriter, View, Debug, Clone, Copy, PartialEq, Eq, Hash)]
#[encoding(id = "p2p_peer.state", string_enum)]
pub enum PeerState {
    /// The handshake is in progress.
    Accepted,
    /// The connection is established.
    Running,
    /// There is no connection.
    Disconnected,
}

/// The kind of an event of the connection to a peer. In JSON it is a name.
///
/// | bytes | field | encoding |
/// |------:|-------|----------|
/// | 1     |       | 0 to 5   |
///
/// # Errors
/// `No_case_matched`; `Not_enough_data`.
///
/// Rule: [`p2p_peer.ml`, `Pool_event.kind_encoding`][rule].
///
/// [rule]: https://github.com/tezos/tezos-mirror/blob/d26a8bef82159434e5a6db6a6d329f29dc8172dd/src/lib_base/p2p_peer.ml
#[derive(HasEncoding, NomReader, BinWriter, View, Debug, Clone, Copy, PartialEq, Eq, Hash)]
#[encoding(string_enum)]
#[non_exhaustive]
pub enum PeerEventKind {
    /// The node accepts a connection.
    #[encoding(title = "incoming_request")]
    AcceptingRequest,
    /// The node rejects a connection.
    RejectingRequest,
    /// The peer rejected a connection.
    RequestRejected,
    /// A connection is established.
    ConnectionEstablished,
    /// The node closed the connection.
    Disconnection,
    /// The peer closed the connection.
    ExternalDisconnection,
}

/// An event of the connection to a peer.
///
/// | bytes | field       | encoding             |
/// |------:|-------------|----------------------|
/// | 1     | `kind`      | [`PeerEventKind`]    |
/// | 8     | `timestamp` | [`SystemTimestamp`]  |
/// | 20    | `addr`      | [`P2pAddress`]       |
/// | 1 + 2 | `port`      | `option` of `uint16` |
///
/// # Errors
/// The errors of the fields.
///
/// Rule: [`p2p_peer.ml`, `Pool_event`][rule].
///
/// [rule]: https://github.com/tezos/tezos-mirror/blob/d26a8bef82159434e5a6db6a6d329f29dc8172dd/src/lib_base/p2p_peer.ml
#[derive(HasEncoding, NomReader, BinWriter, View, Debug, Clone, Copy, PartialEq, Eq, Hash)]
#[encoding(id = "p2p_peer.pool_event", view = "Self")]
pub struct PeerEvent {
    /// What happened.
    pub kind: PeerEventKind,
    /// The time of the event.
    pub timestamp: SystemTimestamp,
    /// The address of the peer.
    pub addr: P2pAddress,
    /// The port on which it listens, if it announced one.
    pub port: Option<u16>,
}

/// The traffic of a node, or of one of its peers.
///
/// | bytes | field             | encoding |
/// |------:|-------------------|----------|
/// | 8     | `total_sent`      | `int64`  |
/// | 8     | `total_recv`      | `int64`  |
/// | 4     | `current_inflow`  | `int31`  |
/// | 4     | `current_outflow` | `int31`  |
///
/// # Errors
/// `Invalid_int` for flows outside of 31 bits; `Not_enough_data`.
///
/// Rule: [`p2p_stat.ml`, `encoding`][rule].
///
/// [rule]: https://github.com/tezos/tezos-mirror/blob/d26a8bef82159434e5a6db6a6d329f29dc8172dd/src/lib_base/p2p_stat.ml
#[derive(HasEncoding, NomReader, BinWriter, View, Debug, Clone, Copy, Default, PartialEq, Eq, Hash)]
#[encoding(id = "p2p_stat", view = "Self")]
pub struct P2pStat {
    /// Bytes sent.
    pub total_sent: i64,
    /// Bytes received.
    pub total_recv: i64,
    /// Bytes received in a second.
    #[encoding(builtin = "Int31")]
    pub current_inflow: i32,
    /// Bytes sent in a second.
    #[encoding(builtin = "Int31")]
    pub current_outflow: i32,
}
