//! The operations that are measured, of protocol 023 (Seoul): a transaction with parameters, an attestation, and the operations
//! of a block.

#![allow(clippy::unwrap_used, reason = "a benchmark may panic")]

use tezos_encoding::{BinWriter, HasEncoding, NomReader, View, Z};
use tezos_hashes::{
    hash::BlockHash,
    protocol::{BlockPayloadHash, ContractHash},
};
use tezos_protocols::{
    Protocol,
    keys::{Ed25519PublicKey, Ed25519PublicKeyHash, GenericSignature, PublicKey, PublicKeyHash, Signature},
    micheline::Micheline,
    numbers::Mutez,
    operation::{
        AttestationWithDal, ConsensusContent, Contents, Delegation, Entrypoint, Manager, Operation,
        OperationProtocolData, Origination, Reveal, Script, Transaction,
    },
};

/// The protocol of the operations.
pub const PROTOCOL: Protocol = Protocol::Seoul;

/// The operations of a block, each with its size prefix.
#[derive(HasEncoding, NomReader, BinWriter, View, Clone, Debug, PartialEq)]
pub struct Block(#[encoding(list, dynamic)] pub Vec<Operation>);

fn hash<const LEN: usize>(seed: u8) -> [u8; LEN] {
    core::array::from_fn(|index| seed.wrapping_mul(31).wrapping_add(u8::try_from(index % 251).unwrap()))
}

fn account(seed: u8) -> PublicKeyHash {
    Ed25519PublicKeyHash(hash(seed)).into()
}

fn signed(seed: u8, contents: Vec<Contents>) -> Operation {
    let signature = Signature::Unknown(GenericSignature(hash(seed)));
    Operation { branch: BlockHash(hash(7)), protocol_data: OperationProtocolData { contents, signature } }
}

fn manager<T>(seed: u8, operation: T) -> Manager<T> {
    let number = u64::from(seed);
    let fee = Mutez::new(900 | number).unwrap();
    Manager::new(account(seed), 90_000_000 | number, operation).fee(fee).limits(1500 | number << 3, number & 0x63)
}

fn call(seed: u8, entrypoint: Entrypoint, argument: &str) -> Contents {
    let argument: Micheline = argument.parse().unwrap();
    let transfer = Transaction::transfer(ContractHash(hash(seed)), Mutez::ZERO);
    Contents::Transaction(manager(seed, transfer.call(entrypoint, argument)))
}

/// Returns a transfer of tokens.
fn transfer(seed: u8) -> Contents {
    let argument = r#"{ Pair "tz1QZ6KY7d3BuZDT1d19dUxoQrtFPN2QJ3hn" { Pair "KT19FGyz47Fh9zEpLQwuqYureeFdUuyzXo9e" (Pair 12 1000000) } }"#;
    call(seed, "transfer".parse().unwrap(), argument)
}

fn payment(seed: u8) -> Contents {
    let destination = account(seed.wrapping_add(1));
    Contents::Transaction(manager(seed, Transaction::transfer(destination, Mutez::from_tez(5))))
}

fn attestation(seed: u8) -> Contents {
    let (slot, level, round, block_payload_hash) = (seed.into(), 10_000_000, 0, BlockPayloadHash(hash(3)));
    Contents::Attestation(ConsensusContent::new(slot, level, round, block_payload_hash))
}

fn attestation_with_dal(seed: u8) -> Contents {
    let (slot, level, round, block_payload_hash) = (seed.into(), 10_000_000, 0, BlockPayloadHash(hash(3)));
    let dal_attestation = Z::from(i64::from(seed));
    Contents::AttestationWithDal(AttestationWithDal::new(slot, level, round, block_payload_hash, dal_attestation))
}

/// Returns a signed transfer of tokens.
#[must_use]
pub fn transaction() -> Operation {
    signed(1, vec![transfer(1)])
}

/// Returns a signed attestation.
#[must_use]
pub fn attested() -> Operation {
    signed(2, vec![attestation(2)])
}

/// Returns a block of 172 attestations and 28 manager operations; three blocks of mainnet have 160 and 26, 155 and 26, 117 and 20.
#[must_use]
pub fn block() -> Block {
    let attestations = (0..172).map(|seed| match seed % 3 {
        0 => signed(seed, vec![attestation_with_dal(seed)]),
        _ => signed(seed, vec![attestation(seed)]),
    });
    let managers = (172..200).map(|seed| {
        let contents = match seed % 9 {
            0..=2 => vec![transfer(seed)],
            3 | 4 => vec![call(seed, Entrypoint::Default, "Pair 1 (Pair \"a\" 0x00)")],
            5 => vec![payment(seed)],
            6 => vec![reveal(seed), payment(seed)],
            7 => vec![Contents::Delegation(manager(seed, Delegation::new(Some(account(3)))))],
            _ => vec![origination(seed), transfer(seed), transfer(seed)],
        };
        signed(seed, contents)
    });
    Block(attestations.chain(managers).collect())
}

fn reveal(seed: u8) -> Contents {
    let public_key: PublicKey = Ed25519PublicKey(hash(seed)).into();
    Contents::Reveal(manager(seed, Reveal::new(public_key)))
}

fn origination(seed: u8) -> Contents {
    let code = "{ parameter nat ; storage nat ; code { CAR ; NIL operation ; PAIR } }";
    let code = code.parse::<Micheline>().unwrap().into();
    let script = Script::new(code, Micheline::from(5).into());
    Contents::Origination(manager(seed, Origination::new(script)))
}
