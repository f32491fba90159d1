//! Interoperation with nom: hand-written parsers compose with derived readers in both directions.

use core::fmt;

use nom::error::{ErrorKind, FromExternalError, ParseError};

use crate::fault::{Fault, FaultKind};
use crate::reader::Reader;
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

/// Runs a reader of this crate as a nom parser. `input` is the rest of the enclosing block.
///
/// # Errors
/// `nom::Err::Error` with the fault of the reader; never `Incomplete`.
#[inline]
pub fn nom_read<'a, T>(input: &'a [u8], read: impl FnOnce(&mut Reader<'a>) -> Result<T, Fault>) -> NomResult<'a, T> {
    let mut reader = Reader::new(input);
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
/// use tezos_encoding::{nom::wire, wire::{Bytes, Dynamic, U30}};
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

/// Runs a nom parser on the rest of the reader's block.
///
/// # Errors
/// The errors of the parser. Its `Incomplete` becomes `Not_enough_data`, because a block has an end.
#[inline]
pub fn read_with<'a, T>(
    input: &mut Reader<'a>,
    mut parser: impl FnMut(&'a [u8]) -> NomResult<'a, T>,
) -> Result<T, Fault> {
    let block = input.remaining();
    match parser(block) {
        Ok((rest, value)) => {
            input.take(block.len().saturating_sub(rest.len()))?;
            Ok(value)
        }
        Err(nom::Err::Error(error) | nom::Err::Failure(error)) => Err(Fault::new(error.kind, error.input)),
        Err(nom::Err::Incomplete(_)) => Err(input.fault(FaultKind::NotEnoughData)),
    }
}
