//! 32 types shaped like those of `tezos-messages`, each with one decoder and one encoder: the crate that `ci/compile-time` builds.
//!
//! They have the schema, the reader and the writer, and no `View`; and `Debug`, `Clone` and `PartialEq`, as types of messages do.

#![forbid(unsafe_code)]

use bytemuck::{Pod, Zeroable};
use tezos_encoding::{BinWriter, Decode, DecodeError, Encode, EncodeError, HasEncoding, NomReader};

/// Defines a function that decodes and one that encodes for each type. They share no code that a user would not share.
macro_rules! entry_points {
    ($($module:ident: $type:ident;)+) => {
        $(
            /// Decodes and encodes whole messages of this type.
            pub mod $module {
                use super::*;

                /// Decodes a value.
                pub fn decode(bytes: &[u8]) -> Result<$type, DecodeError> {
                    $type::from_bytes(bytes)
                }

                /// Encodes a value.
                pub fn encode(value: &$type) -> Result<Vec<u8>, EncodeError> {
                    value.to_bytes()
                }
            }
        )+
    };
}

entry_points! {
    block_hash: BlockHash;
    operation_hash: OperationHash;
    operation_list_list_hash: OperationListListHash;
    context_hash: ContextHash;
    protocol_hash: ProtocolHash;
    chain_id: ChainId;
    peer_id: PeerId;
    public_key: PublicKey;
    timestamp: Timestamp;
    fitness: Fitness;
    block_header: BlockHeader;
    block_locator: BlockLocator;
    mempool: Mempool;
    operation: Operation;
    path: Path;
    component: Component;
    protocol: Protocol;
    point: Point;
    metadata: Metadata;
    network_version: NetworkVersion;
    connection_message: ConnectionMessage;
    motive: Motive;
    ack: Ack;
    swap: Swap;
    checkpoint: Checkpoint;
    current_branch: CurrentBranch;
    current_head: CurrentHead;
    operations_for_block: OperationsForBlock;
    operations_for_blocks: OperationsForBlocks;
    predecessor_header: PredecessorHeader;
    protocol_branch: ProtocolBranch;
    peer_message: PeerMessage;
}

const BLOCK_HEADER_MAX_BYTES: usize = 8 * 1024 * 1024;
const OPERATION_MAX_BYTES: usize = 128 * 1024;
const POINT_MAX_BYTES: usize = 51;

macro_rules! hashes {
    ($($name:ident, $size:literal;)+) => {
        $(
            /// An array of bytes whose lists are copied in one piece.
            #[derive(HasEncoding, NomReader, BinWriter, Debug, Clone, Copy, PartialEq)]
            #[derive(Pod, Zeroable)]
            #[encoding(plain)]
            #[repr(transparent)]
            pub struct $name(pub [u8; $size]);
        )+
    };
}

hashes! {
    BlockHash, 32;
    OperationHash, 32;
    OperationListListHash, 32;
    ContextHash, 32;
    ProtocolHash, 32;
    ChainId, 4;
    PeerId, 16;
    PublicKey, 32;
}

