//! The hashes of Tezos with their base58check text, and BLAKE2b: what the peer protocol and the economic protocols share.
//!
//! Builds without the standard library.

#![no_std]
#![forbid(unsafe_code)]

extern crate alloc;

pub mod base58;
mod bytes_text;
pub mod hash;
mod public_key_hash;

pub use public_key_hash::PublicKeyHash;
