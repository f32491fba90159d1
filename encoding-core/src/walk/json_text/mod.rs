//! JSON text without a schema.

mod error;
mod position;
pub mod tape;
pub mod text;

pub use error::{JsonError, JsonErrorKind};
pub use position::JsonPosition;
