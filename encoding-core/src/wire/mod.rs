//! The forms that values take on the wire.
//!
//! A form is a type without values: `Dynamic<U30, List<Auto, 10>>` is a 4-byte size, then at most ten elements in their
//! own form. One module has a form's schema ([`Schema`]), its reader ([`Reads`]) and its writer ([`Writes`]) side by side,
//! so they cannot drift apart; derived code names a form for each field and calls these three.
//!
//! | module | forms | bytes |
//! |---|---|---|
//! | `auto` | [`Auto`] | as the Rust type says |
//! | `int` | [`Int8`] … [`Uint64`], [`Ranged`], and those with the low byte first | 1, 2, 4, 8 |
//! | `like` | [`UintLikeN`], [`IntLikeZ`] | 1 to 10 |
//! | `scalar` | [`Bool`], [`Float`], [`RangedFloat`] | 1; 8; 8 |
//! | `number` | [`Zarith`], [`Narith`] | 7 bits a byte, least significant first |
//! | `bytes` | [`Bytes`] | to the end of the block, or the array's length |
//! | `text` | [`Text`] | to the end of the block |
//! | `list` | [`List`] | elements to the end of the block |
//! | `plain` | [`List`] borrowed as a slice of [`Plain`] elements | elements to the end of the block |
//! | `option` | [`Opt`] | `00`, or `ff` and the value |
//! | `choice` | [`Maybe`], [`Varopt`], [`Either`] | a tag and the value; the value if the block goes on |
//! | `count` | [`Counted`], [`Exactly`] | the number of elements and the elements; so many elements |
//! | `assoc` | [`Assoc`] | keys and values to the end of the block |
//! | `magic` | [`Magic`] | fixed bytes, then as inside |
//! | `usual` | [`Dft`], [`Elided`] | as inside; `00`, or `ff` and the value |
//! | `constant` | [`Constant`], [`Null`] | none |
//! | `padded` | [`Padded`] | the value, then bytes that say nothing |
//! | `dynamic` | [`Dynamic`], [`Narrow`] | size, then the block |
//! | `suffixed` | [`Suffixed`] | the block, then its size |
//! | `bounded` | [`Bounded`], [`Sized`], [`Reserve`] | as inside |
//! | `compact` | [`Compact`] of [`Packed`], [`Payload`], [`Possible`], [`Short`] | a tag whose bits the parts share, then the bytes of each |
//! | `select` | [`Selected`] | as the fields before say |
//! | `boxed` | [`Boxed`] | as inside |
//! | `verbatim` | [`Verbatim`] | as a value of another type |
//! | `shown` | [`Shown`] | as inside; another form in JSON |
//! | `convert` | [`Guarded`], [`Via`] | as inside |
//! | `legacy` | [`Legacy`] | as inside; read as another type too |

pub(crate) mod ahead;
pub(crate) mod assoc;
mod auto;
pub(crate) mod bounded;
mod boxed;
mod bytes;
mod choice;
mod compact;
mod constant;
mod convert;
mod count;
mod dynamic;
pub(crate) mod elements;
mod int;
mod legacy;
pub(crate) mod like;
pub(crate) mod list;
mod magic;
mod number;
mod option;
mod padded;
#[cfg(feature = "bytemuck")]
mod plain;
pub(crate) mod prefix;
mod scalar;
mod select;
mod shown;
mod suffixed;
mod text;
mod tuple;
mod usual;
mod verbatim;

use alloc::vec::Vec;

