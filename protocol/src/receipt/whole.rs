//! Operations with their results, and the results alone.

use alloc::vec::Vec;

use tezos_encoding::{BinWriter, HasEncoding, NomReader, View};

use super::borrowed::Metadata;
use super::*;
use crate::Protocol;
use crate::keys::Signature;
use crate::operation::*;
use crate::rollup::{sc::*, smart::*, tx::*, zk::*};

/// An operation in a block with its metadata.
///
/// | bytes | field       | encoding                                           |
/// |------:|-------------|----------------------------------------------------|
/// | 1     | tag         | 0 (with metadata), 1 (without)                     |
/// | 4 + n | `contents`  | each [`ContentsAndResult`] or, without metadata, [`Contents`], with a 4-byte size prefix |
/// | n     | `signature` | an optional [`Signature`]: up to protocol 015 `00`, or `ff` and 64 bytes; from 016 on to the end of the block |
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
#[derive(HasEncoding, NomReader, BinWriter, View, Debug, Clone, PartialEq, Eq, Hash)]
#[encoding(json(first_match))]
#[allow(clippy::exhaustive_enums, reason = "no protocol changed it")]
pub enum OperationDataAndMetadata {
    /// With metadata.
    #[encoding(tag = 0, title = "Operation_with_metadata")]
    WithMetadata {
        /// The contents: one item, or several manager operations of the same account.
        #[encoding(
            dynamic,
            guard(function = "can_stand_together", until = 10, exception),
            guard(function = "can_stand_together", since = 11),
            list
        )]
        contents: Vec<ContentsAndResult>,
        /// The signature, up to protocol 015.
        #[encoding(until = 15, name = "signature", option, sized = 64)]
        flagged_signature: Option<Signature>,
        /// The signature.
        #[encoding(since = 16, varopt)]
        signature: Option<Signature>,
    },
    /// Without metadata, because it was too large.
    #[encoding(tag = 1, title = "Operation_without_metadata")]
    WithoutMetadata {
        /// The contents, except in protocol 018: one item, or several manager operations of the same account.
        #[encoding(
            until = 17,
            name = "contents",
            dynamic,
            guard(function = "can_stand_together", until = 10, exception),
            guard(function = "can_stand_together", since = 11),
            list
        )]
        early_contents: Option<Vec<Contents>>,
        /// The contents in protocol 018, whose JSON names attestations.
        #[encoding(since = 18, until = 18, name = "contents", dynamic, guard = "can_stand_together", list)]
        renamed_contents: Option<Vec<RenamedContents>>,
        /// The contents, from protocol 019 on.
        #[encoding(since = 19, dynamic, guard = "can_stand_together", list)]
        contents: Option<Vec<Contents>>,
        /// The signature, up to protocol 015.
        #[encoding(until = 15, name = "signature", option, sized = 64)]
        flagged_signature: Option<Signature>,
        /// The signature.
        #[encoding(since = 16, varopt)]
        signature: Option<Signature>,
    },
}

impl OperationDataAndMetadata {
    /// Returns the contents and the signature of the operation, without metadata.
    #[must_use]
    pub fn into_protocol_data(self, protocol: Protocol) -> OperationProtocolData {
        let (contents, signature) = match self {
            Self::WithMetadata { contents, flagged_signature, signature } => (
                contents.into_iter().map(|both| both.into_contents(protocol)).collect(),
                flagged_signature.or(signature),
            ),
            Self::WithoutMetadata { early_contents, renamed_contents, contents, flagged_signature, signature } => {
                let renamed =
                    renamed_contents.map(|contents| contents.into_iter().map(|RenamedContents(it)| it).collect());
                (early_contents.or(renamed).or(contents).unwrap_or_default(), flagged_signature.or(signature))
            }
        };
        OperationProtocolData { contents, signature: signature.unwrap_or(UNSIGNED) }
    }
}

