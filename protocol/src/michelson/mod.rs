//! Michelson values by their types, as kernels of smart rollups exchange them with contracts.
//!
//! [`micheline`](crate::micheline) has expressions of any type. The types of this module are encoded as the Micheline of one type each.
//! They contain each other freely, and [`michelson!`](macro@crate::michelson) defines records and variants of your own:
//!
//! ```
//! use tezos_encoding::{Decode, Encode, View};
//! use tezos_protocols::michelson::{Address, Bytes, Int, List, Michelson, Nat, Or, Pair, Text, Ticket, Unit};
//! use tezos_protocols::rollup::smart::{InboxMessageView, InternalMessageView};
//!
//! tezos_protocols::michelson! {
//!     /// The parameter of the rollup.
//!     #[derive(Debug, PartialEq)]
//!     enum Call {
//!         Deposit(Deposit),
//!         Withdraw(List<Pair<Address, Nat>>),
//!         Pause,
//!     }
//!
//!     #[derive(Debug, PartialEq)]
//!     struct Deposit {
//!         receiver: Address,
//!         ticket: Ticket<Text>,
//!     }
//! }
//!
//! // A message of the inbox with the payload `Right (Right Unit)`, which the view borrows.
//! let message = [&[0, 0, 5, 8, 5, 8, 3, 11][..], &[1; 20], &[0; 21], &[2; 20]].concat();
//! match InboxMessageView::from_bytes(&message).unwrap() {
//!     InboxMessageView::Internal(InternalMessageView::Transfer { payload, .. }) => {
//!         assert_eq!(Call::from_bytes(payload.as_bytes()).unwrap(), Call::Pause);
//!     }
//!     other => panic!("{other:?}"),
//! }
//!
//! // Without a type of your own: `or (pair int bytes) unit`.
//! type Payload = Or<Pair<Int, Bytes>, Unit>;
//! let payload = Payload::Left(Pair(Int::from(-5), Bytes(vec![7])));
//! let bytes = [5, 5, 7, 7, 0, 0x45, 10, 0, 0, 0, 1, 7];
//! assert_eq!(payload.to_bytes().unwrap(), bytes);
//! assert_eq!(Payload::from_bytes(&bytes).unwrap(), payload);
//! assert_eq!(payload.to_micheline().unwrap().to_string(), "Left (Pair -5 0x07)");
//! ```
//!
//! A kernel decodes with `Reader::new(bytes).read_whole()`, whose error has no explanation: it links no schema and no floats. The parameters
//! of an [`OutboxTransaction`](crate::rollup::smart::OutboxTransaction) are made by [`Michelson::to_micheline`].
//!
//! # Forms
//!
//! Readers accept the forms of a value that the protocol accepts; writers write one of them.
//!
//! | value | written | also read |
//! |---|---|---|
//! | pair | `Pair a (Pair b c)` | `Pair a b c`, `{a; b; c}` |
//! | address, key, hash, signature, chain id | bytes | base58check text |
//! | timestamp | number | text, as in RFC 3339 |
//! | ticket | `Pair ticketer (Pair contents amount)` | `Ticket ticketer type contents amount` |
//! | any application | tags 3, 5 and 7, without annotations | tags 4, 6 and 8, with annotations; tag 9, with or without them |
//!
//! What is read is always an expression that [`Micheline`] reads. [`Decode::from_canonical_bytes`] accepts only the written form.
//!
//! The schema of a type describes its written form, with the names of fields and cases. JSON has these names; it is not the JSON of an
//! expression, which [`Michelson::to_micheline`] gives. An error has its offset in any form, and the path of the field if the bytes up to it
//! are in the written form. Tools that walk a schema over bytes, such as `schema::slice`, refuse other forms: let them walk the schema of
//! [`Micheline`].
//!
//! Types are finite, as in Michelson: no type contains itself, so that no input makes a reader recurse deeper than its type.
//!
//! # Beside Octez's SDK
//!
//! The types of [`tezos_smart_rollup_encoding`][octez], in which kernels are written with Octez's SDK:
//!
//! | Octez | here | differences |
//! |---|---|---|
//! | `MichelsonUnit` | [`Unit`] | |
//! | `MichelsonInt` | [`Int`] | |
//! | `MichelsonNat` | [`Nat`] | |
//! | `MichelsonString` | [`Text`] | |
//! | `MichelsonBytes` | [`Bytes`] | |
//! | `MichelsonTimestamp` | [`Timestamp`] | also read from text |
//! | `MichelsonPair<A, B>` | [`Pair<A, B>`](Pair) | Octez reads tag 7 only. Contracts pass right combs of four and more components as sequences, which it refuses. |
//! | `MichelsonOr<A, B>` | [`Or<A, B>`](Or) | Octez reads tag 5 only |
//! | `MichelsonOption<A>` | [`Maybe<A>`](Maybe) | Octez reads tags 3 and 5 only |
//! | `MichelsonContract` | [`Address`], [`Contract<P>`](Contract) | Octez reads accounts and contracts without an entrypoint, as bytes; here also rollups, entrypoints and text |
//! | `Ticket<A>` | [`Ticket<A>`](Ticket) | Octez accepts negative amounts, and panics if the ticketer or the contents of the newer form are malformed |
//! | `TicketHash` | [`Ticket::ticket_hash`] | |
//! | none | [`Bool`], [`Mutez`], [`List`], [`Set`], [`Map`], [`Key`], [`KeyHash`], [`Signature`], [`ChainId`] | |
//! | none | [`michelson!`](macro@crate::michelson) | records and variants |
//! | trait `Michelson` | trait [`Michelson`] | here with the type as a constant, which is part of Octez's `MichelsonTicketContent` |
//!
//! Bytes that Octez writes are read here as the same value, and the bytes written here are those that Octez writes. What contracts pass is
//! unparsed in the mode [`Optimized`][unparse], of which Octez's `MichelsonPair` reads pairs and right combs of three components only.
//!
//! Not here: `lambda`, `big_map`, `operation`, `never`, the types of BLS12-381, timelocks and Sapling; use [`Micheline`].
//!
//! [unparse]: https://github.com/tezos/tezos-mirror/blob/d26a8bef82159434e5a6db6a6d329f29dc8172dd/src/proto_alpha/lib_protocol/script_ir_unparser.ml
//! [octez]: https://github.com/tezos/tezos-mirror/blob/d26a8bef82159434e5a6db6a6d329f29dc8172dd/src/kernel_sdk/encoding/src/michelson.rs

