//! Options and results as unions, and optional values without a presence flag.

use core::marker::PhantomData;

use super::{Reads, Schema, Writes};
use crate::error::EncodeError;
use crate::facts::Facts;
use crate::fault::Fault;
use crate::form::{Container, Sink};
use crate::reader::Reader;
use crate::schema::{Case, Encoding, Field, TagSize};
use crate::view::{Views, option_view};

/// The reference's `option`: the tag `00` for `None`, the tag `01` and the value for `Some`.
///
/// # Errors
/// Reading: `Unexpected_tag`, those of the value.
///
/// Rule: `data-encoding`, `encoding.ml`, `option`.
#[derive(Debug)]
pub struct Maybe<W>(PhantomData<W>);

impl<T, W: Schema<T>> Schema<Option<T>> for Maybe<W> {
    const ENCODING: &'static Encoding = &Encoding::Union {
        tag: TagSize::U8,
        cases: &[Case::new(1, "Some", W::ENCODING), Case::new(0, "None", &Encoding::Null)],
        ignore_unknown: false,
    };
    const INNERMOST: Container = W::INNERMOST;
}

impl<'a, T, W: Reads<'a, T>> Reads<'a, Option<T>> for Maybe<W> {
    const FACTS: Facts = W::FACTS.of_any_size();

    #[inline]
    fn read(input: &mut Reader<'a>) -> Result<Option<T>, Fault> {
        let start = input.remaining();
        match tri!(input.array()) {
            [0] => Ok(None),
            [1] => Ok(Some(tri!(W::read(input)))),
            [tag] => Err(Fault::unexpected_tag(start, (*tag).into(), false)),
        }
    }
}

impl<T, W: Writes<T>> Writes<Option<T>> for Maybe<W> {
    const FACTS: Facts = W::FACTS.of_any_size();

    #[inline]
    fn write<S: Sink>(value: &Option<T>, sink: &mut S) -> Result<(), EncodeError> {
        match value {
            None => {
                sink.put(&[0]);
                Ok(())
            }
            Some(value) => {
                sink.put(&[1]);
                W::write(value, sink)
            }
        }
    }
}

impl<'a, T, W: Views<'a, T>> Views<'a, Option<T>> for Maybe<W> {
    option_view!(T, W);

    #[cfg_attr(not(debug_assertions), inline(always))]
    fn view(input: &mut Reader<'a>) -> Result<Self::View, Fault> {
        let start = input.remaining();
        match input.array()? {
            [0] => Ok(None),
            [1] => W::view(input).map(Some),
            [tag] => Err(Fault::unexpected_tag(start, (*tag).into(), false)),
        }
    }
}

/// An optional value at the end of its block (`varopt`), which has no bytes if it is absent.
///
/// A value that is present but has no bytes is therefore read back as absent.
///
/// # Errors
/// The errors of the value.
///
/// Rule: `data-encoding`, `binary_reader.ml`, `Opt` of kind `Variable`.
#[derive(Debug)]
pub struct Varopt<W>(PhantomData<W>);

impl<T, W: Schema<T>> Schema<Option<T>> for Varopt<W> {
    const ENCODING: &'static Encoding = &Encoding::Varopt(W::ENCODING);
    const INNERMOST: Container = W::INNERMOST;
}

impl<'a, T, W: Reads<'a, T>> Reads<'a, Option<T>> for Varopt<W> {
    const FACTS: Facts = W::FACTS.of_any_size();

    #[inline]
    fn read(input: &mut Reader<'a>) -> Result<Option<T>, Fault> {
        if input.is_empty() { Ok(None) } else { Ok(Some(tri!(W::read(input)))) }
    }
}

impl<T, W: Writes<T>> Writes<Option<T>> for Varopt<W> {
    const FACTS: Facts = W::FACTS.of_any_size();

    #[inline]
    fn write<S: Sink>(value: &Option<T>, sink: &mut S) -> Result<(), EncodeError> {
        value.as_ref().map_or(Ok(()), |value| W::write(value, sink))
    }
}

impl<'a, T, W: Views<'a, T>> Views<'a, Option<T>> for Varopt<W> {
    option_view!(T, W);

    #[cfg_attr(not(debug_assertions), inline(always))]
    fn view(input: &mut Reader<'a>) -> Result<Self::View, Fault> {
        if input.is_empty() { Ok(None) } else { W::view(input).map(Some) }
    }
}

/// The reference's `result`: the tag `01` and the value for `Ok`, the tag `00` and the error for `Err`.
///
/// # Errors
/// Reading: `Unexpected_tag`, those of the value.
///
/// Rule: `data-encoding`, `encoding.ml`, `result`.
#[derive(Debug)]
pub struct Either<A, B>(PhantomData<(A, B)>);

impl<T, E, A: Schema<T>, B: Schema<E>> Schema<Result<T, E>> for Either<A, B> {
    const ENCODING: &'static Encoding = &Encoding::Union {
        tag: TagSize::U8,
        cases: &[
            Case::new(1, "Ok", &Encoding::Object(&[Field::req("ok", A::ENCODING)])),
            Case::new(0, "Result", &Encoding::Object(&[Field::req("error", B::ENCODING)])),
        ],
        ignore_unknown: false,
    };
}

impl<'a, T, E, A: Reads<'a, T>, B: Reads<'a, E>> Reads<'a, Result<T, E>> for Either<A, B> {
    const FACTS: Facts = Facts::union(1, &[A::FACTS, B::FACTS]);

    #[inline]
    fn read(input: &mut Reader<'a>) -> Result<Result<T, E>, Fault> {
        let start = input.remaining();
        match tri!(input.array()) {
            [0] => B::read(input).map(Err),
            [1] => A::read(input).map(Ok),
            [tag] => Err(Fault::unexpected_tag(start, (*tag).into(), false)),
        }
    }
}

impl<T, E, A: Writes<T>, B: Writes<E>> Writes<Result<T, E>> for Either<A, B> {
    const FACTS: Facts = Facts::union(1, &[A::FACTS, B::FACTS]);

    #[inline]
    fn write<S: Sink>(value: &Result<T, E>, sink: &mut S) -> Result<(), EncodeError> {
        match value {
            Ok(value) => {
                sink.put(&[1]);
                A::write(value, sink)
            }
            Err(error) => {
                sink.put(&[0]);
                B::write(error, sink)
            }
        }
    }
}

impl<'a, T, E, A: Views<'a, T>, B: Views<'a, E>> Views<'a, Result<T, E>> for Either<A, B> {
    type View = Result<A::View, B::View>;

    #[cfg_attr(not(debug_assertions), inline(always))]
    fn view(input: &mut Reader<'a>) -> Result<Self::View, Fault> {
        let start = input.remaining();
        match input.array()? {
            [0] => B::view(input).map(Err),
            [1] => A::view(input).map(Ok),
            [tag] => Err(Fault::unexpected_tag(start, (*tag).into(), false)),
        }
    }

    #[inline]
    fn own(view: &Self::View) -> Result<Result<T, E>, Fault> {
        match view {
            Ok(value) => A::own(value).map(Ok),
            Err(error) => B::own(error).map(Err),
        }
    }
}
