//! Operations: the contents of each kind, and complete operations with their signatures.

#![warn(clippy::exhaustive_enums, clippy::exhaustive_structs)]

mod anonymous;
mod batch;
mod before_babylon;
mod bls_mode;
mod borrowed;
mod build;
mod consensus;
mod contents;
mod entrypoint;
mod head;
mod manager;
mod script;
pub(crate) mod signed;
mod signing;
mod together;
mod transfer;
mod unsigned;
mod whole;

use tezos_encoding::HasEncoding;

use crate::row::{ALPHA, Row};

pub use crate::human::Human;
pub use anonymous::*;
pub use batch::{Batch, BatchError};
pub use before_babylon::*;
pub use bls_mode::{BlsModeContents, BlsModeUnsigned};
pub use consensus::*;
pub use contents::{Contents, ContentsRef, ContentsView};
pub(crate) use entrypoint::check as check_entrypoint;
pub use entrypoint::{
    Entrypoint, EntrypointError, EntrypointName, EntrypointNameView, EntrypointView, NamedEntrypoint,
    NamedEntrypointView,
};
pub use head::{ManagerHead, ManagerHeadMut};
pub(crate) use manager::UNIT;
pub use manager::*;
pub use script::*;
pub(crate) use signed::UNSIGNED;
pub use signed::{OperationProtocolData, OperationProtocolDataView, SignaturePieces};
pub use signing::{SigningPayload, SigningPayloadView};
pub use tezos_hashes::operation::{RawOperation, RawOperationView};
pub(crate) use together::can_stand_together;
pub use transfer::Transfer;
pub use unsigned::{MempoolFees, SignError};
pub use whole::*;

/// Returns the error for a value that no case of the union encodes.
fn no_case() -> tezos_encoding::EncodeError {
    tezos_encoding::EncodeError::new(tezos_encoding::ErrorKind::NoCaseMatched)
}

/// The encodings of this module: name, title, schema, first and last protocol.
pub(crate) const ENCODINGS: &[Row] = &[
    ("operation", "A signed operation", Operation::ENCODING, 1, ALPHA),
    ("operation.bls_mode_unsigned", "What bakers with BLS keys sign", BlsModeUnsigned::ENCODING, 23, ALPHA),
    ("operation.contents", "The contents of an operation, of one kind", Contents::ENCODING, 1, ALPHA),
    (
        "operation.contents_list",
        "The contents of an operation, of one or several kinds",
        ContentsList::ENCODING,
        1,
        ALPHA,
    ),
    (
        "operation.protocol_data",
        "The contents of an operation and its signature",
        OperationProtocolData::ENCODING,
        1,
        ALPHA,
    ),
    ("operation.raw", "An operation whose contents are bytes", RawOperation::ENCODING, 1, ALPHA),
    ("operation.unsigned", "An operation before it is signed", Unsigned::ENCODING, 1, ALPHA),
    ("signing_payload", "What a key signs: a watermark and a value", SigningPayload::ENCODING, 1, ALPHA),
    ("script", "A script and what it starts with", Script::ENCODING, 1, 24),
    ("script", "A script and what it starts with", AnyScript::ENCODING, 25, ALPHA),
];
