//! The results of manager operations and internal operations.

use alloc::vec::Vec;

use tezos_encoding::{BinWriter, HasEncoding, N, NomReader, View, Z};
use tezos_hashes::protocol::ScriptExprHash;

use super::forms::EffectUpdates;
use super::{AnyDestination, BalanceUpdates, BigMapUpdates, LazyStorageDiff, ScRollupInbox, TicketUpdates};
use crate::chain::{BigMapDiff, ConsumedMilligas, ProtocolError};
use crate::contract::OriginatedContract;
use crate::micheline::Micheline;

/// The result of an operation with effects of type `T`.
///
/// | bytes | field    | encoding                                              |
/// |------:|----------|-------------------------------------------------------|
/// | 1     | tag      | 0 (applied), 1 (failed), 2 (skipped), 3 (backtracked) |
/// | 4 + n | `errors` | [`ProtocolError`]s, with a 4-byte size prefix, up to protocol 011 each with another; if failed; an option of them if backtracked |
/// | n     |          | `T`, if applied or backtracked                        |
///
/// In JSON `status` identifies the case.
///
/// # Errors
/// `Unexpected_tag`; the errors of the fields.
///
/// Rule: [`apply_results.ml`, `Manager_result.make`][rule]; for the second prefix [`environment_V3.ml`, `error_encoding`][prefix].
///
/// [prefix]: https://github.com/tezos/tezos-mirror/blob/d26a8bef82159434e5a6db6a6d329f29dc8172dd/src/lib_protocol_environment/environment_V3.ml
/// [rule]: https://github.com/tezos/tezos-mirror/blob/d26a8bef82159434e5a6db6a6d329f29dc8172dd/src/proto_alpha/lib_protocol/apply_results.ml
#[derive(HasEncoding, NomReader, BinWriter, View, Debug, Clone, PartialEq, Eq, Hash)]
#[allow(clippy::exhaustive_enums, reason = "no protocol changed it")]
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
        /// The errors up to protocol 011, each with a second size prefix; the cause is last.
        #[encoding(until = 11, name = "errors", dynamic, list, dynamic)]
        early_errors: Option<Vec<ProtocolError>>,
        /// The errors, from protocol 012 on; the cause is last.
        #[encoding(since = 12, dynamic, list)]
        errors: Option<Vec<ProtocolError>>,
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
        /// The errors up to protocol 011, each with a second size prefix.
        #[encoding(until = 11, name = "errors", option, dynamic, list, dynamic)]
        early_errors: Option<Vec<ProtocolError>>,
        /// The errors, from protocol 012 on.
        #[encoding(since = 12, option, dynamic, list)]
        errors: Option<Vec<ProtocolError>>,
        /// The effects before they were reverted.
        #[encoding(flatten)]
        effects: T,
    },
}

impl<T> OperationResult<T> {
    /// Returns the errors of an operation that failed or was backtracked; the cause is last.
    ///
    /// ```
    /// use tezos_protocols::{Protocol, receipt::{GasEffects, OperationResult}};
    /// let json = r#"{"status":"failed","errors":[{"kind":"temporary","id":"proto.023-PtSeouLo.contract.balance_too_low"}]}"#;
    /// let result: OperationResult<GasEffects> = Protocol::Seoul.from_json(json)?;
    /// assert!(result.errors()[0].0.to_string().contains("balance_too_low"));
    /// # Ok::<(), Box<dyn std::error::Error>>(())
    /// ```
    pub fn errors(&self) -> &[ProtocolError] {
        match self {
            Self::Failed { early_errors, errors, .. } | Self::Backtracked { early_errors, errors, .. } => {
                early_errors.as_ref().or(errors.as_ref())
            }
            Self::Applied { .. } | Self::Skipped { .. } => None,
        }
        .map_or(&[], Vec::as_slice)
    }
}

