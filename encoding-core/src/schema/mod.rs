//! The schema: what a type looks like on the wire, as constant data.
//!
//! An [`Encoding`] is a tree in read-only memory. Derived code builds it from [`crate::wire`]'s forms; sizes
//! ([`Encoding::size`]) and the rules of `data-encoding` ([`rules`]) are computed when the program is compiled.
//!
//! What a tool for people asks of it, here for a type that no tool knows:
//! ```
//! use tezos_encoding::HasEncoding;
//! use tezos_encoding::schema::{describe, diff, generate, layout, slice};
//! #[derive(HasEncoding)]
//! struct Peer { port: u16, #[encoding(string = 40)] name: String }
//!
//! // What is on the wire, as the reference says it, and as a picture.
//! let description = describe(Peer::ENCODING);
//! assert!(description.to_string().contains("| port                  | 2 bytes  | unsigned 16-bit big-endian integer |"));
//! assert_eq!(layout(&description).blocks[0].parts[2].determined.as_deref(), Some("the size at 2"));
//! // Values for tests, and what each of their bytes is.
//! let bytes = generate(Peer::ENCODING).values(1).next().unwrap().unwrap();
//! assert_eq!(slice(Peer::ENCODING, &bytes).slices[0].name, "\"port\" (uint16)");
//! // Whether old and new versions of a type understand each other.
//! #[derive(HasEncoding)]
//! struct Longer { port: u16, #[encoding(string = 60)] name: String }
//! let changes = diff(&description, &describe(Longer::ENCODING));
//! assert!(changes.old_bytes() && !changes.new_bytes());
//! ```

mod bounds;
pub(crate) mod bson;
mod case;
mod check;
mod children;
pub(crate) mod compact;
#[cfg(feature = "tools")]
mod constraint;
mod cursor;
mod definitions;
#[cfg(feature = "tools")]
mod describe;
#[cfg(feature = "tools")]
mod diff;
mod encoding;
mod explain;
#[cfg(feature = "tools")]
pub mod generate;
mod json;
#[cfg(feature = "tools")]
mod json_schema;
#[cfg(feature = "tools")]
pub mod layout;
mod legacy;
mod merges;
mod nullable;
mod parts;
pub mod rules;
mod scalar;
mod size;
#[cfg(feature = "tools")]
mod slice;
mod split;
mod value;
mod visit;

pub use case::{Case, CaseKind, Select, TagSize};
pub use check::{Check, CheckKind, Run};
pub use compact::{Compact, Part, PartCase, PartField, SharedTag};
#[cfg(feature = "tools")]
pub use constraint::{Constraint, Rule};
pub use cursor::{Cursor, Refusal};
pub(crate) use cursor::{big_endian, little_endian};
#[cfg(feature = "tools")]
pub use describe::{Body, CaseRows, Definition, Description, Layout, Limit, Row, describe};
#[cfg(feature = "tools")]
pub use diff::{Change, ChangeKind, Diff, diff};
pub use encoding::Encoding;
pub(crate) use explain::explain;
#[cfg(feature = "arbitrary")]
pub use generate::arbitrary_value;
#[cfg(feature = "tools")]
pub use generate::generate;
#[cfg(feature = "proptest")]
pub use generate::strategy;
pub use json::{JsonError, JsonErrorKind, from_json, to_json, write_json};
#[cfg(feature = "tools")]
pub use json_schema::{json_schema, write_json_schema};
#[cfg(feature = "tools")]
pub use layout::layout;
pub use legacy::Legacy;
pub use parts::{About, Count, DefaultBytes, Extent, Field, Keys, Mu};
pub(crate) use scalar::{INT31_MAX, INT31_MIN};
pub use scalar::{Int, Scalar};
pub use size::{Class, Size};
#[cfg(feature = "tools")]
pub use slice::{Fit, Slice, SliceKind, Slicing, fit, slice};
pub use split::Split;
pub use value::{MAX_NESTING, Value, decode, encode};
