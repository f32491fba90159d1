//! What the benchmarks share: the messages, and the same work done by hand.
//!
//! A benchmark compares three: the derived code, [`by_hand`], which is the best safe Rust that we know to write for each message, and
//! the memory that has to be moved at least. Every result is compared before it is timed.

#![forbid(unsafe_code)]

pub mod budget;
pub mod by_hand;
pub mod samples;
pub mod tree;
