//! The results of manager operations and internal operations, from protocol 022 on.

use alloc::vec::Vec;

use tezos_encoding::{BinWriter, HasEncoding, N, NomReader, Z};
use tezos_hashes::protocol::ScriptExprHash;

use super::{AnyDestination, BalanceUpdates, LazyStorageDiff, TicketUpdates};
use crate::chain::ProtocolError;
use crate::micheline::Micheline;
use crate::operation::OriginatedContract;

/// The result of an operation with effects of type `T`.
///
/// | bytes | field    | encoding                                              |
/// |------:|----------|-------------------------------------------------------|
/// | 1     | tag      | 0 (applied), 1 (failed), 2 (skipped), 3 (backtracked) |
/// | 4 + n | `errors` | [`ProtocolError`]s, with a 4-byte size prefix; if failed; an option of them if backtracked |
/// | n     |          | `T`, if applied or backtracked                        |
///
/// In JSON `status` identifies the case.
///
/// # Errors
/// `Unexpected_tag`; the errors of the fields.
///
/// Rule: [`apply_results.ml`, `Manager_result.make`][rule].
///
/// [rule]: https://github.com/tezos/tezos-mirror/blob/d26a8bef82159434e5a6db6a6d329f29dc8172dd/src/proto_alpha/lib_protocol/apply_results.ml
#[derive(HasEncoding, NomReader, BinWriter, Debug, Clone, PartialEq, Eq)]
pub enum OperationResult<T> {
    /// The operation was applied.
    #[encoding(tag = 0)]
    Applied {
        /// `applied` in JSON.
        #[encoding(constant = "applied")]
        status: (),
        /// The effects.
        #[encoding(flatten)]
        effects: T,
    },
    /// The operation failed.
    #[encoding(tag = 1)]
    Failed {
        /// `failed` in JSON.
        #[encoding(constant = "failed")]
        status: (),
        /// The errors; the cause is last.
        #[encoding(dynamic, list)]
        errors: Vec<ProtocolError>,
    },
    /// The operation was skipped because a previous operation failed.
    #[encoding(tag = 2)]
    Skipped {
        /// `skipped` in JSON.
        #[encoding(constant = "skipped")]
        status: (),
    },
    /// The operation was applied, then reverted because a later operation failed.
    #[encoding(tag = 3)]
    Backtracked {
        /// `backtracked` in JSON.
        #[encoding(constant = "backtracked")]
        status: (),
        /// The errors.
        #[encoding(option, dynamic, list)]
        errors: Option<Vec<ProtocolError>>,
        /// The effects before they were reverted.
        #[encoding(flatten)]
        effects: T,
    },
}

/// The effects of operations that only consume gas: events, changes of keys, limits on deposits, and messages to rollups.
///
/// | bytes | field               | encoding |
/// |------:|---------------------|----------|
/// | n     | `consumed_milligas` | `n`      |
#[derive(HasEncoding, NomReader, BinWriter, Debug, Clone, PartialEq, Eq)]
pub struct GasEffects {
    /// The consumed gas, in thousandths.
    #[encoding(dft = N::ZERO)]
    pub consumed_milligas: N,
}

