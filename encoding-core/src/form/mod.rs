//! The traits of a wire encoding: its schema, its reader and its writer; and of the destinations of encoded bytes.
//!
//! They are in a separate module so that readers, sinks and all encodings can refer to them.

pub(crate) mod elements;

use alloc::boxed::Box;
use alloc::vec::Vec;

use crate::error::{EncodeError, ErrorKind};
use crate::facts::Facts;
use crate::fault::{Fault, FaultKind};
use crate::measure::Measure;
use crate::number::ShortBytes;
use crate::prefix::Prefix;
use crate::reader::Reader;
use crate::revision::Revision;
use crate::schema::Encoding;
use crate::sink::InRevision;
use crate::traits::BinWriter;

/// The schema of a wire encoding for values of type `T`.
#[diagnostic::on_unimplemented(
    message = "`{T}` cannot be encoded as `{Self}`",
    label = "this encoding does not support `{T}`",
    note = "if the type is yours, derive this encoding for it; a field of another crate's type has one by `with`, or by a conversion (`try_from`, `into`)"
)]
pub trait Schema<T: ?Sized> {
    /// The schema.
    const ENCODING: &'static Encoding;

    /// Whether this is a single byte, so that arrays of it are encoded as `bytes`.
    #[doc(hidden)]
    const IS_BYTE: bool = false;

    /// What the innermost type is that has its default encoding.
    #[doc(hidden)]
    const INNERMOST: Container = Container::None;
}

/// What a derive cannot tell from the name of a type, which may be an alias. Items that wrap the innermost type, such as
/// `dynamic`, apply to what is in an option or a list.
#[doc(hidden)]
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Container {
    /// No container: a type of its own, or bytes.
    None,
    /// A byte, so that a `Vec` of it is bytes.
    Byte,
    List,
    Option,
}

/// A wire encoding that reads a `T`.
#[diagnostic::on_unimplemented(
    message = "`{T}` cannot be read as `{Self}`",
    label = "this encoding does not support `{T}`"
)]
pub trait Reads<'a, T> {
    /// Static properties of the encoding; unknown by default.
    const FACTS: Facts = Facts::UNKNOWN;

    /// Whether every bit pattern is valid and values own no heap memory, so that reading fails only if bytes are missing.
    #[doc(hidden)]
    const IS_COPIED: bool = Self::FACTS.infallible && !core::mem::needs_drop::<T>();

    /// Reads one value.
    ///
    /// # Errors
    /// The errors of the encoding.
    fn read(input: &mut Reader<'a>) -> Result<T, Fault>;

    /// Reads one value, if `IS_COPIED`; `None` if bytes are missing. In a `Result`, the fault overlaps with the value, so
    /// the compiler would copy the value in parts.
    #[doc(hidden)]
    #[cfg_attr(not(debug_assertions), inline(always))]
    fn get(input: &mut Reader<'a>) -> Option<T> {
        Self::read(input).ok()
    }

    /// Reads one value and returns the result of `make`, which the reader may call where it constructs the value. See
    /// [`NomReader::read_as`](crate::NomReader::read_as).
    ///
    /// # Errors
    /// The errors of the encoding.
    #[doc(hidden)]
    #[cfg_attr(not(debug_assertions), inline(always))]
    fn read_as<R>(input: &mut Reader<'a>, make: impl FnOnce(T) -> R) -> Result<R, Fault> {
        match Self::read(input) {
            Ok(value) => Ok(make(value)),
            Err(fault) => Err(fault),
        }
    }

    /// Reads at most `max` values, to the end of the block.
    ///
    /// # Errors
    /// The errors of the values; `List_too_long`.
    #[inline]
    fn read_list(input: &mut Reader<'a>, max: usize) -> Result<Vec<T>, Fault> {
        elements::read_to_end::<T, Self>(input, max, FaultKind::ListTooLong)
    }

    /// Reads the `N` values of an array.
    ///
    /// # Errors
    /// The errors of the values.
    #[inline]
    fn read_array<const N: usize>(input: &mut Reader<'a>) -> Result<[T; N], Fault> {
        elements::read_array::<T, Self, N>(input)
    }

    /// Reads one value into a box, which is charged to the heap budget. Arrays are made there, not on the stack.
    ///
    /// # Errors
    /// The errors of the encoding; `Heap_exceeded`.
    #[doc(hidden)]
    #[cfg_attr(not(debug_assertions), inline(always))]
    fn read_boxed(input: &mut Reader<'a>) -> Result<Box<T>, Fault> {
        tri!(input.charge(size_of::<T>()));
        Self::read(input).map(Box::new)
    }
}

/// A wire encoding that writes a `T`.
#[diagnostic::on_unimplemented(
    message = "`{T}` cannot be written as `{Self}`",
    label = "this encoding does not support `{T}`"
)]
pub trait Writes<T> {
    /// Static properties of the encoding; unknown by default.
    const FACTS: Facts = Facts::UNKNOWN;

    /// Whether this is text: a value of the wrong length is then reported as `Invalid_string_length`, as the reference
    /// does.
    #[doc(hidden)]
    const TEXT: bool = false;

    /// Writes one value to the sink: its bytes, in order.
    ///
    /// It is called twice for each value, first with a sink that counts the bytes and runs the checks; or once, inside a
    /// recursive value, with a sink that does both.
    ///
    /// # Errors
    /// If the reader would refuse the bytes.
    fn write<S: Sink>(value: &T, sink: &mut S) -> Result<(), EncodeError>;

