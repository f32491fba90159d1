//! Reproducible random numbers from a seed.

use std::net::{Ipv4Addr, Ipv6Addr};

use tezos_messages::{
    hash::{BlockHash, ContextHash, OperationHash, PeerId, ProtocolHash, blake2b_256},
    point::Point,
};

/// A generator of random numbers: BLAKE2b-256 of the seed and a counter, so that its output is the same on all machines.
#[derive(Debug, Clone)]
pub(super) struct Random {
    seed: u64,
    block: u64,
    left: Vec<u8>,
}

impl Random {
    pub(super) const fn new(seed: u64) -> Self {
        Self { seed, block: 0, left: Vec::new() }
    }

    fn byte(&mut self) -> u8 {
        loop {
            if let Some(byte) = self.left.pop() {
                return byte;
            }
            let input = [self.seed.to_be_bytes(), self.block.to_be_bytes()].concat();
            self.block = self.block.wrapping_add(1);
            self.left = blake2b_256(&input).to_vec();
        }
    }

    pub(super) fn array<const N: usize>(&mut self) -> [u8; N] {
        std::array::from_fn(|_| self.byte())
    }

    /// Returns a number from `min` to `max`, both included.
    pub(super) fn between(&mut self, min: usize, max: usize) -> usize {
        let span = u64::try_from(max.saturating_sub(min)).unwrap_or(0).saturating_add(1);
        let drawn = u64::from_be_bytes(self.array()).checked_rem(span).unwrap_or(0);
        min.saturating_add(usize::try_from(drawn).unwrap_or(0))
    }

    /// Returns true with a probability of 1 in `times`.
    pub(super) fn once_in(&mut self, times: usize) -> bool {
        self.between(1, times) == 1
    }

    pub(super) fn block_hash(&mut self) -> BlockHash {
        BlockHash(self.array())
    }

    pub(super) fn context_hash(&mut self) -> ContextHash {
        ContextHash(self.array())
    }

    pub(super) fn operation_hash(&mut self) -> OperationHash {
        OperationHash(self.array())
    }

    pub(super) fn protocol_hash(&mut self) -> ProtocolHash {
        ProtocolHash(self.array())
    }

    pub(super) fn peer_id(&mut self) -> PeerId {
        PeerId(self.array())
    }

    /// Returns `count` hashes.
    pub(super) fn operation_hashes(&mut self, count: usize) -> Vec<OperationHash> {
        (0..count).map(|_| self.operation_hash()).collect()
    }

    /// Returns a point, one in four with an IPv6 address.
    pub(super) fn point(&mut self) -> Point {
        let addr = if self.once_in(4) {
            let [a, b, c, d]: [u8; 4] = self.array();
            Ipv6Addr::from([0x20, 1, 0x0d, 0xb8, a, b, 0, 0, 0, 0, 0, 0, 0, 0, c, d])
        } else {
            Ipv4Addr::from(self.array::<4>()).to_ipv6_mapped()
        };
        Point { addr, port: if self.once_in(3) { u16::from_be_bytes(self.array()) } else { 9732 } }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn equal_seeds_give_equal_numbers() {
        let draw = |seed| Random::new(seed).array::<100>();
        assert_eq!(draw(1), draw(1));
        assert_ne!(draw(1), draw(2));
        let mut random = Random::new(3);
        let drawn: Vec<_> = (0..200).map(|_| random.between(3, 6)).collect();
        assert!((3..=6).all(|number| drawn.contains(&number)) && drawn.iter().all(|n| (3..=6).contains(n)));
        assert_eq!(random.between(5, 5), 5);
    }
}
