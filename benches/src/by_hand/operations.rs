//! Handwritten readers of signed operations of protocol 023 (Seoul), for the kinds that the benchmark contains.

#![allow(clippy::arithmetic_side_effects, reason = "lengths of slices")]

use tezos_encoding::{Decode, N, Z};
use tezos_hashes::{
    hash::BlockHash,
    protocol::{BlockPayloadHash, ContractHash},
};
use tezos_protocols::{
    keys::{
        BlsPublicKey, BlsPublicKeyHash, BlsSignature, Ed25519PublicKey, Ed25519PublicKeyHash, GenericSignature,
        P256PublicKey, P256PublicKeyHash, PublicKey, PublicKeyHash, Secp256k1PublicKey, Secp256k1PublicKeyHash,
        Signature,
    },
    micheline::LazyExpr,
    numbers::Mutez,
    operation::{
        AttestationWithDal, ConsensusContent, Contents, Delegation, Destination, Entrypoint, Manager, NamedEntrypoint,
        Operation, OperationProtocolData, Origination, Parameters, Reveal, Script, Transaction,
    },
};

use super::input::{Read, Refused, array, block};
use crate::operations::Block;

const UNBOUNDED: usize = usize::MAX;
const SUFFIX: usize = 64;

/// Reads the operations of a block.
///
/// # Errors
/// If the bytes are not valid operations of these kinds.
#[inline]
pub fn operations(mut input: &[u8]) -> Read<Block> {
    let mut operations = Vec::with_capacity(tezos_codec_users::blocks(input));
    while !input.is_empty() {
        operations.push(operation(block(&mut input, UNBOUNDED)?)?);
    }
    Ok(Block(operations))
}

/// Reads an operation that fills `input`.
///
/// # Errors
/// If the bytes are not valid operations of these kinds.
#[inline]
pub fn operation(mut input: &[u8]) -> Read<Operation> {
    let branch = BlockHash(*array(&mut input)?);
    let (mut list, suffix) = input.split_last_chunk::<SUFFIX>().ok_or(Refused)?;
    let (mut contents, mut managers) = (Vec::new(), 0);
    let mut signature = Signature::Unknown(GenericSignature(*suffix));
    while let [tag, rest @ ..] = list {
        list = rest;
        if *tag == 0xff {
            let ([3, prefix @ ..], []) = (array::<33>(&mut list)?, list) else { return Err(Refused) };
            let mut bytes = [0; 96];
            bytes[..32].copy_from_slice(prefix);
            bytes[32..].copy_from_slice(suffix);
            signature = Signature::Bls(BlsSignature(bytes));
            break;
        }
        if contents.is_empty() {
            contents.reserve_exact(1);
        }
        managers += usize::from(*tag >= FIRST_MANAGER_TAG);
        contents.push(content(*tag, &mut list)?);
    }
    check_combination(contents.len(), managers)?;
    Ok(Operation { branch, protocol_data: OperationProtocolData { contents, signature } })
}

/// The lowest tag of manager operations, which are signed by an account.
const FIRST_MANAGER_TAG: u8 = 107;

/// Checks that an operation has a single content, or that all its contents are manager operations.
fn check_combination(contents: usize, managers: usize) -> Read<()> {
    if contents == 1 || contents > 1 && managers == contents { Ok(()) } else { Err(Refused) }
}

#[inline]
fn content(tag: u8, input: &mut &[u8]) -> Read<Contents> {
    Ok(match tag {
        20 => Contents::Preattestation(consensus(input)?),
        21 => Contents::Attestation(consensus(input)?),
        23 => {
            let ConsensusContent { slot, level, round, block_payload_hash, .. } = consensus(input)?;
            let dal_attestation = Z::from_wire(digits(input, usize::MAX)?);
            Contents::AttestationWithDal(AttestationWithDal::new(
                slot,
                level,
                round,
                block_payload_hash,
                dal_attestation,
            ))
        }
        107 => Contents::Reveal(manager(input, |input| {
            let public_key = public_key(input)?;
            let proof = option(input, |input| {
                let proof = block(input, UNBOUNDED)?.try_into().map_err(|_| Refused)?;
                Ok(BlsSignature(proof))
            })?;
            Ok(Reveal::new(public_key).with_proof(proof))
        })?),
        108 => Contents::Transaction(manager(input, |input| {
            let amount = mutez(input)?;
            let destination = match array(input)? {
                [0] => Destination::Implicit(account(input)?),
                [1] => {
                    let [hash @ .., _] = array::<21>(input)?;
                    Destination::Originated(ContractHash(*hash))
                }
                _ => return Err(Refused),
            };
            let mut transaction = Transaction::transfer(destination, amount);
            transaction.parameters = option(input, |input| Ok(Parameters::new(entrypoint(input)?, lazy(input)?)))?;
            Ok(transaction)
        })?),
        109 => Contents::Origination(manager(input, |input| {
            let (balance, delegate) = (mutez(input)?, option(input, account)?);
            let mut origination = Origination::new(Script::new(lazy(input)?, lazy(input)?)).with_balance(balance);
            origination.delegate = delegate;
            Ok(origination)
        })?),
        110 => Contents::Delegation(manager(input, |input| Ok(Delegation::new(option(input, account)?)))?),
        _ => return Err(Refused),
    })
}

