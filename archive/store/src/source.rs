//! Opens whatever has blocks.

use std::path::Path;

use serde::{Deserialize, Serialize};
use tezos_hashes::hash::{BlockHash, ChainId};
use tezos_protocols::Protocol;

use crate::files::Files;
use crate::follow::Follow;
use crate::rpc::Rpc;
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
    /// The first and the last level that are read over RPC: by default all from 1 to the second before the head, which is final.
    pub levels: Option<(i32, i32)>,
    /// The maximum number of requests in a second, by all threads.
    pub rate: Option<u32>,
    /// How often a request that failed is repeated. Waiting times double from a tenth of a second.
    pub retries: u32,
}

impl Default for Options {
    fn default() -> Self {
        Self { chain: None, protocol: None, verify: true, decode: true, levels: None, rate: None, retries: 6 }
    }
}

/// Blocks that are read on their own, beside those of other ranges.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
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
    Rpc(Rpc),
}

/// Opens a source by what is found at a path: the data directory of a node, its directory `store` or the directory of a chain; a snapshot; a
/// file or a directory of files with blocks, in binary or JSON; or the address of a node's RPC, such as `http://localhost:8732`.
///
/// # Errors
/// If no blocks are found there, or what they are found by cannot be read.
pub fn open(source: impl AsRef<Path>, options: &Options) -> Result<Source, Error> {
    let path = source.as_ref();
    if let Some(address) = path.to_str().filter(|text| text.starts_with("http://") || text.starts_with("https://")) {
        return Ok(Source(Kind::Rpc(Rpc::open(address, options)?)));
    }
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
            Kind::Rpc(rpc) => rpc.ranges(),
        }
    }

    /// Reads the blocks of a range; none for a range of another source.
    #[must_use]
    pub fn range(&self, range: &Range) -> Blocks {
        let blocks = match &self.0 {
            Kind::Store(store) => store.range(range),
            Kind::Snapshot(snapshot) => snapshot.range(range),
            Kind::Files(files) => files.range(range),
            Kind::Rpc(rpc) => rpc.range(range),
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

    /// Follows the head of a node, from the block after the one with a level and a hash, or from the present head.
    ///
    /// # Errors
    /// If the source is not RPC.
    pub fn follow(&self, after: Option<(i32, BlockHash)>) -> Result<Follow, Error> {
        match &self.0 {
            Kind::Rpc(rpc) => Ok(rpc.follow(after)),
            _ => Err(Error::new(Path::new(""), "expected the address of a node: only its head can be followed")),
        }
    }

    fn store(&self) -> Option<&Store> {
        match &self.0 {
            Kind::Store(store) => Some(store),
            Kind::Snapshot(snapshot) => Some(&snapshot.store),
            Kind::Files(_) | Kind::Rpc(_) => None,
        }
    }
}
