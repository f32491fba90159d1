//! Blocks in binary, as a node gives them over RPC and as it stores them.

use tezos_encoding::{BinWriter, Decode as _, Encode as _};
use tezos_messages::hash::{BlockHash, ChainId, blake2b_256};
use tezos_protocols::{
    Protocol,
    block::{BlockAnswer, BlockInfo, LegacyStoredMetadata, StoredBlock, StoredOperationMetadata},
    header::BlockHeader,
    operation::RawOperation,
    shell::ShellHeader,
};

use super::{PROTO, Report, check_root};
use crate::inside::{self, Part};
use crate::protocols;

/// The bytes of a size prefix, of a chain id and of a hash.
const PREFIX: usize = 4;
const CHAIN: usize = 4;
const HASH: usize = 32;

/// Mainnet, whose headers tell the protocol.
const MAINNET: ChainId = ChainId([0x7a, 0x06, 0xa7, 0x70]);

impl Report {
    /// Adds the blocks of a file in binary.
    pub(super) fn binary(&mut self, content: &[u8]) {
        let offsets = offsets(content);
        let (mut offset, mut found) = (offsets.first().copied().unwrap_or_default(), Vec::new());
        while let Some(rest) = content.get(offset..).filter(|rest| !rest.is_empty()) {
            self.blocks = self.blocks.saturating_add(1);
            found.push(offset);
            let Some(block) = framed(rest) else {
                self.failures.push(format!("byte {offset}: the file ends inside a block"));
                return;
            };
            let added = match [PREFIX, PREFIX + CHAIN].map(|at| has_its_hash(block, at)) {
                [true, _] => self.stored(block),
                [false, true] => self.answer(block),
                [false, false] => {
                    self.failures.push(format!("byte {offset}: this is no block: its hash is not that of its header"));
                    return;
                }
            };
            if let Err(sentence) = added {
                self.failures.push(format!("byte {offset}: {sentence}"));
            }
            offset = offset.saturating_add(block.len());
        }
        if !offsets.is_empty() && offsets != found {
            self.failures.push("the offsets at the start of the file are not those of its blocks".into());
        }
    }

    /// Adds an answer of a node to a request for a block.
    fn answer(&mut self, bytes: &[u8]) -> Result<(), String> {
        let chain = bytes.get(PREFIX..).and_then(<[u8]>::first_chunk).map(|chain| ChainId(*chain));
        let proto = header(bytes, PREFIX + CHAIN).and_then(|(_, header)| header.get(PROTO).copied());
        let of_header = chain.zip(proto).map(|(chain, proto)| inside::protocols_of(chain, proto)).unwrap_or_default();
        let likely = if of_header.is_empty() { protocols::possible() } else { of_header };
        if likely.contains(&Protocol::Genesis)
            && let Some(BlockAnswer(block)) = self.inside.genesis(bytes)
        {
            return self.parts(Protocol::Genesis, &block, &block.header.shell);
        }
        let (protocol, BlockAnswer(block)) = self.inside.block(&likely, bytes)?;
        self.parts(protocol, &block, &block.header.shell)
    }

    /// Adds the parts of a block that a node gives.
    fn parts<H: BinWriter, M: BinWriter>(
        &mut self,
        protocol: Protocol,
        block: &BlockInfo<H, M>,
        shell: &ShellHeader,
    ) -> Result<(), String> {
        self.protocols.insert(protocol);
        self.part(Part::Header, &[protocol], &written(protocol, &block.header)?)?;
        if let Some(metadata) = &block.metadata {
            self.part(Part::Metadata, &[protocol], &written(protocol, &metadata.metadata)?)?;
        }
        for operation in block.operations.iter().flatten() {
            self.part(Part::OperationWithReceipt, &[protocol], &written(protocol, &operation.receipt)?)?;
            let hash = operation.clone().into_operation(protocol).hash(protocol).map_err(|error| error.to_string())?;
            if hash != operation.hash {
                return Err(format!("operation: its hash is {hash} and not {}", operation.hash));
            }
        }
        let hashes = block.operations.iter().map(|pass| pass.iter().map(|operation| operation.hash));
        check_root(shell.level, &shell.operations_hash, hashes)
    }

