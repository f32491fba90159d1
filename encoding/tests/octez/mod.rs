//! Types that the Octez and TezEdge Rust trees encode by hand, derived here: each with its bytes in both directions and
//! a refused input.
//!
//! Encodings that are a single attribute, as in their receipts, errors and batches, are tested in
//! [`derive`](crate::derive).
//!
//! Bytes marked "sample" are output of octez-codec for the encoding samples of the Octez test suite; the others follow
//! from the hand-written code. One type stays hand-written:
//!
//! - `Batch` of the tickets demo signs each item while it writes: a description cannot contain such an effect. With
//!   [`Encode::to_bytes`](tezos_encoding::Encode::to_bytes) for an item, only the loop that signs remains.

mod addresses;
mod blocks;
mod inbox;
mod installer;
mod michelson;
mod operations;
mod tickets;
