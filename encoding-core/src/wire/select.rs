//! Values whose form the fields before them say.

use core::marker::PhantomData;

use super::{Schema, Writes};
use crate::error::EncodeError;
use crate::facts::Facts;
use crate::form::Sink;
use crate::measure::Measure;
use crate::schema::{Encoding, Select};
use crate::traits::{BinWriter, Untagged};

/// How the fields before a value choose its form.
pub trait Choose {
    /// The place of the form among those of the value's type; the bytes are those of the fields before.
    fn choose(before: &[u8]) -> Option<usize>;
}

/// A value of an [`Untagged`] type in the form that `C` chooses. It is read where the fields before are known.
///
/// # Errors
/// Reading: `No_case_matched` where no form is chosen, and those of the form.
#[derive(Debug)]
pub struct Selected<C>(PhantomData<C>);

impl<T: Untagged, C: Choose> Schema<T> for Selected<C> {
    const ENCODING: &'static Encoding = &Encoding::Select(&Select { cases: T::CASES, choose: C::choose });
}

impl<T: BinWriter, C> Writes<T> for Selected<C> {
    const FACTS: Facts = T::FACTS;

    #[inline]
    fn measure(value: &T, measure: &mut Measure<'_>) -> Result<usize, EncodeError> {
        value.measure(measure)
    }

    #[inline]
    fn write<S: Sink>(value: &T, sink: &mut S) {
        value.write(sink);
    }
}
