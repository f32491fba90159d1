//! How elements are read to the end of their block.

use alloc::vec::Vec;

use arrayvec::ArrayVec;

use super::Reads;
use crate::fault::{Fault, FaultKind};
use crate::prefix::Prefix;
use crate::reader::Reader;

/// Reads elements to the end of the block; `excess` is the fault of one too many.
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
            read_apart::<T, W>(input.clone(), max, excess)
        });
        tri!(input.rest());
        Ok(items)
    }
}

/// Reads elements of one size: each has a block of its own, so that the checks of its parts fall away.
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
        let item = tri!(W::read(&mut input.over(element)));
        // Always so; said here, the vector never grows, has no address either and is written to as an array would be.
        if items.len() < items.capacity() {
            items.push(item);
        }
    }
    tri!(input.rest());
    Ok(items)
}

/// Why a block is not at most `max` elements of one size: the first that is refused, cut short or too many.
///
/// It has a reader of its own, so that that of the fast path has no address and stays in registers.
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

/// Reads elements one by one. Where each has its size in front, room is made for as many as these say; else after the first, within the
/// bytes that are there.
#[cfg_attr(not(debug_assertions), inline(always))]
fn read_one_by_one<'a, T, W: Reads<'a, T> + ?Sized>(
    mut input: Reader<'a>,
    max: usize,
    excess: FaultKind,
) -> Result<Vec<T>, Fault> {
    let mut items = match W::FACTS.prefix {
        Some(prefix) => {
            let room = count_blocks(input.remaining(), prefix, input.has_budget(), W::FACTS.min_size).min(max);
            tri!(charge_for::<T>(&input, room));
            Vec::with_capacity(room)
        }
        None => Vec::new(),
    };
    while !input.is_empty() {
        if items.len() == max {
            return Err(too_long(excess, input.remaining(), max));
        }
        let start = input.remaining();
        // An element that has its size in front takes bytes.
        if const { W::FACTS.prefix.is_some() } {
            tri!(input.read_onto(&mut items, 4, W::read));
        } else {
            let item = tri!(W::read(&mut input));
            let left = input.remaining().len();
            if left == start.len() {
                return Err(empty_item(start));
            }
            if items.capacity() == 0 {
                let room = room(left, start.len().saturating_sub(left)).min(max);
                tri!(charge_for::<T>(&input, room));
                items.reserve_exact(room);
            }
            tri!(add(&input, &mut items, item));
        }
    }
    if const { W::FACTS.prefix.is_some() } {
        give_back(&mut items);
    }
    Ok(items)
}

/// The same by a call, for elements that are more than bytes or text: it is compiled once for all that hold such a list, and the reader
/// around it, of which it is given a copy, stays in registers.
#[inline(never)]
fn read_apart<'a, T, W: Reads<'a, T> + ?Sized>(
    input: Reader<'a>,
    max: usize,
    excess: FaultKind,
) -> Result<Vec<T>, Fault> {
    read_one_by_one::<T, W>(input, max, excess)
}

/// Reads elements of `N` bytes, of which any are a value, to the end of the block.
#[inline]
pub(crate) fn read_infallible<T, const N: usize>(
    input: &mut Reader<'_>,
    max: usize,
    get: impl Fn(&[u8; N]) -> T,
) -> Result<Vec<T>, Fault> {
    if input.elements(N, max).is_none() {
        return Err(refusal(input.clone(), max, FaultKind::ListTooLong, |input| input.array().map(&get)));
    }
    let (elements, _) = tri!(input.rest()).as_chunks();
    tri!(charge_beyond::<T>(input, elements.len(), N));
    Ok(elements.iter().map(get).collect())
}

/// Reads `N` elements, without heap; of elements of which any bytes are a value, all bytes must be there before the first is read.
#[inline]
pub(crate) fn read_array<'a, T, W: Reads<'a, T> + ?Sized, const N: usize>(
    input: &mut Reader<'a>,
) -> Result<[T; N], Fault> {
    if const { W::FACTS.infallible } {
        return read_array_with(&mut tri!(input.block(W::FACTS.min_size.saturating_mul(N))), W::read);
    }
    read_array_with(input, W::read)
}

/// Reads `N` elements with `read`, without heap.
#[inline]
pub(crate) fn read_array_with<'a, T, const N: usize>(
    input: &mut Reader<'a>,
    mut read: impl FnMut(&mut Reader<'a>) -> Result<T, Fault>,
) -> Result<[T; N], Fault> {
    let mut items = ArrayVec::new();
    while !items.is_full() {
        items.push(tri!(read(input)));
    }
    items.into_inner().map_err(|_| input.fault(FaultKind::NotEnoughData))
}

/// Blocks that are counted one by one.
const COUNTED: usize = 64;

/// Returns the capacity for a list of blocks: their number up to the first that is cut short, or, where bytes follow the first
/// [`COUNTED`], the number if the others are as long as these, and a sixty-fourth more; never more than fit if each has `min_size` bytes.
/// With `all`, all of them are counted: a budget of heap is charged for what the value takes.
///
/// Counting every block of a long list takes a seventh of the time of reading it: each size is known when the one before it has come
/// from memory.
#[inline(never)]
fn count_blocks(bytes: &[u8], prefix: Prefix, all: bool, min_size: usize) -> usize {
    match prefix {
        Prefix::U8 => count(bytes, all, min_size, |[size]| size.into()),
        Prefix::U16 => count(bytes, all, min_size, |size| u16::from_be_bytes(size).into()),
        Prefix::U16Le => count(bytes, all, min_size, |size| u16::from_le_bytes(size).into()),
        Prefix::U30 => count(bytes, all, min_size, u32::from_be_bytes),
        Prefix::U30Le => count(bytes, all, min_size, u32::from_le_bytes),
        // Not known without reading them.
        Prefix::N => 0,
    }
}

