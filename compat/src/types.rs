//! Numbers and bytes with the old traits.

use std::fmt;
use std::str::FromStr;

use num_bigint::{BigUint, Sign};
use serde::{Deserialize, Serialize, de};

use crate::enc::{self, BinResult, BinWriter};
use crate::encoding::{Encoding, HasEncoding};
use crate::has_encoding;
use crate::nom::{self, NomReader, NomResult};

/// `ff`: true.
pub const BYTE_VAL_TRUE: u8 = 0xFF;
/// `00`: false.
pub const BYTE_VAL_FALSE: u8 = 0;
/// `01`: a value is present.
pub const BYTE_VAL_SOME: u8 = 1;
/// `00`: a value is absent.
pub const BYTE_VAL_NONE: u8 = 0;
/// `ff`: an optional field is present.
pub const BYTE_FIELD_SOME: u8 = 0xFF;
/// `00`: an optional field is absent.
pub const BYTE_FIELD_NONE: u8 = 0;

/// A big integer.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct BigInt(pub num_bigint::BigInt);

/// An integer of any size, the encoding `z`.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize, PartialOrd, Ord)]
pub struct Zarith(pub num_bigint::BigInt);

/// A natural number of any size, the encoding `n`.
#[derive(Clone, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub struct Narith(pub BigUint);

/// A natural number of any size, as it was called before.
#[deprecated = "use `Narith`, which has the same bytes"]
pub type Mutez = Narith;

has_encoding!(Zarith, ZARITH_ENCODING, { Encoding::Z });
has_encoding!(Narith, NARITH_ENCODING, { Encoding::N });

/// Converts a newtype to and from the number in it, by value and by reference.
macro_rules! newtype {
    ($($outer:ident, $inner:ty;)*) => {$(
        impl From<$inner> for $outer {
            fn from(number: $inner) -> Self {
                Self(number)
            }
        }

        impl From<&$inner> for $outer {
            fn from(number: &$inner) -> Self {
                Self(number.clone())
            }
        }

        impl From<$outer> for $inner {
            fn from(number: $outer) -> Self {
                number.0
            }
        }

        impl From<&$outer> for $inner {
            fn from(number: &$outer) -> Self {
                number.0.clone()
            }
        }
    )*};
}

newtype! {
    BigInt, num_bigint::BigInt;
    Zarith, num_bigint::BigInt;
    Narith, BigUint;
}

/// Converts between the types of numbers.
macro_rules! convert {
    ($($from:ty => $to:ident, |$number:ident| $value:expr;)*) => {$(
        impl From<$from> for $to {
            fn from($number: $from) -> Self {
                Self($value)
            }
        }
    )*};
}

convert! {
    Zarith => BigInt, |number| number.0;
    &Zarith => BigInt, |number| number.0.clone();
    i32 => Zarith, |number| number.into();
    u64 => Zarith, |number| number.into();
    BigUint => Zarith, |number| number.into();
    Narith => Zarith, |number| number.0.into();
    u64 => Narith, |number| number.into();
}

/// Text that is not an integer.
#[derive(Debug, Clone, Copy, PartialEq, Eq, thiserror::Error)]
#[error("invalid Zarith integer literal")]
pub struct ParseZarithError;

/// The grammar of OCaml's `Z.of_string`: `-`, then `+`, then `0x`, `0o` or `0b`, each optional; then digits with `_`
/// between them. No digits at all are zero.
impl FromStr for Zarith {
    type Err = ParseZarithError;

    fn from_str(text: &str) -> Result<Self, ParseZarithError> {
        let (sign, text) = text.strip_prefix('-').map_or((Sign::Plus, text), |text| (Sign::Minus, text));
        let text = text.strip_prefix('+').unwrap_or(text);
        let radix = |letters: [char; 2]| text.strip_prefix('0').and_then(|text| text.strip_prefix(letters));
        let prefixes = [(16, ['x', 'X']), (8, ['o', 'O']), (2, ['b', 'B'])];
        let found = prefixes.into_iter().find_map(|(base, letters)| Some((base, radix(letters)?)));
        let (base, text) = found.unwrap_or((10, text));
        if text.starts_with('_') {
            return Err(ParseZarithError);
        }
        let digits: String = text.chars().filter(|letter| *letter != '_').collect();
        if digits.is_empty() {
            return Ok(Self::from(0));
        }
        if !digits.chars().all(|digit| digit.is_digit(base)) {
            return Err(ParseZarithError);
        }
        let magnitude = BigUint::parse_bytes(digits.as_bytes(), base).ok_or(ParseZarithError)?;
        Ok(Self(num_bigint::BigInt::from_biguint(sign, magnitude)))
    }
}

