//! The three traits of a type: its schema, its reader, its writer.

use alloc::vec::Vec;

use crate::error::EncodeError;
use crate::fault::{Fault, FaultKind};
use crate::measure::Measure;
use crate::nom::NomResult;
use crate::reader::Reader;
use crate::schema::{Case, Encoding, Field, Part};
use crate::sink::Sink;
use crate::wire::{Auto, Room};
use crate::wire::{elements, list};

/// A type with a schema.
///
/// Derived: `#[derive(HasEncoding)]`. The schema is constant data: reading it costs a load.
#[diagnostic::on_unimplemented(
    message = "`{Self}` has no encoding",
    label = "derive `HasEncoding` on it, or say its form with an attribute"
)]
pub trait HasEncoding {
    /// How values of this type look on the wire.
    const ENCODING: &'static Encoding;

    /// Whether this is the byte itself, so that arrays of it are `bytes` and not lists of numbers.
    #[doc(hidden)]
    const IS_BYTE: bool = false;

    /// What values of this type are in a compact encoding: a payload, unless they share bits of the tag.
    #[doc(hidden)]
    const PART: &'static Part = &Part::Payload(Self::ENCODING);
}

/// An enum with a schema: its cases, and which of them a value is.
///
/// Derived with [`HasEncoding`] for enums.
///
/// ```
/// use tezos_encoding::{HasEncoding, Tagged};
/// #[derive(HasEncoding)]
/// #[encoding(tags = "u16")]
/// enum Message {
///     #[encoding(tag = 0x10)]
///     GetHead,
///     Head(u32),
/// }
/// assert_eq!((Message::Head(7).tag(), Message::Head(7).title()), (0x11, "Head"));
/// assert_eq!(Message::CASES[0].title, "Get_head");
/// ```
pub trait Tagged {
    /// All cases, in the order of the enum's variants.
    const CASES: &'static [Case];

    /// Which of [`Tagged::CASES`] the value is.
    fn case(&self) -> &'static Case;

    /// The tag that the value is written with.
    #[inline]
    fn tag(&self) -> u32 {
        self.case().tag
    }

    /// The name of the value's case, in the reference's spelling.
    #[inline]
    fn title(&self) -> &'static str {
        self.case().title
    }
}

/// An enum without a tag, whose case the fields before it say: a field of it has `select`.
///
/// Derived with [`HasEncoding`] for enums with `untagged`.
///
/// ```
/// use tezos_encoding::{BinWriter, Encode, HasEncoding, NomReader, Untagged};
/// #[derive(HasEncoding, NomReader, BinWriter)]
/// #[encoding(untagged(on = "u8"))]
/// enum Amount {
///     #[encoding(on = "0")]
///     Small(u8),
///     #[encoding(on = "1 | 2")]
///     Large(u64),
/// }
/// assert_eq!((Amount::selected(&2), Amount::selected(&3)), (Some(1), None));
/// assert_eq!(Amount::Small(7).place(), 0);
/// ```
#[diagnostic::on_unimplemented(
    message = "the case of `{Self}` cannot be selected",
    label = "`select` is for enums with `#[encoding(untagged)]`"
)]
pub trait Untagged {
    /// What says the case.
    type Selector: ?Sized;

    /// All cases with their names, in the order of the enum's variants.
    const CASES: &'static [Field];

    /// The place of the case that a selector says.
    fn selected(selector: &Self::Selector) -> Option<usize>;

    /// The place of the value's case.
    fn place(&self) -> usize;
}

/// An [`Untagged`] enum that can be read.
///
/// Derived with [`NomReader`] for enums with `untagged`.
#[diagnostic::on_unimplemented(
    message = "the case of `{Self}` cannot be selected",
    label = "`select` is for enums with `#[encoding(untagged)]` and a reader"
)]
pub trait ReadSelected<'a>: Untagged + Sized {
    /// The fields of the case that a selector says.
    ///
    /// # Errors
    /// `No_case_matched` where it says none, and those of the fields.
    fn read_selected(selector: &Self::Selector, input: &mut Reader<'a>) -> Result<Self, Fault>;
}

