//! Lists in views.

use core::fmt;
use core::iter::FusedIterator;
use core::marker::PhantomData;

use super::{Views, again};
use crate::reader::Reader;
use crate::revision::Revision;
use crate::wire::Reads;
#[cfg(feature = "bytemuck")]
use crate::{
    traits::NomReader,
    wire::{Auto, plain},
};

/// The elements of a list, validated and not yet taken apart: their bytes and how many they are. Iterating reads them again.
///
/// `T` is the owned element, `W` its form on the wire.
pub struct Seq<'a, T, W> {
    bytes: &'a [u8],
    len: usize,
    revision: Revision,
    element: PhantomData<fn() -> (T, W)>,
}

impl<'a, T, W> Seq<'a, T, W> {
    pub(super) const fn new(bytes: &'a [u8], len: usize, revision: Revision) -> Self {
        Self { bytes, len, revision, element: PhantomData }
    }

    /// Makes the list of the `len` elements that a reader has just read from `bytes`, in the revision of that reader.
    #[doc(hidden)]
    pub const fn read(bytes: &'a [u8], len: usize, revision: Revision) -> Self {
        Self::new(bytes, len, revision)
    }

    /// A reader of the elements.
    pub(super) const fn reader(&self) -> Reader<'a> {
        again(self.bytes, self.revision)
    }

    /// How many elements.
    pub const fn len(&self) -> usize {
        self.len
    }

    /// Whether there are none.
    pub const fn is_empty(&self) -> bool {
        self.len == 0
    }

    /// Their bytes on the wire.
    pub const fn bytes(&self) -> &'a [u8] {
        self.bytes
    }

    /// The elements, each read when it is asked for.
    pub fn iter(&self) -> Iter<'a, T, W> {
        Iter { input: self.reader(), left: self.len, element: PhantomData }
    }

    /// The element at `index`: at once where elements have a fixed size, else by walking there.
    pub fn get(&self, index: usize) -> Option<W::View>
    where
        W: Views<'a, T> + Reads<'a, T>,
    {
        match W::FACTS.fixed_size {
            None | Some(0) => self.iter().nth(index),
            Some(size) => {
                let rest = self.bytes.get(index.checked_mul(size)?..)?;
                W::view(&mut again(rest, self.revision)).ok()
            }
        }
    }
}

#[cfg(feature = "bytemuck")]
impl<'a, T: plain::Plain + NomReader<'a>> Seq<'a, T, Auto> {
    /// Returns the elements as a slice of the input, for types with `plain`.
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

/// Lists are equal when their elements are; two forms of one value count as equal.
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

/// The elements of a [`Seq`].
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