pub use ahead::Ahead;
pub use assoc::{Assoc, Pair};
pub use auto::Auto;
pub use bounded::{Bounded, Reserve, Sized};
pub use boxed::Boxed;
pub use bytes::Bytes;
pub use choice::{Either, Maybe, Varopt};
pub use compact::{Compact, OrInt32, Packed, PartSchema, Payload, Possible, ReadsPart, Short, WritesPart};
#[doc(hidden)]
pub use compact::{add_fixed, bits_of_cases, join, most_bits, split, sum_of_bits};
pub use constant::{Constant, Named, Null};
pub use convert::{Conversion, Guard, Guarded, Via};
#[doc(hidden)]
pub use convert::{run_guard, run_via, run_when};
pub use count::{Counted, Exactly};
pub use dynamic::{Dynamic, Narrow};
pub use int::{Int8, Int16, Int31, Int32, Int64, Le, Ranged, Uint8, Uint16, Uint30, Uint32, Uint64, Whole};
pub use legacy::Legacy;
pub use like::{IntLikeZ, UintLikeN};
pub use list::{Arrays, List, UNBOUNDED};
pub use magic::{Magic, MagicBytes};
pub use number::{Narith, Zarith};
pub use option::Opt;
pub use padded::Padded;
#[cfg(feature = "bytemuck")]
pub(crate) use plain::plain_slice;
#[cfg(feature = "bytemuck")]
pub use plain::{Plain, plain_field, plain_fits, read_all_plain, read_plain, write_all_plain};
#[doc(hidden)]
pub use prefix::Room;
pub use prefix::{LenN, Length, MAX_SIZE, Prefix, U8, U16, U16Le, U30, U30Le};
pub use scalar::{Bool, Float, FloatRange, RangedFloat};
pub use select::{Choose, Selected};
#[doc(hidden)]
pub use shown::{AsBase58, AsDisplay, AsHex, AsPlain, PlainText};
pub use shown::{JsonAs, Shown};
pub use suffixed::Suffixed;
pub use text::Text;
pub use usual::{Dft, Elided, Usual};
pub use verbatim::Verbatim;

use crate::error::EncodeError;
use crate::fault::{Fault, FaultKind};
use crate::measure::Measure;
use crate::reader::Reader;
use crate::schema::Encoding;
use crate::sink::Sink;

/// The sum of fixed sizes; none where a part has none.
pub const fn fixed_sum(parts: &[Option<usize>]) -> Option<usize> {
    let mut total = 0usize;
    let mut rest = parts;
    while let [first, others @ ..] = rest {
        let Some(bytes) = first else { return None };
        total = total.saturating_add(*bytes);
        rest = others;
    }
    Some(total)
}

/// The sum of least sizes.
pub const fn least_sum(parts: &[usize]) -> usize {
    let mut total = 0usize;
    let mut rest = parts;
    while let [first, others @ ..] = rest {
        total = total.saturating_add(*first);
        rest = others;
    }
    total
}

/// The size of a union whose cases all have the same fixed size.
pub const fn fixed_union(tag: usize, cases: &[Option<usize>]) -> Option<usize> {
    let [Some(first), others @ ..] = cases else { return None };
    let mut rest = others;
    while let [case, others @ ..] = rest {
        match case {
            Some(bytes) if *bytes == *first => rest = others,
            _ => return None,
        }
    }
    Some(tag.saturating_add(*first))
}

/// Values to the end of the block, at most `max`, one by one.
///
/// # Errors
/// Those of the values; `List_too_long`.
#[doc(hidden)]
#[inline]
pub fn read_each<'a, T: crate::NomReader<'a>>(input: &mut Reader<'a>, max: usize) -> Result<Vec<T>, Fault> {
    elements::read_to_end::<T, Auto>(input, max, FaultKind::ListTooLong)
}

/// Wraps each element: no more than a change of type where the wrapper is a newtype.
#[doc(hidden)]
#[inline]
pub fn wrap_all<A, B>(items: Vec<A>, wrap: impl FnMut(A) -> B) -> Vec<B> {
    items.into_iter().map(wrap).collect()
}

/// The schema of a form for values of type `T`.
#[diagnostic::on_unimplemented(message = "`{T}` cannot have the form `{Self}`", label = "this form is not for `{T}`")]
pub trait Schema<T: ?core::marker::Sized> {
    /// It.
    const ENCODING: &'static Encoding;

    /// Whether this is a bare byte, so that arrays of it are `bytes`.
    #[doc(hidden)]
    const IS_BYTE: bool = false;
}

