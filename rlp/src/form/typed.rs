//! Envelopes (EIP-2718): a type and its content, or a list.

use tezos_encoding::schema::{Case, Encoding, RlpHeader, RlpTag, TagSize};
use tezos_encoding::view::Views;
use tezos_encoding::wire::{Prefix, Reads, Schema, Writes};
use tezos_encoding::{EncodeError, Facts, Fault, Reader, Sink};

use super::inside::OF_ANY_SHAPE;
use crate::header::{StringHeader, string_block};

/// An envelope, as transactions are signed, hashed and sent: a byte below `80`, the type, and its content; or a list, of the time before
/// there were types.
///
/// | bytes | contents |
/// |---:|---|
/// | 0 or 1 | the type; none for a list |
/// | n | the content |
///
/// Inside a list, an envelope with a type is a string. `#[rlp(typed)]` derives both.
///
/// # Errors
/// Those of the content; `Unexpected_tag`.
///
/// Rule: <https://eips.ethereum.org/EIPS/eip-2718>.
#[derive(Debug)]
pub struct Envelope;

/// An enum whose cases are envelopes, with `#[rlp(typed)]`.
pub trait Typed: Sized {
    /// The schema of envelopes with a type.
    const TYPES: &'static Encoding;

    /// The schema of a list.
    const LIST: &'static Encoding;

    /// Returns true if the value is a list, without a type.
    fn is_list(&self) -> bool;
}

/// An envelope where an item is expected: a list, or a string that contains it.
#[derive(Debug)]
pub struct TypedItem;

impl<T: Typed> Schema<T> for TypedItem {
    const ENCODING: &'static Encoding = &Encoding::Union {
        tag: TagSize::Rlp(RlpTag::Kind),
        cases: &[
            Case::new(1, "List", T::LIST),
            Case::new(0, "Typed", &Encoding::Dynamic { prefix: Prefix::Rlp(RlpHeader::Bytes), inner: T::TYPES }),
        ],
        ignore_unknown: false,
    };
}

impl<'a, T> Reads<'a, T> for TypedItem
where
    Envelope: Reads<'a, T>,
{
    const FACTS: Facts = OF_ANY_SHAPE;

    #[inline]
    fn read(input: &mut Reader<'a>) -> Result<T, Fault> {
        if let [0xc0..=0xff, ..] = input.remaining() {
            return Envelope::read(input);
        }
        let block = string_block(input)?;
        match block.remaining() {
            start @ [0xc0..=0xff, ..] => Err(Fault::unexpected_tag(start, RlpTag::LEGACY, false)),
            _ => block.read_block::<T, Envelope>(),
        }
    }
}

impl<'a, T> Views<'a, T> for TypedItem
where
    Envelope: Views<'a, T>,
{
    type View = <Envelope as Views<'a, T>>::View;

    #[inline]
    fn view(input: &mut Reader<'a>) -> Result<Self::View, Fault> {
        if let [0xc0..=0xff, ..] = input.remaining() {
            return Envelope::view(input);
        }
        let mut block = string_block(input)?;
        if let start @ [0xc0..=0xff, ..] = block.remaining() {
            return Err(Fault::unexpected_tag(start, RlpTag::LEGACY, false));
        }
        let view = Envelope::view(&mut block)?;
        block.finish()?;
        Ok(view)
    }

    #[inline]
    fn own(view: &Self::View) -> Result<T, Fault> {
        Envelope::own(view)
    }
}

impl<T: Typed> Writes<T> for TypedItem
where
    Envelope: Writes<T>,
{
    const FACTS: Facts = OF_ANY_SHAPE;

    #[inline]
    fn write<S: Sink>(value: &T, sink: &mut S) -> Result<(), EncodeError> {
        match value.is_list() {
            true => Envelope::write(value, sink),
            false => sink.block::<T, StringHeader, Envelope>(value),
        }
    }
}
