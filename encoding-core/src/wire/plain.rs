//! Lists borrowed as slices: the memory layout of the elements equals their encoding.

use alloc::borrow::Cow;
use alloc::vec::Vec;

use bytemuck::Pod;

use super::elements::refusal;
use super::list::fits;
use super::{List, Reads, Schema, UNBOUNDED, Writes};
use crate::error::EncodeError;
use crate::facts::Facts;
use crate::fault::{Fault, FaultKind};
use crate::form::{Container, Sink};
use crate::reader::{Reader, refused};
use crate::schema::{Count, Encoding};
use crate::traits::NomReader;

/// A type whose memory layout equals its encoding: every bit pattern is valid, it has no padding and an alignment of 1,
/// and its fields are in memory (`repr(C)` or `repr(transparent)`) in the order of the wire. Lists of it are borrowed
/// as `&'a [T]`.
///
/// This holds for bytes, `i8`, arrays of these, and newtypes around them. The supertrait `bytemuck::Pod` guarantees it,
/// and its derive checks it. Reading a list of a type whose encoded size differs from its size in memory, or that has
/// an alignment, does not compile.
///
/// ```
/// use tezos_encoding::prelude::*;
/// use tezos_encoding::wire::Plain;
/// use bytemuck::{Pod, Zeroable};
///
/// #[derive(Debug, Clone, Copy, PartialEq, Pod, Zeroable, HasEncoding, NomReader, BinWriter)]
/// #[repr(transparent)]
/// struct Hash([u8; 2]);
/// impl Plain for Hash {}
///
/// #[derive(Debug, HasEncoding, NomReader, BinWriter)]
/// struct Hashes<'a> {
///     #[encoding(dynamic, list = 10)]
///     hashes: &'a [Hash],
/// }
/// let bytes = [0, 0, 0, 4, 1, 2, 3, 4];
/// assert_eq!(Hashes::from_bytes(&bytes).unwrap().hashes, [Hash([1, 2]), Hash([3, 4])]);
/// ```
#[diagnostic::on_unimplemented(
    message = "the memory layout of `{Self}` does not equal its encoding",
    label = "use an array of bytes, or a type with `#[encoding(plain)]`"
)]
pub trait Plain: Pod {}

impl Plain for u8 {}
impl Plain for i8 {}
impl<T: Plain, const N: usize> Plain for [T; N] {}

impl<T: Plain, W: Schema<T>, const MAX: usize> Schema<&[T]> for List<W, MAX> {
    const ENCODING: &'static Encoding = &encoding::<T, W, MAX>();
    const INNERMOST: Container = W::INNERMOST;
}

impl<T: Plain, W: Schema<T>, const MAX: usize> Schema<Cow<'_, [T]>> for List<W, MAX> {
    const ENCODING: &'static Encoding = &encoding::<T, W, MAX>();
    const INNERMOST: Container = W::INNERMOST;
}

const fn encoding<T, W: Schema<T>, const MAX: usize>() -> Encoding {
    Encoding::List {
        item: W::ENCODING,
        count: Count::ToEnd { min: 0, max: if MAX == UNBOUNDED { None } else { Some(MAX) } },
        array: false,
    }
}

impl<'a, T: Plain, W: Reads<'a, T>, const MAX: usize> Reads<'a, &'a [T]> for List<W, MAX> {
    #[inline]
    fn read(input: &mut Reader<'a>) -> Result<&'a [T], Fault> {
        const {
            assert!(
                matches!(W::FACTS.fixed_size, Some(bytes) if bytes == size_of::<T>()) && size_of::<T>() > 0,
                "the elements of a borrowed list must have the same bytes on the wire as in memory"
            );
        }
        slice(input, MAX)
    }
}

/// Borrows the elements to the end of the block.
#[inline]
fn slice<'a, T: Plain>(input: &mut Reader<'a>, max: usize) -> Result<&'a [T], Fault> {
    let size = size_of::<T>();
    if input.elements(size, max).is_none() {
        return Err(refusal(input.clone(), max, FaultKind::ListTooLong, |input| input.take(size)));
    }
    let bytes = tri!(input.rest());
    plain_slice(bytes).ok_or_else(|| Fault::new(FaultKind::Foreign, bytes))
}

