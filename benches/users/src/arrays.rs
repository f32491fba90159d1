//! Hashes are arrays, points are strings.

#![expect(missing_docs, reason = "the names of the protocol")]

use tezos_encoding::{BinWriter, HasEncoding, NomReader};

use crate::limits::*;

#[path = "by_hand.rs"]
pub mod by_hand;

#[derive(Clone, Debug, PartialEq, HasEncoding, NomReader, BinWriter)]
pub struct NetworkVersion {
    pub chain_name: String,
    pub distributed_db_version: u16,
    pub p2p_version: u16,
}

#[derive(Clone, Debug, PartialEq, HasEncoding, NomReader, BinWriter)]
pub struct ConnectionMessage {
    pub port: u16,
    public_key: [u8; 32],
    pub proof_of_work_stamp: [u8; 24],
    pub message_nonce: [u8; 24],
    pub version: NetworkVersion,
}

#[derive(Clone, Debug, PartialEq, HasEncoding, NomReader, BinWriter)]
pub enum Ack {
    #[encoding(tag = 0x00)]
    Ack,
    #[encoding(tag = 0x01)]
    Nack {
        motive: i16,
        #[encoding(dynamic, list = "NACK_MAX_ITEMS", bounded = "POINT_MAX_BYTES")]
        peers: Vec<String>,
    },
    #[encoding(tag = 0xff)]
    NackV0,
}

#[derive(Clone, Debug, PartialEq, HasEncoding, NomReader, BinWriter)]
pub struct BlockHeader {
    pub level: i32,
    pub proto: u8,
    pub predecessor: [u8; 32],
    pub timestamp: i64,
    pub validation_pass: u8,
    pub operations_hash: [u8; 32],
    #[encoding(dynamic, list, dynamic, bytes)]
    pub fitness: Vec<Vec<u8>>,
    pub context: [u8; 32],
    #[encoding(bytes)]
    pub protocol_data: Vec<u8>,
}

#[derive(Clone, Debug, PartialEq, HasEncoding, NomReader, BinWriter)]
pub struct CurrentBranch {
    pub chain_id: [u8; 4],
    #[encoding(dynamic, bounded = "BLOCK_HEADER_MAX_BYTES")]
    pub current_head: BlockHeader,
    #[encoding(list = "BLOCK_LOCATOR_MAX_ITEMS")]
    pub history: Vec<[u8; 32]>,
}

#[derive(Clone, Debug, PartialEq, HasEncoding, NomReader, BinWriter)]
#[encoding(bounded = "MEMPOOL_MAX_BYTES")]
pub struct Mempool {
    #[encoding(dynamic, list)]
    pub known_valid: Vec<[u8; 32]>,
    #[encoding(dynamic, dynamic, list)]
    pub pending: Vec<[u8; 32]>,
}

#[derive(Clone, Debug, PartialEq, HasEncoding, NomReader, BinWriter)]
pub struct CurrentHead {
    pub chain_id: [u8; 4],
    #[encoding(dynamic, bounded = "BLOCK_HEADER_MAX_BYTES")]
    pub current_block_header: BlockHeader,
    pub current_mempool: Mempool,
}

#[derive(Clone, Debug, PartialEq, HasEncoding, NomReader, BinWriter)]
pub struct GetBlockHeaders {
    #[encoding(dynamic, list = "GET_BLOCK_HEADERS_MAX_ITEMS")]
    pub hashes: Vec<[u8; 32]>,
}

#[derive(Clone, Debug, PartialEq, HasEncoding, NomReader, BinWriter)]
pub struct OperationsForBlock {
    pub hash: [u8; 32],
    pub validation_pass: i8,
}

#[derive(Clone, Debug, PartialEq, HasEncoding, NomReader, BinWriter)]
pub struct GetOperationsForBlocks {
    #[encoding(dynamic, list = "GET_OPERATIONS_FOR_BLOCKS_MAX_ITEMS")]
    pub keys: Vec<OperationsForBlock>,
}

#[derive(Clone, Debug, PartialEq, HasEncoding, NomReader, BinWriter)]
pub struct Operation {
    pub branch: [u8; 32],
    #[encoding(bytes)]
    pub data: Vec<u8>,
}

#[derive(Clone, Debug, PartialEq, HasEncoding, NomReader, BinWriter)]
#[encoding(mu = "path", depth = "PATH_MAX_LEVELS")]
pub enum Path {
    #[encoding(tag = 0x00)]
    Op,
    #[encoding(tag = 0x0f)]
    Right { left: [u8; 32], path: Box<Path> },
    #[encoding(tag = 0xf0)]
    Left { path: Box<Path>, right: [u8; 32] },
}

#[derive(Clone, Debug, PartialEq, HasEncoding, NomReader, BinWriter)]
pub struct OperationsForBlocks {
    pub operations_for_block: OperationsForBlock,
    #[encoding(bounded = "PATH_MAX_BYTES")]
    pub operation_hashes_path: Path,
    #[encoding(bounded = "OPERATION_LIST_MAX_BYTES", list, dynamic, bounded = "OPERATION_MAX_BYTES")]
    pub operations: Vec<Operation>,
}

// What differs from style to style by hand.

#[inline]
fn copied(hashes: &[[u8; 32]]) -> Vec<[u8; 32]> {
    hashes.to_vec()
}

#[inline]
fn put_hashes(hashes: &[[u8; 32]], out: &mut Vec<u8>) {
    out.extend_from_slice(hashes.as_flattened());
}