/// Decimal digits in human-readable formats.
impl Serialize for Narith {
    fn serialize<S: serde::Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
        match serializer.is_human_readable() {
            true => self.0.to_string().serialize(serializer),
            false => self.0.serialize(serializer),
        }
    }
}

impl<'de> Deserialize<'de> for Narith {
    fn deserialize<D: serde::Deserializer<'de>>(deserializer: D) -> Result<Self, D::Error> {
        if !deserializer.is_human_readable() {
            return BigUint::deserialize(deserializer).map(Self);
        }
        let text = String::deserialize(deserializer)?;
        text.parse().map(Self).map_err(|error| de::Error::custom(format_args!("cannot parse big int: {error}")))
    }
}

/// A fixed number of bytes.
#[derive(Clone, PartialEq, Eq)]
pub struct SizedBytes<const SIZE: usize>(pub [u8; SIZE]);

impl<const SIZE: usize> fmt::Display for SizedBytes<SIZE> {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(&hex::encode(self.0))
    }
}

impl<const SIZE: usize> fmt::Debug for SizedBytes<SIZE> {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "bytes: {self}")
    }
}

impl<const SIZE: usize> AsRef<[u8]> for SizedBytes<SIZE> {
    fn as_ref(&self) -> &[u8] {
        &self.0
    }
}

impl<const SIZE: usize> AsMut<[u8]> for SizedBytes<SIZE> {
    fn as_mut(&mut self) -> &mut [u8] {
        &mut self.0
    }
}

impl<const SIZE: usize> From<[u8; SIZE]> for SizedBytes<SIZE> {
    fn from(bytes: [u8; SIZE]) -> Self {
        Self(bytes)
    }
}

impl<const SIZE: usize> From<SizedBytes<SIZE>> for [u8; SIZE] {
    fn from(bytes: SizedBytes<SIZE>) -> Self {
        bytes.0
    }
}

impl<const SIZE: usize> HasEncoding for SizedBytes<SIZE> {
    fn encoding() -> Encoding {
        Encoding::sized(SIZE, Encoding::Bytes)
    }
}

impl<const SIZE: usize> NomReader<'_> for SizedBytes<SIZE> {
    fn nom_read(input: &[u8]) -> NomResult<'_, Self> {
        ::nom::combinator::map_opt(::nom::bytes::complete::take(SIZE), |bytes: &[u8]| bytes.try_into().ok().map(Self))(
            input,
        )
    }
}

impl<const SIZE: usize> BinWriter for SizedBytes<SIZE> {
    fn bin_write(&self, output: &mut Vec<u8>) -> BinResult {
        enc::bytes(self, output)
    }
}

/// Hexadecimal digits in human-readable formats, otherwise a newtype of a sequence of bytes.
impl<const SIZE: usize> Serialize for SizedBytes<SIZE> {
    fn serialize<S: serde::Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
        match serializer.is_human_readable() {
            true => serializer.serialize_str(&self.to_string()),
            false => serializer.serialize_newtype_struct("Bytes<SIZE>", self.0.as_slice()),
        }
    }
}

impl<'de, const SIZE: usize> Deserialize<'de> for SizedBytes<SIZE> {
    fn deserialize<D: serde::Deserializer<'de>>(deserializer: D) -> Result<Self, D::Error> {
        match deserializer.is_human_readable() {
            true => deserializer.deserialize_str(SizedBytesVisitor),
            false => deserializer.deserialize_newtype_struct("Bytes<SIZE>", SizedBytesVisitor),
        }
    }
}

struct SizedBytesVisitor<const SIZE: usize>;

