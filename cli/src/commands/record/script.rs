//! Makes up the messages of a session: requests and answers of every kind, from both sides.

use tezos_encoding::Encode;
use tezos_messages::{
    mempool::Mempool,
    p2p::{
        Checkpoint, CurrentBranch, CurrentHead, GetPredecessorHeader, GetProtocolBranch, PeerMessage,
        PredecessorHeader, ProtocolBranch, Swap,
    },
    protocol::{Component, EnvironmentVersion, ProtocolSource},
    session::Role,
};

use crate::{
    commands::record::{
        chain::{Chain, DEEPEST, PASSES},
        operations::{PROTOCOL, operation},
        random::Random,
    },
    error::Error,
};

/// The number of blocks of the made-up chain.
const BLOCKS: usize = 40;
/// The number of operations in the long list that each side requests once: about 170 kB.
const LARGE_LIST_ITEMS: usize = 920;
/// The number of modules of a large protocol, which has about 110 kB.
const PROTOCOL_MODULES: usize = 24;
/// The number of lines of each module of a large protocol.
const PROTOCOL_LINES: usize = 60;
/// The number of messages at the end: `Disconnect` from each side.
const FAREWELLS: usize = 2;

/// One message of the script.
#[derive(Debug, Clone, PartialEq, Eq)]
pub(super) struct Line {
    /// The side that sends it.
    pub(super) by: Role,
    /// The message, with its 4-byte size prefix.
    pub(super) bytes: Vec<u8>,
}

/// Returns a script of exactly `messages` messages.
pub(super) fn write(seed: u64, messages: usize) -> Result<Vec<Line>, Error> {
    let mut random = Random::new(seed);
    let mut writer = Writer { chain: Chain::new(&mut random, BLOCKS)?, random, lines: Vec::new() };
    for by in [Role::Initiator, Role::Responder] {
        for topic in 0..TOPICS {
            writer.exchange(topic, by, true)?;
        }
    }
    let min_messages = writer.lines.len().saturating_add(FAREWELLS);
    let Some(more) = messages.checked_sub(min_messages) else {
        return Err(Error::new(format_args!(
            "{messages} messages are too few: both sides need {min_messages} to send every kind of message"
        )));
    };
    let end = writer.lines.len().saturating_add(more);
    while writer.lines.len() < end {
        let topic = writer.random.between(0, TOPICS.saturating_sub(1));
        let by = if writer.random.once_in(2) { Role::Initiator } else { Role::Responder };
        writer.exchange(topic, by, false)?;
    }
    // The last exchange may exceed the number of messages.
    writer.lines.truncate(end);
    writer.send(Role::Initiator, &PeerMessage::Disconnect)?;
    writer.send(Role::Responder, &PeerMessage::Disconnect)?;
    Ok(writer.lines)
}

/// The number of topics of [`Writer::exchange`].
const TOPICS: usize = 12;

struct Writer {
    chain: Chain,
    random: Random,
    lines: Vec<Line>,
}

impl Writer {
    fn send(&mut self, by: Role, message: &PeerMessage) -> Result<(), Error> {
        self.lines.push(Line { by, bytes: message.to_bytes().map_err(Error::new)? });
        Ok(())
    }

