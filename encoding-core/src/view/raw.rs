//! Boxed values in views.

use core::fmt;
use core::marker::PhantomData;

use super::{Views, again};
use crate::fault::Fault;
use crate::revision::Revision;

/// One value, validated and not yet taken apart: where the owned type has a box, so that recursive types have views too.
///
/// `T` is the owned value, `W` its form on the wire. Looking into a value skips what it holds, so walking down a
/// recursive value is quadratic in its depth: whoever folds a long one decodes it owned.
pub struct Raw<'a, T, W> {
    bytes: &'a [u8],
    revision: Revision,
    value: PhantomData<fn() -> (T, W)>,
}

impl<'a, T, W> Raw<'a, T, W> {
    pub(super) const fn new(bytes: &'a [u8], revision: Revision) -> Self {
        Self { bytes, revision, value: PhantomData }
    }

    /// Its bytes on the wire.
    pub const fn bytes(&self) -> &'a [u8] {
        self.bytes
    }

    /// The view of the value.
    ///
    /// # Errors
    /// None for a view that a reader made: its bytes have been read once.
    pub fn get(&self) -> Result<W::View, Fault>
    where
        W: Views<'a, T>,
    {
        W::view(&mut again(self.bytes, self.revision))
    }
}

impl<T, W> Clone for Raw<'_, T, W> {
    fn clone(&self) -> Self {
        *self
    }
}

impl<T, W> Copy for Raw<'_, T, W> {}

/// Values are equal when their bytes are.
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
