//! The derives and the traits, compared with `tezos_data_encoding` 0.6 on values and on changed bytes.

#![allow(
    clippy::arithmetic_side_effects,
    clippy::expect_used,
    clippy::indexing_slicing,
    clippy::panic,
    clippy::unwrap_used,
    reason = "a failing test panics"
)]

mod bridge;
mod compared;
mod types;
