//! The progress of a run: in memory, and in a file from which an interrupted run continues.

use std::{
    collections::hash_map::RandomState,
    fs::{self, File},
    hash::BuildHasher as _,
    io::{self, BufReader, BufWriter, ErrorKind, Write as _},
    mem::take,
    path::{Path, PathBuf},
    process,
    sync::{Arc, Mutex, MutexGuard, PoisonError},
    time::{Duration, Instant},
};

use serde::{Deserialize, Serialize};
use serde_json::Value;

use super::{
    Setup, Tally,
    inputs::{Description, Input},
    source::Position,
};
use crate::{chosen, error::Error, output};

/// The interval at which the file is written.
const EVERY: Duration = Duration::from_secs(3);

/// Describes a run: tool, command and inputs. A run continues another only if their tasks are equal.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
pub(crate) struct Task {
    /// The version of the tool, because the tally may differ between versions.
    version: String,
    /// The command with the options that change the tally.
    command: String,
    /// The id of the encoding of the messages in lists.
    encoding: String,
    /// The protocol given on the command line, on which ids depend.
    protocol: Option<String>,
    /// The inputs.
    inputs: Vec<Description>,
}

impl Task {
    /// Returns the task for this version.
    pub(crate) fn new(setup: &Setup<'_>) -> Self {
        Self {
            version: env!("CARGO_PKG_VERSION").into(),
            command: setup.command.clone(),
            encoding: setup.encoding.id.to_string(),
            protocol: chosen::protocol().map(|protocol| protocol.to_string()),
            inputs: setup.inputs.iter().map(Input::description).collect(),
        }
    }
}

/// The progress of a run.
#[derive(Debug, Serialize, Deserialize)]
struct State<T> {
    task: Task,
    /// The position in each input.
    positions: Vec<Position>,
    /// The tally up to these positions.
    tally: T,
}

/// The progress of a run, shared by its threads, and saved in a file if one is given.
pub(crate) struct Checkpoint<T> {
    file: Option<PathBuf>,
    progress: Mutex<Progress<T>>,
}

struct Progress<T> {
    state: State<T>,
    /// The time when the file was last written.
    written: Instant,
    /// True if the run is complete and the file is removed.
    is_over: bool,
}

impl<T: Tally> Checkpoint<T> {
    /// Returns the start of a run or, if `file` exists, the point where another run of this task stopped.
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
        let progress = Progress { state, written: Instant::now(), is_over: false };
        Ok(Self { file: file.map(Into::into), progress: Mutex::new(progress) })
    }

    /// Writes the file and ends the process on Ctrl-C, SIGTERM and SIGHUP. Without a file, these keep their default effect.
    pub(crate) fn write_on_signals(self: &Arc<Self>) -> Result<(), Error> {
        let Some(file) = self.file.clone() else { return Ok(()) };
        let this = Arc::clone(self);
        let handler = move || {
            // Messages that are being read or tallied are not part of the state. They will be read again.
            let sentence = "interrupted: the same command continues from this file";
            let error = this.save().map(|saved| saved.then(|| Error::at_path(&file, sentence)));
            error.unwrap_or_else(Some).iter().for_each(output::complain);
            process::exit(1);
        };
        ctrlc::set_handler(handler).map_err(|error| Error::new(format_args!("signals cannot be handled: {error}")))
    }

    /// Returns the position in an input.
    pub(crate) fn position(&self, input: usize) -> Position {
        self.lock().state.positions.get(input).copied().unwrap_or_default()
    }

    /// Adds the tally of the messages of an input up to `position`.
    ///
    /// # Errors
    /// If the file cannot be written.
    pub(crate) fn advance(&self, input: usize, position: Position, tally: T) -> Result<(), Error> {
        let mut progress = self.lock();
        let Progress { state, written, .. } = &mut *progress;
        state.tally.merge(tally);
        state.positions.iter_mut().skip(input).take(1).for_each(|it| *it = position);
        if written.elapsed() < EVERY {
            return Ok(());
        }
        *written = Instant::now();
        self.write(state)
    }

    /// Writes the file. Returns false if the run is complete and needs no file.
    ///
    /// # Errors
    /// If it cannot be written.
    pub(crate) fn save(&self) -> Result<bool, Error> {
        let progress = self.lock();
        if !progress.is_over {
            self.write(&progress.state)?;
        }
        Ok(!progress.is_over)
    }

    /// Ends the run: removes the file and returns the tally.
    ///
    /// # Errors
    /// If the file cannot be removed.
    pub(crate) fn finish(&self) -> Result<T, Error> {
        let mut progress = self.lock();
        progress.is_over = true;
        if let Some(file) = &self.file {
            let removed = fs::remove_file(file).or_else(|error| match error.kind() {
                ErrorKind::NotFound => Ok(()),
                _ => Err(error),
            });
            removed.map_err(|error| Error::at_path(file, format_args!("it cannot be removed: {error}")))?;
        }
        Ok(take(&mut progress.state.tally))
    }

    fn lock(&self) -> MutexGuard<'_, Progress<T>> {
        self.progress.lock().unwrap_or_else(PoisonError::into_inner)
    }

    fn write(&self, state: &State<T>) -> Result<(), Error> {
        let Some(file) = &self.file else { return Ok(()) };
        let written = replace(file, |out| serde_json::to_writer(out, state).map_err(Into::into));
        written.map_err(|error| Error::at_path(file, format_args!("the progress cannot be saved: {error}")))
    }
}

