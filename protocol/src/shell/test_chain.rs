//! The test chain, on which old protocols tested their successor.

use tezos_encoding::{BinWriter, HasEncoding, NomReader, View};
use tezos_hashes::hash::{BlockHash, ChainId, ProtocolHash};

use super::Timestamp;

/// State of the test chain. Its JSON has the state in the field `status`.
///
/// | bytes | field        | encoding                               |
/// |------:|--------------|----------------------------------------|
/// | 1     | tag          | 0 to 2                                 |
/// | 4     | `chain_id`   | [`ChainId`], with the tag 2            |
/// | 32    | `genesis`    | [`BlockHash`], with the tag 2          |
/// | 32    | `protocol`   | [`ProtocolHash`], with the tags 1 and 2 |
/// | 8     | `expiration` | [`Timestamp`], with the tags 1 and 2   |
///
/// # Errors
/// `Unexpected_tag`; `Not_enough_data`.
///
/// Rule: [`test_chain_status.ml`, `encoding`][rule].
///
/// [rule]: https://github.com/tezos/tezos-mirror/blob/d26a8bef82159434e5a6db6a6d329f29dc8172dd/src/lib_base/test_chain_status.ml
#[derive(HasEncoding, NomReader, BinWriter, View, Debug, Clone, Copy, PartialEq, Eq, Hash)]
#[encoding(id = "test_chain_status", view = "Self")]
#[encoding(json(tag = "status"))]
pub enum TestChainStatus {
    /// There is no test chain.
    NotRunning,
    /// The test chain is being created.
    Forking {
        /// The protocol that it will run.
        protocol: ProtocolHash,
        /// When it will end.
        expiration: Timestamp,
    },
    /// The test chain is running.
    Running {
        /// The identifier of the test chain.
        chain_id: ChainId,
        /// The first block of the test chain.
        genesis: BlockHash,
        /// The protocol that it runs.
        protocol: ProtocolHash,
        /// When it will end.
        expiration: Timestamp,
    },
}
