//! User-supplied functions between the wire and the Rust type.

use alloc::format;
use alloc::string::{String, ToString};
use core::fmt::{self, Display};
use core::marker::PhantomData;

use super::{Reads, Schema, Writes};
use crate::error::EncodeError;
use crate::facts::Facts;
use crate::fault::{Fault, FaultKind};
use crate::form::{Container, Sink};
use crate::reader::Reader;
use crate::revision::Revision;
use crate::schema::{Check, Encoding};
use crate::traits::NomReader;
use crate::view::{Views, delegate_view};

/// Gives a conversion a name for errors, and lets the schema run it where possible.
pub trait Conversion {
    /// The name and the function.
    const CHECK: Check;
}

/// A predicate on values, run when reading and when writing in the revisions of its [`Check`].
pub trait Guard<T>: Conversion {
    /// Accepts the value or returns why it is refused.
    ///
    /// # Errors
    /// The errors of the user's function.
    fn check(value: &T) -> Result<(), impl Display>;
}

/// The encoding `W`, for values that `G` accepts (`conv_with_guard`).
///
/// # Errors
/// The errors of `W`; `User_invariant_guard`, or `Exception_raised_in_user_function` if `G` says so, at the first byte of a value that
/// `G` refuses.
#[derive(Debug)]
pub struct Guarded<W, G>(PhantomData<(W, G)>);

impl<T, W: Schema<T>, G: Conversion> Schema<T> for Guarded<W, G> {
    const ENCODING: &'static Encoding = &Encoding::Checked { inner: W::ENCODING, check: G::CHECK };
    const INNERMOST: Container = W::INNERMOST;
}

impl<'a, T, W: Reads<'a, T>, G: Guard<T>> Reads<'a, T> for Guarded<W, G> {
    const FACTS: Facts = W::FACTS.fallible();

    #[inline]
    fn read(input: &mut Reader<'a>) -> Result<T, Fault> {
        let start = input.remaining();
        let value = tri!(W::read(input));
        let accepted = !G::CHECK.revisions.contain(input.revision()) || G::check(&value).is_ok();
        if accepted { Ok(value) } else { Err(Fault::new(const { G::CHECK.fault() }, start)) }
    }
}

impl<T, W: Writes<T>, G: Guard<T>> Writes<T> for Guarded<W, G> {
    const FACTS: Facts = W::FACTS.fallible();

    #[inline]
    fn write<S: Sink>(value: &T, sink: &mut S) -> Result<(), EncodeError> {
        tri!(sink.check(|measure| {
            let revisions = G::CHECK.revisions;
            // A value whose revision is not known has been accepted in it.
            match measure.to_check().map_or(revisions.are_all(), |revision| revisions.contain(revision)) {
                true => G::check(value).map_err(|error| refusal::<G>(&error)),
                false => Ok(()),
            }
        }));
        W::write(value, sink)
    }
}

/// A guard needs the owned value. It is decoded to check its guards, including nested ones, and dropped.
impl<'a, T, W: Views<'a, T> + Reads<'a, T>, G: Guard<T>> Views<'a, T> for Guarded<W, G> {
    delegate_view!(T, W);

    #[cfg_attr(not(debug_assertions), inline(always))]
    fn view(input: &mut Reader<'a>) -> Result<Self::View, Fault> {
        if input.are_guards_checked() {
            return W::view(input);
        }
        <Self as Reads<'a, T>>::read(&mut input.clone())?;
        let mut checked = input.clone().with_guards_checked(true);
        let view = W::view(&mut checked)?;
        *input = checked.with_guards_checked(false);
        Ok(view)
    }
}

/// What `try_from` and `from` need, with an error of its own: the compiler's names `From`, of which `TryFrom` follows.
#[diagnostic::on_unimplemented(
    message = "a `{Self}` cannot be made from a `{R}`",
    label = "implement `TryFrom<{R}>` for `{Self}`, or `From<{R}>` if no value is refused"
)]
pub trait Made<R>: Sized {
    /// Why a value is refused.
    type Error;

    /// Converts a value.
    ///
    /// # Errors
    /// Those of `TryFrom`.
    fn made(value: R) -> Result<Self, Self::Error>;
}

#[diagnostic::do_not_recommend]
impl<T: TryFrom<R>, R> Made<R> for T {
    type Error = T::Error;

    #[inline]
    fn made(value: R) -> Result<Self, Self::Error> {
        Self::try_from(value)
    }
}

/// Why a value is refused, as a text: that of `Display` if the error has it, otherwise that of `Debug`, otherwise none.
/// Derived code calls `(&&&Reason(error)).text()`; the compiler tries the traits in this order, because each needs one more
/// reference than the next.
#[derive(Debug)]
pub struct Reason<E>(pub E);

/// The text of an error with `Display`.
pub trait ByDisplay {
    /// Returns the text.
    fn text(&self) -> String;
}

impl<E: Display> ByDisplay for &&Reason<E> {
    fn text(&self) -> String {
        self.0.to_string()
    }
}

/// The text of an error with `Debug`.
pub trait ByDebug {
    /// Returns the text.
    fn text(&self) -> String;
}

impl<E: fmt::Debug> ByDebug for &Reason<E> {
    fn text(&self) -> String {
        format!("{:?}", self.0)
    }
}

/// The text of any other error.
pub trait Untold {
    /// Returns the text.
    fn text(&self) -> String;
}

impl<E> Untold for Reason<E> {
    fn text(&self) -> String {
        String::from("no further details")
    }
}

