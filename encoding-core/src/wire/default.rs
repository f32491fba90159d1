//! Values with a default: omitted from JSON, or from the wire, if they equal it.

use alloc::vec::Vec;
use core::marker::PhantomData;

use super::{Opt, Reads, Schema, Writes};
use crate::encode::to_bytes_with;
use crate::error::EncodeError;
use crate::facts::Facts;
use crate::fault::Fault;
use crate::form::{Container, Sink};
use crate::reader::Reader;
use crate::revision::Revision;
use crate::schema::{DefaultBytes, Encoding};
use crate::view::{Views, delegate_view};

/// The default value of a field.
pub trait DefaultValue<T> {
    /// Returns the default value.
    fn default_value() -> T;
}

/// The encoding `W`, always present on the wire; JSON omits the field if it has the default value of `U` (`dft`).
///
/// # Errors
/// The errors of `W`.
///
/// Rule: `data-encoding`, `encoding.ml`, `dft`; `binary_reader.ml`, `Dft`.
#[derive(Debug)]
pub struct Dft<W, U>(PhantomData<(W, U)>);

/// Encodes the default value.
fn bytes<T, W: Writes<T>, U: DefaultValue<T>>() -> Option<Vec<u8>> {
    to_bytes_with::<T, W>(&U::default_value(), Revision::NEWEST).ok()
}

impl<T, W: Schema<T> + Writes<T>, U: DefaultValue<T>> Schema<T> for Dft<W, U> {
    const ENCODING: &'static Encoding =
        &Encoding::Dft { inner: W::ENCODING, default: DefaultBytes::Made(bytes::<T, W, U>) };
    const INNERMOST: Container = W::INNERMOST;
}

impl<'a, T, W: Reads<'a, T>, U> Reads<'a, T> for Dft<W, U> {
    const FACTS: Facts = W::FACTS;

    #[inline]
    fn read(input: &mut Reader<'a>) -> Result<T, Fault> {
        W::read(input)
    }
}

impl<T, W: Writes<T>, U> Writes<T> for Dft<W, U> {
    const FACTS: Facts = W::FACTS;

    #[inline]
    fn write<S: Sink>(value: &T, sink: &mut S) -> Result<(), EncodeError> {
        W::write(value, sink)
    }
}

impl<'a, T, W: Views<'a, T>, U> Views<'a, T> for Dft<W, U> {
    delegate_view!(T, W);

    #[cfg_attr(not(debug_assertions), inline(always))]
    fn view(input: &mut Reader<'a>) -> Result<Self::View, Fault> {
        W::view(input)
    }
}

/// One byte: `00` if the value is the default value of `U`; otherwise `ff`, then the value encoded as `W`.
///
/// It is an optional field (`opt`) whose absence stands for the default value. A default value that is present is
/// accepted when reading, but written as absent.
///
/// # Errors
/// The errors of the flag byte and of the value.
#[derive(Debug)]
pub struct Elided<W, U>(PhantomData<(W, U)>);

impl<T, W: Schema<T>, U> Schema<T> for Elided<W, U> {
    const ENCODING: &'static Encoding = &Encoding::Opt(W::ENCODING);
    const INNERMOST: Container = W::INNERMOST;
}

impl<'a, T, W: Reads<'a, T>, U: DefaultValue<T>> Reads<'a, T> for Elided<W, U> {
    const FACTS: Facts = W::FACTS.of_any_size();

    #[inline]
    fn read(input: &mut Reader<'a>) -> Result<T, Fault> {
        match tri!(input.array()) {
            [0] => Ok(U::default_value()),
            _ => W::read(input),
        }
    }
}

impl<T: PartialEq, W: Writes<T>, U: DefaultValue<T>> Writes<T> for Elided<W, U> {
    const FACTS: Facts = W::FACTS.of_any_size();

    #[inline]
    fn write<S: Sink>(value: &T, sink: &mut S) -> Result<(), EncodeError> {
        if *value == U::default_value() {
            sink.put(&[0]);
            return Ok(());
        }
        sink.put(&[0xff]);
        W::write(value, sink)
    }
}

/// `None` stands for the default value.
impl<'a, T, W: Views<'a, T>, U: DefaultValue<T>> Views<'a, T> for Elided<W, U> {
    type View = Option<W::View>;

    #[cfg_attr(not(debug_assertions), inline(always))]
    fn view(input: &mut Reader<'a>) -> Result<Self::View, Fault> {
        <Opt<W> as Views<'a, Option<T>>>::view(input)
    }

    #[inline]
    fn own(view: &Self::View) -> Result<T, Fault> {
        view.as_ref().map_or_else(|| Ok(U::default_value()), W::own)
    }
}
