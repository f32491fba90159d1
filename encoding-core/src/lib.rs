//! The runtime of [`tezos-encoding`](https://docs.rs/tezos-encoding). That crate re-exports everything here together
//! with the derives: depend on it, and read its documentation. The runtime is a separate crate so that Cargo builds it
//! in parallel with the derives. It does not depend on them; the code that they generate refers to `tezos_encoding`.

#![no_std]
#![forbid(unsafe_code)]

extern crate alloc;
#[cfg(feature = "std")]
extern crate std;

/// Evaluates to the value of a `Result`, or returns the error, optionally converted by the expression after the arrow.
/// It is used instead of the operator `?`, which also converts the error and takes three times as much LLVM IR: every
/// user compiles this code for every field (`ci/compile-time`). Views, arenas and element-by-element readers use `?`,
/// because `ci/instructions` counts fewer instructions with it there.
#[doc(hidden)]
#[macro_export]
macro_rules! tri {
    ($result:expr) => {
        $crate::tri!($result, error => error)
    };
    ($result:expr, $error:pat => $converted:expr) => {
        match $result {
            $crate::__private::Result::Ok(value) => value,
            $crate::__private::Result::Err($error) => return $crate::__private::Result::Err($converted),
        }
    };
}

/// Evaluates to the value of a field, or returns the fault. Unlike `tri!`, it returns the fault through a call if the
/// value consists only of bytes; see [`refused`](crate::__private::refused).
///
/// `field!(input: <W as Reads<'_, T>>, read)` takes the value from [`Reads::get`](crate::wire::Reads::get) if the encoding
/// has `IS_COPIED`, and otherwise from the expression `read`.
#[doc(hidden)]
#[macro_export]
macro_rules! field {
    ($input:ident: <$type:ty as $reads:path>, $read:expr) => {
        if const { <$type as $reads>::IS_COPIED } {
            match <$type as $reads>::get($input) {
                $crate::__private::Option::Some(value) => value,
                $crate::__private::Option::None => {
                    let needed = <$type as $reads>::FACTS.min_size;
                    return $crate::__private::Result::Err($crate::__private::Reader::short($input, needed));
                }
            }
        } else {
            $crate::field!($read)
        }
    };
    ($result:expr) => {
        match $result {
            $crate::__private::Result::Ok(value) => value,
            $crate::__private::Result::Err(fault) => return $crate::__private::refused(fault),
        }
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
#[cfg(feature = "serde")]
pub mod for_serde;
mod form;
mod heap;
mod json_document;
mod json_entry;
mod lazy;
mod measure;
mod number;
pub mod parsers;
mod prefix;
mod reader;
mod received;
mod refused;
mod revised;
mod revision;
pub mod schema;
mod sink;
pub mod stream;
mod traits;
pub mod view;
pub mod walk;
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
pub use error::{DecodeError, EncodeError, ErrorKind, KnownTags, Path, Segment};
pub use facts::{Blocks, Facts};
pub use fault::{Fault, FaultKind};
pub use form::Sink;
pub use heap::HeapBudget;
pub use json_document::Json;
pub use json_entry::{FromJson, JsonText, ToJson};
pub use lazy::Lazy;
pub use measure::Measure;
pub use number::{N, Negative, NotDecimal, TooLarge, Z};
pub use reader::{Limits, Reader};
pub use received::Received;
pub use refused::Refused;
pub use revised::Revised;
pub use revision::{Revision, RevisionNames, Revisions};
pub use traits::{BinWriter, HasEncoding, NomReader, ReadSelected, Tagged, Untagged};
pub use view::{Validate, View};
pub use wire::{JsonAs, OrInt32};
