//! Diagrams of binary layouts: the offset and length of each part, and what determines its length.
//!
//! [`layout()`] creates a diagram from a description; [`Picture::to_svg`] draws it, [`Picture::to_markdown`] prints it
//! as tables. Offsets are relative to the start of the block. Sizes that vary between values are letters: `n` is the
//! first in a block, and the part after it is at `4 + n`. After more than 32 such sizes, the offset is `unknown`.

mod build;
mod markdown;
mod parts;
mod shapes;
mod svg;

use alloc::format;
use alloc::string::String;
use alloc::vec::Vec;

use crate::describe::Description;

/// Printed before a reference.
const ARROW: &str = "→ ";

/// A diagram of a schema: the value itself, then the definitions that it refers to.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Picture {
    /// The blocks; the first is the value itself.
    pub blocks: Vec<Block>,
    /// The constraints beyond the layout; empty if the description has none.
    pub demands: Vec<Demand>,
}

/// A constraint of a value.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Demand {
    /// The path to the constrained value, from the innermost definition if there is one; empty for the value itself.
    pub place: String,
    /// The constraint in words.
    pub words: String,
}

/// The value itself, or a definition.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Block {
    /// Its name; `None` for the value itself.
    pub title: Option<String>,
    /// Its length in words.
    pub size: String,
    /// Its parts; for a union, the tag.
    pub parts: Vec<LayoutPart>,
    /// The cases of a union.
    pub branches: Vec<Branch>,
    /// The names of an enumeration, each with its index.
    pub names: Vec<String>,
}

/// A case of a union.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Branch {
    /// Its tag; `None` for the case of all other tags.
    pub tag: Option<u32>,
    /// Its name.
    pub title: String,
    /// The parts after the tag.
    pub parts: Vec<LayoutPart>,
}

/// Consecutive bytes of a block.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct LayoutPart {
    /// The purpose of the bytes.
    pub kind: PartKind,
    /// Its name, if it has one.
    pub name: Option<String>,
    /// Its offset: `4 + n`.
    pub offset: String,
    /// Its length: `4`, `n`.
    pub size: String,
    /// Its length if that is fixed.
    pub bytes: Option<usize>,
    /// Its contents in words.
    pub contents: String,
    /// The index of the block in the diagram that describes the part, or each of its elements.
    pub block: Option<usize>,
    /// What determines its length or its presence, if those are not fixed.
    pub determined: Option<String>,
    /// The number of following parts for which this part determines it.
    pub determines: usize,
    /// Whether it may be absent.
    pub is_optional: bool,
}

/// The purpose of the bytes of a part.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
#[non_exhaustive]
pub enum PartKind {
    /// A value.
    Value,
    /// The size of the following parts.
    Size,
    /// Whether the following value is present.
    Flag,
    /// The case of a union.
    Tag,
    /// Padding or constant bytes.
    Filler,
}

impl Block {
    /// Returns all parts, including those of the cases.
    fn all_parts(&self) -> impl Iterator<Item = &LayoutPart> {
        self.parts.iter().chain(self.branches.iter().flat_map(|branch| &branch.parts))
    }
}

/// Creates the diagram of a description.
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
    /// Adds a name for the value itself. If parts refer to the value, as in a recursive type, the name that they use is
    /// added in brackets.
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

    /// Returns the diagram as an SVG document.
    pub fn to_svg(&self) -> String {
        svg::picture(self)
    }

    /// Returns the diagram as tables in Markdown.
    pub fn to_markdown(&self) -> String {
        markdown::picture(self)
    }
}
