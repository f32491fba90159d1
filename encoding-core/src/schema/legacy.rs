//! Values that have an older form too, which is read and never written.

use alloc::vec::Vec;

use super::explain::behind;
use super::{Compact, Cursor, Encoding, Part};

/// A value with a form of today and an older one, without a tag that tells them apart: where the bytes are not those of the one,
/// the other is tried.
///
/// What is behind the value is not looked at: bytes that begin with a value in the form of today are one. Everything but the
/// reader knows the form of today alone: values and JSON have it whatever the bytes, and it is the one that is written.
#[derive(Clone, Copy, Debug)]
pub struct Legacy {
    /// The form of today.
    pub current: &'static Encoding,
    /// The older one.
    pub older: &'static Encoding,
    /// The bytes of the form of today from those of the older one; `None` where the value is refused.
    pub convert: fn(&[u8]) -> Option<Vec<u8>>,
}

/// Levels of [`Legacy`] inside each other that are allowed: each may have a message read twice.
const MAX_LEVELS: u32 = 4;

impl Legacy {
    /// Where only the older form fits: the state behind the value, and the bytes of the value in the form of today.
    pub(super) fn converted<'m>(&self, at: &Cursor<'m>) -> Option<(Cursor<'m>, Vec<u8>)> {
        if behind(at, self.current).is_some() {
            return None;
        }
        let behind = behind(at, self.older)?;
        let bytes = (self.convert)(behind.since(at.offset()))?;
        Some((behind, bytes))
    }

    /// The form that the bytes have; that of today where they have neither.
    pub fn found(&self, at: &Cursor<'_>) -> &'static Encoding {
        match self.converted(at) {
            Some(_) => self.older,
            None => self.current,
        }
    }

    /// Whether what a message costs is bounded: a form that contains itself would be read twice at each level.
    pub(super) const fn is_bounded(&self) -> bool {
        levels(self.current) < MAX_LEVELS && levels(self.older) < MAX_LEVELS
    }
}

/// Levels of [`Legacy`] in a form; without end where it contains itself.
const fn levels(encoding: &Encoding) -> u32 {
    let own = match encoding {
        Encoding::Mu(_) => return u32::MAX,
        // Nobody looks into its bytes.
        Encoding::Lazy(_) => return 0,
        Encoding::Compact(Compact { part, .. }) => return part_levels(part),
        Encoding::Legacy(_) => 1,
        _ => 0,
    };
    let (mut most, mut index) = (0u32, 0usize);
    while let Some(inner) = encoding.child(index) {
        most = more(most, levels(inner));
        index = index.saturating_add(1);
    }
    most.saturating_add(own)
}

const fn part_levels(part: &Part) -> u32 {
    if let Some(encoding) = part.payload() {
        return levels(encoding);
    }
    let (mut most, mut index) = (0u32, 0usize);
    while let Some(inner) = part.child(index) {
        most = more(most, part_levels(inner));
        index = index.saturating_add(1);
    }
    most
}

const fn more(a: u32, b: u32) -> u32 {
    if a > b { a } else { b }
}
