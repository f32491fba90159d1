//! Writing without recursion: the derive makes the steps of one type, the loops are here.

use alloc::vec::Vec;
use core::marker::PhantomData;

use super::{Arena, Child, Recursive};
use crate::error::EncodeError;
use crate::form::Sink;
use crate::measure::{Lengths, Measure};
use crate::sink::ForwardSink;
use crate::traits::BinWriter;
use crate::wire::{Length, Writes};

/// How far a node is written: the place of a field that holds values, counted from one, and the next value in it.
#[derive(Clone, Copy, Debug, Default)]
pub struct Place {
    /// The field; zero before the first byte.
    pub field: u32,
    /// The next value in it.
    pub item: u32,
}

impl Place {
    /// Before the values of a field.
    #[inline]
    pub const fn field(field: u32) -> Self {
        Self { field, item: 0 }
    }

    /// The index of the next value.
    #[inline]
    pub fn index(self) -> usize {
        usize::try_from(self.item).unwrap_or(usize::MAX)
    }

    /// Behind the next value.
    #[inline]
    #[must_use]
    pub const fn next(self) -> Self {
        Self { item: self.item.saturating_add(1), ..self }
    }
}

/// The lengths of the values that have been measured; of others, nothing is known.
#[derive(Clone, Copy, Debug, Default)]
pub struct Sizes<'s>(&'s [u32]);

impl Sizes<'_> {
    /// The length of a value, or zero.
    #[inline]
    pub fn of<T>(self, child: Child<T>) -> usize {
        self.0.get(child.index()).map_or(0, |size| usize::try_from(*size).unwrap_or(usize::MAX))
    }
}

/// The bytes of a field that holds no value of the type.
///
/// # Errors
/// Whatever the reader would refuse.
#[inline]
pub fn measure_field<T, W: Writes<T>>(value: &T) -> Result<usize, EncodeError> {
    W::measure(value, &mut Measure::new().again())
}

/// Writes such a field. The nodes are measured in another order than they are written in, so that the lengths of blocks inside a
/// field are found when it is written.
#[inline]
pub fn write_field<T, W: Writes<T>, S: Sink>(value: &T, sink: &mut S) {
    if !W::FACTS.blocks.any() {
        return W::write(value, sink);
    }
    let mut lengths = Lengths::default();
    if W::measure(value, &mut Measure::remembering(&mut lengths).again()).is_ok() {
        W::write(value, &mut ForwardSink { lengths: &mut lengths, take: |bytes: &[u8]| sink.put(bytes) });
    }
}

impl<T: Recursive> Arena<T> {
    /// The number of bytes, and the length of each node's value where the bytes tell it.
    fn sizes(&self) -> Result<(usize, Vec<u32>), EncodeError> {
        let mut sizes = Vec::with_capacity(if T::SIZED { self.nodes.len() } else { 0 });
        let mut total = 0usize;
        for (index, node) in self.nodes.iter().enumerate() {
            let bytes = T::measure(node, Sizes(&sizes)).map_err(|error| self.at_root(index, error))?;
            if T::SIZED {
                // Longer ones are refused by the size in front of them.
                sizes.push(u32::try_from(bytes).unwrap_or(u32::MAX));
                total = bytes;
            } else {
                total = total.saturating_add(bytes);
            }
        }
        Ok((total, sizes))
    }

    /// An error of the node at `index`, seen from the root: every node is held by one behind it.
    #[cold]
    fn at_root(&self, mut index: usize, mut error: EncodeError) -> EncodeError {
        for (around, node) in self.nodes.iter().enumerate().skip(index.saturating_add(1)) {
            let held = Children::<T>::of(node).find(|(child, _)| child.index() == index);
            if let Some((_, place)) = held {
                (index, error) = (around, T::inside(node, place, error));
            }
        }
        error
    }
}

/// The values that a node holds, each with the place behind it.
pub(super) struct Children<'n, T: Recursive> {
    node: &'n T::Node,
    place: Place,
    of: PhantomData<T>,
}

impl<'n, T: Recursive> Children<'n, T> {
    pub(super) fn of(node: &'n T::Node) -> Self {
        Self { node, place: Place::default(), of: PhantomData }
    }
}

impl<T: Recursive> Iterator for Children<'_, T> {
    type Item = (Child<T>, Place);

    fn next(&mut self) -> Option<Self::Item> {
        let next = T::write(self.node, self.place, Sizes::default(), &mut Nowhere);
        self.place = next.map_or(Place { field: u32::MAX, item: 0 }, |(_, place)| place);
        next
    }
}

/// Takes nothing.
struct Nowhere;

impl Sink for Nowhere {
    fn put(&mut self, _: &[u8]) {}

    fn block<T, L: Length, W: Writes<T>>(&mut self, value: &T) {
        W::write(value, self);
    }
}

impl<T: Recursive> BinWriter for Arena<T> {
    fn measure(&self, _: &mut Measure<'_>) -> Result<usize, EncodeError> {
        self.sizes().map(|(total, _)| total)
    }

    fn write<S: Sink>(&self, sink: &mut S) {
        let sizes = if T::SIZED { self.sizes().map(|(_, sizes)| sizes).unwrap_or_default() } else { Vec::new() };
        let sizes = Sizes(&sizes);
        let mut open = Vec::new();
        let (mut here, mut place) = (self.root(), Place::default());
        while let Some(node) = self.get(here) {
            (here, place) = match T::write(node, place, sizes, sink) {
                Some((child, behind)) => {
                    open.push((here, behind));
                    (child, Place::default())
                }
                None => match open.pop() {
                    Some(around) => around,
                    None => return,
                },
            };
        }
    }
}
