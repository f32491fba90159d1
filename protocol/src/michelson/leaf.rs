//! Nodes without children that stand for a value in one of several forms.

use core::str::FromStr;

use tezos_encoding::wire::{Length, U30};
use tezos_encoding::{Fault, FaultKind, Reader};

/// A node without children.
pub(super) enum Leaf<'a> {
    /// A number, which is the next to be read.
    Int,
    /// A string.
    String(&'a [u8]),
    /// The block of bytes.
    Bytes(Reader<'a>),
    /// A sequence or an application, of which only the tag has been read.
    Other,
}

impl<'a> Leaf<'a> {
    pub(super) fn read(input: &mut Reader<'a>) -> Result<Self, Fault> {
        let [tag] = input.bytes()?;
        Ok(match tag {
            0 => Self::Int,
            1 => {
                let size = U30::read(input)?;
                Self::String(input.take(size)?)
            }
            10 => {
                let size = U30::read(input)?;
                Self::Bytes(input.block(size)?)
            }
            _ => Self::Other,
        })
    }
}

/// Parses the readable form of a value.
///
/// # Errors
/// `Exception_raised_in_user_function`.
pub(super) fn parse<T: FromStr>(text: &[u8]) -> Result<T, Fault> {
    let parsed = core::str::from_utf8(text).ok().and_then(|text| text.parse().ok());
    parsed.ok_or_else(|| Fault::new(FaultKind::UserFunction, text))
}

/// Reads a value in its optimized form, bytes, or in its readable form, a string.
///
/// # Errors
/// `Invalid_magic` for any other node; `Exception_raised_in_user_function` for another string; `Extra_bytes`; those of `T`.
pub(super) fn bytes_or_text<'a, T: tezos_encoding::NomReader<'a> + FromStr>(
    input: &mut Reader<'a>,
) -> Result<T, Fault> {
    let start = input.remaining();
    match Leaf::read(input)? {
        Leaf::String(text) => parse(text),
        Leaf::Bytes(block) => block.read_whole(),
        _ => Err(Fault::new(FaultKind::Magic, start)),
    }
}
