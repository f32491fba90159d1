//! What the benchmarks share: the messages, and the same work done by hand and by other codecs.
//!
//! A benchmark compares three: the derived code, [`by_hand`], which is the best safe Rust that we know to write for each message, and
//! the memory that has to be moved at least. With the feature `peers`, other codecs stand beside them. Every result is compared before
//! it is timed.

#![forbid(unsafe_code)]

pub mod budget;
pub mod by_hand;
pub mod operations;
#[cfg(feature = "peers")]
pub mod peers;
pub mod samples;
pub mod scaling;
pub mod shape;
pub mod tree;
pub mod turns;

/// Its example runs.
#[cfg(doctest)]
#[doc = include_str!("../docs/cost-model.md")]
pub struct CostModelPage;
