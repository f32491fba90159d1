//! The networks whose messages a session carries.

use core::{fmt::Debug, ops::RangeInclusive};

use tezos_encoding::{Decode, Encode};
use tezos_messages::{
    dal, handshake, p2p,
    session::{Config, Network},
};

use crate::pool::Discovery;

/// The messages of a network, and the metadata of its handshake.
///
/// [`p2p::PeerMessage`] is that of the nodes of a chain, [`dal::DalPeerMessage`] that of the nodes of the data-availability layer.
pub trait Message: Encode + for<'a> Decode<'a> + Clone + Debug + Eq + Send + Unpin + 'static {
    /// The metadata that each side sends after the connection messages.
    type Metadata: Encode + for<'a> Decode<'a> + Clone + Debug + Default + Eq + Send + Sync + Unpin + 'static;

    /// Versions of the messages that Octez supports. A node accepts these by default.
    const DISTRIBUTED_DB_VERSIONS: RangeInclusive<u16>;

    /// Returns the limits of a session on this network.
    fn session_config() -> Config;

    /// Returns true if a peer with this metadata is not to be advertised to others.
    fn is_private(metadata: &Self::Metadata) -> bool;

    /// Returns the message by which nodes find others, if it is one.
    ///
    /// # Errors
    /// The message itself, if it is another one.
    fn into_discovery(self) -> Result<Discovery, Self>;

    /// Returns a message by which nodes find others.
    fn from_discovery(message: Discovery) -> Self;
}

/// The conversions between a network's messages and [`Discovery`]: the cases have the same names in all networks.
macro_rules! discovery {
    () => {
        fn into_discovery(self) -> Result<Discovery, Self> {
            match self {
                Self::Disconnect => Ok(Discovery::Disconnect),
                Self::Bootstrap => Ok(Discovery::Bootstrap),
                Self::Advertise(points) => Ok(Discovery::Advertise(points)),
                Self::SwapRequest(swap) => Ok(Discovery::SwapRequest(swap)),
                Self::SwapAck(swap) => Ok(Discovery::SwapAck(swap)),
                other => Err(other),
            }
        }

        fn from_discovery(message: Discovery) -> Self {
            match message {
                Discovery::Disconnect => Self::Disconnect,
                Discovery::Bootstrap => Self::Bootstrap,
                Discovery::Advertise(points) => Self::Advertise(points),
                Discovery::SwapRequest(swap) => Self::SwapRequest(swap),
                Discovery::SwapAck(swap) => Self::SwapAck(swap),
            }
        }
    };
}

/// Rule: [`distributed_db_message.ml`, line 399][rule].
///
/// [rule]: https://github.com/tezos/tezos-mirror/blob/d26a8bef82159434e5a6db6a6d329f29dc8172dd/src/lib_shell/distributed_db_message.ml#L399
impl Message for p2p::PeerMessage {
    type Metadata = handshake::ConnectionMetadata;
    const DISTRIBUTED_DB_VERSIONS: RangeInclusive<u16> = 0..=2;

    fn session_config() -> Config {
        Config { network: Network::Chain, ..Config::default() }
    }

    fn is_private(metadata: &Self::Metadata) -> bool {
        metadata.private_node
    }

    discovery!();
}

/// Rule: [`transport_layer_interface.ml`, `version`][rule].
///
/// [rule]: https://github.com/tezos/tezos-mirror/blob/d26a8bef82159434e5a6db6a6d329f29dc8172dd/src/lib_dal_node/gossipsub/transport_layer_interface.ml#L231
impl Message for dal::DalPeerMessage {
    type Metadata = dal::DalMetadata;
    const DISTRIBUTED_DB_VERSIONS: RangeInclusive<u16> = 0..=0;

    fn session_config() -> Config {
        dal::session_config()
    }

    fn is_private(_: &Self::Metadata) -> bool {
        false
    }

    discovery!();
}
