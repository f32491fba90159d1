//! Finds the ends of the values of a stream.

use super::{StreamError, StreamSettings, Unstreamable};
use crate::facts::Facts;
use crate::fault::{Fault, FaultKind};
use crate::schema::{Class, Encoding, Inside};
use crate::walk;
use crate::walk::explain::explain;
use crate::walk::explain::scan::{Scan, Scanner};

/// Reads a value at the front of the bytes or, if `true`, one that takes all of them. Returns its size.
pub(super) type Read<'r> = dyn FnMut(&[u8], bool) -> Result<usize, Fault> + 'r;

/// Finds the end of each value of a stream with a schema. The caller keeps the bytes.
///
/// The bytes of a value are checked against the schema, except for user functions;
/// [`schema::decode`](crate::walk::decode) calls these too.
///
/// ```
/// use tezos_encoding::HasEncoding;
/// use tezos_encoding::stream::{Framer, StreamSettings};
/// let mut framer = Framer::new(String::ENCODING, StreamSettings::default()).unwrap();
/// let bytes = [0, 0, 0, 2, b'h', b'i', 0, 0, 0, 1];
/// assert_eq!(framer.next_value(&bytes[..3], false).unwrap(), None);
/// assert_eq!(framer.next_value(&bytes, false).unwrap(), Some(6));
/// assert_eq!(framer.next_value(&bytes[6..], false).unwrap(), None);
/// assert_eq!(framer.needed(), 5);
/// let error = framer.next_value(&bytes[6..], true).unwrap_err();
/// assert_eq!(error.to_string(), "the stream ends inside the value at byte 6, at least 1 byte early; counted from its start: at byte 4, 1 byte is needed for the \
///     block of the declared size but the block has 0 left (Not_enough_data); bytes nearby: 00 00 00 01");
/// ```
pub struct Framer {
    encoding: &'static Encoding,
    settings: StreamSettings,
    unstreamable: Option<Unstreamable>,
    scanner: Scanner,
    /// Offset of the next value in the stream.
    start: u64,
    /// Minimum size of the next value, as far as it is known.
    needed: usize,
    /// The number of bytes of the next value at which the reader is tried again. It doubles each time, up to the limit, so all failed attempts
    /// together read at most as much as the last two.
    attempt_at: usize,
    /// True if the schema cannot find the end of the value, because the value is deeper than its type: an arena allows this.
    is_lost: bool,
    is_over: bool,
}

impl Framer {
    /// Returns a framer at the start of a stream.
    ///
    /// # Errors
    /// If values of the encoding cannot follow one another.
    pub fn new(encoding: &'static Encoding, settings: StreamSettings) -> Result<Self, Unstreamable> {
        let size = encoding.size();
        if size.class == Class::Variable {
            return Err(Unstreamable::Variable);
        }
        if size.most == Some(0) {
            return Err(Unstreamable::Empty);
        }
        Self::of_checked_size(encoding, settings).streamable()
    }

    /// Returns a framer for an encoding whose size was checked. If values cannot follow one another for another reason, the first value is an
    /// error.
    pub(super) fn of_checked_size(encoding: &'static Encoding, settings: StreamSettings) -> Self {
        let StreamSettings { value_max_bytes, limits, .. } = settings;
        let revision = settings.revision_or_newest();
        Self {
            encoding,
            settings,
            unstreamable: has_legacy(encoding).then_some(Unstreamable::Legacy),
            scanner: Scanner::new(encoding, value_max_bytes, revision, limits.max_depth.unwrap_or(u32::MAX)),
            start: 0,
            needed: 1,
            attempt_at: 1,
            is_lost: false,
            is_over: false,
        }
    }

    /// Returns a framer for values of a type with these facts. If they depend on the revision and the settings have none, the first value is
    /// an error.
    pub(super) fn of_values(self, facts: Facts) -> Self {
        let lacks_revision = facts.by_revision && self.settings.revision.is_none();
        Self { unstreamable: self.unstreamable.or(lacks_revision.then_some(Unstreamable::NoRevision)), ..self }
    }

    /// Returns the framer, unless its first value is an error.
    pub(super) fn streamable(self) -> Result<Self, Unstreamable> {
        self.unstreamable.map_or(Ok(self), Err)
    }

    /// Returns the size of the value at the front of `unread`, or `None` if the value is incomplete. `unread` has to contain all bytes that
    /// have arrived after the last value; `ended` is true if no more bytes arrive.
    ///
    /// Returns `None` after an error and after the end of the stream.
    ///
    /// # Errors
    /// [`StreamError::Decode`], [`StreamError::EndsEarly`], [`StreamError::TooLong`].
    pub fn next_value(&mut self, unread: &[u8], ended: bool) -> Result<Option<usize>, StreamError> {
        self.advance(unread, ended, None)
    }

