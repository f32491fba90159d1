//! Every name that derived code uses. Not part of the interface.

pub use alloc::vec::Vec;
pub use core::clone::Clone;
pub use core::cmp::PartialEq;
pub use core::default::Default;
pub use core::fmt::Debug;
pub use core::fmt::Display;
pub use core::option::Option;
pub use core::primitive::u32;
pub use core::result::Result;

pub use crate::encode::DigestOf;
pub use crate::error::EncodeError;
pub use crate::fault::{Fault, FaultKind};
pub use crate::measure::Measure;
pub use crate::nom::{NomResult, nom_read};
pub use crate::reader::Reader;
pub use crate::schema::{About, Case, Check, Class, Encoding, Field, Mu, TagSize, rules};
pub use crate::schema::{Compact, Part, PartCase, PartField, SharedTag};
pub use crate::sink::Sink;
pub use crate::traits::{BinWriter, HasEncoding, NomReader, Tagged};
pub use crate::view::{View, Views};
pub use crate::wire;
pub use crate::wire::{run_guard, run_via};

/// Levels of a recursive type that does not say how many.
pub const DEFAULT_DEPTH: u32 = 256;

/// The bytes between `start` and where `input` is now.
#[inline]
pub fn consumed<'a>(start: &'a [u8], input: &Reader<'a>) -> &'a [u8] {
    start.get(..start.len().saturating_sub(input.remaining().len())).unwrap_or_default()
}
