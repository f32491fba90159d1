//! A JSON text as a flat list of its values. Numbers and strings are decoded on access.

use alloc::borrow::Cow;
use alloc::vec::Vec;
use core::cell::Cell;

use super::error::{JsonError, JsonErrorKind};
use super::text::{plain, unescape};

/// The kinds of entries.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum EntryKind {
    /// `null`.
    Null,
    /// `true`, `false`.
    Bool(bool),
    /// A number, as text.
    Number,
    /// A string, as the text between the quotes.
    String,
    /// An array, whose elements follow.
    Array,
    /// An object: keys, which are strings, each followed by its value.
    Object,
}

/// A value or a key.
#[derive(Clone, Copy, Debug)]
pub struct Entry {
    /// Its kind.
    pub kind: EntryKind,
    /// Whether it is a string with escapes.
    escaped: bool,
    /// The offset of its text; for a string, without the quotes.
    pub start: usize,
    /// The end of its text, for numbers, strings and literals; the number of entries directly inside, for arrays and objects.
    end: usize,
    /// The index of the next entry that is not nested in this one.
    pub next: usize,
}

/// The values and keys of a text, in order.
pub struct Tape<'t> {
    text: &'t str,
    entries: Vec<Entry>,
    /// The number of steps taken to read values from it.
    work: Cell<usize>,
}

/// What the parser expects.
#[derive(Clone, Copy, PartialEq, Eq)]
enum Next {
    Value,
    /// A value, or the end of an empty array.
    First,
    /// A key, or the end of an empty object.
    FirstKey,
    Key,
    /// A comma or the end.
    Comma,
}

/// The number of digits of integers that always fit a double.
const DOUBLE_DIGITS: usize = 308;

/// The number of characters of a number that an error shows.
const SHOWN: usize = 64;

struct Parser<'t> {
    text: &'t str,
    at: usize,
    entries: Vec<Entry>,
    /// The index of each open array or object.
    open: Vec<usize>,
}

/// The number of bytes of text for each entry for which memory is reserved.
const ENTRY_BYTES: usize = 16;

impl<'t> Tape<'t> {
    /// Parses a text that is exactly one value.
    ///
    /// # Errors
    /// `Syntax`, `NumberTooLarge`.
    pub fn parse(text: &'t str) -> Result<Self, JsonError> {
        let mut parser =
            Parser { text, at: 0, entries: Vec::with_capacity(text.len() / ENTRY_BYTES), open: Vec::new() };
        parser.run().map_err(|error| error.in_text(text))?;
        Ok(Self { text, entries: parser.entries, work: Cell::new(0) })
    }

    /// Returns the whole text.
    pub fn text(&self) -> &'t str {
        self.text
    }

    /// Returns the number of entries.
    pub fn count(&self) -> usize {
        self.entries.len()
    }

    /// Returns the entry at `index`; `null` after the last.
    pub fn entry(&self, index: usize) -> Entry {
        self.entries.get(index).copied().unwrap_or_else(|| {
            let end = self.text.len();
            Entry { kind: EntryKind::Null, escaped: false, start: end, end, next: index }
        })
    }

    /// Returns the number of steps taken to read values from the text.
    pub fn work(&self) -> usize {
        self.work.get()
    }

    /// Adds steps.
    pub fn worked(&self, steps: usize) {
        self.work.set(self.work.get().saturating_add(steps));
    }

    /// Returns the text of a number, or of a string without its escapes decoded.
    pub fn raw(&self, entry: Entry) -> &'t str {
        let text = self.text.get(entry.start..entry.end).unwrap_or_default();
        self.worked(text.len() / 64);
        text
    }

    /// Returns true for a string that is `text`, once its escapes are decoded.
    pub fn is(&self, entry: Entry, text: &str) -> bool {
        match entry.escaped {
            true => self.string(entry) == text,
            false => {
                // Most keys that are compared differ in length.
                entry.end.wrapping_sub(entry.start) == text.len()
                    && self.text.as_bytes().get(entry.start..entry.end) == Some(text.as_bytes())
            }
        }
    }

    /// Returns a string with its escapes decoded.
    pub fn string(&self, entry: Entry) -> Cow<'t, str> {
        match entry.escaped {
            true => unescape(self.raw(entry)).unwrap_or_default(),
            false => Cow::Borrowed(self.raw(entry)),
        }
    }
}

