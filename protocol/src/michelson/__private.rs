//! What the code of `michelson!` uses.

pub use core::result::Result;

pub use tezos_encoding::schema::{Case, Encoding, Field, TagSize};
pub use tezos_encoding::{BinWriter, EncodeError, Facts, Fault, HasEncoding, NomReader, Reader, Sink};

pub use super::application::NODE;
pub use super::{Arg, Michelson, Or, Pair, Type, Unit};
pub use crate::micheline::Prim;
