//! Values whose bytes only the reader of their type understands.

use super::Size;
use crate::fault::Fault;
use crate::reader::Reader;
use crate::traits::NomReader;

/// A value whose bytes only the reader of its type understands, which also finds its end. In JSON it is a string of
/// hexadecimal digits, as bytes are; `json(with = "..")` on a field gives it another form.
///
/// ```
/// use tezos_encoding::prelude::*;
/// use tezos_encoding::schema::{Encoding, Opaque, Size};
/// use tezos_encoding::{EncodeError, Fault, Reader, Sink};
///
/// /// Letters, ended by a zero.
/// #[derive(Debug, PartialEq)]
/// struct Word(Vec<u8>);
///
/// impl HasEncoding for Word {
///     const ENCODING: &'static Encoding = &Encoding::Opaque(&Opaque::of::<Self>("word", Size::dynamic(1, None)));
/// }
///
/// impl<'a> NomReader<'a> for Word {
///     fn read(input: &mut Reader<'a>) -> Result<Self, Fault> {
///         let mut letters = Vec::new();
///         loop {
///             match u8::read(input)? {
///                 0 => return Ok(Self(letters)),
///                 letter => letters.push(letter),
///             }
///         }
///     }
/// }
///
/// impl BinWriter for Word {
///     fn write<S: Sink>(&self, sink: &mut S) -> Result<(), EncodeError> {
///         sink.put(&self.0);
///         sink.put(&[0]);
///         Ok(())
///     }
/// }
///
/// #[derive(Debug, PartialEq, HasEncoding, NomReader, BinWriter)]
/// struct Line {
///     number: u8,
///     words: (Word, Word),
/// }
///
/// let line = Line { number: 7, words: (Word(b"ab".to_vec()), Word(vec![])) };
/// assert_eq!(line.to_bytes().unwrap(), b"\x07ab\0\0");
/// assert_eq!(line.to_json().unwrap(), r#"{"number":7,"words":["616200","00"]}"#);
/// assert_eq!(Line::from_json(r#"{"number":7,"words":["616200","00"]}"#).unwrap(), line);
/// let error = Line::from_bytes(b"\x07ab\0c").unwrap_err();
/// assert_eq!((error.path().to_string().as_str(), error.offset()), ("words.1", 5));
/// ```
///
/// A stream reads the value again whenever more bytes have arrived, because its reader cannot be interrupted: if strangers
/// decide how its bytes arrive, put it behind a size and a limit.
///
/// There is none in the reference: there, every value has a schema.
#[derive(Clone, Copy, Debug)]
pub struct Opaque {
    /// Its name in errors and descriptions.
    pub name: &'static str,
    /// Its size; [`Size::variable`] if it extends to the end of its block.
    pub size: Size,
    /// Reads past a value.
    pub read: fn(&mut Reader<'_>) -> Result<(), Fault>,
}

impl Opaque {
    /// Describes the values of `T`. A size that is not true makes the walkers of the schema refuse what the reader accepts.
    pub const fn of<T: for<'a> NomReader<'a>>(name: &'static str, size: Size) -> Self {
        Self { name, size, read: |input| T::read(input).map(drop) }
    }
}
