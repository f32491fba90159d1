//! Updates of big maps until protocol 012, locations in scripts, tokens, nonces, errors.

use alloc::string::String;
use alloc::vec::Vec;

use tezos_encoding::{BinWriter, HasEncoding, Json, N, NomReader, View, Z};
use tezos_hashes::protocol::ScriptExprHash;

use super::{is_gas, numeric};
use crate::micheline::Micheline;

/// A change of a big map, until protocol 012 (Ithaca).
///
/// | bytes | field   | encoding                                          |
/// |------:|---------|---------------------------------------------------|
/// | 1     | tag     | 0 (update), 1 (remove), 2 (copy), 3 (alloc)       |
/// | n     | fields  | those of the variant                              |
///
/// # Errors
/// `Unexpected_tag`; the errors of the fields.
///
/// Rule: [`contract_storage.ml`, `big_map_diff_item_encoding`][rule].
///
/// [rule]: https://github.com/tezos/tezos-mirror/blob/d26a8bef82159434e5a6db6a6d329f29dc8172dd/src/proto_005_PsBabyM1/lib_protocol/contract_storage.ml
#[derive(HasEncoding, NomReader, BinWriter, View, Debug, Clone, PartialEq, Eq, Hash)]
#[encoding(json(tag = "action"))]
pub enum BigMapDiffItem {
    /// A value is set or removed.
    #[encoding(tag = 0)]
    Update {
        /// The big map.
        big_map: Z,
        /// The hash of the key.
        key_hash: ScriptExprHash,
        /// The key.
        key: Micheline,
        /// The new value; `None` if the value is removed.
        value: Option<Micheline>,
    },
    /// A big map is removed.
    #[encoding(tag = 1)]
    Remove {
        /// The big map.
        big_map: Z,
    },
    /// A big map is copied.
    #[encoding(tag = 2)]
    Copy {
        /// The big map.
        source_big_map: Z,
        /// The copy.
        destination_big_map: Z,
    },
    /// A big map is created.
    #[encoding(tag = 3)]
    Alloc {
        /// The big map.
        big_map: Z,
        /// The type of its keys.
        key_type: Micheline,
        /// The type of its values.
        value_type: Micheline,
    },
}

/// The changes of big maps by an operation, until protocol 012 (Ithaca): [`BigMapDiffItem`]s with a 4-byte size prefix.
///
/// Rule: [`contract_storage.ml`, `big_map_diff_encoding`][rule].
///
/// [rule]: https://github.com/tezos/tezos-mirror/blob/d26a8bef82159434e5a6db6a6d329f29dc8172dd/src/proto_005_PsBabyM1/lib_protocol/contract_storage.ml
#[derive(HasEncoding, NomReader, BinWriter, View, Debug, Clone, Default, PartialEq, Eq, Hash)]
#[encoding(id = "contract.big_map_diff")]
pub struct BigMapDiff(#[encoding(dynamic, list)] pub Vec<BigMapDiffItem>);

/// The number of a node in a Micheline expression.
///
/// | bytes | field | encoding |
/// |------:|-------|----------|
/// | 4     |       | `int31`  |
///
/// # Errors
/// `Invalid_int` below -2^30, and for 2^30 and more.
///
/// Rule: [`micheline_encoding.ml`, `canonical_location_encoding`][rule].
///
/// [rule]: https://github.com/tezos/tezos-mirror/blob/d26a8bef82159434e5a6db6a6d329f29dc8172dd/src/lib_micheline/micheline_encoding.ml
#[derive(
    HasEncoding, NomReader, BinWriter, View, Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Default,
)]
#[encoding(id = "micheline.location", title = "Canonical location in a Micheline expression", view = "Self")]
#[encoding(
    description = "The location of a node in a Micheline expression tree in prefix order, with zero being the root and adding one for every basic node, sequence and primitive application."
)]
pub struct Location(#[encoding(builtin = "Int31")] pub i32);

numeric! { Location(i32); }

/// A transfer of FA1.2 tokens, as the client reads it from a file of transfers, from protocol 008 (Edo) on.
///
/// | bytes | field            | encoding                        |
/// |------:|------------------|---------------------------------|
/// | 4 + n | `token_contract` | `string`                        |
/// | 4 + n | `destination`    | `string`                        |
/// | n     | `amount`         | `z`                             |
/// | n     | `tez-amount`     | `00`, or `ff` and a `string`    |
/// | n     | `fee`            | `00`, or `ff` and a `string`    |
/// | n     | `gas-limit`      | `00`, or `ff` and an `n`        |
/// | n     | `storage-limit`  | `00`, or `ff` and a `z`         |
///
/// # Errors
/// The errors of the fields; `Exception_raised_in_user_function` for a gas limit above 4611686018427387. Strings must be UTF-8 here,
/// whereas Octez accepts any bytes.
///
/// Rule: [`client_proto_fa12.ml`, `token_transfer_encoding`][rule].
///
/// [rule]: https://github.com/tezos/tezos-mirror/blob/d26a8bef82159434e5a6db6a6d329f29dc8172dd/src/proto_alpha/lib_client/client_proto_fa12.ml
#[derive(HasEncoding, NomReader, BinWriter, View, Debug, Clone, PartialEq, Eq, Hash)]
pub struct TokenTransfer {
    /// The contract of the token: its address, or its name in the client.
    pub token_contract: String,
    /// The recipient of the tokens: an address, or its name in the client.
    pub destination: String,
    /// The number of tokens.
    pub amount: Z,
    /// The tez that are sent with the tokens.
    #[encoding(name = "tez-amount")]
    pub tez_amount: Option<String>,
    /// The fee of the baker.
    pub fee: Option<String>,
    /// The limit of gas.
    #[encoding(name = "gas-limit", guard(function = "is_gas_limit", exception))]
    pub gas_limit: Option<N>,
    /// The limit of bytes in the ledger.
    #[encoding(name = "storage-limit")]
    pub storage_limit: Option<Z>,
}

fn is_gas_limit(limit: &Option<N>) -> Result<(), &'static str> {
    limit.as_ref().map_or(Ok(()), is_gas)
}

