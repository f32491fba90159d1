//! Constructors of types that a protocol may give another field, which code of other crates cannot write as literals. They take the fields that all
//! protocols have; the others are absent until they are set.

use alloc::{boxed::Box, vec::Vec};

use tezos_encoding::{N, Z};
use tezos_hashes::{
    hash::{BlockHash, ChainId, OperationHash, ProtocolHash},
    keys::{Ed25519PublicKeyHash, PublicKey, PublicKeyHash, Signature},
    protocol::{BlockPayloadHash, DalCommitment, SmartRollupAddress, SmartRollupCommitmentHash, SmartRollupStateHash},
};

use crate::{
    block::{BlockInfo, BlockOperation, OperationReceipt, ProtocolName},
    chain::{BallotVote, RawLevel, Round},
    contract::{ContractId, OriginatedContract},
    header::{FullHeader, HeaderContents, Votes},
    micheline::{LazyExpr, Micheline},
    numbers::Mutez,
    operation::*,
    receipt::{Balance, BalanceUpdate},
    rollup::smart::*,
    shell::OperationShellHeader,
};

macro_rules! constructors {
    ($($name:ident $(<$parameter:ident>)? ($($field:ident: $ty:ty),*) $(without $($absent:ident)+)?;)+) => {$(
        impl $(<$parameter>)? $name $(<$parameter>)? {
            /// Creates a value of the fields that all protocols have. Those that only some have are absent.
            #[must_use]
            pub const fn new($($field: $ty),*) -> Self {
                Self { $($field,)* $($($absent: None,)+)? }
            }
        }
    )+};
}

constructors! {
    // Consensus operations.
    ConsensusContent(slot: u16, level: i32, round: i32, block_payload_hash: BlockPayloadHash);
    AttestationWithDal(slot: u16, level: i32, round: i32, block_payload_hash: BlockPayloadHash, dal_attestation: Z);
    AggregateContent(level: i32, round: i32, block_payload_hash: BlockPayloadHash);
    PreattestationsAggregate(consensus_content: AggregateContent, committee: Vec<u16>);
    Attester(slot: u16, dal_attestation: Option<Z>);
    Inlined<C>(branch: BlockHash, operations: C, signature: Option<Signature>);
    DoubleConsensusEvidence<C>(op1: Box<Inlined<C>>, op2: Box<Inlined<C>>) without slot;
    DalEntrapmentEvidence(attestation: Box<Inlined>, slot_index: u8, shard_with_proof: ShardWithProof) without consensus_slot lag_index;
    ShardWithProof(shard: Shard, proof: DalCommitment);

    // Anonymous operations, votes and signed bytes.
    SeedNonceRevelation(level: RawLevel, nonce: [u8; 32]);
    VdfRevelation(solution: ([u8; 100], [u8; 100]));
    DoubleBakingEvidence(bh1: Box<FullHeader>, bh2: Box<FullHeader>);
    ActivateAccount(pkh: Ed25519PublicKeyHash, secret: [u8; 20]);
    DrainDelegate(consensus_key: PublicKeyHash, delegate: PublicKeyHash, destination: PublicKeyHash);
    Ballot(source: PublicKeyHash, period: i32, proposal: ProtocolHash, ballot: BallotVote);

    // Manager operations.
    Parameters(entrypoint: Entrypoint, value: LazyExpr);
    Script(code: LazyExpr, storage: LazyExpr);
    Delegation(delegate: Option<PublicKeyHash>);
    RegisterGlobalConstant(value: LazyExpr);
    SetDepositsLimit(limit: Option<Mutez>);
    IncreasePaidStorage(amount: Z, destination: OriginatedContract);
    UpdateConsensusKey(pk: PublicKey) without proof any_proof;
    TransferTicket(
        ticket_contents: LazyExpr, ticket_ty: LazyExpr, ticket_ticketer: ContractId, ticket_amount: N,
        destination: ContractId, entrypoint: EntrypointName
    );
    DalPublishCommitment(slot_header: PublishedSlotHeader);

    // Operations on smart rollups, and messages of their outboxes.
    SmartRollupOriginate(pvm_kind: SmartRollupKind, kernel: Vec<u8>, parameters_ty: LazyExpr) without origination_proof whitelist;
    SmartRollupAddMessages(message: Vec<Vec<u8>>);
    SmartRollupCement(rollup: SmartRollupAddress) without commitment;
    SmartRollupPublish(rollup: SmartRollupAddress, commitment: SmartRollupCommitment);
    SmartRollupRefute(rollup: SmartRollupAddress, opponent: PublicKeyHash, refutation: Refutation);
    SmartRollupTimeout(rollup: SmartRollupAddress, stakers: Stakers);
    SmartRollupExecuteOutboxMessage(
        rollup: SmartRollupAddress, cemented_commitment: SmartRollupCommitmentHash, output_proof: Vec<u8>
    );
    SmartRollupRecoverBond(rollup: SmartRollupAddress, staker: PublicKeyHash);
    SmartRollupCommitment(
        compressed_state: SmartRollupStateHash, inbox_level: RawLevel, predecessor: SmartRollupCommitmentHash,
        number_of_ticks: i64
    );
    OutboxTransaction(parameters: Micheline, destination: OriginatedContract, entrypoint: EntrypointName);
    TypedOutboxTransaction(
        parameters: Micheline, parameters_ty: Micheline, destination: OriginatedContract, entrypoint: EntrypointName
    );
    Output(outbox_level: RawLevel, message_index: N, message: OutboxMessage);

    // Receipts.
    BalanceUpdate(balance: Balance, change: i64) without origin;
}

