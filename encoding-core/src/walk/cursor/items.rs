//! Checks of the number of elements of lists, and of keys of association lists.

use alloc::collections::BTreeSet;

use super::{Cursor, Refusal};
use crate::error::ErrorKind;
use crate::number::n_bytes;
use crate::prefix::{MAX_SIZE, Prefix};
use crate::schema::{Count, Keys};

/// The number of elements of a list, after its count has been read.
#[derive(Clone, Copy)]
pub struct ItemCount {
    end: End,
    array: bool,
    /// The offset of the last element; `usize::MAX` before the first.
    last: usize,
}

/// What determines the end of a list.
#[derive(Clone, Copy)]
enum End {
    Exactly(usize),
    Counted(usize),
    Block { min: usize, max: Option<usize> },
}

impl ItemCount {
    /// A list to the end of the block, without limits.
    pub const TO_END: Self = Self::new(End::Block { min: 0, max: None }, false);

    const fn new(end: End, array: bool) -> Self {
        Self { end, array, last: usize::MAX }
    }

    /// Returns the count, if one precedes the elements.
    pub fn number(self) -> Option<usize> {
        if let End::Counted(n) = self.end { Some(n) } else { None }
    }
}

impl<'a> Cursor<'a> {
    /// Reads the count of a list, if one precedes the elements.
    ///
    /// # Errors
    /// `Not_enough_data`, `Size_limit_exceeded`, `Invalid_int`, `List_too_long`, `Array_too_long`.
    #[inline]
    pub fn items(&mut self, count: Count, array: bool) -> Result<ItemCount, Refusal> {
        let end = match count {
            Count::ToEnd { min, max } => End::Block { min, max },
            Count::Exactly(n) => End::Exactly(n),
            Count::Prefixed { prefix, max } => End::Counted(self.number(prefix, max, array)?),
        };
        Ok(ItemCount::new(end, array))
    }

    /// Reads a count.
    fn number(&mut self, prefix: Prefix, max: Option<usize>, array: bool) -> Result<usize, Refusal> {
        let start = self.offset;
        let max = max.unwrap_or(prefix.max());
        let found = match prefix {
            Prefix::N => {
                let bytes = n_bytes(u64::try_from(max).unwrap_or(u64::MAX));
                self.small_n(bytes, i128::MAX, "the number of elements")?
            }
            _ => self.size_prefix(prefix)?,
        };
        if prefix != Prefix::N && found > MAX_SIZE {
            let [value, max] = [found, MAX_SIZE].map(|size| i128::try_from(size).unwrap_or(i128::MAX));
            return Err(self.refuse(start, ErrorKind::InvalidInt { min: 0, value, max }));
        }
        match found > max {
            true => Err(self.refuse(start, ErrorKind::ListLength { max, found, writing: false, array })),
            false => Ok(found),
        }
    }

    /// Returns true if the element at `index` follows, after all before it have been read.
    ///
    /// Elements without bytes are refused unless their number is fixed by the type: otherwise, the list would never
    /// end, or the count alone would determine how long reading takes.
    ///
    /// # Errors
    /// `List_too_long`, `Array_too_long`, `List_too_short`; `Empty_item` for an element without bytes.
    #[inline]
    pub fn has_item(&self, count: &mut ItemCount, index: usize) -> Result<bool, Refusal> {
        let ItemCount { end, array, last } = *count;
        count.last = self.offset;
        let refused = match end {
            End::Counted(_) | End::Block { .. } if last == self.offset => ErrorKind::EmptyItem,
            End::Exactly(n) | End::Counted(n) => return Ok(index < n),
            End::Block { min, .. } if self.remaining == 0 && index < min => {
                ErrorKind::ListTooShort { min, found: index }
            }
            End::Block { max: Some(max), .. } if self.remaining != 0 && index == max => {
                ErrorKind::ListLength { max, found: index.saturating_add(1), writing: false, array }
            }
            End::Block { .. } => return Ok(self.remaining != 0),
        };
        Err(self.refuse(self.offset, refused))
    }

    /// Checks the key that was read last; `outer` is the offset of its size prefix, and `seen` the preceding keys.
    ///
    /// # Errors
    /// `Invalid_utf8`, `Duplicate_key`, if the rules for keys require it.
    pub fn check_key(
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
