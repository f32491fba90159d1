//! Lists with a fixed or an explicit number of elements.

use alloc::boxed::Box;
use alloc::vec::Vec;
use core::marker::PhantomData;

use super::elements::{add, capacity_hint, charge_for, empty_item, read_counted};
use super::like::small_n;
use super::list::{UNBOUNDED, fits};
use super::{Length, Reads, Schema, Writes};
use crate::error::{EncodeError, ErrorKind};
use crate::facts::Facts;
use crate::fault::{Fault, FaultKind};
use crate::form::{Container, Sink};
use crate::number::n_bytes;
use crate::prefix::{MAX_SIZE, Prefix};
use crate::reader::Reader;
use crate::schema::{Count, Encoding};
use crate::view::{Seq, Views};

/// A list with a count: the number of elements, encoded as `L`, then at most `MAX` elements, encoded as `W`
/// (`list_with_length`).
///
/// A count above the maximum is refused before any element is read. Memory is reserved only for elements whose bytes
/// are available.
///
/// # Errors
/// Reading: those of the count and of the elements; `List_too_long`. A count above 2^30 - 1 is `List_too_long` if it is
/// encoded as `n`, otherwise `Invalid_int`. Writing: `List_invalid_length`.
///
/// Rule: `data-encoding`, `encoding.ml`, `list_with_length`; a count encoded as `n` has at most as many bytes as `MAX`,
/// and the reader converts its `Invalid_int` to `List_too_long`.
#[derive(Debug)]
pub struct Counted<L, W, const MAX: usize = UNBOUNDED>(PhantomData<(L, W)>);

impl<L: Length, W, const MAX: usize> Counted<L, W, MAX> {
    const MAX_COUNT: usize = if MAX < L::PREFIX.max() { MAX } else { L::PREFIX.max() };

    /// Reads the number of elements.
    #[inline]
    pub(crate) fn count(input: &mut Reader<'_>, excess: FaultKind) -> Result<usize, Fault> {
        let start = input.remaining();
        let count = match L::PREFIX {
            Prefix::N => {
                let most = u64::try_from(Self::MAX_COUNT).unwrap_or(u64::MAX);
                usize::try_from(tri!(small_n(input, n_bytes(most)))).unwrap_or(usize::MAX)
            }
            _ => match tri!(L::read(input)) {
                count if count > MAX_SIZE => return Err(Fault::new(FaultKind::InvalidInt, start)),
                count => count,
            },
        };
        if count > Self::MAX_COUNT {
            return Err(Fault::with_detail(excess, start, Self::MAX_COUNT));
        }
        Ok(count)
    }
}

impl<T, L: Length, W: Schema<T>, const MAX: usize> Schema<Vec<T>> for Counted<L, W, MAX> {
    const ENCODING: &'static Encoding = &Encoding::List {
        item: W::ENCODING,
        count: Count::Prefixed { prefix: L::PREFIX, max: if MAX == UNBOUNDED { None } else { Some(MAX) } },
        array: false,
    };
    const INNERMOST: Container = W::INNERMOST;
}

impl<'a, T, L: Length, W: Reads<'a, T>, const MAX: usize> Reads<'a, Vec<T>> for Counted<L, W, MAX> {
    const FACTS: Facts = W::FACTS.of_any_size();

    #[inline]
    fn read(input: &mut Reader<'a>) -> Result<Vec<T>, Fault> {
        let count = tri!(Self::count(input, FaultKind::ListTooLong));
        read_exactly(input, count, read_counted::<T, W>)
    }
}

impl<T, L: Length, W: Writes<T>, const MAX: usize> Writes<Vec<T>> for Counted<L, W, MAX> {
    const FACTS: Facts = W::FACTS.of_any_size();

    #[inline]
    fn write<S: Sink>(value: &Vec<T>, sink: &mut S) -> Result<(), EncodeError> {
        tri!(sink.check(|_| fits(value.len(), 0, Self::MAX_COUNT, false)));
        L::put(value.len(), sink);
        W::write_list(value, sink)
    }
}