impl AttestationsAggregate {
    /// Creates the attestations of a committee, from protocol 023 on.
    #[must_use]
    pub const fn new(consensus_content: AggregateContent, committee: Vec<Attester>) -> Self {
        Self { consensus_content, slots: None, committee: Some(committee) }
    }
}

impl Proposals {
    /// Creates the operation with its at most twenty proposals, from protocol 015 on. Protocols before take `any_proposals`.
    #[must_use]
    pub const fn new(source: PublicKeyHash, period: i32, proposals: Vec<ProtocolHash>) -> Self {
        Self { source, period, any_proposals: None, proposals: Some(proposals) }
    }
}

impl FailingNoop {
    /// Creates an operation of any bytes, from protocol 016 on. Protocols before take `text`.
    #[must_use]
    pub const fn new(arbitrary: Vec<u8>) -> Self {
        Self { text: None, arbitrary: Some(arbitrary) }
    }
}

impl PublishedSlotHeader {
    /// Creates the header of a slot, from protocol 018 on.
    #[must_use]
    pub const fn new(slot_index: u8, commitment: DalCommitment, commitment_proof: [u8; 96]) -> Self {
        let slot_index = Some(slot_index);
        Self { level: None, published_level: None, index: None, slot_index, commitment, commitment_proof }
    }
}

impl HeaderContents {
    /// Creates the contents without the hash of a nonce, from protocol 012 on. Protocols before have a `priority` instead of a payload.
    #[must_use]
    pub const fn new(
        payload_hash: BlockPayloadHash,
        payload_round: Round,
        proof_of_work_nonce: [u8; 8],
        votes: Votes,
    ) -> Self {
        let (payload_hash, payload_round) = (Some(payload_hash), Some(payload_round));
        Self { priority: None, payload_hash, payload_round, proof_of_work_nonce, seed_nonce_hash: None, votes }
    }
}

impl<H, M> BlockInfo<H, M> {
    /// Creates a block without metadata.
    ///
    /// ```
    /// use tezos_protocols::{Protocol, block::{BlockAnswer, BlockInfo}};
    /// # let bytes = include_bytes!(concat!(env!("CARGO_MANIFEST_DIR"), "/examples/block.bin"));
    /// let BlockAnswer(block): BlockAnswer = Protocol::Nairobi.decode(bytes)?;
    /// let bare: BlockInfo = BlockInfo::new(block.chain_id, block.hash, block.header, block.operations);
    /// assert_eq!((bare.metadata.as_ref(), bare.operations().count()), (None, 3));
    /// # Ok::<(), Box<dyn std::error::Error>>(())
    /// ```
    #[must_use]
    pub const fn new(chain_id: ChainId, hash: BlockHash, header: H, operations: Vec<Vec<BlockOperation>>) -> Self {
        Self { protocol: ProtocolName, chain_id, hash, header, metadata: None, operations }
    }
}

impl BlockOperation {
    /// Creates an operation of a block.
    #[must_use]
    pub const fn new(
        chain_id: ChainId,
        hash: OperationHash,
        shell: OperationShellHeader,
        receipt: OperationReceipt,
    ) -> Self {
        Self { protocol: ProtocolName, chain_id, hash, shell, receipt }
    }
}
