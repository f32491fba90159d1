//! Values on the heap.

use alloc::boxed::Box;

use super::{Reads, Room, Schema, Writes};
use crate::error::EncodeError;
use crate::fault::Fault;
use crate::measure::Measure;
use crate::nom::{NomResult, nom_read};
use crate::reader::Reader;
use crate::schema::{Encoding, Part};
use crate::sink::Sink;
use crate::traits::{BinWriter, HasEncoding, NomReader};

/// The form `W` for a boxed value: the box leaves no trace on the wire.
#[derive(Debug)]
pub struct Boxed<W>(core::marker::PhantomData<W>);

impl<T, W: Schema<T>> Schema<Box<T>> for Boxed<W> {
    const ENCODING: &'static Encoding = W::ENCODING;
}

impl<'a, T, W: Reads<'a, T>> Reads<'a, Box<T>> for Boxed<W> {
    const FIXED: Option<usize> = W::FIXED;
    const TOTAL: bool = W::TOTAL;
    const LEAST: usize = W::LEAST;
    const ROOM: Option<Room> = W::ROOM;

    // Always inlined, but for debugging: it calls the reader that calls it, and is a frame of its own for each level otherwise.
    #[cfg_attr(not(debug_assertions), inline(always))]
    fn read(input: &mut Reader<'a>) -> Result<Box<T>, Fault> {
        tri!(input.charge(size_of::<T>()));
        W::read(input).map(Box::new)
    }
}

impl<T, W: Writes<T>> Writes<Box<T>> for Boxed<W> {
    const HAS_BLOCKS: bool = W::HAS_BLOCKS;
    const AHEAD: bool = W::AHEAD;
    const EXACT: Option<usize> = W::EXACT;

    #[inline]
    fn measure(value: &Box<T>, measure: &mut Measure<'_>) -> Result<usize, EncodeError> {
        W::measure(value, measure)
    }

    #[inline]
    fn write<S: Sink>(value: &Box<T>, sink: &mut S) {
        W::write(value, sink);
    }
}

impl<T: HasEncoding> HasEncoding for Box<T> {
    const ENCODING: &'static Encoding = T::ENCODING;
    const PART: &'static Part = T::PART;
}

impl<'a, T: NomReader<'a>> NomReader<'a> for Box<T> {
    const FIXED: Option<usize> = T::FIXED;
    const TOTAL: bool = T::TOTAL;
    const PART_BITS: u32 = T::PART_BITS;
    const PART_FIXED: Option<usize> = T::PART_FIXED;

    #[inline]
    fn nom_read(input: &'a [u8]) -> NomResult<'a, Self> {
        nom_read(input, Self::read)
    }

    // As above.
    #[cfg_attr(not(debug_assertions), inline(always))]
    fn read(input: &mut Reader<'a>) -> Result<Self, Fault> {
        tri!(input.charge(size_of::<T>()));
        T::read(input).map(Self::new)
    }

    #[inline]
    fn has_part(bits: u32) -> bool {
        T::has_part(bits)
    }

    #[inline]
    fn fixed_part(bits: u32) -> Option<usize> {
        T::fixed_part(bits)
    }

    #[inline]
    fn read_part(bits: u32, input: &mut Reader<'a>) -> Result<Self, Fault> {
        tri!(input.charge(size_of::<T>()));
        T::read_part(bits, input).map(Self::new)
    }
}

impl<T: BinWriter> BinWriter for Box<T> {
    const HAS_BLOCKS: bool = T::HAS_BLOCKS;
    const AHEAD: bool = T::AHEAD;
    const ONE_PASS: bool = T::ONE_PASS;
    const EXACT: Option<usize> = T::EXACT;
    const PART_BITS: u32 = T::PART_BITS;

    #[inline]
    fn measure(&self, measure: &mut Measure<'_>) -> Result<usize, EncodeError> {
        T::measure(self, measure)
    }

    #[inline]
    fn write<S: Sink>(&self, sink: &mut S) {
        T::write(self, sink);
    }

    #[inline]
    fn append<S: Sink>(&self, open: u32, sink: &mut S) -> bool {
        T::append(self, open, sink)
    }

    #[inline]
    fn part_bits(&self) -> u32 {
        T::part_bits(self)
    }

    #[inline]
    fn measure_part(&self, measure: &mut Measure<'_>) -> Result<usize, EncodeError> {
        T::measure_part(self, measure)
    }

    #[inline]
    fn write_part<S: Sink>(&self, sink: &mut S) {
        T::write_part(self, sink);
    }
}

/// A reference is written as what it points to.
impl<T: BinWriter + ?Sized> BinWriter for &T {
    const HAS_BLOCKS: bool = T::HAS_BLOCKS;
    const AHEAD: bool = T::AHEAD;
    const ONE_PASS: bool = T::ONE_PASS;
    const PART_BITS: u32 = T::PART_BITS;

    #[inline]
    fn measure(&self, measure: &mut Measure<'_>) -> Result<usize, EncodeError> {
        T::measure(self, measure)
    }

    #[inline]
    fn write<S: Sink>(&self, sink: &mut S) {
        T::write(self, sink);
    }

    #[inline]
    fn append<S: Sink>(&self, open: u32, sink: &mut S) -> bool {
        T::append(self, open, sink)
    }

    #[inline]
    fn part_bits(&self) -> u32 {
        T::part_bits(self)
    }

    #[inline]
    fn measure_part(&self, measure: &mut Measure<'_>) -> Result<usize, EncodeError> {
        T::measure_part(self, measure)
    }

    #[inline]
    fn write_part<S: Sink>(&self, sink: &mut S) {
        T::write_part(self, sink);
    }
}
