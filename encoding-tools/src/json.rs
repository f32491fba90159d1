//! Helpers for JSON text, and nodes of a parsed text whose errors have the byte offset.

use alloc::format;
use alloc::string::String;
use alloc::vec::Vec;

use tezos_encoding_core::__tools::tape::{EntryKind, Tape};
use tezos_encoding_core::__tools::text::unhex;
use tezos_encoding_core::walk::{JsonError, JsonErrorKind};

/// Returns an array, each element printed by `item`.
pub(crate) fn list<T>(items: &[T], item: impl FnMut(&T) -> String) -> String {
    format!("[{}]", items.iter().map(item).collect::<Vec<_>>().join(","))
}

/// Returns an array with each element, printed by `item`, on a line of its own.
pub(crate) fn lines<T>(items: &[T], item: impl FnMut(&T) -> String) -> String {
    match items {
        [] => String::from("[]"),
        items => format!("[\n{}\n]", items.iter().map(item).collect::<Vec<_>>().join(",\n")),
    }
}

/// Returns `text` as a quoted string.
pub(crate) fn string(text: &str) -> String {
    let escaped = text.chars().map(|character| match character {
        '"' | '\\' => format!("\\{character}"),
        '\u{0}'..='\u{1f}' => format!("\\u{:04x}", u32::from(character)),
        other => other.into(),
    });
    format!("\"{}\"", escaped.collect::<String>())
}

/// Returns the hexadecimal digits of `bytes`.
pub(crate) fn hex(bytes: &[u8]) -> String {
    bytes.iter().map(|byte| format!("{byte:02x}")).collect()
}

pub(crate) type Parsed<T> = Result<T, JsonError>;

/// Parses `text` and reads it with `root`.
pub(crate) fn read<T>(text: &str, root: impl FnOnce(Node<'_, '_>) -> Parsed<T>) -> Parsed<T> {
    root(Node { tape: &Tape::parse(text)?, index: 0 }).map_err(|error| error.in_text(text))
}

/// A value of a parsed text.
#[derive(Clone, Copy)]
pub(crate) struct Node<'a, 't> {
    tape: &'a Tape<'t>,
    index: usize,
}

impl Node<'_, '_> {
    fn kind(self) -> EntryKind {
        self.tape.entry(self.index).kind
    }

    /// Returns the error that `expected` was expected here.
    pub(crate) fn refuse<T>(self, expected: &'static str) -> Parsed<T> {
        let at = self.tape.entry(self.index).start;
        Err(JsonError::new(JsonErrorKind::Syntax { at, expected }))
    }

    pub(crate) fn is_null(self) -> bool {
        self.kind() == EntryKind::Null
    }

    pub(crate) fn text(self, expected: &'static str) -> Parsed<String> {
        match self.kind() {
            EntryKind::String => Ok(self.tape.string(self.tape.entry(self.index)).into_owned()),
            _ => self.refuse(expected),
        }
    }

    /// Returns an integer as a `T`. If it is outside the range of `T`, `limited` was expected.
    pub(crate) fn number<T: TryFrom<i128>>(self, expected: &'static str, limited: &'static str) -> Parsed<T> {
        match self.tape.raw(self.tape.entry(self.index)).parse::<i128>().map(T::try_from) {
            Ok(Ok(number)) => Ok(number),
            Ok(Err(_)) => self.refuse(limited),
            Err(_) => self.refuse(expected),
        }
    }

    /// Returns the bytes of a string of hexadecimal digits.
    pub(crate) fn bytes(self) -> Parsed<Vec<u8>> {
        let expected = "bytes in hexadecimal";
        unhex(&self.text(expected)?).map_or_else(|| self.refuse(expected), Ok)
    }

    pub(crate) fn boolean(self) -> Parsed<bool> {
        match self.kind() {
            EntryKind::Bool(boolean) => Ok(boolean),
            _ => self.refuse("`true` or `false`"),
        }
    }

    /// Returns the bits of a float: of a number, or of the reference's string for NaN or an infinity.
    pub(crate) fn float(self) -> Parsed<u64> {
        let raw = self.tape.raw(self.tape.entry(self.index));
        raw.parse().map(f64::to_bits).or_else(|_| self.refuse("a number"))
    }

    /// Returns the value of a member of an object; `None` if there is no such member, or no object.
    pub(crate) fn find(self, name: &str) -> Option<Self> {
        let object = self.tape.entry(self.index);
        if object.kind != EntryKind::Object {
            return None;
        }
        let mut key = self.index.saturating_add(1);
        while key < object.next {
            let value = key.saturating_add(1);
            if self.tape.string(self.tape.entry(key)) == name {
                return Some(Node { index: value, ..self });
            }
            key = self.tape.entry(value).next;
        }
        None
    }

    /// Returns the value of the member whose name is between the backquotes of `expected`.
    pub(crate) fn field(self, expected: &'static str) -> Parsed<Self> {
        self.find(expected.trim_matches('`')).map_or_else(|| self.refuse(expected), Ok)
    }

    /// Reads each element of an array with `element`.
    pub(crate) fn each<T>(self, expected: &'static str, mut element: impl FnMut(Self) -> Parsed<T>) -> Parsed<Vec<T>> {
        let list = self.tape.entry(self.index);
        if list.kind != EntryKind::Array {
            return self.refuse(expected);
        }
        let mut elements = Vec::new();
        let mut index = self.index.saturating_add(1);
        while index < list.next {
            elements.push(element(Node { index, ..self })?);
            index = self.tape.entry(index).next;
        }
        Ok(elements)
    }
}
