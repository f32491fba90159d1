#![doc = include_str!("../README.md")]
//!
//! [`migration`] is the guide: what replaces what, and where bytes differ.

#![forbid(unsafe_code)]

pub mod binary_reader;
pub mod binary_writer;
pub mod bridge;
pub mod enc;
pub mod encoding;
pub mod nom;
pub mod types;

#[doc = include_str!("../docs/migration.md")]
pub mod migration {}

/// What derived code refers to.
#[doc(hidden)]
pub mod __private {
    pub use nom;
    pub use tezos_encoding;
}
