//! Reads the ranges, some at the same time.

use std::fs;
use std::path::PathBuf;
use std::sync::Mutex;
use std::sync::atomic::{AtomicBool, AtomicU64, AtomicUsize, Ordering};
use std::thread;
use std::time::{Duration, Instant};

use super::manifest::RangeRecord;
use super::writer::{RangeWriter, sha256_of};
use super::{Error, Export, Progress, Ranges, UNFINISHED, write_aside};
use crate::Rows;

/// The time between two reports of progress.
const REPORTED_EVERY: Duration = Duration::from_millis(500);

/// What the threads share.
struct Shared<'a> {
    export: &'a Export,
    source: &'a dyn Ranges,
    levels: Vec<Option<(i32, i32)>>,
    /// The next range.
    next: AtomicUsize,
    blocks: AtomicU64,
    refusals: AtomicU64,
    kept: AtomicUsize,
    /// Whether a thread failed, so that the others end too.
    ended: AtomicBool,
    finished: Mutex<Vec<Option<RangeRecord>>>,
    error: Mutex<Option<Error>>,
}

/// Reads and writes all ranges that are not finished, and returns the records of all.
pub(super) fn run(
    export: &Export,
    source: &dyn Ranges,
    tell: &(dyn Fn(Progress) + Sync),
) -> Result<Vec<RangeRecord>, Error> {
    let levels = source.levels();
    let of = levels.iter().map(|levels| blocks_in(export, *levels)).sum::<Option<u64>>();
    let shared = Shared {
        export,
        source,
        finished: Mutex::new(vec![None; levels.len()]),
        levels,
        next: AtomicUsize::new(0),
        blocks: AtomicU64::new(0),
        refusals: AtomicU64::new(0),
        kept: AtomicUsize::new(0),
        ended: AtomicBool::new(false),
        error: Mutex::new(None),
    };
    let progress = || Progress {
        blocks: shared.blocks.load(Ordering::Relaxed),
        of,
        refusals: shared.refusals.load(Ordering::Relaxed),
        kept: shared.kept.load(Ordering::Relaxed),
    };
    thread::scope(|scope| {
        let threads: Vec<_> = (0..export.threads.max(1)).map(|_| scope.spawn(|| shared.work())).collect();
        let mut last = Instant::now();
        while threads.iter().any(|thread| !thread.is_finished()) {
            thread::sleep(Duration::from_millis(5));
            if last.elapsed() >= REPORTED_EVERY {
                last = Instant::now();
                tell(progress());
            }
        }
    });
    tell(progress());
    let poisoned = || Error::new(&export.out, "a thread ended before its end");
    if let Some(error) = shared.error.into_inner().map_err(|_| poisoned())? {
        return Err(error);
    }
    let finished = shared.finished.into_inner().map_err(|_| poisoned())?;
    finished.into_iter().collect::<Option<Vec<_>>>().ok_or_else(poisoned)
}

/// Returns the number of selected blocks of a range.
fn blocks_in(export: &Export, levels: Option<(i32, i32)>) -> Option<u64> {
    let (first, last) = levels?;
    let (low, high) = export.selection.levels.unwrap_or((i32::MIN, i32::MAX));
    let count = i64::from(last.min(high)).saturating_sub(first.max(low).into()).saturating_add(1);
    Some(u64::try_from(count).unwrap_or(0))
}

impl Shared<'_> {
    /// Takes one range after the other, until none is left or a thread fails.
    fn work(&self) {
        let mut rows = self.export.selection.rows(self.export.options);
        while !self.ended.load(Ordering::Relaxed) {
            let index = self.next.fetch_add(1, Ordering::Relaxed);
            if index >= self.levels.len() {
                return;
            }
            match self.range(index, &mut rows) {
                Ok(record) => {
                    if let Ok(mut finished) = self.finished.lock()
                        && let Some(place) = finished.get_mut(index)
                    {
                        *place = Some(record);
                    }
                }
                Err(error) => {
                    self.ended.store(true, Ordering::Relaxed);
                    if let Ok(mut place) = self.error.lock() {
                        place.get_or_insert(error);
                    }
                }
            }
        }
    }

    fn range(&self, index: usize, rows: &mut Rows) -> Result<RangeRecord, Error> {
        let path = self.export.out.join("ranges").join(format!("{index:06}.json"));
        if let Some(record) = self.finished(&path) {
            self.kept.fetch_add(1, Ordering::Relaxed);
            self.blocks.fetch_add(record.blocks, Ordering::Relaxed);
            self.refusals.fetch_add(record.refusals, Ordering::Relaxed);
            return Ok(record);
        }
        let record = self.write(index, rows)?;
        let folder = self.export.out.join("ranges");
        fs::create_dir_all(&folder).map_err(|error| Error::io(&folder, error))?;
        let text = serde_json::to_vec_pretty(&record).map_err(|error| Error::new(&path, error))?;
        write_aside(&path, &text)?;
        Ok(record)
    }

    /// Returns the record of a range that an earlier run finished, if its files are those of the record.
    fn finished(&self, path: &PathBuf) -> Option<RangeRecord> {
        let record: RangeRecord = serde_json::from_slice(&fs::read(path).ok()?).ok()?;
        let is_whole = |file: &super::TableFile| {
            let hash = sha256_of(&self.export.out.join(&file.path));
            hash.is_ok_and(|(bytes, hash)| bytes == file.bytes && hash == file.sha256)
        };
        record.files.values().all(is_whole).then_some(record)
    }

    fn write(&self, index: usize, rows: &mut Rows) -> Result<RangeRecord, Error> {
        let aside = self.export.out.join(UNFINISHED).join(format!("{index:06}"));
        let mut writer = RangeWriter::new(self.export, index, aside, rows);
        if index == 0 {
            for refusal in self.source.refusals() {
                writer.refuse(&refusal)?;
            }
        }
        let is_outside = |levels| blocks_in(self.export, levels) == Some(0);
        if !self.levels.get(index).is_some_and(|levels| is_outside(*levels)) {
            for block in self.source.blocks(index) {
                if self.ended.load(Ordering::Relaxed) {
                    return Err(Error::new(&self.export.out, "another thread failed"));
                }
                match block {
                    Ok(block) if !self.export.selection.has_level(block.level) => {}
                    Ok(block) => {
                        writer.push(&block)?;
                        self.blocks.fetch_add(1, Ordering::Relaxed);
                    }
                    Err(refusal) => writer.refuse(&refusal)?,
                }
            }
        }
        let record = writer.finish()?;
        self.refusals.fetch_add(record.refusals, Ordering::Relaxed);
        Ok(record)
    }
}