/// The metadata of an operation in a block, without the operation.
///
/// | bytes | field      | encoding                                             |
/// |------:|------------|------------------------------------------------------|
/// | 1     | tag        | 0 (metadata), 1 (none)                               |
/// | 4 + n | `contents` | each a [`ContentsResult`], with a 4-byte size prefix |
///
/// In JSON it is a list, or `{}`.
///
/// # Errors
/// `Unexpected_tag`; `User_invariant_guard` if there are no results, or several of which at least one is not of a manager operation; the
/// errors of the results.
///
/// Rule: [`apply_results.ml`, `operation_metadata_encoding`][rule].
///
/// [rule]: https://github.com/tezos/tezos-mirror/blob/d26a8bef82159434e5a6db6a6d329f29dc8172dd/src/proto_alpha/lib_protocol/apply_results.ml
#[derive(HasEncoding, NomReader, BinWriter, View, Debug, Clone, PartialEq, Eq, Hash)]
#[allow(clippy::exhaustive_enums, reason = "no protocol changed it")]
pub enum OperationMetadata {
    /// The metadata: one item, or those of several manager operations.
    #[encoding(tag = 0, title = "Operation_metadata")]
    Metadata(ContentsResultList),
    /// No metadata.
    #[encoding(tag = 1, title = "No_operation_metadata")]
    Nothing(()),
}

/// The metadata of the contents of one operation: [`ContentsResult`]s with a 4-byte size prefix.
///
/// # Errors
/// `User_invariant_guard` if there are no results, or several of which at least one is not of a manager operation.
///
/// Rule: [`apply_results.ml`, `contents_result_list_encoding`][rule].
///
/// [rule]: https://github.com/tezos/tezos-mirror/blob/d26a8bef82159434e5a6db6a6d329f29dc8172dd/src/proto_alpha/lib_protocol/apply_results.ml
#[derive(HasEncoding, NomReader, BinWriter, View, Debug, Clone, PartialEq, Eq, Hash)]
#[allow(clippy::exhaustive_structs, reason = "a list")]
pub struct ContentsResultList(
    #[encoding(
        dynamic,
        guard(function = "can_stand_together", until = 10, exception),
        guard(function = "can_stand_together", since = 11),
        list
    )]
    pub Vec<ContentsResult>,
);