/// Writes a new file beside `file` and renames it to `file`, so that `file` is complete at any moment. The name of the new file cannot be
/// predicted, and no existing file is opened: in a folder that others can write to, a link to another file could be in its place.
fn replace(file: &Path, write: impl FnOnce(&mut BufWriter<File>) -> io::Result<()>) -> io::Result<()> {
    let mut beside = file.as_os_str().to_owned();
    beside.push(format!(".{:016x}.part", RandomState::new().hash_one(process::id())));
    let mut out = BufWriter::new(File::create_new(&beside)?);
    let written = write(&mut out).and_then(|()| out.flush());
    let renamed = written.and_then(|()| out.get_ref().sync_all()).and_then(|()| fs::rename(&beside, file));
    renamed.inspect_err(|_| _ = fs::remove_file(&beside))
}

/// Reads the state in a file. Returns `None` if the file does not exist.
fn read<T: Tally>(file: &Path, task: &Task) -> Result<Option<State<T>>, Error> {
    let wrong = |sentence: String| Error::at_path(file, sentence);
    let opened = match File::open(file) {
        Ok(opened) => opened,
        Err(error) if error.kind() == ErrorKind::NotFound => return Ok(None),
        Err(error) => return Err(wrong(format!("the saved progress cannot be read: {error}"))),
    };
    let not_a_state = |error| wrong(format!("this is not the saved progress of a run: {error}"));
    let State { task: found, positions, tally } =
        serde_json::from_reader::<_, State<Value>>(BufReader::new(opened)).map_err(not_a_state)?;
    if found != *task {
        let what = if found.version != task.version {
            "of another version of the tool"
        } else if found.inputs != task.inputs {
            "of other files, or they have changed"
        } else {
            "with other options"
        };
        return Err(wrong(format!(
            "this is the saved progress of another run, {what}: remove it to start again, or give another file with --checkpoint"
        )));
    }
    let tally = serde_json::from_value(tally).map_err(not_a_state)?;
    Ok(Some(State { task: found, positions, tally }))
}

#[cfg(all(test, unix))]
mod tests {
    use std::os::unix::fs::symlink;

    use super::*;

    #[test]
    fn a_file_is_replaced_and_no_link_is_followed() {
        let folder = std::env::temp_dir().join(format!("tezos-codec-checkpoint-{}", process::id()));
        fs::create_dir_all(&folder).unwrap();
        let [other, file, part] = ["other", "state", "state.part"].map(|name| folder.join(name));
        fs::write(&other, "kept").unwrap();
        symlink(&other, &part).unwrap();
        symlink(&other, &file).unwrap();
        let names = || {
            let mut names: Vec<_> = fs::read_dir(&folder).unwrap().map(|entry| entry.unwrap().file_name()).collect();
            names.sort();
            names
        };
        let before = names();
        for text in ["one", "two"] {
            replace(&file, |out| out.write_all(text.as_bytes())).unwrap();
            assert_eq!(fs::read_to_string(&file).unwrap(), text);
            assert!(file.symlink_metadata().unwrap().is_file());
        }
        // A failure leaves the file as it was, and no other file.
        let full = || io::Error::from(ErrorKind::StorageFull);
        let error = replace(&file, |out| out.write_all(b"three").and(Err(full()))).unwrap_err();
        assert_eq!((error.kind(), fs::read_to_string(&file).unwrap().as_str()), (ErrorKind::StorageFull, "two"));
        assert!(replace(&folder.join("absent/state"), |_| Ok(())).is_err());
        assert_eq!((fs::read_to_string(&other).unwrap().as_str(), names()), ("kept", before));
        fs::remove_dir_all(folder).unwrap();
    }
}
