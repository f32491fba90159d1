//! Rollups: what operations say to them, and what the kernel of a smart rollup reads and writes.
//!
//! | module    | protocols   | rollups |
//! |-----------|-------------|---------|
//! | [`tx`]    | 013 to 016  | transaction rollups |
//! | [`sc`]    | 013 to 015  | smart contract rollups, which became smart rollups |
//! | [`zk`]    | 015 on      | zero-knowledge rollups |
//! | [`smart`] | 016 on      | smart rollups |
//! | [`merkle`] | 013 on     | proofs about the context, which the others hold |
//!
//! Each operation is a struct of the fields behind those of the manager (source, fee, counter and the limits of gas and storage).

pub mod merkle;
pub mod sc;
pub mod smart;
pub mod tx;
pub mod zk;
