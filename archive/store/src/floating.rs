//! Files of blocks that a node has not cemented: `ro_floating/blocks` and `rw_floating/blocks`, and `floating_blocks` of a snapshot.
//!
//! Blocks follow each other as they arrived, those of forks among them. The main chain is found from its head by the predecessor of each block.
//! The files stay open from then on: a node that merges them replaces files and does not change them, so what was found can be read.

use std::collections::{HashMap, HashSet};
use std::io::{Read, Seek, SeekFrom};
use std::path::Path;
use std::sync::Arc;

use bytes::Bytes;
use tezos_encoding::{BinWriter, Decode, HasEncoding, NomReader};
use tezos_hashes::hash::{BlockHash, blake2b_256};
use tezos_hashes::header::BlockHeader;

use crate::check::{Chain, Link};
use crate::error::{Fault, Loss, Refusal};
use crate::section::{BLOCK_MAX_BYTES, Buffered, Section};
use crate::stored::Raw;
use crate::{Block, Place};

/// A block of a fork, which is not read.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Fork {
    /// The level.
    pub level: i32,
    /// The hash.
    pub hash: BlockHash,
    /// Where the block is.
    pub place: Place,
}

/// The blocks of a floating store that belong to the main chain.
#[derive(Debug, Default)]
pub(crate) struct Floating {
    files: Vec<Section>,
    /// In order of level.
    main: Vec<Entry>,
    pub(crate) forks: Vec<Fork>,
    pub(crate) refusals: Vec<Refusal>,
    /// Whether the main chain reaches from its head to the cemented blocks.
    pub(crate) is_whole: bool,
}

/// A block in one of the files.
#[derive(Debug, Clone)]
struct Entry {
    file: usize,
    offset: u64,
    hash: BlockHash,
    /// The hash of its header, which is the other unless one of them is damaged.
    computed: BlockHash,
    level: i32,
    predecessor: BlockHash,
}

impl Floating {
    /// Finds the main chain in files. Without the head it is the highest block. `top` is the last cemented level.
    pub(crate) fn new(files: Vec<Section>, head: Option<BlockHash>, top: Option<i32>) -> Self {
        let (mut entries, mut refusals) = (Vec::new(), Vec::new());
        for (index, file) in files.iter().enumerate() {
            scan(index, file, &mut entries, &mut refusals);
        }
        // Blocks at the end of the cemented ones stay in the floating store for a while.
        entries.retain(|entry| top.is_none_or(|top| entry.level > top));
        let mut found = Self { files, refusals, ..Self::default() };
        found.follow(entries, head, top);
        found
    }

    fn follow(&mut self, entries: Vec<Entry>, head: Option<BlockHash>, top: Option<i32>) {
        let both = |(index, entry): (usize, &Entry)| [(entry.hash, index), (entry.computed, index)];
        let by_hash: HashMap<BlockHash, usize> = entries.iter().enumerate().flat_map(both).collect();
        let mut is_whole = self.refusals.is_empty();
        let mut used = HashSet::new();
        let mut next = head;
        let mut below = i32::MAX;
        loop {
            let index = next.and_then(|hash| by_hash.get(&hash).copied());
            let index = index.filter(|index| entries.get(*index).is_some_and(|entry| entry.level < below));
            // Where a link is missing, the chain goes on with the highest block below, the latest of several.
            let index = index.or_else(|| {
                let highest = entries.iter().enumerate().filter(|(_, entry)| entry.level < below);
                let highest = highest.max_by_key(|(_, entry)| entry.level).map(|(index, _)| index);
                if let (Some(entry), Some(hash)) = (highest.and_then(|index| entries.get(index)), next) {
                    is_whole = false;
                    let reason = format!("expected the block {hash} among those that are not cemented, found none");
                    let fault = Fault::new("", format!("{reason}: the next below may be of a fork"));
                    let is_next = below == i32::MAX || entry.level.checked_add(1) == Some(below);
                    let (level, loss) = if is_next { (Some(entry.level), Loss::Block) } else { (None, Loss::Rest) };
                    self.refusals.push(fault.at(self.place(entry), level, loss));
                }
                highest
            });
            let Some((index, entry)) = index.and_then(|index| Some((index, entries.get(index)?))) else { break };
            used.insert(index);
            self.main.push(entry.clone());
            (next, below) = (Some(entry.predecessor), entry.level);
            if top.and_then(|top| top.checked_add(1)) == Some(entry.level) {
                break;
            }
        }
        self.main.reverse();
        // Without cemented blocks the store begins where its node does.
        if let (Some(lowest), Some(top)) = (self.main.first(), top)
            && top.checked_add(1) != Some(lowest.level)
        {
            is_whole = false;
            let reason =
                format!("expected the blocks from level {} on, found {} first", top.saturating_add(1), lowest.level);
            self.refusals.push(Fault::new("", reason).at(self.place(lowest), None, Loss::Rest));
        }
        self.is_whole = is_whole && (head.is_none() || !self.main.is_empty());
        let forks = entries.iter().enumerate().filter(|(index, _)| !used.contains(index));
        self.forks =
            forks.map(|(_, entry)| Fork { level: entry.level, hash: entry.hash, place: self.place(entry) }).collect();
    }

    fn place(&self, entry: &Entry) -> Place {
        match self.files.get(entry.file) {
            Some(file) => file.place(entry.offset),
            None => Place { source: Path::new("").into(), offset: entry.offset },
        }
    }

    /// Returns the first and the last level; `None` if there are no blocks.
    pub(crate) fn levels(&self) -> Option<(i32, i32)> {
        Some((self.main.first()?.level, self.main.last()?.level))
    }

