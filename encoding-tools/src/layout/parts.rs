//! From rows to parts with their places.

use alloc::format;
use alloc::string::{String, ToString};
use alloc::vec::Vec;

use super::build::ARROW;
use super::{Part, PartKind};
use crate::describe::tree::{Item, items};
use crate::describe::words::{self, contents, tag_bits};
use crate::describe::{Description, Layout, Row};
use tezos_encoding_core::schema::{Class, TagSize};
use tezos_encoding_core::wire::Prefix;

/// Letters for sizes.
const LETTERS: [&str; 10] = ["n", "m", "k", "p", "q", "r", "s", "t", "u", "v"];

/// Letters in one offset: each of many rows would say those of all before.
const MAX_LETTERS: usize = 32;

/// The parts of rows.
pub(super) fn parts(description: &Description, rows: &[Row]) -> Vec<Part> {
    Builder::new(description, 0).run(rows)
}

/// The same behind a tag.
pub(super) fn behind_tag(description: &Description, tag: Option<TagSize>, rows: &[Row]) -> Vec<Part> {
    Builder::new(description, tag.map_or(0, TagSize::bytes)).run(rows)
}

/// The tag of a union.
pub(super) fn tag_part(tag: TagSize) -> Part {
    Part {
        kind: PartKind::Tag,
        name: Some("tag".to_string()),
        offset: "0".to_string(),
        size: tag.bytes().to_string(),
        bytes: Some(tag.bytes()),
        contents: format!("unsigned {} integer", tag_bits(tag)),
        block: None,
        determined: None,
        determines: 0,
        is_optional: false,
    }
}

/// A place: so many bytes from the start and those of some sizes, or so many before the end.
#[derive(Clone)]
enum Place {
    Start(usize, Vec<String>),
    End(usize),
    /// Behind something that goes on to the end, and not of a known size itself, or behind more than [`MAX_LETTERS`].
    Unknown,
}

impl Place {
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
            Self::Unknown => "behind".to_string(),
        }
    }
}

/// How long something is.
#[derive(Clone)]
enum Size {
    Bytes(usize),
    Letter(String),
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
    at: Place,
    letters: usize,
    parts: Vec<Part>,
}

impl<'d> Builder<'d> {
    fn new(description: &'d Description, bytes: usize) -> Self {
        Self { description, at: Place::Start(bytes, Vec::new()), letters: 0, parts: Vec::new() }
    }

    fn run(mut self, rows: &[Row]) -> Vec<Part> {
        self.items(&items(rows), None);
        self.parts
    }

