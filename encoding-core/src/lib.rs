//! The runtime of [`tezos-encoding`](https://docs.rs/tezos-encoding), which re-exports all of it beside the derives: name that crate, and
//! read its documentation. The two are apart so that Cargo builds the runtime while it builds the derives. Nothing here depends on them;
//! code that derives writes out names `tezos_encoding`.

#![no_std]
#![forbid(unsafe_code)]

extern crate alloc;
#[cfg(feature = "std")]
extern crate std;

/// The value of a `Result`; the function returns the error, or what is behind the arrow. It takes a third of the LLVM IR of the operator
/// `?`, which converts the error, and every user compiles it for every field (`ci/compile-time`). Views, arenas and elements read one by
/// one have the operator: `ci/instructions` counts fewer instructions with it.
#[doc(hidden)]
#[macro_export]
macro_rules! tri {
    ($result:expr) => {
        $crate::tri!($result, error => error)
    };
    ($result:expr, $error:pat => $its:expr) => {
        match $result {
            $crate::__private::Result::Ok(value) => value,
            $crate::__private::Result::Err($error) => return $crate::__private::Result::Err($its),
        }
    };
}

/// The value of a field, or its reader returns the fault: as `tri!`, by a call where the value that is read is nothing but bytes.
#[doc(hidden)]
#[macro_export]
macro_rules! field {
    ($result:expr) => {
        match $result {
            $crate::__private::Result::Ok(value) => value,
            $crate::__private::Result::Err(fault) => return $crate::__private::refused(fault),
        }
    };
}

/// Adds the bytes of a field, or the function returns the error of measuring it.
#[doc(hidden)]
#[macro_export]
macro_rules! add {
    ($total:ident, $measured:expr) => {
        $total = $crate::__private::usize::saturating_add($total, $crate::tri!($measured))
    };
}

pub mod arena;
mod blob;
pub mod cost;
mod decode;
mod encode;
mod error;
mod facts;
mod fault;
mod form;
mod heap;
mod json_document;
mod json_entry;
mod lazy;
mod measure;
pub mod nom;
mod number;
mod prefix;
mod reader;
mod received;
mod revision;
pub mod schema;
mod sink;
pub mod stream;
mod traits;
pub mod view;
pub mod wire;

#[doc(hidden)]
#[path = "private.rs"]
pub mod __private;
#[doc(hidden)]
#[path = "tools.rs"]
pub mod __tools;

pub use arena::Arena;
pub use blob::Blob;
pub use decode::{Decode, NotCanonical};
pub use encode::{Digest, DigestOf, Encode};
pub use error::{DecodeError, EncodeError, ErrorKind, Path, Segment};
pub use facts::{Blocks, Facts};
pub use fault::{Fault, FaultKind};
pub use form::Sink;
pub use heap::HeapBudget;
pub use json_document::Json;
pub use json_entry::{FromJson, ToJson};
pub use lazy::Lazy;
pub use measure::Measure;
pub use number::{N, TooLarge, Z};
pub use reader::{Limits, Reader};
pub use received::Received;
pub use revision::{Revision, Revisions};
pub use traits::{BinWriter, HasEncoding, NomReader, ReadSelected, Tagged, Untagged};
pub use view::{Validate, View};
pub use wire::{JsonAs, OrInt32};
