//! The messages of a remote signer: the requests of a baker or wallet to the process that holds its keys, and its responses.
//!
//! | tag | request                         | answer                                   |
//! |----:|---------------------------------|------------------------------------------|
//! | 0   | `Sign`                          | [`SignResponse`]                         |
//! | 1   | `Public_key`                    | [`PublicKeyResponse`]                    |
//! | 2   | `Authorized_keys`               | [`AuthorizedKeysResponse`]               |
//! | 3   | `Deterministic_nonce`           | [`DeterministicNonceResponse`]           |
//! | 4   | `Deterministic_nonce_hash`      | [`DeterministicNonceHashResponse`]       |
//! | 5   | `Supports_deterministic_nonces` | [`SupportsDeterministicNoncesResponse`]  |
//! | 6   | `Known_keys`                    | [`KnownKeysResponse`]                    |
//! | 7   | `Bls_prove_possession`          | [`BlsProvePossessionResponse`]           |
//!
//! ```
//! use tezos_encoding::{Decode, Encode, ToJson};
//! use tezos_protocols::signer::Request;
//!
//! # fn main() -> Result<(), Box<dyn std::error::Error>> {
//! let request = Request::PublicKey { pkh: "tz1KqTpEZ7Yob7QbPE4Hy4Wo8fHG8LhKxZSx".parse()? };
//! let bytes = request.to_bytes()?;
//! assert_eq!(bytes[..3], [1, 0, 2]);
//! assert_eq!(Request::from_bytes(&bytes)?, request);
//! assert_eq!(request.to_json()?, r#"{"kind":"public_key","pkh":"tz1KqTpEZ7Yob7QbPE4Hy4Wo8fHG8LhKxZSx"}"#);
//! # Ok(())
//! # }
//! ```
//!
//! Rule for all: [`signer_messages.ml`][rule].
//!
//! [rule]: https://github.com/tezos/tezos-mirror/blob/d26a8bef82159434e5a6db6a6d329f29dc8172dd/src/lib_signer_services/signer_messages.ml

use alloc::vec::Vec;

use tezos_encoding::{BinWriter, Encode, EncodeError, HasEncoding, NomReader, View};

use crate::keys::{
    BlsPublicKey, BlsSignature, Ed25519PublicKeyHash, P256PublicKeyHash, PublicKey, PublicKeyHash,
    Secp256k1PublicKeyHash, Signature,
};

/// The version of the algorithms that a signature is made with: 0 to 3.
///
/// | bytes | field | encoding |
/// |------:|-------|----------|
/// | 1     |       | `int8`   |
///
/// # Errors
/// `User_invariant_guard` for another number; `Not_enough_data`.
///
/// Rule: [`signature.ml`, `version_encoding`][rule].
///
/// [rule]: https://github.com/tezos/tezos-mirror/blob/d26a8bef82159434e5a6db6a6d329f29dc8172dd/src/lib_crypto/signature.ml
#[derive(HasEncoding, NomReader, BinWriter, View, Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash)]
#[encoding(view = "Self", guard = "is_version")]
pub struct SignatureVersion(i8);

impl SignatureVersion {
    /// Ed25519, secp256k1 and P-256.
    pub const V0: Self = Self(0);
    /// BLS besides, whose signatures are augmented with the key.
    pub const V1: Self = Self(1);
    /// BLS with proofs of possession.
    pub const V2: Self = Self(2);
    /// ML-DSA-44 besides.
    pub const V3: Self = Self(3);

    /// Returns the number.
    #[must_use]
    pub const fn number(self) -> i8 {
        self.0
    }
}

fn is_version(version: &SignatureVersion) -> Result<(), &'static str> {
    if (0..=3).contains(&version.0) { Ok(()) } else { Err("Invalid signature version") }
}

/// The hash of the key to sign with. For BLS it comes with the version of the signature.
///
/// | bytes  | field     | encoding                                                      |
/// |-------:|-----------|---------------------------------------------------------------|
/// | 1      | tag       | 0 Ed25519, 1 secp256k1, 2 P-256, 3 BLS                        |
/// | 20     |           | the hash, with the tags 0 to 2                                |
/// | 21     | `pkh`     | [`PublicKeyHash`], with the tag 3                             |
/// | 1      | `version` | [`SignatureVersion`], with the tag 3                          |
///
/// Behind the tag 3 Octez reads the hash of a key of any algorithm, and writes only those of BLS keys. Here all are written.
///
/// # Errors
/// `Unexpected_tag`; `User_invariant_guard`; `Not_enough_data`.
///
/// Rule: [`signer_messages.ml`, `pkh_encoding`][rule].
///
/// [rule]: https://github.com/tezos/tezos-mirror/blob/d26a8bef82159434e5a6db6a6d329f29dc8172dd/src/lib_signer_services/signer_messages.ml
#[derive(HasEncoding, NomReader, BinWriter, View, Debug, Clone, Copy, PartialEq, Eq, Hash)]
#[encoding(
    id = "signer_messages.public_key_hash",
    view = "Self",
    description = "signer messages public key hash encoding",
    json(first_match)
)]
pub enum SigningKeyHash {
    /// `tz1`.
    Ed25519(Ed25519PublicKeyHash),
    /// `tz2`.
    Secp256k1(Secp256k1PublicKeyHash),
    /// `tz3`.
    P256(P256PublicKeyHash),
    /// `tz4`.
    Bls {
        /// The hash.
        pkh: PublicKeyHash,
        /// The version of the signature.
        version: SignatureVersion,
    },
}

