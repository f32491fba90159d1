//! Code that the benchmarks share: the messages, and the same work done by hand and by other codecs.
//!
//! A benchmark compares the derived code with [`by_hand`], which is the best safe Rust that we can write for each message, and with a plain
//! copy of the bytes, the least work possible. With the feature `peers`, it measures other codecs too. Every result is checked before it is
//! timed.

#![forbid(unsafe_code)]

pub mod budget;
pub mod by_hand;
pub mod ethereum;
mod lists;
pub mod numbers;
pub mod operations;
#[cfg(feature = "peers")]
pub mod peers;
pub mod samples;
pub mod scaling;
pub mod tree;
pub mod turns;
