//! The children of an expression.

use core::fmt;
use core::iter::FusedIterator;

use super::node::MichelineRef;

/// The elements of a sequence or the arguments of an application.
#[derive(Clone, Copy)]
pub struct Children<'a> {
    /// The next child; or the child that was returned last, until it is skipped.
    next: MichelineRef<'a>,
    /// The number of arguments that remain; `None` for elements up to the end of the block.
    left: Option<u8>,
    /// True if `next` has not been returned yet.
    is_fresh: bool,
}

impl<'a> Children<'a> {
    pub(super) const fn new(first: MichelineRef<'a>, left: Option<u8>) -> Self {
        Self { next: first, left, is_fresh: true }
    }

    /// Skips the child that was returned last. This is delayed until the following call, so that the bytes of the last child are never
    /// scanned.
    #[inline]
    fn skip_last(&mut self) {
        if !self.is_fresh {
            self.next = self.next.behind();
            self.is_fresh = true;
        }
    }

    /// Returns the node that follows the child that was returned last.
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