/// Reads a `T` in this form.
#[diagnostic::on_unimplemented(
    message = "`{T}` cannot be read in the form `{Self}`",
    label = "this form is not for `{T}`"
)]
pub trait Reads<'a, T> {
    /// Bytes of every value, where all have as many: they must be there in whole before the first part is looked at.
    const FIXED: Option<usize> = None;

    /// Whether any [`Reads::FIXED`] bytes are a value, so that a list of them needs no look at each.
    #[doc(hidden)]
    const TOTAL: bool = false;

    /// Bytes that no value has less of, as far as the form says: memory is taken for no more values than could be there.
    #[doc(hidden)]
    const LEAST: usize = match Self::FIXED {
        Some(bytes) => bytes,
        None => 0,
    };

    /// How many values to make room for, where each is a block behind its size and no more: so they are counted without reading them.
    #[doc(hidden)]
    const ROOM: Option<Room> = None;

    /// One value.
    ///
    /// # Errors
    /// Whatever the form refuses.
    fn read(input: &mut Reader<'a>) -> Result<T, Fault>;

    /// One value, which ends its block if it is the `WHOLE` of what is left of it: that is asked before the value is made, which is not
    /// moved then. Forms that always go to the end of their block have less to do than this.
    #[doc(hidden)]
    #[inline]
    fn read_as<const WHOLE: bool>(input: &mut Reader<'a>) -> Result<T, Fault> {
        let value = tri!(Self::read(input));
        if WHOLE {
            tri!(input.finish());
        }
        Ok(value)
    }

    /// Values to the end of the block, at most `max`.
    #[doc(hidden)]
    #[inline]
    fn read_all(input: &mut Reader<'a>, max: usize) -> Result<Vec<T>, Fault> {
        elements::read_to_end::<T, Self>(input, max, FaultKind::ListTooLong)
    }

    /// Exactly `N` values.
    #[doc(hidden)]
    #[inline]
    fn read_array<const N: usize>(input: &mut Reader<'a>) -> Result<[T; N], Fault> {
        elements::read_array_with(input, Self::read)
    }

    /// Arrays to the end of the block, at most `max`.
    #[doc(hidden)]
    #[inline]
    fn read_arrays<const N: usize>(input: &mut Reader<'a>, max: usize) -> Result<Vec<[T; N]>, Fault> {
        elements::read_to_end::<[T; N], Arrays<Self>>(input, max, FaultKind::ListTooLong)
    }
}

/// Writes a `T` in this form.
#[diagnostic::on_unimplemented(
    message = "`{T}` cannot be written in the form `{Self}`",
    label = "this form is not for `{T}`"
)]
pub trait Writes<T> {
    /// See [`crate::BinWriter::HAS_BLOCKS`].
    const HAS_BLOCKS: bool;

    /// See [`crate::BinWriter::AHEAD`].
    #[doc(hidden)]
    const AHEAD: bool = Self::HAS_BLOCKS;

    /// Whether a block of another length is text of another length, as the reference says of strings.
    #[doc(hidden)]
    const TEXT: bool = false;

    /// What [`Writes::measure`] gives for every value, where the type alone says it.
    #[doc(hidden)]
    const EXACT: Option<usize> = None;

    /// The exact number of bytes, every bound checked.
    ///
    /// # Errors
    /// Whatever the reader would refuse.
    fn measure(value: &T, measure: &mut Measure<'_>) -> Result<usize, EncodeError>;

    /// The bytes of a measured value.
    fn write<S: Sink>(value: &T, sink: &mut S);

    /// Measures a list of values.
    #[doc(hidden)]
    #[inline]
    fn measure_all(values: &[T], measure: &mut Measure<'_>) -> Result<usize, EncodeError> {
        list::measure_all_as::<T, Self>(values, measure)
    }

    /// Writes a list of values.
    #[doc(hidden)]
    #[inline]
    fn write_all<S: Sink>(values: &[T], sink: &mut S) {
        for value in values {
            Self::write(value, sink);
        }
    }
}
