//! Optional values with a presence flag.

use super::{Auto, PartReader, PartSchema, PartWriter, Possible, Reads, Schema, Writes, WritesPart};
use crate::error::EncodeError;
use crate::facts::Facts;
use crate::fault::Fault;
use crate::form::{Container, Sink};
use crate::reader::Reader;
use crate::schema::{Encoding, Part};
use crate::traits::{BinWriter, HasEncoding, NomReader};
use crate::view::{Views, option_view};

/// An optional field (`opt`): one byte, `00` if the value is absent, then the value encoded as `W`. A present value is
/// written with `ff`; any non-zero byte is read as present.
///
/// # Errors
/// The errors of the flag byte and of the value.
///
/// Rule: `data-encoding`, `binary_reader.ml`, `Opt`.
#[derive(Debug)]
pub struct Opt<W>(core::marker::PhantomData<W>);

impl<T, W: Schema<T>> Schema<Option<T>> for Opt<W> {
    const ENCODING: &'static Encoding = &Encoding::Opt(W::ENCODING);
    const INNERMOST: Container = W::INNERMOST;
}

impl<'a, T, W: Reads<'a, T>> Reads<'a, Option<T>> for Opt<W> {
    const FACTS: Facts = W::FACTS.of_any_size();

    #[inline]
    fn read(input: &mut Reader<'a>) -> Result<Option<T>, Fault> {
        match tri!(input.array()) {
            [0] => Ok(None),
            _ => Ok(Some(tri!(W::read(input)))),
        }
    }
}

impl<T, W: Writes<T>> Writes<Option<T>> for Opt<W> {
    const FACTS: Facts = W::FACTS.of_any_size();

    #[inline]
    fn write<S: Sink>(value: &Option<T>, sink: &mut S) -> Result<(), EncodeError> {
        match value {
            None => {
                sink.put(&[0]);
                Ok(())
            }
            Some(value) => {
                sink.put(&[0xff]);
                W::write(value, sink)
            }
        }
    }
}

impl<'a, T, W: Views<'a, T>> Views<'a, Option<T>> for Opt<W> {
    option_view!(T, W);

    #[cfg_attr(not(debug_assertions), inline(always))]
    fn view(input: &mut Reader<'a>) -> Result<Self::View, Fault> {
        match input.array()? {
            [0] => Ok(None),
            _ => W::view(input).map(Some),
        }
    }
}

impl<T: HasEncoding> HasEncoding for Option<T> {
    const ENCODING: &'static Encoding = <Opt<Auto> as Schema<Self>>::ENCODING;
    const CONTAINER: Container = Container::Option;
    const HAS_BYTE_ORDER: bool = T::HAS_BYTE_ORDER;
    const PART: &'static Part = <Possible<Auto> as PartSchema<Self>>::PART;
}

impl<'a, T: NomReader<'a>> NomReader<'a> for Option<T> {
    const FACTS: Facts = T::FACTS.of_any_size();
    const PART: Option<PartReader<'a, Self>> = Some(PartReader::of::<Possible<Auto>>());

    #[inline]
    fn read(input: &mut Reader<'a>) -> Result<Self, Fault> {
        <Opt<Auto> as Reads<'a, Self>>::read(input)
    }
}

impl<T: BinWriter> BinWriter for Option<T> {
    const FACTS: Facts = T::FACTS.of_any_size();
    const PART: Option<PartWriter<Self>> = Some(PartWriter::of::<Possible<Auto>>());

    #[inline]
    fn write<S: Sink>(&self, sink: &mut S) -> Result<(), EncodeError> {
        <Opt<Auto> as Writes<Self>>::write(self, sink)
    }

    #[inline]
    fn write_part<S: Sink>(&self, sink: &mut S) -> Result<(), EncodeError> {
        <Possible<Auto> as WritesPart<Self>>::write_part(self, sink)
    }
}
