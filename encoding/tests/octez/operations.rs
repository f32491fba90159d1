//! Operations (`sdk/rust/protocol`, Etherlink): the bytes are output of octez-codec for the encoding samples.

use super::addresses::{Contract, Entrypoint, KT1, PublicKeyHash, TZ1};
use super::blocks::{BlockHash, ContractHash, Ed25519Hash};
use super::michelson::Node;
use crate::common::*;

/// The contents extend to the signature at the end, and are not empty.
#[derive(Debug, PartialEq, HasEncoding, NomReader, BinWriter)]
struct Operation {
    branch: BlockHash,
    #[encoding(list, guard = "not_empty")]
    contents: Vec<Content>,
    signature: [u8; 64],
}

fn not_empty(contents: &[Content]) -> Result<(), &'static str> {
    if contents.is_empty() { Err("an operation has contents") } else { Ok(()) }
}

/// The tag, then the fields common to all manager operations, then those of each kind.
#[derive(Debug, PartialEq, HasEncoding, NomReader, BinWriter)]
enum Content {
    #[encoding(tag = 0x6c)]
    Transaction(Manager<Transaction>),
    #[encoding(tag = 0x6e)]
    Delegation(Manager<Delegation>),
}

#[derive(Debug, PartialEq, HasEncoding, NomReader, BinWriter)]
struct Manager<C> {
    source: PublicKeyHash,
    #[encoding(mutez)]
    fee: u64,
    counter: N,
    gas_limit: N,
    storage_limit: N,
    content: C,
}

#[derive(Debug, PartialEq, HasEncoding, NomReader, BinWriter)]
struct Transaction {
    #[encoding(mutez)]
    amount: u64,
    destination: Contract,
    #[encoding(option(default = Parameters::default()))]
    parameters: Parameters,
}

impl Default for Parameters {
    /// `Unit` to the default entrypoint: the call of a plain transfer, which is not written.
    fn default() -> Self {
        Self { entrypoint: Entrypoint::Default, value: vec![0x03, 0x0b] }
    }
}

/// The value is kept as its bytes, which must be one node.
#[derive(Debug, PartialEq, HasEncoding, NomReader, BinWriter)]
struct Parameters {
    entrypoint: Entrypoint,
    #[encoding(dynamic, raw = "Node")]
    value: Vec<u8>,
}

#[derive(Debug, PartialEq, HasEncoding, NomReader, BinWriter)]
struct Delegation {
    delegate: Option<PublicKeyHash>,
}

const BRANCH: &str = "0e5751c026e543b2e8ab2eb06099daa1d1e5df47778f7787faab45cdf12fe3a8";
const MANAGER: &str = "0002298c03ed7d454a101eb7022bc95f7e5f41ac78 21 dc05 edecc004 adcacdb7d401";
const SIGNATURE: &str = "66804fe735e06e97e26da8236b6341b91c625d5e82b3524ec0a88cc982365e70\
                         f8a5b9bc65df2ea6d21ee244cc3a96fb33031c394c78b1179ff1b8a44237740c";

fn operation(contents: Vec<Content>) -> Operation {
    let bytes = |digits: &str| hex(digits).to_vec();
    Operation {
        branch: BlockHash(bytes(BRANCH).try_into().unwrap()),
        contents,
        signature: bytes(SIGNATURE).try_into().unwrap(),
    }
}

fn manager<C>(content: C) -> Manager<C> {
    Manager {
        source: PublicKeyHash::Ed25519(Ed25519Hash(TZ1)),
        fee: 33,
        counter: N::from(732u64),
        gas_limit: N::from(9_451_117u64),
        storage_limit: N::from(57_024_931_117u64),
        content,
    }
}

fn to_implicit() -> Content {
    let destination = Contract::Implicit(PublicKeyHash::Ed25519(Ed25519Hash(TZ1)));
    Content::Transaction(manager(Transaction { amount: 407, destination, parameters: Parameters::default() }))
}

const TO_IMPLICIT: &str = "9703 00 00 02298c03ed7d454a101eb7022bc95f7e5f41ac78 00";

/// Samples `operation-transaction-to-implicit`, `operation-transaction-to-originated`, `operation-delegation-withdrawal`.
#[test]
fn samples() {
    both(&operation(vec![to_implicit()]), &format!("{BRANCH} 6c {MANAGER} {TO_IMPLICIT} {SIGNATURE}"));
    let parameters =
        Parameters { entrypoint: Entrypoint::Custom("action".to_owned()), value: hex("02 00000002 034f").to_vec() };
    let destination = Contract::Originated(ContractHash(KT1));
    let call = Transaction { amount: 407, destination, parameters };
    both(
        &operation(vec![Content::Transaction(manager(call))]),
        &format!(
            "{BRANCH} 6c {MANAGER} 9703 01 38560805b4c8d7b7fbbafad5c59dbfa3878ca705 00 \
             ff ff 06 616374696f6e 00000007 02 00000002 034f {SIGNATURE}"
        ),
    );
    let withdrawal = Content::Delegation(manager(Delegation { delegate: None }));
    both(&operation(vec![withdrawal]), &format!("{BRANCH} 6e {MANAGER} 00 {SIGNATURE}"));
}

#[test]
fn contents_end_before_the_signature() {
    let two = operation(vec![to_implicit(), to_implicit()]);
    both(&two, &format!("{BRANCH} 6c {MANAGER} {TO_IMPLICIT} 6c {MANAGER} {TO_IMPLICIT} {SIGNATURE}"));
    refused::<Operation>(&format!("{BRANCH} {SIGNATURE}"), "User_invariant_guard", "contents", 32);
    unwritable(&operation(vec![]), "User_invariant_guard", "contents");
    refused::<Operation>(&format!("{BRANCH} 6d {SIGNATURE}"), "Unexpected_tag", "contents[0]", 32);
}

/// The default call is accepted if it is present, as in the reference, but the canonical encoding omits it.
#[test]
fn the_default_call_is_omitted() {
    let start = "9703 00 00 02298c03ed7d454a101eb7022bc95f7e5f41ac78";
    let destination = Contract::Implicit(PublicKeyHash::Ed25519(Ed25519Hash(TZ1)));
    let transfer = Transaction { amount: 407, destination, parameters: Parameters::default() };
    accepted(&format!("{start} ff 00 00000002 030b"), &transfer, &format!("{start} 00"));
}

/// Exactly one node: bytes after it are refused, and so is an incomplete node.
#[test]
fn a_value_is_one_node() {
    both(&Parameters { entrypoint: Entrypoint::Root, value: hex("0001").to_vec() }, "01 00000002 0001");
    refused::<Parameters>("01 00000003 000100", "Extra_bytes", "value", 7);
    refused::<Parameters>("01 00000002 0080", "Not_enough_data", "value", 7);
    unwritable(&Parameters { entrypoint: Entrypoint::Root, value: vec![0x0b] }, "Unexpected_tag", "value");
}
