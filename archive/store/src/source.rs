//! Opens whatever has blocks.

use std::path::Path;

use tezos_hashes::hash::ChainId;
use tezos_protocols::Protocol;

use crate::files::Files;
use crate::snapshot::{self, Snapshot};
use crate::store::Store;
use crate::{Block, Error, Fork, Refusal};

/// How a source is read.
#[derive(Debug, Clone)]
pub struct Options {
    /// The chain, for sources that do not name it.
    pub chain: Option<ChainId>,
    /// The protocol of the blocks whose number in the header is not known.
    pub protocol: Option<Protocol>,
    /// Compares the hashes of blocks, operations and metadata. On by default.
    pub verify: bool,
    /// Reads header, operations, metadata and receipts in their protocol. On by default; without effect on a reader that decodes them all.
    pub decode: bool,
}

impl Default for Options {
    fn default() -> Self {
        Self { chain: None, protocol: None, verify: true, decode: true }
    }
}

/// Blocks that are read on their own, beside those of other ranges.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Range {
    /// The first and the last level, if they are known before the blocks are read.
    pub levels: Option<(i32, i32)>,
    pub(crate) index: usize,
}

/// The blocks of a [`Range`] in order of level, and what is refused.
pub type Blocks = Box<dyn Iterator<Item = Result<Block, Refusal>> + Send>;

/// The blocks of a chain.
#[derive(Debug)]
pub struct Source(Kind);

#[derive(Debug)]
enum Kind {
    Store(Store),
    Snapshot(Box<Snapshot>),
    Files(Files),
}

/// Opens a source by what is found at a path: the data directory of a node, its directory `store` or the directory of a chain; a snapshot; a
/// file or a directory of files with blocks, in binary or JSON.
///
/// # Errors
/// If no blocks are found there, or what they are found by cannot be read.
pub fn open(source: impl AsRef<Path>, options: &Options) -> Result<Source, Error> {
    let path = source.as_ref();
    if path.join(snapshot::VERSION).is_file() {
        return Ok(Source(Kind::Snapshot(Box::new(Snapshot::directory(path, options)?))));
    }
    if path.is_file() && !snapshot::is_tar(path).map_err(|error| Error::io(path, error))? {
        return Ok(Source(Kind::Files(Files::file(path, options))));
    }
    if path.is_file() {
        return Ok(Source(Kind::Snapshot(Box::new(Snapshot::tar(path, options)?))));
    }
    if path.is_dir()
        && let Some(directory) = Store::find(path, options)?
    {
        return Ok(Source(Kind::Store(Store::open(&directory, options)?)));
    }
    if path.is_dir()
        && let Some(files) = Files::directory(path, options)?
    {
        return Ok(Source(Kind::Files(files)));
    }
    Err(Error::new(path, "expected the store of a node, a snapshot, or files .bin, .json or .jsonl with blocks"))
}

impl Source {
    /// Returns the parts of the source that can be read beside each other, in order of level.
    #[must_use]
    pub fn ranges(&self) -> Vec<Range> {
        match &self.0 {
            Kind::Store(store) => store.ranges(),
            Kind::Snapshot(snapshot) => snapshot.ranges(),
            Kind::Files(files) => files.ranges(),
        }
    }

    /// Reads the blocks of a range; none for a range of another source.
    #[must_use]
    pub fn range(&self, range: &Range) -> Blocks {
        let blocks = match &self.0 {
            Kind::Store(store) => store.range(range),
            Kind::Snapshot(snapshot) => snapshot.range(range),
            Kind::Files(files) => files.range(range),
        };
        blocks.unwrap_or_else(|| Box::new(std::iter::empty()))
    }

    /// Returns what was refused when the source was opened: files that are missing or cut, a head that is not found.
    #[must_use]
    pub fn refusals(&self) -> &[Refusal] {
        self.store().map_or(&[], |store| &store.refusals)
    }

    /// Returns the blocks of forks in the floating store. They are not read.
    #[must_use]
    pub fn forks(&self) -> &[Fork] {
        self.store().map_or(&[], Store::forks)
    }

    fn store(&self) -> Option<&Store> {
        match &self.0 {
            Kind::Store(store) => Some(store),
            Kind::Snapshot(snapshot) => Some(&snapshot.store),
            Kind::Files(_) => None,
        }
    }
}
