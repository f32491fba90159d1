//! What effects of several kinds have in common.

use core::fmt;

use tezos_encoding::Z;

use super::*;
use crate::block::ImplicitKeyEffects;
use crate::chain::ConsumedMilligas;
use crate::contract::OriginatedContract;
use crate::micheline::Micheline;

/// The effects of an operation, of any kind: what several kinds have in common. A kind that lacks something has the empty value.
///
/// ```
/// use tezos_protocols::{Protocol, chain::ConsumedMilligas, receipt::{Effects, GasEffects}};
/// let effects: GasEffects = Protocol::Seoul.from_json(r#"{"consumed_milligas":"1000000"}"#).unwrap();
/// assert_eq!(effects.consumed_milligas(), Some(ConsumedMilligas(1_000_000)));
/// assert!(effects.balance_updates().is_empty() && effects.storage().is_none());
/// ```
pub trait Effects: fmt::Debug {
    /// Returns the changes of balances.
    fn balance_updates(&self) -> &[BalanceUpdate] {
        &[]
    }

    /// Returns the consumed gas in thousandths. It is a multiple of 1,000 where receipts have units, rounded up: up to protocol 006, and for
    /// global constants up to 012. `None` if the receipt has no gas, or a number that does not fit, which no node writes.
    fn consumed_milligas(&self) -> Option<ConsumedMilligas> {
        None
    }

    /// Returns the storage of the contract after a call.
    fn storage(&self) -> Option<&Micheline> {
        None
    }

    /// Returns the size of the storage of the contract in bytes, or of a global constant.
    fn storage_size(&self) -> Option<&Z> {
        None
    }

    /// Returns the number of bytes of storage that were paid for.
    fn paid_storage_size_diff(&self) -> Option<Z> {
        None
    }

    /// Returns the contracts that were originated.
    fn originated_contracts(&self) -> &[OriginatedContract] {
        &[]
    }

    /// Returns true if the operation created the account of the destination.
    fn allocated_destination_contract(&self) -> bool {
        false
    }

    /// Returns the changes of tickets.
    fn ticket_updates(&self) -> &[TicketUpdate] {
        &[]
    }

    /// Returns the changes of big maps, of each protocol's form.
    fn big_map_diffs(&self) -> BigMapDiffs<'_> {
        BigMapDiffs::default()
    }

    /// Returns the changes of big maps and Sapling pools, from protocol 008 on.
    fn lazy_storage_diff(&self) -> Option<&LazyStorageDiff> {
        None
    }
}

impl ConsumedGas {
    /// Returns the consumed gas in thousandths, up to protocol 006 a multiple of 1,000; `None` for a number that does not fit, which no node
    /// writes.
    #[must_use]
    pub fn milligas(&self) -> Option<ConsumedMilligas> {
        self.consumed_milligas.or_else(|| of_units(u64::try_from(self.units.as_ref()?).ok()?))
    }
}

fn of_units(units: u64) -> Option<ConsumedMilligas> {
    units.checked_mul(1000).map(ConsumedMilligas)
}