    /// Returns the blocks of the main chain; `previous` is the last that is cemented.
    pub(crate) fn blocks(self: &Arc<Self>, chain: Arc<Chain>, previous: Option<Link>) -> FloatingBlocks {
        let readers = self.files.iter().map(|file| file.reader(0)).collect();
        FloatingBlocks { chain, floating: Arc::clone(self), readers, next: 0, previous, bare: None }
    }
}

/// The blocks of the main chain in order of level.
pub(crate) struct FloatingBlocks {
    chain: Arc<Chain>,
    floating: Arc<Floating>,
    readers: Vec<Buffered>,
    next: usize,
    previous: Option<Link>,
    /// The block whose metadata was refused.
    bare: Option<Block>,
}

impl FloatingBlocks {
    fn read(&mut self, entry: &Entry) -> Result<Block, Refusal> {
        let place = self.floating.place(entry);
        let previous = self.previous.take().filter(|previous| previous.level.checked_add(1) == Some(entry.level));
        let raw = self.bytes(entry).and_then(|bytes| Raw::of_store(&bytes));
        let checked = raw.and_then(|raw| self.chain.check(raw, Some(entry.level), previous, place.clone()));
        let checked = checked.map_err(|fault| fault.at(place.clone(), Some(entry.level), Loss::Block))?;
        self.previous = Some(checked.link);
        let Some(fault) = checked.metadata_fault else { return Ok(checked.block) };
        self.bare = Some(checked.block);
        Err(fault.at(place, Some(entry.level), Loss::Metadata))
    }

    fn bytes(&mut self, entry: &Entry) -> Result<Bytes, Fault> {
        let file = self.floating.files.get(entry.file).zip(self.readers.get_mut(entry.file));
        let (file, reader) = file.ok_or_else(|| Fault::new("", "the file is not open"))?;
        if reader.stream_position()? != entry.offset {
            reader.seek(SeekFrom::Start(entry.offset))?;
        }
        file.framed(reader)
    }
}

impl Iterator for FloatingBlocks {
    type Item = Result<Block, Refusal>;

    fn next(&mut self) -> Option<Self::Item> {
        if let Some(block) = self.bare.take() {
            return Some(Ok(block));
        }
        let entry = self.floating.main.get(self.next)?.clone();
        self.next = self.next.saturating_add(1);
        Some(self.read(&entry))
    }
}

/// Appends the blocks of a file. A block whose hash is not that of its header may have a wrong size prefix, so where two follow each other
/// the rest of the file is lost.
fn scan(index: usize, file: &Section, entries: &mut Vec<Entry>, refusals: &mut Vec<Refusal>) {
    let mut reader = file.reader(0);
    let (mut offset, mut was_intact) = (0, true);
    while offset < file.length() {
        let scanned = Scanned::read(file, &mut reader, offset);
        let fault = match scanned {
            Ok(Scanned { end, hash, computed, header }) if hash == computed || was_intact => {
                was_intact = hash == computed;
                match header {
                    Ok(header) => {
                        let (level, predecessor) = (header.level, header.predecessor);
                        entries.push(Entry { file: index, offset, hash, computed, level, predecessor });
                    }
                    Err(fault) => refusals.push(fault.at(file.place(offset), None, Loss::Block)),
                }
                offset = end;
                continue;
            }
            Ok(Scanned { hash, computed, .. }) => Fault::new(
                "hash",
                format!("expected the hash {computed} of the header, found {hash}, as in the block before"),
            ),
            Err(fault) => fault,
        };
        let lost = file.length().saturating_sub(offset);
        let fault = Fault { reason: format!("{}: the rest of the file, {lost} bytes, is lost", fault.reason), ..fault };
        return refusals.push(fault.at(file.place(offset), None, Loss::Rest));
    }
}

/// What a block begins with.
#[derive(HasEncoding, NomReader, BinWriter)]
struct Start {
    size: u32,
    hash: BlockHash,
    header_size: u32,
}

/// The number of its bytes.
const START: u64 = 40;

/// A block of which the header was read.
struct Scanned {
    /// Where it ends.
    end: u64,
    hash: BlockHash,
    /// The hash of its header.
    computed: BlockHash,
    header: Result<BlockHeader, Fault>,
}

impl Scanned {
    /// Reads the header of a block, and skips the rest.
    fn read(file: &Section, reader: &mut Buffered, offset: u64) -> Result<Self, Fault> {
        let left = file.length().saturating_sub(offset);
        let mut start = Vec::new();
        reader.take(START).read_to_end(&mut start)?;
        let Start { size, hash, header_size } =
            Start::from_bytes(&start).map_err(|error| Fault::decoding("", &error))?;
        let whole = u64::from(size).saturating_add(4);
        if whole > BLOCK_MAX_BYTES || whole > left {
            let max = left.min(BLOCK_MAX_BYTES);
            return Err(Fault::new(
                "",
                format!("expected a block of at most {max} bytes, found a size prefix of {size}"),
            ));
        }
        let rest = whole.checked_sub(START).and_then(|rest| rest.checked_sub(header_size.into())).ok_or_else(|| {
            Fault::new(
                "header",
                format!("expected a header in a block of {size} bytes, found a size prefix of {header_size}"),
            )
        })?;
        let mut header = Vec::new();
        reader.take(header_size.into()).read_to_end(&mut header)?;
        let computed = BlockHash(blake2b_256(&header));
        let header = BlockHeader::from_shared(&header.into()).map_err(|error| Fault::decoding("header", &error));
        reader.seek_relative(i64::try_from(rest).unwrap_or(i64::MAX))?;
        Ok(Self { end: offset.saturating_add(whole), hash, computed, header })
    }
}
