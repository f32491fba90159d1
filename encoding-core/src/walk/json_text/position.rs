//! Lines and columns of a text.

use core::fmt;

/// The position of a value or of a character in a JSON text.
///
/// `Display` omits the line if the text has one line: `at column 12 (byte 11)`, `at line 3, column 12 (byte 40)`.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
#[non_exhaustive]
pub struct JsonPosition {
    /// The offset in bytes, from 0.
    pub offset: usize,
    /// The line, from 1.
    pub line: usize,
    /// The column in characters, from 1.
    pub column: usize,
    /// Whether the text has more than one line. A line ending at its end starts no other line.
    pub has_lines: bool,
}

impl JsonPosition {
    /// Returns the position of the byte at `offset` in `text`, in time linear in the length of the text.
    #[cold]
    pub(super) fn new(text: &str, offset: usize) -> Self {
        let before = text.as_bytes().get(..offset).unwrap_or(text.as_bytes());
        let newlines = before.iter().filter(|byte| **byte == b'\n').count();
        let last = before.rsplit(|byte| *byte == b'\n').next().unwrap_or_default();
        // The other bytes of a character are from 0x80 to 0xbf.
        let characters = last.iter().filter(|byte| !matches!(byte, 0x80..=0xbf)).count();
        Self {
            offset,
            line: newlines.saturating_add(1),
            column: characters.saturating_add(1),
            has_lines: newlines > 0 || text.trim_end().contains('\n'),
        }
    }
}

impl fmt::Display for JsonPosition {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str("at ")?;
        if self.has_lines {
            write!(f, "line {}, ", self.line)?;
        }
        write!(f, "column {} (byte {})", self.column, self.offset)
    }
}

#[cfg(test)]
mod tests {
    use alloc::string::ToString;

    use super::*;

    #[test]
    fn lines_and_columns() {
        for (text, offset, expected) in [
            ("", 0, "at column 1 (byte 0)"),
            ("[1]", 1, "at column 2 (byte 1)"),
            ("[\"é€𐐷\",1]\n", 13, "at column 8 (byte 13)"),
            ("[\n1]", 0, "at line 1, column 1 (byte 0)"),
            ("[\r\n \u{e9}]\n", 4, "at line 2, column 2 (byte 4)"),
            ("[\r\n \u{e9}]\n", 6, "at line 2, column 3 (byte 6)"),
            ("[1,\n", 4, "at line 2, column 1 (byte 4)"),
            ("[1", 9, "at column 3 (byte 9)"),
        ] {
            assert_eq!(JsonPosition::new(text, offset).to_string(), expected, "{text}");
        }
    }
}
