//! Consensus operations of bakers: attestations, and evidence of conflicting attestations.

use alloc::boxed::Box;
use alloc::vec::Vec;

use tezos_encoding::{BinWriter, HasEncoding, NomReader, View, Z};
use tezos_hashes::hash::BlockHash;
use tezos_hashes::protocol::{BlockPayloadHash, DalCommitment};

use crate::keys::{PublicKeyHash, Signature};

/// The block that an attestation is for, and the slot of its baker.
///
/// | bytes | field                | encoding             |
/// |------:|----------------------|----------------------|
/// | 2     | `slot`               | `uint16`             |
/// | 4     | `level`              | `int32`              |
/// | 4     | `round`              | `int32`              |
/// | 32    | `block_payload_hash` | [`BlockPayloadHash`] |
///
/// Rule: [`operation_repr.ml`, `consensus_content_encoding`][rule].
///
/// [rule]: https://github.com/tezos/tezos-mirror/blob/d26a8bef82159434e5a6db6a6d329f29dc8172dd/src/proto_alpha/lib_protocol/operation_repr.ml
#[derive(HasEncoding, NomReader, BinWriter, View, Debug, Clone, Copy, PartialEq, Eq, Hash)]
#[encoding(view = "Self")]
#[non_exhaustive]
pub struct ConsensusContent {
    /// The first slot of the baker in the committee.
    pub slot: u16,
    /// The level of the block.
    #[encoding(guard = "is_level")]
    pub level: i32,
    /// The round of the block.
    #[encoding(guard = "is_level")]
    pub round: i32,
    /// Hash of the payload that the block proposes.
    pub block_payload_hash: BlockPayloadHash,
}

/// Checks that a level or round is not negative.
fn is_level(number: &i32) -> Result<(), &'static str> {
    if *number < 0 { Err("a level or a round is not negative") } else { Ok(()) }
}

/// A [`ConsensusContent`] with a bit set of the data availability layer's slots that the baker attests.
#[derive(HasEncoding, NomReader, BinWriter, View, Debug, Clone, PartialEq, Eq, Hash)]
#[non_exhaustive]
pub struct AttestationWithDal {
    /// The first slot of the baker in the committee.
    pub slot: u16,
    /// The level of the block.
    #[encoding(guard = "is_level")]
    pub level: i32,
    /// The round of the block.
    #[encoding(guard = "is_level")]
    pub round: i32,
    /// Hash of the payload that the block proposes.
    pub block_payload_hash: BlockPayloadHash,
    /// The attested slots, as a bit set.
    pub dal_attestation: Z,
}

/// The block that aggregated attestations are for.
#[derive(HasEncoding, NomReader, BinWriter, View, Debug, Clone, Copy, PartialEq, Eq, Hash)]
#[encoding(view = "Self")]
#[non_exhaustive]
pub struct AggregateContent {
    /// The level of the block.
    #[encoding(guard = "is_level")]
    pub level: i32,
    /// The round of the block.
    #[encoding(guard = "is_level")]
    pub round: i32,
    /// Hash of the payload that the block proposes.
    pub block_payload_hash: BlockPayloadHash,
}

impl From<&ConsensusContent> for AggregateContent {
    fn from(content: &ConsensusContent) -> Self {
        let ConsensusContent { slot: _, level, round, block_payload_hash } = *content;
        Self { level, round, block_payload_hash }
    }
}

impl From<&AttestationWithDal> for AggregateContent {
    fn from(content: &AttestationWithDal) -> Self {
        let AttestationWithDal { slot: _, level, round, block_payload_hash, dal_attestation: _ } = *content;
        Self { level, round, block_payload_hash }
    }
}

/// Preattestations of several bakers with one signature, from protocol 023 on.
#[derive(HasEncoding, NomReader, BinWriter, View, Debug, Clone, PartialEq, Eq, Hash)]
#[non_exhaustive]
pub struct PreattestationsAggregate {
    /// The block that they are for.
    pub consensus_content: AggregateContent,
    /// The slots of the bakers.
    #[encoding(dynamic, list)]
    pub committee: Vec<u16>,
}

/// Attestations of several bakers with one signature, from protocol 022 on.
#[derive(HasEncoding, NomReader, BinWriter, View, Debug, Clone, PartialEq, Eq, Hash)]
#[non_exhaustive]
pub struct AttestationsAggregate {
    /// The block that they are for.
    pub consensus_content: AggregateContent,
    /// The slots of the bakers, in protocol 022.
    #[encoding(until = 22, name = "committee", dynamic, list)]
    pub slots: Option<Vec<u16>>,
    /// The bakers.
    #[encoding(since = 23, dynamic, list)]
    pub committee: Option<Vec<Attester>>,
}

