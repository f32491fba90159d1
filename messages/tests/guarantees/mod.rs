//! The promises of SECURITY.md about messages and sessions, with the numbers that they have there. The promises about every type are
//! tested in `fuzz/bodies/tests/guarantees`.

mod g1_texts;
mod g4_strategies;
mod g5_portions;
mod g6_heap;
mod g6_secrets;
mod g6_session;
