//! Makes up the contents of blocks: operations, and the protocol data of headers.

use tezos_encoding::{N, Z};
use tezos_hashes::protocol::{BlockPayloadHash, ContractHash, NonceHash};
use tezos_messages::{
    hash::{BlockHash, ProtocolHash},
    operation::RawOperation,
};
use tezos_protocols::{
    Protocol,
    chain::{self, Round},
    header::{HeaderContents, HeaderProtocolData, PerBlockVote, PerBlockVotes},
    keys::{Ed25519PublicKey, Ed25519PublicKeyHash, GenericSignature, PublicKeyHash, Signature},
    micheline::Micheline,
    numbers::Mutez,
    operation::{
        AttestationWithDal, Ballot, ConsensusContent, Contents, Delegation, Manager, OperationProtocolData, Reveal,
        Transaction,
    },
};

use crate::{commands::record::random::Random, error::Error};

/// The level of attestations.
const LEVEL: i32 = 5_000_000;

/// The protocol of the blocks.
pub(super) const PROTOCOL: Protocol = Protocol::Seoul;

/// Returns an operation. Most are attestations, as in real blocks.
pub(super) fn operation(random: &mut Random, branch: BlockHash) -> Result<RawOperation, Error> {
    let contents = match random.between(0, 15) {
        0 => vec![reveal(random), payment(random)],
        1 => vec![payment(random)],
        2 | 3 => vec![call(random)?],
        4 => vec![delegation(random)],
        5 => vec![ballot(random)],
        6..=9 => vec![attestation_with_dal(random)],
        _ => vec![attestation(random)],
    };
    let data = OperationProtocolData { contents, signature: signature(random) };
    Ok(RawOperation { branch, data: PROTOCOL.encode(&data).map_err(Error::new)?.into() })
}

/// Returns the protocol data of a header.
pub(super) fn header_data(random: &mut Random) -> Result<Vec<u8>, Error> {
    let vote = |random: &mut Random| match random.between(0, 2) {
        0 => PerBlockVote::On,
        1 => PerBlockVote::Off,
        _ => PerBlockVote::Pass,
    };
    let votes = PerBlockVotes { liquidity_baking_vote: vote(random), adaptive_issuance_vote: vote(random) };
    let payload_hash = BlockPayloadHash(random.array());
    let payload_round = Round(i32::from(random.once_in(8)));
    let mut contents = HeaderContents::new(payload_hash, payload_round, random.array(), votes.into());
    contents.seed_nonce_hash = random.once_in(8).then(|| NonceHash(random.array()));
    PROTOCOL.encode(&HeaderProtocolData { contents, signature: signature(random) }).map_err(Error::new)
}

fn signature(random: &mut Random) -> Signature {
    Signature::Unknown(GenericSignature(random.array()))
}

fn account(random: &mut Random) -> PublicKeyHash {
    Ed25519PublicKeyHash(random.array()).into()
}

fn amount(mutez: u64) -> Mutez {
    Mutez::new(mutez).unwrap_or_default()
}

fn manager<T>(random: &mut Random, operation: T) -> Manager<T> {
    let mut number = |min: usize, max: usize| u64::try_from(random.between(min, max)).unwrap_or_default();
    let (fee, counter) = (amount(number(300, 5_000)), N::from(number(1_000, 100_000_000)));
    let (gas_limit, storage_limit) = (N::from(number(100, 10_000)), N::from(number(0, 300)));
    Manager::new(account(random), counter, operation).fee(fee).limits(gas_limit, storage_limit)
}

fn reveal(random: &mut Random) -> Contents {
    let public_key = Ed25519PublicKey(random.array());
    Contents::Reveal(manager(random, Reveal::new(public_key)))
}

fn payment(random: &mut Random) -> Contents {
    let amount = amount(u64::try_from(random.between(1, 1_000_000_000)).unwrap_or_default());
    let transfer = Transaction::transfer(account(random), amount);
    Contents::Transaction(manager(random, transfer))
}

/// Returns a call of a contract with a list of numbers.
fn call(random: &mut Random) -> Result<Contents, Error> {
    let numbers = random.between(5, 100);
    let number = |_| Micheline::int(i64::try_from(random.between(0, 1_000_000)).unwrap_or_default());
    let argument = Micheline::seq((0..numbers).map(number));
    let transfer = Transaction::transfer(ContractHash(random.array()), Mutez::ZERO);
    let call = transfer.call("mint".parse().map_err(Error::new)?, argument);
    Ok(Contents::Transaction(manager(random, call)))
}

fn delegation(random: &mut Random) -> Contents {
    let delegate = if random.once_in(2) { Some(account(random)) } else { None };
    Contents::Delegation(manager(random, Delegation::new(delegate)))
}

fn ballot(random: &mut Random) -> Contents {
    let (source, proposal) = (account(random), ProtocolHash(random.array()));
    Contents::Ballot(Ballot::new(source, 130, proposal, chain::BallotVote::Yay))
}

fn attestation(random: &mut Random) -> Contents {
    let slot = u16::try_from(random.between(0, 6_999)).unwrap_or_default();
    let (level, round, block_payload_hash) = (LEVEL, 0, BlockPayloadHash(random.array()));
    Contents::Attestation(ConsensusContent::new(slot, level, round, block_payload_hash))
}

fn attestation_with_dal(random: &mut Random) -> Contents {
    let slot = u16::try_from(random.between(0, 6_999)).unwrap_or_default();
    let (level, round, block_payload_hash) = (LEVEL, 0, BlockPayloadHash(random.array()));
    let dal_attestation = Z::from(i64::try_from(random.between(0, 1 << 32)).unwrap_or_default());
    Contents::AttestationWithDal(AttestationWithDal::new(slot, level, round, block_payload_hash, dal_attestation))
}
