//! Operations with their results.

use alloc::vec::Vec;

use tezos_encoding::{BinWriter, HasEncoding, NomReader};

use super::*;
use crate::keys::Signature;
use crate::operation::*;
use crate::rollup::{smart::*, zk::*};

/// A manager operation with its metadata.
pub type ManagerReceipt<T, E> = Receipt<Manager<T>, ManagerMetadata<E>>;

/// An operation in a block with its metadata, from protocol 022 on.
///
/// | bytes | field       | encoding                                           |
/// |------:|-------------|----------------------------------------------------|
/// | 1     | tag         | 0 (with metadata), 1 (without)                     |
/// | 4 + n | `contents`  | each [`ContentsAndResult`] or, without metadata, [`Contents`], with a 4-byte size prefix |
/// | n     | `signature` | an optional [`Signature`], to the end of the block |
///
/// Octez also refuses metadata whose kind differs from that of the contents; a [`ContentsAndResult`] cannot represent it.
///
/// # Errors
/// `Unexpected_tag`; `User_invariant_guard` if there are no contents, or several of which at least one is not a manager operation; the
/// errors of the fields.
///
/// Rule: [`apply_results.ml`, `operation_data_and_metadata_encoding`][rule].
///
/// [rule]: https://github.com/tezos/tezos-mirror/blob/d26a8bef82159434e5a6db6a6d329f29dc8172dd/src/proto_alpha/lib_protocol/apply_results.ml
#[derive(HasEncoding, NomReader, BinWriter, Debug, Clone, PartialEq)]
#[encoding(json(first_match))]
pub enum OperationDataAndMetadata {
    /// With metadata.
    #[encoding(tag = 0, title = "Operation_with_metadata")]
    WithMetadata {
        /// The contents: one item, or several manager operations of the same account.
        #[encoding(dynamic, guard = "can_stand_together", list)]
        contents: Vec<ContentsAndResult>,
        /// The signature.
        #[encoding(varopt)]
        signature: Option<Signature>,
    },
    /// Without metadata, because it was too large.
    #[encoding(tag = 1, title = "Operation_without_metadata")]
    WithoutMetadata {
        /// The contents: one item, or several manager operations of the same account.
        #[encoding(dynamic, guard = "can_stand_together", list)]
        contents: Vec<Contents>,
        /// The signature.
        #[encoding(varopt)]
        signature: Option<Signature>,
    },
}

