//! The responses of a signer.

use alloc::vec::Vec;

use tezos_encoding::{BinWriter, HasEncoding, NomReader, View};

#[cfg(doc)]
use super::*;
use crate::keys::{BlsSignature, PublicKey, PublicKeyHash, Signature};

/// The response to a [`SignRequest`].
///
/// | bytes | field       | encoding      |
/// |------:|-------------|---------------|
/// | n     | `signature` | [`Signature`] |
///
/// # Errors
/// The errors of the signature.
///
/// Rule: [`signer_messages.ml`, `Sign.Response`][rule].
///
/// [rule]: https://github.com/tezos/tezos-mirror/blob/d26a8bef82159434e5a6db6a6d329f29dc8172dd/src/lib_signer_services/signer_messages.ml
#[derive(HasEncoding, NomReader, BinWriter, View, Debug, Clone, PartialEq, Eq, Hash)]
#[encoding(id = "signer_messages.sign.response")]
pub struct SignResponse {
    /// The signature.
    pub signature: Signature,
}

/// The response to a [`PublicKeyRequest`].
///
/// | bytes | field    | encoding      |
/// |------:|----------|---------------|
/// | n     | `pubkey` | [`PublicKey`] |
///
/// # Errors
/// The errors of the key.
///
/// Rule: [`signer_messages.ml`, `Public_key.Response`][rule].
///
/// [rule]: https://github.com/tezos/tezos-mirror/blob/d26a8bef82159434e5a6db6a6d329f29dc8172dd/src/lib_signer_services/signer_messages.ml
#[derive(HasEncoding, NomReader, BinWriter, View, Debug, Clone, PartialEq, Eq, Hash)]
#[encoding(id = "signer_messages.public_key.response")]
pub struct PublicKeyResponse {
    /// The key.
    pub pubkey: PublicKey,
}

