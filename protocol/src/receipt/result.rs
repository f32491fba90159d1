//! What operations of accounts, and those of scripts, did to the ledger, from protocol 022 on.

use alloc::vec::Vec;

use tezos_encoding::{BinWriter, HasEncoding, N, NomReader, Z};
use tezos_hashes::protocol::ScriptExprHash;

use super::{AnyDestination, BalanceUpdates, LazyStorageDiff, TicketUpdates};
use crate::chain::ProtocolError;
use crate::micheline::Micheline;
use crate::operation::OriginatedContract;

/// Whether an operation had its effects, which `T` tells.
///
/// | bytes | field    | encoding                                              |
/// |------:|----------|-------------------------------------------------------|
/// | 1     | tag      | 0 (applied), 1 (failed), 2 (skipped), 3 (backtracked) |
/// | 4 + n | `errors` | [`ProtocolError`]s, with a 4-byte size prefix; of a failure. An option of these if backtracked |
/// | n     |          | `T`, if applied or backtracked                        |
///
/// In JSON `status` tells the variants apart.
///
/// # Errors
/// `Unexpected_tag`; the errors of the fields.
///
/// Rule: [`apply_results.ml`, `Manager_result.make`][rule].
///
/// [rule]: https://github.com/tezos/tezos-mirror/blob/d26a8bef82159434e5a6db6a6d329f29dc8172dd/src/proto_alpha/lib_protocol/apply_results.ml
#[derive(HasEncoding, NomReader, BinWriter, Debug, Clone, PartialEq, Eq)]
pub enum OperationResult<T> {
    /// It had its effects.
    #[encoding(tag = 0)]
    Applied {
        /// `applied` in JSON.
        #[encoding(constant = "applied")]
        status: (),
        /// The effects.
        #[encoding(flatten)]
        effects: T,
    },
    /// It failed.
    #[encoding(tag = 1)]
    Failed {
        /// `failed` in JSON.
        #[encoding(constant = "failed")]
        status: (),
        /// Why, the cause last.
        #[encoding(dynamic, list)]
        errors: Vec<ProtocolError>,
    },
    /// An operation before it failed.
    #[encoding(tag = 2)]
    Skipped {
        /// `skipped` in JSON.
        #[encoding(constant = "skipped")]
        status: (),
    },
    /// It had its effects, but an operation behind it failed, so that they were taken back.
    #[encoding(tag = 3)]
    Backtracked {
        /// `backtracked` in JSON.
        #[encoding(constant = "backtracked")]
        status: (),
        /// Why.
        #[encoding(option, dynamic, list)]
        errors: Option<Vec<ProtocolError>>,
        /// The effects that it had.
        #[encoding(flatten)]
        effects: T,
    },
}

/// The effects of operations that only take gas: events, and of accounts keys, limits of deposits and messages to rollups.
///
/// | bytes | field               | encoding |
/// |------:|---------------------|----------|
/// | n     | `consumed_milligas` | `n`      |
#[derive(HasEncoding, NomReader, BinWriter, Debug, Clone, PartialEq, Eq)]
pub struct GasEffects {
    /// The gas that it took, in thousandths.
    #[encoding(dft = N::ZERO)]
    pub consumed_milligas: N,
}

