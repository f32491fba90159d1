//! RLP, the format of Ethereum and of Etherlink's kernels, for the types of `tezos-encoding`: one description, two formats.

#![no_std]
#![forbid(unsafe_code)]

extern crate alloc;
// The derive names the crate.
extern crate self as tezos_rlp;
#[cfg(feature = "std")]
extern crate std;

pub mod ethereum;
pub mod form;
pub mod header;
mod item;
#[cfg(feature = "keccak")]
mod keccak;
mod uint;

#[doc(hidden)]
pub mod __private {
    pub use tezos_encoding::__private::*;
    pub use tezos_encoding::schema::{RlpHeader, RlpTag};
    pub use tezos_encoding::wire::Prefix;

    /// What derived code adds to the names of `tezos-encoding`.
    pub mod rlp {
        pub use crate::Rlp;
        pub use crate::form::*;
        pub use crate::header::list;
    }
}

pub use form::Envelope;
pub use item::{FromEnvelope, FromRlp, Item, ToEnvelope, ToRlp};
#[cfg(feature = "keccak")]
pub use keccak::Keccak256;
#[doc(inline)]
pub use tezos_encoding_derive::Rlp;
pub use uint::{NotHexadecimal, Quantity, U256};

/// The encoding of a value in RLP, as [`tezos_encoding::wire::Auto`] is that in `data-encoding`.
#[derive(Debug)]
pub struct Rlp;
