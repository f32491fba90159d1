//! Blocks with a size prefix.

use alloc::boxed::Box;

use super::{Bounded, Boxed, Length, Prefix, Reads, Schema, U8, U16, U30, Writes};
use crate::error::EncodeError;
use crate::facts::Facts;
use crate::fault::Fault;
use crate::form::{Container, Sink};
use crate::reader::Reader;
use crate::schema::Encoding;
use crate::view::{Views, delegate_view};

/// A block with a size prefix: its size in bytes, encoded as `L`, then the block, which `W` must fill (`dynamic_size`).
///
/// # Errors
/// Reading: those of the size prefix and of `W`; `Not_enough_data` if the block extends beyond the enclosing block;
/// `Extra_bytes` if `W` does not consume the whole block. Writing: `Size_limit_exceeded` above the maximum of `L`.
///
/// Rule: `data-encoding`, `binary_reader.ml`, `Dynamic_size`.
#[derive(Debug)]
pub struct Dynamic<L, W>(core::marker::PhantomData<(L, W)>);

impl<T: ?Sized, L: Length, W: Schema<T>> Schema<T> for Dynamic<L, W> {
    const ENCODING: &'static Encoding = &Encoding::Dynamic { prefix: L::PREFIX, inner: W::ENCODING };
    const INNERMOST: Container = W::INNERMOST;
}

impl<'a, T, L: Length, W: Reads<'a, T>> Reads<'a, T> for Dynamic<L, W> {
    const FACTS: Facts = W::FACTS.block(L::PREFIX);

    #[cfg_attr(not(debug_assertions), inline(always))]
    fn read(input: &mut Reader<'a>) -> Result<T, Fault> {
        let len = tri!(L::read(input));
        tri!(input.block(len)).read_block::<T, W>()
    }

    #[inline]
    fn read_boxed(input: &mut Reader<'a>) -> Result<Box<T>, Fault> {
        <Dynamic<L, Boxed<W>> as Reads<'a, Box<T>>>::read(input)
    }
}

impl<T, L: Length, W: Writes<T>> Writes<T> for Dynamic<L, W> {
    const FACTS: Facts = W::FACTS.block(L::PREFIX);

    #[inline]
    fn write<S: Sink>(value: &T, sink: &mut S) -> Result<(), EncodeError> {
        sink.block::<T, L, W>(value)
    }
}

impl<'a, T, L: Length, W: Views<'a, T>> Views<'a, T> for Dynamic<L, W> {
    delegate_view!(T, W);

    #[cfg_attr(not(debug_assertions), inline(always))]
    fn view(input: &mut Reader<'a>) -> Result<Self::View, Fault> {
        let len = L::read(input)?;
        input.block(len)?.view_whole::<T, W>()
    }
}

/// A block of at most `MAX` bytes, with the narrowest size prefix that can represent `MAX` (`Bounded.string`,
/// `Bounded.bytes`).
///
/// | `MAX` | bytes of the size prefix |
/// |---|---:|
/// | up to 255 | 1 |
/// | up to 65,535 | 2 |
/// | up to 2^30 - 1 | 4 |
///
/// # Errors
/// The errors of [`Dynamic`]; `Size_limit_exceeded` above `MAX`.
///
/// Rule: `data-encoding`, `encoding.ml`, `Bounded.string`.
#[derive(Debug)]
pub struct Narrow<W, const MAX: usize>(core::marker::PhantomData<W>);

type Of<L, W, const MAX: usize> = Dynamic<L, Bounded<W, MAX>>;

impl<T: ?Sized, W: Schema<T>, const MAX: usize> Schema<T> for Narrow<W, MAX> {
    const ENCODING: &'static Encoding = match Prefix::for_count(MAX) {
        Prefix::U8 => <Of<U8, W, MAX> as Schema<T>>::ENCODING,
        Prefix::U16 => <Of<U16, W, MAX> as Schema<T>>::ENCODING,
        _ => <Of<U30, W, MAX> as Schema<T>>::ENCODING,
    };
}

impl<'a, T, W: Reads<'a, T>, const MAX: usize> Reads<'a, T> for Narrow<W, MAX> {
    const FACTS: Facts = W::FACTS.block(Prefix::for_count(MAX));

    #[inline]
    fn read(input: &mut Reader<'a>) -> Result<T, Fault> {
        match const { Prefix::for_count(MAX) } {
            Prefix::U8 => <Of<U8, W, MAX> as Reads<'a, T>>::read(input),
            Prefix::U16 => <Of<U16, W, MAX> as Reads<'a, T>>::read(input),
            _ => <Of<U30, W, MAX> as Reads<'a, T>>::read(input),
        }
    }
}

impl<T, W: Writes<T>, const MAX: usize> Writes<T> for Narrow<W, MAX> {
    const FACTS: Facts = W::FACTS.block(Prefix::for_count(MAX));

    #[inline]
    fn write<S: Sink>(value: &T, sink: &mut S) -> Result<(), EncodeError> {
        match const { Prefix::for_count(MAX) } {
            Prefix::U8 => <Of<U8, W, MAX> as Writes<T>>::write(value, sink),
            Prefix::U16 => <Of<U16, W, MAX> as Writes<T>>::write(value, sink),
            _ => <Of<U30, W, MAX> as Writes<T>>::write(value, sink),
        }
    }
}

impl<'a, T, W: Views<'a, T>, const MAX: usize> Views<'a, T> for Narrow<W, MAX> {
    delegate_view!(T, W);

    #[cfg_attr(not(debug_assertions), inline(always))]
    fn view(input: &mut Reader<'a>) -> Result<Self::View, Fault> {
        match const { Prefix::for_count(MAX) } {
            Prefix::U8 => <Dynamic<U8, Bounded<W, MAX>> as Views<'a, T>>::view(input),
            Prefix::U16 => <Dynamic<U16, Bounded<W, MAX>> as Views<'a, T>>::view(input),
            _ => <Dynamic<U30, Bounded<W, MAX>> as Views<'a, T>>::view(input),
        }
    }
}