/// Defines what transactions did, whose changes of tickets have different names in JSON.
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
        /// One to a smart rollup has the gas, then the tickets.
        ///
        /// # Errors
        /// `Unexpected_tag`; the errors of the fields.
        #[derive(HasEncoding, NomReader, BinWriter, Debug, Clone, PartialEq, Eq)]
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
                /// The contracts that it made.
                #[encoding(dynamic, list, dft = Vec::new())]
                originated_contracts: Vec<OriginatedContract>,
                /// The gas that it took, in thousandths.
                #[encoding(dft = N::ZERO)]
                consumed_milligas: N,
                /// Bytes of the storage.
                #[encoding(dft = Z::ZERO)]
                storage_size: Z,
                /// Bytes that were paid for.
                #[encoding(dft = Z::ZERO)]
                paid_storage_size_diff: Z,
                /// Whether it made the account.
                #[encoding(dft = false)]
                allocated_destination_contract: bool,
                /// The changes of big maps and of pools of Sapling.
                lazy_storage_diff: Option<LazyStorageDiff>,
                /// The addresses that were given an index.
                #[encoding(since = 24, dft = AddressRegistryDiff::default())]
                address_registry_diff: Option<AddressRegistryDiff>,
            },
            /// To a smart rollup.
            #[encoding(tag = 2)]
            ToSmartRollup {
                /// The gas that it took, in thousandths.
                #[encoding(dft = N::ZERO)]
                consumed_milligas: N,
                /// The changes of tickets.
                $tickets: TicketUpdates,
            },
        }
    };
}

transaction_effects! {
    /// What a transaction of an account did.
    TransactionEffects, ticket_updates
}
transaction_effects! {
    /// What a transaction of a script did.
    InternalTransactionEffects, ticket_receipt
}

/// The addresses that were given an index: [`RegisteredAddress`]es with a 4-byte size prefix.
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

/// What an origination did.
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
    /// The gas that it took, in thousandths.
    #[encoding(dft = N::ZERO)]
    pub consumed_milligas: N,
    /// Bytes of the storage.
    #[encoding(dft = Z::ZERO)]
    pub storage_size: Z,
    /// Bytes that were paid for.
    #[encoding(dft = Z::ZERO)]
    pub paid_storage_size_diff: Z,
    /// The changes of big maps and of pools of Sapling.
    pub lazy_storage_diff: Option<LazyStorageDiff>,
}

/// What a delegation did.
///
/// | bytes | field               | encoding           |
/// |------:|---------------------|--------------------|
/// | n     | `consumed_milligas` | `n`                |
/// | 4 + n | `balance_updates`   | [`BalanceUpdates`] |
#[derive(HasEncoding, NomReader, BinWriter, Debug, Clone, PartialEq, Eq)]
pub struct DelegationEffects {
    /// The gas that it took, in thousandths.
    #[encoding(dft = N::ZERO)]
    pub consumed_milligas: N,
    /// The changes of balances.
    #[encoding(dft = BalanceUpdates::default())]
    pub balance_updates: BalanceUpdates,
}

/// What the registration of a global constant did.
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
    /// The gas that it took, in thousandths.
    #[encoding(dft = N::ZERO)]
    pub consumed_milligas: N,
    /// Bytes of the expression.
    #[encoding(dft = Z::ZERO)]
    pub storage_size: Z,
    /// The hash that names the expression.
    pub global_address: ScriptExprHash,
}

/// What the update of a baker's key did.
///
/// | bytes | field               | encoding                      |
/// |------:|---------------------|-------------------------------|
/// | 1     | `kind`              | `bool`, from protocol 023 on  |
/// | n     | `consumed_milligas` | `n`                           |
#[derive(HasEncoding, NomReader, BinWriter, Debug, Clone, PartialEq, Eq)]
pub struct UpdateKeyEffects {
    /// Whether it is the consensus key; else it is the companion key.
    #[encoding(since = 23, name = "kind")]
    pub is_consensus_key: Option<bool>,
    /// The gas that it took, in thousandths.
    #[encoding(dft = N::ZERO)]
    pub consumed_milligas: N,
}

/// What the increase of paid storage did.
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
    /// The gas that it took, in thousandths.
    #[encoding(dft = N::ZERO)]
    pub consumed_milligas: N,
}

/// What a transfer of tickets did.
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
    /// The gas that it took, in thousandths.
    #[encoding(dft = N::ZERO)]
    pub consumed_milligas: N,
    /// Bytes that were paid for.
    #[encoding(dft = Z::ZERO)]
    pub paid_storage_size_diff: Z,
}
