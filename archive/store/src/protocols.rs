//! Which protocol applied a block.

use std::collections::BTreeMap;

use bytes::Bytes;
use tezos_encoding::{BinWriter, Blob, Decode, HasEncoding, NomReader};
use tezos_hashes::hash::{BlockHash, ChainId, ContextHash, ProtocolHash};
use tezos_hashes::protocol::{BlockMetadataHash, OperationMetadataListListHash};
use tezos_protocols::Protocol;
use tezos_protocols::shell::TestChainStatus;

use crate::error::Fault;

/// The file `protocol_levels`.
#[derive(HasEncoding, NomReader, BinWriter, Debug)]
struct Levels {
    #[encoding(dynamic, list)]
    levels: Vec<Level>,
}

impl Levels {
    /// Returns the number of protocols that are known.
    fn known(&self) -> usize {
        self.levels.iter().filter(|level| Protocol::of_hash(&level.protocol).is_some()).count()
    }
}

/// A number of the headers, and the protocol that it stands for.
#[derive(HasEncoding, NomReader, BinWriter, Debug)]
struct Level {
    proto: u8,
    protocol: ProtocolHash,
    activation_block: BlockHash,
    activation_level: i32,
    expect_predecessor_context: bool,
}

/// The form of `protocol_levels` before version 3 of the store.
#[derive(HasEncoding, NomReader, BinWriter, Debug)]
struct LegacyLevels {
    #[encoding(dynamic, list)]
    levels: Vec<LegacyLevel>,
}

/// An older [`Level`].
#[derive(HasEncoding, NomReader, BinWriter, Debug)]
struct LegacyLevel {
    proto: u8,
    activation_block: BlockHash,
    activation_level: i32,
    protocol: ProtocolHash,
    commit_info: Option<CommitInfo>,
}

/// What older stores keep of the commit of a context.
#[derive(HasEncoding, NomReader, BinWriter, Debug)]
struct CommitInfo {
    #[encoding(dynamic)]
    author: Blob,
    #[encoding(dynamic)]
    message: Blob,
    test_chain_status: TestChainStatus,
    data_merkle_root: ContextHash,
    predecessor_block_metadata_hash: Option<BlockMetadataHash>,
    predecessor_ops_metadata_hash: Option<OperationMetadataListListHash>,
    #[encoding(dynamic, list)]
    parents_contexts: Vec<ContextHash>,
}

impl From<LegacyLevels> for Levels {
    fn from(LegacyLevels { levels }: LegacyLevels) -> Self {
        let level = |LegacyLevel { proto, activation_block, activation_level, protocol, commit_info: _ }| Level {
            proto,
            protocol,
            activation_block,
            activation_level,
            expect_predecessor_context: false,
        };
        Self { levels: levels.into_iter().map(level).collect() }
    }
}

/// The protocols of a chain, by the numbers in its headers.
#[derive(Debug, Clone, Default)]
pub(crate) struct Protocols {
    /// The protocol, and the level of the block that activated it if it is known.
    levels: BTreeMap<u8, (ProtocolHash, Option<i32>)>,
    /// The protocol of all blocks whose number is not among them.
    otherwise: Option<Protocol>,
}

impl Protocols {
    /// Returns the protocols of a chain of which only the id is known, and maybe the protocol.
    pub(crate) fn new(otherwise: Option<Protocol>) -> Self {
        Self { levels: BTreeMap::new(), otherwise }
    }

    /// Reads a file `protocol_levels`.
    pub(crate) fn read(bytes: &Bytes, otherwise: Option<Protocol>) -> Result<Self, Fault> {
        let present = Levels::from_shared(bytes);
        let legacy = LegacyLevels::from_shared(bytes).map(Levels::from);
        let Levels { levels } = match (present, legacy) {
            // Without commits both forms have the same size. The hash of the protocol and that of the block are exchanged.
            (Ok(present), Ok(legacy)) if present.known() < legacy.known() => Ok(legacy),
            (Err(_), Ok(legacy)) => Ok(legacy),
            (present, _) => present.map_err(|error| Fault::decoding("", &error)),
        }?;
        let levels = levels.into_iter().map(|level| (level.proto, (level.protocol, Some(level.activation_level))));
        Ok(Self { levels: levels.collect(), otherwise })
    }

    /// Adds the protocol that applies to the successors of blocks with a number. At which level it was activated is not known.
    pub(crate) fn learn(&mut self, proto: u8, protocol: ProtocolHash) {
        self.levels.insert(proto, (protocol, None));
    }

    /// Returns the protocol that applies to the successors of a block with this number.
    pub(crate) fn after(&self, chain: ChainId, proto: u8) -> Result<Protocol, Fault> {
        match self.levels.get(&proto) {
            Some((hash, _)) => Protocol::of_hash(hash)
                .or(self.otherwise)
                .ok_or_else(|| Fault::new("", format!("expected a protocol that this version decodes, found {hash}"))),
            None => Protocol::of_proto_level(chain, proto).or(self.otherwise).ok_or_else(|| {
                Fault::new("header.proto", format!("expected a number in `protocol_levels`, found {proto}"))
            }),
        }
    }

    /// Returns the protocol of a block whose predecessor is not at hand: its own number is that of its predecessor, unless it activated a
    /// protocol itself.
    pub(crate) fn alone(&self, chain: ChainId, level: i32, proto: u8) -> Result<Protocol, Fault> {
        let activates = match self.levels.get(&proto) {
            Some((_, Some(activation))) => *activation == level,
            Some((_, None)) => {
                let reason = format!("expected the block before, to know whether {proto} was activated by this one");
                return Err(Fault::new("header.proto", reason));
            }
            None => {
                let protocol = Protocol::of_proto_level(chain, proto);
                protocol.and_then(Protocol::first_level).and_then(|first| first.checked_sub(1)) == Some(level)
            }
        };
        self.after(chain, if activates { proto.wrapping_sub(1) } else { proto })
    }
}
