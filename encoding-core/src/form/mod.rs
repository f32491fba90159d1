//! What a wire form consists of: a schema, a reader and a writer; and where a writer puts its bytes.
//!
//! The traits stand below all forms, so that readers, sinks and forms can name them.

pub(crate) mod elements;

use alloc::vec::Vec;

use crate::error::{EncodeError, ErrorKind};
use crate::facts::Facts;
use crate::fault::{Fault, FaultKind};
use crate::measure::Measure;
use crate::prefix::Prefix;
use crate::reader::Reader;
use crate::schema::Encoding;

/// The schema of a form for values of type `T`.
#[diagnostic::on_unimplemented(message = "`{T}` cannot have the form `{Self}`", label = "this form is not for `{T}`")]
pub trait Schema<T: ?Sized> {
    /// It.
    const ENCODING: &'static Encoding;

    /// Whether this is a bare byte, so that arrays of it are `bytes`.
    #[doc(hidden)]
    const IS_BYTE: bool = false;
}

/// Reads a `T` in this form.
#[diagnostic::on_unimplemented(
    message = "`{T}` cannot be read in the form `{Self}`",
    label = "this form is not for `{T}`"
)]
pub trait Reads<'a, T> {
    /// What is known of the bytes of every value; by default nothing.
    const FACTS: Facts = Facts::UNKNOWN;

    /// Reads one value.
    ///
    /// # Errors
    /// Whatever the form refuses.
    fn read(input: &mut Reader<'a>) -> Result<T, Fault>;

    /// Reads values to the end of the block, at most `max`.
    ///
    /// # Errors
    /// Those of the values; `List_too_long`.
    #[inline]
    fn read_list(input: &mut Reader<'a>, max: usize) -> Result<Vec<T>, Fault> {
        elements::read_to_end::<T, Self>(input, max, FaultKind::ListTooLong)
    }

    /// Reads the `N` values of an array.
    ///
    /// # Errors
    /// Those of the values.
    #[inline]
    fn read_array<const N: usize>(input: &mut Reader<'a>) -> Result<[T; N], Fault> {
        elements::read_array::<T, Self, N>(input)
    }
}

/// Writes a `T` in this form.
#[diagnostic::on_unimplemented(
    message = "`{T}` cannot be written in the form `{Self}`",
    label = "this form is not for `{T}`"
)]
pub trait Writes<T> {
    /// What is known of the bytes of every value; by default nothing.
    const FACTS: Facts = Facts::UNKNOWN;

    /// Whether a block of another length is text of another length, as the reference says of strings.
    #[doc(hidden)]
    const TEXT: bool = false;

    /// Returns the exact number of bytes, every limit checked.
    ///
    /// # Errors
    /// Whatever the reader would refuse.
    fn measure(value: &T, measure: &mut Measure<'_>) -> Result<usize, EncodeError>;

    /// Writes the bytes of a measured value.
    fn write<S: Sink>(value: &T, sink: &mut S);

    /// Writes the values of a list.
    #[inline]
    fn write_list<S: Sink>(values: &[T], sink: &mut S) {
        for value in values {
            Self::write(value, sink);
        }
    }
}

impl<'a> Reader<'a> {
    /// Reads a value in the form `W` that must end with the block.
    ///
    /// # Errors
    /// Those of the form; `Extra_bytes` where bytes of the block are left.
    #[cfg_attr(not(debug_assertions), inline(always))]
    pub fn read_whole<T, W: Reads<'a, T>>(mut self) -> Result<T, Fault> {
        if const { W::FACTS.to_end } {
            return W::read(&mut self);
        }
        let result = W::read(&mut self);
        self.ending(result)
    }
}

/// A [`Prefix`] as a type.
pub trait Length {
    /// Which.
    const PREFIX: Prefix;

    /// Reads a size.
    ///
    /// # Errors
    /// `Not_enough_data`, `Size_limit_exceeded`, `Invalid_int`.
    fn read(input: &mut Reader<'_>) -> Result<usize, Fault>;

    /// Checks that a block of `len` bytes can be written.
    ///
    /// # Errors
    /// `Size_limit_exceeded`.
    #[inline]
    fn check(len: usize) -> Result<(), EncodeError> {
        let limit = Self::PREFIX.max();
        if len <= limit { Ok(()) } else { Err(size_limit_exceeded(limit, len)) }
    }

    /// Writes a size that it can say.
    fn put<S: Sink>(len: usize, sink: &mut S);

    /// Writes a size over the one in front of `place`.
    fn store(len: usize, place: &mut [u8]);

    /// Bytes of the size of a block of `len` bytes.
    #[inline]
    fn width(_len: usize) -> usize {
        Self::PREFIX.bytes()
    }
}

/// Returns the error for a block of `found` bytes where at most `limit` are allowed.
#[cold]
#[inline(never)]
pub(crate) fn size_limit_exceeded(limit: usize, found: usize) -> EncodeError {
    EncodeError::new(ErrorKind::SizeLimitExceeded { limit, found })
}

/// A destination of bytes.
pub trait Sink: Sized {
    /// Takes the next bytes.
    fn put(&mut self, bytes: &[u8]);

    /// Takes a block: its size in bytes, one to five of them in the form `L` ([`Prefix`](crate::wire::Prefix)), then the value in the form
    /// `W`, which was measured without an error.
    ///
    /// By itself it writes forward, with the size from [`Sink::length`].
    ///
    /// Rule: `data-encoding`, `binary_writer.ml`, `Dynamic_size`.
    #[inline]
    fn block<T, L: Length, W: Writes<T>>(&mut self, value: &T) {
        let len = self.length::<T, W>(value);
        L::put(len, self);
        W::write(value, self);
    }

    /// How many bytes a measured value takes, for the size in front of it or behind it.
    ///
    /// By itself it measures again: of a value without blocks inside, that costs no more than writing it; of blocks in blocks, time that
    /// grows with their depth. The sinks of [`Encode`](crate::Encode) remember the lengths of those or fill them in.
    #[inline]
    fn length<T, W: Writes<T>>(&mut self, value: &T) -> usize {
        measured::<T, W>(value)
    }
}

/// The bytes of a value that was measured without an error.
#[inline]
pub(crate) fn measured<T, W: Writes<T>>(value: &T) -> usize {
    match W::measure(value, &mut Measure::new().again()) {
        Ok(len) => len,
        // Not so: the value was measured.
        Err(error) => {
            forget(error);
            0
        }
    }
}

/// Drops an error by a call, or every block would come with the code that does.
#[cold]
#[inline(never)]
fn forget(_: EncodeError) {}
