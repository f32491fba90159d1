//! Prints JSON while reading the bytes of a value.

mod compact;
mod scalar;
mod walk;

use alloc::string::String;
use alloc::vec::Vec;
use core::fmt::{self, Write};

use super::super::Refusal;
use crate::error::{DecodeError, Path};
use crate::revision::Revision;
use crate::schema::{DefaultBytes, Encoding};
use crate::walk::json_text::text;
use crate::walk::{Cursor, check_at};
use walk::{Open, Place};

pub(in crate::walk) use scalar::scalar;

/// Nesting limit of values inside lazy values, and of values with a different encoding in JSON.
const MAX_INNER: u32 = 32;

/// The number of bytes of JSON for each byte of a value for which memory is reserved. Without, an attestation takes a quarter more time.
const JSON_BYTES: usize = 3;

/// The length of a text from which on it is passed on.
const CHUNK: usize = 4096;

/// Returns the JSON of the value `bytes`, which is nested in `inner` other values.
pub(super) fn json(
    encoding: &'static Encoding,
    bytes: &[u8],
    inner: u32,
    revision: Revision,
) -> Result<String, DecodeError> {
    let mut printer = Printer::new(inner, revision);
    printer.text.reserve(bytes.len().saturating_mul(JSON_BYTES));
    printer.whole(encoding, bytes, Place::default(), None)?;
    Ok(printer.text)
}

/// Writes the JSON of the value `bytes` while reading it.
pub(super) fn write(
    encoding: &'static Encoding,
    bytes: &[u8],
    revision: Revision,
    out: &mut dyn Write,
) -> Result<fmt::Result, DecodeError> {
    let mut printer = Printer::new(0, revision);
    let mut out = Output { out, result: Ok(()) };
    let printed = printer.whole(encoding, bytes, Place::default(), Some(&mut out));
    out.write(&printer.text);
    printed.map(|()| out.result)
}

/// Receives the text from time to time.
pub(super) struct Output<'o> {
    out: &'o mut dyn Write,
    result: fmt::Result,
}

impl Output<'_> {
    fn write(&mut self, text: &str) {
        self.result = self.result.and_then(|()| self.out.write_str(text));
    }
}

/// Prints values while reading them. It reads like the walker that [explains errors](crate::walk::explain), and accepts the same bytes. What it
/// refuses, that walker reads again, so that only that one has to know where a value is.
pub(in crate::walk) struct Printer {
    text: String,
    /// What remains to be done of the open values.
    open: Vec<Open>,
    /// The entries of the open maps, which are sorted by key in the end: each key, and where its entry starts in the text, with its comma.
    maps: Vec<Vec<(Vec<u8>, usize)>>,
    /// The index in `open` of the first value that is not around the bytes that are read.
    base: usize,
    /// The number of open values whose text may still change: maps, and fields that may equal their default.
    held: usize,
    inner: u32,
    revision: Revision,
}

impl Printer {
    fn new(inner: u32, revision: Revision) -> Self {
        let (text, open, maps, base, held) = Default::default();
        Self { text, open, maps, base, held, inner, revision }
    }

    /// Prints the value that is all of `bytes`.
    fn whole(
        &mut self,
        encoding: &'static Encoding,
        bytes: &[u8],
        place: Place,
        out: Option<&mut Output<'_>>,
    ) -> Result<(), DecodeError> {
        self.all(encoding, bytes, place, out).map_err(|(refusal, path)| {
            let error = || DecodeError::new(*refusal.kind, refusal.offset, path, (encoding, bytes), None);
            check_at(encoding, bytes, self.revision).err().unwrap_or_else(error)
        })
    }

    /// Prints the value that is all of `bytes`, or returns a refusal and where the value is that it is about.
    fn all(
        &mut self,
        encoding: &'static Encoding,
        bytes: &[u8],
        place: Place,
        out: Option<&mut Output<'_>>,
    ) -> Result<(), (Refusal, Path)> {
        let mut at = Cursor::new(bytes);
        at.revision = self.revision;
        let base = core::mem::replace(&mut self.base, self.open.len());
        let printed = self.run(&mut at, encoding, place, out).and_then(|()| at.ended());
        let printed = printed.map_err(|refusal| (refusal, self.path()));
        self.open.truncate(self.base);
        self.base = base;
        printed
    }

