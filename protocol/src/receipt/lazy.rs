//! Changes of big maps and of pools of Sapling, from protocol 008 (Edo) on.

use alloc::vec::Vec;

use tezos_encoding::{BinWriter, HasEncoding, NomReader, Z};
use tezos_hashes::protocol::ScriptExprHash;

use crate::micheline::Micheline;
use crate::sapling::{Ciphertext, Commitment, Nullifier};

/// The changes of big maps and of pools of Sapling: [`LazyStorageChange`]s with a 4-byte size prefix.
///
/// Rule: [`lazy_storage_diff.ml`, `encoding`][rule].
///
/// [rule]: https://github.com/tezos/tezos-mirror/blob/d26a8bef82159434e5a6db6a6d329f29dc8172dd/src/proto_alpha/lib_protocol/lazy_storage_diff.ml
#[derive(HasEncoding, NomReader, BinWriter, Debug, Clone, Default, PartialEq, Eq)]
pub struct LazyStorageDiff(#[encoding(dynamic, list)] pub Vec<LazyStorageChange>);

/// What happens to a big map or to a pool of Sapling.
///
/// | bytes | field  | encoding                        |
/// |------:|--------|---------------------------------|
/// | 1     | tag    | 0 (big map), 1 (pool)           |
/// | n     | `id`   | `z`                             |
/// | n     | `diff` | [`LazyChange`]                  |
///
/// # Errors
/// `Unexpected_tag`; the errors of the fields.
#[derive(HasEncoding, NomReader, BinWriter, Debug, Clone, PartialEq, Eq)]
pub enum LazyStorageChange {
    /// Of a big map.
    #[encoding(tag = 0, json(kind = "big_map"))]
    BigMap {
        /// The big map.
        id: Z,
        /// What happens to it.
        diff: LazyChange<BigMapUpdates, BigMapAlloc>,
    },
    /// Of a pool of Sapling.
    #[encoding(tag = 1, json(kind = "sapling_state"))]
    SaplingState {
        /// The pool.
        id: Z,
        /// What happens to it.
        diff: LazyChange<SaplingUpdates, SaplingAlloc>,
    },
}

/// What happens to something large in storage: `U` are its updates, `A` is what it is made with.
///
/// | bytes | field     | encoding                                              |
/// |------:|-----------|-------------------------------------------------------|
/// | 1     | tag       | 0 (update), 1 (remove), 2 (copy), 3 (alloc)           |
/// | n     | `source`  | `z`; of a copy                                        |
/// | n     | `updates` | `U`; not of what is removed                           |
/// | n     |           | `A`; of what is made                                  |
///
/// # Errors
/// `Unexpected_tag`; the errors of the fields.
///
/// Rule: [`lazy_storage_diff.ml`, `diff_encoding`][rule].
///
/// [rule]: https://github.com/tezos/tezos-mirror/blob/d26a8bef82159434e5a6db6a6d329f29dc8172dd/src/proto_alpha/lib_protocol/lazy_storage_diff.ml
#[derive(HasEncoding, NomReader, BinWriter, Debug, Clone, PartialEq, Eq)]
pub enum LazyChange<U, A> {
    /// It is changed.
    #[encoding(tag = 0)]
    Update {
        /// `update` in JSON.
        #[encoding(constant = "update")]
        action: (),
        /// The changes.
        updates: U,
    },
    /// It is removed.
    #[encoding(tag = 1)]
    Remove {
        /// `remove` in JSON.
        #[encoding(constant = "remove")]
        action: (),
    },
    /// It is made as a copy, and changed.
    #[encoding(tag = 2)]
    Copy {
        /// `copy` in JSON.
        #[encoding(constant = "copy")]
        action: (),
        /// What is copied.
        source: Z,
        /// The changes.
        updates: U,
    },
    /// It is made, and changed.
    #[encoding(tag = 3)]
    Alloc {
        /// `alloc` in JSON.
        #[encoding(constant = "alloc")]
        action: (),
        /// The changes.
        updates: U,
        /// What it is made with.
        #[encoding(flatten)]
        alloc: A,
    },
}

/// The changes of a big map: [`BigMapUpdate`]s with a 4-byte size prefix.
#[derive(HasEncoding, NomReader, BinWriter, Debug, Clone, Default, PartialEq, Eq)]
pub struct BigMapUpdates(#[encoding(dynamic, list)] pub Vec<BigMapUpdate>);

/// A value of a big map is set or removed.
///
/// | bytes | field      | encoding                      |
/// |------:|------------|-------------------------------|
/// | 32    | `key_hash` | [`ScriptExprHash`]            |
/// | n     | `key`      | an expression                 |
/// | n     | `value`    | `00`, or `ff` and an expression |
#[derive(HasEncoding, NomReader, BinWriter, Debug, Clone, PartialEq, Eq)]
pub struct BigMapUpdate {
    /// The hash of the key.
    pub key_hash: ScriptExprHash,
    /// The key.
    pub key: Micheline,
    /// The new value; none if it is removed.
    pub value: Option<Micheline>,
}

/// The types of a big map: two expressions.
#[derive(HasEncoding, NomReader, BinWriter, Debug, Clone, PartialEq, Eq)]
pub struct BigMapAlloc {
    /// The type of its keys.
    pub key_type: Micheline,
    /// The type of its values.
    pub value_type: Micheline,
}

/// The changes of a pool of Sapling.
///
/// | bytes      | field                         | encoding                                                               |
/// |-----------:|-------------------------------|------------------------------------------------------------------------|
/// | 4 + n      | `commitments_and_ciphertexts` | each [`Commitment`] with its [`Ciphertext`], with a 4-byte size prefix |
/// | 4 + 32 · n | `nullifiers`                  | [`Nullifier`]s, with a 4-byte size prefix                              |
///
/// Octez refuses ciphertexts whose memos differ in size; here they are accepted.
///
/// Rule: [`sapling_repr.ml`, `diff_encoding`][rule].
///
/// [rule]: https://github.com/tezos/tezos-mirror/blob/d26a8bef82159434e5a6db6a6d329f29dc8172dd/src/proto_alpha/lib_protocol/sapling_repr.ml
#[derive(HasEncoding, NomReader, BinWriter, Debug, Clone, Default, PartialEq, Eq)]
pub struct SaplingUpdates {
    /// The notes that are made.
    #[encoding(dynamic, list)]
    pub commitments_and_ciphertexts: Vec<(Commitment, Ciphertext)>,
    /// The notes that are spent.
    #[encoding(dynamic, list)]
    pub nullifiers: Vec<Nullifier>,
}

/// What a pool of Sapling is made with.
///
/// | bytes | field       | encoding |
/// |------:|-------------|----------|
/// | 2     | `memo_size` | `uint16` |
#[derive(HasEncoding, NomReader, BinWriter, Debug, Clone, Copy, PartialEq, Eq)]
pub struct SaplingAlloc {
    /// Bytes of the memo of each note.
    pub memo_size: u16,
}