    /// Checks what has arrived of the next value, with the same bytes as [`Framer::next_value`]. That waits for all bytes of a block; this
    /// refuses a long value at its first mistake. Each byte is walked once.
    ///
    /// ```
    /// use tezos_encoding::prelude::*;
    /// use tezos_encoding::stream::{Framer, StreamSettings};
    /// #[derive(HasEncoding)]
    /// struct Flags { #[encoding(dynamic, list)] flags: Vec<bool> }
    /// let mut framer = Framer::new(Flags::ENCODING, StreamSettings::default()).unwrap();
    /// assert!(framer.check(&[0, 1, 0, 0, 0xff, 0]).is_ok());
    /// assert_eq!(framer.next_value(&[0, 1, 0, 0, 0xff, 0], false).unwrap(), None);
    /// ```
    ///
    /// # Errors
    /// [`StreamError::Decode`], [`StreamError::TooLong`]; those of [`StreamError::Unstreamable`] are left to `next_value`.
    pub fn check(&mut self, unread: &[u8]) -> Result<(), StreamError> {
        if self.is_over || self.is_lost || self.unstreamable.is_some() || unread.is_empty() {
            return Ok(());
        }
        let (start, limit) = (self.start, self.settings.value_max_bytes);
        let error = match self.scanner.scan(unread.get(..limit).unwrap_or(unread)) {
            Scan::Complete(_) => return Ok(()),
            Scan::Needs(size) => {
                self.needed = size;
                return Ok(());
            }
            Scan::Refused(error) | Scan::TooDeep(error) => StreamError::Decode { start, error },
            Scan::TooLong => StreamError::TooLong { start, limit },
        };
        self.is_over = true;
        Err(error)
    }

    /// Returns the offset in the stream of the next value, or of the one that was refused.
    pub fn offset(&self) -> u64 {
        self.start
    }

    /// Returns the minimum size of the next value as far as it is known. With fewer bytes, [`Framer::next_value`] does nothing.
    pub fn needed(&self) -> usize {
        self.needed
    }

    /// Returns true after an error. No values follow it.
    pub fn is_over(&self) -> bool {
        self.is_over
    }

    /// Ends the stream because of an error of its source.
    #[cfg(feature = "std")]
    pub(super) fn stop(&mut self) {
        self.is_over = true;
    }

    /// Returns the size of the next value. `read` decides whether the value is accepted.
    pub(super) fn advance(
        &mut self,
        unread: &[u8],
        ended: bool,
        read: Option<&mut Read<'_>>,
    ) -> Result<Option<usize>, StreamError> {
        if self.is_over || unread.is_empty() || unread.len() < self.needed && !ended {
            return Ok(None);
        }
        let found = self.value(unread, ended, read);
        match found {
            Ok(Some(bytes)) => {
                self.start = self.start.saturating_add(u64::try_from(bytes).unwrap_or(u64::MAX));
                self.scanner.restart();
                (self.needed, self.attempt_at, self.is_lost) = (1, 1, false);
            }
            Ok(None) => {}
            Err(_) => self.is_over = true,
        }
        found
    }

    fn value(
        &mut self,
        unread: &[u8],
        ended: bool,
        mut read: Option<&mut Read<'_>>,
    ) -> Result<Option<usize>, StreamError> {
        if let Some(reason) = self.unstreamable {
            return Err(StreamError::Unstreamable(reason));
        }
        let start = self.start;
        let limit = self.settings.value_max_bytes;
        let bytes = unread.get(..limit).unwrap_or(unread);
        let ended = ended && bytes.len() == unread.len();
        if let Some(found) = self.attempt(bytes, read.as_deref_mut())? {
            return Ok(Some(found));
        }
        if !self.is_lost {
            match self.scanner.scan(bytes) {
                Scan::Complete(size) => return self.complete(bytes.get(..size).unwrap_or(bytes), read),
                Scan::Needs(size) => self.needed = size,
                Scan::Refused(error) => {
                    return Err(self.first_mistake(bytes, read, StreamError::Decode { start, error }));
                }
                Scan::TooLong => return Err(self.first_mistake(bytes, read, StreamError::TooLong { start, limit })),
                Scan::TooDeep(error) if read.is_none() => return Err(StreamError::Decode { start, error }),
                Scan::TooDeep(_) => {
                    // The reader decides whether this is an error.
                    (self.is_lost, self.attempt_at) = (true, 1);
                    if let Some(found) = self.attempt(bytes, read.as_deref_mut())? {
                        return Ok(Some(found));
                    }
                }
            }
        }
        if self.is_lost {
            self.needed = self.attempt_at.min(limit);
        }
        if bytes.len() == limit {
            // The reader may not have been tried on all of the bytes that a value may have.
            if self.is_lost
                && let Some(found) = self.last_attempt(bytes, read)?
            {
                return Ok(Some(found));
            }
            return Err(StreamError::TooLong { start, limit });
        }
        if ended { self.last(bytes, read) } else { Ok(None) }
    }

