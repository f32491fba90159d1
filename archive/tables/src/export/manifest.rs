//! The record of what has been written.

use std::collections::BTreeMap;
use std::path::Path;

use serde::{Deserialize, Serialize};

use super::{Error, Export, Ranges, Selection};
use crate::options::Options;

/// The version of the manifest's form.
const VERSION: u32 = 1;

/// What an export is made of. A folder has the files of one.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
pub struct Job {
    version: u32,
    tool: String,
    source: String,
    options: Options,
    selection: Selection,
    /// The levels of each range, if they are known before it is read.
    ranges: Vec<Option<(i32, i32)>>,
}

impl Job {
    pub(crate) fn new(export: &Export, source: &dyn Ranges) -> Self {
        Self {
            version: VERSION,
            tool: concat!(env!("CARGO_PKG_NAME"), " ", env!("CARGO_PKG_VERSION")).into(),
            source: export.source.clone(),
            options: export.options,
            selection: export.selection.clone(),
            ranges: source.levels(),
        }
    }
}

/// All files of an export.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
pub struct Manifest {
    /// What the export is made of.
    #[serde(flatten)]
    pub job: Job,
    /// The number of blocks.
    pub blocks: u64,
    /// The number of refusals.
    pub refusals: u64,
    /// The first and the last level.
    pub levels: Option<(i32, i32)>,
    /// The tables by name.
    pub tables: BTreeMap<String, TableFiles>,
}

/// The files of a table.
#[derive(Debug, Clone, Default, PartialEq, Eq, Serialize, Deserialize)]
pub struct TableFiles {
    /// The number of rows.
    pub rows: u64,
    /// The files, in order of range.
    pub files: Vec<TableFile>,
}

/// A file of a table.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
pub struct TableFile {
    /// The path in the folder of the export.
    pub path: String,
    /// The first and the last level of the range.
    pub levels: Option<(i32, i32)>,
    /// The number of rows.
    pub rows: u64,
    /// The size in bytes.
    pub bytes: u64,
    /// The hash of the file, in hexadecimal digits.
    pub sha256: String,
}

/// What a finished range consists of.
#[derive(Debug, Clone, Default, PartialEq, Eq, Serialize, Deserialize)]
pub struct RangeRecord {
    /// The number of blocks.
    pub blocks: u64,
    /// The number of refusals.
    pub refusals: u64,
    /// The first and the last level of the blocks.
    pub levels: Option<(i32, i32)>,
    /// The files by table.
    pub files: BTreeMap<String, TableFile>,
}

impl Manifest {
    pub(crate) fn new(job: Job, ranges: Vec<RangeRecord>) -> Self {
        let (mut blocks, mut refusals, mut levels) = (0u64, 0u64, None::<(i32, i32)>);
        let mut tables: BTreeMap<String, TableFiles> = BTreeMap::new();
        for range in ranges {
            blocks = blocks.saturating_add(range.blocks);
            refusals = refusals.saturating_add(range.refusals);
            levels = match (levels, range.levels) {
                (Some((first, last)), Some((low, high))) => Some((first.min(low), last.max(high))),
                (one, other) => one.or(other),
            };
            for (name, file) in range.files {
                let table = tables.entry(name).or_default();
                table.rows = table.rows.saturating_add(file.rows);
                table.files.push(file);
            }
        }
        Self { job, blocks, refusals, levels, tables }
    }

    /// Returns the text of the manifest.
    pub(crate) fn to_json(&self, out: &Path) -> Result<Vec<u8>, Error> {
        serde_json::to_vec_pretty(self).map_err(|error| Error::new(out, error))
    }
}
