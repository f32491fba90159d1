//! Values that also have an older encoding.

use alloc::vec::Vec;
use core::marker::PhantomData;

use super::convert::Made;
use super::{Reads, Schema, Writes};
use crate::encode::Encode;
use crate::error::EncodeError;
use crate::facts::Facts;
use crate::fault::{Fault, FaultKind};
use crate::form::Sink;
use crate::reader::Reader;
use crate::schema::{self, Encoding};
use crate::traits::{BinWriter, HasEncoding, NomReader};

/// The encoding `W`. If reading it fails, the bytes are read as an `O` and converted by `TryFrom<O>`. Always written as
/// `W`.
///
/// A value is read at most twice, because neither encoding contains itself.
///
/// # Errors
/// The errors of `W`, if the bytes are not a valid `O` either or `TryFrom` refuses it; `Heap_exceeded` of both.
#[derive(Debug)]
pub struct Legacy<W, O>(PhantomData<(W, O)>);

impl<T, W, O> Schema<T> for Legacy<W, O>
where
    T: Made<O> + BinWriter,
    W: Schema<T>,
    O: HasEncoding + for<'o> NomReader<'o>,
{
    const ENCODING: &'static Encoding =
        &Encoding::Legacy(&schema::LegacySchema { current: W::ENCODING, older: O::ENCODING, convert: convert::<T, O> });
}

impl<'a, T: Made<O>, W: Reads<'a, T>, O: NomReader<'a>> Reads<'a, T> for Legacy<W, O> {
    const FACTS: Facts = Facts::union(0, &[W::FACTS, O::FACTS]);

    #[inline]
    fn read(input: &mut Reader<'a>) -> Result<T, Fault> {
        let start = input.clone();
        let exceeds = |fault: &Fault| fault.kind() == FaultKind::HeapExceeded;
        W::read(input).or_else(|fault| match fault {
            fault if exceeds(&fault) => Err(fault),
            fault => {
                *input = start;
                older(input).map_err(|older| older.filter(exceeds).unwrap_or(fault))
            }
        })
    }
}

impl<T, W: Writes<T>, O> Writes<T> for Legacy<W, O> {
    const FACTS: Facts = W::FACTS;

    #[inline]
    fn write<S: Sink>(value: &T, sink: &mut S) -> Result<(), EncodeError> {
        W::write(value, sink)
    }
}

/// Reads an `O` and converts it. The error is that of the reader.
#[cold]
#[inline(never)]
fn older<'a, T: Made<O>, O: NomReader<'a>>(input: &mut Reader<'a>) -> Result<T, Option<Fault>> {
    T::made(O::read(input).map_err(Some)?).map_err(|_| None)
}

/// Converts the bytes of an `O` to the bytes of the value.
fn convert<T: Made<O> + BinWriter, O: for<'o> NomReader<'o>>(bytes: &[u8]) -> Option<Vec<u8>> {
    older::<T, O>(&mut Reader::new(bytes)).ok()?.to_bytes().ok()
}
