//! The elements of lists.

use alloc::boxed::Box;
use alloc::vec::Vec;

use arrayvec::ArrayVec;

use super::{Reads, Sink, Writes};
use crate::error::EncodeError;
use crate::fault::{Fault, FaultKind};
use crate::prefix::Prefix;
use crate::reader::Reader;

/// Reads elements to the end of the block; `excess` is the fault for more than `max`.
#[cfg_attr(not(debug_assertions), inline(always))]
pub(crate) fn read_to_end<'a, T, W: Reads<'a, T> + ?Sized>(
    input: &mut Reader<'a>,
    max: usize,
    excess: FaultKind,
) -> Result<Vec<T>, Fault> {
    if const { matches!(W::FACTS.fixed_size, Some(1..)) } {
        read_elements::<T, W>(input, max, excess)
    } else {
        let items = tri!(if const { size_of::<T>() <= size_of::<Vec<u8>>() } {
            read_one_by_one::<T, W>(input.clone(), max, excess)
        } else {
            read_out_of_line::<T, W>(input.clone(), max, excess)
        });
        tri!(input.rest());
        Ok(items)
    }
}

/// Reads elements of fixed size. Each is read from a separate block of that size, so that the compiler removes the
/// length checks of its fields.
#[cfg_attr(not(debug_assertions), inline(always))]
fn read_elements<'a, T, W: Reads<'a, T> + ?Sized>(
    input: &mut Reader<'a>,
    max: usize,
    excess: FaultKind,
) -> Result<Vec<T>, Fault> {
    let size = W::FACTS.fixed_size.unwrap_or_default();
    let Some(elements) = input.elements(size, max) else { return Err(refusal(input.clone(), max, excess, W::read)) };
    tri!(charge_beyond::<T>(input, elements.len(), size));
    let mut items = Vec::with_capacity(elements.len());
    for element in elements {
        let element = &mut input.over(element);
        let item = field!(element: <W as Reads<'a, T>>, W::read(element));
        // Always true. The check tells the compiler that the vector never grows, so it can keep the vector in registers
        // and write to it like an array.
        if items.len() < items.capacity() {
            items.push(item);
        }
    }
    tri!(input.rest());
    Ok(items)
}

/// Returns why a block is not a list of at most `max` elements: the first element that is refused, incomplete, or
/// beyond the limit.
///
/// It takes a copy of the reader, so that the reader of the fast path stays in registers.
#[cold]
#[inline(never)]
pub(crate) fn refusal<'a, T>(
    mut input: Reader<'a>,
    max: usize,
    excess: FaultKind,
    mut read: impl FnMut(&mut Reader<'a>) -> Result<T, Fault>,
) -> Fault {
    for _ in 0..max {
        let start = input.remaining();
        if let Err(fault) = read(&mut input) {
            return fault;
        }
        if input.remaining().len() == start.len() {
            return empty_item(start);
        }
    }
    Fault::with_detail(excess, input.remaining(), max)
}

/// Reads elements one by one. If elements have a size prefix, they are counted first to reserve the capacity.
/// Otherwise, capacity is reserved after the first element, for no more than fit in the available bytes.
#[cfg_attr(not(debug_assertions), inline(always))]
fn read_one_by_one<'a, T, W: Reads<'a, T> + ?Sized>(
    mut input: Reader<'a>,
    max: usize,
    excess: FaultKind,
) -> Result<Vec<T>, Fault> {
    let mut items = match W::FACTS.prefix {
        Some(prefix) => {
            let capacity = count_blocks(input.remaining(), prefix, input.has_budget(), W::FACTS.min_size).min(max);
            tri!(charge_for::<T>(&input, capacity));
            Vec::with_capacity(capacity)
        }
        None => Vec::new(),
    };
    while !input.is_empty() {
        if items.len() == max {
            return Err(too_long(excess, input.remaining(), max));
        }
        let start = input.remaining();
        if const { W::FACTS.prefix.is_some() } {
            tri!(input.read_onto(&mut items, 4, W::read));
        } else if items.capacity() > 0 {
            tri!(input.read_next::<T, W>(&mut items));
        } else {
            let item = tri!(W::read(&mut input));
            let left = input.remaining().len();
            let capacity = capacity_hint(left, start.len().saturating_sub(left)).min(max);
            tri!(charge_for::<T>(&input, capacity));
            items.reserve_exact(capacity);
            items.push(item);
        }
        // An element with a size prefix has at least one byte.
        if const { W::FACTS.prefix.is_none() } && input.remaining().len() == start.len() {
            return Err(empty_item(start));
        }
    }
    if const { W::FACTS.prefix.is_some() } {
        shrink_excess(&mut items);
    }
    Ok(items)
}

/// Calls [`read_one_by_one`] without inlining it, for elements larger than bytes or text. It is compiled once for all
/// types that contain such a list, and it takes a copy of the reader, so that the caller's reader stays in registers.
#[inline(never)]
fn read_out_of_line<'a, T, W: Reads<'a, T> + ?Sized>(
    input: Reader<'a>,
    max: usize,
    excess: FaultKind,
) -> Result<Vec<T>, Fault> {
    read_one_by_one::<T, W>(input, max, excess)
}

/// Takes elements of `N` bytes, to the end of the block.
#[inline]
pub(crate) fn take_elements<'a, const N: usize>(input: &mut Reader<'a>, max: usize) -> Result<&'a [[u8; N]], Fault> {
    if input.elements(N, max).is_none() {
        return Err(refusal(input.clone(), max, FaultKind::ListTooLong, Reader::array::<N>));
    }
    Ok(tri!(input.rest()).as_chunks().0)
}

