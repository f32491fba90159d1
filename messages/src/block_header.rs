//! Block headers, as the shell sees them. In messages they have at most
//! [`BLOCK_HEADER_MAX_BYTES`](crate::limits::BLOCK_HEADER_MAX_BYTES).

pub use tezos_hashes::{
    fitness::{Fitness, FitnessElement, FitnessElementView, FitnessView},
    header::{BlockHeader, BlockHeaderView, ShellHeader, ShellHeaderView},
};
