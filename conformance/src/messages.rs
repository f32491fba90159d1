//! The messages of the peer protocol, and what they are made of, by the reference's names.

use tezos_encoding::{
    BinWriter, Decode, HasEncoding, NomReader,
    schema::{Case, Encoding},
};
use tezos_messages::{
    block_header::BlockHeader,
    block_locator::BlockLocator,
    handshake::{Ack, ConnectionId, ConnectionMessage, Metadata, Motive, NetworkVersion},
    limits::PATH_MAX_BYTES,
    mempool::Mempool,
    operation::Operation,
    p2p::PeerMessage,
    path::Path,
    point::Point,
    protocol::Protocol,
};

use super::codec::{Codec, Reading, written};

/// A path as messages bound it.
#[derive(HasEncoding, NomReader, BinWriter)]
struct BoundedPath(#[encoding(bounded = "PATH_MAX_BYTES")] Path);

/// The type that is called so. A name that does not begin with `type:` and is not of the handshake is a peer message.
pub(super) fn find(name: &str) -> Option<Codec> {
    Some(match name {
        "type:Mempool" => Codec::with::<Mempool>(read_mempool),
        "Connection_message" => Codec::of::<ConnectionMessage>(),
        "Metadata" => Codec::of::<Metadata>(),
        "Ack" | "Nack" => Codec::of::<Ack>(),
        "type:Block_header" => Codec::of::<BlockHeader>(),
        "type:Operation" => Codec::of::<Operation>(),
        "type:Block_locator" => Codec::of::<BlockLocator>(),
        "type:Protocol" => Codec::of::<Protocol>(),
        "type:Operation_list_list_hash.path(max 8)" => Codec::of::<BoundedPath>(),
        "type:Operation_list_list_hash.path(unbounded)" => Codec::of::<Path>(),
        "type:P2p_point.Id" => Codec::of::<Point>(),
        "type:P2p_connection.Id" => Codec::of::<ConnectionId>(),
        "type:P2p_rejection" => Codec::of::<Motive>(),
        "type:Network_version" => Codec::of::<NetworkVersion>(),
        name if name.starts_with("type:") => return None,
        _ => Codec::with::<PeerMessage>(read_message),
    })
}

/// The cases of the peer messages.
pub(super) fn cases() -> &'static [Case] {
    let mut encoding = PeerMessage::ENCODING;
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

fn read_mempool(bytes: &[u8]) -> Reading {
    match Mempool::from_bytes(bytes) {
        Ok(mut mempool) => {
            let first = written(&mempool);
            sort(&mut mempool);
            Reading::Accepted(vec![first, written(&mempool)])
        }
        Err(error) => Reading::Refused(error),
    }
}

fn read_message(bytes: &[u8]) -> Reading {
    match PeerMessage::from_bytes(bytes) {
        Ok(PeerMessage::CurrentHead(mut head)) => {
            let first = written(&PeerMessage::CurrentHead(head.clone()));
            sort(&mut head.current_mempool);
            Reading::Accepted(vec![first, written(&PeerMessage::CurrentHead(head))])
        }
        Ok(message) => Reading::Accepted(vec![written(&message)]),
        Err(error) => Reading::Refused(error),
    }
}

/// The reference reads the two lists of a mempool into sets: sorted, nothing twice. We keep what came.
fn sort(mempool: &mut Mempool) {
    for list in [&mut mempool.known_valid, &mut mempool.pending] {
        list.sort();
        list.dedup();
    }
}
