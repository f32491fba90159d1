#![doc = include_str!("../docs/serde.md")]

#[doc(inline)]
pub use tezos_encoding_core::for_serde::*;
