//! Block headers in which the fields of the protocol, its contents and the signature of the baker, are decoded.
//!
//! | type              | fields                                  | id                           |
//! |-------------------|-----------------------------------------|------------------------------|
//! | [`ShellHeader`]   | those of every protocol                 | `block_header.shell_header`  |
//! | [`StandaloneContents`]      | those of the protocol                   | `block_header.contents`      |
//! | [`HeaderProtocolData`]  | those of the protocol and the signature | `block_header.protocol_data` |
//! | [`UnsignedHeader`] | all but the signature                  | `block_header.unsigned`      |
//! | [`FullHeader`]    | all                                     | `block_header`               |
//! | [`BlockHeader`]   | all, those of the protocol as bytes     | `block_header.raw`           |

#![warn(clippy::exhaustive_enums, clippy::exhaustive_structs)]

mod contents;
mod full;
mod payload;
mod votes;

pub use contents::{HeaderContents, StandaloneContents};
pub use full::{
    FullHeader, FullHeaderView, HeaderProtocolData, HeaderProtocolDataView, UnsignedHeader, UnsignedHeaderView,
};
pub use payload::payload_hash;
use tezos_encoding::HasEncoding;

use crate::row::{ALPHA, Row};
pub use tezos_hashes::header::{BlockHeader, BlockHeaderView, ShellHeader, ShellHeaderView};
pub use votes::{PerBlockVote, PerBlockVotes, Votes};

/// The encodings of this module: name, title, schema, first and last protocol.
pub(crate) const ENCODINGS: &[Row] = &[
    ("block_header", "The header of a block, signed", FullHeader::ENCODING, 1, ALPHA),
    (
        "block_header.contents",
        "The fields of a block header that the protocol adds",
        StandaloneContents::ENCODING,
        1,
        ALPHA,
    ),
    (
        "block_header.protocol_data",
        "The contents of a block header and the signature",
        HeaderProtocolData::ENCODING,
        1,
        ALPHA,
    ),
    ("block_header.raw", "The header of a block, its protocol data as bytes", BlockHeader::ENCODING, 1, ALPHA),
    (
        "block_header.shell_header",
        "The fields of a block header that every protocol has",
        ShellHeader::ENCODING,
        1,
        ALPHA,
    ),
    (
        "block_header.unsigned",
        "The header of a block without the signature: what is signed",
        UnsignedHeader::ENCODING,
        1,
        ALPHA,
    ),
];
