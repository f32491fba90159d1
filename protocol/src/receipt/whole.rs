//! Operations with what they did.

use alloc::vec::Vec;

use tezos_encoding::{BinWriter, HasEncoding, NomReader};

use super::*;
use crate::keys::Signature;
use crate::operation::*;
use crate::rollup::{smart::*, zk::*};

/// An operation of an account, and what it did.
pub type ManagerReceipt<T, E> = Receipt<Manager<T>, ManagerMetadata<E>>;

/// An operation in a block, and what it did, from protocol 022 on.
///
/// | bytes | field       | encoding                                           |
/// |------:|-------------|----------------------------------------------------|
/// | 1     | tag         | 0 (with metadata), 1 (without)                     |
/// | 4 + n | `contents`  | each [`ContentsAndResult`] or, without metadata, [`Contents`], with a 4-byte size prefix |
/// | n     | `signature` | an optional [`Signature`], to the end of the block |
///
/// Octez also refuses metadata of another kind than the contents; a [`ContentsAndResult`] cannot hold it.
///
/// # Errors
/// `Unexpected_tag`; `User_invariant_guard` for no contents, and for several of which one is not an operation of an account; the errors of
/// the fields.
///
/// Rule: [`apply_results.ml`, `operation_data_and_metadata_encoding`][rule].
///
/// [rule]: https://github.com/tezos/tezos-mirror/blob/d26a8bef82159434e5a6db6a6d329f29dc8172dd/src/proto_alpha/lib_protocol/apply_results.ml
#[derive(HasEncoding, NomReader, BinWriter, Debug, Clone, PartialEq)]
pub enum OperationDataAndMetadata {
    /// With metadata.
    #[encoding(tag = 0, title = "Operation_with_metadata")]
    WithMetadata {
        /// One, or several of the same account.
        #[encoding(dynamic, guard = "can_stand_together", list)]
        contents: Vec<ContentsAndResult>,
        /// The signature.
        #[encoding(varopt)]
        signature: Option<Signature>,
    },
    /// Without, as it was too large.
    #[encoding(tag = 1, title = "Operation_without_metadata")]
    WithoutMetadata {
        /// One, or several of the same account.
        #[encoding(dynamic, guard = "can_stand_together", list)]
        contents: Vec<Contents>,
        /// The signature.
        #[encoding(varopt)]
        signature: Option<Signature>,
    },
}

