//! Manager operations: operations of accounts, with their fees and limits.

use alloc::boxed::Box;
use alloc::vec::Vec;
use core::{convert::Infallible, fmt::Display};

use tezos_encoding::schema::Encoding;
use tezos_encoding::view::Views;
use tezos_encoding::wire::{Auto, Reads, Schema, Writes};
use tezos_encoding::{BinWriter, EncodeError, Facts, Fault, HasEncoding, JsonAs, N, NomReader, Reader, Sink, View, Z};
use tezos_hashes::protocol::{ContractHash, DalCommitment, TxRollupHash};

use super::{Entrypoint, Script};
use crate::contract::ContractId;
use crate::keys::{BlsSignature, PublicKey, PublicKeyHash, Signature};
use crate::micheline::LazyExpr;
use crate::numbers::Mutez;

/// A manager operation: an operation of an account, with its fee and limits.
///
/// | bytes   | field           | encoding          |
/// |--------:|-----------------|-------------------|
/// | 21      | `source`        | [`PublicKeyHash`] |
/// | 1 to 9  | `fee`           | [`Mutez`]         |
/// | 1 to 10 | `counter`       | `n`               |
/// | 1 to 10 | `gas_limit`     | `n`               |
/// | 1 to 10 | `storage_limit` | `n`               |
/// |         |                 | the operation     |
///
/// Rule: [`operation_repr.ml`, `manager_encoding`][rule].
///
/// [rule]: https://github.com/tezos/tezos-mirror/blob/d26a8bef82159434e5a6db6a6d329f29dc8172dd/src/proto_alpha/lib_protocol/operation_repr.ml
#[derive(HasEncoding, NomReader, BinWriter, View, Debug, Clone, PartialEq, Eq)]
pub struct Manager<T> {
    /// The account that signs and pays for the operation.
    pub source: PublicKeyHash,
    /// The fee for the baker.
    pub fee: Mutez,
    /// The counter of the account: one more than in its previous operation.
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
///
/// | bytes  | field        | encoding      |
/// |-------:|--------------|---------------|
/// |        | `public_key` | [`PublicKey`] |
/// | 1, 101 | `proof`      | an option of a [`BlsSignature`] with a 4-byte size prefix, from protocol 023 on |
#[derive(HasEncoding, NomReader, BinWriter, View, Debug, Clone, PartialEq, Eq)]
pub struct Reveal {
    /// The key, whose hash is the account.
    pub public_key: PublicKey,
    /// Proof that the account possesses the secret of a BLS key.
    #[encoding(since = 23, option, dynamic)]
    pub proof: Option<Option<Box<BlsSignature>>>,
}

/// Transfers tez to an account or a contract, and calls the script of a contract.
///
/// | bytes  | field         | encoding               |
/// |-------:|---------------|------------------------|
/// | 1 to 9 | `amount`      | [`Mutez`]              |
/// | 22     | `destination` | [`Destination`] |
/// | 1, ..  | `parameters`  | an option of [`Parameters`] |
///
/// Parameters that pass unit to the default entrypoint are accepted by readers, and omitted by writers of bytes and JSON.
///
/// Rule: [`operation_repr.ml`, `transaction_case`][rule].
///
/// [rule]: https://github.com/tezos/tezos-mirror/blob/d26a8bef82159434e5a6db6a6d329f29dc8172dd/src/proto_alpha/lib_protocol/operation_repr.ml
#[derive(HasEncoding, NomReader, BinWriter, View, Debug, Clone, PartialEq, Eq)]
#[encoding(json(with = "TransactionHook"))]
pub struct Transaction {
    /// The amount that is transferred.
    pub amount: Mutez,
    /// The recipient.
    pub destination: Destination,
    /// The entrypoint and its argument; `None` passes unit to the default entrypoint.
    #[encoding(with = "Call")]
    pub parameters: Option<Parameters>,
}

/// The form of a transaction's parameters: a reader accepts unit to the default entrypoint, which a writer omits.
struct Call;

impl Call {
    /// Returns the parameters that are encoded for a call.
    fn written(call: &Option<Parameters>) -> &Option<Parameters> {
        if call.as_ref().is_some_and(Parameters::is_default) { &None } else { call }
    }
}

impl Schema<Option<Parameters>> for Call {
    const ENCODING: &'static Encoding = <Auto as Schema<Option<Parameters>>>::ENCODING;
}

impl<'a> Reads<'a, Option<Parameters>> for Call {
    const FACTS: Facts = <Auto as Reads<'a, Option<Parameters>>>::FACTS;

    #[inline]
    fn read(input: &mut Reader<'a>) -> Result<Option<Parameters>, Fault> {
        Auto::read(input)
    }
}

impl<'a> Views<'a, Option<Parameters>> for Call {
    type View = <Auto as Views<'a, Option<Parameters>>>::View;

    #[inline]
    fn view(input: &mut Reader<'a>) -> Result<Self::View, Fault> {
        <Auto as Views<'a, Option<Parameters>>>::view(input)
    }

