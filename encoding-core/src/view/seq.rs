//! Lists in views.

use alloc::vec::Vec;
use core::fmt;
use core::iter::FusedIterator;
use core::marker::PhantomData;

use super::{Views, checked};
use crate::fault::Fault;
use crate::reader::Reader;
use crate::revision::Revision;
use crate::wire::Reads;
#[cfg(feature = "bytemuck")]
use crate::{
    traits::NomReader,
    wire::{Auto, plain},
};

/// The view of a list: the bytes and the number of its elements, checked but not decoded. Iterating decodes the
/// elements.
///
/// `T` is the owned element, `W` its wire encoding.
pub struct Seq<'a, T, W> {
    bytes: &'a [u8],
    len: usize,
    revision: Revision,
    element: PhantomData<fn() -> (T, W)>,
}

impl<'a, T, W> Seq<'a, T, W> {
    pub(crate) const fn new(bytes: &'a [u8], len: usize, revision: Revision) -> Self {
        Self { bytes, len, revision, element: PhantomData }
    }

    /// Creates the view of `len` elements that a reader has just read from `bytes`, in the revision of that reader.
    #[doc(hidden)]
    pub const fn read(bytes: &'a [u8], len: usize, revision: Revision) -> Self {
        Self::new(bytes, len, revision)
    }

    /// Decodes the owned elements.
    pub(crate) fn owned(&self) -> Result<Vec<T>, Fault>
    where
        W: Reads<'a, T>,
    {
        let mut input = self.reader();
        (0..self.len).map(|_| W::read(&mut input)).collect()
    }

    /// Returns a reader of the elements.
    pub(crate) const fn reader(&self) -> Reader<'a> {
        checked(self.bytes, self.revision)
    }

    /// Returns the number of elements.
    pub const fn len(&self) -> usize {
        self.len
    }

    /// Returns true if the list has no elements.
    pub const fn is_empty(&self) -> bool {
        self.len == 0
    }

    /// Returns the encoded bytes.
    pub const fn bytes(&self) -> &'a [u8] {
        self.bytes
    }

    /// Iterates over the elements, decoding each on access.
    pub fn iter(&self) -> Iter<'a, T, W> {
        Iter { input: self.reader(), left: self.len, element: PhantomData }
    }

    /// Returns the element at `index`: in constant time if elements have a fixed size, otherwise by decoding those
    /// before it.
    pub fn get(&self, index: usize) -> Option<W::View>
    where
        W: Views<'a, T> + Reads<'a, T>,
    {
        match W::FACTS.fixed_size {
            None | Some(0) => self.iter().nth(index),
            Some(size) => {
                let rest = self.bytes.get(index.checked_mul(size)?..)?;
                W::view(&mut checked(rest, self.revision)).ok()
            }
        }
    }
}

#[cfg(feature = "bytemuck")]
impl<'a, T: plain::Plain + NomReader<'a>> Seq<'a, T, Auto> {
    /// Returns the elements as a slice of the input, for types with the attribute `plain`.
    pub fn as_slice(&self) -> &'a [T] {
        const { plain::plain_fits::<T>() };
        plain::plain_slice(self.bytes).unwrap_or_default()
    }
}

impl<T, W> Clone for Seq<'_, T, W> {
    fn clone(&self) -> Self {
        *self
    }
}

impl<T, W> Copy for Seq<'_, T, W> {}

/// Lists are equal if their elements are equal, even if their bytes differ.
impl<'a, T, W: Views<'a, T, View: PartialEq>> PartialEq for Seq<'a, T, W> {
    fn eq(&self, other: &Self) -> bool {
        self.len == other.len && (self.bytes == other.bytes || self.iter().eq(other.iter()))
    }
}

impl<'a, T, W: Views<'a, T, View: fmt::Debug>> fmt::Debug for Seq<'a, T, W> {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.debug_list().entries(self.iter()).finish()
    }
}

impl<'a, T, W: Views<'a, T>> IntoIterator for &Seq<'a, T, W> {
    type Item = W::View;
    type IntoIter = Iter<'a, T, W>;

    fn into_iter(self) -> Iter<'a, T, W> {
        self.iter()
    }
}

/// The iterator of [`Seq::iter`].
pub struct Iter<'a, T, W> {
    input: Reader<'a>,
    left: usize,
    element: PhantomData<fn() -> (T, W)>,
}

impl<'a, T, W: Views<'a, T>> Iterator for Iter<'a, T, W> {
    type Item = W::View;

    #[cfg_attr(not(debug_assertions), inline(always))]
    fn next(&mut self) -> Option<W::View> {
        self.left = self.left.checked_sub(1)?;
        let item = W::view(&mut self.input);
        debug_assert!(item.is_ok(), "the bytes of a view have been read once");
        item.ok()
    }

    fn size_hint(&self) -> (usize, Option<usize>) {
        (self.left, Some(self.left))
    }
}

impl<'a, T, W: Views<'a, T>> ExactSizeIterator for Iter<'a, T, W> {}
impl<'a, T, W: Views<'a, T>> FusedIterator for Iter<'a, T, W> {}

impl<T, W> fmt::Debug for Iter<'_, T, W> {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.debug_struct("Iter").field("left", &self.left).finish_non_exhaustive()
    }
}
