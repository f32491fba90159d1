//! Elements of lists and keys of pairs: how many there may be, and which.

use alloc::collections::BTreeSet;

use super::{Cursor, Refusal};
use crate::error::ErrorKind;
use crate::schema::{Count, Keys};
use crate::wire::like::n_bytes;
use crate::wire::prefix::{MAX_SIZE, Prefix};

/// How many elements a list has, its number read.
#[derive(Clone, Copy)]
pub(in crate::schema) struct ItemCount {
    pub(in crate::schema) exactly: Option<usize>,
    min: usize,
    max: Option<usize>,
    array: bool,
    /// Where the last element began, unless the type says how many there are: one without a byte would not end the list, or the number in
    /// front alone would say how long it takes.
    last: usize,
    /// Whether the type does not say how many there are.
    open: bool,
}

impl ItemCount {
    /// As many as fill the block.
    pub(in crate::schema) const TO_END: Self =
        Self { exactly: None, min: 0, max: None, array: false, last: usize::MAX, open: true };
}

impl<'a> Cursor<'a> {
    /// How many elements a list has, by the number in front of them where there is one.
    #[inline]
    pub(in crate::schema) fn items(&mut self, count: Count, array: bool) -> Result<ItemCount, Refusal> {
        let exactly = match count {
            Count::ToEnd { min, max } => return Ok(ItemCount { min, max, array, ..ItemCount::TO_END }),
            Count::Exactly(n) => return Ok(ItemCount { exactly: Some(n), array, open: false, ..ItemCount::TO_END }),
            Count::Prefixed { prefix, max } => self.number(prefix, max, array)?,
        };
        Ok(ItemCount { exactly: Some(exactly), array, ..ItemCount::TO_END })
    }

    /// The number of elements in front of a list.
    fn number(&mut self, prefix: Prefix, max: Option<usize>, array: bool) -> Result<usize, Refusal> {
        let start = self.offset;
        let found = match (prefix, max) {
            (Prefix::N, Some(max)) => {
                let bytes = n_bytes(u64::try_from(max).unwrap_or(u64::MAX));
                self.small_n(bytes, i128::MAX, "the number of elements")?
            }
            _ => prefix.check(self)?,
        };
        let max = max.unwrap_or(prefix.max());
        if found > MAX_SIZE {
            let [value, max] = [found, MAX_SIZE].map(|size| i128::try_from(size).unwrap_or(i128::MAX));
            return Err(self.refuse(start, ErrorKind::InvalidInt { min: 0, value, max }));
        }
        match found > max {
            true => Err(self.refuse(start, ErrorKind::ListLength { max, found, writing: false, array })),
            false => Ok(found),
        }
    }

    /// Whether the element of this index is there, those before it read.
    #[inline]
    pub(in crate::schema) fn has_item(&self, count: &mut ItemCount, index: usize) -> Result<bool, Refusal> {
        let ItemCount { exactly, min, max, array, last, open } = *count;
        if last == self.offset && open {
            return Err(self.refuse(self.offset, ErrorKind::EmptyItem));
        }
        count.last = self.offset;
        if exactly.map_or(self.remaining == 0, |n| index == n) {
            return match index < min {
                true => Err(self.refuse(self.offset, ErrorKind::ListTooShort { min, found: index })),
                false => Ok(false),
            };
        }
        match max {
            Some(max) if index == max => {
                let found = index.saturating_add(1);
                Err(self.refuse(self.offset, ErrorKind::ListLength { max, found, writing: false, array }))
            }
            _ => Ok(true),
        }
    }

    /// Refuses a key, the last bytes read, that pairs may not have: not in UTF-8, or one of those `seen`. Its size stands at
    /// `outer`.
    pub(in crate::schema) fn check_key(
        &self,
        outer: usize,
        key: &'a [u8],
        keys: Keys,
        seen: Option<&mut BTreeSet<&'a [u8]>>,
    ) -> Result<(), Refusal> {
        if keys.utf8 && core::str::from_utf8(key).is_err() {
            return Err(self.refuse(self.offset.saturating_sub(key.len()), ErrorKind::InvalidUtf8));
        }
        if keys.distinct && seen.is_some_and(|seen| !seen.insert(key)) {
            return Err(self.refuse(outer, ErrorKind::DuplicateKey));
        }
        Ok(())
    }
}
