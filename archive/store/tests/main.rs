//! Every source against blocks that an independent script put into it.

#![allow(
    clippy::arithmetic_side_effects,
    clippy::expect_used,
    clippy::indexing_slicing,
    clippy::panic,
    clippy::unwrap_used,
    reason = "tests"
)]

mod faults;
mod files;
mod made;
mod moving;
mod mutated;
mod rpc;
mod server;
mod stores;
