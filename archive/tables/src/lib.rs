//! The blocks of a Tezos chain as tables.
#![forbid(unsafe_code)]

mod column;
pub mod export;
mod names;
mod options;
mod plan;
mod rows;
mod run;
mod shape;
mod table;

pub use options::{Hashes, MichelineForm, Options};
pub use rows::Rows;