/// Reads elements of `N` bytes, all of whose bit patterns are valid, to the end of the block.
#[inline]
pub(crate) fn read_infallible<T, const N: usize>(
    input: &mut Reader<'_>,
    max: usize,
    get: impl Fn(&[u8; N]) -> T,
) -> Result<Vec<T>, Fault> {
    let elements = tri!(take_elements(input, max));
    tri!(charge_beyond::<T>(input, elements.len(), N));
    Ok(elements.iter().map(get).collect())
}

/// Reads an array of `N` elements, without heap. If all bit patterns of an element are valid, all bytes of the array
/// must be available before the first element is read.
#[inline]
pub(crate) fn read_array<'a, T, W: Reads<'a, T> + ?Sized, const N: usize>(
    input: &mut Reader<'a>,
) -> Result<[T; N], Fault> {
    if const { W::FACTS.infallible } {
        return read_array_with(&mut tri!(input.block(W::FACTS.min_size.saturating_mul(N))), W::read);
    }
    read_array_with(input, W::read)
}

/// Reads an array of `N` elements into a box. No memory is allocated unless all bytes that it takes at least are
/// available. The array is never on the stack.
#[inline]
pub(crate) fn read_boxed_array<'a, T, W: Reads<'a, T> + ?Sized, const N: usize>(
    input: &mut Reader<'a>,
) -> Result<Box<[T; N]>, Fault> {
    let min_size = W::FACTS.min_size.saturating_mul(N);
    if input.need(min_size).is_err() {
        return Err(short_array::<T, W>(input.clone(), N, min_size));
    }
    tri!(charge_for::<T>(input, N));
    let items = if const { is_copied::<T, W>() } {
        tri!(W::read_list(&mut tri!(input.block(min_size)), N))
    } else {
        let mut items = Vec::with_capacity(N);
        while items.len() < N {
            items.push(tri!(W::read(input)));
        }
        items
    };
    // Always succeeds.
    items.into_boxed_slice().try_into().map_err(|_| input.fault(FaultKind::NotEnoughData))
}

/// Returns true if all bit patterns of an element are valid and it takes no more memory than bytes, so that
/// [`Reads::read_list`] charges nothing for a list of them.
const fn is_copied<'a, T, W: Reads<'a, T> + ?Sized>() -> bool {
    let size = W::FACTS.min_size;
    W::IS_COPIED && size > 0 && size_of::<T>() <= size
}

/// Returns why an array of `count` elements cannot be read from fewer than `min_size` bytes: the first element that is
/// refused, or the missing bytes.
#[cold]
#[inline(never)]
fn short_array<'a, T, W: Reads<'a, T> + ?Sized>(mut input: Reader<'a>, count: usize, min_size: usize) -> Fault {
    if !W::FACTS.infallible {
        for _ in 0..count {
            if let Err(fault) = W::read(&mut input) {
                return fault;
            }
        }
    }
    input.short(min_size)
}

/// Reads `N` arrays of `LEN` bytes in one piece.
#[inline]
pub(crate) fn read_byte_arrays<const LEN: usize, const N: usize>(
    input: &mut Reader<'_>,
) -> Result<[[u8; LEN]; N], Fault> {
    let mut arrays = [[0; LEN]; N];
    arrays.as_flattened_mut().copy_from_slice(tri!(input.take(size_of::<[[u8; LEN]; N]>())));
    Ok(arrays)
}

/// Reads an array of `N` elements with `read`, without heap.
#[inline]
pub(crate) fn read_array_with<'a, T, const N: usize>(
    input: &mut Reader<'a>,
    mut read: impl FnMut(&mut Reader<'a>) -> Result<T, Fault>,
) -> Result<[T; N], Fault> {
    let mut items = ArrayVec::new();
    while !items.is_full() {
        items.push(tri!(read(input)));
    }
    let items = if const { size_of::<[T; N]>() > INLINE_ARRAY } { into_array(items) } else { items.into_inner() };
    // Always succeeds.
    items.map_err(|_| input.fault(FaultKind::NotEnoughData))
}

