//! The cursor of the hot path.

mod limits;

use core::slice::ChunksExact;

use crate::facts::Ahead;
use crate::fault::{Fault, FaultKind};
use crate::heap::HeapBudget;
use crate::revision::Revision;

pub use limits::Limits;

/// The bytes left of the block being read, and what limits apply to them.
///
/// A reader never reaches outside its block: a length prefix opens a block of its own ([`Reader::block`]), a
/// size limit shortens the block and remembers by how much ([`Reader::bounded`]), so that the refusal is the
/// reference's: `Size_limit_exceeded` where the bytes are there but not allowed, `Not_enough_data` where they are not
/// (`data-encoding`, `binary_reader.ml`, `read_atom`).
#[derive(Clone, Debug)]
pub struct Reader<'a> {
    input: &'a [u8],
    /// Bytes behind `input` that belong to the block but that a size limit hides.
    hidden: usize,
    /// Levels of recursive types that are open.
    depth: u32,
    /// The caller's depth limit; `u32::MAX` leaves it to each type.
    max_depth: u32,
    /// What the caller allows of heap, if it says.
    heap: Option<&'a HeapBudget>,
    /// Whether the guards of these bytes have been asked.
    asked: bool,
    /// The revision of the format that the bytes are of.
    pub(crate) revision: Revision,
    /// The buffer that the bytes are in, if values may share it.
    #[cfg(feature = "bytes")]
    shared: Option<&'a bytes::Bytes>,
}

impl<'a> Reader<'a> {
    /// A reader over a block that is exactly `input`.
    #[inline]
    pub const fn new(input: &'a [u8]) -> Self {
        Self {
            input,
            hidden: 0,
            depth: 0,
            max_depth: u32::MAX,
            heap: None,
            asked: false,
            revision: Revision::NEWEST,
            #[cfg(feature = "bytes")]
            shared: None,
        }
    }

    /// The same with limits of the caller's.
    #[inline]
    pub fn with_limits(input: &'a [u8], limits: Limits) -> Self {
        Self { max_depth: limits.max_depth.unwrap_or(u32::MAX), ..Self::new(input) }
    }

    /// The same, taking heap from a budget.
    #[inline]
    #[must_use]
    pub const fn with_heap(self, heap: &'a HeapBudget) -> Self {
        Self { heap: Some(heap), ..self }
    }

    /// A reader of values that share `buffer`, which holds the input.
    #[cfg(feature = "bytes")]
    #[inline]
    pub(crate) fn sharing(self, buffer: &'a bytes::Bytes) -> Self {
        Self { shared: Some(buffer), ..self }
    }

    /// A part of the input as a part of the buffer if values may share it, else a copy.
    #[cfg(feature = "bytes")]
    #[inline]
    pub(crate) fn shared(&self, part: &'a [u8]) -> bytes::Bytes {
        let inner = part.as_ptr_range();
        // Always so where there is a buffer; `slice_ref` panics otherwise.
        let holds = |outer: core::ops::Range<*const u8>| outer.start <= inner.start && inner.end <= outer.end;
        match self.shared {
            Some(buffer) if holds(buffer.as_ptr_range()) => buffer.slice_ref(part),
            _ => bytes::Bytes::copy_from_slice(part),
        }
    }

    /// The same below so many levels of recursive types.
    #[inline]
    pub(crate) const fn below(self, depth: u32) -> Self {
        Self { depth, ..self }
    }

    /// The same over bytes whose guards have been asked.
    #[inline]
    pub(crate) const fn with_guards_asked(self, asked: bool) -> Self {
        Self { asked, ..self }
    }

    /// Whether the guards of these bytes have been asked: a view does not ask them again for each value around them.
    #[inline]
    pub(crate) const fn are_guards_asked(&self) -> bool {
        self.asked
    }

