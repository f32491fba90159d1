//! The names of entrypoints.

use alloc::borrow::Cow;
use alloc::string::{String, ToString};
use alloc::vec::Vec;
use core::fmt;
use core::str::FromStr;

use tezos_encoding::{BinWriter, HasEncoding, NomReader, Revision, View};

/// The name of an entrypoint.
///
/// | bytes   | field | encoding                                              |
/// |--------:|-------|-------------------------------------------------------|
/// | 1       | tag   | 0 to 9, or 255 for all other names                    |
/// | 1 to 32 |       | after the tag 255, the name with a 1-byte size prefix |
///
/// In JSON an entrypoint is its name.
///
/// As in Octez, a name has one value and one encoding in a protocol. Readers also accept a name with a tag after the tag 255, and from
/// protocol 013 on the empty name for `default`: they return the case of the name.
///
/// Parse a name to make a value: a [`Named`](Self::Named) entrypoint cannot be made otherwise, so that all that are made are those of
/// contracts. Those that are read have the names that Octez accepts: any bytes.
///
/// ```
/// use tezos_protocols::{Protocol, operation::Entrypoint};
/// let mint: Entrypoint = "mint".parse().unwrap();
/// assert_eq!((mint.to_string(), mint.as_str()), ("mint".into(), Some("mint")));
/// assert_eq!(("default".parse(), Entrypoint::default()), (Ok(Entrypoint::Default), Entrypoint::Default));
/// let error = "%mint".parse::<Entrypoint>().unwrap_err();
/// assert_eq!(error.to_string(), "the name of an entrypoint is written without `%`: write `mint`");
///
/// // A name of which later protocols have a case.
/// assert_eq!(Protocol::Seoul.encode(&Entrypoint::Stake).unwrap(), [6]);
/// assert_eq!(Protocol::Lima.encode(&Entrypoint::Stake).unwrap(), *b"\xff\x05stake");
/// ```
///
/// # Errors
/// `Unexpected_tag`; `Size_limit_exceeded` for a name of more than 31 bytes.
///
/// Rule: [`entrypoint_repr.ml`, `smart_encoding`][rule]; up to protocol 012, [`operation_repr.ml`, `entrypoint_encoding`][early].
///
/// [rule]: https://github.com/tezos/tezos-mirror/blob/d26a8bef82159434e5a6db6a6d329f29dc8172dd/src/proto_alpha/lib_protocol/entrypoint_repr.ml
/// [early]: https://github.com/tezos/tezos-mirror/blob/d26a8bef82159434e5a6db6a6d329f29dc8172dd/src/proto_012_Psithaca/lib_protocol/operation_repr.ml
#[derive(HasEncoding, NomReader, BinWriter, View, Debug, Clone, PartialEq, Eq, PartialOrd, Ord, Hash, Default)]
#[encoding(json(first_match), canonical = "Entrypoint::canonical")]
#[non_exhaustive]
pub enum Entrypoint {
    /// `default`.
    #[default]
    #[encoding(tag = 0, constant = "default")]
    Default,
    /// `root`.
    #[encoding(tag = 1, constant = "root")]
    Root,
    /// `do`.
    #[encoding(tag = 2, constant = "do")]
    Do,
    /// `set_delegate`.
    #[encoding(tag = 3, constant = "set_delegate")]
    SetDelegate,
    /// `remove_delegate`.
    #[encoding(tag = 4, constant = "remove_delegate")]
    RemoveDelegate,
    /// `deposit`, from protocol 015 on.
    #[encoding(tag = 5, since = 15, constant = "deposit")]
    Deposit,
    /// `stake`, from protocol 018 on.
    #[encoding(tag = 6, since = 18, constant = "stake")]
    Stake,
    /// `unstake`, from protocol 018 on.
    #[encoding(tag = 7, since = 18, constant = "unstake")]
    Unstake,
    /// `finalize_unstake`, from protocol 018 on.
    #[encoding(tag = 8, since = 18, constant = "finalize_unstake")]
    FinalizeUnstake,
    /// `set_delegate_parameters`, from protocol 018 on.
    #[encoding(tag = 9, since = 18, constant = "set_delegate_parameters")]
    SetDelegateParameters,
    /// Any other name.
    #[encoding(tag = 255)]
    Named(NamedEntrypoint),
}

