//! What changed between two schemas, and whether readers of one decode the bytes of the other.
//!
//! [`diff`] compares descriptions, so that a schema of this crate can be compared with a dump of `octez-codec`. Definitions are
//! compared where they are used; their names only if both sides have them from a schema (`X_0` is a generated name).
//!
//! | change | old bytes, new reader | new bytes, old reader |
//! |---|---|---|
//! | a case or a name of an enumeration added | yes | not all |
//! | one removed | not all | yes |
//! | one renumbered | no | no |
//! | a field added or removed | no | no |
//! | a range, a limit, a size widened; a function of the user removed | yes | not all |
//! | the same narrowed; a function of the user added | not all | yes |
//! | a field, case or name renamed | yes, its JSON changes | yes |
//! | another default value | yes, its JSON changes | yes |
//! | another encoding of a value, another function | no | no |
//!
//! Rows that differ are matched by what they have in common if they are some hundreds at most, and one by one if they are more. What is
//! nested deeper than 200 levels is not compared, and reported as replaced.
//!
//! Constraints beyond the layout ([`Constraint`](super::Constraint): limits in bytes, functions, default values) are compared if both
//! sides have them. A dump of `octez-codec` does not: [`Diff::complete`] tells the two apart.

mod align;
mod choices;
mod compare;
mod constraints;
mod print;
pub(crate) mod words;

use alloc::format;
use alloc::string::String;
use alloc::vec::Vec;
use core::fmt;

use crate::Description;

/// The changes between two descriptions.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Diff {
    /// The changes: those of the layout in the order of the old schema, then those of constraints.
    pub changes: Vec<Change>,
    /// Whether constraints were compared too, because both sides have them.
    pub complete: bool,
}

/// A change.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Change {
    /// The path of fields, elements and cases to the changed value, by their new names.
    pub path: String,
    /// The kind of change.
    pub kind: ChangeKind,
    /// The old and the new state, in words.
    pub what: String,
    /// Whether new readers decode all old bytes despite this change.
    pub old_bytes: bool,
    /// Whether old readers decode all new bytes despite this change.
    pub new_bytes: bool,
}

/// A kind of change.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
#[non_exhaustive]
pub enum ChangeKind {
    /// Only the new schema has it.
    Added,
    /// Only the old schema has it.
    Removed,
    /// It has another tag or index.
    Renumbered,
    /// It has another name.
    Renamed,
    /// Fewer values are valid.
    Narrowed,
    /// More values are valid.
    Widened,
    /// Its encoding is another.
    Replaced,
}

impl ChangeKind {
    /// Returns the name of the kind in lower case.
    pub const fn name(self) -> &'static str {
        match self {
            Self::Added => "added",
            Self::Removed => "removed",
            Self::Renumbered => "renumbered",
            Self::Renamed => "renamed",
            Self::Narrowed => "narrowed",
            Self::Widened => "widened",
            Self::Replaced => "replaced",
        }
    }
}

impl fmt::Display for ChangeKind {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.pad(self.name())
    }
}

/// Compares two descriptions.
///
/// ```
/// use tezos_encoding::schema::{ChangeKind, describe, diff};
/// use tezos_encoding::HasEncoding;
/// #[derive(HasEncoding)]
/// #[encoding(tags = "u8")]
/// enum Old { #[encoding(tag = 0)] Ping(u16), #[encoding(tag = 1)] Pong }
/// #[derive(HasEncoding)]
/// #[encoding(tags = "u8")]
/// enum New { #[encoding(tag = 0)] Ping(u16), #[encoding(tag = 1)] Pong, #[encoding(tag = 2)] Bye }
/// let diff = diff(&describe(Old::ENCODING), &describe(New::ENCODING));
/// assert_eq!(diff.changes[0].kind, ChangeKind::Added);
/// assert!(diff.old_bytes() && !diff.new_bytes());
/// assert!(diff.to_markdown().contains("| added | `Bye` | the case with the tag 2 |"));
/// ```
///
/// Constraints beyond the layout are compared too, but not with a description that has none:
/// ```
/// # use tezos_encoding::{HasEncoding, schema::{ChangeKind, Description, describe, diff}};
/// #[derive(HasEncoding)]
/// struct Old { #[encoding(dynamic, bytes = 64)] key: Vec<u8> }
/// #[derive(HasEncoding)]
/// struct New { #[encoding(dynamic, bytes = 32)] key: Vec<u8> }
/// let (old, new) = (describe(Old::ENCODING), describe(New::ENCODING));
/// let change = &diff(&old, &new).changes[0];
/// assert_eq!((change.kind, change.path.as_str()), (ChangeKind::Narrowed, "key"));
/// assert_eq!(change.what, "at most 64 bytes → at most 32 bytes");
///
/// let of_the_reference = Description::from_json(&old.to_json()).unwrap();
/// let less = diff(&of_the_reference, &new);
/// assert!(less.is_empty() && !less.complete);
/// ```
pub fn diff(old: &Description, new: &Description) -> Diff {
    let complete = old.constraints.is_some() && new.constraints.is_some();
    Diff { changes: compare::compare(old, new), complete }
}

impl Diff {
    /// Returns true if nothing changed.
    pub fn is_empty(&self) -> bool {
        self.changes.is_empty()
    }

    /// Returns true if new readers decode all old bytes.
    pub fn old_bytes(&self) -> bool {
        self.changes.iter().all(|change| change.old_bytes)
    }

    /// Returns true if old readers decode all new bytes.
    pub fn new_bytes(&self) -> bool {
        self.changes.iter().all(|change| change.new_bytes)
    }

    /// Returns the changes as a JSON object, on one line: `changes`, each with `path`, `kind`, `what`, `old_bytes` and `new_bytes`;
    /// `old_bytes` and `new_bytes` of all of them; `complete`.
    pub fn to_json(&self) -> String {
        print::json(self)
    }

    /// Returns the changes as a table in Markdown, with what each means for old and new bytes, and what was not compared.
    pub fn to_markdown(&self) -> String {
        print::markdown(self)
    }
}

/// Whether new readers decode the old bytes, and old readers the new bytes, after a change.
type Decodes = (bool, bool);

const HARMLESS: Decodes = (true, true);
const WIDER: Decodes = (true, false);
const NARROWER: Decodes = (false, true);
const BREAKING: Decodes = (false, false);

impl Change {
    fn new(path: &str, kind: ChangeKind, (old_bytes, new_bytes): Decodes, what: String) -> Self {
        Self { path: path.into(), kind, what, old_bytes, new_bytes }
    }

    /// Returns the change of a range of values, of which fewer or more are valid now.
    fn of_range(path: &str, decodes: Decodes, what: String) -> Self {
        let kind = match decodes {
            WIDER => ChangeKind::Widened,
            NARROWER => ChangeKind::Narrowed,
            _ => ChangeKind::Replaced,
        };
        Self::new(path, kind, decodes, what)
    }
}

/// Returns the words for a change from `old` to `new`.
fn became(old: &str, new: &str) -> String {
    format!("{old} → {new}")
}
