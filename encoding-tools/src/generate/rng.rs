//! Random numbers: SplitMix64, whose whole state is the seed.

/// A source of random numbers.
pub(super) trait Numbers {
    /// Returns a number below `count`, which is at least 1.
    fn below(&mut self, count: u64) -> u64;
}

/// Numbers that are determined by the seed.
#[derive(Clone, Debug)]
pub(super) struct Rng(u64);

impl Rng {
    pub(super) const fn new(seed: u64) -> Self {
        Self(seed)
    }

    pub(super) fn next(&mut self) -> u64 {
        self.0 = self.0.wrapping_add(0x9e37_79b9_7f4a_7c15);
        let mixed = (self.0 ^ self.0 >> 30).wrapping_mul(0xbf58_476d_1ce4_e5b9);
        let mixed = (mixed ^ mixed >> 27).wrapping_mul(0x94d0_49bb_1331_11eb);
        mixed ^ mixed >> 31
    }
}

impl Numbers for Rng {
    fn below(&mut self, count: u64) -> u64 {
        self.next().checked_rem(count).unwrap_or_default()
    }
}

#[cfg(test)]
mod tests {
    use super::Rng;

    #[test]
    fn numbers_equal_those_of_the_algorithm() {
        let mut rng = Rng::new(1_234_567);
        let first: [u64; 3] = core::array::from_fn(|_| rng.next());
        assert_eq!(first, [6_457_827_717_110_365_317, 3_203_168_211_198_807_973, 9_817_491_932_198_370_423]);
    }
}