/// The contents of an operation, and what they did: one of the kinds that the protocol has.
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
    /// The nonce of a baker.
    #[encoding(tag = 1, json(kind = "seed_nonce_revelation"))]
    SeedNonceRevelation(Receipt<SeedNonceRevelation, BalanceMetadata>),
    /// Evidence of two attestations, in protocol 022.
    #[encoding(tag = 2, until = 22, json(kind = "double_attestation_evidence"))]
    DoubleAttestationEvidence(Receipt<DoubleConsensusEvidence, ForbiddenMetadata>),
    /// Evidence of two operations of a baker, from protocol 023 on.
    #[encoding(tag = 2, since = 23, json(kind = "double_consensus_operation_evidence"))]
    DoubleConsensusOperationEvidence(Receipt<DoubleConsensusEvidence, PunishmentMetadata>),
    /// Evidence of two blocks, in protocol 022.
    #[encoding(tag = 3, until = 22, json(kind = "double_baking_evidence"), title = "Double_baking_evidence")]
    ForbiddingBakingEvidence(Receipt<DoubleBakingEvidence, ForbiddenMetadata>),
    /// Evidence of two blocks, from protocol 023 on.
    #[encoding(tag = 3, since = 23, json(kind = "double_baking_evidence"))]
    DoubleBakingEvidence(Receipt<DoubleBakingEvidence, PunishmentMetadata>),
    /// The activation of a fundraiser's account.
    #[encoding(tag = 4, json(kind = "activate_account"))]
    ActivateAccount(Receipt<ActivateAccount, BalanceMetadata>),
    /// Proposals of protocols.
    #[encoding(tag = 5, json(kind = "proposals"))]
    Proposals(Receipt<Proposals, ()>),
    /// A vote.
    #[encoding(tag = 6, json(kind = "ballot"))]
    Ballot(Receipt<Ballot, ()>),
    /// Evidence of two preattestations, in protocol 022.
    #[encoding(tag = 7, until = 22, json(kind = "double_preattestation_evidence"))]
    DoublePreattestationEvidence(Receipt<DoubleConsensusEvidence<InlinedPreattestation>, ForbiddenMetadata>),
    /// The result of a verifiable delay function.
    #[encoding(tag = 8, json(kind = "vdf_revelation"))]
    VdfRevelation(Receipt<VdfRevelation, BalanceMetadata>),
    /// A consensus key takes what its baker has.
    #[encoding(tag = 9, json(kind = "drain_delegate"))]
    DrainDelegate(Receipt<DrainDelegate, DrainMetadata>),
    /// The first of the two votes for a block.
    #[encoding(tag = 20, json(kind = "preattestation"))]
    Preattestation(Receipt<ConsensusContent, ConsensusMetadata>),
    /// The second.
    #[encoding(tag = 21, json(kind = "attestation"))]
    Attestation(Receipt<ConsensusContent, ConsensusMetadata>),
    /// An attestation with slots of the data availability layer.
    #[encoding(tag = 23, json(kind = "attestation_with_dal"))]
    AttestationWithDal(Receipt<AttestationWithDal, ConsensusMetadata>),
    /// Evidence that a baker attested what was made to trap it.
    #[encoding(tag = 24, json(kind = "dal_entrapment_evidence"))]
    DalEntrapmentEvidence(Receipt<DalEntrapmentEvidence, BalanceMetadata>),
    /// Preattestations with one signature.
    #[encoding(tag = 30, since = 23, json(kind = "preattestations_aggregate"))]
    PreattestationsAggregate(Receipt<PreattestationsAggregate, AggregateMetadata>),
    /// Attestations with one signature.
    #[encoding(tag = 31, json(kind = "attestations_aggregate"))]
    AttestationsAggregate(Receipt<AttestationsAggregate, AggregateMetadata>),
    /// The public key of an account.
    #[encoding(tag = 107, json(kind = "reveal"))]
    Reveal(ManagerReceipt<Reveal, GasEffects>),
    /// Sends tez, and calls scripts.
    #[encoding(tag = 108, json(kind = "transaction"))]
    Transaction(ManagerReceipt<Transaction, TransactionEffects>),
    /// A new contract.
    #[encoding(tag = 109, json(kind = "origination"))]
    Origination(ManagerReceipt<Origination, OriginationEffects>),
    /// The delegate of an account.
    #[encoding(tag = 110, json(kind = "delegation"))]
    Delegation(ManagerReceipt<Delegation, DelegationEffects>),
    /// An expression that scripts can name.
    #[encoding(tag = 111, json(kind = "register_global_constant"))]
    RegisterGlobalConstant(ManagerReceipt<RegisterGlobalConstant, GlobalConstantEffects>),
    /// A limit on what a baker freezes.
    #[encoding(tag = 112, json(kind = "set_deposits_limit"))]
    SetDepositsLimit(ManagerReceipt<SetDepositsLimit, GasEffects>),
    /// Storage that is paid for in advance.
    #[encoding(tag = 113, json(kind = "increase_paid_storage"))]
    IncreasePaidStorage(ManagerReceipt<IncreasePaidStorage, PaidStorageEffects>),
    /// The key that a baker signs blocks with.
    #[encoding(tag = 114, json(kind = "update_consensus_key"))]
    UpdateConsensusKey(ManagerReceipt<UpdateConsensusKey, UpdateKeyEffects>),
    /// The key that a baker signs attestations of data with.
    #[encoding(tag = 115, since = 23, json(kind = "update_companion_key"))]
    UpdateCompanionKey(ManagerReceipt<UpdateConsensusKey, UpdateKeyEffects>),
    /// Tickets.
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
    /// A message of a smart rollup.
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
