//! What a node stores and reports of itself, its peers and its connections: no messages, but the answers and events of its RPCs.

mod connection;
mod identity;
mod peer;
mod point;

pub use connection::ConnectionEvent;
pub use identity::StoredIdentity;
pub use peer::{PeerEvent, PeerEventKind, PeerState, Traffic};
pub use point::{NoPeer, PeerAt, PointEvent, PointEventKind, PointInfo, PointState};
