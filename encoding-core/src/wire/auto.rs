//! The form that a type has by itself.

use alloc::vec::Vec;

use super::{Reads, Room, Schema, Writes};
use crate::error::EncodeError;
use crate::fault::Fault;
use crate::measure::Measure;
use crate::reader::Reader;
use crate::schema::Encoding;
use crate::sink::Sink;
use crate::traits::{BinWriter, HasEncoding, NomReader};

/// Whatever the type's own traits say.
#[derive(Debug)]
pub struct Auto;

impl<T: HasEncoding + ?Sized> Schema<T> for Auto {
    const ENCODING: &'static Encoding = T::ENCODING;
    const IS_BYTE: bool = T::IS_BYTE;
}

impl<'a, T: NomReader<'a>> Reads<'a, T> for Auto {
    const FIXED: Option<usize> = T::FIXED;
    const TOTAL: bool = T::TOTAL;
    const LEAST: usize = T::LEAST;
    const ROOM: Option<Room> = T::ROOM;

    #[inline]
    fn read(input: &mut Reader<'a>) -> Result<T, Fault> {
        T::read(input)
    }

    #[inline]
    fn read_as<const WHOLE: bool>(input: &mut Reader<'a>) -> Result<T, Fault> {
        T::read_as::<WHOLE>(input)
    }

    #[inline]
    fn read_all(input: &mut Reader<'a>, max: usize) -> Result<Vec<T>, Fault> {
        T::read_all(input, max)
    }
}

impl<T: BinWriter> Writes<T> for Auto {
    const HAS_BLOCKS: bool = T::HAS_BLOCKS;
    const AHEAD: bool = T::AHEAD;
    const EXACT: Option<usize> = T::EXACT;

    #[inline]
    fn measure(value: &T, measure: &mut Measure<'_>) -> Result<usize, EncodeError> {
        value.measure(measure)
    }

    #[inline]
    fn write<S: Sink>(value: &T, sink: &mut S) {
        value.write(sink);
    }

    #[inline]
    fn measure_all(values: &[T], measure: &mut Measure<'_>) -> Result<usize, EncodeError> {
        T::measure_all(values, measure)
    }

    #[inline]
    fn write_all<S: Sink>(values: &[T], sink: &mut S) {
        T::write_all(values, sink);
    }
}