/// The response to an [`AuthorizedKeysRequest`](super::socket::AuthorizedKeysRequest). Octez gives it no id.
///
/// | bytes | field | encoding                                           |
/// |------:|-------|----------------------------------------------------|
/// | 1     | tag   | 0 or 1                                             |
/// | 4 + n |       | `dynamic`, a list of [`PublicKeyHash`]es, with the tag 1 |
///
/// # Errors
/// `Unexpected_tag`; the errors of the hashes.
///
/// Rule: [`signer_messages.ml`, `Authorized_keys.Response`][rule].
///
/// [rule]: https://github.com/tezos/tezos-mirror/blob/d26a8bef82159434e5a6db6a6d329f29dc8172dd/src/lib_signer_services/signer_messages.ml
#[derive(HasEncoding, NomReader, BinWriter, View, Debug, Clone, PartialEq, Eq, Hash)]
pub enum AuthorizedKeysResponse {
    /// Requests need no signature.
    #[encoding(constant = "no_authentication_required")]
    NoAuthentication,
    /// Requests have to be signed with one of these keys.
    AuthorizedKeys(#[encoding(dynamic, list)] Vec<PublicKeyHash>),
}

/// The response to a [`DeterministicNonceRequest`].
///
/// | bytes | field                 | encoding         |
/// |------:|-----------------------|------------------|
/// | 4 + n | `deterministic_nonce` | `dynamic, bytes` |
///
/// # Errors
/// `Not_enough_data`; `Invalid_int` for a size of 2^30 or more.
///
/// Rule: [`signer_messages.ml`, `Deterministic_nonce.Response`][rule].
///
/// [rule]: https://github.com/tezos/tezos-mirror/blob/d26a8bef82159434e5a6db6a6d329f29dc8172dd/src/lib_signer_services/signer_messages.ml
#[derive(HasEncoding, NomReader, BinWriter, View, Debug, Clone, PartialEq, Eq, Hash)]
#[encoding(id = "signer_messages.deterministic_nonce.response")]
pub struct DeterministicNonceResponse {
    /// The nonce.
    #[encoding(dynamic, bytes)]
    pub deterministic_nonce: Vec<u8>,
}

/// The response to a [`DeterministicNonceHashRequest`].
///
/// | bytes | field                      | encoding         |
/// |------:|----------------------------|------------------|
/// | 4 + n | `deterministic_nonce_hash` | `dynamic, bytes` |
///
/// # Errors
/// `Not_enough_data`; `Invalid_int` for a size of 2^30 or more.
///
/// Rule: [`signer_messages.ml`, `Deterministic_nonce_hash.Response`][rule].
///
/// [rule]: https://github.com/tezos/tezos-mirror/blob/d26a8bef82159434e5a6db6a6d329f29dc8172dd/src/lib_signer_services/signer_messages.ml
#[derive(HasEncoding, NomReader, BinWriter, View, Debug, Clone, PartialEq, Eq, Hash)]
#[encoding(id = "signer_messages.deterministic_nonce_hash.response")]
pub struct DeterministicNonceHashResponse {
    /// The hash of the nonce.
    #[encoding(dynamic, bytes)]
    pub deterministic_nonce_hash: Vec<u8>,
}

/// The response to a [`SupportsDeterministicNoncesRequest`].
///
/// | bytes | field  | encoding |
/// |------:|--------|----------|
/// | 1     | `bool` | `bool`   |
///
/// # Errors
/// `Not_enough_data`.
///
/// Rule: [`signer_messages.ml`, `Supports_deterministic_nonces.Response`][rule].
///
/// [rule]: https://github.com/tezos/tezos-mirror/blob/d26a8bef82159434e5a6db6a6d329f29dc8172dd/src/lib_signer_services/signer_messages.ml
#[derive(HasEncoding, NomReader, BinWriter, View, Debug, Clone, Copy, PartialEq, Eq, Hash)]
#[encoding(id = "signer_messages.supports_deterministic_nonces.response", view = "Self")]
pub struct SupportsDeterministicNoncesResponse {
    /// Whether it can.
    #[encoding(name = "bool")]
    pub is_supported: bool,
}

/// The response to a [`KnownKeysRequest`](super::socket::KnownKeysRequest).
///
/// | bytes | field        | encoding                                |
/// |------:|--------------|-----------------------------------------|
/// | 4 + n | `known_keys` | `dynamic`, a list of [`PublicKeyHash`]es |
///
/// # Errors
/// The errors of the hashes; `Invalid_int` for a size of 2^30 or more.
///
/// Rule: [`signer_messages.ml`, `Known_keys.Response`][rule].
///
/// [rule]: https://github.com/tezos/tezos-mirror/blob/d26a8bef82159434e5a6db6a6d329f29dc8172dd/src/lib_signer_services/signer_messages.ml
#[derive(HasEncoding, NomReader, BinWriter, View, Debug, Clone, PartialEq, Eq, Hash)]
#[encoding(id = "signer_messages.known_keys.response")]
pub struct KnownKeysResponse {
    /// The keys.
    #[encoding(dynamic, list)]
    pub known_keys: Vec<PublicKeyHash>,
}

/// The response to a [`BlsProvePossessionRequest`].
///
/// | bytes | field                  | encoding         |
/// |------:|------------------------|------------------|
/// | 96    | `bls_prove_possession` | [`BlsSignature`] |
///
/// # Errors
/// `Not_enough_data`.
///
/// Rule: [`signer_messages.ml`, `Bls_prove_possession.Response`][rule].
///
/// [rule]: https://github.com/tezos/tezos-mirror/blob/d26a8bef82159434e5a6db6a6d329f29dc8172dd/src/lib_signer_services/signer_messages.ml
#[derive(HasEncoding, NomReader, BinWriter, View, Debug, Clone, Copy, PartialEq, Eq, Hash)]
#[encoding(id = "signer_messages.bls_prove_possession.response", view = "Self")]
pub struct BlsProvePossessionResponse {
    /// The proof.
    pub bls_prove_possession: BlsSignature,
}
