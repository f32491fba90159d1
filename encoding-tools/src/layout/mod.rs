//! A picture of what a type looks like on the wire: where each part begins, how long it is and what says so.
//!
//! [`layout()`] makes it of a description; [`Picture::to_svg`] draws it, [`Picture::to_markdown`] has it as tables. Offsets count
//! from the start of the block. Sizes that differ from value to value are letters: `n` is the first of a block, and what stands
//! behind it is at `4 + n`. Behind more than 32 such sizes, a part is only `behind`.

mod build;
mod markdown;
mod parts;
mod shapes;
mod svg;

use alloc::format;
use alloc::string::String;
use alloc::vec::Vec;

use crate::Description;

/// The blocks of a schema: the value itself, then what it refers to.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Picture {
    /// The first is the value itself.
    pub blocks: Vec<Block>,
    /// What is demanded beyond the layout; nothing where the description does not say it.
    pub demands: Vec<Demand>,
}

/// What is demanded of one place.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Demand {
    /// Where: the name of a definition, the fields, elements and cases on the way; nothing for the value itself.
    pub place: String,
    /// What, in words.
    pub words: String,
}

/// The value itself, or a definition.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Block {
    /// Its name; nothing for the value itself.
    pub title: Option<String>,
    /// How long it is, in words.
    pub size: String,
    /// Its parts; of a union, the tag.
    pub parts: Vec<Part>,
    /// The cases of a union.
    pub branches: Vec<Branch>,
    /// The names of an enumeration, each with its index.
    pub names: Vec<String>,
}

/// A case of a union.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Branch {
    /// Its tag; nothing where it has none of its own.
    pub tag: Option<u32>,
    /// Its name.
    pub title: String,
    /// What stands behind the tag.
    pub parts: Vec<Part>,
}

/// Some bytes.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Part {
    /// What it is.
    pub kind: PartKind,
    /// Its name, if it has one.
    pub name: Option<String>,
    /// Where it begins: `4 + n`.
    pub offset: String,
    /// How long it is: `4`, `n`.
    pub size: String,
    /// How long it is, where that is always the same.
    pub bytes: Option<usize>,
    /// What its bytes are, in words.
    pub contents: String,
    /// The block that its bytes are, or that those of its elements are: its place in the picture.
    pub block: Option<usize>,
    /// What says how long it is, or whether it is there, where that is not always the same.
    pub determined: Option<String>,
    /// Parts behind it for which it says that.
    pub determines: usize,
    /// Whether it may be absent.
    pub is_optional: bool,
}

/// What a part is.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
#[non_exhaustive]
pub enum PartKind {
    /// A value.
    Value,
    /// The size of what stands behind it.
    Size,
    /// Whether the value behind it is there.
    Flag,
    /// Which case of a union it is.
    Tag,
    /// Bytes that say nothing, or always the same.
    Filler,
}

impl Block {
    /// All parts, those of the cases included.
    fn all_parts(&self) -> impl Iterator<Item = &Part> {
        self.parts.iter().chain(self.branches.iter().flat_map(|branch| &branch.parts))
    }
}

/// The picture of a description.
///
/// ```
/// use tezos_encoding::schema::{describe, layout};
/// use tezos_encoding::HasEncoding;
/// #[derive(HasEncoding)]
/// struct Peer { port: u16, #[encoding(string)] name: String, active: bool }
/// let picture = layout(&describe(Peer::ENCODING));
/// let parts = &picture.blocks[0].parts;
/// let places: Vec<_> = parts.iter().map(|part| (part.offset.as_str(), part.size.as_str())).collect();
/// assert_eq!(places, [("0", "2"), ("2", "4"), ("6", "n"), ("6 + n", "1")]);
/// assert_eq!(parts[2].determined.as_deref(), Some("the size at 2"));
/// assert!(picture.to_svg().starts_with("<svg "));
/// assert!(picture.to_markdown().contains("| 6 + n | 1 | `active` |"));
/// ```
pub fn layout(description: &Description) -> Picture {
    build::picture(description)
}

impl Picture {
    /// The same, with a name for the value itself. Where parts refer to it, as in a recursive type, the name that they use stands
    /// behind.
    #[must_use]
    pub fn titled(mut self, title: &str) -> Self {
        let is_referred_to = self.blocks.iter().flat_map(Block::all_parts).any(|part| part.block == Some(0));
        if let Some(block) = self.blocks.first_mut() {
            block.title = Some(match block.title.take() {
                Some(own) if is_referred_to && own != title => format!("{title} ({own})"),
                _ => title.into(),
            });
        }
        self
    }

    /// The picture as an SVG document.
    pub fn to_svg(&self) -> String {
        svg::picture(self)
    }

    /// The picture as tables in Markdown.
    pub fn to_markdown(&self) -> String {
        markdown::picture(self)
    }
}
