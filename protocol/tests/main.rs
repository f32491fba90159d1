//! The tests of the protocols' encodings, in one binary.

#![allow(
    clippy::arithmetic_side_effects,
    clippy::expect_used,
    clippy::indexing_slicing,
    clippy::panic,
    clippy::unwrap_used,
    reason = "a failing test panics"
)]

mod addresses;
mod block;
mod build;
mod chain;
mod constants;
mod contract;
mod early;
mod exactness;
mod examples;
mod facts;
mod guards;
mod header;
mod keys;
mod limits;
mod micheline;
mod michelson;
mod operation;
mod reading;
mod receipt;
mod registry;
mod rollup;
mod samples;
mod signatures;
mod signer;
mod values;
