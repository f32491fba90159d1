//! Hashes and points are newtypes.

#![expect(missing_docs, reason = "the names of the protocol")]

use tezos_encoding::{BinWriter, HasEncoding, NomReader};

use crate::limits::*;

#[path = "by_hand.rs"]
pub mod by_hand;

#[derive(Clone, Copy, Debug, PartialEq, HasEncoding, NomReader, BinWriter)]
pub struct Hash(pub [u8; 32]);

#[derive(Clone, Copy, Debug, PartialEq, HasEncoding, NomReader, BinWriter)]
pub struct Nonce(pub [u8; 24]);

#[derive(Clone, Copy, Debug, PartialEq, HasEncoding, NomReader, BinWriter)]
pub struct ChainId(pub [u8; 4]);

#[derive(Clone, Debug, PartialEq, HasEncoding, NomReader, BinWriter)]
#[encoding(bounded = "POINT_MAX_BYTES")]
pub struct Point(pub String);

#[derive(Clone, Debug, PartialEq, HasEncoding, NomReader, BinWriter)]
pub struct NetworkVersion {
    pub chain_name: String,
    pub distributed_db_version: u16,
    pub p2p_version: u16,
}

#[derive(Clone, Debug, PartialEq, HasEncoding, NomReader, BinWriter)]
pub struct ConnectionMessage {
    pub port: u16,
    public_key: Hash,
    pub proof_of_work_stamp: Nonce,
    pub message_nonce: Nonce,
    pub version: NetworkVersion,
}

#[derive(Clone, Debug, PartialEq, HasEncoding, NomReader, BinWriter)]
pub enum Ack {
    #[encoding(tag = 0x00)]
    Ack,
    #[encoding(tag = 0x01)]
    Nack {
        motive: i16,
        #[encoding(dynamic, list = "NACK_MAX_ITEMS")]
        peers: Vec<Point>,
    },
    #[encoding(tag = 0xff)]
    NackV0,
}

#[derive(Clone, Debug, PartialEq, HasEncoding, NomReader, BinWriter)]
pub struct BlockHeader {
    pub level: i32,
    pub proto: u8,
    pub predecessor: Hash,
    pub timestamp: i64,
    pub validation_pass: u8,
    pub operations_hash: Hash,
    #[encoding(dynamic, list, dynamic, bytes)]
    pub fitness: Vec<Vec<u8>>,
    pub context: Hash,
    #[encoding(bytes)]
    pub protocol_data: Vec<u8>,
}

#[derive(Clone, Debug, PartialEq, HasEncoding, NomReader, BinWriter)]
pub struct CurrentBranch {
    pub chain_id: ChainId,
    #[encoding(dynamic, bounded = "BLOCK_HEADER_MAX_BYTES")]
    pub current_head: BlockHeader,
    #[encoding(list = "BLOCK_LOCATOR_MAX_ITEMS")]
    pub history: Vec<Hash>,
}

#[derive(Clone, Debug, PartialEq, HasEncoding, NomReader, BinWriter)]
#[encoding(bounded = "MEMPOOL_MAX_BYTES")]
pub struct Mempool {
    #[encoding(dynamic, list)]
    pub known_valid: Vec<Hash>,
    #[encoding(dynamic, dynamic, list)]
    pub pending: Vec<Hash>,
}

#[derive(Clone, Debug, PartialEq, HasEncoding, NomReader, BinWriter)]
pub struct CurrentHead {
    pub chain_id: ChainId,
    #[encoding(dynamic, bounded = "BLOCK_HEADER_MAX_BYTES")]
    pub current_block_header: BlockHeader,
    pub current_mempool: Mempool,
}

#[derive(Clone, Debug, PartialEq, HasEncoding, NomReader, BinWriter)]
pub struct GetBlockHeaders {
    #[encoding(dynamic, list = "GET_BLOCK_HEADERS_MAX_ITEMS")]
    pub hashes: Vec<Hash>,
}

#[derive(Clone, Debug, PartialEq, HasEncoding, NomReader, BinWriter)]
pub struct OperationsForBlock {
    pub hash: Hash,
    pub validation_pass: i8,
}

#[derive(Clone, Debug, PartialEq, HasEncoding, NomReader, BinWriter)]
pub struct GetOperationsForBlocks {
    #[encoding(dynamic, list = "GET_OPERATIONS_FOR_BLOCKS_MAX_ITEMS")]
    pub keys: Vec<OperationsForBlock>,
}

#[derive(Clone, Debug, PartialEq, HasEncoding, NomReader, BinWriter)]
pub struct Operation {
    pub branch: Hash,
    #[encoding(bytes)]
    pub data: Vec<u8>,
}

#[derive(Clone, Debug, PartialEq, HasEncoding, NomReader, BinWriter)]
#[encoding(mu = "path", depth = "PATH_MAX_LEVELS")]
pub enum Path {
    #[encoding(tag = 0x00)]
    Op,
    #[encoding(tag = 0x0f)]
    Right { left: Hash, path: Box<Path> },
    #[encoding(tag = 0xf0)]
    Left { path: Box<Path>, right: Hash },
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

macro_rules! like_what_is_inside {
    ($($type:ident $inside:ty;)*) => {$(
        impl From<$inside> for $type {
            #[inline]
            fn from(inside: $inside) -> Self {
                Self(inside)
            }
        }

        impl AsRef<[u8]> for $type {
            #[inline]
            fn as_ref(&self) -> &[u8] {
                self.0.as_ref()
            }
        }
    )*};
}

like_what_is_inside! {
    Hash [u8; 32];
    Nonce [u8; 24];
    ChainId [u8; 4];
    Point String;
}

#[inline]
fn copied(hashes: &[[u8; 32]]) -> Vec<Hash> {
    hashes.iter().map(|hash| Hash(*hash)).collect()
}

#[inline]
fn put_hashes(hashes: &[Hash], out: &mut Vec<u8>) {
    // Of newtypes no bulk copy is known to safe code: sixteen at a time go through the stack.
    let mut stage = [[0; 32]; 16];
    for group in hashes.chunks(stage.len()) {
        for (place, hash) in stage.iter_mut().zip(group) {
            *place = hash.0;
        }
        out.extend_from_slice(stage.as_flattened().split_at(group.len().saturating_mul(32)).0);
    }
}
