//! The parts of values that every walk reads alike: bytes and text, tags and names, functions of the user.

use alloc::borrow::Cow;

use super::{Cursor, Refusal};
use crate::error::ErrorKind;
use crate::schema::{Check, Extent, bson};
use crate::wire::prefix::Prefix;

impl<'a> Cursor<'a> {
    /// So many bytes, or all that are left of the block.
    #[inline]
    pub(in crate::schema) fn extent(&mut self, extent: Extent, expected: &'static str) -> Result<&'a [u8], Refusal> {
        let bytes = match extent {
            Extent::Fixed(bytes) => bytes,
            Extent::Rest => self.remaining,
        };
        self.take(bytes, expected)
    }

    /// Text, in UTF-8 where it must be.
    #[inline]
    pub(in crate::schema) fn text(&mut self, extent: Extent, utf8: bool) -> Result<&'a [u8], Refusal> {
        let start = self.offset;
        let text = self.extent(extent, "string")?;
        match utf8 && core::str::from_utf8(text).is_err() {
            true => Err(self.refuse(start, ErrorKind::InvalidUtf8)),
            false => Ok(text),
        }
    }

    /// Refuses bytes from `start` on that are no BSON document.
    pub(in crate::schema) fn check_bson(&self, start: usize) -> Result<(), Refusal> {
        bson::check(self.since(start)).map_err(|message| {
            let message = Cow::Borrowed(message);
            self.refuse(start, ErrorKind::UserFunction { function: "json", message })
        })
    }

    /// The bytes that stand in front of a value.
    pub(in crate::schema) fn magic(
        &mut self,
        expected: &'static [u8],
        name: &'static str,
    ) -> Result<&'a [u8], Refusal> {
        let start = self.offset;
        let found = self.take(expected.len(), name)?;
        match found == expected {
            true => Ok(found),
            false => Err(self.refuse(start, ErrorKind::Magic { expected, found: found.to_vec() })),
        }
    }

    /// A tag of so many bytes, four at the most.
    #[inline]
    pub(in crate::schema) fn tag(&mut self, bytes: usize) -> Result<u32, Refusal> {
        Ok(u32::try_from(self.unsigned(bytes, "the tag")?).unwrap_or(u32::MAX))
    }

    /// The index of one of some names.
    #[inline]
    pub(in crate::schema) fn name(&mut self, names: &[&str]) -> Result<usize, Refusal> {
        let start = self.offset;
        let index = self.unsigned(Prefix::for_count(names.len()).bytes(), "enum")?;
        let index = usize::try_from(index).ok().filter(|index| *index < names.len());
        index.ok_or_else(|| self.refuse(start, ErrorKind::NoCaseMatched))
    }

    /// Whether an optional value is there, which a byte says.
    #[inline]
    pub(in crate::schema) fn presence(&mut self) -> Result<bool, Refusal> {
        Ok(self.unsigned(1, "the presence flag")? != 0)
    }

    /// Asks a function of the user about the bytes from `start` on.
    pub(in crate::schema) fn ask(&self, check: &Check, start: usize) -> Result<(), Refusal> {
        let Some(run) = check.run else { return Ok(()) };
        run(self.since(start)).map_err(|message| self.refuse(start, check.refusal(message)))
    }
}
