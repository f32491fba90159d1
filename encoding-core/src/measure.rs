//! The measuring pass of writing.

use alloc::vec::Vec;

use crate::error::{EncodeError, ErrorKind};
use crate::revision::Revision;

/// Carried through [`crate::BinWriter::measure`]: how deep recursive values are, and, for sinks that cannot go back,
/// the lengths of blocks that hold blocks.
#[derive(Debug)]
pub struct Measure<'l> {
    lengths: Option<&'l mut Lengths>,
    depth: u32,
    /// Whether a block that may hold blocks must be measured to be written, by any sink.
    ahead: bool,
    /// The revision of the format that is written; `None` if the value has been accepted already.
    pub(crate) revision: Option<Revision>,
}

impl<'l> Measure<'l> {
    /// Measures only.
    #[inline]
    pub fn new() -> Self {
        Self { lengths: None, depth: 0, ahead: false, revision: Some(Revision::NEWEST) }
    }

    /// Measures and remembers the lengths of nested blocks.
    #[inline]
    pub(crate) fn remembering(lengths: &'l mut Lengths) -> Self {
        Self { lengths: Some(lengths), ..Self::new() }
    }

    /// Opens a block that may hold blocks; give the token to [`Measure::close`].
    #[inline]
    pub fn open(&mut self) -> usize {
        match &mut self.lengths {
            Some(lengths) => lengths.open(),
            None => 0,
        }
    }

    /// Closes it with the length found.
    #[inline]
    pub fn close(&mut self, token: usize, len: usize) {
        if let Some(lengths) = &mut self.lengths {
            lengths.close(token, len);
        }
    }

    /// The same for a block whose size no sink can fill in afterwards: it has no fixed width, or stands behind.
    #[inline]
    pub fn open_ahead(&mut self) -> usize {
        self.ahead = true;
        self.open()
    }

    /// Whether such a block was met: then the lengths are remembered for writing, because to measure each of the blocks again, and
    /// those inside it, takes time that grows with the square of their depth.
    #[inline]
    pub(crate) fn is_ahead(&self) -> bool {
        self.ahead
    }

    /// Enters one level of a recursive type with a limit of `limit` levels.
    ///
    /// # Errors
    /// `Too_deep`: the reader would refuse it.
    #[inline]
    pub fn enter(&mut self, limit: u32) -> Result<(), EncodeError> {
        if self.depth >= limit {
            return Err(EncodeError::new(ErrorKind::TooDeep { limit }));
        }
        self.depth = self.depth.saturating_add(1);
        Ok(())
    }

    /// Levels of recursive types that are open.
    #[inline]
    pub(crate) const fn depth(&self) -> u32 {
        self.depth
    }

    /// Leaves the level that [`Measure::enter`] entered.
    #[inline]
    pub fn leave(&mut self) {
        // As in `Reader::leave`.
        self.depth = self.depth.wrapping_sub(1);
    }
}

impl Default for Measure<'_> {
    fn default() -> Self {
        Self::new()
    }
}

/// How many lengths are kept without heap. The deepest and widest message of the peer protocol has four nested blocks
/// that hold blocks.
const INLINE: usize = 16;

/// Lengths of nested blocks, in the order in which the blocks open.
#[derive(Debug, Default)]
pub(crate) struct Lengths {
    inline: [u32; INLINE],
    spilled: Vec<u32>,
    opened: usize,
    taken: usize,
}

impl Lengths {
    fn open(&mut self) -> usize {
        let token = self.opened;
        if token >= INLINE {
            self.spilled.push(0);
        }
        self.opened = token.saturating_add(1);
        token
    }

    fn slot(&mut self, token: usize) -> Option<&mut u32> {
        match token.checked_sub(INLINE) {
            None => self.inline.get_mut(token),
            Some(spilled) => self.spilled.get_mut(spilled),
        }
    }

    fn close(&mut self, token: usize, len: usize) {
        if let Some(slot) = self.slot(token) {
            *slot = u32::try_from(len).unwrap_or(u32::MAX);
        }
    }

    /// The length of the next block to open.
    pub(crate) fn next(&mut self) -> usize {
        let token = self.taken;
        self.taken = token.saturating_add(1);
        self.slot(token).map_or(0, |len| usize::try_from(*len).unwrap_or(usize::MAX))
    }
}
