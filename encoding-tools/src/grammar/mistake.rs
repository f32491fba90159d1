//! What is wrong with a description, and where.

use std::fmt;

/// Why a description cannot be parsed, and where.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Mistake {
    /// The column of the character at fault, counted from 1.
    pub column: usize,
    sentence: String,
}

impl Mistake {
    /// Something is not allowed.
    pub(super) fn new(column: usize, sentence: impl fmt::Display) -> Self {
        Self { column, sentence: sentence.to_string() }
    }

    /// Something else should stand there.
    pub(super) fn expected(column: usize, expected: impl fmt::Display, found: impl fmt::Display) -> Self {
        Self { column, sentence: format!("expected {expected}, found {found}") }
    }
}

impl fmt::Display for Mistake {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "column {}: {}", self.column, self.sentence)
    }
}
