//! The first pass of encoding, which measures the value.

use alloc::vec::Vec;

use crate::error::{EncodeError, ErrorKind};
use crate::facts::Blocks;
use crate::form::{Length, Sealed, Sink, Writes};
use crate::revision::{Revision, RevisionNames, Revisions};
use crate::traits::BinWriter;

/// The sink of the first pass of encoding. It counts the bytes, runs the checks and, for sinks that need them, records the
/// lengths of blocks.
#[derive(Debug)]
pub struct Measure<'l> {
    written: usize,
    lengths: Option<&'l mut Lengths>,
    depth: u32,
    /// Whether some block that may contain blocks must be measured before it is written, whatever the sink.
    ahead: bool,
    /// The revision of the format to encode.
    revision: Revision,
    /// Whether the value has been accepted already.
    is_accepted: bool,
}

impl<'l> Measure<'l> {
    /// Creates a sink that only counts and checks.
    #[inline]
    pub fn new() -> Self {
        Self { written: 0, lengths: None, depth: 0, ahead: false, revision: Revision::NEWEST, is_accepted: false }
    }

    /// Creates a sink that also records the lengths of blocks.
    #[inline]
    pub(crate) fn remembering(lengths: &'l mut Lengths) -> Self {
        Self::new().in_lengths(lengths)
    }

    /// Returns a sink that also records the lengths of blocks.
    #[inline]
    pub(crate) fn in_lengths(self, lengths: &'l mut Lengths) -> Self {
        Self { lengths: Some(lengths), ..self }
    }

    /// Returns a sink for a part of the value whose blocks are not written in the order in which they are measured.
    #[inline]
    pub(crate) fn aside(&self) -> Measure<'static> {
        Measure { written: 0, lengths: None, ..*self }
    }

    /// Sets the revision in which the value is measured.
    #[inline]
    #[must_use]
    pub const fn at(mut self, revision: Revision) -> Self {
        self.revision = revision;
        self
    }

    /// Sets the revision of the values that follow and returns the one before.
    pub(crate) const fn switch(&mut self, revision: Revision) -> Revision {
        core::mem::replace(&mut self.revision, revision)
    }

    /// Prepares to measure a value again that has already been accepted.
    #[inline]
    pub(crate) const fn accepted(mut self) -> Self {
        self.is_accepted = true;
        self
    }

    /// Returns the revision in which the value is to be checked; `None` if it has already been accepted.
    #[inline]
    pub const fn to_check(&self) -> Option<Revision> {
        if self.is_accepted { None } else { Some(self.revision) }
    }

    /// Checks that the current revision is in `revisions`.
    ///
    /// # Errors
    /// `Other_revision`.
    #[inline]
    pub fn during(&self, revisions: Revisions) -> Result<(), EncodeError> {
        match self.to_check() {
            Some(revision) if !revisions.contain(revision) => Err(other_revision(revisions, revision)),
            _ => Ok(()),
        }
    }

    /// Counts bytes without the bytes.
    #[inline]
    pub(crate) fn skip(&mut self, bytes: usize) {
        // Wrapping takes one instruction. If it ever wraps, the bytes written are more than were counted: an error.
        self.written = self.written.wrapping_add(bytes);
    }

    /// Opens a block whose length is recorded when [`Measure::close`] is called.
    #[inline]
    fn open(&mut self, blocks: Blocks) -> usize {
        self.lengths.as_mut().map_or(0, |lengths| lengths.open(blocks))
    }

    #[inline]
    fn close(&mut self, token: usize, len: usize) {
        if let Some(lengths) = &mut self.lengths {
            lengths.close(token, len);
        }
    }

    /// Returns true if a block contains blocks and has a size prefix without a fixed width, which no sink can fill in
    /// afterwards. The second pass then takes all lengths from another first one: measuring each block again, and the
    /// blocks inside it, would take time quadratic in their depth.
    #[inline]
    pub(crate) fn is_ahead(&self) -> bool {
        self.ahead
    }

    /// Enters one level of a recursive type with a limit of `limit` levels.
    ///
    /// # Errors
    /// `Too_deep`: the reader would refuse it.
    #[inline]
    pub(crate) fn enter(&mut self, limit: u32) -> Result<(), EncodeError> {
        if self.depth >= limit {
            return Err(EncodeError::new(ErrorKind::TooDeep { limit }));
        }
        self.depth = self.depth.saturating_add(1);
        Ok(())
    }

    /// Returns the number of levels of recursive types that are open.
    #[inline]
    pub(crate) const fn depth(&self) -> u32 {
        self.depth
    }

    /// Leaves the level that [`Measure::enter`] entered.
    #[inline]
    pub(crate) fn leave(&mut self) {
        // Wrapping, as in `Reader::leave`.
        self.depth = self.depth.wrapping_sub(1);
    }
}

