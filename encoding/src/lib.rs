#![doc = include_str!("../README.md")]
//!
//! # Where things are
//!
//! - [`HasEncoding`], [`NomReader`], [`BinWriter`], [`View`]: the traits of a type, and the derives of the same names.
//! - [`Decode`], [`Encode`]: the methods that you call, for whole messages.
//! - [`ToJson`], [`FromJson`]: whole values to and from JSON as `data-encoding` has it.
//! - [`wire`]: the forms of single values, each with its schema, its reader and its writer; [`mod@nom`] runs them as nom
//!   parsers, and hand-written nom parsers as readers.
//! - [`schema`]: [`schema::Encoding`], the description as constant data, with sizes. [`schema::decode`], [`schema::to_json`] and
//!   the like need nothing else, and neither do [`schema::json_schema`] and [`schema::generate()`], which makes values for tests.
//!   For people: [`schema::describe()`], [`schema::slice()`], [`schema::fit`], [`schema::diff()`] and [`schema::layout()`].
//! - [`view`]: borrowed values; [`Validate`]: checks bytes without making a value.
//! - [`arena`]: recursive values of any depth.
//! - [`DecodeError`], [`EncodeError`]: what was wrong, at which byte, in which field.
//! - [`N`], [`Z`]: numbers of any size; [`Lazy`]: a value decoded lazily, on first access; [`Json`]: any JSON document.
//!
//! # Attributes
//!
//! `#[encoding(item, ..)]` on a type, a variant or a field. The module [`attributes`] is the reference: the twenty items that people use
//! most, how items combine, and an entry for each with its bytes, its errors and an example.

#![no_std]
#![forbid(unsafe_code)]

#[cfg(all(any(doc, doctest), feature = "derive"))]
pub mod attributes;

/// The examples of a page that is not part of the documentation of the crate.
#[cfg(doctest)]
#[doc = include_str!("../docs/small-machines.md")]
mod small_machines {}

/// Schemas, which describe encodings as constant data; with the feature `tools`, functions that show and use them.
pub mod schema {
    #[doc(inline)]
    pub use tezos_encoding_core::schema::*;
    #[cfg(feature = "tools")]
    #[doc(inline)]
    pub use tezos_encoding_tools::*;
}

#[doc(inline)]
pub use tezos_encoding_core::*;
#[cfg(feature = "derive")]
#[doc(inline)]
pub use tezos_encoding_derive::{Arena, BinWriter, HasEncoding, NomReader, View};
