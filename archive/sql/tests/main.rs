//! Queries over the chain that `tests/make_store.py` builds of real blocks, and functions.

#![allow(
    clippy::arithmetic_side_effects,
    clippy::expect_used,
    clippy::indexing_slicing,
    clippy::panic,
    clippy::unwrap_used,
    reason = "tests"
)]

mod chain;
mod functions;
mod projection;
mod queries;
mod scan;
