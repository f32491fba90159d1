//! The tests of the runtime and the derives, in one binary, because each binary links everything below it anew. Only `no_std` has a
//! binary of its own: `#![no_std]` is an attribute of a whole crate.
//!
//! The vectors of the reference are run by `conformance`, for types and for schemas alone.

#![deny(non_ascii_idents, reason = "a lint of whole crates, which `hygiene` wants")]
#![allow(
    clippy::arithmetic_side_effects,
    clippy::expect_used,
    clippy::indexing_slicing,
    clippy::panic,
    clippy::unwrap_used,
    reason = "a test panics where it fails"
)]

mod common;
mod depth;
#[allow(dead_code, reason = "the tool says more of what it cannot read")]
mod derive;
mod describe;
mod diff;
mod generate;
mod golden;
mod hostile;
mod hygiene;
mod json_schema;
mod layout;
mod octez;
mod slices;
mod streams;
mod ui;
mod view;
mod walker;
