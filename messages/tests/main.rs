//! Tests of the messages; what counts allocations of the process, and what `SECURITY.md` promises, are programs of their own.

#![allow(
    clippy::unwrap_used,
    clippy::indexing_slicing,
    clippy::arithmetic_side_effects,
    clippy::panic,
    clippy::expect_used,
    reason = "a test may panic"
)]

mod common;
mod data;
mod describe;
mod hostile;
mod json;
mod limits;
mod points;
mod schema;
mod session_capture;
mod session_peers;
mod vectors;
mod vectors_write_errors;