/// Reads the view of a type with `plain`: a reference to its bytes.
///
/// # Errors
/// `Not_enough_data`, `Size_limit_exceeded`.
#[inline]
pub fn read_plain<'a, T: Plain>(input: &mut Reader<'a>) -> Result<&'a T, Fault> {
    let bytes = tri!(input.take(size_of::<T>()));
    const { packed::<T>() };
    // Always succeeds: the length matches and there is no alignment.
    Ok(tri!(bytemuck::try_from_bytes(bytes), _ => Fault::new(FaultKind::Foreign, bytes)))
}

/// Reads a value of a type with `plain`.
///
/// # Errors
/// `Not_enough_data`, `Size_limit_exceeded`.
#[inline]
pub fn copy_plain<T: Plain>(input: &mut Reader<'_>) -> Result<T, Fault> {
    match read_plain(input) {
        Ok(value) => Ok(*value),
        Err(fault) => refused(fault),
    }
}

/// Converts bytes to a slice of values, if their length is a multiple of the size.
#[inline]
pub(crate) fn plain_slice<T: Plain>(bytes: &[u8]) -> Option<&[T]> {
    const { packed::<T>() };
    bytemuck::try_cast_slice(bytes).ok()
}

const fn packed<T>() {
    assert!(
        align_of::<T>() == 1,
        "a `plain` type must have an alignment of 1: remove its `align`, and use byte arrays instead of numbers"
    );
}

/// Reads a list of a type with `plain`, copied in one piece.
///
/// # Errors
/// `Not_enough_data`, `Size_limit_exceeded`, `List_too_long`.
#[inline]
pub fn read_list_plain<T: Plain>(input: &mut Reader<'_>, max: usize) -> Result<Vec<T>, Fault> {
    slice(input, max).map(<[T]>::to_vec)
}

/// Writes a list of a type with `plain` in one piece.
///
/// # Errors
/// None; as [`BinWriter::write_list`](crate::BinWriter::write_list).
#[inline]
pub fn write_list_plain<T: Plain, S: Sink>(values: &[T], sink: &mut S) -> Result<(), EncodeError> {
    sink.put(bytemuck::must_cast_slice(values));
    Ok(())
}

/// Checks at compile time that the memory layout of a type with `plain` equals its encoding.
pub const fn plain_fits<'a, T: Plain + NomReader<'a>>() {
    packed::<T>();
    assert!(
        matches!(T::FACTS.fixed_size, Some(bytes) if bytes == size_of::<T>()) && size_of::<T>() > 0,
        "the fields of a `plain` type must have the same bytes on the wire as in memory"
    );
    assert!(
        T::FACTS.infallible,
        "a field of this `plain` type refuses some bytes, but `plain` types are not checked: remove its limit"
    );
}

/// Checks that a field of a type with `plain` is `Plain`, which numbers of several bytes are not, because their byte
/// order in memory depends on the machine.
pub const fn plain_field<T: Plain>() {}

impl<'a, T: Plain, W: Reads<'a, T>, const MAX: usize> Reads<'a, Cow<'a, [T]>> for List<W, MAX> {
    #[inline]
    fn read(input: &mut Reader<'a>) -> Result<Cow<'a, [T]>, Fault> {
        <Self as Reads<'a, &'a [T]>>::read(input).map(Cow::Borrowed)
    }
}

impl<T: Plain, W: Writes<T>, const MAX: usize> Writes<&[T]> for List<W, MAX> {
    const FACTS: Facts = Facts::FLAT;

    #[inline]
    fn write<S: Sink>(value: &&[T], sink: &mut S) -> Result<(), EncodeError> {
        tri!(sink.check(|_| fits(value.len(), 0, MAX, false)));
        sink.put(bytemuck::must_cast_slice(value));
        Ok(())
    }
}

impl<T: Plain, W: Writes<T>, const MAX: usize> Writes<Cow<'_, [T]>> for List<W, MAX> {
    const FACTS: Facts = Facts::FLAT;

    #[inline]
    fn write<S: Sink>(value: &Cow<'_, [T]>, sink: &mut S) -> Result<(), EncodeError> {
        tri!(sink.check(|_| fits(value.len(), 0, MAX, false)));
        sink.put(bytemuck::must_cast_slice(value));
        Ok(())
    }
}
