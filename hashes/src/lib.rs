//! Types that the peer protocol and the economic protocols of Tezos share: hashes and keys with their base58check texts, BLAKE2b, times and
//! the fitness of blocks.
//!
//! Builds without the standard library.

#![no_std]
#![forbid(unsafe_code)]

extern crate alloc;

pub mod base58;
mod bytes_text;
pub mod examples;
pub mod fitness;
pub mod hash;
pub mod header;
pub mod keys;
pub mod protocol;
#[cfg(feature = "serde")]
mod serde;
mod table;
pub mod time;

#[cfg(feature = "serde")]
use tezos_encoding::serde_impls;