#[cold]
#[inline(never)]
fn other_revision(revisions: Revisions, revision: Revision) -> EncodeError {
    EncodeError::new(ErrorKind::OtherRevision { revisions, revision, names: RevisionNames::default() })
}

impl Sealed for Measure<'_> {}

impl Sink for Measure<'_> {
    const COUNTS: bool = true;

    #[inline]
    fn put(&mut self, bytes: &[u8]) {
        self.skip(bytes.len());
    }

    #[inline]
    fn written(&self) -> usize {
        self.written
    }

    #[inline]
    fn revision(&self) -> Revision {
        self.revision
    }

    fn revised<T: BinWriter + ?Sized>(&mut self, value: &T, revision: Revision) -> Result<(), EncodeError> {
        let before = self.switch(revision);
        let written = value.write(self);
        self.switch(before);
        written
    }

    #[inline]
    fn check(&mut self, check: impl FnOnce(&mut Measure<'_>) -> Result<(), EncodeError>) -> Result<(), EncodeError> {
        check(self)
    }

    #[inline]
    fn counted(
        &mut self,
        len: usize,
        _write: impl FnOnce(&mut Self) -> Result<(), EncodeError>,
    ) -> Result<(), EncodeError> {
        self.skip(len);
        Ok(())
    }

    #[inline]
    fn block<T, L: Length, W: Writes<T>>(&mut self, value: &T) -> Result<(), EncodeError> {
        let start = self.written;
        let token = if const { is_recorded::<T, L, W>() } { self.open(W::FACTS.blocks) } else { 0 };
        tri!(W::write(value, self));
        let len = self.written.wrapping_sub(start);
        if const { is_recorded::<T, L, W>() } {
            self.ahead |= const { !L::PREFIX.is_fixed() && W::FACTS.blocks.any() };
            self.close(token, len);
        }
        tri!(L::check(len));
        L::put(len, self);
        Ok(())
    }
}

/// Returns true if the length of a block is recorded: if it may contain blocks, which would be measured with it once more,
/// or if its size prefix has no fixed width, so that no sink can fill it in afterwards.
pub(crate) const fn is_recorded<T, L: Length, W: Writes<T>>() -> bool {
    W::FACTS.blocks.any() || !L::PREFIX.is_fixed()
}

impl Default for Measure<'_> {
    fn default() -> Self {
        Self::new()
    }
}

/// The number of lengths that are kept without heap. Messages of the peer protocol have at most four nested blocks that
/// contain blocks.
const INLINE: usize = 16;

/// The lengths of blocks, in the order in which the blocks are opened. In WebAssembly, what is called for each block is not inlined, so that a
/// kernel contains it once.
#[derive(Debug, Default)]
pub(crate) struct Lengths {
    inline: [u32; INLINE],
    spilled: Vec<u32>,
    opened: usize,
    taken: usize,
}

impl Lengths {
    /// Returns true if the block after `before` others is recorded: as long as there is room without heap, and beyond that only if it may
    /// contain blocks at any depth. Others are not needed by sinks that can seek back, and measured again for the rest.
    #[inline]
    const fn records(before: usize, blocks: Blocks) -> bool {
        before < INLINE || blocks.recursive()
    }

    /// Returns the position of the next block; beyond all positions if it is not recorded.
    #[cfg_attr(target_family = "wasm", inline(never))]
    #[cfg_attr(not(target_family = "wasm"), inline)]
    fn open(&mut self, blocks: Blocks) -> usize {
        let token = self.opened;
        if !Self::records(token, blocks) {
            return usize::MAX;
        }
        if token >= INLINE {
            self.spilled.push(0);
        }
        self.opened = token.saturating_add(1);
        token
    }

    #[inline]
    fn slot(&mut self, token: usize) -> Option<&mut u32> {
        match token.checked_sub(INLINE) {
            None => self.inline.get_mut(token),
            Some(spilled) => self.spilled.get_mut(spilled),
        }
    }

    #[cfg_attr(target_family = "wasm", inline(never))]
    #[cfg_attr(not(target_family = "wasm"), inline)]
    fn close(&mut self, token: usize, len: usize) {
        if let Some(slot) = self.slot(token) {
            *slot = u32::try_from(len).unwrap_or(u32::MAX);
        }
    }

    /// Returns the length of the next block that is opened, if it is recorded.
    #[cfg_attr(target_family = "wasm", inline(never))]
    #[cfg_attr(not(target_family = "wasm"), inline)]
    pub(crate) fn next(&mut self, blocks: Blocks) -> Option<usize> {
        let token = self.taken;
        if !Self::records(token, blocks) {
            return None;
        }
        self.taken = token.saturating_add(1);
        Some(self.slot(token).map_or(0, |len| usize::try_from(*len).unwrap_or(usize::MAX)))
    }
}
