//! What the protocols say of the chain and of its accounts: levels and cycles, votes, gas, stakers, balances.

mod level;

pub use level::{Cycle, RawLevel, Round};
