//! Messages of the handshake: connection message, metadata and ack.

mod ack;
mod connection;
mod connection_id;
mod metadata;

pub use self::ack::{Ack, AckView, Motive};
pub use self::connection::{ConnectionMessage, ConnectionMessageView, NetworkVersion, NetworkVersionView};
pub use self::connection_id::{AddressTooShort, ConnectionId, P2pAddress};
pub use self::metadata::ConnectionMetadata;
