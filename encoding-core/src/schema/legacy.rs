//! Values that also have an older encoding, which is read but never written.

use alloc::vec::Vec;

use super::Encoding;

/// A value with a current and an older encoding that no tag distinguishes: if the bytes are not a value of the current
/// encoding, the older one is tried.
///
/// The bytes after the value are not considered: if the bytes begin with a value of the current encoding, it is used.
/// Only readers know the older encoding: values and JSON are those of the current one, and only that is written.
#[derive(Clone, Copy, Debug)]
pub struct LegacySchema {
    /// The current encoding.
    pub current: &'static Encoding,
    /// The older encoding.
    pub older: &'static Encoding,
    /// Converts bytes of the older encoding to the current one; `None` if the value is refused.
    pub convert: fn(&[u8]) -> Option<Vec<u8>>,
}

/// Nesting limit of [`LegacySchema`] values: at each level, the bytes may be read twice.
const MAX_LEVELS: u32 = 4;

impl LegacySchema {
    /// Returns true if the work for a message is bounded. An encoding that contains itself would be read twice at each
    /// level.
    pub(super) const fn is_bounded(&self) -> bool {
        levels(self.current) < MAX_LEVELS && levels(self.older) < MAX_LEVELS
    }
}

/// Returns how deep [`LegacySchema`] values nest in an encoding; `u32::MAX` if it contains a recursive type.
const fn levels(encoding: &Encoding) -> u32 {
    let mut most = 0u32;
    match encoding {
        Encoding::Mu(_) => return u32::MAX,
        // The bytes of a lazy value are not decoded.
        Encoding::Lazy(_) => return 0,
        _ => each!(inner of encoding.child => if levels(inner) > most { most = levels(inner) }),
    }
    most.saturating_add(matches!(encoding, Encoding::Legacy(_)) as u32)
}
