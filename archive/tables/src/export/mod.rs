//! Writes the blocks of a source to files of Parquet, range by range.
//!
//! ```text
//! <out>/<table>/<range>_<first level>_<last level>.parquet
//! <out>/ranges/<range>.json     what a finished range consists of
//! <out>/manifest.json           all ranges, written last
//! <out>/unfinished/<range>/     files that are being written
//! <out>/lock                    held while the program runs
//! ```
//!
//! A file is renamed to its place when it is complete, and a range is finished when its record is in `ranges`. A run that was ended begins the
//! unfinished ranges again. All files depend on the blocks alone: not on the number of threads, nor on earlier runs.

mod delta;
mod error;
mod manifest;
mod selection;
mod source;
mod work;
mod writer;

use std::fs::{self, File, TryLockError};
use std::path::{Path, PathBuf};

pub use error::Error;
pub use manifest::{Manifest, RangeRecord, TableFile, TableFiles};
pub use selection::{Columns, Selection};
pub use source::Ranges;

use crate::options::Options;
use manifest::Job;

/// An export.
#[derive(Debug, Clone)]
pub struct Export {
    /// The folder of the files.
    pub out: PathBuf,
    /// The name of the source in the manifest.
    pub source: String,
    /// How values are written.
    pub options: Options,
    /// What is written.
    pub selection: Selection,
    /// The number of ranges that are read at the same time.
    pub threads: usize,
}

/// What is known while an export runs.
#[derive(Debug, Clone, Copy, Default, PartialEq, Eq)]
pub struct Progress {
    /// The blocks that have been read.
    pub blocks: u64,
    /// The blocks of all ranges, if they are known beforehand.
    pub of: Option<u64>,
    /// The refusals.
    pub refusals: u64,
    /// The ranges that were finished by an earlier run.
    pub kept: usize,
}

impl Export {
    /// Writes the tables, and returns the manifest. `tell` is called from time to time.
    ///
    /// # Errors
    /// If another run holds the folder, if the folder has another export, and if a file cannot be read or written. The files of finished ranges
    /// are then complete.
    pub fn run(&self, source: &dyn Ranges, tell: &(dyn Fn(Progress) + Sync)) -> Result<Manifest, Error> {
        fs::create_dir_all(&self.out).map_err(|error| Error::io(&self.out, error))?;
        let _lock = self.lock()?;
        let job = Job::new(self, source);
        self.claim(&job)?;
        let unfinished = self.out.join(UNFINISHED);
        remove(&unfinished)?;
        let ranges = work::run(self, source, tell)?;
        remove(&unfinished)?;
        let manifest = Manifest::new(job, ranges);
        write_aside(&self.out.join(MANIFEST), &manifest.to_json(&self.out)?)?;
        Ok(manifest)
    }

    /// Writes a log of Delta Lake for each table of an export that has been [run](Self::run), also for those without rows. An engine that knows the
    /// format reads `<out>/<table>` as a table then.
    ///
    /// # Errors
    /// If a log cannot be written.
    pub fn write_delta(&self, manifest: &Manifest) -> Result<(), Error> {
        delta::write(self, manifest)
    }

    /// Refuses a second run in the same folder.
    fn lock(&self) -> Result<File, Error> {
        let path = self.out.join("lock");
        let file = File::create(&path).map_err(|error| Error::io(&path, error))?;
        match file.try_lock() {
            Ok(()) => Ok(file),
            Err(TryLockError::WouldBlock) => Err(Error::new(&self.out, "another run writes to this folder")),
            Err(TryLockError::Error(error)) => Err(Error::io(&path, error)),
        }
    }

    /// Refuses to add to a folder that has the export of another source, or one with other options.
    fn claim(&self, job: &Job) -> Result<(), Error> {
        let path = self.out.join("export.json");
        match fs::read(&path) {
            Ok(text) => match serde_json::from_slice::<Job>(&text) {
                Ok(found) if found == *job => Ok(()),
                _ => Err(Error::new(&path, "the folder has an export of another source or with other options")),
            },
            Err(error) if error.kind() == std::io::ErrorKind::NotFound => {
                let text = serde_json::to_vec_pretty(job).map_err(|error| Error::new(&path, error))?;
                write_aside(&path, &text)
            }
            Err(error) => Err(Error::io(&path, error)),
        }
    }
}

const MANIFEST: &str = "manifest.json";
const UNFINISHED: &str = "unfinished";

/// Writes a file beside its place, and renames it when it is complete.
fn write_aside(path: &Path, bytes: &[u8]) -> Result<(), Error> {
    let aside = path.with_extension("part");
    let written = fs::write(&aside, bytes).and_then(|()| File::open(&aside)?.sync_all());
    written.and_then(|()| fs::rename(&aside, path)).map_err(|error| Error::io(path, error))
}

/// Removes a folder, if it exists.
fn remove(path: &Path) -> Result<(), Error> {
    match fs::remove_dir_all(path) {
        Err(error) if error.kind() != std::io::ErrorKind::NotFound => Err(Error::io(path, error)),
        _ => Ok(()),
    }
}
