//! Changes of big maps and Sapling pools, from protocol 008 (Edo) on.

use alloc::vec::Vec;

use tezos_encoding::{BinWriter, HasEncoding, NomReader, View, Z};
use tezos_hashes::protocol::ScriptExprHash;

use crate::micheline::Micheline;
use crate::sapling::{Ciphertext, Commitment, Nullifier};

/// The changes of big maps and Sapling pools: [`LazyStorageChange`]s with a 4-byte size prefix.
///
/// Rule: [`lazy_storage_diff.ml`, `encoding`][rule].
///
/// [rule]: https://github.com/tezos/tezos-mirror/blob/d26a8bef82159434e5a6db6a6d329f29dc8172dd/src/proto_alpha/lib_protocol/lazy_storage_diff.ml
#[derive(HasEncoding, NomReader, BinWriter, View, Debug, Clone, Default, PartialEq, Eq, Hash)]
#[allow(clippy::exhaustive_structs, reason = "a list")]
pub struct LazyStorageDiff(#[encoding(dynamic, list)] pub Vec<LazyStorageChange>);

/// A change of a big map or a Sapling pool.
///
/// | bytes | field  | encoding                        |
/// |------:|--------|---------------------------------|
/// | 1     | tag    | 0 (big map), 1 (pool)           |
/// | n     | `id`   | `z`                             |
/// | n     | `diff` | [`LazyChange`]                  |
///
/// # Errors
/// `Unexpected_tag`; the errors of the fields.
#[derive(HasEncoding, NomReader, BinWriter, View, Debug, Clone, PartialEq, Eq, Hash)]
#[non_exhaustive]
pub enum LazyStorageChange {
    /// A change of a big map.
    #[encoding(tag = 0, json(kind_first = "big_map"))]
    BigMap {
        /// The big map.
        id: Z,
        /// The change.
        diff: LazyChange<BigMapUpdates, BigMapAlloc>,
    },
    /// A change of a Sapling pool.
    #[encoding(tag = 1, json(kind_first = "sapling_state"))]
    SaplingState {
        /// The pool.
        id: Z,
        /// The change.
        diff: LazyChange<SaplingUpdates, SaplingAlloc>,
    },
}

/// A change of a big map or a Sapling pool. `U` is the type of its updates, and `A` the type of the parameters with which it is created.
///
/// | bytes | field     | encoding                                    |
/// |------:|-----------|---------------------------------------------|
/// | 1     | tag       | 0 (update), 1 (remove), 2 (copy), 3 (alloc) |
/// | n     | `source`  | `z`; tag 2                                  |
/// | n     | `updates` | `U`; tags 0, 2 and 3                        |
/// | n     |           | `A`; tag 3                                  |
///
/// # Errors
/// `Unexpected_tag`; the errors of the fields.
///
/// Rule: [`lazy_storage_diff.ml`, `diff_encoding`][rule].
///
/// [rule]: https://github.com/tezos/tezos-mirror/blob/d26a8bef82159434e5a6db6a6d329f29dc8172dd/src/proto_alpha/lib_protocol/lazy_storage_diff.ml
#[derive(HasEncoding, NomReader, BinWriter, View, Debug, Clone, PartialEq, Eq, Hash)]
#[encoding(json(tag = "action"))]
#[allow(clippy::exhaustive_enums, reason = "no protocol changed it")]
pub enum LazyChange<U, A> {
    /// An update.
    #[encoding(tag = 0)]
    Update {
        /// The changes.
        updates: U,
    },
    /// A removal.
    #[encoding(tag = 1)]
    Remove,
    /// Creation as a copy, with updates.
    #[encoding(tag = 2)]
    Copy {
        /// The original.
        source: Z,
        /// The changes.
        updates: U,
    },
    /// Creation, with updates.
    #[encoding(tag = 3)]
    Alloc {
        /// The changes.
        updates: U,
        /// The parameters of the creation.
        #[encoding(flatten)]
        alloc: A,
    },
}

/// The changes of a big map: [`BigMapUpdate`]s with a 4-byte size prefix.
#[derive(HasEncoding, NomReader, BinWriter, View, Debug, Clone, Default, PartialEq, Eq, Hash)]
#[allow(clippy::exhaustive_structs, reason = "a list")]
pub struct BigMapUpdates(#[encoding(dynamic, list)] pub Vec<BigMapUpdate>);

/// An update of a big map, which sets or removes a value.
///
/// | bytes | field      | encoding                      |
/// |------:|------------|-------------------------------|
/// | 32    | `key_hash` | [`ScriptExprHash`]            |
/// | n     | `key`      | an expression                 |
/// | n     | `value`    | `00`, or `ff` and an expression |
#[derive(HasEncoding, NomReader, BinWriter, View, Debug, Clone, PartialEq, Eq, Hash)]
#[non_exhaustive]
pub struct BigMapUpdate {
    /// The hash of the key.
    pub key_hash: ScriptExprHash,
    /// The key.
    pub key: Micheline,
    /// The new value; `None` if the value is removed.
    pub value: Option<Micheline>,
}

/// The types of a big map: two expressions.
#[derive(HasEncoding, NomReader, BinWriter, View, Debug, Clone, PartialEq, Eq, Hash)]
#[non_exhaustive]
pub struct BigMapAlloc {
    /// The type of its keys.
    pub key_type: Micheline,
    /// The type of its values.
    pub value_type: Micheline,
}

/// The updates of a Sapling pool.
///
/// | bytes      | field                         | encoding                                                               |
/// |-----------:|-------------------------------|------------------------------------------------------------------------|
/// | 4 + n      | `commitments_and_ciphertexts` | each [`Commitment`] with its [`Ciphertext`], with a 4-byte size prefix |
/// | 4 + 32 · n | `nullifiers`                  | [`Nullifier`]s, with a 4-byte size prefix                              |
///
/// Octez refuses ciphertexts whose memos differ in size; this crate accepts them.
///
/// Rule: [`sapling_repr.ml`, `diff_encoding`][rule].
///
/// [rule]: https://github.com/tezos/tezos-mirror/blob/d26a8bef82159434e5a6db6a6d329f29dc8172dd/src/proto_alpha/lib_protocol/sapling_repr.ml
#[derive(HasEncoding, NomReader, BinWriter, View, Debug, Clone, Default, PartialEq, Eq, Hash)]
#[non_exhaustive]
pub struct SaplingUpdates {
    /// The new notes.
    #[encoding(dynamic, list)]
    pub commitments_and_ciphertexts: Vec<(Commitment, Ciphertext)>,
    /// The nullifiers of the spent notes.
    #[encoding(dynamic, list)]
    pub nullifiers: Vec<Nullifier>,
}

/// The parameters with which a Sapling pool is created.
///
/// | bytes | field       | encoding |
/// |------:|-------------|----------|
/// | 2     | `memo_size` | `uint16` |
#[derive(HasEncoding, NomReader, BinWriter, View, Debug, Clone, Copy, PartialEq, Eq, Hash)]
#[non_exhaustive]
pub struct SaplingAlloc {
    /// Size of the memo of each note, in bytes.
    pub memo_size: u16,
}
