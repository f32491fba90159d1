//! Bodies of messages, and their fields.

use alloc::vec::Vec;

use tezos_encoding::{BinWriter, HasEncoding, NomReader, View};
use tezos_hashes::{
    keys::{Ed25519PublicKeyHash, PublicKeyHash},
    protocol::DalCommitment,
};

use crate::{
    dal::Scalar,
    hash::PeerId,
    limits::{DAL_MESSAGE_IDS_MAX_ITEMS, DAL_PX_MAX_ITEMS},
    point::Point,
};

/// The shards of one slot index that are assigned to one baker.
///
/// | bytes | field        | encoding                                  |
/// |------:|--------------|-------------------------------------------|
/// | 1     | `slot_index` | `uint8`                                   |
/// | 21    | `pkh`        | [`PublicKeyHash`], a tag and the 20 bytes |
///
/// # Errors
/// `Not_enough_data`; `Unexpected_tag` for a key of an unknown scheme.
///
/// Rule: [`types.ml`, `Topic.encoding`][rule].
///
/// [rule]: https://github.com/tezos/tezos-mirror/blob/d26a8bef82159434e5a6db6a6d329f29dc8172dd/src/lib_dal_node_services/types.ml#L66
#[derive(HasEncoding, NomReader, BinWriter, View, Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash)]
#[encoding(view = "Self")]
pub struct Topic {
    /// The index of the slot in its block. The protocol has fewer slots than the byte allows.
    pub slot_index: u8,
    /// The baker.
    pub pkh: PublicKeyHash,
}

impl Topic {
    /// The topic of a `Subscribe` that is a ping: slot 0 and an Ed25519 hash of zeros, which no key has.
    ///
    /// Rule: [`transport_layer_interface.ml`, `ping_topic`][rule].
    ///
    /// [rule]: https://github.com/tezos/tezos-mirror/blob/d26a8bef82159434e5a6db6a6d329f29dc8172dd/src/lib_dal_node/gossipsub/transport_layer_interface.ml#L46
    pub const PING: Self = Self { slot_index: 0, pkh: PublicKeyHash::Ed25519(Ed25519PublicKeyHash([0; 20])) };
}

/// The identifier of a message: a shard of a slot.
///
/// | bytes | field         | encoding                                  |
/// |------:|---------------|-------------------------------------------|
/// | 4     | `level`       | `int32`                                   |
/// | 1     | `slot_index`  | `uint8`                                   |
/// | 48    | `commitment`  | [`DalCommitment`]                         |
/// | 2     | `shard_index` | `uint16`                                  |
/// | 21    | `pkh`         | [`PublicKeyHash`], a tag and the 20 bytes |
///
/// # Errors
/// `Not_enough_data`; `Unexpected_tag` for a key of an unknown scheme.
///
/// Rule: [`types.ml`, `Message_id.encoding`][rule].
///
/// [rule]: https://github.com/tezos/tezos-mirror/blob/d26a8bef82159434e5a6db6a6d329f29dc8172dd/src/lib_dal_node_services/types.ml#L146
#[derive(HasEncoding, NomReader, BinWriter, View, Debug, Clone, Copy, PartialEq, Eq, Hash)]
#[encoding(view = "Self")]
pub struct MessageId {
    /// Level of the block in which the slot was published.
    pub level: i32,
    /// The index of the slot in its block.
    pub slot_index: u8,
    /// The commitment to the slot's content.
    pub commitment: DalCommitment,
    /// The index of the shard in its slot.
    pub shard_index: u16,
    /// The baker to whom the shard is assigned.
    pub pkh: PublicKeyHash,
}

impl MessageId {
    /// Returns the topic of the message.
    #[must_use]
    pub const fn topic(&self) -> Topic {
        Topic { slot_index: self.slot_index, pkh: self.pkh }
    }
}

/// A peer that a `Prune` offers instead of the sender.
///
/// | bytes | field                   | encoding   |
/// |------:|-------------------------|------------|
/// | 4 + n | `maybe_reachable_point` | [`Point`]  |
/// | 16    | `peer`                  | [`PeerId`] |
///
/// # Errors
/// `Not_enough_data`; those of the point.
///
/// Rule: [`transport_layer_interface.ml`, `px_peer_encoding`][rule].
///
/// [rule]: https://github.com/tezos/tezos-mirror/blob/d26a8bef82159434e5a6db6a6d329f29dc8172dd/src/lib_dal_node/gossipsub/transport_layer_interface.ml#L33
#[derive(HasEncoding, NomReader, BinWriter, View, Debug, Clone, Copy, PartialEq, Eq, Hash)]
#[encoding(view = "Self")]
pub struct PxPeer {
    /// An address at which the peer may listen.
    pub maybe_reachable_point: Point,
    /// The identifier of the peer.
    pub peer: PeerId,
}

