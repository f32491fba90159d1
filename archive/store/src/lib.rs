//! The blocks of a chain, wherever they are: a node's store, a snapshot, JSON lines or RPC.
//!
//! All sources give the same [`Block`], whose parts are the bytes that a node stores.
#![forbid(unsafe_code)]

mod block;

pub use block::{Block, Place, Receipt};
