//! Tuples: their elements one after the other (`tup2` … `tup10`); the empty one takes no bytes (`unit`).

use crate::error::EncodeError;
use crate::fault::Fault;
use crate::measure::Measure;
use crate::nom::{NomResult, nom_read};
use crate::reader::Reader;
use crate::schema::{Encoding, Part};
use crate::sink::Sink;
use crate::traits::{BinWriter, HasEncoding, NomReader};
use crate::wire::{add_fixed, fixed_sum, join, split, sum_of_bits};

impl HasEncoding for () {
    const ENCODING: &'static Encoding = &Encoding::Empty;
    const PART: &'static Part = &Part::Unit;
}

impl<'a> NomReader<'a> for () {
    const FIXED: Option<usize> = Some(0);

    #[inline]
    fn nom_read(input: &'a [u8]) -> NomResult<'a, Self> {
        nom_read(input, Self::read)
    }

    #[inline]
    fn read(_: &mut Reader<'a>) -> Result<Self, Fault> {
        Ok(())
    }
}

impl BinWriter for () {
    const HAS_BLOCKS: bool = false;

    #[inline]
    fn measure(&self, _: &mut Measure<'_>) -> Result<usize, EncodeError> {
        Ok(0)
    }

    #[inline]
    fn write<S: Sink>(&self, _: &mut S) {}
}

macro_rules! tuples {
    ($($name:ident $($type:ident $value:ident $index:literal)*;)*) => {$(
        impl<$($type: HasEncoding),*> HasEncoding for ($($type,)*) {
            const ENCODING: &'static Encoding = &Encoding::Tuple(&[$($type::ENCODING),*]);
            const PART: &'static Part = &Part::Tuple(&[$($type::PART),*]);
        }

        impl<'a, $($type: NomReader<'a>),*> NomReader<'a> for ($($type,)*) {
            const FIXED: Option<usize> = fixed_sum(&[$($type::FIXED),*]);
            const TOTAL: bool = true $(&& $type::TOTAL)*;
            const LEAST: usize = super::least_sum(&[$($type::LEAST),*]);
            const PART_BITS: u32 = sum_of_bits(&[$($type::PART_BITS),*]);
            const PART_FIXED: Option<usize> = fixed_sum(&[$($type::PART_FIXED),*]);

            #[inline]
            fn nom_read(input: &'a [u8]) -> NomResult<'a, Self> {
                nom_read(input, Self::read)
            }

            #[inline]
            fn read(input: &mut Reader<'a>) -> Result<Self, Fault> {
                tri!(input.need_fixed(Self::FIXED));
                Ok(($(tri!($type::read(input)),)*))
            }

            #[inline]
            fn has_part(bits: u32) -> bool {
                $(let ($value, bits) = split(bits, $type::PART_BITS);)*
                bits == 0 $(&& $type::has_part($value))*
            }

            #[inline]
            fn fixed_part(bits: u32) -> Option<usize> {
                let bytes = Some(0);
                $(
                    let ($value, bits) = split(bits, $type::PART_BITS);
                    let bytes = add_fixed(bytes, $type::fixed_part($value));
                )*
                if bits == 0 { bytes } else { None }
            }

            #[inline]
            fn read_part(bits: u32, input: &mut Reader<'a>) -> Result<Self, Fault> {
                tri!(input.need_fixed(Self::fixed_part(bits)));
                $(let ($value, bits) = split(bits, $type::PART_BITS);)*
                debug_assert_eq!(bits, 0, "the tag was checked");
                Ok(($(tri!($type::read_part($value, input)),)*))
            }
        }

        impl<$($type: BinWriter),*> BinWriter for ($($type,)*) {
            const HAS_BLOCKS: bool = false $(|| $type::HAS_BLOCKS)*;
            const AHEAD: bool = false $(|| $type::AHEAD)*;
            const EXACT: Option<usize> = fixed_sum(&[$($type::EXACT),*]);
            const PART_BITS: u32 = sum_of_bits(&[$($type::PART_BITS),*]);

            #[inline]
            fn measure(&self, measure: &mut Measure<'_>) -> Result<usize, EncodeError> {
                let ($($value,)*) = self;
                let mut total = 0usize;
                $(
                    let bytes = tri!($value.measure(measure), error => error.in_field($index));
                    total = total.saturating_add(bytes);
                )*
                Ok(total)
            }

            #[inline]
            fn write<S: Sink>(&self, sink: &mut S) {
                let ($($value,)*) = self;
                $($value.write(sink);)*
            }

            #[inline]
            fn part_bits(&self) -> u32 {
                let ($($value,)*) = self;
                let (bits, shift) = (0u32, 0u32);
                $(
                    let bits = join(bits, $value.part_bits(), shift);
                    let shift = shift.saturating_add($type::PART_BITS);
                )*
                debug_assert_eq!(shift, Self::PART_BITS);
                bits
            }

            #[inline]
            fn measure_part(&self, measure: &mut Measure<'_>) -> Result<usize, EncodeError> {
                let ($($value,)*) = self;
                let mut total = 0usize;
                $(
                    let bytes = tri!($value.measure_part(measure), error => error.in_field($index));
                    total = total.saturating_add(bytes);
                )*
                Ok(total)
            }

            #[inline]
            fn write_part<S: Sink>(&self, sink: &mut S) {
                let ($($value,)*) = self;
                $($value.write_part(sink);)*
            }
        }
    )*};
}

tuples! {
    tup1 A a "0";
    tup2 A a "0" B b "1";
    tup3 A a "0" B b "1" C c "2";
    tup4 A a "0" B b "1" C c "2" D d "3";
    tup5 A a "0" B b "1" C c "2" D d "3" E e "4";
    tup6 A a "0" B b "1" C c "2" D d "3" E e "4" F f "5";
    tup7 A a "0" B b "1" C c "2" D d "3" E e "4" F f "5" G g "6";
    tup8 A a "0" B b "1" C c "2" D d "3" E e "4" F f "5" G g "6" H h "7";
    tup9 A a "0" B b "1" C c "2" D d "3" E e "4" F f "5" G g "6" H h "7" I i "8";
    tup10 A a "0" B b "1" C c "2" D d "3" E e "4" F f "5" G g "6" H h "7" I i "8" J j "9";
}
