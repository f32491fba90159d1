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

use super::Chain;

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
            let half = i32::try_from((self.length / 2).saturating_add(1)).ok()?;
            gap = i32::from_be_bytes([a, b, c, d]).checked_rem(half)?;
            self.seed = Sha256::digest(self.seed).into();
        }
        let step = i64::from(self.length).saturating_sub(i64::from(gap));
        (self.length, self.left) = match self.left.checked_sub(1) {
            Some(left) => (self.length, left),
            None => (self.length.checked_mul(2)?, 9),
        };
        usize::try_from(step).ok()
    }
}

/// Returns the locator of a chain's head, as `sender` sends it to `receiver`.
pub fn locator(chain: &impl Chain, sender: &PeerId, receiver: &PeerId) -> BlockLocator {
    let ((head, current_head), first) = (chain.head(), chain.first());
    let (mut here, mut history) = (head, Vec::new());
    for step in Steps::new(sender, receiver, &head).take(HISTORY) {
        let next = chain.ancestor(&here, step).unwrap_or(first);
        if next == here {
            break;
        }
        history.push(next);
        here = next;
    }
    BlockLocator { current_head, history }
}

/// A part of a chain, between two blocks that a locator has.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct LocatorSegment {
    /// The block at its upper end.
    pub block: BlockHash,
    /// The block at its lower end.
    pub end: BlockHash,
    /// The distance between them. At the start of the chain it is an upper bound.
    pub length: usize,
    /// False at the start of the chain.
    pub is_exact: bool,
}

/// Returns the segments of the chain that a received locator announces. `head` is the hash of its head.
pub fn segments(head: BlockHash, history: &[BlockHash], sender: &PeerId, receiver: &PeerId) -> Vec<LocatorSegment> {
    let last = history.len().saturating_sub(1);
    let blocks = core::iter::once(&head).chain(history);
    let pairs = blocks.zip(history).zip(Steps::new(sender, receiver, &head)).enumerate();
    let segments = pairs.map(|(n, ((block, end), length))| LocatorSegment {
        block: *block,
        end: *end,
        length,
        is_exact: n < last,
    });
    segments.collect()
}
