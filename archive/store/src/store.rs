//! The directory of a chain in a node's store.

use std::fs;
use std::path::{Path, PathBuf};
use std::sync::Arc;
use std::thread;
use std::time::Duration;

use tezos_encoding::{BinWriter, Decode, HasEncoding, NomReader};
use tezos_hashes::hash::{BlockHash, ChainId};

use crate::cemented::{CementedBlocks, CementedFile};
use crate::check::{Chain, Link};
use crate::error::{Error, Fault, Loss, Refusal};
use crate::floating::{Floating, Fork};
use crate::protocols::Protocols;
use crate::section::{Extent, Section};
use crate::{Blocks, Options, Range};

/// The maximum size of a file with a single value. `protocol_levels` has 70 bytes for each of at most 256 numbers; older ones are larger.
pub(crate) const VALUE_MAX_BYTES: u64 = 0x10_0000;

/// How often a floating store is read if it changes meanwhile, and how long to wait for the node.
const TRIES: u32 = 5;
const WAIT: Duration = Duration::from_millis(200);

/// Blocks in files of cemented blocks and in a floating store.
#[derive(Debug)]
pub(crate) struct Store {
    pub(crate) chain: Arc<Chain>,
    /// In order of level.
    pub(crate) cemented: Vec<CementedFile>,
    pub(crate) floating: Arc<Floating>,
    /// What is wrong with the store and not with one block of it.
    pub(crate) refusals: Vec<Refusal>,
}

/// The file `current_head`.
#[derive(HasEncoding, NomReader, BinWriter, Debug)]
struct Head {
    hash: BlockHash,
    level: i32,
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

    /// Opens the directory of a chain. A node may move blocks from the floating store to the cemented ones meanwhile, so where they do not
    /// meet and the files have changed, all are read again.
    pub(crate) fn open(directory: &Path, options: &Options) -> Result<Self, Error> {
        let id = options.chain.or_else(|| chain_of(directory)).ok_or_else(|| {
            Error::new(
                directory,
                "expected a directory named after its chain, such as chain_NetXdQprcVkpaWU: name the chain",
            )
        })?;
        let protocols = protocols(&Extent::whole(&directory.join("protocol_levels")), options)?;
        let chain = Arc::new(Chain::new(id, protocols, options));
        let mut state = State::of(directory);
        for tried in 1.. {
            let store = Self::once(directory, &chain)?;
            let after = State::of(directory);
            if store.floating.is_whole || state == after {
                return Ok(store);
            }
            if tried == TRIES {
                return Err(Error::new(
                    directory,
                    format!("the floating store changed during each of {TRIES} readings: read it again later"),
                ));
            }
            state = after;
            thread::sleep(WAIT);
        }
        Err(Error::new(directory, "it was not read"))
    }

    /// Reads which blocks there are.
    fn once(directory: &Path, chain: &Arc<Chain>) -> Result<Self, Error> {
        let cemented = cemented_files(&directory.join("cemented"))?;
        let mut files = Vec::new();
        let mut refusals = gaps(&cemented);
        for name in ["ro_floating", "rw_floating"] {
            let path = directory.join(name).join("blocks");
            if path.exists() {
                match Extent::whole(&path).open() {
                    Ok(file) => files.push(file),
                    Err(error) => refusals.push(Fault::from(error).at(Extent::whole(&path).place(0), None, Loss::Rest)),
                }
            }
        }
        let top = cemented.last().map(|file| file.last);
        let head = Extent::whole(&directory.join("current_head"));
        let read = value(&head).and_then(|bytes| Head::from_bytes(&bytes).map_err(|error| Fault::decoding("", &error)));
        let floating = Floating::new(files, read.as_ref().ok().map(|head| head.hash), top);
        let last = floating.levels().map(|(_, last)| last);
        match read {
            Ok(Head { level, .. }) => {
                if let Some(last) = last.filter(|last| *last != level) {
                    let fault = Fault::new("", format!("expected the level {last} of the head, found {level}"));
                    // A head above all blocks is that of blocks that are lost.
                    let lost = level > last;
                    let (level, loss) = if lost { (None, Loss::Rest) } else { (Some(last), Loss::Nothing) };
                    refusals.push(fault.at(head.place(0), level, loss));
                }
            }
            // The highest block is read instead, which may be of a fork.
            Err(fault) => refusals.push(fault.at(head.place(0), last, Loss::Block)),
        }
        refusals.extend(floating.refusals.iter().cloned());
        Ok(Self { chain: Arc::clone(chain), cemented, floating: Arc::new(floating), refusals })
    }

