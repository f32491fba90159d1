//! Optional parts of compact encodings.

use core::marker::PhantomData;

use super::{PartSchema, ReadsPart, WritesPart, join, split};
use crate::error::EncodeError;
use crate::facts::Facts;
use crate::fault::Fault;
use crate::form::{Container, Sink};
use crate::reader::Reader;
use crate::schema::Part;

/// An optional part: the bits of `P`, and above them one bit that is set if the value is present. An absent value has
/// only zero bits and no bytes.
///
/// # Errors
/// The errors of the value.
///
/// Rule: `data-encoding`, `compact.ml`, `option` and `opt`.
#[derive(Debug)]
pub struct Possible<P>(PhantomData<P>);

impl<T, P: PartSchema<T>> PartSchema<Option<T>> for Possible<P> {
    const PART: &'static Part = &Part::Option(P::PART);
    const INNERMOST: Container = P::INNERMOST;
}

impl<'a, T, P: ReadsPart<'a, T>> ReadsPart<'a, Option<T>> for Possible<P> {
    const BITS: u32 = P::BITS.saturating_add(1);
    const FACTS: Facts = Facts::union(0, &[Facts::fixed(0), P::FACTS]);

    #[inline]
    fn has(bits: u32) -> bool {
        match split(bits, P::BITS) {
            (own, 1) => P::has(own),
            _ => bits == 0,
        }
    }

    #[inline]
    fn fixed(bits: u32) -> Option<usize> {
        match split(bits, P::BITS) {
            (own, 1) => P::fixed(own),
            _ => Some(0),
        }
    }

    #[inline]
    fn read_part(bits: u32, input: &mut Reader<'a>) -> Result<Option<T>, Fault> {
        match split(bits, P::BITS) {
            (own, 1) => P::read_part(own, input).map(Some),
            _ => Ok(None),
        }
    }
}

impl<T, P: WritesPart<T>> WritesPart<Option<T>> for Possible<P> {
    const BITS: u32 = P::BITS.saturating_add(1);
    const FACTS: Facts = P::FACTS.of_any_size();

    #[inline]
    fn bits(value: &Option<T>) -> u32 {
        value.as_ref().map_or(0, |value| join(P::bits(value), 1, P::BITS))
    }

    #[inline]
    fn write_part<S: Sink>(value: &Option<T>, sink: &mut S) -> Result<(), EncodeError> {
        value.as_ref().map_or(Ok(()), |value| P::write_part(value, sink))
    }
}
