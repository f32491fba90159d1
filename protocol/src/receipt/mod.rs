//! Receipts: the effects of operations on the ledger, and internal operations.

mod balance;
mod bond;
mod internal;
mod lazy;
mod metadata;
mod renamed;
mod result;
mod rollup;
mod ticket;
mod update;
mod whole;

use tezos_encoding::HasEncoding;

pub use balance::Balance;
pub use bond::{BondId, ScRollupAddress};
pub use internal::{AnyDestination, Event, InternalContents, InternalOperation, InternalTransaction};
pub use lazy::{
    BigMapAlloc, BigMapUpdate, BigMapUpdates, LazyChange, LazyStorageChange, LazyStorageDiff, SaplingAlloc,
    SaplingUpdates,
};
pub use metadata::*;
pub use renamed::{RenamedContents, RenamedData, RenamedOperation, RenamedUnsigned};
pub use result::*;
pub use rollup::*;
pub use ticket::{TicketAmountUpdate, TicketToken, TicketUpdate, TicketUpdates};
pub use update::{BalanceUpdate, BalanceUpdates, UpdateOrigin};
pub use whole::*;

/// The encodings of this module: name, title, schema, first and last protocol.
pub(crate) const ENCODINGS: &[crate::row::Row] = &[
    ("lazy_storage_diff", "Changes of big maps and of pools of Sapling", LazyStorageDiff::ENCODING, 8, 26),
    ("operation.internal", "An operation that a script made", InternalOperation::ENCODING, 5, 26),
    (
        "operation.internal_and_metadata",
        "An operation that a script made, and what it did",
        InternalOperationResult::ENCODING,
        23,
        26,
    ),
    ("operation.data_and_metadata", "An operation, and what it did", OperationDataAndMetadata::ENCODING, 22, 26),
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
    ("receipt.balance_updates", "Changes of balances", BalanceUpdates::ENCODING, 9, 26),
];
