//! A chain of blocks from a file.

use std::{
    collections::HashMap,
    env,
    fs::File,
    io::{BufRead, BufReader},
    path::{Path, PathBuf},
};

use serde_json::Value;
use tezos_encoding::Decode;
use tezos_messages::{
    block_header::{BlockHeader, Fitness},
    hash::{BlockHash, ChainId, ContextHash, OperationListHash},
    merkle,
    operation::RawOperation,
    p2p::{OperationsForBlock, OperationsForBlocks},
    timestamp::Timestamp,
};
use tezos_net::serve;

use super::Failure;

/// Number of blocks of the generated chain.
const MADE_UP: i32 = 100;

/// A block: its header and its lists of operations.
#[derive(Debug)]
pub(crate) struct Block {
    pub(crate) hash: BlockHash,
    pub(crate) header: BlockHeader,
    pub(crate) lists: Vec<Vec<RawOperation>>,
}

/// Blocks, each with its predecessor before it.
#[derive(Debug)]
pub(crate) struct Chain {
    pub(crate) id: ChainId,
    pub(crate) blocks: Vec<Block>,
    places: HashMap<BlockHash, usize>,
}

impl Chain {
    /// Returns the blocks of the shared folder, or generated ones.
    pub(crate) fn of_real_blocks() -> Result<Self, Failure> {
        let beside = Path::new(env!("CARGO_MANIFEST_DIR")).join("../../shared");
        let shared = env::var_os("TEZOS_CODEC_SHARED").map_or(beside, PathBuf::from);
        let file = shared.join("data/blocks_carthage/blocks.jsonl");
        if file.exists() {
            return Self::load(&file);
        }
        println!(
            "chain: {} does not exist (TEZOS_CODEC_SHARED sets the folder): {MADE_UP} generated blocks instead",
            file.display()
        );
        Self::made_up()
    }

    /// Reads a file with a block on each line.
    pub(crate) fn load(file: &Path) -> Result<Self, Failure> {
        let at_line = |number: usize, error: Failure| format!("{}, line {}: {error}", file.display(), number + 1);
        let mut id = ChainId([0; 4]);
        let mut blocks = Vec::new();
        for (number, line) in BufReader::new(File::open(file)?).lines().enumerate() {
            let read = || -> Result<(ChainId, Block), Failure> {
                let line: Value = serde_json::from_str(&line?)?;
                Ok((ChainId::from_bytes(&bytes(&line["chain_id"])?)?, block(&line)?))
            };
            let (chain, block) = read().map_err(|error| at_line(number, error))?;
            id = chain;
            blocks.push(block);
        }
        println!("chain: {} blocks from {}", blocks.len(), file.display());
        Self::new(id, blocks)
    }

    /// Generates blocks with four lists of operations. The number of operations is the number of ones in the level.
    pub(crate) fn made_up() -> Result<Self, Failure> {
        let mut blocks: Vec<Block> = Vec::new();
        for level in 0..MADE_UP {
            let predecessor = blocks.last().map_or(BlockHash([0; 32]), |block| block.hash);
            let operation =
                |number: u32| RawOperation { branch: predecessor, data: vec![number.to_be_bytes()[3]; 150].into() };
            let lists: Vec<Vec<_>> =
                (0..4).map(|pass| (0..level.count_ones() * pass).map(operation).collect()).collect();
            let header = BlockHeader {
                level,
                proto: 1,
                predecessor,
                timestamp: Timestamp(1_600_000_000 + i64::from(level) * 30),
                validation_pass: 4,
                operations_hash: merkle::operation_list_list_hash(list_hashes(&lists)),
                fitness: Fitness::default(),
                context: ContextHash([5; 32]),
                protocol_data: vec![6; 80].into(),
            };
            blocks.push(Block { hash: header.hash()?, header, lists });
        }
        Self::new(ChainId(*b"made"), blocks)
    }

    fn new(id: ChainId, blocks: Vec<Block>) -> Result<Self, Failure> {
        if blocks.is_empty() {
            return Err("a chain has at least one block".into());
        }
        let places = blocks.iter().enumerate().map(|(place, block)| (block.hash, place)).collect();
        Ok(Self { id, blocks, places })
    }

    fn block(&self, hash: &BlockHash) -> Option<&Block> {
        self.places.get(hash).map(|place| &self.blocks[*place])
    }
}

impl serve::Chain for Chain {
    fn id(&self) -> ChainId {
        self.id
    }

    fn head(&self) -> (BlockHash, BlockHeader) {
        let head = &self.blocks[self.blocks.len() - 1];
        (head.hash, head.header.clone())
    }

    fn first(&self) -> BlockHash {
        self.blocks[0].hash
    }

    fn ancestor(&self, block: &BlockHash, distance: usize) -> Option<BlockHash> {
        let place = self.places.get(block)?.checked_sub(distance)?;
        Some(self.blocks[place].hash)
    }

    fn header(&self, block: &BlockHash) -> Option<BlockHeader> {
        self.block(block).map(|block| block.header.clone())
    }

    fn operations(&self, key: &OperationsForBlock) -> Option<OperationsForBlocks> {
        self.block(&key.hash)?.operations(*key)
    }
}

impl Block {
    /// Returns one of its lists of operations, with its Merkle path.
    fn operations(&self, key: OperationsForBlock) -> Option<OperationsForBlocks> {
        let pass = usize::try_from(key.validation_pass).ok()?;
        let operations = self.lists.get(pass)?.clone();
        let path = merkle::path(list_hashes(&self.lists), pass).ok()?;
        Some(OperationsForBlocks {
            operations_for_block: key,
            operation_hashes_path: path.into_iter().collect(),
            operations,
        })
    }
}

/// Returns the hash of each list.
fn list_hashes(lists: &[Vec<RawOperation>]) -> impl Iterator<Item = OperationListHash> {
    lists.iter().map(|list| merkle::operation_list_hash(list.iter().map(RawOperation::hash)))
}

fn block(line: &Value) -> Result<Block, Failure> {
    let header = BlockHeader::from_bytes(&bytes(&line["header"])?)?;
    let (hash, expected) = (header.hash()?, BlockHash::from_bytes(&bytes(&line["hash"])?)?);
    if hash != expected {
        return Err(format!("the header has the hash {hash}, not {expected}").into());
    }
    let list = |list: &Value| -> Result<Vec<RawOperation>, Failure> {
        let list = list.as_array().ok_or("a list of operations is missing")?;
        list.iter().map(|operation| Ok(RawOperation::from_bytes(&bytes(operation)?)?)).collect()
    };
    let lists =
        line["operations"].as_array().ok_or("`operations` is missing")?.iter().map(list).collect::<Result<_, _>>()?;
    Ok(Block { hash, header, lists })
}

fn bytes(value: &Value) -> Result<Vec<u8>, Failure> {
    Ok(hex::decode(value.as_str().ok_or("a field in hex is missing")?)?)
}
