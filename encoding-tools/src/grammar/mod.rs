//! Parses encodings from textual descriptions.
//!
#![doc = include_str!("descriptions.md")]

mod choice;
mod compact;
mod encoding;
mod function;
mod names;
mod product;
mod recursive;
mod scalar;
mod scanner;
#[cfg(test)]
mod tests;

use std::{
    collections::HashMap,
    fmt,
    sync::{Mutex, PoisonError},
};

use tezos_encoding_core::schema::Encoding;

use crate::made::{keep, keep_all, keep_text};

use recursive::Names;
use scanner::Scanner;

/// The descriptions and their encodings, as a table in Markdown.
pub const DESCRIPTIONS: &str = include_str!("descriptions.md");

/// Maximum number of open brackets in a description.
const MAX_DEPTH: u32 = 64;

/// Why a description cannot be parsed, and where.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct GrammarError {
    /// The column of the wrong character, counted from 1.
    pub column: usize,
    sentence: String,
}

impl GrammarError {
    fn new(column: usize, sentence: impl fmt::Display) -> Self {
        Self { column, sentence: sentence.to_string() }
    }

    fn expected(column: usize, expected: impl fmt::Display, found: impl fmt::Display) -> Self {
        Self::new(column, format_args!("expected {expected}, found {found}"))
    }
}

impl fmt::Display for GrammarError {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "column {}: {}", self.column, self.sentence)
    }
}

/// The state of parsing a description.
struct Parser<'d> {
    text: Scanner<'d>,
    /// The recursive encodings that enclose the current position.
    names: Names,
    /// The number of open brackets.
    depth: u32,
}

/// The encoding of a description, or the reason why there is none.
type Parsed = Result<&'static Encoding, GrammarError>;

/// Parses a description. The encoding is kept until the program ends; parsing the same description again returns the
/// same encoding.
///
/// ```
/// use tezos_encoding::schema::{grammar, to_json};
/// let encoding = grammar::parse("obj{port: uint16; name?: string}").unwrap();
/// assert_eq!(to_json(encoding, &[0x26, 0x04, 0x00]).unwrap(), r#"{"port":9732}"#);
/// assert_eq!(grammar::parse("list(uint17)").unwrap_err().column, 6);
/// ```
///
/// # Errors
/// At the first position that cannot be parsed, or whose encoding the reference refuses to build; if there are more
/// than 512 recursive encodings, the maximum in a program.
pub fn parse(description: &str) -> Parsed {
    static KNOWN: Mutex<Option<HashMap<String, Parsed>>> = Mutex::new(None);
    let mut known = KNOWN.lock().unwrap_or_else(PoisonError::into_inner);
    let known = known.get_or_insert_default();
    if let Some(parsed) = known.get(description) {
        return parsed.clone();
    }
    let parsed = parse_new(description);
    known.insert(description.to_owned(), parsed.clone());
    parsed
}

fn parse_new(description: &str) -> Parsed {
    let description = names::completed(description);
    let mut parser = Parser { text: Scanner::new(description), names: Names::default(), depth: 0 };
    let encoding = parser.encoding()?;
    parser.text.end()?;
    Ok(encoding)
}

impl Parser<'_> {
    /// Parses a bracket, its contents, and the closing bracket.
    fn in_brackets<T>(
        &mut self,
        contents: impl FnOnce(&mut Self) -> Result<T, GrammarError>,
    ) -> Result<T, GrammarError> {
        self.text.expect("(")?;
        let parsed = contents(self)?;
        self.text.expect(")")?;
        Ok(parsed)
    }

    /// Parses one level of nesting.
    fn nested<T>(&mut self, contents: impl FnOnce(&mut Self) -> Result<T, GrammarError>) -> Result<T, GrammarError> {
        if self.depth >= MAX_DEPTH {
            let sentence = format!("the description is nested deeper than {MAX_DEPTH} levels");
            return Err(GrammarError::new(self.text.column(), sentence));
        }
        self.depth = self.depth.saturating_add(1);
        let parsed = contents(self);
        self.depth = self.depth.saturating_sub(1);
        parsed
    }
}