/// A name of an [`Entrypoint`] that has no case. It can be read, or parsed as an [`Entrypoint`], and not made otherwise.
///
/// | bytes   | field | encoding                      |
/// |--------:|-------|-------------------------------|
/// | 1 to 32 |       | text with a 1-byte size prefix |
///
/// # Errors
/// `Size_limit_exceeded` for a name of more than 31 bytes.
#[derive(HasEncoding, NomReader, BinWriter, View, Debug, Clone, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub struct NamedEntrypoint(#[encoding(string(kind = "u8", max = 31))] Vec<u8>);

impl NamedEntrypoint {
    /// Returns the name, which is any bytes if it was read.
    #[must_use]
    pub fn name(&self) -> &[u8] {
        &self.0
    }
}

impl<'a> NamedEntrypointView<'a> {
    /// Returns the name.
    #[must_use]
    pub const fn name(&self) -> &'a [u8] {
        self.0
    }
}

/// The names that have a case, with the first protocol that has it.
static CASES: [(&[u8], Revision, Entrypoint); 10] = [
    (b"default", Revision(0), Entrypoint::Default),
    (b"root", Revision(0), Entrypoint::Root),
    (b"do", Revision(0), Entrypoint::Do),
    (b"set_delegate", Revision(0), Entrypoint::SetDelegate),
    (b"remove_delegate", Revision(0), Entrypoint::RemoveDelegate),
    (b"deposit", Revision(15), Entrypoint::Deposit),
    (b"stake", Revision(18), Entrypoint::Stake),
    (b"unstake", Revision(18), Entrypoint::Unstake),
    (b"finalize_unstake", Revision(18), Entrypoint::FinalizeUnstake),
    (b"set_delegate_parameters", Revision(18), Entrypoint::SetDelegateParameters),
];

/// The first protocol in which an empty name is the default one.
const FIRST_WITHOUT_EMPTY: Revision = Revision(13);

impl Entrypoint {
    /// Returns the name.
    ///
    /// ```
    /// use tezos_protocols::operation::Entrypoint;
    /// assert_eq!(Entrypoint::Root.name(), b"root");
    /// ```
    #[must_use]
    pub fn name(&self) -> &[u8] {
        match self {
            Self::Named(name) => name.name(),
            _ => CASES.iter().find(|(.., case)| case == self).map_or(&[], |(name, ..)| name),
        }
    }

    /// Returns the name, or `None` if it is not UTF-8, as only a name that was read can be.
    ///
    /// ```
    /// use tezos_protocols::operation::Entrypoint;
    /// let mint: Entrypoint = "mint".parse().unwrap();
    /// assert_eq!((mint.as_str(), Entrypoint::Stake.as_str()), (Some("mint"), Some("stake")));
    /// ```
    #[must_use]
    pub fn as_str(&self) -> Option<&str> {
        core::str::from_utf8(self.name()).ok()
    }

    /// Returns the value of a name in the newest protocol.
    fn of_name(name: Vec<u8>) -> Self {
        let named = Self::Named(NamedEntrypoint(name));
        named.canonical(Revision::NEWEST).unwrap_or(named)
    }

    /// Returns the value of a name in a protocol if it is another one: the case, or [`Named`](Self::Named) where there is no case for the name.
    pub(crate) fn canonical(&self, protocol: Revision) -> Option<Self> {
        match self {
            Self::Named(NamedEntrypoint(name)) if name.is_empty() && protocol >= FIRST_WITHOUT_EMPTY => {
                Some(Self::Default)
            }
            Self::Named(NamedEntrypoint(name)) => {
                let case = CASES.iter().find(|(known, since, _)| known == name && *since <= protocol);
                case.map(|(.., case)| case.clone())
            }
            case => {
                let later = CASES.iter().find(|(_, since, known)| *since > protocol && known == case);
                later.map(|(name, ..)| Self::Named(NamedEntrypoint(name.to_vec())))
            }
        }
    }
}

