//! Values on the heap.

use alloc::boxed::Box;

use super::{Auto, PartReader, PartWriter, Reads, ReadsPart, Schema, Writes, WritesPart};
use crate::error::EncodeError;
use crate::facts::Facts;
use crate::fault::Fault;
use crate::form::{Container, Sink};
use crate::reader::Reader;
use crate::schema::{Encoding, Part};
use crate::traits::{BinWriter, HasEncoding, NomReader};
use crate::view::{Raw, Views};

/// The encoding `W` of a boxed value; the box itself has no bytes.
#[derive(Debug)]
pub struct Boxed<W>(core::marker::PhantomData<W>);

impl<T, W: Schema<T>> Schema<Box<T>> for Boxed<W> {
    const ENCODING: &'static Encoding = W::ENCODING;
    const INNERMOST: Container = W::INNERMOST;
}

impl<'a, T, W: Reads<'a, T>> Reads<'a, Box<T>> for Boxed<W> {
    const FACTS: Facts = W::FACTS;

    // Inlined in optimized builds: it is recursive with the reader of `T`, and would otherwise add a stack frame for
    // each level.
    #[cfg_attr(not(debug_assertions), inline(always))]
    fn read(input: &mut Reader<'a>) -> Result<Box<T>, Fault> {
        W::read_boxed(input)
    }
}

impl<T, W: Writes<T>> Writes<Box<T>> for Boxed<W> {
    const FACTS: Facts = W::FACTS;

    #[inline]
    fn write<S: Sink>(value: &Box<T>, sink: &mut S) -> Result<(), EncodeError> {
        W::write(value, sink)
    }
}

impl<T: HasEncoding> HasEncoding for Box<T> {
    const ENCODING: &'static Encoding = T::ENCODING;
    const CONTAINER: Container = T::CONTAINER;
    const HAS_BYTE_ORDER: bool = T::HAS_BYTE_ORDER;
    const PART: &'static Part = T::PART;
}

impl<'a, T: NomReader<'a>> NomReader<'a> for Box<T> {
    const FACTS: Facts = T::FACTS;
    const PART: Option<PartReader<'a, Self>> = Some(PartReader::of::<Boxed<Auto>>());

    // Inlined for the same reason as the reader of `Boxed`.
    #[cfg_attr(not(debug_assertions), inline(always))]
    fn read(input: &mut Reader<'a>) -> Result<Self, Fault> {
        <Boxed<Auto> as Reads<'a, Self>>::read(input)
    }
}

impl<T: BinWriter> BinWriter for Box<T> {
    const FACTS: Facts = T::FACTS;
    const PART: Option<PartWriter<Self>> = Some(PartWriter::of::<Boxed<Auto>>());

    #[inline]
    fn write<S: Sink>(&self, sink: &mut S) -> Result<(), EncodeError> {
        T::write(self, sink)
    }

    #[inline]
    fn write_part<S: Sink>(&self, sink: &mut S) -> Result<(), EncodeError> {
        T::write_part(self, sink)
    }
}

/// A box takes the tag bits of the value in it.
impl<'a, T, W: ReadsPart<'a, T>> ReadsPart<'a, Box<T>> for Boxed<W> {
    const BITS: u32 = W::BITS;
    const FACTS: Facts = W::FACTS;

    #[inline]
    fn has(bits: u32) -> bool {
        W::has(bits)
    }

    #[inline]
    fn fixed(bits: u32) -> Option<usize> {
        W::fixed(bits)
    }

    #[inline]
    fn read_part(bits: u32, input: &mut Reader<'a>) -> Result<Box<T>, Fault> {
        tri!(input.charge(size_of::<T>()));
        W::read_part(bits, input).map(Box::new)
    }
}

impl<T, W: WritesPart<T>> WritesPart<Box<T>> for Boxed<W> {
    const BITS: u32 = W::BITS;
    const FACTS: Facts = W::FACTS;

    #[inline]
    fn bits(value: &Box<T>) -> u32 {
        W::bits(value)
    }

    #[inline]
    fn write_part<S: Sink>(value: &Box<T>, sink: &mut S) -> Result<(), EncodeError> {
        W::write_part(value, sink)
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

/// A reference is written as the value that it points to.
impl<T: BinWriter + ?Sized> BinWriter for &T {
    const FACTS: Facts = T::FACTS;

    #[inline]
    fn write<S: Sink>(&self, sink: &mut S) -> Result<(), EncodeError> {
        T::write(self, sink)
    }
}
