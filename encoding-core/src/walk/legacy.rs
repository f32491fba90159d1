//! Finds which of two encodings bytes are of.

use alloc::vec::Vec;

use super::Cursor;
use super::explain::cursor_after;
use crate::schema::{Encoding, LegacySchema};

impl LegacySchema {
    /// If only the older encoding matches, returns the cursor after the value, and its bytes in the current encoding.
    pub(super) fn converted<'m>(&self, at: &Cursor<'m>) -> Option<(Cursor<'m>, Vec<u8>)> {
        if cursor_after(at, self.current).is_some() {
            return None;
        }
        let next = cursor_after(at, self.older)?;
        let bytes = (self.convert)(next.since(at.offset()))?;
        Some((next, bytes))
    }

    /// Returns the encoding that matches the bytes; the current one if neither does.
    pub fn found(&self, at: &Cursor<'_>) -> &'static Encoding {
        match self.converted(at) {
            Some(_) => self.older,
            None => self.current,
        }
    }
}
