//! Lists.

use alloc::boxed::Box;
use alloc::vec::Vec;

use super::elements::{empty_item, read_array, read_array_with, read_boxed_array, read_to_end, refusal, write_each};
use super::{Auto, Bytes, Reads, Schema, Writes};
use crate::error::{EncodeError, ErrorKind};
use crate::facts::Facts;
use crate::fault::{Fault, FaultKind};
use crate::form::{Container, Sink};
use crate::reader::{Reader, refused};
use crate::schema::{Count, Encoding};
use crate::traits::{BinWriter, HasEncoding, NomReader};
use crate::view::{Seq, Views};

/// The `MAX` of a [`List`] without a limit.
pub const UNBOUNDED: usize = usize::MAX;

/// A list of elements encoded as `W`, to the end of the enclosing block; at most `MAX` (`Variable.list ~max_length`)
/// and at least `MIN`. A `Vec` is a list, a `Box<[T]>` an array (`Variable.array`): they differ in the names of their
/// errors.
///
/// With a size prefix, `dynamic, list`, it is the reference's `list`. Memory is reserved only for elements whose bytes
/// are available.
///
/// # Errors
/// Reading: those of the elements; `List_too_long` before the first element beyond the limit. Writing:
/// `List_invalid_length`. Both: `List_too_short`, which the reference does not have.
#[derive(Debug)]
pub struct List<W, const MAX: usize = UNBOUNDED, const MIN: usize = 0>(core::marker::PhantomData<W>);

/// Returns the schema of a list or an array.
pub(super) const fn encoding(item: &'static Encoding, min: usize, max: usize, array: bool) -> Encoding {
    Encoding::List { item, count: Count::ToEnd { min, max: if max == UNBOUNDED { None } else { Some(max) } }, array }
}

/// Checks the number of elements to be written.
#[inline]
pub(crate) fn fits(found: usize, min: usize, max: usize, array: bool) -> Result<(), EncodeError> {
    if found >= min && found <= max { Ok(()) } else { Err(length_error(found, min, max, array)) }
}

/// Returns the error for a list whose length is outside its limits.
#[cold]
#[inline(never)]
fn length_error(found: usize, min: usize, max: usize, array: bool) -> EncodeError {
    EncodeError::new(match found > max {
        true => ErrorKind::ListLength { max, found, writing: true, array },
        false => ErrorKind::ListTooShort { min, found },
    })
}

/// Checks that at least `min` elements have been read.
#[inline]
pub(crate) fn enough(input: &Reader<'_>, found: usize, min: usize) -> Result<(), Fault> {
    match found < min {
        false => Ok(()),
        true => Err(Fault::with_detail(FaultKind::ListTooShort, input.remaining(), min)),
    }
}

impl<T, W: Schema<T>, const MAX: usize, const MIN: usize> Schema<Vec<T>> for List<W, MAX, MIN> {
    const ENCODING: &'static Encoding = &encoding(W::ENCODING, MIN, MAX, false);
    const INNERMOST: Container = W::INNERMOST;
}

impl<'a, T, W: Reads<'a, T>, const MAX: usize, const MIN: usize> Reads<'a, Vec<T>> for List<W, MAX, MIN> {
    const FACTS: Facts = W::FACTS.list();

    #[inline]
    fn read(input: &mut Reader<'a>) -> Result<Vec<T>, Fault> {
        let items = tri!(W::read_list(input, MAX));
        tri!(enough(input, items.len(), MIN));
        Ok(items)
    }
}

impl<T, W: Writes<T>, const MAX: usize, const MIN: usize> Writes<Vec<T>> for List<W, MAX, MIN> {
    const FACTS: Facts = W::FACTS.list();

    #[inline]
    fn write<S: Sink>(value: &Vec<T>, sink: &mut S) -> Result<(), EncodeError> {
        tri!(sink.check(|_| fits(value.len(), MIN, MAX, false)));
        W::write_list(value, sink)
    }
}

impl<T, W: Schema<T>, const MAX: usize, const MIN: usize> Schema<Box<[T]>> for List<W, MAX, MIN> {
    const ENCODING: &'static Encoding = &encoding(W::ENCODING, MIN, MAX, true);
    const INNERMOST: Container = W::INNERMOST;
}

impl<'a, T, W: Reads<'a, T>, const MAX: usize, const MIN: usize> Reads<'a, Box<[T]>> for List<W, MAX, MIN> {
    const FACTS: Facts = W::FACTS.list();

    #[inline]
    fn read(input: &mut Reader<'a>) -> Result<Box<[T]>, Fault> {
        let items = tri!(read_to_end::<T, W>(input, MAX, FaultKind::ArrayTooLong));
        tri!(enough(input, items.len(), MIN));
        Ok(items.into_boxed_slice())
    }
}

