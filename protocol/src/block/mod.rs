//! Blocks: as a node gives them over RPC, with the receipts of their operations, and as it stores them.

#![warn(clippy::exhaustive_enums, clippy::exhaustive_structs)]

mod genesis;
mod info;
mod metadata;
mod name;
mod reading;
mod store;
mod values;

use tezos_encoding::HasEncoding;

use crate::row::{ALPHA, Row};

pub use genesis::*;
pub use info::*;
pub use metadata::*;
pub use name::{NextProtocolName, ProtocolName};
pub use reading::{BlockContents, Emitted, Located, Place};
pub use store::*;
pub use values::*;

/// The encodings of this module that belong to protocols: name, title, schema, first and last protocol. Octez registers none of them.
pub(crate) const ENCODINGS: &[Row] = &[
    ("block_header", "The header of the block at level 1", GenesisHeader::ENCODING, 0, 0),
    ("block_header.protocol_data", "The command of a block header and the signature", GenesisData::ENCODING, 0, 0),
    ("block_info", "The block at level 1", GenesisBlock::ENCODING, 0, 0),
    (
        "block_info.response",
        "The answer of a node to a request for the block at level 1",
        GenesisAnswer::ENCODING,
        0,
        0,
    ),
    ("block_metadata", "The metadata of the block at level 1", BlockHeaderMetadata::<GenesisMetadata>::ENCODING, 0, 0),
    (
        "block_header_metadata",
        "The metadata of a block, without the fields of the shell",
        BlockMetadata::ENCODING,
        1,
        ALPHA,
    ),
    ("block_info", "A block with the receipts of its operations", <BlockInfo>::ENCODING, 1, ALPHA),
    (
        "block_info.response",
        "The answer of a node to a request for a block: a block_info with a size prefix",
        <BlockAnswer>::ENCODING,
        1,
        ALPHA,
    ),
    ("block_metadata", "The metadata of a block", <BlockHeaderMetadata>::ENCODING, 1, ALPHA),
];
