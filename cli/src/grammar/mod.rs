//! Descriptions of encodings, as the reference's vectors write them, made into schemas.
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

pub(crate) use mistake::Mistake;

use std::{
    collections::HashMap,
    sync::{Mutex, PoisonError},
};

use tezos_encoding::schema::Encoding;

use recursive::Names;
use scanner::Scanner;

/// How encodings are described, in Markdown.
pub(crate) const DESCRIPTIONS: &str = include_str!("descriptions.md");

/// Most levels of brackets in a description.
const MAX_DEPTH: u32 = 64;

/// What is known while a description is read.
struct Parser<'d> {
    text: Scanner<'d>,
    /// Recursive encodings that are being read.
    names: Names,
    /// Brackets that are open.
    depth: u32,
}

/// What comes of a description or of a part of one.
type Parsed = Result<&'static Encoding, Mistake>;

/// The encoding that a description says. It lives as long as the program; the same description gives the same one.
///
/// # Errors
/// The first thing in the description that cannot be read, or that the reference would refuse to build.
pub(crate) fn parse(description: &str) -> Parsed {
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