#[inline]
fn count<const N: usize>(bytes: &[u8], all: bool, min_size: usize, size: impl Fn([u8; N]) -> u32) -> usize {
    fn behind<const N: usize>(bytes: &[u8], size: impl Fn([u8; N]) -> u32) -> Option<&[u8]> {
        let (prefix, rest) = bytes.split_first_chunk()?;
        rest.get(usize::try_from(size(*prefix)).ok()?..)
    }
    let (mut rest, mut count) = (bytes, 0usize);
    while let Some(after) = behind(rest, &size) {
        rest = after;
        count = count.saturating_add(1);
        if count == COUNTED && !all && !rest.is_empty() {
            let counted = bytes.len().saturating_sub(rest.len());
            let others = rest.len().saturating_mul(COUNTED).checked_div(counted).unwrap_or_default();
            count = count.saturating_add(others).saturating_add(others >> 6).saturating_add(1);
            break;
        }
    }
    // Not divided where they fit, which they do unless they are refused.
    if count.saturating_mul(min_size) <= bytes.len() {
        count
    } else {
        bytes.len().checked_div(min_size).unwrap_or(count)
    }
}

/// How many elements to make room for when the first took `one` bytes and `left` are left: as many as would fit if all were
/// as long, and an eighth more, because messages are mixed: the first operation of a block is often a little above the mean.
#[inline]
pub(crate) fn room(left: usize, one: usize) -> usize {
    let guess = left.checked_div(one).unwrap_or_default();
    guess.saturating_add(guess >> 3).saturating_add(2).min(left.saturating_add(1))
}

/// Gives back the room for elements that did not come, if it is that of a quarter of those that did; as many as are counted have come.
#[inline]
fn give_back<T>(items: &mut Vec<T>) {
    #[cold]
    #[inline(never)]
    fn shrink<T>(items: &mut Vec<T>) {
        items.shrink_to_fit();
    }
    if items.len() > COUNTED && items.capacity().saturating_sub(items.len()) > items.len() >> 2 {
        shrink(items);
    }
}

impl<'a> Reader<'a> {
    /// Reads one more element of a list with `read`. A full vector grows first, to twice its capacity and at least `min_capacity`, so that
    /// the element is moved once; the budget of heap is charged for it.
    ///
    /// # Errors
    /// Those of `read`; `Heap_exceeded`.
    #[cfg_attr(not(debug_assertions), inline(always))]
    pub fn read_onto<T>(
        &mut self,
        items: &mut Vec<T>,
        min_capacity: usize,
        read: impl FnOnce(&mut Self) -> Result<T, Fault>,
    ) -> Result<(), Fault> {
        if items.len() == items.capacity() {
            let more = items.len().max(min_capacity);
            tri!(charge_for::<T>(self, more));
            items.reserve_exact(more);
        }
        match read(self) {
            // Always true; stated, it tells the compiler that `push` does not grow the vector.
            Ok(item) if items.len() < items.capacity() => items.push(item),
            Ok(_) => {}
            Err(fault) => return Err(fault),
        }
        Ok(())
    }
}

/// Adds an element; where the vector is full it grows to twice its room.
#[inline]
pub(crate) fn add<T>(input: &Reader<'_>, items: &mut Vec<T>, item: T) -> Result<(), Fault> {
    if items.len() == items.capacity() {
        tri!(charge_for::<T>(input, items.len().max(4)));
    }
    items.push(item);
    Ok(())
}

/// Charges for so many elements.
#[inline]
pub(crate) fn charge_for<T>(input: &Reader<'_>, elements: usize) -> Result<(), Fault> {
    input.charge(elements.saturating_mul(size_of::<T>()))
}

/// Charges for so many elements what they take beyond their bytes on the wire, which the whole message was charged for.
#[inline]
fn charge_beyond<T>(input: &Reader<'_>, elements: usize, size: usize) -> Result<(), Fault> {
    match size_of::<T>().saturating_sub(size) {
        0 => Ok(()),
        more => input.charge(elements.saturating_mul(more)),
    }
}

/// The fault of an element too many.
#[cold]
#[inline(never)]
fn too_long(kind: FaultKind, rest: &[u8], max: usize) -> Fault {
    Fault::with_detail(kind, rest, max)
}

/// Reads one of so many elements as a number in front says: without a byte for each, the number alone would say how much memory they take.
#[inline]
pub(crate) fn read_counted<'a, T, W: Reads<'a, T> + ?Sized>(input: &mut Reader<'a>) -> Result<T, Fault> {
    let start = input.remaining();
    let item = tri!(W::read(input));
    if const { !matches!(W::FACTS.fixed_size, Some(1..)) } && input.remaining().len() == start.len() {
        return Err(empty_item(start));
    }
    Ok(item)
}

/// The fault of an element without a byte.
#[cold]
#[inline(never)]
pub(crate) fn empty_item(start: &[u8]) -> Fault {
    Fault::new(FaultKind::EmptyItem, start)
}