impl From<SigningKeyHash> for PublicKeyHash {
    fn from(hash: SigningKeyHash) -> Self {
        match hash {
            SigningKeyHash::Ed25519(hash) => hash.into(),
            SigningKeyHash::Secp256k1(hash) => hash.into(),
            SigningKeyHash::P256(hash) => hash.into(),
            SigningKeyHash::Bls { pkh, .. } => pkh,
        }
    }
}

/// A request to a signer. In JSON the field `kind` names its kind.
///
/// | bytes  | field         | encoding                                                               |
/// |-------:|---------------|------------------------------------------------------------------------|
/// | 1      | tag           | 0 to 7                                                                 |
/// | 21, 23 | `pkh`         | [`SigningKeyHash`] with the tag 0, none with 2 and 6, else [`PublicKeyHash`] |
/// | 4 + n  | `data`        | `dynamic, bytes`, with the tags 0, 3 and 4                             |
/// | n      | `signature`   | `varopt` of a [`Signature`], with the tags 0, 3 and 4                  |
/// | 1 + 48 | `override_pk` | `option` of a [`BlsPublicKey`], with the tag 7                         |
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
    /// Sign these bytes, whose first one tells blocks, attestations and operations apart.
    #[encoding(json(kind_first = "sign"))]
    Sign {
        /// The key to sign with.
        pkh: SigningKeyHash,
        /// The bytes to be signed.
        #[encoding(dynamic, bytes)]
        data: Vec<u8>,
        /// Signature of an authorized key over [`Request::preimage`], if the signer requires one.
        #[encoding(varopt)]
        signature: Option<Signature>,
    },
    /// Tell the public key.
    #[encoding(json(kind_first = "public_key"))]
    PublicKey {
        /// The key.
        pkh: PublicKeyHash,
    },
    /// Tell whether requests have to be signed, and with which keys.
    #[encoding(json(kind_first = "authorized_keys"))]
    AuthorizedKeys,
    /// Make a nonce from these bytes, always the same.
    #[encoding(json(kind_first = "deterministic_nonce"))]
    DeterministicNonce {
        /// The key to make it with.
        pkh: PublicKeyHash,
        /// The bytes.
        #[encoding(dynamic, bytes)]
        data: Vec<u8>,
        /// Signature of an authorized key over [`Request::preimage`], if the signer requires one.
        #[encoding(varopt)]
        signature: Option<Signature>,
    },
    /// Tell the hash of that nonce.
    #[encoding(json(kind_first = "deterministic_nonce_hash"))]
    DeterministicNonceHash {
        /// The key to make it with.
        pkh: PublicKeyHash,
        /// The bytes.
        #[encoding(dynamic, bytes)]
        data: Vec<u8>,
        /// Signature of an authorized key over [`Request::preimage`], if the signer requires one.
        #[encoding(varopt)]
        signature: Option<Signature>,
    },
    /// Tell whether the key can make such nonces.
    #[encoding(json(kind_first = "supports_deterministic_nonces"))]
    SupportsDeterministicNonces {
        /// The key.
        pkh: PublicKeyHash,
    },
    /// Tell which keys the signer has.
    #[encoding(json(kind_first = "known_keys"))]
    KnownKeys,
    /// Prove that the signer has the secret key of a BLS key.
    #[encoding(json(kind_first = "Bls_prove_possession"))]
    BlsProvePossession {
        /// The key.
        pkh: PublicKeyHash,
        /// The key to be signed instead of the public key itself.
        override_pk: Option<BlsPublicKey>,
    },
}

impl Request {
    /// Returns the bytes that an authorized key signs for the field `signature`: `04`, the kind of request in one byte, the hash of the
    /// key and the data; `None` for requests without that field.
    ///
    /// # Errors
    /// None: the hash of a key is always written.
    ///
    /// Rule: [`signer_messages.ml`, `to_sign`][rule].
    ///
    /// [rule]: https://github.com/tezos/tezos-mirror/blob/d26a8bef82159434e5a6db6a6d329f29dc8172dd/src/lib_signer_services/signer_messages.ml
    pub fn preimage(&self) -> Result<Option<Vec<u8>>, EncodeError> {
        let (kind, pkh, data) = match self {
            Self::Sign { pkh, data, .. } => (1, (*pkh).into(), data),
            Self::DeterministicNonce { pkh, data, .. } => (2, *pkh, data),
            Self::DeterministicNonceHash { pkh, data, .. } => (3, *pkh, data),
            _ => return Ok(None),
        };
        Ok(Some([&[4, kind], pkh.to_bytes()?.as_slice(), data].concat()))
    }
}

/// The answer to [`Request::Sign`].
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

/// The answer to [`Request::PublicKey`].
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

/// The answer to [`Request::AuthorizedKeys`]. Octez gives it no id.
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

/// The answer to [`Request::DeterministicNonce`].
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

/// The answer to [`Request::DeterministicNonceHash`].
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

/// The answer to [`Request::SupportsDeterministicNonces`].
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

/// The answer to [`Request::KnownKeys`].
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

/// The answer to [`Request::BlsProvePossession`].
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