    pub(crate) fn forks(&self) -> &[Fork] {
        &self.floating.forks
    }

    pub(crate) fn ranges(&self) -> Vec<Range> {
        let of_file = |(index, file): (usize, &CementedFile)| Range { levels: Some((file.first, file.last)), index };
        let cemented = self.cemented.iter().enumerate().map(of_file);
        let floating = self.floating.levels().map(|levels| Range { levels: Some(levels), index: self.cemented.len() });
        cemented.chain(floating).collect()
    }

    pub(crate) fn range(&self, range: &Range) -> Option<Blocks> {
        let (first, _) = range.levels?;
        let before = range.index.checked_sub(1).and_then(|index| self.cemented.get(index));
        let before = before.filter(|before| before.last.checked_add(1) == Some(first));
        let previous: Option<Link> = before.and_then(CementedFile::last_link);
        let chain = Arc::clone(&self.chain);
        match self.cemented.get(range.index) {
            Some(file) => Some(Box::new(CementedBlocks::new(chain, file.clone(), previous))),
            None if range.index == self.cemented.len() => Some(Box::new(self.floating.blocks(chain, previous))),
            None => None,
        }
    }
}

/// What changes in a directory when its floating store does: the sizes and times of files, and the head.
#[derive(PartialEq, Eq)]
struct State(Vec<Option<(u64, Option<std::time::SystemTime>)>>, Option<Vec<u8>>, usize);

impl State {
    fn of(directory: &Path) -> Self {
        let names = ["ro_floating/blocks", "rw_floating/blocks"];
        let state = |name| {
            let metadata = fs::metadata(directory.join(name)).ok()?;
            Some((metadata.len(), metadata.modified().ok()))
        };
        let head = fs::read(directory.join("current_head")).ok();
        let cemented = fs::read_dir(directory.join("cemented")).map_or(0, Iterator::count);
        Self(names.map(state).into(), head, cemented)
    }
}

/// Reads a file with a single value.
pub(crate) fn value(extent: &Extent) -> Result<bytes::Bytes, Fault> {
    extent.open().map_err(Fault::from).and_then(|file: Section| file.small(VALUE_MAX_BYTES))
}

/// Reads `protocol_levels`; there need not be one for mainnet, of which the numbers are known.
pub(crate) fn protocols(extent: &Extent, options: &Options) -> Result<Protocols, Error> {
    if !extent.path.exists() {
        return Ok(Protocols::new(options.protocol));
    }
    let read = value(extent).and_then(|bytes| Protocols::read(&bytes, options.protocol));
    read.map_err(|fault| Error::new(&extent.path, format!("the numbers of protocols cannot be read: {}", fault.reason)))
}

/// Returns the chain after which a directory is named.
fn chain_of(directory: &Path) -> Option<ChainId> {
    directory.file_name()?.to_str()?.strip_prefix("chain_")?.parse().ok()
}

/// Returns the files of cemented blocks in a directory, in order of level.
pub(crate) fn cemented_files(directory: &Path) -> Result<Vec<CementedFile>, Error> {
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

/// Returns a refusal for each file that does not begin where the one before ends. The genesis is kept by itself where the oldest blocks
/// were removed.
pub(crate) fn gaps(files: &[CementedFile]) -> Vec<Refusal> {
    let between = files
        .iter()
        .zip(files.iter().skip(1))
        .filter(|(before, after)| before.last.checked_add(1) != Some(after.first) && before.last != 0);
    let refusal = |(before, after): (&CementedFile, &CementedFile)| {
        let reason = format!(
            "expected the level {} after the file {}_{}, found {}",
            before.last.saturating_add(1),
            before.first,
            before.last,
            after.first
        );
        Fault::new("", reason).at(after.blocks.place(0), Some(after.first), Loss::Block)
    };
    between.map(refusal).collect()
}
