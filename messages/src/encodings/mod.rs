//! All encodings of this crate that have an id, for tools.

mod ground;

use alloc::{format, vec::Vec};
use std::sync::LazyLock;

#[cfg(feature = "tools")]
use tezos_encoding::schema::generate::Generate;
use tezos_encoding::{
    HasEncoding,
    schema::{Case, Encoding, Named, Scope},
};
#[cfg(feature = "tools")]
use tezos_hashes::examples::EXAMPLES;

use crate::{
    DalCommitment,
    block_header::{BlockHeader, Fitness},
    block_locator::BlockLocator,
    dal,
    handshake::{Ack, ConnectionId, ConnectionMessage, ConnectionMetadata, Motive, NetworkVersion, P2pAddress},
    hash::{
        BlockHash, ChainId, ContextHash, OperationHash, OperationListHash, OperationListListHash, PeerId, ProtocolHash,
    },
    mempool::Mempool,
    operation::RawOperation,
    p2p::PeerMessage,
    path::MerklePath,
    point::Point,
    protocol::{Component, Meta, ProtocolSource},
    records::{ConnectionEvent, P2pStat, PeerEvent, PeerState, PointEvent, PointInfo, PointState, StoredIdentity},
    timestamp::{SystemTimestamp, Timestamp},
};

/// The id of the messages between peers. The id of the body of a kind is this id, a dot and the name of the kind.
pub const PEER_MESSAGE: &str = "p2p_message";

/// The id of the messages between DAL nodes.
pub const DAL_PEER_MESSAGE: &str = "dal_peer_message";

/// The id of the gossipsub messages among them, without their size prefix. The id of the body of a kind is this id, a dot and the name of
/// the kind.
pub const DAL_MESSAGE: &str = "dal_p2p_message";

/// Ids, titles and schemas of encodings that are not part of others.
const ROOTS: &[(&str, &str, &Encoding)] = &[
    ("block_hash", "Hash of a block", BlockHash::ENCODING),
    ("block_header", "Header of a block", BlockHeader::ENCODING),
    ("block_locator", "A block and some of those before it", BlockLocator::ENCODING),
    ("chain_id", "Identifier of a chain", ChainId::ENCODING),
    ("context_hash", "Hash of the ledger's state", ContextHash::ENCODING),
    ("dal_commitment", "Commitment to a slot of the data-availability layer", DalCommitment::ENCODING),
    (
        "dal_p2p_connection.metadata",
        "Second message of a side between DAL nodes: where it can be reached",
        dal::DalMetadata::ENCODING,
    ),
    (DAL_MESSAGE, "A gossipsub message of the data-availability layer, without its size", dal::Gossip::ENCODING),
    (DAL_PEER_MESSAGE, "A message between DAL nodes, with its size and its tag", dal::DalPeerMessage::ENCODING),
    ("fitness", "Weight of a block, by which branches are compared", Fitness::ENCODING),
    ("mempool", "Hashes of operations that are in no block yet", Mempool::ENCODING),
    ("network_version", "Name and versions of what two peers speak", NetworkVersion::ENCODING),
    ("operation", "An operation: the block that it builds on, and its contents", RawOperation::ENCODING),
    ("operation_hash", "Hash of an operation", OperationHash::ENCODING),
    ("operation_list_hash", "Merkle root of the operations of a pass", OperationListHash::ENCODING),
    ("operation_list_list_hash", "Merkle root of the passes of a block", OperationListListHash::ENCODING),
    ("operation_list_list_hash.path", "Way from a pass to the Merkle root of its block", MerklePath::ENCODING),
    ("p2p_address", "Address of a host, IPv4 as an IPv6 one", P2pAddress::ENCODING),
    ("p2p_connection.ack", "Third message of a side: the connection is taken, or why not", Ack::ENCODING),
    ("p2p_connection.id", "Address and port of the other end of a connection", ConnectionId::ENCODING),
    ("p2p_connection.message", "First message of a side, in the clear: keys and versions", ConnectionMessage::ENCODING),
    ("p2p_connection.metadata", "Second message of a side: what kind of node it is", ConnectionMetadata::ENCODING),
    ("p2p_connection.pool_event", "An event of the pool of connections", ConnectionEvent::ENCODING),
    ("p2p_identity", "The keys and the proof of work of a node", StoredIdentity::ENCODING),
    ("p2p_peer.pool_event", "An event of the connection to a peer", PeerEvent::ENCODING),
    ("p2p_peer.state", "State of the connection to a peer", PeerState::ENCODING),
    ("p2p_point.id", "Address and port of a peer, as text", Point::ENCODING),
    ("p2p_point.info", "What a node knows of a point", PointInfo::ENCODING),
    ("p2p_point.pool_event", "An event of a point, and when", PointEvent::ENCODING),
    ("p2p_point.state", "State of the connection to a point", PointState::ENCODING),
    ("p2p_rejection", "Why a connection is refused", Motive::ENCODING),
    ("p2p_stat", "How much is sent and received", P2pStat::ENCODING),
    ("peer_id", "Hash of a peer's public key", PeerId::ENCODING),
    ("protocol", "Sources of a protocol", ProtocolSource::ENCODING),
    ("protocol.component", "A module of a protocol", Component::ENCODING),
    ("protocol.meta", "What the source folder of a protocol says of it", Meta::ENCODING),
    ("protocol_hash", "Hash of a protocol's sources", ProtocolHash::ENCODING),
    ("timestamp.protocol", "Time of a block, in seconds", Timestamp::ENCODING),
    ("timestamp.system", "Time of an event in a node, in seconds", SystemTimestamp::ENCODING),
    (PEER_MESSAGE, "A message between peers, with its size and its tag", PeerMessage::ENCODING),
];