/// The gas that an operation consumed.
///
/// | bytes | field               | encoding                                         |
/// |------:|---------------------|--------------------------------------------------|
/// | n     | `consumed_gas`      | `z` up to protocol 006, `n` in protocols 007 to 013 |
/// | n     | `consumed_milligas` | `n`, from protocol 007 on                        |
///
/// # Errors
/// `Exception_raised_in_user_function` if `consumed_gas` is not `consumed_milligas` divided by 1,000 and rounded up, in protocols 007 to 013.
#[derive(HasEncoding, NomReader, BinWriter, View, Debug, Clone, PartialEq, Eq, Hash)]
#[encoding(guard(function = "ConsumedGas::is_rounded", since = 7, until = 13, exception))]
#[non_exhaustive]
pub struct ConsumedGas {
    /// The consumed gas, up to protocol 006.
    #[encoding(until = 6, name = "consumed_gas", dft = Z::ZERO)]
    pub units: Option<Z>,
    /// The consumed gas, rounded up, in protocols 007 to 013.
    #[encoding(since = 7, until = 13, dft = N::ZERO)]
    pub consumed_gas: Option<N>,
    /// The consumed gas, in thousandths.
    #[encoding(since = 7, dft = ConsumedMilligas::default())]
    pub consumed_milligas: Option<ConsumedMilligas>,
}

impl ConsumedGas {
    /// Returns the gas of an operation from protocol 014 on, in thousandths.
    #[must_use]
    pub const fn of_milligas(milligas: u64) -> Self {
        Self { units: None, consumed_gas: None, consumed_milligas: Some(ConsumedMilligas(milligas)) }
    }

    fn is_rounded(&self) -> Result<(), &'static str> {
        match (&self.consumed_gas, &self.consumed_milligas) {
            (Some(gas), Some(milligas)) if *gas != N::from(milligas.0.div_ceil(1000)) => {
                Err("consumed_gas is consumed_milligas / 1000, rounded up")
            }
            _ => Ok(()),
        }
    }
}

/// The effects of operations that only consume gas: revelations, events, changes of keys, limits on deposits, and messages to rollups.
///
/// | bytes | field | encoding        |
/// |------:|-------|-----------------|
/// | n     | gas   | [`ConsumedGas`] |
#[derive(HasEncoding, NomReader, BinWriter, View, Debug, Clone, PartialEq, Eq, Hash)]
#[non_exhaustive]
pub struct GasEffects {
    /// The consumed gas.
    #[encoding(flatten)]
    pub gas: ConsumedGas,
}

/// The effects of revelations and delegations before Babylon.
///
/// | bytes | field          | encoding                  |
/// |------:|----------------|---------------------------|
/// | n     | `consumed_gas` | `z`, from protocol 003 on |
#[derive(HasEncoding, NomReader, BinWriter, View, Debug, Clone, PartialEq, Eq, Hash)]
#[allow(clippy::exhaustive_structs, reason = "of protocols that have ended")]
pub struct EarlyGasEffects {
    /// The consumed gas.
    #[encoding(since = 3, dft = Z::ZERO)]
    pub consumed_gas: Option<Z>,
}

