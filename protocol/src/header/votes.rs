//! The votes that every block casts.

use tezos_encoding::{BinWriter, HasEncoding, NomReader, View};

use crate::chain::{UnknownName, named};

/// A vote of the baker of a block for or against a feature of the protocol.
///
/// In protocols 013 to 017 it is an `int8`; from 018 on it is two bits of a byte. In JSON it is `"on"`, `"off"` or `"pass"`.
///
/// # Errors
/// `Exception_raised_in_user_function` or `Unexpected_tag` for 3 and more.
///
/// Rule: [`per_block_votes_repr.ml`, `per_block_vote_compact_encoding`][rule].
///
/// [rule]: https://github.com/tezos/tezos-mirror/blob/d26a8bef82159434e5a6db6a6d329f29dc8172dd/src/proto_alpha/lib_protocol/per_block_votes_repr.ml
#[derive(HasEncoding, NomReader, BinWriter, View, Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash)]
#[encoding(compact(tag = "u8", union_tag_bits = 2), json(first_match))]
#[allow(clippy::exhaustive_enums, reason = "there are no others")]
pub enum PerBlockVote {
    /// For the feature.
    #[encoding(title = "per_block_vote_on")]
    On,
    /// Against the feature.
    #[encoding(title = "per_block_vote_off")]
    Off,
    /// Abstains.
    #[encoding(title = "per_block_vote_pass")]
    Pass,
}

named! { PerBlockVote { On => "on", Off => "off", Pass => "pass" } }

impl TryFrom<i8> for PerBlockVote {
    type Error = UnknownName;

    fn try_from(number: i8) -> Result<Self, UnknownName> {
        let vote = [Self::On, Self::Off, Self::Pass].into_iter().find(|vote| i8::from(vote) == number);
        vote.ok_or(UnknownName { expected: &["0 (on)", "1 (off)", "2 (pass)"] })
    }
}

impl From<&PerBlockVote> for i8 {
    fn from(vote: &PerBlockVote) -> Self {
        match vote {
            PerBlockVote::On => 0,
            PerBlockVote::Off => 1,
            PerBlockVote::Pass => 2,
        }
    }
}

/// The number of a vote in the protocols 013 to 017, where a guard checks it.
#[derive(HasEncoding, NomReader, BinWriter)]
#[encoding(guard = "ToggleNumber::is_vote")]
struct ToggleNumber(i8);

impl ToggleNumber {
    fn is_vote(&self) -> Result<(), UnknownName> {
        PerBlockVote::try_from(self.0).map(drop)
    }
}

impl TryFrom<ToggleNumber> for PerBlockVote {
    type Error = UnknownName;

    fn try_from(number: ToggleNumber) -> Result<Self, UnknownName> {
        Self::try_from(number.0)
    }
}

impl From<&PerBlockVote> for ToggleNumber {
    fn from(vote: &PerBlockVote) -> Self {
        Self(vote.into())
    }
}

/// The votes of a block in the protocols 018 to 023.
///
/// | bits of the byte | field                    | encoding |
/// |------------------|--------------------------|----------|
/// | lowest 2         | `liquidity_baking_vote`  | [`PerBlockVote`] |
/// | next 2           | `adaptive_issuance_vote` | [`PerBlockVote`] |
/// | highest 4        |                          | zero     |
///
/// # Errors
/// `Unexpected_tag` for other bytes.
///
/// Rule: [`per_block_votes_repr.ml`, `per_block_votes_encoding`][rule].
///
/// [rule]: https://github.com/tezos/tezos-mirror/blob/d26a8bef82159434e5a6db6a6d329f29dc8172dd/src/proto_023_PtSeouLo/lib_protocol/per_block_votes_repr.ml
#[derive(HasEncoding, NomReader, BinWriter, View, Debug, Clone, Copy, PartialEq, Eq, Hash)]
#[encoding(id = "per_block_votes", compact)]
#[allow(clippy::exhaustive_structs, reason = "of protocols that have ended")]
pub struct PerBlockVotes {
    /// The vote on the subsidy of liquidity baking.
    pub liquidity_baking_vote: PerBlockVote,
    /// The vote on adaptive issuance.
    pub adaptive_issuance_vote: PerBlockVote,
}

