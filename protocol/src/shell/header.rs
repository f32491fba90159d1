//! The fields of headers that do not depend on a protocol.

use tezos_encoding::{BinWriter, HasEncoding, NomReader, View};
use tezos_hashes::hash::BlockHash;

use crate::chain::numeric;

/// The field of an operation that every protocol has.
///
/// | bytes | field    | encoding      |
/// |------:|----------|---------------|
/// | 32    | `branch` | [`BlockHash`] |
///
/// # Errors
/// `Not_enough_data`.
///
/// Rule: [`operation.ml`, `shell_header_encoding`][rule].
///
/// [rule]: https://github.com/tezos/tezos-mirror/blob/d26a8bef82159434e5a6db6a6d329f29dc8172dd/src/lib_base/operation.ml
#[derive(HasEncoding, NomReader, BinWriter, View, Debug, Clone, Copy, PartialEq, Eq, Hash)]
#[encoding(id = "operation.shell_header", view = "Self")]
pub struct OperationShellHeader {
    /// A recent block of the branch in which the operation is meant to be included.
    pub branch: BlockHash,
}

/// How the hash of the ledger's state is computed.
///
/// | bytes | field | encoding |
/// |------:|-------|----------|
/// | 2     |       | `uint16` |
///
/// # Errors
/// `Not_enough_data`.
///
/// Rule: [`context_hash.ml`, `Version`][rule].
///
/// [rule]: https://github.com/tezos/tezos-mirror/blob/d26a8bef82159434e5a6db6a6d329f29dc8172dd/src/lib_crypto/context_hash.ml
#[derive(
    HasEncoding, NomReader, BinWriter, View, Debug, Clone, Copy, Default, PartialEq, Eq, PartialOrd, Ord, Hash,
)]
#[encoding(id = "context_hash_version", view = "Self")]
pub struct ContextHashVersion(pub u16);

numeric! { ContextHashVersion(u16); }
