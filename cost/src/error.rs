use std::{error::Error as StdError, fmt, path::PathBuf};

use crate::Direction;

/// The result of a step.
pub type Result<T> = std::result::Result<T, Error>;

/// The reason why a step failed.
#[derive(Debug)]
#[non_exhaustive]
pub enum Error {
    /// An option has a value without a meaning.
    Option {
        /// The name of the option.
        name: &'static str,
        /// What values it may have.
        allowed: &'static str,
    },
    /// No subject has this name.
    UnknownKind(String),
    /// Two subjects have this name.
    TwoKinds(String),
    /// No value of a kind was found that has at most this many bytes.
    NoInput {
        /// The kind.
        kind: String,
        /// The maximum size in bytes.
        max_bytes: usize,
    },
    /// The generator of this kind makes other inputs than when the file of inputs was written.
    OtherInput(String),
    /// A subject cannot decode its own input.
    NotDecoded(String),
    /// Another process, which measured, failed.
    Process(String),
    /// Times were given where instructions are required, or the other way round.
    Unit,
    /// There are no rows to fit, or no variable differs from zero in them.
    NoData,
    /// A kind has no model for a direction.
    NoModel {
        /// The kind.
        kind: String,
        /// The direction.
        direction: Direction,
    },
    /// Numbers in the required form differ too much from a model.
    Inexact {
        /// The kind.
        kind: String,
        /// The direction.
        direction: Direction,
        /// What differs, and by how much.
        what: String,
    },
    /// A file could not be read or written.
    File {
        /// The file.
        file: PathBuf,
        /// The reason.
        source: Box<dyn StdError + Send + Sync>,
    },
    /// Something could not be written.
    Write(std::io::Error),
    /// A plot could not be drawn.
    Plot(String),
}

impl Error {
    /// Returns a function that adds the name of a file to an error.
    pub(crate) fn file<E: Into<Box<dyn StdError + Send + Sync>>>(file: impl Into<PathBuf>) -> impl FnOnce(E) -> Self {
        let file = file.into();
        move |source| Self::File { file, source: source.into() }
    }
}

impl From<std::io::Error> for Error {
    fn from(error: std::io::Error) -> Self {
        Self::Write(error)
    }
}

impl From<csv::Error> for Error {
    fn from(error: csv::Error) -> Self {
        Self::Write(error.into())
    }
}

impl fmt::Display for Error {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Self::Option { name, allowed } => write!(f, "`{name}` must be {allowed}"),
            Self::UnknownKind(kind) => write!(f, "no kind is called `{kind}`"),
            Self::TwoKinds(kind) => write!(f, "two kinds are called `{kind}`"),
            Self::NoInput { kind, max_bytes } => write!(f, "no {kind} of at most {max_bytes} bytes can be made"),
            Self::OtherInput(kind) => write!(f, "the generator of {kind} makes other inputs now: make new inputs"),
            Self::NotDecoded(kind) => write!(f, "an input of {kind} cannot be decoded"),
            Self::Process(why) => f.write_str(why),
            Self::Unit => f.write_str("times and instructions are mixed up"),
            Self::NoData => f.write_str("there are no rows that these variables explain"),
            Self::NoModel { kind, direction } => write!(f, "{kind} has no model of `{direction}`: measure it"),
            Self::Inexact { kind, direction, what } => write!(f, "{kind} {direction}: {what}"),
            Self::File { file, source } => write!(f, "{}: {source}", file.display()),
            Self::Write(error) => error.fmt(f),
            Self::Plot(why) => write!(f, "no plot: {why}"),
        }
    }
}

impl StdError for Error {
    fn source(&self) -> Option<&(dyn StdError + 'static)> {
        match self {
            Self::File { source, .. } => Some(&**source),
            Self::Write(error) => Some(error),
            _ => None,
        }
    }
}
