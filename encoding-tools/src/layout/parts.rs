//! Converts rows to parts with their offsets.

use alloc::format;
use alloc::string::{String, ToString};
use alloc::vec::Vec;

use super::{ARROW, LayoutPart, PartKind};
use crate::describe::tree::{Item, items};
use crate::describe::words::{self, contents, tag_bits};
use crate::describe::{Description, Layout, Row};
use tezos_encoding_core::schema::{Class, TagSize};
use tezos_encoding_core::wire::Prefix;

/// Letters for sizes.
const LETTERS: [&str; 10] = ["n", "m", "k", "p", "q", "r", "s", "t", "u", "v"];

/// Maximum number of letters in one offset: without a limit, each of many rows would repeat the letters of all rows
/// before it.
const MAX_LETTERS: usize = 32;

/// Returns the parts of rows, the first one at `offset`.
pub(super) fn parts(description: &Description, offset: usize, rows: &[Row]) -> Vec<LayoutPart> {
    let mut builder = Builder { description, at: Offset::Start(offset, Vec::new()), letters: 0, parts: Vec::new() };
    builder.items(&items(rows), None);
    builder.parts
}

/// Returns the tag of a union.
pub(super) fn tag_part(tag: TagSize) -> LayoutPart {
    let contents = format!("unsigned {} integer", tag_bits(tag));
    part(PartKind::Tag, Some("tag".to_string()), "0".to_string(), &Size::Bytes(tag.bytes()), contents)
}

fn part(kind: PartKind, name: Option<String>, offset: String, size: &Size, contents: String) -> LayoutPart {
    LayoutPart {
        kind,
        name,
        offset,
        size: size.text(),
        bytes: if let Size::Bytes(bytes) = size { Some(*bytes) } else { None },
        contents,
        block: None,
        determined: None,
        determines: 0,
        is_optional: false,
    }
}

#[derive(Clone)]
enum Offset {
    /// Bytes from the start, plus these sizes.
    Start(usize, Vec<String>),
    /// Bytes before the end.
    End(usize),
    /// Unknown: after a part of unknown size, or after more than [`MAX_LETTERS`] sizes.
    Unknown,
}

impl Offset {
    fn and(&self, size: &Size) -> Self {
        match (self, size) {
            (Self::Start(bytes, letters), Size::Bytes(more)) => {
                Self::Start(bytes.saturating_add(*more), letters.clone())
            }
            (Self::Start(bytes, letters), Size::Letter(letter)) if letters.len() < MAX_LETTERS => {
                Self::Start(*bytes, letters.iter().chain([letter]).cloned().collect())
            }
            (Self::End(left), Size::Bytes(more)) => Self::End(left.saturating_sub(*more)),
            _ => Self::Unknown,
        }
    }

    fn text(&self) -> String {
        match self {
            Self::Start(bytes, letters) => {
                let bytes = (*bytes != 0 || letters.is_empty()).then(|| bytes.to_string());
                bytes.into_iter().chain(letters.iter().cloned()).collect::<Vec<_>>().join(" + ")
            }
            Self::End(left) => format!("end − {left}"),
            Self::Unknown => "unknown".to_string(),
        }
    }
}

#[derive(Clone)]
enum Size {
    Bytes(usize),
    Letter(String),
    /// Up to the end of the block.
    Rest,
}

impl Size {
    fn text(&self) -> String {
        match self {
            Self::Bytes(bytes) => bytes.to_string(),
            Self::Letter(letter) => letter.clone(),
            Self::Rest => "rest".to_string(),
        }
    }
}

struct Builder<'d> {
    description: &'d Description,
    at: Offset,
    letters: usize,
    parts: Vec<LayoutPart>,
}

