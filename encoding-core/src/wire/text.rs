//! Text.

use alloc::borrow::Cow;
use alloc::boxed::Box;
use alloc::string::String;
use alloc::vec::Vec;

use super::auto::default_encoding;
use super::{Dynamic, Reads, Schema, U30, Writes};
use crate::error::EncodeError;
use crate::facts::Facts;
use crate::fault::{Fault, FaultKind};
use crate::form::Sink;
use crate::reader::Reader;
use crate::schema::{Encoding, Extent};

/// Text to the end of the enclosing block (`Variable.string`).
///
/// The strings of the reference hold any bytes: `Vec<u8>` and `&[u8]` accept them all, while `String`, `&str`,
/// `Cow<str>` and `Box<str>` accept only UTF-8. The default encoding of a `String` has a 4-byte size prefix and is the
/// reference's `string`.
///
/// # Errors
/// Reading: `Not_enough_data`, `Size_limit_exceeded`; `Invalid_utf8` for Rust strings.
#[derive(Debug)]
pub struct Text;

/// Access to the bytes of text, whatever its Rust type.
trait Raw {
    /// Returns the bytes.
    fn raw(&self) -> &[u8];
}

impl Raw for str {
    #[inline]
    fn raw(&self) -> &[u8] {
        self.as_bytes()
    }
}

impl Raw for [u8] {
    #[inline]
    fn raw(&self) -> &[u8] {
        self
    }
}

/// Implements text for a Rust type; `'input` is the lifetime of the input.
macro_rules! text {
    ($utf8:literal: $($type:ty, $from:expr;)*) => {$(
        impl<'input> Schema<$type> for Text {
            const ENCODING: &'static Encoding = &Encoding::Text { extent: Extent::Rest, utf8: $utf8 };
        }

        impl<'input> Reads<'input, $type> for Text {
            const FACTS: Facts = Facts::REST;

            // Only the bytes are passed on, so that the reader stays in registers.
            #[cfg_attr(not(debug_assertions), inline(always))]
            fn read(input: &mut Reader<'input>) -> Result<$type, Fault> {
                $from(tri!(input.rest()))
            }
        }

        impl<'input> Writes<$type> for Text {
            const FACTS: Facts = Facts::REST;
            const TEXT: bool = true;

            #[inline]
            fn write<S: Sink>(value: &$type, sink: &mut S) -> Result<(), EncodeError> {
                sink.put(value.raw());
                Ok(())
            }
        }
    )*};
}

/// Converts bytes to an owned string. They are copied before they are checked: the check reads sixteen bytes at a time
/// if they are aligned, which those of a vector are and those of a message seldom are.
#[cfg_attr(not(debug_assertions), inline(always))]
fn owned(bytes: &[u8]) -> Result<String, Fault> {
    Ok(tri!(String::from_utf8(bytes.to_vec()), _ => invalid_utf8(bytes)))
}

/// Converts bytes to a borrowed string.
#[inline]
fn utf8(bytes: &[u8]) -> Result<&str, Fault> {
    core::str::from_utf8(bytes).map_err(|_| invalid_utf8(bytes))
}

#[cold]
#[inline(never)]
fn invalid_utf8(bytes: &[u8]) -> Fault {
    Fault::new(FaultKind::InvalidUtf8, bytes)
}

text! { true:
    String, owned;
    &'input str, utf8;
    Cow<'input, str>, (|bytes| utf8(bytes).map(Cow::Borrowed));
    Box<str>, (|bytes| owned(bytes).map(Box::from));
}

text! { false:
    Vec<u8>, (|bytes: &[u8]| Ok(bytes.to_vec()));
    &'input [u8], Ok;
    Cow<'input, [u8]>, (|bytes| Ok(Cow::Borrowed(bytes)));
    Box<[u8]>, (|bytes: &[u8]| Ok(Box::from(bytes)));
}

default_encoding!(String => Dynamic<U30, Text>);
default_encoding!(Box<str> => Dynamic<U30, Text>);
default_encoding!(@borrowed &'input str => Dynamic<U30, Text>);
default_encoding!(@borrowed Cow<'input, str> => Dynamic<U30, Text>);
