//! Constant bytes before a value.

use alloc::boxed::Box;
use core::marker::PhantomData;

use super::{Auto, Boxed, Reads, Schema, Writes};
use crate::error::EncodeError;
use crate::facts::Facts;
use crate::fault::{Fault, FaultKind};
use crate::form::{Container, Sink};
use crate::reader::Reader;
use crate::schema::Encoding;
use crate::view::{Views, delegate_view};

/// The constant bytes of a [`Magic`].
pub trait MagicBytes {
    /// The bytes.
    const BYTES: &'static [u8];
}

/// The bytes of `M`, then the encoding `W`. In JSON, only the value appears. The reference has no such encoding.
///
/// # Errors
/// The errors of `W`; `Invalid_magic` if the bytes differ.
#[derive(Debug)]
pub struct Magic<M, W>(PhantomData<(M, W)>);

impl<T: ?Sized, M: MagicBytes, W: Schema<T>> Schema<T> for Magic<M, W> {
    const ENCODING: &'static Encoding = &Encoding::Magic { bytes: M::BYTES, inner: W::ENCODING };
    const INNERMOST: Container = W::INNERMOST;
}

impl<'a, T, M: MagicBytes, W: Reads<'a, T>> Reads<'a, T> for Magic<M, W> {
    const FACTS: Facts = Facts::sequence(&[Facts::fixed(M::BYTES.len()), W::FACTS]);

    #[inline]
    fn read(input: &mut Reader<'a>) -> Result<T, Fault> {
        let start = input.remaining();
        match tri!(input.take(M::BYTES.len())) == M::BYTES {
            true => W::read(input),
            false => Err(Fault::new(FaultKind::Magic, start)),
        }
    }

    #[inline]
    fn read_boxed(input: &mut Reader<'a>) -> Result<Box<T>, Fault> {
        <Magic<M, Boxed<W>> as Reads<'a, Box<T>>>::read(input)
    }
}

impl<T, M: MagicBytes, W: Writes<T>> Writes<T> for Magic<M, W> {
    const FACTS: Facts = Facts::sequence(&[Facts::fixed(M::BYTES.len()), W::FACTS]);

    #[inline]
    fn write<S: Sink>(value: &T, sink: &mut S) -> Result<(), EncodeError> {
        sink.put(M::BYTES);
        tri!(W::write(value, sink));
        Ok(())
    }
}

impl<'a, T, M: MagicBytes, W: Views<'a, T>> Views<'a, T> for Magic<M, W> {
    delegate_view!(T, W);

    #[cfg_attr(not(debug_assertions), inline(always))]
    fn view(input: &mut Reader<'a>) -> Result<Self::View, Fault> {
        <Magic<M, Auto> as Reads<'a, ()>>::read(input)?;
        W::view(input)
    }
}
