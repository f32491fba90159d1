//! What interprets the schema: every function that needs no type, only an [`Encoding`](crate::schema::Encoding).
//!
//! They read, check, explain and write bytes, and convert them to values and JSON. Derived code does not call them to read or write; it
//! reads with [`crate::Reader`], and calls this module to explain an error.

pub(crate) mod bson;
pub(crate) mod cursor;
pub(crate) mod explain;
pub(crate) mod json;
mod json_printer;
pub(crate) mod json_text;
mod legacy;
mod opaque;
mod scalar;
mod value;
mod write;

pub use cursor::{Cursor, Refusal};
pub(crate) use cursor::{big_endian, little_endian};
pub(crate) use explain::check_at;
pub use json::{from_json, to_json, write_json};
pub use json_printer::JsonPrinter;
pub use json_text::{JsonError, JsonErrorKind, JsonPosition};
pub use value::{Value, decode};
pub use write::encode;
