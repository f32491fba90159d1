//! Addresses of contracts.

use core::fmt;
use core::str::FromStr;

use tezos_encoding::{BinWriter, HasEncoding, NomReader, View};
use tezos_hashes::{
    base58::{TextKind, recognise},
    keys::{
        BlsPublicKeyHash, Ed25519PublicKeyHash, KeyTextError, Mldsa44PublicKeyHash, P256PublicKeyHash, PublicKeyHash,
        Secp256k1PublicKeyHash,
    },
    protocol::{ContractHash, SmartRollupAddress, ZkRollupHash},
};

use crate::receipt::AnyDestination;

/// The address of a contract: an implicit account, which belongs to a key, or an originated contract.
///
/// | bytes | field | encoding                                                                 |
/// |------:|-------|--------------------------------------------------------------------------|
/// | 1     | tag   | 0 (implicit) or 1 (originated)                                           |
/// | 21    |       | [`PublicKeyHash`], or a [`ContractHash`] of 20 bytes and 1 byte of padding |
///
/// In JSON the address is its base58check text: `tz1…` to `tz5…`, or `KT1…`.
///
/// # Errors
/// `Unexpected_tag`; `Not_enough_data`.
///
/// Rule: [`contract_repr.ml`, `encoding`][rule].
///
/// [rule]: https://github.com/tezos/tezos-mirror/blob/d26a8bef82159434e5a6db6a6d329f29dc8172dd/src/proto_alpha/lib_protocol/contract_repr.ml
#[derive(HasEncoding, NomReader, BinWriter, View, Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash)]
#[encoding(id = "contract_id", title = "A contract handle", view = "Self", json(display))]
#[encoding(
    description = "A contract notation as given to an RPC or inside scripts. Can be a base58 implicit contract hash or a base58 originated contract hash."
)]
pub enum ContractId {
    /// `tz1` to `tz5`: the account of a key.
    #[encoding(tag = 0)]
    Implicit(PublicKeyHash),
    /// `KT1`: a contract with a script.
    #[encoding(tag = 1, padded = 1)]
    Originated(ContractHash),
}

impl fmt::Display for ContractId {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Self::Implicit(account) => account.fmt(f),
            Self::Originated(contract) => fmt::Display::fmt(contract, f),
        }
    }
}

impl fmt::Debug for ContractId {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        fmt::Display::fmt(self, f)
    }
}

impl FromStr for ContractId {
    type Err = KeyTextError;

    fn from_str(text: &str) -> Result<Self, KeyTextError> {
        match recognise(text) {
            Some(kind) if kind == ContractHash::KIND => {
                text.parse().map(Self::Originated).map_err(KeyTextError::Base58)
            }
            Some(kind) if CONTRACTS.contains(&kind) => text.parse().map(Self::Implicit),
            found => Err(KeyTextError::Kind { expected: "contract", kinds: CONTRACTS, found }),
        }
    }
}

/// The texts of contracts.
const CONTRACTS: &[&TextKind] = &[
    Ed25519PublicKeyHash::KIND,
    Secp256k1PublicKeyHash::KIND,
    P256PublicKeyHash::KIND,
    BlsPublicKeyHash::KIND,
    Mldsa44PublicKeyHash::KIND,
    ContractHash::KIND,
];

impl From<PublicKeyHash> for ContractId {
    fn from(account: PublicKeyHash) -> Self {
        Self::Implicit(account)
    }
}

impl From<ContractHash> for ContractId {
    fn from(contract: ContractHash) -> Self {
        Self::Originated(contract)
    }
}

impl From<ContractId> for AnyDestination {
    fn from(contract: ContractId) -> Self {
        match contract {
            ContractId::Implicit(account) => Self::Implicit(account),
            ContractId::Originated(contract) => Self::Originated(contract),
        }
    }
}

impl fmt::Display for AnyDestination {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Self::Implicit(account) => fmt::Display::fmt(account, f),
            Self::Originated(contract) => fmt::Display::fmt(contract, f),
            Self::TxRollup(rollup) => fmt::Display::fmt(rollup, f),
            Self::ScRollup(rollup) => fmt::Display::fmt(rollup, f),
            Self::SmartRollup(rollup) => fmt::Display::fmt(rollup, f),
            Self::ZkRollup(rollup) => fmt::Display::fmt(rollup, f),
        }
    }
}

/// Parses the destinations of the newest protocol: contracts, smart rollups and zero-knowledge rollups.
impl FromStr for AnyDestination {
    type Err = KeyTextError;

    fn from_str(text: &str) -> Result<Self, KeyTextError> {
        match recognise(text) {
            Some(kind) if kind == SmartRollupAddress::KIND => {
                text.parse().map(Self::SmartRollup).map_err(KeyTextError::Base58)
            }
            Some(kind) if kind == ZkRollupHash::KIND => text.parse().map(Self::ZkRollup).map_err(KeyTextError::Base58),
            _ => text.parse().map(ContractId::into),
        }
    }
}