    /// The bytes that may still be read.
    #[inline]
    pub const fn remaining(&self) -> &'a [u8] {
        self.input
    }

    /// Whether the block has no byte left, hidden ones included.
    #[inline]
    pub const fn is_empty(&self) -> bool {
        self.input.is_empty() && self.hidden == 0
    }

    /// Whether a size limit hides bytes of this block.
    #[inline]
    pub const fn is_cut(&self) -> bool {
        self.hidden != 0
    }

    /// A refusal at the current byte.
    #[inline]
    pub fn fault(&self, kind: FaultKind) -> Fault {
        Fault::new(kind, self.input)
    }

    /// Why `needed` bytes cannot be had here.
    #[inline]
    fn short(&self, needed: usize) -> Fault {
        short(self.input, self.hidden, needed)
    }

    /// Checks that `needed` bytes are there without taking them.
    ///
    /// # Errors
    /// `Not_enough_data`, `Size_limit_exceeded`.
    #[inline]
    pub fn need(&self, needed: usize) -> Result<(), Fault> {
        if needed <= self.input.len() { Ok(()) } else { Err(self.short(needed)) }
    }

    /// The same for the size of a value, where it is fixed: the reference looks at no part of such a value before all of
    /// it is there (`binary_reader.ml`, `Objs` and `Tups` of kind `Fixed`).
    ///
    /// # Errors
    /// `Not_enough_data`, `Size_limit_exceeded`.
    #[inline]
    pub fn need_fixed(&self, fixed: Option<usize>) -> Result<(), Fault> {
        match fixed {
            Some(bytes) => self.need(bytes),
            None => Ok(()),
        }
    }

    /// Checks the bytes of some fields at once.
    ///
    /// # Errors
    /// `Not_enough_data`, `Size_limit_exceeded`: of the first field that is not there in whole.
    #[inline]
    pub fn look_ahead(&self, ahead: Ahead) -> Result<(), Fault> {
        if ahead.bytes <= self.input.len() { Ok(()) } else { Err(cut_short(self.input, self.hidden, ahead)) }
    }

    /// The next `count` bytes.
    ///
    /// # Errors
    /// `Not_enough_data`, `Size_limit_exceeded`.
    #[inline]
    pub fn take(&mut self, count: usize) -> Result<&'a [u8], Fault> {
        match self.input.split_at_checked(count) {
            Some((taken, rest)) => {
                self.input = rest;
                Ok(taken)
            }
            None => Err(self.short(count)),
        }
    }

    /// The next `N` bytes, as an array.
    ///
    /// # Errors
    /// `Not_enough_data`, `Size_limit_exceeded`.
    #[inline]
    pub fn array<const N: usize>(&mut self) -> Result<&'a [u8; N], Fault> {
        match self.input.split_first_chunk::<N>() {
            Some((taken, rest)) => {
                self.input = rest;
                Ok(taken)
            }
            None => Err(self.short(N)),
        }
    }

    /// The next `N` bytes, copied.
    ///
    /// # Errors
    /// `Not_enough_data`, `Size_limit_exceeded`.
    #[inline]
    pub fn bytes<const N: usize>(&mut self) -> Result<[u8; N], Fault> {
        match self.array() {
            Ok(bytes) => Ok(*bytes),
            Err(fault) => refused(fault),
        }
    }

    /// All bytes to the end of the block.
    ///
    /// # Errors
    /// `Size_limit_exceeded` where the block is longer than a limit allows.
    #[inline]
    pub fn rest(&mut self) -> Result<&'a [u8], Fault> {
        self.take(self.whole())
    }

    /// The reader of all that is left of the block; this one goes on behind it.
    ///
    /// # Errors
    /// `Size_limit_exceeded` where the block is longer than a limit allows.
    #[inline]
    pub fn to_end(&mut self) -> Result<Self, Fault> {
        self.block(self.whole())
    }

    /// Opens a block of `len` bytes: the reader of it; this one goes on behind it.
    ///
    /// # Errors
    /// `Not_enough_data`, `Size_limit_exceeded`.
    #[inline]
    pub fn block(&mut self, len: usize) -> Result<Self, Fault> {
        let input = tri!(self.take(len));
        Ok(self.over(input))
    }

    /// The elements of `size` bytes that the rest of the block is, where they fill it and are at most `max`.
    #[inline]
    pub(crate) fn elements(&self, size: usize, max: usize) -> Option<ChunksExact<'a, u8>> {
        if size == 0 || self.is_cut() {
            return None;
        }
        let elements = self.input.chunks_exact(size);
        if elements.remainder().is_empty() && elements.len() <= max { Some(elements) } else { None }
    }

    /// A reader of `part`, which is a part of this block, with the same limits.
    #[inline]
    pub(crate) const fn over(&self, part: &'a [u8]) -> Self {
        Self { input: part, hidden: 0, ..*self }
    }

    /// The result of reading a value, which is refused if bytes of the block are left. It is changed in its place: a large value taken
    /// out of it would be copied.
    #[inline]
    pub(crate) fn ending<T>(&self, mut result: Result<T, Fault>) -> Result<T, Fault> {
        if let (Err(fault), true) = (self.finish(), result.is_ok()) {
            result = Err(fault);
        }
        result
    }

    /// Ends a block.
    ///
    /// # Errors
    /// `Extra_bytes` where bytes of it are left.
    #[inline]
    pub fn finish(&self) -> Result<(), Fault> {
        match self.whole() {
            0 => Ok(()),
            left => Err(Fault::with_detail(FaultKind::ExtraBytes, self.input, left)),
        }
    }

    /// A reader of the same block that refuses to read more than `limit` bytes; give it back to [`Reader::resume`].
    #[inline]
    pub fn bounded(&self, limit: usize) -> Self {
        match self.input.split_at_checked(limit) {
            None => self.clone(),
            Some((input, rest)) => Self { input, hidden: self.hidden.saturating_add(rest.len()), ..*self },
        }
    }

    /// Goes on where `inner`, made by [`Reader::bounded`] with the same limit, stopped.
    #[inline]
    pub fn resume(&mut self, limit: usize, inner: &Self) {
        let consumed = self.input.len().min(limit).saturating_sub(inner.input.len());
        if let Some((_, rest)) = self.input.split_at_checked(consumed) {
            self.input = rest;
        }
    }

    /// Splits off everything but the last `tail` bytes of the block, which belong to the fields behind.
    ///
    /// # Errors
    /// `Not_enough_data` where the block is shorter than the tail.
    #[inline]
    pub fn reserving(&mut self, tail: usize) -> Result<Self, Fault> {
        let Some(head) = self.whole().checked_sub(tail) else { return Err(self.short(tail)) };
        Ok(match self.input.split_at_checked(head) {
            Some((input, rest)) => {
                self.input = rest;
                Self { input, hidden: 0, ..*self }
            }
            None => {
                let inner = Self { hidden: head.saturating_sub(self.input.len()), ..self.clone() };
                self.hidden = self.hidden.saturating_sub(inner.hidden);
                self.input = self.input.split_at(self.input.len()).1;
                inner
            }
        })
    }

    /// Bytes of the block from here to its end, hidden ones included.
    #[inline]
    pub(crate) const fn whole(&self) -> usize {
        self.input.len().saturating_add(self.hidden)
    }
}

