//! Every encoding with an id in `tezos_messages`, with its type.
//!
//! A list of its own: those of the crates have neither the Rust types nor how much heap each may take. A test fails if one of their encodings
//! is missing here.

use tezos_encoding::Tagged;
use tezos_messages::block_header::{BlockHeader, Fitness, FitnessElement};
use tezos_messages::block_locator::BlockLocator;
use tezos_messages::handshake::{
    Ack, ConnectionId, ConnectionMessage, ConnectionMetadata, Motive, NetworkVersion, P2pAddress,
};
use tezos_messages::hash::{
    BlockHash, ChainId, ContextHash, OperationHash, OperationListHash, OperationListListHash, PeerId, ProtocolHash,
};
use tezos_messages::mempool::Mempool;
use tezos_messages::operation::RawOperation;
use tezos_messages::p2p::PeerMessage;
use tezos_messages::path::MerklePath;
use tezos_messages::point::Point;
use tezos_messages::protocol::{Component, EnvironmentVersion, Meta, ProtocolSource};
use tezos_messages::records::{
    ConnectionEvent, P2pStat, PeerEvent, PeerState, PointEvent, PointInfo, PointState, StoredIdentity,
};
use tezos_messages::text::Text;
use tezos_messages::timestamp::{SystemTimestamp, Timestamp};
use tezos_messages::{DalCommitment, Named, PEER_MESSAGE, PublicKeyHash, dal};

use crate::Known;
use crate::dal::{self as dal_messages, GOSSIP, PEERS};
use crate::handshake::{ACK, CONNECTION, METADATA};
use crate::heap::Heap;
use crate::peer::{ANY, HEADER, body, message};
use crate::typed::{Traits, check, check_with_view};

type Check = fn(&[u8]);

/// Values whose bytes are copied.
const COPIED: Traits = Traits::new(Heap::COPIED);

/// Values without heap, so only errors take heap.
const NONE: Traits = Traits::new(Heap::NONE);

