//! Messages between two peers after the handshake.
//!
//! A message with several fields is a struct in a file of its own; a variant of another message has its only field.

mod checkpoint;
mod current_branch;
mod current_head;
mod operations_for_blocks;
mod predecessor_header;
mod protocol_branch;
mod swap;

pub use self::checkpoint::{Checkpoint, CheckpointView};
pub use self::current_branch::{CurrentBranch, CurrentBranchView};
pub use self::current_head::{CurrentHead, CurrentHeadView};
pub use self::operations_for_blocks::{
    OperationsForBlock, OperationsForBlocks, OperationsForBlocksView, WrongOperations,
};
pub use self::predecessor_header::{GetPredecessorHeader, PredecessorHeader, PredecessorHeaderView};
pub use self::protocol_branch::{GetProtocolBranch, ProtocolBranch, ProtocolBranchView};
pub use self::swap::Swap;

use alloc::vec::Vec;

use tezos_encoding::{BinWriter, HasEncoding, NomReader, Tagged, View};

use crate::block_header::BlockHeader;
use crate::hash::{BlockHash, ChainId, OperationHash, ProtocolHash};
use crate::limits::{
    ADVERTISE_MAX_ITEMS, BLOCK_HEADER_MAX_BYTES, GET_BLOCK_HEADERS_MAX_ITEMS, GET_OPERATIONS_FOR_BLOCKS_MAX_ITEMS,
    GET_OPERATIONS_MAX_ITEMS, GET_PROTOCOLS_MAX_ITEMS, OPERATION_MAX_BYTES, PEER_MESSAGE_MAX_BYTES, PROTOCOL_MAX_BYTES,
};
use crate::operation::RawOperation;
use crate::point::Point;
use crate::protocol::ProtocolSource;

