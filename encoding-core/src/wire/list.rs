//! Lists.

use alloc::boxed::Box;
use alloc::vec::Vec;

use arrayvec::ArrayVec;

use super::{Auto, Bytes, Reads, Schema, Skip, Writes};
use crate::error::{EncodeError, ErrorKind};
use crate::fault::{Fault, FaultKind};
use crate::measure::Measure;
use crate::nom::{NomResult, nom_read};
use crate::reader::Reader;
use crate::schema::{Count, Encoding};
use crate::sink::Sink;
use crate::traits::{BinWriter, HasEncoding, NomReader};

/// The `MAX` of a [`List`] that its encoding does not bound.
pub const UNBOUNDED: usize = usize::MAX;

/// Elements in the form `W` to the end of the enclosing block, at most `MAX` of them (`Variable.list ~max_length`) and at least
/// `MIN`. A `Vec` is a list, a `Box<[T]>` an array (`Variable.array`): they differ in the names of their errors.
///
/// With a header: `dynamic, list`, which is the reference's `list`. Memory is taken for elements whose bytes are there.
///
/// # Errors
/// Reading: those of an element; `List_too_long` before the first element too many. Writing: `List_invalid_length`. Both:
/// `List_too_short`, which the reference does not have.
#[derive(Debug)]
pub struct List<W, const MAX: usize = UNBOUNDED, const MIN: usize = 0>(core::marker::PhantomData<W>);

/// The schema of a list or of an array.
pub(super) const fn encoding(item: &'static Encoding, min: usize, max: usize, array: bool) -> Encoding {
    Encoding::List { item, count: Count::ToEnd { min, max: if max == UNBOUNDED { None } else { Some(max) } }, array }
}

/// Checks the number of elements that are to be written.
#[inline]
pub(crate) fn fits(found: usize, min: usize, max: usize, array: bool) -> Result<(), EncodeError> {
    if found >= min && found <= max { Ok(()) } else { Err(misfit(found, min, max, array)) }
}

/// Why so many elements are not written.
#[cold]
#[inline(never)]
fn misfit(found: usize, min: usize, max: usize, array: bool) -> EncodeError {
    EncodeError::new(match found > max {
        true => ErrorKind::ListLength { max, found, writing: true, array },
        false => ErrorKind::ListTooShort { min, found },
    })
}

/// Checks the number of elements that were read up to where `input` is.
#[inline]
pub(crate) fn enough(input: &Reader<'_>, found: usize, min: usize) -> Result<(), Fault> {
    match found < min {
        false => Ok(()),
        true => Err(Fault::with_detail(FaultKind::ListTooShort, input.remaining(), min)),
    }
}

impl<T, W: Schema<T>, const MAX: usize, const MIN: usize> Schema<Vec<T>> for List<W, MAX, MIN> {
    const ENCODING: &'static Encoding = &encoding(W::ENCODING, MIN, MAX, false);
}

impl<'a, T, W: Reads<'a, T>, const MAX: usize, const MIN: usize> Reads<'a, Vec<T>> for List<W, MAX, MIN> {
    #[inline]
    fn read(input: &mut Reader<'a>) -> Result<Vec<T>, Fault> {
        let items = tri!(W::read_all(input, MAX));
        tri!(enough(input, items.len(), MIN));
        Ok(items)
    }
}

impl<T, W: Writes<T>, const MAX: usize, const MIN: usize> Writes<Vec<T>> for List<W, MAX, MIN> {
    const HAS_BLOCKS: bool = W::HAS_BLOCKS;
    const AHEAD: bool = W::AHEAD;

    #[inline]
    fn measure(value: &Vec<T>, measure: &mut Measure<'_>) -> Result<usize, EncodeError> {
        tri!(fits(value.len(), MIN, MAX, false));
        W::measure_all(value, measure)
    }

    #[inline]
    fn write<S: Sink>(value: &Vec<T>, sink: &mut S) {
        W::write_all(value, sink);
    }
}

impl<T, W: Schema<T>, const MAX: usize, const MIN: usize> Schema<Box<[T]>> for List<W, MAX, MIN> {
    const ENCODING: &'static Encoding = &encoding(W::ENCODING, MIN, MAX, true);
}

impl<'a, T, W: Reads<'a, T>, const MAX: usize, const MIN: usize> Reads<'a, Box<[T]>> for List<W, MAX, MIN> {
    #[inline]
    fn read(input: &mut Reader<'a>) -> Result<Box<[T]>, Fault> {
        let items = tri!(read_to_end::<T, W>(input, MAX, FaultKind::ArrayTooLong));
        tri!(enough(input, items.len(), MIN));
        Ok(items.into_boxed_slice())
    }
}

impl<T, W: Writes<T>, const MAX: usize, const MIN: usize> Writes<Box<[T]>> for List<W, MAX, MIN> {
    const HAS_BLOCKS: bool = W::HAS_BLOCKS;
    const AHEAD: bool = W::AHEAD;

