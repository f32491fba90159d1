//! Tuples: their elements one after the other (`tup2` … `tup10`); the empty one takes no bytes (`unit`).

use crate::error::EncodeError;
use crate::fault::Fault;
use crate::measure::Measure;
use crate::nom::{NomResult, nom_read};
use crate::reader::Reader;
use crate::schema::Encoding;
use crate::sink::Sink;
use crate::traits::{BinWriter, HasEncoding, NomReader};
use crate::wire::fixed_sum;

impl HasEncoding for () {
    const ENCODING: &'static Encoding = &Encoding::Empty;
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
        }

        impl<'a, $($type: NomReader<'a>),*> NomReader<'a> for ($($type,)*) {
            const FIXED: Option<usize> = fixed_sum(&[$($type::FIXED),*]);

            #[inline]
            fn nom_read(input: &'a [u8]) -> NomResult<'a, Self> {
                nom_read(input, Self::read)
            }

            #[inline]
            fn read(input: &mut Reader<'a>) -> Result<Self, Fault> {
                input.need_fixed(Self::FIXED)?;
                Ok(($($type::read(input)?,)*))
            }
        }

        impl<$($type: BinWriter),*> BinWriter for ($($type,)*) {
            const HAS_BLOCKS: bool = false $(|| $type::HAS_BLOCKS)*;

            #[inline]
            fn measure(&self, measure: &mut Measure<'_>) -> Result<usize, EncodeError> {
                let ($($value,)*) = self;
                let mut total = 0usize;
                $(
                    let bytes = $value.measure(measure).map_err(|error| error.in_field($index))?;
                    total = total.saturating_add(bytes);
                )*
                Ok(total)
            }

            #[inline]
            fn write<S: Sink>(&self, sink: &mut S) {
                let ($($value,)*) = self;
                $($value.write(sink);)*
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
