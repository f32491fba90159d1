//! Compares two schemas: what has changed, and whether readers of one decode the bytes of the other.
//!
//! [`diff`] compares descriptions, so that a schema of this crate can be compared with a dump of `octez-codec`.
//! Definitions are compared where they are used; their names are compared only if both come from a schema (`X_0` is a
//! generated name).
//!
//! | change | old bytes, new reader | new bytes, old reader |
//! |---|---|---|
//! | a case or a name of an enumeration added | yes | not all |
//! | one removed | not all | yes |
//! | one renumbered | no | no |
//! | a field added or removed | no | no |
//! | a range, a limit, a size widened; a user-supplied function removed | yes | not all |
//! | a range, a limit, a size narrowed; a user-supplied function added | not all | yes |
//! | a field, case or name renamed | yes, its JSON changes | yes |
//! | a default value changed | yes, its JSON changes | yes |
//! | the encoding of a value or a user-supplied function replaced | no | no |
//!
//! Up to some hundreds of differing rows are matched by similarity; if there are more, they are matched one by one.
//! Values that are nested deeper than 200 levels are not compared, but reported as replaced.
//!
//! Constraints beyond the layout ([`Constraint`](super::Constraint): limits in bytes, functions, default values) are
//! compared if both sides have them. A dump of `octez-codec` has none; [`Diff::complete`] is then false.

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
    /// Its tag or index has changed.
    Renumbered,
    /// Its name has changed.
    Renamed,
    /// Fewer values are valid.
    Narrowed,
    /// More values are valid.
    Widened,
    /// Its encoding has changed.
    Replaced,
}

/// What a new schema has to keep of an old one.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
#[non_exhaustive]
pub enum Compatibility {
    /// New readers decode all old bytes: of files, and of peers that are updated later.
    OldBytes,
    /// Old readers decode all new bytes: what peers that are updated later receive.
    NewBytes,
    /// Both of these.
    Both,
    /// Nothing changed.
    Same,
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
/// #[encoding(tags = "u8", json(tagged))]
/// enum Old { #[encoding(tag = 0)] Ping(u16), #[encoding(tag = 1)] Pong }
/// #[derive(HasEncoding)]
/// #[encoding(tags = "u8", json(tagged))]
/// enum New { #[encoding(tag = 0)] Ping(u16), #[encoding(tag = 1)] Pong, #[encoding(tag = 2)] Bye }
/// let diff = diff(&describe(Old::ENCODING), &describe(New::ENCODING));
/// assert_eq!(diff.changes[0].kind, ChangeKind::Added);
/// assert!(diff.old_bytes() && !diff.new_bytes());
/// assert!(diff.to_markdown().contains("| added | `Bye` | the case with the tag 2 |"));
/// ```
///
/// Constraints beyond the layout are compared too, unless one description has none:
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

    /// Returns true if the new schema keeps what is required.
    pub fn meets(&self, required: Compatibility) -> bool {
        match required {
            Compatibility::OldBytes => self.old_bytes(),
            Compatibility::NewBytes => self.new_bytes(),
            Compatibility::Both => self.old_bytes() && self.new_bytes(),
            Compatibility::Same => self.is_empty(),
        }
    }

    /// Returns the changes as a JSON object, on one line: `changes`, each with `path`, `kind`, `what`, `old_bytes` and
    /// `new_bytes`; `old_bytes` and `new_bytes` for all of them together; `complete`.
    pub fn to_json(&self) -> String {
        print::json(self)
    }

    /// Returns the changes as a table in Markdown, with their effects on old and new bytes, and a note on what was not
    /// compared.
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

    /// Returns the change of a set of valid values, which has been narrowed or widened.
    fn of_range(path: &str, decodes: Decodes, what: String) -> Self {
        let kind = match decodes {
            WIDER => ChangeKind::Widened,
            NARROWER => ChangeKind::Narrowed,
            _ => ChangeKind::Replaced,
        };
        Self::new(path, kind, decodes, what)
    }
}

/// Describes a change from `old` to `new`.
fn became(old: &str, new: &str) -> String {
    format!("{old} → {new}")
}
