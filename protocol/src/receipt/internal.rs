//! Internal operations, which scripts emit.

use tezos_encoding::{BinWriter, HasEncoding, NomReader, Revision, View};
use tezos_hashes::protocol::{ContractHash, ScRollupHash, SmartRollupAddress, TxRollupHash, ZkRollupHash};

use crate::contract::ContractId;
use crate::keys::PublicKeyHash;
use crate::micheline::Micheline;
use crate::numbers::Mutez;
use crate::operation::{
    Delegation, EarlyOrigination, EarlyTransaction, Entrypoint, Origination, Parameters, RegisterGlobalConstant,
    Reveal, SetDepositsLimit, UNIT,
};

/// The source or the destination of an internal operation.
///
/// | bytes | field | encoding                                                                         |
/// |------:|-------|----------------------------------------------------------------------------------|
/// | 1     | tag   | 0 (account), 1 (contract), 2 (transaction rollup), 3 (smart rollup), 4 (zero-knowledge rollup) |
/// | 21    |       | [`PublicKeyHash`], or a hash of 20 bytes and 1 byte of padding                    |
///
/// In JSON and as text it is the base58check text of the address.
///
/// # Errors
/// `Unexpected_tag` for a case that the protocol does not have.
///
/// Rule: [`destination_repr.ml`, `encoding`][rule].
///
/// [rule]: https://github.com/tezos/tezos-mirror/blob/d26a8bef82159434e5a6db6a6d329f29dc8172dd/src/proto_alpha/lib_protocol/destination_repr.ml
#[derive(HasEncoding, NomReader, BinWriter, View, Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash)]
#[encoding(json(display))]
#[non_exhaustive]
pub enum AnyDestination {
    /// The account of a key.
    #[encoding(tag = 0)]
    Implicit(PublicKeyHash),
    /// A contract.
    #[encoding(tag = 1, padded = 1)]
    Originated(ContractHash),
    /// A transaction rollup, in protocols 013 to 017.
    #[encoding(tag = 2, padded = 1, since = 13, until = 17)]
    TxRollup(TxRollupHash),
    /// A smart rollup, in protocols 014 and 015.
    #[encoding(tag = 3, padded = 1, since = 14, until = 15)]
    ScRollup(ScRollupHash),
    /// A smart rollup, from protocol 016 on.
    #[encoding(tag = 3, padded = 1, since = 16)]
    SmartRollup(SmartRollupAddress),
    /// A zero-knowledge rollup, from protocol 015 on.
    #[encoding(tag = 4, padded = 1, since = 15)]
    ZkRollup(ZkRollupHash),
}

/// An internal operation, which a script or a rollup emitted.
///
/// | bytes | field    | encoding                                                          |
/// |------:|----------|-------------------------------------------------------------------|
/// | 22    | `source` | [`ContractId`], up to protocol 015; [`AnyDestination`], from 016 on |
/// | 2     | `nonce`  | `uint16`                                                          |
/// | n     |          | [`InternalContents`]                                              |
///
/// Rule: [`apply_internal_results.ml`, `internal_operation_encoding`][rule].
///
/// [rule]: https://github.com/tezos/tezos-mirror/blob/d26a8bef82159434e5a6db6a6d329f29dc8172dd/src/proto_alpha/lib_protocol/apply_internal_results.ml
#[derive(HasEncoding, NomReader, BinWriter, View, Debug, Clone, PartialEq, Eq, Hash)]
#[non_exhaustive]
pub struct InternalOperation {
    /// The contract whose script emitted the operation, up to protocol 015.
    #[encoding(until = 15, name = "source")]
    pub contract: Option<ContractId>,
    /// The contract or the rollup that emitted the operation.
    #[encoding(since = 16)]
    pub source: Option<AnyDestination>,
    /// The number of this internal operation within its operation.
    pub nonce: u16,
    /// The contents of the operation.
    #[encoding(flatten)]
    pub operation: InternalContents,
}

