//! Ed25519.

use ed25519_dalek::{Signer as _, SigningKey, Verifier as _, VerifyingKey};

use super::{Algorithm, Ed25519, Ed25519PublicKey, Ed25519Seed, Ed25519Signature, SecretKeyError, VerifyError};
use crate::hash::blake2b_256;

impl Algorithm for Ed25519 {
    type PublicKey = Ed25519PublicKey;
    type Signature = Ed25519Signature;
    type Secret = Ed25519Seed;
    type Key = SigningKey;

    fn verify(key: &Ed25519PublicKey, message: &[u8], signature: &Ed25519Signature) -> Result<(), VerifyError> {
        // Octez refuses a `y` that is not reduced, and the sign of an `x` of zero: then the point is written in another way.
        let key = VerifyingKey::from_bytes(&key.0)
            .ok()
            .filter(|point| point.to_edwards().compress().as_bytes() == &key.0)
            .ok_or(VerifyError::Key(Ed25519PublicKey::KIND))?;
        let signature = ed25519_dalek::Signature::from_bytes(&signature.0);
        key.verify(&blake2b_256(message), &signature).map_err(|_| VerifyError::Mismatch)
    }

    fn key(seed: &Ed25519Seed) -> Result<SigningKey, SecretKeyError> {
        Ok(SigningKey::from_bytes(seed.expose()))
    }

    fn public_key(key: &SigningKey) -> Ed25519PublicKey {
        Ed25519PublicKey(key.verifying_key().to_bytes())
    }

    fn sign(key: &SigningKey, preimage: &[u8]) -> Ed25519Signature {
        Ed25519Signature(key.sign(&blake2b_256(preimage)).to_bytes())
    }
}

impl Ed25519PublicKey {
    /// Checks that `signature` was made by this key for `message`. Requires the feature `ed25519`.
    ///
    /// # Errors
    /// If the key or the signature are malformed, or do not match.
    pub fn verify(&self, message: &[u8], signature: &Ed25519Signature) -> Result<(), VerifyError> {
        Ed25519::verify(self, message, signature)
    }
}

impl Ed25519Seed {
    /// Returns the seed whose bytes are `entropy`: 32 bytes of a cryptographic source of random numbers. The caller clears them.
    #[must_use]
    pub fn from_entropy(entropy: &[u8; 32]) -> Self {
        Self::new(entropy)
    }

    /// Returns the public key.
    ///
    /// ```
    /// use tezos_hashes::secret::Ed25519Seed;
    /// let seed: Ed25519Seed = "edsk3gUfUPyBSfrS9CCgmCiQsTCHGkviBDusMxDJstFtojtc1zcpsh".parse().unwrap();
    /// assert_eq!(seed.public_key().hash().to_string(), "tz1KqTpEZ7Yob7QbPE4Hy4Wo8fHG8LhKxZSx");
    /// ```
    #[must_use]
    pub fn public_key(&self) -> Ed25519PublicKey {
        Ed25519::public_key(&SigningKey::from_bytes(self.expose()))
    }

    /// Signs the BLAKE2b-256 of `preimage`. A [`SecretKey`](crate::secret::SecretKey) does it faster, because it has the public key.
    #[must_use]
    pub fn sign(&self, preimage: &[u8]) -> Ed25519Signature {
        Ed25519::sign(&SigningKey::from_bytes(self.expose()), preimage)
    }
}