/// A message between peers, before encryption.
///
/// | bytes | field | encoding                        |
/// |------:|-------|---------------------------------|
/// | 4     | size  | `uint30`, bytes of tag and body |
/// | 2     | tag   | `uint16`                        |
/// | rest  | body  | by the tag                      |
///
/// The longest is a `Current_head` of 8,516,630 bytes. [`Tagged`] gives a message's tag and the reference's
/// name of its kind.
///
/// # Errors
/// `Not_enough_data` if bytes are missing, or the body ends early; `Extra_bytes` if the body ends late, or
/// bytes follow the message; `Unexpected_tag`; `Invalid_int` for a size of 2^31 or more; and those of the body.
///
/// Rule: [`p2p_message.ml`, line 35][rule] and [`distributed_db_message.ml`, line 175][messages].
///
/// [rule]: https://github.com/tezos/tezos-mirror/blob/da083f5fc12c199582cad2dbc2a13bd3bd7478c6/src/lib_p2p/p2p_message.ml#L35
/// [messages]: https://github.com/tezos/tezos-mirror/blob/da083f5fc12c199582cad2dbc2a13bd3bd7478c6/src/lib_shell/distributed_db_message.ml#L175
#[derive(HasEncoding, NomReader, BinWriter, View, Debug, Clone, PartialEq, Eq, Hash)]
#[encoding(tags = "u16", bounded = "PEER_MESSAGE_MAX_BYTES", dynamic)]
#[non_exhaustive]
pub enum PeerMessage {
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
    /// The sender follows a chain and requests the receiver's branch. Body: 4 bytes, a [`ChainId`].
    #[encoding(tag = 0x10)]
    GetCurrentBranch(#[encoding(name = "get_current_branch")] ChainId),
    /// The branch of the sender.
    #[encoding(tag = 0x11)]
    CurrentBranch(CurrentBranch),
    /// The sender no longer follows a chain. Body: 4 bytes, a [`ChainId`].
    #[encoding(tag = 0x12)]
    Deactivate(#[encoding(name = "deactivate")] ChainId),
    /// The sender requests the receiver's head and mempool. Body: 4 bytes, a [`ChainId`].
    #[encoding(tag = 0x13)]
    GetCurrentHead(#[encoding(name = "get_current_head")] ChainId),
    /// The head and the mempool of the sender.
    #[encoding(tag = 0x14)]
    CurrentHead(CurrentHead),
    /// The sender requests headers. Body: a 4-byte size prefix, at most 10 [`BlockHash`]es.
    #[encoding(tag = 0x20)]
    GetBlockHeaders(
        #[encoding(name = "get_block_headers", dynamic, list = "GET_BLOCK_HEADERS_MAX_ITEMS")] Vec<BlockHash>,
    ),
    /// A header. Body: a [`BlockHeader`] of at most 8,388,608 bytes, to the end.
    #[encoding(tag = 0x21)]
    BlockHeader(#[encoding(name = "block_header", bounded = "BLOCK_HEADER_MAX_BYTES")] BlockHeader),
    /// The sender requests operations. Body: a 4-byte size prefix, at most 10 [`OperationHash`]es.
    #[encoding(tag = 0x30)]
    GetOperations(#[encoding(name = "get_operations", dynamic, list = "GET_OPERATIONS_MAX_ITEMS")] Vec<OperationHash>),
    /// An operation. Body: an [`RawOperation`] of at most 131,072 bytes, to the end.
    #[encoding(tag = 0x31)]
    Operation(#[encoding(name = "operation", bounded = "OPERATION_MAX_BYTES")] RawOperation),
    /// The sender requests sources of protocols. Body: a 4-byte size prefix, at most 10 [`ProtocolHash`]es.
    #[encoding(tag = 0x40)]
    GetProtocols(#[encoding(name = "get_protocols", dynamic, list = "GET_PROTOCOLS_MAX_ITEMS")] Vec<ProtocolHash>),
    /// The source of a protocol. Body: a [`ProtocolSource`] of at most 2,097,152 bytes.
    #[encoding(tag = 0x41)]
    Protocol(#[encoding(name = "protocol", bounded = "PROTOCOL_MAX_BYTES")] ProtocolSource),
    /// The sender requests operations of blocks. Body: a 4-byte size prefix, at most 10 [`OperationsForBlock`]s.
    #[encoding(tag = 0x60)]
    GetOperationsForBlocks(
        #[encoding(name = "get_operations_for_blocks", dynamic, list = "GET_OPERATIONS_FOR_BLOCKS_MAX_ITEMS")]
        Vec<OperationsForBlock>,
    ),
    /// One list of a block's operations.
    #[encoding(tag = 0x61)]
    OperationsForBlocks(OperationsForBlocks),
    /// The sender requests the receiver's checkpoint. Body: 4 bytes, a [`ChainId`].
    #[encoding(tag = 0x70)]
    GetCheckpoint(#[encoding(name = "get_checkpoint")] ChainId),
    /// The checkpoint of the sender.
    #[encoding(tag = 0x71)]
    Checkpoint(#[encoding(name = "checkpoint")] Checkpoint),
    /// The sender requests the receiver's branch under one protocol.
    #[encoding(tag = 0x80)]
    GetProtocolBranch(#[encoding(name = "get_protocol_branch")] GetProtocolBranch),
    /// The branch of the sender under one protocol.
    #[encoding(tag = 0x81)]
    ProtocolBranch(#[encoding(name = "protocol_branch")] ProtocolBranch),
    /// The sender requests the header of an ancestor of a block.
    #[encoding(tag = 0x90)]
    GetPredecessorHeader(#[encoding(name = "get_predecessor_header")] GetPredecessorHeader),
    /// The header of an ancestor of a block.
    #[encoding(tag = 0x91)]
    PredecessorHeader(#[encoding(name = "predecessor_header")] PredecessorHeader),
}

impl PeerMessage {
    /// The tag and the reference's name of this kind of message.
    ///
    /// ```
    /// use tezos_messages::p2p::PeerMessage;
    /// assert_eq!(PeerMessage::Bootstrap.kind(), (0x02, "Bootstrap"));
    /// ```
    #[must_use]
    pub fn kind(&self) -> (u32, &'static str) {
        (self.tag(), self.title())
    }
}