    /// Tries the reader on the bytes of a value that may be complete. Returns `None` if it needs more bytes.
    fn attempt(&mut self, bytes: &[u8], read: Option<&mut Read<'_>>) -> Result<Option<usize>, StreamError> {
        let Some(read) = read else { return Ok(None) };
        if bytes.len() < self.attempt_at {
            return Ok(None);
        }
        match read(bytes, false) {
            Ok(0) => Err(StreamError::Unstreamable(Unstreamable::Empty)),
            Ok(size) => Ok(Some(size)),
            Err(fault) if needs_more(fault) => {
                self.attempt_at = bytes.len().saturating_mul(2).min(self.settings.value_max_bytes);
                Ok(None)
            }
            Err(fault) => Err(self.refused(bytes, fault)),
        }
    }

    /// Tries the reader on as many bytes as a value may have.
    fn last_attempt(&mut self, bytes: &[u8], read: Option<&mut Read<'_>>) -> Result<Option<usize>, StreamError> {
        self.attempt_at = self.attempt_at.min(bytes.len());
        self.attempt(bytes, read)
    }

    /// Reads a complete value.
    fn complete(&self, bytes: &[u8], read: Option<&mut Read<'_>>) -> Result<Option<usize>, StreamError> {
        if bytes.is_empty() {
            return Err(StreamError::Unstreamable(Unstreamable::Empty));
        }
        match read.map(|read| read(bytes, true)) {
            None => Ok(Some(bytes.len())),
            Some(Ok(size)) => Ok(Some(size)),
            Some(Err(fault)) => Err(self.refused(bytes, fault)),
        }
    }

    /// Reads the last bytes of the stream, which are an incomplete value.
    fn last(&self, bytes: &[u8], read: Option<&mut Read<'_>>) -> Result<Option<usize>, StreamError> {
        let start = self.start;
        let revision = self.settings.revision_or_newest();
        let error = match read.map(|read| read(bytes, false)) {
            None => match walk::check_at(self.encoding, bytes, revision) {
                Ok(()) => return Ok(Some(bytes.len())),
                Err(error) => error,
            },
            Some(Ok(size)) => return Ok(Some(size)),
            Some(Err(fault)) => explain(self.encoding, bytes, fault, revision),
        };
        Err(match error.is_incomplete() {
            true => StreamError::EndsEarly { start, error },
            false => StreamError::Decode { start, error },
        })
    }

    /// Returns the reader's error for a value that its schema refuses, or the schema's. The reader may find an earlier mistake.
    fn first_mistake(&self, bytes: &[u8], read: Option<&mut Read<'_>>, error: StreamError) -> StreamError {
        match read.map(|read| read(bytes, false)) {
            Some(Err(fault)) if !needs_more(fault) => self.refused(bytes, fault),
            _ => error,
        }
    }

    fn refused(&self, bytes: &[u8], fault: Fault) -> StreamError {
        let error = explain(self.encoding, bytes, fault, self.settings.revision_or_newest());
        StreamError::Decode { start: self.start, error }
    }
}

impl core::fmt::Debug for Framer {
    fn fmt(&self, f: &mut core::fmt::Formatter<'_>) -> core::fmt::Result {
        f.debug_struct("Framer")
            .field("start", &self.start)
            .field("needed", &self.needed)
            .field("is_over", &self.is_over)
            .finish_non_exhaustive()
    }
}

/// Returns true if the value may be accepted once more bytes have arrived. Bytes after the value can add to the charged heap, so whether the
/// value exceeds its budget is only known when it is complete.
fn needs_more(fault: Fault) -> bool {
    matches!(fault.kind(), FaultKind::NotEnoughData | FaultKind::HeapExceeded)
}

/// Returns true if a value outside of blocks may be in an older encoding.
fn has_legacy(encoding: &'static Encoding) -> bool {
    encoding.inside(|encoding| match encoding {
        Encoding::Legacy(_) => Inside::Found,
        Encoding::Dynamic { .. } | Encoding::Sized { .. } => Inside::Skip,
        _ => Inside::Enter,
    })
}