    /// Adds a block of a store. It does not say of which chain it is: its protocol is the first that accepts all parts, that of mainnet before
    /// all others.
    fn stored(&mut self, bytes: &[u8]) -> Result<(), String> {
        let block = StoredBlock::from_bytes(bytes).map_err(|error| error.to_string())?;
        let header = block.contents.header.to_bytes().map_err(|error| error.to_string())?;
        let mut parts = vec![(Part::Header, header)];
        for operation in block.contents.operations.iter().flatten() {
            parts.push((Part::Operation, operation.to_bytes().map_err(|error| error.to_string())?));
        }
        if let Some(metadata) = &block.metadata {
            parts.push((Part::Metadata, metadata.block_metadata.clone()));
            parts.extend(metadata.operations_metadata.iter().flatten().filter_map(|stored| match stored {
                StoredOperationMetadata::Metadata(bytes) => Some((Part::Receipt, bytes.clone())),
                StoredOperationMetadata::TooLarge(()) => None,
            }));
        }
        if !is_written_again(&block, bytes) {
            return Err(inside::OTHER_BYTES.into());
        }
        let mut likely = inside::protocols_of(MAINNET, block.contents.header.proto);
        likely.extend(protocols::possible());
        let accepts = |protocol: &Protocol| parts.iter().all(|(part, bytes)| part.is_read_by(*protocol, bytes));
        if let Some(protocol) = likely.iter().copied().find(accepts) {
            self.protocols.insert(protocol);
            likely = vec![protocol];
        }
        for (part, bytes) in &parts {
            self.part(*part, &likely, bytes)?;
        }
        let hashes = block.contents.operations.iter().map(|pass| pass.iter().map(RawOperation::hash));
        let BlockHeader { level, operations_hash, .. } = &block.contents.header;
        check_root(*level, operations_hash, hashes)
    }

    fn part(&mut self, part: Part, protocols: &[Protocol], bytes: &[u8]) -> Result<(), String> {
        self.inside.part(part, protocols, bytes).map(drop).map_err(|sentence| format!("{part}: {sentence}"))
    }
}

/// Returns the bytes of a value in a protocol.
fn written<T: BinWriter>(protocol: Protocol, value: &T) -> Result<Vec<u8>, String> {
    protocol.encode(value).map_err(|error| error.to_string())
}

/// Returns whether a block of a store is written with the bytes that it was read from. Its metadata may be in the older form.
fn is_written_again(block: &StoredBlock, bytes: &[u8]) -> bool {
    let again = block.to_bytes().is_ok_and(|again| again == bytes);
    again || {
        let alone = StoredBlock { metadata: None, ..block.clone() }.to_bytes().unwrap_or_default();
        let metadata = bytes.get(alone.len()..).unwrap_or_default();
        let legacy = LegacyStoredMetadata::from_bytes(metadata).ok().and_then(|legacy| legacy.to_bytes().ok());
        bytes.get(PREFIX..alone.len()) == alone.get(PREFIX..) && legacy.is_some_and(|legacy| legacy == metadata)
    }
}

/// Returns the offsets of the blocks with which a file of old blocks begins: 8 or, before version 3.2 of the store, 4 bytes for each. The first
/// is the size of all.
fn offsets(content: &[u8]) -> Vec<usize> {
    let number =
        |bytes: &[u8]| bytes.iter().try_fold(0_usize, |sum, byte| sum.checked_mul(0x100)?.checked_add((*byte).into()));
    for width in [8, 4] {
        let first = content.get(..width).and_then(number);
        let block = first.and_then(|first| framed(content.get(first..)?));
        if let (Some(first), true) = (first, block.is_some_and(|block| has_its_hash(block, PREFIX))) {
            let numbers = content.get(..first).unwrap_or_default().chunks(width);
            return numbers.map(|bytes| number(bytes).unwrap_or(usize::MAX)).collect();
        }
    }
    Vec::new()
}

/// Returns the block at the front, with its size prefix.
fn framed(bytes: &[u8]) -> Option<&[u8]> {
    let size = usize::try_from(u32::from_be_bytes(*bytes.first_chunk()?)).ok()?;
    bytes.get(..size.checked_add(PREFIX)?)
}

/// Returns the hash of a block that begins at an offset, and the header.
fn header(block: &[u8], at: usize) -> Option<(BlockHash, &[u8])> {
    let (hash, rest) = block.get(at..)?.split_first_chunk::<HASH>()?;
    Some((BlockHash(*hash), framed(rest)?.get(PREFIX..)?))
}

/// Returns whether the hash of the header follows at an offset.
fn has_its_hash(block: &[u8], at: usize) -> bool {
    header(block, at).is_some_and(|(hash, header)| hash.0 == blake2b_256(header))
}
