//! Arrays: of bytes as a string, of other values as a list.

use tezos_encoding::schema::{Count, Encoding, Extent, RlpHeader, Split};
use tezos_encoding::view::Views;
use tezos_encoding::wire::{Prefix, Reads, Schema, Writes};
use tezos_encoding::{EncodeError, Facts, Fault, FaultKind, Reader, Sink};

use super::json;
use super::list::{Each, Items};
use crate::Rlp;
use crate::header::{ListHeader, list, string};

/// The header of a string of more than one byte that has no size.
const SHORT: usize = 55;

/// Reads a string of `N` bytes.
///
/// # Errors
/// `Invalid_item`; `Not_enough_data`, `Extra_bytes` if the string has another length.
#[cfg_attr(not(any(debug_assertions, target_family = "wasm")), inline(always))]
#[cfg_attr(target_family = "wasm", inline(never))]
pub(crate) fn read_bytes<'a, const N: usize>(input: &mut Reader<'a>) -> Result<&'a [u8; N], Fault> {
    if const { N > 1 && N <= SHORT }
        && let [first, rest @ ..] = input.remaining()
        && usize::from(*first) == N | 0x80
        && let Some(bytes) = rest.first_chunk()
    {
        input.take(const { N.wrapping_add(1) })?;
        return Ok(bytes);
    }
    let content = string(input)?;
    content.try_into().map_err(|_| other_length(content, N))
}

#[cold]
fn other_length(content: &[u8], expected: usize) -> Fault {
    match content.split_at_checked(expected) {
        Some((_, extra)) => Fault::with_detail(FaultKind::ExtraBytes, extra, extra.len()),
        None => Fault::with_detail(FaultKind::NotEnoughData, content, expected),
    }
}

impl<T, const N: usize> Schema<[T; N]> for Rlp
where
    Self: Schema<T>,
{
    const ENCODING: &'static Encoding = match <Self as Schema<T>>::IS_BYTE {
        true => &Encoding::Split(&Split {
            inner: &Encoding::Dynamic {
                prefix: Prefix::Rlp(RlpHeader::Bytes),
                inner: &Encoding::Bytes(Extent::Fixed(N)),
            },
            json: json::TEXT,
            to_json: json::fixed::<N>,
            from_json: json::of_data,
            is_checked: false,
            revision: None,
        }),
        false => &Encoding::Dynamic {
            prefix: Prefix::Rlp(RlpHeader::List),
            inner: &Encoding::List { item: <Self as Schema<T>>::ENCODING, count: Count::Exactly(N), array: true },
        },
    };
}

/// What is known of an array of bytes. Not that it has a fixed size: the header may be that of another length.
const fn bytes(len: usize) -> Facts {
    let header = if len == 1 { 0 } else { RlpHeader::Bytes.bytes(len).1 };
    Facts::FLAT.of_at_least(header.wrapping_add(len))
}

impl<'a, T, const N: usize> Reads<'a, [T; N]> for Rlp
where
    Self: Reads<'a, T> + Schema<T>,
{
    const FACTS: Facts = match <Self as Schema<T>>::IS_BYTE {
        true => bytes(N),
        false => <Self as Reads<'a, T>>::FACTS.repeated(N).block(Prefix::Rlp(RlpHeader::List)),
    };

    #[cfg_attr(not(debug_assertions), inline(always))]
    fn read(input: &mut Reader<'a>) -> Result<[T; N], Fault> {
        if const { <Self as Schema<T>>::IS_BYTE } {
            return <Self as Reads<'a, T>>::read_array(input);
        }
        list(input)?.read_block::<[T; N], Elements>()
    }
}

/// The elements of an array.
struct Elements;

impl<'a, T, const N: usize> Reads<'a, [T; N]> for Elements
where
    Rlp: Reads<'a, T>,
{
    #[cfg_attr(not(debug_assertions), inline(always))]
    fn read(input: &mut Reader<'a>) -> Result<[T; N], Fault> {
        <Each<Rlp> as Reads<'a, T>>::read_array(input)
    }
}

impl<T, const N: usize> Writes<[T; N]> for Rlp
where
    Self: Writes<T> + Schema<T>,
{
    const FACTS: Facts = match <Self as Schema<T>>::IS_BYTE {
        true => bytes(N),
        false => <Self as Writes<T>>::FACTS.repeated(N).block(Prefix::Rlp(RlpHeader::List)),
    };

    #[inline]
    fn write<S: Sink>(value: &[T; N], sink: &mut S) -> Result<(), EncodeError> {
        match const { <Self as Schema<T>>::IS_BYTE } {
            true => <Self as Writes<T>>::write_list(value, sink),
            false => sink.block::<_, ListHeader, Items<Self>>(value),
        }
    }
}

impl<'a, const N: usize> Views<'a, [u8; N]> for Rlp {
    type View = &'a [u8; N];

    #[inline]
    fn view(input: &mut Reader<'a>) -> Result<Self::View, Fault> {
        read_bytes(input)
    }

    #[inline]
    fn own(view: &Self::View) -> Result<[u8; N], Fault> {
        Ok(**view)
    }
}