/// A `Box<[T]>` is an array (`array_with_length`).
impl<T, L: Length, W: Schema<T>, const MAX: usize> Schema<Box<[T]>> for Counted<L, W, MAX> {
    const ENCODING: &'static Encoding = &Encoding::List {
        item: W::ENCODING,
        count: Count::Prefixed { prefix: L::PREFIX, max: if MAX == UNBOUNDED { None } else { Some(MAX) } },
        array: true,
    };
    const INNERMOST: Container = W::INNERMOST;
}

impl<'a, T, L: Length, W: Reads<'a, T>, const MAX: usize> Reads<'a, Box<[T]>> for Counted<L, W, MAX> {
    const FACTS: Facts = W::FACTS.of_any_size();

    #[inline]
    fn read(input: &mut Reader<'a>) -> Result<Box<[T]>, Fault> {
        let count = tri!(Self::count(input, FaultKind::ArrayTooLong));
        read_exactly(input, count, read_counted::<T, W>).map(Vec::into_boxed_slice)
    }
}

impl<T, L: Length, W: Writes<T>, const MAX: usize> Writes<Box<[T]>> for Counted<L, W, MAX> {
    const FACTS: Facts = W::FACTS.of_any_size();

    #[inline]
    fn write<S: Sink>(value: &Box<[T]>, sink: &mut S) -> Result<(), EncodeError> {
        tri!(sink.check(|_| fits(value.len(), 0, Self::MAX_COUNT, true)));
        L::put(value.len(), sink);
        W::write_list(value, sink)
    }
}

impl<'a, T, L: Length, W: Views<'a, T> + Reads<'a, T>, const MAX: usize> Views<'a, Vec<T>> for Counted<L, W, MAX> {
    type View = Seq<'a, T, W>;

    #[cfg_attr(not(debug_assertions), inline(always))]
    fn view(input: &mut Reader<'a>) -> Result<Self::View, Fault> {
        let count = Self::count(input, FaultKind::ListTooLong)?;
        view_exactly(input, count, view_counted::<T, W>)
    }

    fn own(view: &Self::View) -> Result<Vec<T>, Fault> {
        view.owned()
    }
}

impl<'a, T, L: Length, W: Views<'a, T> + Reads<'a, T>, const MAX: usize> Views<'a, Box<[T]>> for Counted<L, W, MAX> {
    type View = Seq<'a, T, W>;

    #[cfg_attr(not(debug_assertions), inline(always))]
    fn view(input: &mut Reader<'a>) -> Result<Self::View, Fault> {
        let count = Self::count(input, FaultKind::ArrayTooLong)?;
        view_exactly(input, count, view_counted::<T, W>)
    }

    fn own(view: &Self::View) -> Result<Box<[T]>, Fault> {
        view.owned().map(Vec::into_boxed_slice)
    }
}

/// Exactly `N` elements, encoded as `W`, without a count (`Fixed.list`). A `Box<[T]>` is an array (`Fixed.array`).
///
/// # Errors
/// Reading: those of the elements. Writing: `List_invalid_length`, or `Array_invalid_length` for an array.
#[derive(Debug)]
pub struct Exactly<W, const N: usize>(PhantomData<W>);

impl<T, W: Schema<T>, const N: usize> Schema<Vec<T>> for Exactly<W, N> {
    const ENCODING: &'static Encoding = &Encoding::List { item: W::ENCODING, count: Count::Exactly(N), array: false };
    const INNERMOST: Container = W::INNERMOST;
}

impl<'a, T, W: Reads<'a, T>, const N: usize> Reads<'a, Vec<T>> for Exactly<W, N> {
    const FACTS: Facts = W::FACTS.repeated(N).fallible();

    #[inline]
    fn read(input: &mut Reader<'a>) -> Result<Vec<T>, Fault> {
        read_exactly(input, N, W::read)
    }
}

impl<T, W: Writes<T>, const N: usize> Writes<Vec<T>> for Exactly<W, N> {
    const FACTS: Facts = W::FACTS.repeated(N).fallible();

    #[inline]
    fn write<S: Sink>(value: &Vec<T>, sink: &mut S) -> Result<(), EncodeError> {
        tri!(sink.check(|_| exactly(N, value.len(), false)));
        W::write_list(value, sink)
    }
}

