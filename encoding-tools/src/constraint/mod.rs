//! The constraints of a schema on values beyond their layout: sizes in bytes, user-supplied functions, UTF-8.
//!
//! Neither the reference's descriptions nor the dumps of `octez-codec` contain them. [`Description::constraints`] does,
//! and [`diff`](crate::diff()) compares them if both sides have them.
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
    /// The name of that definition: an `id`, or the name of a recursive type. `None` outside definitions.
    pub definition: Option<Cow<'static, str>>,
    /// The path from that definition to the constrained value.
    pub path: String,
    /// The condition that the value must satisfy.
    pub rule: Rule,
}

/// A condition that a value must satisfy.
#[derive(Clone, Debug, PartialEq, Eq)]
#[non_exhaustive]
pub enum Rule {
    /// At most `bytes` bytes (`check_size`).
    MaxBytes {
        /// The limit.
        bytes: usize,
        /// Whether the limit includes the size prefix before the block.
        with_size: bool,
    },
    /// Exactly this number of bytes, where descriptions do not have it: for an element of a list, and for a block
    /// around other values.
    ExactBytes(usize),
    /// At least this number of elements.
    MinElements(usize),
    /// Text in UTF-8.
    Utf8,
    /// A BSON document, which descriptions show as text.
    Bson,
    /// Keys in UTF-8.
    Utf8Keys,
    /// Distinct keys.
    DistinctKeys,
    /// A number in a range, encoded as `n` or `z`.
    Range {
        /// The minimum.
        min: i128,
        /// The maximum.
        max: i128,
    },
    /// A value that a user-supplied function accepts.
    Function {
        /// Whether the function guards or converts the value.
        kind: CheckKind,
        /// Its name.
        name: Cow<'static, str>,
    },
    /// None of these tags, in a case for all other tags.
    NoTags(Vec<u32>),
    /// At most this number of levels of nesting.
    MaxLevels(u32),
    /// The bytes of the default value, which JSON may omit. Not a constraint on the wire.
    DefaultValue(Vec<u8>),
    /// The opposite of a constraint: bytes in an older encoding are also decoded.
    OlderEncoding,
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
    /// assert_eq!(constraints[0].rule, Rule::MaxBytes { bytes: 64, with_size: false });
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
    /// Returns true if the rules are of the same kind, so that a rule of one schema can replace a rule of another.
    pub(crate) fn is_same_kind(&self, other: &Self) -> bool {
        match (self, other) {
            (Self::MaxBytes { with_size: one, .. }, Self::MaxBytes { with_size: other, .. }) => one == other,
            _ => core::mem::discriminant(self) == core::mem::discriminant(other),
        }
    }

    /// Compares two versions of a rule, either of which may be missing. Returns whether every value that was valid is
    /// still valid, and whether every value that is valid now was valid before.
    pub(crate) fn compare(old: Option<&Self>, new: Option<&Self>) -> (bool, bool) {
        match (old, new) {
            (Some(Self::DefaultValue(_)), _) | (_, Some(Self::DefaultValue(_))) | (None, None) => (true, true),
            (None, Some(Self::OlderEncoding)) => (true, false),
            (Some(Self::OlderEncoding), None) => (false, true),
            (None, Some(_)) => (false, true),
            (Some(_), None) => (true, false),
            (Some(Self::MaxBytes { bytes: old, .. }), Some(Self::MaxBytes { bytes: new, .. })) => {
                (old <= new, new <= old)
            }
            (Some(Self::MinElements(old)), Some(Self::MinElements(new))) => (old >= new, new >= old),
            (Some(Self::MaxLevels(old)), Some(Self::MaxLevels(new))) => (old <= new, new <= old),
            (Some(Self::Range { min: a, max: b }), Some(Self::Range { min: c, max: d })) => {
                (a >= c && b <= d, c >= a && d <= b)
            }
            (Some(Self::NoTags(old)), Some(Self::NoTags(new))) => {
                (new.iter().all(|tag| old.contains(tag)), old.iter().all(|tag| new.contains(tag)))
            }
            // It is not known which values a function accepts.
            (Some(old), Some(new)) => (old == new, old == new),
        }
    }

    /// Describes the rule in a few words.
    pub(crate) fn words(&self) -> String {
        let counted = |count: usize, one: &str| format!("{count} {one}{}", if count == 1 { "" } else { "s" });
        match self {
            Self::MaxBytes { bytes, with_size: false } => format!("at most {}", counted(*bytes, "byte")),
            Self::MaxBytes { bytes, with_size: true } => {
                format!("at most {} including the size prefix", counted(*bytes, "byte"))
            }
            Self::ExactBytes(bytes) => format!("exactly {}", counted(*bytes, "byte")),
            Self::MinElements(count) => format!("at least {}", counted(*count, "element")),
            Self::Utf8 => "text in UTF-8".to_string(),
            Self::Bson => "a BSON document".to_string(),
            Self::Utf8Keys => "keys in UTF-8".to_string(),
            Self::DistinctKeys => "distinct keys".to_string(),
            Self::Range { min, max } => format!("a number from {min} to {max}"),
            Self::Function { name, .. } => format!("values that the function `{name}` accepts"),
            Self::NoTags(tags) => {
                format!("none of the tags {}", tags.iter().map(ToString::to_string).collect::<Vec<_>>().join(", "))
            }
            Self::MaxLevels(levels) => format!("at most {levels} levels of nesting"),
            Self::DefaultValue(bytes) => format!("JSON may omit `{}`", hex(bytes)),
            Self::OlderEncoding => "an older encoding is also read".to_string(),
        }
    }
}
