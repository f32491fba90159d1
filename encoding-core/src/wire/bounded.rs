//! Size limits, blocks of fixed size, and fields that reserve bytes for the fields after them.

use alloc::boxed::Box;

use super::{Boxed, Reads, Schema, Writes};
use crate::error::{EncodeError, ErrorKind};
use crate::facts::Facts;
use crate::fault::Fault;
use crate::form::size_limit_exceeded;
use crate::form::{Container, Sink};
use crate::reader::Reader;
use crate::schema::Encoding;
use crate::view::{Views, delegate_view};

/// The encoding `W`, limited to `LIMIT` bytes including nested size prefixes (`check_size`).
///
/// # Errors
/// `Size_limit_exceeded` if more bytes would be used. When reading, `Not_enough_data` takes precedence if the bytes are
/// not available.
///
/// Rule: `data-encoding`, `binary_reader.ml`, `Check_size`.
#[derive(Debug)]
pub struct Bounded<W, const LIMIT: usize>(core::marker::PhantomData<W>);

impl<T: ?core::marker::Sized, W: Schema<T>, const LIMIT: usize> Schema<T> for Bounded<W, LIMIT> {
    const ENCODING: &'static Encoding = &Encoding::Bounded { limit: LIMIT, inner: W::ENCODING };
    const INNERMOST: Container = W::INNERMOST;
}

impl<'a, T, W: Reads<'a, T>, const LIMIT: usize> Reads<'a, T> for Bounded<W, LIMIT> {
    const FACTS: Facts = W::FACTS.fallible();

    #[inline]
    fn read(input: &mut Reader<'a>) -> Result<T, Fault> {
        let mut inner = input.bounded(LIMIT);
        let value = tri!(W::read(&mut inner));
        input.resume(LIMIT, &inner);
        Ok(value)
    }

    #[inline]
    fn read_boxed(input: &mut Reader<'a>) -> Result<Box<T>, Fault> {
        <Bounded<Boxed<W>, LIMIT> as Reads<'a, Box<T>>>::read(input)
    }
}

impl<T, W: Writes<T>, const LIMIT: usize> Writes<T> for Bounded<W, LIMIT> {
    const FACTS: Facts = W::FACTS.fallible();

    #[inline]
    fn write<S: Sink>(value: &T, sink: &mut S) -> Result<(), EncodeError> {
        let start = sink.written();
        tri!(W::write(value, sink));
        let len = sink.written().saturating_sub(start);
        sink.check(|_| bounded::<LIMIT>(len))
    }
}

impl<'a, T, W: Views<'a, T>, const LIMIT: usize> Views<'a, T> for Bounded<W, LIMIT> {
    delegate_view!(T, W);

    #[cfg_attr(not(debug_assertions), inline(always))]
    fn view(input: &mut Reader<'a>) -> Result<Self::View, Fault> {
        let mut inner = input.bounded(LIMIT);
        let value = W::view(&mut inner)?;
        input.resume(LIMIT, &inner);
        Ok(value)
    }
}

/// Checks the number of bytes to be written.
#[inline]
pub(crate) fn bounded<const LIMIT: usize>(found: usize) -> Result<(), EncodeError> {
    if found <= LIMIT { Ok(()) } else { Err(size_limit_exceeded(LIMIT, found)) }
}

/// A block of exactly `BYTES` bytes without a size prefix, which `W` must fill.
///
/// # Errors
/// Reading: `Not_enough_data`, `Extra_bytes` and those of `W`. Writing: `Invalid_bytes_length`, or
/// `Invalid_string_length` for text.
#[derive(Debug)]
pub struct Sized<W, const BYTES: usize>(core::marker::PhantomData<W>);

impl<T: ?core::marker::Sized, W: Schema<T>, const BYTES: usize> Schema<T> for Sized<W, BYTES> {
    const ENCODING: &'static Encoding = &Encoding::Sized { bytes: BYTES, inner: W::ENCODING };
    const INNERMOST: Container = W::INNERMOST;
}

