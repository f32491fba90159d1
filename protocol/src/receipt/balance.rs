//! What changes of balances in receipts are changes of, from protocol 009 (Florence) on.

use tezos_encoding::{BinWriter, HasEncoding, NomReader, View};
use tezos_hashes::{keys::PublicKeyHash, protocol::BlindedPublicKeyHash};

use super::BondId;
use crate::chain::{Cycle, FrozenStaker, UnstakedFrozenStaker};
use crate::contract::ContractId;

/// What a change is a change of, from protocol 009 (Florence) on.
///
/// | bytes | field | encoding                |
/// |------:|-------|-------------------------|
/// | 1     | tag   | what it is              |
/// | n     |       | the fields of the variant |
///
/// In JSON `kind` and `category` tell the variants apart.
///
/// # Errors
/// `Unexpected_tag` for a case that the protocol does not have; the errors of the fields.
///
/// Rule: [`receipt_repr.ml`, `balance_and_update_encoding`][rule].
///
/// [rule]: https://github.com/tezos/tezos-mirror/blob/d26a8bef82159434e5a6db6a6d329f29dc8172dd/src/proto_alpha/lib_protocol/receipt_repr.ml
#[derive(HasEncoding, NomReader, BinWriter, View, Debug, Clone, Copy, PartialEq, Eq, Hash)]
#[encoding(view = "Self")]
pub enum Balance {
    /// What an account has.
    #[encoding(tag = 0, json(kind = "contract"))]
    Contract {
        /// The contract.
        contract: ContractId,
    },
    /// Frozen rewards, in protocols 009 to 011.
    #[encoding(tag = 1, until = 11, json(kind = "freezer"))]
    Rewards {
        /// `rewards` in JSON.
        #[encoding(constant = "rewards")]
        category: (),
        /// Whose they are.
        delegate: PublicKeyHash,
        /// For which cycle.
        cycle: Cycle,
    },
    /// Frozen fees, in protocols 009 to 011.
    #[encoding(tag = 2, until = 11, json(kind = "freezer"))]
    Fees {
        /// `fees` in JSON.
        #[encoding(constant = "fees")]
        category: (),
        /// Whose they are.
        delegate: PublicKeyHash,
        /// For which cycle.
        cycle: Cycle,
    },
    /// Frozen deposits for a cycle, in protocols 009 to 011.
    #[encoding(tag = 3, until = 11, json(kind = "freezer"), title = "Deposits")]
    CycleDeposits {
        /// `deposits` in JSON.
        #[encoding(constant = "deposits")]
        category: (),
        /// Whose they are.
        delegate: PublicKeyHash,
        /// For which cycle.
        cycle: Cycle,
    },
    /// Rewards that were frozen before protocol 012.
    #[encoding(tag = 1, since = 12, until = 12, json(kind = "freezer"))]
    LegacyRewards {
        /// `legacy_rewards` in JSON.
        #[encoding(constant = "legacy_rewards")]
        category: (),
        /// Whose they are.
        delegate: PublicKeyHash,
        /// For which cycle.
        cycle: Cycle,
    },
    /// Fees of the operations in the block.
    #[encoding(tag = 2, since = 12, json(kind = "accumulator"))]
    BlockFees {
        /// `block fees` in JSON.
        #[encoding(constant = "block fees")]
        category: (),
    },
    /// Deposits that were frozen before protocol 012.
    #[encoding(tag = 3, since = 12, until = 12, json(kind = "freezer"))]
    LegacyDeposits {
        /// `legacy_deposits` in JSON.
        #[encoding(constant = "legacy_deposits")]
        category: (),
        /// Whose they are.
        delegate: PublicKeyHash,
        /// For which cycle.
        cycle: Cycle,
    },
    /// Frozen deposits of a delegate, in protocols 012 to 017.
    #[encoding(tag = 4, since = 12, until = 17, json(kind = "freezer"), title = "Deposits")]
    DelegateDeposits {
        /// `deposits` in JSON.
        #[encoding(constant = "deposits")]
        category: (),
        /// Whose they are.
        delegate: PublicKeyHash,
    },
    /// Frozen deposits, from protocol 018 on.
    #[encoding(tag = 4, since = 18, json(kind = "freezer"))]
    Deposits {
        /// `deposits` in JSON.
        #[encoding(constant = "deposits")]
        category: (),
        /// Whose they are.
        staker: FrozenStaker,
    },
    /// Rewards for nonces that are revealed.
    #[encoding(tag = 5, since = 12, json(kind = "minted"))]
    NonceRevelationRewards {
        /// `nonce revelation rewards` in JSON.
        #[encoding(constant = "nonce revelation rewards")]
        category: (),
    },
    /// Rewards for evidence against bakers, up to protocol 017.
    #[encoding(tag = 6, since = 12, until = 17, json(kind = "minted"))]
    DoubleSigningEvidenceRewards {
        /// `double signing evidence rewards` in JSON.
        #[encoding(constant = "double signing evidence rewards")]
        category: (),
    },
    /// Rewards for attestations, up to protocol 017.
    #[encoding(tag = 7, since = 12, until = 17, json(kind = "minted"))]
    EndorsingRewards {
        /// `endorsing rewards` in JSON.
        #[encoding(constant = "endorsing rewards")]
        category: (),
    },
    /// Rewards for attestations, from protocol 018 on.
    #[encoding(tag = 7, since = 18, json(kind = "minted"))]
    AttestingRewards {
        /// `attesting rewards` in JSON.
        #[encoding(constant = "attesting rewards")]
        category: (),
    },
    /// Rewards for blocks.
    #[encoding(tag = 8, since = 12, json(kind = "minted"))]
    BakingRewards {
        /// `baking rewards` in JSON.
        #[encoding(constant = "baking rewards")]
        category: (),
    },
    /// Rewards for attestations in a block.
    #[encoding(tag = 9, since = 12, json(kind = "minted"))]
    BakingBonuses {
        /// `baking bonuses` in JSON.
        #[encoding(constant = "baking bonuses")]
        category: (),
    },
    /// Fees that were frozen before protocol 012.
    #[encoding(tag = 10, since = 12, until = 12, json(kind = "freezer"))]
    LegacyFees {
        /// `legacy_fees` in JSON.
        #[encoding(constant = "legacy_fees")]
        category: (),
        /// Whose they are.
        delegate: PublicKeyHash,
        /// For which cycle.
        cycle: Cycle,
    },
    /// What storage costs.
    #[encoding(tag = 11, since = 12, json(kind = "burned"))]
    StorageFees {
        /// `storage fees` in JSON.
        #[encoding(constant = "storage fees")]
        category: (),
    },
    /// What bakers lose for operations that exclude each other.
    #[encoding(tag = 12, since = 12, json(kind = "burned"))]
    DoubleSigningPunishments {
        /// `punishments` in JSON.
        #[encoding(constant = "punishments")]
        category: (),
    },
    /// Rewards that a baker lost, up to protocol 017.
    #[encoding(tag = 13, since = 12, until = 17, json(kind = "burned"))]
    LostEndorsingRewards {
        /// `lost endorsing rewards` in JSON.
        #[encoding(constant = "lost endorsing rewards")]
        category: (),
        /// The baker.
        delegate: PublicKeyHash,
        /// Whether it attested too little.
        participation: bool,
        /// Whether it revealed no nonce.
        revelation: bool,
    },
    /// Rewards that a baker lost, from protocol 018 on.
    #[encoding(tag = 13, since = 18, json(kind = "burned"))]
    LostAttestingRewards {
        /// `lost attesting rewards` in JSON.
        #[encoding(constant = "lost attesting rewards")]
        category: (),
        /// The baker.
        delegate: PublicKeyHash,
        /// Whether it attested too little.
        participation: bool,
        /// Whether it revealed no nonce.
        revelation: bool,
    },
    /// The subsidy of liquidity baking.
    #[encoding(tag = 14, since = 12, json(kind = "minted"))]
    LiquidityBakingSubsidies {
        /// `subsidy` in JSON.
        #[encoding(constant = "subsidy")]
        category: (),
    },
    /// Tez that are destroyed.
    #[encoding(tag = 15, since = 12, json(kind = "burned"))]
    Burned {
        /// `burned` in JSON.
        #[encoding(constant = "burned")]
        category: (),
    },
    /// Tez of a fundraiser's account that is not activated.
    #[encoding(tag = 16, since = 12, json(kind = "commitment"))]
    Commitments {
        /// `commitment` in JSON.
        #[encoding(constant = "commitment")]
        category: (),
        /// Of whom.
        committer: BlindedPublicKeyHash,
    },
    /// Tez of the first accounts of a chain.
    #[encoding(tag = 17, since = 12, json(kind = "minted"))]
    Bootstrap {
        /// `bootstrap` in JSON.
        #[encoding(constant = "bootstrap")]
        category: (),
    },
    /// What an amendment pays its authors.
    #[encoding(tag = 18, since = 12, json(kind = "minted"))]
    Invoice {
        /// `invoice` in JSON.
        #[encoding(constant = "invoice")]
        category: (),
    },
    /// Tez of the fundraiser at the start of a chain.
    #[encoding(tag = 19, since = 12, json(kind = "minted"))]
    InitialCommitments {
        /// `commitment` in JSON.
        #[encoding(constant = "commitment")]
        category: (),
    },
    /// Tez that are made.
    #[encoding(tag = 20, since = 12, json(kind = "minted"))]
    Minted {
        /// `minted` in JSON.
        #[encoding(constant = "minted")]
        category: (),
    },
    /// Frozen bonds for a rollup.
    #[encoding(tag = 21, since = 13, json(kind = "freezer"))]
    FrozenBonds {
        /// `bonds` in JSON.
        #[encoding(constant = "bonds")]
        category: (),
        /// Whose they are.
        contract: ContractId,
        /// What they are for.
        bond_id: BondId,
    },
    /// Rewards for proofs against commitments of transaction rollups.
    #[encoding(tag = 22, since = 13, until = 17, json(kind = "minted"))]
    TxRollupRejectionRewards {
        /// `tx_rollup_rejection_rewards` in JSON.
        #[encoding(constant = "tx_rollup_rejection_rewards")]
        category: (),
    },
    /// What authors of wrong commitments of transaction rollups lose.
    #[encoding(tag = 23, since = 13, until = 17, json(kind = "burned"))]
    TxRollupRejectionPunishments {
        /// `tx_rollup_rejection_punishments` in JSON.
        #[encoding(constant = "tx_rollup_rejection_punishments")]
        category: (),
    },
    /// What losers of refutation games lose, in protocols 014 and 015.
    #[encoding(tag = 24, since = 14, until = 15, json(kind = "burned"))]
    ScRollupRefutationPunishments {
        /// `sc_rollup_refutation_punishments` in JSON.
        #[encoding(constant = "sc_rollup_refutation_punishments")]
        category: (),
    },
    /// Rewards for winners of refutation games, in protocol 015.
    #[encoding(tag = 25, since = 15, until = 15, json(kind = "minted"))]
    ScRollupRefutationRewards {
        /// `sc_rollup_refutation_rewards` in JSON.
        #[encoding(constant = "sc_rollup_refutation_rewards")]
        category: (),
    },
    /// What losers of refutation games lose.
    #[encoding(tag = 24, since = 16, json(kind = "burned"))]
    SmartRollupRefutationPunishments {
        /// `smart_rollup_refutation_punishments` in JSON.
        #[encoding(constant = "smart_rollup_refutation_punishments")]
        category: (),
    },
    /// Rewards for winners of refutation games.
    #[encoding(tag = 25, since = 16, json(kind = "minted"))]
    SmartRollupRefutationRewards {
        /// `smart_rollup_refutation_rewards` in JSON.
        #[encoding(constant = "smart_rollup_refutation_rewards")]
        category: (),
    },
    /// Frozen tez that are no longer staked.
    #[encoding(tag = 26, since = 18, json(kind = "freezer"))]
    UnstakedDeposits {
        /// `unstaked_deposits` in JSON.
        #[encoding(constant = "unstaked_deposits")]
        category: (),
        /// Whose they are.
        staker: UnstakedFrozenStaker,
        /// When they were unstaked.
        cycle: Cycle,
    },
    /// The share of a staker in what is staked with its delegate, in pseudotokens.
    #[encoding(tag = 27, since = 18, json(kind = "staking"))]
    StakingDelegatorNumerator {
        /// `delegator_numerator` in JSON.
        #[encoding(constant = "delegator_numerator")]
        category: (),
        /// Who stakes.
        delegator: ContractId,
    },
    /// The sum of the shares of a delegate's stakers, in pseudotokens.
    #[encoding(tag = 28, since = 18, json(kind = "staking"))]
    StakingDelegateDenominator {
        /// `delegate_denominator` in JSON.
        #[encoding(constant = "delegate_denominator")]
        category: (),
        /// The delegate.
        delegate: PublicKeyHash,
    },
    /// Rewards for attestations of data.
    #[encoding(tag = 29, since = 22, json(kind = "minted"), title = "DAL_attesting_rewards")]
    DalAttestingRewards {
        /// `DAL attesting rewards` in JSON.
        #[encoding(constant = "DAL attesting rewards")]
        category: (),
    },
    /// Rewards for attestations of data that a baker lost.
    #[encoding(tag = 30, since = 22, json(kind = "burned"), title = "Lost_DAL_attesting_rewards")]
    LostDalAttestingRewards {
        /// `lost DAL attesting rewards` in JSON.
        #[encoding(constant = "lost DAL attesting rewards")]
        category: (),
        /// The baker.
        delegate: PublicKeyHash,
    },
    /// What the contract of liquid staking has staked.
    #[encoding(tag = 31, since = 25, json(kind = "freezer"), title = "CLST_deposits")]
    StezDeposits {
        /// `stez_deposits` in JSON.
        #[encoding(constant = "stez_deposits")]
        category: (),
    },
    /// What is taken out of liquid staking.
    #[encoding(tag = 32, since = 25, json(kind = "freezer"), title = "CLST_redeemed_deposits")]
    StezRedeemedDeposits {
        /// `stez_redeemed_deposits` in JSON.
        #[encoding(constant = "stez_redeemed_deposits")]
        category: (),
        /// Who redeems.
        staker: ContractId,
        /// When.
        cycle: Cycle,
    },
}
