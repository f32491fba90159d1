//! ECDSA over P-256.

use ecdsa::{DigestAlgorithm, hazmat::sign_prehashed_rfc6979, signature::hazmat::PrehashVerifier as _};
use p256::{
    NistP256,
    ecdsa::{SigningKey, VerifyingKey},
};

use super::{Algorithm, P256, P256PublicKey, P256SecretKey, P256Signature, SecretKeyError, VerifyError};
use crate::hash::blake2b_256;

impl Algorithm for P256 {
    type PublicKey = P256PublicKey;
    type Signature = P256Signature;
    type Secret = P256SecretKey;
    type Key = SigningKey;

    fn verify(key: &P256PublicKey, message: &[u8], signature: &P256Signature) -> Result<(), VerifyError> {
        let key = VerifyingKey::from_sec1_bytes(&key.0).map_err(|_| VerifyError::Key(P256PublicKey::KIND))?;
        let signature = p256::ecdsa::Signature::from_slice(&signature.0)
            .map_err(|_| VerifyError::Signature(P256Signature::KIND))?;
        key.verify_prehash(&blake2b_256(message), &signature).map_err(|_| VerifyError::Mismatch)
    }

    fn key(secret: &P256SecretKey) -> Result<SigningKey, SecretKeyError> {
        SigningKey::from_slice(secret.expose()).map_err(|_| SecretKeyError::Key(P256SecretKey::KIND))
    }

    fn public_key(key: &SigningKey) -> P256PublicKey {
        let mut bytes = [0; 33];
        bytes.copy_from_slice(key.verifying_key().to_sec1_point(true).as_bytes());
        P256PublicKey(bytes)
    }

    /// The number `k` is that of RFC 6979 with SHA-256. Octez draws it: [`hacl.ml`, `P256.sign`][rule].
    ///
    /// [rule]: https://github.com/tezos/tezos-mirror/blob/d26a8bef82159434e5a6db6a6d329f29dc8172dd/src/lib_hacl/hacl.ml
    fn sign(key: &SigningKey, preimage: &[u8]) -> P256Signature {
        type Digest = <NistP256 as DigestAlgorithm>::Digest;
        let hash = blake2b_256(preimage);
        let (signature, _) = sign_prehashed_rfc6979::<NistP256, Digest>(key.as_nonzero_scalar(), &hash, &[]);
        P256Signature(signature.to_bytes().into())
    }
}

impl P256PublicKey {
    /// Checks that `signature` was made by this key for `message`. Requires the feature `p256`.
    ///
    /// # Errors
    /// If the key or the signature are malformed, or do not match.
    pub fn verify(&self, message: &[u8], signature: &P256Signature) -> Result<(), VerifyError> {
        P256::verify(self, message, signature)
    }
}

impl P256SecretKey {
    /// Returns the key whose bytes are `entropy`: 32 bytes of a cryptographic source of random numbers. The caller clears them.
    ///
    /// # Errors
    /// If the bytes are zero or not less than the order of the group: of 2^32 keys one. The caller takes other bytes.
    pub fn from_entropy(entropy: &[u8; 32]) -> Result<Self, SecretKeyError> {
        let secret = Self::new(entropy);
        P256::key(&secret)?;
        Ok(secret)
    }
}
