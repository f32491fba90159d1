//! An `int32` or another value in a compact encoding.

use super::{Compact, Packed, PartReader, PartWriter, ReadsPart, WritesPart};
use crate::error::EncodeError;
use crate::facts::Facts;
use crate::fault::Fault;
use crate::form::Sink;
use crate::reader::Reader;
use crate::schema::{Encoding, Part};
use crate::traits::{BinWriter, HasEncoding, NomReader};
use crate::wire::{Auto, Reads, Schema, Writes};

/// An integer or another value, as a part of a compact encoding. It takes 2 bits of the tag: those of the integer, or
/// `3` if the other value follows. Outside a compact encoding, it has a tag of 1 byte.
///
/// ```
/// use tezos_encoding::{Decode, Encode, OrInt32};
/// let level = OrInt32::<String>::Int32(300);
/// assert_eq!(level.to_bytes().unwrap(), [1, 1, 44]);
/// let name = OrInt32::Other("x".to_owned());
/// assert_eq!(name.to_bytes().unwrap(), [3, 0, 0, 0, 1, b'x']);
/// assert_eq!(OrInt32::from_bytes(&[3, 0, 0, 0, 1, b'x']), Ok(name));
/// ```
///
/// Rule: `data-encoding`, `compact.ml`, `or_int32`.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum OrInt32<T> {
    /// The integer.
    Int32(i32),
    /// The other value.
    Other(T),
}

/// The tag bits of the other value.
const OTHER: u32 = 3;

impl<T: HasEncoding> HasEncoding for OrInt32<T> {
    const ENCODING: &'static Encoding = <Compact<Auto> as Schema<Self>>::ENCODING;
    const PART: &'static Part = &Part::OrInt32(T::ENCODING);
}

impl<'a, T: NomReader<'a>> NomReader<'a> for OrInt32<T> {
    const FACTS: Facts = T::FACTS.of_any_size();
    const PART: Option<PartReader<'a, Self>> = Some(PartReader::of::<Packed>());

    #[inline]
    fn read(input: &mut Reader<'a>) -> Result<Self, Fault> {
        <Compact<Packed> as Reads<'a, Self>>::read(input)
    }
}

impl<T: BinWriter> BinWriter for OrInt32<T> {
    const FACTS: Facts = T::FACTS.of_any_size();
    const PART: Option<PartWriter<Self>> = Some(PartWriter::of::<Packed>());

    #[inline]
    fn write<S: Sink>(&self, sink: &mut S) -> Result<(), EncodeError> {
        <Compact<Packed> as Writes<Self>>::write(self, sink)
    }

    #[inline]
    fn write_part<S: Sink>(&self, sink: &mut S) -> Result<(), EncodeError> {
        <Packed as WritesPart<Self>>::write_part(self, sink)
    }
}

impl<'a, T: NomReader<'a>> ReadsPart<'a, OrInt32<T>> for Packed {
    const BITS: u32 = <Self as ReadsPart<'a, i32>>::BITS;
    const FACTS: Facts = T::FACTS.of_any_size();

    #[inline]
    fn has(bits: u32) -> bool {
        bits <= OTHER
    }

    #[inline]
    fn fixed(bits: u32) -> Option<usize> {
        if bits == OTHER { T::FACTS.fixed_size } else { <Self as ReadsPart<'a, i32>>::fixed(bits) }
    }

    #[inline]
    fn read_part(bits: u32, input: &mut Reader<'a>) -> Result<OrInt32<T>, Fault> {
        match bits {
            OTHER => T::read(input).map(OrInt32::Other),
            _ => <Self as ReadsPart<'a, i32>>::read_part(bits, input).map(OrInt32::Int32),
        }
    }
}

impl<T: BinWriter> WritesPart<OrInt32<T>> for Packed {
    const BITS: u32 = <Self as WritesPart<i32>>::BITS;
    const FACTS: Facts = T::FACTS.of_any_size();

    #[inline]
    fn bits(value: &OrInt32<T>) -> u32 {
        match value {
            OrInt32::Int32(value) => Self::bits(value),
            OrInt32::Other(_) => OTHER,
        }
    }

    #[inline]
    fn write_part<S: Sink>(value: &OrInt32<T>, sink: &mut S) -> Result<(), EncodeError> {
        match value {
            OrInt32::Int32(value) => Self::write_part(value, sink),
            OrInt32::Other(other) => other.write(sink),
        }
    }
}