/// What `into` needs, with an error of its own.
#[diagnostic::on_unimplemented(
    message = "a `{R}` cannot be made from a `&{Self}`",
    label = "implement `From<&{Self}>` for `{R}`"
)]
pub trait Unmade<R> {
    /// Converts a value.
    fn unmade(&self) -> R;
}

#[diagnostic::do_not_recommend]
impl<T, R: for<'t> From<&'t T>> Unmade<R> for T {
    #[inline]
    fn unmade(&self) -> R {
        R::from(self)
    }
}

/// A value that is encoded as an `R` with the encoding `W` (`conv`): read by `TryFrom<R>`, written by `From<&T> for R`.
///
/// # Errors
/// The errors of `W`; `Exception_raised_in_user_function` at the first byte of a value that `TryFrom` refuses.
#[derive(Debug)]
pub struct Via<R, W, C>(PhantomData<(R, W, C)>);

impl<T, R, W: Schema<R>, C: Conversion> Schema<T> for Via<R, W, C> {
    const ENCODING: &'static Encoding = &Encoding::Checked { inner: W::ENCODING, check: C::CHECK };
    const INNERMOST: Container = W::INNERMOST;
}

impl<'a, T: Made<R>, R, W: Reads<'a, R>, C: Conversion> Reads<'a, T> for Via<R, W, C> {
    const FACTS: Facts = W::FACTS.fallible();

    #[inline]
    fn read(input: &mut Reader<'a>) -> Result<T, Fault> {
        let start = input.remaining();
        Ok(tri!(T::made(tri!(W::read(input))), _ => Fault::new(FaultKind::UserFunction, start)))
    }
}

impl<T: Unmade<R>, R, W: Writes<R>, C: Conversion> Writes<T> for Via<R, W, C> {
    const FACTS: Facts = W::FACTS.fallible();

    #[inline]
    fn write<S: Sink>(value: &T, sink: &mut S) -> Result<(), EncodeError> {
        W::write(&value.unmade(), sink)
    }
}

/// Functions between a `T` and the `R` that it is encoded as.
pub trait Functions<T, R>: Conversion {
    /// Converts what was read, or returns why it is refused.
    ///
    /// # Errors
    /// The errors of the user's function.
    fn from(value: R) -> Result<T, impl Display>;

    /// Converts what is to be written.
    fn into(value: &T) -> R;
}

/// A value that is encoded as an `R` with the encoding `W`, converted by the functions `F`.
///
/// # Errors
/// The errors of `W`; `Exception_raised_in_user_function` at the first byte of a value that the function refuses.
#[derive(Debug)]
pub struct Through<R, W, F>(PhantomData<(R, W, F)>);

impl<T, R, W: Schema<R>, F: Conversion> Schema<T> for Through<R, W, F> {
    const ENCODING: &'static Encoding = &Encoding::Checked { inner: W::ENCODING, check: F::CHECK };
    const INNERMOST: Container = W::INNERMOST;
}

impl<'a, T, R, W: Reads<'a, R>, F: Functions<T, R>> Reads<'a, T> for Through<R, W, F> {
    const FACTS: Facts = W::FACTS.fallible();

    #[inline]
    fn read(input: &mut Reader<'a>) -> Result<T, Fault> {
        let start = input.remaining();
        Ok(tri!(F::from(tri!(W::read(input))), _ => Fault::new(FaultKind::UserFunction, start)))
    }
}

impl<T, R, W: Writes<R>, F: Functions<T, R>> Writes<T> for Through<R, W, F> {
    const FACTS: Facts = W::FACTS.fallible();

    #[inline]
    fn write<S: Sink>(value: &T, sink: &mut S) -> Result<(), EncodeError> {
        W::write(&F::into(value), sink)
    }
}

#[cold]
fn refusal<C: Conversion>(error: &impl Display) -> EncodeError {
    EncodeError::new(C::CHECK.refusal(error.to_string()))
}

/// Runs a guard on the bytes of a value. Derived code uses it for [`Check::run`].
///
/// # Errors
/// The errors of the guard.
pub fn run_guard<T, W: for<'a> Reads<'a, T>, G: Guard<T>>(bytes: &[u8], revision: Revision) -> Result<(), String> {
    let value = W::read(&mut Reader::new(bytes).at(revision)).map_err(Fault::reason)?;
    G::check(&value).map_err(|error| error.to_string())
}

/// Reads an `R` with the encoding `W`, to be converted. Derived code uses it for [`Check::run`].
///
/// # Errors
/// The errors of `W`.
pub fn read_via<R, W: for<'a> Reads<'a, R>>(bytes: &[u8], revision: Revision) -> Result<R, String> {
    W::read(&mut Reader::new(bytes).at(revision)).map_err(Fault::reason)
}

/// Runs the function of a conversion on the bytes of an `R` with the encoding `W`. Derived code uses it for
/// [`Check::run`].
///
/// # Errors
/// The errors of the function.
pub fn run_through<T, R, W: for<'a> Reads<'a, R>, F: Functions<T, R>>(
    bytes: &[u8],
    revision: Revision,
) -> Result<(), String> {
    let value = W::read(&mut Reader::new(bytes).at(revision)).map_err(Fault::reason)?;
    F::from(value).map(drop).map_err(|error| error.to_string())
}

/// Returns true if the bytes of an `R` convert to a value that `accepts` accepts. Derived code uses it for cases with a
/// condition.
pub fn run_when<T: TryFrom<R>, R: for<'a> NomReader<'a>>(bytes: &[u8], accepts: fn(&T) -> bool) -> bool {
    let read = R::read(&mut Reader::new(bytes)).ok().and_then(|value| T::try_from(value).ok());
    read.is_some_and(|value| accepts(&value))
}
