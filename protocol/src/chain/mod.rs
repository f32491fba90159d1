//! Types for the chain and its accounts: levels and cycles, votes, gas, stakers, balances.

mod balance;
mod gas;
mod level;
mod script;
mod staker;
mod text;
mod voting;

use tezos_encoding::HasEncoding;
use tezos_hashes::{fitness::Fitness, time::Timestamp};

pub use balance::{
    EarlyBalance, EarlyBalanceUpdate, EarlyBalanceUpdates, EarlyBalanceUpdatesView, FrozenBalance,
    FrozenBalanceByCycles, FrozenBalanceByCyclesView, FrozenBalanceOfCycle, OldBalance, OldBalanceUpdate,
    OldBalanceUpdates, OldBalanceUpdatesView,
};
pub(crate) use gas::is_gas;
pub use gas::{ConsumedMilligas, Gas, GasCost, GasCostView, GasCosts, GasCostsView, GasView, Milligas};
pub use level::{Cycle, Level, Period, RawLevel, Roll, Round, RoundFitness};
pub use script::{
    BigMapDiff, BigMapDiffItem, BigMapDiffItemView, BigMapDiffView, Location, ProtocolError, ProtocolErrorView, Seed,
    SeedNonce, TokenTransfer, TokenTransferView,
};
pub use staker::{FrozenStaker, UnstakedFrozenStaker};
pub use text::UnknownName;
pub(crate) use text::{named, numeric};
pub use voting::{
    BallotVote, Ballots, Listing, Listings, ListingsView, VotingPeriod, VotingPeriodKind, VotingPeriodNumber,
};

use crate::contract::ContractId;
use crate::numbers::Mutez;
use crate::receipt::BigMapUpdates;
use crate::row::{ALPHA, Row};

/// The encodings of this module: name, title, schema, first and last protocol.
pub(crate) const ENCODINGS: &[Row] = &[
    ("contract", "The address of a contract", ContractId::ENCODING, 1, ALPHA),
    ("contract.big_map_diff", "Changes of a big map", BigMapUpdates::ENCODING, 2, 4),
    ("contract.big_map_diff", "Changes of big maps", BigMapDiff::ENCODING, 5, 12),
    ("cycle", "The number of a cycle", Cycle::ENCODING, 1, ALPHA),
    ("delegate.balance_updates", "Changes of balances", EarlyBalanceUpdates::ENCODING, 1, 3),
    ("delegate.balance_updates", "Changes of balances", OldBalanceUpdates::ENCODING, 4, 8),
    ("delegate.frozen_balance", "What a delegate has frozen for a cycle", FrozenBalance::ENCODING, 1, 11),
    ("delegate.frozen_balance_by_cycles", "What a delegate has frozen", FrozenBalanceByCycles::ENCODING, 1, 11),
    ("errors", "An error of the protocol", ProtocolError::ENCODING, 1, ALPHA),
    ("fa1.2.token_transfer", "A transfer of tokens for the client", TokenTransfer::ENCODING, 8, ALPHA),
    ("fitness", "Weight of a block, by which branches are compared", Fitness::ENCODING, 1, 11),
    ("fitness", "Weight of a block, by which branches are compared", RoundFitness::ENCODING, 12, ALPHA),
    ("frozen_staker", "The owner of frozen tez", FrozenStaker::ENCODING, 18, ALPHA),
    ("gas", "The gas that is left", Gas::ENCODING, 1, ALPHA),
    ("gas.cost", "The cost of a computation", GasCosts::ENCODING, 1, 6),
    ("gas.cost", "The cost of a computation", GasCost::ENCODING, 7, 8),
    ("gas.cost", "The cost of a computation", Milligas::ENCODING, 9, ALPHA),
    ("level", "The level of a block in its cycle", Level::ENCODING, 1, ALPHA),
    ("nonce", "A random number of a baker", SeedNonce::ENCODING, 1, ALPHA),
    ("period", "A number of seconds", Period::ENCODING, 1, ALPHA),
    ("raw_level", "The level of a block", RawLevel::ENCODING, 1, ALPHA),
    ("roll", "The number of a roll", Roll::ENCODING, 1, 11),
    ("script.loc", "The number of a node in an expression", Location::ENCODING, 1, ALPHA),
    ("seed", "The seed of random choices", Seed::ENCODING, 1, ALPHA),
    ("tez", "An amount of millionths of a tez", Mutez::ENCODING, 1, ALPHA),
    ("timestamp", "The time of a block", Timestamp::ENCODING, 1, ALPHA),
    (
        "unstaked_frozen_staker",
        "The owner of frozen tez that are not staked",
        UnstakedFrozenStaker::ENCODING,
        18,
        ALPHA,
    ),
    ("vote.ballot", "A vote on a proposal", BallotVote::ENCODING, 1, ALPHA),
    ("vote.ballots", "The sums of the votes on a proposal", Ballots::ENCODING, 3, ALPHA),
    ("vote.listings", "The delegates who may vote", Listings::ENCODING, 3, ALPHA),
    ("voting_period", "The number of a voting period", VotingPeriodNumber::ENCODING, 1, 7),
    ("voting_period", "A voting period", VotingPeriod::ENCODING, 8, ALPHA),
    ("voting_period.kind", "The kind of a voting period", VotingPeriodKind::ENCODING, 1, ALPHA),
];
