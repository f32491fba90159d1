//! Blocks in binary, as a node gives them over RPC and as it stores them.

use std::io::{self, Cursor, Read};

use tezos_encoding::{BinWriter, Decode as _, Encode as _};
use tezos_messages::hash::{BlockHash, ChainId, blake2b_256};
use tezos_protocols::{
    Protocol,
    block::{BlockAnswer, BlockInfo, LegacyStoredMetadata, StoredBlock, StoredOperationMetadata},
    header::BlockHeader,
    operation::RawOperation,
    shell::ShellHeader,
};

use super::{Report, accepting, check_root};
use crate::{
    chosen,
    inside::{self, Part},
    output::grouped,
    protocols::{self, MAINNET},
};

/// The bytes of a size prefix, of a chain id and of a hash.
const PREFIX: usize = 4;
const CHAIN: usize = 4;
const HASH: usize = 32;

/// The maximum number of bytes of a block. Octez limits the operations of a block to about 1 MiB in all, and the receipt of an operation to
/// 10,000,000 bytes, above which it is not stored. The size prefix would allow 1 GiB.
const BLOCK_MAX_BYTES: usize = 0x0400_0000;

/// The error for a file whose last block is incomplete.
const CUT: &str = "the file ends inside a block";

impl Report {
    /// Adds the blocks of a file in binary, one after the other.
    pub(super) fn binary(&mut self, reader: &mut dyn Read) -> io::Result<()> {
        let (offsets, ahead) = offsets(reader)?;
        let mut reader = Cursor::new(ahead).chain(reader);
        let mut offset = offsets.first().copied().unwrap_or_default();
        let (mut expected, mut are_equal) = (offsets.iter(), true);
        while let Some(block) = block(&mut reader)? {
            self.blocks = self.blocks.saturating_add(1);
            are_equal &= offsets.is_empty() || expected.next() == Some(&offset);
            let added = block.and_then(|block| match [PREFIX, PREFIX + CHAIN].map(|at| has_its_hash(&block, at)) {
                [true, _] => Ok((block.len(), self.stored(&block).err())),
                [false, true] => Ok((block.len(), self.answer(&block).err())),
                [false, false] => Err("this is no block: its hash is not that of its header".into()),
            });
            let (length, wrong) = match added {
                Ok((length, wrong)) => (Some(length), wrong),
                Err(sentence) => (None, Some(sentence)),
            };
            wrong.into_iter().for_each(|sentence| self.fail(format!("byte {offset}: {sentence}")));
            let Some(length) = length else { return Ok(()) };
            offset = offset.saturating_add(u64::try_from(length).unwrap_or(u64::MAX));
        }
        if !are_equal || expected.next().is_some() {
            self.fail("the offsets at the start of the file are not those of its blocks".into());
        }
        Ok(())
    }

    /// Adds an answer of a node to a request for a block.
    fn answer(&mut self, bytes: &[u8]) -> Result<(), String> {
        let chain = bytes.get(PREFIX..).and_then(<[u8]>::first_chunk).map(|chain| ChainId(*chain));
        let header = header(bytes, PREFIX + CHAIN).map(|(_, header)| header);
        let of_header = chain.zip(header).map(|(chain, header)| chosen::of_proto(chain, protocols::proto_of(header)));
        let of_header = of_header.unwrap_or_default();
        let likely = if of_header.is_empty() { chosen::possible() } else { of_header };
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
            let whole = operation.clone().into_operation(protocol);
            self.inside.keep(protocol, &whole);
            let hash = whole.hash(protocol).map_err(|error| error.to_string())?;
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
        let mut likely = chosen::of_proto(MAINNET, block.contents.header.proto);
        likely.extend(chosen::possible());
        if let Some(protocol) = accepting(&likely, &parts) {
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

/// Returns the offsets of the blocks with which a file of old blocks begins, and the bytes after them that were read too: 8 or, before version
/// 3.2 of the store, 4 bytes for each. The first is the size of all, which in 4 bytes may also be the size of a block.
fn offsets(reader: &mut dyn Read) -> io::Result<(Vec<u64>, Vec<u8>)> {
    let mut ahead = Vec::new();
    read(reader, &mut ahead, PREFIX)?;
    let mut width = PREFIX;
    if size(&ahead) == Some(0) {
        width = 8;
        read(reader, &mut ahead, PREFIX)?;
    }
    let first = size(ahead.get(width.saturating_sub(PREFIX)..).unwrap_or_default()).unwrap_or_default();
    if first <= BLOCK_MAX_BYTES {
        let whole = first.saturating_add(PREFIX);
        let more = whole.saturating_sub(ahead.len());
        read(reader, &mut ahead, more)?;
    }
    if [PREFIX, PREFIX + CHAIN].iter().any(|at| has_its_hash(&ahead, *at)) {
        return Ok((Vec::new(), ahead));
    }
    let Some((table, after)) = ahead.split_at_checked(first) else { return Ok((Vec::new(), ahead)) };
    let number = |bytes: &[u8]| bytes.iter().fold(0_u64, |sum, byte| sum << 8 | u64::from(*byte));
    let offsets: Vec<u64> = table.chunks(width).map(number).collect();
    let is_table = first > 0 && first.is_multiple_of(width) && offsets.is_sorted();
    Ok(if is_table { (offsets, after.to_vec()) } else { (Vec::new(), ahead) })
}

/// Reads the next block, with its size prefix. Returns `None` at the end. The inner error is a sentence.
fn block(reader: &mut dyn Read) -> io::Result<Option<Result<Vec<u8>, String>>> {
    let mut block = Vec::new();
    read(reader, &mut block, PREFIX)?;
    if block.is_empty() {
        return Ok(None);
    }
    let Some(size) = size(&block) else { return Ok(Some(Err(CUT.into()))) };
    if size > BLOCK_MAX_BYTES {
        let (size, max) = (grouped(size), grouped(BLOCK_MAX_BYTES));
        return Ok(Some(Err(format!("this is no block: it would have {size} bytes, and the limit is {max}"))));
    }
    read(reader, &mut block, size)?;
    let is_whole = block.len().checked_sub(PREFIX) == Some(size);
    Ok(Some(if is_whole { Ok(block) } else { Err(CUT.into()) }))
}

/// Appends `count` bytes, or fewer at the end of the input. Memory grows with the bytes that are read, whatever a size prefix announces.
fn read(reader: &mut dyn Read, bytes: &mut Vec<u8>, count: usize) -> io::Result<()> {
    reader.take(u64::try_from(count).unwrap_or(u64::MAX)).read_to_end(bytes).map(drop)
}

/// Returns the size in a size prefix.
fn size(bytes: &[u8]) -> Option<usize> {
    usize::try_from(u32::from_be_bytes(*bytes.first_chunk()?)).ok()
}

/// Returns the block at the front, with its size prefix.
fn framed(bytes: &[u8]) -> Option<&[u8]> {
    bytes.get(..size(bytes)?.checked_add(PREFIX)?)
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
