//! What changed between two schemas, and whether readers of one take the bytes of the other.
//!
//! [`diff`] compares descriptions, so that a schema of this crate can be compared with one that `octez-codec` has dumped.
//! Definitions are looked into where they are used; their names count only where a schema is at hand on both sides that gave
//! them (`X_0` is not a name).
//!
//! | change | old bytes, new reader | new bytes, old reader |
//! |---|---|---|
//! | a case or a name of an enumeration added | yes | not all |
//! | one removed | not all | yes |
//! | one renumbered | no | no |
//! | a field added or removed | no | no |
//! | a range, a limit, a size widened; a function of the user that is no longer asked | yes | not all |
//! | the same narrowed; a function that is asked now | not all | yes |
//! | a field, case or name renamed | yes, its JSON is another | yes |
//! | another usual value | yes, its JSON is another | yes |
//! | another form in the place of a value, another function | no | no |
//!
//! Of some hundreds of rows that differ, those are taken for each other that have most in common; of more, row by row. What is nested
//! deeper than 200 levels is not compared, and said to be replaced.
//!
//! What is demanded beyond the layout ([`Constraint`](super::Constraint): limits in bytes, functions, usual values) is compared
//! where both sides say it. A dump of `octez-codec` does not: [`Diff::complete`] tells the two apart.

mod align;
mod choices;
mod compare;
mod constraints;
mod print;
mod words;

use alloc::string::String;
use alloc::vec::Vec;
use core::fmt;

use crate::Description;

/// What changed.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Diff {
    /// The changes: those of layouts in the order of the old schema, then those of constraints.
    pub changes: Vec<Change>,
    /// Whether constraints were compared too, because both sides say theirs.
    pub complete: bool,
}

/// One change.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Change {
    /// Where: fields, elements and cases, by the names of today.
    pub path: String,
    /// What kind of change.
    pub kind: ChangeKind,
    /// What it is: what was, and what is.
    pub what: String,
    /// Whether new readers take the old bytes, as far as this change goes.
    pub old_bytes: bool,
    /// Whether old readers take the new bytes, as far as this change goes.
    pub new_bytes: bool,
}

/// A kind of change.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
#[non_exhaustive]
pub enum ChangeKind {
    /// It is new.
    Added,
    /// It is gone.
    Removed,
    /// It has another tag or index.
    Renumbered,
    /// It has another name.
    Renamed,
    /// Fewer values are good.
    Narrowed,
    /// More values are good.
    Widened,
    /// Something else stands there.
    Replaced,
}

impl ChangeKind {
    /// Its name in small letters.
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
/// What is demanded beyond the layout is compared too, but not with a description that does not say it:
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
    /// Whether nothing changed.
    pub fn is_empty(&self) -> bool {
        self.changes.is_empty()
    }

    /// Whether new readers take all old bytes.
    pub fn old_bytes(&self) -> bool {
        self.changes.iter().all(|change| change.old_bytes)
    }

    /// Whether old readers take all new bytes.
    pub fn new_bytes(&self) -> bool {
        self.changes.iter().all(|change| change.new_bytes)
    }

    /// The changes as a JSON object, on one line: `changes`, each with `path`, `kind`, `what`, `old_bytes` and `new_bytes`;
    /// `old_bytes` and `new_bytes` of all of them; `complete`.
    pub fn to_json(&self) -> String {
        print::json(self)
    }

    /// The changes as a table in Markdown, with what each means for old and new bytes, and what was not compared.
    pub fn to_markdown(&self) -> String {
        print::markdown(self)
    }
}

impl Change {
    /// A change that readers on neither side notice.
    fn harmless(path: &str, kind: ChangeKind, what: String) -> Self {
        Self { path: path.into(), kind, what, old_bytes: true, new_bytes: true }
    }

    /// One after which readers of neither side take all bytes of the other.
    fn breaking(path: &str, kind: ChangeKind, what: String) -> Self {
        Self { path: path.into(), kind, what, old_bytes: false, new_bytes: false }
    }

    /// More is good than was: only old readers can be surprised.
    fn more(path: &str, kind: ChangeKind, what: String) -> Self {
        Self { path: path.into(), kind, what, old_bytes: true, new_bytes: false }
    }

    /// Less is good than was: only new readers can be surprised.
    fn less(path: &str, kind: ChangeKind, what: String) -> Self {
        Self { path: path.into(), kind, what, old_bytes: false, new_bytes: true }
    }
}
