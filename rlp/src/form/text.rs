//! Text.

use alloc::borrow::Cow;
use alloc::boxed::Box;
use alloc::string::{String, ToString};
use core::fmt::Display;
use core::str::FromStr;

use tezos_encoding::schema::{Check, Encoding, Extent, RlpHeader};
use tezos_encoding::view::Views;
use tezos_encoding::wire::{Prefix, Reads, Schema, UNBOUNDED, Writes};
use tezos_encoding::{EncodeError, ErrorKind, Facts, Fault, FaultKind, Reader, Revision, Sink};

use super::bytes::{STRING, read, write};
use crate::Rlp;

/// A string of at most `MAX` bytes of UTF-8.
///
/// | bytes | contents |
/// |---:|---|
/// | 0 to 5 | the header of the string; none for a byte below `80` |
/// | n | the text |
///
/// # Errors
/// `Invalid_item` for a list; `Size_limit_exceeded`, `Invalid_utf8`.
#[derive(Debug)]
pub struct Text<const MAX: usize = UNBOUNDED>;

/// A string that is the text of a value, by its `Display` and `FromStr`, such as a key of Tezos in base58check.
///
/// # Errors
/// Those of [`Text`]; `Exception_raised_in_user_function` for text that is not a value's.
#[derive(Debug)]
pub struct Shown;

/// The schema of the content of text.
const REST: &Encoding = &Encoding::Text { extent: Extent::Rest, utf8: true };

impl<T: AsRef<str>, const MAX: usize> Schema<T> for Text<MAX> {
    const ENCODING: &'static Encoding = &Encoding::Dynamic {
        prefix: Prefix::Rlp(RlpHeader::Bytes),
        inner: if MAX == UNBOUNDED { REST } else { &Encoding::Bounded { limit: MAX, inner: REST } },
    };
}

/// Reads text of at most `max` bytes.
#[inline]
fn read_text<'a>(input: &mut Reader<'a>, max: usize) -> Result<&'a str, Fault> {
    let content = read(input, max)?;
    core::str::from_utf8(content).map_err(|_| Fault::new(FaultKind::InvalidUtf8, content))
}

impl<'a, T: From<&'a str>, const MAX: usize> Reads<'a, T> for Text<MAX> {
    const FACTS: Facts = STRING;

    #[inline]
    fn read(input: &mut Reader<'a>) -> Result<T, Fault> {
        let text = read_text(input, MAX)?;
        input.charge(text.len())?;
        Ok(T::from(text))
    }
}

impl<T: AsRef<str>, const MAX: usize> Writes<T> for Text<MAX> {
    const FACTS: Facts = STRING;

    #[inline]
    fn write<S: Sink>(value: &T, sink: &mut S) -> Result<(), EncodeError> {
        write(value.as_ref().as_bytes(), MAX, sink)
    }
}

impl<'a, T: From<&'a str>, const MAX: usize> Views<'a, T> for Text<MAX> {
    type View = &'a str;

    #[inline]
    fn view(input: &mut Reader<'a>) -> Result<Self::View, Fault> {
        read_text(input, MAX)
    }

    #[inline]
    fn own(view: &Self::View) -> Result<T, Fault> {
        Ok(T::from(view))
    }
}

macro_rules! text {
    ($($type:ty)*) => {$(
        impl<'input> Schema<$type> for Rlp {
            const ENCODING: &'static Encoding = <Text as Schema<$type>>::ENCODING;
        }

        impl<'input> Reads<'input, $type> for Rlp {
            const FACTS: Facts = STRING;

            #[inline]
            fn read(input: &mut Reader<'input>) -> Result<$type, Fault> {
                Text::<UNBOUNDED>::read(input)
            }
        }

        impl<'input> Writes<$type> for Rlp {
            const FACTS: Facts = STRING;

            #[inline]
            fn write<S: Sink>(value: &$type, sink: &mut S) -> Result<(), EncodeError> {
                Text::<UNBOUNDED>::write(value, sink)
            }
        }
    )*};
}

/// Implements the view of owned text, which borrows.
macro_rules! text_view {
    ($($type:ty)*) => {$(
        impl<'a> Views<'a, $type> for Rlp {
            type View = &'a str;

            #[inline]
            fn view(input: &mut Reader<'a>) -> Result<Self::View, Fault> {
                <Text as Views<'a, $type>>::view(input)
            }

            #[inline]
            fn own(view: &Self::View) -> Result<$type, Fault> {
                <Text as Views<'a, $type>>::own(view)
            }
        }
    )*};
}

text_view!(String Box<str>);

text!(String &'input str Cow<'input, str> Box<str>);

impl<T: FromStr<Err: Display>> Schema<T> for Shown {
    const ENCODING: &'static Encoding = &Encoding::Dynamic {
        prefix: Prefix::Rlp(RlpHeader::Bytes),
        inner: &Encoding::Checked { inner: REST, check: Check::conversion("FromStr", Some(accept::<T>)) },
    };
}

fn accept<T: FromStr<Err: Display>>(text: &[u8], _: Revision) -> Result<(), String> {
    let text = core::str::from_utf8(text).map_err(|error| error.to_string())?;
    T::from_str(text).map(drop).map_err(|error| error.to_string())
}

impl<'a, T: FromStr<Err: Display>> Reads<'a, T> for Shown {
    const FACTS: Facts = STRING;

    #[inline]
    fn read(input: &mut Reader<'a>) -> Result<T, Fault> {
        let text = read_text(input, UNBOUNDED)?;
        T::from_str(text).map_err(|_| Fault::new(FaultKind::UserFunction, text.as_bytes()))
    }
}

impl<T: Display + FromStr<Err: Display>> Writes<T> for Shown {
    const FACTS: Facts = STRING;

    #[inline]
    fn write<S: Sink>(value: &T, sink: &mut S) -> Result<(), EncodeError> {
        let text = value.to_string();
        sink.check(|measure| {
            if measure.to_check().is_none() {
                return Ok(());
            }
            accept::<T>(text.as_bytes(), Revision::NEWEST).map_err(|message| {
                EncodeError::new(ErrorKind::UserFunction { function: "FromStr", message: message.into() })
            })
        })?;
        write(text.as_bytes(), UNBOUNDED, sink)
    }
}

impl<'a, T: FromStr<Err: Display>> Views<'a, T> for Shown {
    type View = &'a str;

    #[inline]
    fn view(input: &mut Reader<'a>) -> Result<Self::View, Fault> {
        let text = read_text(input, UNBOUNDED)?;
        T::from_str(text).map(|_| text).map_err(|_| Fault::new(FaultKind::UserFunction, text.as_bytes()))
    }

    #[inline]
    fn own(view: &Self::View) -> Result<T, Fault> {
        T::from_str(view).map_err(|_| Fault::new(FaultKind::UserFunction, view.as_bytes()))
    }
}
