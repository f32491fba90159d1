//! What derived code calls.

use core::marker::PhantomData;

use tezos_encoding::schema::{Case, Encoding, RlpHeader, RlpTag, rules};
use tezos_encoding::view::Views;
use tezos_encoding::wire::{Prefix, Reads, Schema, Writes};
use tezos_encoding::{EncodeError, ErrorKind, Facts, Fault, Reader, Sink};

use super::number::read_number;
use crate::header::{ListHeader, items, list};

/// A list of the items that `W` encodes.
///
/// # Errors
/// Those of `W`; `Invalid_item` for a string; `Extra_bytes` for more items.
#[derive(Debug)]
pub struct InList<W>(PhantomData<W>);

impl<T, W: Schema<T>> Schema<T> for InList<W> {
    const ENCODING: &'static Encoding = &Encoding::Dynamic { prefix: Prefix::Rlp(RlpHeader::List), inner: W::ENCODING };
}

impl<'a, T, W: Reads<'a, T>> Reads<'a, T> for InList<W> {
    const FACTS: Facts = W::FACTS.block(Prefix::Rlp(RlpHeader::List));

    #[cfg_attr(not(debug_assertions), inline(always))]
    fn read(input: &mut Reader<'a>) -> Result<T, Fault> {
        list(input)?.read_block::<T, W>()
    }

    #[cfg_attr(not(debug_assertions), inline(always))]
    fn read_as<R>(input: &mut Reader<'a>, make: impl FnOnce(T) -> R) -> Result<R, Fault> {
        let mut block = list(input)?;
        let made = W::read_as(&mut block, make)?;
        block.finish()?;
        Ok(made)
    }
}

impl<T, W: Writes<T>> Writes<T> for InList<W> {
    const FACTS: Facts = W::FACTS.block(Prefix::Rlp(RlpHeader::List));

    #[inline]
    fn write<S: Sink>(value: &T, sink: &mut S) -> Result<(), EncodeError> {
        sink.block::<T, ListHeader, W>(value)
    }
}

impl<'a, T, W: Views<'a, T>> Views<'a, T> for InList<W> {
    type View = W::View;

    #[inline]
    fn view(input: &mut Reader<'a>) -> Result<Self::View, Fault> {
        in_list(input, W::view)
    }

    #[inline]
    fn own(view: &Self::View) -> Result<T, Fault> {
        W::own(view)
    }
}

/// The type of a field in the view, which is outside the block of generated code.
pub trait FieldView<'a, const GROUP: usize, const FIELD: usize> {
    /// The type.
    type View;
}

/// Reads a list, whose items `read` must consume.
///
/// # Errors
/// Those of the header and of `read`; `Extra_bytes`.
#[inline]
pub fn in_list<'a, T>(
    input: &mut Reader<'a>,
    read: impl FnOnce(&mut Reader<'a>) -> Result<T, Fault>,
) -> Result<T, Fault> {
    let mut block = list(input)?;
    let value = read(&mut block)?;
    block.finish()?;
    Ok(value)
}

/// What is known of the items of an enum with a tag.
pub const fn tagged_facts(cases: &[Facts]) -> Facts {
    Facts::union(1, cases).of_any_size().of_at_least(1)
}

/// What is known of enums without a tag, and of envelopes: they may contain lists of lists.
pub const OF_ANY_SHAPE: Facts =
    Facts::FLAT.block(Prefix::Rlp(RlpHeader::List)).block(Prefix::Rlp(RlpHeader::List)).of_any_size().of_at_least(1);

/// What is known of envelopes with these cases. One whose shortest case has two bytes is no single byte, whose header in a string depends on the
/// byte.
pub const fn envelope_facts(cases: &[Facts]) -> Facts {
    OF_ANY_SHAPE.of_at_least(Facts::union(0, cases).min_size)
}

/// Reads the tag of an enum; a number that is too large for any is the greatest.
///
/// # Errors
/// `Invalid_item`, `Not_enough_data`.
#[inline]
pub fn read_tag(input: &mut Reader<'_>) -> Result<u32, Fault> {
    read_number::<u64>(input).map(|tag| u32::try_from(tag).unwrap_or(u32::MAX))
}

