//! The traits of a type: its schema, its reader, its writer.

use alloc::boxed::Box;
use alloc::vec::Vec;

use crate::error::EncodeError;
use crate::facts::Facts;
use crate::fault::{Fault, FaultKind};
use crate::form::{Container, Sink};
use crate::parsers::NomResult;
use crate::reader::Reader;
use crate::schema::{Case, Encoding, Field, Part};
use crate::wire::{Auto, PartReader, PartWriter, elements};

/// A type that has a schema.
///
/// Derived with `#[derive(HasEncoding)]`. The schema is constant data: accessing it costs one load.
#[diagnostic::on_unimplemented(
    message = "`{Self}` has no encoding",
    label = "if the type is yours, derive `HasEncoding` for it",
    note = "a field of another crate's type has an encoding by `with`, or by a conversion (`try_from`, `into`); `skip` leaves a field out",
    note = "a type that depends on a parameter, such as `T::Item`, is bounded by `#[encoding(bound = \"T::Item: ..\")]` on the type",
    note = "of the collections, `Vec` and `Box<[T]>` have an encoding, and `BTreeMap` with `#[encoding(map)]`"
)]
pub trait HasEncoding {
    /// The schema of values of this type.
    const ENCODING: &'static Encoding;

    /// Whether this is `u8`, so that arrays of it are encoded as `bytes` and not as lists of numbers.
    #[doc(hidden)]
    const IS_BYTE: bool = false;

    /// What this is to the items that wrap the innermost type.
    #[doc(hidden)]
    const CONTAINER: Container = Container::None;

    /// Whether this contains integers of several bytes, other than in types of their own, whose order `endian` would change.
    #[doc(hidden)]
    const HAS_BYTE_ORDER: bool = false;

    /// How values of this type are encoded in a compact encoding: as a payload, unless they share bits of the tag.
    #[doc(hidden)]
    const PART: &'static Part = &Part::Payload(Self::ENCODING);
}

/// An enum with a schema: its cases, and the case of a value.
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

    /// Returns the case of the value, one of [`Tagged::CASES`].
    fn case(&self) -> &'static Case;

    /// Returns the tag of the value's case.
    #[inline]
    fn tag(&self) -> u32 {
        self.case().tag
    }

    /// Returns the name of the value's case, as the reference spells it.
    #[inline]
    fn title(&self) -> &'static str {
        self.case().title
    }
}

/// An enum without a tag, whose case is determined by preceding fields. Fields of this type have `select`.
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
/// assert_eq!(Amount::Small(7).case_index(), 0);
/// ```
#[diagnostic::on_unimplemented(
    message = "the case of `{Self}` cannot be selected",
    label = "`select` is for enums with `#[encoding(untagged)]`"
)]
pub trait Untagged {
    /// The type of the value that determines the case.
    type Selector: ?Sized;

    /// All cases with their names, in the order of the enum's variants.
    const CASES: &'static [Field];

    /// Returns the index in [`Untagged::CASES`] of the case that `selector` selects.
    fn selected(selector: &Self::Selector) -> Option<usize>;

    /// Returns the index in [`Untagged::CASES`] of the value's case.
    fn case_index(&self) -> usize;
}

/// An [`Untagged`] enum that has a reader.
///
/// Derived with [`NomReader`] for enums with `untagged`.
#[diagnostic::on_unimplemented(
    message = "the case of `{Self}` cannot be selected",
    label = "`select` is for enums with `#[encoding(untagged)]` and a reader"
)]
pub trait ReadSelected<'a>: Untagged + Sized {
    /// Static properties of the encoding of any case; unknown by default.
    const FACTS: Facts = Facts::UNKNOWN;

    /// Reads the fields of the case that `selector` selects.
    ///
    /// # Errors
    /// `No_case_matched` if it selects none; those of the fields.
    fn read_selected(selector: &Self::Selector, input: &mut Reader<'a>) -> Result<Self, Fault>;
}

