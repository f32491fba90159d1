#![doc = include_str!("../README.md")]
//!
//! Each type is defined once for all protocols. Fields and cases that some protocols lack carry `since` or `until` with the revision of
//! a protocol, and [`Protocol`] decodes and encodes values in the format of one protocol.
//!
//! [`micheline`] has expressions of Michelson of any type. [`michelson`](mod@michelson) has values of one type each, as kernels of smart rollups
//! exchange them with contracts: `Pair<Int, Bytes>`, `List<Address>`, and records and variants of your own by [`michelson!`](macro@michelson).
//!
//! [`reading`] is for indexers: what blocks of all protocols have in common.
//!
//! [`history`] lists what each protocol changed; [`versions`] explains how one type describes all protocols, [`new_protocol`] how one is
//! added, and [`stability`] what a new protocol and a new version may break.

#![no_std]
#![forbid(unsafe_code)]

extern crate alloc;

/// Checks that types depend on the protocol, and so have no serde of their own.
#[cfg(feature = "serde")]
macro_rules! by_protocol {
    ($($type:ty),+ $(,)?) => { $(const _: () = assert!(<$type as tezos_encoding::BinWriter>::FACTS.by_revision);)+ };
}

pub mod block;
pub mod chain;
pub mod constants;
mod constructors;
pub mod contract;
pub mod header;
mod human;
mod kind;
pub mod micheline;
pub mod michelson;
pub mod numbers;
pub mod operation;
mod protocol;
pub mod receipt;
pub mod registry;
pub mod rollup;
mod row;
pub mod sapling;
#[cfg(feature = "serde")]
mod serde;
pub mod shell;
pub mod signer;
#[cfg(feature = "verify")]
pub mod verify;
#[doc = include_str!("../docs/exactness.md")]
pub mod exactness {}
#[doc = include_str!("../docs/history.md")]
pub mod history {}
#[doc = include_str!("../docs/new-protocol.md")]
pub mod new_protocol {}
#[doc = include_str!("../docs/reading.md")]
pub mod reading {}
#[doc = include_str!("../docs/stability.md")]
pub mod stability {}
#[doc = include_str!("../docs/versions.md")]
pub mod versions {}

pub use protocol::{Protocol, UnknownProtocol};
#[cfg(feature = "serde")]
use tezos_encoding::serde_impls;
pub use tezos_hashes::keys;
