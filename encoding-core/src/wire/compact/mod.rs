//! Compact encodings, whose parts share the bits of one tag.
//!
//! A part is a value that may take some bits of the tag and some bytes after it:
//!
//! | part | bits of the tag | bytes after the tag |
//! |---|---|---|
//! | [`Auto`](super::Auto) | by type: `bool`, `i32`, `i64`, `Option`, tuples and types with `compact` take bits, all others are payloads | |
//! | [`Packed`] | 1 for a `bool`, 2 for an `i32` or an `i64` | none; 1 to 4 or 8 |
//! | [`Payload`] | none | the value |
//! | [`Possible`] | those of the value, and above them 1 that is set if it is present | those of the value |
//! | [`Short`] | `BITS`: the number of elements, or all ones | the elements; a 4-byte size and the elements |
//!
//! The tag is read once. [`ReadsPart::has`] refuses a tag that no value has before any byte after it is read. Then each
//! part takes its bits, the first part the lowest, and reads its bytes.
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

use super::{Auto, Reads, Schema, Writes};
use crate::error::EncodeError;
use crate::facts::{Facts, add};
use crate::fault::Fault;
use crate::form::{Container, Sink};
use crate::reader::Reader;
use crate::schema::{self, Encoding, Part, SharedTag};
use crate::traits::{BinWriter, HasEncoding, NomReader};

/// The schema of a part for values of type `T`.
#[diagnostic::on_unimplemented(
    message = "`{T}` cannot be encoded as `{Self}` in a compact encoding",
    label = "this encoding does not support `{T}`"
)]
pub trait PartSchema<T> {
    /// The schema.
    const PART: &'static Part;

    /// What the innermost type is that has its default encoding.
    #[doc(hidden)]
    const INNERMOST: Container = Container::None;
}

/// Reads a part.
#[diagnostic::on_unimplemented(
    message = "`{T}` cannot be encoded as `{Self}` in a compact encoding",
    label = "this encoding does not support `{T}`"
)]
pub trait ReadsPart<'a, T> {
    /// The number of bits of the tag.
    const BITS: u32;

    /// Static properties of the bytes after the tag; unknown by default.
    const FACTS: Facts = Facts::UNKNOWN;

    /// Returns true if some value has these bits. `bits` may have more bits than [`ReadsPart::BITS`].
    fn has(bits: u32) -> bool;

    /// Returns the number of bytes after a tag with these bits, if it is the same for all such values.
    fn fixed(bits: u32) -> Option<usize>;

    /// Reads the bytes of the value with these bits.
    ///
    /// # Errors
    /// The errors of the encoding.
    fn read_part(bits: u32, input: &mut Reader<'a>) -> Result<T, Fault>;
}

/// Writes a part.
#[diagnostic::on_unimplemented(
    message = "`{T}` cannot be encoded as `{Self}` in a compact encoding",
    label = "this encoding does not support `{T}`"
)]
pub trait WritesPart<T> {
    /// The number of bits of the tag.
    const BITS: u32;

    /// Static properties of the bytes after the tag; unknown by default.
    const FACTS: Facts = Facts::UNKNOWN;

    /// Returns the tag bits of a value.
    fn bits(value: &T) -> u32;

    /// Writes the bytes after the tag.
    ///
    /// # Errors
    /// If the reader would refuse the bytes.
    fn write_part<S: Sink>(value: &T, sink: &mut S) -> Result<(), EncodeError>;
}

/// A tag of `TAG` bytes (0, 1 or 2) and the part `P` after it.
///
/// # Errors
/// Reading: `Unexpected_tag` if no value has the tag; those of the part.
///
/// Rule: `data-encoding`, `compact.ml`, `make`.
#[derive(Debug)]
pub struct Compact<P, const TAG: usize = 1>(PhantomData<P>);

impl<T, P: PartSchema<T>, const TAG: usize> Schema<T> for Compact<P, TAG> {
    const ENCODING: &'static Encoding =
        &Encoding::Compact(&schema::CompactSchema::new(SharedTag::of_bytes(TAG), P::PART));
}

impl<'a, T, P: ReadsPart<'a, T>, const TAG: usize> Reads<'a, T> for Compact<P, TAG> {
    const FACTS: Facts = Facts::sequence(&[Facts::fixed(TAG), P::FACTS]);

    #[inline]
    fn read(input: &mut Reader<'a>) -> Result<T, Fault> {
        const {
            assert!(
                P::BITS <= SharedTag::of_bytes(TAG).bits(),
                "the parts of this compact encoding need more bits than its tag has"
            )
        };
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
    const FACTS: Facts = P::FACTS.of_any_size();

    #[inline]
    fn write<S: Sink>(value: &T, sink: &mut S) -> Result<(), EncodeError> {
        const {
            assert!(
                P::BITS <= SharedTag::of_bytes(TAG).bits(),
                "the parts of this compact encoding need more bits than its tag has"
            )
        };
        let [.., high, low] = P::bits(value).to_be_bytes();
        match TAG {
            0 => {}
            1 => sink.put(&[low]),
            _ => sink.put(&[high, low]),
        }
        P::write_part(value, sink)
    }
}

