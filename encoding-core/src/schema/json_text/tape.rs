//! A JSON text as a list of its parts: nothing is nested, and numbers and strings stay text until they are asked for.

use alloc::borrow::Cow;
use alloc::vec::Vec;
use core::cell::Cell;

use super::error::{JsonError, JsonErrorKind};
use super::text::unescape;

/// What a part is.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Kind {
    /// `null`.
    Null,
    /// `true`, `false`.
    Bool(bool),
    /// Digits, as they stand.
    Number,
    /// The text between the quotes.
    String,
    /// Its elements follow.
    Array,
    /// Keys, which are strings, each with its value behind it.
    Object,
}

/// A part of the text.
#[derive(Clone, Copy, Debug)]
pub struct Entry {
    /// What it is.
    pub kind: Kind,
    /// Where its text starts, and where it ends for numbers and strings.
    pub start: usize,
    end: usize,
    /// The entry behind it and all that is inside.
    pub behind: usize,
}

/// The parts in the order of the text.
pub struct Tape<'t> {
    text: &'t str,
    entries: Vec<Entry>,
    /// What was done with it, in steps.
    work: Cell<usize>,
}

/// What may come next.
#[derive(Clone, Copy, PartialEq, Eq)]
enum Next {
    Value,
    /// A value, or the end of an array that has none.
    First,
    /// A key, or the end of an object that has none.
    FirstKey,
    Key,
    /// A comma or the end.
    Comma,
}

struct Parser<'t> {
    text: &'t str,
    at: usize,
    entries: Vec<Entry>,
    open: Vec<usize>,
}

impl<'t> Tape<'t> {
    /// Reads a text that is one value.
    ///
    /// # Errors
    /// `Syntax`.
    pub fn parse(text: &'t str) -> Result<Self, JsonError> {
        let mut parser = Parser { text, at: 0, entries: Vec::new(), open: Vec::new() };
        parser.run()?;
        Ok(Self { text, entries: parser.entries, work: Cell::new(0) })
    }

    /// The number of parts.
    pub fn count(&self) -> usize {
        self.entries.len()
    }

    /// The part at `index`; `null` behind the last.
    pub fn entry(&self, index: usize) -> Entry {
        let none = Entry { kind: Kind::Null, start: self.text.len(), end: self.text.len(), behind: index };
        self.entries.get(index).copied().unwrap_or(none)
    }

    /// The steps that reading values from the text has taken.
    pub fn work(&self) -> usize {
        self.work.get()
    }

    /// Takes note of so many steps.
    pub fn worked(&self, steps: usize) {
        self.work.set(self.work.get().saturating_add(steps));
    }

