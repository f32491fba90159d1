//! Values with several encodings, of which one is written.

use alloc::string::{String, ToString};
use alloc::vec::Vec;
use core::marker::PhantomData;

use super::{Reads, Schema, Writes};
use crate::error::EncodeError;
use crate::facts::Facts;
use crate::fault::Fault;
use crate::form::{Container, Sink};
use crate::reader::Reader;
use crate::revision::Revision;
use crate::schema::{Encoding, Split};
use crate::traits::{BinWriter, NomReader};
use crate::view::Views;

/// The function of [`Canonical`].
pub trait CanonicalForm<T> {
    /// The name of the function in errors.
    const FUNCTION: &'static str;

    /// Returns the value that is read and written instead of this one in a revision; `None` if the value is canonical.
    fn canonical(value: &T, revision: Revision) -> Option<T>;
}

/// The encoding `W` of a whole type, for values that are equal to another one in the format: that one is read, written and
/// shown (`conv` with two functions of which one does not undo the other).
///
/// # Errors
/// The errors of `W`.
#[derive(Debug)]
pub struct Canonical<W, C>(PhantomData<(W, C)>);

impl<T: BinWriter + for<'a> NomReader<'a>, W: Schema<T>, C> Schema<T> for Canonical<W, C> {
    const ENCODING: &'static Encoding = &Encoding::Split(&Split {
        inner: W::ENCODING,
        json: W::ENCODING,
        to_json: |input, out| out.value(&rewrite::<T>(input)?),
        from_json: |bytes, revision| rewrite::<T>(&mut Reader::new(bytes).at(revision)),
        is_checked: true,
        revision: None,
    });
    const INNERMOST: Container = W::INNERMOST;
}

/// Reads a value and returns its canonical bytes.
fn rewrite<T: BinWriter + for<'a> NomReader<'a>>(input: &mut Reader<'_>) -> Result<Vec<u8>, String> {
    let value = T::read(input).map_err(Fault::reason)?;
    input.revision().encode(&value).map_err(|error| error.to_string())
}

impl<'a, T, W: Reads<'a, T>, C: CanonicalForm<T>> Reads<'a, T> for Canonical<W, C> {
    const FACTS: Facts = W::FACTS.fallible();

    #[inline]
    fn read(input: &mut Reader<'a>) -> Result<T, Fault> {
        let revision = input.revision();
        let value = tri!(W::read(input));
        Ok(C::canonical(&value, revision).unwrap_or(value))
    }
}

impl<T, W: Writes<T>, C: CanonicalForm<T>> Writes<T> for Canonical<W, C> {
    const FACTS: Facts = W::FACTS.fallible();

    #[inline]
    fn write<S: Sink>(value: &T, sink: &mut S) -> Result<(), EncodeError> {
        let canonical = C::canonical(value, sink.revision());
        W::write(canonical.as_ref().unwrap_or(value), sink)
    }
}

/// The view of the bytes as they are, which does not know the revision; the value that is made from it is canonical in revision 0.
impl<'a, T, W: Views<'a, T>, C: CanonicalForm<T>> Views<'a, T> for Canonical<W, C> {
    type View = W::View;

    #[cfg_attr(not(debug_assertions), inline(always))]
    fn view(input: &mut Reader<'a>) -> Result<Self::View, Fault> {
        W::view(input)
    }

    #[inline]
    fn own(view: &Self::View) -> Result<T, Fault> {
        let value = tri!(W::own(view));
        Ok(C::canonical(&value, Revision(0)).unwrap_or(value))
    }
}
