//! The kinds of errors, with what was expected and what was found.

use alloc::borrow::Cow;
use alloc::boxed::Box;
use alloc::vec::Vec;
use core::fmt;

use super::counted::Counted;
use super::{EncodeError, KnownTags};
use crate::fault::FaultKind;
use crate::revision::{Revision, RevisionNames, Revisions};

/// The reason why bytes cannot be decoded or a value cannot be encoded.
///
/// `Display` is the middle of a sentence; [`ErrorKind::name`] is the name of the constructor in the reference
/// (`Data_encoding.Binary.read_error`, `write_error`).
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
    /// From JSON: `No_case_matched`, if every case expects a value of another kind.
    NoCaseForJson {
        /// The value found, as in [`ErrorKind::WrongJson`].
        found: Box<str>,
    },
    /// From JSON: `No_case_matched`, if several cases match the text equally well.
    NearestCase {
        /// The first of these cases.
        case: &'static str,
        /// Why it does not match, with the path inside the case.
        error: Box<EncodeError>,
    },
    /// Reading: `Unexpected_tag`.
    UnexpectedTag {
        /// The tag found.
        tag: u32,
        /// Whether the type is marked `ignore_unknown`.
        ignorable: bool,
        /// The tags of the union.
        known: KnownTags,
    },
    /// Writing: `Unexpected_tag`, for an unknown-case value whose tag is not unknown.
    TakenTag {
        /// The tag, which belongs to a known case or is reserved.
        tag: u32,
    },
    /// Writing: `No_case_matched`, for a value of another case than the preceding fields select.
    WrongCase {
        /// The case selected, if there is one.
        selected: Option<&'static str>,
        /// The case of the value.
        found: &'static str,
    },
    /// Reading or writing: `Invalid_int`.
    InvalidInt {
        /// The minimum.
        min: i128,
        /// The value found.
        value: i128,
        /// The maximum.
        max: i128,
    },
    /// Reading or writing: `Invalid_float`. Floats are stored as their bits.
    InvalidFloat {
        /// Bits of the minimum.
        min: u64,
        /// Bits of the value found.
        value: u64,
        /// Bits of the maximum.
        max: u64,
    },
    /// Writing: `Invalid_natural`, for a negative number that is encoded as `n`.
    InvalidNatural,
    /// Reading: `Trailing_zero`.
    TrailingZero,
    /// Reading or writing: `Size_limit_exceeded`.
    SizeLimitExceeded {
        /// Bytes allowed.
        limit: usize,
        /// Bytes found, or the bytes needed next if reading stopped inside the value.
        found: usize,
    },
    /// Reading: `List_too_long`; writing: `List_invalid_length`.
    ListLength {
        /// Elements allowed.
        max: usize,
        /// Elements found; when reading, the number at which the reader stopped.
        found: usize,
        /// Whether it is an error of a writer.
        writing: bool,
        /// Whether the reference calls the list an array.
        array: bool,
    },
    /// Reading or writing: fewer elements than the minimum of the list. The reference has no such limit.
    ListTooShort {
        /// Elements required.
        min: usize,
        /// Elements found.
        found: usize,
    },
    /// Writing: `Invalid_bytes_length`.
    BytesLength {
        /// Bytes expected.
        expected: usize,
        /// Bytes found.
        found: usize,
    },
    /// Writing: `Invalid_string_length`.
    TextLength {
        /// Bytes expected.
        expected: usize,
        /// Bytes found.
        found: usize,
    },
    /// Writing with a schema: a value of another kind than the schema has.
    WrongValue {
        /// The kind that the schema has.
        expected: &'static str,
    },
    /// From JSON: a value of another kind than the encoding has; `Cannot_destruct` in `json-data-encoding`.
    WrongJson {
        /// What was expected: `uint8`, `digits in quotation marks`, `an object`.
        expected: Cow<'static, str>,
        /// The value found: `a list of 2 elements`, `the number 4450`, `"text"`. Longer numbers and strings than 40 characters are truncated,
        /// and characters that are not printable are escaped.
        found: Box<str>,
        /// The JSON of the number found, if only its quotation marks are missing or superfluous.
        instead: Option<Box<str>>,
    },
    /// From JSON: a string that is not one of the names of an enumeration, or not the constant of any case of a union; `Cannot_destruct` in
    /// `json-data-encoding`.
    UnknownName {
        /// The string in the text. After 40 characters, it ends with `…`.
        name: Box<str>,
        /// The field whose constant tells the cases of a union apart, such as `kind`; `name` if it has none, empty for an enumeration.
        field: &'static str,
        /// The known name that differs least, if any is similar.
        nearest: Option<&'static str>,
    },
    /// From JSON, or writing a revision: a required field is missing; `Missing_field` in `json-data-encoding`.
    MissingField,
    /// Writing: a field or a case that the revision does not have.
    OtherRevision {
        /// The revisions that have it.
        revisions: Revisions,
        /// The revision that is written.
        revision: Revision,
        /// The names of both.
        names: RevisionNames,
    },
    /// From JSON: `Unexpected_field`, for a name that the object does not have or that occurs twice.
    UnexpectedField {
        /// The name in the text. After 40 characters, it ends with `…`.
        name: Box<str>,
        /// Whether the object has this field and the name occurs twice.
        twice: bool,
        /// The name of the field that differs least, if any is similar.
        nearest: Option<&'static str>,
    },
    /// From JSON: it would take too long to find the case of a value among nested unions.
    TooManyCases,
    /// Reading or writing: `User_invariant_guard`.
    UserGuard {
        /// The name of the predicate.
        function: &'static str,
        /// Its message.
        message: Cow<'static, str>,
    },
    /// Reading or writing: `Exception_raised_in_user_function`.
    UserFunction {
        /// The name of the function.
        function: &'static str,
        /// Its message.
        message: Cow<'static, str>,
    },
    /// Reading: text that is not UTF-8, where the Rust type is a string.
    InvalidUtf8,
    /// Reading or writing: a map key that occurs twice. The reference has no such rule.
    DuplicateKey,
    /// Reading: bytes that differ from the expected constant.
    Magic {
        /// The constant.
        expected: &'static [u8],
        /// The bytes found.
        found: Vec<u8>,
    },
    /// Reading or writing: a number that does not fit the Rust type.
    Overflow,
    /// Reading or writing: a recursive value nested deeper than the limit.
    TooDeep {
        /// Levels allowed.
        limit: u32,
    },
    /// Reading: more heap than is left of the caller's budget.
    HeapExceeded {
        /// Bytes requested.
        needed: usize,
    },
    /// A hand-written nom parser refused the bytes.
    Foreign,
    /// Reading: a list element that consumed no bytes. Only possible for types with a parameter or a hand-written
    /// reader; for others, derived code does not compile.
    EmptyItem,
    /// Reading or writing: an RLP item that is not what is expected here, or not in its shortest form.
    InvalidItem {
        /// What is expected: a string, a list, the shortest form.
        expected: &'static str,
        /// The first byte found.
        found: u8,
    },
    /// Writing: an optional field of an RLP list is present, and one is absent that shorter lists have already, so that readers would confuse
    /// them.
    Gap,
    /// Writing: a hand-written writer does not write the same bytes each time it is called for a value.
    Unsteady {
        /// Bytes that were counted first.
        measured: usize,
        /// Bytes that were written then.
        written: usize,
    },
    /// Writing: the destination slice is too short.
    Destination {
        /// Bytes needed.
        needed: usize,
        /// Bytes available.
        available: usize,
    },
}