/// The types of whole messages and, if they have one, of encodings inside them.
const TYPES: &[(&str, Check)] = &[
    ("block_hash", |bytes| check::<BlockHash>(bytes, NONE)),
    ("block_header", |bytes| check_with_view::<BlockHeader>(bytes, Traits::new(HEADER))),
    ("block_locator", |bytes| {
        check_with_view::<BlockLocator>(bytes, Traits::new(HEADER.or(Heap::NONE.list::<BlockHash>())));
    }),
    ("chain_id", |bytes| check::<ChainId>(bytes, NONE)),
    ("context_hash", |bytes| check::<ContextHash>(bytes, NONE)),
    ("dal_commitment", |bytes| check::<DalCommitment>(bytes, NONE)),
    ("dal_p2p_connection.metadata", |bytes| check_with_view::<dal::DalMetadata>(bytes, COPIED.converting().copying())),
    ("dal_p2p_message", |bytes| check_with_view::<dal::Gossip>(bytes, GOSSIP)),
    ("dal_peer_message", |bytes| check_with_view::<dal::DalPeerMessage>(bytes, PEERS)),
    ("fitness", |bytes| check_with_view::<Fitness>(bytes, Traits::new(HEADER))),
    ("fitness.elem", |bytes| check_with_view::<FitnessElement>(bytes, COPIED)),
    ("mempool", |bytes| check_with_view::<Mempool>(bytes, Traits::new(Heap::NONE.list::<OperationHash>()))),
    ("network_version", |bytes| check_with_view::<NetworkVersion>(bytes, COPIED)),
    ("operation", |bytes| check_with_view::<RawOperation>(bytes, COPIED)),
    ("operation_hash", |bytes| check::<OperationHash>(bytes, NONE)),
    ("operation_list_hash", |bytes| check::<OperationListHash>(bytes, NONE)),
    ("operation_list_list_hash", |bytes| check::<OperationListListHash>(bytes, NONE)),
    ("operation_list_list_hash.path", |bytes| {
        check_with_view::<MerklePath>(bytes, Traits::new(Heap::NONE.levels(size_of::<MerklePath>(), 1)));
    }),
    ("p2p_address", |bytes| check_with_view::<P2pAddress>(bytes, COPIED.converting().copying())),
    ("p2p_connection.ack", |bytes| check_with_view::<Ack>(bytes, ACK)),
    ("p2p_connection.id", |bytes| check_with_view::<ConnectionId>(bytes, COPIED.converting().copying())),
    ("p2p_connection.message", |bytes| check_with_view::<ConnectionMessage>(bytes, CONNECTION)),
    ("p2p_connection.metadata", |bytes| check::<ConnectionMetadata>(bytes, METADATA)),
    ("p2p_connection.pool_event", |bytes| {
        check_with_view::<ConnectionEvent>(bytes, COPIED.converting().copying());
    }),
    ("p2p_identity", |bytes| check::<StoredIdentity>(bytes, NONE.converting())),
    (PEER_MESSAGE, |bytes| message(bytes, ANY)),
    ("p2p_peer.pool_event", |bytes| check_with_view::<PeerEvent>(bytes, COPIED.converting().copying())),
    ("p2p_peer.state", |bytes| check_with_view::<PeerState>(bytes, NONE)),
    ("p2p_point.id", |bytes| check_with_view::<Point>(bytes, COPIED.converting())),
    ("p2p_point.info", |bytes| check_with_view::<PointInfo>(bytes, NONE.converting())),
    ("p2p_point.pool_event", |bytes| check_with_view::<PointEvent>(bytes, NONE)),
    ("p2p_point.state", |bytes| check_with_view::<PointState>(bytes, NONE)),
    ("p2p_rejection", |bytes| check_with_view::<Motive>(bytes, NONE)),
    ("p2p_stat", |bytes| check_with_view::<P2pStat>(bytes, NONE)),
    ("peer_id", |bytes| check::<PeerId>(bytes, NONE)),
    ("protocol", |bytes| check_with_view::<ProtocolSource>(bytes, Traits::new(Heap::COPIED.list::<Component>()))),
    ("protocol.component", |bytes| check_with_view::<Component>(bytes, COPIED)),
    ("protocol.environment_version", |bytes| check_with_view::<EnvironmentVersion>(bytes, NONE)),
    ("protocol.meta", |bytes| check_with_view::<Meta>(bytes, Traits::new(Heap::COPIED.list::<Text>()))),
    ("protocol_hash", |bytes| check::<ProtocolHash>(bytes, NONE)),
    ("public_key_hash", |bytes| check_with_view::<PublicKeyHash>(bytes, NONE)),
    ("timestamp.protocol", |bytes| check_with_view::<Timestamp>(bytes, NONE)),
    ("timestamp.system", |bytes| check_with_view::<SystemTimestamp>(bytes, NONE)),
];

/// Returns all encodings, with their checks.
pub(crate) fn known() -> impl Iterator<Item = Known> {
    tezos_messages::encodings().iter().map(|named| {
        let check = typed(named);
        Known::new(named.id.clone(), named.encoding, examples, move |bytes| {
            if let Some(check) = &check {
                check(bytes);
            }
        })
    })
}

/// Returns the examples of messages, and of types that `tezos-protocols` has too.
fn examples() -> Vec<(&'static str, Vec<u8>)> {
    dal_messages::examples().into_iter().chain(crate::protocol::shared_examples()).collect()
}

/// Returns the check of the type of an encoding. The body of a message is checked as part of the message.
fn typed(named: &Named) -> Option<crate::Body> {
    if let Some((_, check)) = TYPES.iter().find(|(id, _)| *id == named.id) {
        return Some(Box::new(check));
    }
    let title = named.id.strip_prefix(PEER_MESSAGE)?.strip_prefix('.')?;
    let case = PeerMessage::CASES.iter().find(|case| case.title.to_lowercase() == title)?;
    Some(Box::new(move |bytes| body(case, bytes)))
}

#[cfg(test)]
mod tests {
    use tezos_messages::Scope;

    use super::*;

    #[test]
    fn every_whole_message_has_its_type() {
        let known: Vec<&str> = tezos_messages::encodings().iter().map(|named| &*named.id).collect();
        assert!(TYPES.iter().all(|(id, _)| known.contains(id)));
        for named in tezos_messages::encodings() {
            let is_body = named.id.starts_with("p2p_message.");
            assert!(typed(named).is_some() || (named.scope != Scope::Whole && !is_body), "{} has no type", named.id);
        }
    }
}
