//! ECDSA over secp256k1.

use ecdsa::{DigestAlgorithm, hazmat::sign_prehashed_rfc6979, signature::hazmat::PrehashVerifier as _};
use k256::ecdsa::{SigningKey, VerifyingKey};

use super::{
    Algorithm, Secp256k1, Secp256k1PublicKey, Secp256k1SecretKey, Secp256k1Signature, SecretKeyError, VerifyError,
};
use crate::hash::blake2b_256;

impl Algorithm for Secp256k1 {
    type PublicKey = Secp256k1PublicKey;
    type Signature = Secp256k1Signature;
    type Secret = Secp256k1SecretKey;
    type Key = SigningKey;

    fn verify(key: &Secp256k1PublicKey, message: &[u8], signature: &Secp256k1Signature) -> Result<(), VerifyError> {
        let key = VerifyingKey::from_sec1_bytes(&key.0).map_err(|_| VerifyError::Key(Secp256k1PublicKey::KIND))?;
        let signature = k256::ecdsa::Signature::from_slice(&signature.0)
            .ok()
            .filter(|signature| signature.normalize_s() == *signature)
            .ok_or(VerifyError::Signature(Secp256k1Signature::KIND))?;
        key.verify_prehash(&blake2b_256(message), &signature).map_err(|_| VerifyError::Mismatch)
    }

    fn key(secret: &Secp256k1SecretKey) -> Result<SigningKey, SecretKeyError> {
        SigningKey::from_slice(secret.expose()).map_err(|_| SecretKeyError::Key(Secp256k1SecretKey::KIND))
    }

    fn public_key(key: &SigningKey) -> Secp256k1PublicKey {
        let mut bytes = [0; 33];
        bytes.copy_from_slice(key.verifying_key().to_sec1_point(true).as_bytes());
        Secp256k1PublicKey(bytes)
    }

    /// The number `k` is that of RFC 6979 with SHA-256, and `s` the smaller one, as in libsecp256k1.
    fn sign(key: &SigningKey, preimage: &[u8]) -> Secp256k1Signature {
        type Digest = <k256::Secp256k1 as DigestAlgorithm>::Digest;
        let hash = blake2b_256(preimage);
        let (signature, _) = sign_prehashed_rfc6979::<k256::Secp256k1, Digest>(key.as_nonzero_scalar(), &hash, &[]);
        Secp256k1Signature(signature.to_bytes().into())
    }
}

impl Secp256k1PublicKey {
    /// Checks that `signature` was made by this key for `message`. Requires the feature `secp256k1`.
    ///
    /// # Errors
    /// If the key or the signature are malformed, or do not match. Of the two signatures with `s` and with minus `s`, the one with the larger
    /// value is malformed.
    pub fn verify(&self, message: &[u8], signature: &Secp256k1Signature) -> Result<(), VerifyError> {
        Secp256k1::verify(self, message, signature)
    }
}

impl Secp256k1SecretKey {
    /// Returns the key whose bytes are `entropy`: 32 bytes of a cryptographic source of random numbers. The caller clears them.
    ///
    /// # Errors
    /// If the bytes are zero or not less than the order of the group: of 2^128 keys one. The caller takes other bytes.
    pub fn from_entropy(entropy: &[u8; 32]) -> Result<Self, SecretKeyError> {
        let secret = Self::new(entropy);
        Secp256k1::key(&secret)?;
        Ok(secret)
    }
}
