//! ML-DSA-44.

use ml_dsa::{ExpandedSigningKey, ExpandedSigningKeyBytes, MlDsa44, VerifyingKey};
use zeroize::{ZeroizeOnDrop, Zeroizing};

use super::{Algorithm, Mldsa44, Mldsa44PublicKey, Mldsa44SecretKey, Mldsa44Signature, SecretKeyError, VerifyError};
use crate::hash::blake2b_256;

/// Bytes of the signing key, which the public key follows in a [`Mldsa44SecretKey`].
const SIGNING_KEY: usize = 2560;
/// The small polynomials `s1` and `s2` in the signing key: 8 of 256 coefficients of 3 bits each.
const SMALL: core::ops::Range<usize> = 128..896;
/// The largest packed coefficient: each is 2 minus a number from -2 to 2.
const MAX_PACKED: u32 = 4;

impl Algorithm for Mldsa44 {
    type PublicKey = Mldsa44PublicKey;
    type Signature = Mldsa44Signature;
    type Secret = Mldsa44SecretKey;
    type Key = Key;

    fn verify(key: &Mldsa44PublicKey, message: &[u8], signature: &Mldsa44Signature) -> Result<(), VerifyError> {
        let key = VerifyingKey::<MlDsa44>::decode(&key.0.into());
        let signature = ml_dsa::Signature::<MlDsa44>::decode(&signature.0.into())
            .ok_or(VerifyError::Signature(Mldsa44Signature::KIND))?;
        if key.verify_with_context(&blake2b_256(message), &[], &signature) {
            Ok(())
        } else {
            Err(VerifyError::Mismatch)
        }
    }

    /// Checks the range of the coefficients, which [`ExpandedSigningKey::from_expanded`] asserts, and then verifies a trial signature: it shows
    /// that the public key is that of the signing key, and that the hash `tr` and the polynomials `t0`, which depend on the others, are not of
    /// another key.
    fn key(secret: &Mldsa44SecretKey) -> Result<Key, SecretKeyError> {
        let invalid = SecretKeyError::Key(Mldsa44SecretKey::KIND);
        let bytes: &[u8] = secret.expose();
        let (signing_key, public_key) = bytes.split_at_checked(SIGNING_KEY).ok_or(invalid.clone())?;
        let small = signing_key.get(SMALL).ok_or(invalid.clone())?;
        if !small.as_chunks().0.iter().all(in_range) {
            return Err(invalid);
        }
        let public_key = Mldsa44PublicKey::try_from(public_key).map_err(|_| invalid.clone())?;
        let signing_key =
            Zeroizing::new(ExpandedSigningKeyBytes::<MlDsa44>::try_from(signing_key).map_err(|_| invalid)?);
        #[expect(deprecated, reason = "Octez stores expanded keys, not seeds; the coefficients were checked")]
        let key = Key { signing_key: ExpandedSigningKey::from_expanded(&signing_key), public_key };
        let trial = Self::sign(&key, &[]);
        Self::verify(&key.public_key, &[], &trial).map_err(|_| SecretKeyError::PublicKey(Mldsa44SecretKey::KIND))?;
        Ok(key)
    }

    fn public_key(key: &Key) -> Mldsa44PublicKey {
        key.public_key
    }

    /// Signs deterministically. Octez draws 32 bytes for each signature: [`mldsa44.ml`, `sign`][rule].
    ///
    /// [rule]: https://github.com/tezos/tezos-mirror/blob/d26a8bef82159434e5a6db6a6d329f29dc8172dd/src/lib_crypto/mldsa44.ml
    fn sign(key: &Key, preimage: &[u8]) -> Mldsa44Signature {
        match key.signing_key.sign_deterministic(&blake2b_256(preimage), &[]) {
            Ok(signature) => Mldsa44Signature(signature.encode().into()),
            // After 16,384 rejected attempts, where each is accepted with a probability of about 1 to 4.
            Err(_) => Mldsa44Signature([0; Mldsa44Signature::SIZE]),
        }
    }
}

/// A signing key and its public key.
#[derive(Clone)]
pub(crate) struct Key {
    signing_key: ExpandedSigningKey<MlDsa44>,
    public_key: Mldsa44PublicKey,
}

impl ZeroizeOnDrop for Key {}

/// Checks eight packed coefficients of 3 bits.
fn in_range(bytes: &[u8; 3]) -> bool {
    let [a, b, c] = *bytes;
    let packed = u32::from_le_bytes([a, b, c, 0]);
    (0..24).step_by(3).all(|at| (packed >> at) & 7 <= MAX_PACKED)
}

impl Mldsa44PublicKey {
    /// Checks that `signature` was made by this key for `message`. Requires the feature `mldsa44`.
    ///
    /// # Errors
    /// If the signature is malformed, or does not match. Any 1,312 bytes are a key.
    pub fn verify(&self, message: &[u8], signature: &Mldsa44Signature) -> Result<(), VerifyError> {
        Mldsa44::verify(self, message, signature)
    }
}

impl Mldsa44SecretKey {
    /// Derives the key from `entropy`: 32 bytes of a cryptographic source of random numbers, the seed `ξ` of FIPS 204. The caller clears them.
    #[must_use]
    pub fn from_entropy(entropy: &[u8; 32]) -> Self {
        let key = ExpandedSigningKey::<MlDsa44>::from_seed(&Zeroizing::new((*entropy).into()));
        #[expect(deprecated, reason = "Octez stores expanded keys, not seeds")]
        let signing_key = Zeroizing::new(key.to_expanded());
        let mut bytes = Zeroizing::new([0; Self::SIZE]);
        let (first, rest) = bytes.split_at_mut(SIGNING_KEY);
        first.copy_from_slice(signing_key.as_slice());
        rest.copy_from_slice(key.verifying_key().encode().as_slice());
        Self::new(&bytes)
    }
}
