//! The messages that are measured: real ones of `../shared/data/tezedge_messages` where they are, made ones of the same shapes
//! otherwise.

use std::path::PathBuf;

use tezos_encoding::Encode;
use tezos_messages::{
    block_header::{BlockHeader, Fitness, FitnessElement},
    block_locator::BlockLocator,
    handshake::{Ack, ConnectionMessage, Motive, NetworkVersion},
    hash::{BlockHash, ChainId, ContextHash, OperationHash, OperationListListHash},
    identity::{PublicKey, Stamp},
    mempool::Mempool,
    merkle::Step,
    operation::Operation,
    p2p::{CurrentBranch, CurrentHead, OperationsForBlock, OperationsForBlocks},
    point::Point,
    text::Text,
    timestamp::Timestamp,
};

/// The bodies of the ten messages, each without its size and tag.
#[derive(Clone, Debug)]
#[expect(missing_docs, reason = "the names of the messages")]
pub struct Samples {
    /// Where they come from.
    pub origin: &'static str,
    pub connection: Vec<u8>,
    pub ack: Vec<u8>,
    pub block_header: Vec<u8>,
    pub current_branch: Vec<u8>,
    pub current_head: Vec<u8>,
    pub get_block_headers: Vec<u8>,
    pub get_current_branch: Vec<u8>,
    pub get_current_head: Vec<u8>,
    pub get_operations_for_blocks: Vec<u8>,
    pub operations_for_blocks: Vec<u8>,
}