    #[inline]
    fn own(view: &Self::View) -> Result<Option<Parameters>, Fault> {
        Auto::own(view)
    }
}

impl Writes<Option<Parameters>> for Call {
    const FACTS: Facts = <Auto as Writes<Option<Parameters>>>::FACTS;

    #[inline]
    fn write<S: Sink>(call: &Option<Parameters>, sink: &mut S) -> Result<(), EncodeError> {
        Auto::write(Self::written(call), sink)
    }
}

/// The JSON of a [`Transaction`], made from its fields: non-canonical parameters are shown in canonical form.
#[derive(HasEncoding, NomReader, BinWriter)]
struct JsonTransaction {
    amount: Mutez,
    destination: Destination,
    #[encoding(with = "Call")]
    parameters: Option<Parameters>,
}

struct TransactionHook;

impl JsonAs<Transaction> for TransactionHook {
    type Json = JsonTransaction;

    fn to_json(Transaction { amount, destination, parameters }: &Transaction) -> JsonTransaction {
        JsonTransaction { amount: *amount, destination: *destination, parameters: parameters.clone() }
    }

    fn from_json(
        JsonTransaction { amount, destination, parameters }: JsonTransaction,
    ) -> Result<Transaction, impl Display> {
        Ok::<_, Infallible>(Transaction { amount, destination, parameters })
    }
}

/// The destination of a transaction.
///
/// | bytes | field | encoding                     |
/// |------:|-------|------------------------------|
/// | 1     | tag   | 0, 1, 2                      |
/// | 21    |       | [`PublicKeyHash`], or 20 bytes and 1 of padding |
#[derive(HasEncoding, NomReader, BinWriter, View, Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash)]
#[encoding(view = "Self", json(first_match))]
pub enum Destination {
    /// The account of a key.
    #[encoding(tag = 0)]
    Implicit(PublicKeyHash),
    /// A contract.
    #[encoding(tag = 1, padded = 1)]
    Originated(ContractHash),
    /// A transaction rollup, in protocol 013.
    #[encoding(tag = 2, padded = 1, since = 13, until = 13)]
    TxRollup(TxRollupHash),
}

/// The call of a script.
///
/// | bytes | field        | encoding                                |
/// |------:|--------------|-----------------------------------------|
/// |       | `entrypoint` | [`Entrypoint`]                          |
/// |       | `value`      | an expression with a 4-byte size prefix |
#[derive(HasEncoding, NomReader, BinWriter, View, Debug, Clone, PartialEq, Eq)]
pub struct Parameters {
    /// The entrypoint of the script.
    pub entrypoint: Entrypoint,
    /// Its argument.
    pub value: LazyExpr,
}

impl Parameters {
    /// Returns whether this passes unit to the default entrypoint, which is equivalent to no parameters.
    fn is_default(&self) -> bool {
        const UNIT: &[u8] = &[3, 11];
        matches!(self.entrypoint, Entrypoint::Default(())) && self.value.bytes() == UNIT
    }
}

/// Originates a contract.
///
/// | bytes  | field      | encoding                          |
/// |-------:|------------|-----------------------------------|
/// | 1 to 9 | `balance`  | [`Mutez`]                         |
/// | 1, 22  | `delegate` | an option of a [`PublicKeyHash`]  |
/// |        | `script`   | [`Script`]                        |
#[derive(HasEncoding, NomReader, BinWriter, View, Debug, Clone, PartialEq, Eq)]
pub struct Origination {
    /// The initial balance.
    pub balance: Mutez,
    /// The delegate of the contract.
    pub delegate: Option<PublicKeyHash>,
    /// The code and the initial storage.
    pub script: Script,
}

/// Sets or removes the delegate of an account.
#[derive(HasEncoding, NomReader, BinWriter, View, Debug, Clone, PartialEq, Eq)]
pub struct Delegation {
    /// The new delegate.
    pub delegate: Option<PublicKeyHash>,
}

/// Registers an expression to which scripts can refer by its hash, from protocol 011 on.
#[derive(HasEncoding, NomReader, BinWriter, View, Debug, Clone, PartialEq, Eq)]
pub struct RegisterGlobalConstant {
    /// The expression.
    pub value: LazyExpr,
}

/// Limits the deposits of a baker, from protocol 012 on.
#[derive(HasEncoding, NomReader, BinWriter, View, Debug, Clone, PartialEq, Eq)]
pub struct SetDepositsLimit {
    /// The limit; `None` removes it.
    pub limit: Option<Mutez>,
}

/// Pays for storage of a contract in advance, from protocol 014 on.
#[derive(HasEncoding, NomReader, BinWriter, View, Debug, Clone, PartialEq, Eq)]
pub struct IncreasePaidStorage {
    /// Bytes of storage.
    pub amount: Z,
    /// The contract.
    pub destination: OriginatedContract,
}

/// The address of an originated contract: a [`ContractId`] that is not an implicit account.
///
/// | bytes | field   | encoding            |
/// |------:|---------|---------------------|
/// | 1     | tag     | 1                   |
/// | 21    |         | 20 bytes and 1 of padding |
///
/// In JSON the address is its base58check text, `KT1…`.
#[derive(HasEncoding, NomReader, BinWriter, View, Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash)]
#[encoding(view = "Self")]
pub enum OriginatedContract {
    /// The only case.
    #[encoding(tag = 1, padded = 1)]
    Originated(ContractHash),
}

/// Originates a transaction rollup, in protocols 013 to 016. It has no fields.
#[derive(HasEncoding, NomReader, BinWriter, View, Debug, Clone, Copy, PartialEq, Eq)]
pub struct TxRollupOrigination {
    /// Empty; present in JSON only.
    pub tx_rollup_origination: (),
}

/// Changes the key with which a baker signs blocks, from protocol 015 on.
#[derive(HasEncoding, NomReader, BinWriter, View, Debug, Clone, PartialEq, Eq)]
pub struct UpdateConsensusKey {
    /// The new key.
    pub pk: PublicKey,
    /// Proof that the baker possesses the secret of a BLS key.
    #[encoding(since = 23, option, dynamic)]
    pub proof: Option<Option<BlsSignature>>,
    /// The proof in protocol 022.
    #[encoding(since = 22, until = 22, name = "proof", option, dynamic)]
    pub any_proof: Option<Option<Signature>>,
}

/// Transfers tickets, from protocol 013 on.
///
/// | bytes | field             | encoding                                |
/// |------:|-------------------|-----------------------------------------|
/// |       | `ticket_contents` | an expression with a 4-byte size prefix |
/// |       | `ticket_ty`       | an expression with a 4-byte size prefix |
/// | 22    | `ticket_ticketer` | [`ContractId`]                          |
/// |       | `ticket_amount`   | `n`                                     |
/// | 22    | `destination`     | [`ContractId`]                          |
/// |       | `entrypoint`      | text with a 4-byte size prefix          |
#[derive(HasEncoding, NomReader, BinWriter, View, Debug, Clone, PartialEq, Eq)]
pub struct TransferTicket {
    /// The contents of the tickets.
    pub ticket_contents: LazyExpr,
    /// The type of the contents.
    pub ticket_ty: LazyExpr,
    /// The contract that created the tickets.
    pub ticket_ticketer: ContractId,
    /// The number of tickets.
    pub ticket_amount: N,
    /// The recipient.
    pub destination: ContractId,
    /// The entrypoint that receives the tickets.
    #[encoding(string)]
    pub entrypoint: Vec<u8>,
}

/// Commits to the data of a slot of the data availability layer.
///
/// | bytes | field               | encoding                           |
/// |------:|---------------------|------------------------------------|
/// | 4     | `level`             | `int32`, in protocol 016; `published_level` in 017 |
/// | 1     | `slot_index`        | `uint8`; `index` in protocol 016   |
/// | 48    | `commitment`        | [`DalCommitment`]                  |
/// | 96    | `commitment_proof`  | 96 bytes |
#[derive(HasEncoding, NomReader, BinWriter, View, Debug, Clone, PartialEq, Eq)]
pub struct DalSlotHeader {
    /// The level of publication, in protocol 016.
    #[encoding(until = 16)]
    pub level: Option<i32>,
    /// The level of publication, in protocol 017.
    #[encoding(since = 17, until = 17)]
    pub published_level: Option<i32>,
    /// The number of the slot, in protocol 016.
    #[encoding(until = 16)]
    pub index: Option<u8>,
    /// The number of the slot.
    #[encoding(since = 17)]
    pub slot_index: Option<u8>,
    /// The commitment.
    pub commitment: DalCommitment,
    /// Proof that the data is no longer than a slot.
    pub commitment_proof: [u8; 96],
}

/// A [`DalSlotHeader`] of an account's operation.
#[derive(HasEncoding, NomReader, BinWriter, View, Debug, Clone, PartialEq, Eq)]
pub struct DalPublishCommitment {
    /// The commitment with its slot.
    pub slot_header: DalSlotHeader,
}

/// The commitment of protocols 014 and 015, before the data availability layer was released.
///
/// | bytes | field    | encoding                             |
/// |------:|----------|--------------------------------------|
/// | 4     | `level`  | `int32`                              |
/// | 1     | `index`  | `uint8`                              |
/// | 4     | `header` | `int31`; in protocol 015 48 bytes    |
#[derive(HasEncoding, NomReader, BinWriter, View, Debug, Clone, PartialEq, Eq)]
pub struct DalEarlySlot {
    /// The level of publication.
    pub level: i32,
    /// The number of the slot.
    pub index: u8,
    /// The commitment of protocol 014.
    #[encoding(until = 14, name = "header", builtin = "Int31")]
    pub number: Option<i32>,
    /// The commitment of protocol 015.
    #[encoding(since = 15)]
    pub header: Option<DalCommitment>,
}

/// A [`DalEarlySlot`] of an account's operation.
#[derive(HasEncoding, NomReader, BinWriter, View, Debug, Clone, PartialEq, Eq)]
pub struct DalPublishEarlySlot {
    /// The commitment with its slot.
    pub slot: DalEarlySlot,
}
