//! Interoperation with nom: hand-written parsers compose with derived readers in both directions.

use core::fmt;

use nom::error::{ErrorKind, FromExternalError, ParseError};

use crate::fault::{Fault, FaultKind};
use crate::reader::Reader;
use crate::traits::NomReader;
use crate::wire::Reads;

/// The `IResult` of nom for byte slices, with our error type.
pub type NomResult<'a, T> = nom::IResult<&'a [u8], T, ReadError<'a>>;

/// The error of [`NomResult`]: the position and the reason.
#[derive(Clone, Copy, PartialEq, Eq)]
pub struct ReadError<'a> {
    /// The input from the refused byte onwards.
    pub input: &'a [u8],
    /// The reason.
    pub kind: FaultKind,
}

impl fmt::Debug for ReadError<'_> {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.debug_struct("ReadError").field("kind", &self.kind).field("bytes_left", &self.input.len()).finish()
    }
}

impl fmt::Display for ReadError<'_> {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "{} with {} bytes left", self.kind.name(), self.input.len())
    }
}

impl core::error::Error for ReadError<'_> {}

impl<'a> ParseError<&'a [u8]> for ReadError<'a> {
    fn from_error_kind(input: &'a [u8], kind: ErrorKind) -> Self {
        let kind = match kind {
            ErrorKind::Eof => FaultKind::NotEnoughData,
            _ => FaultKind::Foreign,
        };
        Self { input, kind }
    }

    fn append(_: &'a [u8], _: ErrorKind, other: Self) -> Self {
        other
    }
}

impl<'a, E> FromExternalError<&'a [u8], E> for ReadError<'a> {
    fn from_external_error(input: &'a [u8], _: ErrorKind, _: E) -> Self {
        Self { input, kind: FaultKind::UserFunction }
    }
}

/// Runs a reader of this crate as a nom parser, for bytes that nothing encloses. `input` is the whole block.
///
/// Inside a hand-written reader, use [`Reader::parse`], which passes on its limits.
///
/// # Errors
/// `nom::Err::Error` with the fault of the reader; never `Incomplete`.
#[inline]
pub fn nom_read<'a, T>(input: &'a [u8], read: impl FnOnce(&mut Reader<'a>) -> Result<T, Fault>) -> NomResult<'a, T> {
    parsed(input, Reader::new(input), read)
}

#[inline]
fn parsed<'a, T>(
    input: &'a [u8],
    mut reader: Reader<'a>,
    read: impl FnOnce(&mut Reader<'a>) -> Result<T, Fault>,
) -> NomResult<'a, T> {
    match read(&mut reader) {
        Ok(value) => Ok((reader.remaining(), value)),
        Err(fault) => Err(nom::Err::Error(ReadError {
            input: input.get(fault.offset_in(input)..).unwrap_or_default(),
            kind: fault.kind(),
        })),
    }
}

/// Parses a wire encoding as a nom parser.
///
/// ```
/// use tezos_encoding::{parsers::wire, wire::{Bytes, Dynamic, U30}};
/// let (rest, data) = wire::<Dynamic<U30, Bytes>, &[u8]>(&[0, 0, 0, 2, 7, 8, 9]).unwrap();
/// assert_eq!((rest, data), (&[9][..], &[7, 8][..]));
/// ```
///
/// # Errors
/// The errors of the wire encoding.
#[inline]
pub fn wire<'a, W: Reads<'a, T>, T>(input: &'a [u8]) -> NomResult<'a, T> {
    nom_read(input, W::read)
}

/// Runs a nom parser on the rest of the reader's block. The parser also gets the reader, which holds the revision of the
/// format and the limits of depth and memory: it parses values of types that have a reader with [`Reader::parse`].
///
/// ```
/// use tezos_encoding::parsers::read_with;
/// use tezos_encoding::{Decode, Fault, HasEncoding, NomReader, Reader, schema::Encoding};
/// use nom::{Parser, bytes::complete::tag, sequence::preceded};
///
/// /// A number behind two bytes that identify the format.
/// #[derive(Debug, PartialEq)]
/// struct Marked(u32);
///
/// impl<'a> NomReader<'a> for Marked {
///     fn read(input: &mut Reader<'a>) -> Result<Self, Fault> {
///         read_with(input, |reader, input| {
///             preceded(tag(&b"TZ"[..]), |input| reader.parse(input)).map(Self).parse(input)
///         })
///     }
/// }
/// let bytes = [b'T', b'Z', 0, 0, 0, 7];
/// assert_eq!(Marked::nom_read(&bytes).unwrap(), (&[][..], Marked(7)));
/// ```
///
/// # Errors
/// The errors of the parser. Its `Incomplete` becomes `Not_enough_data`, because a block has an end.
#[inline]
pub fn read_with<'a, T>(
    input: &mut Reader<'a>,
    parser: impl FnOnce(&Reader<'a>, &'a [u8]) -> NomResult<'a, T>,
) -> Result<T, Fault> {
    let block = input.remaining();
    match parser(input, block) {
        Ok((rest, value)) => {
            input.take(block.len().saturating_sub(rest.len()))?;
            Ok(value)
        }
        Err(nom::Err::Error(error) | nom::Err::Failure(error)) => Err(Fault::new(error.kind, error.input)),
        Err(nom::Err::Incomplete(_)) => Err(input.fault(FaultKind::NotEnoughData)),
    }
}

impl<'a> Reader<'a> {
    /// Parses a value as a nom parser, with the revision and the limits of this reader. `input` is a part of the rest of
    /// its block, as the parsers of [`read_with`] get it.
    ///
    /// # Errors
    /// `nom::Err::Error` with the fault of the value's reader; never `Incomplete`.
    #[inline]
    pub fn parse<T: NomReader<'a>>(&self, input: &'a [u8]) -> NomResult<'a, T> {
        parsed(input, self.tail(input), T::read)
    }

    /// Parses a wire encoding, as [`Reader::parse`] does for types.
    ///
    /// # Errors
    /// The errors of the wire encoding.
    #[inline]
    pub fn parse_wire<W: Reads<'a, T>, T>(&self, input: &'a [u8]) -> NomResult<'a, T> {
        parsed(input, self.tail(input), W::read)
    }
}