/// The size in bytes of the largest array that is moved out of an [`ArrayVec`] inline.
const INLINE_ARRAY: usize = 256;

/// Calls `into_inner` without inlining it. The result has the array at another offset than the `ArrayVec`. Inlined, LLVM
/// splits the copies between them into parts, whose number grows with the array: `[[u8; 32]; 1024]` takes minutes.
#[inline(never)]
fn into_array<T, const N: usize>(items: ArrayVec<T, N>) -> Result<[T; N], ArrayVec<T, N>> {
    items.into_inner()
}

/// The number of blocks that are counted one by one.
const COUNTED: usize = 64;

/// Returns the capacity to reserve for a list of blocks. It is the number of blocks up to the first incomplete one. If
/// bytes follow the first [`COUNTED`] blocks, it is an estimate that assumes the same average length for the others,
/// plus 1/64. It is never more than what fits if each element has `min_size` bytes. With `all`, every block is counted,
/// because a heap budget is charged for exactly what the value takes.
///
/// Counting every block of a long list would take a seventh of the time of reading it: the position of each size prefix
/// depends on the one before.
#[inline(never)]
fn count_blocks(bytes: &[u8], prefix: Prefix, all: bool, min_size: usize) -> usize {
    match prefix {
        Prefix::U8 => count(bytes, all, min_size, |[size]| size.into()),
        Prefix::U16 => count(bytes, all, min_size, |size| u16::from_be_bytes(size).into()),
        Prefix::U16Le => count(bytes, all, min_size, |size| u16::from_le_bytes(size).into()),
        Prefix::U30 => count(bytes, all, min_size, u32::from_be_bytes),
        Prefix::U30Le => count(bytes, all, min_size, u32::from_le_bytes),
        // The number of elements is unknown before they are read.
        Prefix::N | Prefix::Rlp(_) => 0,
    }
}

#[inline]
fn count<const N: usize>(bytes: &[u8], all: bool, min_size: usize, size: impl Fn([u8; N]) -> u32) -> usize {
    fn skip_block<const N: usize>(bytes: &[u8], size: impl Fn([u8; N]) -> u32) -> Option<&[u8]> {
        let (prefix, rest) = bytes.split_first_chunk()?;
        rest.get(usize::try_from(size(*prefix)).ok()?..)
    }
    let (mut rest, mut count) = (bytes, 0usize);
    while let Some(after) = skip_block(rest, &size) {
        rest = after;
        count = count.saturating_add(1);
        if count == COUNTED && !all && !rest.is_empty() {
            let counted = bytes.len().saturating_sub(rest.len());
            let others = rest.len().saturating_mul(COUNTED).checked_div(counted).unwrap_or_default();
            count = count.saturating_add(others).saturating_add(others >> 6).saturating_add(1);
            break;
        }
    }
    // The division is skipped in the usual case that they fit.
    if count.saturating_mul(min_size) <= bytes.len() {
        count
    } else {
        bytes.len().checked_div(min_size).unwrap_or(count)
    }
}

/// Returns the capacity to reserve if the first element took `one` bytes and `left` bytes follow: as many elements as
/// fit at that length, plus an eighth, because lengths vary: the first operation of a block is often a little above the
/// mean.
#[inline]
pub(crate) fn capacity_hint(left: usize, one: usize) -> usize {
    let guess = left.checked_div(one).unwrap_or_default();
    guess.saturating_add(guess >> 3).saturating_add(2).min(left.saturating_add(1))
}

/// Frees excess capacity if it exceeds a quarter of the length. Lists of up to [`COUNTED`] elements have none.
#[inline]
fn shrink_excess<T>(items: &mut Vec<T>) {
    #[cold]
    #[inline(never)]
    fn shrink<T>(items: &mut Vec<T>) {
        items.shrink_to_fit();
    }
    if items.len() > COUNTED && items.capacity().saturating_sub(items.len()) > items.len() >> 2 {
        shrink(items);
    }
}

/// The size in bytes up to which an element is moved to its vector: constructing a small one there takes 7 instructions more.
const MOVED: usize = 64;

