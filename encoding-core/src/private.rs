//! Every name that derived code uses. Not part of the interface.

pub use alloc::vec::Vec;
pub use core::clone::Clone;
pub use core::cmp::PartialEq;
pub use core::convert::Infallible;
pub use core::default::Default;
pub use core::fmt::Debug;
pub use core::fmt::Display;
pub use core::marker::PhantomData;
pub use core::option::Option;
pub use core::primitive::u32;
pub use core::result::Result;

pub use crate::arena;
pub use crate::encode::DigestOf;
pub use crate::error::EncodeError;
use crate::error::ErrorKind;
pub use crate::fault::{Fault, FaultKind};
pub use crate::measure::Measure;
pub use crate::nom::{NomResult, nom_read};
pub use crate::reader::Reader;
pub use crate::schema::{About, Case, Check, Class, Encoding, Field, Mu, TagSize, rules};
pub use crate::schema::{Compact, Part, PartCase, PartField, SharedTag};
pub use crate::sink::Sink;
pub use crate::traits::{BinWriter, HasEncoding, NomReader, ReadSelected, Tagged, Untagged};
pub use crate::view::{FieldView, View, Views};
pub use crate::wire;
pub use crate::wire::{run_guard, run_via, run_when};

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

/// The bytes between `start` and where `input` is now.
#[inline]
pub fn consumed<'a>(start: &'a [u8], input: &Reader<'a>) -> &'a [u8] {
    start.get(..start.len().saturating_sub(input.remaining().len())).unwrap_or_default()
}
