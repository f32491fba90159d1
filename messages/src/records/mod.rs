//! What a node stores and reports about itself, its peers and its connections: the responses and events of its RPCs.

mod connection;
mod identity;
mod peer;
mod point;

pub use connection::ConnectionEvent;
pub use identity::StoredIdentity;
pub use peer::{P2pStat, PeerEvent, PeerEventKind, PeerState};
pub use point::{NoPeer, PeerAt, PointEvent, PointEventKind, PointInfo, PointState};