/// The three traits of a type whose own form is `$form`; after `@borrowed`, the type may name `'input`, the lifetime of the
/// bytes read. `part` names the form of its parts of compact encodings, where they are no payloads.
macro_rules! own_form {
    ($type:ty => $form:ty $(, part $part:ty)?) => {
        $crate::wire::auto::own_form!(@borrowed $type => $form $(, part $part)?);
    };
    (@borrowed $type:ty => $form:ty $(, part $part:ty)?) => {
        impl<'input> $crate::traits::HasEncoding for $type {
            const ENCODING: &'static $crate::schema::Encoding =
                <$form as $crate::wire::Schema<$type>>::ENCODING;
            const IS_BYTE: bool = <$form as $crate::wire::Schema<$type>>::IS_BYTE;
            $(const PART: &'static $crate::schema::Part = <$part as $crate::wire::PartSchema<$type>>::PART;)?
        }

        impl<'input> $crate::traits::NomReader<'input> for $type {
            const FIXED: Option<usize> = <$form as $crate::wire::Reads<'input, $type>>::FIXED;
            const TOTAL: bool = <$form as $crate::wire::Reads<'input, $type>>::TOTAL;
            const LEAST: usize = <$form as $crate::wire::Reads<'input, $type>>::LEAST;
            const ROOM: Option<$crate::wire::Room> = <$form as $crate::wire::Reads<'input, $type>>::ROOM;
            $($crate::wire::auto::own_form!(@reads 'input $type => $part);)?

            #[inline]
            fn nom_read(input: &'input [u8]) -> $crate::nom::NomResult<'input, Self> {
                $crate::nom::nom_read(input, Self::read)
            }

            #[inline]
            fn read(input: &mut $crate::reader::Reader<'input>) -> Result<Self, $crate::fault::Fault> {
                <$form as $crate::wire::Reads<'input, $type>>::read(input)
            }

            #[inline]
            fn read_as<const WHOLE: bool>(
                input: &mut $crate::reader::Reader<'input>,
            ) -> Result<Self, $crate::fault::Fault> {
                <$form as $crate::wire::Reads<'input, $type>>::read_as::<WHOLE>(input)
            }

            #[inline]
            fn read_all(
                input: &mut $crate::reader::Reader<'input>,
                max: usize,
            ) -> Result<alloc::vec::Vec<Self>, $crate::fault::Fault> {
                <$form as $crate::wire::Reads<'input, $type>>::read_all(input, max)
            }

            #[inline]
            fn read_array<const N: usize>(
                input: &mut $crate::reader::Reader<'input>,
            ) -> Result<[Self; N], $crate::fault::Fault> {
                <$form as $crate::wire::Reads<'input, $type>>::read_array(input)
            }

            #[inline]
            fn read_arrays<const N: usize>(
                input: &mut $crate::reader::Reader<'input>,
                max: usize,
            ) -> Result<alloc::vec::Vec<[Self; N]>, $crate::fault::Fault> {
                <$form as $crate::wire::Reads<'input, $type>>::read_arrays(input, max)
            }
        }

        impl<'input> $crate::traits::BinWriter for $type {
            const HAS_BLOCKS: bool = <$form as $crate::wire::Writes<$type>>::HAS_BLOCKS;
            const AHEAD: bool = <$form as $crate::wire::Writes<$type>>::AHEAD;
            const EXACT: Option<usize> = <$form as $crate::wire::Writes<$type>>::EXACT;
            $($crate::wire::auto::own_form!(@writes $type => $part);)?

            #[inline]
            fn measure(
                &self,
                measure: &mut $crate::measure::Measure<'_>,
            ) -> Result<usize, $crate::error::EncodeError> {
                <$form as $crate::wire::Writes<$type>>::measure(self, measure)
            }

            #[inline]
            fn write<S: $crate::sink::Sink>(&self, sink: &mut S) {
                <$form as $crate::wire::Writes<$type>>::write(self, sink);
            }

            #[inline]
            fn measure_all(
                values: &[Self],
                measure: &mut $crate::measure::Measure<'_>,
            ) -> Result<usize, $crate::error::EncodeError> {
                <$form as $crate::wire::Writes<$type>>::measure_all(values, measure)
            }

            #[inline]
            fn write_all<S: $crate::sink::Sink>(values: &[Self], sink: &mut S) {
                <$form as $crate::wire::Writes<$type>>::write_all(values, sink);
            }
        }
    };
    (@reads $input:lifetime $type:ty => $part:ty) => {
        const PART_BITS: u32 = <$part as $crate::wire::ReadsPart<$input, $type>>::BITS;
        const PART_FIXED: Option<usize> = <$part as $crate::wire::ReadsPart<$input, $type>>::FIXED;

        #[inline]
        fn has_part(bits: u32) -> bool {
            <$part as $crate::wire::ReadsPart<$input, $type>>::has(bits)
        }

        #[inline]
        fn fixed_part(bits: u32) -> Option<usize> {
            <$part as $crate::wire::ReadsPart<$input, $type>>::fixed(bits)
        }

        #[inline]
        fn read_part(
            bits: u32,
            input: &mut $crate::reader::Reader<$input>,
        ) -> Result<Self, $crate::fault::Fault> {
            <$part as $crate::wire::ReadsPart<$input, $type>>::read_part(bits, input)
        }
    };
    (@writes $type:ty => $part:ty) => {
        const PART_BITS: u32 = <$part as $crate::wire::WritesPart<$type>>::BITS;

        #[inline]
        fn part_bits(&self) -> u32 {
            <$part as $crate::wire::WritesPart<$type>>::bits(self)
        }

        #[inline]
        fn measure_part(
            &self,
            measure: &mut $crate::measure::Measure<'_>,
        ) -> Result<usize, $crate::error::EncodeError> {
            <$part as $crate::wire::WritesPart<$type>>::measure_part(self, measure)
        }

        #[inline]
        fn write_part<S: $crate::sink::Sink>(&self, sink: &mut S) {
            <$part as $crate::wire::WritesPart<$type>>::write_part(self, sink);
        }
    };
}

pub(crate) use own_form;
