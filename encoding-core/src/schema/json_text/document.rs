//! BSON from JSON text.

use alloc::vec::Vec;

use super::tape::{Kind, Tape};
use crate::schema::bson;

/// Appends the value at `root` as a BSON document.
pub(crate) fn document(tape: &Tape<'_>, root: usize, out: &mut Vec<u8>) -> Result<(), &'static str> {
    let mut writer = bson::Writer::new(out);
    // The end of each open object or array, and whether it has keys.
    let mut open: Vec<(usize, bool)> = Vec::new();
    let (mut at, end) = (root, tape.entry(root).behind);
    loop {
        while open.last().is_some_and(|(end, _)| *end == at) {
            open.pop();
            writer.put(bson::Step::Close { array: false })?;
        }
        if at >= end {
            return Ok(());
        }
        let mut entry = tape.entry(at);
        if open.last().is_some_and(|(_, keys)| *keys) {
            writer.put(bson::Step::Key(tape.string(entry).as_bytes()))?;
            at = at.saturating_add(1);
            entry = tape.entry(at);
        }
        at = at.saturating_add(1);
        let text;
        let step = match entry.kind {
            Kind::Null => bson::Step::Null,
            Kind::Bool(value) => bson::Step::Bool(value),
            Kind::Number => bson::Step::Number(tape.raw(entry).parse().unwrap_or(f64::NAN)),
            Kind::String => {
                text = tape.string(entry);
                bson::Step::Text(text.as_bytes())
            }
            Kind::Array | Kind::Object => bson::Step::Open { array: entry.kind == Kind::Array },
        };
        writer.put(step)?;
        if matches!(entry.kind, Kind::Array | Kind::Object) {
            open.push((entry.behind, entry.kind == Kind::Object));
        }
    }
}