    #[inline]
    fn measure(value: &Box<[T]>, measure: &mut Measure<'_>) -> Result<usize, EncodeError> {
        tri!(fits(value.len(), MIN, MAX, true));
        W::measure_all(value, measure)
    }

    #[inline]
    fn write<S: Sink>(value: &Box<[T]>, sink: &mut S) {
        W::write_all(value, sink);
    }
}

/// By itself a `Vec` is a list to the end of the block, or bytes where its elements are bytes.
impl<T: HasEncoding> HasEncoding for Vec<T> {
    const ENCODING: &'static Encoding =
        if T::IS_BYTE { <Bytes as Schema<Vec<u8>>>::ENCODING } else { <List<Auto> as Schema<Self>>::ENCODING };
}

impl<'a, T: NomReader<'a>> NomReader<'a> for Vec<T> {
    #[inline]
    fn nom_read(input: &'a [u8]) -> NomResult<'a, Self> {
        nom_read(input, Self::read)
    }

    #[inline]
    fn read(input: &mut Reader<'a>) -> Result<Self, Fault> {
        T::read_all(input, UNBOUNDED)
    }
}

impl<T: BinWriter> BinWriter for Vec<T> {
    const HAS_BLOCKS: bool = T::HAS_BLOCKS;
    const AHEAD: bool = T::AHEAD;

    #[inline]
    fn measure(&self, measure: &mut Measure<'_>) -> Result<usize, EncodeError> {
        T::measure_all(self, measure)
    }

    #[inline]
    fn write<S: Sink>(&self, sink: &mut S) {
        T::write_all(self, sink);
    }
}

/// By itself an array is its elements, or bytes where they are bytes.
impl<T: HasEncoding, const N: usize> HasEncoding for [T; N] {
    const ENCODING: &'static Encoding = if T::IS_BYTE {
        <Bytes as Schema<[u8; N]>>::ENCODING
    } else {
        &Encoding::List { item: T::ENCODING, count: Count::Exactly(N), array: true }
    };
}

impl<'a, T: NomReader<'a>, const N: usize> NomReader<'a> for [T; N] {
    const FIXED: Option<usize> = fixed_array(T::FIXED, N);
    const TOTAL: bool = T::TOTAL;

    #[inline]
    fn nom_read(input: &'a [u8]) -> NomResult<'a, Self> {
        nom_read(input, Self::read)
    }

    #[inline]
    fn read(input: &mut Reader<'a>) -> Result<Self, Fault> {
        T::read_array(input)
    }

    #[inline]
    fn read_all(input: &mut Reader<'a>, max: usize) -> Result<Vec<Self>, Fault> {
        T::read_arrays(input, max)
    }
}

impl<T: BinWriter, const N: usize> BinWriter for [T; N] {
    const HAS_BLOCKS: bool = T::HAS_BLOCKS;
    const AHEAD: bool = T::AHEAD;
    const EXACT: Option<usize> = fixed_array(T::EXACT, N);

    #[inline]
    fn measure(&self, measure: &mut Measure<'_>) -> Result<usize, EncodeError> {
        T::measure_all(self, measure)
    }

    #[inline]
    fn write<S: Sink>(&self, sink: &mut S) {
        T::write_all(self, sink);
    }
}

/// The size of `count` elements of a fixed size.
pub(crate) const fn fixed_array(element: Option<usize>, count: usize) -> Option<usize> {
    match element {
        Some(bytes) => bytes.checked_mul(count),
        None => None,
    }
}

/// The fault of an element too many.
#[cold]
#[inline(never)]
fn too_long(kind: FaultKind, rest: &[u8], max: usize) -> Fault {
    Fault::with_detail(kind, rest, max)
}

/// The fault of an element without a byte.
#[cold]
#[inline(never)]
pub(crate) fn empty_item(start: &[u8]) -> Fault {
    Fault::new(FaultKind::EmptyItem, start)
}

/// How many elements to make room for when the first took `one` bytes and `left` are left: as many as would fit if all were
/// as long, and an eighth more, because messages are mixed: the first operation of a block is often a little above the mean.
#[inline]
pub(crate) fn room(left: usize, one: usize) -> usize {
    let guess = left.checked_div(one).unwrap_or_default();
    guess.saturating_add(guess >> 3).saturating_add(2).min(left.saturating_add(1))
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

/// Adds an element; where the vector is full it grows to twice its room.
#[inline]
pub(crate) fn add<T>(input: &Reader<'_>, items: &mut Vec<T>, item: T) -> Result<(), Fault> {
    if items.len() == items.capacity() {
        tri!(charge_for::<T>(input, items.len().max(4)));
    }
    items.push(item);
    Ok(())
}

/// Reads elements to the end of the block; `excess` is the fault of one too many.
#[inline]
pub(crate) fn read_to_end<'a, T, W: Reads<'a, T> + ?Sized>(
    input: &mut Reader<'a>,
    max: usize,
    excess: FaultKind,
) -> Result<Vec<T>, Fault> {
    if const { matches!(W::FIXED, Some(1..)) } {
        read_elements::<T, W>(input, max, excess)
    } else {
        let read =
            if const { size_of::<T>() <= size_of::<Vec<u8>>() } { read_one_by_one::<T, W> } else { read_apart::<T, W> };
        let items = tri!(read(input.clone(), max, excess));
        tri!(input.rest());
        Ok(items)
    }
}

/// Arrays of elements in the form `W`.
pub(super) struct Arrays<W: ?Sized>(core::marker::PhantomData<W>);

impl<'a, T, W: Reads<'a, T> + ?Sized, const N: usize> Reads<'a, [T; N]> for Arrays<W> {
    const FIXED: Option<usize> = fixed_array(W::FIXED, N);

    #[inline]
    fn read(input: &mut Reader<'a>) -> Result<[T; N], Fault> {
        W::read_array(input)
    }
}

