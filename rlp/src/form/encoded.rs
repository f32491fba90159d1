//! Strings that contain an encoding.

use core::marker::PhantomData;

use tezos_encoding::schema::{Encoding, RlpHeader};
use tezos_encoding::view::Views;
use tezos_encoding::wire::{Auto, Prefix, Reads, Schema, Writes};
use tezos_encoding::{Encode, EncodeError, Facts, Fault, Reader, Sink};

use crate::header::{StringHeader, put_string, string_block};
use crate::item::With;

/// A string whose content has the encoding `W`: by default, that of `data-encoding`, as public keys and times have in the kernels; with
/// `Rlp`, an item inside a string.
///
/// | bytes | contents |
/// |---:|---|
/// | 0 to 5 | the header of the string; none for a byte below `80` |
/// | n | the value |
///
/// # Errors
/// Those of `W`; `Invalid_item` for a list; `Extra_bytes` if bytes of the string are left over.
#[derive(Debug)]
pub struct Encoded<W = Auto>(PhantomData<W>);

impl<T: ?Sized, W: Schema<T>> Schema<T> for Encoded<W> {
    const ENCODING: &'static Encoding =
        &Encoding::Dynamic { prefix: Prefix::Rlp(RlpHeader::Bytes), inner: W::ENCODING };
}

/// What is known of a string with this content.
const fn facts(content: Facts) -> Facts {
    content.block(Prefix::Rlp(RlpHeader::Bytes)).of_at_least(1)
}

impl<'a, T, W: Reads<'a, T>> Reads<'a, T> for Encoded<W> {
    const FACTS: Facts = facts(W::FACTS);

    #[inline]
    fn read(input: &mut Reader<'a>) -> Result<T, Fault> {
        string_block(input)?.read_block::<T, W>()
    }
}

impl<T, W: Writes<T>> Writes<T> for Encoded<W> {
    const FACTS: Facts = facts(W::FACTS);

    #[inline]
    fn write<S: Sink>(value: &T, sink: &mut S) -> Result<(), EncodeError> {
        if const { W::FACTS.min_size > 1 } {
            return sink.block::<T, StringHeader, W>(value);
        }
        // A single byte may have no header, which only the byte tells.
        let content = With::<T, W>::new(value);
        let content = sink.revision().of(&content);
        match content.encoded_len()? {
            1 => {
                let mut byte = [0];
                content.write_to_slice(&mut byte)?;
                put_string(&byte, sink)
            }
            _ => sink.block::<T, StringHeader, W>(value),
        }
    }
}

impl<'a, T, W: Views<'a, T>> Views<'a, T> for Encoded<W> {
    type View = W::View;

    #[inline]
    fn view(input: &mut Reader<'a>) -> Result<Self::View, Fault> {
        let mut block = string_block(input)?;
        let view = W::view(&mut block)?;
        block.finish()?;
        Ok(view)
    }

    #[inline]
    fn own(view: &Self::View) -> Result<T, Fault> {
        W::own(view)
    }
}