/// The contents of an [`InternalOperation`].
///
/// | bytes | field | encoding   |
/// |------:|-------|------------|
/// | 1     | tag   | the kind   |
/// | n     |       | its fields |
///
/// # Errors
/// `Unexpected_tag` for a kind that the protocol does not have; the errors of the fields.
#[derive(HasEncoding, NomReader, BinWriter, View, Debug, Clone, PartialEq, Eq, Hash)]
#[non_exhaustive]
pub enum InternalContents {
    /// The revelation of a public key, up to protocol 012.
    #[encoding(tag = 0, until = 12, json(kind_first = "reveal"))]
    Reveal(Reveal),
    /// A transfer of tez, or a call of a contract, before Babylon.
    #[encoding(tag = 1, until = 4, json(kind_first = "transaction"), title = "Transaction")]
    EarlyTransaction(EarlyTransaction),
    /// A transfer of tez, or a call of a contract or rollup.
    #[encoding(tag = 1, since = 5, json(kind_first = "transaction"))]
    Transaction(InternalTransaction),
    /// A new contract, before Babylon.
    #[encoding(tag = 2, until = 4, json(kind_first = "origination"), title = "Origination")]
    EarlyOrigination(EarlyOrigination),
    /// A new contract.
    #[encoding(tag = 2, since = 5, json(kind_first = "origination"))]
    Origination(Origination),
    /// A change of the contract's delegate.
    #[encoding(tag = 3, json(kind_first = "delegation"))]
    Delegation(Delegation),
    /// The registration of an expression that scripts can refer to, in protocols 011 and 012.
    #[encoding(tag = 4, since = 11, until = 12, json(kind_first = "register_global_constant"))]
    RegisterGlobalConstant(RegisterGlobalConstant),
    /// A limit on the deposits of a baker, in protocol 012.
    #[encoding(tag = 5, since = 12, until = 12, json(kind_first = "set_deposits_limit"))]
    SetDepositsLimit(SetDepositsLimit),
    /// An event, from protocol 014 on.
    #[encoding(tag = 4, since = 14, json(kind_first = "event"))]
    Event(Event),
}

/// Transfers tez, and calls the script of the destination if it has one.
///
/// | bytes  | field         | encoding                    |
/// |-------:|---------------|-----------------------------|
/// | 1 to 9 | `amount`      | [`Mutez`]                   |
/// | 22     | `destination` | [`AnyDestination`]          |
/// | 1, ..  | `parameters`  | an option of [`Parameters`] |
///
/// Parameters that pass unit to the default entrypoint are read as none and not written, as in Octez.
#[derive(HasEncoding, NomReader, BinWriter, View, Debug, Clone, PartialEq, Eq, Hash)]
#[encoding(canonical = "InternalTransaction::canonical")]
#[non_exhaustive]
pub struct InternalTransaction {
    /// The amount that is transferred.
    pub amount: Mutez,
    /// The recipient.
    pub destination: AnyDestination,
    /// The entrypoint and its argument; `None` passes unit to the default entrypoint.
    pub parameters: Option<Parameters>,
}

impl InternalTransaction {
    fn canonical(&self, protocol: Revision) -> Option<Self> {
        let call = Parameters::canonical(&self.parameters, protocol)?;
        Some(Self { parameters: call, ..self.clone() })
    }
}

/// An event that a script emits, from protocol 014 on.
///
/// | bytes | field     | encoding                          |
/// |------:|-----------|-----------------------------------|
/// | n     | `type`    | an expression                     |
/// | n     | `tag`     | an option of an [`Entrypoint`]    |
/// | n     | `payload` | `00`, or `ff` and an expression   |
///
/// The tag `default` and the payload unit are read as none and not written, as in Octez.
#[derive(HasEncoding, NomReader, BinWriter, View, Debug, Clone, PartialEq, Eq, Hash)]
#[encoding(canonical = "Event::canonical")]
#[non_exhaustive]
pub struct Event {
    /// The type of the payload.
    #[encoding(name = "type")]
    pub ty: Micheline,
    /// The name of the event.
    pub tag: Option<Entrypoint>,
    /// The payload; `None` stands for unit.
    pub payload: Option<Micheline>,
}

impl Event {
    fn canonical(&self, protocol: Revision) -> Option<Self> {
        let named = self.tag.as_ref().map(|tag| tag.canonical(protocol).unwrap_or_else(|| tag.clone()));
        let is_default = named == Some(Entrypoint::Default);
        let is_unit = self.payload.as_ref().is_some_and(|payload| payload.as_bytes() == UNIT);
        (is_default || is_unit).then(|| Self {
            ty: self.ty.clone(),
            tag: self.tag.clone().filter(|_| !is_default),
            payload: self.payload.clone().filter(|_| !is_unit),
        })
    }
}
