//! The requests to a signer.

use alloc::vec::Vec;

use tezos_encoding::{BinWriter, Encode, EncodeError, HasEncoding, NomReader, View};

use super::SigningKeyHash;
use crate::keys::{BlsPublicKey, PublicKeyHash, Signature};

/// A request to a signer. In JSON the field `kind` names its kind.
///
/// | bytes | field | encoding                                              |
/// |------:|-------|-------------------------------------------------------|
/// | 1     | tag   | 0 to 7                                                |
/// | n     |       | the request of this kind; nothing with the tags 2 and 6 |
///
/// # Errors
/// `Unexpected_tag`; the errors of the fields.
///
/// Rule: [`signer_messages.ml`, `Request`][rule].
///
/// [rule]: https://github.com/tezos/tezos-mirror/blob/d26a8bef82159434e5a6db6a6d329f29dc8172dd/src/lib_signer_services/signer_messages.ml
#[derive(HasEncoding, NomReader, BinWriter, View, Debug, Clone, PartialEq, Eq, Hash)]
#[encoding(id = "signer_messages.request")]
pub enum Request {
    /// Sign bytes.
    #[encoding(json(kind_first = "sign"))]
    Sign(SignRequest),
    /// Tell the public key.
    #[encoding(json(kind_first = "public_key"))]
    PublicKey(PublicKeyRequest),
    /// Tell whether requests have to be signed, and with which keys: an [`AuthorizedKeysRequest`](super::socket::AuthorizedKeysRequest).
    #[encoding(json(kind_first = "authorized_keys"))]
    AuthorizedKeys,
    /// Make a nonce from bytes, always the same.
    #[encoding(json(kind_first = "deterministic_nonce"))]
    DeterministicNonce(DeterministicNonceRequest),
    /// Tell the hash of that nonce.
    #[encoding(json(kind_first = "deterministic_nonce_hash"))]
    DeterministicNonceHash(DeterministicNonceHashRequest),
    /// Tell whether the key can make such nonces.
    #[encoding(json(kind_first = "supports_deterministic_nonces"))]
    SupportsDeterministicNonces(SupportsDeterministicNoncesRequest),
    /// Tell which keys the signer has: a [`KnownKeysRequest`](super::socket::KnownKeysRequest).
    #[encoding(json(kind_first = "known_keys"))]
    KnownKeys,
    /// Prove that the signer has the secret key of a BLS key.
    #[encoding(json(kind_first = "Bls_prove_possession"))]
    BlsProvePossession(BlsProvePossessionRequest),
}

impl Request {
    /// Returns the bytes that an authorized key signs for the field `signature`, or `None` for requests without that field.
    ///
    /// # Errors
    /// None: the hash of a key is always written.
    pub fn preimage(&self) -> Result<Option<Vec<u8>>, EncodeError> {
        match self {
            Self::Sign(request) => request.preimage().map(Some),
            Self::DeterministicNonce(request) => request.preimage().map(Some),
            Self::DeterministicNonceHash(request) => request.preimage().map(Some),
            _ => Ok(None),
        }
    }
}

/// The kind of request in a preimage. `signer_messages.ml` has the numbers 2 and 3 for the two requests about nonces, but neither the
/// signer nor the clients of Octez use them.
const SIGN: u8 = 1;

/// Returns what an authorized key signs: `04 01`, the hash of the key and the data.
fn preimage(pkh: PublicKeyHash, data: &[u8]) -> Result<Vec<u8>, EncodeError> {
    Ok([&[4, SIGN], pkh.to_bytes()?.as_slice(), data].concat())
}

