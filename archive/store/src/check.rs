//! What is checked of each block.
//!
//! | part of a block                                             | covered by                                                          |
//! |-------------------------------------------------------------|---------------------------------------------------------------------|
//! | header                                                      | the block's hash, which its successor's header has                  |
//! | operations                                                  | the Merkle root in the header                                       |
//! | the protocol's metadata, receipts                           | the hashes stored with the block, from protocol 008 on; the schema  |
//! | these hashes                                                | the metadata; nothing if it is not stored                           |
//! | the hash of a receipt that was too large to be kept         | nothing: its counterpart is not stored                              |
//! | message, `max_operations_ttl`, `last_preserved_block_level` | CRC-32 in a file of metadata, nothing in a floating store           |
//! | the flag of an option, as long as it is not zero            | nothing, and it means the same                                      |
//! | header of the genesis                                       | nothing: its hash is chosen. The hash is covered by the chain's id  |

use tezos_encoding::{Blob, Decode, HasEncoding, NomReader, schema};
use tezos_hashes::hash::{BlockHash, ChainId, OperationHash, blake2b_256, blake2b_256_each};
use tezos_hashes::header::BlockHeader;
use tezos_hashes::keys::PublicKeyHash;
use tezos_hashes::protocol::{BlockMetadataHash, OperationMetadataHash};
use tezos_messages::merkle;
use tezos_protocols::Protocol;
use tezos_protocols::block::{BlockMetadata, GenesisHeader, GenesisMetadata};
use tezos_protocols::header::FullHeader;
use tezos_protocols::operation::Operation;
use tezos_protocols::receipt::OperationMetadata;

use crate::error::Fault;
use crate::protocols::Protocols;
use crate::stored::{Metadata, Raw};
use crate::{Block, Options, Place, Receipt};

/// What is needed of a block to check its successor.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(crate) struct Link {
    pub(crate) level: i32,
    pub(crate) hash: BlockHash,
    pub(crate) proto: u8,
}

/// The chain whose blocks are checked.
#[derive(Debug, Clone)]
pub(crate) struct Chain {
    id: ChainId,
    protocols: Protocols,
    /// Whether hashes are compared.
    verify: bool,
    /// Whether the parts of a block are read in its protocol.
    decode: bool,
}

/// A block that was checked.
#[derive(Debug)]
pub(crate) struct Checked {
    pub(crate) block: Block,
    pub(crate) link: Link,
    /// Why the block is without its metadata.
    pub(crate) metadata_fault: Option<Fault>,
}

impl Link {
    /// Returns the link to a block that is not checked; `None` if its header cannot be read.
    pub(crate) fn of(raw: &Raw) -> Option<Self> {
        let header = BlockHeader::from_shared(&raw.header).ok()?;
        Some(Self { level: header.level, hash: raw.hash, proto: header.proto })
    }
}

impl Chain {
    pub(crate) fn new(id: ChainId, protocols: Protocols, options: &Options) -> Self {
        Self { id, protocols, verify: options.verify, decode: options.decode }
    }

    /// Returns the protocol of the block to which a link leads.
    pub(crate) fn protocol(&self, link: Link, previous: Option<Link>) -> Result<Protocol, Fault> {
        match previous {
            _ if link.level == 0 => Ok(Protocol::Genesis),
            Some(previous) => self.protocols.after(self.id, previous.proto),
            None => self.protocols.alone(self.id, link.level, link.proto),
        }
    }

    /// Checks a block. Its level and its predecessor are compared if they are known.
    pub(crate) fn check(
        &self,
        raw: Raw,
        level: Option<i32>,
        previous: Option<Link>,
        place: Place,
    ) -> Result<Checked, Fault> {
        self.check_in(None, raw, level, previous, place)
    }

    /// Checks a block whose protocol may be known.
    pub(crate) fn check_in(
        &self,
        protocol: Option<Protocol>,
        raw: Raw,
        level: Option<i32>,
        previous: Option<Link>,
        place: Place,
    ) -> Result<Checked, Fault> {
        let header = BlockHeader::from_shared(&raw.header).map_err(|error| Fault::decoding("header", &error))?;
        let level = level.or(previous.and_then(|previous| previous.level.checked_add(1))).unwrap_or(header.level);
        equal("header.level", level, header.level)?;
        if let Some(previous) = previous {
            equal("header.predecessor", previous.hash, header.predecessor)?;
        }
        let operation_hashes = if self.verify { self.hashes(&raw, &header)? } else { None };
        let link = Link { level, hash: raw.hash, proto: header.proto };
        let protocol = protocol.map_or_else(|| self.protocol(link, previous), Ok)?;
        if self.decode && level != 0 {
            contents(protocol, &raw)?;
        }
        // The genesis has no protocol, so its metadata is of none.
        let metadata_fault = match &raw.metadata {
            Some(metadata) if level != 0 => self.metadata(protocol, level, &raw, metadata).err(),
            _ => None,
        };
        let metadata = raw.metadata.filter(|_| level != 0 && metadata_fault.is_none());
        let (metadata, receipts) = metadata.map(|metadata| (metadata.block, metadata.receipts)).unzip();
        let block = Block {
            level,
            hash: raw.hash,
            chain_id: self.id,
            protocol,
            header: raw.header,
            operations: raw.operations,
            operation_hashes,
            metadata,
            receipts,
            place,
        };
        Ok(Checked { block, link, metadata_fault })
    }