/// Titles of definitions that are parts of others.
const PARTS: &[(&str, &str)] = &[
    ("distributed_db_version", "Version of the messages between peers"),
    ("distributed_db_version.name", "Name of a network"),
    ("fitness.elem", "A number in a fitness"),
    ("p2p_version", "Version of the handshake"),
    ("protocol.environment_version", "Version of what a protocol may call"),
    ("public_key_hash", "The hash of a public key of any algorithm"),
];

/// All encodings that have an id, by id: those that stand alone, the body of each kind of message, the definitions inside of
/// them, and what the reference has under `ground`.
///
/// ```
/// let known = tezos_messages::encodings();
/// let fitness = known.iter().find(|named| named.id == "fitness").unwrap();
/// assert_eq!(tezos_encoding::schema::to_json(fitness.encoding, &[0, 0, 0, 5, 0, 0, 0, 1, 2]).unwrap(), r#"["02"]"#);
/// ```
pub fn encodings() -> &'static [Named] {
    static ALL: LazyLock<Vec<Named>> = LazyLock::new(collect);
    &ALL
}

/// Points that [`generate`] makes.
#[cfg(feature = "tools")]
const POINTS: [&str; 6] =
    ["127.0.0.1:9732", "0.0.0.0:0", "255.255.255.255:65535", "[::1]:9732", "[2001:db8::1]:9732", "[fe80::1:2]:1"];

/// First bytes of the scalars that [`generate`] makes; the others are zero.
#[cfg(feature = "tools")]
const SCALARS: [u8; 3] = [0, 1, 255];

/// Values of an encoding of this crate: the text of a point, which few texts are, is one of some; the numbers of a DAL shard, which
/// have to be below the order of a field, are short.
///
/// ```
/// use tezos_encoding::Decode;
/// use tezos_messages::{encodings, generate, p2p::PeerMessage};
/// let message = encodings().iter().find(|named| named.id == "p2p_message").unwrap();
/// for bytes in generate(message.encoding).values(1).take(10) {
///     assert!(PeerMessage::from_bytes(&bytes.unwrap()).is_ok());
/// }
/// ```
#[cfg(feature = "tools")]
pub fn generate(encoding: &'static Encoding) -> Generate {
    let scalars = SCALARS.iter().fold(Generate::new(encoding), |generate, first| {
        let mut scalar = Vec::from([*first]);
        scalar.resize(32, 0);
        generate.example("TryFrom<[u8;32]>", scalar)
    });
    let generate = POINTS.iter().fold(scalars, |generate, point| {
        let size = u32::try_from(point.len()).unwrap_or_default().to_be_bytes();
        generate.example("TryFrom<PointText>", [&size, point.as_bytes()].concat())
    });
    EXAMPLES.iter().fold(generate, |generate, (function, bytes)| generate.example(function, bytes.to_vec()))
}

