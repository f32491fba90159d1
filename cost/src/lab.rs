//! Subjects, and the processes in which they are measured.

use std::{
    env, fmt,
    path::PathBuf,
    process::{Command, Stdio, exit},
};

use indicatif::{ProgressBar, ProgressDrawTarget, ProgressStyle};
use serde::{Deserialize, Serialize};
use tempfile::TempDir;

use crate::{
    Error, Inputs, Measurement, Result, Subject, TimeOptions, callgrind,
    measurement::{load, save},
};

/// The environment variable that names the file of the [`Task`] of a process.
const TASK: &str = "TEZOS_CODEC_COST_TASK";

/// What a process that measures has to do.
#[derive(Serialize, Deserialize)]
pub(crate) struct Task {
    pub(crate) work: TaskWork,
    pub(crate) inputs: Inputs,
    pub(crate) has_bar: bool,
    /// Where it writes the [`Measurement`].
    pub(crate) out: PathBuf,
}

#[derive(Serialize, Deserialize)]
pub(crate) enum TaskWork {
    /// Measure times.
    Time(TimeOptions),
    /// Run each input once, under callgrind; the file has the bytes of all.
    Count(PathBuf),
}

/// The subjects of a program, which it measures in processes of their own.
///
/// A measurement starts the running program again, without arguments. So `main` begins with [`Lab::start`], which does the work of
/// such a process and ends it.
pub struct Lab {
    subjects: Vec<Subject>,
    has_bar: bool,
}

impl fmt::Debug for Lab {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.debug_list().entries(&self.subjects).finish()
    }
}

impl Lab {
    /// Takes the subjects. In a process that a measurement has started, measures and ends the process.
    ///
    /// Call it at the start of `main`, before anything that must not happen in each of these processes.
    ///
    /// # Errors
    /// [`Error::TwoKinds`] if two subjects have the same name.
    pub fn start(subjects: impl IntoIterator<Item = Subject>) -> Result<Self> {
        let lab = Self { subjects: subjects.into_iter().collect(), has_bar: false };
        for (index, subject) in lab.subjects.iter().enumerate() {
            if lab.subjects.iter().skip(index).filter(|other| other.name == subject.name).count() > 1 {
                return Err(Error::TwoKinds(subject.name.clone()));
            }
        }
        let Some(file) = env::var_os(TASK) else { return Ok(lab) };
        match lab.perform(PathBuf::from(file)) {
            Ok(()) => exit(0),
            Err(error) => {
                eprintln!("error: {error}");
                exit(1)
            }
        }
    }

    /// Draws bars of progress on standard error, if it is a terminal.
    #[must_use]
    pub fn with_progress(self) -> Self {
        Self { has_bar: true, ..self }
    }

    /// Returns the subjects.
    #[must_use]
    pub fn subjects(&self) -> &[Subject] {
        &self.subjects
    }

    /// Returns the subject of a name.
    ///
    /// # Errors
    /// [`Error::UnknownKind`]
    pub fn subject(&self, name: &str) -> Result<&Subject> {
        let found = self.subjects.iter().find(|subject| subject.name == name);
        found.ok_or_else(|| Error::UnknownKind(name.to_owned()))
    }

    pub(crate) fn progress(&self, title: &'static str, length: usize) -> ProgressBar {
        let target = if self.has_bar { ProgressDrawTarget::stderr() } else { ProgressDrawTarget::hidden() };
        let bar = ProgressBar::with_draw_target(u64::try_from(length).ok(), target).with_message(title);
        match ProgressStyle::with_template("{msg:24} {wide_bar} {pos}/{len} {eta}") {
            Ok(style) => bar.with_style(style),
            Err(_) => bar,
        }
    }

    /// Starts this program again, behind another command or alone, with a task, and returns what it measured.
    pub(crate) fn process(
        &self,
        mut command: Command,
        work: TaskWork,
        inputs: &Inputs,
        folder: &TempDir,
    ) -> Result<Measurement> {
        let (file, out) = (folder.path().join("task.json"), folder.path().join("measured.json"));
        save(&file, &Task { work, inputs: inputs.clone(), has_bar: self.has_bar, out: out.clone() })?;
        let status = command.env(TASK, &file).stdin(Stdio::null()).stdout(Stdio::null()).status();
        let name = command.get_program().to_string_lossy().into_owned();
        match status {
            Err(error) => Err(Error::Process(format!("{name} cannot be started: {error}"))),
            Ok(status) if !status.success() => Err(Error::Process(format!("{name} failed while it measured"))),
            Ok(_) if !out.exists() => {
                Err(Error::Process(format!("{name} did not measure: `main` must begin with `Lab::start`")))
            }
            Ok(_) => load(&out),
        }
    }

    /// Does a task.
    fn perform(mut self, file: PathBuf) -> Result<()> {
        let task: Task = load(&file)?;
        self.has_bar = task.has_bar;
        let measurement = match &task.work {
            TaskWork::Time(options) => self.time_here(&task.inputs, options)?,
            TaskWork::Count(made) => callgrind::run(&self, &task.inputs, made)?,
        };
        save(&task.out, &measurement)
    }
}
