//! Lists.

use alloc::vec::Vec;
use core::marker::PhantomData;

use tezos_encoding::schema::{Count, Encoding, RlpHeader};
use tezos_encoding::view::{Seq, Views};
use tezos_encoding::wire::{Prefix, Reads, Schema, UNBOUNDED, Writes};
use tezos_encoding::{EncodeError, ErrorKind, Facts, Fault, FaultKind, Reader, Sink};

use super::bytes::Bytes;
use crate::Rlp;
use crate::header::{ListHeader, list};

/// A list of `MIN` to `MAX` items with the encoding `W`.
///
/// | bytes | contents |
/// |---:|---|
/// | 1 to 5 | the header of the list |
/// | n | the items |
///
/// # Errors
/// Those of the items; `Invalid_item` for a string; `List_too_long`, `List_too_short`.
///
/// Rule: Ethereum Yellow Paper, appendix B.
#[derive(Debug)]
pub struct List<W, const MAX: usize = UNBOUNDED, const MIN: usize = 0>(PhantomData<W>);

/// The items of a list.
#[derive(Debug)]
pub struct Items<W>(PhantomData<W>);

/// The encoding `W` of a single item, also for bytes, whose lists would otherwise be strings.
#[derive(Debug)]
pub(crate) struct Each<W>(PhantomData<W>);

impl<'a, T, W: Reads<'a, T>> Reads<'a, T> for Each<W> {
    const FACTS: Facts = W::FACTS;

    // Inlined, so that an element is constructed in its list.
    #[cfg_attr(not(any(debug_assertions, target_family = "wasm")), inline(always))]
    #[cfg_attr(target_family = "wasm", inline)]
    fn read(input: &mut Reader<'a>) -> Result<T, Fault> {
        W::read(input)
    }

    #[inline]
    fn read_as<R>(input: &mut Reader<'a>, make: impl FnOnce(T) -> R) -> Result<R, Fault> {
        W::read_as(input, make)
    }
}

impl<T, W: Writes<T>> Writes<T> for Each<W> {
    const FACTS: Facts = W::FACTS;

    #[inline]
    fn write<S: Sink>(value: &T, sink: &mut S) -> Result<(), EncodeError> {
        W::write(value, sink)
    }
}

impl<T, W: Writes<T>> Writes<Vec<T>> for Items<W> {
    const FACTS: Facts = W::FACTS.list();

    #[inline]
    fn write<S: Sink>(values: &Vec<T>, sink: &mut S) -> Result<(), EncodeError> {
        Each::<W>::write_list(values, sink)
    }
}

impl<T, W: Writes<T>, const N: usize> Writes<[T; N]> for Items<W> {
    const FACTS: Facts = W::FACTS.list();

    #[inline]
    fn write<S: Sink>(values: &[T; N], sink: &mut S) -> Result<(), EncodeError> {
        Each::<W>::write_list(values, sink)
    }
}

impl<T, W: Schema<T>, const MAX: usize, const MIN: usize> Schema<Vec<T>> for List<W, MAX, MIN> {
    const ENCODING: &'static Encoding = &Encoding::Dynamic {
        prefix: Prefix::Rlp(RlpHeader::List),
        inner: &Encoding::List {
            item: W::ENCODING,
            count: Count::ToEnd { min: MIN, max: if MAX == UNBOUNDED { None } else { Some(MAX) } },
            array: false,
        },
    };
}

impl<'a, T, W: Reads<'a, T>, const MAX: usize, const MIN: usize> Reads<'a, Vec<T>> for List<W, MAX, MIN> {
    const FACTS: Facts = W::FACTS.list().block(Prefix::Rlp(RlpHeader::List));

    #[inline]
    fn read(input: &mut Reader<'a>) -> Result<Vec<T>, Fault> {
        let mut block = list(input)?;
        let items = Each::<W>::read_list(&mut block, MAX)?;
        if items.len() < MIN {
            return Err(Fault::with_detail(FaultKind::ListTooShort, block.remaining(), MIN));
        }
        Ok(items)
    }
}

impl<T, W: Writes<T>, const MAX: usize, const MIN: usize> Writes<Vec<T>> for List<W, MAX, MIN> {
    const FACTS: Facts = W::FACTS.list().block(Prefix::Rlp(RlpHeader::List));

