//! Fields that exist only in some revisions of a format.

use core::marker::PhantomData;

use super::{Reads, Schema, Writes};
use crate::error::{EncodeError, ErrorKind};
use crate::facts::Facts;
use crate::fault::Fault;
use crate::form::{Container, Sink};
use crate::reader::Reader;
use crate::revision::Revisions;
use crate::schema::Encoding;
use crate::view::{Views, option_view};

/// A field that exists in the revisions from `SINCE` to `UNTIL`, encoded as `W`. In other revisions, it has no bytes
/// and is `None`.
///
/// # Errors
/// The errors of `W`. Writing: `Other_revision` for a value in a revision without the field, `Missing_field` for `None` in a
/// revision with it.
#[derive(Debug)]
pub struct During<W, const SINCE: u16, const UNTIL: u16>(PhantomData<W>);

impl<W, const SINCE: u16, const UNTIL: u16> During<W, SINCE, UNTIL> {
    const REVISIONS: Revisions = Revisions::new(SINCE, UNTIL);
}

/// The schema of the field where it exists; the object's schema has the revisions.
impl<T, W: Schema<T>, const SINCE: u16, const UNTIL: u16> Schema<Option<T>> for During<W, SINCE, UNTIL> {
    const ENCODING: &'static Encoding = W::ENCODING;
    const INNERMOST: Container = W::INNERMOST;
}

impl<'a, T, W: Reads<'a, T>, const SINCE: u16, const UNTIL: u16> Reads<'a, Option<T>> for During<W, SINCE, UNTIL> {
    const FACTS: Facts = W::FACTS.of_any_size().by_revision();

    #[inline]
    fn read(input: &mut Reader<'a>) -> Result<Option<T>, Fault> {
        match Self::REVISIONS.contain(input.revision()) {
            true => Ok(Some(tri!(W::read(input)))),
            false => Ok(None),
        }
    }
}

impl<T, W: Writes<T>, const SINCE: u16, const UNTIL: u16> Writes<Option<T>> for During<W, SINCE, UNTIL> {
    const FACTS: Facts = W::FACTS.of_any_size().by_revision();

    #[inline]
    fn write<S: Sink>(value: &Option<T>, sink: &mut S) -> Result<(), EncodeError> {
        match value {
            Some(value) => {
                tri!(sink.check(|measure| measure.during(Self::REVISIONS)));
                W::write(value, sink)
            }
            None => sink.check(|measure| match measure.to_check() {
                Some(revision) if Self::REVISIONS.contain(revision) => Err(EncodeError::new(ErrorKind::MissingField)),
                _ => Ok(()),
            }),
        }
    }
}

impl<'a, T, W: Views<'a, T>, const SINCE: u16, const UNTIL: u16> Views<'a, Option<T>> for During<W, SINCE, UNTIL> {
    option_view!(T, W);

    #[inline]
    fn view(input: &mut Reader<'a>) -> Result<Self::View, Fault> {
        match Self::REVISIONS.contain(input.revision()) {
            true => Ok(Some(W::view(input)?)),
            false => Ok(None),
        }
    }
}

/// An optional value, encoded as `W`, that exists in the revisions from `SINCE` to `UNTIL`. In other revisions, it has no bytes and is `None`.
///
/// # Errors
/// The errors of `W`. Writing: `Other_revision` for a value in a revision without the field.
#[derive(Debug)]
pub struct DuringOption<W, const SINCE: u16, const UNTIL: u16>(PhantomData<W>);

impl<W, const SINCE: u16, const UNTIL: u16> DuringOption<W, SINCE, UNTIL> {
    const REVISIONS: Revisions = Revisions::new(SINCE, UNTIL);
}

/// The schema of the option; the object's schema has the revisions.
impl<T, W: Schema<Option<T>>, const SINCE: u16, const UNTIL: u16> Schema<Option<T>> for DuringOption<W, SINCE, UNTIL> {
    const ENCODING: &'static Encoding = W::ENCODING;
    const INNERMOST: Container = W::INNERMOST;
}

impl<'a, T, W, const SINCE: u16, const UNTIL: u16> Reads<'a, Option<T>> for DuringOption<W, SINCE, UNTIL>
where
    W: Reads<'a, Option<T>>,
{
    const FACTS: Facts = W::FACTS.of_any_size().by_revision();

    #[inline]
    fn read(input: &mut Reader<'a>) -> Result<Option<T>, Fault> {
        if Self::REVISIONS.contain(input.revision()) { W::read(input) } else { Ok(None) }
    }
}

impl<T, W: Writes<Option<T>>, const SINCE: u16, const UNTIL: u16> Writes<Option<T>> for DuringOption<W, SINCE, UNTIL> {
    const FACTS: Facts = W::FACTS.of_any_size().by_revision();

    #[inline]
    fn write<S: Sink>(value: &Option<T>, sink: &mut S) -> Result<(), EncodeError> {
        if Self::REVISIONS.contain(sink.revision()) {
            return W::write(value, sink);
        }
        sink.check(|measure| if value.is_some() { measure.during(Self::REVISIONS) } else { Ok(()) })
    }
}

impl<'a, T, W, const SINCE: u16, const UNTIL: u16> Views<'a, Option<T>> for DuringOption<W, SINCE, UNTIL>
where
    W: Views<'a, Option<T>, View: Default>,
{
    type View = W::View;

    #[inline]
    fn view(input: &mut Reader<'a>) -> Result<Self::View, Fault> {
        if Self::REVISIONS.contain(input.revision()) { W::view(input) } else { Ok(W::View::default()) }
    }

    #[inline]
    fn own(view: &Self::View) -> Result<Option<T>, Fault> {
        W::own(view)
    }
}