#[inline]
fn consensus(input: &mut &[u8]) -> Read<ConsensusContent> {
    let head = &mut array::<42>(input)?.as_slice();
    let slot = u16::from_be_bytes(*array(head)?);
    let level = i32::from_be_bytes(*array(head)?);
    let round = i32::from_be_bytes(*array(head)?);
    if level < 0 || round < 0 {
        return Err(Refused);
    }
    Ok(ConsensusContent::new(slot, level, round, BlockPayloadHash(*array(head)?)))
}

#[inline]
fn manager<T>(input: &mut &[u8], operation: impl FnOnce(&mut &[u8]) -> Read<T>) -> Read<Manager<T>> {
    let (source, fee) = (account(input)?, mutez(input)?);
    let [counter, gas_limit, storage_limit] = [natural(input)?, natural(input)?, natural(input)?];
    Ok(Manager::new(source, counter, operation(input)?).fee(fee).limits(gas_limit, storage_limit))
}

#[inline]
fn account(input: &mut &[u8]) -> Read<PublicKeyHash> {
    let [tag, hash @ ..] = *array::<21>(input)?;
    Ok(match tag {
        0 => PublicKeyHash::Ed25519(Ed25519PublicKeyHash(hash)),
        1 => PublicKeyHash::Secp256k1(Secp256k1PublicKeyHash(hash)),
        2 => PublicKeyHash::P256(P256PublicKeyHash(hash)),
        3 => PublicKeyHash::Bls(BlsPublicKeyHash(hash)),
        _ => return Err(Refused),
    })
}

#[inline]
fn public_key(input: &mut &[u8]) -> Read<PublicKey> {
    Ok(match array(input)? {
        [0] => PublicKey::Ed25519(Ed25519PublicKey(*array(input)?)),
        [1] => PublicKey::Secp256k1(Secp256k1PublicKey(*array(input)?)),
        [2] => PublicKey::P256(P256PublicKey(*array(input)?)),
        [3] => PublicKey::Bls(BlsPublicKey(*array(input)?)),
        _ => return Err(Refused),
    })
}

/// Reads the bytes of a number, which must be at most `max` and as few as possible.
#[inline]
fn digits<'a>(input: &mut &'a [u8], max: usize) -> Read<&'a [u8]> {
    let last = input.iter().position(|byte| *byte < 0x80).filter(|last| *last < max).ok_or(Refused)?;
    let (digits, rest) = input.split_at_checked(last + 1).ok_or(Refused)?;
    *input = rest;
    if last > 0 && digits.last() == Some(&0) { Err(Refused) } else { Ok(digits) }
}

#[inline]
fn small(digits: &[u8]) -> u64 {
    digits.iter().rev().fold(0, |number, byte| number << 7 | u64::from(byte & 0x7f))
}

/// Reads an amount. A number of nine bytes is always below 2^63.
#[inline]
fn mutez(input: &mut &[u8]) -> Read<Mutez> {
    digits(input, 9).and_then(|digits| Mutez::new(small(digits)).ok_or(Refused))
}

#[inline]
fn natural(input: &mut &[u8]) -> Read<N> {
    let digits = digits(input, 10)?;
    Ok(if digits.len() > 9 { N::from_wire(digits) } else { N::from(small(digits)) })
}

#[inline]
fn option<T>(input: &mut &[u8], read: impl FnOnce(&mut &[u8]) -> Read<T>) -> Read<Option<T>> {
    match array(input)? {
        [0] => Ok(None),
        _ => read(input).map(Some),
    }
}

#[inline]
fn lazy(input: &mut &[u8]) -> Read<LazyExpr> {
    block(input, UNBOUNDED).map(|bytes| LazyExpr::new(bytes.to_vec()))
}

#[inline]
fn name<'a>(input: &mut &'a [u8]) -> Read<&'a [u8]> {
    let [len] = *array(input)?;
    let (name, rest) = input.split_at_checked(len.into()).filter(|_| len <= 31).ok_or(Refused)?;
    *input = rest;
    Ok(name)
}

