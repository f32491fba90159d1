//! Every name that derived code uses. Not part of the interface.

pub use alloc::string::String;
pub use core::fmt::Display;
pub use core::result::Result;

pub use crate::encode::DigestOf;
pub use crate::error::{EncodeError, ErrorKind};
pub use crate::fault::{Fault, FaultKind};
pub use crate::measure::Measure;
pub use crate::nom::{NomResult, nom_read};
pub use crate::reader::Reader;
pub use crate::schema::{Case, Check, Class, Encoding, Field, Mu, TagSize, rules};
pub use crate::sink::Sink;
pub use crate::traits::{BinWriter, HasEncoding, NomReader};
pub use crate::wire;
pub use crate::wire::{run_guard, run_via};