/// Reads the type of an envelope; a list, which is not consumed, has [`RlpTag::LEGACY`].
///
/// # Errors
/// `Not_enough_data`.
#[inline]
pub fn read_type(input: &mut Reader<'_>) -> Result<u32, Fault> {
    match input.remaining() {
        [0xc0..=0xff, ..] => Ok(RlpTag::LEGACY),
        _ => input.array().map(|[kind]| (*kind).into()),
    }
}

/// Returns the byte of a type, which is below `80` at compile time.
#[track_caller]
pub const fn envelope_type(tag: u8) -> u8 {
    assert!(tag < 0x80, "the type of an envelope is a number from 0 to 127: write `tag = N`");
    tag
}

/// Returns true if the next item is a list.
///
/// # Errors
/// `Not_enough_data` at the end of the block.
#[inline]
pub fn is_list(input: &Reader<'_>) -> Result<bool, Fault> {
    match input.remaining() {
        [first, ..] => Ok(*first >= 0xc0),
        [] => Err(input.short(1)),
    }
}

/// Returns the number of items in the list that follows.
///
/// # Errors
/// Those of its header and of the headers of the items.
#[inline]
pub fn items_in_list(input: &Reader<'_>) -> Result<usize, Fault> {
    match items(&list(&mut input.clone())?, usize::MAX) {
        (items, None) => Ok(items),
        (_, Some(fault)) => Err(fault),
    }
}

/// Returns the fault of an item of a kind that no variant is: 0 for a string, 1 for a list.
#[cold]
pub fn no_case(input: &Reader<'_>, kind: u32) -> Fault {
    Fault::unexpected_tag(input.remaining(), kind, false)
}

/// Returns the fault of a list of a number of items that no variant has.
#[cold]
pub fn no_such_list(input: &Reader<'_>, items: usize) -> Fault {
    let inside = list(&mut input.clone()).map_or(input.remaining(), |list| list.remaining());
    Fault::unexpected_tag(inside, u32::try_from(items).unwrap_or(u32::MAX), false)
}

/// Checks that a field is not present if another is absent that shorter lists have already.
///
/// # Errors
/// `Gap`.
#[inline]
pub fn no_gap<A, B, S: Sink>(before: &Option<A>, field: &Option<B>, sink: &mut S) -> Result<(), EncodeError> {
    sink.check(|_| match (before, field) {
        (None, Some(_)) => Err(EncodeError::new(ErrorKind::Gap)),
        _ => Ok(()),
    })
}

/// Returns the cases of an enum, which differ in their tags at compile time.
pub const fn distinct(cases: &'static [Case]) -> &'static [Case] {
    let mut rest = cases;
    while let [case, others @ ..] = rest {
        let mut following = others;
        while let [other, later @ ..] = following {
            assert!(
                case.tag != other.tag,
                "two variants have the same tag: write another one on one of them, `#[encoding(tag = N)]`"
            );
            following = later;
        }
        rest = others;
    }
    cases
}

/// Returns the cases of an enum, the JSON of each of which is read as that case.
#[track_caller]
pub const fn told_apart(cases: &[Case]) -> &[Case] {
    rules::cases(cases);
    cases
}

/// Returns the kind of the items of an encoding: 0 for strings, 1 for lists, 2 if it is not known.
const fn kind(encoding: &Encoding) -> u8 {
    match encoding {
        Encoding::Dynamic { prefix: Prefix::Rlp(header), .. } => header.is_list() as u8,
        Encoding::Split(split) => kind(split.inner),
        Encoding::Checked { inner, .. } | Encoding::Def { inner, .. } | Encoding::Described { inner, .. } => {
            kind(inner)
        }
        _ => 2,
    }
}

/// Returns the encoding of a variant that is told apart as a string.
#[track_caller]
pub const fn string_only(encoding: &'static Encoding) -> &'static Encoding {
    assert!(
        kind(encoding) == 0,
        "a variant with one field without a name is told apart as a string, and this one is not: write `#[rlp(list)]` on it if it is a list"
    );
    encoding
}

/// Returns the encoding of a variant that is told apart as a list.
#[track_caller]
pub const fn list_only(encoding: &'static Encoding) -> &'static Encoding {
    assert!(
        kind(encoding) != 0,
        "a variant with `#[rlp(list)]` is told apart as a list, and this one is a string: remove `list`"
    );
    encoding
}