    /// Compares the hash of the header and the Merkle root of the operations, and returns the hashes of the operations.
    fn hashes(&self, raw: &Raw, header: &BlockHeader) -> Result<Option<Vec<Vec<OperationHash>>>, Fault> {
        if header.level == 0 {
            return equal("hash", self.id, ChainId::of_genesis(&raw.hash)).map(|()| None);
        }
        equal("hash", BlockHash(blake2b_256(&raw.header)), raw.hash)?;
        // All at once, because several are hashed at a time.
        let all = blake2b_256_each(raw.operations.iter().flatten());
        let mut all = all.into_iter().map(OperationHash);
        let hashes: Vec<Vec<_>> = raw.operations.iter().map(|pass| all.by_ref().take(pass.len()).collect()).collect();
        let lists = hashes.iter().map(|pass| merkle::operation_list_hash(pass.iter().copied()));
        equal("operations", header.operations_hash, merkle::operation_list_list_hash(lists))?;
        Ok(Some(hashes))
    }

    /// Checks the metadata of a block.
    fn metadata(&self, protocol: Protocol, level: i32, raw: &Raw, metadata: &Metadata) -> Result<(), Fault> {
        let Metadata { block, receipts } = metadata;
        equal("operations_metadata", lengths(&raw.operations), lengths(receipts))?;
        if self.verify {
            if let Some(expected) = raw.block_metadata_hash {
                equal("block_metadata", expected, BlockMetadataHash(blake2b_256(block)))?;
            }
            if let Some(hashes) = &raw.operations_metadata_hashes {
                equal("operations_metadata_hashes", lengths(receipts), lengths(hashes))?;
                for ((place, receipt), expected) in numbered(receipts).zip(hashes.iter().flatten()) {
                    if let Receipt::Metadata(bytes) = receipt {
                        let found = OperationMetadataHash(blake2b_256(bytes));
                        equal("operations_metadata", *expected, found).map_err(|fault| fault.of_item(place))?;
                    }
                }
            }
        }
        if self.decode {
            block_metadata(protocol, level, block)?;
            for (place, receipt) in numbered(receipts) {
                if let Receipt::Metadata(bytes) = receipt {
                    let read = reads::<OperationMetadata>(protocol, "operations_metadata", bytes);
                    read.map_err(|fault| fault.of_item(place))?;
                }
            }
        }
        Ok(())
    }
}

/// Reads the header and the operations of a block in its protocol.
fn contents(protocol: Protocol, raw: &Raw) -> Result<(), Fault> {
    if protocol == Protocol::Genesis {
        equal("operations", 0, raw.operations.iter().flatten().count())?;
        return reads::<GenesisHeader>(protocol, "header", &raw.header);
    }
    reads::<FullHeader>(protocol, "header", &raw.header)?;
    for (place, operation) in numbered(&raw.operations) {
        reads::<Operation>(protocol, "operations", operation).map_err(|fault| fault.of_item(place))?;
    }
    Ok(())
}

/// Reads the metadata of a block in its protocol, and compares the level that is in it: an entry of a file of metadata has no other mark
/// of the block to which it belongs.
fn block_metadata(protocol: Protocol, level: i32, bytes: &[u8]) -> Result<(), Fault> {
    const PATH: &str = "block_metadata";
    if protocol == Protocol::Genesis {
        return reads::<GenesisMetadata>(protocol, PATH, bytes);
    }
    reads::<BlockMetadata>(protocol, PATH, bytes)?;
    let start: MetadataStart = protocol.decode(bytes).map_err(|error| Fault::decoding(PATH, &error))?;
    equal("block_metadata.level", level, start.level)
}

/// The fields of a [`BlockMetadata`] up to its level.
#[derive(HasEncoding, NomReader)]
struct MetadataStart {
    #[encoding(since = 12)]
    _proposer: Option<PublicKeyHash>,
    _baker: PublicKeyHash,
    level: i32,
    _rest: Blob,
}

/// Checks that bytes are a value of a protocol. They are walked by the schema: code for each type would take many minutes to compile.
fn reads<T: HasEncoding>(protocol: Protocol, path: &str, bytes: &[u8]) -> Result<(), Fault> {
    let revision = protocol.revision();
    if schema::accepts(T::ENCODING, bytes, revision) {
        return Ok(());
    }
    let error = schema::decode(schema::at(T::ENCODING, revision), bytes).err();
    let reason = error.map_or_else(|| "the value is refused".to_owned(), |error| error.to_string());
    Err(Fault::new(path, format!("as one of {protocol}: {reason}")))
}

/// Returns the number of items in each list.
fn lengths<T>(lists: &[Vec<T>]) -> Vec<usize> {
    lists.iter().map(Vec::len).collect()
}

/// The validation pass of an operation, and its index in it.
type OperationPlace = (usize, usize);

/// Returns the items of the lists with their places.
fn numbered<T>(lists: &[Vec<T>]) -> impl Iterator<Item = (OperationPlace, &T)> {
    lists
        .iter()
        .enumerate()
        .flat_map(|(pass, list)| list.iter().enumerate().map(move |(index, item)| ((pass, index), item)))
}

/// Compares what is known with what was found.
fn equal<T: PartialEq + std::fmt::Debug>(path: &str, expected: T, found: T) -> Result<(), Fault> {
    if expected == found { Ok(()) } else { Err(Fault::new(path, format!("expected {expected:?}, found {found:?}"))) }
}