impl<T: HasEncoding> PartSchema<T> for Auto {
    const PART: &'static Part = T::PART;
}

/// The functions of a [`ReadsPart`], by which values of a type are read as a part. A [`NomReader`] has one if its
/// values take bits of a shared tag.
#[derive(Clone, Copy, Debug)]
pub struct PartReader<'a, T> {
    bits: u32,
    facts: Facts,
    has: fn(u32) -> bool,
    fixed: fn(u32) -> Option<usize>,
    read: fn(u32, &mut Reader<'a>) -> Result<T, Fault>,
}

impl<'a, T> PartReader<'a, T> {
    /// Returns the functions of `P`.
    pub const fn of<P: ReadsPart<'a, T>>() -> Self {
        Self { bits: P::BITS, facts: P::FACTS, has: P::has, fixed: P::fixed, read: P::read_part }
    }
}

impl<'a, T: NomReader<'a>> ReadsPart<'a, T> for Auto {
    const BITS: u32 = match T::PART {
        Some(part) => part.bits,
        None => 0,
    };
    const FACTS: Facts = match T::PART {
        Some(part) => part.facts,
        None => T::FACTS,
    };

    #[inline]
    fn has(bits: u32) -> bool {
        T::PART.map_or(bits == 0, |part| (part.has)(bits))
    }

    #[inline]
    fn fixed(bits: u32) -> Option<usize> {
        T::PART.map_or(T::FACTS.fixed_size, |part| (part.fixed)(bits))
    }

    #[inline]
    fn read_part(bits: u32, input: &mut Reader<'a>) -> Result<T, Fault> {
        match T::PART {
            Some(part) => (part.read)(bits, input),
            None => T::read(input),
        }
    }
}

/// The functions of a [`WritesPart`], by which values of a type are written as a part, except the last one, which is
/// [`BinWriter::write_part`]. A [`BinWriter`] has one if its values take bits of a shared tag.
#[derive(Debug)]
pub struct PartWriter<T: ?Sized> {
    width: u32,
    bits: fn(&T) -> u32,
}

impl<T> PartWriter<T> {
    /// Returns the functions of `P`.
    pub const fn of<P: WritesPart<T>>() -> Self {
        Self { width: P::BITS, bits: P::bits }
    }
}

impl<T: BinWriter> WritesPart<T> for Auto {
    const BITS: u32 = match T::PART {
        Some(part) => part.width,
        None => 0,
    };
    const FACTS: Facts = T::FACTS;

    #[inline]
    fn bits(value: &T) -> u32 {
        T::PART.map_or(0, |part| (part.bits)(value))
    }

    #[inline]
    fn write_part<S: Sink>(value: &T, sink: &mut S) -> Result<(), EncodeError> {
        value.write_part(sink)
    }
}

/// The elements of a tuple as parts, each with its type's default encoding.
#[derive(Debug)]
pub struct Beside;

/// Splits bits into the lowest `count` and those above.
#[inline]
pub const fn split(bits: u32, count: u32) -> (u32, u32) {
    match bits.checked_shr(count) {
        Some(above) => (schema::compact::low(bits, count), above),
        None => (bits, 0),
    }
}

/// Joins `own`, which has `count` bits, with the bits `above` it.
#[inline]
pub const fn join(own: u32, above: u32, count: u32) -> u32 {
    match above.checked_shl(count) {
        Some(above) => own | above,
        None => own,
    }
}

/// Returns the number of bits of all parts together.
pub const fn sum_of_bits(parts: &[u32]) -> u32 {
    let (mut bits, mut rest) = (0u32, parts);
    while let [part, others @ ..] = rest {
        bits = bits.saturating_add(*part);
        rest = others;
    }
    bits
}

/// Returns the number of bits of the widest part.
pub const fn most_bits(parts: &[u32]) -> u32 {
    let (mut bits, mut rest) = (0u32, parts);
    while let [part, others @ ..] = rest {
        bits = if *part > bits { *part } else { bits };
        rest = others;
    }
    bits
}

/// Returns the number of bits of a union with these tags, whose cases have parts with these bits.
pub const fn bits_of_cases(tags: &[u32], parts: &[u32]) -> u32 {
    schema::compact::width(most_bits(tags)).saturating_add(most_bits(parts))
}

/// Returns the sum of the sizes, if all are known.
pub const fn sum_of_sizes(parts: &[Option<usize>]) -> Option<usize> {
    let (mut bytes, mut rest) = (Some(0), parts);
    while let [part, others @ ..] = rest {
        bytes = add(bytes, *part);
        rest = others;
    }
    bytes
}
