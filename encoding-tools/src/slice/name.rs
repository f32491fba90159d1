//! Names of slices, composed of the encoding and the enclosing fields, definitions and lists; and their paths.

use alloc::format;
use alloc::rc::Rc;
use alloc::string::{String, ToString};
use alloc::sync::Arc;
use core::{fmt, iter};

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
    /// Whether the value is secret.
    pub(super) secret: bool,
}

impl Name {
    /// Returns the name of a field.
    pub(super) fn field(&self, name: &str) -> Self {
        self.limited(name.to_string())
    }

    /// Returns the same name at another position.
    pub(super) fn at(&self, place: Place) -> Self {
        Self { text: self.text.clone(), place, secret: self.secret }
    }

    /// Returns the same name, of a value that is secret if `secret`.
    pub(super) fn secret(self, secret: bool) -> Self {
        Self { secret: self.secret || secret, ..self }
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
        Self { text: (name.len() <= MAX_LEN).then(|| name.into()), ..self.clone() }
    }
}

/// The number of segments at each end of a path that [`ShortPath`] shows.
const SHOWN: usize = 32;

/// A position in a message; the default is the message itself. Positions are shared by the slices and the remaining work that they enclose, so that
/// a walk holds only those that it is in.
#[derive(Clone, Default)]
pub(super) struct Place(Option<Arc<Position>>);

struct Position {
    /// The position that encloses it.
    outer: Place,
    segment: Segment,
    /// The number of segments of its path.
    depth: usize,
    /// The position at the depth [`SHOWN`] that encloses it; none if its depth is not greater.
    head: Place,
}

/// Positions are dropped one after the other: a chain of them is as long as a message is deep.
impl Drop for Position {
    fn drop(&mut self) {
        let mut next = self.outer.0.take();
        while let Some(position) = next {
            next = Arc::into_inner(position).and_then(|mut position| position.outer.0.take());
        }
    }
}

impl Place {
    /// Returns a position inside this one.
    pub(super) fn inside(&self, segment: Segment) -> Self {
        let depth = self.depth().saturating_add(1);
        let head = match &self.0 {
            Some(outer) if outer.depth > SHOWN => outer.head.clone(),
            Some(outer) if outer.depth == SHOWN => self.clone(),
            _ => Self::default(),
        };
        Self(Some(Arc::new(Position { outer: self.clone(), segment, depth, head })))
    }

    fn depth(&self) -> usize {
        self.0.as_ref().map_or(0, |position| position.depth)
    }

    /// Returns the segments of the path to it, innermost first.
    fn outwards(&self) -> impl Iterator<Item = Segment> {
        let positions = iter::successors(self.0.as_deref(), |position| position.outer.0.as_deref());
        positions.map(|position| position.segment)
    }

    /// Returns the path to it.
    pub(super) fn path(&self) -> Path {
        self.last(usize::MAX)
    }

    /// Returns at most `max` innermost segments of the path to it.
    fn last(&self, max: usize) -> Path {
        let mut path = Path::default();
        self.outwards().take(max).for_each(|segment| path.push_outer(segment));
        path
    }

    /// Returns the path to it for people, of at most twice [`SHOWN`] segments.
    pub(super) fn short_path(&self) -> ShortPath {
        match (self.depth().checked_sub(SHOWN.saturating_mul(2)), &self.0) {
            (Some(hidden @ 1..), Some(position)) => {
                ShortPath { head: position.head.path(), tail: Some((hidden, self.last(SHOWN))) }
            }
            _ => ShortPath { head: self.path(), tail: None },
        }
    }
}

impl PartialEq for Place {
    fn eq(&self, other: &Self) -> bool {
        self.depth() == other.depth() && self.outwards().eq(other.outwards())
    }
}

impl Eq for Place {}

impl fmt::Debug for Place {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "{}", self.short_path())
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
        let mut place = Place::default();
        assert_eq!(place.short_path().to_string(), "");
        for index in 0..100_000 {
            place = place.inside(Segment::Index(index));
            match index {
                63 => assert_eq!(place.short_path().to_string(), place.path().to_string()),
                64 => {
                    let shown = place.short_path().to_string();
                    assert!(shown.contains("[31]… 1 level …[33]") && shown.ends_with("[64]"), "{shown}");
                }
                _ => {}
            }
        }
        let short = place.short_path();
        assert_eq!((short.head().segments().count(), short.tail().map(|(hidden, _)| hidden)), (32, Some(99_936)));
        let shown = short.to_string();
        assert!(shown.starts_with("[0][1]") && shown.contains("[31]… 99936 levels …[99968]"), "{shown}");
        assert!(shown.ends_with("[99999]") && place.path().segments().count() == 100_000);
        let other = (0..100_000).fold(Place::default(), |place, index| place.inside(Segment::Index(index)));
        assert!(place == other && place != other.inside(Segment::Index(0)) && format!("{place:?}") == shown);
    }
}
