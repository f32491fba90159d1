//! Parts of a JSON text, and what they are asked by those who look for values in them.

use alloc::borrow::Cow;
use alloc::collections::BTreeSet;
use alloc::string::String;
use alloc::vec::Vec;

use super::shape::elements;
use super::tape::{Entry, Kind, Tape};
use super::text::unhex;
use crate::error::ErrorKind;
use crate::schema::Encoding;
use crate::schema::trouble::{Got, Trouble};

/// A part of a text.
#[derive(Clone, Copy)]
pub(crate) struct JsonPart<'t> {
    pub(crate) tape: &'t Tape<'t>,
    pub(crate) index: usize,
    pub(crate) share: Share,
}

/// What of an object or an array a value is.
#[derive(Clone, Copy, PartialEq)]
pub(crate) enum Share {
    All,
    /// Some fields, as a part of merged objects.
    Fields,
    /// Some elements, as a part of merged tuples.
    Elements(Window),
}

/// Some elements of an array: those before them, and how many. No tuple has so many that 32 bits do not count them; in one number,
/// because nodes are copied all the time.
#[derive(Clone, Copy, PartialEq)]
pub(crate) struct Window(u64);

impl Window {
    pub(crate) fn new(before: usize, count: usize) -> Self {
        let [before, count] = [before, count].map(|elements| u64::from(u32::try_from(elements).unwrap_or(u32::MAX)));
        Self(before << 32 | count)
    }

    pub(crate) fn before(self) -> usize {
        usize::try_from(self.0 >> 32).unwrap_or(usize::MAX)
    }

    pub(crate) fn count(self) -> usize {
        usize::try_from(self.0 & u64::from(u32::MAX)).unwrap_or(usize::MAX)
    }
}

/// Parts up to one: elements, or keys and values.
#[derive(Clone, Copy)]
pub(crate) struct JsonParts<'t> {
    tape: &'t Tape<'t>,
    pub(crate) at: usize,
    end: usize,
}

/// The greatest integer up to which floats have every integer.
const FLOAT_INTEGERS: f64 = 9_007_199_254_740_992.0;

/// Characters of a name that an error shows.
const SHOWN: usize = 64;

/// What a tuple is in JSON.
pub(crate) const TUPLE: &str = "an array of as many elements as the tuple has";

impl<'t> JsonParts<'t> {
    /// The first, and those behind it.
    pub(crate) fn next(self) -> Option<(JsonPart<'t>, Self)> {
        let rest = Self { at: self.tape.entry(self.at).behind, ..self };
        (self.at < self.end).then_some((JsonPart::at(self.tape, self.at), rest))
    }

    /// The first key, its value, and the entries behind them.
    pub(crate) fn next_pair(self) -> Option<(Cow<'t, str>, JsonPart<'t>, Self)> {
        let (key, values) = self.next()?;
        let (value, rest) = values.next()?;
        Some((self.tape.string(key.entry()), value, rest))
    }

    pub(crate) fn count(self) -> usize {
        let (mut count, mut entries) = (0usize, self);
        while let Some((_, rest)) = entries.next() {
            count = count.saturating_add(1);
            entries = rest;
        }
        self.tape.worked(count / 8);
        count
    }
}

impl<'t> JsonPart<'t> {
    /// All of a text.
    pub(crate) fn root(tape: &'t Tape<'t>) -> Self {
        Self::at(tape, 0)
    }

    pub(crate) fn at(tape: &'t Tape<'t>, index: usize) -> Self {
        Self { tape, index, share: Share::All }
    }

    pub(crate) fn entry(&self) -> Entry {
        self.tape.entry(self.index)
    }

    pub(crate) fn wrong<T>(&self, expected: &'static str) -> Got<T> {
        self.refuse(ErrorKind::WrongValue { expected })
    }

    pub(crate) fn refuse<T>(&self, kind: ErrorKind) -> Got<T> {
        Err(Trouble::Mismatch { kind, at: self.start() })
    }