    /// `sized`: how long they are together and what says so, where something does.
    fn items(&mut self, items: &[Item<'_>], sized: Option<(&str, &str)>) {
        for (index, item) in items.iter().enumerate() {
            let behind = items.get(index.saturating_add(1)..).unwrap_or_default();
            let alone = items.len() == 1;
            match item {
                Item::Value { name, class, layout } => {
                    let (size, determined) = match (class, sized) {
                        (Class::Fixed(bytes), _) => (Size::Bytes(*bytes), None),
                        (Class::Dynamic, _) => (Size::Letter(self.letter()), Some("its own bytes".to_string())),
                        (Class::Variable, Some((letter, by))) if alone => {
                            (Size::Letter(letter.to_string()), Some(by.to_string()))
                        }
                        (Class::Variable, Some((_, by))) => (Size::Rest, Some(format!("the rest of {by}"))),
                        (Class::Variable, None) => (Size::Rest, Some("up to the end".to_string())),
                    };
                    self.value(*name, layout, &size, determined);
                    if let Size::Rest = size {
                        self.at = tail(behind).map_or(Place::Unknown, Place::End);
                    }
                }
                Item::Block(prefix, inside) => self.block(*prefix, inside),
                Item::Optional(value) => self.optional(value),
            }
        }
    }

    fn value(&mut self, name: Option<&str>, layout: &Layout, size: &Size, determined: Option<String>) {
        let filler = matches!(layout, Layout::Padding | Layout::Magic(_));
        self.push(Part {
            kind: if filler { PartKind::Filler } else { PartKind::Value },
            name: name.map(String::from),
            offset: self.at.text(),
            size: size.text(),
            bytes: if let Size::Bytes(bytes) = size { Some(*bytes) } else { None },
            contents: contents(layout, &|name| format!("{ARROW}{name}")),
            block: self.block_of(layout),
            determined,
            determines: 0,
            is_optional: false,
        });
        self.at = self.at.and(size);
    }

    fn block(&mut self, prefix: Prefix, inside: &[Item<'_>]) {
        let place = self.at.text();
        let bytes = (prefix != Prefix::N).then(|| prefix.bytes());
        let size = match bytes {
            Some(bytes) => Size::Bytes(bytes),
            None => Size::Letter(self.letter()),
        };
        let letter = self.letter();
        let form = match prefix {
            Prefix::N => "natural number of any size".to_string(),
            prefix => words::prefix(prefix),
        };
        let index = self.parts.len();
        self.push(Part {
            kind: PartKind::Size,
            name: None,
            offset: place.clone(),
            size: size.text(),
            bytes,
            contents: format!("{letter}, {form}"),
            block: None,
            determined: bytes.is_none().then(|| "its own bytes".to_string()),
            determines: 0,
            is_optional: false,
        });
        self.at = self.at.and(&size);
        let behind = self.at.and(&Size::Letter(letter.clone()));
        self.items(inside, Some((&letter, &format!("the size at {place}"))));
        self.at = behind;
        self.governs(index);
    }

    fn optional(&mut self, value: &Item<'_>) {
        let (index, place) = (self.parts.len(), self.at.text());
        self.push(Part {
            kind: PartKind::Flag,
            name: value.name().map(|name| format!("{name}?")),
            offset: place.clone(),
            size: "1".to_string(),
            bytes: Some(1),
            contents: contents(&Layout::Bool, &|name| name.to_string()),
            block: None,
            determined: None,
            determines: 0,
            is_optional: false,
        });
        self.at = self.at.and(&Size::Bytes(1));
        let before = self.at.clone();
        self.items(core::slice::from_ref(value), None);
        let letter = self.letter();
        for part in self.parts.iter_mut().skip(index.saturating_add(1)) {
            part.is_optional = true;
            let flag = format!("the flag at {place}");
            part.determined = Some(part.determined.take().map_or(flag.clone(), |by| format!("{flag}, then {by}")));
        }
        // What is behind is so much further on, or not.
        if let (Some(last), Place::Start(..)) = (self.parts.last_mut(), &self.at) {
            last.size = match last.bytes {
                Some(bytes) => format!("{letter} = 0 or {bytes}"),
                None => format!("{letter} = 0 or {}", last.size),
            };
            self.at = before.and(&Size::Letter(letter));
        }
        self.governs(index);
    }

    /// Notes which parts the one at `index` speaks of.
    fn governs(&mut self, index: usize) {
        let count = self.parts.len().saturating_sub(index).saturating_sub(1);
        if let Some(part) = self.parts.get_mut(index) {
            part.determines = count;
        }
    }

    fn push(&mut self, part: Part) {
        if part.bytes != Some(0) {
            self.parts.push(part);
        }
    }

    fn letter(&mut self) -> String {
        let index = self.letters;
        self.letters = index.saturating_add(1);
        LETTERS.get(index).map_or_else(|| format!("n{index}"), ToString::to_string)
    }

    /// The place of the block that a form refers to: itself, or for its elements.
    fn block_of(&self, layout: &Layout) -> Option<usize> {
        let name = match layout {
            Layout::Ref(name) | Layout::Enum { of: name, .. } => name,
            Layout::Sequence { item, .. } => return self.block_of(item),
            _ => return None,
        };
        let place = self.description.definitions.iter().position(|definition| definition.title == *name)?;
        Some(place.saturating_add(1))
    }
}

/// Bytes of all of these, where that is always the same.
fn tail(items: &[Item<'_>]) -> Option<usize> {
    items.iter().try_fold(0usize, |sum, item| match item {
        Item::Value { class: Class::Fixed(bytes), .. } => sum.checked_add(*bytes),
        _ => None,
    })
}
