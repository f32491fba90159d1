//! The parts of values that every walk reads alike: bytes and text, tags and names, functions of the user.

use alloc::borrow::Cow;

use super::{Cursor, Refusal};
use crate::error::ErrorKind;
use crate::prefix::Prefix;
use crate::schema::{Check, Extent, bson};

impl<'a> Cursor<'a> {
    /// Takes a fixed number of bytes, or all bytes to the end of the block.
    ///
    /// # Errors
    /// `Not_enough_data`, `Size_limit_exceeded`.
    #[inline]
    pub fn extent(&mut self, extent: Extent, expected: &'static str) -> Result<&'a [u8], Refusal> {
        let bytes = match extent {
            Extent::Fixed(bytes) => bytes,
            Extent::Rest => self.remaining,
        };
        self.take(bytes, expected)
    }

    /// Takes text.
    ///
    /// # Errors
    /// `Not_enough_data`, `Size_limit_exceeded`; `Invalid_utf8` where `utf8` is set.
    #[inline]
    pub fn text(&mut self, extent: Extent, utf8: bool) -> Result<&'a [u8], Refusal> {
        let start = self.offset;
        let text = self.extent(extent, "string")?;
        match utf8 && core::str::from_utf8(text).is_err() {
            true => Err(self.refuse(start, ErrorKind::InvalidUtf8)),
            false => Ok(text),
        }
    }

    /// Checks that the bytes since `start` are one BSON document.
    ///
    /// # Errors
    /// `Exception_raised_in_user_function`, as the reference has it.
    pub fn check_bson(&self, start: usize) -> Result<(), Refusal> {
        bson::check(self.since(start)).map_err(|message| {
            let message = Cow::Borrowed(message);
            self.refuse(start, ErrorKind::UserFunction { function: "json", message })
        })
    }

    /// Takes the fixed bytes in front of a value.
    ///
    /// # Errors
    /// `Not_enough_data`, `Size_limit_exceeded`, `Magic`.
    pub fn magic(&mut self, expected: &'static [u8], name: &'static str) -> Result<&'a [u8], Refusal> {
        let start = self.offset;
        let found = self.take(expected.len(), name)?;
        match found == expected {
            true => Ok(found),
            false => Err(self.refuse(start, ErrorKind::Magic { expected, found: found.to_vec() })),
        }
    }

    /// Takes a tag of `bytes` bytes, at most four.
    ///
    /// # Errors
    /// `Not_enough_data`, `Size_limit_exceeded`.
    #[inline]
    pub fn tag(&mut self, bytes: usize) -> Result<u32, Refusal> {
        Ok(u32::try_from(self.unsigned(bytes, "the tag")?).unwrap_or(u32::MAX))
    }

    /// Takes the index of one of `names`.
    ///
    /// # Errors
    /// `Not_enough_data`, `Size_limit_exceeded`, `No_case_matched`.
    #[inline]
    pub fn name(&mut self, names: &[&str]) -> Result<usize, Refusal> {
        let start = self.offset;
        let index = self.unsigned(Prefix::for_count(names.len()).bytes(), "enum")?;
        let index = usize::try_from(index).ok().filter(|index| *index < names.len());
        index.ok_or_else(|| self.refuse(start, ErrorKind::NoCaseMatched))
    }

    /// Takes the byte that tells whether an optional value follows: any but zero.
    ///
    /// # Errors
    /// `Not_enough_data`, `Size_limit_exceeded`.
    #[inline]
    pub fn presence(&mut self) -> Result<bool, Refusal> {
        Ok(self.unsigned(1, "the presence flag")? != 0)
    }

    /// Runs a user's function on the bytes since `start`.
    ///
    /// # Errors
    /// The refusal of the function.
    pub fn ask(&self, check: &Check, start: usize) -> Result<(), Refusal> {
        let Some(run) = check.run else { return Ok(()) };
        run(self.since(start)).map_err(|message| self.refuse(start, check.refusal(message)))
    }
}