    /// Bytes of the text before it.
    pub(crate) fn start(&self) -> usize {
        self.entry().start
    }

    /// What was done with the text, in steps.
    pub(crate) fn work(&self) -> usize {
        self.tape.work()
    }

    pub(crate) fn string(&self, expected: &'static str) -> Got<Cow<'t, str>> {
        let entry = self.entry();
        if entry.kind == Kind::String { Ok(self.tape.string(entry)) } else { self.wrong(expected) }
    }

    pub(crate) fn inside(&self) -> JsonParts<'t> {
        JsonParts { tape: self.tape, at: self.index.saturating_add(1), end: self.entry().behind }
    }

    /// The value of a key, the first of its name.
    pub(crate) fn get(&self, name: &str) -> Option<Self> {
        let mut entries = self.inside();
        loop {
            self.tape.worked(1);
            let (key, value, rest) = entries.next_pair()?;
            if key == name {
                return Some(value);
            }
            entries = rest;
        }
    }

    /// An object with one key, this one.
    pub(crate) fn only(&self, name: &str) -> Option<Self> {
        let entry = self.entry();
        let value = self.get(name).filter(|_| entry.kind == Kind::Object)?;
        (value.entry().behind == entry.behind && value.index == self.index.saturating_add(2)).then_some(value)
    }

    pub(crate) fn hex(&self) -> Option<Vec<u8>> {
        unhex(&self.string("").ok()?)
    }

    pub(crate) fn integer(&self) -> Option<i128> {
        let text = self.tape.raw(self.entry());
        if let Ok(number) = text.parse() {
            return Some(number);
        }
        let number: f64 = text.parse().ok()?;
        let near = (-FLOAT_INTEGERS..=FLOAT_INTEGERS).contains(&number) && number % 1.0 == 0.0;
        near.then(|| alloc::format!("{number:.0}").parse().ok()).flatten()
    }

    /// Refuses what is no object.
    pub(crate) fn keys(&self) -> Got<JsonParts<'t>> {
        if self.entry().kind == Kind::Object { Ok(self.inside()) } else { self.wrong("an object") }
    }

    /// Refuses a key that an object does not have, and one that is there twice.
    pub(crate) fn known(&self, has: &dyn Fn(&str) -> bool) -> Got<()> {
        let mut entries = self.keys()?;
        let mut seen = BTreeSet::new();
        while let Some((key, value, rest)) = entries.next_pair() {
            let known = has(&key);
            if !known || seen.contains(&key) {
                let name = key.chars().take(SHOWN).collect::<String>().into();
                return value.refuse(ErrorKind::UnexpectedField { name, twice: known });
            }
            seen.insert(key);
            entries = rest;
        }
        self.tape.worked(seen.len());
        Ok(())
    }

    /// The elements that are left for the one of some merged tuples that may have more or fewer. Of two such tuples nobody knows
    /// where the one ends.
    pub(crate) fn left(&self, parts: &[&'static Encoding]) -> Got<usize> {
        let all = self.window()?.count();
        let known = parts.iter().filter_map(|part| elements(part)).fold(0, usize::saturating_add);
        let unknown = parts.iter().filter(|part| elements(part).is_none()).count();
        match (all.checked_sub(known), unknown) {
            (Some(left), 1) => Ok(left),
            (Some(0), 0) => Ok(0),
            _ => self.wrong(TUPLE),
        }
    }

    /// The elements that a tuple has to itself.
    pub(crate) fn window(&self) -> Got<Window> {
        let elements = self.elements()?;
        Ok(if let Share::Elements(window) = self.share { window } else { Window::new(0, elements.count()) })
    }

    /// The elements of an array.
    pub(crate) fn elements(&self) -> Got<JsonParts<'t>> {
        if self.entry().kind == Kind::Array { Ok(self.inside()) } else { self.wrong("an array") }
    }
}
