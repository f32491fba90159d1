//! npm's package `tezos-codec`: the functions of `tezos-codec-bindings` for JavaScript. `bindings/npm/build` makes the package.

#![forbid(unsafe_code)]
#![cfg(target_arch = "wasm32")]
#![allow(clippy::missing_errors_doc, reason = "the errors are those of tezos-codec-bindings")]

#[cfg(feature = "codec")]
pub mod codec;
#[cfg(not(feature = "codec"))]
pub mod forge;
mod value;