    /// Adds a request of `by` and the answer to it, if it has one. With `large`, the answer is large if its kind can be.
    fn exchange(&mut self, topic: usize, by: Role, large: bool) -> Result<(), Error> {
        let chain = self.chain.id;
        let request = |writer: &mut Self, message| writer.send(by, &message);
        let answer = |writer: &mut Self, message| writer.send(by.other(), &message);
        match topic {
            0 => {
                request(self, PeerMessage::GetCurrentBranch(chain))?;
                let current_branch = self.chain.locator(&mut self.random)?;
                answer(self, PeerMessage::CurrentBranch(CurrentBranch { chain_id: chain, current_branch }))
            }
            1 => {
                request(self, PeerMessage::GetCurrentHead(chain))?;
                let message = self.current_head(large)?;
                answer(self, message)
            }
            2 => self.points(by),
            3 => {
                let swap = |writer: &mut Self| Swap { point: writer.random.point(), peer_id: writer.random.peer_id() };
                let (theirs, ours) = (swap(self), swap(self));
                request(self, PeerMessage::SwapRequest(ours))?;
                answer(self, PeerMessage::SwapAck(theirs))
            }
            4 => self.headers(by),
            5 => self.operations(by),
            6 => {
                let hashes = (0..self.random.between(1, 2)).map(|_| self.random.protocol_hash()).collect();
                request(self, PeerMessage::GetProtocols(hashes))?;
                let protocol = protocol(&mut self.random, large && by == Role::Responder);
                answer(self, PeerMessage::Protocol(protocol))
            }
            7 => self.lists(by, large),
            8 => {
                request(self, PeerMessage::GetCheckpoint(chain))?;
                let header = self.chain.block(&mut self.random)?.header.clone();
                answer(self, PeerMessage::Checkpoint(Checkpoint { chain_id: chain, header }))
            }
            9 => {
                let proto_level = PROTOCOL.number();
                request(self, PeerMessage::GetProtocolBranch(GetProtocolBranch { chain, proto_level }))?;
                let locator = self.chain.locator(&mut self.random)?;
                answer(self, PeerMessage::ProtocolBranch(ProtocolBranch { chain, proto_level, locator }))
            }
            10 => {
                let (block, header) = {
                    let found = self.chain.block(&mut self.random)?;
                    (found.hash, found.header.clone())
                };
                let offset = i32::try_from(self.random.between(1, 20)).unwrap_or(1);
                request(self, PeerMessage::GetPredecessorHeader(GetPredecessorHeader { block, offset }))?;
                answer(self, PeerMessage::PredecessorHeader(PredecessorHeader { block, offset, header }))
            }
            _ => request(self, PeerMessage::Deactivate(chain)),
        }
    }

    /// Returns a head whose mempool has hundreds of operations with `large`, and few otherwise.
    fn current_head(&mut self, large: bool) -> Result<PeerMessage, Error> {
        let current_block_header = self.chain.block(&mut self.random)?.header.clone();
        let known_valid = if large { self.random.between(300, 500) } else { self.random.between(0, 30) };
        let pending = if large { self.random.between(50, 150) } else { self.random.between(0, 5) };
        let current_mempool = Mempool {
            known_valid: self.random.operation_hashes(known_valid),
            pending: self.random.operation_hashes(pending),
        };
        Ok(PeerMessage::CurrentHead(CurrentHead { chain_id: self.chain.id, current_block_header, current_mempool }))
    }

    fn points(&mut self, by: Role) -> Result<(), Error> {
        self.send(by, &PeerMessage::Bootstrap)?;
        let count = self.random.between(5, 50);
        let points = (0..count).map(|_| self.random.point()).collect();
        self.send(by.other(), &PeerMessage::Advertise(points))
    }

    /// Adds a request for headers, and an answer with each of them.
    fn headers(&mut self, by: Role) -> Result<(), Error> {
        let count = self.random.between(1, 4);
        let mut requested = Vec::new();
        let mut answers = Vec::new();
        for _ in 0..count {
            let block = self.chain.block(&mut self.random)?;
            requested.push(block.hash);
            answers.push(PeerMessage::BlockHeader(block.header.clone()));
        }
        self.send(by, &PeerMessage::GetBlockHeaders(requested))?;
        answers.iter().try_for_each(|answer| self.send(by.other(), answer))
    }

    /// Adds a request for operations, and an answer with each of them.
    fn operations(&mut self, by: Role) -> Result<(), Error> {
        let count = self.random.between(1, 4);
        let branch = self.chain.block(&mut self.random)?.hash;
        let operations = (0..count).map(|_| operation(&mut self.random, branch));
        let operations = operations.collect::<Result<Vec<_>, _>>()?;
        let requested = operations.iter().map(|operation| operation.hash()).collect();
        self.send(by, &PeerMessage::GetOperations(requested))?;
        operations.into_iter().try_for_each(|answer| self.send(by.other(), &PeerMessage::Operation(answer)))
    }

