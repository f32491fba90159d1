//! Converts JSON text to BSON.

use alloc::borrow::Cow;
use alloc::vec::Vec;

use super::json::JsonPart;
use super::trouble::Got;
use crate::walk::bson;
use crate::walk::json_text::tape::Kind;

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
                writer.put(bson::Step::Close { array: false }).or_else(|expected| part.wrong(expected))?;
            }
            if at >= end {
                return Ok(());
            }
            if open.last().is_some_and(|(_, keys)| *keys) {
                writer
                    .put(bson::Step::Key(self.tape.string(part.entry()).as_bytes()))
                    .or_else(|key| part.wrong(key))?;
                part = Self::at(self.tape, at.saturating_add(1));
            }
            at = part.index.saturating_add(1);
            let (entry, text) = (part.entry(), part.text_of_document());
            let step = match (entry.kind, &text) {
                (_, Some(text)) => bson::Step::Text(text),
                (Kind::Null | Kind::String, _) => bson::Step::Null,
                (Kind::Bool(value), _) => bson::Step::Bool(value),
                (Kind::Number, _) => bson::Step::Number(self.tape.raw(entry).parse().unwrap_or(f64::NAN)),
                (Kind::Array | Kind::Object, _) => {
                    open.push((entry.next, entry.kind == Kind::Object));
                    bson::Step::Open { array: entry.kind == Kind::Array }
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
        (self.entry().kind == Kind::String || core::str::from_utf8(&text).is_err()).then_some(text)
    }
}
