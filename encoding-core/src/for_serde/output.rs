//! Passes JSON to a serializer.

use serde_core::ser::{Error as _, SerializeMap as _, SerializeSeq as _};
use serde_core::{Serialize, Serializer};

use super::{MAX_DEPTH, text_of, too_deep};
use crate::walk::json_text::tape::{EntryKind, Tape};

/// Serializes a JSON text.
pub(super) fn serialize<S: Serializer>(json: &str, serializer: S) -> Result<S::Ok, S::Error> {
    let tape = Tape::parse(json).map_err(|error| S::Error::custom(text_of(&error)))?;
    TapeValue { tape: &tape, index: 0, depth: 0 }.serialize(serializer)
}

/// A value of the text, nested in `depth` arrays and objects.
struct TapeValue<'t> {
    tape: &'t Tape<'t>,
    index: usize,
    depth: u32,
}

impl<'t> TapeValue<'t> {
    /// Returns the elements of an array, or the keys and values of an object in turn.
    fn inside(&self) -> impl Iterator<Item = TapeValue<'t>> + Clone + use<'t> {
        let (tape, depth) = (self.tape, self.depth.saturating_add(1));
        let end = tape.entry(self.index).next;
        let next = move |index: &usize| Some(tape.entry(*index).next);
        core::iter::successors(Some(self.index.saturating_add(1)), next)
            .take_while(move |index| *index < end)
            .map(move |index| TapeValue { tape, index, depth })
    }
}

impl Serialize for TapeValue<'_> {
    fn serialize<S: Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
        let entry = self.tape.entry(self.index);
        if matches!(entry.kind, EntryKind::Array | EntryKind::Object) && self.depth >= MAX_DEPTH {
            return Err(S::Error::custom(too_deep()));
        }
        match entry.kind {
            EntryKind::Null => serializer.serialize_unit(),
            EntryKind::Bool(value) => serializer.serialize_bool(value),
            EntryKind::Number => number(self.tape.raw(entry), serializer),
            EntryKind::String => serializer.serialize_str(&self.tape.string(entry)),
            EntryKind::Array => {
                let mut array = serializer.serialize_seq(Some(self.inside().count()))?;
                self.inside().try_for_each(|element| array.serialize_element(&element))?;
                array.end()
            }
            EntryKind::Object => {
                let mut inside = self.inside();
                let mut object = serializer.serialize_map(Some(inside.clone().count() / 2))?;
                while let (Some(key), Some(value)) = (inside.next(), inside.next()) {
                    object.serialize_entry(&key, &value)?;
                }
                object.end()
            }
        }
    }
}

/// Serializes a number in the narrowest type that represents it exactly.
fn number<S: Serializer>(text: &str, serializer: S) -> Result<S::Ok, S::Error> {
    if let Ok(number) = text.parse() {
        return serializer.serialize_u64(number);
    }
    if let Ok(number) = text.parse() {
        return serializer.serialize_i64(number);
    }
    serializer.serialize_f64(text.parse().map_err(S::Error::custom)?)
}