    /// Writes the values of a list.
    ///
    /// # Errors
    /// The errors of the values, with their index.
    #[inline]
    fn write_list<S: Sink>(values: &[T], sink: &mut S) -> Result<(), EncodeError> {
        elements::write_each::<T, Self, S>(values, sink)
    }
}

impl<'a> Reader<'a> {
    /// Reads a value with the encoding `W`, which must consume the rest of the block.
    ///
    /// # Errors
    /// The errors of the encoding; `Extra_bytes` if bytes of the block are left over.
    #[cfg_attr(not(debug_assertions), inline(always))]
    pub fn read_block<T, W: Reads<'a, T>>(mut self) -> Result<T, Fault> {
        let mut result = W::read(&mut self);
        if const { !W::FACTS.to_end } {
            self.end(&mut result);
        }
        result
    }
}

/// A [`Prefix`] as a type.
pub trait Length {
    /// The size prefix.
    const PREFIX: Prefix;

    /// Reads a size.
    ///
    /// # Errors
    /// `Not_enough_data`, `Size_limit_exceeded`, `Invalid_int`.
    fn read(input: &mut Reader<'_>) -> Result<usize, Fault>;

    /// Checks that the size prefix can represent `len`.
    ///
    /// # Errors
    /// `Size_limit_exceeded`.
    #[inline]
    fn check(len: usize) -> Result<(), EncodeError> {
        let limit = Self::PREFIX.max();
        if len <= limit { Ok(()) } else { Err(size_limit_exceeded(limit, len)) }
    }

    /// Writes a size that has been checked.
    fn put<S: Sink>(len: usize, sink: &mut S);

    /// Writes a size over the placeholder at the front of `bytes`.
    fn store(len: usize, bytes: &mut [u8]);
}

/// Returns the error for a block of `found` bytes, of which at most `limit` are allowed.
#[cold]
#[inline(never)]
pub(crate) fn size_limit_exceeded(limit: usize, found: usize) -> EncodeError {
    EncodeError::new(ErrorKind::SizeLimitExceeded { limit, found })
}

/// A destination of encoded bytes. All sinks belong to this crate; [`Encode`](crate::Encode) has the entry points.
///
/// A value is written twice by the same method. The first sink, [`Measure`], counts the bytes and runs the checks. The
/// second takes the bytes, and an entry point returns an error if they are not as many as were counted. Only recursive
/// values are written to a vector in one pass, with a sink that does both.
pub trait Sink: Sized + Sealed {
    /// Whether this is the first of two passes, which only counts and checks.
    #[doc(hidden)]
    const COUNTS: bool = false;

    /// Writes the next bytes.
    fn put(&mut self, bytes: &[u8]);

    /// Writes the bytes of a number. A vector takes less time for this than for a slice of unknown length.
    #[doc(hidden)]
    #[inline]
    fn put_number(&mut self, number: ShortBytes) {
        number.with(|bytes| self.put(bytes));
    }

    /// Returns the number of bytes in the sink.
    fn written(&self) -> usize;

    /// Returns the revision that is written: the newest, except inside a value that [`Revision::of`] returns.
    #[inline]
    fn revision(&self) -> Revision {
        Revision::NEWEST
    }

    /// Writes a value of a revision.
    ///
    /// # Errors
    /// Those of the value.
    #[doc(hidden)]
    #[inline]
    fn revised<T: BinWriter + ?Sized>(&mut self, value: &T, revision: Revision) -> Result<(), EncodeError> {
        value.write(&mut InRevision::new(self, revision))
    }

    /// Runs a check of the value, except in the second of two passes, because the first has run it.
    ///
    /// # Errors
    /// The error of the check.
    #[inline]
    fn check(&mut self, _check: impl FnOnce(&mut Measure<'_>) -> Result<(), EncodeError>) -> Result<(), EncodeError> {
        Ok(())
    }

    /// Writes `len` bytes with `write`, which the first pass does not call. It saves time where the length is known
    /// without the bytes.
    ///
    /// # Errors
    /// Those of `write`.
    #[inline]
    fn counted(
        &mut self,
        _len: usize,
        write: impl FnOnce(&mut Self) -> Result<(), EncodeError>,
    ) -> Result<(), EncodeError> {
        write(self)
    }

    /// Writes one level of a recursive value with a limit of `limit` levels.
    ///
    /// # Errors
    /// Those of `write`; `Too_deep`: the reader would refuse it.
    // Inlined in optimized builds, so that a level has no stack frame of its own.
    #[cfg_attr(not(debug_assertions), inline(always))]
    fn nested(
        &mut self,
        limit: u32,
        write: impl FnOnce(&mut Self) -> Result<(), EncodeError>,
    ) -> Result<(), EncodeError> {
        tri!(self.check(|measure| measure.enter(limit)));
        tri!(write(self));
        self.check(|measure| {
            measure.leave();
            Ok(())
        })
    }

    /// Writes a block: the size prefix `L` ([`Prefix`](crate::wire::Prefix)), then the value with the encoding `W`.
    ///
    /// Rule: `data-encoding`, `binary_writer.ml`, `Dynamic_size`.
    ///
    /// # Errors
    /// The errors of the value; `Size_limit_exceeded` above the maximum of `L`.
    fn block<T, L: Length, W: Writes<T>>(&mut self, value: &T) -> Result<(), EncodeError>;
}

/// Keeps [`Sink`] from being implemented elsewhere.
pub trait Sealed {}
