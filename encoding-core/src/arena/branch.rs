//! Fields that contain values of the enclosing recursive type: their encodings, read and written one value at a time.

use alloc::vec::Vec;
use core::mem;

use super::Child;
use super::write::{Position, Sizes};
use crate::error::EncodeError;
use crate::fault::{Fault, FaultKind};
use crate::form::Sink;
use crate::reader::Reader;
use crate::wire::bounded::bounded;
use crate::wire::list::{enough, fits};
use crate::wire::{Bounded, Dynamic, Length, List, Opt};

/// The encoding of such a field.
///
/// None of these encodings has bytes between the values or after the last one; the writer relies on that.
pub trait Branch {
    /// The type of the field in a node.
    type NodeField<T>;

    /// The state between two values while the field is being read.
    type State<'a>;

    /// Whether the encoding contains the lengths of the values.
    const SIZED: bool = false;

    /// Reads up to the first value. Returns true if there is one.
    ///
    /// # Errors
    /// The errors of the encoding.
    fn open<'a>(input: &mut Reader<'a>) -> Result<(Self::State<'a>, bool), Fault>;

    /// Reads from the end of one value to the start of the next. Returns true if there is one.
    ///
    /// # Errors
    /// The errors of the encoding.
    fn more<'a>(state: &mut Self::State<'a>, input: &mut Reader<'a>) -> Result<bool, Fault>;

    /// Returns the field before any value has been added.
    fn empty<T>() -> Self::NodeField<T>;

    /// Adds a value to the field.
    fn add<T>(field: &mut Self::NodeField<T>, child: Child<T>);

    /// Returns the value at `index`.
    fn child<T>(field: &Self::NodeField<T>, index: usize) -> Option<Child<T>>;

    /// Returns the encoded length of the field, including those values whose length `sizes` has.
    fn len<T>(field: &Self::NodeField<T>, sizes: Sizes<'_>) -> usize;

    /// Writes the bytes that precede the first value.
    ///
    /// # Errors
    /// The errors of the encoding.
    fn write<T, S: Sink>(field: &Self::NodeField<T>, sizes: Sizes<'_>, sink: &mut S) -> Result<(), EncodeError>;

    /// Converts an error in the value at `index` to an error in the field.
    fn inside(_index: usize, error: EncodeError) -> EncodeError {
        error
    }

    /// Returns the value at `position`, and the position after it.
    #[inline]
    fn next<T>(field: &Self::NodeField<T>, position: Position) -> Option<(Child<T>, Position)> {
        Self::child(field, position.index()).map(|child| (child, position.next()))
    }

    /// Converts an error in the value before `position` to an error in the field.
    fn before(position: Position, error: EncodeError) -> EncodeError {
        Self::inside(position.index().saturating_sub(1), error)
    }
}

/// A single value.
#[derive(Debug)]
pub struct One;

impl Branch for One {
    type NodeField<T> = Child<T>;
    type State<'a> = ();

    #[inline]
    fn open<'a>(_: &mut Reader<'a>) -> Result<((), bool), Fault> {
        Ok(((), true))
    }

    #[inline]
    fn more<'a>(_: &mut (), _: &mut Reader<'a>) -> Result<bool, Fault> {
        Ok(false)
    }

    #[inline]
    fn empty<T>() -> Child<T> {
        Child::new(Child::<T>::MAX)
    }

    #[inline]
    fn add<T>(field: &mut Child<T>, child: Child<T>) {
        *field = child;
    }

    #[inline]
    fn child<T>(field: &Child<T>, index: usize) -> Option<Child<T>> {
        (index == 0).then_some(*field)
    }

    #[inline]
    fn len<T>(field: &Child<T>, sizes: Sizes<'_>) -> usize {
        sizes.of(*field)
    }

    #[inline]
    fn write<T, S: Sink>(_: &Child<T>, _: Sizes<'_>, _: &mut S) -> Result<(), EncodeError> {
        Ok(())
    }
}

impl Branch for Opt<One> {
    type NodeField<T> = Option<Child<T>>;
    type State<'a> = ();

    #[inline]
    fn open<'a>(input: &mut Reader<'a>) -> Result<((), bool), Fault> {
        input.array().map(|[flag]| ((), *flag != 0))
    }

    #[inline]
    fn more<'a>(_: &mut (), _: &mut Reader<'a>) -> Result<bool, Fault> {
        Ok(false)
    }

    #[inline]
    fn empty<T>() -> Option<Child<T>> {
        None
    }

    #[inline]
    fn add<T>(field: &mut Option<Child<T>>, child: Child<T>) {
        *field = Some(child);
    }

    #[inline]
    fn child<T>(field: &Option<Child<T>>, index: usize) -> Option<Child<T>> {
        field.filter(|_| index == 0)
    }

    #[inline]
    fn len<T>(field: &Option<Child<T>>, sizes: Sizes<'_>) -> usize {
        field.map_or(0, |child| sizes.of(child)).saturating_add(1)
    }

    #[inline]
    fn write<T, S: Sink>(field: &Option<Child<T>>, _: Sizes<'_>, sink: &mut S) -> Result<(), EncodeError> {
        sink.put(if field.is_some() { &[0xff] } else { &[0] });
        Ok(())
    }
}

/// The progress of reading a list.
#[derive(Clone, Debug)]
pub struct Elements {
    count: usize,
    /// Bytes that were left before the last element.
    left: usize,
}

