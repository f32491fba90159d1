//! The distances between the blocks of a locator, which both sides compute from their peer ids.
//!
//! There are ten steps of 1, ten of about 2, ten of about 4, and so on. SHA-256 of the peer ids determines the deviation of each step.
//!
//! Rule: [`block_locator.ml`, `Step`][rule].
//!
//! [rule]: https://github.com/tezos/tezos-mirror/blob/d26a8bef82159434e5a6db6a6d329f29dc8172dd/src/lib_base/block_locator.ml#L106

use sha2::{Digest, Sha256};
use tezos_messages::{
    block_locator::BlockLocator,
    hash::{BlockHash, PeerId},
};

use super::chain::Chain;

/// Maximum number of blocks in the history of a locator that we send.
///
/// Rule: [`store.ml`, `compute_locator`][rule].
///
/// [rule]: https://github.com/tezos/tezos-mirror/blob/d26a8bef82159434e5a6db6a6d329f29dc8172dd/src/lib_store/unix/store.ml
const HISTORY: usize = 200;

/// Yields the lengths of the steps, starting at the head.
#[derive(Debug)]
struct Steps {
    length: u32,
    left: u32,
    seed: [u8; 32],
}

impl Steps {
    fn new(sender: &PeerId, receiver: &PeerId, head: &BlockHash) -> Self {
        let seed = Sha256::new().chain_update(sender.0).chain_update(receiver.0).chain_update(head.0).finalize();
        Self { length: 1, left: 9, seed: seed.into() }
    }
}

impl Iterator for Steps {
    type Item = usize;

    fn next(&mut self) -> Option<usize> {
        let mut gap = 0;
        if self.length > 1 {
            // A signed number, as in OCaml: its remainder has its sign.
            let [a, b, c, d, ..] = self.seed;
            gap = i32::from_be_bytes([a, b, c, d]) % i32::try_from(self.length / 2 + 1).ok()?;
            self.seed = Sha256::digest(self.seed).into();
        }
        let step = i64::from(self.length) - i64::from(gap);
        (self.length, self.left) =
            if self.left == 0 { (self.length.checked_mul(2)?, 9) } else { (self.length, self.left - 1) };
        usize::try_from(step).ok()
    }
}

/// Returns the locator of a chain's head, as `sender` sends it to `receiver`.
pub(crate) fn locator(chain: &Chain, sender: &PeerId, receiver: &PeerId) -> BlockLocator {
    let head = chain.head();
    let first = chain.blocks[0].hash;
    let (mut here, mut history) = (head.hash, Vec::new());
    for step in Steps::new(sender, receiver, &head.hash).take(HISTORY) {
        let next = chain.ancestor(&here, step).unwrap_or(first);
        if next == here {
            break;
        }
        history.push(next);
        here = next;
    }
    BlockLocator { current_head: head.header.clone(), history }
}

/// A part of a chain, between two blocks that a locator has.
#[derive(Debug)]
pub(crate) struct Segment {
    /// The block at its upper end.
    pub(crate) block: BlockHash,
    /// The block at its lower end.
    pub(crate) end: BlockHash,
    /// The distance between them. At the start of the chain it is an upper bound.
    pub(crate) length: usize,
    pub(crate) is_exact: bool,
}

/// Returns the parts of the chain that a received locator announces.
pub(crate) fn parts(head: BlockHash, history: &[BlockHash], sender: &PeerId, receiver: &PeerId) -> Vec<Segment> {
    let blocks: Vec<_> = [head].into_iter().chain(history.iter().copied()).collect();
    let count = history.len();
    let pairs = blocks.windows(2).zip(Steps::new(sender, receiver, &head)).enumerate();
    let part = |(number, (pair, length)): (usize, (&[BlockHash], usize))| Segment {
        block: pair[0],
        end: pair[1],
        length,
        is_exact: number + 1 < count,
    };
    pairs.map(part).collect()
}