/// Bytes that are not printable ASCII are escaped: only names that were read have them.
impl fmt::Display for Entrypoint {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        show(self.name(), f)
    }
}

/// Parses a name, as contracts declare it, without the `%` that precedes it in addresses and annotations. A name that has a case in the
/// newest protocol is read as that case.
impl FromStr for Entrypoint {
    type Err = EntrypointError;

    fn from_str(name: &str) -> Result<Self, EntrypointError> {
        check(name)?;
        Ok(Self::of_name(name.into()))
    }
}

/// The name.
impl AsRef<[u8]> for Entrypoint {
    fn as_ref(&self) -> &[u8] {
        self.name()
    }
}

impl TryFrom<&str> for Entrypoint {
    type Error = EntrypointError;

    fn try_from(name: &str) -> Result<Self, EntrypointError> {
        name.parse()
    }
}

/// The name of an entrypoint, written as text.
///
/// | bytes | field | encoding                                           |
/// |------:|-------|----------------------------------------------------|
/// | 4 + n |       | at most 31 bytes of text with a 4-byte size prefix |
///
/// The empty name is read and written as `default`.
///
/// It is parsed from text, or converted from an [`Entrypoint`], so that names that are made are those of contracts.
///
/// ```
/// use tezos_protocols::operation::{Entrypoint, EntrypointName};
/// let mint: EntrypointName = "mint".parse().unwrap();
/// assert_eq!((mint.as_str(), EntrypointName::from(Entrypoint::Root).to_string()), (Some("mint"), "root".into()));
/// assert!("mint tokens".parse::<EntrypointName>().is_err());
/// ```
///
/// # Errors
/// `User_invariant_guard` for a name of more than 31 bytes.
///
/// Rule: [`entrypoint_repr.ml`, `simple_encoding`](https://github.com/tezos/tezos-mirror/blob/d26a8bef82159434e5a6db6a6d329f29dc8172dd/src/proto_alpha/lib_protocol/entrypoint_repr.ml).
#[derive(HasEncoding, NomReader, BinWriter, View, Debug, Clone, PartialEq, Eq, PartialOrd, Ord, Hash)]
#[encoding(guard = "EntrypointName::is_short", canonical = "EntrypointName::canonical")]
pub struct EntrypointName(#[encoding(string)] Vec<u8>);

impl EntrypointName {
    /// The name that is read for an empty one.
    const DEFAULT: &[u8] = b"default";

    /// Returns the name.
    ///
    /// ```
    /// use tezos_encoding::Decode;
    /// use tezos_protocols::operation::EntrypointName;
    /// assert_eq!(EntrypointName::from_bytes(b"\0\0\0\x04mint").unwrap().name(), b"mint");
    /// assert_eq!(EntrypointName::from_bytes(&[0; 4]).unwrap().name(), b"default"); // an empty name
    /// ```
    #[must_use]
    pub fn name(&self) -> &[u8] {
        &self.0
    }

    /// Returns the name, or `None` if it is not UTF-8, as only a name that was read can be.
    ///
    /// ```
    /// use tezos_encoding::Decode;
    /// use tezos_protocols::operation::EntrypointName;
    /// assert_eq!(EntrypointName::default().as_str(), Some("default"));
    /// assert_eq!(EntrypointName::from_bytes(b"\0\0\0\x02\xff\xff").unwrap().as_str(), None);
    /// ```
    #[must_use]
    pub fn as_str(&self) -> Option<&str> {
        core::str::from_utf8(&self.0).ok()
    }

    fn is_short(&self) -> Result<(), &'static str> {
        if self.0.len() <= MAX_BYTES { Ok(()) } else { Err("Entrypoint name too long") }
    }

    fn canonical(&self, _: Revision) -> Option<Self> {
        self.0.is_empty().then(Self::default)
    }
}

impl<'a> EntrypointNameView<'a> {
    /// Returns the name, which is empty for `default` if it was so written.
    #[must_use]
    pub const fn name(&self) -> &'a [u8] {
        self.0
    }
}

