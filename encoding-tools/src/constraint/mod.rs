//! What a schema demands of a value beyond its layout: sizes in bytes, functions of the user, text in UTF-8.
//!
//! Neither a description in the reference's form nor a dump of `octez-codec` says any of this; [`Description::constraints`] does,
//! and [`diff`](super::diff()) compares it where both sides have it.

mod find;
mod json;

use alloc::borrow::Cow;
use alloc::format;
use alloc::string::{String, ToString};
use alloc::vec::Vec;

use tezos_encoding_core::schema::{CheckKind, JsonError};

use crate::Description;

pub(super) use find::constraints;

/// A demand, and the place that it is made of.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Constraint {
    /// The fields, elements and cases on the way to the innermost definition around.
    pub at: String,
    /// That definition: an `id`, or the name of a recursive type; nothing where there is none.
    pub definition: Option<Cow<'static, str>>,
    /// The way on from there.
    pub path: String,
    /// What is demanded.
    pub rule: Rule,
}

/// What is demanded.
#[derive(Clone, Debug, PartialEq, Eq)]
#[non_exhaustive]
pub enum Rule {
    /// At most so many bytes (`check_size`).
    MostBytes {
        /// How many.
        bytes: usize,
        /// Whether the size in front of the block counts too.
        with_size: bool,
    },
    /// So many bytes, where descriptions do not say it: of an element, of a block around other values.
    ExactBytes(usize),
    /// At least so many elements.
    LeastElements(usize),
    /// Text in UTF-8.
    Utf8,
    /// A BSON document, where a description says text.
    Bson,
    /// Keys in UTF-8.
    Utf8Keys,
    /// Keys of which none is there twice.
    DistinctKeys,
    /// A number of those that `n` or `z` can say.
    Range {
        /// The least.
        min: i128,
        /// The greatest.
        max: i128,
    },
    /// What a function of the user takes.
    Function {
        /// What it is.
        kind: CheckKind,
        /// Its name.
        name: Cow<'static, str>,
    },
    /// None of these tags, where any other is good.
    NoTags(Vec<u32>),
    /// At most so many levels of nesting.
    MostLevels(u32),
    /// Nothing on the wire: the bytes of the value that JSON may leave out.
    UsualValue(Vec<u8>),
    /// No demand, but more: bytes in an older form are read too.
    OlderForm,
}

/// Whose values are good by another rule too.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) struct Shift {
    /// All that were good are.
    pub(super) old: bool,
    /// All that are good were.
    pub(super) new: bool,
}

impl Shift {
    const SAME: Self = Self { old: true, new: true };
    const WIDER: Self = Self { old: true, new: false };
    const NARROWER: Self = Self { old: false, new: true };
    const OTHER: Self = Self { old: false, new: false };
}

impl Constraint {
    /// The way from the value itself to the place.
    ///
    /// ```
    /// use tezos_encoding::{HasEncoding, schema::{Rule, describe}};
    /// #[derive(HasEncoding)]
    /// #[encoding(id = "key")]
    /// struct Key(#[encoding(dynamic, bytes = 64)] Vec<u8>);
    /// #[derive(HasEncoding)]
    /// struct Peer { port: u16, key: Key }
    /// let constraints = describe(Peer::ENCODING).constraints.unwrap();
    /// assert_eq!(constraints[0].place(), "key");
    /// assert_eq!(constraints[0].definition.as_deref(), Some("key"));
    /// assert_eq!(constraints[0].rule, Rule::MostBytes { bytes: 64, with_size: false });
    /// ```
    pub fn place(&self) -> String {
        joined(&self.at, &self.path)
    }
}

/// One way behind another.
pub(super) fn joined(at: &str, path: &str) -> String {
    let dot = if at.is_empty() || path.is_empty() || path.starts_with('[') { "" } else { "." };
    format!("{at}{dot}{path}")
}

impl Rule {
    /// Whether a rule of one schema stands for one of another: both say the same thing, of another number or name.
    pub(super) fn is_kin(&self, other: &Self) -> bool {
        match (self, other) {
            (Self::MostBytes { with_size: one, .. }, Self::MostBytes { with_size: other, .. }) => one == other,
            _ => core::mem::discriminant(self) == core::mem::discriminant(other),
        }
    }