fn collect() -> Vec<Named> {
    let mut all: Vec<Named> = Vec::new();
    for (roots, scope) in [(ROOTS, Scope::Whole), (ground::GROUND, Scope::Ground)] {
        for (id, title, encoding) in roots.iter().copied() {
            all.push(Named { id: id.into(), title: title.into(), encoding, scope });
        }
    }
    for (message, encoding) in [(PEER_MESSAGE, PeerMessage::ENCODING), (DAL_MESSAGE, dal::Gossip::ENCODING)] {
        for case in cases(encoding) {
            let id = format!("{message}.{}", case.title.to_lowercase()).into();
            let title = format!("What follows the tag in a message {}", case.title).into();
            all.push(Named { id, title, encoding: case.payload, scope: Scope::Part });
        }
    }
    let parts = ROOTS.iter().flat_map(|(_, _, encoding)| encoding.definitions());
    for (id, encoding) in parts {
        if all.iter().all(|named| named.id != id) {
            let title = PARTS.iter().find(|(known, _)| *known == id).map_or("A part of others", |(_, title)| title);
            all.push(Named { id: id.into(), title: title.into(), encoding, scope: Scope::Part });
        }
    }
    all.sort_by(|one, other| one.id.cmp(&other.id));
    all
}

/// Returns the cases of a union, also inside other encodings.
fn cases(mut encoding: &'static Encoding) -> &'static [Case] {
    loop {
        encoding = match encoding {
            Encoding::Union { cases, .. } => return cases,
            Encoding::Dynamic { inner, .. }
            | Encoding::Bounded { inner, .. }
            | Encoding::Def { inner, .. }
            | Encoding::Described { inner, .. } => inner,
            _ => return &[],
        }
    }
}

#[cfg(test)]
mod tests {
    use alloc::string::ToString;
    use std::collections::BTreeSet;

    use tezos_encoding::{Decode, Tagged};

    use super::*;

    #[test]
    fn every_definition_has_its_own_id_and_a_title() {
        let all = encodings();
        assert!(all.is_sorted_by(|one, other| one.id < other.id), "an id is there twice");
        for named in all {
            assert_ne!(named.title, "A part of others", "{} needs a title", named.id);
            for (id, encoding) in named.encoding.definitions() {
                let found = all.iter().find(|other| other.id == id).expect(id);
                assert_eq!(
                    tezos_encoding::schema::describe(found.encoding),
                    tezos_encoding::schema::describe(encoding),
                    "{id}, in {}",
                    named.id
                );
            }
        }
    }

    #[test]
    fn values_of_every_encoding_can_be_made() {
        for named in encodings() {
            for bytes in generate(named.encoding).values(7).take(20) {
                let bytes = bytes.unwrap_or_else(|error| panic!("{}: {error}", named.id));
                tezos_encoding::schema::decode(named.encoding, &bytes).expect(&named.id);
            }
        }
    }

    /// Hardly any other bytes are points, and half of all others are no scalars.
    #[test]
    fn points_and_scalars_are_made_from_examples() {
        for scalar in generate(dal::Scalar::ENCODING).values(3).take(20) {
            let scalar = scalar.unwrap();
            assert!(scalar.len() == 32 && SCALARS.contains(&scalar[0]) && scalar[1..] == [0; 31], "{scalar:02x?}");
        }
        for point in generate(Point::ENCODING).values(3).take(20) {
            assert!(POINTS.contains(&&*Point::from_bytes(&point.unwrap()).unwrap().to_string()));
        }
    }

    #[test]
    fn parts_of_others_have_their_own_titles() {
        for (id, title) in PARTS {
            assert_eq!(encodings().iter().find(|named| named.id == *id).unwrap().title, *title);
        }
    }

    #[test]
    fn messages_of_every_kind_are_made() {
        let generate = generate(PeerMessage::ENCODING);
        let made = generate.values(1).take(1500);
        let kinds: BTreeSet<_> = made.map(|bytes| PeerMessage::from_bytes(&bytes.unwrap()).unwrap().title()).collect();
        assert_eq!(kinds.len(), PeerMessage::CASES.len(), "{kinds:?}");
    }

    #[test]
    fn every_kind_of_message_has_a_body() {
        for (message, cases) in [("p2p_message.", PeerMessage::CASES), ("dal_p2p_message.", dal::Gossip::CASES)] {
            let bodies = encodings().iter().filter(|named| named.id.starts_with(message));
            assert_eq!(bodies.count(), cases.len());
        }
    }
}
