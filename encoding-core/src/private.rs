//! Every name that derived code uses. Not part of the interface.

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
pub use crate::arena::grow::{Growing, Reached, Scan, Step, scan};
pub use crate::arena::steps::Steps;
pub use crate::arena::write::{Place, Sizes, measure_field, write_field};
pub use crate::arena::{Child, Recursive};
pub use crate::encode::DigestOf;
pub use crate::error::EncodeError;
use crate::error::ErrorKind;
pub use crate::facts::{Ahead, Facts};
pub use crate::fault::{Fault, FaultKind};
pub use crate::form::Sink;
pub use crate::measure::Measure;
pub use crate::nom::{NomResult, nom_read};
pub use crate::reader::{Reader, refused};
pub use crate::revision::Revisions;
pub use crate::schema::{About, Case, Check, Class, Encoding, Field, Mu, TagSize, rules};
pub use crate::schema::{Compact as CompactSchema, Part, PartCase, PartField, PartUnion, SharedTag};
pub use crate::traits::{BinWriter, HasEncoding, NomReader, ReadSelected, Tagged, Untagged};
pub use crate::view::{FieldView, View, Views};
pub use crate::{add, field, tri};
#[cfg(feature = "serde")]
pub use serde_core::{Deserialize, Deserializer, Serialize, Serializer};

pub use crate::wire::compact::{
    PartReader, PartWriter, bits_of_cases, join, most_bits, same_size, split, sum_of_bits, sum_of_sizes,
};
pub use crate::wire::convert::{run_guard, run_via, run_when};
pub use crate::wire::list::{Arrays, map, map_list};
#[cfg(feature = "bytemuck")]
pub use crate::wire::plain::{copy_plain, plain_field, plain_fits, read_list_plain, read_plain, write_list_plain};
pub use crate::wire::shown::{AsBase58, AsDisplay, AsHex, AsPlain};
pub use crate::wire::*;

/// What measuring returns.
pub type Measured = Result<usize, EncodeError>;

/// What reading a `T` returns.
pub type ReadResult<T> = Result<T, Fault>;

/// Levels of a recursive type that does not say how many.
pub const DEFAULT_DEPTH: u32 = 256;

/// A value that no case is for.
#[cold]
pub fn no_case() -> EncodeError {
    EncodeError::new(ErrorKind::NoCaseMatched)
}

/// Checks that a value is of the case that the fields before select.
///
/// # Errors
/// `No_case_matched`.
#[inline]
pub fn check_selected<T: Untagged>(selector: &T::Selector, value: &T) -> Result<(), EncodeError> {
    let (selected, found) = (T::selected(selector), value.place());
    if selected == Some(found) { Ok(()) } else { Err(wrong_case::<T>(selected, found)) }
}

#[cold]
fn wrong_case<T: Untagged>(selected: Option<usize>, found: usize) -> EncodeError {
    let name = |place: usize| T::CASES.get(place).map(|case| case.name);
    let kind = ErrorKind::WrongCase { selected: selected.and_then(name), found: name(found).unwrap_or_default() };
    EncodeError::new(kind)
}

/// A value of an unknown case, with the tag of a known one.
#[cold]
pub fn taken_tag(tag: u32) -> EncodeError {
    EncodeError::new(ErrorKind::TakenTag { tag })
}

/// Reads a value inside of another. Derived readers are inlined where a whole message is read; here they are one function for each type.
///
/// # Errors
/// Whatever the encoding refuses.
#[inline]
pub fn read<'a, T: NomReader<'a>>(input: &mut Reader<'a>) -> Result<T, Fault> {
    T::read(input)
}

/// The refusal of an unknown tag.
///
/// # Errors
/// `Unexpected_tag`.
#[inline]
pub fn unexpected_tag<T>(start: &[u8], tag: impl Into<u32>, ignorable: bool) -> Result<T, Fault> {
    Err(Fault::unexpected_tag(start, tag.into(), ignorable))
}

/// Names the field of an error.
///
/// # Errors
/// The error, if it is one.
#[inline]
pub fn in_field(name: &'static str, measured: Result<usize, EncodeError>) -> Result<usize, EncodeError> {
    match measured {
        Ok(bytes) => Ok(bytes),
        Err(error) => Err(error.in_field(name)),
    }
}

/// Names the case of an error.
///
/// # Errors
/// The error, if it is one.
#[inline]
pub fn in_case(title: &'static str, measured: Result<usize, EncodeError>) -> Result<usize, EncodeError> {
    match measured {
        Ok(bytes) => Ok(bytes),
        Err(error) => Err(error.in_case(title)),
    }
}

/// The bytes between `start` and where `input` is now.
#[inline]
pub fn consumed<'a>(start: &'a [u8], input: &Reader<'a>) -> &'a [u8] {
    start.get(..start.len().saturating_sub(input.remaining().len())).unwrap_or_default()
}