/// Signs the bytes, whose first one tells blocks, attestations and operations apart.
///
/// | bytes  | field       | encoding                    |
/// |-------:|-------------|-----------------------------|
/// | 21, 23 | `pkh`       | [`SigningKeyHash`]          |
/// | 4 + n  | `data`      | `dynamic, bytes`            |
/// | n      | `signature` | `varopt` of a [`Signature`] |
///
/// # Errors
/// The errors of the fields.
///
/// Rule: [`signer_messages.ml`, `Sign.Request`][rule].
///
/// [rule]: https://github.com/tezos/tezos-mirror/blob/d26a8bef82159434e5a6db6a6d329f29dc8172dd/src/lib_signer_services/signer_messages.ml
#[derive(HasEncoding, NomReader, BinWriter, View, Debug, Clone, PartialEq, Eq, Hash)]
pub struct SignRequest {
    /// The key to sign with.
    pub pkh: SigningKeyHash,
    /// The bytes to be signed.
    #[encoding(dynamic, bytes)]
    pub data: Vec<u8>,
    /// Signature of an authorized key over [`SignRequest::preimage`], if the signer requires one.
    #[encoding(varopt)]
    pub signature: Option<Signature>,
}

impl SignRequest {
    /// Returns the bytes that an authorized key signs for the field `signature`: `04 01`, the hash of the key and the data.
    ///
    /// # Errors
    /// None: the hash of a key is always written.
    ///
    /// Rule: [`signer_messages.ml`, `Sign.Request.to_sign`][rule]; [`handler.ml`, `check_authorization`][check].
    ///
    /// [rule]: https://github.com/tezos/tezos-mirror/blob/d26a8bef82159434e5a6db6a6d329f29dc8172dd/src/lib_signer_services/signer_messages.ml
    /// [check]: https://github.com/tezos/tezos-mirror/blob/d26a8bef82159434e5a6db6a6d329f29dc8172dd/src/bin_signer/handler.ml
    pub fn preimage(&self) -> Result<Vec<u8>, EncodeError> {
        preimage(self.pkh.into(), &self.data)
    }
}

/// Asks for a public key.
///
/// | bytes | field | encoding          |
/// |------:|-------|-------------------|
/// | 21    | `pkh` | [`PublicKeyHash`] |
///
/// # Errors
/// The errors of the hash.
///
/// Rule: [`signer_messages.ml`, `Public_key.Request`][rule].
///
/// [rule]: https://github.com/tezos/tezos-mirror/blob/d26a8bef82159434e5a6db6a6d329f29dc8172dd/src/lib_signer_services/signer_messages.ml
#[derive(HasEncoding, NomReader, BinWriter, View, Debug, Clone, Copy, PartialEq, Eq, Hash)]
#[encoding(view = "Self")]
pub struct PublicKeyRequest {
    /// The key.
    pub pkh: PublicKeyHash,
}

/// Asks for a nonce that is made from the key and the bytes, always the same.
///
/// | bytes | field       | encoding                    |
/// |------:|-------------|-----------------------------|
/// | 21    | `pkh`       | [`PublicKeyHash`]           |
/// | 4 + n | `data`      | `dynamic, bytes`            |
/// | n     | `signature` | `varopt` of a [`Signature`] |
///
/// # Errors
/// The errors of the fields.
///
/// Rule: [`signer_messages.ml`, `Deterministic_nonce.Request`][rule].
///
/// [rule]: https://github.com/tezos/tezos-mirror/blob/d26a8bef82159434e5a6db6a6d329f29dc8172dd/src/lib_signer_services/signer_messages.ml
#[derive(HasEncoding, NomReader, BinWriter, View, Debug, Clone, PartialEq, Eq, Hash)]
pub struct DeterministicNonceRequest {
    /// The key to make it with.
    pub pkh: PublicKeyHash,
    /// The bytes.
    #[encoding(dynamic, bytes)]
    pub data: Vec<u8>,
    /// Signature of an authorized key over [`DeterministicNonceRequest::preimage`], if the signer requires one.
    #[encoding(varopt)]
    pub signature: Option<Signature>,
}

impl DeterministicNonceRequest {
    /// Returns the bytes that an authorized key signs for the field `signature`: those of a [`SignRequest`] for the same data.
    ///
    /// # Errors
    /// None: the hash of a key is always written.
    ///
    /// Rule: [`handler.ml`, `check_authorization`][rule].
    ///
    /// [rule]: https://github.com/tezos/tezos-mirror/blob/d26a8bef82159434e5a6db6a6d329f29dc8172dd/src/bin_signer/handler.ml
    pub fn preimage(&self) -> Result<Vec<u8>, EncodeError> {
        preimage(self.pkh, &self.data)
    }
}

