//! Fields without bytes that JSON has.

use core::marker::PhantomData;

use super::{Reads, Schema, Writes};
use crate::error::EncodeError;
use crate::facts::Facts;
use crate::fault::Fault;
use crate::form::Sink;
use crate::measure::Measure;
use crate::reader::Reader;
use crate::schema::Encoding;

/// The text of a constant.
pub trait Named {
    /// It.
    const NAME: &'static str;
}

/// No bytes; the text of `K` in JSON (`constant`).
///
/// # Errors
/// None.
#[derive(Debug)]
pub struct Constant<K>(PhantomData<K>);

impl<K: Named> Schema<()> for Constant<K> {
    const ENCODING: &'static Encoding = &Encoding::Constant(K::NAME);
}

/// No bytes; `null` in JSON.
///
/// # Errors
/// None.
#[derive(Debug)]
pub struct Null;

impl Schema<()> for Null {
    const ENCODING: &'static Encoding = &Encoding::Null;
}

/// Nothing is read, nothing is written.
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
            fn measure((): &(), _: &mut Measure<'_>) -> Result<usize, EncodeError> {
                Ok(0)
            }

            #[inline]
            fn write<S: Sink>((): &(), _: &mut S) {}
        }
    )*};
}

no_bytes! {
    {K} Constant<K>;
    {} Null;
}
