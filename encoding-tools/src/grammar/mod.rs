//! Encodings from textual descriptions.
//!
#![doc = include_str!("descriptions.md")]

mod choice;
mod compact;
mod field;
mod form;
mod function;
mod mistake;
mod names;
mod recursive;
mod scalar;
mod scanner;
mod sequence;
#[cfg(test)]
mod tests;

pub use mistake::Mistake;

use std::{
    collections::HashMap,
    sync::{Mutex, PoisonError},
};

use tezos_encoding_core::schema::Encoding;

use recursive::Names;
use scanner::Scanner;

/// How encodings are described, in Markdown.
pub const DESCRIPTIONS: &str = include_str!("descriptions.md");

/// Most levels of brackets in a description.
const MAX_DEPTH: u32 = 64;

/// The state of parsing a description.
struct Parser<'d> {
    text: Scanner<'d>,
    /// Recursive encodings whose bodies are open.
    names: Names,
    /// Open brackets.
    depth: u32,
}

/// The encoding of a description, or why there is none.
type Parsed = Result<&'static Encoding, Mistake>;

/// Returns the encoding of a description. It is kept for the rest of the program, and the same description gives the same encoding.
///
/// ```
/// use tezos_encoding::schema::{grammar, to_json};
/// let encoding = grammar::parse("obj{port: uint16; name?: string}").unwrap();
/// assert_eq!(to_json(encoding, &[0x26, 0x04, 0x00]).unwrap(), r#"{"port":9732}"#);
/// assert_eq!(grammar::parse("list(uint17)").unwrap_err().column, 6);
/// ```
///
/// # Errors
/// The first part of the description that cannot be parsed or that the reference would refuse to build; a description with more recursive
/// encodings than are left of the 64 that a program can make.
pub fn parse(description: &str) -> Parsed {
    static KNOWN: Mutex<Option<HashMap<String, Parsed>>> = Mutex::new(None);
    let mut known = KNOWN.lock().unwrap_or_else(PoisonError::into_inner);
    let known = known.get_or_insert_default();
    if let Some(parsed) = known.get(description) {
        return parsed.clone();
    }
    let parsed = parse_whole(description);
    known.insert(description.to_owned(), parsed.clone());
    parsed
}

fn parse_whole(description: &str) -> Parsed {
    let description = names::in_full(description);
    let mut parser = Parser { text: Scanner::new(description), names: Names::default(), depth: 0 };
    let encoding = parser.encoding()?;
    parser.text.end()?;
    Ok(encoding)
}

/// An encoding that lives as long as the program.
fn keep(encoding: Encoding) -> &'static Encoding {
    Box::leak(Box::new(encoding))
}

/// A list that lives as long as the program.
fn keep_all<T>(items: Vec<T>) -> &'static [T] {
    Vec::leak(items)
}

/// Text that lives as long as the program.
fn keep_text(text: &str) -> &'static str {
    String::leak(text.to_owned())
}
