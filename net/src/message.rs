//! The networks whose messages a session carries.

use core::{fmt::Debug, ops::RangeInclusive};

use tezos_encoding::{Decode, Encode};
use tezos_messages::{
    dal, handshake, p2p,
    session::{Config, Network},
};

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
}
