//! The schema tools of [`tezos-encoding`](https://docs.rs/tezos-encoding), which re-exports them in its module `schema` with the feature
//! `tools`: depend on that crate, and read its documentation.
//!
//! Each tool walks an [`Encoding`](tezos_encoding_core::schema::Encoding), so it works for every type with a schema:
//!
//! | tool | result |
//! |---|---|
//! | [`describe()`] | the printed binary description of the reference, its JSON, Markdown |
//! | [`slice()`], [`fit`] | the slices of a message; how well bytes fit an encoding |
//! | [`diff()`] | the changes between two versions of an encoding, and which bytes both decode |
//! | [`assert_compatible!`] | a test that a type still reads what was written by the schema in a file |
//! | [`layout()`] | a diagram of the bytes: SVG, Markdown |
//! | [`json_schema()`] | the JSON Schema of the values' JSON |
//! | [`export`] | a dissector of Wireshark, a layout of Kaitai Struct, a pattern of ImHex |
//! | [`generate()`] | values for tests: random, at boundaries, almost valid |
//! | [`grammar`] | an encoding from its textual description |
//! | [`at`], [`accepts`] | the schema of one revision of a format; whether bytes are a value in it |
//! | `ksy` (feature `ksy`) | an encoding from a Kaitai Struct layout that Octez printed, and how a schema differs from one |
//!
//! Modules import only from modules earlier in this list: `json`, `made`, `markdown`, `walk`; `constraint`; `describe`;
//! `diff`, `layout`; `compatible`, `export`; `ksy`. The other tools do not use each other.

#![cfg_attr(not(feature = "std"), no_std)]
#![forbid(unsafe_code)]

extern crate alloc;

#[cfg(feature = "std")]
mod compatible;
mod constraint;
mod describe;
mod diff;
pub mod export;
pub mod generate;
#[cfg(feature = "std")]
pub mod grammar;
mod json;
mod json_schema;
#[cfg(feature = "ksy")]
pub mod ksy;
pub mod layout;
#[cfg(feature = "std")]
mod made;
mod markdown;
#[cfg(feature = "std")]
mod revision;
mod slice;
mod walk;

#[cfg(feature = "std")]
#[doc(hidden)]
pub use compatible::assert_compatible as __assert_compatible;
pub use constraint::{Constraint, Rule};
pub use describe::{Body, CaseRows, Definition, Description, Layout, Limit, Row, describe};
pub use diff::{Change, ChangeKind, Compatibility, Diff, diff};
#[cfg(feature = "arbitrary")]
pub use generate::arbitrary_value;
pub use generate::generate;
#[cfg(feature = "proptest")]
pub use generate::strategy;
pub use json_schema::{json_schema, write_json_schema};
pub use layout::layout;
#[cfg(feature = "std")]
pub use revision::{accepts, at};
pub use slice::{Fit, ShortPath, Slice, SliceKind, Slices, Slicing, fit, slice, slices};
#[doc(hidden)]
pub use tezos_encoding_core::HasEncoding as __HasEncoding;
