//! Blocks: as a node gives them over RPC, with the receipts of their operations, and as it stores them.

mod info;
mod metadata;
mod name;
mod store;
mod values;

use tezos_encoding::HasEncoding;

use crate::row::{ALPHA, Row};

pub use info::*;
pub use metadata::*;
pub use name::{NextProtocolName, ProtocolName};
pub use store::*;
pub use values::*;

/// The encodings of this module that belong to protocols: name, title, schema, first and last protocol. Octez registers none of them.
pub(crate) const ENCODINGS: &[Row] = &[
    (
        "block_header_metadata",
        "The metadata of a block, without the fields of the shell",
        BlockMetadata::ENCODING,
        4,
        ALPHA,
    ),
    ("block_info", "A block with the receipts of its operations", BlockInfo::ENCODING, 4, ALPHA),
    ("block_metadata", "The metadata of a block", BlockHeaderMetadata::ENCODING, 4, ALPHA),
];
