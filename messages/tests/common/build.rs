//! Small values to build messages from.

use tezos_messages::block_header::{BlockHeader, Fitness};
use tezos_messages::hash::{BlockHash, ContextHash, OperationListListHash};
use tezos_messages::operation::RawOperation;
use tezos_messages::p2p::OperationsForBlock;
use tezos_messages::timestamp::Timestamp;

/// Size in bytes of [`header`] without its protocol data.
pub(crate) const HEADER: usize = 4 + 1 + 32 + 8 + 1 + 32 + 4 + 32;

/// Returns a header with this number of bytes of protocol data.
pub(crate) fn header(protocol_data: usize) -> BlockHeader {
    BlockHeader {
        level: 1,
        proto: 1,
        predecessor: BlockHash([1; 32]),
        timestamp: Timestamp(0),
        validation_pass: 4,
        operations_hash: OperationListListHash([2; 32]),
        fitness: Fitness::default(),
        context: ContextHash([3; 32]),
        protocol_data: vec![0; protocol_data].into(),
    }
}

/// Returns an operation with a branch of 32 bytes and this number of bytes of data.
pub(crate) fn operation(data: usize) -> RawOperation {
    RawOperation { branch: BlockHash([0; 32]), data: vec![0; data].into() }
}

/// Returns a key of `Get_operations_for_blocks`.
pub(crate) fn key() -> OperationsForBlock {
    OperationsForBlock { hash: BlockHash([0; 32]), validation_pass: 0 }
}