/// Takes what the reader holds and not the reader: a reader whose address nobody knows stays in registers. Inlined, because the compiler
/// mostly knows that nothing is hidden, and then it is a constant.
#[inline]
fn short(input: &[u8], hidden: usize, needed: usize) -> Fault {
    let kind = match needed <= input.len().saturating_add(hidden) {
        true => FaultKind::SizeLimitExceeded,
        false => FaultKind::NotEnoughData,
    };
    Fault::with_detail(kind, input, needed)
}

/// The fault of the first of these fields that is not there in whole.
#[cold]
#[inline(never)]
fn cut_short(mut input: &[u8], hidden: usize, ahead: Ahead) -> Fault {
    for field in ahead.fields {
        match input.split_at_checked(field.min_size) {
            Some((_, rest)) => input = rest,
            None => return short(input, hidden, field.min_size),
        }
    }
    short(input, hidden, ahead.bytes)
}

/// `Err(fault)` by a call, for readers of hashes of 32 bytes and more: where the compiler sees both results, it cuts such a value where the
/// fault would lie in the same `Result`, thirty-two bytes into 7, 16, 8 and 1. Lists of operations are read a quarter faster. Shorter values,
/// and those with numbers, are read faster without the call, which keeps them in memory.
///
/// # Errors
/// Always: the fault.
#[inline]
pub fn refused<T>(fault: Fault) -> Result<T, Fault> {
    #[cold]
    #[inline(never)]
    fn by_call<T>(fault: Fault) -> Result<T, Fault> {
        Err(fault)
    }
    let is_bytes = const { align_of::<T>() == 1 && size_of::<T>() >= 4 * align_of::<Fault>() };
    if is_bytes { by_call(fault) } else { Err(fault) }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_limit_and_an_end_are_told_apart() {
        let bytes = [0u8; 8];
        let mut outer = Reader::new(&bytes);
        let mut inner = outer.bounded(4);
        assert_eq!(inner.clone().take(8).unwrap_err().kind(), FaultKind::SizeLimitExceeded);
        assert_eq!(inner.clone().take(9).unwrap_err().kind(), FaultKind::NotEnoughData);
        assert_eq!(inner.clone().rest().unwrap_err().kind(), FaultKind::SizeLimitExceeded);
        assert_eq!(inner.take(4).unwrap().len(), 4);
        assert!(!inner.is_empty(), "the block goes on behind the limit");
        outer.resume(4, &inner);
        assert_eq!(outer.remaining().len(), 4);
    }

    #[test]
    fn a_block_inside_a_limit_has_its_own_end() {
        let bytes = [0u8; 8];
        let mut inner = Reader::new(&bytes).bounded(4);
        let mut block = inner.block(1).unwrap();
        assert_eq!(block.take(2).unwrap_err().kind(), FaultKind::NotEnoughData);
    }

    #[test]
    fn the_tail_is_kept_for_the_fields_behind() {
        let bytes = [1u8, 2, 3, 4];
        let mut outer = Reader::new(&bytes);
        let mut head = outer.reserving(1).unwrap();
        assert_eq!(head.rest().unwrap(), [1, 2, 3]);
        assert_eq!(outer.remaining(), [4]);
        assert_eq!(outer.reserving(2).unwrap_err().kind(), FaultKind::NotEnoughData);
    }
}