impl Elements {
    /// Returns true if there is another element, and checks the limits on the number of elements.
    #[inline]
    fn next(&mut self, input: &Reader<'_>, min: usize, max: usize) -> Result<bool, Fault> {
        if input.is_empty() {
            return enough(input, self.count, min).map(|()| false);
        }
        if self.count == max {
            return Err(Fault::with_detail(FaultKind::ListTooLong, input.remaining(), max));
        }
        self.left = input.remaining().len();
        Ok(true)
    }
}

impl<const MAX: usize, const MIN: usize> Branch for List<One, MAX, MIN> {
    type NodeField<T> = Vec<Child<T>>;
    type State<'a> = Elements;

    #[inline]
    fn open<'a>(input: &mut Reader<'a>) -> Result<(Elements, bool), Fault> {
        let mut state = Elements { count: 0, left: 0 };
        let more = state.next(input, MIN, MAX)?;
        Ok((state, more))
    }

    #[inline]
    fn more<'a>(state: &mut Elements, input: &mut Reader<'a>) -> Result<bool, Fault> {
        if input.remaining().len() == state.left {
            return Err(input.fault(FaultKind::EmptyItem));
        }
        state.count = state.count.saturating_add(1);
        input.charge_growth::<Child<()>>(state.count)?;
        state.next(input, MIN, MAX)
    }

    #[inline]
    fn empty<T>() -> Vec<Child<T>> {
        Vec::new()
    }

    #[inline]
    fn add<T>(field: &mut Vec<Child<T>>, child: Child<T>) {
        field.push(child);
    }

    #[inline]
    fn child<T>(field: &Vec<Child<T>>, index: usize) -> Option<Child<T>> {
        field.get(index).copied()
    }

    #[inline]
    fn len<T>(field: &Vec<Child<T>>, sizes: Sizes<'_>) -> usize {
        field.iter().fold(0, |total, child| sizes.of(*child).saturating_add(total))
    }

    #[inline]
    fn write<T, S: Sink>(field: &Vec<Child<T>>, _: Sizes<'_>, sink: &mut S) -> Result<(), EncodeError> {
        sink.check(|_| fits(field.len(), MIN, MAX, false))
    }

    fn inside(index: usize, error: EncodeError) -> EncodeError {
        error.at_index(index)
    }
}

/// Implements the items of [`Branch`] that an encoding takes over from the one that it wraps.
macro_rules! delegate_branch {
    () => {
        type NodeField<T> = W::NodeField<T>;

        const SIZED: bool = true;

        #[inline]
        fn empty<T>() -> Self::NodeField<T> {
            W::empty()
        }

        #[inline]
        fn add<T>(field: &mut Self::NodeField<T>, child: Child<T>) {
            W::add(field, child);
        }

        #[inline]
        fn child<T>(field: &Self::NodeField<T>, index: usize) -> Option<Child<T>> {
            W::child(field, index)
        }

        fn inside(index: usize, error: EncodeError) -> EncodeError {
            W::inside(index, error)
        }
    };
}

impl<L: Length, W: Branch> Branch for Dynamic<L, W> {
    delegate_branch!();

    /// The rest of the enclosing block after this one.
    type State<'a> = (Reader<'a>, W::State<'a>);

    #[inline]
    fn open<'a>(input: &mut Reader<'a>) -> Result<(Self::State<'a>, bool), Fault> {
        let len = L::read(input)?;
        let block = input.block(len)?;
        let outer = mem::replace(input, block);
        let (inner, more) = W::open(input)?;
        if !more {
            input.finish()?;
            *input = outer.clone();
        }
        Ok(((outer, inner), more))
    }

    #[inline]
    fn more<'a>((outer, inner): &mut Self::State<'a>, input: &mut Reader<'a>) -> Result<bool, Fault> {
        if W::more(inner, input)? {
            return Ok(true);
        }
        input.finish()?;
        *input = outer.clone();
        Ok(false)
    }

    #[inline]
    fn len<T>(field: &Self::NodeField<T>, sizes: Sizes<'_>) -> usize {
        let len = W::len(field, sizes);
        len.saturating_add(L::PREFIX.width(len))
    }

    #[inline]
    fn write<T, S: Sink>(field: &Self::NodeField<T>, sizes: Sizes<'_>, sink: &mut S) -> Result<(), EncodeError> {
        let len = W::len(field, sizes);
        L::put(len, sink);
        W::write(field, sizes, sink)?;
        sink.check(|_| L::check(len))
    }
}

impl<W: Branch, const LIMIT: usize> Branch for Bounded<W, LIMIT> {
    delegate_branch!();

    /// The enclosing block without the limit.
    type State<'a> = (Reader<'a>, W::State<'a>);

    #[inline]
    fn open<'a>(input: &mut Reader<'a>) -> Result<(Self::State<'a>, bool), Fault> {
        let limited = input.bounded(LIMIT);
        let mut outer = mem::replace(input, limited);
        let (inner, more) = W::open(input)?;
        if !more {
            outer.resume(LIMIT, input);
            *input = outer.clone();
        }
        Ok(((outer, inner), more))
    }

    #[inline]
    fn more<'a>((outer, inner): &mut Self::State<'a>, input: &mut Reader<'a>) -> Result<bool, Fault> {
        if W::more(inner, input)? {
            return Ok(true);
        }
        outer.resume(LIMIT, input);
        *input = outer.clone();
        Ok(false)
    }

    #[inline]
    fn len<T>(field: &Self::NodeField<T>, sizes: Sizes<'_>) -> usize {
        W::len(field, sizes)
    }

    #[inline]
    fn write<T, S: Sink>(field: &Self::NodeField<T>, sizes: Sizes<'_>, sink: &mut S) -> Result<(), EncodeError> {
        W::write(field, sizes, sink)?;
        sink.check(|_| bounded::<LIMIT>(W::len(field, sizes)))
    }
}
