//! Values that take no bits of a shared tag.

use core::marker::PhantomData;

use super::{PartSchema, ReadsPart, WritesPart};
use crate::error::EncodeError;
use crate::facts::Facts;
use crate::fault::Fault;
use crate::form::{Container, Sink};
use crate::reader::Reader;
use crate::schema::Part;
use crate::wire::{Reads, Schema, Writes};

/// A value encoded as `W` after the tag, without any bits of the tag.
///
/// # Errors
/// The errors of the value.
///
/// Rule: `data-encoding`, `compact.ml`, `payload`.
#[derive(Debug)]
pub struct Payload<W>(PhantomData<W>);

impl<T, W: Schema<T>> PartSchema<T> for Payload<W> {
    const PART: &'static Part = &Part::Payload(W::ENCODING);
    const INNERMOST: Container = W::INNERMOST;
}

impl<'a, T, W: Reads<'a, T>> ReadsPart<'a, T> for Payload<W> {
    const BITS: u32 = 0;
    const FACTS: Facts = W::FACTS;

    #[inline]
    fn has(bits: u32) -> bool {
        bits == 0
    }

    #[inline]
    fn fixed(_: u32) -> Option<usize> {
        W::FACTS.fixed_size
    }

    #[inline]
    fn read_part(_: u32, input: &mut Reader<'a>) -> Result<T, Fault> {
        W::read(input)
    }
}

impl<T, W: Writes<T>> WritesPart<T> for Payload<W> {
    const BITS: u32 = 0;
    const FACTS: Facts = W::FACTS;

    #[inline]
    fn bits(_: &T) -> u32 {
        0
    }

    #[inline]
    fn write_part<S: Sink>(value: &T, sink: &mut S) -> Result<(), EncodeError> {
        W::write(value, sink)
    }
}
