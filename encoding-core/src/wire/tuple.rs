//! Tuples: the encodings of their elements in sequence (`tup2` … `tup10`). The empty tuple has no bytes (`unit`).

use crate::error::EncodeError;
use crate::facts::{Facts, add};
use crate::fault::Fault;
use crate::form::Sink;
use crate::reader::Reader;
use crate::schema::{Encoding, Part};
use crate::traits::{BinWriter, HasEncoding, NomReader};
use crate::wire::Auto;
use crate::wire::compact::{Beside, PartReader, PartWriter, ReadsPart, WritesPart, join, split, sum_of_bits};

impl HasEncoding for () {
    const ENCODING: &'static Encoding = &Encoding::Empty;
    const PART: &'static Part = &Part::Unit;
}

impl<'a> NomReader<'a> for () {
    const FACTS: Facts = Facts::plain(0);

    #[inline]
    fn read(_: &mut Reader<'a>) -> Result<Self, Fault> {
        Ok(())
    }
}

impl BinWriter for () {
    const FACTS: Facts = Facts::plain(0);

    #[inline]
    fn write<S: Sink>(&self, _: &mut S) -> Result<(), EncodeError> {
        Ok(())
    }
}

macro_rules! tuples {
    ($($name:ident $($type:ident $value:ident $index:literal)*;)*) => {$(
        impl<$($type: HasEncoding),*> HasEncoding for ($($type,)*) {
            const ENCODING: &'static Encoding = &Encoding::Tuple(&[$($type::ENCODING),*]);
            const HAS_BYTE_ORDER: bool = $($type::HAS_BYTE_ORDER)||*;
            const PART: &'static Part = &Part::Tuple(&[$($type::PART),*]);
        }

        impl<'a, $($type: NomReader<'a>),*> NomReader<'a> for ($($type,)*) {
            const FACTS: Facts = Facts::sequence(&[$($type::FACTS),*]);
            const PART: Option<PartReader<'a, Self>> = Some(PartReader::of::<Beside>());

            #[inline]
            fn read(input: &mut Reader<'a>) -> Result<Self, Fault> {
                tri!(input.need_fixed(Self::FACTS.fixed_size));
                Ok(($(tri!($type::read(input)),)*))
            }
        }

        impl<$($type: BinWriter),*> BinWriter for ($($type,)*) {
            const FACTS: Facts = Facts::sequence(&[$($type::FACTS),*]);
            const PART: Option<PartWriter<Self>> = Some(PartWriter::of::<Beside>());

            #[inline]
            fn write<S: Sink>(&self, sink: &mut S) -> Result<(), EncodeError> {
                let ($($value,)*) = self;
                $(tri!($value.write(sink), error => error.in_field($index));)*
                Ok(())
            }

            #[inline]
            fn write_part<S: Sink>(&self, sink: &mut S) -> Result<(), EncodeError> {
                <Beside as WritesPart<Self>>::write_part(self, sink)
            }
        }

        impl<'a, $($type: NomReader<'a>),*> ReadsPart<'a, ($($type,)*)> for Beside {
            const BITS: u32 = sum_of_bits(&[$(<Auto as ReadsPart<'a, $type>>::BITS),*]);
            const FACTS: Facts = Facts::sequence(&[$(<Auto as ReadsPart<'a, $type>>::FACTS),*]);

            #[inline]
            fn has(bits: u32) -> bool {
                $(let ($value, bits) = split(bits, <Auto as ReadsPart<'a, $type>>::BITS);)*
                bits == 0 $(&& <Auto as ReadsPart<'a, $type>>::has($value))*
            }

            #[inline]
            fn fixed(bits: u32) -> Option<usize> {
                let bytes = Some(0);
                $(
                    let ($value, bits) = split(bits, <Auto as ReadsPart<'a, $type>>::BITS);
                    let bytes = add(bytes, <Auto as ReadsPart<'a, $type>>::fixed($value));
                )*
                if bits == 0 { bytes } else { None }
            }

            #[inline]
            fn read_part(bits: u32, input: &mut Reader<'a>) -> Result<($($type,)*), Fault> {
                tri!(input.need_fixed(<Self as ReadsPart<'a, ($($type,)*)>>::fixed(bits)));
                $(let ($value, bits) = split(bits, <Auto as ReadsPart<'a, $type>>::BITS);)*
                debug_assert_eq!(bits, 0, "the tag was checked");
                Ok(($(tri!(<Auto as ReadsPart<'a, $type>>::read_part($value, input)),)*))
            }
        }

        impl<$($type: BinWriter),*> WritesPart<($($type,)*)> for Beside {
            const BITS: u32 = sum_of_bits(&[$(<Auto as WritesPart<$type>>::BITS),*]);
            const FACTS: Facts = Facts::sequence(&[$($type::FACTS),*]).of_any_size();

            #[inline]
            fn bits(($($value,)*): &($($type,)*)) -> u32 {
                let (bits, shift) = (0u32, 0u32);
                $(
                    let bits = join(bits, <Auto as WritesPart<$type>>::bits($value), shift);
                    let shift = shift.saturating_add(<Auto as WritesPart<$type>>::BITS);
                )*
                debug_assert_eq!(shift, <Self as WritesPart<($($type,)*)>>::BITS);
                bits
            }

            #[inline]
            fn write_part<S: Sink>(($($value,)*): &($($type,)*), sink: &mut S) -> Result<(), EncodeError> {
                $(tri!(
                    <Auto as WritesPart<$type>>::write_part($value, sink),
                    error => error.in_field($index)
                );)*
                Ok(())
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
