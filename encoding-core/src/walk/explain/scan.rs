//! The end of a value of a stream, found by its schema while the bytes arrive.

use super::walker::{Paused, Task, Walker};
use crate::error::{DecodeError, ErrorKind};
use crate::revision::Revision;
use crate::schema::{Encoding, Scalar};

/// A walk through the values of a stream, one after the other. Each byte is walked once, however it arrives.
///
/// It makes the checks of the reader, in the same order, except those that only the reader can make: functions of the user and the rules of
/// maps.
pub(crate) struct Scanner {
    encoding: &'static Encoding,
    max_bytes: usize,
    revision: Revision,
    max_depth: u32,
    /// None before the first byte of a value: most values are complete when they are read, and need no walk.
    walker: Option<Paused>,
    /// While a number of any size waits for its last byte: the offset of the first byte that was not looked at.
    in_number: Option<usize>,
}

/// What is known of a value after a part of its bytes.
pub(crate) enum Scan {
    /// It has this number of bytes.
    Complete(usize),
    /// It has at least this number of bytes, counted from its start.
    Needs(usize),
    /// It is refused, whatever follows.
    Refused(DecodeError),
    /// It is longer than the limit of the stream.
    TooLong,
    /// It has more levels than its type or the caller allows.
    TooDeep(DecodeError),
}

impl Scanner {
    /// A scanner of values of at most `max_bytes` bytes each.
    pub(crate) fn new(encoding: &'static Encoding, max_bytes: usize, revision: Revision, max_depth: u32) -> Self {
        Self { encoding, max_bytes, revision, max_depth, walker: None, in_number: None }
    }

    /// Starts the next value.
    pub(crate) fn restart(&mut self) {
        (self.walker, self.in_number) = (None, None);
    }

    /// Continues the walk over `value`: all bytes that have arrived since the start of the value.
    pub(crate) fn scan(&mut self, value: &[u8]) -> Scan {
        if let Some(needed) = self.number_goes_on(value) {
            return Scan::Needs(needed);
        }
        let start = || Walker::of_stream(self.encoding, self.max_bytes, self.revision, self.max_depth);
        let mut walker = self.walker.take().unwrap_or_else(|| start().paused()).over(value);
        let walked = walker.resume();
        let scan = match walked {
            Ok(()) => Scan::Complete(walker.at.offset()),
            Err(refusal) if refusal.waits().is_some() => {
                let number = matches!(walker.tasks.last(), Some(Task::Value(Encoding::Scalar(Scalar::N | Scalar::Z))));
                self.in_number = number.then_some(value.len());
                Scan::Needs(walker.min_end)
            }
            Err(refusal) if matches!(*refusal.kind, ErrorKind::NotEnoughData { .. }) && walker.goes_on() => {
                Scan::TooLong
            }
            Err(refusal) => {
                let is_too_deep = matches!(*refusal.kind, ErrorKind::TooDeep { .. });
                let error =
                    DecodeError::new(*refusal.kind, refusal.offset, walker.trail.here(), (self.encoding, value), None);
                if is_too_deep { Scan::TooDeep(error) } else { Scan::Refused(error) }
            }
        };
        self.walker = Some(walker.paused());
        scan
    }

    /// Returns the minimum size of the value if a number of any size does not end in the bytes that arrived since the last scan. Each byte is
    /// examined once: walking the number again with each byte would take quadratic time.
    fn number_goes_on(&mut self, value: &[u8]) -> Option<usize> {
        let new = value.get(self.in_number?..).unwrap_or_default();
        let at = &self.walker.as_ref()?.at;
        let most = at.remaining.min(at.allowed.unwrap_or(usize::MAX));
        let goes_on = new.iter().all(|byte| *byte >= 0x80) && value.len() < at.offset().saturating_add(most);
        self.in_number = goes_on.then_some(value.len());
        goes_on.then(|| value.len().saturating_add(1))
    }
}
