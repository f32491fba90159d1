//! Operations of contracts with a manager, before Babylon (protocol 005): accounts that were not those of a key had operations of their own.

use tezos_encoding::{BinWriter, HasEncoding, N, NomReader, View};

use super::Script;
use crate::contract::ContractId;
use crate::keys::{PublicKey, PublicKeyHash};
use crate::micheline::LazyExpr;
use crate::numbers::Mutez;

/// An operation of an account or of a contract with a manager, before Babylon.
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
#[derive(HasEncoding, NomReader, BinWriter, View, Debug, Clone, PartialEq, Eq)]
pub struct ContractManager<T> {
    /// The account or contract that pays.
    pub source: ContractId,
    /// What the baker is paid.
    pub fee: Mutez,
    /// One more than that of the account's last operation.
    #[encoding(bounded = 10)]
    pub counter: N,
    /// Maximum of gas, in units.
    #[encoding(bounded = 10)]
    pub gas_limit: N,
    /// Maximum of bytes of storage that may be added and paid for.
    #[encoding(bounded = 10)]
    pub storage_limit: N,
    /// What is done.
    #[encoding(flatten)]
    pub operation: T,
}

/// Makes the public key of an account known.
#[derive(HasEncoding, NomReader, BinWriter, View, Debug, Clone, PartialEq, Eq)]
pub struct EarlyReveal {
    /// The key.
    pub public_key: PublicKey,
}

/// Sends tez, and perhaps calls the script of the destination.
///
/// | bytes  | field         | encoding                                             |
/// |-------:|---------------|------------------------------------------------------|
/// | 1 to 9 | `amount`      | [`Mutez`]                                            |
/// | 22     | `destination` | [`ContractId`]                                       |
/// | 1, ..  | `parameters`  | an option of an expression with a 4-byte size prefix |
#[derive(HasEncoding, NomReader, BinWriter, View, Debug, Clone, PartialEq, Eq)]
pub struct EarlyTransaction {
    /// What is sent.
    pub amount: Mutez,
    /// To whom.
    pub destination: ContractId,
    /// The argument.
    pub parameters: Option<LazyExpr>,
}

/// Makes a contract.
///
/// | bytes  | field            | encoding                         |
/// |-------:|------------------|----------------------------------|
/// | 21     | `manager_pubkey` | [`PublicKeyHash`]                |
/// | 1 to 9 | `balance`        | [`Mutez`]                        |
/// | 1      | `spendable`      | `bool`, left out of JSON if true |
/// | 1      | `delegatable`    | `bool`, left out of JSON if true |
/// | 1, 22  | `delegate`       | an option of a [`PublicKeyHash`] |
/// | 1, ..  | `script`         | an option of a [`Script`]        |
#[derive(HasEncoding, NomReader, BinWriter, View, Debug, Clone, PartialEq, Eq)]
pub struct EarlyOrigination {
    /// Who may spend what it has, in protocols 001 to 003.
    #[encoding(until = 3, name = "managerPubkey")]
    pub manager: Option<PublicKeyHash>,
    /// Who may spend what it has, in protocol 004.
    #[encoding(since = 4)]
    pub manager_pubkey: Option<PublicKeyHash>,
    /// What it has at first.
    pub balance: Mutez,
    /// Whether the manager may spend.
    #[encoding(dft = true)]
    pub spendable: bool,
    /// Whether the manager may change the delegate.
    #[encoding(dft = true)]
    pub delegatable: bool,
    /// Who bakes with it.
    pub delegate: Option<PublicKeyHash>,
    /// Its code and storage.
    pub script: Option<Script>,
}

/// Sets or removes the delegate.
#[derive(HasEncoding, NomReader, BinWriter, View, Debug, Clone, PartialEq, Eq)]
pub struct EarlyDelegation {
    /// The new delegate.
    pub delegate: Option<PublicKeyHash>,
}
