//! Conversions between the types of addresses.

use core::fmt;

use tezos_hashes::{
    keys::PublicKeyHash,
    protocol::{ContractHash, ScRollupHash, SmartRollupAddress, TxRollupHash, ZkRollupHash},
};

use super::{ContractId, OriginatedContract};
use crate::{michelson::Address, operation::Destination, receipt::AnyDestination};

/// The error for an address that the type to which it is converted does not have.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct WrongAddress {
    expected: &'static str,
    found: Address,
}

impl WrongAddress {
    /// Returns the address that does not fit.
    #[must_use]
    pub const fn found(&self) -> &Address {
        &self.found
    }
}

impl fmt::Display for WrongAddress {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "expected {}, found {}", self.expected, self.found)
    }
}

impl core::error::Error for WrongAddress {}

const ACCOUNT: &str = "an account (tz1… to tz5…)";
const CONTRACT: &str = "a contract (KT1…)";
const ACCOUNT_OR_CONTRACT: &str = "an account or a contract (tz1… to tz5…, KT1…)";
const NO_ROLLUP: &str = "an account, a contract or a transaction rollup (tz1… to tz5…, KT1…, txr1…)";
const SMART_ROLLUP: &str = "a smart rollup (sr1…)";

/// Conversions of what is a case of another type: to it always, and from it if it is that case.
macro_rules! cases {
    ($($outer:ident::$case:ident($inner:ty), $expected:expr;)+) => {$(
        impl From<$inner> for $outer {
            fn from(address: $inner) -> Self {
                Self::$case(address)
            }
        }

        impl TryFrom<$outer> for $inner {
            type Error = WrongAddress;

            fn try_from(address: $outer) -> Result<Self, WrongAddress> {
                match address {
                    $outer::$case(address) => Ok(address),
                    _ => Err(WrongAddress { expected: $expected, found: address.into() }),
                }
            }
        }
    )+};
}

cases! {
    ContractId::Implicit(PublicKeyHash), ACCOUNT;
    ContractId::Originated(ContractHash), CONTRACT;
    Destination::Implicit(PublicKeyHash), ACCOUNT;
    Destination::Originated(ContractHash), CONTRACT;
    Destination::TxRollup(TxRollupHash), "a transaction rollup (txr1…)";
    AnyDestination::Implicit(PublicKeyHash), ACCOUNT;
    AnyDestination::Originated(ContractHash), CONTRACT;
    AnyDestination::TxRollup(TxRollupHash), "a transaction rollup (txr1…)";
    AnyDestination::ScRollup(ScRollupHash), "a smart rollup of protocols 014 and 015 (scr1…)";
    AnyDestination::SmartRollup(SmartRollupAddress), SMART_ROLLUP;
    AnyDestination::ZkRollup(ZkRollupHash), "a zero-knowledge rollup (epx1…)";
}

/// Conversions of each type to one with more cases and back.
macro_rules! wider {
    ($($narrow:ident => $wide:ident, $expected:expr, $($case:ident)+;)+) => {$(
        impl From<$narrow> for $wide {
            fn from(address: $narrow) -> Self {
                match address {
                    $($narrow::$case(address) => Self::$case(address),)+
                }
            }
        }

        impl TryFrom<$wide> for $narrow {
            type Error = WrongAddress;

            fn try_from(address: $wide) -> Result<Self, WrongAddress> {
                match address {
                    $($wide::$case(address) => Ok(Self::$case(address)),)+
                    _ => Err(WrongAddress { expected: $expected, found: address.into() }),
                }
            }
        }
    )+};
}

wider! {
    ContractId => Destination, ACCOUNT_OR_CONTRACT, Implicit Originated;
    ContractId => AnyDestination, ACCOUNT_OR_CONTRACT, Implicit Originated;
    Destination => AnyDestination, NO_ROLLUP, Implicit Originated TxRollup;
    OriginatedContract => ContractId, CONTRACT, Originated;
    OriginatedContract => Destination, CONTRACT, Originated;
    OriginatedContract => AnyDestination, CONTRACT, Originated;
}

impl From<ContractHash> for OriginatedContract {
    fn from(contract: ContractHash) -> Self {
        Self::Originated(contract)
    }
}

impl From<OriginatedContract> for ContractHash {
    fn from(OriginatedContract::Originated(contract): OriginatedContract) -> Self {
        contract
    }
}

impl TryFrom<Address> for AnyDestination {
    type Error = WrongAddress;

    /// Fails for an address with an entrypoint, which would be lost: take [`Address::destination`] for that.
    fn try_from(address: Address) -> Result<Self, WrongAddress> {
        if address.has_entrypoint() {
            return Err(WrongAddress { expected: "an address without an entrypoint", found: address });
        }
        Ok(address.destination())
    }
}

/// Conversions of an address without an entrypoint.
macro_rules! of_michelson {
    ($($name:ty)+) => {$(
        impl TryFrom<Address> for $name {
            type Error = WrongAddress;

            fn try_from(address: Address) -> Result<Self, WrongAddress> {
                AnyDestination::try_from(address)?.try_into()
            }
        }
    )+};
}

of_michelson!(ContractId Destination OriginatedContract PublicKeyHash ContractHash SmartRollupAddress);
