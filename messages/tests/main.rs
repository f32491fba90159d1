//! The tests of the messages and of the session, in one binary.

#![allow(
    clippy::arithmetic_side_effects,
    clippy::expect_used,
    clippy::indexing_slicing,
    clippy::panic,
    clippy::unwrap_used,
    reason = "a failing test panics"
)]

mod common;

mod allocations;
mod cost;
mod dal;
mod dal_session;
mod data;
mod describe;
mod guarantees;
mod hostile;
mod identity;
mod json;
mod limits;
mod records;
mod registry;
mod session_budget;
mod session_capture;
mod session_limits;
mod session_model;
mod session_peers;
mod session_record;
mod streams;
mod texts;
mod vectors;
