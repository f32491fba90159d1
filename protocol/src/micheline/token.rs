//! The tokens of the concrete syntax.

use alloc::vec::Vec;
use core::str::Chars;

use super::annotation::ANNOTATION_MAX_BYTES;
use super::syntax_error::{SyntaxError, SyntaxErrorKind};

/// A position in a text.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) struct Point {
    /// The line, starting at 1.
    pub(super) line: usize,
    /// The number of characters before the position on its line.
    pub(super) column: usize,
}

impl Point {
    pub(super) const START: Self = Self { line: 1, column: 0 };
}

#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Sort {
    Int,
    /// A string, with its quotes and escapes.
    String,
    /// Bytes, with their `0x`.
    Bytes,
    Ident,
    Annot,
    Semi,
    OpenParen,
    CloseParen,
    OpenBrace,
    CloseBrace,
}

#[derive(Clone, Copy, Debug)]
pub(super) struct Token<'t> {
    pub(super) sort: Sort,
    pub(super) text: &'t str,
    pub(super) start: Point,
    pub(super) stop: Point,
}

struct Tokens<'t> {
    rest: Chars<'t>,
    at: Point,
}

impl<'t> Tokens<'t> {
    fn peek(&self) -> Option<char> {
        self.rest.clone().next()
    }

    fn next(&mut self) -> Option<char> {
        let sign = self.rest.next()?;
        self.at = match sign {
            '\n' => Point { line: self.at.line.saturating_add(1), column: 0 },
            _ => Point { column: self.at.column.saturating_add(1), ..self.at },
        };
        Some(sign)
    }

    fn skip_while(&mut self, is_inside: impl Fn(char) -> bool) {
        while self.peek().is_some_and(&is_inside) {
            self.next();
        }
    }

    /// Reads the rest of a number or of bytes after the first character; `zero` tells whether that is a zero.
    fn number(&mut self, zero: bool) -> Result<Sort, SyntaxError> {
        let is_bytes = zero && self.peek() == Some('x');
        if is_bytes {
            self.next();
            self.skip_while(|sign| sign.is_ascii_hexdigit());
        } else {
            self.skip_while(|sign| sign.is_ascii_digit());
        }
        match self.peek() {
            Some('a'..='z' | 'A'..='Z') => Err(SyntaxError::new(self.at, SyntaxErrorKind::MissingBreak)),
            Some('_') if !is_bytes => Err(SyntaxError::new(self.at, SyntaxErrorKind::MissingBreak)),
            _ => Ok(if is_bytes { Sort::Bytes } else { Sort::Int }),
        }
    }

    /// Reads the rest of a string after the opening quote.
    fn string(&mut self, start: Point) -> Result<(), SyntaxError> {
        loop {
            let at = self.at;
            match self.next() {
                Some('"') => return Ok(()),
                None | Some('\n' | '\r') => return Err(SyntaxError::new(start, SyntaxErrorKind::UnterminatedString)),
                Some('\\') => match self.next() {
                    Some('"' | 'r' | 'n' | 't' | 'b' | '\\') => {}
                    Some(_) => return Err(SyntaxError::new(at, SyntaxErrorKind::Escape)),
                    None => return Err(SyntaxError::new(start, SyntaxErrorKind::UnterminatedString)),
                },
                Some(_) => {}
            }
        }
    }

    /// Reads the rest of a comment, which may contain nested comments, after its opening characters.
    fn comment(&mut self, start: Point) -> Result<(), SyntaxError> {
        let mut levels = 1usize;
        while levels > 0 {
            match (self.next(), self.peek()) {
                (Some('*'), Some('/')) => {
                    self.next();
                    levels = levels.saturating_sub(1);
                }
                (Some('/'), Some('*')) => {
                    self.next();
                    levels = levels.saturating_add(1);
                }
                (Some(_), _) => {}
                (None, _) => return Err(SyntaxError::new(start, SyntaxErrorKind::UnterminatedComment)),
            }
        }
        Ok(())
    }
}

/// Returns the tokens of `text`, without comments.
pub(super) fn tokens(text: &str) -> Result<Vec<Token<'_>>, SyntaxError> {
    let mut tokens = Vec::new();
    let mut at = Tokens { rest: text.chars(), at: Point::START };
    loop {
        let (start, rest) = (at.at, at.rest.as_str());
        let Some(sign) = at.next() else { return Ok(tokens) };
        let sort = match sign {
            ' ' | '\n' => continue,
            ';' => Sort::Semi,
            '{' => Sort::OpenBrace,
            '}' => Sort::CloseBrace,
            '(' => Sort::OpenParen,
            ')' => Sort::CloseParen,
            'a'..='z' | 'A'..='Z' | '_' => {
                at.skip_while(|sign| sign.is_ascii_alphanumeric() || sign == '_');
                Sort::Ident
            }
            '@' | ':' | '$' | '&' | '%' | '!' | '?' => {
                at.skip_while(|sign| sign.is_ascii_alphanumeric() || matches!(sign, '_' | '.' | '%' | '@'));
                Sort::Annot
            }
            '0'..='9' => at.number(sign == '0')?,
            '-' => match at.next() {
                // As in the reference, `-0x` starts bytes, whose digits are refused.
                Some(digit @ '0'..='9') => at.number(digit == '0')?,
                _ => return Err(SyntaxError::new(start, SyntaxErrorKind::UnterminatedInteger)),
            },
            '"' => {
                at.string(start)?;
                Sort::String
            }
            '#' => {
                at.skip_while(|sign| sign != '\n');
                continue;
            }
            '/' if at.peek() == Some('*') => {
                at.next();
                at.comment(start)?;
                continue;
            }
            other => return Err(SyntaxError::new(start, SyntaxErrorKind::Character(other))),
        };
        let len = rest.len().saturating_sub(at.rest.as_str().len());
        let text = rest.get(..len).unwrap_or_default();
        if sort == Sort::Annot && len > ANNOTATION_MAX_BYTES {
            return Err(SyntaxError::new(start, SyntaxErrorKind::LongAnnotation));
        }
        tokens.push(Token { sort, text, start, stop: at.at });
    }
}
