#![doc = include_str!("../README.md")]
#![forbid(unsafe_code)]

mod column;
mod description;
pub mod export;
mod names;
mod node;
mod number;
mod options;
mod plan;
mod rows;
mod run;
mod shape;
mod table;

pub use description::description;
pub use names::table_of;
pub use options::{Hashes, MichelineForm, Options};
pub use rows::Rows;
pub use table::{BLOCKS, REFUSALS};
