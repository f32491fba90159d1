//! JSON text without a schema.

mod document;
mod error;
pub mod tape;
pub mod text;

pub(crate) use document::document;
pub use error::{JsonError, JsonErrorKind};