impl Entry {
    /// Returns the number of entries directly inside an array or an object: its elements, or its keys and values.
    pub fn count(&self) -> usize {
        self.end
    }
}

impl Parser<'_> {
    fn refuse<T>(&self, expected: &'static str) -> Result<T, JsonError> {
        Err(JsonError::new(JsonErrorKind::Syntax { at: self.at, expected }))
    }

    fn bytes(&self) -> &[u8] {
        self.text.as_bytes().get(self.at..).unwrap_or_default()
    }

    fn skip(&mut self, matches: impl Fn(u8) -> bool) -> usize {
        let count = self.bytes().iter().take_while(|byte| matches(**byte)).count();
        self.at = self.at.saturating_add(count);
        count
    }

    fn space(&mut self) {
        self.skip(|byte| matches!(byte, b' ' | b'\t' | b'\n' | b'\r'));
    }

    fn digits(&mut self) -> usize {
        self.skip(|byte| byte.is_ascii_digit())
    }

    fn step(&mut self) {
        self.at = self.at.saturating_add(1);
    }

    /// Skips the next byte if it is one of `any`.
    fn eat(&mut self, any: &[u8]) -> bool {
        let found = self.bytes().first().is_some_and(|byte| any.contains(byte));
        if found {
            self.step();
        }
        found
    }

    fn push(&mut self, kind: EntryKind, start: usize, end: usize, escaped: bool) -> Next {
        if let Some(open) = self.open.last().and_then(|index| self.entries.get_mut(*index)) {
            open.end = open.end.saturating_add(1);
        }
        let next = self.entries.len().saturating_add(1);
        self.entries.push(Entry { kind, escaped, start, end, next });
        Next::Comma
    }

    fn run(&mut self) -> Result<(), JsonError> {
        let mut next = Next::Value;
        loop {
            self.space();
            next = match (next, self.bytes().first().copied()) {
                (Next::First, Some(b']')) | (Next::FirstKey, Some(b'}')) => self.close(),
                (Next::Value | Next::First, Some(first)) => self.value(first)?,
                (Next::FirstKey | Next::Key, Some(b'"')) => {
                    self.string()?;
                    self.space();
                    if !self.eat(b":") {
                        return self.refuse("`:`");
                    }
                    Next::Value
                }
                (Next::Comma, None) if self.open.is_empty() => return Ok(()),
                (Next::Comma, found) => self.comma(found)?,
                (Next::FirstKey | Next::Key, _) => return self.refuse("a key"),
                (Next::Value | Next::First, None) => return self.refuse("a value"),
            };
        }
    }

    /// Reads what follows a value: a comma, or the end of the innermost array or object.
    fn comma(&mut self, found: Option<u8>) -> Result<Next, JsonError> {
        let innermost = self.open.last().and_then(|index| self.entries.get(*index)).map(|entry| entry.kind);
        match (innermost, found) {
            (Some(EntryKind::Array), Some(b']')) | (Some(EntryKind::Object), Some(b'}')) => Ok(self.close()),
            (Some(kind), Some(b',')) => {
                self.step();
                Ok(if kind == EntryKind::Array { Next::Value } else { Next::Key })
            }
            (Some(_), _) => self.refuse("`,` or the end of the array or object"),
            (None, _) => self.refuse("the end of the text"),
        }
    }

    fn close(&mut self) -> Next {
        self.step();
        let next = self.entries.len();
        if let Some(entry) = self.open.pop().and_then(|index| self.entries.get_mut(index)) {
            entry.next = next;
        }
        Next::Comma
    }

    fn value(&mut self, first: u8) -> Result<Next, JsonError> {
        match first {
            b'[' | b'{' => {
                let (kind, next) =
                    if first == b'[' { (EntryKind::Array, Next::First) } else { (EntryKind::Object, Next::FirstKey) };
                let index = self.entries.len();
                self.push(kind, self.at, 0, false);
                self.open.push(index);
                self.step();
                Ok(next)
            }
            b'"' => self.string(),
            b'-' | b'0'..=b'9' => self.number(),
            b'n' => self.word("null", EntryKind::Null),
            b't' => self.word("true", EntryKind::Bool(true)),
            b'f' => self.word("false", EntryKind::Bool(false)),
            _ => self.refuse("a value"),
        }
    }

    fn word(&mut self, word: &str, kind: EntryKind) -> Result<Next, JsonError> {
        if !self.bytes().starts_with(word.as_bytes()) {
            return self.refuse("a value");
        }
        let start = self.at;
        self.at = start.saturating_add(word.len());
        Ok(self.push(kind, start, self.at, false))
    }

    fn number(&mut self) -> Result<Next, JsonError> {
        let start = self.at;
        self.eat(b"-");
        let zero = self.bytes().starts_with(b"0");
        let digits = self.digits();
        if digits == 0 || zero && digits > 1 || self.eat(b".") && self.digits() == 0 {
            return self.refuse("digits");
        }
        let exponent = self.eat(b"eE");
        if exponent {
            self.eat(b"+-");
            if self.digits() == 0 {
                return self.refuse("digits");
            }
        }
        let number = self.text.get(start..self.at).unwrap_or_default();
        if (exponent || digits > DOUBLE_DIGITS) && number.parse().is_ok_and(f64::is_infinite) {
            let number = number.get(..SHOWN).unwrap_or(number).into();
            return Err(JsonError::new(JsonErrorKind::NumberTooLarge { at: start, number }));
        }
        Ok(self.push(EntryKind::Number, start, self.at, false))
    }

    fn string(&mut self) -> Result<Next, JsonError> {
        self.step();
        let start = self.at;
        let mut escaped = false;
        loop {
            self.at = self.at.saturating_add(plain(self.bytes()));
            match self.bytes() {
                [b'"', ..] => break,
                [b'\\', _, ..] => {
                    escaped = true;
                    self.at = self.at.saturating_add(2);
                }
                _ => return self.refuse("the end of the string"),
            }
        }
        let end = self.at;
        if escaped && self.text.get(start..end).and_then(unescape).is_none() {
            self.at = start;
            return self.refuse("a string with valid escapes");
        }
        self.step();
        Ok(self.push(EntryKind::String, start, end, escaped))
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn json_syntax() {
        for good in [
            "null",
            " [ ] ",
            "{ }",
            "[1,-0.5e+3,0]",
            r#"{"a":[{"b":null}],"":"\u00e9\ud83d\ude00\/"}"#,
            "true",
            r#""""#,
        ] {
            assert!(Tape::parse(good).is_ok(), "{good}");
        }
        let bad = r#"[ ] [1,] {"a"} {"a":1,} {a:1} 01 1. - 1e nul "\x" "\ud800" " {"a":1] +1 NaN "\u12""#;
        for bad in bad.split(' ').chain(["", "[1 2]", "1 2", "\"\n\""]) {
            assert!(Tape::parse(bad).is_err(), "{bad}");
        }
    }

    #[test]
    fn entries_have_the_index_of_the_next_sibling() {
        let tape = Tape::parse(r#"[[1,2],"a\n"]"#).unwrap();
        assert_eq!((tape.count(), tape.entry(0).next, tape.entry(1).next), (5, 5, 4));
        assert_eq!(tape.string(tape.entry(4)), "a\n");
        assert_eq!(tape.raw(tape.entry(3)), "2");
        assert_eq!((tape.entry(0).count(), tape.entry(1).count()), (2, 2));
        let tape = Tape::parse(r#"{"a":{},"b":[{"c":1,"d":2}]}"#).unwrap();
        assert_eq!([0, 2, 4, 5].map(|index| tape.entry(index).count()), [4, 0, 1, 4]);
    }

    #[test]
    fn strings_end_at_any_place() {
        for length in 0..100 {
            for (end, is_good) in
                [("\"", true), ("\\n\"", true), ("\n\"", false), ("\\", false), ("", false), ("é\"", true)]
            {
                let text = ["\"", &"a".repeat(length), end].concat();
                assert_eq!(Tape::parse(&text).is_ok(), is_good, "{text}");
            }
        }
    }

    #[test]
    fn nesting_costs_no_extra_time() {
        // Under Miri, everything takes about a thousand times longer.
        let depth = if cfg!(miri) { 1_000 } else { 1_000_000 };
        let deep = ["[".repeat(depth), "]".repeat(depth)].concat();
        assert_eq!(Tape::parse(&deep).unwrap().count(), depth);
    }
}
