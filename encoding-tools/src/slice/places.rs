//! Where the parts of a message are: fields in elements in cases.

use alloc::vec::Vec;

use tezos_encoding_core::{Path, Segment};

/// A place: its number among the [`Places`] of a message, counted from 1, or the message itself.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub(super) struct Place(usize);

/// The places of a message, each with the one that it is in.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub(super) struct Places(Vec<(Place, Segment)>);

impl Places {
    /// A place inside of another.
    pub(super) fn inside(&mut self, place: Place, segment: Segment) -> Place {
        self.0.push((place, segment));
        Place(self.0.len())
    }

    /// The way to a place.
    pub(super) fn path(&self, mut place: Place) -> Path {
        let mut path = Path::default();
        while let Some((outer, segment)) = place.0.checked_sub(1).and_then(|index| self.0.get(index)) {
            path.push_outer(*segment);
            place = *outer;
        }
        path
    }
}
