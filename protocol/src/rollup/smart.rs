//! Smart rollups, from protocol 016 (Mumbai) on: the operations, the messages that kernels read and write, and refutation games.
//!
//! A kernel reads [`InboxMessage`], [`SmartRollupMetadata`] and pages of [`PreimagePage`]; it writes [`OutboxMessage`] and [`RevealRequest`]. Each
//! type has a view that borrows from the kernel's buffer, so that decoding does not allocate.
//!
//! Rules: `operation_repr.ml` and the files `sc_rollup_*.ml` of
//! [the protocol in development](https://github.com/tezos/tezos-mirror/tree/d26a8bef82159434e5a6db6a6d329f29dc8172dd/src/proto_alpha/lib_protocol).

#![warn(clippy::exhaustive_enums, clippy::exhaustive_structs)]

mod commitment;
mod game;
mod inbox;
mod operations;
mod outbox;
mod refutation;
mod reveal;

pub(crate) use commitment::is_number_of_ticks;
pub use commitment::{SmartRollupCommitment, SmartRollupCommitmentView, SmartRollupKind, Whitelist, WhitelistView};
pub use game::{
    DalSkipList, DalSkipList018, DalSkipList018View, DalSkipListView, DalSlot018, DalSlot018View, DalSlotHeader,
    DalSlotHeaderView, DalSlotId, DalSlotStatus, DalSlotStatusView, DalSnapshot, DalSnapshotView, Game, GameState,
    GameStateView, GameView, Player,
};
pub use inbox::{
    ExternalFrame, Inbox, InboxCell, InboxCellView, InboxLevel, InboxMessage, InboxMessageView, InboxView,
    InternalMessage, InternalMessageView, MESSAGE_MAX_BYTES, PublisherSlots, PublisherSlotsView,
};
pub use operations::{
    SmartRollupAddMessages, SmartRollupAddMessagesView, SmartRollupCement, SmartRollupCementView,
    SmartRollupExecuteOutboxMessage, SmartRollupExecuteOutboxMessageView, SmartRollupOriginate,
    SmartRollupOriginateView, SmartRollupPublish, SmartRollupPublishView, SmartRollupRecoverBond,
    SmartRollupRecoverBondView, SmartRollupRefute, SmartRollupRefuteView, SmartRollupTimeout, SmartRollupTimeoutView,
    Stakers,
};
pub use outbox::{
    OutboxMessage, OutboxMessageView, OutboxTransaction, OutboxTransactionView, Output, OutputProof, OutputProofView,
    OutputView, TypedOutboxTransaction, TypedOutboxTransactionView,
};
pub use refutation::{
    DalPageId, DissectionChunk, DissectionChunkView, InputProof, InputProofView, Proof, ProofView, Refutation,
    RefutationStep, RefutationStepView, RefutationView, RevealProof, RevealProofView,
};
pub use reveal::{
    DalParameters, PreimageHash, PreimagePage, PreimagePageView, RevealRequest, RevealRequestView, SmartRollupMetadata,
};
