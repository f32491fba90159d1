//! Decodes the headers and operations inside messages, whose contents are opaque bytes for the peer protocol.

use std::collections::BTreeMap;

use tezos_encoding::{Decode as _, Encode as _};
use tezos_messages::{
    block_header::BlockHeader,
    hash::{BlockHash, ChainId},
    operation::RawOperation,
    p2p::PeerMessage,
};
use tezos_protocols::Protocol;

use crate::{
    chosen,
    inside::Inside,
    session::{SessionPart, What},
};

/// The last level whose header belongs to none of the protocols: that of the block that activates the first of them.
const LAST_GENESIS_LEVEL: i32 = 1;

/// The chain and the blocks that occur in a session.
#[derive(Debug, Default)]
pub(super) struct Known {
    chain: Option<ChainId>,
    /// The number of protocol changes up to each block.
    protos: BTreeMap<BlockHash, u8>,
    /// The level of the highest block, and the number of protocol changes up to it.
    head: Option<(i32, u8)>,
}

impl Known {
    /// Collects the chain and the blocks from all messages of a session.
    pub(super) fn of(parts: &[SessionPart]) -> Self {
        let mut known = Self::default();
        for message in parts.iter().filter_map(message) {
            known.chain = known.chain.or(chain(&message));
            if let Some((_, header)) = header(&message)
                && let Ok(hash) = header.hash()
            {
                known.protos.insert(hash, header.proto);
                known.head = known.head.max(Some((header.level, header.proto)));
            }
        }
        known
    }

    /// Adds the header and the operations of a message to `inside`. Returns a sentence for each of them that is wrong.
    pub(super) fn add(&self, part: &SessionPart, inside: &mut Inside) -> Vec<String> {
        let Some(message) = message(part) else { return Vec::new() };
        let mut wrong = Vec::new();
        if let Some((path, header)) = header(&message).filter(|(_, header)| header.level > LAST_GENESIS_LEVEL) {
            let added = header.to_bytes().map_err(|error| error.to_string());
            let added = added.and_then(|bytes| inside.header(&self.protocols(Some(header.proto)), &bytes));
            wrong.extend(added.err().map(|sentence| format!("is wrong at {path}: {sentence}")));
        }
        let mut add = |path: &str, operation: &RawOperation, protocols: &[Protocol]| {
            let added = operation.to_bytes().map_err(|error| error.to_string());
            let added = added.and_then(|bytes| inside.operation(protocols, &bytes));
            wrong.extend(added.err().map(|sentence| format!("is wrong at {path}: {sentence}")));
        };
        match &message {
            PeerMessage::Operation(operation) => {
                add("operation", operation, &self.protocols(self.head.map(|(_, proto)| proto)));
            }
            PeerMessage::OperationsForBlocks(list) => {
                let protocols = self.protocols(self.protos.get(&list.operations_for_block.hash).copied());
                for (index, operation) in list.operations.iter().enumerate() {
                    add(&format!("operations[{index}]"), operation, &protocols);
                }
            }
            _ => {}
        }
        wrong
    }

    /// Returns the protocols that a block may belong to, the most likely first. `proto` is the number of protocol changes in its header.
    fn protocols(&self, proto: Option<u8>) -> Vec<Protocol> {
        let known = self.chain.zip(proto).map(|(chain, proto)| chosen::of_proto(chain, proto));
        known.filter(|known| !known.is_empty()).unwrap_or_else(chosen::possible)
    }
}

/// Returns the message, if the part is not of the handshake and is valid.
fn message(part: &SessionPart) -> Option<PeerMessage> {
    PeerMessage::from_bytes(&part.bytes).ok().filter(|_| part.what == What::Message)
}

/// Returns the chain id in a message.
fn chain(message: &PeerMessage) -> Option<ChainId> {
    match message {
        PeerMessage::GetCurrentBranch(chain)
        | PeerMessage::Deactivate(chain)
        | PeerMessage::GetCurrentHead(chain)
        | PeerMessage::GetCheckpoint(chain) => Some(*chain),
        PeerMessage::CurrentBranch(message) => Some(message.chain_id),
        PeerMessage::CurrentHead(message) => Some(message.chain_id),
        PeerMessage::Checkpoint(message) => Some(message.chain_id),
        PeerMessage::GetProtocolBranch(message) => Some(message.chain),
        PeerMessage::ProtocolBranch(message) => Some(message.chain),
        _ => None,
    }
}