impl<const SIZE: usize> SizedBytesVisitor<SIZE> {
    fn of<E: de::Error>(bytes: Vec<u8>) -> Result<SizedBytes<SIZE>, E> {
        let wrong = |bytes: Vec<u8>| E::custom(format_args!("expected {SIZE} bytes, got {}", bytes.len()));
        bytes.try_into().map(SizedBytes).map_err(wrong)
    }
}

impl<'de, const SIZE: usize> de::Visitor<'de> for SizedBytesVisitor<SIZE> {
    type Value = SizedBytes<SIZE>;

    fn expecting(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "{SIZE} bytes, or their hexadecimal digits")
    }

    fn visit_str<E: de::Error>(self, digits: &str) -> Result<Self::Value, E> {
        Self::of(hex::decode(digits).map_err(E::custom)?)
    }

    fn visit_newtype_struct<D: serde::Deserializer<'de>>(self, deserializer: D) -> Result<Self::Value, D::Error> {
        Self::of(Vec::deserialize(deserializer)?)
    }

    fn visit_seq<A: de::SeqAccess<'de>>(self, mut sequence: A) -> Result<Self::Value, A::Error> {
        let bytes = sequence.next_element()?;
        Self::of(bytes.ok_or_else(|| de::Error::custom("expected bytes"))?)
    }
}

/// Bytes to the end of the block.
#[derive(Clone, PartialEq, Eq, PartialOrd, Ord, Default)]
pub struct Bytes(Vec<u8>);

/// Text that is not hexadecimal digits.
#[derive(Debug, thiserror::Error)]
pub enum BytesDecodeError {
    /// A letter is not a digit, or their number is odd.
    #[error(transparent)]
    Hex(#[from] hex::FromHexError),
}

impl Bytes {
    /// Returns the number of bytes.
    pub fn len(&self) -> usize {
        self.0.len()
    }

    /// Returns true if there are none.
    pub fn is_empty(&self) -> bool {
        self.0.is_empty()
    }
}

impl fmt::Debug for Bytes {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.debug_tuple("Bytes").field(&self.to_string()).finish()
    }
}

impl fmt::Display for Bytes {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        fmt::Display::fmt(&hex::encode(&self.0), f)
    }
}

impl From<Vec<u8>> for Bytes {
    fn from(bytes: Vec<u8>) -> Self {
        Self(bytes)
    }
}

impl From<Bytes> for Vec<u8> {
    fn from(bytes: Bytes) -> Self {
        bytes.0
    }
}

impl FromStr for Bytes {
    type Err = BytesDecodeError;

    fn from_str(digits: &str) -> Result<Self, BytesDecodeError> {
        Ok(Self(hex::decode(digits)?))
    }
}

impl AsRef<[u8]> for Bytes {
    fn as_ref(&self) -> &[u8] {
        &self.0
    }
}

impl AsRef<Vec<u8>> for Bytes {
    fn as_ref(&self) -> &Vec<u8> {
        &self.0
    }
}

impl HasEncoding for Bytes {
    fn encoding() -> Encoding {
        Encoding::list(Encoding::Uint8)
    }
}

impl NomReader<'_> for Bytes {
    fn nom_read(input: &[u8]) -> NomResult<'_, Self> {
        ::nom::combinator::map(nom::bytes, Self)(input)
    }
}

impl BinWriter for Bytes {
    fn bin_write(&self, output: &mut Vec<u8>) -> BinResult {
        enc::bytes(&self.0, output)
    }
}

/// Hexadecimal digits in human-readable formats.
impl Serialize for Bytes {
    fn serialize<S: serde::Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
        match serializer.is_human_readable() {
            true => self.to_string().serialize(serializer),
            false => self.0.serialize(serializer),
        }
    }
}

impl<'de> Deserialize<'de> for Bytes {
    fn deserialize<D: serde::Deserializer<'de>>(deserializer: D) -> Result<Self, D::Error> {
        if !deserializer.is_human_readable() {
            return Vec::deserialize(deserializer).map(Self);
        }
        let digits = String::deserialize(deserializer)?;
        let wrong = |error| de::Error::custom(format_args!("error decoding from hex string: {error}"));
        hex::decode(digits).map(Self).map_err(wrong)
    }
}