impl ErrorKind {
    /// What RLP expects of a header.
    pub(crate) const SHORTEST_HEADER: &'static str = "the shortest header of the RLP item";
    /// What RLP expects of a number.
    pub(crate) const SHORTEST_NUMBER: &'static str = "a number without leading zero bytes";

    /// Returns true if it tells nothing of the bytes that were found but their number.
    pub(super) const fn is_about_sizes(&self) -> bool {
        matches!(
            self,
            Self::NotEnoughData { .. } | Self::ExtraBytes { .. } | Self::TooDeep { .. } | Self::HeapExceeded { .. }
        )
    }

    /// Returns the name in the reference, or ours if it has none.
    pub fn name(&self) -> &'static str {
        let kind = match self {
            Self::NotEnoughData { .. } => FaultKind::NotEnoughData,
            Self::ExtraBytes { .. } => FaultKind::ExtraBytes,
            Self::UnknownName { field: "", .. } => return "Wrong_value",
            Self::NoCaseMatched
            | Self::NoCaseForJson { .. }
            | Self::NearestCase { .. }
            | Self::UnknownName { .. }
            | Self::WrongCase { .. } => FaultKind::NoCaseMatched,
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
            Self::InvalidItem { .. } => FaultKind::InvalidItem,
            Self::InvalidNatural => return "Invalid_natural",
            Self::ListLength { writing: true, array: false, .. } => return "List_invalid_length",
            Self::ListLength { writing: true, array: true, .. } => return "Array_invalid_length",
            Self::BytesLength { .. } => return "Invalid_bytes_length",
            Self::TextLength { .. } => return "Invalid_string_length",
            Self::WrongValue { .. } | Self::WrongJson { .. } => return "Wrong_value",
            Self::MissingField => return "Missing_field",
            Self::OtherRevision { .. } => return "Other_revision",
            Self::UnexpectedField { .. } => return "Unexpected_field",
            Self::TooManyCases => return "Too_many_cases",
            Self::Gap => return "Gap",
            Self::Unsteady { .. } => return "Unsteady_writer",
            Self::Destination { .. } => return "No_space_left",
        };
        kind.name()
    }
}

