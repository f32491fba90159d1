//! Snapshots, in one file or in a directory, of the versions 7 to 9.

use std::collections::BTreeMap;
use std::fs::File;
use std::io::{self, Read};
use std::path::Path;
use std::sync::Arc;

use bytes::Bytes;
use serde::Deserialize;
use tezos_encoding::{BinWriter, Blob, Decode, HasEncoding, NomReader};
use tezos_hashes::hash::{BlockHash, ChainId, ContextHash};
use tezos_hashes::header::BlockHeader;
use tezos_hashes::protocol::{BlockMetadataHash, OperationMetadataListListHash};

use crate::cemented::CementedFile;
use crate::check::Chain;
use crate::error::{Error, Fault, Loss};
use crate::floating::Floating;
use crate::section::{BLOCK_MAX_BYTES, Extent};
use crate::store::{self, Store, cemented_files, gaps};
use crate::stored::Raw;
use crate::{Block, Blocks, Options, Range, Refusal};

/// The file that every snapshot has.
pub(crate) const VERSION: &str = "snapshot_version.json";

/// The versions that are read. Octez writes 9 since 2023; before 7, snapshots in one file may be damaged.
const VERSIONS: std::ops::RangeInclusive<u32> = 7..=9;

/// The chain whose name identifies it: those of test networks do not.
const MAINNET: (&str, ChainId) = ("TEZOS_MAINNET", ChainId([0x7a, 0x06, 0xa7, 0x70]));

/// The file `snapshot_version.json`.
#[derive(Deserialize)]
struct Version {
    version: u32,
}

/// The file `metadata.json`.
#[derive(Deserialize)]
struct Metadata {
    chain_name: String,
    block_hash: String,
}

/// The file `block_data`: the block that the snapshot ends with.
#[derive(HasEncoding, NomReader, BinWriter, Debug)]
struct BlockData {
    #[encoding(dynamic, list, dynamic, list, dynamic)]
    operations: Vec<Vec<Blob>>,
    #[encoding(dynamic)]
    header: Blob,
    #[encoding(dynamic)]
    predecessor_header: Blob,
    predecessor_max_operations_ttl: i32,
    predecessor_block_metadata_hash: Option<BlockMetadataHash>,
    predecessor_ops_metadata_hash: Option<OperationMetadataListListHash>,
    resulting_context_hash: ContextHash,
}

/// A snapshot: files of cemented blocks, a floating store, and the last block.
#[derive(Debug)]
pub(crate) struct Snapshot {
    pub(crate) store: Store,
    target: Option<Target>,
}

/// The block that a snapshot ends with.
#[derive(Debug)]
struct Target {
    file: Extent,
    header: BlockHeader,
    bytes: Bytes,
    hash: BlockHash,
}

impl Snapshot {
    /// Opens a snapshot in a directory.
    pub(crate) fn directory(path: &Path, options: &Options) -> Result<Self, Error> {
        let names = [VERSION, "metadata.json", "protocol_levels", "floating_blocks", "block_data"];
        let files = names.into_iter().map(|name| (name.to_owned(), path.join(name)));
        let files = files.filter(|(_, path)| path.is_file()).map(|(name, path)| (name, Extent::whole(&path)));
        Self::open(path, files.collect(), cemented_files(&path.join("cemented"))?, Vec::new(), options)
    }

    /// Opens a snapshot in one file.
    pub(crate) fn tar(path: &Path, options: &Options) -> Result<Self, Error> {
        let shared: Arc<Path> = path.into();
        let mut archive = tar::Archive::new(File::open(path).map_err(|error| Error::io(path, error))?);
        let (mut files, mut cemented, mut refusals) = (BTreeMap::new(), Vec::new(), Vec::new());
        let mut end = 0;
        for entry in archive.entries_with_seek().map_err(|error| Error::io(path, error))? {
            let entry = match entry {
                Ok(entry) => entry,
                // What precedes a damaged header can be read.
                Err(error) => {
                    let fault = Fault::new("", format!("expected the header of a file in the snapshot: {error}"));
                    refusals.push(fault.at(Extent::whole(path).place(end), None, Loss::Rest));
                    break;
                }
            };
            let name = String::from_utf8_lossy(&entry.path_bytes()).into_owned();
            let name = name.trim_start_matches("./").trim_start_matches('/');
            let part = (entry.raw_file_position(), entry.size());
            end = part.0.saturating_add(part.1);
            let extent = Extent { path: Arc::clone(&shared), part: Some(part) };
            match name.strip_prefix("cemented/").and_then(CementedFile::levels) {
                Some((first, last)) => cemented.push(CementedFile { first, last, blocks: extent, metadata: None }),
                None => drop(files.insert(name.to_owned(), extent)),
            }
        }
        cemented.sort_by_key(|file| (file.first, file.last));
        Self::open(path, files, cemented, refusals, options)
    }

