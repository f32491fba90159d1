//! Values whose JSON differs from that of their encoding.

use alloc::string::{String, ToString};
use alloc::vec::Vec;
use core::fmt::Display;
use core::marker::PhantomData;
use core::str::FromStr;

use super::auto::default_encoding;
use super::{Reads, Schema, Text, Writes};
use crate::encode::to_bytes_with;
use crate::error::EncodeError;
use crate::facts::Facts;
use crate::fault::Fault;
use crate::form::{Container, Sink};
use crate::reader::Reader;
use crate::revision::Revision;
use crate::schema::{Encoding, Split};
use crate::traits::{BinWriter, HasEncoding, NomReader};
use crate::walk::JsonPrinter;

/// Converts a `T` to and from another type, whose JSON is used for it. Named by `json(with = "..")` (`splitted`). The
/// bytes on the wire do not change.
///
/// ```
/// use tezos_encoding::prelude::*;
/// use tezos_encoding::JsonAs;
///
/// /// Tenths, as a pair of the whole and the rest.
/// struct Pair;
///
/// impl JsonAs<u16> for Pair {
///     type Json = (u16, u8);
///
///     fn to_json(tenths: u16) -> (u16, u8) {
///         (tenths / 10, (tenths % 10) as u8)
///     }
///
///     fn from_json((whole, tenths): (u16, u8)) -> Result<u16, &'static str> {
///         if tenths > 9 { return Err("there are ten tenths in a whole") }
///         whole.checked_mul(10).and_then(|all| all.checked_add(tenths.into())).ok_or("the number is too large")
///     }
/// }
///
/// #[derive(Debug, PartialEq, HasEncoding, NomReader, BinWriter)]
/// struct Length {
///     #[encoding(json(with = "Pair"))]
///     metres: u16,
/// }
///
/// assert_eq!(Length { metres: 123 }.to_json().unwrap(), r#"{"metres":[12,3]}"#);
/// assert_eq!(Length::from_json(r#"{"metres":[12,3]}"#).unwrap(), Length { metres: 123 });
/// assert!(Length::from_json(r#"{"metres":[12,10]}"#).unwrap_err().to_string().contains("ten tenths"));
/// ```
#[diagnostic::on_unimplemented(
    message = "`{Self}` does not define the JSON of `{T}`",
    label = "implement `JsonAs<{T}>` for it"
)]
pub trait JsonAs<T> {
    /// The type whose JSON is used.
    type Json: HasEncoding + BinWriter + for<'a> NomReader<'a>;

    /// Converts a value for JSON.
    fn to_json(value: T) -> Self::Json;

    /// Prints the JSON of a value: that of [`JsonAs::to_json`], unless it is known without a `Json`.
    ///
    /// # Errors
    /// Why the value has no JSON.
    fn print(value: T, revision: Revision, out: &mut JsonPrinter<'_>) -> Result<(), String> {
        out.value(&revision.encode(&Self::to_json(value)).map_err(|error| error.to_string())?)
    }

    /// Converts back from JSON, or returns why that is not possible.
    ///
    /// # Errors
    /// Whatever the user's function returns.
    fn from_json(json: Self::Json) -> Result<T, impl Display>;
}

/// The encoding `W`, for values whose JSON `H` defines. `R` is the encoding used to convert to and from JSON: `W`
/// itself, or [`Auto`](super::Auto) if this wraps a whole type.
///
/// Only schemas use it; readers and writers use `W` directly. It reads and writes like `W` so that it can appear inside
/// a guard, a `select` or a default value.
#[derive(Debug)]
pub struct Shown<W, H, R = W>(PhantomData<(W, H, R)>);

impl<'a, T, W: Reads<'a, T>, H, R> Reads<'a, T> for Shown<W, H, R> {
    const FACTS: Facts = W::FACTS;

    #[inline]
    fn read(input: &mut Reader<'a>) -> Result<T, Fault> {
        W::read(input)
    }
}

impl<T, W: Writes<T>, H, R> Writes<T> for Shown<W, H, R> {
    const FACTS: Facts = W::FACTS;

    #[inline]
    fn write<S: Sink>(value: &T, sink: &mut S) -> Result<(), EncodeError> {
        W::write(value, sink)
    }
}

impl<T, W: Schema<T>, H: JsonAs<T>, R: for<'a> Reads<'a, T> + Writes<T>> Schema<T> for Shown<W, H, R> {
    const ENCODING: &'static Encoding = &Encoding::Split(&Split {
        inner: W::ENCODING,
        json: <H::Json as HasEncoding>::ENCODING,
        to_json: to_json::<T, H, R>,
        from_json: from_json::<T, H, R>,
        is_checked: true,
        revision: None,
    });
    const INNERMOST: Container = W::INNERMOST;
}

