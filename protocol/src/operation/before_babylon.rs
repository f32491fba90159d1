//! Operations before Babylon (protocol 005), when originated contracts had a manager and could be the source of operations.

#![allow(clippy::exhaustive_enums, clippy::exhaustive_structs, reason = "of protocols that have ended")]

use tezos_encoding::{BinWriter, HasEncoding, N, NomReader, View};

use super::Script;
use crate::contract::ContractId;
use crate::keys::{PublicKey, PublicKeyHash};
use crate::micheline::LazyExpr;
use crate::numbers::Mutez;

/// An operation whose source is an account or a contract with a manager, before Babylon.
///
/// | bytes   | field           | encoding       |
/// |--------:|-----------------|----------------|
/// | 22      | `source`        | [`ContractId`] |
/// | 1 to 9  | `fee`           | [`Mutez`]      |
/// | 1 to 10 | `counter`       | `n`            |
/// | 1 to 10 | `gas_limit`     | `n`            |
/// | 1 to 10 | `storage_limit` | `n`            |
/// |         |                 | the operation  |
///
/// Rule: [`operation_repr.ml`, `manager_encoding`][rule].
///
/// [rule]: https://github.com/tezos/tezos-mirror/blob/d26a8bef82159434e5a6db6a6d329f29dc8172dd/src/proto_004_Pt24m4xi/lib_protocol/operation_repr.ml
#[derive(HasEncoding, NomReader, BinWriter, View, Debug, Clone, PartialEq, Eq, Hash)]
pub struct ContractManager<T> {
    /// The account or contract that pays.
    pub source: ContractId,
    /// The fee for the baker.
    pub fee: Mutez,
    /// The counter of the source: one more than in its previous operation.
    #[encoding(bounded = 10)]
    pub counter: N,
    /// Maximum gas, in units.
    #[encoding(bounded = 10)]
    pub gas_limit: N,
    /// Maximum number of bytes of storage that may be allocated and paid for.
    #[encoding(bounded = 10)]
    pub storage_limit: N,
    /// The operation itself.
    #[encoding(flatten)]
    pub operation: T,
}

/// Reveals the public key of an account.
#[derive(HasEncoding, NomReader, BinWriter, View, Debug, Clone, PartialEq, Eq, Hash)]
pub struct EarlyReveal {
    /// The key.
    pub public_key: PublicKey,
}

/// Transfers tez, and calls the script of the destination if it has one.
///
/// | bytes  | field         | encoding                                             |
/// |-------:|---------------|------------------------------------------------------|
/// | 1 to 9 | `amount`      | [`Mutez`]                                            |
/// | 22     | `destination` | [`ContractId`]                                       |
/// | 1, ..  | `parameters`  | an option of an expression with a 4-byte size prefix |
#[derive(HasEncoding, NomReader, BinWriter, View, Debug, Clone, PartialEq, Eq, Hash)]
pub struct EarlyTransaction {
    /// The amount that is transferred.
    pub amount: Mutez,
    /// The recipient.
    pub destination: ContractId,
    /// The argument of the script.
    pub parameters: Option<LazyExpr>,
}

/// Originates a contract.
///
/// | bytes  | field            | encoding                         |
/// |-------:|------------------|----------------------------------|
/// | 21     | `manager_pubkey` | [`PublicKeyHash`]                |
/// | 1 to 9 | `balance`        | [`Mutez`]                        |
/// | 1      | `spendable`      | `bool`, left out of JSON if true |
/// | 1      | `delegatable`    | `bool`, left out of JSON if true |
/// | 1, 22  | `delegate`       | an option of a [`PublicKeyHash`] |
/// | 1, ..  | `script`         | an option of a [`Script`]        |
#[derive(HasEncoding, NomReader, BinWriter, View, Debug, Clone, PartialEq, Eq, Hash)]
pub struct EarlyOrigination {
    /// The manager, who may spend the balance, in protocols 001 to 003.
    #[encoding(until = 3, name = "managerPubkey")]
    pub manager: Option<PublicKeyHash>,
    /// The manager, who may spend the balance, in protocol 004.
    #[encoding(since = 4)]
    pub manager_pubkey: Option<PublicKeyHash>,
    /// The initial balance.
    pub balance: Mutez,
    /// Whether the manager may spend.
    #[encoding(dft = true)]
    pub spendable: bool,
    /// Whether the manager may change the delegate.
    #[encoding(dft = true)]
    pub delegatable: bool,
    /// The delegate of the contract.
    pub delegate: Option<PublicKeyHash>,
    /// The code and the initial storage.
    pub script: Option<Script>,
}

/// Sets or removes the delegate.
#[derive(HasEncoding, NomReader, BinWriter, View, Debug, Clone, PartialEq, Eq, Hash)]
pub struct EarlyDelegation {
    /// The new delegate.
    pub delegate: Option<PublicKeyHash>,
}
