//! Measures the cost of a message: decoding it and each of its fields, hashing, verification.

use std::hint::black_box;

use tezos_encoding::Decode as _;
use tezos_messages::{
    block_header::BlockHeader,
    handshake::ConnectionMessage,
    identity::PowTarget,
    merkle,
    operation::RawOperation,
    p2p::{OperationsForBlocks, PeerMessage},
};

use super::{
    contents::{self, Contents},
    fields,
    figure::{Times, Work, add},
};
use crate::{
    measure::{self, Batches, Clock},
    session::What,
};

/// Bytes of the size prefix and the tag before the body of a message.
const BODY_OFFSET: usize = 6;
/// The difficulty of the proof of work on mainnet, in bits.
const DIFFICULTY_BITS: u8 = 26;

/// The times of a message.
#[derive(Debug)]
pub(super) struct Cost {
    /// The time of decoding it and dropping the value.
    pub(super) decoding: Batches,
    /// The time of decoding each of its fields, in the order of [`fields::of`].
    pub(super) fields: Vec<Batches>,
    /// The time of its hashes: block, operations, protocol, peer.
    pub(super) hashing: Batches,
    /// The time of its proofs: Merkle path, proof of work.
    pub(super) verification: Batches,
    /// The operations in it, by kind.
    pub(super) contents: Vec<Contents>,
}

impl Cost {
    /// Measures a message. If it cannot be decoded, the error is a sentence.
    pub(super) fn of(clock: Clock, what: What, kind: &str, bytes: &[u8]) -> Result<Self, String> {
        let mut contents = Vec::new();
        let (hashing, verification) = match what {
            What::Message => match PeerMessage::from_bytes(bytes).map_err(sentence)? {
                PeerMessage::OperationsForBlocks(list) => {
                    contents = contents::measure(clock, &list.operations);
                    of_list(clock, &list)
                }
                message => {
                    if let PeerMessage::Operation(operation) = &message {
                        contents = contents::measure(clock, std::slice::from_ref(operation));
                    }
                    (hashing(clock, &message), Batches::default())
                }
            },
            What::Connection => of_connection(clock, &ConnectionMessage::from_bytes(bytes).map_err(sentence)?),
            What::Metadata | What::Ack => {
                what.codec().round_trip(bytes)?;
                Default::default()
            }
        };
        let body = bytes.get(BODY_OFFSET..).unwrap_or_default();
        Ok(Self {
            decoding: measure::decode(clock, what.codec(), bytes),
            fields: fields::measure(clock, fields::of(kind), body),
            hashing,
            verification,
            contents,
        })
    }

    /// Returns the time of each kind of work.
    pub(super) fn times(&self) -> Times {
        let mut times = Times::default();
        add(&mut times, Work::Decoding, self.decoding.median());
        add(&mut times, Work::Hashing, self.hashing.median());
        add(&mut times, Work::Verification, self.verification.median());
        times
    }
}

/// Decodes a message without measuring it. The error is a sentence.
pub(super) fn check(what: What, bytes: &[u8]) -> Result<(), String> {
    match what {
        What::Message => PeerMessage::from_bytes(bytes).map(drop).map_err(sentence),
        What::Connection => ConnectionMessage::from_bytes(bytes).map(drop).map_err(sentence),
        What::Metadata | What::Ack => what.codec().round_trip(bytes),
    }
}

fn sentence(error: impl std::fmt::Display) -> String {
    format!("cannot be decoded: {error}")
}

/// Measures hashing the public key of a side to its peer id, and checking its proof of work.
fn of_connection(clock: Clock, message: &ConnectionMessage) -> (Batches, Batches) {
    let target = PowTarget::from_bits(DIFFICULTY_BITS);
    let hashing = timed(clock, || message.public_key.peer_id());
    (hashing, timed(clock, || target.is_met(&message.public_key, &message.proof_of_work_stamp)))
}

/// Measures hashing the operations, and following the Merkle path from their hashes to the root in the block header.
fn of_list(clock: Clock, list: &OperationsForBlocks) -> (Batches, Batches) {
    let hashing = timed(clock, || list.operations.iter().for_each(|operation| _ = black_box(operation.hash())));
    let hashes: Vec<_> = list.operations.iter().map(RawOperation::hash).collect();
    let verification = timed(clock, || {
        let leaf = merkle::operation_list_hash(hashes.iter().copied());
        merkle::follow(leaf, list.operation_hashes_path.steps())
    });
    (hashing, verification)
}

/// Measures the hash by which nodes identify the contents of a message. The time is zero for messages without one.
fn hashing(clock: Clock, message: &PeerMessage) -> Batches {
    match message {
        PeerMessage::Operation(operation) => timed(clock, || operation.hash()),
        PeerMessage::Protocol(protocol) => timed(clock, || protocol.hash()),
        message => header(message).map_or_else(Batches::default, |header| timed(clock, || header.hash())),
    }
}

/// Returns the block header in a message.
const fn header(message: &PeerMessage) -> Option<&BlockHeader> {
    match message {
        PeerMessage::BlockHeader(header) => Some(header),
        PeerMessage::CurrentBranch(branch) => Some(&branch.current_branch.current_head),
        PeerMessage::CurrentHead(head) => Some(&head.current_block_header),
        PeerMessage::Checkpoint(checkpoint) => Some(&checkpoint.header),
        PeerMessage::ProtocolBranch(branch) => Some(&branch.locator.current_head),
        PeerMessage::PredecessorHeader(predecessor) => Some(&predecessor.header),
        _ => None,
    }
}

fn timed<T>(clock: Clock, work: impl Fn() -> T) -> Batches {
    clock.repeated(|times| (0..times).for_each(|_| _ = black_box(work())))
}

#[cfg(test)]
mod tests {
    use std::collections::BTreeSet;

    use super::*;
    use crate::session::{Options, sample};

    /// Checks that only kinds with hashes or proofs have times for these.
    #[test]
    fn only_kinds_with_hashes_or_proofs_have_times_for_them() {
        let session = sample::load(Options { window: 0, strict: true, quiet: true }).unwrap();
        let (mut hashed, mut verified) = (BTreeSet::new(), BTreeSet::new());
        let mut seen = BTreeSet::new();
        for part in session.parts.into_iter().filter(|part| seen.insert(part.kind())) {
            let cost = Cost::of(Clock::calibrated(), part.what, &part.kind(), &part.bytes).unwrap();
            assert!(cost.decoding.median() > 0.0, "{}", part.kind());
            assert_eq!(cost.fields.len(), fields::of(&part.kind()).len());
            hashed.extend((cost.hashing.median() > 0.0).then(|| part.kind()));
            verified.extend((cost.verification.median() > 0.0).then(|| part.kind()));
        }
        let expected = [
            "Block_header",
            "Checkpoint",
            "Current_branch",
            "Current_head",
            "Operation",
            "Operations_for_blocks",
            "Predecessor_header",
            "Protocol",
            "Protocol_branch",
            "connection message",
        ];
        assert!(hashed.iter().eq(&expected), "{hashed:?}");
        assert!(verified.iter().eq(&["Operations_for_blocks", "connection message"]), "{verified:?}");
    }

    #[test]
    fn the_error_of_a_refused_message_is_a_sentence() {
        for (what, bytes) in [(What::Message, &[0, 0, 0, 2, 0, 3, 0][..]), (What::Connection, &[0]), (What::Ack, &[7])]
        {
            let error = Cost::of(Clock::calibrated(), what, "", bytes).unwrap_err();
            assert!(error.starts_with("cannot be decoded: "), "{error}");
        }
    }
}
