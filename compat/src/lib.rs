//! The API of `tezos_data_encoding` 0.6, as Octez's trees use it, on top of [`tezos_encoding`].
//!
//! A tree changes one line of Cargo.toml and compiles:
//!
//! ```toml
//! tezos_data_encoding = { package = "tezos-data-encoding-compat", version = "0.1" }
//! ```
//!
//! Then its types move one by one. The derives of this crate implement the old traits and the new ones, so that a type
//! derived here can be a field of one that is derived with `tezos_encoding`. A type with hand-written implementations of
//! the old traits is a field of a new type by `with`, and a type that has moved is a field of an old one by `moved`:
//!
//! ```
//! use tezos_data_encoding::{enc::BinWriter, encoding::HasEncoding, nom::NomReader};
//!
//! /// A type that has moved: it has only the traits of `tezos_encoding`.
//! #[derive(Debug, PartialEq, tezos_encoding::HasEncoding, tezos_encoding::NomReader, tezos_encoding::BinWriter)]
//! struct Level(i32);
//!
//! /// A type that has not.
//! #[derive(Debug, PartialEq, HasEncoding, NomReader, BinWriter)]
//! struct Header {
//!     #[encoding(moved)]
//!     level: Level,
//!     #[encoding(dynamic, list)]
//!     operations: Vec<u16>,
//! }
//!
//! let header = Header { level: Level(7), operations: vec![1, 2] };
//! let bytes = [0, 0, 0, 7, 0, 0, 0, 4, 0, 1, 0, 2];
//! assert_eq!(header.to_bytes().unwrap(), bytes);
//! assert_eq!(Header::nom_read_exact(&bytes).unwrap(), header);
//! {
//!     // The new traits, whose methods have the same names.
//!     use tezos_encoding::{Decode, Encode};
//!     assert_eq!(Encode::to_bytes(&header).unwrap(), bytes);
//!     let error = Header::from_bytes(&bytes[..10]).unwrap_err();
//!     assert_eq!(error.path().to_string(), "operations");
//! }
//! ```
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
