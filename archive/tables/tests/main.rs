//! The tests of the tables, in one binary.

#![allow(
    clippy::unwrap_used,
    clippy::panic,
    clippy::indexing_slicing,
    clippy::arithmetic_side_effects,
    reason = "tests"
)]

mod export;
mod kinds;
mod made;
mod rows;
mod schema;
