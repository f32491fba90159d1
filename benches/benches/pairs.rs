//! Derived and handwritten code, timed in turns: `cargo bench -p tezos-codec-benches --bench pairs`.
//!
//! Criterion times one function after the other and reports averages; on a machine with other load, the ratio of the same pair varies by a
//! third from run to run. [`turns`] takes the minimum of many times, and its ratios repeat to within a few hundredths.

use tezos_codec_benches::{
    by_hand::{Body, Viewed},
    samples::{Bodies, Samples, Views},
    turns,
};

struct Pairs {
    rounds: usize,
}

impl Bodies for Pairs {
    fn body<T: Body>(&mut self, name: &'static str, bytes: &[u8]) {
        turns::body::<T>(name, self.rounds, bytes);
    }
}

impl Views for Pairs {
    fn viewed<T: Viewed>(&mut self, name: &'static str, bytes: &[u8]) {
        turns::view::<T>(name, self.rounds, bytes);
    }
}

fn main() {
    let mut pairs = Pairs { rounds: turns::rounds() };
    let samples = Samples::load();
    println!("messages: {}", samples.origin);
    turns::heading();
    samples.each_body(&mut pairs);
    samples.each_viewed(&mut pairs);
}