/// A baker in an [`AttestationsAggregate`].
#[derive(HasEncoding, NomReader, BinWriter, View, Debug, Clone, PartialEq, Eq, Hash)]
#[non_exhaustive]
pub struct Attester {
    /// The first slot of the baker in the committee.
    pub slot: u16,
    /// The slots of the data availability layer that the baker attests, as a bit set.
    pub dal_attestation: Option<Z>,
}

/// The endorsement of a block, up to protocol 011.
#[derive(HasEncoding, NomReader, BinWriter, View, Debug, Clone, Copy, PartialEq, Eq, Hash)]
#[encoding(view = "Self")]
#[allow(clippy::exhaustive_structs, reason = "of protocols that have ended")]
pub struct EmmyEndorsement {
    /// The level of the block.
    #[encoding(guard(function = "is_level", since = 11))]
    pub level: i32,
}

/// A signed endorsement with the slot of its baker, in protocols 009 to 011.
#[derive(HasEncoding, NomReader, BinWriter, View, Debug, Clone, PartialEq, Eq, Hash)]
#[allow(clippy::exhaustive_structs, reason = "of protocols that have ended")]
pub struct EndorsementWithSlot {
    /// The endorsement.
    #[encoding(dynamic)]
    pub endorsement: Inlined,
    /// The first slot of the baker.
    pub slot: u16,
}

/// A signed consensus operation inside another operation.
///
/// | bytes | field        | encoding                                                   |
/// |------:|--------------|------------------------------------------------------------|
/// | 32    | `branch`     | [`BlockHash`]                                              |
/// |       | `operations` | [`InlinedContents`]                                        |
/// |       | `signature`  | an optional [`Signature`], to the end of the block         |
///
/// Rule: [`operation_repr.ml`, `inlined_consensus_operation_encoding`][rule].
///
/// [rule]: https://github.com/tezos/tezos-mirror/blob/d26a8bef82159434e5a6db6a6d329f29dc8172dd/src/proto_alpha/lib_protocol/operation_repr.ml
#[derive(HasEncoding, NomReader, BinWriter, View, Debug, Clone, PartialEq, Eq, Hash)]
#[non_exhaustive]
pub struct Inlined<C = InlinedContents> {
    /// A recent block of the branch.
    pub branch: BlockHash,
    /// The signed contents.
    pub operations: C,
    /// The signature.
    #[encoding(varopt)]
    pub signature: Option<Signature>,
}

/// The contents of an [`Inlined`] preattestation, in protocols 012 to 022.
#[derive(HasEncoding, NomReader, BinWriter, View, Debug, Clone, PartialEq, Eq, Hash)]
#[non_exhaustive]
pub enum InlinedPreattestation {
    /// An endorsement, before protocol 019.
    #[encoding(tag = 20, since = 12, until = 18, json(kind_first = "preendorsement"))]
    Preendorsement(ConsensusContent),
    /// A preattestation, from protocol 019 on.
    #[encoding(tag = 20, since = 19, json(kind_first = "preattestation"))]
    Preattestation(ConsensusContent),
}

/// The contents of an [`Inlined`] attestation, and from protocol 023 on of an [`Inlined`] preattestation.
#[derive(HasEncoding, NomReader, BinWriter, View, Debug, Clone, PartialEq, Eq, Hash)]
#[non_exhaustive]
pub enum InlinedContents {
    /// An endorsement, up to protocol 011.
    #[encoding(tag = 0, until = 11, json(kind_first = "endorsement"), title = "Endorsement")]
    EmmyEndorsement(EmmyEndorsement),
    /// An endorsement, before protocol 019.
    #[encoding(tag = 21, since = 12, until = 18, json(kind_first = "endorsement"))]
    Endorsement(ConsensusContent),
    /// A preattestation.
    #[encoding(tag = 20, since = 23, json(kind_first = "preattestation"))]
    Preattestation(ConsensusContent),
    /// An attestation.
    #[encoding(tag = 21, since = 19, json(kind_first = "attestation"))]
    Attestation(ConsensusContent),
    /// An attestation with slots of the data availability layer.
    #[encoding(tag = 23, since = 19, json(kind_first = "attestation_with_dal"))]
    AttestationWithDal(AttestationWithDal),
    /// Preattestations with one signature.
    #[encoding(tag = 30, since = 23, json(kind_first = "preattestations_aggregate"))]
    PreattestationsAggregate(PreattestationsAggregate),
    /// Attestations with one signature.
    #[encoding(tag = 31, since = 23, json(kind_first = "attestations_aggregate"))]
    AttestationsAggregate(AttestationsAggregate),
}

