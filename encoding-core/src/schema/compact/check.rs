//! The rules of compact encodings, which are checked at compile time.

#![allow(clippy::panic, reason = "a panic in a constant is a compile error, which is what these are for")]

use super::{CompactSchema, Part, PartUnion, SharedTag};
use crate::schema::{Class, Size, rules};

/// Checks all rules of a compact encoding.
#[track_caller]
pub(crate) const fn check(compact: &CompactSchema) {
    shares(compact);
    part(compact.part);
}

/// Checks that the bits of the parts fit the tag, and that the end of each part can be found.
#[track_caller]
pub const fn shares(compact: &CompactSchema) {
    let needed = compact.part.bits();
    if needed > compact.tag.bits() {
        let text = too_many(needed, compact.tag);
        panic!("{}", text.as_str());
    }
    own(compact.part);
}

/// Checks a part and everything inside it.
#[track_caller]
pub const fn part(checked: &Part) {
    own(checked);
    match checked {
        Part::Payload(encoding) | Part::OrInt32(encoding) => rules::rest(encoding, 0),
        Part::List { item, .. } => {
            rules::list_item(item);
            rules::rest(item, 0);
        }
        _ => each!(inner of checked.child => part(inner)),
    }
}

/// Checks a part, but not the content of its own parts.
#[track_caller]
const fn own(part: &Part) {
    let mut open = false;
    each!(field of part.field => open = ends(open, field.size()));
    if let Part::Union(union) = part {
        let needed = PartUnion::new(union.cases);
        if union.tag_bits < needed.tag_bits {
            let text = too_few("cases", needed.tag_bits, "union_tag_bits", union.tag_bits);
            panic!("{}", text.as_str());
        }
        if union.cases_bits < needed.cases_bits {
            let text = too_few("fields of the widest case", needed.cases_bits, "cases_tag_bits", union.cases_bits);
            panic!("{}", text.as_str());
        }
        let mut rest = union.cases;
        while let [first, others @ ..] = rest {
            each!(other in others => if other.tag == first.tag {
                panic!("two cases of this compact encoding have the same tag");
            });
            rest = others;
        }
    }
}

/// Returns true if the block ends with the part of this size or with one before it; `open` is true if it ends with one
/// before it.
#[track_caller]
const fn ends(open: bool, size: Size) -> bool {
    if open && !matches!(size.class, Class::Fixed(0)) {
        panic!(
            "a part of this compact encoding extends to the end of the block, but other bytes follow: put a size prefix before it, `dynamic`, or `dynamic, list` if it is a list"
        );
    }
    open || matches!(size.class, Class::Variable)
}

/// A message that is assembled at compile time.
struct Text {
    bytes: [u8; 256],
    len: usize,
}

impl Text {
    const fn and(mut self, text: &str) -> Self {
        each!(byte in text.as_bytes() => if let (_, [free, ..]) = self.bytes.split_at_mut(self.len) {
            *free = *byte;
            self.len = self.len.saturating_add(1);
        });
        self
    }

    const fn number(self, number: u32) -> Self {
        let digit = [b'0'.saturating_add((number % 10) as u8)];
        let front = if number < 10 { self } else { self.number(number / 10) };
        match core::str::from_utf8(&digit) {
            Ok(digit) => front.and(digit),
            Err(_) => front,
        }
    }

    const fn as_str(&self) -> &str {
        match core::str::from_utf8(self.bytes.split_at(self.len).0) {
            Ok(text) => text,
            Err(_) => "",
        }
    }
}

const fn too_few(what: &str, needed: u32, item: &str, found: u32) -> Text {
    let text =
        Text { bytes: [0; 256], len: 0 }.and("the ").and(what).and(" of this compact encoding need ").number(needed);
    text.and(if needed == 1 { " bit" } else { " bits" }).and(" of the tag, but `").and(item).and("` is ").number(found)
}

const fn too_many(needed: u32, tag: SharedTag) -> Text {
    let text = Text { bytes: [0; 256], len: 0 };
    let text = text.and("the parts of this compact encoding need ").number(needed);
    let text = text
        .and(if needed == 1 { " bit" } else { " bits" })
        .and(" of the tag, which has ")
        .number(tag.bits())
        .and(": write ");
    match needed {
        0..=8 => text.and("`compact(tag = \"u8\")`"),
        9..=16 => text.and("`compact(tag = \"u16\")`"),
        _ => text.and("`payload` on fields until 16 bits are enough, and `compact(tag = \"u16\")`"),
    }
}
