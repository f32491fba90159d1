//! Lists of RLP, in which the number of items tells which fields are present.

use super::{Got, Writer};
use crate::error::ErrorKind;
use crate::schema::{RlpTag, TagSize};
use crate::walk::Cursor;

/// The start of an open list, or one of its fields that shorter lists do not have.
#[derive(Clone, Copy)]
pub(super) enum ListPart {
    Start,
    /// A field at an offset, what tells whether it is present, and its tag.
    Newer(usize, RlpTag, u32),
}

impl Writer<'_> {
    /// Checks that readers find the fields present that are, and no others: a field is present from a number of items on.
    pub(super) fn end_list(&mut self) -> Got<()> {
        while let Some(ListPart::Newer(start, of, tag)) = self.lists.pop() {
            if Cursor::new(self.since(start)).union_tag(TagSize::Rlp(of)).is_ok_and(|found| found != tag) {
                return Err(ErrorKind::Gap.into());
            }
        }
        Ok(())
    }
}
