//! Mempools: which operations a peer has.

use alloc::vec::Vec;

use tezos_encoding::{BinWriter, HasEncoding, NomReader, View};

use crate::hash::OperationHash;
use crate::limits::MEMPOOL_MAX_BYTES;

/// Operations that a peer has and that are in no block of its branch yet.
///
/// | bytes | field         | encoding                                                   |
/// |------:|---------------|------------------------------------------------------------|
/// | 4 + n | `known_valid` | `dynamic`, a list of [`OperationHash`]es                   |
/// | 8 + n | `pending`     | `dynamic, dynamic`, a list of [`OperationHash`]es          |
///
/// The pending list carries two sizes, the outer one four bytes more than the inner one; the reference keeps this for
/// the sake of older nodes. The whole takes at most [`MEMPOOL_MAX_BYTES`].
///
/// The reference reads both lists into sets: it sorts them and drops what comes twice, so it writes other bytes than
/// it read. Here order and repetition stay as they came, and what was read is written again byte for byte.
///
/// # Errors
/// `Size_limit_exceeded` for a longer mempool; `Not_enough_data` where the inner size goes beyond the outer one or a
/// hash is cut; `Extra_bytes` where it stays below.
///
/// Rule: [`mempool.ml`, `bounded_encoding`][rule].
///
/// [rule]: https://github.com/tezos/tezos-mirror/blob/bcea813c2aa8f0cf812752dbb72c89c055621c0a/src/lib_base/mempool.ml#L58
#[derive(HasEncoding, NomReader, BinWriter, View, Debug, Clone, Default, PartialEq, Eq, Hash)]
#[encoding(id = "mempool", bounded = "MEMPOOL_MAX_BYTES")]
pub struct Mempool {
    /// Operations that the peer has found valid on its head.
    #[encoding(dynamic, list)]
    pub known_valid: Vec<OperationHash>,
    /// Operations that the peer has, but has not classified.
    #[encoding(dynamic, dynamic, list)]
    pub pending: Vec<OperationHash>,
}
