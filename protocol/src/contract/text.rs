//! The texts of addresses.

use core::fmt;
use core::str::FromStr;

use tezos_hashes::{
    base58::{Base58Error, TextKind, recognise},
    keys::{
        BlsPublicKeyHash, Ed25519PublicKeyHash, KeyTextError, Mldsa44PublicKeyHash, P256PublicKeyHash,
        Secp256k1PublicKeyHash,
    },
    protocol::{ContractHash, ScRollupHash, SmartRollupAddress, TxRollupHash, ZkRollupHash},
};

use super::{ContractId, OriginatedContract};
use crate::{operation::Destination, receipt::AnyDestination};

/// Writes addresses as text, also for debugging.
macro_rules! shown {
    ($($name:ty: $($case:ident)+;)+) => {$(
        impl fmt::Display for $name {
            fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
                match self {
                    $(Self::$case(address) => fmt::Display::fmt(address, f),)+
                }
            }
        }

        impl fmt::Debug for $name {
            fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
                fmt::Display::fmt(self, f)
            }
        }
    )+};
}

shown! {
    ContractId: Implicit Originated;
    Destination: Implicit Originated TxRollup;
    AnyDestination: Implicit Originated TxRollup ScRollup SmartRollup ZkRollup;
    OriginatedContract: Originated;
}

/// The kinds of text of accounts and contracts, and others.
macro_rules! kinds {
    ($($hash:ident)*) => {
        &[
            Ed25519PublicKeyHash::KIND,
            Secp256k1PublicKeyHash::KIND,
            P256PublicKeyHash::KIND,
            BlsPublicKeyHash::KIND,
            Mldsa44PublicKeyHash::KIND,
            ContractHash::KIND,
            $($hash::KIND,)*
        ]
    };
}

/// The texts of the addresses of the newest protocol.
pub(crate) const NEWEST: &[&TextKind] = kinds!(SmartRollupAddress ZkRollupHash);

/// Parses addresses by the kind of their text; `Implicit` and `Originated` are cases of all.
macro_rules! parsed {
    ($($name:ident, $expected:literal $(, $case:ident: $hash:ident)*;)+) => {$(
        impl FromStr for $name {
            type Err = KeyTextError;

            fn from_str(text: &str) -> Result<Self, KeyTextError> {
                const KINDS: &[&TextKind] = kinds!($($hash)*);
                match recognise(text) {
                    Some(kind) if kind == ContractHash::KIND => {
                        text.parse().map(Self::Originated).map_err(KeyTextError::Base58)
                    }
                    $(Some(kind) if kind == $hash::KIND => text.parse().map(Self::$case).map_err(KeyTextError::Base58),)*
                    Some(kind) if KINDS.contains(&kind) => text.parse().map(Self::Implicit),
                    found => Err(KeyTextError::Kind { expected: $expected, kinds: KINDS, found }),
                }
            }
        }
    )+};
}

parsed! {
    ContractId, "contract";
    Destination, "destination of a transaction", TxRollup: TxRollupHash;
    AnyDestination, "destination",
        SmartRollup: SmartRollupAddress, ZkRollup: ZkRollupHash, TxRollup: TxRollupHash, ScRollup: ScRollupHash;
}

impl FromStr for OriginatedContract {
    type Err = Base58Error;

    fn from_str(text: &str) -> Result<Self, Base58Error> {
        text.parse().map(Self::Originated)
    }
}
