//! The unchanged bytes of one value.

use core::marker::PhantomData;

use super::{Bytes, Reads, Schema, Writes};
use crate::__private::consumed;
use crate::error::EncodeError;
use crate::facts::Facts;
use crate::fault::Fault;
use crate::form::Sink;
use crate::reader::Reader;
use crate::schema::Encoding;
use crate::traits::{HasEncoding, NomReader};
use crate::view::Views;
use crate::walk::explain::explain;

/// The bytes of one `T`, which determines where they end. The Rust type is one that [`Bytes`] supports.
///
/// The value is read to find its end, with the limits of the enclosing reader, and dropped.
///
/// # Errors
/// Reading: those of a `T`. Writing: those of reading the bytes as exactly one `T`, at the current depth of recursion.
#[derive(Debug)]
pub struct Verbatim<T>(PhantomData<T>);

impl<B, T: HasEncoding> Schema<B> for Verbatim<T>
where
    Bytes: Schema<B>,
{
    const ENCODING: &'static Encoding = T::ENCODING;
}

impl<'a, B, T: NomReader<'a>> Reads<'a, B> for Verbatim<T>
where
    Bytes: Reads<'a, B>,
{
    const FACTS: Facts = T::FACTS.fallible();

    #[inline]
    fn read(input: &mut Reader<'a>) -> Result<B, Fault> {
        let start = input.remaining();
        tri!(T::read(input));
        Bytes::read(&mut input.over(consumed(start, input)))
    }
}

impl<B: AsRef<[u8]>, T: HasEncoding + for<'a> NomReader<'a>> Writes<B> for Verbatim<T>
where
    Bytes: Writes<B>,
{
    const FACTS: Facts = Facts::FLAT;

    #[inline]
    fn write<S: Sink>(value: &B, sink: &mut S) -> Result<(), EncodeError> {
        let bytes = value.as_ref();
        tri!(sink.check(|measure| {
            let Some(revision) = measure.to_check() else { return Ok(()) };
            let mut reader = Reader::new(bytes).below(measure.depth()).at(revision);
            match T::read(&mut reader).and_then(|_| reader.finish()) {
                Ok(()) => Ok(()),
                Err(fault) => Err(EncodeError::new(explain(T::ENCODING, bytes, fault, revision).kind().clone())),
            }
        }));
        Bytes::write(value, sink)
    }
}

impl<'a, B, T: NomReader<'a>> Views<'a, B> for Verbatim<T>
where
    Bytes: Views<'a, B, View = &'a [u8]>,
{
    type View = &'a [u8];

    #[cfg_attr(not(debug_assertions), inline(always))]
    fn view(input: &mut Reader<'a>) -> Result<Self::View, Fault> {
        <Self as Reads<'a, &'a [u8]>>::read(input)
    }

    #[inline]
    fn own(view: &Self::View) -> Result<B, Fault> {
        Bytes::own(view)
    }
}