/// Two conflicting consensus operations of one baker.
///
/// | bytes | field  | encoding                                 |
/// |------:|--------|------------------------------------------|
/// | 2     | `slot` | `uint16`, from protocol 023 on           |
/// |       | `op1`  | an [`Inlined`] with a 4-byte size prefix |
/// |       | `op2`  | an [`Inlined`] with a 4-byte size prefix |
/// | 2     | `slot` | `uint16`, in protocols 009 to 011        |
#[derive(HasEncoding, NomReader, BinWriter, View, Debug, Clone, PartialEq, Eq, Hash)]
#[non_exhaustive]
pub struct DoubleConsensusEvidence<C = InlinedContents> {
    /// The slot of the baker, from protocol 023 on.
    #[encoding(since = 23)]
    pub slot: Option<u16>,
    /// The first operation.
    #[encoding(dynamic)]
    pub op1: Box<Inlined<C>>,
    /// The second operation.
    #[encoding(dynamic)]
    pub op2: Box<Inlined<C>>,
}

/// Evidence of two endorsements, which ends with a slot in protocols 009 to 011.
#[derive(HasEncoding, NomReader, BinWriter, View, Debug, Clone, PartialEq, Eq, Hash)]
#[allow(clippy::exhaustive_structs, reason = "of protocols that have ended")]
pub struct DoubleEndorsementEvidence {
    /// The first operation.
    #[encoding(dynamic)]
    pub op1: Box<Inlined>,
    /// The second operation.
    #[encoding(dynamic)]
    pub op2: Box<Inlined>,
    /// The slot of the baker.
    #[encoding(since = 9, until = 11)]
    pub slot: Option<u16>,
}

/// Evidence that a baker attested a slot with a trap, that is, without having checked the data, from protocol 022 on.
///
/// | bytes | field              | encoding                                   |
/// |------:|--------------------|--------------------------------------------|
/// |       | `attestation`      | an [`Inlined`] with a 4-byte size prefix   |
/// | 2     | `consensus_slot`   | `uint16`, from protocol 023 on             |
/// | 1     | `slot_index`       | `uint8`                                    |
/// | 1, 2  | `lag_index`        | an option of `uint8`, from protocol 025 on |
/// |       | `shard_with_proof` | [`ShardWithProof`]                         |
#[derive(HasEncoding, NomReader, BinWriter, View, Debug, Clone, PartialEq, Eq, Hash)]
#[non_exhaustive]
pub struct DalEntrapmentEvidence {
    /// The attestation.
    #[encoding(dynamic)]
    pub attestation: Box<Inlined>,
    /// The slot of the baker in the committee.
    #[encoding(since = 23)]
    pub consensus_slot: Option<u16>,
    /// The slot of the data availability layer.
    pub slot_index: u8,
    /// Index of the attestation lag: the number of levels between publication and attestation.
    #[encoding(since = 25, option)]
    pub lag_index: Option<u8>,
    /// The shard that is a trap, with its proof.
    pub shard_with_proof: ShardWithProof,
}

/// A shard of a slot, with the proof that it belongs to the slot.
#[derive(HasEncoding, NomReader, BinWriter, View, Debug, Clone, PartialEq, Eq, Hash)]
#[non_exhaustive]
pub struct ShardWithProof {
    /// The shard.
    pub shard: Shard,
    /// The proof, which is encoded like a commitment.
    pub proof: DalCommitment,
}

/// A shard of a slot: its index, and field elements of 32 bytes.
#[derive(HasEncoding, NomReader, BinWriter, View, Debug, Clone, PartialEq, Eq, Hash)]
#[allow(clippy::exhaustive_structs, reason = "a pair")]
pub struct Shard(
    /// The index.
    #[encoding(builtin = "Int31")]
    pub i32,
    /// The field elements.
    #[encoding(dynamic, list)]
    pub Vec<[u8; 32]>,
);

/// Slots of the data availability layer that a baker endorses, in protocols 014 and 015.
#[derive(HasEncoding, NomReader, BinWriter, View, Debug, Clone, PartialEq, Eq, Hash)]
#[allow(clippy::exhaustive_structs, reason = "of protocols that have ended")]
pub struct DalSlotAvailability {
    /// The baker.
    pub endorser: PublicKeyHash,
    /// The attested slots, as a bit set.
    pub endorsement: Z,
}

/// Slots of the data availability layer that a baker attests, in protocols 016 to 018.
///
/// | bytes | field         | encoding                            |
/// |------:|---------------|-------------------------------------|
/// | 21    | `attestor`    | [`PublicKeyHash`], up to protocol 017 |
/// |       | `attestation` | `z`                                 |
/// | 4     | `level`       | `int32`                             |
/// | 2     | `slot`        | `uint16`, in protocol 018           |
#[derive(HasEncoding, NomReader, BinWriter, View, Debug, Clone, PartialEq, Eq, Hash)]
#[allow(clippy::exhaustive_structs, reason = "of protocols that have ended")]
pub struct DalAttestation {
    /// The baker.
    #[encoding(until = 17)]
    pub attestor: Option<PublicKeyHash>,
    /// The attested slots, as a bit set.
    pub attestation: Z,
    /// The level.
    #[encoding(guard = "is_level")]
    pub level: i32,
    /// The slot of the baker in the committee.
    #[encoding(since = 18)]
    pub slot: Option<u16>,
}
