//! The types of peer messages and their components, by the reference's names.

use tezos_encoding::{BinWriter, HasEncoding, NomReader, Tagged};
use tezos_messages::{
    block_header::BlockHeader,
    block_locator::BlockLocator,
    handshake::{Ack, ConnectionId, ConnectionMessage, ConnectionMetadata, Motive, NetworkVersion},
    limits::PATH_MAX_BYTES,
    mempool::Mempool,
    operation::RawOperation,
    p2p::PeerMessage,
    path::MerklePath,
    point::Point,
    protocol::ProtocolSource,
};

use crate::engine::Engine;

/// A path as messages bound it.
#[derive(HasEncoding, NomReader, BinWriter)]
struct BoundedPath(#[encoding(bounded = "PATH_MAX_BYTES")] MerklePath);

/// Returns the engine of the type with this name. Peer messages are named after their cases, or `unknown`.
pub(crate) fn find(name: &str) -> Option<Engine> {
    Some(match name {
        "type:Mempool" => Engine::through::<Mempool, Mempool>(as_sets),
        "Connection_message" => Engine::of::<ConnectionMessage>(),
        "Metadata" => Engine::of::<ConnectionMetadata>(),
        "Ack" | "Nack" => Engine::of::<Ack>(),
        "type:Block_header" => Engine::of::<BlockHeader>(),
        "type:Operation" => Engine::of::<RawOperation>(),
        "type:Block_locator" => Engine::of::<BlockLocator>(),
        "type:Protocol" => Engine::of::<ProtocolSource>(),
        "type:Operation_list_list_hash.path(max 8)" => Engine::of::<BoundedPath>(),
        "type:Operation_list_list_hash.path(unbounded)" => Engine::of::<MerklePath>(),
        "type:P2p_point.Id" => Engine::of::<Point>(),
        "type:P2p_connection.Id" => Engine::of::<ConnectionId>(),
        "type:P2p_rejection" => Engine::of::<Motive>(),
        "type:Network_version" => Engine::of::<NetworkVersion>(),
        name if name != "unknown" && PeerMessage::CASES.iter().all(|case| case.title != name) => return None,
        _ => Engine::through::<PeerMessage, PeerMessage>(|mut message| {
            if let PeerMessage::CurrentHead(head) = &mut message {
                head.current_mempool = as_sets(core::mem::take(&mut head.current_mempool));
            }
            message
        }),
    })
}

/// Sorts the two lists of a mempool and removes duplicates, because the reference reads them into sets. Our type keeps them as they are.
fn as_sets(mut mempool: Mempool) -> Mempool {
    for list in [&mut mempool.known_valid, &mut mempool.pending] {
        list.sort();
        list.dedup();
    }
    mempool
}
