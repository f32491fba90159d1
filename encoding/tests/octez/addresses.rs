//! Addresses and entrypoints (`sdk/rust/protocol`, `kernel_sdk`, Etherlink).

use super::blocks::{BlsHash, ContractHash, Ed25519Hash, P256Hash, Secp256k1Hash};
use crate::common::*;

#[derive(Debug, Clone, PartialEq, HasEncoding, NomReader, BinWriter)]
#[encoding(json(first_match))]
pub(crate) enum PublicKeyHash {
    Ed25519(Ed25519Hash),
    Secp256k1(Secp256k1Hash),
    P256(P256Hash),
    Bls(BlsHash),
}

/// Both cases have the same length: the hash of an originated contract is followed by a byte without meaning.
#[derive(Debug, Clone, PartialEq, HasEncoding, NomReader, BinWriter)]
#[encoding(json(first_match))]
pub(crate) enum Contract {
    Implicit(PublicKeyHash),
    #[encoding(padded = 1)]
    Originated(ContractHash),
}

/// The entrypoint of an operation: well-known names are encoded as numbers.
#[derive(Debug, Clone, PartialEq, HasEncoding, NomReader, BinWriter)]
#[encoding(guard = "Entrypoint::has_no_number", json(first_match))]
pub(crate) enum Entrypoint {
    Default,
    Root,
    Do,
    SetDelegate,
    RemoveDelegate,
    Deposit,
    Stake,
    Unstake,
    FinalizeUnstake,
    SetDelegateParameters,
    #[encoding(tag = 255, string(kind = "u8", max = 31))]
    Custom(String),
}

const NUMBERED: [&str; 10] = [
    "default",
    "root",
    "do",
    "set_delegate",
    "remove_delegate",
    "deposit",
    "stake",
    "unstake",
    "finalize_unstake",
    "set_delegate_parameters",
];

impl Entrypoint {
    fn has_no_number(&self) -> Result<(), String> {
        match self {
            Self::Custom(name) if NUMBERED.contains(&name.as_str()) => Err(format!("`{name}` has a number")),
            _ => Ok(()),
        }
    }
}

/// The entrypoint of a kernel's outbox message: always a name; the empty name stands for `default`.
#[derive(Debug, PartialEq, HasEncoding, NomReader, BinWriter)]
#[encoding(from = "Name", into = "Name")]
struct KernelEntrypoint(String);

#[derive(Debug, HasEncoding, NomReader, BinWriter)]
struct Name(#[encoding(string = 31, guard = "is_name")] String);

fn is_name(name: &str) -> Result<(), &'static str> {
    let first = |byte: u8| byte.is_ascii_alphanumeric() || byte == b'_';
    let other = |byte: u8| first(byte) || matches!(byte, b'.' | b'@' | b'%');
    match name.as_bytes() {
        [] => Ok(()),
        [head, tail @ ..] if first(*head) && tail.iter().all(|byte| other(*byte)) => Ok(()),
        _ => Err("a name begins with a letter, a digit or _, and goes on with these or . @ %"),
    }
}

impl From<Name> for KernelEntrypoint {
    fn from(Name(name): Name) -> Self {
        if name.is_empty() { Self("default".to_owned()) } else { Self(name) }
    }
}

impl From<&KernelEntrypoint> for Name {
    fn from(entrypoint: &KernelEntrypoint) -> Self {
        Self(entrypoint.0.clone())
    }
}

const GUARD: &str = "User_invariant_guard";

pub(crate) const TZ1: [u8; 20] = [2, 41, 140, 3, 237, 125, 69, 74, 16, 30, 183, 2, 43, 201, 95, 126, 95, 65, 172, 120];
pub(crate) const KT1: [u8; 20] =
    [56, 86, 8, 5, 180, 200, 215, 183, 251, 186, 250, 213, 197, 157, 191, 163, 135, 140, 167, 5];

/// Samples.
#[test]
fn contract() {
    let implicit = Contract::Implicit(PublicKeyHash::Ed25519(Ed25519Hash(TZ1)));
    both(&implicit, "00 00 02298c03ed7d454a101eb7022bc95f7e5f41ac78");
    let originated = Contract::Originated(ContractHash(KT1));
    both(&originated, "01 38560805b4c8d7b7fbbafad5c59dbfa3878ca705 00");
    let padding = "01 38560805b4c8d7b7fbbafad5c59dbfa3878ca705 07";
    accepted(padding, &originated, "01 38560805b4c8d7b7fbbafad5c59dbfa3878ca705 00");
    refused::<Contract>("00 04", "Unexpected_tag", "", 1);
}

#[test]
fn entrypoint() {
    both(&Entrypoint::Default, "00");
    both(&Entrypoint::SetDelegateParameters, "09");
    both(&Entrypoint::Custom("action".to_owned()), "ff 06 616374696f6e");
    refused::<Entrypoint>(&format!("ff 20 {}", "61".repeat(32)), "Size_limit_exceeded", "", 2);
    refused::<Entrypoint>("0a", "Unexpected_tag", "", 0);
    refused::<Entrypoint>("ff 02 646f", GUARD, "", 0);
    unwritable(&Entrypoint::Custom("do".to_owned()), GUARD, "");
}

#[test]
fn kernel_entrypoint() {
    both(&KernelEntrypoint("do".to_owned()), "00000002 646f");
    accepted("00000000", &KernelEntrypoint("default".to_owned()), "00000007 64656661756c74");
    refused::<KernelEntrypoint>("00000002 2e61", GUARD, "", 0);
    refused::<KernelEntrypoint>(&format!("00000020 {}", "61".repeat(32)), "Size_limit_exceeded", "", 4);
    unwritable(&KernelEntrypoint("a b".to_owned()), GUARD, "");
}
