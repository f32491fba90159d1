//! Errors of the concrete syntax.

use core::fmt;

use super::token::Point;

/// The reason why text is not an expression, and its position.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct SyntaxError {
    at: Point,
    kind: SyntaxErrorKind,
}

/// The reason why text is not an expression.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
#[non_exhaustive]
pub enum SyntaxErrorKind {
    /// A character with which no token begins. The only whitespace characters are spaces and line ends.
    Character(char),
    /// An escape other than `\"`, `\\`, `\n`, `\r`, `\t`, `\b`.
    Escape,
    /// A string without its closing quote.
    UnterminatedString,
    /// A minus sign without digits.
    UnterminatedInteger,
    /// A comment that is not closed.
    UnterminatedComment,
    /// A letter directly after a number.
    MissingBreak,
    /// An annotation of more than 255 bytes.
    LongAnnotation,
    /// Bytes with an odd number of hexadecimal digits.
    Hex,
    /// A number of more than 32,768 bytes.
    LongNumber,
    /// A token that is not allowed here.
    Unexpected,
    /// A parenthesis or brace without its counterpart.
    Unclosed,
    /// A second semicolon.
    ExtraSemicolon,
    /// A word that is not a primitive.
    UnknownPrim,
    /// An expression that is not aligned with its siblings, or not to the right of the enclosing node.
    Misaligned,
    /// Text without an expression.
    Empty,
}

impl SyntaxError {
    pub(super) const fn new(at: Point, kind: SyntaxErrorKind) -> Self {
        Self { at, kind }
    }

    /// Returns the line, starting at 1.
    #[must_use]
    pub const fn line(&self) -> usize {
        self.at.line
    }

    /// Returns the column: the number of characters before the position on its line.
    #[must_use]
    pub const fn column(&self) -> usize {
        self.at.column
    }

    /// Returns the reason.
    #[must_use]
    pub const fn kind(&self) -> SyntaxErrorKind {
        self.kind
    }
}

impl fmt::Display for SyntaxError {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "line {}, character {}: ", self.at.line, self.at.column)?;
        f.write_str(match self.kind {
            SyntaxErrorKind::Character(sign) => return write!(f, "unexpected character {sign:?}"),
            SyntaxErrorKind::Escape => "undefined escape sequence",
            SyntaxErrorKind::UnterminatedString => "unterminated string",
            SyntaxErrorKind::UnterminatedInteger => "unterminated integer",
            SyntaxErrorKind::UnterminatedComment => "unterminated comment",
            SyntaxErrorKind::MissingBreak => "missing break after a number",
            SyntaxErrorKind::LongAnnotation => "an annotation has more than 255 bytes",
            SyntaxErrorKind::Hex => "invalid bytes: pairs of hexadecimal digits are expected behind 0x",
            SyntaxErrorKind::LongNumber => "a number has more than 32,768 bytes",
            SyntaxErrorKind::Unexpected => "unexpected token",
            SyntaxErrorKind::Unclosed => "a parenthesis or brace is not closed",
            SyntaxErrorKind::ExtraSemicolon => "extra semicolon",
            SyntaxErrorKind::UnknownPrim => "no primitive has this name",
            SyntaxErrorKind::Misaligned => "misaligned expression",
            SyntaxErrorKind::Empty => "empty expression",
        })
    }
}

impl core::error::Error for SyntaxError {}
