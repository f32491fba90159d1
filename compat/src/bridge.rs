//! Between the old traits and the new ones: [`Old`] for types with the old traits in types with the new ones, and
//! functions for the other direction, which the derives call for a field with `moved`.

use ::nom::{Err, error::ErrorKind as Nom};
use tezos_encoding::schema::{self, Count, Extent, Opaque, Scalar, Size};
use tezos_encoding::wire::{Prefix, Reads, Schema, Writes};
use tezos_encoding::{Encode as _, EncodeError, ErrorKind, Fault, FaultKind, Reader, Sink};

use crate::enc::{BinError, BinResult, BinWriter};
use crate::encoding::Encoding;
use crate::nom::error::{DecodeError, DecodeErrorKind};
use crate::nom::{NomError, NomReader, NomResult};

/// The encoding of a type by its old traits, for `with`:
///
/// ```
/// use tezos_data_encoding::{bridge::Old, types::Zarith};
/// use tezos_encoding::prelude::*;
///
/// #[derive(Debug, PartialEq, HasEncoding, NomReader, BinWriter)]
/// struct Transfer {
///     #[encoding(with = "Old")]
///     amount: Zarith,
///     fee: u16,
/// }
///
/// let transfer = Transfer { amount: 300.into(), fee: 7 };
/// assert_eq!(transfer.to_bytes().unwrap(), [0xac, 4, 0, 7]);
/// assert_eq!(Transfer::from_bytes(&[0xac, 4, 0, 7]).unwrap(), transfer);
/// ```
///
/// The schema is opaque, because the old one cannot be walked: in JSON such a field is hexadecimal digits. Limits of
/// depth and memory, and the revision, are not known to the reader of the type.
#[derive(Debug)]
pub struct Old;

impl<T: for<'a> NomReader<'a>> Schema<T> for Old {
    const ENCODING: &'static schema::Encoding = &schema::Encoding::Opaque(&Opaque {
        name: "value of an old type",
        size: Size::dynamic(1, None),
        read: |input| read::<T>(input).map(drop),
    });
}

impl<'a, T: NomReader<'a>> Reads<'a, T> for Old {
    fn read(input: &mut Reader<'a>) -> Result<T, Fault> {
        read(input)
    }
}

impl<T: BinWriter> Writes<T> for Old {
    fn write<S: Sink>(value: &T, sink: &mut S) -> Result<(), EncodeError> {
        let refused = |error: BinError| {
            EncodeError::new(ErrorKind::UserFunction { function: "bin_write", message: error.to_string().into() })
        };
        value.to_bytes().map(|bytes| sink.put(&bytes)).map_err(refused)
    }
}

fn read<'a, T: NomReader<'a>>(input: &mut Reader<'a>) -> Result<T, Fault> {
    let block = input.remaining();
    match T::nom_read(block) {
        Ok((left, value)) => input.take(block.len().saturating_sub(left.len())).map(|_| value),
        Err(Err::Error(error) | Err::Failure(error)) => Err(fault(error)),
        Err(Err::Incomplete(_)) => Err(input.fault(FaultKind::NotEnoughData)),
    }
}

/// Returns the innermost reason.
fn fault(mut error: NomError<'_>) -> Fault {
    while let Some(inner) = error.other {
        error = *inner;
    }
    let kind = match error.kind {
        DecodeErrorKind::Nom(Nom::Eof | Nom::Complete) => {
            return Fault::with_detail(FaultKind::NotEnoughData, error.input, error.input.len().saturating_add(1));
        }
        DecodeErrorKind::Utf8(..) => FaultKind::InvalidUtf8,
        DecodeErrorKind::Boundary(_) => FaultKind::SizeLimitExceeded,
        DecodeErrorKind::UnknownTag(_) => FaultKind::UnknownTag,
        DecodeErrorKind::InvalidTag(_) => FaultKind::UnexpectedTag,
        _ => FaultKind::Foreign,
    };
    Fault::new(kind, error.input)
}

