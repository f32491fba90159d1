//! The requests to a signer.

use alloc::vec::Vec;

use tezos_encoding::{BinWriter, Encode, EncodeError, HasEncoding, NomReader, View};

use super::SigningKeyHash;
use crate::keys::{BlsPublicKey, PublicKeyHash, Signature};

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