    /// The text of a number, or that between the quotes of a string.
    pub fn raw(&self, entry: Entry) -> &'t str {
        let text = self.text.get(entry.start..entry.end).unwrap_or_default();
        self.worked(text.len() / 64);
        text
    }

    /// A string.
    pub fn string(&self, entry: Entry) -> Cow<'t, str> {
        unescape(self.raw(entry)).unwrap_or_default()
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

    fn push(&mut self, kind: Kind, start: usize, end: usize) {
        let behind = self.entries.len().saturating_add(1);
        self.entries.push(Entry { kind, start, end, behind });
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
                    if self.bytes().first() != Some(&b':') {
                        return self.refuse("`:`");
                    }
                    self.step();
                    Next::Value
                }
                (Next::Comma, None) if self.open.is_empty() => return Ok(()),
                (Next::Comma, Some(found)) => self.separator(found)?,
                (Next::FirstKey | Next::Key, _) => return self.refuse("a key"),
                (Next::Comma, None) => return self.refuse("`,` or the end of what is open"),
                (Next::Value | Next::First, None) => return self.refuse("a value"),
            };
        }
    }

    fn innermost(&self) -> Option<Kind> {
        self.open.last().and_then(|index| self.entries.get(*index)).map(|entry| entry.kind)
    }

    fn separator(&mut self, found: u8) -> Result<Next, JsonError> {
        match (self.innermost(), found) {
            (Some(Kind::Array), b']') | (Some(Kind::Object), b'}') => Ok(self.close()),
            (Some(Kind::Array), b',') => {
                self.step();
                Ok(Next::Value)
            }
            (Some(_), b',') => {
                self.step();
                Ok(Next::Key)
            }
            (None, _) => self.refuse("the end of the text"),
            _ => self.refuse("`,` or the end of what is open"),
        }
    }

    fn close(&mut self) -> Next {
        self.step();
        let behind = self.entries.len();
        if let Some(entry) = self.open.pop().and_then(|index| self.entries.get_mut(index)) {
            entry.behind = behind;
        }
        Next::Comma
    }

    fn value(&mut self, first: u8) -> Result<Next, JsonError> {
        let start = self.at;
        let (word, kind) = match first {
            b'[' | b'{' => {
                self.open.push(self.entries.len());
                let (kind, next) =
                    if first == b'[' { (Kind::Array, Next::First) } else { (Kind::Object, Next::FirstKey) };
                self.push(kind, start, start);
                self.step();
                return Ok(next);
            }
            b'"' => {
                self.string()?;
                return Ok(Next::Comma);
            }
            b'n' => ("null", Kind::Null),
            b't' => ("true", Kind::Bool(true)),
            b'f' => ("false", Kind::Bool(false)),
            b'-' | b'0'..=b'9' => return self.number(),
            _ => return self.refuse("a value"),
        };
        if !self.bytes().starts_with(word.as_bytes()) {
            return self.refuse("a value");
        }
        self.at = start.saturating_add(word.len());
        self.push(kind, start, self.at);
        Ok(Next::Comma)
    }

    fn number(&mut self) -> Result<Next, JsonError> {
        let start = self.at;
        if self.bytes().first() == Some(&b'-') {
            self.step();
        }
        let zero = self.bytes().first() == Some(&b'0');
        let digits = self.digits();
        if digits == 0 || zero && digits > 1 {
            return self.refuse("digits");
        }
        if self.bytes().first() == Some(&b'.') {
            self.step();
            if self.digits() == 0 {
                return self.refuse("digits");
            }
        }
        if matches!(self.bytes().first(), Some(b'e' | b'E')) {
            self.step();
            if matches!(self.bytes().first(), Some(b'+' | b'-')) {
                self.step();
            }
            if self.digits() == 0 {
                return self.refuse("digits");
            }
        }
        self.push(Kind::Number, start, self.at);
        Ok(Next::Comma)
    }

    fn string(&mut self) -> Result<(), JsonError> {
        self.step();
        let start = self.at;
        let mut escaped = false;
        loop {
            self.skip(|byte| !matches!(byte, b'"' | b'\\' | 0..=0x1f));
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
            return self.refuse("a string with escapes that JSON has");
        }
        self.step();
        self.push(Kind::String, start, end);
        Ok(())
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn what_json_is() {
        for good in
            ["null", " [ ] ", "{ }", "[1,-0.5e+3,0]", r#"{"a":[{"b":null}],"":"\u00e9\ud83d\ude00\/"}"#, "true", "\"\""]
        {
            assert!(Tape::parse(good).is_ok(), "{good}");
        }
        for bad in [
            "",
            "[",
            "]",
            "[1,]",
            "{\"a\"}",
            "{\"a\":1,}",
            "{a:1}",
            "01",
            "1.",
            "-",
            "1e",
            "nul",
            "[1 2]",
            "1 2",
            "\"\\x\"",
            "\"\\ud800\"",
            "\"\n\"",
            "\"",
            "{\"a\":1]",
            "+1",
            "NaN",
            "\"\\u12\"",
        ] {
            assert!(Tape::parse(bad).is_err(), "{bad}");
        }
    }

    #[test]
    fn parts_know_what_is_behind_them() {
        let tape = Tape::parse(r#"[[1,2],"a\n"]"#).unwrap();
        assert_eq!((tape.count(), tape.entry(0).behind, tape.entry(1).behind), (5, 5, 4));
        assert_eq!(tape.string(tape.entry(4)), "a\n");
        assert_eq!(tape.raw(tape.entry(3)), "2");
    }

    #[test]
    fn depth_costs_nothing() {
        // Miri takes a microsecond for what a machine does in a nanosecond.
        let depth = if cfg!(miri) { 1_000 } else { 1_000_000 };
        let deep = ["[".repeat(depth), "]".repeat(depth)].concat();
        assert_eq!(Tape::parse(&deep).unwrap().count(), depth);
    }
}