/// Returns the block header in a message, with its path.
fn header(message: &PeerMessage) -> Option<(&'static str, &BlockHeader)> {
    match message {
        PeerMessage::BlockHeader(header) => Some(("block_header", header)),
        PeerMessage::CurrentBranch(message) => {
            Some(("current_branch.current_head", &message.current_branch.current_head))
        }
        PeerMessage::CurrentHead(message) => Some(("current_block_header", &message.current_block_header)),
        PeerMessage::Checkpoint(message) => Some(("checkpoint.header", &message.header)),
        PeerMessage::ProtocolBranch(message) => {
            Some(("protocol_branch.locator.current_head", &message.locator.current_head))
        }
        PeerMessage::PredecessorHeader(message) => Some(("predecessor_header.header", &message.header)),
        _ => None,
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_header_determines_the_protocol_on_mainnet_only() {
        let mainnet = ChainId([0x7a, 0x06, 0xa7, 0x70]);
        let known = Known { chain: Some(mainnet), ..Known::default() };
        assert_eq!(known.protocols(Some(23)), [Protocol::Seoul, Protocol::Rio]);
        for known in [known.protocols(None), Known::default().protocols(Some(23))] {
            assert_eq!(known.first(), Some(&Protocol::Alpha));
            assert_eq!(known.len(), Protocol::ALL.len());
        }
    }

    /// The messages with a chain and those with a header, by the definitions of the messages (`p2p_message.ml`).
    #[test]
    fn every_message_with_a_chain_or_a_header_is_known() {
        let with_header = [
            ("Block_header", "block_header"),
            ("Current_branch", "current_branch.current_head"),
            ("Current_head", "current_block_header"),
            ("Checkpoint", "checkpoint.header"),
            ("Protocol_branch", "protocol_branch.locator.current_head"),
            ("Predecessor_header", "predecessor_header.header"),
        ];
        let with_chain = [
            "Get_current_branch",
            "Current_branch",
            "Deactivate",
            "Get_current_head",
            "Current_head",
            "Get_checkpoint",
            "Checkpoint",
            "Get_protocol_branch",
            "Protocol_branch",
        ];
        let options = crate::session::Options { window: 0, strict: true, quiet: true };
        let recording = crate::session::sample::load(options).unwrap();
        for part in &recording.parts {
            let (kind, message) = (part.kind(), message(part));
            assert_eq!(message.is_some(), part.what == What::Message);
            let Some(message) = message else { continue };
            assert_eq!(chain(&message).is_some(), with_chain.contains(&&*kind), "{kind}");
            let path = with_header.iter().find(|(name, _)| *name == kind).map(|(_, path)| *path);
            assert_eq!(header(&message).map(|(path, _)| path), path, "{kind}");
        }
    }

    #[test]
    fn the_header_of_the_first_block_of_a_protocol_is_not_decoded() {
        for (level, count) in [(0, 0), (1, 0), (2, 1)] {
            let shell = [&i32::to_be_bytes(level)[..], &[1], &[0; 32 + 8 + 1 + 32], &[0; 4], &[0; 32]].concat();
            let message = PeerMessage::BlockHeader(BlockHeader::from_bytes(&shell).unwrap());
            let bytes = message.to_bytes().unwrap();
            let part = SessionPart {
                direction: crate::session::Direction::Sent,
                number: 0,
                line: 1,
                what: What::Message,
                bytes,
            };
            let mut inside = Inside::default();
            let wrong = Known::default().add(&part, &mut inside);
            assert_eq!((inside.counts(), wrong.len()), ((0, count), usize::try_from(count).unwrap()), "{level}");
            assert!(
                wrong.iter().all(|wrong| wrong.starts_with("is wrong at block_header: of no known protocol; ")),
                "{wrong:?}"
            );
        }
    }

    #[test]
    fn the_chain_and_its_head_are_collected() {
        let header = |level: i32, proto: u8| {
            let shell = [&level.to_be_bytes()[..], &[proto], &[0; 32 + 8 + 1 + 32], &[0; 4], &[0; 32]].concat();
            PeerMessage::BlockHeader(BlockHeader::from_bytes(&shell).unwrap())
        };
        let messages = [header(9, 23), header(7, 22), PeerMessage::GetCurrentHead(ChainId([1; 4]))];
        let part = |message: &PeerMessage| SessionPart {
            direction: crate::session::Direction::Sent,
            number: 0,
            line: 1,
            what: What::Message,
            bytes: message.to_bytes().unwrap(),
        };
        let known = Known::of(&messages.iter().map(part).collect::<Vec<_>>());
        assert_eq!((known.chain, known.head, known.protos.len()), (Some(ChainId([1; 4])), Some((9, 23)), 2));
    }
}
