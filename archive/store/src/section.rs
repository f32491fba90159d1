//! Parts of files, read at positions of their own.

use std::fs::File;
use std::io::{self, BufReader, Read, Seek, SeekFrom};
use std::path::Path;
use std::sync::Arc;

use bytes::Bytes;

use crate::Place;
use crate::error::Fault;

/// The bytes that are read from a file at once.
const BUFFER: usize = 0x4_0000;

/// The maximum number of bytes of a block with its metadata, or of the metadata of a cemented block. Octez limits the operations of a block
/// to about 1 MiB in all, and the receipt of an operation to 10,000,000 bytes, above which it is not stored.
pub(crate) const BLOCK_MAX_BYTES: u64 = 0x1000_0000;

/// A part of a file, which is opened when it is read: a store has more files than a process may have open.
#[derive(Debug, Clone)]
pub(crate) struct Extent {
    pub(crate) path: Arc<Path>,
    /// The first byte and the number of bytes; the whole file if `None`.
    pub(crate) part: Option<(u64, u64)>,
}

impl Extent {
    pub(crate) fn whole(path: &Path) -> Self {
        Self { path: path.into(), part: None }
    }

    pub(crate) fn open(&self) -> io::Result<Section> {
        let file = File::open(&self.path)?;
        let length = file.metadata()?.len();
        let (start, length) = match self.part {
            None => (0, length),
            Some((start, part)) => (start, part.min(length.saturating_sub(start))),
        };
        Ok(Section { path: Arc::clone(&self.path), file: Arc::new(file), start, length })
    }

    /// Returns the place of a byte of the part.
    pub(crate) fn place(&self, offset: u64) -> Place {
        let start = self.part.map_or(0, |(start, _)| start);
        Place { source: Arc::clone(&self.path), offset: start.saturating_add(offset) }
    }
}

/// A part of an open file. Readers of it do not disturb each other.
#[derive(Debug, Clone)]
pub(crate) struct Section {
    path: Arc<Path>,
    file: Arc<File>,
    start: u64,
    length: u64,
}

impl Section {
    pub(crate) fn length(&self) -> u64 {
        self.length
    }

    /// Returns the place of a byte of the part.
    pub(crate) fn place(&self, offset: u64) -> Place {
        Place { source: Arc::clone(&self.path), offset: self.start.saturating_add(offset) }
    }

    /// Returns a reader that begins at an offset.
    pub(crate) fn reader(&self, position: u64) -> Buffered {
        BufReader::with_capacity(BUFFER, SectionReader { section: self.clone(), position })
    }

    /// Reads all bytes of a file that a node keeps small, up to `limit`.
    pub(crate) fn small(&self, limit: u64) -> Result<Bytes, Fault> {
        if self.length > limit {
            return Err(Fault::new("", format!("expected at most {limit} bytes, found {}", self.length)));
        }
        let mut bytes = Vec::new();
        self.reader(0).read_to_end(&mut bytes)?;
        Ok(bytes.into())
    }

    /// Reads the value with a size prefix of 4 bytes at the position of the reader. The result has the prefix.
    pub(crate) fn framed(&self, reader: &mut Buffered) -> Result<Bytes, Fault> {
        let at = reader.stream_position()?;
        let present = self.length.saturating_sub(at);
        let mut prefix = [0; 4];
        if present < 4 {
            return Err(Fault::new("", format!("expected a block, found {present} bytes before the end of the file")));
        }
        reader.read_exact(&mut prefix)?;
        let size = u64::from(u32::from_be_bytes(prefix));
        let whole = size.saturating_add(4);
        if size > BLOCK_MAX_BYTES {
            let reason = format!("expected a block of at most {BLOCK_MAX_BYTES} bytes, found a size prefix of {size}");
            return Err(Fault::new("", reason));
        }
        if whole > present {
            let reason = format!("expected {whole} bytes of a block, found {present} before the end of the file");
            return Err(Fault::new("", reason));
        }
        let mut bytes = Vec::with_capacity(usize::try_from(whole).unwrap_or_default());
        bytes.extend_from_slice(&prefix);
        reader.take(size).read_to_end(&mut bytes)?;
        match u64::try_from(bytes.len()) {
            Ok(read) if read == whole => Ok(bytes.into()),
            _ => Err(Fault::new("", format!("expected {whole} bytes of a block: the file became shorter"))),
        }
    }
}

/// A reader of a part of a file.
pub(crate) type Buffered = BufReader<SectionReader>;

/// A reader of a [`Section`] without a buffer.
#[derive(Debug)]
pub(crate) struct SectionReader {
    section: Section,
    position: u64,
}

impl Read for SectionReader {
    fn read(&mut self, buffer: &mut [u8]) -> io::Result<usize> {
        let Section { file, start, length, .. } = &self.section;
        let left = usize::try_from(length.saturating_sub(self.position)).unwrap_or(usize::MAX);
        let wanted = left.min(buffer.len());
        let Some(buffer) = buffer.get_mut(..wanted) else { return Ok(0) };
        let read = read_at(file, buffer, start.saturating_add(self.position))?;
        self.position = self.position.saturating_add(u64::try_from(read).unwrap_or(u64::MAX));
        Ok(read)
    }
}

impl Seek for SectionReader {
    fn seek(&mut self, to: SeekFrom) -> io::Result<u64> {
        let position = match to {
            SeekFrom::Start(position) => Some(position),
            SeekFrom::End(by) => self.section.length.checked_add_signed(by),
            SeekFrom::Current(by) => self.position.checked_add_signed(by),
        };
        self.position = position.ok_or_else(|| io::Error::from(io::ErrorKind::InvalidInput))?;
        Ok(self.position)
    }
}

#[cfg(unix)]
fn read_at(file: &File, buffer: &mut [u8], offset: u64) -> io::Result<usize> {
    std::os::unix::fs::FileExt::read_at(file, buffer, offset)
}

#[cfg(windows)]
fn read_at(file: &File, buffer: &mut [u8], offset: u64) -> io::Result<usize> {
    std::os::windows::fs::FileExt::seek_read(file, buffer, offset)
}
