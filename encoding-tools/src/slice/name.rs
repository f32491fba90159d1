//! Names of slices, composed of the encoding and the enclosing fields, definitions and lists; and their paths.

use alloc::format;
use alloc::rc::Rc;
use alloc::string::{String, ToString};
use alloc::vec::Vec;
use core::fmt;

use super::pretty::quoted;
use tezos_encoding_core::{Path, Segment};

/// Maximum length in bytes of a name that is passed on to nested values: each level quotes the name of the enclosing
/// one, so that without a limit, a few dozen nested lists would exhaust memory.
const MAX_LEN: usize = 1024;

/// The name that enclosing values give to a value, and its position.
#[derive(Clone, Default)]
pub(super) struct Name {
    text: Option<Rc<str>>,
    pub(super) place: Place,
}

impl Name {
    /// Returns the name of a field.
    pub(super) fn field(&self, name: &str) -> Self {
        self.limited(name.to_string())
    }

    /// Returns the same name at another position.
    pub(super) fn at(&self, place: Place) -> Self {
        Self { text: self.text.clone(), place }
    }

    /// Returns the name of the value inside a definition, a recursive type or an optional field.
    pub(super) fn inside(&self, name: &str) -> Self {
        self.limited(self.of(name))
    }

    /// Returns the name of a list's elements.
    pub(super) fn element(&self) -> Self {
        match &self.text {
            Some(name) => self.limited(format!("{name} element")),
            None => self.clone(),
        }
    }

    /// Returns the name of a slice with this encoding.
    pub(super) fn of(&self, encoding: &str) -> String {
        match &self.text {
            Some(name) => format!("{} ({encoding})", quoted(name.as_bytes())),
            None => encoding.to_string(),
        }
    }

    fn limited(&self, name: String) -> Self {
        Self { text: (name.len() <= MAX_LEN).then(|| name.into()), place: self.place }
    }
}

/// A position: its number in the [`Places`] of a message, counted from 1; 0 is the message itself.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub(super) struct Place(usize);

/// The number of segments at each end of a path that [`ShortPath`] shows.
const SHOWN: usize = 32;

/// The positions of a message.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub(super) struct Places(Vec<Position>);

/// A position of a message.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
struct Position {
    /// The position that encloses it.
    outer: Place,
    segment: Segment,
    /// The number of segments of its path.
    depth: usize,
    /// The position at the depth [`SHOWN`] that encloses it, or itself if its depth is less.
    head: Place,
}

impl Places {
    /// Adds a position inside another.
    pub(super) fn inside(&mut self, place: Place, segment: Segment) -> Place {
        let here = Place(self.0.len().saturating_add(1));
        let (depth, head) = self.get(place).map_or((1, here), |outer| {
            let depth = outer.depth.saturating_add(1);
            (depth, if depth <= SHOWN { here } else { outer.head })
        });
        self.0.push(Position { outer: place, segment, depth, head });
        here
    }

    fn get(&self, place: Place) -> Option<&Position> {
        self.0.get(place.0.checked_sub(1)?)
    }

    /// Returns the path to a position.
    pub(super) fn path(&self, place: Place) -> Path {
        self.last(place, usize::MAX)
    }

    /// Returns at most `max` innermost segments of the path to a position.
    fn last(&self, mut place: Place, max: usize) -> Path {
        let mut path = Path::default();
        for _ in 0..max {
            let Some(position) = self.get(place) else { break };
            path.push_outer(position.segment);
            place = position.outer;
        }
        path
    }

    /// Returns the path to a position for people, of at most twice [`SHOWN`] segments.
    pub(super) fn short_path(&self, place: Place) -> ShortPath {
        let (depth, head) = self.get(place).map_or((0, place), |position| (position.depth, position.head));
        match depth.checked_sub(SHOWN.saturating_mul(2)) {
            None | Some(0) => ShortPath { head: self.path(place), tail: None },
            Some(hidden) => ShortPath { head: self.last(head, SHOWN), tail: Some((hidden, self.last(place, SHOWN))) },
        }
    }
}

/// A path of which at most 64 segments are known, so that the paths of all parts of a deep value take linear time. It is shown as a
/// [`Path`] is: the first 32, the number of those left out, and the last 32.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct ShortPath {
    head: Path,
    tail: Option<(usize, Path)>,
}

impl ShortPath {
    /// Returns the first 32 segments, or all if there are at most 64.
    pub const fn head(&self) -> &Path {
        &self.head
    }

    /// Returns the number of segments left out after the head, and the last 32, if there are more than 64.
    pub const fn tail(&self) -> Option<(usize, &Path)> {
        match &self.tail {
            Some((hidden, tail)) => Some((*hidden, tail)),
            None => None,
        }
    }
}

impl fmt::Display for ShortPath {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        self.head.fmt(f)?;
        let Some((hidden, tail)) = &self.tail else { return Ok(()) };
        let levels = if *hidden == 1 { "level" } else { "levels" };
        let first = tail.segments().find(|segment| !matches!(segment, Segment::Case(_)));
        let dot = if matches!(first, Some(Segment::Field(_))) { "." } else { "" };
        write!(f, "… {hidden} {levels} …{dot}{tail}")
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn long_paths_are_shortened_in_the_middle() {
        let mut places = Places::default();
        let mut place = Place::default();
        assert_eq!(places.short_path(place).to_string(), "");
        for index in 0..100_000 {
            place = places.inside(place, Segment::Index(index));
            match index {
                63 => assert_eq!(places.short_path(place).to_string(), places.path(place).to_string()),
                64 => {
                    let shown = places.short_path(place).to_string();
                    assert!(shown.contains("[31]… 1 level …[33]") && shown.ends_with("[64]"), "{shown}");
                }
                _ => {}
            }
        }
        let short = places.short_path(place);
        assert_eq!((short.head().segments().count(), short.tail().map(|(hidden, _)| hidden)), (32, Some(99_936)));
        let shown = short.to_string();
        assert!(shown.starts_with("[0][1]") && shown.contains("[31]… 99936 levels …[99968]"), "{shown}");
        assert!(shown.ends_with("[99999]") && places.path(place).segments().count() == 100_000);
    }
}