/// Implements [`Effects`] for types with the listed fields. `maybe_` is before fields that only some protocols have, if others always have them.
macro_rules! effects {
    (@ balance_updates) => {
        fn balance_updates(&self) -> &[BalanceUpdate] {
            &self.balance_updates.0
        }
    };
    (@ maybe_balance_updates) => {
        fn balance_updates(&self) -> &[BalanceUpdate] {
            self.balance_updates.as_ref().map_or(&[], |updates| &updates.0)
        }
    };
    (@ gas) => {
        fn consumed_milligas(&self) -> Option<ConsumedMilligas> {
            self.gas.milligas()
        }
    };
    (@ consumed_milligas) => {
        fn consumed_milligas(&self) -> Option<ConsumedMilligas> {
            Some(self.consumed_milligas)
        }
    };
    (@ storage) => {
        fn storage(&self) -> Option<&Micheline> {
            self.storage.as_ref()
        }
    };
    (@ storage_size) => {
        fn storage_size(&self) -> Option<&Z> {
            Some(&self.storage_size)
        }
    };
    (@ paid_storage_size_diff) => {
        fn paid_storage_size_diff(&self) -> Option<Z> {
            Some(self.paid_storage_size_diff.clone())
        }
    };
    (@ originated_contracts) => {
        fn originated_contracts(&self) -> &[OriginatedContract] {
            &self.originated_contracts
        }
    };
    (@ allocated_destination_contract) => {
        fn allocated_destination_contract(&self) -> bool {
            self.allocated_destination_contract.unwrap_or_default()
        }
    };
    (@ ticket_updates) => {
        fn ticket_updates(&self) -> &[TicketUpdate] {
            &self.ticket_updates.0
        }
    };
    (@ maybe_ticket_updates) => {
        fn ticket_updates(&self) -> &[TicketUpdate] {
            self.ticket_updates.as_ref().map_or(&[], |updates| &updates.0)
        }
    };
    (@ maybe_ticket_receipt) => {
        fn ticket_updates(&self) -> &[TicketUpdate] {
            self.ticket_receipt.as_ref().map_or(&[], |updates| &updates.0)
        }
    };
    (@ lazy_storage_diff) => {
        fn lazy_storage_diff(&self) -> Option<&LazyStorageDiff> {
            self.lazy_storage_diff.as_ref()
        }
    };
    (@ big_map_diff) => {
        fn big_map_diffs(&self) -> BigMapDiffs<'_> {
            BigMapDiffs::of(&self.lazy_storage_diff, &self.big_map_diff, &None)
        }
    };
    (@ big_map_updates) => {
        fn big_map_diffs(&self) -> BigMapDiffs<'_> {
            BigMapDiffs::of(&self.lazy_storage_diff, &self.big_map_diff, &self.big_map_updates)
        }
    };
    (@ units) => {
        fn consumed_milligas(&self) -> Option<ConsumedMilligas> {
            of_units(u64::try_from(&self.consumed_gas).ok()?)
        }
    };
    (@ maybe_units) => {
        fn consumed_milligas(&self) -> Option<ConsumedMilligas> {
            of_units(u64::try_from(self.consumed_gas.as_ref()?).ok()?)
        }
    };
    (@ natural_paid_storage_size_diff) => {
        fn paid_storage_size_diff(&self) -> Option<Z> {
            Some((&self.paid_storage_size_diff).into())
        }
    };
    ($($name:ident { $($field:ident),* })+) => { $(
        impl Effects for $name { $(effects!(@ $field);)* }
    )+ };
}
effects! {
    EarlyGasEffects { maybe_units }
    GasEffects { gas }
    ContractEffects {
        storage, big_map_updates, balance_updates, maybe_ticket_updates, originated_contracts, gas, storage_size, paid_storage_size_diff,
        allocated_destination_contract, lazy_storage_diff
    }
    InternalContractEffects {
        storage, big_map_updates, balance_updates, maybe_ticket_receipt, originated_contracts, gas, storage_size, paid_storage_size_diff,
        allocated_destination_contract, lazy_storage_diff
    }
    OriginationEffects {
        big_map_diff, balance_updates, originated_contracts, gas, storage_size, paid_storage_size_diff, lazy_storage_diff
    }
    DelegationEffects { gas, maybe_balance_updates }
    EarlyGlobalConstantEffects { balance_updates, units, storage_size }
    GlobalConstantEffects { balance_updates, gas, storage_size }
    UpdateKeyEffects { consumed_milligas }
    ImplicitKeyEffects { consumed_milligas }
    PaidStorageEffects { balance_updates, consumed_milligas }
    TransferTicketEffects { balance_updates, maybe_ticket_updates, gas, paid_storage_size_diff }
    TxRollupOriginationEffects { balance_updates, gas }
    TxRollupSubmitBatchEffects { balance_updates, gas, natural_paid_storage_size_diff }
    TxRollupEffects { balance_updates, gas }
    TxRollupLevelEffects { balance_updates, gas }
    TxRollupDispatchTicketsEffects { balance_updates, gas, paid_storage_size_diff }
    ScRollupOriginateEffects { balance_updates, gas }
    ScRollupAddMessagesEffects { consumed_milligas }
    ScRollupCementEffects { consumed_milligas }
    ScRollupPublishEffects { maybe_balance_updates, consumed_milligas }
    ScRollupGameEffects { balance_updates, consumed_milligas }
    ScRollupOutboxEffects { balance_updates, consumed_milligas, paid_storage_size_diff }
    ScRollupDalSlotSubscribeEffects { consumed_milligas }
    SmartRollupOriginateEffects { balance_updates, consumed_milligas }
    SmartRollupCementEffects { consumed_milligas }
    SmartRollupPublishEffects { balance_updates, consumed_milligas }
    SmartRollupGameEffects { balance_updates, consumed_milligas }
    SmartRollupOutboxEffects { balance_updates, ticket_updates, consumed_milligas, paid_storage_size_diff }
    SmartRollupRecoverBondEffects { balance_updates, consumed_milligas }
    ZkRollupOriginationEffects { balance_updates, consumed_milligas }
    ZkRollupPublishEffects { balance_updates, consumed_milligas }
    ZkRollupUpdateEffects { balance_updates, consumed_milligas, paid_storage_size_diff }
    DalPublishEffects { consumed_milligas }
}

