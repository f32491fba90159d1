//! Views of lists and boxes.

use alloc::boxed::Box;
use alloc::collections::{BTreeMap, BTreeSet};
use alloc::vec::Vec;

use super::{Raw, Seq, Views};
use crate::fault::{Fault, FaultKind};
use crate::form::elements::{empty_item, read_array_with, refusal};
use crate::reader::Reader;
use crate::wire::assoc::charge_entry;
use crate::wire::list::Arrays;
use crate::wire::list::enough;
use crate::wire::{Assoc, Boxed, Counted, Dynamic, Exactly, Length, List, Pair, Reads, Text, U30};

impl<'a, T, W: Views<'a, T> + Reads<'a, T>, const MAX: usize, const MIN: usize> Views<'a, Vec<T>>
    for List<W, MAX, MIN>
{
    type View = Seq<'a, T, W>;

    #[cfg_attr(not(debug_assertions), inline(always))]
    fn view(input: &mut Reader<'a>) -> Result<Self::View, Fault> {
        to_end::<T, W>(input, (MIN, MAX), FaultKind::ListTooLong)
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
        to_end::<T, W>(input, (MIN, MAX), FaultKind::ArrayTooLong)
    }

    fn own(view: &Self::View) -> Result<Box<[T]>, Fault> {
        owned(view).map(Vec::into_boxed_slice)
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

/// Reads elements to the end of the block; `too_long` is the fault for more than `max`.
#[cfg_attr(not(debug_assertions), inline(always))]
fn to_end<'a, T, W: Views<'a, T> + Reads<'a, T>>(
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

impl<'a, T, W: Views<'a, T> + Reads<'a, T>, const N: usize> Views<'a, Vec<T>> for Exactly<W, N> {
    type View = Seq<'a, T, W>;

    #[cfg_attr(not(debug_assertions), inline(always))]
    fn view(input: &mut Reader<'a>) -> Result<Self::View, Fault> {
        exactly(input, N, W::view)
    }

    fn own(view: &Self::View) -> Result<Vec<T>, Fault> {
        owned(view)
    }
}

impl<'a, T, W: Views<'a, T> + Reads<'a, T>, const N: usize> Views<'a, Box<[T]>> for Exactly<W, N> {
    type View = Seq<'a, T, W>;

    #[cfg_attr(not(debug_assertions), inline(always))]
    fn view(input: &mut Reader<'a>) -> Result<Self::View, Fault> {
        exactly(input, N, W::view)
    }

    fn own(view: &Self::View) -> Result<Box<[T]>, Fault> {
        owned(view).map(Vec::into_boxed_slice)
    }
}

impl<'a, T, L: Length, W: Views<'a, T> + Reads<'a, T>, const MAX: usize> Views<'a, Vec<T>> for Counted<L, W, MAX> {
    type View = Seq<'a, T, W>;

    #[cfg_attr(not(debug_assertions), inline(always))]
    fn view(input: &mut Reader<'a>) -> Result<Self::View, Fault> {
        let count = Self::count(input, FaultKind::ListTooLong)?;
        exactly(input, count, view_counted::<T, W>)
    }

    fn own(view: &Self::View) -> Result<Vec<T>, Fault> {
        owned(view)
    }
}

impl<'a, T, L: Length, W: Views<'a, T> + Reads<'a, T>, const MAX: usize> Views<'a, Box<[T]>> for Counted<L, W, MAX> {
    type View = Seq<'a, T, W>;

    #[cfg_attr(not(debug_assertions), inline(always))]
    fn view(input: &mut Reader<'a>) -> Result<Self::View, Fault> {
        let count = Self::count(input, FaultKind::ArrayTooLong)?;
        exactly(input, count, view_counted::<T, W>)
    }

    fn own(view: &Self::View) -> Result<Box<[T]>, Fault> {
        owned(view).map(Vec::into_boxed_slice)
    }
}

/// Reads `count` elements.
#[cfg_attr(not(debug_assertions), inline(always))]
fn exactly<'a, T, W: Views<'a, T> + Reads<'a, T>>(
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

/// Reads one element of a list with a count, as `wire::elements::read_counted` does.
#[cfg_attr(not(debug_assertions), inline(always))]
fn view_counted<'a, T, W: Views<'a, T>>(input: &mut Reader<'a>) -> Result<W::View, Fault> {
    let start = input.remaining();
    let view = W::view(input)?;
    if input.remaining().len() == start.len() { Err(empty_item(start)) } else { Ok(view) }
}

/// Decodes the owned elements of a view.
fn owned<'a, T, W: Reads<'a, T>>(view: &Seq<'a, T, W>) -> Result<Vec<T>, Fault> {
    let mut input = view.reader();
    (0..view.len()).map(|_| W::read(&mut input)).collect()
}

impl<'a, K, T, W: Views<'a, T>> Views<'a, (K, T)> for Pair<W>
where
    Text: Views<'a, K>,
{
    type View = (<Text as Views<'a, K>>::View, W::View);

    #[cfg_attr(not(debug_assertions), inline(always))]
    fn view(input: &mut Reader<'a>) -> Result<Self::View, Fault> {
        Ok((Dynamic::<U30, Text>::view(input)?, W::view(input)?))
    }

    #[inline]
    fn own((key, value): &Self::View) -> Result<(K, T), Fault> {
        Ok((Text::own(key)?, W::own(value)?))
    }
}

impl<'a, K, T, W: Views<'a, T> + Reads<'a, T>> Views<'a, Vec<(K, T)>> for Assoc<W>
where
    Text: Views<'a, K> + Reads<'a, K>,
{
    type View = Seq<'a, (K, T), Pair<W>>;

    #[cfg_attr(not(debug_assertions), inline(always))]
    fn view(input: &mut Reader<'a>) -> Result<Self::View, Fault> {
        <List<Pair<W>> as Views<'a, Vec<(K, T)>>>::view(input)
    }

    fn own(view: &Self::View) -> Result<Vec<(K, T)>, Fault> {
        <List<Pair<W>> as Views<'a, Vec<(K, T)>>>::own(view)
    }
}

/// The keys are decoded to find duplicates, and dropped.
impl<'a, K: Ord, T, W: Views<'a, T> + Reads<'a, T>> Views<'a, BTreeMap<K, T>> for Assoc<W>
where
    Text: Views<'a, K> + Reads<'a, K>,
{
    type View = Seq<'a, (K, T), Pair<W>>;

    fn view(input: &mut Reader<'a>) -> Result<Self::View, Fault> {
        let start = input.remaining();
        let mut keys = BTreeSet::new();
        while !input.is_empty() {
            let before = input.remaining();
            charge_entry::<K>(input, keys.len())?;
            if !keys.insert(Dynamic::<U30, Text>::read(input)?) {
                return Err(Fault::new(FaultKind::DuplicateKey, before));
            }
            W::view(input)?;
        }
        Ok(Seq::new(start, keys.len(), input.revision()))
    }

    fn own(view: &Self::View) -> Result<BTreeMap<K, T>, Fault> {
        Ok(<List<Pair<W>> as Views<'a, Vec<(K, T)>>>::own(view)?.into_iter().collect())
    }
}

impl<'a, T, W: Views<'a, T>> Views<'a, Box<T>> for Boxed<W> {
    type View = Raw<'a, T, W>;

    #[cfg_attr(not(debug_assertions), inline(always))]
    fn view(input: &mut Reader<'a>) -> Result<Self::View, Fault> {
        let start = input.remaining();
        W::view(input)?;
        Ok(Raw::new(crate::__private::consumed(start, input), input.revision()))
    }

    fn own(view: &Self::View) -> Result<Box<T>, Fault> {
        W::own(&view.get()?).map(Box::new)
    }
}
