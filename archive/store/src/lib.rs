//! The blocks of a chain, wherever they are: a node's store, a snapshot, JSON lines or RPC.
//!
//! All sources give the same [`Block`], whose parts are the bytes that a node stores.
#![forbid(unsafe_code)]

mod answer;
mod archive;
mod block;
mod cemented;
mod check;
mod error;
mod files;
mod floating;
mod follow;
mod protocols;
mod rpc;
mod section;
mod snapshot;
mod source;
mod store;
mod stored;

pub use block::{Block, Place, Receipt};
pub use error::{Error, Loss, Refusal};
pub use floating::Fork;
pub use follow::{Event, Follow};
pub use source::{Blocks, Options, Range, Source, open};
