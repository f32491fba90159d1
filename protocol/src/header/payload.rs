//! The hash of a block's payload.

use tezos_hashes::{
    hash::{BlockHash, OperationListHash, blake2b_256_of},
    protocol::BlockPayloadHash,
};

use crate::chain::Round;

/// Returns the payload hash of a block, from protocol 012 (Ithaca) on: BLAKE2b-256 of the hash of its predecessor, the round in which the
/// payload was first proposed, and `operations`. The latter is the Merkle root of the hashes of the block's non-consensus operations, which
/// are the concatenated lists 1, 2 and 3 (votes, anonymous operations and manager operations).
///
/// Rule: [`block_payload_repr.ml`, `hash`][rule].
///
/// [rule]: https://github.com/tezos/tezos-mirror/blob/d26a8bef82159434e5a6db6a6d329f29dc8172dd/src/proto_alpha/lib_protocol/block_payload_repr.ml
#[must_use]
pub fn payload_hash(predecessor: &BlockHash, round: Round, operations: &OperationListHash) -> BlockPayloadHash {
    BlockPayloadHash(blake2b_256_of(&[predecessor.as_bytes(), &round.0.to_be_bytes(), operations.as_bytes()]))
}
