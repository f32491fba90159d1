//! The expressions directly inside another.

use core::fmt;
use core::iter::FusedIterator;

use super::node::MichelineRef;

/// The elements of a sequence or the arguments of an application.
#[derive(Clone, Copy)]
pub struct Children<'a> {
    /// The next, or the last, if it is not skipped yet.
    next: MichelineRef<'a>,
    /// Arguments to come; `None` to the end of the block.
    left: Option<u8>,
    /// Whether `next` was not returned yet.
    is_fresh: bool,
}

impl<'a> Children<'a> {
    pub(super) const fn new(first: MichelineRef<'a>, left: Option<u8>) -> Self {
        Self { next: first, left, is_fresh: true }
    }

    /// Skips what was returned last: only here, so that the last is not read over.
    #[inline]
    fn skip_last(&mut self) {
        if !self.is_fresh {
            self.next = self.next.behind();
            self.is_fresh = true;
        }
    }

    /// Returns what is behind the one that was returned last.
    pub(super) fn behind(mut self) -> MichelineRef<'a> {
        self.skip_last();
        self.next
    }
}

impl<'a> Iterator for Children<'a> {
    type Item = MichelineRef<'a>;

    #[inline]
    fn next(&mut self) -> Option<MichelineRef<'a>> {
        if let Some(left) = &mut self.left {
            *left = left.checked_sub(1)?;
        }
        self.skip_last();
        if self.next.is_end() {
            return None;
        }
        self.is_fresh = false;
        Some(self.next)
    }
}

impl FusedIterator for Children<'_> {}

impl fmt::Debug for Children<'_> {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.debug_list().entries(*self).finish()
    }
}