/// A type that can be decoded from bytes.
///
/// Derived with `#[derive(NomReader)]`. To implement it by hand, read the fields from the cursor in the order of the
/// wire. The cursor carries the end of the block, the revision of the format and the limits of depth and memory; nom
/// parsers get it from [`parsers::read_with`](crate::parsers::read_with).
///
/// ```
/// use tezos_encoding::{Decode, Fault, FaultKind, HasEncoding, NomReader, Reader, schema::Encoding};
/// #[derive(Debug, PartialEq)]
/// struct Percent(u8);
///
/// impl HasEncoding for Percent {
///     const ENCODING: &'static Encoding = u8::ENCODING;
/// }
/// impl<'a> NomReader<'a> for Percent {
///     fn read(input: &mut Reader<'a>) -> Result<Self, Fault> {
///         let start = input.clone();
///         match u8::read(input)? {
///             percent @ 0..=100 => Ok(Self(percent)),
///             _ => Err(start.fault(FaultKind::InvalidInt)),
///         }
///     }
/// }
/// assert_eq!(Percent::from_bytes(&[90]), Ok(Percent(90)));
/// assert_eq!(Percent::from_bytes(&[120]).unwrap_err().kind().name(), "Invalid_int");
/// ```
#[diagnostic::on_unimplemented(
    message = "`{Self}` has no reader",
    label = "if the type is yours, derive `NomReader` for it"
)]
pub trait NomReader<'a>: Sized {
    /// Static properties of the encoding; unknown by default.
    const FACTS: Facts = Facts::UNKNOWN;

    /// Whether every bit pattern is valid and values own no heap memory, so that reading fails only if bytes are missing.
    #[doc(hidden)]
    const IS_COPIED: bool = Self::FACTS.infallible && !core::mem::needs_drop::<Self>();

    /// Reads one value at the cursor.
    ///
    /// # Errors
    /// The errors of the encoding.
    fn read(input: &mut Reader<'a>) -> Result<Self, Fault>;

    /// Reads one value, if `IS_COPIED`; `None` if bytes are missing. See [`Reads::get`](crate::wire::Reads::get).
    #[doc(hidden)]
    #[cfg_attr(not(debug_assertions), inline(always))]
    fn get(input: &mut Reader<'a>) -> Option<Self> {
        Self::read(input).ok()
    }

    /// Parses one value from the front of `input`, which nothing encloses, as a nom parser. Inside a hand-written
    /// reader, use [`Reader::parse`], which passes on its limits.
    ///
    /// # Errors
    /// The errors of the encoding, as [`crate::parsers::ReadError`].
    #[inline]
    fn nom_read(input: &'a [u8]) -> NomResult<'a, Self> {
        const { Self::FACTS.of_all_revisions() };
        crate::parsers::nom_read(input, Self::read)
    }

    /// Reads one value and returns the result of `make`. Derived readers of structs that are not inlined call `make`
    /// where they construct the value, so that an enum variant is constructed around its payload without moving it.
    ///
    /// # Errors
    /// The errors of the encoding.
    #[doc(hidden)]
    #[cfg_attr(not(debug_assertions), inline(always))]
    fn read_as<R, M: FnOnce(Self) -> R>(input: &mut Reader<'a>, make: M) -> Result<R, Fault> {
        match Self::read(input) {
            Ok(value) => Ok(make(value)),
            Err(fault) => Err(fault),
        }
    }

    /// Reads at most `max` values, to the end of the block. Types whose memory layout equals their encoding copy the
    /// values in one piece.
    ///
    /// # Errors
    /// The errors of the encoding; `List_too_long`.
    #[inline]
    fn read_list(input: &mut Reader<'a>, max: usize) -> Result<Vec<Self>, Fault> {
        elements::read_to_end::<Self, Auto>(input, max, FaultKind::ListTooLong)
    }

    /// Reads the `N` values of an array. An array of bytes is copied in one piece.
    ///
    /// # Errors
    /// The errors of the encoding.
    #[inline]
    fn read_array<const N: usize>(input: &mut Reader<'a>) -> Result<[Self; N], Fault> {
        elements::read_array::<Self, Auto, N>(input)
    }

    /// Reads the `N` values of an array of arrays. Arrays of bytes are copied in one piece.
    ///
    /// # Errors
    /// The errors of the encoding.
    #[doc(hidden)]
    #[inline]
    fn read_arrays<const LEN: usize, const N: usize>(input: &mut Reader<'a>) -> Result<[[Self; LEN]; N], Fault> {
        elements::read_array::<[Self; LEN], Auto, N>(input)
    }

    /// Reads the `N` values of an array, if `IS_COPIED`; `None` if bytes are missing.
    #[doc(hidden)]
    #[cfg_attr(not(debug_assertions), inline(always))]
    fn get_array<const N: usize>(input: &mut Reader<'a>) -> Option<[Self; N]> {
        Self::read_array(input).ok()
    }

    /// Reads at most `max` arrays, to the end of the block. Arrays of bytes are copied in one piece.
    ///
    /// # Errors
    /// The errors of the encoding; `List_too_long`.
    #[doc(hidden)]
    #[inline]
    fn read_list_of_arrays<const N: usize>(input: &mut Reader<'a>, max: usize) -> Result<Vec<[Self; N]>, Fault> {
        elements::read_to_end::<[Self; N], Auto>(input, max, FaultKind::ListTooLong)
    }

    /// Reads one value into a box, which is charged to the heap budget. Arrays are made there, not on the stack.
    ///
    /// # Errors
    /// The errors of the encoding; `Heap_exceeded`.
    #[doc(hidden)]
    #[cfg_attr(not(debug_assertions), inline(always))]
    fn read_boxed(input: &mut Reader<'a>) -> Result<Box<Self>, Fault> {
        tri!(input.charge(size_of::<Self>()));
        Self::read(input).map(Box::new)
    }

    /// How values share bits of a tag with other fields in a compact encoding; by default they do not.
    #[doc(hidden)]
    const PART: Option<PartReader<'a, Self>> = None;
}

/// A type that can be encoded as bytes.
///
/// Derived with `#[derive(BinWriter)]`. To implement it by hand, write the fields to the sink, in the order of the wire:
/// bytes with [`Sink::put`], values with their own `write`, other encodings of values with that of
/// [`wire::Writes`](crate::wire::Writes).
///
/// The method is called twice for each value: for a sink that counts the bytes and runs the checks, and for one that
/// takes the bytes; or once, inside a recursive value, for a sink that does both. Limits and size prefixes come from the
/// same calls, so the order of fields cannot differ. A writer that does not write as many bytes each time gives the error
/// `Unsteady_writer`.
///
/// ```
/// use tezos_encoding::{BinWriter, Encode, EncodeError, ErrorKind, Sink, wire::{Bytes, Dynamic, U30, Writes}};
///
/// /// A percentage and a comment.
/// struct Grade(u8, Vec<u8>);
///
/// impl BinWriter for Grade {
///     fn write<S: Sink>(&self, sink: &mut S) -> Result<(), EncodeError> {
///         if self.0 > 100 {
///             return Err(EncodeError::new(ErrorKind::InvalidInt { min: 0, value: self.0.into(), max: 100 }));
///         }
///         self.0.write(sink)?;
///         <Dynamic<U30, Bytes>>::write(&self.1, sink)
///     }
/// }
/// assert_eq!(Grade(90, vec![7]).to_bytes(), Ok(vec![90, 0, 0, 0, 1, 7]));
/// assert_eq!(Grade(120, vec![]).to_bytes().unwrap_err().kind().name(), "Invalid_int");
/// ```
#[diagnostic::on_unimplemented(
    message = "`{Self}` has no writer",
    label = "if the type is yours, derive `BinWriter` for it"
)]
pub trait BinWriter {
    /// Static properties of the encoding; unknown by default.
    const FACTS: Facts = Facts::UNKNOWN;

    /// Writes the value to the sink: its bytes, in order.
    ///
    /// # Errors
    /// If the reader would refuse the bytes.
    fn write<S: Sink>(&self, sink: &mut S) -> Result<(), EncodeError>;

    /// Writes the values of a list. Types whose memory layout equals their encoding copy the values in one piece.
    ///
    /// # Errors
    /// The errors of the values, with their index.
    #[doc(hidden)]
    #[inline]
    fn write_list<S: Sink>(values: &[Self], sink: &mut S) -> Result<(), EncodeError>
    where
        Self: Sized,
    {
        elements::write_each::<Self, Auto, S>(values, sink)
    }

    /// How values share bits of a tag with other fields in a compact encoding; by default they do not.
    #[doc(hidden)]
    const PART: Option<PartWriter<Self>> = None;

    /// Writes the bytes that follow a shared tag.
    #[doc(hidden)]
    #[inline]
    fn write_part<S: Sink>(&self, sink: &mut S) -> Result<(), EncodeError> {
        self.write(sink)
    }
}
