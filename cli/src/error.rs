//! Errors of commands.

use std::{error, fmt, path::Path};

/// An error message: one sentence, preceded by the file and the line or the byte if known.
#[derive(Debug, Clone, PartialEq, Eq)]
pub(crate) struct Error {
    file: Option<String>,
    place: Option<Place>,
    sentence: String,
}

/// A position in a file.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
enum Place {
    /// The number of a line, counted from 1.
    Line(u64),
    /// The offset of a byte.
    Byte(u64),
}

impl Error {
    /// Creates an error that does not concern a file.
    pub(crate) fn new(sentence: impl fmt::Display) -> Self {
        Self { file: None, place: None, sentence: sentence.to_string() }
    }

    /// Creates an error in a file.
    pub(crate) fn in_file(file: impl fmt::Display, sentence: impl fmt::Display) -> Self {
        Self { file: Some(file.to_string()), place: None, sentence: sentence.to_string() }
    }

    /// Creates an error about a path of the file system.
    pub(crate) fn at_path(path: &Path, sentence: impl fmt::Display) -> Self {
        Self::in_file(path.display(), sentence)
    }

    /// Adds the number of the line in the file, counted from 1.
    pub(crate) fn at_line(self, line: u64) -> Self {
        Self { place: Some(Place::Line(line)), ..self }
    }

    /// Adds the offset in the file.
    pub(crate) fn at_byte(self, offset: u64) -> Self {
        Self { place: Some(Place::Byte(offset)), ..self }
    }
}

impl fmt::Display for Place {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Self::Line(line) => write!(f, "line {line}"),
            Self::Byte(offset) => write!(f, "byte {offset}"),
        }
    }
}

impl fmt::Display for Error {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        if let Some(file) = &self.file {
            f.write_str(file)?;
        }
        match (&self.file, self.place) {
            (Some(_), Some(place)) => write!(f, ", {place}: ")?,
            (None, Some(place)) => write!(f, "{place}: ")?,
            (Some(_), None) => f.write_str(": ")?,
            (None, None) => {}
        }
        f.write_str(&self.sentence)
    }
}

impl error::Error for Error {}

impl From<String> for Error {
    fn from(sentence: String) -> Self {
        Self::new(sentence)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_file_and_the_place_come_first() {
        assert_eq!(Error::new("no").to_string(), "no");
        assert_eq!(Error::in_file("a.csv", "no").to_string(), "a.csv: no");
        assert_eq!(Error::in_file("a.csv", "no").at_line(3).to_string(), "a.csv, line 3: no");
        assert_eq!(Error::new("no").at_line(3).to_string(), "line 3: no");
        assert_eq!(Error::in_file("a.rlp", "no").at_byte(3).to_string(), "a.rlp, byte 3: no");
    }
}