impl fmt::Display for ErrorKind {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Self::NotEnoughData { expected, needed, available } => {
                let needed = Counted(*needed, "byte");
                write!(f, "{needed} {} needed for {expected} but the block has {available} left", needed.are())
            }
            Self::ExtraBytes { count: 1 } => write!(f, "the value ends, but 1 more byte follows in its block"),
            Self::ExtraBytes { count } => write!(f, "the value ends, but {count} more bytes follow in its block"),
            Self::NoCaseMatched => write!(f, "no case of the encoding matches the value"),
            Self::NoCaseForJson { found } => write!(f, "no case of the encoding matches {found}"),
            Self::NearestCase { case, error } => {
                write!(f, "no case of the encoding matches the value; the closest is {case}: {error}")
            }
            Self::UnexpectedTag { tag, known, .. } => {
                write!(f, "no case has the tag {tag} ({tag:#04x}), expected {}", known.near(*tag))
            }
            Self::WrongCase { selected: Some(selected), found } => {
                write!(f, "the preceding fields select the case {selected}, but the value has the case {found}")
            }
            Self::WrongCase { selected: None, found } => {
                write!(f, "the preceding fields select no case, but the value has the case {found}")
            }
            Self::TakenTag { tag } => {
                write!(
                    f,
                    "the tag {tag} ({tag:#04x}) belongs to a known case or is reserved, so it cannot be the tag of an unknown case"
                )
            }
            Self::InvalidInt { min, value, max } => {
                write!(f, "expected an integer from {min} to {max}, found {value}")
            }
            Self::InvalidFloat { min, value, max } => write!(
                f,
                "expected a number from {} to {}, found {}",
                f64::from_bits(*min),
                f64::from_bits(*max),
                f64::from_bits(*value)
            ),
            Self::InvalidNatural => write!(f, "expected a natural number, found a negative one"),
            Self::TrailingZero => write!(f, "the number is not in its shortest encoding: its last byte is zero"),
            Self::SizeLimitExceeded { limit, found } => {
                let limit = Counted(*limit, "byte");
                write!(f, "at most {limit} {} allowed, found {found}", limit.are())
            }
            // A list can only be too short if its length is fixed.
            Self::ListLength { max, found, .. } if found < max => {
                write!(f, "expected exactly {}, found {found}", Counted(*max, "element"))
            }
            Self::ListLength { max, found, .. } => {
                let max = Counted(*max, "element");
                write!(f, "at most {max} {} allowed, found {found}", max.are())
            }
            Self::ListTooShort { min, found } => {
                let min = Counted(*min, "element");
                write!(f, "at least {min} {} required, found {found}", min.are())
            }
            Self::WrongValue { expected } => write!(f, "expected {expected}, found a value of another kind"),
            Self::WrongJson { expected, found, instead } => {
                write!(f, "expected {expected}, found {found}")?;
                instead.iter().try_for_each(|instead| write!(f, ": write {instead}"))
            }
            Self::UnknownName { name, field, nearest } => {
                let field = if field.is_empty() { "name" } else { field };
                let article = if field.starts_with(['a', 'e', 'i', 'o']) { "an" } else { "a" };
                write!(f, "{name:?} is not {article} {field} known here")?;
                write_nearest(*nearest, f)
            }
            Self::MissingField => write!(f, "the field is missing"),
            Self::OtherRevision { revisions, revision, names } => {
                write!(f, "only revisions ")?;
                names.write_range(*revisions, f)?;
                write!(f, " have this field or case, and ")?;
                names.write(*revision, f)?;
                write!(f, " is being written")
            }
            Self::UnexpectedField { name, twice: true, .. } => write!(f, "the field {name:?} occurs twice"),
            Self::UnexpectedField { name, twice: false, nearest } => {
                write!(f, "unexpected field {name:?}")?;
                write_nearest(*nearest, f)
            }
            Self::TooManyCases => {
                write!(f, "finding the case of the value among nested unions would take too long")
            }
            Self::BytesLength { expected, found } | Self::TextLength { expected, found } => {
                write!(f, "expected {}, found {found}", Counted(*expected, "byte"))
            }
            Self::UserGuard { message, .. } | Self::UserFunction { message, .. } => {
                write!(f, "the value is refused: {message}")
            }
            Self::InvalidUtf8 => write!(f, "the text is not valid UTF-8"),
            Self::DuplicateKey => write!(f, "this key occurs twice in the map"),
            Self::Magic { expected, found } => {
                write!(f, "expected the bytes {expected:02x?}, found {found:02x?}")
            }
            Self::Overflow => write!(f, "the number does not fit the Rust type"),
            Self::TooDeep { limit } => write!(f, "values are nested deeper than {limit} levels"),
            Self::Foreign => write!(f, "a hand-written parser refuses the bytes"),
            Self::HeapExceeded { needed } => {
                write!(f, "{needed} bytes of heap are needed, which is more than is left of the decoding budget")
            }
            Self::EmptyItem => write!(f, "this element consumes no bytes, so the end of the list cannot be found"),
            Self::InvalidItem { expected, found } => write!(f, "expected {expected}, found the byte {found:02x}"),
            Self::Gap => {
                f.write_str("an optional field is absent, and one that may only be present with it is present")
            }
            Self::Unsteady { measured, written } => {
                let written = Counted(*written, "byte");
                write!(
                    f,
                    "the writer first counted {measured} and then wrote {written}: \
                     it must write the same bytes each time it is called for a value"
                )
            }
            Self::Destination { needed, available } => {
                let needed = Counted(*needed, "byte");
                write!(f, "{needed} {} needed but the destination has {available}", needed.are())
            }
        }
    }
}

fn write_nearest(nearest: Option<&str>, f: &mut fmt::Formatter<'_>) -> fmt::Result {
    nearest.iter().try_for_each(|nearest| write!(f, "; the nearest is {nearest:?}"))
}