/// Defines the effects of transactions. The two types differ in the JSON name of the changes of tickets.
macro_rules! transaction_effects {
    ($(#[$doc:meta])* $name:ident, $tickets:ident) => {
        $(#[$doc])*
        ///
        /// | bytes | field                            | encoding                                           |
        /// |------:|----------------------------------|----------------------------------------------------|
        /// | 1     | tag                              | 0 (to a contract), 2 (to a smart rollup)           |
        /// | n     | `storage`                        | `00`, or `ff` and an expression                    |
        /// | 4 + n | `balance_updates`                | [`BalanceUpdates`]                                 |
        /// | 4 + n | tickets                          | [`TicketUpdates`]                                  |
        /// | 4 + n | `originated_contracts`           | [`OriginatedContract`]s, with a 4-byte size prefix |
        /// | n     | `consumed_milligas`              | `n`                                                |
        /// | n     | `storage_size`                   | `z`                                                |
        /// | n     | `paid_storage_size_diff`         | `z`                                                |
        /// | 1     | `allocated_destination_contract` | `bool`                                             |
        /// | n     | `lazy_storage_diff`              | an option of [`LazyStorageDiff`]                   |
        /// | 4 + n | `address_registry_diff`          | [`AddressRegistryDiff`], from protocol 024 on      |
        ///
        /// The effects of a transaction to a smart rollup are the gas, then the tickets.
        ///
        /// # Errors
        /// `Unexpected_tag`; the errors of the fields.
        #[derive(HasEncoding, NomReader, BinWriter, Debug, Clone, PartialEq, Eq)]
        #[encoding(json(first_match))]
        pub enum $name {
            /// To an account or a contract.
            #[encoding(tag = 0)]
            ToContract {
                /// The storage of the contract.
                storage: Option<Micheline>,
                /// The changes of balances.
                #[encoding(dft = BalanceUpdates::default())]
                balance_updates: BalanceUpdates,
                /// The changes of tickets.
                #[encoding(dft = TicketUpdates::default())]
                $tickets: TicketUpdates,
                /// The contracts that the transaction originated.
                #[encoding(dynamic, list, dft = Vec::new())]
                originated_contracts: Vec<OriginatedContract>,
                /// The consumed gas, in thousandths.
                #[encoding(dft = N::ZERO)]
                consumed_milligas: N,
                /// Size of the storage in bytes.
                #[encoding(dft = Z::ZERO)]
                storage_size: Z,
                /// Number of bytes that were paid for.
                #[encoding(dft = Z::ZERO)]
                paid_storage_size_diff: Z,
                /// True if the transaction created the account.
                #[encoding(dft = false)]
                allocated_destination_contract: bool,
                /// The changes of big maps and Sapling pools.
                lazy_storage_diff: Option<LazyStorageDiff>,
                /// The addresses that were assigned an index.
                #[encoding(since = 24, dft = AddressRegistryDiff::default())]
                address_registry_diff: Option<AddressRegistryDiff>,
            },
            /// To a smart rollup.
            #[encoding(tag = 2)]
            ToSmartRollup {
                /// The consumed gas, in thousandths.
                #[encoding(dft = N::ZERO)]
                consumed_milligas: N,
                /// The changes of tickets.
                $tickets: TicketUpdates,
            },
        }
    };
}

transaction_effects! {
    /// The effects of a transaction of an account.
    TransactionEffects, ticket_updates
}
transaction_effects! {
    /// The effects of a transaction of a script.
    InternalTransactionEffects, ticket_receipt
}

/// The addresses that were assigned an index: [`RegisteredAddress`]es with a 4-byte size prefix.
#[derive(HasEncoding, NomReader, BinWriter, Debug, Clone, Default, PartialEq, Eq)]
pub struct AddressRegistryDiff(#[encoding(dynamic, list)] pub Vec<RegisteredAddress>);

/// An address and its index, from protocol 024 on.
///
/// | bytes | field     | encoding           |
/// |------:|-----------|--------------------|
/// | 22    | `address` | [`AnyDestination`] |
/// | n     | `index`   | `z`                |
#[derive(HasEncoding, NomReader, BinWriter, Debug, Clone, PartialEq, Eq)]
pub struct RegisteredAddress {
    /// The address.
    pub address: AnyDestination,
    /// The index.
    pub index: Z,
}

/// The effects of an origination.
///
/// | bytes | field                    | encoding                                           |
/// |------:|--------------------------|----------------------------------------------------|
/// | 4 + n | `balance_updates`        | [`BalanceUpdates`]                                 |
/// | 4 + n | `originated_contracts`   | [`OriginatedContract`]s, with a 4-byte size prefix |
/// | n     | `consumed_milligas`      | `n`                                                |
/// | n     | `storage_size`           | `z`                                                |
/// | n     | `paid_storage_size_diff` | `z`                                                |
/// | n     | `lazy_storage_diff`      | an option of [`LazyStorageDiff`]                   |
#[derive(HasEncoding, NomReader, BinWriter, Debug, Clone, PartialEq, Eq)]
pub struct OriginationEffects {
    /// The changes of balances.
    #[encoding(dft = BalanceUpdates::default())]
    pub balance_updates: BalanceUpdates,
    /// The contract.
    #[encoding(dynamic, list, dft = Vec::new())]
    pub originated_contracts: Vec<OriginatedContract>,
    /// The consumed gas, in thousandths.
    #[encoding(dft = N::ZERO)]
    pub consumed_milligas: N,
    /// Size of the storage in bytes.
    #[encoding(dft = Z::ZERO)]
    pub storage_size: Z,
    /// Number of bytes that were paid for.
    #[encoding(dft = Z::ZERO)]
    pub paid_storage_size_diff: Z,
    /// The changes of big maps and Sapling pools.
    pub lazy_storage_diff: Option<LazyStorageDiff>,
}

/// The effects of a delegation.
///
/// | bytes | field               | encoding           |
/// |------:|---------------------|--------------------|
/// | n     | `consumed_milligas` | `n`                |
/// | 4 + n | `balance_updates`   | [`BalanceUpdates`] |
#[derive(HasEncoding, NomReader, BinWriter, Debug, Clone, PartialEq, Eq)]
pub struct DelegationEffects {
    /// The consumed gas, in thousandths.
    #[encoding(dft = N::ZERO)]
    pub consumed_milligas: N,
    /// The changes of balances.
    #[encoding(dft = BalanceUpdates::default())]
    pub balance_updates: BalanceUpdates,
}

/// The effects of the registration of a global constant.
///
/// | bytes | field               | encoding           |
/// |------:|---------------------|--------------------|
/// | 4 + n | `balance_updates`   | [`BalanceUpdates`] |
/// | n     | `consumed_milligas` | `n`                |
/// | n     | `storage_size`      | `z`                |
/// | 32    | `global_address`    | [`ScriptExprHash`] |
#[derive(HasEncoding, NomReader, BinWriter, Debug, Clone, PartialEq, Eq)]
pub struct GlobalConstantEffects {
    /// The changes of balances.
    #[encoding(dft = BalanceUpdates::default())]
    pub balance_updates: BalanceUpdates,
    /// The consumed gas, in thousandths.
    #[encoding(dft = N::ZERO)]
    pub consumed_milligas: N,
    /// Size of the expression in bytes.
    #[encoding(dft = Z::ZERO)]
    pub storage_size: Z,
    /// The hash that identifies the expression.
    pub global_address: ScriptExprHash,
}

/// The effects of the update of a baker's key.
///
/// | bytes | field               | encoding                      |
/// |------:|---------------------|-------------------------------|
/// | 1     | `kind`              | `bool`, from protocol 023 on  |
/// | n     | `consumed_milligas` | `n`                           |
#[derive(HasEncoding, NomReader, BinWriter, Debug, Clone, PartialEq, Eq)]
pub struct UpdateKeyEffects {
    /// True for the consensus key, false for the companion key.
    #[encoding(since = 23, name = "kind")]
    pub is_consensus_key: Option<bool>,
    /// The consumed gas, in thousandths.
    #[encoding(dft = N::ZERO)]
    pub consumed_milligas: N,
}

/// The effects of the increase of paid storage.
///
/// | bytes | field               | encoding           |
/// |------:|---------------------|--------------------|
/// | 4 + n | `balance_updates`   | [`BalanceUpdates`] |
/// | n     | `consumed_milligas` | `n`                |
#[derive(HasEncoding, NomReader, BinWriter, Debug, Clone, PartialEq, Eq)]
pub struct PaidStorageEffects {
    /// The changes of balances.
    #[encoding(dft = BalanceUpdates::default())]
    pub balance_updates: BalanceUpdates,
    /// The consumed gas, in thousandths.
    #[encoding(dft = N::ZERO)]
    pub consumed_milligas: N,
}

/// The effects of a transfer of tickets.
///
/// | bytes | field                    | encoding           |
/// |------:|--------------------------|--------------------|
/// | 4 + n | `balance_updates`        | [`BalanceUpdates`] |
/// | 4 + n | `ticket_updates`         | [`TicketUpdates`]  |
/// | n     | `consumed_milligas`      | `n`                |
/// | n     | `paid_storage_size_diff` | `z`                |
#[derive(HasEncoding, NomReader, BinWriter, Debug, Clone, PartialEq, Eq)]
pub struct TransferTicketEffects {
    /// The changes of balances.
    pub balance_updates: BalanceUpdates,
    /// The changes of tickets.
    pub ticket_updates: TicketUpdates,
    /// The consumed gas, in thousandths.
    #[encoding(dft = N::ZERO)]
    pub consumed_milligas: N,
    /// Number of bytes that were paid for.
    #[encoding(dft = Z::ZERO)]
    pub paid_storage_size_diff: Z,
}
