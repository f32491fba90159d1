//! Operations: their contents, kind by kind, and the signed whole.

mod anonymous;
mod bls_mode;
mod consensus;
mod contents;
mod manager;
mod script;
mod signed;
mod whole;

pub use anonymous::*;
pub use bls_mode::{BlsModeContents, BlsModeUnsigned};
pub use consensus::*;
pub use contents::Contents;
pub use manager::*;
pub use script::*;
pub use signed::{ProtocolData, ProtocolDataView};
pub use whole::*;

/// The error of a value that no case is for.
fn no_case() -> tezos_encoding::EncodeError {
    tezos_encoding::EncodeError::new(tezos_encoding::ErrorKind::NoCaseMatched)
}