    /// Returns the path to the value that is read.
    #[cold]
    fn path(&self) -> Path {
        let segments: Vec<_> = self.open.iter().skip(self.base).filter_map(Open::segment).collect();
        Path::from_outermost(&segments)
    }

    /// Prints the value that is all of `bytes` inside another one, where it may be a part of a merge.
    pub(in crate::walk) fn inner(
        &mut self,
        encoding: &'static Encoding,
        bytes: &[u8],
        is_part: bool,
    ) -> Result<(), DecodeError> {
        self.inner = self.inner.saturating_add(1);
        let printed = self.whole(encoding, bytes, Place { omitted: None, is_part }, None);
        self.inner = self.inner.saturating_sub(1);
        printed
    }

    /// Returns the text, to which the caller appends the next value, or more of it.
    pub(in crate::walk) fn text(&mut self, is_next: bool) -> &mut String {
        if is_next {
            self.start();
        }
        &mut self.text
    }

    /// Starts a value, or the name before it: writes the comma after the value before.
    pub(in crate::walk) fn start(&mut self) {
        if !matches!(self.text.as_bytes().last(), None | Some(b'[' | b'{' | b':' | b',')) {
            self.text.push(',');
        }
    }

    /// Starts an entry with its name or key.
    fn named(&mut self, name: &str) {
        self.start();
        text::string(&mut self.text, name);
        self.text.push(':');
    }

    /// Passes the text on, except for the last character, on which the next comma depends.
    fn flush(&mut self, out: &mut Output<'_>) {
        let last = self.text.pop();
        out.write(&self.text);
        self.text.clear();
        self.text.extend(last);
    }

    /// Writes a lazy value.
    fn lazy(&mut self, encoding: &'static Encoding, bytes: &[u8]) {
        self.start();
        let (start, maps, held) = (self.text.len(), self.maps.len(), self.held);
        if self.inner < MAX_INNER && self.inner(encoding, bytes, false).is_ok() {
            return;
        }
        self.text.truncate(start);
        self.maps.truncate(maps);
        self.held = held;
        self.text.push_str("{\"invalid_lazy_bytes\":");
        text::hex(&mut self.text, bytes);
        self.text.push('}');
    }

    /// Opens a map.
    fn map(&mut self) {
        self.held = self.held.saturating_add(1);
        self.maps.push(Vec::new());
    }

    /// Closes the innermost map: sorts its entries by key. Returns false if a key occurs twice.
    fn sort(&mut self) -> bool {
        self.held = self.held.saturating_sub(1);
        let entries = self.maps.pop().unwrap_or_default();
        let is_ascending = entries.is_sorted_by(|(one, _), (other, _)| one < other);
        let Some((_, first)) = entries.first().filter(|_| !is_ascending) else { return true };
        let text = self.text.split_off(*first);
        let ends = entries.iter().skip(1).map(|(_, start)| start.saturating_sub(*first)).chain([text.len()]);
        let mut start = 0usize;
        let mut pieces: Vec<(&[u8], &str)> = Vec::with_capacity(entries.len());
        for ((key, _), end) in entries.iter().zip(ends) {
            let piece = text.get(start..end).unwrap_or_default();
            pieces.push((key, piece.strip_prefix(',').unwrap_or(piece)));
            start = end;
        }
        pieces.sort_unstable();
        for (_, piece) in &pieces {
            self.start();
            self.text.push_str(piece);
        }
        pieces.is_sorted_by(|(one, _), (other, _)| one < other)
    }

    /// Ends a field that JSON omits if it equals its default: its text starts at `before`, that of its value at `start`.
    fn default(
        &mut self,
        (before, start): (usize, usize),
        inner: &'static Encoding,
        default: DefaultBytes,
        found: &[u8],
    ) {
        self.held = self.held.saturating_sub(1);
        let value = self.text.get(start..).unwrap_or_default();
        let is_default = |bytes: &[u8]| bytes == found || self.same_text(inner, bytes, value);
        if default.bytes().is_some_and(|bytes| is_default(&bytes)) {
            self.text.truncate(before);
        }
    }

    /// Returns true if `value` is the JSON of the default. Its bytes may still differ, because readers accept bytes that writers do not
    /// produce.
    fn same_text(&self, inner: &'static Encoding, default: &[u8], value: &str) -> bool {
        let printed = || json(inner, default, self.inner.saturating_add(1), self.revision);
        self.inner < MAX_INNER && printed().is_ok_and(|text| text == value)
    }
}
