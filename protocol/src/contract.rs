//! Addresses of accounts, contracts and rollups.
//!
//! | type                                                          | the wire form of          | addresses                      |
//! |---------------------------------------------------------------|---------------------------|--------------------------------|
//! | [`ContractId`]                                                | operations, results       | `tz1…` to `tz5…`, `KT1…`       |
//! | [`operation::Destination`](crate::operation::Destination)     | transactions              | and `txr1…`                    |
//! | [`receipt::AnyDestination`](crate::receipt::AnyDestination)   | receipts                  | and `sr1…`, `epx1…`, `scr1…`   |
//! | [`OriginatedContract`]                                        | some operations, outboxes | `KT1…`                         |
//! | [`michelson::Address`](crate::michelson::Address)             | values of scripts         | all, with an entrypoint: `KT1…%mint` |
//!
//! All are parsed and displayed as these texts. Each converts to those with more addresses with [`From`], and to those with fewer with
//! [`TryFrom`], which fails with [`WrongAddress`]. So do [`PublicKeyHash`], [`ContractHash`] and
//! [`SmartRollupAddress`](tezos_hashes::protocol::SmartRollupAddress).
//!
//! ```
//! use tezos_protocols::{contract::ContractId, keys::PublicKeyHash, michelson::Address, operation::Destination, receipt::AnyDestination};
//! let account: PublicKeyHash = "tz1KqTpEZ7Yob7QbPE4Hy4Wo8fHG8LhKxZSx".parse().unwrap();
//! let destination: Destination = account.into();
//! assert_eq!((ContractId::try_from(destination), AnyDestination::from(destination)), (Ok(account.into()), account.into()));
//! let address: Address = "KT1NgXQ6Mwu3XKFDcKdYFS6dkkY3iNKdBKEc%transfer".parse().unwrap();
//! assert_eq!(
//!     ContractId::try_from(address).unwrap_err().to_string(),
//!     "expected an address without an entrypoint, found KT1NgXQ6Mwu3XKFDcKdYFS6dkkY3iNKdBKEc%transfer"
//! );
//! ```

mod convert;
mod text;

use tezos_encoding::{BinWriter, HasEncoding, NomReader, View};
use tezos_hashes::{keys::PublicKeyHash, protocol::ContractHash};

pub use convert::WrongAddress;
pub(crate) use text::NEWEST;

/// The address of a contract: an implicit account, which belongs to a key, or an originated contract.
///
/// | bytes | field | encoding                                                                 |
/// |------:|-------|--------------------------------------------------------------------------|
/// | 1     | tag   | 0 (implicit) or 1 (originated)                                           |
/// | 21    |       | [`PublicKeyHash`], or a [`ContractHash`] of 20 bytes and 1 byte of padding |
///
/// In JSON the address is its base58check text: `tz1…` to `tz5…`, or `KT1…`.
///
/// # Errors
/// `Unexpected_tag`; `Not_enough_data`.
///
/// Rule: [`contract_repr.ml`, `encoding`][rule].
///
/// [rule]: https://github.com/tezos/tezos-mirror/blob/d26a8bef82159434e5a6db6a6d329f29dc8172dd/src/proto_alpha/lib_protocol/contract_repr.ml
#[derive(HasEncoding, NomReader, BinWriter, View, Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash)]
#[encoding(id = "contract_id", title = "A contract handle", view = "Self", json(display))]
#[encoding(
    description = "A contract notation as given to an RPC or inside scripts. Can be a base58 implicit contract hash or a base58 originated contract hash."
)]
pub enum ContractId {
    /// `tz1` to `tz5`: the account of a key.
    #[encoding(tag = 0)]
    Implicit(PublicKeyHash),
    /// `KT1`: a contract with a script.
    #[encoding(tag = 1, padded = 1)]
    Originated(ContractHash),
}

/// The address of an originated contract: a [`ContractId`] that is no implicit account. As text and in JSON `KT1…`.
///
/// | bytes | field | encoding            |
/// |------:|-------|---------------------|
/// | 1     | tag   | 1                   |
/// | 20    |       | [`ContractHash`]    |
/// | 1     |       | padding             |
///
/// # Errors
/// `Unexpected_tag`.
///
/// Rule: [`contract_repr.ml`, `originated_encoding`](https://github.com/tezos/tezos-mirror/blob/d26a8bef82159434e5a6db6a6d329f29dc8172dd/src/proto_alpha/lib_protocol/contract_repr.ml).
#[derive(HasEncoding, NomReader, BinWriter, View, Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash)]
#[encoding(id = "contract_id.originated", title = "A contract handle -- originated account", view = "Self")]
pub enum OriginatedContract {
    /// The only case.
    #[encoding(tag = 1, padded = 1)]
    Originated(ContractHash),
}
