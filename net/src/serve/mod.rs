//! What a node answers: the branch, the head, headers, operations and protocols of a chain.

mod locator;

use std::collections::BTreeMap;

use tezos_messages::{
    block_header::BlockHeader,
    handshake::ConnectionMetadata,
    hash::{BlockHash, ChainId, OperationHash, PeerId, ProtocolHash},
    mempool::Mempool,
    operation::RawOperation,
    p2p::{
        Checkpoint, CurrentBranch, CurrentHead, OperationsForBlock, OperationsForBlocks, PeerMessage, PredecessorHeader,
    },
    protocol::ProtocolSource,
};

pub use self::locator::{LocatorSegment, locator, segments};
use crate::{Info, pool::ConnectionNumber};

/// A chain that a node serves. What it does not have is `None`, and a peer that requests it gets no answer.
pub trait Chain {
    /// Returns the identifier of the chain.
    fn id(&self) -> ChainId;

    /// Returns the hash and the header of the head.
    fn head(&self) -> (BlockHash, BlockHeader);

    /// Returns the first block that the chain has: its genesis, or the caboose of a node that keeps a part.
    fn first(&self) -> BlockHash;

    /// Returns the ancestor of a block at a distance.
    fn ancestor(&self, block: &BlockHash, distance: usize) -> Option<BlockHash>;

    /// Returns the header of a block.
    fn header(&self, block: &BlockHash) -> Option<BlockHeader>;

    /// Returns a list of the operations of a block, with its Merkle path.
    fn operations(&self, key: &OperationsForBlock) -> Option<OperationsForBlocks>;

    /// Returns an operation of the mempool.
    fn operation(&self, _: &OperationHash) -> Option<RawOperation> {
        None
    }

    /// Returns the mempool, which is sent with the head.
    fn mempool(&self) -> Mempool {
        Mempool::default()
    }

    /// Returns the source of a protocol.
    fn protocol(&self, _: &ProtocolHash) -> Option<ProtocolSource> {
        None
    }

    /// Returns the header of the last block that cannot be reverted.
    fn checkpoint(&self) -> Option<BlockHeader> {
        None
    }
}

/// Answers the peers of a node, and tells them its heads.
///
/// A peer is told heads once it has requested the branch, as in Octez: so a node requests that of each peer.
///
/// Rule: [`p2p_reader.ml`, `handle_msg`][rule].
///
/// [rule]: https://github.com/tezos/tezos-mirror/blob/d26a8bef82159434e5a6db6a6d329f29dc8172dd/src/lib_shell/p2p_reader.ml#L360
#[derive(Debug)]
pub struct Server<C> {
    chain: C,
    ours: PeerId,
    peers: BTreeMap<ConnectionNumber, Served>,
}

/// What is known of a peer.
#[derive(Debug)]
struct Served {
    peer: PeerId,
    metadata: ConnectionMetadata,
    /// True if the peer follows the chain.
    follows: bool,
}

impl<C: Chain> Server<C> {
    /// Returns a server without peers. `ours` is the identifier of the node.
    pub const fn new(chain: C, ours: PeerId) -> Self {
        Self { chain, ours, peers: BTreeMap::new() }
    }

    /// Returns the chain.
    pub const fn chain(&self) -> &C {
        &self.chain
    }

    /// Returns the chain, to add a block.
    pub const fn chain_mut(&mut self) -> &mut C {
        &mut self.chain
    }

    /// Adds a peer, and returns what it is sent at first: a request of its branch.
    pub fn connected(&mut self, connection: ConnectionNumber, info: &Info) -> PeerMessage {
        let served = Served { peer: info.peer_id(), metadata: info.metadata, follows: false };
        self.peers.insert(connection, served);
        PeerMessage::GetCurrentBranch(self.chain.id())
    }

    /// Removes a peer.
    pub fn disconnected(&mut self, connection: ConnectionNumber) {
        self.peers.remove(&connection);
    }

    /// Returns the answers to a message: one for each requested item that the chain has, at most 10.
    pub fn answers(&mut self, connection: ConnectionNumber, message: &PeerMessage) -> Vec<PeerMessage> {
        let Some(served) = self.peers.get_mut(&connection) else { return Vec::new() };
        let (chain, id) = (&self.chain, self.chain.id());
        let answer = match message {
            PeerMessage::GetCurrentBranch(requested) if *requested == id => {
                served.follows = true;
                let current_branch = locator(chain, &self.ours, &served.peer);
                Some(PeerMessage::CurrentBranch(CurrentBranch { chain_id: id, current_branch }))
            }
            PeerMessage::Deactivate(left) => {
                served.follows &= *left != id;
                None
            }
            PeerMessage::GetCurrentHead(requested) if *requested == id && served.follows => {
                Some(head(chain, served.metadata))
            }
            PeerMessage::GetCheckpoint(requested) if *requested == id => {
                chain.checkpoint().map(|header| PeerMessage::Checkpoint(Checkpoint { chain_id: id, header }))
            }
            PeerMessage::GetPredecessorHeader(of) => {
                let ancestor = usize::try_from(of.offset).ok().and_then(|distance| chain.ancestor(&of.block, distance));
                let header = ancestor.and_then(|ancestor| chain.header(&ancestor));
                let (block, offset) = (of.block, of.offset);
                header.map(|header| PeerMessage::PredecessorHeader(PredecessorHeader { block, offset, header }))
            }
            PeerMessage::GetBlockHeaders(hashes) => {
                return hashes.iter().filter_map(|hash| chain.header(hash)).map(PeerMessage::BlockHeader).collect();
            }
            PeerMessage::GetOperationsForBlocks(keys) => {
                return keys
                    .iter()
                    .filter_map(|key| chain.operations(key))
                    .map(PeerMessage::OperationsForBlocks)
                    .collect();
            }
            PeerMessage::GetOperations(hashes) => {
                return hashes.iter().filter_map(|hash| chain.operation(hash)).map(PeerMessage::Operation).collect();
            }
            PeerMessage::GetProtocols(hashes) => {
                return hashes.iter().filter_map(|hash| chain.protocol(hash)).map(PeerMessage::Protocol).collect();
            }
            _ => None,
        };
        answer.into_iter().collect()
    }

    /// Returns the head for each peer that follows the chain, to be sent when it changes.
    pub fn announce(&self) -> impl Iterator<Item = (ConnectionNumber, PeerMessage)> {
        let followers = self.peers.iter().filter(|(_, served)| served.follows);
        followers.map(|(connection, served)| (*connection, head(&self.chain, served.metadata)))
    }
}

/// Returns the head, with the mempool for a peer that wants it.
fn head(chain: &impl Chain, theirs: ConnectionMetadata) -> PeerMessage {
    let current_mempool = if theirs.disable_mempool { Mempool::default() } else { chain.mempool() };
    let (_, current_block_header) = chain.head();
    PeerMessage::CurrentHead(CurrentHead { chain_id: chain.id(), current_block_header, current_mempool })
}
