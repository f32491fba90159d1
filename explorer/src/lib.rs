//! What the explorer's page asks for: see [`Explorer`].
//!
//! The page is one HTML file with this crate as WebAssembly in a worker. Answers are texts of JSON, and windows of rows: never all parts of the bytes.

#![forbid(unsafe_code)]

mod document;
mod explorer;
mod facts;
mod rows;
#[cfg(target_arch = "wasm32")]
mod wasm;

pub use explorer::Explorer;
