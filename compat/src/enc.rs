//! Writers: the trait [`BinWriter`] and functions to compose.

use std::fmt;

use num_bigint::BigUint;
pub use tezos_data_encoding_compat_derive::BinWriter;
use tezos_encoding::{N, Z};

use crate::types::{BYTE_FIELD_NONE, BYTE_FIELD_SOME, BYTE_VAL_FALSE, BYTE_VAL_TRUE, Narith, Zarith};

/// Why a value cannot be written, or where.
#[derive(Debug, thiserror::Error)]
pub enum BinErrorKind {
    /// A write fails.
    #[error("I/O error: {0}")]
    IOError(#[from] std::io::Error),
    /// A size differs from the expected one, or is above the limit.
    #[error("Boundary violation: expected {0}, got {1}")]
    SizeError(usize, usize),
    /// The error is in this field.
    #[error("Error encoding field: {0}")]
    FieldError(&'static str),
    /// The error is in this variant.
    #[error("Error encoding enum variant: {0}")]
    VariantError(&'static str),
    /// Another error.
    #[error("Other error: {0}")]
    CustomError(String),
}

/// I/O errors are equal if their kinds are.
impl PartialEq for BinErrorKind {
    fn eq(&self, other: &Self) -> bool {
        match (self, other) {
            (Self::IOError(a), Self::IOError(b)) => a.kind() == b.kind(),
            (Self::SizeError(a, b), Self::SizeError(c, d)) => (a, b) == (c, d),
            (Self::FieldError(a), Self::FieldError(b)) | (Self::VariantError(a), Self::VariantError(b)) => a == b,
            (Self::CustomError(a), Self::CustomError(b)) => a == b,
            _ => false,
        }
    }
}

impl Eq for BinErrorKind {}

/// Why a value cannot be written, then the fields and variants around it, from the inside to the outside.
#[derive(Debug, PartialEq, Eq)]
pub struct BinError(Vec<BinErrorKind>);

impl BinError {
    fn size_error(expected: usize, actual: usize) -> Self {
        BinErrorKind::SizeError(expected, actual).into()
    }

    /// Creates an error from a text.
    pub fn custom(message: String) -> Self {
        BinErrorKind::CustomError(message).into()
    }

    fn within(mut self, place: BinErrorKind) -> Self {
        self.0.push(place);
        self
    }

    /// Returns the reason, then the places.
    pub fn iter(&self) -> impl Iterator<Item = &BinErrorKind> {
        self.0.iter()
    }
}

impl fmt::Display for BinError {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        self.0.iter().enumerate().try_for_each(|(index, kind)| {
            let between = if index == 0 { "" } else { " in context of: " };
            write!(f, "{between}{kind}")
        })
    }
}

impl std::error::Error for BinError {}

impl From<BinErrorKind> for BinError {
    fn from(kind: BinErrorKind) -> Self {
        Self(vec![kind])
    }
}

impl From<std::io::Error> for BinError {
    fn from(error: std::io::Error) -> Self {
        BinErrorKind::IOError(error).into()
    }
}

/// The result of a writer.
pub type BinResult = Result<(), BinError>;

/// A type that can be written.
pub trait BinWriter {
    /// Appends the bytes of the value.
    ///
    /// # Errors
    /// If the value is outside of a limit. Some of its bytes may have been appended.
    fn bin_write(&self, output: &mut Vec<u8>) -> BinResult;

    /// Returns the bytes of the value.
    ///
    /// # Errors
    /// Those of [`bin_write`](Self::bin_write).
    fn to_bytes(&self) -> Result<Vec<u8>, BinError> {
        let mut output = Vec::new();
        self.bin_write(&mut output)?;
        Ok(output)
    }
}

impl<T: BinWriter> BinWriter for &T {
    fn bin_write(&self, output: &mut Vec<u8>) -> BinResult {
        T::bin_write(self, output)
    }
}

impl<T: ?Sized + BinWriter> BinWriter for Box<T> {
    fn bin_write(&self, output: &mut Vec<u8>) -> BinResult {
        T::bin_write(self, output)
    }
}

impl BinWriter for u16 {
    fn bin_write(&self, output: &mut Vec<u8>) -> BinResult {
        u16(self, output)
    }
}

impl BinWriter for Zarith {
    fn bin_write(&self, output: &mut Vec<u8>) -> BinResult {
        Z::from(&self.0).with_wire(|wire| put_bytes(wire, output));
        Ok(())
    }
}

impl BinWriter for Narith {
    fn bin_write(&self, output: &mut Vec<u8>) -> BinResult {
        n_bignum(&self.0, output)
    }
}

/// A writer of a `D`: any function with this signature.
pub trait BinSerializer<D> {
    /// Appends the bytes of `data`.
    ///
    /// # Errors
    /// If the value is outside of a limit.
    fn serialize(&mut self, data: D, out: &mut Vec<u8>) -> BinResult;

    /// Returns a writer of a pair: this one, then `next`.
    fn and_then<E, G: BinSerializer<E>>(self, next: G) -> AndThen<Self, G>
    where
        Self: Sized,
    {
        AndThen(self, next)
    }

    /// Returns this writer with a function that changes its error.
    fn add_error<G: FnMut(BinError) -> BinError>(self, change: G) -> AddError<Self, G>
    where
        Self: Sized,
    {
        AddError(self, change)
    }
}

impl<D, F: FnMut(D, &mut Vec<u8>) -> BinResult> BinSerializer<D> for F {
    fn serialize(&mut self, data: D, out: &mut Vec<u8>) -> BinResult {
        self(data, out)
    }
}

/// Two writers in turn: [`BinSerializer::and_then`].
#[derive(Debug)]
pub struct AndThen<F, G>(F, G);

impl<D, E, F: BinSerializer<D>, G: BinSerializer<E>> BinSerializer<(D, E)> for AndThen<F, G> {
    fn serialize(&mut self, (first, second): (D, E), out: &mut Vec<u8>) -> BinResult {
        self.0.serialize(first, out)?;
        self.1.serialize(second, out)
    }
}

/// A writer with another error: [`BinSerializer::add_error`].
#[derive(Debug)]
pub struct AddError<F, G>(F, G);

impl<D, F: BinSerializer<D>, G: FnMut(BinError) -> BinError> BinSerializer<D> for AddError<F, G> {
    fn serialize(&mut self, data: D, out: &mut Vec<u8>) -> BinResult {
        self.0.serialize(data, out).map_err(&mut self.1)
    }
}

/// Appends bytes.
pub fn put_bytes(bytes: &[u8], out: &mut Vec<u8>) {
    out.extend_from_slice(bytes);
}

/// Appends a byte.
pub fn put_byte(byte: &u8, out: &mut Vec<u8>) {
    out.push(*byte);
}

/// Appends a size of 4 bytes. Sizes above 2^30 - 1, which Octez and `tezos_encoding` refuse, are written, as before.
fn put_size(size: usize, out: &mut Vec<u8>) -> BinResult {
    let size = u32::try_from(size).map_err(|_| BinError::size_error(0x3fff_ffff, size))?;
    u32(&size, out)
}

/// Appends a size of 1 byte.
fn put_short_size(size: usize, out: &mut Vec<u8>) -> BinResult {
    let size = u8::try_from(size).map_err(|_| BinError::size_error(u8::MAX.into(), size))?;
    u8(&size, out)
}

/// Writes bytes without a size.
///
/// # Errors
/// None.
pub fn bytes<T: AsRef<[u8]>>(bytes: T, out: &mut Vec<u8>) -> BinResult {
    put_bytes(bytes.as_ref(), out);
    Ok(())
}

/// Writes nothing.
///
/// # Errors
/// None.
pub fn unit(_: &(), _: &mut Vec<u8>) -> BinResult {
    Ok(())
}

/// Writes `ff` for true and `00` for false.
///
/// # Errors
/// None.
pub fn boolean(b: &bool, out: &mut Vec<u8>) -> BinResult {
    put_byte(if *b { &BYTE_VAL_TRUE } else { &BYTE_VAL_FALSE }, out);
    Ok(())
}

/// Defines the writer of each big-endian number.
macro_rules! numbers {
    ($($number:ident)*) => {$(
        #[doc = concat!("Writes an `", stringify!($number), "`, big-endian.")]
        ///
        /// # Errors
        /// None.
        pub fn $number(number: &$number, out: &mut Vec<u8>) -> BinResult {
            put_bytes(&number.to_be_bytes(), out);
            Ok(())
        }
    )*};
}

numbers!(i8 i16 i32 i64 u8 u16 u32 u64 f64);

/// Writes an integer of any size.
///
/// # Errors
/// None.
pub fn zarith(number: &Zarith, out: &mut Vec<u8>) -> BinResult {
    number.bin_write(out)
}

/// Writes a natural number of any size.
///
/// # Errors
/// None.
pub fn narith(number: &Narith, out: &mut Vec<u8>) -> BinResult {
    number.bin_write(out)
}

/// Writes a natural number of any size.
///
/// # Errors
/// None.
pub fn n_bignum(number: &BigUint, out: &mut Vec<u8>) -> BinResult {
    N::from(number).with_wire(|wire| put_bytes(wire, out));
    Ok(())
}

/// Writes exactly `size` bytes.
///
/// # Errors
/// Those of `serializer`; `SizeError` if it writes fewer or more.
pub fn sized<T>(size: usize, mut serializer: impl BinSerializer<T>) -> impl FnMut(T, &mut Vec<u8>) -> BinResult {
    move |data, out| match written(&mut serializer, data, out)? {
        actual if actual == size => Ok(()),
        actual => Err(BinError::size_error(size, actual)),
    }
}

/// Writes at most `max` bytes.
///
/// # Errors
/// Those of `serializer`; `SizeError` if it writes more.
pub fn bounded<T>(max: usize, mut serializer: impl BinSerializer<T>) -> impl FnMut(T, &mut Vec<u8>) -> BinResult {
    move |data, out| match written(&mut serializer, data, out)? {
        actual if actual <= max => Ok(()),
        actual => Err(BinError::size_error(max, actual)),
    }
}

/// Writes a value and returns the number of its bytes.
fn written<T>(serializer: &mut impl BinSerializer<T>, data: T, out: &mut Vec<u8>) -> Result<usize, BinError> {
    let start = out.len();
    serializer.serialize(data, out)?;
    Ok(out.len().saturating_sub(start))
}

/// Writes text behind its size of 4 bytes.
///
/// # Errors
/// `SizeError` if the size does not fit.
pub fn string(data: impl AsRef<str>, out: &mut Vec<u8>) -> BinResult {
    put_size(data.as_ref().len(), out)?;
    bytes(data.as_ref(), out)
}

/// Writes text of at most `max` bytes behind its size of 4 bytes.
///
/// # Errors
/// `SizeError` if it is longer.
pub fn bounded_string<S: AsRef<str>>(max: usize) -> impl FnMut(S, &mut Vec<u8>) -> BinResult {
    move |data, out| match data.as_ref().len() {
        length if length <= max => string(data, out),
        length => Err(BinError::size_error(max, length)),
    }
}

/// Writes elements without a size.
///
/// # Errors
/// Those of the elements.
pub fn list<T: IntoIterator>(mut serializer: impl BinSerializer<T::Item>) -> impl FnMut(T, &mut Vec<u8>) -> BinResult {
    move |data, out| data.into_iter().try_for_each(|item| serializer.serialize(item, out))
}

/// Writes at most `max` elements without a size.
///
/// # Errors
/// Those of the elements; `SizeError` if there are more.
pub fn bounded_list<T: IntoIterator>(
    max: usize,
    mut serializer: impl BinSerializer<T::Item>,
) -> impl FnMut(T, &mut Vec<u8>) -> BinResult {
    move |data, out| {
        let items = data.into_iter();
        let (least, _) = items.size_hint();
        if least > max {
            return Err(BinError::size_error(max, least));
        }
        items.enumerate().try_for_each(|(index, item)| match index < max {
            true => serializer.serialize(item, out),
            false => Err(BinError::size_error(max, index.saturating_add(1))),
        })
    }
}

/// Writes a block behind its size of 4 bytes.
///
/// # Errors
/// Those of `serializer`; `SizeError` if the size does not fit.
pub fn dynamic<T>(serializer: impl BinSerializer<T>) -> impl FnMut(T, &mut Vec<u8>) -> BinResult {
    block(usize::MAX, serializer, put_size)
}

/// Writes a block behind its size of 1 byte.
///
/// # Errors
/// Those of `serializer`; `SizeError` above 255 bytes.
pub fn short_dynamic<T>(serializer: impl BinSerializer<T>) -> impl FnMut(T, &mut Vec<u8>) -> BinResult {
    block(usize::MAX, serializer, put_short_size)
}

/// Writes a block of at most `max` bytes behind its size of 4 bytes.
///
/// # Errors
/// Those of `serializer`; `SizeError` if the block is longer.
pub fn bounded_dynamic<T>(max: usize, serializer: impl BinSerializer<T>) -> impl FnMut(T, &mut Vec<u8>) -> BinResult {
    block(max, serializer, put_size)
}

fn block<T>(
    max: usize,
    mut serializer: impl BinSerializer<T>,
    put: fn(usize, &mut Vec<u8>) -> BinResult,
) -> impl FnMut(T, &mut Vec<u8>) -> BinResult {
    move |data, out| {
        let mut block = Vec::new();
        serializer.serialize(data, &mut block)?;
        if block.len() > max {
            return Err(BinError::size_error(max, block.len()));
        }
        put(block.len(), out)?;
        bytes(block, out)
    }
}

/// Writes a field, and names it in errors.
///
/// # Errors
/// Those of `serializer`.
pub fn field<D>(name: &'static str, mut serializer: impl BinSerializer<D>) -> impl FnMut(D, &mut Vec<u8>) -> BinResult {
    move |data, out| serializer.serialize(data, out).map_err(|error| error.within(BinErrorKind::FieldError(name)))
}

/// Writes the tag of a variant without a payload, and names the variant in errors.
///
/// # Errors
/// Those of `tag`.
pub fn variant<D>(name: &'static str, mut tag: impl BinSerializer<D>) -> impl FnMut(D, &mut Vec<u8>) -> BinResult {
    move |data, out| tag.serialize(data, out).map_err(|error| error.within(BinErrorKind::VariantError(name)))
}

/// Writes the tag and the payload of a variant, and names the variant in errors.
///
/// # Errors
/// Those of `tag` and `field`.
pub fn variant_with_field<D, E>(
    name: &'static str,
    tag: impl BinSerializer<D>,
    field: impl BinSerializer<E>,
) -> impl FnMut(D, E, &mut Vec<u8>) -> BinResult {
    let mut both = tag.and_then(field);
    move |tag, field, out| {
        both.serialize((tag, field), out).map_err(|error| error.within(BinErrorKind::VariantError(name)))
    }
}

/// Writes `ff` and the value, or `00`.
///
/// # Errors
/// Those of `serializer`.
pub fn optional_field<'a, T: 'a>(
    mut serializer: impl BinSerializer<&'a T>,
) -> impl FnMut(&'a Option<T>, &mut Vec<u8>) -> BinResult {
    move |value, out| match value {
        Some(value) => {
            put_byte(&BYTE_FIELD_SOME, out);
            serializer.serialize(value, out)
        }
        None => {
            put_byte(&BYTE_FIELD_NONE, out);
            Ok(())
        }
    }
}
