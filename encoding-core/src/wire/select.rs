//! Values whose case is determined by preceding fields.

use core::marker::PhantomData;

use super::{Schema, Writes};
use crate::error::EncodeError;
use crate::facts::Facts;
use crate::form::Sink;
use crate::schema::{Encoding, Select};
use crate::traits::{BinWriter, Untagged};

/// A function that determines the case of a value from the preceding fields.
pub trait Choose {
    /// Returns the index of the case, given the bytes of the preceding fields.
    fn choose(before: &[u8]) -> Option<usize>;
}

/// A value of an [`Untagged`] type whose case `C` determines. Its reader is the derived reader of the struct, which has
/// the preceding fields.
///
/// # Errors
/// Reading: `No_case_matched` if no case is selected; those of the case.
#[derive(Debug)]
pub struct Selected<C>(PhantomData<C>);

impl<T: Untagged, C: Choose> Schema<T> for Selected<C> {
    const ENCODING: &'static Encoding = &Encoding::Select(&Select { cases: T::CASES, choose: C::choose });
}

impl<T: BinWriter, C> Writes<T> for Selected<C> {
    const FACTS: Facts = T::FACTS;

    #[inline]
    fn write<S: Sink>(value: &T, sink: &mut S) -> Result<(), EncodeError> {
        value.write(sink)
    }
}
