//! Files of cemented blocks: `cemented/<first>_<last>`, and their metadata in `cemented/metadata/<first>_<last>.zip`.
//!
//! A file begins with the offset of each block, of 8 bytes or, before version 3.2 of the store, of 4. The blocks follow in order of level. The
//! table of offsets is read beside the blocks, so memory does not grow with the number of blocks that a name announces.

use std::collections::VecDeque;
use std::io::{Read, Seek, SeekFrom};
use std::sync::Arc;

use bytes::Bytes;
use tezos_hashes::hash::BlockHash;

use crate::Block;
use crate::archive::MetadataFile;
use crate::check::{Chain, Checked, Link};
use crate::error::{Fault, Loss, Refusal};
use crate::section::{Buffered, Extent, Section};
use crate::stored::Raw;

/// A file of cemented blocks.
#[derive(Debug, Clone)]
pub(crate) struct CementedFile {
    pub(crate) first: i32,
    pub(crate) last: i32,
    pub(crate) blocks: Extent,
    /// The file of metadata, if there is one.
    pub(crate) metadata: Option<Extent>,
}

impl CementedFile {
    /// Returns the levels in a file name such as `4097_8192`.
    pub(crate) fn levels(name: &str) -> Option<(i32, i32)> {
        let (first, last) = name.split_once('_')?;
        let (first, last) = (first.parse().ok()?, last.parse().ok()?);
        (0 <= first && first <= last).then_some((first, last))
    }

    /// Returns the hash of the genesis, if the file begins with it.
    pub(crate) fn genesis(&self) -> Option<BlockHash> {
        let mut file = Opened::new(self).ok().filter(|_| self.first == 0)?;
        let offset = file.next_offset().ok()?;
        Some(Raw::of_store(&file.block(offset).ok()?).ok()?.hash)
    }

    /// Returns what the block after the last of the file is linked to; `None` if the last block cannot be read.
    pub(crate) fn last_link(&self) -> Option<Link> {
        let mut file = Opened::new(self).ok()?;
        file.table
            .seek_relative(i64::from(self.last.checked_sub(self.first)?).checked_mul(file.width.try_into().ok()?)?)
            .ok()?;
        let offset = file.next_offset().ok()?;
        let raw = Raw::of_store(&file.block(offset).ok()?).ok()?;
        Link::of(&raw)
    }
}

/// A file of cemented blocks that is read.
struct Opened {
    section: Section,
    /// A reader in the table of offsets, and one in the blocks.
    table: Buffered,
    blocks: Buffered,
    /// The number of bytes of an offset.
    width: u64,
    /// The size of the table of offsets.
    size: u64,
}

impl Opened {
    fn new(file: &CementedFile) -> Result<Self, Fault> {
        let section = file.blocks.open()?;
        let count = i64::from(file.last).saturating_sub(file.first.into()).saturating_add(1).unsigned_abs();
        let [narrow, wide] = [4, 8].map(|width: u64| count.saturating_mul(width));
        let mut start = [0; 8];
        section.reader(0).read_exact(&mut start)?;
        let [a, b, c, d, ..] = start;
        let width = if u64::from(u32::from_be_bytes([a, b, c, d])) == narrow {
            4
        } else if u64::from_be_bytes(start) == wide {
            8
        } else {
            return Err(Fault::new(
                "offsets",
                format!(
                    "expected the size of {count} offsets first, {narrow} in 4 bytes or {wide} in 8, found the bytes {start:02x?}"
                ),
            ));
        };
        let size = count.saturating_mul(width);
        if section.length() < size {
            let reason = format!("expected {size} bytes of offsets, found a file of {} bytes", section.length());
            return Err(Fault::new("offsets", reason));
        }
        let (table, blocks) = (section.reader(0), section.reader(size));
        Ok(Self { section, table, blocks, width, size })
    }

    fn next_offset(&mut self) -> Result<u64, Fault> {
        let mut bytes = [0; 8];
        if self.width == 4 {
            let (_, low) = bytes.split_at_mut(4);
            self.table.read_exact(low)?;
        } else {
            self.table.read_exact(&mut bytes)?;
        }
        Ok(u64::from_be_bytes(bytes))
    }

    /// Reads the block at an offset.
    fn block(&mut self, offset: u64) -> Result<Bytes, Fault> {
        if offset < self.size {
            let reason = format!("expected an offset behind the {} bytes of offsets, found {offset}", self.size);
            return Err(Fault::new("offsets", reason));
        }
        if self.blocks.stream_position()? != offset {
            self.blocks.seek(SeekFrom::Start(offset))?;
        }
        self.section.framed(&mut self.blocks)
    }
}