impl Builder<'_> {
    /// Adds items; `block` is the size of the block that they fill, if there is one, and what determines it.
    fn items(&mut self, items: &[Item<'_>], block: Option<(&str, &str)>) {
        for (index, item) in items.iter().enumerate() {
            match item {
                Item::Value { name, class, layout } => {
                    let (size, determined) = match (class, block) {
                        (Class::Fixed(bytes), _) => (Size::Bytes(*bytes), None),
                        (Class::Dynamic, _) => (Size::Letter(self.letter()), Some("its own bytes".to_string())),
                        (Class::Variable, Some((letter, by))) if items.len() == 1 => {
                            (Size::Letter(letter.to_string()), Some(by.to_string()))
                        }
                        (Class::Variable, Some((_, by))) => (Size::Rest, Some(format!("the rest of {by}"))),
                        (Class::Variable, None) => (Size::Rest, Some("up to the end".to_string())),
                    };
                    self.value(*name, layout, &size, determined);
                    if let Size::Rest = size {
                        let following = items.get(index.saturating_add(1)..).unwrap_or_default();
                        self.at = fixed_size(following).map_or(Offset::Unknown, Offset::End);
                    }
                }
                Item::Block(prefix, inside) => self.block(*prefix, inside),
                Item::Optional(value) => self.optional(value),
            }
        }
    }

    fn value(&mut self, name: Option<&str>, layout: &Layout, size: &Size, determined: Option<String>) {
        let is_filler = matches!(layout, Layout::Padding | Layout::Magic(_));
        let kind = if is_filler { PartKind::Filler } else { PartKind::Value };
        let contents = contents(layout, &|name| format!("{ARROW}{name}"));
        let value = part(kind, name.map(String::from), self.at.text(), size, contents);
        self.push(LayoutPart { block: self.block_of(layout), determined, ..value });
        self.at = self.at.and(size);
    }

    fn block(&mut self, prefix: Prefix, inside: &[Item<'_>]) {
        let (index, offset) = (self.parts.len(), self.at.text());
        let (size, determined, words) = match prefix {
            Prefix::N | Prefix::Rlp(_) => {
                let words = match prefix {
                    Prefix::N => "natural number of any size".to_string(),
                    header => format!("header of an {}", header.name()),
                };
                (Size::Letter(self.letter()), Some("its own bytes".to_string()), words)
            }
            prefix => (Size::Bytes(prefix.bytes()), None, words::prefix(prefix)),
        };
        let letter = self.letter();
        let length = part(PartKind::Size, None, offset.clone(), &size, format!("{letter}, {words}"));
        self.push(LayoutPart { determined, ..length });
        self.at = self.at.and(&size);
        let next = self.at.and(&Size::Letter(letter.clone()));
        self.items(inside, Some((&letter, &format!("the size at {offset}"))));
        self.at = next;
        self.determines(index);
    }

    fn optional(&mut self, value: &Item<'_>) {
        let (index, offset) = (self.parts.len(), self.at.text());
        let name = value.name().map(|name| format!("{name}?"));
        let words = contents(&Layout::Bool, &|name| name.to_string());
        self.push(part(PartKind::Flag, name, offset.clone(), &Size::Bytes(1), words));
        self.at = self.at.and(&Size::Bytes(1));
        let before = self.at.clone();
        self.items(core::slice::from_ref(value), None);
        let letter = self.letter();
        for part in self.parts.iter_mut().skip(index.saturating_add(1)) {
            part.is_optional = true;
            let flag = format!("the flag at {offset}");
            part.determined = Some(part.determined.take().map_or(flag.clone(), |by| format!("{flag}, then {by}")));
        }
        // The following parts are at one of two offsets.
        if let (Some(last), Offset::Start(..)) = (self.parts.last_mut(), &self.at) {
            last.size = match last.bytes {
                Some(bytes) => format!("{letter} = 0 or {bytes}"),
                None => format!("{letter} = 0 or {}", last.size),
            };
            self.at = before.and(&Size::Letter(letter));
        }
        self.determines(index);
    }

    /// Records that the part at `index` determines all parts after it.
    fn determines(&mut self, index: usize) {
        let count = self.parts.len().saturating_sub(index).saturating_sub(1);
        if let Some(part) = self.parts.get_mut(index) {
            part.determines = count;
        }
    }

    fn push(&mut self, part: LayoutPart) {
        if part.bytes != Some(0) {
            self.parts.push(part);
        }
    }

    fn letter(&mut self) -> String {
        let index = self.letters;
        self.letters = index.saturating_add(1);
        LETTERS.get(index).map_or_else(|| format!("n{index}"), ToString::to_string)
    }

    /// Returns the index of the block that a layout, or the layout of its elements, refers to.
    fn block_of(&self, layout: &Layout) -> Option<usize> {
        let name = match layout {
            Layout::Ref(name) | Layout::Enum { of: name, .. } => name,
            Layout::Sequence { item, .. } => return self.block_of(item),
            _ => return None,
        };
        let index = self.description.definitions.iter().position(|definition| definition.title == *name)?;
        // The first block is the value itself.
        Some(index.saturating_add(1))
    }
}

/// Returns the size of all items together, if it is fixed.
fn fixed_size(items: &[Item<'_>]) -> Option<usize> {
    items.iter().try_fold(0usize, |sum, item| match item {
        Item::Value { class: Class::Fixed(bytes), .. } => sum.checked_add(*bytes),
        _ => None,
    })
}
