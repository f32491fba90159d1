//! A made-up chain: headers that link, operations whose Merkle roots the headers have.

use tezos_messages::{
    block_header::{BlockHeader, Fitness, FitnessElement},
    block_locator::BlockLocator,
    hash::{BlockHash, ChainId, OperationListHash},
    merkle,
    operation::Operation,
    p2p::{OperationsForBlock, OperationsForBlocks},
    timestamp::Timestamp,
};

use crate::{
    commands::record::{
        operations::{PROTOCOL, header_data, operation},
        random::Random,
    },
    error::Error,
};

/// Level of the first block.
const FIRST_LEVEL: i32 = 5_000_000;
/// Time of the first block, and seconds between blocks.
const FIRST_TIME: i64 = 1_700_000_000;
const BLOCK_SECONDS: i64 = 10;
/// Validation passes of the blocks, in turn: Merkle paths of no, one, two and three steps.
pub(super) const PASSES: [u8; 4] = [1, 2, 4, DEEPEST];
/// Validation passes of the blocks whose lists have paths of three steps.
pub(super) const DEEPEST: u8 = 5;
/// Hashes in the locator of a node that has a few million blocks.
const LOCATOR_ITEMS: usize = 200;

/// A block with its operations, one list for each validation pass.
#[derive(Debug)]
pub(super) struct Block {
    pub(super) hash: BlockHash,
    pub(super) header: BlockHeader,
    lists: Vec<Vec<Operation>>,
}

/// Some blocks in a row.
#[derive(Debug)]
pub(super) struct Chain {
    pub(super) id: ChainId,
    pub(super) blocks: Vec<Block>,
}

impl Chain {
    /// Returns a chain of `blocks` blocks.
    pub(super) fn new(random: &mut Random, blocks: usize) -> Result<Self, Error> {
        let mut chain = Self { id: ChainId::of_genesis(&random.block_hash()), blocks: Vec::new() };
        let mut predecessor = random.block_hash();
        for (passes, height) in PASSES.into_iter().cycle().zip(0..i32::try_from(blocks).unwrap_or(i32::MAX)) {
            let lists = lists(random, &predecessor, passes)?;
            let header = BlockHeader {
                level: FIRST_LEVEL.saturating_add(height),
                proto: PROTOCOL.number(),
                predecessor,
                timestamp: Timestamp(FIRST_TIME.saturating_add(BLOCK_SECONDS.saturating_mul(height.into()))),
                validation_pass: passes,
                operations_hash: merkle::operation_list_list_hash(lists.iter().map(|list| list_hash(list))),
                fitness: fitness(FIRST_LEVEL.saturating_add(height)),
                context: random.context_hash(),
                protocol_data: header_data(random)?.into(),
            };
            let hash = header.hash().map_err(Error::new)?;
            predecessor = hash;
            chain.blocks.push(Block { hash, header, lists });
        }
        Ok(chain)
    }

    /// One of the blocks.
    pub(super) fn block(&self, random: &mut Random) -> Result<&Block, Error> {
        let at = random.between(0, self.blocks.len().saturating_sub(1));
        self.blocks.get(at).ok_or_else(|| Error::new("the made-up chain has no blocks"))
    }

    /// A branch of the chain.
    pub(super) fn locator(&self, random: &mut Random) -> Result<BlockLocator, Error> {
        let current_head = self.block(random)?.header.clone();
        let history = (0..LOCATOR_ITEMS).map(|_| random.block_hash()).collect();
        Ok(BlockLocator { current_head, history })
    }
}

impl Block {
    /// Validation passes of the block.
    pub(super) fn passes(&self) -> usize {
        self.lists.len()
    }

    /// What asks for the list number `pass`.
    pub(super) fn key(&self, pass: usize) -> OperationsForBlock {
        OperationsForBlock { hash: self.hash, validation_pass: i8::try_from(pass).unwrap_or(i8::MAX) }
    }

    /// The list number `pass`, with the proof that it is the block's.
    pub(super) fn operations(&self, pass: usize) -> Result<OperationsForBlocks, Error> {
        let hashes = self.lists.iter().map(|list| list_hash(list));
        let steps = merkle::path(hashes, pass).map_err(Error::new)?;
        let message = OperationsForBlocks {
            operations_for_block: self.key(pass),
            operation_hashes_path: steps.into_iter().collect(),
            operations: self.lists.get(pass).cloned().unwrap_or_default(),
        };
        message.verify(&self.header.operations_hash).map_err(Error::new)?;
        Ok(message)
    }

    /// Replaces the last list by one of `operations` operations, with the header that belongs to it.
    pub(super) fn with_large_list(mut self, random: &mut Random, operations: usize) -> Result<Self, Error> {
        let branch = self.header.predecessor;
        self.lists.pop();
        self.lists.push((0..operations).map(|_| operation(random, branch)).collect::<Result<_, _>>()?);
        self.header.operations_hash = merkle::operation_list_list_hash(self.lists.iter().map(|list| list_hash(list)));
        self.hash = self.header.hash().map_err(Error::new)?;
        Ok(self)
    }
}

/// Small lists, some of them empty.
fn lists(random: &mut Random, branch: &BlockHash, passes: u8) -> Result<Vec<Vec<Operation>>, Error> {
    (0..passes)
        .map(|_| {
            let operations = random.between(0, 6);
            (0..operations).map(|_| operation(random, *branch)).collect()
        })
        .collect()
}

fn list_hash(list: &[Operation]) -> OperationListHash {
    merkle::operation_list_hash(list.iter().map(Operation::hash))
}

/// A fitness as recent protocols make it: version, level, locked round, predecessor's round, round.
fn fitness(level: i32) -> Fitness {
    let parts = [&[2][..], &level.to_be_bytes(), &[], &[0xff, 0xff, 0xff, 0xff], &[0, 0, 0, 0]];
    Fitness(parts.map(|part| FitnessElement(part.to_vec())).to_vec())
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn blocks_link_and_lists_have_their_paths() {
        let mut random = Random::new(7);
        let chain = Chain::new(&mut random, 8).unwrap();
        for pair in chain.blocks.windows(2) {
            assert_eq!(pair[1].header.predecessor, pair[0].hash);
        }
        let mut depths = Vec::new();
        for block in chain.blocks {
            let block = block.with_large_list(&mut random, 10).unwrap();
            for pass in 0..block.passes() {
                depths.push(block.operations(pass).unwrap().operation_hashes_path.steps().len());
            }
        }
        assert!((0..=3).all(|depth| depths.contains(&depth)));
    }
}
