//! Kinds of errors, with what was expected and found.

use alloc::borrow::Cow;
use alloc::boxed::Box;
use alloc::vec::Vec;
use core::fmt;

use super::EncodeError;
use crate::fault::FaultKind;
use crate::revision::{Revision, Revisions};

/// What is wrong with bytes or a value.
///
/// `Display` is part of a sentence; [`ErrorKind::name`] is the constructor in the reference (`Data_encoding.Binary.read_error`,
/// `write_error`).
#[derive(Clone, Debug, PartialEq, Eq)]
#[non_exhaustive]
pub enum ErrorKind {
    /// Reading: `Not_enough_data`.
    NotEnoughData {
        /// The encoding being read.
        expected: &'static str,
        /// Bytes it needs.
        needed: usize,
        /// Bytes left in the enclosing block.
        available: usize,
    },
    /// Reading: `Extra_bytes`.
    ExtraBytes {
        /// Bytes left in the block after its value.
        count: usize,
    },
    /// Reading or writing: `No_case_matched`.
    NoCaseMatched,
    /// From JSON: `No_case_matched`, where several cases come equally near.
    NearestCase {
        /// The first of these cases.
        case: &'static str,
        /// Why it does not fit, with the path inside the case.
        error: Box<EncodeError>,
    },
    /// Reading: `Unexpected_tag`.
    UnexpectedTag {
        /// The tag found.
        tag: u32,
        /// Whether the type is marked `ignore_unknown`.
        ignorable: bool,
    },
    /// Writing a value of an unknown case: `Unexpected_tag`.
    TakenTag {
        /// The tag, which is that of a known case, or reserved.
        tag: u32,
    },
    /// Writing a value of another case than the preceding fields select: `No_case_matched`.
    WrongCase {
        /// The case selected, if there is one.
        selected: Option<&'static str>,
        /// The value's.
        found: &'static str,
    },
    /// Reading or writing: `Invalid_int`.
    InvalidInt {
        /// Least value.
        min: i128,
        /// Value found.
        value: i128,
        /// Greatest value.
        max: i128,
    },
    /// Reading or writing: `Invalid_float`; the numbers are the bits of the floats.
    InvalidFloat {
        /// Bits of the least value.
        min: u64,
        /// Bits of the value found.
        value: u64,
        /// Bits of the greatest value.
        max: u64,
    },
    /// Writing: `Invalid_natural`, a negative number for `n`.
    InvalidNatural,
    /// Reading: `Trailing_zero`.
    TrailingZero,
    /// Reading or writing: `Size_limit_exceeded`.
    SizeLimitExceeded {
        /// Bytes allowed.
        limit: usize,
        /// Bytes wanted, as far as is known.
        found: usize,
    },
    /// Reading: `List_too_long`; writing: `List_invalid_length`.
    ListLength {
        /// Elements allowed.
        max: usize,
        /// Elements found; when reading, the first too many.
        found: usize,
        /// Whether it is an error of a writer.
        writing: bool,
        /// Whether the reference calls the list an array.
        array: bool,
    },
    /// Reading or writing: fewer elements than a list must have; the reference has no such bound.
    ListTooShort {
        /// Elements required.
        min: usize,
        /// Elements found.
        found: usize,
    },
    /// Writing: `Invalid_bytes_length`.
    BytesLength {
        /// Bytes wanted.
        expected: usize,
        /// Bytes found.
        found: usize,
    },
    /// Writing: `Invalid_string_length`.
    TextLength {
        /// Bytes wanted.
        expected: usize,
        /// Bytes found.
        found: usize,
    },
    /// Writing by a schema: a value of another kind.
    WrongValue {
        /// What the encoding has.
        expected: &'static str,
    },
    /// From JSON, and writing a revision: a required field is missing; `Missing_field` in `json-data-encoding`.
    MissingField,
    /// Writing: a field or a case that the revision does not have.
    OtherRevision {
        /// The revisions that have it.
        revisions: Revisions,
        /// The revision that is written.
        revision: Revision,
    },
    /// From JSON: `Unexpected_field`.
    UnexpectedField {
        /// The name in the text, or its start.
        name: Box<str>,
        /// Whether the object has such a field, and the text has it twice.
        twice: bool,
    },
    /// From JSON: the cases of nested unions take too long to tell apart.
    TooManyCases,
    /// Reading or writing: `User_invariant_guard`.
    UserGuard {
        /// Which predicate.
        function: &'static str,
        /// Its message.
        message: Cow<'static, str>,
    },
    /// Reading or writing: `Exception_raised_in_user_function`.
    UserFunction {
        /// Which function.
        function: &'static str,
        /// Its message.
        message: Cow<'static, str>,
    },
    /// Reading: text that is not UTF-8, where the Rust type is a string.
    InvalidUtf8,
    /// A key that occurs twice; the reference has no such rule.
    DuplicateKey,
    /// Reading: other bytes than the fixed ones.
    Magic {
        /// The fixed bytes.
        expected: &'static [u8],
        /// The bytes found.
        found: Vec<u8>,
    },
    /// A number that the Rust type cannot hold.
    Overflow,
    /// Recursive values nested too deep.
    TooDeep {
        /// Levels allowed.
        limit: u32,
    },
    /// More heap than is left of the caller's budget.
    HeapExceeded {
        /// Bytes requested.
        needed: usize,
    },
    /// A hand-written nom parser refused the bytes.
    Foreign,
    /// An element of a list without bytes. Only for types with a parameter or a hand-written reader: others do not compile.
    EmptyItem,
    /// Writing: a destination that is too short.
    Destination {
        /// Bytes needed.
        needed: usize,
        /// Bytes available.
        available: usize,
    },
}

