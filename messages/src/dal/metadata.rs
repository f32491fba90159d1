//! The metadata of a DAL node, the second message of its handshake.

use tezos_encoding::{BinWriter, HasEncoding, NomReader, View};

use crate::handshake::P2pAddress;

/// The metadata that a DAL node sends after its connection message. A node of a chain sends
/// [`handshake::ConnectionMetadata`](crate::handshake::ConnectionMetadata) instead.
///
/// | bytes  | field                 | encoding                |
/// |-------:|-----------------------|-------------------------|
/// | 1 + 20 | `advertised_net_addr` | `option` of [`P2pAddress`] |
/// | 1 + 2  | `advertised_net_port` | `option` of `uint16`    |
/// | 1      | `is_bootstrap_peer`   | `bool`                  |
///
/// # Errors
/// `Not_enough_data`; those of the address.
///
/// Rule: [`types.ml`, `P2P.Metadata.Connection`][rule].
///
/// [rule]: https://github.com/tezos/tezos-mirror/blob/d26a8bef82159434e5a6db6a6d329f29dc8172dd/src/lib_dal_node_services/types.ml#L655
#[derive(HasEncoding, NomReader, BinWriter, View, Debug, Clone, Copy, Default, PartialEq, Eq, Hash)]
#[encoding(id = "dal_p2p_connection.metadata", view = "Self")]
pub struct DalMetadata {
    /// The address at which the node can be reached, if it differs from that of the connection.
    pub advertised_net_addr: Option<P2pAddress>,
    /// The port at that address, if it differs from that of the connection message.
    pub advertised_net_port: Option<u16>,
    /// True if the node only helps others to find peers.
    pub is_bootstrap_peer: bool,
}