    fn open(
        path: &Path,
        files: BTreeMap<String, Extent>,
        cemented: Vec<CementedFile>,
        mut refusals: Vec<Refusal>,
        options: &Options,
    ) -> Result<Self, Error> {
        let file = |name: &str| files.get(name).ok_or_else(|| Error::new(path, format!("expected a file {name}")));
        let Version { version } = json(file(VERSION)?)?;
        if !VERSIONS.contains(&version) {
            let (first, last) = VERSIONS.into_inner();
            return Err(Error::new(path, format!("expected a snapshot of version {first} to {last}, found {version}")));
        }
        // It is the last file, and lost with the end of a snapshot.
        let metadata: Option<Metadata> = file("metadata.json")
            .and_then(json)
            .map_err(|error| {
                refusals.push(Fault::new("", error.to_string()).at(Extent::whole(path).place(0), None, Loss::Nothing));
            })
            .ok();
        let named = metadata.as_ref().filter(|metadata| metadata.chain_name == MAINNET.0).map(|_| MAINNET.1);
        let of_genesis = || cemented.first().and_then(CementedFile::genesis).map(|hash| ChainId::of_genesis(&hash));
        let id = options.chain.or(named).or_else(of_genesis);
        let id = id.ok_or_else(|| Error::new(path, "the chain of the snapshot is not known: name the chain"))?;
        let protocols = match files.get("protocol_levels") {
            Some(levels) => store::protocols(levels, options)?,
            None => store::protocols(&Extent::whole(Path::new("protocol_levels")), options)?,
        };
        let target = file("block_data").map_err(|error| Fault::new("", error.to_string())).and_then(Target::read);
        let target = target.and_then(|target| target.named(metadata.as_ref())).map_err(|fault| {
            let place = files.get("block_data").unwrap_or(&Extent::whole(path)).place(0);
            refusals.push(fault.at(place, None, Loss::Block));
        });
        let target = target.ok();
        refusals.extend(gaps(&cemented));
        let sections = files.get("floating_blocks").map(Extent::open).transpose();
        let sections = sections.map_err(|error| Error::io(path, error))?;
        let top = cemented.last().map(|file| file.last);
        let head = target.as_ref().map(|target| target.header.predecessor).filter(|_| sections.is_some());
        let floating = Floating::new(sections.into_iter().collect(), head, top);
        refusals.extend(floating.refusals.iter().cloned());
        let chain = Arc::new(Chain::new(id, protocols, options));
        Ok(Self { store: Store { chain, cemented, floating: Arc::new(floating), refusals }, target })
    }

    pub(crate) fn ranges(&self) -> Vec<Range> {
        let mut ranges = self.store.ranges();
        if let Some(target) = &self.target {
            let index = self.store.cemented.len().saturating_add(1);
            ranges.push(Range { levels: Some((target.header.level, target.header.level)), index });
        }
        ranges
    }

    pub(crate) fn range(&self, range: &Range) -> Option<Blocks> {
        match &self.target {
            Some(target) if range.index > self.store.cemented.len() => {
                Some(Box::new(std::iter::once(target.block(&self.store.chain))))
            }
            _ => self.store.range(range),
        }
    }
}

impl Target {
    fn read(file: &Extent) -> Result<Self, Fault> {
        let bytes = file.open()?.small(BLOCK_MAX_BYTES)?;
        let BlockData { header, .. } = BlockData::from_shared(&bytes).map_err(|error| Fault::decoding("", &error))?;
        let hash = BlockHash(tezos_hashes::hash::blake2b_256(&header));
        let header = BlockHeader::from_shared(&header.into()).map_err(|error| Fault::decoding("header", &error))?;
        Ok(Self { file: file.clone(), header, bytes, hash })
    }

    /// Checks that the hash of the block is that in `metadata.json`.
    fn named(self, metadata: Option<&Metadata>) -> Result<Self, Fault> {
        match metadata {
            Some(metadata) if metadata.block_hash != self.hash.to_string() => {
                let reason =
                    format!("expected the block {} of metadata.json, found {}", metadata.block_hash, self.hash);
                Err(Fault::new("header", reason))
            }
            _ => Ok(self),
        }
    }

    /// Checks the block. It is linked to the one before by the header of that, which is beside it.
    fn block(&self, chain: &Chain) -> Result<Block, Refusal> {
        let refuse = |fault: Fault| fault.at(self.file.place(0), Some(self.header.level), Loss::Block);
        let read = BlockData::from_shared(&self.bytes).map_err(|error| refuse(Fault::decoding("", &error)))?;
        let pass = |pass: Vec<Blob>| pass.into_iter().map(Bytes::from).collect();
        let before = Raw::bare(read.predecessor_header.into(), Vec::new());
        let raw = Raw::bare(read.header.into(), read.operations.into_iter().map(pass).collect());
        let checked = chain.check(raw, None, crate::check::Link::of(&before), self.file.place(0));
        checked.map(|checked| checked.block).map_err(refuse)
    }
}

/// Returns whether a file is a tar archive, by the mark in its first header.
pub(crate) fn is_tar(path: &Path) -> io::Result<bool> {
    let mut start = Vec::new();
    File::open(path)?.take(262).read_to_end(&mut start)?;
    Ok(start.get(257..) == Some(b"ustar"))
}

/// Reads a small file of JSON.
fn json<T: for<'a> Deserialize<'a>>(file: &Extent) -> Result<T, Error> {
    let bytes = store::value(file).map_err(|fault| Error::new(&file.path, fault.reason))?;
    serde_json::from_slice(&bytes).map_err(|error| Error::new(&file.path, error.to_string()))
}
