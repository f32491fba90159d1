//! Fields that only longer lists have.

use core::marker::PhantomData;

use tezos_encoding::schema::{Case, Encoding, RlpTag, TagSize};
use tezos_encoding::view::Views;
use tezos_encoding::wire::{Reads, Schema, Writes};
use tezos_encoding::{EncodeError, Facts, Fault, Reader, Sink};

use crate::header::items;

/// A field that is present if at least `LEFT` items are left in its list, itself included; otherwise it is `None`, or the default of its
/// type. `LEFT` is 1 for an optional field at the end.
///
/// A field that is not an `Option` is always written.
///
/// # Errors
/// Those of `W`.
#[derive(Debug)]
pub struct Since<const LEFT: usize, W>(PhantomData<W>);

impl<const LEFT: usize, T, W: Schema<T>> Schema<Option<T>> for Since<LEFT, W> {
    const ENCODING: &'static Encoding = match LEFT {
        1 => &Encoding::Varopt(W::ENCODING),
        _ => &Encoding::Union {
            tag: TagSize::Rlp(RlpTag::Least(LEFT)),
            cases: &[Case::new(1, "Some", W::ENCODING), Case::new(0, "None", &Encoding::Null)],
            ignore_unknown: false,
        },
    };
}

/// Returns true if the field is present.
#[inline]
fn is_present<const LEFT: usize>(input: &Reader<'_>) -> bool {
    match LEFT {
        1 => !input.is_empty(),
        _ => items(input, LEFT).0 == LEFT,
    }
}

impl<'a, const LEFT: usize, T, W: Reads<'a, T>> Reads<'a, Option<T>> for Since<LEFT, W> {
    const FACTS: Facts = W::FACTS.of_any_size();

    #[inline]
    fn read(input: &mut Reader<'a>) -> Result<Option<T>, Fault> {
        if is_present::<LEFT>(input) { W::read(input).map(Some) } else { Ok(None) }
    }
}

impl<const LEFT: usize, T, W: Writes<T>> Writes<Option<T>> for Since<LEFT, W> {
    const FACTS: Facts = W::FACTS.of_any_size();

    #[inline]
    fn write<S: Sink>(value: &Option<T>, sink: &mut S) -> Result<(), EncodeError> {
        value.as_ref().map_or(Ok(()), |value| W::write(value, sink))
    }
}

impl<'a, const LEFT: usize, T, W: Views<'a, T>> Views<'a, Option<T>> for Since<LEFT, W> {
    type View = Option<W::View>;

    #[inline]
    fn view(input: &mut Reader<'a>) -> Result<Self::View, Fault> {
        if is_present::<LEFT>(input) { W::view(input).map(Some) } else { Ok(None) }
    }

    #[inline]
    fn own(view: &Self::View) -> Result<Option<T>, Fault> {
        view.as_ref().map(W::own).transpose()
    }
}

/// A field with a default that shorter lists lack.
#[derive(Debug)]
pub struct Newer<const LEFT: usize, W>(PhantomData<W>);

impl<const LEFT: usize, T, W: Schema<T>> Schema<T> for Newer<LEFT, W> {
    const ENCODING: &'static Encoding = <Since<LEFT, W> as Schema<Option<T>>>::ENCODING;
}

impl<'a, const LEFT: usize, T: Default, W: Reads<'a, T>> Reads<'a, T> for Newer<LEFT, W> {
    const FACTS: Facts = W::FACTS.of_any_size();

    #[inline]
    fn read(input: &mut Reader<'a>) -> Result<T, Fault> {
        if is_present::<LEFT>(input) { W::read(input) } else { Ok(T::default()) }
    }
}

impl<const LEFT: usize, T, W: Writes<T>> Writes<T> for Newer<LEFT, W> {
    const FACTS: Facts = W::FACTS.of_any_size();

    #[inline]
    fn write<S: Sink>(value: &T, sink: &mut S) -> Result<(), EncodeError> {
        W::write(value, sink)
    }
}

impl<'a, const LEFT: usize, T: Default, W: Views<'a, T>> Views<'a, T> for Newer<LEFT, W> {
    type View = Option<W::View>;

    #[inline]
    fn view(input: &mut Reader<'a>) -> Result<Self::View, Fault> {
        <Since<LEFT, W> as Views<'a, Option<T>>>::view(input)
    }

    #[inline]
    fn own(view: &Self::View) -> Result<T, Fault> {
        view.as_ref().map_or_else(|| Ok(T::default()), W::own)
    }
}
