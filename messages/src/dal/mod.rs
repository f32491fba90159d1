//! Messages between nodes of the data-availability layer (DAL): the gossipsub messages that spread the shards of slots.
//!
//! DAL nodes form a network of their own, beside that of the chain's nodes. Their [`session`](crate::session) differs in two things: the
//! [`network_version`] in the connection message, and the [`DalMetadata`] after it, whose lengths [`session_config`] sets for the
//! [`Session`](crate::session::Session). [`DalPeerMessage`]s follow.
//!
//! A slot is a piece of data to which a block of the chain commits. It is cut into shards, and each shard is assigned to a baker. A
//! [`Topic`] is the set of shards of one slot index that are assigned to one baker. Nodes that are interested in a topic form a mesh and
//! forward its shards.
//!
//! | tag    | message               | fields                                                          |
//! |-------:|-----------------------|-----------------------------------------------------------------|
//! | `0x10` | `Graft`               | [`Topic`]                                                       |
//! | `0x11` | `Prune`               | [`Prune`]                                                       |
//! | `0x12` | `IHave`               | [`IHave`]                                                       |
//! | `0x13` | `IWant`               | [`MessageId`]s                                                  |
//! | `0x14` | `Subscribe`           | [`Topic`]                                                       |
//! | `0x15` | `Unsubscribe`         | [`Topic`]                                                       |
//! | `0x16` | `Message_with_header` | [`MessageWithHeader`]                                           |
//!
//! ```
//! use tezos_encoding::{Decode, Encode, ToJson};
//! use tezos_messages::dal::{DalPeerMessage, Topic};
//!
//! # fn main() -> Result<(), Box<dyn std::error::Error>> {
//! let topic = Topic { slot_index: 3, pkh: "tz1burnburnburnburnburnburnburjAYjjX".parse()? };
//! let message = DalPeerMessage::Graft(topic);
//! assert_eq!(message.to_bytes()?[..8], [0, 0, 0, 24, 0, 0x10, 3, 0]);
//! assert_eq!(DalPeerMessage::from_bytes(&message.to_bytes()?)?, message);
//! let json = r#"{"kind":"graft","topic":{"slot_index":3,"pkh":"tz1burnburnburnburnburnburnburjAYjjX"}}"#;
//! assert_eq!(message.to_json()?, json);
//! # Ok(())
//! # }
//! ```

mod metadata;
mod parts;
mod scalar;

pub use self::metadata::DalMetadata;
pub use self::parts::{
    GossipMessage, GossipMessageView, IHave, IHaveView, MessageId, MessageWithHeader, MessageWithHeaderView, Prune,
    PruneView, PxPeer, Span, Topic,
};
pub use self::scalar::{NotInField, Scalar};

use alloc::{format, vec::Vec};

use tezos_encoding::{BinWriter, HasEncoding, NomReader, View, schema::Size};

use crate::{
    handshake::NetworkVersion,
    limits::{ADVERTISE_MAX_ITEMS, DAL_MESSAGE_IDS_MAX_ITEMS, PEER_MESSAGE_MAX_BYTES},
    p2p::Swap,
    point::Point,
    session::{Config, Network},
};

/// Returns the version for the connection message of a DAL node. `chain_name` is that of the chain whose data it spreads, such as
/// `TEZOS_MAINNET`.
///
/// Rule: [`transport_layer_interface.ml`, `version`][rule] and [`l1_helpers.ml`, `infer_dal_network_name`][name].
///
/// ```
/// let version = tezos_messages::dal::network_version("TEZOS_MAINNET");
/// assert_eq!(version.chain_name, *"DAL_TEZOS_MAINNET");
/// assert_eq!((version.distributed_db_version, version.p2p_version), (0, 1));
/// ```
///
/// [rule]: https://github.com/tezos/tezos-mirror/blob/d26a8bef82159434e5a6db6a6d329f29dc8172dd/src/lib_dal_node/gossipsub/transport_layer_interface.ml#L231
/// [name]: https://github.com/tezos/tezos-mirror/blob/d26a8bef82159434e5a6db6a6d329f29dc8172dd/src/lib_dal_node/l1_helpers.ml#L79
#[must_use]
pub fn network_version(chain_name: &str) -> NetworkVersion {
    NetworkVersion { chain_name: format!("DAL_{chain_name}").into(), distributed_db_version: 0, p2p_version: 1 }
}

/// Returns the configuration of a session between DAL nodes: that of a chain's nodes, with the lengths of [`DalMetadata`], 3 bytes or more.
///
/// ```
/// use tezos_encoding::Encode;
/// use tezos_messages::dal::{DalMetadata, session_config};
/// let lengths = session_config().metadata_bytes;
/// assert!(lengths.contains(&DalMetadata::default().to_bytes().unwrap().len()));
/// assert!(!lengths.contains(&2), "the metadata of a chain's node");
/// ```
#[must_use]
pub fn session_config() -> Config {
    const SIZE: Size = DalMetadata::ENCODING.size();
    let metadata_bytes = SIZE.least..=SIZE.most.unwrap_or(usize::MAX);
    Config { metadata_bytes, network: Network::Dal, ..Config::default() }
}