/// Defines [`ContentsAndResult`] and [`ContentsResult`] from a table: the kinds with the types of their contents and metadata, and the kind of
/// [`Contents`] where it has another name: after `of` with contents of the same type, after `renames` with others.
macro_rules! receipts {
    (@contents $name:ident) => { Contents::$name };
    (@contents $name:ident $how:ident $of:ident) => { Contents::$of };
    (@borrowed $name:ident) => { ContentsRef::$name };
    (@borrowed $name:ident of $of:ident) => { ContentsRef::$of };
    (@borrowed $name:ident renames $of:ident) => { ContentsRef::$name };
    ($(
        $(#[doc = $doc:literal])+ #[encoding($($item:tt)+)] $name:ident($contents:ty, $metadata:ty) $($how:ident $of:ident)?,
    )+) => {
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
        #[derive(HasEncoding, NomReader, BinWriter, View, Debug, Clone, PartialEq, Eq, Hash)]
        #[non_exhaustive]
        pub enum ContentsAndResult {
            $($(#[doc = $doc])+ #[encoding($($item)+)] $name(Receipt<$contents, $metadata>),)+
        }

        impl ContentsAndResult {
            /// Returns the contents without their metadata, as an operation of `protocol` has them. They have the same bytes: only in protocol
            /// 018 the contents of operations are named after endorsements, and those with metadata after attestations.
            #[must_use]
            pub fn into_contents(self, protocol: Protocol) -> Contents {
                let contents = match self {
                    $(Self::$name(Receipt { contents, .. }) => receipts!(@contents $name $($how $of)?)(contents.into()),)+
                };
                match contents {
                    Contents::Preattestation(contents) if protocol == Protocol::Oxford => Contents::Preendorsement(contents),
                    Contents::Attestation(contents) if protocol == Protocol::Oxford => Contents::Endorsement(contents),
                    contents => contents,
                }
            }

            /// Returns the contents without their metadata.
            #[must_use]
            pub fn contents(&self) -> ContentsRef<'_> {
                match self { $(Self::$name(both) => receipts!(@borrowed $name $($how $of)?)(&both.contents),)+ }
            }

            /// Returns the metadata: what receipts of several kinds have in common.
            #[must_use]
            pub fn receipt(&self) -> ReceiptRef<'_> {
                match self { $(Self::$name(both) => both.metadata.receipt(),)+ }
            }
        }

        /// The metadata of the contents of an operation.
        ///
        /// | bytes | field | encoding          |
        /// |------:|-------|-------------------|
        /// | 1     | tag   | the kind          |
        /// | n     |       | that of the kind  |
        ///
        /// # Errors
        /// `Unexpected_tag` for a kind that the protocol does not have; the errors of the fields.
        ///
        /// Rule: [`apply_results.ml`, `contents_result_encoding`][rule].
        ///
        /// [rule]: https://github.com/tezos/tezos-mirror/blob/d26a8bef82159434e5a6db6a6d329f29dc8172dd/src/proto_alpha/lib_protocol/apply_results.ml
        #[derive(HasEncoding, NomReader, BinWriter, View, Debug, Clone, PartialEq, Eq, Hash)]
        #[non_exhaustive]
        pub enum ContentsResult {
            $($(#[doc = $doc])+ #[encoding($($item)+)] $name($metadata),)+
        }

        impl ContentsResult {
            /// Returns what receipts of several kinds have in common.
            #[must_use]
            pub fn receipt(&self) -> ReceiptRef<'_> {
                match self { $(Self::$name(metadata) => metadata.receipt(),)+ }
            }
        }
    };
}

receipts! {
    /// The endorsement of a block, up to protocol 011.
    #[encoding(tag = 0, until = 11, json(kind_first = "endorsement"), title = "Endorsement")]
    EmmyEndorsement(EmmyEndorsement, EmmyMetadata),
    /// The revelation of a baker's seed nonce.
    #[encoding(tag = 1, json(kind_first = "seed_nonce_revelation"))]
    SeedNonceRevelation(SeedNonceRevelation, BalanceMetadata),
    /// Evidence of two endorsements, up to protocol 017.
    #[encoding(tag = 2, until = 17, json(kind_first = "double_endorsement_evidence"))]
    DoubleEndorsementEvidence(DoubleEndorsementEvidence, BalanceMetadata),
    /// Evidence of two attestations, in protocol 018.
    #[encoding(
        tag = 2,
        since = 18,
        until = 18,
        json(kind_first = "double_attestation_evidence"),
        title = "Double_attestation_evidence"
    )]
    OxfordAttestationEvidence(DoubleConsensusEvidence<RenamedInlined>, ForbiddenMetadata) renames DoubleEndorsementEvidence,
    /// Evidence of two attestations, in protocols 019 to 022.
    #[encoding(tag = 2, since = 19, until = 22, json(kind_first = "double_attestation_evidence"))]
    DoubleAttestationEvidence(DoubleConsensusEvidence, ForbiddenMetadata),
    /// Evidence of two conflicting consensus operations, from protocol 023 on.
    #[encoding(tag = 2, since = 23, json(kind_first = "double_consensus_operation_evidence"))]
    DoubleConsensusOperationEvidence(DoubleConsensusEvidence, PunishmentMetadata),
    /// Evidence of two conflicting blocks, up to protocol 017.
    #[encoding(tag = 3, until = 17, json(kind_first = "double_baking_evidence"), title = "Double_baking_evidence")]
    EarlyBakingEvidence(DoubleBakingEvidence, BalanceMetadata) of DoubleBakingEvidence,
    /// Evidence of two conflicting blocks, in protocols 018 to 022.
    #[encoding(
        tag = 3,
        since = 18,
        until = 22,
        json(kind_first = "double_baking_evidence"),
        title = "Double_baking_evidence"
    )]
    ForbiddingBakingEvidence(DoubleBakingEvidence, ForbiddenMetadata) of DoubleBakingEvidence,
    /// Evidence of two conflicting blocks, from protocol 023 on.
    #[encoding(tag = 3, since = 23, json(kind_first = "double_baking_evidence"))]
    DoubleBakingEvidence(DoubleBakingEvidence, PunishmentMetadata),
    /// The activation of a fundraiser's account.
    #[encoding(tag = 4, json(kind_first = "activate_account"))]
    ActivateAccount(ActivateAccount, BalanceMetadata),
    /// Proposals of protocols.
    #[encoding(tag = 5, json(kind_first = "proposals"))]
    Proposals(Proposals, NoMetadata),
    /// A vote on a proposal.
    #[encoding(tag = 6, json(kind_first = "ballot"))]
    Ballot(Ballot, NoMetadata),
    /// The public key of an account, before Babylon.
    #[encoding(tag = 7, until = 4, json(kind_first = "reveal"), title = "Reveal")]
    EarlyReveal(ContractManager<EarlyReveal>, ManagerMetadata<EarlyGasEffects>),
    /// A transaction, before Babylon.
    #[encoding(tag = 8, until = 4, json(kind_first = "transaction"), title = "Transaction")]
    EarlyTransaction(ContractManager<EarlyTransaction>, ManagerMetadata<ContractEffects>),
    /// A new contract, before Babylon.
    #[encoding(tag = 9, until = 4, json(kind_first = "origination"), title = "Origination")]
    EarlyOrigination(ContractManager<EarlyOrigination>, ManagerMetadata<OriginationEffects>),
    /// A change of an account's delegate, before Babylon.
    #[encoding(tag = 10, until = 4, json(kind_first = "delegation"), title = "Delegation")]
    EarlyDelegation(ContractManager<EarlyDelegation>, ManagerMetadata<EarlyGasEffects>),
    /// Evidence of two preendorsements, in protocols 012 to 017.
    #[encoding(tag = 7, since = 12, until = 17, json(kind_first = "double_preendorsement_evidence"))]
    DoublePreendorsementEvidence(DoubleConsensusEvidence<InlinedPreattestation>, BalanceMetadata),
    /// Evidence of two preattestations, in protocol 018.
    #[encoding(
        tag = 7,
        since = 18,
        until = 18,
        json(kind_first = "double_preattestation_evidence"),
        title = "Double_preattestation_evidence"
    )]
    OxfordPreattestationEvidence(DoubleConsensusEvidence<RenamedInlinedPreattestation>, ForbiddenMetadata) renames DoublePreendorsementEvidence,
    /// Evidence of two preattestations, in protocols 019 to 022.
    #[encoding(tag = 7, since = 19, until = 22, json(kind_first = "double_preattestation_evidence"))]
    DoublePreattestationEvidence(DoubleConsensusEvidence<InlinedPreattestation>, ForbiddenMetadata),
    /// The result of a verifiable delay function.
    #[encoding(tag = 8, since = 14, json(kind_first = "vdf_revelation"))]
    VdfRevelation(VdfRevelation, BalanceMetadata),
    /// The transfer of a baker's balance by its consensus key.
    #[encoding(tag = 9, since = 15, json(kind_first = "drain_delegate"))]
    DrainDelegate(DrainDelegate, DrainMetadata),
    /// An endorsement with the slot of its baker, in protocols 009 to 011.
    #[encoding(tag = 10, since = 9, until = 11, json(kind_first = "endorsement_with_slot"))]
    EndorsementWithSlot(EndorsementWithSlot, EmmyMetadata),
    /// A preendorsement, in protocols 012 to 017.
    #[encoding(tag = 20, since = 12, until = 17, json(kind_first = "preendorsement"))]
    Preendorsement(ConsensusContent, PreendorsementMetadata),
    /// An endorsement, in protocols 012 to 017.
    #[encoding(tag = 21, since = 12, until = 17, json(kind_first = "endorsement"))]
    Endorsement(ConsensusContent, EndorsementMetadata),
    /// A preattestation, from protocol 018 on.
    #[encoding(tag = 20, since = 18, json(kind_first = "preattestation"))]
    Preattestation(ConsensusContent, ConsensusMetadata),
    /// An attestation, from protocol 018 on.
    #[encoding(tag = 21, since = 18, json(kind_first = "attestation"))]
    Attestation(ConsensusContent, ConsensusMetadata),
    /// Endorsed slots of the data availability layer, in protocols 014 and 015.
    #[encoding(tag = 22, since = 14, until = 15, json(kind_first = "dal_slot_availability"))]
    DalSlotAvailability(DalSlotAvailability, DelegateMetadata),
    /// Attested slots of the data availability layer, in protocols 016 to 018.
    #[encoding(tag = 22, since = 16, until = 18, json(kind_first = "dal_attestation"))]
    DalAttestation(DalAttestation, DelegateMetadata),
    /// An attestation with slots of the data availability layer.
    #[encoding(tag = 23, since = 19, json(kind_first = "attestation_with_dal"))]
    AttestationWithDal(AttestationWithDal, ConsensusMetadata),
    /// Evidence that a baker attested a slot with a trap.
    #[encoding(tag = 24, since = 22, json(kind_first = "dal_entrapment_evidence"))]
    DalEntrapmentEvidence(DalEntrapmentEvidence, BalanceMetadata),
    /// Preattestations with one signature.
    #[encoding(tag = 30, since = 23, json(kind_first = "preattestations_aggregate"))]
    PreattestationsAggregate(PreattestationsAggregate, AggregateMetadata),
    /// Attestations with one signature.
    #[encoding(tag = 31, since = 22, json(kind_first = "attestations_aggregate"))]
    AttestationsAggregate(AttestationsAggregate, AggregateMetadata),
    /// The revelation of an account's public key.
    #[encoding(tag = 107, since = 5, json(kind_first = "reveal"))]
    Reveal(Manager<Reveal>, ManagerMetadata<GasEffects>),
    /// A transfer of tez, or a call of a contract, in protocols 005 to 012.
    #[encoding(tag = 108, since = 5, until = 12, json(kind_first = "transaction"), title = "Transaction")]
    ContractTransaction(Manager<Transaction>, ManagerMetadata<ContractEffects>) of Transaction,
    /// A transfer of tez, or a call of a contract, from protocol 013 on.
    #[encoding(tag = 108, since = 13, json(kind_first = "transaction"))]
    Transaction(Manager<Transaction>, ManagerMetadata<TransactionEffects>),
    /// A new contract.
    #[encoding(tag = 109, since = 5, json(kind_first = "origination"))]
    Origination(Manager<Origination>, ManagerMetadata<OriginationEffects>),
    /// A change of an account's delegate.
    #[encoding(tag = 110, since = 5, json(kind_first = "delegation"))]
    Delegation(Manager<Delegation>, ManagerMetadata<DelegationEffects>),
    /// The registration of an expression that scripts can refer to, in protocols 011 and 012.
    #[encoding(
        tag = 111,
        since = 11,
        until = 12,
        json(kind_first = "register_global_constant"),
        title = "Register_global_constant"
    )]
    EarlyRegisterGlobalConstant(Manager<RegisterGlobalConstant>, ManagerMetadata<EarlyGlobalConstantEffects>) of RegisterGlobalConstant,
    /// The registration of an expression that scripts can refer to, from protocol 013 on.
    #[encoding(tag = 111, since = 13, json(kind_first = "register_global_constant"))]
    RegisterGlobalConstant(Manager<RegisterGlobalConstant>, ManagerMetadata<GlobalConstantEffects>),
    /// A limit on the deposits of a baker.
    #[encoding(tag = 112, since = 12, json(kind_first = "set_deposits_limit"))]
    SetDepositsLimit(Manager<SetDepositsLimit>, ManagerMetadata<GasEffects>),
    /// Storage paid for in advance.
    #[encoding(tag = 113, since = 14, json(kind_first = "increase_paid_storage"))]
    IncreasePaidStorage(Manager<IncreasePaidStorage>, ManagerMetadata<PaidStorageEffects>),
    /// A change of the key with which a baker signs blocks.
    #[encoding(tag = 114, since = 15, json(kind_first = "update_consensus_key"))]
    UpdateConsensusKey(Manager<UpdateConsensusKey>, ManagerMetadata<UpdateKeyEffects>),
    /// A change of the key with which a baker attests data.
    #[encoding(tag = 115, since = 23, json(kind_first = "update_companion_key"))]
    UpdateCompanionKey(Manager<UpdateConsensusKey>, ManagerMetadata<UpdateKeyEffects>),
    /// A new transaction rollup.
    #[encoding(tag = 150, since = 13, until = 16, json(kind_first = "tx_rollup_origination"))]
    TxRollupOrigination(Manager<TxRollupOrigination>, ManagerMetadata<TxRollupOriginationEffects>),
    /// A batch of a transaction rollup.
    #[encoding(tag = 151, since = 13, until = 16, json(kind_first = "tx_rollup_submit_batch"))]
    TxRollupSubmitBatch(Manager<TxRollupSubmitBatch>, ManagerMetadata<TxRollupSubmitBatchEffects>),
    /// A commitment of a transaction rollup.
    #[encoding(tag = 152, since = 13, until = 16, json(kind_first = "tx_rollup_commit"))]
    TxRollupCommit(Manager<TxRollupCommit>, ManagerMetadata<TxRollupEffects>),
    /// The bond of a transaction rollup, given back.
    #[encoding(tag = 153, since = 13, until = 16, json(kind_first = "tx_rollup_return_bond"))]
    TxRollupReturnBond(Manager<TxRollupReturnBond>, ManagerMetadata<TxRollupEffects>),
    /// The oldest commitment of a transaction rollup, made final.
    #[encoding(tag = 154, since = 13, until = 16, json(kind_first = "tx_rollup_finalize_commitment"))]
    TxRollupFinalizeCommitment(Manager<TxRollupFinalizeCommitment>, ManagerMetadata<TxRollupLevelEffects>),
    /// The oldest commitment of a transaction rollup, removed.
    #[encoding(tag = 155, since = 13, until = 16, json(kind_first = "tx_rollup_remove_commitment"))]
    TxRollupRemoveCommitment(Manager<TxRollupRemoveCommitment>, ManagerMetadata<TxRollupLevelEffects>),
    /// Proof that a commitment of a transaction rollup is wrong.
    #[encoding(tag = 156, since = 13, until = 16, json(kind_first = "tx_rollup_rejection"))]
    TxRollupRejection(Manager<TxRollupRejection>, ManagerMetadata<TxRollupEffects>),
    /// A payment of tickets that were withdrawn from a transaction rollup.
    #[encoding(tag = 157, since = 13, until = 16, json(kind_first = "tx_rollup_dispatch_tickets"))]
    TxRollupDispatchTickets(Manager<TxRollupDispatchTickets>, ManagerMetadata<TxRollupDispatchTicketsEffects>),
    /// A transfer of tickets.
    #[encoding(tag = 158, since = 13, json(kind_first = "transfer_ticket"))]
    TransferTicket(Manager<TransferTicket>, ManagerMetadata<TransferTicketEffects>),
    /// A new smart contract rollup.
    #[encoding(tag = 200, since = 13, until = 15, json(kind_first = "sc_rollup_originate"))]
    ScRollupOriginate(Manager<ScRollupOriginate>, ManagerMetadata<ScRollupOriginateEffects>),
    /// Messages to a smart contract rollup.
    #[encoding(tag = 201, since = 13, until = 15, json(kind_first = "sc_rollup_add_messages"))]
    ScRollupAddMessages(Manager<ScRollupAddMessages>, ManagerMetadata<ScRollupAddMessagesEffects>),
    /// A commitment of a smart contract rollup, made final.
    #[encoding(tag = 202, since = 13, until = 15, json(kind_first = "sc_rollup_cement"))]
    ScRollupCement(Manager<ScRollupCement>, ManagerMetadata<ScRollupCementEffects>),
    /// A commitment of a smart contract rollup.
    #[encoding(tag = 203, since = 13, until = 15, json(kind_first = "sc_rollup_publish"))]
    ScRollupPublish(Manager<ScRollupPublish>, ManagerMetadata<ScRollupPublishEffects>),
    /// A move of a refutation game, before smart rollups.
    #[encoding(tag = 204, since = 14, until = 15, json(kind_first = "sc_rollup_refute"))]
    ScRollupRefute(Manager<ScRollupRefute>, ManagerMetadata<ScRollupGameEffects>),
    /// The end of a refutation game, before smart rollups.
    #[encoding(tag = 205, since = 14, until = 15, json(kind_first = "sc_rollup_timeout"))]
    ScRollupTimeout(Manager<ScRollupTimeout>, ManagerMetadata<ScRollupGameEffects>),
    /// The execution of a message from the outbox of a smart contract rollup.
    #[encoding(tag = 206, since = 14, until = 15, json(kind_first = "sc_rollup_execute_outbox_message"))]
    ScRollupExecuteOutboxMessage(Manager<ScRollupExecuteOutboxMessage>, ManagerMetadata<ScRollupOutboxEffects>),
    /// The bond of a smart contract rollup, given back.
    #[encoding(tag = 207, since = 14, until = 15, json(kind_first = "sc_rollup_recover_bond"))]
    ScRollupRecoverBond(Manager<ScRollupRecoverBond>, ManagerMetadata<SmartRollupRecoverBondEffects>),
    /// The subscription of a smart contract rollup to a slot of the data availability layer.
    #[encoding(tag = 208, since = 14, until = 15, json(kind_first = "sc_rollup_dal_slot_subscribe"))]
    ScRollupDalSlotSubscribe(Manager<ScRollupDalSlotSubscribe>, ManagerMetadata<ScRollupDalSlotSubscribeEffects>),
    /// A new smart rollup.
    #[encoding(tag = 200, since = 16, json(kind_first = "smart_rollup_originate"))]
    SmartRollupOriginate(Manager<SmartRollupOriginate>, ManagerMetadata<SmartRollupOriginateEffects>),
    /// Messages to all smart rollups.
    #[encoding(tag = 201, since = 16, json(kind_first = "smart_rollup_add_messages"))]
    SmartRollupAddMessages(Manager<SmartRollupAddMessages>, ManagerMetadata<GasEffects>),
    /// A commitment of a smart rollup, made final.
    #[encoding(tag = 202, since = 16, json(kind_first = "smart_rollup_cement"))]
    SmartRollupCement(Manager<SmartRollupCement>, ManagerMetadata<SmartRollupCementEffects>),
    /// A commitment of a smart rollup.
    #[encoding(tag = 203, since = 16, json(kind_first = "smart_rollup_publish"))]
    SmartRollupPublish(Manager<SmartRollupPublish>, ManagerMetadata<SmartRollupPublishEffects>),
    /// A move of a refutation game.
    #[encoding(tag = 204, since = 16, json(kind_first = "smart_rollup_refute"))]
    SmartRollupRefute(Manager<SmartRollupRefute>, ManagerMetadata<SmartRollupGameEffects>),
    /// The end of a refutation game whose player did not move.
    #[encoding(tag = 205, since = 16, json(kind_first = "smart_rollup_timeout"))]
    SmartRollupTimeout(Manager<SmartRollupTimeout>, ManagerMetadata<SmartRollupGameEffects>),
    /// The execution of a message from the outbox of a smart rollup.
    #[encoding(tag = 206, since = 16, json(kind_first = "smart_rollup_execute_outbox_message"))]
    SmartRollupExecuteOutboxMessage(Manager<SmartRollupExecuteOutboxMessage>, ManagerMetadata<SmartRollupOutboxEffects>),
    /// The bond of a smart rollup, given back.
    #[encoding(tag = 207, since = 16, json(kind_first = "smart_rollup_recover_bond"))]
    SmartRollupRecoverBond(Manager<SmartRollupRecoverBond>, ManagerMetadata<SmartRollupRecoverBondEffects>),
    /// A commitment to data, in protocols 014 and 015.
    #[encoding(
        tag = 230,
        since = 14,
        until = 15,
        json(kind_first = "dal_publish_slot_header"),
        title = "Dal_publish_slot_header"
    )]
    DalPublishEarlySlot(Manager<DalPublishEarlySlot>, ManagerMetadata<GasEffects>),
    /// A commitment to data, in protocols 016 to 018.
    #[encoding(tag = 230, since = 16, until = 18, json(kind_first = "dal_publish_slot_header"))]
    DalPublishSlotHeader(Manager<DalPublishCommitment>, ManagerMetadata<DalPublishEffects>),
    /// A commitment to data, from protocol 019 on.
    #[encoding(tag = 230, since = 19, json(kind_first = "dal_publish_commitment"))]
    DalPublishCommitment(Manager<DalPublishCommitment>, ManagerMetadata<DalPublishEffects>),
    /// A new zero-knowledge rollup.
    #[encoding(tag = 250, since = 15, json(kind_first = "zk_rollup_origination"))]
    ZkRollupOrigination(Manager<ZkRollupOrigination>, ManagerMetadata<ZkRollupOriginationEffects>),
    /// Operations of a zero-knowledge rollup.
    #[encoding(tag = 251, since = 15, json(kind_first = "zk_rollup_publish"))]
    ZkRollupPublish(Manager<ZkRollupPublish>, ManagerMetadata<ZkRollupPublishEffects>),
    /// A new state of a zero-knowledge rollup.
    #[encoding(tag = 252, since = 16, json(kind_first = "zk_rollup_update"))]
    ZkRollupUpdate(Manager<ZkRollupUpdate>, ManagerMetadata<ZkRollupUpdateEffects>),
}
