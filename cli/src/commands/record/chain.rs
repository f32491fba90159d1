//! Makes up a chain: linked headers, and operations whose Merkle roots are in the headers.

use tezos_messages::{
    block_header::{BlockHeader, Fitness, FitnessElement},
    block_locator::BlockLocator,
    hash::{BlockHash, ChainId, OperationListHash},
    merkle,
    operation::RawOperation,
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

/// The level of the first block.
const FIRST_LEVEL: i32 = 5_000_000;
/// The time of the first block.
const FIRST_TIME: i64 = 1_700_000_000;
/// The number of seconds between blocks.
const BLOCK_SECONDS: i64 = 10;
/// The numbers of validation passes that the blocks have in turn, so that their Merkle paths have zero to three steps.
pub(super) const PASSES: [u8; 4] = [1, 2, 4, DEEPEST];
/// The number of validation passes of the blocks whose Merkle paths have three steps.
pub(super) const DEEPEST: u8 = 5;
/// The number of hashes in the locator of a node that has a few million blocks.
const LOCATOR_ITEMS: usize = 200;

/// A block with its operations, one list for each validation pass.
#[derive(Debug)]
pub(super) struct Block {
    pub(super) hash: BlockHash,
    pub(super) header: BlockHeader,
    lists: Vec<Vec<RawOperation>>,
}

/// Successive blocks.
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

    /// Returns one of the blocks.
    pub(super) fn block(&self, random: &mut Random) -> Result<&Block, Error> {
        let at = random.between(0, self.blocks.len().saturating_sub(1));
        self.blocks.get(at).ok_or_else(|| Error::new("the made-up chain has no blocks"))
    }

    /// Returns the locator of a branch of the chain.
    pub(super) fn locator(&self, random: &mut Random) -> Result<BlockLocator, Error> {
        let current_head = self.block(random)?.header.clone();
        let history = (0..LOCATOR_ITEMS).map(|_| random.block_hash()).collect();
        Ok(BlockLocator { current_head, history })
    }
}

impl Block {
    /// Returns the number of validation passes.
    pub(super) fn passes(&self) -> usize {
        self.lists.len()
    }

    /// Returns the key with which the operations of a validation pass are requested.
    pub(super) fn key(&self, pass: usize) -> OperationsForBlock {
        OperationsForBlock { hash: self.hash, validation_pass: i8::try_from(pass).unwrap_or(i8::MAX) }
    }

    /// Returns the operations of a validation pass, with the Merkle path that proves that they belong to the block.
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

    /// Replaces the last list with one of `operations` operations, and updates the header.
    pub(super) fn with_large_list(mut self, random: &mut Random, operations: usize) -> Result<Self, Error> {
        let branch = self.header.predecessor;
        self.lists.pop();
        self.lists.push((0..operations).map(|_| operation(random, branch)).collect::<Result<_, _>>()?);
        self.header.operations_hash = merkle::operation_list_list_hash(self.lists.iter().map(|list| list_hash(list)));
        self.hash = self.header.hash().map_err(Error::new)?;
        Ok(self)
    }
}

/// Returns a small list of operations for each validation pass. Some lists are empty.
fn lists(random: &mut Random, branch: &BlockHash, passes: u8) -> Result<Vec<Vec<RawOperation>>, Error> {
    (0..passes)
        .map(|_| {
            let operations = random.between(0, 6);
            (0..operations).map(|_| operation(random, *branch)).collect()
        })
        .collect()
}

fn list_hash(list: &[RawOperation]) -> OperationListHash {
    merkle::operation_list_hash(list.iter().map(RawOperation::hash))
}

/// Returns a fitness as in recent protocols: version, level, locked round, predecessor's round, round.
fn fitness(level: i32) -> Fitness {
    let parts = [&[2][..], &level.to_be_bytes(), &[], &[0xff, 0xff, 0xff, 0xff], &[0, 0, 0, 0]];
    Fitness(parts.map(|part| FitnessElement(part.to_vec())).to_vec())
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn blocks_are_linked_and_lists_have_merkle_paths() {
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