/// The default entrypoint.
impl Default for EntrypointName {
    fn default() -> Self {
        Self(Self::DEFAULT.to_vec())
    }
}

/// Bytes that are not printable ASCII are escaped: only names that were read have them.
impl fmt::Display for EntrypointName {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        show(&self.0, f)
    }
}

impl FromStr for EntrypointName {
    type Err = EntrypointError;

    fn from_str(name: &str) -> Result<Self, EntrypointError> {
        check(name)?;
        Ok(Self(name.into()))
    }
}

/// The name.
impl AsRef<[u8]> for EntrypointName {
    fn as_ref(&self) -> &[u8] {
        &self.0
    }
}

impl TryFrom<&str> for EntrypointName {
    type Error = EntrypointError;

    fn try_from(name: &str) -> Result<Self, EntrypointError> {
        name.parse()
    }
}

impl From<Entrypoint> for EntrypointName {
    fn from(entrypoint: Entrypoint) -> Self {
        Self(entrypoint.name().to_vec())
    }
}

/// The value in the newest protocol.
impl From<EntrypointName> for Entrypoint {
    fn from(EntrypointName(name): EntrypointName) -> Self {
        Self::of_name(name)
    }
}

/// Maximum length of a name in bytes.
const MAX_BYTES: usize = 31;

/// Why a text is not the name of an entrypoint.
#[derive(Debug, Clone, PartialEq, Eq)]
#[non_exhaustive]
pub enum EntrypointError {
    /// The text is empty.
    Empty,
    /// The text starts with `%`.
    Percent {
        /// What follows it.
        name: String,
    },
    /// The text has more than 31 bytes.
    TooLong {
        /// Its length in bytes.
        bytes: usize,
    },
    /// The text has a character that no name has, or none at its start.
    Character {
        /// The character.
        character: char,
        /// Its position in the text, in bytes.
        index: usize,
    },
}

impl fmt::Display for EntrypointError {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Self::Empty => f.write_str("the name of an entrypoint is not empty: write `default` for the default one"),
            Self::Percent { name } => write!(f, "the name of an entrypoint is written without `%`: write `{name}`"),
            Self::TooLong { bytes } => {
                write!(f, "the name of an entrypoint has at most {MAX_BYTES} bytes, and this has {bytes}")
            }
            Self::Character { character, index } => write!(
                f,
                "the name of an entrypoint has letters, digits and `_`, and after the first also `.` and `@`: found {character:?} at {index}"
            ),
        }
    }
}

impl core::error::Error for EntrypointError {}

/// Checks that a name is one that a contract can declare by an annotation. Annotations may also contain `%`, which no name here does: in an
/// address, it precedes the name.
///
/// Rule: [`script_ir_annot.ml`, `parse_annot`](https://github.com/tezos/tezos-mirror/blob/d26a8bef82159434e5a6db6a6d329f29dc8172dd/src/proto_alpha/lib_protocol/script_ir_annot.ml).
pub(crate) fn check(name: &str) -> Result<(), EntrypointError> {
    if name.is_empty() {
        return Err(EntrypointError::Empty);
    }
    if name.len() > MAX_BYTES {
        return Err(EntrypointError::TooLong { bytes: name.len() });
    }
    if let Some(name) = name.strip_prefix('%') {
        check(name)?;
        return Err(EntrypointError::Percent { name: name.to_string() });
    }
    let is_allowed = |(index, character): &(usize, char)| match character {
        'a'..='z' | 'A'..='Z' | '0'..='9' | '_' => true,
        '.' | '@' => *index > 0,
        _ => false,
    };
    match name.char_indices().find(|character| !is_allowed(character)) {
        Some((index, character)) => Err(EntrypointError::Character { character, index }),
        None => Ok(()),
    }
}

/// Writes a name.
fn show(name: &[u8], f: &mut fmt::Formatter<'_>) -> fmt::Result {
    let text: Cow<'_, str> = match core::str::from_utf8(name) {
        Ok(text) if text.bytes().all(|byte| byte.is_ascii_graphic()) => text.into(),
        _ => name.escape_ascii().to_string().into(),
    };
    f.pad(&text)
}
