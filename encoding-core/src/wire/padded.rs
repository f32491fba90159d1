//! Values followed by padding.

use alloc::boxed::Box;
use core::marker::PhantomData;

use super::{Boxed, Reads, Schema, Writes};
use crate::error::EncodeError;
use crate::facts::Facts;
use crate::fault::Fault;
use crate::form::{Container, Sink};
use crate::reader::Reader;
use crate::schema::Encoding;
use crate::view::{Views, delegate_view};

/// The encoding `W`, which has a fixed size, then `BYTES` bytes of padding: written as zeros and ignored when read
/// (`Fixed.add_padding`).
///
/// # Errors
/// The errors of `W`; `Not_enough_data` if padding is missing.
///
/// Rule: `data-encoding`, `binary_reader.ml`, `Padded`.
#[derive(Debug)]
pub struct Padded<W, const BYTES: usize>(PhantomData<W>);

impl<T: ?Sized, W: Schema<T>, const BYTES: usize> Schema<T> for Padded<W, BYTES> {
    const ENCODING: &'static Encoding = &Encoding::Padded { bytes: BYTES, inner: W::ENCODING };
    const INNERMOST: Container = W::INNERMOST;
}

impl<'a, T, W: Reads<'a, T>, const BYTES: usize> Reads<'a, T> for Padded<W, BYTES> {
    const FACTS: Facts = Facts::sequence(&[W::FACTS, Facts::plain(BYTES)]).fallible();

    #[inline]
    fn read(input: &mut Reader<'a>) -> Result<T, Fault> {
        let value = tri!(W::read(input));
        tri!(input.take(BYTES));
        Ok(value)
    }

    #[inline]
    fn read_boxed(input: &mut Reader<'a>) -> Result<Box<T>, Fault> {
        <Padded<Boxed<W>, BYTES> as Reads<'a, Box<T>>>::read(input)
    }
}

impl<T, W: Writes<T>, const BYTES: usize> Writes<T> for Padded<W, BYTES> {
    const FACTS: Facts = Facts::sequence(&[W::FACTS, Facts::plain(BYTES)]).fallible();

    #[inline]
    fn write<S: Sink>(value: &T, sink: &mut S) -> Result<(), EncodeError> {
        tri!(W::write(value, sink));
        sink.put(&[0; BYTES]);
        Ok(())
    }
}

impl<'a, T, W: Views<'a, T>, const BYTES: usize> Views<'a, T> for Padded<W, BYTES> {
    delegate_view!(T, W);

    #[cfg_attr(not(debug_assertions), inline(always))]
    fn view(input: &mut Reader<'a>) -> Result<Self::View, Fault> {
        let value = W::view(input)?;
        input.take(BYTES)?;
        Ok(value)
    }
}