impl<T, W: Schema<T>, const N: usize> Schema<Box<[T]>> for Exactly<W, N> {
    const ENCODING: &'static Encoding = &Encoding::List { item: W::ENCODING, count: Count::Exactly(N), array: true };
    const INNERMOST: Container = W::INNERMOST;
}

impl<'a, T, W: Reads<'a, T>, const N: usize> Reads<'a, Box<[T]>> for Exactly<W, N> {
    const FACTS: Facts = W::FACTS.repeated(N).fallible();

    #[inline]
    fn read(input: &mut Reader<'a>) -> Result<Box<[T]>, Fault> {
        read_exactly(input, N, W::read).map(Vec::into_boxed_slice)
    }
}

impl<T, W: Writes<T>, const N: usize> Writes<Box<[T]>> for Exactly<W, N> {
    const FACTS: Facts = W::FACTS.repeated(N).fallible();

    #[inline]
    fn write<S: Sink>(value: &Box<[T]>, sink: &mut S) -> Result<(), EncodeError> {
        tri!(sink.check(|_| exactly(N, value.len(), true)));
        W::write_list(value, sink)
    }
}

impl<'a, T, W: Views<'a, T> + Reads<'a, T>, const N: usize> Views<'a, Vec<T>> for Exactly<W, N> {
    type View = Seq<'a, T, W>;

    #[cfg_attr(not(debug_assertions), inline(always))]
    fn view(input: &mut Reader<'a>) -> Result<Self::View, Fault> {
        view_exactly(input, N, W::view)
    }

    fn own(view: &Self::View) -> Result<Vec<T>, Fault> {
        view.owned()
    }
}

impl<'a, T, W: Views<'a, T> + Reads<'a, T>, const N: usize> Views<'a, Box<[T]>> for Exactly<W, N> {
    type View = Seq<'a, T, W>;

    #[cfg_attr(not(debug_assertions), inline(always))]
    fn view(input: &mut Reader<'a>) -> Result<Self::View, Fault> {
        view_exactly(input, N, W::view)
    }

    fn own(view: &Self::View) -> Result<Box<[T]>, Fault> {
        view.owned().map(Vec::into_boxed_slice)
    }
}

/// Checks that a list to be written has exactly `expected` elements.
#[inline]
fn exactly(expected: usize, found: usize, array: bool) -> Result<(), EncodeError> {
    match found == expected {
        true => Ok(()),
        false => Err(EncodeError::new(ErrorKind::ListLength { max: expected, found, writing: true, array })),
    }
}

/// Reads `count` elements. Capacity is reserved after the first one, for no more elements than the available bytes can
/// hold.
#[inline]
pub(crate) fn read_exactly<'a, T>(
    input: &mut Reader<'a>,
    count: usize,
    mut read: impl FnMut(&mut Reader<'a>) -> Result<T, Fault>,
) -> Result<Vec<T>, Fault> {
    let mut items = Vec::new();
    for _ in 0..count {
        let before = input.remaining().len();
        let item = tri!(read(input));
        if items.is_empty() {
            let left = input.remaining().len();
            let capacity = capacity_hint(left, before.saturating_sub(left)).min(count);
            tri!(charge_for::<T>(input, capacity));
            items.reserve_exact(capacity);
        }
        tri!(add(input, &mut items, item));
    }
    Ok(items)
}

/// Reads `count` elements.
#[cfg_attr(not(debug_assertions), inline(always))]
fn view_exactly<'a, T, W: Views<'a, T> + Reads<'a, T>>(
    input: &mut Reader<'a>,
    count: usize,
    view: impl Fn(&mut Reader<'a>) -> Result<W::View, Fault>,
) -> Result<Seq<'a, T, W>, Fault> {
    let start = input.remaining();
    for _ in 0..count {
        view(input)?;
    }
    Ok(Seq::new(crate::__private::consumed(start, input), count, input.revision()))
}

/// Reads one element of a list with a count, as [`read_counted`] does.
#[cfg_attr(not(debug_assertions), inline(always))]
fn view_counted<'a, T, W: Views<'a, T>>(input: &mut Reader<'a>) -> Result<W::View, Fault> {
    let start = input.remaining();
    let view = W::view(input)?;
    if input.remaining().len() == start.len() { Err(empty_item(start)) } else { Ok(view) }
}
