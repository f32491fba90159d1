//! Every name that generated code uses. Not public API.

pub use alloc::vec::Vec;
pub use core::clone::Clone;
pub use core::cmp::PartialEq;
pub use core::convert::{From, Infallible};
pub use core::default::Default;
pub use core::fmt::Debug;
pub use core::fmt::Display;
pub use core::marker::PhantomData;
pub use core::mem::size_of;
pub use core::ops::FnOnce;
pub use core::option::Option;
pub use core::primitive::{bool, f64, str, u8, u16, u32, usize};
pub use core::result::Result;

pub use crate::arena::branch::{Branch, One};
pub use crate::arena::grow::{Growing, Progress, Reached, Scan, scan};
pub use crate::arena::steps::Steps;
pub use crate::arena::write::{Position, Sizes, write_field};
pub use crate::arena::{Child, Recursive};
use crate::encode::Digest;
pub use crate::encode::DigestOf;
pub use crate::error::EncodeError;
use crate::error::ErrorKind;
pub use crate::facts::{Ahead, Facts};
pub use crate::fault::{Fault, FaultKind};
pub use crate::form::{Container, Sink};
pub use crate::measure::Measure;
pub use crate::number::ShortBytes;
pub use crate::reader::{Reader, refused};
pub use crate::revision::{Revision, Revisions};
pub use crate::schema::{About, Case, Check, Class, Encoding, Field, Mu, TagSize, rules};
pub use crate::schema::{CompactSchema, Part, PartCase, PartField, PartUnion, SharedTag};
pub use crate::traits::{BinWriter, HasEncoding, NomReader, ReadSelected, Tagged, Untagged};
pub use crate::view::{FieldView, View, Views};
pub use crate::{field, tri};
#[cfg(feature = "serde")]
pub use serde_core::{Deserialize, Deserializer, Serialize, Serializer};

pub use crate::wire::compact::{
    PartReader, PartWriter, bits_of_cases, join, most_bits, split, sum_of_bits, sum_of_sizes,
};
pub use crate::wire::convert::{
    ByDebug, ByDisplay, Functions, Made, Reason, Untold, read_via, run_guard, run_through, run_when,
};
pub use crate::wire::list::{Arrays, map, map_get};
#[cfg(feature = "bytemuck")]
pub use crate::wire::plain::{copy_plain, plain_field, plain_fits, read_list_plain, read_plain, write_list_plain};
pub use crate::wire::shown::{AsBase58, AsDisplay, AsHex, AsPlain};
pub use crate::wire::*;

/// The result of writing.
pub type Written = Result<(), EncodeError>;

/// The result of reading a `T`.
pub type ReadResult<T> = Result<T, Fault>;

/// The depth limit of a recursive type without `depth`.
pub const DEFAULT_DEPTH: u32 = 256;

/// Returns the error for a value that no case matches.
#[cold]
pub fn no_case() -> EncodeError {
    EncodeError::new(ErrorKind::NoCaseMatched)
}

/// Checks that `value` has the case that the preceding fields select.
///
/// # Errors
/// `No_case_matched`.
#[inline]
pub fn check_selected<T: Untagged>(selector: &T::Selector, value: &T) -> Result<(), EncodeError> {
    let (selected, found) = (T::selected(selector), value.case_index());
    if selected == Some(found) { Ok(()) } else { Err(wrong_case::<T>(selected, found)) }
}

#[cold]
fn wrong_case<T: Untagged>(selected: Option<usize>, found: usize) -> EncodeError {
    let name = |index: usize| T::CASES.get(index).map(|case| case.name);
    let kind = ErrorKind::WrongCase { selected: selected.and_then(name), found: name(found).unwrap_or_default() };
    EncodeError::new(kind)
}

/// Returns the error for an unknown-case value whose tag belongs to a known case.
#[cold]
pub fn taken_tag(tag: u32) -> EncodeError {
    EncodeError::new(ErrorKind::TakenTag { tag })
}

/// Reads a value nested in another. Derived readers are inlined into the entry point of a whole message; nested, each
/// type is one function, compiled once.
///
/// # Errors
/// The errors of the encoding.
#[inline]
pub fn read<'a, T: NomReader<'a>>(input: &mut Reader<'a>) -> Result<T, Fault> {
    T::read(input)
}

/// Returns the fault of an unknown tag.
///
/// # Errors
/// `Unexpected_tag`.
#[inline]
pub fn unexpected_tag<T>(start: &[u8], tag: impl Into<u32>, ignorable: bool) -> Result<T, Fault> {
    Err(Fault::unexpected_tag(start, tag.into(), ignorable))
}

/// Adds a field name to the path of the error, if there is one.
///
/// # Errors
/// Passes on the error.
#[inline]
pub fn in_field(name: &'static str, written: Written) -> Written {
    match written {
        Ok(()) => Ok(()),
        Err(error) => Err(error.in_field(name)),
    }
}

/// Adds a case name to the path of the error, if there is one.
///
/// # Errors
/// Passes on the error.
#[inline]
pub fn in_case(title: &'static str, written: Written) -> Written {
    match written {
        Ok(()) => Ok(()),
        Err(error) => Err(error.in_case(title)),
    }
}

/// Returns the digest of `bytes` by the hash function `D`.
#[inline]
pub fn digest<D: Digest>(bytes: &[u8]) -> D::Output {
    let mut digest = D::new();
    digest.update(bytes);
    digest.finish()
}

/// Returns the bytes between `start` and the current position of `input`.
#[inline]
pub fn consumed<'a>(start: &'a [u8], input: &Reader<'a>) -> &'a [u8] {
    start.get(..start.len().saturating_sub(input.remaining().len())).unwrap_or_default()
}
