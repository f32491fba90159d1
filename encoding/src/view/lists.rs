//! The borrowed side of lists and boxes.

use alloc::boxed::Box;
use alloc::vec::Vec;

use super::{Raw, Seq, Views, again};
use crate::fault::{Fault, FaultKind};
use crate::reader::Reader;
use crate::wire::{Boxed, Counted, Exactly, Length, List, Reads};

impl<'a, T, W: Views<'a, T> + Reads<'a, T>, const MAX: usize> Views<'a, Vec<T>> for List<W, MAX> {
    type View = Seq<'a, T, W>;

    #[inline]
    fn view(input: &mut Reader<'a>) -> Result<Self::View, Fault> {
        let start = input.remaining();
        let mut len = 0usize;
        while !input.is_empty() {
            let before = input.remaining();
            if len == MAX {
                return Err(Fault::with_detail(FaultKind::ListTooLong, before, MAX));
            }
            W::view(input)?;
            if input.remaining().len() == before.len() {
                return Err(Fault::new(FaultKind::EmptyItem, before));
            }
            len = len.saturating_add(1);
        }
        Ok(Seq::new(start, len, W::FIXED.unwrap_or_default()))
    }

    fn own(view: &Self::View) -> Result<Vec<T>, Fault> {
        W::read_all(&mut again(view.bytes()), MAX)
    }
}

impl<'a, T, W: Views<'a, T> + Reads<'a, T>, const N: usize> Views<'a, Vec<T>> for Exactly<W, N> {
    type View = Seq<'a, T, W>;

    #[inline]
    fn view(input: &mut Reader<'a>) -> Result<Self::View, Fault> {
        exactly(input, N)
    }

    fn own(view: &Self::View) -> Result<Vec<T>, Fault> {
        owned(view)
    }
}

impl<'a, T, L: Length, W: Views<'a, T> + Reads<'a, T>, const MAX: usize> Views<'a, Vec<T>> for Counted<L, W, MAX> {
    type View = Seq<'a, T, W>;

    #[inline]
    fn view(input: &mut Reader<'a>) -> Result<Self::View, Fault> {
        let count = Self::count(input)?;
        exactly(input, count)
    }

    fn own(view: &Self::View) -> Result<Vec<T>, Fault> {
        owned(view)
    }
}

/// Reads `count` elements.
#[inline]
fn exactly<'a, T, W: Views<'a, T> + Reads<'a, T>>(
    input: &mut Reader<'a>,
    count: usize,
) -> Result<Seq<'a, T, W>, Fault> {
    let start = input.remaining();
    for _ in 0..count {
        W::view(input)?;
    }
    Ok(Seq::new(crate::__private::consumed(start, input), count, W::FIXED.unwrap_or_default()))
}

/// The owned elements of a view.
fn owned<'a, T, W: Reads<'a, T>>(view: &Seq<'a, T, W>) -> Result<Vec<T>, Fault> {
    let mut input = again(view.bytes());
    (0..view.len()).map(|_| W::read(&mut input)).collect()
}

impl<'a, T, W: Views<'a, T>> Views<'a, Box<T>> for Boxed<W> {
    type View = Raw<'a, T, W>;

    #[inline]
    fn view(input: &mut Reader<'a>) -> Result<Self::View, Fault> {
        let start = input.remaining();
        W::view(input)?;
        Ok(Raw::new(crate::__private::consumed(start, input)))
    }

    fn own(view: &Self::View) -> Result<Box<T>, Fault> {
        W::own(&view.get()?).map(Box::new)
    }
}
