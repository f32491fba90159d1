//! Reads the inputs and tallies their messages on all cores.
//!
//! Each input is read by one thread, and as many inputs are read at once as there are cores. While a thread reads a round of messages, the
//! round before is tallied in a pool of threads, so each of these inputs has two rounds in memory. Each encrypted session is decrypted by
//! one thread: a short one in the pool, a long one by the thread that reads it.

use std::{
    path::Path,
    sync::{
        Arc, Mutex, PoisonError,
        atomic::{AtomicU64, AtomicUsize, Ordering::Relaxed},
    },
    thread,
};

use indicatif::ProgressBar;
use rayon::{ThreadPool, ThreadPoolBuilder};
use tezos_messages::Named;

use super::{
    Tally,
    checkpoint::{Checkpoint, Task},
    inputs::{self, Input},
    round::Round,
    source::{Limits, Read, Source},
};
use crate::{
    error::Error,
    output::{self, counted},
};

/// The number of bytes of lines or messages after which a round is full.
const ROUND_BYTES: usize = 0x10_0000;

/// The maximum number of bytes of an encrypted session that is decrypted as a whole, in parallel with others. A longer one is read as a
/// stream.
const SESSION_BYTES: usize = 0x40_0000;

/// The options of a run.
#[derive(Debug, Clone)]
pub(crate) struct Setup<'s> {
    /// The inputs.
    pub(crate) inputs: &'s [Input],
    /// The file of the identity of one side of encrypted sessions; `None` for `identity.json` beside them.
    pub(crate) identity: Option<&'s Path>,
    /// The encoding of the messages in lists.
    pub(crate) encoding: &'static Named,
    /// The command with the options that change the tally, which must be the same when a run is resumed.
    pub(crate) command: String,
    /// The file in which the progress is saved, and from which a run is resumed.
    pub(crate) checkpoint: Option<&'s Path>,
    /// One message in `one_in` is marked as sampled; 1 for all.
    pub(crate) one_in: u64,
    /// The number of threads that tally; 0 for one on each core.
    pub(crate) threads: usize,
    /// The title of the progress bar.
    pub(crate) title: &'static str,
    /// True to hide the progress bar.
    pub(crate) quiet: bool,
}

/// Tallies the messages of all inputs.
///
/// # Errors
/// The error of the first input that has one, or of a checkpoint that cannot be read or written.
pub(crate) fn run<T: Tally>(setup: &Setup<'_>) -> Result<T, Error> {
    let checkpoint = Arc::new(start(setup)?);
    checkpoint.write_on_signals()?;
    resume(setup, checkpoint)
}

/// Returns the checkpoint with which the run begins: a new one, or the saved one.
fn start<T: Tally>(setup: &Setup<'_>) -> Result<Checkpoint<T>, Error> {
    Checkpoint::new(Task::new(setup), setup.checkpoint)
}

/// Runs from a checkpoint to the end.
fn resume<T: Tally>(setup: &Setup<'_>, checkpoint: Arc<Checkpoint<T>>) -> Result<T, Error> {
    let pool = ThreadPoolBuilder::new().num_threads(setup.threads).build();
    let pool = pool.map_err(|error| Error::new(format_args!("threads cannot be started: {error}")))?;
    let length = setup.inputs.iter().try_fold(0_u64, |all, input| Some(all.saturating_add(input.length()?)));
    let bar = output::progress_of_bytes(setup.title, length, setup.quiet);
    let threads = pool.current_num_threads();
    let readers = threads.min(setup.inputs.len()).max(1);
    // Two sessions for each thread, because some sessions are longer than others.
    let sessions = threads.div_ceil(readers).saturating_mul(2);
    let limits = Limits { bytes: ROUND_BYTES, session_bytes: SESSION_BYTES, sessions, one_in: setup.one_in };
    let (messages, first_wrong) = (AtomicU64::new(0), AtomicUsize::new(usize::MAX));
    let run = Run { setup, checkpoint, pool, bar, readers, limits, messages, first_wrong };
    let result = run.all();
    run.bar.finish_and_clear();
    result.and_then(|()| run.checkpoint.finish())
}

struct Run<'s, T> {
    setup: &'s Setup<'s>,
    checkpoint: Arc<Checkpoint<T>>,
    pool: ThreadPool,
    bar: ProgressBar,
    /// The number of inputs that are read at once.
    readers: usize,
    limits: Limits,
    /// The number of messages tallied by this process.
    messages: AtomicU64,
    /// The index of the first input with an error. Inputs before it are still read, so that each run reports the same error.
    first_wrong: AtomicUsize,
}

impl<T: Tally> Run<'_, T> {
    fn all(&self) -> Result<(), Error> {
        let next = AtomicUsize::new(0);
        let first_error = Mutex::new(None);
        let work = || {
            loop {
                let index = next.fetch_add(1, Relaxed);
                let Some(input) = self.setup.inputs.get(index).filter(|_| !self.is_over(index)) else { return };
                let Err(error) = self.one(index, input) else { continue };
                let mut first_error = first_error.lock().unwrap_or_else(PoisonError::into_inner);
                if self.first_wrong.fetch_min(index, Relaxed) > index {
                    *first_error = Some(error);
                }
            }
        };
        thread::scope(|scope| (0..self.readers).for_each(|_| drop(scope.spawn(work))));
        let first_error = first_error.into_inner().unwrap_or_else(PoisonError::into_inner);
        first_error.map_or(Ok(()), Err)
    }

    /// Returns true if an input before this one has an error.
    fn is_over(&self, index: usize) -> bool {
        self.first_wrong.load(Relaxed) < index
    }

    /// Reads an input to the end, from the position of the checkpoint.
    fn one(&self, index: usize, input: &Input) -> Result<(), Error> {
        let at = self.checkpoint.position(index);
        if at.is_end {
            inputs::skip(&self.bar, at.offset);
            return Ok(());
        }
        let Some(source) = Source::open(input, at, self.setup, &self.bar)? else {
            let sentence = "there is no message in it: expected one on each line, in hex or as JSON";
            return Err(Error::in_file(input.name(), sentence));
        };
        let (mut round, mut source) = source.round(self.limits)?;
        loop {
            if round.position.is_end {
                return self.tally(index, round);
            }
            (round, source) = self.both(index, round, source)?;
            if self.is_over(index) {
                return Ok(());
            }
        }
    }

    /// Tallies a round while the next one is read.
    fn both(&self, index: usize, round: Round<T::Probe>, source: Source<T::Probe>) -> Result<Read<T::Probe>, Error> {
        let mut tallied = Ok(());
        let next = self.pool.in_place_scope(|scope| {
            scope.spawn(|_| tallied = self.tally(index, round));
            source.round(self.limits)
        });
        // The error of the earlier round comes first.
        tallied.and(next)
    }

    fn tally(&self, index: usize, round: Round<T::Probe>) -> Result<(), Error> {
        let before = self.checkpoint.position(index).messages;
        let mut position = round.position;
        let (tally, messages) = self.pool.install(|| round.tally(before))?;
        position.messages = before.saturating_add(messages);
        let all = self.messages.fetch_add(messages, Relaxed).saturating_add(messages);
        let rate = all as f64 / self.bar.elapsed().as_secs_f64().max(1e-3);
        self.bar.set_message(format!("{}, {}", self.setup.title, counted(rate as u64, "message/s", "messages/s")));
        self.checkpoint.advance(index, position, tally)
    }
}

#[cfg(test)]
mod tests;
