//! Queries on a scheduler and two executors, which are processes of this machine.

#![allow(
    clippy::arithmetic_side_effects,
    clippy::expect_used,
    clippy::indexing_slicing,
    clippy::panic,
    clippy::unwrap_used,
    reason = "tests"
)]

mod cluster;
mod made;
mod queries;
