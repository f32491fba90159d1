//! Smart rollups, from protocol 016 (Mumbai) on: the operations, the messages that kernels read and write, and refutation games.
//!
//! A kernel reads [`InboxMessage`], [`Metadata`] and pages of [`PreimagePage`]; it writes [`OutboxMessage`] and [`RevealRequest`]. Each
//! type has a view that borrows from the kernel's buffer, so that decoding does not allocate.
//!
//! Rules: `operation_repr.ml` and the files `sc_rollup_*.ml` of
//! [the protocol in development](https://github.com/tezos/tezos-mirror/tree/d26a8bef82159434e5a6db6a6d329f29dc8172dd/src/proto_alpha/lib_protocol).

mod commitment;
mod game;
mod inbox;
mod operations;
mod outbox;
mod refutation;
mod reveal;

pub(crate) use commitment::is_number_of_ticks;
pub use commitment::{Commitment, Kind, Whitelist};
pub use game::{
    DalSkipList, DalSkipList018, DalSlot018, DalSlotHeader, DalSlotId, DalSlotStatus, DalSnapshot, Game, GameState,
    Player,
};
pub use inbox::{
    ExternalFrame, Inbox, InboxCell, InboxLevel, InboxMessage, InboxMessageView, InternalMessage, InternalMessageView,
    MESSAGE_MAX_BYTES, PublisherSlots,
};
pub use operations::{
    SmartRollupAddMessages, SmartRollupCement, SmartRollupExecuteOutboxMessage, SmartRollupOriginate,
    SmartRollupPublish, SmartRollupRecoverBond, SmartRollupRefute, SmartRollupTimeout, Stakers,
};
pub use outbox::{
    OriginatedContract, OutboxMessage, OutboxMessageView, OutboxTransaction, OutboxTransactionView, Output,
    OutputProof, TypedOutboxTransaction, TypedOutboxTransactionView,
};
pub use refutation::{DalPageId, DissectionChunk, InputProof, Proof, Refutation, RevealProof, Step};
pub use reveal::{
    DalParameters, Metadata, PreimageHash, PreimagePage, PreimagePageView, RevealRequest, RevealRequestView,
};
