//! What the walkers read alike: tags with their cases, keys, and compact integers.

use alloc::collections::BTreeSet;

use super::{Cursor, Refusal};
use crate::error::{ErrorKind, KnownTags};
use crate::prefix::Prefix;
use crate::schema::compact::Form;
use crate::schema::{Case, CompactSchema, Keys, Part, Scalar, TagSize, case};

impl<'a> Cursor<'a> {
    /// Reads the tag of a union, and returns its case with its index. The payload of the case of all other tags starts with the tag.
    ///
    /// # Errors
    /// `Not_enough_data`, `Size_limit_exceeded`, `Invalid_item`; `Unexpected_tag`, which is `Unknown_tag` if it is `ignorable`.
    pub(crate) fn case(
        &mut self,
        tag: TagSize,
        cases: &'static [Case],
        ignorable: bool,
    ) -> Result<(usize, &'static Case), Refusal> {
        let before = self.clone();
        let tag = self.union_tag(tag)?;
        let Some((index, case)) = case::of_tag(cases, tag, self.revision) else {
            let known = KnownTags::new(cases, self.revision);
            return Err(self.refuse(before.offset, ErrorKind::UnexpectedTag { tag, ignorable, known }));
        };
        if case.is_other() {
            *self = before;
        }
        Ok((index, case))
    }

    /// Reads the tag of a compact encoding.
    ///
    /// # Errors
    /// `Not_enough_data`, `Size_limit_exceeded`; `Unexpected_tag` if no value has these bits.
    pub(crate) fn compact_tag(&mut self, compact: &CompactSchema) -> Result<u32, Refusal> {
        let start = self.offset;
        let tag = self.tag(compact.tag.bytes())?;
        if compact.part.has(tag) {
            return Ok(tag);
        }
        Err(self.refuse(start, ErrorKind::UnexpectedTag { tag, ignorable: false, known: KnownTags::NONE }))
    }

    /// Reads a compact integer of the width that its bits of the tag select, and returns the scalar of all widths with the number in 16 bytes.
    /// Returns `None` if the bits are those of no integer.
    ///
    /// # Errors
    /// `Not_enough_data`, `Size_limit_exceeded`; `Invalid_int` if a smaller width would be enough.
    pub(crate) fn compact_integer(
        &mut self,
        part: &'static Part,
        bits: u32,
    ) -> Result<Option<(&'static Scalar, [u8; 16])>, Refusal> {
        let (Some(Form { scalar: Scalar::Int(int), least, .. }), Some(whole)) = (part.form(bits), part.whole()) else {
            return Ok(None);
        };
        let start = self.offset;
        let value = int.value(self.unsigned(int.bytes, int.name)?);
        if (0..*least).contains(&value) {
            return Err(self.refuse(start, ErrorKind::InvalidInt { min: *least, value, max: int.max }));
        }
        Ok(Some((whole, value.to_be_bytes())))
    }

    /// Reads a key of an association list; `seen` are the preceding keys, where this is to tell whether one occurs twice.
    ///
    /// # Errors
    /// `Not_enough_data`, `Size_limit_exceeded`, `Invalid_int`; those of [`Cursor::check_key`].
    pub(crate) fn key(&mut self, keys: Keys, seen: Option<&mut BTreeSet<&'a [u8]>>) -> Result<&'a [u8], Refusal> {
        let outer = self.offset;
        let len = self.size_prefix(Prefix::U30)?;
        let key = self.take(len, "string")?;
        self.check_key(outer, key, keys, seen)?;
        Ok(key)
    }
}

impl Scalar {
    /// Returns the last bytes of a number of any width: those of this scalar.
    pub(crate) fn end_of<'b>(&self, bytes: &'b [u8]) -> &'b [u8] {
        bytes.get(bytes.len().saturating_sub(self.size().least)..).unwrap_or_default()
    }
}
