//! The contents of operations, by kind.

use alloc::boxed::Box;

use tezos_encoding::{BinWriter, HasEncoding, NomReader, View};

use super::*;
use crate::receipt::{RenamedInlined, RenamedInlinedPreattestation};
use crate::rollup::{sc::*, smart::*, tx::*, zk::*};

/// Defines [`Contents`], [`ContentsRef`] and their access to the fields that all manager operations have, from the table of kinds.
macro_rules! contents {
    (@unboxed Box<$contents:ty>) => { $contents };
    (@unboxed $($contents:tt)+) => { $($contents)+ };
    (@manager $contents:ident.$head:ident() Box<Manager $($rest:tt)+) => { Some($contents.$head()) };
    (@manager $contents:ident.$head:ident() Box<ContractManager $($rest:tt)+) => { Some($contents.$head()) };
    (@manager $contents:ident.$head:ident() Manager $($rest:tt)+) => { Some($contents.$head()) };
    (@manager $contents:ident.$head:ident() ContractManager $($rest:tt)+) => { Some($contents.$head()) };
    (@manager $contents:ident.$head:ident() $($other:tt)+) => {{
        let _ = $contents;
        None
    }};
    ($(
        $(#[doc = $doc:literal])+ #[encoding($($item:tt)+)] $name:ident($($contents:tt)+),
    )+) => {
        /// The contents of an operation.
        ///
        /// | bytes | field | encoding                                            |
        /// |------:|-------|-----------------------------------------------------|
        /// | 1     | tag   | the kind                                            |
        /// |       |       | its fields                                          |
        ///
        /// Large, rare kinds are boxed to keep the enum small.
        ///
        /// # Errors
        /// `Unexpected_tag` for a kind that the protocol does not have; the errors of the fields.
        ///
        /// Rule: [`operation_repr.ml`, `contents_encoding`][rule].
        ///
        /// [rule]: https://github.com/tezos/tezos-mirror/blob/d26a8bef82159434e5a6db6a6d329f29dc8172dd/src/proto_alpha/lib_protocol/operation_repr.ml
        #[derive(HasEncoding, NomReader, BinWriter, View, Debug, Clone, PartialEq, Eq, Hash)]
        #[encoding(id = "operation.contents")]
        #[non_exhaustive]
        pub enum Contents {
            $($(#[doc = $doc])+ #[encoding($($item)+)] $name($($contents)+),)+
        }

        impl Contents {
            /// Returns mutable access to the fee, the counter and the limits of a manager operation, which a wallet sets after a simulation;
            /// `None` for other kinds.
            ///
            /// ```
            /// # use tezos_hashes::hash::BlockHash;
            /// use tezos_protocols::{keys::PublicKeyHash, operation::{Manager, Transaction, Unsigned}};
            /// # let branch: BlockHash = "BLockGenesisGenesisGenesisGenesisGenesisf79b5d1CoW2".parse()?;
            /// # let account: PublicKeyHash = "tz1KqTpEZ7Yob7QbPE4Hy4Wo8fHG8LhKxZSx".parse()?;
            /// # let recipient: PublicKeyHash = "tz1VSUr8wwNhLAzempoch5d6hLRiTh8Cjcjb".parse()?;
            /// let transfer = Manager::new(account, 8, Transaction::transfer(recipient, "1.5".parse()?)).limits(1_500, 0);
            /// let mut unsigned = Unsigned::new(branch, transfer);
            /// *unsigned.contents[0].manager_mut().unwrap().gas_limit = 169.into(); // as simulated
            /// assert_eq!(unsigned.contents[0].manager().unwrap().gas_limit, &169.into());
            /// # Ok::<(), Box<dyn std::error::Error>>(())
            /// ```
            #[must_use]
            pub fn manager_mut(&mut self) -> Option<ManagerHeadMut<'_>> {
                match self {
                    $(Self::$name(contents) => contents!(@manager contents.head_mut() $($contents)+),)+
                }
            }
        }

        /// The contents of an operation, borrowed from a [`Contents`] or a [`ContentsAndResult`](crate::receipt::ContentsAndResult): each kind is
        /// one case, with or without a receipt.
        #[derive(Debug, Clone, Copy, PartialEq, Eq, Hash)]
        #[non_exhaustive]
        pub enum ContentsRef<'a> {
            $($(#[doc = $doc])+ $name(&'a contents!(@unboxed $($contents)+)),)+
            /// Evidence of two attestations, with a receipt of protocol 018.
            OxfordAttestationEvidence(&'a DoubleConsensusEvidence<RenamedInlined>),
            /// Evidence of two preattestations, with a receipt of protocol 018.
            OxfordPreattestationEvidence(&'a DoubleConsensusEvidence<RenamedInlinedPreattestation>),
        }

        impl<'a> ContentsRef<'a> {
            /// Returns the fields that all manager operations have; `None` for other kinds.
            ///
            /// ```
            /// use tezos_protocols::{Protocol, block::BlockAnswer};
            /// # let bytes = include_bytes!(concat!(env!("CARGO_MANIFEST_DIR"), "/examples/block.bin"));
            /// let BlockAnswer(block): BlockAnswer = Protocol::Nairobi.decode(bytes)?;
            /// let mut heads = block.operations().map(|operation| operation.contents.manager());
            /// assert_eq!(heads.next().unwrap(), None); // an attestation has no fee
            /// assert_eq!(heads.next().unwrap().unwrap().counter, &8.into());
            /// # Ok::<(), Box<dyn std::error::Error>>(())
            /// ```
            #[must_use]
            pub fn manager(self) -> Option<ManagerHead<'a>> {
                match self {
                    $(Self::$name(contents) => contents!(@manager contents.head() $($contents)+),)+
                    Self::OxfordAttestationEvidence(_) | Self::OxfordPreattestationEvidence(_) => None,
                }
            }

            /// Returns the position of the kind among the cases of [`Contents`]; `None` for the kinds that it does not have.
            pub(super) const fn index(self) -> Option<usize> {
                /// The kinds, in order.
                enum Kind {
                    $($name,)+
                }
                match self {
                    $(Self::$name(_) => Some(Kind::$name as usize),)+
                    Self::OxfordAttestationEvidence(_) | Self::OxfordPreattestationEvidence(_) => None,
                }
            }
        }

        impl<'a> From<&'a Contents> for ContentsRef<'a> {
            fn from(contents: &'a Contents) -> Self {
                match contents { $(Contents::$name(contents) => Self::$name(contents),)+ }
            }
        }
    };
}

contents! {
    /// The endorsement of a block, up to protocol 011.
    #[encoding(tag = 0, until = 11, json(kind_first = "endorsement"), title = "Endorsement")]
    EmmyEndorsement(EmmyEndorsement),
    /// The revelation of a baker's seed nonce.
    #[encoding(tag = 1, json(kind_first = "seed_nonce_revelation"))]
    SeedNonceRevelation(SeedNonceRevelation),
    /// Evidence of two endorsements, up to protocol 018.
    #[encoding(tag = 2, until = 18, json(kind_first = "double_endorsement_evidence"))]
    DoubleEndorsementEvidence(DoubleEndorsementEvidence),
    /// Evidence of two attestations, in protocols 019 to 022.
    #[encoding(tag = 2, since = 19, until = 22, json(kind_first = "double_attestation_evidence"))]
    DoubleAttestationEvidence(DoubleConsensusEvidence),
    /// Evidence of two conflicting consensus operations, from protocol 023 on.
    #[encoding(tag = 2, since = 23, json(kind_first = "double_consensus_operation_evidence"))]
    DoubleConsensusOperationEvidence(DoubleConsensusEvidence),
    /// Evidence of two conflicting blocks.
    #[encoding(tag = 3, json(kind_first = "double_baking_evidence"))]
    DoubleBakingEvidence(DoubleBakingEvidence),
    /// The activation of a fundraiser's account.
    #[encoding(tag = 4, json(kind_first = "activate_account"))]
    ActivateAccount(ActivateAccount),
    /// Proposals of protocols.
    #[encoding(tag = 5, json(kind_first = "proposals"))]
    Proposals(Proposals),
    /// A vote on a proposal.
    #[encoding(tag = 6, json(kind_first = "ballot"))]
    Ballot(Ballot),
    /// The public key of an account, before Babylon.
    #[encoding(tag = 7, until = 4, json(kind_first = "reveal"), title = "Reveal")]
    EarlyReveal(ContractManager<EarlyReveal>),
    /// A transaction, before Babylon.
    #[encoding(tag = 8, until = 4, json(kind_first = "transaction"), title = "Transaction")]
    EarlyTransaction(ContractManager<EarlyTransaction>),
    /// A new contract, before Babylon.
    #[encoding(tag = 9, until = 4, json(kind_first = "origination"), title = "Origination")]
    EarlyOrigination(Box<ContractManager<EarlyOrigination>>),
    /// A change of an account's delegate, before Babylon.
    #[encoding(tag = 10, until = 4, json(kind_first = "delegation"), title = "Delegation")]
    EarlyDelegation(ContractManager<EarlyDelegation>),
    /// Evidence of two preendorsements, in protocols 012 to 018.
    #[encoding(tag = 7, since = 12, until = 18, json(kind_first = "double_preendorsement_evidence"))]
    DoublePreendorsementEvidence(DoubleConsensusEvidence<InlinedPreattestation>),
    /// Evidence of two preattestations, in protocols 019 to 022.
    #[encoding(tag = 7, since = 19, until = 22, json(kind_first = "double_preattestation_evidence"))]
    DoublePreattestationEvidence(DoubleConsensusEvidence<InlinedPreattestation>),
    /// The result of a verifiable delay function.
    #[encoding(tag = 8, since = 14, json(kind_first = "vdf_revelation"))]
    VdfRevelation(Box<VdfRevelation>),
    /// The transfer of a baker's balance by its consensus key.
    #[encoding(tag = 9, since = 15, json(kind_first = "drain_delegate"))]
    DrainDelegate(DrainDelegate),
    /// An endorsement with the slot of its baker, in protocols 009 to 011.
    #[encoding(tag = 10, since = 9, until = 11, json(kind_first = "endorsement_with_slot"))]
    EndorsementWithSlot(Box<EndorsementWithSlot>),
    /// Signed bytes that are never included in a block.
    #[encoding(tag = 17, since = 9, json(kind_first = "failing_noop"))]
    FailingNoop(FailingNoop),
    /// A preattestation, in protocols 012 to 018.
    #[encoding(tag = 20, since = 12, until = 18, json(kind_first = "preendorsement"))]
    Preendorsement(ConsensusContent),
    /// An attestation, in protocols 012 to 018.
    #[encoding(tag = 21, since = 12, until = 18, json(kind_first = "endorsement"))]
    Endorsement(ConsensusContent),
    /// A preattestation, from protocol 019 on.
    #[encoding(tag = 20, since = 19, json(kind_first = "preattestation"))]
    Preattestation(ConsensusContent),
    /// An attestation, from protocol 019 on.
    #[encoding(tag = 21, since = 19, json(kind_first = "attestation"))]
    Attestation(ConsensusContent),
    /// Endorsed slots of the data availability layer, in protocols 014 and 015.
    #[encoding(tag = 22, since = 14, until = 15, json(kind_first = "dal_slot_availability"))]
    DalSlotAvailability(DalSlotAvailability),
    /// Attested slots of the data availability layer, in protocols 016 to 018.
    #[encoding(tag = 22, since = 16, until = 18, json(kind_first = "dal_attestation"))]
    DalAttestation(DalAttestation),
    /// An attestation with slots of the data availability layer.
    #[encoding(tag = 23, since = 19, json(kind_first = "attestation_with_dal"))]
    AttestationWithDal(AttestationWithDal),
    /// Evidence that a baker attested a slot with a trap.
    #[encoding(tag = 24, since = 22, json(kind_first = "dal_entrapment_evidence"))]
    DalEntrapmentEvidence(DalEntrapmentEvidence),
    /// Preattestations with one signature.
    #[encoding(tag = 30, since = 23, json(kind_first = "preattestations_aggregate"))]
    PreattestationsAggregate(PreattestationsAggregate),
    /// Attestations with one signature.
    #[encoding(tag = 31, since = 22, json(kind_first = "attestations_aggregate"))]
    AttestationsAggregate(AttestationsAggregate),
    /// The revelation of an account's public key.
    #[encoding(tag = 107, since = 5, json(kind_first = "reveal"))]
    Reveal(Manager<Reveal>),
    /// A transfer of tez, or a call of a contract.
    #[encoding(tag = 108, since = 5, json(kind_first = "transaction"))]
    Transaction(Manager<Transaction>),
    /// A new contract.
    #[encoding(tag = 109, since = 5, json(kind_first = "origination"))]
    Origination(Manager<Origination>),
    /// A change of an account's delegate.
    #[encoding(tag = 110, since = 5, json(kind_first = "delegation"))]
    Delegation(Manager<Delegation>),
    /// The registration of an expression that scripts can refer to.
    #[encoding(tag = 111, since = 11, json(kind_first = "register_global_constant"))]
    RegisterGlobalConstant(Manager<RegisterGlobalConstant>),
    /// A limit on the deposits of a baker.
    #[encoding(tag = 112, since = 12, json(kind_first = "set_deposits_limit"))]
    SetDepositsLimit(Manager<SetDepositsLimit>),
    /// Storage paid for in advance.
    #[encoding(tag = 113, since = 14, json(kind_first = "increase_paid_storage"))]
    IncreasePaidStorage(Manager<IncreasePaidStorage>),
    /// A change of the key with which a baker signs blocks.
    #[encoding(tag = 114, since = 15, json(kind_first = "update_consensus_key"))]
    UpdateConsensusKey(Box<Manager<UpdateConsensusKey>>),
    /// A change of the key with which a baker attests data.
    #[encoding(tag = 115, since = 23, json(kind_first = "update_companion_key"))]
    UpdateCompanionKey(Box<Manager<UpdateConsensusKey>>),
    /// A new transaction rollup.
    #[encoding(tag = 150, since = 13, until = 16, json(kind_first = "tx_rollup_origination"))]
    TxRollupOrigination(Manager<TxRollupOrigination>),
    /// A batch of a transaction rollup.
    #[encoding(tag = 151, since = 13, until = 16, json(kind_first = "tx_rollup_submit_batch"))]
    TxRollupSubmitBatch(Manager<TxRollupSubmitBatch>),
    /// A commitment of a transaction rollup.
    #[encoding(tag = 152, since = 13, until = 16, json(kind_first = "tx_rollup_commit"))]
    TxRollupCommit(Box<Manager<TxRollupCommit>>),
    /// The bond of a transaction rollup, given back.
    #[encoding(tag = 153, since = 13, until = 16, json(kind_first = "tx_rollup_return_bond"))]
    TxRollupReturnBond(Manager<TxRollupReturnBond>),
    /// The oldest commitment of a transaction rollup, made final.
    #[encoding(tag = 154, since = 13, until = 16, json(kind_first = "tx_rollup_finalize_commitment"))]
    TxRollupFinalizeCommitment(Manager<TxRollupFinalizeCommitment>),
    /// The oldest commitment of a transaction rollup, removed.
    #[encoding(tag = 155, since = 13, until = 16, json(kind_first = "tx_rollup_remove_commitment"))]
    TxRollupRemoveCommitment(Manager<TxRollupRemoveCommitment>),
    /// Proof that a commitment of a transaction rollup is wrong.
    #[encoding(tag = 156, since = 13, until = 16, json(kind_first = "tx_rollup_rejection"))]
    TxRollupRejection(Box<Manager<TxRollupRejection>>),
    /// A payment of tickets that were withdrawn from a transaction rollup.
    #[encoding(tag = 157, since = 13, until = 16, json(kind_first = "tx_rollup_dispatch_tickets"))]
    TxRollupDispatchTickets(Box<Manager<TxRollupDispatchTickets>>),
    /// A transfer of tickets.
    #[encoding(tag = 158, since = 13, json(kind_first = "transfer_ticket"))]
    TransferTicket(Box<Manager<TransferTicket>>),
    /// A new smart contract rollup.
    #[encoding(tag = 200, since = 13, until = 15, json(kind_first = "sc_rollup_originate"))]
    ScRollupOriginate(Box<Manager<ScRollupOriginate>>),
    /// Messages to a smart contract rollup.
    #[encoding(tag = 201, since = 13, until = 15, json(kind_first = "sc_rollup_add_messages"))]
    ScRollupAddMessages(Manager<ScRollupAddMessages>),
    /// A commitment of a smart contract rollup, made final.
    #[encoding(tag = 202, since = 13, until = 15, json(kind_first = "sc_rollup_cement"))]
    ScRollupCement(Manager<ScRollupCement>),
    /// A commitment of a smart contract rollup.
    #[encoding(tag = 203, since = 13, until = 15, json(kind_first = "sc_rollup_publish"))]
    ScRollupPublish(Box<Manager<ScRollupPublish>>),
    /// A move of a refutation game, before smart rollups.
    #[encoding(tag = 204, since = 14, until = 15, json(kind_first = "sc_rollup_refute"))]
    ScRollupRefute(Box<Manager<ScRollupRefute>>),
    /// The end of a refutation game, before smart rollups.
    #[encoding(tag = 205, since = 14, until = 15, json(kind_first = "sc_rollup_timeout"))]
    ScRollupTimeout(Manager<ScRollupTimeout>),
    /// The execution of a message from the outbox of a smart contract rollup.
    #[encoding(tag = 206, since = 14, until = 15, json(kind_first = "sc_rollup_execute_outbox_message"))]
    ScRollupExecuteOutboxMessage(Box<Manager<ScRollupExecuteOutboxMessage>>),
    /// The bond of a smart contract rollup, given back.
    #[encoding(tag = 207, since = 14, until = 15, json(kind_first = "sc_rollup_recover_bond"))]
    ScRollupRecoverBond(Manager<ScRollupRecoverBond>),
    /// The subscription of a smart contract rollup to a slot of the data availability layer.
    #[encoding(tag = 208, since = 14, until = 15, json(kind_first = "sc_rollup_dal_slot_subscribe"))]
    ScRollupDalSlotSubscribe(Manager<ScRollupDalSlotSubscribe>),
    /// A new smart rollup.
    #[encoding(tag = 200, since = 16, json(kind_first = "smart_rollup_originate"))]
    SmartRollupOriginate(Box<Manager<SmartRollupOriginate>>),
    /// Messages to all smart rollups.
    #[encoding(tag = 201, since = 16, json(kind_first = "smart_rollup_add_messages"))]
    SmartRollupAddMessages(Manager<SmartRollupAddMessages>),
    /// A commitment of a smart rollup, made final.
    #[encoding(tag = 202, since = 16, json(kind_first = "smart_rollup_cement"))]
    SmartRollupCement(Manager<SmartRollupCement>),
    /// A commitment of a smart rollup.
    #[encoding(tag = 203, since = 16, json(kind_first = "smart_rollup_publish"))]
    SmartRollupPublish(Box<Manager<SmartRollupPublish>>),
    /// A move of a refutation game.
    #[encoding(tag = 204, since = 16, json(kind_first = "smart_rollup_refute"))]
    SmartRollupRefute(Box<Manager<SmartRollupRefute>>),
    /// The end of a refutation game whose player did not move.
    #[encoding(tag = 205, since = 16, json(kind_first = "smart_rollup_timeout"))]
    SmartRollupTimeout(Manager<SmartRollupTimeout>),
    /// The execution of a message from the outbox of a smart rollup.
    #[encoding(tag = 206, since = 16, json(kind_first = "smart_rollup_execute_outbox_message"))]
    SmartRollupExecuteOutboxMessage(Manager<SmartRollupExecuteOutboxMessage>),
    /// The bond of a smart rollup, given back.
    #[encoding(tag = 207, since = 16, json(kind_first = "smart_rollup_recover_bond"))]
    SmartRollupRecoverBond(Manager<SmartRollupRecoverBond>),
    /// A new zero-knowledge rollup.
    #[encoding(tag = 250, since = 15, json(kind_first = "zk_rollup_origination"))]
    ZkRollupOrigination(Box<Manager<ZkRollupOrigination>>),
    /// Operations of a zero-knowledge rollup.
    #[encoding(tag = 251, since = 15, json(kind_first = "zk_rollup_publish"))]
    ZkRollupPublish(Manager<ZkRollupPublish>),
    /// A new state of a zero-knowledge rollup.
    #[encoding(tag = 252, since = 16, json(kind_first = "zk_rollup_update"))]
    ZkRollupUpdate(Box<Manager<ZkRollupUpdate>>),
    /// A commitment to data, in protocols 014 and 015.
    #[encoding(
        tag = 230,
        since = 14,
        until = 15,
        json(kind_first = "dal_publish_slot_header"),
        title = "Dal_publish_slot_header"
    )]
    DalPublishEarlySlot(Manager<DalPublishEarlySlot>),
    /// A commitment to data, in protocols 016 to 018.
    #[encoding(tag = 230, since = 16, until = 18, json(kind_first = "dal_publish_slot_header"))]
    DalPublishSlotHeader(Box<Manager<DalPublishCommitment>>),
    /// A commitment to data, from protocol 019 on.
    #[encoding(tag = 230, since = 19, json(kind_first = "dal_publish_commitment"))]
    DalPublishCommitment(Box<Manager<DalPublishCommitment>>),
}
