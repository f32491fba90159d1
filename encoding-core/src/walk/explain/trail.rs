//! The paths to the current value and to the one that holds the sought byte.

use alloc::vec::Vec;

use crate::error::{Path, Segment};

/// The path to the current value. The segments of a value stay until they are overwritten, so that the path to the
/// sought byte is copied only once, when the walk passes that byte.
pub(super) struct Trail {
    segments: Vec<Segment>,
    len: usize,
    sought: usize,
    nearest: usize,
    kept: Option<Vec<Segment>>,
}

impl Trail {
    pub(super) fn new(sought: usize) -> Self {
        Self { segments: Vec::new(), len: 0, sought, nearest: 0, kept: None }
    }

    /// Enters a value that starts at `offset`.
    pub(super) fn enter(&mut self, segment: Segment, offset: usize) {
        if offset > self.sought && self.kept.is_none() {
            self.kept = Some(self.segments.iter().take(self.nearest).copied().collect());
        }
        self.segments.truncate(self.len);
        self.segments.push(segment);
        self.len = self.segments.len();
        if offset <= self.sought {
            self.nearest = self.len;
        }
    }

    /// Leaves the value entered last.
    pub(super) fn leave(&mut self) {
        self.len = self.len.saturating_sub(1);
    }

    /// Returns the path to the current value.
    pub(super) fn here(&self) -> Path {
        Path::from_outermost(self.segments.get(..self.len).unwrap_or_default())
    }

    /// Returns the path to the last value entered at or before the sought byte.
    pub(super) fn nearest(&self) -> Path {
        let own = self.segments.get(..self.nearest).unwrap_or_default();
        Path::from_outermost(self.kept.as_deref().unwrap_or(own))
    }
}
