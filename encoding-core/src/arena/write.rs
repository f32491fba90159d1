//! Writing without recursion: the derive generates the steps of one type, this module has the loops.

use alloc::vec::Vec;
use core::marker::PhantomData;

use super::{Arena, Child, Recursive};
use crate::error::EncodeError;
use crate::form::{Sealed, Sink};
use crate::measure::{Lengths, Measure};
use crate::sink::{ForwardSink, InRevision};
use crate::traits::BinWriter;
use crate::wire::{Length, Writes};

/// How far a node has been written: the field, counted among those with children from one, and the next child in it.
#[derive(Clone, Copy, Debug, Default)]
pub struct Position {
    /// The number of the field; zero at the start of the node.
    pub field: u32,
    /// The index of the next child in the field.
    pub item: u32,
}

impl Position {
    /// Returns the position before the children of a field.
    #[inline]
    pub const fn field(field: u32) -> Self {
        Self { field, item: 0 }
    }

    /// Returns the index of the next child.
    #[inline]
    pub fn index(self) -> usize {
        usize::try_from(self.item).unwrap_or(usize::MAX)
    }

    /// Returns the position after the next child.
    #[inline]
    #[must_use]
    pub const fn next(self) -> Self {
        Self { item: self.item.saturating_add(1), ..self }
    }
}

/// The encoded lengths of the nodes that have been measured.
#[derive(Clone, Copy, Debug, Default)]
pub struct Sizes<'s>(&'s [u32]);

impl Sizes<'_> {
    /// Returns the length of a node, or zero if it has not been measured.
    #[inline]
    pub fn of<T>(self, child: Child<T>) -> usize {
        self.0.get(child.index()).map_or(0, |size| usize::try_from(*size).unwrap_or(usize::MAX))
    }
}

/// Writes a field that has no children. In the second pass, the lengths of the blocks inside it are determined here,
/// because nodes are not written in the order in which they are measured.
///
/// # Errors
/// If the reader would refuse the bytes.
#[inline]
pub fn write_field<T, W: Writes<T>, S: Sink>(value: &T, sink: &mut S) -> Result<(), EncodeError> {
    if const { S::COUNTS || !W::FACTS.blocks.any() } {
        return W::write(value, sink);
    }
    let (mut lengths, revision) = (Lengths::default(), sink.revision());
    W::write(value, &mut Measure::remembering(&mut lengths).at(revision).accepted())?;
    let mut forward = ForwardSink::new(&mut lengths, |bytes: &[u8]| sink.put(bytes));
    W::write(value, &mut InRevision::new(&mut forward, revision))
}

impl<T: Recursive> Arena<T> {
    /// Measures all nodes. Returns the length of each if the encoding contains lengths.
    fn measure(&self, measure: &mut Measure<'_>) -> Result<Vec<u32>, EncodeError> {
        let mut sizes = Vec::with_capacity(if T::SIZED { self.nodes.len() } else { 0 });
        for (index, node) in self.nodes.iter().enumerate() {
            // The last node, the root, contains the others: with sizes, only its own counts.
            let mut own = measure.aside();
            measure_node::<T>(node, Sizes(&sizes), &mut own).map_err(|error| self.at_root(index, error))?;
            if !T::SIZED {
                measure.skip(own.written());
                continue;
            }
            if sizes.len().saturating_add(1) == self.nodes.len() {
                measure.skip(own.written());
            }
            // If the length does not fit 32 bits, the size prefix that precedes the node refuses it.
            sizes.push(u32::try_from(own.written()).unwrap_or(u32::MAX));
        }
        Ok(sizes)
    }

    /// Converts an error in the node at `index` to an error in the root. Every parent follows its children.
    #[cold]
    fn at_root(&self, mut index: usize, mut error: EncodeError) -> EncodeError {
        for (around, node) in self.nodes.iter().enumerate().skip(index.saturating_add(1)) {
            let held = Children::<T>::of(node).find(|(child, _)| child.index() == index);
            if let Some((_, position)) = held {
                (index, error) = (around, T::inside(node, position, error));
            }
        }
        error
    }
}

/// Iterates over the children of a node, each with the position after it.
pub(super) struct Children<'n, T: Recursive> {
    node: &'n T::Node,
    position: Position,
    of: PhantomData<T>,
}

impl<'n, T: Recursive> Children<'n, T> {
    pub(super) fn of(node: &'n T::Node) -> Self {
        Self { node, position: Position::default(), of: PhantomData }
    }
}

impl<T: Recursive> Iterator for Children<'_, T> {
    type Item = (Child<T>, Position);

    fn next(&mut self) -> Option<Self::Item> {
        let next = T::write(self.node, self.position, Sizes::default(), &mut NullSink).ok().flatten();
        self.position = next.map_or(Position { field: u32::MAX, item: 0 }, |(_, position)| position);
        next
    }
}

/// Measures a node, including those children whose length `sizes` has.
#[inline]
fn measure_node<T: Recursive>(node: &T::Node, sizes: Sizes<'_>, measure: &mut Measure<'_>) -> Result<(), EncodeError> {
    let mut position = Position::default();
    while let Some((child, after)) = T::write(node, position, sizes, measure)? {
        measure.skip(sizes.of(child));
        position = after;
    }
    Ok(())
}

/// A sink that discards all bytes.
struct NullSink;

impl Sealed for NullSink {}

impl Sink for NullSink {
    fn put(&mut self, _: &[u8]) {}

    fn written(&self) -> usize {
        0
    }

    fn block<T, L: Length, W: Writes<T>>(&mut self, _: &T) -> Result<(), EncodeError> {
        Ok(())
    }
}

impl<T: Recursive> BinWriter for Arena<T> {
    fn write<S: Sink>(&self, sink: &mut S) -> Result<(), EncodeError> {
        sink.check(|measure| self.measure(measure).map(|_| ()))?;
        if const { S::COUNTS } {
            return Ok(());
        }
        let sizes =
            if T::SIZED { self.measure(&mut Measure::new().at(sink.revision()).accepted())? } else { Vec::new() };
        let sizes = Sizes(&sizes);
        let mut open = Vec::new();
        let (mut here, mut position) = (self.root(), Position::default());
        while let Some(node) = self.get(here) {
            (here, position) = match T::write(node, position, sizes, sink)? {
                Some((child, after)) => {
                    open.push((here, after));
                    (child, Position::default())
                }
                None => match open.pop() {
                    Some(around) => around,
                    None => break,
                },
            };
        }
        Ok(())
    }
}