/// A duration in seconds.
///
/// | bytes | field  | encoding |
/// |------:|--------|----------|
/// | 2     | `span` | `int16`  |
///
/// # Errors
/// `Not_enough_data`.
///
/// Rule: [`types.ml`, `Span.encoding`][rule], whose `check_size 2` no value can exceed.
///
/// [rule]: https://github.com/tezos/tezos-mirror/blob/d26a8bef82159434e5a6db6a6d329f29dc8172dd/src/lib_dal_node_services/types.ml#L282
#[derive(HasEncoding, NomReader, BinWriter, View, Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash)]
#[encoding(view = "Self", bounded = 2)]
pub struct Span {
    /// The seconds. They are signed on the wire.
    pub span: i16,
}

/// The sender removes the receiver from its mesh for a topic.
///
/// | bytes | field     | encoding                         |
/// |------:|-----------|----------------------------------|
/// | 22    | `topic`   | [`Topic`]                        |
/// | 4 + n | `px`      | `dynamic`, at most 16 [`PxPeer`]s |
/// | 2     | `backoff` | [`Span`]                         |
///
/// # Errors
/// `Not_enough_data`; `List_too_long`; those of the topic and the peers.
///
/// Rule: [`transport_layer_interface.ml`, line 65][rule].
///
/// [rule]: https://github.com/tezos/tezos-mirror/blob/d26a8bef82159434e5a6db6a6d329f29dc8172dd/src/lib_dal_node/gossipsub/transport_layer_interface.ml#L65
#[derive(HasEncoding, NomReader, BinWriter, View, Debug, Clone, PartialEq, Eq, Hash)]
pub struct Prune {
    /// The topic.
    pub topic: Topic,
    /// Other peers of the mesh (px: peer exchange).
    #[encoding(dynamic, list = "DAL_PX_MAX_ITEMS")]
    pub px: Vec<PxPeer>,
    /// The time until the receiver may graft again.
    pub backoff: Span,
}

/// Messages that the sender can provide.
///
/// | bytes | field         | encoding                                |
/// |------:|---------------|-----------------------------------------|
/// | 22    | `topic`       | [`Topic`]                               |
/// | 4 + n | `message_ids` | `dynamic`, at most 5,000 [`MessageId`]s |
///
/// # Errors
/// `Not_enough_data`; `List_too_long`; those of the topic and the identifiers.
///
/// Rule: [`transport_layer_interface.ml`, line 85][rule].
///
/// [rule]: https://github.com/tezos/tezos-mirror/blob/d26a8bef82159434e5a6db6a6d329f29dc8172dd/src/lib_dal_node/gossipsub/transport_layer_interface.ml#L85
#[derive(HasEncoding, NomReader, BinWriter, View, Debug, Clone, PartialEq, Eq, Hash)]
pub struct IHave {
    /// The topic of the messages.
    pub topic: Topic,
    /// The messages.
    #[encoding(dynamic, list = "DAL_MESSAGE_IDS_MAX_ITEMS")]
    pub message_ids: Vec<MessageId>,
}

/// A shard of a slot, with the proof that it belongs to the slot.
///
/// | bytes | field         | encoding                     |
/// |------:|---------------|------------------------------|
/// | 4 + n | `share`       | `dynamic` [`Scalar`]s        |
/// | 48    | `shard_proof` | [`DalCommitment`], a point of G1 too |
///
/// # Errors
/// `Not_enough_data`; those of the scalars.
///
/// Rule: [`types.ml`, `Message.encoding`][rule] with [`cryptobox.ml`, `share_encoding`][share].
///
/// [rule]: https://github.com/tezos/tezos-mirror/blob/d26a8bef82159434e5a6db6a6d329f29dc8172dd/src/lib_dal_node_services/types.ml#L175
/// [share]: https://github.com/tezos/tezos-mirror/blob/d26a8bef82159434e5a6db6a6d329f29dc8172dd/src/lib_crypto_dal/cryptobox.ml#L166
#[derive(HasEncoding, NomReader, BinWriter, View, Debug, Clone, PartialEq, Eq, Hash)]
pub struct GossipMessage {
    /// The data of the shard: values of the slot's polynomial.
    #[encoding(dynamic, list)]
    pub share: Vec<Scalar>,
    /// The proof that these are values of the polynomial to which the slot commits.
    pub shard_proof: DalCommitment,
}

/// A shard, with its topic and its identifier.
///
/// | bytes  | field        | encoding      |
/// |-------:|--------------|---------------|
/// | 52 + n | `message`    | [`GossipMessage`] |
/// | 22     | `topic`      | [`Topic`]     |
/// | 76     | `message_id` | [`MessageId`] |
///
/// # Errors
/// The errors of the three fields.
///
/// Rule: [`transport_layer_interface.ml`, line 147][rule].
///
/// [rule]: https://github.com/tezos/tezos-mirror/blob/d26a8bef82159434e5a6db6a6d329f29dc8172dd/src/lib_dal_node/gossipsub/transport_layer_interface.ml#L147
#[derive(HasEncoding, NomReader, BinWriter, View, Debug, Clone, PartialEq, Eq, Hash)]
pub struct MessageWithHeader {
    /// The shard.
    pub message: GossipMessage,
    /// The topic.
    pub topic: Topic,
    /// The identifier of the shard. Octez does not compare it with the topic when it reads the message.
    pub message_id: MessageId,
}