/// Defines the effects of transactions. Those of accounts and of scripts differ in the JSON name of the changes of tickets.
macro_rules! transaction_effects {
    ($(#[$contract_doc:meta])* $contract:ident, $(#[$doc:meta])* $name:ident, $tickets:ident) => {
        $(#[$contract_doc])*
        ///
        /// | bytes | field                            | encoding                                                      |
        /// |------:|----------------------------------|---------------------------------------------------------------|
        /// | n     | `storage`                        | `00`, or `ff` and an expression                               |
        /// | n     | `big_map_diff`                   | an option of [`BigMapUpdates`] in 002 to 004, of [`BigMapDiff`] in 005 to 012 |
        /// | 4 + n | `balance_updates`                | [`BalanceUpdates`]                                            |
        /// | 4 + n | tickets                          | [`TicketUpdates`], from protocol 015 on                       |
        /// | 4 + n | `originated_contracts`           | [`OriginatedContract`]s, with a 4-byte size prefix            |
        /// | n     | gas                              | [`ConsumedGas`]                                               |
        /// | n     | `storage_size`                   | `z`                                                           |
        /// | n     | `paid_storage_size_diff`         | `z`                                                           |
        /// | 1     | `allocated_destination_contract` | `bool`, from protocol 003 on                                  |
        /// | n     | `lazy_storage_diff`              | an option of [`LazyStorageDiff`], from protocol 008 on        |
        /// | 4 + n | `address_registry_diff`          | [`AddressRegistryDiff`], from protocol 024 on                 |
        ///
        /// # Errors
        /// The errors of the fields.
        #[derive(HasEncoding, NomReader, BinWriter, View, Debug, Clone, PartialEq, Eq, Hash)]
        #[non_exhaustive]
        pub struct $contract {
            /// The storage of the contract.
            pub storage: Option<Micheline>,
            /// The changes of the big map of the contract, in protocols 002 to 004.
            #[encoding(since = 2, until = 4, name = "big_map_diff", option)]
            pub big_map_updates: Option<BigMapUpdates>,
            /// The changes of big maps, in protocols 005 to 012. From 008 on, `lazy_storage_diff` has them too.
            #[encoding(since = 5, until = 12, option)]
            pub big_map_diff: Option<BigMapDiff>,
            /// The changes of balances.
            #[encoding(flatten, with = "EffectUpdates")]
            pub balance_updates: BalanceUpdates,
            /// The changes of tickets.
            #[encoding(since = 15, dft = TicketUpdates::default())]
            pub $tickets: Option<TicketUpdates>,
            /// The contracts that the transaction originated.
            #[encoding(dynamic, list, dft = Vec::new())]
            pub originated_contracts: Vec<OriginatedContract>,
            /// The consumed gas.
            #[encoding(flatten)]
            pub gas: ConsumedGas,
            /// Size of the storage in bytes.
            #[encoding(dft = Z::ZERO)]
            pub storage_size: Z,
            /// Number of bytes that were paid for.
            #[encoding(dft = Z::ZERO)]
            pub paid_storage_size_diff: Z,
            /// True if the transaction created the account.
            #[encoding(since = 3, dft = false)]
            pub allocated_destination_contract: Option<bool>,
            /// The changes of big maps and Sapling pools.
            #[encoding(since = 8, option)]
            pub lazy_storage_diff: Option<LazyStorageDiff>,
            /// The addresses that were assigned an index.
            #[encoding(since = 24, dft = AddressRegistryDiff::default())]
            pub address_registry_diff: Option<AddressRegistryDiff>,
        }

        $(#[$doc])*
        ///
        /// | bytes | field                    | encoding                                                                      |
        /// |------:|--------------------------|-------------------------------------------------------------------------------|
        /// | 1     | tag                      | 0 (to a contract), 1 (to a transaction rollup), 2 (to a smart rollup)         |
        /// | n     |                          | the fields of the case                                                        |
        ///
        /// # Errors
        /// `Unexpected_tag` for a case that the protocol does not have; the errors of the fields.
        #[derive(HasEncoding, NomReader, BinWriter, View, Debug, Clone, PartialEq, Eq, Hash)]
        #[encoding(json(first_match))]
        #[non_exhaustive]
        pub enum $name {
            /// To an account or a contract.
            #[encoding(tag = 0)]
            ToContract($contract),
            /// To a transaction rollup, in protocols 013 to 016.
            #[encoding(tag = 1, since = 13, until = 16)]
            ToTxRollup {
                /// The changes of balances.
                #[encoding(dft = BalanceUpdates::default())]
                balance_updates: BalanceUpdates,
                /// The consumed gas.
                #[encoding(flatten)]
                gas: ConsumedGas,
                /// The hash of the deposited tickets.
                ticket_hash: ScriptExprHash,
                /// Number of bytes that were paid for.
                paid_storage_size_diff: N,
            },
            /// To a smart contract rollup, in protocols 014 and 015.
            #[encoding(tag = 2, since = 14, until = 15)]
            ToScRollup {
                /// The consumed gas, in thousandths.
                #[encoding(dft = ConsumedMilligas::default())]
                consumed_milligas: ConsumedMilligas,
                /// The inbox of the rollup after the transaction.
                inbox_after: ScRollupInbox,
            },
            /// To a smart rollup, from protocol 016 on.
            #[encoding(tag = 2, since = 16)]
            ToSmartRollup {
                /// The consumed gas, in thousandths.
                #[encoding(dft = ConsumedMilligas::default())]
                consumed_milligas: ConsumedMilligas,
                /// The changes of tickets.
                $tickets: TicketUpdates,
            },
        }
    };
}

transaction_effects! {
    /// The effects of a transaction of an account to an account or a contract.
    ContractEffects,
    /// The effects of a transaction of an account, from protocol 013 on. Before, they are [`ContractEffects`] without a tag.
    TransactionEffects, ticket_updates
}
transaction_effects! {
    /// The effects of a transaction of a script to an account or a contract, from protocol 013 on.
    InternalContractEffects,
    /// The effects of a transaction of a script, from protocol 013 on. Before, they are [`ContractEffects`] without a tag.
    InternalTransactionEffects, ticket_receipt
}

/// The addresses that were assigned an index: [`RegisteredAddress`]es with a 4-byte size prefix.
#[derive(HasEncoding, NomReader, BinWriter, View, Debug, Clone, Default, PartialEq, Eq, Hash)]
#[allow(clippy::exhaustive_structs, reason = "a list")]
pub struct AddressRegistryDiff(#[encoding(dynamic, list)] pub Vec<RegisteredAddress>);

/// An address and its index, from protocol 024 on.
///
/// | bytes | field     | encoding           |
/// |------:|-----------|--------------------|
/// | 22    | `address` | [`AnyDestination`] |
/// | n     | `index`   | `z`                |
#[derive(HasEncoding, NomReader, BinWriter, View, Debug, Clone, PartialEq, Eq, Hash)]
#[non_exhaustive]
pub struct RegisteredAddress {
    /// The address.
    pub address: AnyDestination,
    /// The index.
    pub index: Z,
}

/// The effects of an origination.
///
/// | bytes | field                    | encoding                                               |
/// |------:|--------------------------|--------------------------------------------------------|
/// | n     | `big_map_diff`           | an option of [`BigMapDiff`], in protocols 005 to 012   |
/// | 4 + n | `balance_updates`        | [`BalanceUpdates`]                                     |
/// | 4 + n | `originated_contracts`   | [`OriginatedContract`]s, with a 4-byte size prefix     |
/// | n     | gas                      | [`ConsumedGas`]                                        |
/// | n     | `storage_size`           | `z`                                                    |
/// | n     | `paid_storage_size_diff` | `z`                                                    |
/// | n     | `lazy_storage_diff`      | an option of [`LazyStorageDiff`], from protocol 008 on |
#[derive(HasEncoding, NomReader, BinWriter, View, Debug, Clone, PartialEq, Eq, Hash)]
#[non_exhaustive]
pub struct OriginationEffects {
    /// The changes of big maps, in protocols 005 to 012. From 008 on, `lazy_storage_diff` has them too.
    #[encoding(since = 5, until = 12, option)]
    pub big_map_diff: Option<BigMapDiff>,
    /// The changes of balances.
    #[encoding(flatten, with = "EffectUpdates")]
    pub balance_updates: BalanceUpdates,
    /// The contract.
    #[encoding(dynamic, list, dft = Vec::new())]
    pub originated_contracts: Vec<OriginatedContract>,
    /// The consumed gas.
    #[encoding(flatten)]
    pub gas: ConsumedGas,
    /// Size of the storage in bytes.
    #[encoding(dft = Z::ZERO)]
    pub storage_size: Z,
    /// Number of bytes that were paid for.
    #[encoding(dft = Z::ZERO)]
    pub paid_storage_size_diff: Z,
    /// The changes of big maps and Sapling pools.
    #[encoding(since = 8, option)]
    pub lazy_storage_diff: Option<LazyStorageDiff>,
}

/// The effects of a delegation.
///
/// | bytes | field             | encoding                                 |
/// |------:|-------------------|------------------------------------------|
/// | n     | gas               | [`ConsumedGas`]                          |
/// | 4 + n | `balance_updates` | [`BalanceUpdates`], from protocol 018 on |
#[derive(HasEncoding, NomReader, BinWriter, View, Debug, Clone, PartialEq, Eq, Hash)]
#[non_exhaustive]
pub struct DelegationEffects {
    /// The consumed gas.
    #[encoding(flatten)]
    pub gas: ConsumedGas,
    /// The changes of balances.
    #[encoding(since = 18, dft = BalanceUpdates::default())]
    pub balance_updates: Option<BalanceUpdates>,
}

/// The effects of the registration of a global constant in protocols 011 and 012.
///
/// | bytes | field             | encoding           |
/// |------:|-------------------|--------------------|
/// | 4 + n | `balance_updates` | [`BalanceUpdates`] |
/// | n     | `consumed_gas`    | `n`                |
/// | n     | `storage_size`    | `z`                |
/// | 32    | `global_address`  | [`ScriptExprHash`] |
#[derive(HasEncoding, NomReader, BinWriter, View, Debug, Clone, PartialEq, Eq, Hash)]
#[allow(clippy::exhaustive_structs, reason = "of protocols that have ended")]
pub struct EarlyGlobalConstantEffects {
    /// The changes of balances.
    pub balance_updates: BalanceUpdates,
    /// The consumed gas.
    pub consumed_gas: N,
    /// Size of the expression in bytes.
    pub storage_size: Z,
    /// The hash that identifies the expression.
    pub global_address: ScriptExprHash,
}

/// The effects of the registration of a global constant, from protocol 013 on.
///
/// | bytes | field             | encoding           |
/// |------:|-------------------|--------------------|
/// | 4 + n | `balance_updates` | [`BalanceUpdates`] |
/// | n     | gas               | [`ConsumedGas`]    |
/// | n     | `storage_size`    | `z`                |
/// | 32    | `global_address`  | [`ScriptExprHash`] |
#[derive(HasEncoding, NomReader, BinWriter, View, Debug, Clone, PartialEq, Eq, Hash)]
#[non_exhaustive]
pub struct GlobalConstantEffects {
    /// The changes of balances.
    #[encoding(dft = BalanceUpdates::default())]
    pub balance_updates: BalanceUpdates,
    /// The consumed gas.
    #[encoding(flatten)]
    pub gas: ConsumedGas,
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
/// | n     | `consumed_gas`      | `n`, in protocol 015          |
/// | n     | `consumed_milligas` | [`ConsumedMilligas`]          |
///
/// # Errors
/// The errors of the fields. In protocol 015 Octez refuses a `consumed_gas` that is not `consumed_milligas` divided by 1,000 and rounded up;
/// this crate accepts it.
#[derive(HasEncoding, NomReader, BinWriter, View, Debug, Clone, PartialEq, Eq, Hash)]
#[non_exhaustive]
pub struct UpdateKeyEffects {
    /// True for the consensus key, false for the companion key.
    #[encoding(since = 23, name = "kind")]
    pub is_consensus_key: Option<bool>,
    /// The consumed gas, rounded up, in protocol 015.
    #[encoding(until = 15, dft = N::ZERO)]
    pub consumed_gas: Option<N>,
    /// The consumed gas, in thousandths.
    #[encoding(dft = ConsumedMilligas::default())]
    pub consumed_milligas: ConsumedMilligas,
}

/// The effects of the increase of paid storage.
///
/// | bytes | field               | encoding           |
/// |------:|---------------------|--------------------|
/// | 4 + n | `balance_updates`   | [`BalanceUpdates`] |
/// | n     | `consumed_milligas` | [`ConsumedMilligas`]|
#[derive(HasEncoding, NomReader, BinWriter, View, Debug, Clone, PartialEq, Eq, Hash)]
#[non_exhaustive]
pub struct PaidStorageEffects {
    /// The changes of balances.
    #[encoding(dft = BalanceUpdates::default())]
    pub balance_updates: BalanceUpdates,
    /// The consumed gas, in thousandths.
    #[encoding(dft = ConsumedMilligas::default())]
    pub consumed_milligas: ConsumedMilligas,
}

/// The effects of a transfer of tickets.
///
/// | bytes | field                    | encoding                                |
/// |------:|--------------------------|-----------------------------------------|
/// | 4 + n | `balance_updates`        | [`BalanceUpdates`]                      |
/// | 4 + n | `ticket_updates`         | [`TicketUpdates`], from protocol 016 on |
/// | n     | gas                      | [`ConsumedGas`]                         |
/// | n     | `paid_storage_size_diff` | `z`                                     |
#[derive(HasEncoding, NomReader, BinWriter, View, Debug, Clone, PartialEq, Eq, Hash)]
#[non_exhaustive]
pub struct TransferTicketEffects {
    /// The changes of balances.
    pub balance_updates: BalanceUpdates,
    /// The changes of tickets.
    #[encoding(since = 16)]
    pub ticket_updates: Option<TicketUpdates>,
    /// The consumed gas.
    #[encoding(flatten)]
    pub gas: ConsumedGas,
    /// Number of bytes that were paid for.
    #[encoding(dft = Z::ZERO)]
    pub paid_storage_size_diff: Z,
}
