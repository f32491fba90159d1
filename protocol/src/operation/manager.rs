//! Manager operations: operations of accounts, with their fees and limits.

use alloc::boxed::Box;

use tezos_encoding::{BinWriter, HasEncoding, N, NomReader, Revision, View, Z};
use tezos_hashes::protocol::{ContractHash, DalCommitment, TxRollupHash};

use super::{Entrypoint, EntrypointName, Script};
use crate::chain::is_gas;
use crate::contract::{ContractId, OriginatedContract};
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
/// # Errors
/// From protocol 009 on, `Exception_raised_in_user_function` for a gas limit above 4611686018427387; the errors of the fields.
///
/// Rule: [`operation_repr.ml`, `manager_encoding`][rule].
///
/// [rule]: https://github.com/tezos/tezos-mirror/blob/d26a8bef82159434e5a6db6a6d329f29dc8172dd/src/proto_alpha/lib_protocol/operation_repr.ml
#[derive(HasEncoding, NomReader, BinWriter, View, Debug, Clone, PartialEq, Eq, Hash)]
#[non_exhaustive]
pub struct Manager<T> {
    /// The account that signs and pays for the operation.
    pub source: PublicKeyHash,
    /// The fee for the baker.
    pub fee: Mutez,
    /// The counter of the account: one more than in its previous operation.
    #[encoding(bounded = 10)]
    pub counter: N,
    /// Maximum gas, in units.
    #[encoding(bounded = 10, guard(function = "is_gas", since = 9, exception))]
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
#[derive(HasEncoding, NomReader, BinWriter, View, Debug, Clone, PartialEq, Eq, Hash)]
#[non_exhaustive]
pub struct Reveal {
    /// The key, whose hash is the account.
    pub public_key: PublicKey,
    /// Proof that the account possesses the secret of a BLS key.
    #[encoding(since = 23, option, dynamic)]
    pub proof: Option<Box<BlsSignature>>,
}

/// Transfers tez to an account or a contract, and calls the script of a contract.
///
/// | bytes  | field         | encoding               |
/// |-------:|---------------|------------------------|
/// | 1 to 9 | `amount`      | [`Mutez`]              |
/// | 22     | `destination` | [`Destination`] |
/// | 1, ..  | `parameters`  | an option of [`Parameters`] |
///
/// Parameters that pass unit to the default entrypoint are read as none and not written, as in Octez.
///
/// Rule: [`operation_repr.ml`, `transaction_case`][rule].
///
/// [rule]: https://github.com/tezos/tezos-mirror/blob/d26a8bef82159434e5a6db6a6d329f29dc8172dd/src/proto_alpha/lib_protocol/operation_repr.ml
#[derive(HasEncoding, NomReader, BinWriter, View, Debug, Clone, PartialEq, Eq, Hash)]
#[encoding(canonical = "Transaction::canonical")]
#[non_exhaustive]
pub struct Transaction {
    /// The amount that is transferred.
    pub amount: Mutez,
    /// The recipient.
    pub destination: Destination,
    /// The entrypoint and its argument; `None` passes unit to the default entrypoint.
    pub parameters: Option<Parameters>,
}

impl Transaction {
    fn canonical(&self, protocol: Revision) -> Option<Self> {
        let call = Parameters::canonical(&self.parameters, protocol)?;
        Some(Self { parameters: call, ..self.clone() })
    }
}

/// The destination of a transaction.
///
/// | bytes | field | encoding                     |
/// |------:|-------|------------------------------|
/// | 1     | tag   | 0, 1, 2                      |
/// | 21    |       | [`PublicKeyHash`], or 20 bytes and 1 of padding |
///
/// In JSON and as text it is the base58check text of the address. It converts from and to the other types of addresses: see
/// [`contract`](crate::contract).
///
/// ```
/// use tezos_protocols::{keys::PublicKeyHash, operation::Destination};
/// let account: PublicKeyHash = "tz1KqTpEZ7Yob7QbPE4Hy4Wo8fHG8LhKxZSx".parse().unwrap();
/// assert_eq!(("tz1KqTpEZ7Yob7QbPE4Hy4Wo8fHG8LhKxZSx".parse(), account.try_into()), (Ok(Destination::Implicit(account)), Ok(account)));
/// assert_eq!(Destination::from(account).to_string(), "tz1KqTpEZ7Yob7QbPE4Hy4Wo8fHG8LhKxZSx");
/// ```
#[derive(HasEncoding, NomReader, BinWriter, View, Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash)]
#[encoding(view = "Self", json(display))]
#[non_exhaustive]
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
#[derive(HasEncoding, NomReader, BinWriter, View, Debug, Clone, PartialEq, Eq, Hash)]
#[non_exhaustive]
pub struct Parameters {
    /// The entrypoint of the script.
    pub entrypoint: Entrypoint,
    /// Its argument.
    pub value: LazyExpr,
}

impl Parameters {
    /// Returns the parameters that are read and written instead of `call`: none for unit to the default entrypoint.
    pub(crate) fn canonical(call: &Option<Self>, protocol: Revision) -> Option<Option<Self>> {
        let call = call.as_ref()?;
        let named = call.entrypoint.canonical(protocol);
        let is_default = matches!(named.as_ref().unwrap_or(&call.entrypoint), Entrypoint::Default);
        (is_default && call.value.bytes() == UNIT).then_some(None)
    }
}

/// The expression `Unit`.
pub(crate) const UNIT: &[u8] = &[3, 11];

/// Originates a contract.
///
/// | bytes  | field      | encoding                          |
/// |-------:|------------|-----------------------------------|
/// | 1 to 9 | `balance`  | [`Mutez`]                         |
/// | 1, 22  | `delegate` | an option of a [`PublicKeyHash`]  |
/// |        | `script`   | [`Script`]                        |
#[derive(HasEncoding, NomReader, BinWriter, View, Debug, Clone, PartialEq, Eq, Hash)]
#[non_exhaustive]
pub struct Origination {
    /// The initial balance.
    pub balance: Mutez,
    /// The delegate of the contract.
    pub delegate: Option<PublicKeyHash>,
    /// The code and the initial storage.
    pub script: Script,
}

/// Sets or removes the delegate of an account.
#[derive(HasEncoding, NomReader, BinWriter, View, Debug, Clone, PartialEq, Eq, Hash)]
#[non_exhaustive]
pub struct Delegation {
    /// The new delegate.
    pub delegate: Option<PublicKeyHash>,
}

/// Registers an expression to which scripts can refer by its hash, from protocol 011 on.
#[derive(HasEncoding, NomReader, BinWriter, View, Debug, Clone, PartialEq, Eq, Hash)]
#[non_exhaustive]
pub struct RegisterGlobalConstant {
    /// The expression.
    pub value: LazyExpr,
}

/// Limits the deposits of a baker, from protocol 012 on.
#[derive(HasEncoding, NomReader, BinWriter, View, Debug, Clone, PartialEq, Eq, Hash)]
#[non_exhaustive]
pub struct SetDepositsLimit {
    /// The limit; `None` removes it.
    pub limit: Option<Mutez>,
}

/// Pays for storage of a contract in advance, from protocol 014 on.
#[derive(HasEncoding, NomReader, BinWriter, View, Debug, Clone, PartialEq, Eq, Hash)]
#[non_exhaustive]
pub struct IncreasePaidStorage {
    /// Bytes of storage.
    pub amount: Z,
    /// The contract.
    pub destination: OriginatedContract,
}

/// Originates a transaction rollup, in protocols 013 to 016. It has no fields.
#[derive(HasEncoding, NomReader, BinWriter, View, Debug, Clone, Copy, PartialEq, Eq, Hash)]
#[allow(clippy::exhaustive_structs, reason = "of protocols that have ended")]
pub struct TxRollupOrigination {
    /// Empty; present in JSON only.
    pub tx_rollup_origination: (),
}

/// Changes the key with which a baker signs blocks, from protocol 015 on.
#[derive(HasEncoding, NomReader, BinWriter, View, Debug, Clone, PartialEq, Eq, Hash)]
#[non_exhaustive]
pub struct UpdateConsensusKey {
    /// The new key.
    pub pk: PublicKey,
    /// Proof that the baker possesses the secret of a BLS key.
    #[encoding(since = 23, option, dynamic)]
    pub proof: Option<BlsSignature>,
    /// The proof in protocol 022.
    #[encoding(since = 22, until = 22, name = "proof", option, dynamic)]
    pub any_proof: Option<Signature>,
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
#[derive(HasEncoding, NomReader, BinWriter, View, Debug, Clone, PartialEq, Eq, Hash)]
#[non_exhaustive]
pub struct TransferTicket {
    /// The contents of the tickets.
    pub ticket_contents: LazyExpr,
    /// The type of the contents.
    pub ticket_ty: LazyExpr,
    /// The contract that created the tickets.
    pub ticket_ticketer: ContractId,
    /// The number of tickets: from protocol 015 on at least one.
    #[encoding(guard(function = "is_positive", since = 15))]
    pub ticket_amount: N,
    /// The recipient.
    pub destination: ContractId,
    /// The entrypoint that receives the tickets.
    pub entrypoint: EntrypointName,
}

/// Rule: [`ticket_amount.ml`, `encoding`](https://github.com/tezos/tezos-mirror/blob/d26a8bef82159434e5a6db6a6d329f29dc8172dd/src/proto_alpha/lib_protocol/ticket_amount.ml).
fn is_positive(tickets: &N) -> Result<(), &'static str> {
    if *tickets == N::ZERO { Err("expecting positive number") } else { Ok(()) }
}

/// Commits to the data of a slot of the data availability layer.
///
/// | bytes | field               | encoding                           |
/// |------:|---------------------|------------------------------------|
/// | 4     | `level`             | `int32`, in protocol 016; `published_level` in 017 |
/// | 1     | `slot_index`        | `uint8`; `index` in protocol 016   |
/// | 48    | `commitment`        | [`DalCommitment`]                  |
/// | 96    | `commitment_proof`  | 96 bytes |
#[derive(HasEncoding, NomReader, BinWriter, View, Debug, Clone, PartialEq, Eq, Hash)]
#[non_exhaustive]
pub struct PublishedSlotHeader {
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

/// A [`PublishedSlotHeader`] of an account's operation.
#[derive(HasEncoding, NomReader, BinWriter, View, Debug, Clone, PartialEq, Eq, Hash)]
#[non_exhaustive]
pub struct DalPublishCommitment {
    /// The commitment with its slot.
    pub slot_header: PublishedSlotHeader,
}

/// The commitment of protocols 014 and 015, before the data availability layer was released.
///
/// | bytes | field    | encoding                             |
/// |------:|----------|--------------------------------------|
/// | 4     | `level`  | `int32`                              |
/// | 1     | `index`  | `uint8`                              |
/// | 4     | `header` | `int31`; in protocol 015 48 bytes    |
#[derive(HasEncoding, NomReader, BinWriter, View, Debug, Clone, PartialEq, Eq, Hash)]
#[allow(clippy::exhaustive_structs, reason = "of protocols that have ended")]
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
#[derive(HasEncoding, NomReader, BinWriter, View, Debug, Clone, PartialEq, Eq, Hash)]
#[allow(clippy::exhaustive_structs, reason = "of protocols that have ended")]
pub struct DalPublishEarlySlot {
    /// The commitment with its slot.
    pub slot: DalEarlySlot,
}
