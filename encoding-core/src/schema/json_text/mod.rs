//! JSON text: its parts, its pieces, and documents that no schema describes.

mod document;
mod error;
pub mod tape;
pub mod text;

pub(crate) use document::document;
pub use error::{JsonError, JsonErrorKind};