impl<T, W: Writes<T>, const MAX: usize, const MIN: usize> Writes<Box<[T]>> for List<W, MAX, MIN> {
    const FACTS: Facts = W::FACTS.list();

    #[inline]
    fn write<S: Sink>(value: &Box<[T]>, sink: &mut S) -> Result<(), EncodeError> {
        tri!(sink.check(|_| fits(value.len(), MIN, MAX, true)));
        W::write_list(value, sink)
    }
}

impl<'a, T, W: Views<'a, T> + Reads<'a, T>, const MAX: usize, const MIN: usize> Views<'a, Vec<T>>
    for List<W, MAX, MIN>
{
    type View = Seq<'a, T, W>;

    #[cfg_attr(not(debug_assertions), inline(always))]
    fn view(input: &mut Reader<'a>) -> Result<Self::View, Fault> {
        view_to_end::<T, W>(input, (MIN, MAX), FaultKind::ListTooLong)
    }

    fn own(view: &Self::View) -> Result<Vec<T>, Fault> {
        W::read_list(&mut view.reader(), MAX)
    }
}

impl<'a, T, W: Views<'a, T> + Reads<'a, T>, const MAX: usize, const MIN: usize> Views<'a, Box<[T]>>
    for List<W, MAX, MIN>
{
    type View = Seq<'a, T, W>;

    #[cfg_attr(not(debug_assertions), inline(always))]
    fn view(input: &mut Reader<'a>) -> Result<Self::View, Fault> {
        view_to_end::<T, W>(input, (MIN, MAX), FaultKind::ArrayTooLong)
    }

    fn own(view: &Self::View) -> Result<Box<[T]>, Fault> {
        view.owned().map(Vec::into_boxed_slice)
    }
}

/// The default encoding of a `Vec` is a list to the end of the block, or bytes if its elements are bytes.
impl<T: HasEncoding> HasEncoding for Vec<T> {
    const ENCODING: &'static Encoding =
        if T::IS_BYTE { <Bytes as Schema<Vec<u8>>>::ENCODING } else { <List<Auto> as Schema<Self>>::ENCODING };
    const CONTAINER: Container = if T::IS_BYTE { Container::None } else { Container::List };
    const HAS_BYTE_ORDER: bool = T::HAS_BYTE_ORDER;
}

impl<'a, T: NomReader<'a>> NomReader<'a> for Vec<T> {
    const FACTS: Facts = T::FACTS.list();

    #[inline]
    fn read(input: &mut Reader<'a>) -> Result<Self, Fault> {
        T::read_list(input, UNBOUNDED)
    }
}

impl<T: BinWriter> BinWriter for Vec<T> {
    const FACTS: Facts = T::FACTS.list();

    #[inline]
    fn write<S: Sink>(&self, sink: &mut S) -> Result<(), EncodeError> {
        T::write_list(self, sink)
    }
}

/// The default encoding of an array is the sequence of its elements, or bytes if its elements are bytes.
impl<T: HasEncoding, const N: usize> HasEncoding for [T; N] {
    const ENCODING: &'static Encoding = if T::IS_BYTE {
        <Bytes as Schema<[u8; N]>>::ENCODING
    } else {
        &Encoding::List { item: T::ENCODING, count: Count::Exactly(N), array: true }
    };
    const HAS_BYTE_ORDER: bool = T::HAS_BYTE_ORDER;
}

impl<'a, T: NomReader<'a>, const N: usize> NomReader<'a> for [T; N] {
    const FACTS: Facts = T::FACTS.repeated(N);

    #[inline]
    fn read(input: &mut Reader<'a>) -> Result<Self, Fault> {
        T::read_array(input)
    }

    #[cfg_attr(not(debug_assertions), inline(always))]
    fn get(input: &mut Reader<'a>) -> Option<Self> {
        T::get_array(input)
    }

    #[inline]
    fn read_list(input: &mut Reader<'a>, max: usize) -> Result<Vec<Self>, Fault> {
        T::read_list_of_arrays(input, max)
    }

    #[inline]
    fn read_array<const M: usize>(input: &mut Reader<'a>) -> Result<[Self; M], Fault> {
        T::read_arrays(input)
    }

    #[inline]
    fn read_boxed(input: &mut Reader<'a>) -> Result<Box<Self>, Fault> {
        read_boxed_array::<T, Auto, N>(input)
    }
}

