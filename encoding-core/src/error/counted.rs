//! Counts in sentences.

use core::fmt;

/// A count with its unit: `1 byte`, `2 bytes`.
pub(crate) struct Counted(pub(crate) usize, pub(crate) &'static str);

impl Counted {
    /// Returns the form of *to be* that agrees with the count.
    pub(crate) const fn are(&self) -> &'static str {
        if self.0 == 1 { "is" } else { "are" }
    }
}

impl fmt::Display for Counted {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let Self(count, unit) = self;
        write!(f, "{count} {unit}{}", if *count == 1 { "" } else { "s" })
    }
}
