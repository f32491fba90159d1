//! Where a run is: in memory, and in a file from which it goes on after an interruption.

use std::{
    fs::{self, File},
    io::{BufReader, BufWriter, ErrorKind, Write as _},
    mem::take,
    path::{Path, PathBuf},
    process,
    sync::{Arc, Mutex, MutexGuard, PoisonError},
    time::{Duration, Instant},
};

use serde::{Deserialize, Serialize};
use serde_json::Value;

use super::{Tally, inputs::Description, source::Position};
use crate::{error::Error, output};

/// How often the file is written.
const EVERY: Duration = Duration::from_secs(3);

/// What has to be the same in a run that goes on from another.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
pub(crate) struct Task {
    /// The tool's version, because the tally may be another in each.
    version: String,
    /// The command with the options that change the tally.
    command: String,
    /// What is read.
    inputs: Vec<Description>,
}

impl Task {
    /// The work of a command of this version.
    pub(crate) fn new(command: String, inputs: Vec<Description>) -> Self {
        Self { version: env!("CARGO_PKG_VERSION").into(), command, inputs }
    }
}

/// How far a run is.
#[derive(Debug, Serialize, Deserialize)]
struct State<T> {
    task: Task,
    /// How far each input is read.
    positions: Vec<Position>,
    /// What was found until there.
    tally: T,
}

/// How far a run is, for its threads, and for a file if one is given.
pub(crate) struct Checkpoint<T> {
    file: Option<PathBuf>,
    state: Mutex<(State<T>, Instant)>,
}

impl<T: Tally> Checkpoint<T> {
    /// The start of a run; where `file` exists, the place where another run of the same task was.
    ///
    /// # Errors
    /// If the file cannot be read, or belongs to another task.
    pub(crate) fn new(task: Task, file: Option<&Path>) -> Result<Self, Error> {
        let state = match file.map(|file| read(file, &task)).transpose()? {
            Some(Some(state)) => state,
            None | Some(None) => {
                let positions = task.inputs.iter().map(|_| Position::default()).collect();
                State { task, positions, tally: T::default() }
            }
        };
        Ok(Self { file: file.map(Into::into), state: Mutex::new((state, Instant::now())) })
    }

    /// Writes the file and ends the process on Ctrl-C, SIGTERM and SIGHUP. Without a file, these do what they always do.
    pub(crate) fn write_on_signals(self: &Arc<Self>) -> Result<(), Error> {
        let Some(file) = self.file.clone() else { return Ok(()) };
        let this = Arc::clone(self);
        let handler = move || {
            // What is read at this moment is not part of the state: it is read again.
            let error = match this.write(&this.lock().0) {
                Ok(()) => Error::at_path(&file, "interrupted: the same command goes on from this file"),
                Err(error) => error,
            };
            output::complain(&error);
            process::exit(1);
        };
        ctrlc::set_handler(handler).map_err(|error| Error::new(format_args!("signals cannot be handled: {error}")))
    }

    /// How far an input is read.
    pub(crate) fn position(&self, input: usize) -> Position {
        self.lock().0.positions.get(input).copied().unwrap_or_default()
    }

    /// Adds what was found in an input up to `position`.
    ///
    /// # Errors
    /// If the file cannot be written.
    pub(crate) fn advance(&self, input: usize, position: Position, tally: T) -> Result<(), Error> {
        let mut guard = self.lock();
        let (state, written) = &mut *guard;
        state.tally.merge(tally);
        state.positions.iter_mut().skip(input).take(1).for_each(|it| *it = position);
        if written.elapsed() < EVERY {
            return Ok(());
        }
        *written = Instant::now();
        self.write(state)
    }

    /// Ends the run: removes the file and returns what was found.
    ///
    /// # Errors
    /// If the file cannot be removed.
    pub(crate) fn finish(&self) -> Result<T, Error> {
        let mut guard = self.lock();
        if let Some(file) = &self.file {
            let removed = fs::remove_file(file).or_else(|error| match error.kind() {
                ErrorKind::NotFound => Ok(()),
                _ => Err(error),
            });
            removed.map_err(|error| Error::at_path(file, format_args!("it cannot be removed: {error}")))?;
        }
        Ok(take(&mut guard.0.tally))
    }

    fn lock(&self) -> MutexGuard<'_, (State<T>, Instant)> {
        self.state.lock().unwrap_or_else(PoisonError::into_inner)
    }

    /// Writes the file beside its place and moves it there, so that there is a whole one at each moment.
    fn write(&self, state: &State<T>) -> Result<(), Error> {
        let Some(file) = &self.file else { return Ok(()) };
        let mut beside = file.clone().into_os_string();
        beside.push(".part");
        let write = || {
            let mut out = BufWriter::new(File::create(&beside)?);
            serde_json::to_writer(&mut out, state)?;
            out.flush()?;
            out.get_ref().sync_all()?;
            fs::rename(&beside, file)
        };
        write().map_err(|error| Error::at_path(file, format_args!("the state cannot be written: {error}")))
    }
}

/// The state in a file, if there is one.
fn read<T: Tally>(file: &Path, task: &Task) -> Result<Option<State<T>>, Error> {
    let wrong = |sentence: String| Error::at_path(file, sentence);
    let opened = match File::open(file) {
        Ok(opened) => opened,
        Err(error) if error.kind() == ErrorKind::NotFound => return Ok(None),
        Err(error) => return Err(wrong(format!("the state cannot be read: {error}"))),
    };
    let not_a_state = |error| wrong(format!("this is not the state of a run: {error}"));
    let State { task: found, positions, tally } =
        serde_json::from_reader::<_, State<Value>>(BufReader::new(opened)).map_err(not_a_state)?;
    if found != *task {
        let what = if found.inputs != task.inputs {
            "of other files, or they have changed"
        } else if found.command != task.command {
            "with other options"
        } else {
            "of another version of the tool"
        };
        return Err(wrong(format!(
            "this is the state of another run, {what}: remove it to start anew, or give another file with --checkpoint"
        )));
    }
    let tally = serde_json::from_value(tally).map_err(not_a_state)?;
    Ok(Some(State { task: found, positions, tally }))
}
