//! Converts JSON text to BSON.

use alloc::borrow::Cow;
use alloc::vec::Vec;

use super::json::JsonPart;
use super::trouble::Got;
use crate::walk::bson;
use crate::walk::json_text::tape::EntryKind;

impl<'t> JsonPart<'t> {
    /// Appends the value as a BSON document.
    pub(super) fn document(&self, out: &mut Vec<u8>) -> Got<()> {
        let mut writer = bson::Writer::new(out);
        // The end of each open object or array, and whether it is an object.
        let mut open: Vec<(usize, bool)> = Vec::new();
        let (mut at, end) = (self.index, self.entry().next);
        self.tape.worked(end.saturating_sub(at));
        loop {
            let mut part = Self::at(self.tape, at);
            while open.last().is_some_and(|(end, _)| *end == at) {
                open.pop();
                writer.put(bson::Event::Close { array: false }).or_else(|expected| part.wrong(expected))?;
            }
            if at >= end {
                return Ok(());
            }
            if open.last().is_some_and(|(_, keys)| *keys) {
                writer
                    .put(bson::Event::Key(self.tape.string(part.entry()).as_bytes()))
                    .or_else(|key| part.wrong(key))?;
                part = Self::at(self.tape, at.saturating_add(1));
            }
            at = part.index.saturating_add(1);
            let (entry, text) = (part.entry(), part.text_of_document());
            let step = match (entry.kind, &text) {
                (_, Some(text)) => bson::Event::Text(text),
                (EntryKind::Null | EntryKind::String, _) => bson::Event::Null,
                (EntryKind::Bool(value), _) => bson::Event::Bool(value),
                (EntryKind::Number, _) => bson::Event::Number(self.tape.raw(entry).parse().unwrap_or(f64::NAN)),
                (EntryKind::Array | EntryKind::Object, _) => {
                    open.push((entry.next, entry.kind == EntryKind::Object));
                    bson::Event::Open { array: entry.kind == EntryKind::Array }
                }
            };
            writer.put(step).or_else(|expected| part.wrong(expected))?;
            if text.is_some() {
                at = entry.next;
            }
        }
    }

    /// Returns the bytes of a string, or of the object that represents text that is not UTF-8.
    fn text_of_document(&self) -> Option<Cow<'t, [u8]>> {
        let text = self.text().ok()?;
        (self.entry().kind == EntryKind::String || core::str::from_utf8(&text).is_err()).then_some(text)
    }
}