/// Implements [`Effects`] for the effects of transactions by those of their cases. `$tickets` is the name of the changes of tickets.
macro_rules! transaction_effects {
    ($($name:ident $tickets:ident),+) => { $(
        impl Effects for $name {
            fn balance_updates(&self) -> &[BalanceUpdate] {
                match self {
                    Self::ToContract(effects) => effects.balance_updates(),
                    Self::ToTxRollup { balance_updates, .. } => &balance_updates.0,
                    Self::ToScRollup { .. } | Self::ToSmartRollup { .. } => &[],
                }
            }

            fn consumed_milligas(&self) -> Option<ConsumedMilligas> {
                match self {
                    Self::ToContract(effects) => effects.consumed_milligas(),
                    Self::ToTxRollup { gas, .. } => gas.milligas(),
                    Self::ToScRollup { consumed_milligas, .. } | Self::ToSmartRollup { consumed_milligas, .. } => {
                        Some(*consumed_milligas)
                    }
                }
            }

            fn storage(&self) -> Option<&Micheline> {
                self.contract()?.storage()
            }

            fn storage_size(&self) -> Option<&Z> {
                self.contract()?.storage_size()
            }

            fn paid_storage_size_diff(&self) -> Option<Z> {
                match self {
                    Self::ToContract(effects) => effects.paid_storage_size_diff(),
                    Self::ToTxRollup { paid_storage_size_diff, .. } => Some(paid_storage_size_diff.into()),
                    Self::ToScRollup { .. } | Self::ToSmartRollup { .. } => None,
                }
            }

            fn originated_contracts(&self) -> &[OriginatedContract] {
                self.contract().map_or(&[], Effects::originated_contracts)
            }

            fn allocated_destination_contract(&self) -> bool {
                self.contract().is_some_and(Effects::allocated_destination_contract)
            }

            fn ticket_updates(&self) -> &[TicketUpdate] {
                match self {
                    Self::ToContract(effects) => effects.ticket_updates(),
                    Self::ToSmartRollup { $tickets, .. } => &$tickets.0,
                    Self::ToTxRollup { .. } | Self::ToScRollup { .. } => &[],
                }
            }

            fn big_map_diffs(&self) -> BigMapDiffs<'_> {
                self.contract().map_or_else(BigMapDiffs::default, Effects::big_map_diffs)
            }

            fn lazy_storage_diff(&self) -> Option<&LazyStorageDiff> {
                self.contract()?.lazy_storage_diff()
            }
        }

        impl $name {
            /// Returns the effects of a transaction to an account or a contract, as a trait object.
            fn contract(&self) -> Option<&dyn Effects> {
                match self {
                    Self::ToContract(effects) => Some(effects),
                    Self::ToTxRollup { .. } | Self::ToScRollup { .. } | Self::ToSmartRollup { .. } => None,
                }
            }
        }
    )+ };
}
transaction_effects!(TransactionEffects ticket_updates, InternalTransactionEffects ticket_receipt);
