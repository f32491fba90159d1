//! The error of writing a value, whatever its source.

use alloc::boxed::Box;

use super::found::complete;
use super::known::Known;
use crate::error::{EncodeError, ErrorKind, Path, Segment};
use crate::revision::Revision;
use crate::walk::json_text::tape::Tape;

/// Why a value cannot be written. Boxed, so that results are small: most are not errors.
#[derive(Debug)]
pub(crate) struct Trouble {
    pub(super) kind: ErrorKind,
    /// The index of the refused value in the JSON tape, if the text is refused and not the value.
    pub(super) at: Option<usize>,
    /// What the text could have been.
    pub(super) known: Known,
    /// The path from the writer's current value to the refused one. It grows outwards when a union gives up a case, so
    /// that segments are moved once, whatever the number of unions around them.
    pub(super) inside: Path,
    /// The number of fields and elements in `inside`.
    pub(super) fields: usize,
}

impl Trouble {
    #[cold]
    pub(super) fn new(kind: ErrorKind, at: Option<usize>) -> Box<Self> {
        Box::new(Self { kind, at, known: Known::Nothing, inside: Path::default(), fields: 0 })
    }

    /// Extends the path to the refused value by the segments around it.
    #[cold]
    pub(super) fn extend(&mut self, around: &[Segment]) {
        around.iter().rev().for_each(|segment| self.inside.push_outer(*segment));
        self.fields = self.fields.saturating_add(fields(around));
    }

    /// Adds what the text could have been, unless that is known.
    #[cold]
    pub(super) fn known(mut self: Box<Self>, known: Known) -> Box<Self> {
        if matches!(self.known, Known::Nothing) {
            self.known = known;
        }
        self
    }

    /// Returns the public error about a value in `path`, and the index of the refused value in the JSON tape.
    #[cold]
    pub(super) fn into_error(
        mut self,
        path: &[Segment],
        tape: Option<&Tape<'_>>,
        revision: Revision,
    ) -> (EncodeError, Option<usize>) {
        self.extend(path);
        let kind = match (tape, self.at) {
            (Some(tape), Some(at)) => complete(self.kind, tape, at, self.known, revision),
            _ => self.kind,
        };
        (EncodeError::at_path(kind, self.inside), self.at)
    }
}

impl From<ErrorKind> for Box<Trouble> {
    fn from(kind: ErrorKind) -> Self {
        Trouble::new(kind, None)
    }
}

/// Returns the number of fields and elements in a path.
pub(super) fn fields(path: &[Segment]) -> usize {
    path.iter().filter(|segment| !matches!(segment, Segment::Case(_))).count()
}

/// The result of taking a child from a source.
pub(super) type Got<T> = Result<T, Box<Trouble>>;
