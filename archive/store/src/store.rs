//! The directory of a chain in a node's store.

use std::fs;
use std::path::{Path, PathBuf};
use std::sync::Arc;

use tezos_hashes::hash::ChainId;

use crate::cemented::{CementedBlocks, CementedFile};
use crate::check::Chain;
use crate::error::{Error, Fault};
use crate::protocols::Protocols;
use crate::section::Extent;
use crate::{Blocks, Options, Range};

/// The maximum size of a file with a single value. `protocol_levels` has 70 bytes for each of at most 256 numbers; older ones are larger.
const VALUE_MAX_BYTES: u64 = 0x10_0000;

/// The blocks of a chain in files of cemented blocks.
#[derive(Debug)]
pub(crate) struct Store {
    chain: Arc<Chain>,
    /// In order of level.
    cemented: Vec<CementedFile>,
}

impl Store {
    /// Returns the directory of a chain: the path itself, or the only one of a store or of a node's data directory.
    pub(crate) fn find(path: &Path, options: &Options) -> Result<Option<PathBuf>, Error> {
        if path.join("cemented").is_dir() || path.join("rw_floating").is_dir() {
            return Ok(Some(path.to_owned()));
        }
        let store = path.join("store");
        let store = if store.is_dir() { store } else { path.to_owned() };
        let mut chains = Vec::new();
        for entry in fs::read_dir(&store).map_err(|error| Error::io(&store, error))? {
            let path = entry.map_err(|error| Error::io(&store, error))?.path();
            let chain = chain_of(&path);
            if path.is_dir() && chain.is_some() && options.chain.is_none_or(|wanted| Some(wanted) == chain) {
                chains.push(path);
            }
        }
        match (chains.pop(), chains.is_empty()) {
            (found, true) => Ok(found),
            (_, false) => Err(Error::new(&store, "expected the directory of one chain, found several: choose one")),
        }
    }

    /// Opens the directory of a chain.
    pub(crate) fn open(directory: &Path, options: &Options) -> Result<Self, Error> {
        let id = options.chain.or_else(|| chain_of(directory)).ok_or_else(|| {
            Error::new(
                directory,
                "expected a directory named after its chain, such as chain_NetXdQprcVkpaWU: name the chain",
            )
        })?;
        let levels = directory.join("protocol_levels");
        let protocols = if levels.exists() {
            let read = Extent::whole(&levels).open().map_err(Fault::from).and_then(|file| file.small(VALUE_MAX_BYTES));
            let read = read.and_then(|bytes| Protocols::read(&bytes, options.protocol));
            read.map_err(|fault| Error::new(&levels, fault.reason))?
        } else {
            Protocols::new(options.protocol)
        };
        let chain = Chain { id, protocols, verify: options.verify, decode: options.decode };
        let cemented = cemented_files(&directory.join("cemented"))?;
        Ok(Self { chain: Arc::new(chain), cemented })
    }

    pub(crate) fn ranges(&self) -> Vec<Range> {
        let of_file = |(index, file): (usize, &CementedFile)| Range { levels: Some((file.first, file.last)), index };
        self.cemented.iter().enumerate().map(of_file).collect()
    }

    pub(crate) fn range(&self, range: &Range) -> Option<Blocks> {
        let file = self.cemented.get(range.index)?;
        let before = range.index.checked_sub(1).and_then(|index| self.cemented.get(index));
        let before = before.filter(|before| before.last.checked_add(1) == Some(file.first));
        let previous = before.and_then(CementedFile::last_link);
        Some(Box::new(CementedBlocks::new(Arc::clone(&self.chain), file.clone(), previous)))
    }
}

/// Returns the chain after which a directory is named.
fn chain_of(directory: &Path) -> Option<ChainId> {
    directory.file_name()?.to_str()?.strip_prefix("chain_")?.parse().ok()
}

/// Returns the files of cemented blocks in a directory, in order of level.
fn cemented_files(directory: &Path) -> Result<Vec<CementedFile>, Error> {
    let mut files = Vec::new();
    if !directory.is_dir() {
        return Ok(files);
    }
    let metadata = directory.join("metadata");
    for entry in fs::read_dir(directory).map_err(|error| Error::io(directory, error))? {
        let path = entry.map_err(|error| Error::io(directory, error))?.path();
        let Some(name) = path.file_name().and_then(|name| name.to_str()) else { continue };
        // Beside them are the indexes, and files that are being written.
        let Some((first, last)) = CementedFile::levels(name) else { continue };
        let zip = metadata.join(format!("{name}.zip"));
        let metadata = zip.is_file().then(|| Extent::whole(&zip));
        files.push(CementedFile { first, last, blocks: Extent::whole(&path), metadata });
    }
    files.sort_by_key(|file| (file.first, file.last));
    Ok(files)
}