impl ErrorKind {
    /// Returns the name in the reference, or ours if it has none.
    pub fn name(&self) -> &'static str {
        let kind = match self {
            Self::NotEnoughData { .. } => FaultKind::NotEnoughData,
            Self::ExtraBytes { .. } => FaultKind::ExtraBytes,
            Self::NoCaseMatched | Self::NearestCase { .. } | Self::WrongCase { .. } => FaultKind::NoCaseMatched,
            Self::UnexpectedTag { .. } | Self::TakenTag { .. } => FaultKind::UnexpectedTag,
            Self::InvalidInt { .. } => FaultKind::InvalidInt,
            Self::InvalidFloat { .. } => FaultKind::InvalidFloat,
            Self::TrailingZero => FaultKind::TrailingZero,
            Self::SizeLimitExceeded { .. } => FaultKind::SizeLimitExceeded,
            Self::ListLength { writing: false, array: false, .. } => FaultKind::ListTooLong,
            Self::ListLength { writing: false, array: true, .. } => FaultKind::ArrayTooLong,
            Self::ListTooShort { .. } => FaultKind::ListTooShort,
            Self::UserGuard { .. } => FaultKind::UserGuard,
            Self::UserFunction { .. } => FaultKind::UserFunction,
            Self::InvalidUtf8 => FaultKind::InvalidUtf8,
            Self::DuplicateKey => FaultKind::DuplicateKey,
            Self::Magic { .. } => FaultKind::Magic,
            Self::Overflow => FaultKind::Overflow,
            Self::TooDeep { .. } => FaultKind::TooDeep,
            Self::HeapExceeded { .. } => FaultKind::HeapExceeded,
            Self::Foreign => FaultKind::Foreign,
            Self::EmptyItem => FaultKind::EmptyItem,
            Self::InvalidNatural => return "Invalid_natural",
            Self::ListLength { writing: true, array: false, .. } => return "List_invalid_length",
            Self::ListLength { writing: true, array: true, .. } => return "Array_invalid_length",
            Self::BytesLength { .. } => return "Invalid_bytes_length",
            Self::TextLength { .. } => return "Invalid_string_length",
            Self::WrongValue { .. } => return "Wrong_value",
            Self::MissingField => return "Missing_field",
            Self::OtherRevision { .. } => return "Other_revision",
            Self::UnexpectedField { .. } => return "Unexpected_field",
            Self::TooManyCases => return "Too_many_cases",
            Self::Destination { .. } => return "No_space_left",
        };
        kind.name()
    }
}