impl<'a, T, W: Reads<'a, T>, const BYTES: usize> Reads<'a, T> for Sized<W, BYTES> {
    const FACTS: Facts = Facts { fixed_size: Some(BYTES), min_size: BYTES, ..W::FACTS.of_any_size() };

    #[inline]
    fn read(input: &mut Reader<'a>) -> Result<T, Fault> {
        tri!(input.block(BYTES)).read_block::<T, W>()
    }

    #[inline]
    fn read_boxed(input: &mut Reader<'a>) -> Result<Box<T>, Fault> {
        <Sized<Boxed<W>, BYTES> as Reads<'a, Box<T>>>::read(input)
    }
}

impl<T, W: Writes<T>, const BYTES: usize> Writes<T> for Sized<W, BYTES> {
    const FACTS: Facts = W::FACTS.fallible();

    #[inline]
    fn write<S: Sink>(value: &T, sink: &mut S) -> Result<(), EncodeError> {
        let start = sink.written();
        tri!(W::write(value, sink));
        let (expected, found) = (BYTES, sink.written().saturating_sub(start));
        sink.check(|_| match (found == expected, W::TEXT) {
            (true, _) => Ok(()),
            (false, true) => Err(EncodeError::new(ErrorKind::TextLength { expected, found })),
            (false, false) => Err(EncodeError::new(ErrorKind::BytesLength { expected, found })),
        })
    }
}

impl<'a, T, W: Views<'a, T>, const BYTES: usize> Views<'a, T> for Sized<W, BYTES> {
    delegate_view!(T, W);

    #[cfg_attr(not(debug_assertions), inline(always))]
    fn view(input: &mut Reader<'a>) -> Result<Self::View, Fault> {
        input.block(BYTES)?.view_whole::<T, W>()
    }
}

/// The encoding `W` in the enclosing block without its last `TAIL` bytes, which belong to the following fields.
///
/// # Errors
/// Reading: `Not_enough_data` if the block is shorter than `TAIL`; `Extra_bytes` if `W` does not consume all bytes
/// before the tail.
///
/// Rule: `data-encoding`, `binary_reader.ml`, `read_variable_pair`.
#[derive(Debug)]
pub struct Reserve<W, const TAIL: usize>(core::marker::PhantomData<W>);

impl<T: ?core::marker::Sized, W: Schema<T>, const TAIL: usize> Schema<T> for Reserve<W, TAIL> {
    const ENCODING: &'static Encoding = &Encoding::Reserve { bytes: TAIL, inner: W::ENCODING };
    const INNERMOST: Container = W::INNERMOST;
}

impl<'a, T, W: Reads<'a, T>, const TAIL: usize> Reads<'a, T> for Reserve<W, TAIL> {
    const FACTS: Facts = W::FACTS.of_any_size();

    #[inline]
    fn read(input: &mut Reader<'a>) -> Result<T, Fault> {
        tri!(input.reserving(TAIL)).read_block::<T, W>()
    }

    #[inline]
    fn read_boxed(input: &mut Reader<'a>) -> Result<Box<T>, Fault> {
        <Reserve<Boxed<W>, TAIL> as Reads<'a, Box<T>>>::read(input)
    }
}

impl<T, W: Writes<T>, const TAIL: usize> Writes<T> for Reserve<W, TAIL> {
    const FACTS: Facts = W::FACTS.fallible();

    #[inline]
    fn write<S: Sink>(value: &T, sink: &mut S) -> Result<(), EncodeError> {
        W::write(value, sink)
    }
}

impl<'a, T, W: Views<'a, T>, const TAIL: usize> Views<'a, T> for Reserve<W, TAIL> {
    delegate_view!(T, W);

    #[cfg_attr(not(debug_assertions), inline(always))]
    fn view(input: &mut Reader<'a>) -> Result<Self::View, Fault> {
        input.reserving(TAIL)?.view_whole::<T, W>()
    }
}