/// Asks for the hash of the nonce of a [`DeterministicNonceRequest`] with the same fields.
///
/// | bytes | field       | encoding                    |
/// |------:|-------------|-----------------------------|
/// | 21    | `pkh`       | [`PublicKeyHash`]           |
/// | 4 + n | `data`      | `dynamic, bytes`            |
/// | n     | `signature` | `varopt` of a [`Signature`] |
///
/// # Errors
/// The errors of the fields.
///
/// Rule: [`signer_messages.ml`, `Deterministic_nonce_hash.Request`][rule].
///
/// [rule]: https://github.com/tezos/tezos-mirror/blob/d26a8bef82159434e5a6db6a6d329f29dc8172dd/src/lib_signer_services/signer_messages.ml
#[derive(HasEncoding, NomReader, BinWriter, View, Debug, Clone, PartialEq, Eq, Hash)]
pub struct DeterministicNonceHashRequest {
    /// The key to make it with.
    pub pkh: PublicKeyHash,
    /// The bytes.
    #[encoding(dynamic, bytes)]
    pub data: Vec<u8>,
    /// Signature of an authorized key over [`DeterministicNonceHashRequest::preimage`], if the signer requires one.
    #[encoding(varopt)]
    pub signature: Option<Signature>,
}

impl DeterministicNonceHashRequest {
    /// Returns the bytes that an authorized key signs for the field `signature`: those of a [`SignRequest`] for the same data.
    ///
    /// # Errors
    /// None: the hash of a key is always written.
    ///
    /// Rule: [`handler.ml`, `check_authorization`][rule].
    ///
    /// [rule]: https://github.com/tezos/tezos-mirror/blob/d26a8bef82159434e5a6db6a6d329f29dc8172dd/src/bin_signer/handler.ml
    pub fn preimage(&self) -> Result<Vec<u8>, EncodeError> {
        preimage(self.pkh, &self.data)
    }
}

/// Asks whether a key can make nonces that are always the same.
///
/// | bytes | field | encoding          |
/// |------:|-------|-------------------|
/// | 21    | `pkh` | [`PublicKeyHash`] |
///
/// # Errors
/// The errors of the hash.
///
/// Rule: [`signer_messages.ml`, `Supports_deterministic_nonces.Request`][rule].
///
/// [rule]: https://github.com/tezos/tezos-mirror/blob/d26a8bef82159434e5a6db6a6d329f29dc8172dd/src/lib_signer_services/signer_messages.ml
#[derive(HasEncoding, NomReader, BinWriter, View, Debug, Clone, Copy, PartialEq, Eq, Hash)]
#[encoding(view = "Self")]
pub struct SupportsDeterministicNoncesRequest {
    /// The key.
    pub pkh: PublicKeyHash,
}

/// Asks for a proof that the signer has the secret key of a BLS key.
///
/// | bytes | field         | encoding                         |
/// |------:|---------------|----------------------------------|
/// | 21    | `pkh`         | [`PublicKeyHash`]                |
/// | 1, 49 | `override_pk` | `option` of a [`BlsPublicKey`]   |
///
/// # Errors
/// The errors of the fields.
///
/// Rule: [`signer_messages.ml`, `Bls_prove_possession.Request`][rule].
///
/// [rule]: https://github.com/tezos/tezos-mirror/blob/d26a8bef82159434e5a6db6a6d329f29dc8172dd/src/lib_signer_services/signer_messages.ml
#[derive(HasEncoding, NomReader, BinWriter, View, Debug, Clone, Copy, PartialEq, Eq, Hash)]
#[encoding(view = "Self")]
pub struct BlsProvePossessionRequest {
    /// The key.
    pub pkh: PublicKeyHash,
    /// The key to be signed instead of the public key itself.
    pub override_pk: Option<BlsPublicKey>,
}