/// The contents of an operation with their metadata.
///
/// | bytes | field | encoding    |
/// |------:|-------|-------------|
/// | 1     | tag   | the kind    |
/// | n     |       | [`Receipt`] |
///
/// # Errors
/// `Unexpected_tag` for a kind that the protocol does not have; the errors of the fields.
///
/// Rule: [`apply_results.ml`, `contents_and_result_encoding`][rule].
///
/// [rule]: https://github.com/tezos/tezos-mirror/blob/d26a8bef82159434e5a6db6a6d329f29dc8172dd/src/proto_alpha/lib_protocol/apply_results.ml
#[derive(HasEncoding, NomReader, BinWriter, Debug, Clone, PartialEq)]
pub enum ContentsAndResult {
    /// The revelation of a baker's seed nonce.
    #[encoding(tag = 1, json(kind = "seed_nonce_revelation"))]
    SeedNonceRevelation(Receipt<SeedNonceRevelation, BalanceMetadata>),
    /// Evidence of two attestations, in protocol 022.
    #[encoding(tag = 2, until = 22, json(kind = "double_attestation_evidence"))]
    DoubleAttestationEvidence(Receipt<DoubleConsensusEvidence, ForbiddenMetadata>),
    /// Evidence of two conflicting consensus operations, from protocol 023 on.
    #[encoding(tag = 2, since = 23, json(kind = "double_consensus_operation_evidence"))]
    DoubleConsensusOperationEvidence(Receipt<DoubleConsensusEvidence, PunishmentMetadata>),
    /// Evidence of two conflicting blocks, in protocol 022.
    #[encoding(tag = 3, until = 22, json(kind = "double_baking_evidence"), title = "Double_baking_evidence")]
    ForbiddingBakingEvidence(Receipt<DoubleBakingEvidence, ForbiddenMetadata>),
    /// Evidence of two conflicting blocks, from protocol 023 on.
    #[encoding(tag = 3, since = 23, json(kind = "double_baking_evidence"))]
    DoubleBakingEvidence(Receipt<DoubleBakingEvidence, PunishmentMetadata>),
    /// The activation of a fundraiser's account.
    #[encoding(tag = 4, json(kind = "activate_account"))]
    ActivateAccount(Receipt<ActivateAccount, BalanceMetadata>),
    /// Proposals of protocols.
    #[encoding(tag = 5, json(kind = "proposals"))]
    Proposals(Receipt<Proposals, ()>),
    /// A vote on a proposal.
    #[encoding(tag = 6, json(kind = "ballot"))]
    Ballot(Receipt<Ballot, ()>),
    /// Evidence of two preattestations, in protocol 022.
    #[encoding(tag = 7, until = 22, json(kind = "double_preattestation_evidence"))]
    DoublePreattestationEvidence(Receipt<DoubleConsensusEvidence<InlinedPreattestation>, ForbiddenMetadata>),
    /// The result of a verifiable delay function.
    #[encoding(tag = 8, json(kind = "vdf_revelation"))]
    VdfRevelation(Receipt<VdfRevelation, BalanceMetadata>),
    /// The transfer of a baker's balance by its consensus key.
    #[encoding(tag = 9, json(kind = "drain_delegate"))]
    DrainDelegate(Receipt<DrainDelegate, DrainMetadata>),
    /// A preattestation.
    #[encoding(tag = 20, json(kind = "preattestation"))]
    Preattestation(Receipt<ConsensusContent, ConsensusMetadata>),
    /// An attestation.
    #[encoding(tag = 21, json(kind = "attestation"))]
    Attestation(Receipt<ConsensusContent, ConsensusMetadata>),
    /// An attestation with slots of the data availability layer.
    #[encoding(tag = 23, json(kind = "attestation_with_dal"))]
    AttestationWithDal(Receipt<AttestationWithDal, ConsensusMetadata>),
    /// Evidence that a baker attested a slot with a trap.
    #[encoding(tag = 24, json(kind = "dal_entrapment_evidence"))]
    DalEntrapmentEvidence(Receipt<DalEntrapmentEvidence, BalanceMetadata>),
    /// Preattestations with one signature.
    #[encoding(tag = 30, since = 23, json(kind = "preattestations_aggregate"))]
    PreattestationsAggregate(Receipt<PreattestationsAggregate, AggregateMetadata>),
    /// Attestations with one signature.
    #[encoding(tag = 31, json(kind = "attestations_aggregate"))]
    AttestationsAggregate(Receipt<AttestationsAggregate, AggregateMetadata>),
    /// The revelation of an account's public key.
    #[encoding(tag = 107, json(kind = "reveal"))]
    Reveal(ManagerReceipt<Reveal, GasEffects>),
    /// A transfer of tez, or a call of a contract.
    #[encoding(tag = 108, json(kind = "transaction"))]
    Transaction(ManagerReceipt<Transaction, TransactionEffects>),
    /// A new contract.
    #[encoding(tag = 109, json(kind = "origination"))]
    Origination(ManagerReceipt<Origination, OriginationEffects>),
    /// A change of an account's delegate.
    #[encoding(tag = 110, json(kind = "delegation"))]
    Delegation(ManagerReceipt<Delegation, DelegationEffects>),
    /// The registration of an expression that scripts can refer to.
    #[encoding(tag = 111, json(kind = "register_global_constant"))]
    RegisterGlobalConstant(ManagerReceipt<RegisterGlobalConstant, GlobalConstantEffects>),
    /// A limit on the deposits of a baker.
    #[encoding(tag = 112, json(kind = "set_deposits_limit"))]
    SetDepositsLimit(ManagerReceipt<SetDepositsLimit, GasEffects>),
    /// Storage paid for in advance.
    #[encoding(tag = 113, json(kind = "increase_paid_storage"))]
    IncreasePaidStorage(ManagerReceipt<IncreasePaidStorage, PaidStorageEffects>),
    /// A change of the key with which a baker signs blocks.
    #[encoding(tag = 114, json(kind = "update_consensus_key"))]
    UpdateConsensusKey(ManagerReceipt<UpdateConsensusKey, UpdateKeyEffects>),
    /// A change of the key with which a baker attests data.
    #[encoding(tag = 115, since = 23, json(kind = "update_companion_key"))]
    UpdateCompanionKey(ManagerReceipt<UpdateConsensusKey, UpdateKeyEffects>),
    /// A transfer of tickets.
    #[encoding(tag = 158, json(kind = "transfer_ticket"))]
    TransferTicket(ManagerReceipt<TransferTicket, TransferTicketEffects>),
    /// A new smart rollup.
    #[encoding(tag = 200, json(kind = "smart_rollup_originate"))]
    SmartRollupOriginate(ManagerReceipt<SmartRollupOriginate, SmartRollupOriginateEffects>),
    /// Messages to all smart rollups.
    #[encoding(tag = 201, json(kind = "smart_rollup_add_messages"))]
    SmartRollupAddMessages(ManagerReceipt<SmartRollupAddMessages, GasEffects>),
    /// A commitment of a smart rollup, made final.
    #[encoding(tag = 202, json(kind = "smart_rollup_cement"))]
    SmartRollupCement(ManagerReceipt<SmartRollupCement, SmartRollupCementEffects>),
    /// A commitment of a smart rollup.
    #[encoding(tag = 203, json(kind = "smart_rollup_publish"))]
    SmartRollupPublish(ManagerReceipt<SmartRollupPublish, SmartRollupPublishEffects>),
    /// A move of a refutation game.
    #[encoding(tag = 204, json(kind = "smart_rollup_refute"))]
    SmartRollupRefute(ManagerReceipt<SmartRollupRefute, SmartRollupGameEffects>),
    /// The end of a refutation game whose player did not move.
    #[encoding(tag = 205, json(kind = "smart_rollup_timeout"))]
    SmartRollupTimeout(ManagerReceipt<SmartRollupTimeout, SmartRollupGameEffects>),
    /// The execution of a message from the outbox of a smart rollup.
    #[encoding(tag = 206, json(kind = "smart_rollup_execute_outbox_message"))]
    SmartRollupExecuteOutboxMessage(ManagerReceipt<SmartRollupExecuteOutboxMessage, SmartRollupOutboxEffects>),
    /// The bond of a smart rollup, given back.
    #[encoding(tag = 207, json(kind = "smart_rollup_recover_bond"))]
    SmartRollupRecoverBond(ManagerReceipt<SmartRollupRecoverBond, SmartRollupRecoverBondEffects>),
    /// A commitment to data.
    #[encoding(tag = 230, json(kind = "dal_publish_commitment"))]
    DalPublishCommitment(ManagerReceipt<DalPublishCommitment, DalPublishEffects>),
    /// A new zero-knowledge rollup.
    #[encoding(tag = 250, json(kind = "zk_rollup_origination"))]
    ZkRollupOrigination(ManagerReceipt<ZkRollupOrigination, ZkRollupOriginationEffects>),
    /// Operations of a zero-knowledge rollup.
    #[encoding(tag = 251, json(kind = "zk_rollup_publish"))]
    ZkRollupPublish(ManagerReceipt<ZkRollupPublish, ZkRollupPublishEffects>),
    /// A new state of a zero-knowledge rollup.
    #[encoding(tag = 252, json(kind = "zk_rollup_update"))]
    ZkRollupUpdate(ManagerReceipt<ZkRollupUpdate, ZkRollupUpdateEffects>),
}
