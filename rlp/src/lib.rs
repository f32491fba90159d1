//! RLP, the format of Ethereum and of the kernels of Etherlink, for the types of `tezos-encoding`: one description, two formats.
//!
//! ```
//! use tezos_encoding::prelude::*;
//! use tezos_rlp::{FromRlp, Rlp, ToRlp, U256};
//!
//! #[derive(Debug, PartialEq, HasEncoding, NomReader, BinWriter, Rlp)]
//! struct Transfer {
//!     nonce: u64,
//!     to: [u8; 20],
//!     #[encoding(dynamic, bytes = 100)] // the limit holds in both formats
//!     data: Vec<u8>,
//! }
//!
//! let transfer = Transfer { nonce: 7, to: [1; 20], data: b"pay".to_vec() };
//! let (one, other) = (transfer.to_bytes().unwrap(), transfer.to_rlp().unwrap());
//! assert_eq!((one.len(), other.len()), (8 + 20 + 4 + 3, 1 + 1 + 21 + 4));
//! assert_eq!(Transfer::from_bytes(&one).unwrap(), Transfer::from_rlp(&other).unwrap());
//!
//! let error = Transfer::from_rlp(&other[..20]).unwrap_err();
//! assert_eq!(error.to_string().split(';').next().unwrap(),
//!     "at byte 1, 26 bytes are needed for RLP list but the block has 19 left (Not_enough_data)");
//! ```
//!
//! # Contents
//!
//! - [`FromRlp`], [`ToRlp`]: decode and encode whole values. [`FromEnvelope`], [`ToEnvelope`]: the same for envelopes (EIP-2718).
//! - [`Rlp`](struct@Rlp): the encoding of a value, as [`Auto`](tezos_encoding::wire::Auto) is that of `data-encoding`, and the derive of the
//!   same name. [`form`]: the encodings of fields that attributes name.
//! - [`Item`]: a value in RLP where `data-encoding` is expected: JSON, schemas, streams, lazy values, and the tools of `tezos_encoding::schema`.
//! - [`U256`], [`Quantity`]: numbers of 256 bits and of any size; [`Value`]: any item; [`shortest`]: old bytes in their shortest form.
//! - [`ethereum`]: transactions, headers, blocks and receipts; `etherlink`, with the feature of this name: what Etherlink's kernel reads.
//! - [`two_formats`]: a page about types with both formats.
//!
//! # What a type is in RLP
//!
//! | Rust | RLP | JSON |
//! |---|---|---|
//! | `u8` to `u128`, [`U256`], [`Quantity`] | a string: the number, big-endian, without leading zeros | `"0x1a"` |
//! | `bool` | the number 0 or 1 | `true` |
//! | `[u8; N]`, `Vec<u8>`, `&[u8]` | a string | `"0x0102"` |
//! | `String`, `&str` | a string of UTF-8 | `"text"` |
//! | `[T; N]`, `Vec<T>` | a list | an array |
//! | `Option<T>` | the empty string, or the value | `null`, or the value |
//! | a struct, a tuple | a list of its fields | an object, an array |
//! | a struct of one field without a name, `Box<T>` | the field, the value | that of the field |
//! | an enum | a list: the tag, a number, then the fields of the variant | that of the fields; without fields, the name of the variant |
//!
//! The features `ruint`, `primitive-types` and `alloy-primitives` add the integers, hashes and addresses of these crates.
//!
//! # Attributes
//!
//! The derive reads `#[encoding(..)]`, the attributes of `tezos-encoding`: names, limits, tags, `skip`, `guard`, `try_from`, `mu` and `depth`.
//! Size prefixes, such as `dynamic`, have no meaning in RLP. `#[rlp(..)]` holds what only RLP has.
//!
//! | on a field | |
//! |---|---|
//! | `bytes = MAX`, `string = MAX`, `list = MAX`, `list(min = N, max = N)` | what the value is, with limits; `list` makes a list of a `Vec<u8>` |
//! | `little` | all bytes of an integer, least significant first ([`form::Little`]) |
//! | `option = "string"`, `"list"`, `"wrapped"` | `None` is the empty string, the empty list, or a list without its one item |
//! | `trailing` | an option at the end of the list, which is shorter without it |
//! | `since_items = N` | a field of lists of at least `N` items; in shorter ones, it is `None` or the default of its type |
//! | `via = "encoding"`, `"rlp"`, `"envelope"`, `"text"` | a string that contains `data-encoding`, RLP, an envelope, or the text of `Display` |
//! | `with = "Form"` | an encoding of your own |
//! | `skip`, `skip = value` | not in RLP |
//!
//! | on a type | |
//! |---|---|
//! | `untagged` | an enum that is told by what follows: a string, or a list, by the number of its items |
//! | `number` | an enum without fields that is its tag, and not a list of it |
//! | `typed` | an enum of envelopes (EIP-2718): the tag is the type; the variant with `list` has none |
//! | `transparent` | a struct of one field is that field, although it has a name |
//! | `trailing` | the options at the end are `trailing`, as in `alloy-rlp` |
//! | `view`, `view = "Name"` | generates the view `TypeRlpView`, which borrows from the bytes |
//! | `bound = ".."`, `crate = ".."` | bounds of parameters, and the path of this crate |
//!
//! | on a variant | |
//! |---|---|
//! | `tag = N` | the tag, if it differs from that of `#[encoding(tag = N)]` |
//! | `list` | with `typed`, the list without a type; with `untagged`, the only variant that is a list |
//!
//! ```
//! use tezos_rlp::{FromRlp, Rlp, ToRlp};
//!
//! /// A string of three bytes, or a list of a tag and a name.
//! #[derive(Debug, PartialEq, Rlp)]
//! #[rlp(untagged)]
//! enum Receiver {
//!     Address([u8; 3]),
//!     Named { kind: u8, name: String },
//! }
//!
//! #[derive(Debug, PartialEq, Rlp)]
//! struct Deposit {
//!     #[rlp(since_items = 4)] // older deposits have three items
//!     version: u8,
//!     receiver: Receiver,
//!     #[rlp(little)]
//!     level: u32,
//!     #[rlp(option = "list")]
//!     amount: Option<u64>,
//! }
//!
//! let old = Deposit::from_rlp(&[0xca, 0x83, 1, 2, 3, 0x84, 9, 0, 0, 0, 0xc0]).unwrap();
//! assert_eq!(old, Deposit { version: 0, receiver: Receiver::Address([1, 2, 3]), level: 9, amount: None });
//! assert_eq!(old.to_rlp().unwrap(), [0xcb, 0x80, 0x83, 1, 2, 3, 0x84, 9, 0, 0, 0, 0xc0]); // a default is written
//! ```
//!
//! # What does not compile
//!
//! An option whose `None` is also a value, such as `Option<u64>`, in which zero and `None` are both `80`; a field behind a `trailing` one; two
//! variants with the same tag, that `untagged` cannot tell apart, or of which JSON of one may be read as the other (name them with
//! `json(tagged)`); an item that excludes another, or has no effect where it is. The error is at the item, and says what to write instead.
//!
//! # What is refused
//!
//! What the Yellow Paper does not allow: sizes and numbers that are not in their shortest form, a header for a byte that is its own, bytes
//! that are left over, sizes beyond the input. No memory is taken because a header announces it. Writers refuse what readers would refuse.
//! Old data with longer headers than necessary is read with [`from_rlp_lenient`].
//!
//! # By hand
//!
//! The encoding of a type is an implementation of [`Schema`](tezos_encoding::wire::Schema), [`Reads`](tezos_encoding::wire::Reads) and
//! [`Writes`](tezos_encoding::wire::Writes) for [`Rlp`](struct@Rlp). A length is not counted by hand: the writer is called twice.
//!
//! ```
//! use tezos_encoding::{EncodeError, Fault, Reader, Sink, schema::Encoding, wire::{Reads, Schema, Writes}};
//! use tezos_rlp::{FromRlp, Rlp, ToRlp};
//!
//! /// Hundredths, as a number.
//! #[derive(Debug, PartialEq)]
//! struct Percent(u8);
//!
//! impl Schema<Percent> for Rlp {
//!     const ENCODING: &'static Encoding = <Rlp as Schema<u8>>::ENCODING;
//! }
//! impl<'a> Reads<'a, Percent> for Rlp {
//!     fn read(input: &mut Reader<'a>) -> Result<Percent, Fault> {
//!         <Rlp as Reads<'a, u8>>::read(input).map(Percent)
//!     }
//! }
//! impl Writes<Percent> for Rlp {
//!     fn write<S: Sink>(percent: &Percent, sink: &mut S) -> Result<(), EncodeError> {
//!         <Rlp as Writes<u8>>::write(&percent.0, sink)
//!     }
//! }
//! assert_eq!(Vec::<Percent>::from_rlp(&[0xc2, 1, 50]).unwrap(), [Percent(1), Percent(50)]);
//! assert_eq!(Percent(50).to_rlp().unwrap(), [50]);
//! ```
//!
//! # What `data-encoding` has and RLP has not
//!
//! Signed numbers and floats; encodings that end where their block ends; constant bytes; padding; compact encodings; revisions of a format
//! (`since`, `until`); older encodings (`legacy`, `versioned`); cases chosen by preceding fields (`select`); merged fields (`flatten`); maps;
//! arenas for values of any depth, so that a recursive type is limited by its `depth`.
//! They belong to the other format, or to types that are shared with it: `via = "encoding"` puts such a value into a string.

#![no_std]
#![forbid(unsafe_code)]

extern crate alloc;
// The derive names the crate.
extern crate self as tezos_rlp;
#[cfg(feature = "std")]
extern crate std;

pub mod ethereum;
#[cfg(feature = "etherlink")]
pub mod etherlink;
#[cfg(any(feature = "primitive-types", feature = "ruint", feature = "alloy-primitives"))]
mod foreign;
pub mod form;
pub mod header;
mod item;
#[cfg(feature = "keccak")]
mod keccak;
mod lenient;
mod registry;
mod uint;
mod value;

#[cfg(any(doc, doctest))]
#[doc = include_str!("../docs/two-formats.md")]
pub mod two_formats {}

/// The examples of the README.
#[cfg(doctest)]
#[doc = include_str!("../README.md")]
mod readme {}

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
pub use lenient::{from_rlp_lenient, shortest};
pub use registry::encodings;
#[doc(inline)]
pub use tezos_encoding_derive::Rlp;
pub use uint::{NotHexadecimal, Quantity, U256};
pub use value::Value;

/// The encoding of a value in RLP, as [`tezos_encoding::wire::Auto`] is that in `data-encoding`.
#[derive(Debug)]
pub struct Rlp;
