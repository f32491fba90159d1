//! The tests of the runtime and the derives, in one binary, because each binary links all dependencies again. Only
//! `no_std` has its own binary: `#![no_std]` is an attribute of a whole crate.
//!
//! `conformance` runs the vectors of the reference, for types and for schemas alone.

#![deny(non_ascii_idents, reason = "a lint of whole crates that `hygiene` tests")]
#![allow(
    clippy::arithmetic_side_effects,
    clippy::expect_used,
    clippy::indexing_slicing,
    clippy::panic,
    clippy::unwrap_used,
    reason = "a failing test panics"
)]

#[cfg(not(target_family = "wasm"))]
mod boxed_arrays;
mod combined;
mod common;
mod depth;
mod derive;
mod describe;
mod diff;
mod errors;
#[cfg(not(target_family = "wasm"))]
mod examples;
mod export;
mod generate;
mod glob_import;
mod golden;
mod heap;
mod hostile;
mod hygiene;
mod json_schema;
mod json_text;
mod layout;
mod octez;
mod opaque;
mod reader;
#[cfg(not(target_family = "wasm"))]
mod rules;
#[cfg(feature = "serde")]
mod serde;
mod sizes;
mod slices;
mod streams;
mod tools;
mod ui;
mod view;
mod walker;