impl fmt::Display for ErrorKind {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Self::NotEnoughData { expected, needed, available } => {
                write!(f, "{needed} bytes are needed for {expected} but the block has {available} left")
            }
            Self::ExtraBytes { count } => write!(f, "the value ends but its block has {count} more bytes"),
            Self::NoCaseMatched => write!(f, "no case of the encoding fits the value"),
            Self::NearestCase { case, error } => {
                write!(
                    f,
                    "no case of the encoding fits the value, {case} is the first of those that come nearest: {error}"
                )
            }
            Self::UnexpectedTag { tag, .. } => write!(f, "no case has the tag {tag} ({tag:#04x})"),
            Self::WrongCase { selected: Some(selected), found } => {
                write!(f, "the fields before select the case {selected}, but the value is a {found}")
            }
            Self::WrongCase { selected: None, found } => {
                write!(f, "the fields before select no case, but the value is a {found}")
            }
            Self::TakenTag { tag } => {
                write!(f, "the tag {tag} ({tag:#04x}) is that of a known case, or reserved: it is not an unknown one")
            }
            Self::InvalidInt { min, value, max } => {
                write!(f, "an integer from {min} to {max} is expected, {value} found")
            }
            Self::InvalidFloat { min, value, max } => write!(
                f,
                "a number from {} to {} is expected, {} found",
                f64::from_bits(*min),
                f64::from_bits(*max),
                f64::from_bits(*value)
            ),
            Self::InvalidNatural => write!(f, "a natural number is expected, a negative one found"),
            Self::TrailingZero => write!(f, "the last byte of the number is zero: a shorter form exists"),
            Self::SizeLimitExceeded { limit, found } => {
                write!(f, "at most {limit} bytes are allowed, {found} found")
            }
            // Only a list of a fixed length can be too short.
            Self::ListLength { max, found, .. } if found < max => {
                write!(f, "exactly {max} elements are expected, {found} found")
            }
            Self::ListLength { max, found, .. } => write!(f, "at most {max} elements are allowed, {found} found"),
            Self::ListTooShort { min, found } => write!(f, "at least {min} elements are required, {found} found"),
            Self::WrongValue { expected } => write!(f, "{expected} is expected, a value of another kind found"),
            Self::MissingField => write!(f, "the field is missing"),
            Self::OtherRevision { revisions, revision } => {
                write!(f, "revisions {revisions} have this, {revision} does not")
            }
            Self::UnexpectedField { name, twice: false } => write!(f, "no field is called {name:?}"),
            Self::UnexpectedField { name, twice: true } => write!(f, "the field {name:?} is there already"),
            Self::TooManyCases => {
                write!(
                    f,
                    "the value fits too many cases of unions in unions for a while: it takes too long to tell which it is of"
                )
            }
            Self::BytesLength { expected, found } | Self::TextLength { expected, found } => {
                write!(f, "{expected} bytes are expected, {found} found")
            }
            Self::UserGuard { function, message } | Self::UserFunction { function, message } => {
                write!(f, "`{function}` refuses the value: {message}")
            }
            Self::InvalidUtf8 => write!(f, "text in UTF-8 is expected"),
            Self::DuplicateKey => write!(f, "the map has this key already"),
            Self::Magic { expected, found } => {
                write!(f, "the bytes {expected:02x?} are expected, {found:02x?} found")
            }
            Self::Overflow => write!(f, "the number does not fit the Rust type"),
            Self::TooDeep { limit } => write!(f, "values are nested deeper than {limit} levels"),
            Self::Foreign => write!(f, "a hand-written parser refuses the bytes"),
            Self::HeapExceeded { needed } => {
                write!(f, "{needed} bytes of heap are more than the budget of this decode has left")
            }
            Self::EmptyItem => write!(f, "this element takes no byte: nothing would tell how many there are"),
            Self::Destination { needed, available } => {
                write!(f, "{needed} bytes are to be written but the destination has {available}")
            }
        }
    }
}
