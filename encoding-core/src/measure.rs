//! The measuring pass of encoding.

use alloc::vec::Vec;

use crate::error::{EncodeError, ErrorKind};
use crate::revision::Revision;

/// The state of [`crate::BinWriter::measure`]: the current depth of recursive values and, for sinks that cannot seek
/// back, the lengths of blocks that contain blocks.
#[derive(Debug)]
pub struct Measure<'l> {
    lengths: Option<&'l mut Lengths>,
    depth: u32,
    /// Whether some block that may contain blocks must be measured before it is written, whatever the sink.
    ahead: bool,
    /// The revision of the format to encode; `None` if the value has been accepted already.
    pub(crate) revision: Option<Revision>,
}

impl<'l> Measure<'l> {
    /// Creates a state that only measures.
    #[inline]
    pub fn new() -> Self {
        Self { lengths: None, depth: 0, ahead: false, revision: Some(Revision::NEWEST) }
    }

    /// Creates a state that also records the lengths of nested blocks.
    #[inline]
    pub(crate) fn remembering(lengths: &'l mut Lengths) -> Self {
        Self { lengths: Some(lengths), ..Self::new() }
    }

    /// Opens a block that may contain blocks. Pass the returned token to [`Measure::close`].
    #[inline]
    pub fn open(&mut self) -> usize {
        match &mut self.lengths {
            Some(lengths) => lengths.open(),
            None => 0,
        }
    }

    /// Closes the block that `token` stands for and records its length.
    #[inline]
    pub fn close(&mut self, token: usize, len: usize) {
        if let Some(lengths) = &mut self.lengths {
            lengths.close(token, len);
        }
    }

    /// Opens a block that may contain blocks and whose size no sink can fill in afterwards, because it has no fixed
    /// width or follows the block.
    #[inline]
    pub fn open_ahead(&mut self) -> usize {
        self.ahead = true;
        self.open()
    }

    /// Returns true if [`Measure::open_ahead`] was called. The writer then records all lengths first: measuring each
    /// block again, and the blocks inside it, would take time quadratic in their depth.
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

    /// Returns the number of levels of recursive types that are open.
    #[inline]
    pub(crate) const fn depth(&self) -> u32 {
        self.depth
    }

    /// Leaves the level that [`Measure::enter`] entered.
    #[inline]
    pub fn leave(&mut self) {
        // Wrapping, as in `Reader::leave`.
        self.depth = self.depth.wrapping_sub(1);
    }
}

impl Default for Measure<'_> {
    fn default() -> Self {
        Self::new()
    }
}

/// The number of lengths that are kept without heap. Messages of the peer protocol have at most four nested blocks that
/// contain blocks.
const INLINE: usize = 16;

/// The lengths of nested blocks, in the order in which the blocks are opened.
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

    /// Returns the length of the next block that is opened.
    pub(crate) fn next(&mut self) -> usize {
        let token = self.taken;
        self.taken = token.saturating_add(1);
        self.slot(token).map_or(0, |len| usize::try_from(*len).unwrap_or(usize::MAX))
    }
}
