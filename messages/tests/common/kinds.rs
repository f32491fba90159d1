//! From the name of a kind in the vectors to its type.

use std::fmt::Debug;

use tezos_encoding::{BinWriter, Decode, Encode, HasEncoding, NomReader};
use tezos_messages::block_header::BlockHeader;
use tezos_messages::block_locator::BlockLocator;
use tezos_messages::handshake::{Ack, ConnectionId, ConnectionMessage, Metadata, Motive, NetworkVersion};
use tezos_messages::limits::PATH_MAX_BYTES;
use tezos_messages::mempool::Mempool;
use tezos_messages::operation::Operation;
use tezos_messages::p2p::PeerMessage;
use tezos_messages::path::Path;
use tezos_messages::point::Point;
use tezos_messages::protocol::Protocol;

/// A path as messages bound it.
#[derive(HasEncoding, NomReader, BinWriter, Debug, Clone, PartialEq, Eq)]
pub(crate) struct BoundedPath(#[encoding(bounded = "PATH_MAX_BYTES")] pub(crate) Path);

/// Everything that a test does with a type.
pub(crate) trait Kind: HasEncoding + for<'a> Decode<'a> + Encode + Debug + Clone + PartialEq {
    /// The value as the reference has it after reading: mempools are sets there.
    fn into_reference(self) -> Self {
        self
    }
}

fn as_set<T: Ord>(list: &mut Vec<T>) {
    list.sort();
    list.dedup();
}

impl Kind for Mempool {
    fn into_reference(mut self) -> Self {
        as_set(&mut self.known_valid);
        as_set(&mut self.pending);
        self
    }
}

impl Kind for PeerMessage {
    fn into_reference(self) -> Self {
        match self {
            Self::CurrentHead(mut head) => {
                head.current_mempool = head.current_mempool.into_reference();
                Self::CurrentHead(head)
            }
            other => other,
        }
    }
}

impl Kind for ConnectionMessage {}
impl Kind for Metadata {}
impl Kind for Ack {}
impl Kind for BlockHeader {}
impl Kind for Operation {}
impl Kind for BlockLocator {}
impl Kind for Protocol {}
impl Kind for BoundedPath {}
impl Kind for Path {}
impl Kind for Point {}
impl Kind for ConnectionId {}
impl Kind for Motive {}
impl Kind for NetworkVersion {}

/// Something to do with a type that is known only by name.
pub(crate) trait Task {
    type Output;
    fn run<T: Kind>(self) -> Self::Output;
}

/// Does `task` with the type of the kind `name`.
pub(crate) fn with_kind<J: Task>(name: &str, task: J) -> J::Output {
    match name {
        "Connection_message" => task.run::<ConnectionMessage>(),
        "Metadata" => task.run::<Metadata>(),
        "Ack" | "Nack" => task.run::<Ack>(),
        "type:Block_header" => task.run::<BlockHeader>(),
        "type:Operation" => task.run::<Operation>(),
        "type:Block_locator" => task.run::<BlockLocator>(),
        "type:Mempool" => task.run::<Mempool>(),
        "type:Protocol" => task.run::<Protocol>(),
        "type:Operation_list_list_hash.path(max 8)" => task.run::<BoundedPath>(),
        "type:Operation_list_list_hash.path(unbounded)" => task.run::<Path>(),
        "type:P2p_point.Id" => task.run::<Point>(),
        "type:P2p_connection.Id" => task.run::<ConnectionId>(),
        "type:P2p_rejection" => task.run::<Motive>(),
        "type:Network_version" => task.run::<NetworkVersion>(),
        name if name.starts_with("type:") => panic!("unknown kind {name}"),
        _ => task.run::<PeerMessage>(),
    }
}