/// A random number to which a baker commits, and which it reveals a cycle later.
///
/// | bytes | field | encoding |
/// |------:|-------|----------|
/// | 32    |       | `bytes`  |
///
/// # Errors
/// `Not_enough_data`.
///
/// Rule: [`seed_repr.ml`, `nonce_encoding`][rule].
///
/// [rule]: https://github.com/tezos/tezos-mirror/blob/d26a8bef82159434e5a6db6a6d329f29dc8172dd/src/proto_alpha/lib_protocol/seed_repr.ml
#[derive(HasEncoding, NomReader, BinWriter, View, Debug, Clone, Copy, PartialEq, Eq, Hash)]
#[encoding(view = "Self")]
pub struct SeedNonce(#[encoding(bytes)] pub [u8; 32]);

/// The seed of the random choices of a cycle.
///
/// | bytes | field | encoding |
/// |------:|-------|----------|
/// | 32    |       | `bytes`  |
///
/// # Errors
/// `Not_enough_data`.
///
/// Rule: [`seed_repr.ml`, `seed_encoding`][rule].
///
/// [rule]: https://github.com/tezos/tezos-mirror/blob/d26a8bef82159434e5a6db6a6d329f29dc8172dd/src/proto_alpha/lib_protocol/seed_repr.ml
#[derive(HasEncoding, NomReader, BinWriter, View, Debug, Clone, Copy, PartialEq, Eq, Hash)]
#[encoding(view = "Self")]
pub struct Seed(#[encoding(bytes)] pub [u8; 32]);

/// An error of a protocol: a JSON object whose field `id` names one of about 1,000 kinds, which this crate does not interpret.
///
/// | bytes | field | encoding                             |
/// |------:|-------|--------------------------------------|
/// | 4 + n |       | a JSON document as BSON              |
///
/// # Errors
/// The errors of [`Json`]. Octez refuses documents that are not one of its errors.
///
/// Rule: [`error_monad`, `error_encoding`][rule].
///
/// [rule]: https://github.com/tezos/tezos-mirror/blob/d26a8bef82159434e5a6db6a6d329f29dc8172dd/src/lib_error_monad/core_maker.ml
#[derive(HasEncoding, NomReader, BinWriter, View, Debug, Clone, PartialEq, Eq, Hash)]
pub struct ProtocolError(pub Json);