    /// Adds a request for the operation lists of a block, and an answer with each of them. With `large`, the lists are of several blocks,
    /// and the last one is long.
    fn lists(&mut self, by: Role, large: bool) -> Result<(), Error> {
        let mut answers = Vec::new();
        if large {
            // Blocks whose Merkle paths have zero to three steps. The last of them has a long list.
            let blocks: Vec<_> = self.chain.blocks.drain(..PASSES.len().min(self.chain.blocks.len())).collect();
            for block in blocks {
                if block.passes() == usize::from(DEEPEST) {
                    let block = block.with_large_list(&mut self.random, LARGE_LIST_ITEMS)?;
                    answers.push(block.operations(block.passes().saturating_sub(1))?);
                } else {
                    answers.push(block.operations(0)?);
                }
            }
        } else {
            let block = self.chain.block(&mut self.random)?;
            answers = (0..block.passes()).map(|pass| block.operations(pass)).collect::<Result<_, _>>()?;
        }
        let requested = answers.iter().map(|answer| answer.operations_for_block).collect();
        self.send(by, &PeerMessage::GetOperationsForBlocks(requested))?;
        answers.into_iter().try_for_each(|answer| self.send(by.other(), &PeerMessage::OperationsForBlocks(answer)))
    }
}

/// Returns a protocol with made-up source code.
fn protocol(random: &mut Random, large: bool) -> ProtocolSource {
    let (modules, lines) = if large { (PROTOCOL_MODULES, PROTOCOL_LINES) } else { (3, 12) };
    let components = (0..modules).map(|number| {
        let value = |line| format!("(** The value number {line} of this module. *)\nval value_{line} : int64\n\n");
        let interface = (number % 3 != 0).then(|| (0..lines / 3).map(value).collect::<String>().into());
        let mut implementation = String::from("open Tezos_protocol_environment\n\n");
        for line in 0..lines {
            let number = u64::from_be_bytes(random.array());
            implementation.push_str(&format!("let value_{line} = Int64.of_string \"0u{number}\" (* made up *)\n"));
        }
        Component { name: format!("module_{number}").as_str().into(), interface, implementation: implementation.into() }
    });
    let expected_env_version = EnvironmentVersion::try_from(9).unwrap_or_default();
    ProtocolSource { expected_env_version, components: components.collect() }
}

#[cfg(test)]
mod tests {
    use std::collections::BTreeSet;

    use tezos_encoding::{Decode, Tagged};

    use super::*;

    #[test]
    fn both_sides_send_every_kind_of_message() {
        let lines = write(1, 200).unwrap();
        assert_eq!(lines.len(), 200);
        for by in [Role::Initiator, Role::Responder] {
            let sent = lines.iter().filter(|line| line.by == by);
            let kinds: BTreeSet<_> = sent.map(|line| PeerMessage::from_bytes(&line.bytes).unwrap().kind()).collect();
            assert_eq!(kinds.len(), PeerMessage::CASES.len(), "{by:?}: {kinds:?}");
        }
        assert_eq!(write(1, 200), Ok(lines.clone()));
        assert_ne!(write(2, 200), Ok(lines));
    }

    /// The sample session of the tool was recorded with this script, as its file `ORIGIN` states.
    #[test]
    fn the_sample_has_the_messages_of_the_script() {
        use crate::session::{Direction, Options, What, sample};
        let recording = sample::load(Options { window: 0, strict: true, quiet: true }).unwrap();
        let lines = write(1, 200).unwrap();
        for (direction, by) in [(Direction::Sent, Role::Initiator), (Direction::Received, Role::Responder)] {
            let parts = recording.parts.iter().filter(|part| part.direction == direction && part.what == What::Message);
            let scripted = lines.iter().filter(|line| line.by == by).map(|line| &line.bytes);
            assert!(parts.map(|part| &part.bytes).eq(scripted), "{direction}");
        }
    }

    #[test]
    fn too_few_messages_are_refused() {
        let error = write(1, 10).unwrap_err().to_string();
        assert!(error.starts_with("10 messages are too few: both sides need "), "{error}");
        let min_messages =
            error.split_whitespace().find_map(|word| word.parse::<usize>().ok().filter(|n| *n > 10)).unwrap();
        assert_eq!(write(1, min_messages).unwrap().len(), min_messages);
    }

    #[test]
    fn some_messages_are_large() {
        let lines = write(1, 200).unwrap();
        let longest =
            |tag: u8| lines.iter().filter(|line| line.bytes[5] == tag).map(|line| line.bytes.len()).max().unwrap();
        assert!((165_000..200_000).contains(&longest(0x61)), "{}", longest(0x61));
        assert!((100_000..150_000).contains(&longest(0x41)), "{}", longest(0x41));
        assert!((10_000..30_000).contains(&longest(0x14)), "{}", longest(0x14));
    }
}
