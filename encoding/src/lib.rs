// Where the links of the README lead from here: of two definitions of a link, the first is the one that counts.
#![doc = include_str!("../docs/readme-links.md")]
#![doc = include_str!("../README.md")]
//!
//! # Contents
//!
//! - [`prelude`]: the derives and the traits that most code needs, in one line.
//! - [`HasEncoding`], [`NomReader`], [`BinWriter`], [`View`]: the traits of a type, and the derives of the same names.
//! - [`Decode`], [`Encode`]: decode and encode whole messages; most callers need only these.
//! - [`ToJson`], [`FromJson`]: convert whole values to and from the JSON of `data-encoding`.
//! - [`wire`]: the encodings of single values, each with its schema, its reader and its writer; [`parsers`] runs them as nom
//!   parsers and hand-written nom parsers as readers.
//! - [`schema`]: [`schema::Encoding`], the description of an encoding as constant data, with its sizes.
//!   [`schema::decode`], [`schema::to_json`] and similar functions need only the schema, and so do [`schema::json_schema`] and
//!   [`schema::generate()`], which generates values for tests. For readers of a layout or a message:
//!   [`schema::describe()`], [`schema::slice()`], [`schema::fit`], [`schema::diff()`] and [`schema::layout()`].
//! - [`view`]: borrowed values; [`Validate`]: checks bytes without building a value.
//! - [`arena`]: recursive values of any depth.
//! - [`mod@stream`]: files and connections of many values, decoded while their bytes arrive; [`streams`] is a page about them.
//! - [`DecodeError`], [`EncodeError`]: the kind of an error, its offset and its field path.
//! - [`for_serde`]: the JSON and the bytes of values in the formats of serde.
//! - [`N`], [`Z`]: numbers of any size; [`Lazy`]: a value that is decoded lazily, on first access; [`Json`]: any JSON document.
//!
//! # Attributes
//!
//! `#[encoding(item, ..)]` on a type, a variant or a field. The module [`attributes`] is the reference: the twenty items that people use
//! most, how items combine, and an entry for each with its bytes, its errors and an example. [`by_hand`] is for types that no attribute
//! describes.

#![no_std]
#![forbid(unsafe_code)]

#[cfg(all(any(doc, doctest), feature = "derive"))]
pub mod attributes;
#[cfg(all(any(doc, doctest), feature = "derive"))]
pub mod by_hand;
#[cfg(feature = "serde")]
pub mod for_serde;
#[cfg(all(any(doc, doctest), feature = "derive", feature = "std"))]
pub mod streams;

#[cfg(all(any(doc, doctest), feature = "derive", feature = "proptest", feature = "arbitrary"))]
pub mod testing;

/// The examples of a page that is not part of the documentation of the crate.
#[cfg(doctest)]
#[doc = include_str!("../docs/small-machines.md")]
mod small_machines {}

/// The derives, the traits of the same names, and the traits whose methods read and write whole messages.
///
/// ```
/// use tezos_encoding::prelude::*;
///
/// #[derive(Debug, PartialEq, HasEncoding, NomReader, BinWriter)]
/// struct Point { x: i32, y: i32 }
///
/// let point = Point { x: 1, y: 2 };
/// assert_eq!(point.to_bytes().unwrap(), [0, 0, 0, 1, 0, 0, 0, 2]);
/// assert_eq!(Point::from_bytes(&[0, 0, 0, 1, 0, 0, 0, 2]), Ok(point));
/// ```
pub mod prelude {
    #[doc(no_inline)]
    pub use tezos_encoding_core::{
        BinWriter, Decode, Encode, FromJson, HasEncoding, NomReader, Tagged, ToJson, Untagged, Validate, View,
    };
    #[cfg(feature = "derive")]
    #[doc(no_inline)]
    pub use tezos_encoding_derive::{Arena, BinWriter, HasEncoding, NomReader, View};
}

/// Schemas: the descriptions of encodings as constant data; with the feature `tools`, the functions that describe them,
/// compare them, slice messages with them and generate code from them.
pub mod schema {
    #[doc(inline)]
    pub use tezos_encoding_core::schema::*;
    #[doc(inline)]
    pub use tezos_encoding_core::walk::*;
    #[cfg(feature = "tools")]
    #[doc(inline)]
    pub use tezos_encoding_tools::*;
}

#[doc(inline)]
pub use tezos_encoding_core::*;
#[cfg(feature = "derive")]
#[doc(inline)]
pub use tezos_encoding_derive::{Arena, BinWriter, HasEncoding, NomReader, View};