mod address;
mod application;
mod collection;
mod data;
mod key;
mod leaf;
mod number;
mod or;
mod pair;
mod record;
mod ticket;
mod ty;
mod variant;

#[doc(hidden)]
pub mod __private;

use tezos_encoding::{
    BinWriter, Decode, DecodeError, Encode, EncodeError, ErrorKind, Fault, HasEncoding, NomReader, Reader,
};

use crate::micheline::Micheline;

pub use address::{Address, AddressError, Contract};
pub use collection::{List, Map, Set};
pub use data::{Bool, Bytes, Text, Unit};
pub use key::{ChainId, Key, KeyHash, Signature};
pub use number::{Int, Mutez, Nat, Timestamp};
pub use or::{Maybe, Or};
pub use pair::Pair;
pub use ticket::Ticket;
pub use ty::{Arg, Type};

/// A Rust type that is encoded as the Micheline of a Michelson type.
///
/// [`michelson!`](macro@crate::michelson) implements it for records and variants.
#[diagnostic::on_unimplemented(
    message = "`{Self}` is not a type of Michelson",
    label = "expected a type of `tezos_protocols::michelson`, such as `Nat` or `List<T>`",
    note = "records and variants are defined by `tezos_protocols::michelson!`"
)]
pub trait Michelson: HasEncoding + BinWriter + for<'a> NomReader<'a> {
    /// The Michelson type.
    const TYPE: &'static Type;

    /// Returns the value as an expression.
    ///
    /// # Errors
    /// If the value cannot be encoded; `Exception_raised_in_user_function` if an implementation of this
    /// trait writes bytes that are not an expression.
    fn to_micheline(&self) -> Result<Micheline, EncodeError> {
        // Without an explanation, so that kernels link no schema.
        Reader::new(&self.to_bytes()?).read_whole().map_err(|_| {
            let message = "the bytes are not an expression".into();
            EncodeError::new(ErrorKind::UserFunction { function: "to_micheline", message })
        })
    }

    /// Returns the value of an expression.
    ///
    /// # Errors
    /// The errors of the encoding.
    fn from_micheline(expr: &Micheline) -> Result<Self, DecodeError> {
        Self::from_bytes(expr.as_bytes())
    }

    /// Reads the value from the elements of a right comb that are left in a block: from a single node, or for a pair also from its
    /// components.
    ///
    /// # Errors
    /// The errors of the encoding.
    #[doc(hidden)]
    fn read_rest_of_comb(block: &mut Reader<'_>) -> Result<Self, Fault> {
        Self::read(block)
    }
}