/// Reads a type that has only the new traits.
///
/// # Errors
/// Those of its reader.
pub fn nom_read<'a, T: tezos_encoding::NomReader<'a>>(input: &'a [u8]) -> NomResult<'a, T> {
    let mut reader = Reader::new(input);
    match T::read(&mut reader) {
        Ok(value) => Ok((reader.remaining(), value)),
        Err(fault) => {
            let left = input.get(fault.offset_in(input)..).unwrap_or_default();
            let kind = match fault.kind() {
                FaultKind::NotEnoughData => DecodeErrorKind::Nom(Nom::Eof),
                FaultKind::UnexpectedTag => DecodeErrorKind::InvalidTag(format!("0x{:X}", fault.detail())),
                FaultKind::UnknownTag => DecodeErrorKind::UnknownTag(format!("0x{:X}", fault.detail())),
                _ => DecodeErrorKind::Nom(Nom::Verify),
            };
            Err(Err::Error(DecodeError::new(left, kind)))
        }
    }
}

/// Writes a type that has only the new traits.
///
/// # Errors
/// Those of its writer, as text.
pub fn bin_write<T: tezos_encoding::BinWriter>(value: &T, output: &mut Vec<u8>) -> BinResult {
    let bytes = value.to_bytes().map_err(|error| BinError::custom(error.to_string()))?;
    output.extend(bytes);
    Ok(())
}

/// Describes a type that has only the new traits; [`Encoding::Custom`] where the old description has no word.
pub fn encoding<T: tezos_encoding::HasEncoding>() -> Encoding {
    described(T::ENCODING)
}

fn described(encoding: &schema::Encoding) -> Encoding {
    let boxed = |inner: &schema::Encoding| Box::new(described(inner));
    match encoding {
        schema::Encoding::Empty | schema::Encoding::Null => Encoding::Unit,
        schema::Encoding::Scalar(scalar) => described_scalar(scalar),
        schema::Encoding::Bytes(Extent::Rest) => Encoding::Bytes,
        schema::Encoding::Bytes(Extent::Fixed(size)) => Encoding::sized(*size, Encoding::Bytes),
        schema::Encoding::List { item, count: Count::ToEnd { max: None, .. }, .. } => Encoding::List(boxed(item)),
        schema::Encoding::Object(fields) => {
            let fields = fields.iter().map(|field| crate::encoding::Field::new(field.name, described(field.encoding)));
            Encoding::Obj("", fields.collect())
        }
        schema::Encoding::Tuple(parts) => Encoding::Tup(parts.iter().map(|part| described(part)).collect()),
        schema::Encoding::Opt(inner) => Encoding::OptionalField(boxed(inner)),
        schema::Encoding::Dynamic { inner: schema::Encoding::Text { .. }, .. } => Encoding::String,
        schema::Encoding::Dynamic { prefix: Prefix::U8, inner } => Encoding::ShortDynamic(boxed(inner)),
        schema::Encoding::Dynamic { prefix: Prefix::U30, inner } => Encoding::Dynamic(boxed(inner)),
        schema::Encoding::Sized { bytes, inner } => Encoding::Sized(*bytes, boxed(inner)),
        schema::Encoding::Bounded { limit, inner } => Encoding::Bounded(*limit, boxed(inner)),
        schema::Encoding::Def { inner, .. }
        | schema::Encoding::Described { inner, .. }
        | schema::Encoding::Checked { inner, .. } => described(inner),
        _ => Encoding::Custom,
    }
}

fn described_scalar(scalar: &Scalar) -> Encoding {
    match scalar {
        Scalar::Z => Encoding::Z,
        Scalar::N => Encoding::N,
        Scalar::Bool => Encoding::Bool,
        Scalar::Float => Encoding::Float,
        _ => match scalar.name() {
            "int8" => Encoding::Int8,
            "uint8" => Encoding::Uint8,
            "int16" => Encoding::Int16,
            "uint16" => Encoding::Uint16,
            "int31" => Encoding::Int31,
            "int32" => Encoding::Int32,
            "uint32" => Encoding::Uint32,
            "int64" => Encoding::Int64,
            _ => Encoding::Custom,
        },
    }
}