/// A type that can be read from bytes.
///
/// Derived: `#[derive(NomReader)]`. By hand, either [`NomReader::nom_read`] alone with parsers of nom, or
/// [`NomReader::read`] with a [`Reader`] and `nom_read` as `tezos_encoding::nom::nom_read(input, Self::read)`.
///
/// ```
/// use tezos_encoding::{Decode, HasEncoding, NomReader, Reader, Fault, schema::Encoding};
/// # use tezos_encoding::nom::{NomResult, nom_read};
/// #[derive(Debug, PartialEq)]
/// struct Percent(u8);
///
/// impl HasEncoding for Percent {
///     const ENCODING: &'static Encoding = u8::ENCODING;
/// }
/// impl<'a> NomReader<'a> for Percent {
///     fn nom_read(input: &'a [u8]) -> NomResult<'a, Self> {
///         nom_read(input, Self::read)
///     }
///     fn read(input: &mut Reader<'a>) -> Result<Self, Fault> {
///         Ok(Self(u8::read(input)?.min(100)))
///     }
/// }
/// assert_eq!(Percent::from_bytes(&[120]), Ok(Percent(100)));
/// ```
#[diagnostic::on_unimplemented(message = "`{Self}` has no reader", label = "derive `NomReader` on it")]
pub trait NomReader<'a>: Sized {
    /// Bytes of every value, where all have as many: they must be there in whole before the first part is looked at.
    const FIXED: Option<usize> = None;

    /// Whether any [`NomReader::FIXED`] bytes are a value, so that a list of them needs no look at each.
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

    /// Reads one value from the front of `input`, whose end is the end of the enclosing block.
    ///
    /// # Errors
    /// Whatever the encoding refuses, as [`crate::nom::ReadError`].
    fn nom_read(input: &'a [u8]) -> NomResult<'a, Self>;

    /// The same on the cursor; what derived code calls.
    ///
    /// # Errors
    /// Whatever the encoding refuses.
    #[inline]
    fn read(input: &mut Reader<'a>) -> Result<Self, Fault> {
        crate::nom::read_with(input, Self::nom_read)
    }

    /// The same, which ends its block if it is the `WHOLE` of what is left of it; see [`crate::wire::Reads::read_as`].
    #[doc(hidden)]
    #[inline]
    fn read_as<const WHOLE: bool>(input: &mut Reader<'a>) -> Result<Self, Fault> {
        let value = tri!(Self::read(input));
        if WHOLE {
            tri!(input.finish());
        }
        Ok(value)
    }

    /// The same, inlined: all that is known of the reader of a message (no limit hides bytes, no budget is given) is a constant there.
    #[doc(hidden)]
    #[cfg_attr(not(debug_assertions), inline(always))]
    fn read_here<const WHOLE: bool>(input: &mut Reader<'a>) -> Result<Self, Fault> {
        Self::read_as::<WHOLE>(input)
    }

    /// As a part of a compact encoding: bits of the tag.
    #[doc(hidden)]
    const PART_BITS: u32 = 0;

    /// Bytes behind the tag of every value, where all have as many.
    #[doc(hidden)]
    const PART_FIXED: Option<usize> = Self::FIXED;

    /// Whether these bits of a tag are those of a value.
    #[doc(hidden)]
    #[inline]
    fn has_part(bits: u32) -> bool {
        bits == 0
    }

    /// Bytes behind a tag with these bits, where every such value has as many.
    #[doc(hidden)]
    #[inline]
    fn fixed_part(_: u32) -> Option<usize> {
        Self::PART_FIXED
    }

    /// The value with these bits.
    #[doc(hidden)]
    #[inline]
    fn read_part(_: u32, input: &mut Reader<'a>) -> Result<Self, Fault> {
        Self::read(input)
    }

    /// Reads values to the end of the block, at most `max`; types whose bytes can be copied in bulk do so.
    #[doc(hidden)]
    #[inline]
    fn read_all(input: &mut Reader<'a>, max: usize) -> Result<Vec<Self>, Fault> {
        elements::read_to_end::<Self, Auto>(input, max, FaultKind::ListTooLong)
    }

    /// Exactly `N` values.
    #[doc(hidden)]
    #[inline]
    fn read_array<const N: usize>(input: &mut Reader<'a>) -> Result<[Self; N], Fault> {
        elements::read_array_with(input, Self::read)
    }

    /// Arrays to the end of the block, at most `max`.
    #[doc(hidden)]
    #[inline]
    fn read_arrays<const N: usize>(input: &mut Reader<'a>, max: usize) -> Result<Vec<[Self; N]>, Fault> {
        elements::read_to_end::<[Self; N], Auto>(input, max, FaultKind::ListTooLong)
    }
}

