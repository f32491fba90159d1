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

mod bandwidth;
mod cancel;
mod codec;
#[cfg(feature = "dial")]
mod dial;
mod errors;
#[cfg(feature = "dial")]
mod examples;
mod faults;
mod handshake;
mod identity;
mod limits;
mod memory;
mod nack;
#[cfg(feature = "dial")]
mod node;
mod peer;
mod pool;
#[cfg(feature = "dial")]
mod serve;
mod simulation;
#[cfg(all(feature = "dial", target_os = "linux"))]
mod soak;
mod timeouts;
mod values;
