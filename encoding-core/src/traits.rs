//! The three traits of a type: its schema, its reader, its writer.

use alloc::vec::Vec;

use crate::error::EncodeError;
use crate::facts::Facts;
use crate::fault::{Fault, FaultKind};
use crate::form::Sink;
use crate::measure::Measure;
use crate::nom::NomResult;
use crate::reader::Reader;
use crate::schema::{Case, Encoding, Field, Part};
use crate::wire::{Auto, PartReader, PartWriter, elements};

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
    /// What is known of the bytes of every value; by default nothing.
    const FACTS: Facts = Facts::UNKNOWN;

    /// Reads one value from the front of `input`, whose end is the end of the enclosing block.
    ///
    /// # Errors
    /// Whatever the encoding refuses, as [`crate::nom::ReadError`].
    fn nom_read(input: &'a [u8]) -> NomResult<'a, Self>;

    /// Reads one value with the cursor, as derived code does.
    ///
    /// # Errors
    /// Whatever the encoding refuses.
    #[inline]
    fn read(input: &mut Reader<'a>) -> Result<Self, Fault> {
        crate::nom::read_with(input, Self::nom_read)
    }

    /// Reads one value and returns what `make` makes of it. Derived readers of structs that are not inlined call `make` where they build the
    /// value, so that the variant of an enum is built around its payload, which is not moved.
    ///
    /// # Errors
    /// Whatever the encoding refuses.
    #[doc(hidden)]
    #[cfg_attr(not(debug_assertions), inline(always))]
    fn read_as<R, M: FnOnce(Self) -> R>(input: &mut Reader<'a>, make: M) -> Result<R, Fault> {
        match Self::read(input) {
            Ok(value) => Ok(make(value)),
            Err(fault) => Err(fault),
        }
    }

    /// Reads values to the end of the block, at most `max`. Types whose bytes are their memory copy them in one piece.
    ///
    /// # Errors
    /// Whatever the encoding refuses; `List_too_long`.
    #[inline]
    fn read_list(input: &mut Reader<'a>, max: usize) -> Result<Vec<Self>, Fault> {
        elements::read_to_end::<Self, Auto>(input, max, FaultKind::ListTooLong)
    }

    /// Reads the `N` values of an array. Bytes are copied in one piece.
    ///
    /// # Errors
    /// Whatever the encoding refuses.
    #[inline]
    fn read_array<const N: usize>(input: &mut Reader<'a>) -> Result<[Self; N], Fault> {
        elements::read_array::<Self, Auto, N>(input)
    }

    /// How values share bits of a tag with other fields in a compact encoding; by default they take none.
    #[doc(hidden)]
    const PART: Option<PartReader<'a, Self>> = None;
}

/// A type that can be written as bytes.
///
/// Derived: `#[derive(BinWriter)]`. Writing is two passes: [`BinWriter::measure`] checks every bound and gives the exact
/// length, then [`BinWriter::write`] cannot fail.
///
/// ```
/// use tezos_encoding::{BinWriter, Encode, EncodeError, Measure, Sink};
/// struct Percent(u8);
///
/// impl BinWriter for Percent {
///     fn measure(&self, measure: &mut Measure<'_>) -> Result<usize, EncodeError> {
///         self.0.measure(measure)
///     }
///     fn write<S: Sink>(&self, sink: &mut S) {
///         self.0.write(sink);
///     }
/// }
/// assert_eq!(Percent(100).to_bytes(), Ok(vec![100]));
/// ```
#[diagnostic::on_unimplemented(message = "`{Self}` has no writer", label = "derive `BinWriter` on it")]
pub trait BinWriter {
    /// What is known of the bytes of every value; by default nothing.
    const FACTS: Facts = Facts::UNKNOWN;

    /// Returns the exact number of bytes of `self`.
    ///
    /// # Errors
    /// Where the reader would refuse the bytes, the writer refuses the value.
    fn measure(&self, measure: &mut Measure<'_>) -> Result<usize, EncodeError>;

    /// Writes the bytes of a value that [`BinWriter::measure`] accepted.
    fn write<S: Sink>(&self, sink: &mut S);

    /// Writes the values of a list. Types whose memory is their bytes copy them in one piece.
    #[inline]
    fn write_list<S: Sink>(values: &[Self], sink: &mut S)
    where
        Self: Sized,
    {
        for value in values {
            value.write(sink);
        }
    }

    /// How values share bits of a tag with other fields in a compact encoding; by default they take none.
    #[doc(hidden)]
    const PART: Option<PartWriter<Self>> = None;

    /// Writes the bytes behind a shared tag.
    #[doc(hidden)]
    #[inline]
    fn write_part<S: Sink>(&self, sink: &mut S) {
        self.write(sink);
    }
}
