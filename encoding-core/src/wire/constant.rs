//! Fields that have no bytes and appear only in JSON.

use core::marker::PhantomData;

use super::{Reads, Schema, Writes};
use crate::error::EncodeError;
use crate::facts::Facts;
use crate::fault::Fault;
use crate::form::Sink;
use crate::reader::Reader;
use crate::schema::Encoding;
use crate::view::Views;

/// The text of a [`Constant`].
pub trait ConstantText {
    /// The text.
    const NAME: &'static str;
}

/// A field without bytes, whose JSON is the text of `K` (`constant`).
///
/// # Errors
/// None.
#[derive(Debug)]
pub struct Constant<K>(PhantomData<K>);

impl<K: ConstantText> Schema<()> for Constant<K> {
    const ENCODING: &'static Encoding = &Encoding::Constant(K::NAME);
}

impl<'a, K> Views<'a, ()> for Constant<K> {
    type View = ();

    #[cfg_attr(not(debug_assertions), inline(always))]
    fn view(_: &mut Reader<'a>) -> Result<(), Fault> {
        Ok(())
    }

    #[inline]
    fn own((): &()) -> Result<(), Fault> {
        Ok(())
    }
}

/// A field without bytes, whose JSON is `null`.
///
/// # Errors
/// None.
#[derive(Debug)]
pub struct Null;

impl Schema<()> for Null {
    const ENCODING: &'static Encoding = &Encoding::Null;
}

/// Implements reading and writing for a field without bytes.
macro_rules! no_bytes {
    ($({$($parameter:ident)?} $form:ty;)*) => {$(
        impl<'a, $($parameter)?> Reads<'a, ()> for $form {
            const FACTS: Facts = Facts::plain(0);

            #[inline]
            fn read(_: &mut Reader<'a>) -> Result<(), Fault> {
                Ok(())
            }
        }

        impl<$($parameter)?> Writes<()> for $form {
            const FACTS: Facts = Facts::plain(0);

            #[inline]
            fn write<S: Sink>((): &(), _: &mut S) -> Result<(), EncodeError> {
                Ok(())
            }
        }
    )*};
}

no_bytes! {
    {K} Constant<K>;
    {} Null;
}