/// The votes of a block: one byte from protocol 010 (Granada) on, no bytes in earlier protocols.
///
/// | bytes | field                          | encoding                           |
/// |------:|--------------------------------|------------------------------------|
/// | 1     | `liquidity_baking_escape_vote` | `bool`; protocols 010 to 012       |
/// | 1     | `liquidity_baking_toggle_vote` | [`PerBlockVote`] as an `int8`; 013 to 017 |
/// | 1     | `per_block_votes`              | [`PerBlockVotes`]; 018 to 023      |
/// | 1     | `per_block_votes`              | [`PerBlockVote`]; from 024 on      |
///
/// Rule: [`block_header_repr.ml`, `contents_encoding`][rule].
///
/// [rule]: https://github.com/tezos/tezos-mirror/blob/d26a8bef82159434e5a6db6a6d329f29dc8172dd/src/proto_alpha/lib_protocol/block_header_repr.ml
#[derive(HasEncoding, NomReader, BinWriter, View, Debug, Clone, Copy, Default, PartialEq, Eq, Hash)]
#[encoding(view = "Self")]
#[non_exhaustive]
pub struct Votes {
    /// True for a vote to end the subsidy of liquidity baking.
    #[encoding(since = 10, until = 12)]
    pub liquidity_baking_escape_vote: Option<bool>,
    /// The vote on the subsidy of liquidity baking.
    #[encoding(since = 13, until = 17, try_from = "ToggleNumber")]
    pub liquidity_baking_toggle_vote: Option<PerBlockVote>,
    /// The votes on the subsidy of liquidity baking and on adaptive issuance.
    #[encoding(since = 18, until = 23)]
    pub per_block_votes: Option<PerBlockVotes>,
    /// The vote on the subsidy of liquidity baking.
    #[encoding(since = 24, name = "per_block_votes")]
    pub liquidity_baking_vote: Option<PerBlockVote>,
}

impl Votes {
    /// Returns the vote on the subsidy of liquidity baking in protocols from 013 on. Protocols 010 to 012 have a `bool` instead:
    /// [`Votes::liquidity_baking_escape_vote`].
    #[must_use]
    pub fn on_liquidity_baking(&self) -> Option<PerBlockVote> {
        let both = self.per_block_votes.map(|votes| votes.liquidity_baking_vote);
        self.liquidity_baking_toggle_vote.or(both).or(self.liquidity_baking_vote)
    }
}

impl From<PerBlockVotes> for Votes {
    /// The votes of a block of protocols 018 to 023.
    fn from(votes: PerBlockVotes) -> Self {
        Self { per_block_votes: Some(votes), ..Self::default() }
    }
}

impl From<PerBlockVote> for Votes {
    /// The vote of a block from protocol 024 on.
    fn from(vote: PerBlockVote) -> Self {
        Self { liquidity_baking_vote: Some(vote), ..Self::default() }
    }
}

/// The votes as fields of the JSON of a header: from protocol 018 on they are not nested in an object.
#[derive(HasEncoding, NomReader, BinWriter, View, Debug, Clone, Copy, PartialEq, Eq, Hash)]
#[encoding(view = "Self")]
pub(super) struct JsonVotes {
    #[encoding(since = 10, until = 12)]
    liquidity_baking_escape_vote: Option<bool>,
    #[encoding(since = 13, until = 17, json(display))]
    liquidity_baking_toggle_vote: Option<PerBlockVote>,
    #[encoding(since = 18, until = 23, name = "liquidity_baking_toggle_vote", json(display))]
    beside_adaptive_issuance: Option<PerBlockVote>,
    #[encoding(since = 18, until = 23, json(display))]
    adaptive_issuance_vote: Option<PerBlockVote>,
    #[encoding(since = 24, name = "liquidity_baking_toggle_vote", json(display))]
    liquidity_baking_vote: Option<PerBlockVote>,
}

impl From<Votes> for JsonVotes {
    fn from(votes: Votes) -> Self {
        Self {
            liquidity_baking_escape_vote: votes.liquidity_baking_escape_vote,
            liquidity_baking_toggle_vote: votes.liquidity_baking_toggle_vote,
            beside_adaptive_issuance: votes.per_block_votes.map(|votes| votes.liquidity_baking_vote),
            adaptive_issuance_vote: votes.per_block_votes.map(|votes| votes.adaptive_issuance_vote),
            liquidity_baking_vote: votes.liquidity_baking_vote,
        }
    }
}

impl From<JsonVotes> for Votes {
    fn from(json: JsonVotes) -> Self {
        let both = json.beside_adaptive_issuance.zip(json.adaptive_issuance_vote);
        Self {
            liquidity_baking_escape_vote: json.liquidity_baking_escape_vote,
            liquidity_baking_toggle_vote: json.liquidity_baking_toggle_vote,
            per_block_votes: both.map(|(liquidity_baking_vote, adaptive_issuance_vote)| PerBlockVotes {
                liquidity_baking_vote,
                adaptive_issuance_vote,
            }),
            liquidity_baking_vote: json.liquidity_baking_vote,
        }
    }
}
