//! The path from the message to the field with the error.

use alloc::vec::Vec;
use core::fmt;

use super::counted::Counted;

/// One step of a [`Path`].
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum Segment {
    /// A field of an object; an element of a tuple is a field named by its index.
    Field(&'static str),
    /// An element of a list.
    Index(usize),
    /// The payload of a union's case.
    Case(&'static str),
}

/// Maximum number of segments that `Display` shows at each end of a long path.
const SHOWN: usize = 32;

/// The path from the message to a field: `current_branch.current_head.fitness[2]`. [`Path::segments`] has all segments. `Display` omits cases
/// and, of a path with more than 64 other segments, all but the first and the last 32.
#[derive(Clone, Default, PartialEq, Eq)]
pub struct Path {
    /// Innermost segment first, because segments are added while an error is passed outwards.
    reversed: Vec<Segment>,
}

impl Path {
    pub(crate) fn from_outermost(segments: &[Segment]) -> Self {
        Self { reversed: segments.iter().rev().copied().collect() }
    }

    /// Prepends a segment to the path.
    pub fn push_outer(&mut self, segment: Segment) {
        self.reversed.push(segment);
    }

    /// Returns the segments, outermost first.
    pub fn segments(&self) -> impl DoubleEndedIterator<Item = Segment> + '_ {
        self.reversed.iter().rev().copied()
    }

    /// Returns true if there is nothing to display: the error concerns the message itself.
    pub fn is_empty(&self) -> bool {
        self.segments().all(|segment| matches!(segment, Segment::Case(_)))
    }
}

impl fmt::Display for Path {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let shown = || self.segments().filter(|segment| !matches!(segment, Segment::Case(_)));
        let hidden = shown().count().saturating_sub(SHOWN.saturating_mul(2));
        for (index, segment) in shown().enumerate() {
            match segment {
                _ if hidden > 0 && index == SHOWN => write!(f, "… {} …", Counted(hidden, "level"))?,
                _ if index.checked_sub(SHOWN).is_some_and(|index| index < hidden) => {}
                Segment::Field(name) if index == 0 => write!(f, "{name}")?,
                Segment::Field(name) => write!(f, ".{name}")?,
                Segment::Index(index) => write!(f, "[{index}]")?,
                Segment::Case(_) => {}
            }
        }
        Ok(())
    }
}

impl fmt::Debug for Path {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "\"{self}\"")
    }
}

#[cfg(test)]
mod tests {
    use alloc::string::ToString;

    use super::*;

    #[test]
    fn fields_indices_and_cases() {
        let path = Path::from_outermost(&[
            Segment::Case("Current_branch"),
            Segment::Field("current_branch"),
            Segment::Field("fitness"),
            Segment::Index(2),
        ]);
        assert_eq!(path.to_string(), "current_branch.fitness[2]");
        assert!(Path::from_outermost(&[Segment::Case("Ack")]).is_empty());
    }

    #[test]
    fn long_paths_are_shortened() {
        let path = |levels| Path::from_outermost(&[Segment::Case("A"), Segment::Field("a")].repeat(levels)).to_string();
        let names = |levels: usize| ["a"].repeat(levels).join(".");
        assert_eq!(path(64), names(64));
        assert_eq!(path(65), [&names(32), "… 1 level ….", &names(32)].concat());
        assert_eq!(path(100_000), [&names(32), "… 99936 levels ….", &names(32)].concat());
    }
}
