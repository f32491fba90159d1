//! Votes on amendments of the protocol.

use alloc::vec::Vec;

use tezos_encoding::{BinWriter, HasEncoding, NomReader, View};
use tezos_hashes::keys::PublicKeyHash;

use super::UnknownName;
use super::text::{named, numeric};

/// The vote of a delegate on a proposal.
///
/// | bytes | field | encoding                              |
/// |------:|-------|---------------------------------------|
/// | 1     |       | `int8`: 0 (yay), 1 (nay) or 2 (pass)  |
///
/// In JSON it is `"yay"`, `"nay"` or `"pass"`.
///
/// # Errors
/// For another number, `Exception_raised_in_user_function` up to protocol 010 and `User_invariant_guard` from 011 on.
///
/// Rule: [`vote_repr.ml`, `ballot_encoding`][rule].
///
/// [rule]: https://github.com/tezos/tezos-mirror/blob/d26a8bef82159434e5a6db6a6d329f29dc8172dd/src/proto_alpha/lib_protocol/vote_repr.ml
#[derive(HasEncoding, NomReader, BinWriter, View, Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash)]
#[encoding(try_from = "BallotNumber", view = "Self", json(display))]
pub enum BallotVote {
    /// For the proposal.
    Yay,
    /// Against the proposal.
    Nay,
    /// Counts towards the quorum only.
    Pass,
}

named! { BallotVote { Yay => "yay", Nay => "nay", Pass => "pass" } }

impl TryFrom<i8> for BallotVote {
    type Error = UnknownName;

    fn try_from(number: i8) -> Result<Self, UnknownName> {
        let known = [Self::Yay, Self::Nay, Self::Pass];
        let ballot = known.into_iter().find(|ballot| i8::from(ballot) == number);
        ballot.ok_or(UnknownName { expected: &["0 (yay)", "1 (nay)", "2 (pass)"] })
    }
}

impl From<&BallotVote> for i8 {
    fn from(ballot: &BallotVote) -> Self {
        match ballot {
            BallotVote::Yay => 0,
            BallotVote::Nay => 1,
            BallotVote::Pass => 2,
        }
    }
}

/// The number of a ballot, which a guard checks from protocol 011 on, and before that the conversion.
#[derive(HasEncoding, NomReader, BinWriter)]
#[encoding(guard(function = "BallotNumber::is_ballot", since = 11))]
struct BallotNumber(i8);

impl BallotNumber {
    fn is_ballot(&self) -> Result<(), UnknownName> {
        BallotVote::try_from(self.0).map(drop)
    }
}

impl TryFrom<BallotNumber> for BallotVote {
    type Error = UnknownName;

    fn try_from(number: BallotNumber) -> Result<Self, UnknownName> {
        Self::try_from(number.0)
    }
}

impl From<&BallotVote> for BallotNumber {
    fn from(ballot: &BallotVote) -> Self {
        Self(ballot.into())
    }
}

/// The sums of the votes on a proposal: in rolls until protocol 012 (Ithaca), then in millionths of a tez.
///
/// | bytes  | field  | encoding                            |
/// |-------:|--------|-------------------------------------|
/// | 4 or 8 | `yay`  | `int32` until 012, `int64` from 013 |
/// | 4 or 8 | `nay`  | as `yay`                            |
/// | 4 or 8 | `pass` | as `yay`                            |
///
/// # Errors
/// `Not_enough_data`.
///
/// Rule: [`vote_storage.ml`, `ballots_encoding`][rule].
///
/// [rule]: https://github.com/tezos/tezos-mirror/blob/d26a8bef82159434e5a6db6a6d329f29dc8172dd/src/proto_alpha/lib_protocol/vote_storage.ml
#[derive(HasEncoding, NomReader, BinWriter, View, Debug, Clone, Copy, PartialEq, Eq, Hash)]
#[encoding(view = "Self")]
pub struct Ballots {
    /// The rolls for the proposal.
    #[encoding(until = 12, name = "yay")]
    pub yay_rolls: Option<i32>,
    /// The rolls against the proposal.
    #[encoding(until = 12, name = "nay")]
    pub nay_rolls: Option<i32>,
    /// The rolls that passed.
    #[encoding(until = 12, name = "pass")]
    pub pass_rolls: Option<i32>,
    /// The stake for the proposal.
    #[encoding(since = 13)]
    pub yay: Option<i64>,
    /// The stake against the proposal.
    #[encoding(since = 13)]
    pub nay: Option<i64>,
    /// The stake that passed.
    #[encoding(since = 13)]
    pub pass: Option<i64>,
}

