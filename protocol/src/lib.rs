//! The encodings of the Tezos economic protocols, 005 (Babylon) to 025 and the protocol in development, and those of the shell, the
//! signer and Sapling that Octez registers.
//!
//! Builds without the standard library.

#![no_std]
#![forbid(unsafe_code)]

extern crate alloc;

pub mod micheline;
pub mod registry;
pub mod sapling;
pub mod shell;
pub mod signer;

pub use tezos_hashes::keys;