impl<'a> Reader<'a> {
    /// Reads one more element of a list with `read`. A full vector is first grown to twice its capacity, by at least
    /// `min_capacity`, so that the element is moved only once; the heap budget is charged for it.
    ///
    /// # Errors
    /// The errors of `read`; `Heap_exceeded`.
    #[cfg_attr(not(debug_assertions), inline(always))]
    pub fn read_onto<T>(
        &mut self,
        items: &mut Vec<T>,
        min_capacity: usize,
        read: impl FnOnce(&mut Self) -> Result<T, Fault>,
    ) -> Result<(), Fault> {
        tri!(self.grow(items, min_capacity));
        match read(self) {
            // Always true. The check tells the compiler that `push` does not grow the vector.
            Ok(item) if items.len() < items.capacity() => items.push(item),
            Ok(_) => {}
            Err(fault) => return Err(fault),
        }
        Ok(())
    }

    /// Reads one more element of a list with the encoding `W`, as [`Reader::read_onto`] does. A reader with `read_as`
    /// constructs a large element in the vector: to move one that was just written field by field takes as long as reading
    /// it.
    #[cfg_attr(not(debug_assertions), inline(always))]
    fn read_next<T, W: Reads<'a, T> + ?Sized>(&mut self, items: &mut Vec<T>) -> Result<(), Fault> {
        if const { size_of::<T>() <= MOVED } {
            let item = tri!(W::read(self));
            return add(self, items, item);
        }
        tri!(self.grow(items, 4));
        W::read_as(self, |item| match items.len() < items.capacity() {
            // Always true. The check tells the compiler that `push` does not grow the vector.
            true => items.push(item),
            // Not dropped: an element with a destructor would then be constructed outside the vector and moved.
            false => core::mem::forget(item),
        })
    }

    /// Grows a full vector to twice its capacity, by at least `min_capacity`, which is charged to the heap budget.
    #[cfg_attr(not(debug_assertions), inline(always))]
    fn grow<T>(&self, items: &mut Vec<T>, min_capacity: usize) -> Result<(), Fault> {
        if items.len() == items.capacity() {
            let more = items.len().max(min_capacity);
            tri!(charge_for::<T>(self, more));
            items.reserve_exact(more);
        }
        Ok(())
    }
}

/// Appends an element; a full vector grows to twice its capacity, which is charged to the heap budget.
#[inline]
pub(crate) fn add<T>(input: &Reader<'_>, items: &mut Vec<T>, item: T) -> Result<(), Fault> {
    if items.len() == items.capacity() {
        tri!(charge_for::<T>(input, items.len().max(4)));
    }
    items.push(item);
    Ok(())
}

/// Charges the memory of `elements` elements to the heap budget.
#[inline]
pub(crate) fn charge_for<T>(input: &Reader<'_>, elements: usize) -> Result<(), Fault> {
    input.charge(elements.saturating_mul(size_of::<T>()))
}

/// Charges what `elements` elements take in memory beyond their `size` bytes on the wire, which have been charged with
/// the whole message. Elements that own memory, such as text, keep those bytes there.
#[inline]
fn charge_beyond<T>(input: &Reader<'_>, elements: usize, size: usize) -> Result<(), Fault> {
    let inside = if const { core::mem::needs_drop::<T>() } { 0 } else { size };
    match size_of::<T>().saturating_sub(inside) {
        0 => Ok(()),
        more => input.charge(elements.saturating_mul(more)),
    }
}

/// Returns the fault for an element beyond the limit.
#[cold]
#[inline(never)]
fn too_long(kind: FaultKind, rest: &[u8], max: usize) -> Fault {
    Fault::with_detail(kind, rest, max)
}

/// Writes the elements of a list one by one. Elements of a size that their type fixes are only counted in the first pass.
#[inline]
pub(crate) fn write_each<T, W: Writes<T> + ?Sized, S: Sink>(values: &[T], sink: &mut S) -> Result<(), EncodeError> {
    let each = |sink: &mut S| {
        for (index, value) in values.iter().enumerate() {
            tri!(W::write(value, sink), error => error.at_index(index));
        }
        Ok(())
    };
    if const { W::FACTS.infallible } {
        sink.counted(values.len().saturating_mul(W::FACTS.min_size), each)
    } else {
        each(sink)
    }
}

/// Reads one element of a list with a count. Elements without bytes are refused: otherwise the count alone would
/// determine how much memory they take.
#[inline]
pub(crate) fn read_counted<'a, T, W: Reads<'a, T> + ?Sized>(input: &mut Reader<'a>) -> Result<T, Fault> {
    let start = input.remaining();
    let item = tri!(W::read(input));
    if const { !matches!(W::FACTS.fixed_size, Some(1..)) } && input.remaining().len() == start.len() {
        return Err(empty_item(start));
    }
    Ok(item)
}

/// Returns the fault for an element without bytes.
#[cold]
#[inline(never)]
pub(crate) fn empty_item(start: &[u8]) -> Fault {
    Fault::new(FaultKind::EmptyItem, start)
}
