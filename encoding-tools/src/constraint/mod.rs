//! The constraints that a schema puts on values beyond their layout: sizes in bytes, functions of the user, UTF-8.
//!
//! Neither the reference's descriptions nor the dumps of `octez-codec` have them. [`Description::constraints`] has them, and
//! [`diff`](crate::diff()) compares them where both sides have them.
//!
//! [`Description::constraints`]: crate::Description::constraints

mod find;
mod json;

use alloc::borrow::Cow;
use alloc::format;
use alloc::string::{String, ToString};
use alloc::vec::Vec;

use tezos_encoding_core::schema::CheckKind;

use crate::json::hex;

pub(crate) use find::constraints;
pub(crate) use json::{from_json, to_json};

/// A constraint and the values that it applies to.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Constraint {
    /// The path of fields, elements and cases from the value itself to the innermost enclosing definition.
    pub at: String,
    /// The name of that definition: an `id`, or the name of a recursive type. None outside of definitions.
    pub definition: Option<Cow<'static, str>>,
    /// The path from that definition to the constrained value.
    pub path: String,
    /// What the value must satisfy.
    pub rule: Rule,
}

/// What a value must satisfy.
#[derive(Clone, Debug, PartialEq, Eq)]
#[non_exhaustive]
pub enum Rule {
    /// At most `bytes` bytes (`check_size`).
    MostBytes {
        /// The limit.
        bytes: usize,
        /// Whether the limit includes the size prefix in front of the block.
        with_size: bool,
    },
    /// Exactly this number of bytes, where descriptions do not have it: for an element of a list, and for a block around other
    /// values.
    ExactBytes(usize),
    /// At least this number of elements.
    LeastElements(usize),
    /// Text in UTF-8.
    Utf8,
    /// A BSON document, which descriptions show as text.
    Bson,
    /// Keys in UTF-8.
    Utf8Keys,
    /// Keys that differ from each other.
    DistinctKeys,
    /// A number in a range, encoded as `n` or `z`.
    Range {
        /// The minimum.
        min: i128,
        /// The maximum.
        max: i128,
    },
    /// A value that a function of the user accepts.
    Function {
        /// Whether the function guards or converts the value.
        kind: CheckKind,
        /// Its name.
        name: Cow<'static, str>,
    },
    /// None of these tags, in a case for all other tags.
    NoTags(Vec<u32>),
    /// At most this number of levels of nesting.
    MostLevels(u32),
    /// The bytes of the default value, which JSON may leave out. No constraint on the wire.
    UsualValue(Vec<u8>),
    /// The opposite of a constraint: bytes in an older encoding are decoded too.
    OlderForm,
}

impl Constraint {
    /// Returns the path from the value itself to the constrained value.
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

/// Returns the path that continues `at` by `path`.
pub(crate) fn joined(at: &str, path: &str) -> String {
    let dot = if at.is_empty() || path.is_empty() || path.starts_with('[') { "" } else { "." };
    format!("{at}{dot}{path}")
}

impl Rule {
    /// Returns true if a rule of one schema can replace one of another: both are of one kind.
    pub(crate) fn is_same_kind(&self, other: &Self) -> bool {
        match (self, other) {
            (Self::MostBytes { with_size: one, .. }, Self::MostBytes { with_size: other, .. }) => one == other,
            _ => core::mem::discriminant(self) == core::mem::discriminant(other),
        }
    }

    /// Compares two versions of a rule, which may be missing from either schema. Returns whether every value that was valid still
    /// is, and whether every value that is valid was before.
    pub(crate) fn compare(old: Option<&Self>, new: Option<&Self>) -> (bool, bool) {
        match (old, new) {
            (Some(Self::UsualValue(_)), _) | (_, Some(Self::UsualValue(_))) | (None, None) => (true, true),
            (None, Some(Self::OlderForm)) => (true, false),
            (Some(Self::OlderForm), None) => (false, true),
            (None, Some(_)) => (false, true),
            (Some(_), None) => (true, false),
            (Some(Self::MostBytes { bytes: old, .. }), Some(Self::MostBytes { bytes: new, .. })) => {
                (old <= new, new <= old)
            }
            (Some(Self::LeastElements(old)), Some(Self::LeastElements(new))) => (old >= new, new >= old),
            (Some(Self::MostLevels(old)), Some(Self::MostLevels(new))) => (old <= new, new <= old),
            (Some(Self::Range { min: a, max: b }), Some(Self::Range { min: c, max: d })) => {
                (a >= c && b <= d, c >= a && d <= b)
            }
            (Some(Self::NoTags(old)), Some(Self::NoTags(new))) => {
                (new.iter().all(|tag| old.contains(tag)), old.iter().all(|tag| new.contains(tag)))
            }
            // Which values a function accepts is not known.
            (Some(old), Some(new)) => (old == new, old == new),
        }
    }

    /// Describes the rule in a few words.
    pub(crate) fn words(&self) -> String {
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
                format!("none of the tags {}", tags.iter().map(ToString::to_string).collect::<Vec<_>>().join(", "))
            }
            Self::MostLevels(levels) => format!("at most {levels} levels of nesting"),
            Self::UsualValue(bytes) => format!("JSON may leave out `{}`", hex(bytes)),
            Self::OlderForm => "an older form is read too".to_string(),
        }
    }
}
