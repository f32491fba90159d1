//! Anonymous operations, votes, and operations that always fail.

use alloc::boxed::Box;
use alloc::vec::Vec;

use tezos_encoding::{BinWriter, HasEncoding, NomReader, View};
use tezos_hashes::hash::ProtocolHash;

use crate::chain::{self, RawLevel};
use crate::header::FullHeader;
use crate::keys::{Ed25519PublicKeyHash, PublicKeyHash};

/// Reveals the nonce that a baker committed to.
#[derive(HasEncoding, NomReader, BinWriter, View, Debug, Clone, Copy, PartialEq, Eq, Hash)]
#[encoding(view = "Self")]
#[non_exhaustive]
pub struct SeedNonceRevelation {
    /// The level of the block with the commitment.
    pub level: RawLevel,
    /// The nonce.
    pub nonce: [u8; 32],
}

/// The result of a verifiable delay function and its proof, from protocol 014 on.
///
/// In JSON it is a pair of hexadecimal strings.
#[derive(HasEncoding, NomReader, BinWriter, View, Debug, Clone, PartialEq, Eq, Hash)]
#[non_exhaustive]
pub struct VdfRevelation {
    /// The result and the proof.
    pub solution: ([u8; 100], [u8; 100]),
}

/// Two conflicting blocks of one baker.
#[derive(HasEncoding, NomReader, BinWriter, View, Debug, Clone, PartialEq, Eq, Hash)]
#[non_exhaustive]
pub struct DoubleBakingEvidence {
    /// The first header.
    #[encoding(dynamic)]
    pub bh1: Box<FullHeader>,
    /// The second header.
    #[encoding(dynamic)]
    pub bh2: Box<FullHeader>,
}

/// Activates an account of the fundraiser, which credits it with its tez.
#[derive(HasEncoding, NomReader, BinWriter, View, Debug, Clone, Copy, PartialEq, Eq, Hash)]
#[encoding(view = "Self")]
#[non_exhaustive]
pub struct ActivateAccount {
    /// The account.
    pub pkh: Ed25519PublicKeyHash,
    /// The activation code, known only to the owner.
    pub secret: [u8; 20],
}

/// Transfers the spendable balance of a baker to an account chosen by its consensus key, from protocol 015 on.
#[derive(HasEncoding, NomReader, BinWriter, View, Debug, Clone, Copy, PartialEq, Eq, Hash)]
#[encoding(view = "Self")]
#[non_exhaustive]
pub struct DrainDelegate {
    /// The account of the consensus key.
    pub consensus_key: PublicKeyHash,
    /// The baker.
    pub delegate: PublicKeyHash,
    /// The account that receives the balance.
    pub destination: PublicKeyHash,
}

/// Submits protocols as proposals.
#[derive(HasEncoding, NomReader, BinWriter, View, Debug, Clone, PartialEq, Eq, Hash)]
#[non_exhaustive]
pub struct Proposals {
    /// The baker.
    pub source: PublicKeyHash,
    /// The number of the voting period.
    pub period: i32,
    /// The protocols.
    #[encoding(until = 14, name = "proposals", dynamic, list)]
    pub any_proposals: Option<Vec<ProtocolHash>>,
    /// The protocols, at most twenty.
    #[encoding(since = 15, dynamic, list = 20)]
    pub proposals: Option<Vec<ProtocolHash>>,
}

/// Votes on a proposal.
#[derive(HasEncoding, NomReader, BinWriter, View, Debug, Clone, Copy, PartialEq, Eq, Hash)]
#[encoding(view = "Self")]
#[non_exhaustive]
pub struct Ballot {
    /// The baker.
    pub source: PublicKeyHash,
    /// The number of the voting period.
    pub period: i32,
    /// The proposal.
    pub proposal: ProtocolHash,
    /// The vote.
    pub ballot: chain::BallotVote,
}

/// Signed bytes that can never be included in a block, from protocol 009 on.
///
/// In JSON the message is text up to protocol 015, and hexadecimal from 016 on.
#[derive(HasEncoding, NomReader, BinWriter, View, Debug, Clone, PartialEq, Eq, Hash)]
#[non_exhaustive]
pub struct FailingNoop {
    /// The message, up to protocol 015.
    #[encoding(until = 15, name = "arbitrary", string)]
    pub text: Option<Vec<u8>>,
    /// The message.
    #[encoding(since = 16, dynamic, bytes)]
    pub arbitrary: Option<Vec<u8>>,
}