/// A delegate and the weight of its vote.
///
/// | bytes | field          | encoding            |
/// |------:|----------------|---------------------|
/// | 21    | `pkh`          | [`PublicKeyHash`]   |
/// | 4     | `rolls`        | `int32`; until 012  |
/// | 8     | `voting_power` | `int64`; from 013 on |
///
/// # Errors
/// The errors of the fields.
///
/// Rule: [`vote_storage.ml`, `listings_encoding`][rule].
///
/// [rule]: https://github.com/tezos/tezos-mirror/blob/d26a8bef82159434e5a6db6a6d329f29dc8172dd/src/proto_alpha/lib_protocol/vote_storage.ml
#[derive(HasEncoding, NomReader, BinWriter, View, Debug, Clone, Copy, PartialEq, Eq, Hash)]
#[encoding(view = "Self")]
pub struct Listing {
    /// The delegate.
    pub pkh: PublicKeyHash,
    /// Its rolls.
    #[encoding(until = 12)]
    pub rolls: Option<i32>,
    /// Its stake in millionths of a tez.
    #[encoding(since = 13)]
    pub voting_power: Option<i64>,
}

/// The delegates who may vote: [`Listing`]s with a 4-byte size prefix.
#[derive(HasEncoding, NomReader, BinWriter, View, Debug, Clone, Default, PartialEq, Eq, Hash)]
pub struct Listings(#[encoding(dynamic, list)] pub Vec<Listing>);

/// The number of a voting period, until protocol 007 (Delphi).
///
/// | bytes | field | encoding |
/// |------:|-------|----------|
/// | 4     |       | `int32`  |
///
/// # Errors
/// `Not_enough_data`.
///
/// Rule: [`voting_period_repr.ml`, `encoding`][rule].
///
/// [rule]: https://github.com/tezos/tezos-mirror/blob/d26a8bef82159434e5a6db6a6d329f29dc8172dd/src/proto_007_PsDELPH1/lib_protocol/voting_period_repr.ml
#[derive(
    HasEncoding, NomReader, BinWriter, View, Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Default,
)]
#[encoding(view = "Self")]
pub struct VotingPeriodNumber(pub i32);

numeric! { VotingPeriodNumber(i32); }

/// A voting period, from protocol 008 (Edo) on.
///
/// | bytes | field            | encoding             |
/// |------:|------------------|----------------------|
/// | 4     | `index`          | `int32`              |
/// | 1     | `kind`           | [`VotingPeriodKind`] |
/// | 4     | `start_position` | `int32`              |
///
/// # Errors
/// The errors of the fields.
///
/// Rule: [`voting_period_repr.ml`, `encoding`][rule].
///
/// [rule]: https://github.com/tezos/tezos-mirror/blob/d26a8bef82159434e5a6db6a6d329f29dc8172dd/src/proto_alpha/lib_protocol/voting_period_repr.ml
#[derive(HasEncoding, NomReader, BinWriter, View, Debug, Clone, Copy, PartialEq, Eq, Hash)]
#[encoding(view = "Self")]
pub struct VotingPeriod {
    /// The number of the period.
    pub index: i32,
    /// The kind of the period.
    pub kind: VotingPeriodKind,
    /// The distance of its first block from the first block after the genesis.
    pub start_position: i32,
}

/// The kind of a voting period.
///
/// | bytes | field | encoding                                      |
/// |------:|-------|-----------------------------------------------|
/// | 1     | tag   | 0 to 3 until 007, 0 to 4 from 008 (Edo) on    |
///
/// In JSON it is the name of the variant in small letters, with underscores. Three names changed in protocol 009 (Florence).
///
/// # Errors
/// `Unexpected_tag`.
///
/// Rule: [`voting_period_repr.ml`, `kind_encoding`][rule].
///
/// [rule]: https://github.com/tezos/tezos-mirror/blob/d26a8bef82159434e5a6db6a6d329f29dc8172dd/src/proto_alpha/lib_protocol/voting_period_repr.ml
#[derive(HasEncoding, NomReader, BinWriter, View, Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash)]
#[encoding(view = "Self", json(display))]
#[non_exhaustive]
pub enum VotingPeriodKind {
    /// Delegates propose amendments.
    #[encoding(tag = 0)]
    Proposal,
    /// Delegates vote on whether a proposal is tested.
    #[encoding(tag = 1, until = 8)]
    TestingVote,
    /// Delegates vote on a proposal for the first time.
    #[encoding(tag = 1, since = 9)]
    Exploration,
    /// The proposal runs on a test chain.
    #[encoding(tag = 2, until = 8)]
    Testing,
    /// A pause, in which the proposal can be tested.
    #[encoding(tag = 2, since = 9)]
    Cooldown,
    /// Delegates vote on whether a proposal becomes the protocol.
    #[encoding(tag = 3, until = 8)]
    PromotionVote,
    /// Delegates vote on whether a proposal becomes the protocol.
    #[encoding(tag = 3, since = 9)]
    Promotion,
    /// A pause, in which nodes prepare for the new protocol.
    #[encoding(tag = 4, since = 8)]
    Adoption,
}

named! {
    VotingPeriodKind {
        Proposal => "proposal",
        TestingVote => "testing_vote",
        Exploration => "exploration",
        Testing => "testing",
        Cooldown => "cooldown",
        PromotionVote => "promotion_vote",
        Promotion => "promotion",
        Adoption => "adoption",
    }
}
