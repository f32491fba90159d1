//! The tags that a union has, for the error about a tag that it does not have.

use core::fmt;

use crate::revision::Revision;
use crate::schema::Case;

/// Maximum number of tags that an error names.
const SHOWN: usize = 5;

/// The tags of a union in a revision, with the titles of their cases; none if the schema was not available.
#[derive(Clone, Copy)]
pub struct KnownTags {
    cases: &'static [Case],
    revision: Revision,
}

impl KnownTags {
    /// No tags.
    pub const NONE: Self = Self::new(&[], Revision::NEWEST);

    /// Returns the tags of these cases in a revision.
    #[must_use]
    pub const fn new(cases: &'static [Case], revision: Revision) -> Self {
        Self { cases, revision }
    }

    /// Returns the tags with the titles of their cases.
    pub fn iter(&self) -> impl Iterator<Item = (u32, &'static str)> {
        let cases = self.cases.iter().filter(|case| case.revisions.contain(self.revision));
        cases.filter_map(|case| Some((case.own_tag()?, case.title)))
    }

    /// Describes the tags in words. If there are more than five, names the five that are nearest to `found`.
    pub fn near(self, found: u32) -> impl fmt::Display {
        Near { known: self, found }
    }
}

/// The words of [`KnownTags::near`].
struct Near {
    known: KnownTags,
    found: u32,
}

impl fmt::Display for Near {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let distance = |tag: u32| (tag.abs_diff(self.found), tag);
        let mut before = match self.known.iter().count() {
            0 => return f.write_str("the tag of a case"),
            1..=SHOWN => "the tag ",
            all => {
                write!(f, "one of {all} tags, such as ")?;
                ""
            }
        };
        let is_near =
            |tag: u32| self.known.iter().filter(|(other, _)| distance(*other) < distance(tag)).count() < SHOWN;
        // In the order of the tags, which need not be that of the cases.
        let mut last = None;
        let next = |last| self.known.iter().filter(|(tag, _)| Some(*tag) > last && is_near(*tag)).min();
        while let Some((tag, title)) = next(last) {
            write!(f, "{before}{tag} ({title})")?;
            (before, last) = (", ", Some(tag));
        }
        Ok(())
    }
}

impl PartialEq for KnownTags {
    fn eq(&self, other: &Self) -> bool {
        self.iter().eq(other.iter())
    }
}

impl Eq for KnownTags {}

impl fmt::Debug for KnownTags {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.debug_map().entries(self.iter()).finish()
    }
}