/// The blocks of a file of cemented blocks, in order of level.
pub(crate) struct CementedBlocks {
    chain: Arc<Chain>,
    file: CementedFile,
    opened: Option<Opened>,
    metadata: Option<MetadataFile>,
    /// The level of the next block; `None` after the last.
    level: Option<i32>,
    previous: Option<Link>,
    /// Where the block before ended, if it was read.
    expected: Option<u64>,
    ready: VecDeque<Result<Block, Refusal>>,
}

impl CementedBlocks {
    pub(crate) fn new(chain: Arc<Chain>, file: CementedFile, previous: Option<Link>) -> Self {
        let mut ready = VecDeque::new();
        let opened = Opened::new(&file);
        let opened =
            opened.map_err(|fault| ready.push_back(Err(fault.at(file.blocks.place(0), None, Loss::Rest)))).ok();
        let metadata = file.metadata.as_ref().filter(|_| opened.is_some()).and_then(|extent| {
            let mut refuse = |fault: Fault, loss| ready.push_back(Err(fault.at(extent.place(0), None, loss)));
            match MetadataFile::open(extent, file.first, file.last) {
                Ok((metadata, faults)) => {
                    faults.into_iter().for_each(|fault| refuse(fault, Loss::Metadata));
                    Some(metadata)
                }
                Err(fault) => {
                    refuse(fault, Loss::Metadata);
                    None
                }
            }
        });
        let level = opened.is_some().then_some(file.first);
        let expected = opened.as_ref().map(|opened| opened.size);
        Self { chain, file, opened, metadata, level, previous, expected, ready }
    }

    /// Reads the block of a level, and appends what came of it.
    fn read(&mut self, level: i32) {
        let Some(opened) = &mut self.opened else { return };
        let expected = self.expected.take();
        let offset = match opened.next_offset() {
            Ok(offset) => offset,
            Err(fault) => {
                self.level = None;
                return self.refuse(fault, 0, None, Loss::Rest);
            }
        };
        // Where table and blocks disagree, one of them is wrong: both offsets are tried, and the disagreement is reported.
        let other = expected.filter(|expected| *expected != offset);
        let mut found = self.block(level, offset).map(|block| (offset, block));
        if let (Err(_), Some(other)) = (&found, other)
            && let Ok(block) = self.block(level, other)
        {
            found = Ok((other, block));
        }
        if let Some(other) = other {
            let reason = format!("expected the offset {other}, where the block before ends, found {offset}");
            self.refuse(Fault::new("offsets", reason), offset, Some(level), Loss::Nothing);
        }
        match found {
            Ok((offset, (checked, end))) => {
                self.expected = Some(end);
                self.previous = Some(checked.link);
                if let Some(fault) = checked.metadata_fault {
                    self.refuse(fault, offset, Some(level), Loss::Metadata);
                }
                self.ready.push_back(Ok(checked.block));
            }
            Err(fault) => {
                self.previous = None;
                self.refuse(fault, offset, Some(level), Loss::Block);
            }
        }
    }

    /// Reads the block at an offset. Returns it with the offset at which it ends.
    fn block(&mut self, level: i32, offset: u64) -> Result<(Checked, u64), Fault> {
        let opened = self.opened.as_mut().ok_or_else(|| Fault::new("", "the file is closed"))?;
        let bytes = opened.block(offset)?;
        let place = opened.section.place(offset);
        let mut raw = Raw::of_store(&bytes)?;
        let mut entry_fault = None;
        if raw.metadata.is_none()
            && let Some(file) = &mut self.metadata
        {
            match file.entry(level) {
                Ok(metadata) => raw.metadata = metadata,
                Err(fault) => entry_fault = Some(fault),
            }
        }
        let mut checked = self.chain.check(raw, Some(level), self.previous, place)?;
        checked.metadata_fault = checked.metadata_fault.or(entry_fault);
        let end = offset.saturating_add(u64::try_from(bytes.len()).unwrap_or(u64::MAX));
        Ok((checked, end))
    }

    fn refuse(&mut self, fault: Fault, offset: u64, level: Option<i32>, loss: Loss) {
        self.ready.push_back(Err(fault.at(self.file.blocks.place(offset), level, loss)));
    }

    /// Checks that nothing follows the last block.
    fn finish(&mut self) {
        let length = self.opened.take().map(|opened| opened.section.length());
        if let (Some(end), Some(length)) = (self.expected.take(), length)
            && end != length
        {
            let reason = format!(
                "expected the end of the file after the last block, found {} bytes",
                length.saturating_sub(end)
            );
            self.refuse(Fault::new("", reason), end, None, Loss::Nothing);
        }
    }
}

impl Iterator for CementedBlocks {
    type Item = Result<Block, Refusal>;

    fn next(&mut self) -> Option<Self::Item> {
        loop {
            if let Some(ready) = self.ready.pop_front() {
                return Some(ready);
            }
            let level = self.level?;
            self.level = level.checked_add(1).filter(|next| *next <= self.file.last);
            self.read(level);
            if self.level.is_none() {
                self.finish();
            }
        }
    }
}
