#![doc = include_str!("../README.md")]
//!
//! | module | has |
//! |---|---|
//! | [`hash`] | hashes of blocks, operations, protocols, contexts and so on, and [`Blake2b256`](hash::Blake2b256) |
//! | [`keys`] | public keys, their hashes, and signatures of Ed25519, secp256k1, P-256, BLS12-381 and ML-DSA-44 |
//! | [`secret`] | secret keys, which are not printed and are cleared from memory |
//! | [`base58`] | base58check with the prefixes of Tezos |
//! | [`header`], [`fitness`] | the shell header of a block, and its fitness by consensus algorithm |
//! | [`operation`] | an operation, whose contents are bytes |
//! | [`protocol`] | the hashes of known protocols |
//! | [`time`] | seconds since 1970 as RFC 3339 |

#![no_std]
#![forbid(unsafe_code)]

extern crate alloc;

pub mod base58;
mod bytes_text;
#[doc(hidden)]
pub mod examples;
pub mod fitness;
pub mod hash;
pub mod header;
pub mod keys;
pub mod operation;
pub mod protocol;
pub mod secret;
#[cfg(feature = "serde")]
mod serde;
mod table;
pub mod time;

#[cfg(feature = "serde")]
use tezos_encoding::serde_impls;