/// Seconds.
#[derive(HasEncoding, NomReader, BinWriter, Debug, Clone, Copy, PartialEq)]
pub struct Timestamp(#[encoding(timestamp)] pub i64);

/// Blocks of bytes in a block.
#[derive(HasEncoding, NomReader, BinWriter, Debug, Clone, PartialEq)]
pub struct Fitness(#[encoding(dynamic, list, dynamic, bytes)] pub Vec<Vec<u8>>);

/// Fields of a fixed size, a block, and bytes to the end.
#[derive(HasEncoding, NomReader, BinWriter, Debug, Clone, PartialEq)]
pub struct BlockHeader {
    pub level: i32,
    pub proto: u8,
    pub predecessor: BlockHash,
    pub timestamp: Timestamp,
    pub validation_pass: u8,
    pub operations_hash: OperationListListHash,
    pub fitness: Fitness,
    pub context: ContextHash,
    #[encoding(bytes)]
    pub protocol_data: Vec<u8>,
}

/// A header, and hashes to the end.
#[derive(HasEncoding, NomReader, BinWriter, Debug, Clone, PartialEq)]
pub struct BlockLocator {
    #[encoding(dynamic, bounded = "BLOCK_HEADER_MAX_BYTES")]
    pub current_head: BlockHeader,
    #[encoding(list = 1000)]
    pub history: Vec<BlockHash>,
}

/// Two lists of hashes, limited in bytes.
#[derive(HasEncoding, NomReader, BinWriter, Debug, Clone, PartialEq)]
#[encoding(bounded = 128_008)]
pub struct Mempool {
    #[encoding(dynamic, list)]
    pub known_valid: Vec<OperationHash>,
    #[encoding(dynamic, dynamic, list)]
    pub pending: Vec<OperationHash>,
}

/// A hash, and bytes to the end.
#[derive(HasEncoding, NomReader, BinWriter, Debug, Clone, PartialEq)]
pub struct Operation {
    pub branch: BlockHash,
    #[encoding(bytes)]
    pub data: Vec<u8>,
}

/// A recursive type.
#[derive(HasEncoding, NomReader, BinWriter, Debug, Clone, PartialEq)]
#[encoding(mu = "path", depth = 128)]
pub enum Path {
    #[encoding(tag = 0x00)]
    Op,
    #[encoding(tag = 0x0f)]
    Right { left: OperationListListHash, path: Box<Path> },
    #[encoding(tag = 0xf0)]
    Left { path: Box<Path>, right: OperationListListHash },
}

/// Text, some of it optional.
#[derive(HasEncoding, NomReader, BinWriter, Debug, Clone, PartialEq)]
pub struct Component {
    pub name: String,
    pub interface: Option<String>,
    pub implementation: String,
}

/// A list of elements of a variable size.
#[derive(HasEncoding, NomReader, BinWriter, Debug, Clone, PartialEq)]
pub struct Protocol {
    #[encoding(range = "0 ..= 17")]
    pub expected_env_version: u16,
    #[encoding(dynamic, list)]
    pub components: Vec<Component>,
}

/// Text of at most `POINT_MAX_BYTES` bytes.
#[derive(HasEncoding, NomReader, BinWriter, Debug, Clone, PartialEq)]
#[encoding(bounded = "POINT_MAX_BYTES")]
pub struct Point(#[encoding(string)] pub String);

/// Two booleans.
#[derive(HasEncoding, NomReader, BinWriter, Debug, Clone, PartialEq)]
pub struct Metadata {
    pub disable_mempool: bool,
    pub private_node: bool,
}

/// Text and numbers.
#[derive(HasEncoding, NomReader, BinWriter, Debug, Clone, PartialEq)]
pub struct NetworkVersion {
    pub chain_name: String,
    pub distributed_db_version: u16,
    pub p2p_version: u16,
}

/// The handshake.
#[derive(HasEncoding, NomReader, BinWriter, Debug, Clone, PartialEq)]
pub struct ConnectionMessage {
    pub port: u16,
    pub public_key: PublicKey,
    pub proof_of_work_stamp: [u8; 24],
    pub message_nonce: [u8; 24],
    pub version: NetworkVersion,
}

/// A number.
#[derive(HasEncoding, NomReader, BinWriter, Debug, Clone, Copy, PartialEq)]
pub struct Motive(pub i16);

/// Cases with and without fields.
#[derive(HasEncoding, NomReader, BinWriter, Debug, Clone, PartialEq)]
#[encoding(tags = "u8", json(first_match))]
pub enum Ack {
    #[encoding(tag = 0x00)]
    Ack,
    #[encoding(tag = 0x01)]
    Nack {
        motive: Motive,
        #[encoding(dynamic, list = 100)]
        peers: Vec<Point>,
    },
    #[encoding(tag = 0xff)]
    NackV0,
}

/// Text and a hash.
#[derive(HasEncoding, NomReader, BinWriter, Debug, Clone, PartialEq)]
pub struct Swap {
    pub point: Point,
    pub peer_id: PeerId,
}

/// A bounded header.
#[derive(HasEncoding, NomReader, BinWriter, Debug, Clone, PartialEq)]
pub struct Checkpoint {
    pub chain_id: ChainId,
    #[encoding(bounded = "BLOCK_HEADER_MAX_BYTES")]
    pub header: BlockHeader,
}

/// A locator.
#[derive(HasEncoding, NomReader, BinWriter, Debug, Clone, PartialEq)]
pub struct CurrentBranch {
    pub chain_id: ChainId,
    pub current_branch: BlockLocator,
}

/// A header in a block, and a mempool.
#[derive(HasEncoding, NomReader, BinWriter, Debug, Clone, PartialEq)]
pub struct CurrentHead {
    pub chain_id: ChainId,
    #[encoding(dynamic, bounded = "BLOCK_HEADER_MAX_BYTES")]
    pub current_block_header: BlockHeader,
    pub current_mempool: Mempool,
}

/// A hash and a number, whose lists are copied in one piece.
#[derive(HasEncoding, NomReader, BinWriter, Debug, Clone, Copy, PartialEq)]
#[derive(Pod, Zeroable)]
#[encoding(plain)]
#[repr(C)]
pub struct OperationsForBlock {
    pub hash: BlockHash,
    pub validation_pass: i8,
}

/// A bounded path, and bounded blocks to the end.
#[derive(HasEncoding, NomReader, BinWriter, Debug, Clone, PartialEq)]
pub struct OperationsForBlocks {
    pub operations_for_block: OperationsForBlock,
    #[encoding(bounded = 100)]
    pub operation_hashes_path: Path,
    #[encoding(bounded = 1_048_576, list, dynamic, bounded = "OPERATION_MAX_BYTES")]
    pub operations: Vec<Operation>,
}

/// A hash, a number, a bounded header.
#[derive(HasEncoding, NomReader, BinWriter, Debug, Clone, PartialEq)]
pub struct PredecessorHeader {
    pub block: BlockHash,
    pub offset: i32,
    #[encoding(bounded = "BLOCK_HEADER_MAX_BYTES")]
    pub header: BlockHeader,
}

/// A locator behind a number.
#[derive(HasEncoding, NomReader, BinWriter, Debug, Clone, PartialEq)]
pub struct ProtocolBranch {
    pub chain: ChainId,
    pub proto_level: u8,
    pub locator: BlockLocator,
}

/// All messages between peers.
#[derive(HasEncoding, NomReader, BinWriter, Debug, Clone, PartialEq)]
#[encoding(tags = "u16", bounded = 104_857_600, dynamic, json(first_match))]
pub enum PeerMessage {
    #[encoding(tag = 0x01)]
    Disconnect,
    #[encoding(tag = 0x02)]
    Bootstrap,
    #[encoding(tag = 0x03)]
    Advertise(#[encoding(list = 100)] Vec<Point>),
    #[encoding(tag = 0x04)]
    SwapRequest(Swap),
    #[encoding(tag = 0x05)]
    SwapAck(Swap),
    #[encoding(tag = 0x10)]
    GetCurrentBranch(ChainId),
    #[encoding(tag = 0x11)]
    CurrentBranch(CurrentBranch),
    #[encoding(tag = 0x12)]
    Deactivate(ChainId),
    #[encoding(tag = 0x13)]
    GetCurrentHead(ChainId),
    #[encoding(tag = 0x14)]
    CurrentHead(CurrentHead),
    #[encoding(tag = 0x20)]
    GetBlockHeaders(#[encoding(dynamic, list = 10)] Vec<BlockHash>),
    #[encoding(tag = 0x21)]
    BlockHeader(#[encoding(bounded = "BLOCK_HEADER_MAX_BYTES")] BlockHeader),
    #[encoding(tag = 0x30)]
    GetOperations(#[encoding(dynamic, list = 10)] Vec<OperationHash>),
    #[encoding(tag = 0x31)]
    Operation(#[encoding(bounded = "OPERATION_MAX_BYTES")] Operation),
    #[encoding(tag = 0x40)]
    GetProtocols(#[encoding(dynamic, list = 10)] Vec<ProtocolHash>),
    #[encoding(tag = 0x41)]
    Protocol(#[encoding(bounded = 2_097_152)] Protocol),
    #[encoding(tag = 0x60)]
    GetOperationsForBlocks(#[encoding(dynamic, list = 10)] Vec<OperationsForBlock>),
    #[encoding(tag = 0x61)]
    OperationsForBlocks(OperationsForBlocks),
    #[encoding(tag = 0x70)]
    GetCheckpoint(ChainId),
    #[encoding(tag = 0x71)]
    Checkpoint(Checkpoint),
    #[encoding(tag = 0x80)]
    GetProtocolBranch { chain: ChainId, proto_level: u8 },
    #[encoding(tag = 0x81)]
    ProtocolBranch(ProtocolBranch),
    #[encoding(tag = 0x90)]
    GetPredecessorHeader { block: BlockHash, offset: i32 },
    #[encoding(tag = 0x91)]
    PredecessorHeader(PredecessorHeader),
}
