//! JSON text without a schema.

mod error;
pub mod tape;
pub mod text;

pub use error::{JsonError, JsonErrorKind};
