//! Types that the Octez and TezEdge Rust trees encode by hand, derived here: each with its bytes both ways and a refused input.
//!
//! What is one attribute alone, as in their receipts, errors and batches, is in [`derive`](crate::derive).
//!
//! Bytes marked "sample" are those of octez-codec, from the encoding samples of the Octez test suite; the others follow from the
//! wire rules of the hand-written code. What stays hand-written, and why:
//!
//! - `Batch` of the tickets demo signs each item while it writes: writing has an effect, and no description has one. With
//!   [`Encode::to_bytes`](tezos_encoding::Encode::to_bytes) for an item, what is left is the loop that signs.

mod addresses;
mod blocks;
mod inbox;
mod installer;
mod michelson;
mod operations;
mod tickets;
