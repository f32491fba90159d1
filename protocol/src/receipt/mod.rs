//! Receipts: the effects of operations on the ledger, and internal operations.

#![warn(clippy::exhaustive_enums, clippy::exhaustive_structs)]

mod balance;
mod big_map;
mod bond;
mod borrowed;
mod effects;
mod emitted;
mod forms;
mod internal;
mod lazy;
mod metadata;
mod renamed;
mod result;
mod rollup;
mod sc_rollup;
mod ticket;
mod tx_rollup;
mod update;
mod whole;

use tezos_encoding::HasEncoding;

use crate::row::{ALPHA, Row};

pub use balance::Balance;
pub use big_map::{BigMapAction, BigMapChange, BigMapDiffs};
pub use bond::BondId;
pub use borrowed::{ReceiptRef, ResultRef, Status};
pub use effects::Effects;
pub(crate) use forms::Updates;
pub use internal::*;
pub use lazy::*;
pub use metadata::*;
pub use renamed::*;
pub use result::*;
pub use rollup::*;
pub use sc_rollup::*;
pub use ticket::*;
pub use tx_rollup::*;
pub use update::*;
pub use whole::*;

/// The encodings of this module: name, title, schema, first and last protocol.
pub(crate) const ENCODINGS: &[Row] = &[
    ("lazy_storage_diff", "Changes of big maps and of pools of Sapling", LazyStorageDiff::ENCODING, 8, ALPHA),
    ("operation.internal", "An operation that a script made", InternalOperation::ENCODING, 1, ALPHA),
    (
        "operation.internal_and_metadata",
        "An operation that a script made, and what it did",
        InternalOperationResult::ENCODING,
        1,
        ALPHA,
    ),
    ("operation.data_and_metadata", "An operation, and what it did", OperationDataAndMetadata::ENCODING, 1, ALPHA),
    ("operation_metadata", "What an operation did", OperationMetadata::ENCODING, 1, ALPHA),
    ("operation_with_attestation", "A signed operation that names attestations", RenamedOperation::ENCODING, 18, 18),
    (
        "operation_with_attestation.unsigned",
        "An operation that names attestations, before it is signed",
        RenamedUnsigned::ENCODING,
        18,
        18,
    ),
    (
        "operation_with_legacy_attestation_name",
        "A signed operation that names endorsements",
        RenamedOperation::ENCODING,
        19,
        20,
    ),
    (
        "operation_with_legacy_attestation_name.unsigned",
        "An operation that names endorsements, before it is signed",
        RenamedUnsigned::ENCODING,
        19,
        20,
    ),
    ("receipt.balance_updates", "Changes of balances", BalanceUpdates::ENCODING, 9, ALPHA),
];