/// Defines a union of the seven kinds of gossipsub message, after other variants.
macro_rules! with_gossipsub_kinds {
    ($(#[$meta:meta])* pub enum $name:ident { $($before:tt)* }) => {
        #[derive(HasEncoding, NomReader, BinWriter, View, Debug, Clone, PartialEq, Eq, Hash)]
        $(#[$meta])*
        pub enum $name {
            $($before)*
            /// The sender adds the receiver to its mesh for a topic. Body: 22 bytes, a [`Topic`].
            #[encoding(tag = 0x10, json(kind_first = "graft"))]
            Graft(#[encoding(name = "topic")] Topic),
            /// The sender removes the receiver from its mesh for a topic.
            #[encoding(tag = 0x11, json(kind_first = "prune"))]
            Prune(Prune),
            /// Messages that the sender can provide.
            #[encoding(tag = 0x12, title = "IHave", json(kind_first = "ihave"))]
            IHave(IHave),
            /// The sender requests messages. Body: a 4-byte size prefix, at most 5,000 [`MessageId`]s.
            #[encoding(tag = 0x13, title = "IWant", json(kind_first = "iwant"))]
            IWant(
                #[encoding(name = "message_ids", dynamic, list = "DAL_MESSAGE_IDS_MAX_ITEMS")]
                Vec<MessageId>,
            ),
            /// The sender subscribes to a topic; with [`Topic::PING`] it only keeps the connection alive. Body: 22 bytes, a [`Topic`].
            #[encoding(tag = 0x14, json(kind_first = "subscribe"))]
            Subscribe(#[encoding(name = "topic")] Topic),
            /// The sender unsubscribes from a topic. Body: 22 bytes, a [`Topic`].
            #[encoding(tag = 0x15, json(kind_first = "unsubscribe"))]
            Unsubscribe(#[encoding(name = "topic")] Topic),
            /// A shard, with its topic and its identifier.
            #[encoding(tag = 0x16, json(kind_first = "message_with_header"))]
            MessageWithHeader(MessageWithHeader),
        }
    };
}

with_gossipsub_kinds! {
    /// A message between DAL nodes, before encryption.
    ///
    /// | bytes | field | encoding                        |
    /// |------:|-------|---------------------------------|
    /// | 4     | size  | `uint30`, bytes of tag and body |
    /// | 2     | tag   | `uint16`                        |
    /// | rest  | body  | by the tag                      |
    ///
    /// The tags up to `0x05` are those of the peer layer, as in [`p2p::PeerMessage`](crate::p2p::PeerMessage). Other messages have no limit
    /// except that of the peer layer, 100 MiB.
    ///
    /// # Errors
    /// `Not_enough_data` if bytes are missing, or the body ends early; `Extra_bytes` if the body ends late, or
    /// bytes follow the message; `Unexpected_tag`; `Invalid_int` for a size of 2^31 or more; and those of the body.
    ///
    /// Rule: [`p2p_message.ml`, line 35][rule] and [`transport_layer_interface.ml`, line 49][messages].
    ///
    /// [rule]: https://github.com/tezos/tezos-mirror/blob/d26a8bef82159434e5a6db6a6d329f29dc8172dd/src/lib_p2p/p2p_message.ml#L35
    /// [messages]: https://github.com/tezos/tezos-mirror/blob/d26a8bef82159434e5a6db6a6d329f29dc8172dd/src/lib_dal_node/gossipsub/transport_layer_interface.ml#L49
    #[encoding(tags = "u16", bounded = "PEER_MESSAGE_MAX_BYTES", dynamic)]
    #[non_exhaustive]
    pub enum DalPeerMessage {
        /// The sender is about to close the connection. No body.
        #[encoding(tag = 0x01, json(kind = "Disconnect"))]
        Disconnect,
        /// The sender requests points of other peers. No body.
        #[encoding(tag = 0x02, json(kind = "Bootstrap"))]
        Bootstrap,
        /// Points of other peers: at most 100 [`Point`]s, to the end of the message.
        #[encoding(tag = 0x03, json(kind = "Advertise"))]
        Advertise(#[encoding(name = "id", list = "ADVERTISE_MAX_ITEMS")] Vec<Point>),
        /// The sender proposes to exchange one of its peers for one of the receiver's.
        #[encoding(tag = 0x04, json(kind = "Swap_request"))]
        SwapRequest(Swap),
        /// The answer to a proposal: the peer given in exchange.
        #[encoding(tag = 0x05, json(kind = "Swap_ack"))]
        SwapAck(Swap),
    }
}

with_gossipsub_kinds! {
    /// A gossipsub message on its own, as Octez registers it under the id `dal_p2p_message`.
    ///
    /// | bytes | field | encoding                                 |
    /// |------:|-------|------------------------------------------|
    /// | 1     | tag   | `uint8`, with the values of [`DalPeerMessage`] |
    /// | rest  | body  | by the tag                               |
    ///
    /// # Errors
    /// `Unexpected_tag`; `Not_enough_data`; `Extra_bytes`; those of the body.
    ///
    /// Rule: [`transport_layer_interface.ml`, `p2p_message_encoding`][rule].
    ///
    /// [rule]: https://github.com/tezos/tezos-mirror/blob/d26a8bef82159434e5a6db6a6d329f29dc8172dd/src/lib_dal_node/gossipsub/transport_layer_interface.ml#L161
    #[encoding(id = "dal_p2p_message")]
    #[non_exhaustive]
    pub enum Gossip {}
}

#[cfg(test)]
mod tests {
    use tezos_encoding::Tagged;

    use super::*;

    #[test]
    fn both_unions_have_the_same_kinds() {
        let kinds = |case: &tezos_encoding::schema::Case| (case.tag, case.title, case.payload.size());
        let of_peers: Vec<_> = DalPeerMessage::CASES.iter().skip(5).map(kinds).collect();
        assert_eq!(of_peers, Gossip::CASES.iter().map(kinds).collect::<Vec<_>>());
        let titles: Vec<_> = Gossip::CASES.iter().map(|case| (case.tag, case.title)).collect();
        let names = ["Graft", "Prune", "IHave", "IWant", "Subscribe", "Unsubscribe", "Message_with_header"];
        assert_eq!(titles, (0x10..).zip(names).collect::<Vec<_>>());
    }
}
