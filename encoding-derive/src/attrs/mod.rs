//! Reads `#[encoding(..)]`: items that may occur once, and the steps of chains in the order in which they are written.
//!
//! ```text
//! attr  = "#[encoding(" item { "," item } ")]"       several attributes are concatenated
//! item  = key | key "=" value | key "(" item { "," item } ")"
//! value = expression, or a string that contains one
//! ```

mod chain;
mod container;
mod during;
mod expression;
mod field;
mod guard;
mod item;
mod keywords;
mod nearest;
mod notes;
pub(crate) mod rlp;
mod variant;
mod via;

pub(crate) use chain::{Chain, ChainItem, Marker, Scalar};
pub(crate) use container::{ContainerAttrs, Versions};
pub(crate) use field::FieldAttrs;
pub(crate) use item::{span_of, spans};
#[cfg(test)]
pub(crate) use keywords::item_keywords;
pub(crate) use notes::{NotesAttrs, doc};
pub(crate) use variant::VariantAttrs;
