//! The children of an expression.

use core::fmt;
use core::iter::FusedIterator;

use super::node::{MichelineRef, block};

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

impl<'a> MichelineRef<'a> {
    /// Returns the elements of a sequence or the arguments of an application; empty for other expressions.
    ///
    /// ```
    /// use tezos_protocols::micheline::Micheline;
    /// let list: Micheline = "{ 1 ; 2 ; 3 }".parse().unwrap();
    /// let numbers = list.root().children().map(|item| item.to_owned());
    /// assert!(numbers.eq([1, 2, 3].map(Micheline::int)));
    /// assert_eq!(Micheline::int(1).root().children().count(), 0);
    /// ```
    #[must_use]
    pub fn children(self) -> Children<'a> {
        let index = self.index.get(1..).unwrap_or_default();
        let (rest, left) = match self.rest {
            [2, rest @ ..] => (block(rest), None),
            [9, _, rest @ ..] => (block(rest), None),
            [tag @ 5..=8, _, rest @ ..] => (rest, Some(if *tag < 7 { 1 } else { 2 })),
            _ => (&[][..], None),
        };
        Children { next: Self::new(rest, index), left, is_fresh: true }
    }

    /// Returns the text of the annotations; empty unless the expression is an application.
    pub(super) fn annots_text(self) -> &'a [u8] {
        let behind = match self.rest {
            [4, _, rest @ ..] => rest,
            [9, _, rest @ ..] => rest.get(block(rest).len().saturating_add(4)..).unwrap_or_default(),
            [6 | 8, ..] => {
                let mut args = self.children();
                args.by_ref().for_each(drop);
                args.behind().rest
            }
            _ => &[],
        };
        block(behind)
    }
}
