//! What SECURITY.md promises of messages and sessions, by the numbers that it has there. What holds of every type is tested in
//! `fuzz/bodies/tests/guarantees`.

mod g1_texts;
mod g4_strategies;
mod g5_portions;
mod g6_heap;
mod g6_secrets;
mod g6_session;
