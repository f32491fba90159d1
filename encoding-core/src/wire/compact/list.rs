//! Lists whose length is in a shared tag.

use alloc::vec::Vec;
use core::marker::PhantomData;

use super::{PartSchema, ReadsPart, WritesPart};
use crate::error::EncodeError;
use crate::facts::Facts;
use crate::fault::Fault;
use crate::form::{Container, Sink};
use crate::reader::Reader;
use crate::schema::{Part, compact};
use crate::wire::count::read_exactly;
use crate::wire::{Dynamic, List, Prefix, Reads, Schema, U30, Writes};

/// A list of elements encoded as `W`. `BITS` bits of the tag hold the number of elements, unless they are all ones:
/// then a 4-byte size prefix precedes the elements.
///
/// A short list with a size prefix is accepted when reading.
///
/// # Errors
/// The errors of the size prefix and of the elements.
///
/// Rule: `data-encoding`, `compact.ml`, `list`.
#[derive(Debug)]
pub struct Short<W, const BITS: u32>(PhantomData<W>);

/// The encoding of a list whose length does not fit in the tag.
type Long<W> = Dynamic<U30, List<W>>;

impl<W, const BITS: u32> Short<W, BITS> {
    const ALL: u32 = compact::low(u32::MAX, BITS);

    /// Returns the tag bits of a list of `count` elements.
    #[inline]
    fn of(count: usize) -> u32 {
        u32::try_from(count).map_or(Self::ALL, |count| count.min(Self::ALL))
    }
}

impl<T, W: Schema<T>, const BITS: u32> PartSchema<Vec<T>> for Short<W, BITS> {
    const PART: &'static Part = &Part::List { bits: BITS, item: W::ENCODING };
    const INNERMOST: Container = W::INNERMOST;
}

impl<'a, T, W: Reads<'a, T>, const BITS: u32> ReadsPart<'a, Vec<T>> for Short<W, BITS> {
    const BITS: u32 = BITS;
    const FACTS: Facts = W::FACTS.block(Prefix::U30).of_any_size();

    #[inline]
    fn has(bits: u32) -> bool {
        bits <= Self::ALL
    }

    #[inline]
    fn fixed(bits: u32) -> Option<usize> {
        match usize::try_from(bits) {
            Ok(count) if bits < Self::ALL => W::FACTS.fixed_size?.checked_mul(count),
            _ => None,
        }
    }

    #[inline]
    fn read_part(bits: u32, input: &mut Reader<'a>) -> Result<Vec<T>, Fault> {
        match usize::try_from(bits) {
            Ok(count) if bits < Self::ALL => read_exactly(input, count, W::read),
            _ => Long::<W>::read(input),
        }
    }
}

impl<T, W: Writes<T>, const BITS: u32> WritesPart<Vec<T>> for Short<W, BITS> {
    const BITS: u32 = BITS;
    const FACTS: Facts = W::FACTS.block(Prefix::U30).of_any_size();

    #[inline]
    fn bits(value: &Vec<T>) -> u32 {
        Self::of(value.len())
    }

    #[inline]
    fn write_part<S: Sink>(value: &Vec<T>, sink: &mut S) -> Result<(), EncodeError> {
        match Self::of(value.len()) < Self::ALL {
            true => W::write_list(value, sink),
            false => Long::<W>::write(value, sink),
        }
    }
}
