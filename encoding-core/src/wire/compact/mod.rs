//! Compact encodings: parts that share the bits of one tag.
//!
//! | form of a part | bits of the tag | bytes behind the tag |
//! |---|---|---|
//! | [`Auto`](super::Auto) | as the type says: `bool`, `i32`, `i64`, `Option`, tuples and types with `compact` share, all others are payloads | |
//! | [`Packed`] | 1 for a `bool`, 2 for an `i32` or an `i64` | none; 1 to 4 or 8 |
//! | [`Payload`] | none | the value |
//! | [`Possible`] | those of the value, above them 1 if it is there | those of the value |
//! | [`Short`] | `BITS`: the number of elements, or all ones | the elements; a 4-byte size and the elements |
//!
//! The tag is read once. Before any byte behind it is looked at, [`ReadsPart::has`] refuses a tag that no value has; then each
//! part takes its bits, the first part the lowest, and its bytes.
//!
//! Rule: `data-encoding`, `compact.ml`.

mod list;
mod or_int32;
mod packed;
mod payload;
mod possible;

use core::marker::PhantomData;

pub use list::Short;
pub use or_int32::OrInt32;
pub use packed::Packed;
pub use payload::Payload;
pub use possible::Possible;

use super::{Auto, Reads, Schema, Writes, fixed_sum};
use crate::error::EncodeError;
use crate::fault::Fault;
use crate::measure::Measure;
use crate::reader::Reader;
use crate::schema::{self, Encoding, Part, SharedTag};
use crate::sink::Sink;
use crate::traits::{BinWriter, HasEncoding, NomReader};

/// The schema of a part for values of type `T`.
#[diagnostic::on_unimplemented(
    message = "`{T}` cannot be a part in the form `{Self}`",
    label = "this form is not for `{T}`"
)]
pub trait PartSchema<T> {
    /// It.
    const PART: &'static Part;
}

/// Reads a part.
#[diagnostic::on_unimplemented(
    message = "`{T}` cannot be a part in the form `{Self}`",
    label = "this form is not for `{T}`"
)]
pub trait ReadsPart<'a, T> {
    /// Bits of the tag.
    const BITS: u32;

    /// Bytes behind the tag, where every value has as many.
    const FIXED: Option<usize>;

    /// Whether these bits are those of a value; there may be more of them than [`ReadsPart::BITS`].
    fn has(bits: u32) -> bool;

    /// Bytes behind a tag with these bits, where every such value has as many.
    fn fixed(bits: u32) -> Option<usize>;

    /// The value with these bits, its bytes taken from the input.
    ///
    /// # Errors
    /// Whatever the form refuses.
    fn read_part(bits: u32, input: &mut Reader<'a>) -> Result<T, Fault>;
}

/// Writes a part.
#[diagnostic::on_unimplemented(
    message = "`{T}` cannot be a part in the form `{Self}`",
    label = "this form is not for `{T}`"
)]
pub trait WritesPart<T> {
    /// Bits of the tag.
    const BITS: u32;

    /// See [`BinWriter::HAS_BLOCKS`].
    const HAS_BLOCKS: bool;

    /// See [`BinWriter::AHEAD`].
    #[doc(hidden)]
    const AHEAD: bool = Self::HAS_BLOCKS;

    /// The bits of a value.
    fn bits(value: &T) -> u32;

    /// The number of bytes behind the tag, every bound checked.
    ///
    /// # Errors
    /// Whatever the reader would refuse.
    fn measure_part(value: &T, measure: &mut Measure<'_>) -> Result<usize, EncodeError>;

    /// The bytes behind the tag.
    fn write_part<S: Sink>(value: &T, sink: &mut S);
}

/// A part `P` behind a tag of `TAG` bytes: 0, 1 or 2.
///
/// # Errors
/// Reading: `Unexpected_tag` where the tag is that of no value; those of the part.
///
/// Rule: `data-encoding`, `compact.ml`, `make`.
#[derive(Debug)]
pub struct Compact<P, const TAG: usize = 1>(PhantomData<P>);

impl<T, P: PartSchema<T>, const TAG: usize> Schema<T> for Compact<P, TAG> {
    const ENCODING: &'static Encoding = &Encoding::Compact(&schema::Compact::new(SharedTag::of_bytes(TAG), P::PART));
}

impl<'a, T, P: ReadsPart<'a, T>, const TAG: usize> Reads<'a, T> for Compact<P, TAG> {
    const FIXED: Option<usize> = fixed_sum(&[Some(TAG), P::FIXED]);