    #[inline]
    fn write<S: Sink>(values: &Vec<T>, sink: &mut S) -> Result<(), EncodeError> {
        if const { MIN > 0 || MAX < UNBOUNDED } {
            sink.check(|_| match values.len() {
                found if found < MIN => Err(EncodeError::new(ErrorKind::ListTooShort { min: MIN, found })),
                found if found > MAX => {
                    Err(EncodeError::new(ErrorKind::ListLength { max: MAX, found, writing: true, array: false }))
                }
                _ => Ok(()),
            })?;
        }
        sink.block::<_, ListHeader, Items<W>>(values)
    }
}

impl<'a, T, W, const MAX: usize, const MIN: usize> Views<'a, Vec<T>> for List<W, MAX, MIN>
where
    W: Views<'a, T> + Reads<'a, T>,
{
    type View = Seq<'a, T, W>;

    #[inline]
    fn view(input: &mut Reader<'a>) -> Result<Self::View, Fault> {
        let mut block = list(input)?;
        let (bytes, revision, mut len) = (block.remaining(), block.revision(), 0usize);
        while !block.is_empty() {
            if len == MAX {
                return Err(Fault::with_detail(FaultKind::ListTooLong, block.remaining(), MAX));
            }
            W::view(&mut block)?;
            len = len.wrapping_add(1);
        }
        if len < MIN {
            return Err(Fault::with_detail(FaultKind::ListTooShort, block.remaining(), MIN));
        }
        Ok(Seq::read(bytes, len, revision))
    }

    #[inline]
    fn own(view: &Self::View) -> Result<Vec<T>, Fault> {
        view.iter().map(|item| W::own(&item)).collect()
    }
}

/// A string of bytes, or a list of other values.
impl<T> Schema<Vec<T>> for Rlp
where
    Self: Schema<T>,
{
    const ENCODING: &'static Encoding = match <Self as Schema<T>>::IS_BYTE {
        true => <Bytes as Schema<Vec<u8>>>::ENCODING,
        false => <List<Self> as Schema<Vec<T>>>::ENCODING,
    };
}

impl<'a, T> Reads<'a, Vec<T>> for Rlp
where
    Self: Reads<'a, T> + Schema<T>,
{
    const FACTS: Facts = match <Self as Schema<T>>::IS_BYTE {
        true => <Bytes as Reads<'a, Vec<u8>>>::FACTS,
        false => <List<Self> as Reads<'a, Vec<T>>>::FACTS,
    };

    #[inline]
    fn read(input: &mut Reader<'a>) -> Result<Vec<T>, Fault> {
        match const { <Self as Schema<T>>::IS_BYTE } {
            true => <Self as Reads<'a, T>>::read_list(input, UNBOUNDED),
            false => List::<Self>::read(input),
        }
    }
}

impl<T> Writes<Vec<T>> for Rlp
where
    Self: Writes<T> + Schema<T>,
{
    const FACTS: Facts = match <Self as Schema<T>>::IS_BYTE {
        true => <Bytes as Writes<Vec<u8>>>::FACTS,
        false => <List<Self> as Writes<Vec<T>>>::FACTS,
    };

    #[inline]
    fn write<S: Sink>(values: &Vec<T>, sink: &mut S) -> Result<(), EncodeError> {
        match const { <Self as Schema<T>>::IS_BYTE } {
            true => <Self as Writes<T>>::write_list(values, sink),
            false => List::<Self>::write(values, sink),
        }
    }
}

impl<'a, T> Views<'a, Vec<T>> for Rlp
where
    Self: Views<'a, T> + Reads<'a, T> + Schema<T>,
{
    type View = Seq<'a, T, Self>;

    #[inline]
    fn view(input: &mut Reader<'a>) -> Result<Self::View, Fault> {
        const {
            assert!(
                !<Self as Schema<T>>::IS_BYTE,
                "the view of bytes is a slice: write `#[encoding(bytes)]` on the field, because the derive sees no `Vec<u8>`"
            );
        }
        List::<Self>::view(input)
    }

    #[inline]
    fn own(view: &Self::View) -> Result<Vec<T>, Fault> {
        List::<Self>::own(view)
    }
}