fn to_json<T, H: JsonAs<T>, R: for<'a> Reads<'a, T>>(
    input: &mut Reader<'_>,
    out: &mut JsonPrinter<'_>,
) -> Result<(), String> {
    let value = R::read(input).map_err(Fault::reason)?;
    H::print(value, input.revision(), out)
}

fn from_json<T, H: JsonAs<T>, R: Writes<T>>(bytes: &[u8], revision: Revision) -> Result<Vec<u8>, String> {
    let value = H::from_json(decoded(bytes, revision)?).map_err(|error| error.to_string())?;
    to_bytes_with::<T, R>(&value, revision).map_err(|error| error.to_string())
}

/// Decodes what was read from JSON. It is compiled once for each type of JSON, not for each type with such JSON.
#[inline(never)]
fn decoded<J: for<'a> NomReader<'a> + HasEncoding>(bytes: &[u8], revision: Revision) -> Result<J, String> {
    revision.decode(bytes).map_err(|error| error.to_string())
}

/// JSON in hexadecimal digits: `json(hex)`.
#[derive(Debug)]
pub struct AsHex;

impl<T: AsRef<[u8]> + TryFrom<Vec<u8>>> JsonAs<T> for AsHex {
    type Json = Vec<u8>;

    fn to_json(value: T) -> Vec<u8> {
        value.as_ref().to_vec()
    }

    fn from_json(json: Vec<u8>) -> Result<T, impl Display> {
        T::try_from(json).map_err(|_| NOT_A_VALUE)
    }
}

/// JSON as text with the same bytes: `json(plain)`.
#[derive(Debug)]
pub struct AsPlain;

impl<T: AsRef<[u8]> + TryFrom<Vec<u8>>> JsonAs<T> for AsPlain {
    type Json = PlainText;

    fn to_json(value: T) -> PlainText {
        PlainText(value.as_ref().to_vec())
    }

    fn from_json(json: PlainText) -> Result<T, impl Display> {
        T::try_from(json.0).map_err(|_| NOT_A_VALUE)
    }
}

const NOT_A_VALUE: &str = "these bytes are not a valid value";

/// JSON as text by `Display` and `FromStr`: `json(display)`, and `json(decimal)` for integers.
#[derive(Debug)]
pub struct AsDisplay;

impl<T: Display + FromStr<Err: Display>> JsonAs<T> for AsDisplay {
    type Json = String;

    fn to_json(value: T) -> String {
        value.to_string()
    }

    fn print(value: T, _: Revision, out: &mut JsonPrinter<'_>) -> Result<(), String> {
        out.string(&value);
        Ok(())
    }

    fn from_json(json: String) -> Result<T, impl Display> {
        T::from_str(&json)
    }
}

/// JSON as the text of a `B`, by its `Display` and `FromStr`: `json(b58 = "B")`.
#[derive(Debug)]
pub struct AsBase58<B>(PhantomData<B>);

impl<T, B> JsonAs<T> for AsBase58<B>
where
    T: AsRef<[u8]> + TryFrom<Vec<u8>>,
    B: AsRef<[u8]> + for<'a> TryFrom<&'a [u8]> + Display + FromStr<Err: Display>,
{
    type Json = PlainText;

    /// Bytes that are not a valid `B` are shown unchanged; that JSON cannot be converted back.
    fn to_json(value: T) -> PlainText {
        let bytes = value.as_ref();
        PlainText(B::try_from(bytes).map_or_else(|_| bytes.to_vec(), |hash| hash.to_string().into_bytes()))
    }

    fn print(value: T, _: Revision, out: &mut JsonPrinter<'_>) -> Result<(), String> {
        match B::try_from(value.as_ref()) {
            Ok(hash) => out.string(&hash),
            Err(_) => out.text(value.as_ref()),
        }
        Ok(())
    }

    fn from_json(json: PlainText) -> Result<T, impl Display> {
        let text = core::str::from_utf8(&json.0).map_err(|error| error.to_string())?;
        let hash = B::from_str(text).map_err(|error| error.to_string())?;
        T::try_from(hash.as_ref().to_vec()).map_err(|_| NOT_A_VALUE.to_string())
    }
}

/// Text of any bytes, to the end of the block.
#[derive(Debug)]
pub struct PlainText(Vec<u8>);

impl Schema<PlainText> for Text {
    const ENCODING: &'static Encoding = <Self as Schema<Vec<u8>>>::ENCODING;
}

impl<'a> Reads<'a, PlainText> for Text {
    fn read(input: &mut Reader<'a>) -> Result<PlainText, Fault> {
        <Self as Reads<'a, Vec<u8>>>::read(input).map(PlainText)
    }
}

impl Writes<PlainText> for Text {
    const FACTS: Facts = Facts::FLAT;

    fn write<S: Sink>(value: &PlainText, sink: &mut S) -> Result<(), EncodeError> {
        <Self as Writes<Vec<u8>>>::write(&value.0, sink)
    }
}

default_encoding!(PlainText => Text);