    #[inline]
    fn read(input: &mut Reader<'a>) -> Result<T, Fault> {
        const { assert!(P::BITS <= SharedTag::of_bytes(TAG).bits(), "the parts need more bits than the tag has") };
        let start = input.remaining();
        let tag = match TAG {
            0 => 0,
            1 => u32::from(tri!(u8::read(input))),
            _ => u32::from(tri!(u16::read(input))),
        };
        if P::has(tag) { P::read_part(tag, input) } else { Err(Fault::unexpected_tag(start, tag, false)) }
    }
}

impl<T, P: WritesPart<T>, const TAG: usize> Writes<T> for Compact<P, TAG> {
    const HAS_BLOCKS: bool = P::HAS_BLOCKS;
    const AHEAD: bool = P::AHEAD;

    #[inline]
    fn measure(value: &T, measure: &mut Measure<'_>) -> Result<usize, EncodeError> {
        P::measure_part(value, measure).map(|bytes| bytes.saturating_add(TAG))
    }

    #[inline]
    fn write<S: Sink>(value: &T, sink: &mut S) {
        const { assert!(P::BITS <= SharedTag::of_bytes(TAG).bits(), "the parts need more bits than the tag has") };
        let [.., high, low] = P::bits(value).to_be_bytes();
        match TAG {
            0 => {}
            1 => sink.put(&[low]),
            _ => sink.put(&[high, low]),
        }
        P::write_part(value, sink);
    }
}

impl<T: HasEncoding> PartSchema<T> for Auto {
    const PART: &'static Part = T::PART;
}

impl<'a, T: NomReader<'a>> ReadsPart<'a, T> for Auto {
    const BITS: u32 = T::PART_BITS;
    const FIXED: Option<usize> = T::PART_FIXED;

    #[inline]
    fn has(bits: u32) -> bool {
        T::has_part(bits)
    }

    #[inline]
    fn fixed(bits: u32) -> Option<usize> {
        T::fixed_part(bits)
    }

    #[inline]
    fn read_part(bits: u32, input: &mut Reader<'a>) -> Result<T, Fault> {
        T::read_part(bits, input)
    }
}

impl<T: BinWriter> WritesPart<T> for Auto {
    const BITS: u32 = T::PART_BITS;
    const HAS_BLOCKS: bool = T::HAS_BLOCKS;
    const AHEAD: bool = T::AHEAD;

    #[inline]
    fn bits(value: &T) -> u32 {
        value.part_bits()
    }

    #[inline]
    fn measure_part(value: &T, measure: &mut Measure<'_>) -> Result<usize, EncodeError> {
        value.measure_part(measure)
    }

    #[inline]
    fn write_part<S: Sink>(value: &T, sink: &mut S) {
        value.write_part(sink);
    }
}

/// The lowest `count` bits, and those above.
#[inline]
pub const fn split(bits: u32, count: u32) -> (u32, u32) {
    match bits.checked_shr(count) {
        Some(above) => (schema::compact::low(bits, count), above),
        None => (bits, 0),
    }
}

/// `own`, which is `count` bits wide, below `above`.
#[inline]
pub const fn join(own: u32, above: u32, count: u32) -> u32 {
    match above.checked_shl(count) {
        Some(above) => own | above,
        None => own,
    }
}

/// The bits of parts beside each other.
pub const fn sum_of_bits(parts: &[u32]) -> u32 {
    let (mut bits, mut rest) = (0u32, parts);
    while let [part, others @ ..] = rest {
        bits = bits.saturating_add(*part);
        rest = others;
    }
    bits
}

/// The bits of the widest of some parts.
pub const fn most_bits(parts: &[u32]) -> u32 {
    let (mut bits, mut rest) = (0u32, parts);
    while let [part, others @ ..] = rest {
        bits = if *part > bits { *part } else { bits };
        rest = others;
    }
    bits
}

/// The bits of cases with these tags over parts with these bits.
pub const fn bits_of_cases(tags: &[u32], parts: &[u32]) -> u32 {
    schema::compact::width(most_bits(tags)).saturating_add(most_bits(parts))
}

/// `sum + part`, where both are known.
#[inline]
pub const fn add_fixed(sum: Option<usize>, part: Option<usize>) -> Option<usize> {
    match (sum, part) {
        (Some(sum), Some(part)) => sum.checked_add(part),
        _ => None,
    }
}