/// So many blocks are counted one by one.
const COUNTED: usize = 64;

/// How many blocks to make room for: as many as there are, up to the first that is cut short, or, where bytes follow the first [`COUNTED`],
/// as many as there would be if the others were as long as these, and a sixty-fourth more; never more than there could be of `least`
/// bytes each. All are counted where a budget of heap is given, from which is taken what the value takes.
///
/// To go from size to size through a long list takes a seventh of the time in which it is read: each is known when the one before it has
/// come from memory.
#[inline]
fn blocks(input: &Reader<'_>, skip: Skip, least: usize) -> usize {
    let bytes = input.remaining().len();
    let most = if input.has_budget() { usize::MAX } else { COUNTED };
    let (count, left) = skip(input.remaining(), most);
    let room = if count == most && left != 0 {
        let others = left.saturating_mul(count).checked_div(bytes.saturating_sub(left)).unwrap_or_default();
        count.saturating_add(others).saturating_add(others >> 6).saturating_add(1)
    } else {
        count
    };
    room.min(bytes.checked_div(least).unwrap_or(usize::MAX))
}

/// Gives back the room for elements that did not come, if it is that of a quarter of those that did.
#[inline]
fn give_back<T>(items: &mut Vec<T>) {
    #[cold]
    #[inline(never)]
    fn shrink<T>(items: &mut Vec<T>) {
        items.shrink_to_fit();
    }
    if items.capacity().saturating_sub(items.len()) > items.len() >> 2 {
        shrink(items);
    }
}

/// Reads elements of one size: each has a block of its own, so that the checks of its parts fall away.
#[inline]
fn read_elements<'a, T, W: Reads<'a, T> + ?Sized>(
    input: &mut Reader<'a>,
    max: usize,
    excess: FaultKind,
) -> Result<Vec<T>, Fault> {
    let size = W::FIXED.unwrap_or_default();
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
#[inline]
fn read_one_by_one<'a, T, W: Reads<'a, T> + ?Sized>(
    input: Reader<'a>,
    max: usize,
    excess: FaultKind,
) -> Result<Vec<T>, Fault> {
    let mut input = input.clone();
    let mut items = match W::SKIP {
        Some(skip) => {
            let room = blocks(&input, skip, W::LEAST).min(max);
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
        let item = tri!(W::read(&mut input));
        // An element that has its size in front takes bytes.
        if const { W::SKIP.is_none() } {
            let left = input.remaining().len();
            if left == start.len() {
                return Err(empty_item(start));
            }
            if items.capacity() == 0 {
                let room = room(left, start.len().saturating_sub(left)).min(max);
                tri!(charge_for::<T>(&input, room));
                items.reserve_exact(room);
            }
        }
        tri!(add(&input, &mut items, item));
    }
    if const { W::SKIP.is_some() } {
        give_back(&mut items);
    }
    Ok(items)
}

/// The same by a call, for elements that are more than bytes or text: see [`filled`](super::filled).
fn read_apart<'a, T, W: Reads<'a, T> + ?Sized>(
    input: Reader<'a>,
    max: usize,
    excess: FaultKind,
) -> Result<Vec<T>, Fault> {
    read_one_by_one::<T, W>(input, max, excess)
}

/// Reads elements of `N` bytes to the end of the block, in one go.
#[inline]
pub(crate) fn read_all_fixed<T, const N: usize>(
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

/// Reads `N` elements, without heap.
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

/// Measures elements: one by one, unless the type alone says how long they are.
#[inline]
pub(crate) fn measure_all_as<T, W: Writes<T> + ?Sized>(
    values: &[T],
    measure: &mut Measure<'_>,
) -> Result<usize, EncodeError> {
    if const { W::EXACT.is_some() } {
        return Ok(values.len().saturating_mul(W::EXACT.unwrap_or_default()));
    }
    let mut total = 0usize;
    for (index, value) in values.iter().enumerate() {
        let bytes = tri!(W::measure(value, measure), error => error.at_index(index));
        total = total.saturating_add(bytes);
    }
    Ok(total)
}
