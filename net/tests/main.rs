//! The tests of peers, in one binary.

#![allow(
    clippy::arithmetic_side_effects,
    clippy::expect_used,
    clippy::indexing_slicing,
    clippy::panic,
    clippy::unwrap_used,
    reason = "a failing test panics"
)]

mod common;

mod cancel;
mod codec;
#[cfg(feature = "dial")]
mod dial;
mod errors;
mod examples;
mod faults;
mod handshake;
mod identity;
mod limits;
mod memory;
mod nack;
mod peer;
mod soak;
mod timeouts;
mod values;
