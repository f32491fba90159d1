//! The runtime of [`tezos-encoding`](https://docs.rs/tezos-encoding), which re-exports all of it beside the derives: name that crate, and
//! read its documentation. The two are apart so that Cargo builds the runtime while it builds the derives. Nothing here depends on them;
//! code that derives writes out names `tezos_encoding`.

#![no_std]
#![forbid(unsafe_code)]
#![cfg_attr(
    not(feature = "tools"),
    allow(dead_code, reason = "some of what the schema is asked for only the tools ask")
)]

extern crate alloc;
#[cfg(feature = "std")]
extern crate std;

/// The value of a `Result`, or the function returns its error, or what stands behind the arrow. Not the operator `?`: what that converts
/// and hands on is a tenth of what there is to compile of a reader, and every user compiles it for every type. Views, arenas, sizes and
/// elements that are read one by one have the operator: `ci/instructions` counts fewer instructions with it.
macro_rules! tri {
    ($result:expr) => {
        tri!($result, error => error)
    };
    ($result:expr, $error:pat => $its:expr) => {
        match $result {
            Ok(value) => value,
            Err($error) => return Err($its),
        }
    };
}

pub mod arena;
mod decode;
mod encode;
mod error;
mod fault;
mod heap;
mod json_document;
mod json_entry;
mod lazy;
mod measure;
pub mod nom;
mod number;
mod reader;
mod received;
pub mod schema;
mod sink;
mod traits;
pub mod view;
pub mod wire;

#[doc(hidden)]
#[path = "private.rs"]
pub mod __private;

pub use arena::Arena;
pub use decode::{Decode, NotCanonical};
pub use encode::{Digest, DigestOf, Encode};
pub use error::{DecodeError, EncodeError, ErrorKind, Path, Segment};
pub use fault::{Fault, FaultKind};
pub use heap::HeapBudget;
pub use json_document::Json;
pub use json_entry::{FromJson, ToJson};
pub use lazy::Lazy;
pub use measure::Measure;
pub use number::{N, TooLarge, Z};
pub use reader::{Limits, Reader};
pub use received::Received;
pub use sink::Sink;
pub use traits::{BinWriter, HasEncoding, NomReader, ReadSelected, Tagged, Untagged};
pub use view::{Validate, View};
pub use wire::{JsonAs, OrInt32};