impl<T: BinWriter, const N: usize> BinWriter for [T; N] {
    const FACTS: Facts = T::FACTS.repeated(N);

    #[inline]
    fn write<S: Sink>(&self, sink: &mut S) -> Result<(), EncodeError> {
        T::write_list(self, sink)
    }

    #[inline]
    fn write_list<S: Sink>(values: &[Self], sink: &mut S) -> Result<(), EncodeError> {
        // An error names the index in each array, which the flattened list does not have.
        match const { T::FACTS.infallible } {
            true => T::write_list(values.as_flattened(), sink),
            false => write_each::<Self, Auto, S>(values, sink),
        }
    }
}

/// An array of elements encoded as `W`, for readers and views. Schemas use the default encoding of arrays, except to compute the size of
/// an array that follows a field with `reserve`.
#[derive(Debug)]
pub struct Arrays<W: ?Sized>(core::marker::PhantomData<W>);

impl<T, W: Schema<T> + ?Sized, const N: usize> Schema<[T; N]> for Arrays<W> {
    const ENCODING: &'static Encoding = &Encoding::List { item: W::ENCODING, count: Count::Exactly(N), array: true };
}

impl<'a, T, W: Reads<'a, T> + ?Sized, const N: usize> Reads<'a, [T; N]> for Arrays<W> {
    const FACTS: Facts = W::FACTS.repeated(N);

    #[inline]
    fn read(input: &mut Reader<'a>) -> Result<[T; N], Fault> {
        read_array::<T, W, N>(input)
    }

    #[inline]
    fn read_boxed(input: &mut Reader<'a>) -> Result<Box<[T; N]>, Fault> {
        read_boxed_array::<T, W, N>(input)
    }
}

impl<'a, T, W: Views<'a, T> + Reads<'a, T>, const N: usize> Views<'a, [T; N]> for Arrays<W> {
    type View = [W::View; N];

    #[cfg_attr(not(debug_assertions), inline(always))]
    fn view(input: &mut Reader<'a>) -> Result<Self::View, Fault> {
        read_array_with(input, W::view)
    }

    fn own(view: &Self::View) -> Result<[T; N], Fault> {
        let mut views = view.iter();
        read_array_with(&mut Reader::new(&[]), |none| match views.next() {
            Some(view) => W::own(view),
            None => Err(none.fault(FaultKind::NotEnoughData)),
        })
    }
}

/// Reads the content of a newtype and wraps it.
///
/// # Errors
/// The errors of the encoding `W`.
#[inline]
pub fn map<'a, T, W: Reads<'a, T>, U>(input: &mut Reader<'a>, wrap: impl FnOnce(T) -> U) -> Result<U, Fault> {
    match W::read(input) {
        Ok(value) => Ok(wrap(value)),
        Err(fault) => refused(fault),
    }
}

/// Reads the content of a newtype of which every bit pattern is valid, and wraps it; `None` if bytes are missing.
#[cfg_attr(not(debug_assertions), inline(always))]
pub fn map_get<'a, T, W: Reads<'a, T>, U>(input: &mut Reader<'a>, wrap: impl FnOnce(T) -> U) -> Option<U> {
    W::get(input).map(wrap)
}

/// Reads elements to the end of the block; `too_long` is the fault for more than `max`.
#[cfg_attr(not(debug_assertions), inline(always))]
fn view_to_end<'a, T, W: Views<'a, T> + Reads<'a, T>>(
    input: &mut Reader<'a>,
    (min, max): (usize, usize),
    too_long: FaultKind,
) -> Result<Seq<'a, T, W>, Fault> {
    let start = input.remaining();
    if const { W::FACTS.infallible } {
        let Some(elements) = input.elements(W::FACTS.min_size, max) else {
            return Err(refusal(input.clone(), max, too_long, W::view));
        };
        input.rest()?;
        enough(input, elements.len(), min)?;
        return Ok(Seq::new(start, elements.len(), input.revision()));
    }
    let mut len = 0usize;
    while !input.is_empty() {
        let before = input.remaining();
        if len == max {
            return Err(Fault::with_detail(too_long, before, max));
        }
        W::view(input)?;
        // An element with a size prefix has at least one byte.
        if W::FACTS.prefix.is_none() && input.remaining().len() == before.len() {
            return Err(empty_item(before));
        }
        len = len.saturating_add(1);
    }
    enough(input, len, min)?;
    Ok(Seq::new(start, len, input.revision()))
}
