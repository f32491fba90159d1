//! Rollups: the operations on them, and the messages that the kernel of a smart rollup reads and writes.
//!
//! | module     | protocols  | rollups                                                   |
//! |------------|------------|-----------------------------------------------------------|
//! | [`tx`]     | 013 to 016 | transaction rollups                                       |
//! | [`sc`]     | 013 to 015 | smart contract rollups, which became smart rollups        |
//! | [`zk`]     | 015 on     | zero-knowledge rollups                                    |
//! | [`smart`]  | 016 on     | smart rollups                                             |
//! | [`merkle`] | 013 on     | proofs about the context, which the other modules contain |
//!
//! Each operation is a struct of the fields that follow those of a manager operation (source, fee, counter and the limits of gas and
//! storage).

pub mod merkle;
pub mod sc;
pub mod smart;
pub mod tx;
pub mod zk;

use tezos_encoding::HasEncoding;
use tezos_hashes::protocol::SmartRollupAddress;

use crate::row::{ALPHA, Row};

/// The encodings of this module that Octez registers, from protocol 017 on.
pub(crate) const ENCODINGS: &[Row] = &[
    ("smart_rollup.address", "The address of a smart rollup", SmartRollupAddress::ENCODING, 17, ALPHA),
    ("smart_rollup.commmitment", "A commitment of a smart rollup", smart::SmartRollupCommitment::ENCODING, 17, ALPHA),
    ("smart_rollup.game", "A refutation game", smart::Game::ENCODING, 17, ALPHA),
    ("smart_rollup.inbox", "The inbox of the smart rollups", smart::Inbox::ENCODING, 17, ALPHA),
    ("smart_rollup.inbox.message", "A message to a kernel", smart::InboxMessage::ENCODING, 17, ALPHA),
    ("smart_rollup.kind", "What executes the kernel of a smart rollup", smart::SmartRollupKind::ENCODING, 17, ALPHA),
    (
        "smart_rollup.metadata",
        "What the protocol tells a kernel of its rollup",
        smart::SmartRollupMetadata::ENCODING,
        17,
        ALPHA,
    ),
    ("smart_rollup.outbox.message", "A message of a kernel", smart::OutboxMessage::ENCODING, 17, ALPHA),
    ("smart_rollup.output", "A message of a kernel and its place", smart::Output::ENCODING, 17, ALPHA),
    ("smart_rollup.proof", "The proof of a tick", smart::Proof::ENCODING, 17, ALPHA),
    ("smart_rollup.reveal", "What a kernel asks to be revealed", smart::RevealRequest::ENCODING, 18, ALPHA),
    (
        "smart_rollup.wasm_2_0_0.output.proof",
        "The proof of a message of a kernel",
        smart::OutputProof::ENCODING,
        17,
        ALPHA,
    ),
    ("smart_rollup.whitelist", "Who may publish commitments", smart::Whitelist::ENCODING, 18, ALPHA),
];