/// Returns a name that was read, which only the crate makes.
#[inline]
fn named(input: &mut &[u8]) -> Read<NamedEntrypoint> {
    let bytes = *input;
    let len = name(input)?.len();
    bytes.get(..=len).and_then(|bytes| NamedEntrypoint::from_bytes(bytes).ok()).ok_or(Refused)
}

#[inline]
fn entrypoint(input: &mut &[u8]) -> Read<Entrypoint> {
    Ok(match array(input)? {
        [0] => Entrypoint::Default,
        [1] => Entrypoint::Root,
        [2] => Entrypoint::Do,
        [3] => Entrypoint::SetDelegate,
        [4] => Entrypoint::RemoveDelegate,
        [5] => Entrypoint::Deposit,
        [6] => Entrypoint::Stake,
        [7] => Entrypoint::Unstake,
        [8] => Entrypoint::FinalizeUnstake,
        [9] => Entrypoint::SetDelegateParameters,
        [255] => Entrypoint::Named(named(input)?),
        _ => return Err(Refused),
    })
}

/// A checked operation, which borrows its bytes.
#[derive(Clone, Copy, Debug)]
pub struct Borrowed<'a> {
    /// The branch.
    pub branch: &'a [u8; 32],
    /// The bytes of all contents.
    pub contents: &'a [u8],
    /// The number of contents.
    pub len: usize,
    /// The first 32 bytes of a BLS signature.
    pub prefix: Option<&'a [u8; 32]>,
    /// The last 64 bytes of the signature.
    pub suffix: &'a [u8; SUFFIX],
}

/// Checks the operations of a block, and returns their number.
///
/// # Errors
/// If the bytes are not valid operations of these kinds.
#[inline]
pub fn borrow_operations(mut input: &[u8]) -> Read<usize> {
    let mut len = 0;
    while !input.is_empty() {
        borrow_operation(block(&mut input, UNBOUNDED)?)?;
        len += 1;
    }
    Ok(len)
}

/// Checks an operation that fills `input`.
///
/// # Errors
/// If the bytes are not valid operations of these kinds.
#[inline]
pub fn borrow_operation(mut input: &[u8]) -> Read<Borrowed<'_>> {
    let branch = array(&mut input)?;
    let (contents, suffix) = input.split_last_chunk::<SUFFIX>().ok_or(Refused)?;
    let (mut list, mut len, mut managers) = (contents, 0, 0);
    while let [tag, rest @ ..] = list {
        if *tag == 0xff {
            let Ok([3, prefix @ ..]) = <&[u8; 33]>::try_from(rest) else { return Err(Refused) };
            let contents = contents.split_at_checked(contents.len() - list.len()).ok_or(Refused)?.0;
            check_combination(len, managers)?;
            return Ok(Borrowed { branch, contents, len, prefix: Some(prefix), suffix });
        }
        list = rest;
        skip_content(*tag, &mut list)?;
        len += 1;
        managers += usize::from(*tag >= FIRST_MANAGER_TAG);
    }
    check_combination(len, managers)?;
    Ok(Borrowed { branch, contents, len, prefix: None, suffix })
}

/// Checks and skips contents with this tag.
#[inline]
fn skip_content(tag: u8, input: &mut &[u8]) -> Read<()> {
    if let 20 | 21 | 23 = tag {
        consensus(input)?;
        return if tag == 23 { digits(input, usize::MAX).map(drop) } else { Ok(()) };
    }
    account(input)?;
    mutez(input)?;
    for _ in 0..3 {
        digits(input, 10)?;
    }
    match tag {
        107 => {
            public_key(input)?;
            option(input, |input| {
                block(input, UNBOUNDED).and_then(|proof| if proof.len() == 96 { Ok(()) } else { Err(Refused) })
            })?;
        }
        108 => {
            mutez(input)?;
            match array(input)? {
                [0] => drop(account(input)?),
                [1] => drop(array::<21>(input)?),
                _ => return Err(Refused),
            }
            option(input, |input| {
                match array(input)? {
                    [0..=9] => {}
                    [255] => drop(name(input)?),
                    _ => return Err(Refused),
                }
                block(input, UNBOUNDED).map(drop)
            })?;
        }
        109 => {
            mutez(input)?;
            option(input, account)?;
            block(input, UNBOUNDED)?;
            block(input, UNBOUNDED)?;
        }
        110 => drop(option(input, account)?),
        _ => return Err(Refused),
    }
    Ok(())
}
