//! Boxed values in views.

use core::fmt;
use core::marker::PhantomData;

use super::{Views, checked};
use crate::fault::Fault;
use crate::revision::Revision;

/// The view of a boxed value: its bytes, checked but not decoded. Boxes are what makes views of recursive types
/// possible.
///
/// `T` is the owned value, `W` its wire encoding. Each level is decoded again when it is accessed, so walking down a
/// recursive value takes time quadratic in its depth: to process a deep value, decode it into owned values.
pub struct Raw<'a, T, W> {
    bytes: &'a [u8],
    revision: Revision,
    value: PhantomData<fn() -> (T, W)>,
}

impl<'a, T, W> Raw<'a, T, W> {
    pub(crate) const fn new(bytes: &'a [u8], revision: Revision) -> Self {
        Self { bytes, revision, value: PhantomData }
    }

    /// Returns the encoded bytes.
    pub const fn bytes(&self) -> &'a [u8] {
        self.bytes
    }

    /// Decodes the view of the value.
    ///
    /// # Errors
    /// None for a view that was returned by a reader, because its bytes have been checked.
    pub fn get(&self) -> Result<W::View, Fault>
    where
        W: Views<'a, T>,
    {
        W::view(&mut checked(self.bytes, self.revision))
    }
}

impl<T, W> Clone for Raw<'_, T, W> {
    fn clone(&self) -> Self {
        *self
    }
}

impl<T, W> Copy for Raw<'_, T, W> {}

/// Values are equal if their bytes are equal.
impl<T, W> PartialEq for Raw<'_, T, W> {
    fn eq(&self, other: &Self) -> bool {
        self.bytes == other.bytes
    }
}

impl<T, W> Eq for Raw<'_, T, W> {}

impl<T, W> fmt::Debug for Raw<'_, T, W> {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "Raw({} bytes)", self.bytes.len())
    }
}