    /// What it means that one rule stands where the other stood, of which one may be missing.
    pub(super) fn shift(old: Option<&Self>, new: Option<&Self>) -> Shift {
        let from = |old: bool, new: bool| Shift { old, new };
        match (old, new) {
            // The wire has the value in any case.
            (Some(Self::UsualValue(_)), _) | (_, Some(Self::UsualValue(_))) => Shift::SAME,
            (None, Some(Self::OlderForm)) => Shift::WIDER,
            (Some(Self::OlderForm), None) => Shift::NARROWER,
            (None, None) => Shift::SAME,
            (None, Some(_)) => Shift::NARROWER,
            (Some(_), None) => Shift::WIDER,
            (Some(Self::MostBytes { bytes: old, .. }), Some(Self::MostBytes { bytes: new, .. })) => {
                from(old <= new, new <= old)
            }
            (Some(Self::LeastElements(old)), Some(Self::LeastElements(new))) => from(old >= new, new >= old),
            (Some(Self::MostLevels(old)), Some(Self::MostLevels(new))) => from(old <= new, new <= old),
            (Some(Self::Range { min: a, max: b }), Some(Self::Range { min: c, max: d })) => {
                from(a >= c && b <= d, c >= a && d <= b)
            }
            (Some(Self::NoTags(old)), Some(Self::NoTags(new))) => {
                from(new.iter().all(|tag| old.contains(tag)), old.iter().all(|tag| new.contains(tag)))
            }
            // Nobody knows what a function takes.
            (Some(old), Some(new)) => {
                if old == new {
                    Shift::SAME
                } else {
                    Shift::OTHER
                }
            }
        }
    }

    /// In a few words.
    pub(super) fn words(&self) -> String {
        let counted = |count: usize, one: &str| format!("{count} {one}{}", if count == 1 { "" } else { "s" });
        match self {
            Self::MostBytes { bytes, with_size: false } => format!("at most {}", counted(*bytes, "byte")),
            Self::MostBytes { bytes, with_size: true } => format!("at most {} with the size", counted(*bytes, "byte")),
            Self::ExactBytes(bytes) => format!("exactly {}", counted(*bytes, "byte")),
            Self::LeastElements(count) => format!("at least {}", counted(*count, "element")),
            Self::Utf8 => "text in UTF-8".to_string(),
            Self::Bson => "a BSON document".to_string(),
            Self::Utf8Keys => "keys in UTF-8".to_string(),
            Self::DistinctKeys => "no key twice".to_string(),
            Self::Range { min, max } => format!("a number from {min} to {max}"),
            Self::Function { name, .. } => format!("what the function `{name}` takes"),
            Self::NoTags(tags) => {
                let tags: Vec<String> = tags.iter().map(ToString::to_string).collect();
                format!("none of the tags {}", tags.join(", "))
            }
            Self::MostLevels(levels) => format!("at most {levels} levels of nesting"),
            Self::UsualValue(bytes) => {
                format!("JSON may leave out `{}`", crate::describe::words::hex(bytes))
            }
            Self::OlderForm => "an older form is read too".to_string(),
        }
    }
}

impl Description {
    /// The constraints in JSON, on one line; nothing where they are not known.
    pub fn constraints_to_json(&self) -> Option<String> {
        self.constraints.as_deref().map(json::write)
    }

    /// The same description with the constraints whose JSON this is.
    ///
    /// ```
    /// use tezos_encoding::{HasEncoding, schema::{Description, describe}};
    /// #[derive(HasEncoding)]
    /// struct Peer { #[encoding(string = 40)] name: String }
    /// let peer = describe(Peer::ENCODING);
    /// // A description in the reference's form, of which nobody knows what is demanded.
    /// let read = Description::from_json(&peer.to_json()).unwrap();
    /// assert_eq!(read.constraints, None);
    /// assert_eq!(read.constrained(&peer.constraints_to_json().unwrap()).unwrap(), peer);
    /// ```
    ///
    /// # Errors
    /// Where the text is no JSON, or not that of constraints.
    pub fn constrained(self, json: &str) -> Result<Self, JsonError> {
        Ok(Self { constraints: Some(json::read(json)?), ..self })
    }
}
