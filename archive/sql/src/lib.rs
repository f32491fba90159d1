//! SQL over the blocks of a Tezos chain, by DataFusion: over a source itself without an export, or over the files of one.
#![forbid(unsafe_code)]

pub mod command;
pub mod functions;
mod levels;
mod provider;
mod reader;
mod scan;

pub use provider::{Chain, Table};
pub use scan::{REFUSED, Reads, Scan};
