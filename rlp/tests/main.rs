//! The tests of RLP, in one binary, because each binary links all dependencies again.

#![allow(
    clippy::arithmetic_side_effects,
    clippy::expect_used,
    clippy::indexing_slicing,
    clippy::panic,
    clippy::unwrap_used,
    reason = "a failing test panics"
)]

mod alloy;
mod common;
mod derive;
mod ethereum;
mod etherlink;
mod examples;
mod foreign;
mod golden;
mod official;