/// A type that can be written as bytes.
///
/// Derived: `#[derive(BinWriter)]`. Writing is two passes: [`BinWriter::measure`] checks every bound and gives the exact
/// length, then [`BinWriter::write`] cannot fail.
#[diagnostic::on_unimplemented(message = "`{Self}` has no writer", label = "derive `BinWriter` on it")]
pub trait BinWriter {
    /// Whether values may hold length-prefixed blocks inside: then the measuring pass remembers their lengths for
    /// sinks that cannot go back to a prefix. Recursive types say `true`.
    const HAS_BLOCKS: bool;

    /// Whether one of them may have to be measured to be written by any sink: see [`Measure::open_ahead`].
    #[doc(hidden)]
    const AHEAD: bool = Self::HAS_BLOCKS;

    /// What [`BinWriter::measure`] gives for every value, where the type alone says it.
    #[doc(hidden)]
    const EXACT: Option<usize> = None;

    /// The exact number of bytes of `self`.
    ///
    /// # Errors
    /// Where the reader would refuse the bytes, the writer refuses the value.
    fn measure(&self, measure: &mut Measure<'_>) -> Result<usize, EncodeError>;

    /// Writes the bytes of a value that [`BinWriter::measure`] accepted.
    fn write<S: Sink>(&self, sink: &mut S);

    /// Whether values are better walked once, by [`BinWriter::append`], than measured and then written: recursive ones in which
    /// nothing tells the length of what follows.
    #[doc(hidden)]
    const ONE_PASS: bool = false;

    /// Checks and writes a value inside of so many of its type, and says whether it is one; where it is not, a part of it may have been
    /// written, and measuring says why.
    #[doc(hidden)]
    #[inline]
    fn append<S: Sink>(&self, _: u32, _: &mut S) -> bool {
        false
    }

    /// As a part of a compact encoding: bits of the tag.
    #[doc(hidden)]
    const PART_BITS: u32 = 0;

    /// The bits of the value.
    #[doc(hidden)]
    #[inline]
    fn part_bits(&self) -> u32 {
        0
    }

    /// The number of bytes behind the tag.
    #[doc(hidden)]
    #[inline]
    fn measure_part(&self, measure: &mut Measure<'_>) -> Result<usize, EncodeError> {
        self.measure(measure)
    }

    /// The bytes behind the tag.
    #[doc(hidden)]
    #[inline]
    fn write_part<S: Sink>(&self, sink: &mut S) {
        self.write(sink);
    }

    /// Measures a list of values.
    #[doc(hidden)]
    #[inline]
    fn measure_all(values: &[Self], measure: &mut Measure<'_>) -> Result<usize, EncodeError>
    where
        Self: Sized,
    {
        list::measure_all_as::<Self, Auto>(values, measure)
    }

    /// Writes a list of values.
    #[doc(hidden)]
    #[inline]
    fn write_all<S: Sink>(values: &[Self], sink: &mut S)
    where
        Self: Sized,
    {
        for value in values {
            value.write(sink);
        }
    }
}
