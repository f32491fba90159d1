//! The balances that balance updates in receipts change.

use tezos_encoding::{BinWriter, HasEncoding, NomReader, View};
use tezos_hashes::{keys::PublicKeyHash, protocol::BlindedPublicKeyHash};

use super::BondId;
use crate::chain::{Cycle, FrozenStaker, UnstakedFrozenStaker};
use crate::contract::ContractId;

/// The balance that an update changes.
///
/// | bytes | field | encoding               |
/// |------:|-------|------------------------|
/// | 1     | tag   | the kind of balance    |
/// | n     |       | the fields of the case |
///
/// In JSON `kind` and `category` identify the case.
///
/// # Errors
/// `Unexpected_tag` for a case that the protocol does not have; the errors of the fields.
///
/// Rule: [`receipt_repr.ml`, `balance_and_update_encoding`][rule].
///
/// [rule]: https://github.com/tezos/tezos-mirror/blob/d26a8bef82159434e5a6db6a6d329f29dc8172dd/src/proto_alpha/lib_protocol/receipt_repr.ml
#[derive(HasEncoding, NomReader, BinWriter, View, Debug, Clone, Copy, PartialEq, Eq, Hash)]
#[encoding(view = "Self")]
#[non_exhaustive]
pub enum Balance {
    /// The spendable balance of an account.
    #[encoding(tag = 0, json(kind_first = "contract"))]
    Contract {
        /// The contract.
        contract: ContractId,
    },
    /// Frozen rewards, up to protocol 011.
    #[encoding(tag = 1, until = 11, json(kind_first = "freezer"))]
    Rewards {
        /// `rewards` in JSON.
        #[encoding(constant = "rewards")]
        category: (),
        /// The owner.
        delegate: PublicKeyHash,
        /// The cycle for which they are frozen.
        cycle: Cycle,
    },
    /// Frozen fees, up to protocol 011.
    #[encoding(tag = 2, until = 11, json(kind_first = "freezer"))]
    Fees {
        /// `fees` in JSON.
        #[encoding(constant = "fees")]
        category: (),
        /// The owner.
        delegate: PublicKeyHash,
        /// The cycle for which they are frozen.
        cycle: Cycle,
    },
    /// Frozen deposits for a cycle, up to protocol 011.
    #[encoding(tag = 3, until = 11, json(kind_first = "freezer"), title = "Deposits")]
    CycleDeposits {
        /// `deposits` in JSON.
        #[encoding(constant = "deposits")]
        category: (),
        /// The owner.
        delegate: PublicKeyHash,
        /// The cycle for which they are frozen.
        cycle: Cycle,
    },
    /// Rewards that were frozen before protocol 012.
    #[encoding(tag = 1, since = 12, until = 12, json(kind_first = "freezer"))]
    LegacyRewards {
        /// `legacy_rewards` in JSON.
        #[encoding(constant = "legacy_rewards")]
        category: (),
        /// The owner.
        delegate: PublicKeyHash,
        /// The cycle for which they are frozen.
        cycle: Cycle,
    },
    /// Fees of the operations in the block.
    #[encoding(tag = 2, since = 12, json(kind_first = "accumulator"))]
    BlockFees {
        /// `block fees` in JSON.
        #[encoding(constant = "block fees")]
        category: (),
    },
    /// Deposits that were frozen before protocol 012.
    #[encoding(tag = 3, since = 12, until = 12, json(kind_first = "freezer"))]
    LegacyDeposits {
        /// `legacy_deposits` in JSON.
        #[encoding(constant = "legacy_deposits")]
        category: (),
        /// The owner.
        delegate: PublicKeyHash,
        /// The cycle for which they are frozen.
        cycle: Cycle,
    },
    /// Frozen deposits of a delegate, in protocols 012 to 017.
    #[encoding(tag = 4, since = 12, until = 17, json(kind_first = "freezer"), title = "Deposits")]
    DelegateDeposits {
        /// `deposits` in JSON.
        #[encoding(constant = "deposits")]
        category: (),
        /// The owner.
        delegate: PublicKeyHash,
    },
    /// Frozen deposits, from protocol 018 on.
    #[encoding(tag = 4, since = 18, json(kind_first = "freezer"))]
    Deposits {
        /// `deposits` in JSON.
        #[encoding(constant = "deposits")]
        category: (),
        /// The owner.
        staker: FrozenStaker,
    },
    /// Rewards for revealed nonces.
    #[encoding(tag = 5, since = 12, json(kind_first = "minted"))]
    NonceRevelationRewards {
        /// `nonce revelation rewards` in JSON.
        #[encoding(constant = "nonce revelation rewards")]
        category: (),
    },
    /// Rewards for evidence against bakers, up to protocol 017.
    #[encoding(tag = 6, since = 12, until = 17, json(kind_first = "minted"))]
    DoubleSigningEvidenceRewards {
        /// `double signing evidence rewards` in JSON.
        #[encoding(constant = "double signing evidence rewards")]
        category: (),
    },
    /// Rewards for attestations, up to protocol 017.
    #[encoding(tag = 7, since = 12, until = 17, json(kind_first = "minted"))]
    EndorsingRewards {
        /// `endorsing rewards` in JSON.
        #[encoding(constant = "endorsing rewards")]
        category: (),
    },
    /// Rewards for attestations, from protocol 018 on.
    #[encoding(tag = 7, since = 18, json(kind_first = "minted"))]
    AttestingRewards {
        /// `attesting rewards` in JSON.
        #[encoding(constant = "attesting rewards")]
        category: (),
    },
    /// Rewards for blocks.
    #[encoding(tag = 8, since = 12, json(kind_first = "minted"))]
    BakingRewards {
        /// `baking rewards` in JSON.
        #[encoding(constant = "baking rewards")]
        category: (),
    },
    /// Rewards for attestations in a block.
    #[encoding(tag = 9, since = 12, json(kind_first = "minted"))]
    BakingBonuses {
        /// `baking bonuses` in JSON.
        #[encoding(constant = "baking bonuses")]
        category: (),
    },
    /// Fees that were frozen before protocol 012.
    #[encoding(tag = 10, since = 12, until = 12, json(kind_first = "freezer"))]
    LegacyFees {
        /// `legacy_fees` in JSON.
        #[encoding(constant = "legacy_fees")]
        category: (),
        /// The owner.
        delegate: PublicKeyHash,
        /// The cycle for which they are frozen.
        cycle: Cycle,
    },
    /// Fees for storage.
    #[encoding(tag = 11, since = 12, json(kind_first = "burned"))]
    StorageFees {
        /// `storage fees` in JSON.
        #[encoding(constant = "storage fees")]
        category: (),
    },
    /// Punishments of bakers for conflicting blocks or attestations.
    #[encoding(tag = 12, since = 12, json(kind_first = "burned"))]
    DoubleSigningPunishments {
        /// `punishments` in JSON.
        #[encoding(constant = "punishments")]
        category: (),
    },
    /// Rewards that a baker lost, up to protocol 017.
    #[encoding(tag = 13, since = 12, until = 17, json(kind_first = "burned"))]
    LostEndorsingRewards {
        /// `lost endorsing rewards` in JSON.
        #[encoding(constant = "lost endorsing rewards")]
        category: (),
        /// The baker.
        delegate: PublicKeyHash,
        /// True if the baker attested too few slots.
        participation: bool,
        /// True if the baker did not reveal its nonce.
        revelation: bool,
    },
    /// Rewards that a baker lost, from protocol 018 on.
    #[encoding(tag = 13, since = 18, json(kind_first = "burned"))]
    LostAttestingRewards {
        /// `lost attesting rewards` in JSON.
        #[encoding(constant = "lost attesting rewards")]
        category: (),
        /// The baker.
        delegate: PublicKeyHash,
        /// True if the baker attested too few slots.
        participation: bool,
        /// True if the baker did not reveal its nonce.
        revelation: bool,
    },
    /// The subsidy of liquidity baking.
    #[encoding(tag = 14, since = 12, json(kind_first = "minted"))]
    LiquidityBakingSubsidies {
        /// `subsidy` in JSON.
        #[encoding(constant = "subsidy")]
        category: (),
    },
    /// Burned tez.
    #[encoding(tag = 15, since = 12, json(kind_first = "burned"))]
    Burned {
        /// `burned` in JSON.
        #[encoding(constant = "burned")]
        category: (),
    },
    /// Tez of a fundraiser's account that is not activated.
    #[encoding(tag = 16, since = 12, json(kind_first = "commitment"))]
    Commitments {
        /// `commitment` in JSON.
        #[encoding(constant = "commitment")]
        category: (),
        /// The participant of the fundraiser.
        committer: BlindedPublicKeyHash,
    },
    /// Tez of the first accounts of a chain.
    #[encoding(tag = 17, since = 12, json(kind_first = "minted"))]
    Bootstrap {
        /// `bootstrap` in JSON.
        #[encoding(constant = "bootstrap")]
        category: (),
    },
    /// A payment of an amendment to its authors.
    #[encoding(tag = 18, since = 12, json(kind_first = "minted"))]
    Invoice {
        /// `invoice` in JSON.
        #[encoding(constant = "invoice")]
        category: (),
    },
    /// Tez of the fundraiser at the start of a chain.
    #[encoding(tag = 19, since = 12, json(kind_first = "minted"))]
    InitialCommitments {
        /// `commitment` in JSON.
        #[encoding(constant = "commitment")]
        category: (),
    },
    /// Minted tez.
    #[encoding(tag = 20, since = 12, json(kind_first = "minted"))]
    Minted {
        /// `minted` in JSON.
        #[encoding(constant = "minted")]
        category: (),
    },
    /// Frozen bonds for a rollup.
    #[encoding(tag = 21, since = 13, json(kind_first = "freezer"))]
    FrozenBonds {
        /// `bonds` in JSON.
        #[encoding(constant = "bonds")]
        category: (),
        /// The owner.
        contract: ContractId,
        /// The rollup for which they are frozen.
        bond_id: BondId,
    },
    /// Rewards for proofs against commitments of transaction rollups.
    #[encoding(tag = 22, since = 13, until = 17, json(kind_first = "minted"))]
    TxRollupRejectionRewards {
        /// `tx_rollup_rejection_rewards` in JSON.
        #[encoding(constant = "tx_rollup_rejection_rewards")]
        category: (),
    },
    /// Punishments of authors of wrong commitments of transaction rollups.
    #[encoding(tag = 23, since = 13, until = 17, json(kind_first = "burned"))]
    TxRollupRejectionPunishments {
        /// `tx_rollup_rejection_punishments` in JSON.
        #[encoding(constant = "tx_rollup_rejection_punishments")]
        category: (),
    },
    /// Punishments of losers of refutation games, in protocols 014 and 015.
    #[encoding(tag = 24, since = 14, until = 15, json(kind_first = "burned"))]
    ScRollupRefutationPunishments {
        /// `sc_rollup_refutation_punishments` in JSON.
        #[encoding(constant = "sc_rollup_refutation_punishments")]
        category: (),
    },
    /// Rewards for winners of refutation games, in protocol 015.
    #[encoding(tag = 25, since = 15, until = 15, json(kind_first = "minted"))]
    ScRollupRefutationRewards {
        /// `sc_rollup_refutation_rewards` in JSON.
        #[encoding(constant = "sc_rollup_refutation_rewards")]
        category: (),
    },
    /// Punishments of losers of refutation games.
    #[encoding(tag = 24, since = 16, json(kind_first = "burned"))]
    SmartRollupRefutationPunishments {
        /// `smart_rollup_refutation_punishments` in JSON.
        #[encoding(constant = "smart_rollup_refutation_punishments")]
        category: (),
    },
    /// Rewards for winners of refutation games.
    #[encoding(tag = 25, since = 16, json(kind_first = "minted"))]
    SmartRollupRefutationRewards {
        /// `smart_rollup_refutation_rewards` in JSON.
        #[encoding(constant = "smart_rollup_refutation_rewards")]
        category: (),
    },
    /// Frozen tez that are no longer staked.
    #[encoding(tag = 26, since = 18, json(kind_first = "freezer"))]
    UnstakedDeposits {
        /// `unstaked_deposits` in JSON.
        #[encoding(constant = "unstaked_deposits")]
        category: (),
        /// The owner.
        staker: UnstakedFrozenStaker,
        /// The cycle in which they were unstaked.
        cycle: Cycle,
    },
    /// The share of a staker in the stake of its delegate's stakers, in pseudotokens.
    #[encoding(tag = 27, since = 18, json(kind_first = "staking"))]
    StakingDelegatorNumerator {
        /// `delegator_numerator` in JSON.
        #[encoding(constant = "delegator_numerator")]
        category: (),
        /// The staker.
        delegator: ContractId,
    },
    /// The sum of the shares of a delegate's stakers, in pseudotokens.
    #[encoding(tag = 28, since = 18, json(kind_first = "staking"))]
    StakingDelegateDenominator {
        /// `delegate_denominator` in JSON.
        #[encoding(constant = "delegate_denominator")]
        category: (),
        /// The delegate.
        delegate: PublicKeyHash,
    },
    /// Rewards for attestations of data.
    #[encoding(tag = 29, since = 22, json(kind_first = "minted"), title = "DAL_attesting_rewards")]
    DalAttestingRewards {
        /// `DAL attesting rewards` in JSON.
        #[encoding(constant = "DAL attesting rewards")]
        category: (),
    },
    /// Rewards for attestations of data that a baker lost.
    #[encoding(tag = 30, since = 22, json(kind_first = "burned"), title = "Lost_DAL_attesting_rewards")]
    LostDalAttestingRewards {
        /// `lost DAL attesting rewards` in JSON.
        #[encoding(constant = "lost DAL attesting rewards")]
        category: (),
        /// The baker.
        delegate: PublicKeyHash,
    },
    /// Tez staked by the liquid staking contract, in the draft of 025.
    #[encoding(tag = 31, since = 25, until = 25, json(kind_first = "freezer"), title = "CLST_deposits")]
    ClstDeposits {
        /// `clst_deposits` in JSON.
        #[encoding(constant = "clst_deposits")]
        category: (),
    },
    /// Tez redeemed from liquid staking, in the draft of 025.
    #[encoding(tag = 32, since = 25, until = 25, json(kind_first = "freezer"), title = "CLST_redeemed_deposits")]
    ClstRedeemedDeposits {
        /// `clst_redeemed_deposits` in JSON.
        #[encoding(constant = "clst_redeemed_deposits")]
        category: (),
        /// The redeemer.
        staker: ContractId,
        /// The cycle of the redemption.
        cycle: Cycle,
    },
    /// Tez staked by the liquid staking contract.
    #[encoding(tag = 31, since = 26, json(kind_first = "freezer"), title = "STEZ_deposits")]
    StezDeposits {
        /// `stez_deposits` in JSON.
        #[encoding(constant = "stez_deposits")]
        category: (),
    },
    /// Tez redeemed from liquid staking.
    #[encoding(tag = 32, since = 26, json(kind_first = "freezer"), title = "STEZ_redeemed_deposits")]
    StezRedeemedDeposits {
        /// `stez_redeemed_deposits` in JSON.
        #[encoding(constant = "stez_redeemed_deposits")]
        category: (),
        /// The redeemer.
        staker: ContractId,
        /// The cycle of the redemption.
        cycle: Cycle,
    },
}