impl Samples {
    /// The messages with their names, from the handshake on.
    pub fn messages(&self) -> [(&'static str, &[u8]); 10] {
        [
            ("connection", &self.connection),
            ("ack", &self.ack),
            ("block_header", &self.block_header),
            ("current_branch", &self.current_branch),
            ("current_head", &self.current_head),
            ("get_block_headers", &self.get_block_headers),
            ("get_current_branch", &self.get_current_branch),
            ("get_current_head", &self.get_current_head),
            ("get_operations_for_blocks", &self.get_operations_for_blocks),
            ("operations_for_blocks", &self.operations_for_blocks),
        ]
    }

    /// Those that follow the handshake, as peers send them: a size of four bytes, a tag of two, the body.
    pub fn between_peers(&self) -> [(&'static str, Vec<u8>); 8] {
        let whole = |name, tag: u16, body: &[u8]| {
            let size = u32::try_from(body.len().saturating_add(2)).unwrap_or(u32::MAX);
            (name, [&size.to_be_bytes(), &tag.to_be_bytes()[..], body].concat())
        };
        [
            whole("get_current_branch", 0x10, &self.get_current_branch),
            whole("current_branch", 0x11, &self.current_branch),
            whole("get_current_head", 0x13, &self.get_current_head),
            whole("current_head", 0x14, &self.current_head),
            whole("get_block_headers", 0x20, &self.get_block_headers),
            whole("block_header", 0x21, &self.block_header),
            whole("get_operations_for_blocks", 0x60, &self.get_operations_for_blocks),
            whole("operations_for_blocks", 0x61, &self.operations_for_blocks),
        ]
    }

    /// The real ones, or those made here.
    pub fn load() -> Self {
        Self::real().unwrap_or_else(Self::made)
    }

    /// Those of TezEdge's test suite.
    fn real() -> Option<Self> {
        let root = std::env::var_os("TEZOS_CODEC_SHARED")
            .map_or_else(|| PathBuf::from(concat!(env!("CARGO_MANIFEST_DIR"), "/../../shared")), PathBuf::from);
        let read = |name: &str| std::fs::read(root.join("data/tezedge_messages").join(name)).ok();
        Some(Self {
            origin: "tezedge_messages",
            connection: read("connection.msg")?,
            ack: read("ack.msg")?,
            block_header: read("block-header.msg")?,
            current_branch: read("current-branch.big.msg")?,
            current_head: read("current-head.big.msg")?,
            get_block_headers: read("get-block-headers.msg")?,
            get_current_branch: read("get-current-branch.msg")?,
            get_current_head: read("get-current-head.msg")?,
            get_operations_for_blocks: read("get-operations-for-blocks.msg")?,
            operations_for_blocks: read("operations-for-blocks.huge.msg")?,
        })
    }

    /// Messages with as many fields, elements and bytes as those of TezEdge.
    pub fn made() -> Self {
        let chain_id = ChainId([0x12; 4]);
        let keys = (0..10).map(|at| OperationsForBlock { hash: BlockHash([at; 32]), validation_pass: 3 }).collect();
        let peers = (0..18).map(|at| Point { addr: [0, 0, 0, 0, 0, 0xffff, 0x0a00, at].into(), port: 9732 }).collect();
        let operation = |at: u16| Operation {
            branch: BlockHash([at.to_be_bytes()[1]; 32]),
            data: vec![at.to_be_bytes()[1]; usize::from(at % 64).saturating_add(90)],
        };
        let steps = [Step::Left([1; 32]), Step::Right([2; 32])];
        Self {
            origin: "made",
            connection: bytes(&ConnectionMessage {
                port: 9732,
                public_key: PublicKey([1; 32]),
                proof_of_work_stamp: Stamp([2; 24]),
                message_nonce: [3; 24],
                version: NetworkVersion {
                    chain_name: Text::from("TEZOS_MAINNET"),
                    distributed_db_version: 0,
                    p2p_version: 1,
                },
            }),
            ack: bytes(&Ack::Nack { motive: Motive(1), peers }),
            block_header: bytes(&header()),
            current_branch: bytes(&CurrentBranch {
                chain_id,
                current_branch: BlockLocator { current_head: header(), history: vec![BlockHash([4; 32]); 174] },
            }),
            current_head: bytes(&CurrentHead {
                chain_id,
                current_block_header: header(),
                current_mempool: Mempool {
                    known_valid: vec![OperationHash([5; 32]); 430],
                    pending: vec![OperationHash([6; 32]); 615],
                },
            }),
            get_block_headers: bytes(&GetBlockHeaders { hashes: vec![BlockHash([7; 32]); 2] }),
            get_current_branch: bytes(&chain_id),
            get_current_head: bytes(&chain_id),
            get_operations_for_blocks: bytes(&GetOperationsForBlocks { keys }),
            operations_for_blocks: bytes(&OperationsForBlocks {
                operations_for_block: OperationsForBlock { hash: BlockHash([8; 32]), validation_pass: 3 },
                operation_hashes_path: steps.into_iter().collect(),
                operations: (0..1095).map(operation).collect(),
            }),
        }
    }
}

/// The body of `Get_block_headers`, which is a field of a union's case in `tezos_messages`.
#[derive(
    tezos_encoding::HasEncoding,
    tezos_encoding::NomReader,
    tezos_encoding::BinWriter,
    tezos_encoding::View,
    Clone,
    Debug,
    PartialEq,
)]
#[expect(missing_docs, reason = "as in `tezos_messages::p2p`")]
pub struct GetBlockHeaders {
    #[encoding(dynamic, list = "tezos_messages::limits::GET_BLOCK_HEADERS_MAX_ITEMS")]
    pub hashes: Vec<BlockHash>,
}

/// The body of `Get_operations_for_blocks`, likewise.
#[derive(
    tezos_encoding::HasEncoding,
    tezos_encoding::NomReader,
    tezos_encoding::BinWriter,
    tezos_encoding::View,
    Clone,
    Debug,
    PartialEq,
)]
#[expect(missing_docs, reason = "as in `tezos_messages::p2p`")]
pub struct GetOperationsForBlocks {
    #[encoding(dynamic, list = "tezos_messages::limits::GET_OPERATIONS_FOR_BLOCKS_MAX_ITEMS")]
    pub keys: Vec<OperationsForBlock>,
}

pub(crate) fn header() -> BlockHeader {
    BlockHeader {
        level: 1_000_000,
        proto: 6,
        predecessor: BlockHash([9; 32]),
        timestamp: Timestamp(1_600_000_000),
        validation_pass: 4,
        operations_hash: OperationListListHash([10; 32]),
        fitness: Fitness(vec![FitnessElement(vec![1]), FitnessElement(vec![0, 0, 0, 0, 0, 15, 66, 64])]),
        context: ContextHash([11; 32]),
        protocol_data: vec![12; 71],
    }
}

fn bytes(value: &impl Encode) -> Vec<u8> {
    value.to_bytes().unwrap_or_default()
}
