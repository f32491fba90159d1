//! BLS12-381, with public keys in G1.

use blst::{BLST_ERROR, MultiPoint as _, min_pk};
use zeroize::Zeroizing;

use super::{Algorithm, Bls, BlsPublicKey, BlsSecretKey, BlsSignature, SecretKeyError, VerifyError};

/// The domain of signatures from protocol 023 on: keys whose possession was proven.
const POSSESSION: &[u8] = b"BLS_SIG_BLS12381G2_XMD:SHA-256_SSWU_RO_POP_";
/// The domain of signatures in the protocols 016 to 022: messages that begin with the key.
const AUGMENTED: &[u8] = b"BLS_SIG_BLS12381G2_XMD:SHA-256_SSWU_RO_AUG_";
/// The domain of proofs of possession.
const PROOF: &[u8] = b"BLS_POP_BLS12381G2_XMD:SHA-256_SSWU_RO_POP_";
/// The bits of the weight of a companion key.
const WEIGHT_BITS: usize = 256;

impl Algorithm for Bls {
    type PublicKey = BlsPublicKey;
    type Signature = BlsSignature;
    type Secret = BlsSecretKey;
    type Key = Zeroizing<min_pk::SecretKey>;

    fn verify(key: &BlsPublicKey, message: &[u8], signature: &BlsSignature) -> Result<(), VerifyError> {
        key.verify(message, signature)
    }

    /// Octez takes the number zero for a key too, whose signatures nothing verifies.
    fn key(secret: &BlsSecretKey) -> Result<Self::Key, SecretKeyError> {
        let mut bytes = Zeroizing::new(*secret.expose());
        bytes.reverse();
        min_pk::SecretKey::from_bytes(bytes.as_slice())
            .map(Zeroizing::new)
            .map_err(|_| SecretKeyError::Key(BlsSecretKey::KIND))
    }

    fn public_key(key: &Self::Key) -> BlsPublicKey {
        BlsPublicKey(key.sk_to_pk().compress())
    }

    fn sign(key: &Self::Key, preimage: &[u8]) -> BlsSignature {
        BlsSignature(key.sign(preimage, POSSESSION, &[]).compress())
    }

    fn sign_augmented(key: &Self::Key, preimage: &[u8]) -> BlsSignature {
        BlsSignature(key.sign(preimage, AUGMENTED, &Self::public_key(key).0).compress())
    }

    fn prove_possession(key: &Self::Key) -> Option<BlsSignature> {
        Some(proof(key))
    }
}

/// Proves the possession of `key`.
fn proof(key: &min_pk::SecretKey) -> BlsSignature {
    BlsSignature(key.sign(&key.sk_to_pk().compress(), PROOF, &[]).compress())
}

impl BlsSecretKey {
    /// Derives the key from `entropy`: 32 bytes of a cryptographic source of random numbers. The caller clears them.
    ///
    /// # Errors
    /// None with 32 bytes.
    ///
    /// Rule: [`bls12_381_signature.ml`, `generate_sk`][rule].
    ///
    /// [rule]: https://github.com/tezos/tezos-mirror/blob/d26a8bef82159434e5a6db6a6d329f29dc8172dd/src/lib_bls12_381_signature/bls12_381_signature.ml
    pub fn from_entropy(entropy: &[u8; 32]) -> Result<Self, SecretKeyError> {
        let key = min_pk::SecretKey::key_gen(entropy, &[]).map_err(|_| SecretKeyError::Key(Self::KIND))?;
        let mut bytes = Zeroizing::new(key.to_bytes());
        bytes.reverse();
        Ok(Self::new(&bytes))
    }

    /// Signs `preimage` as the protocols 016 to 022 verify it, with [`BlsPublicKey::verify_augmented`].
    ///
    /// # Errors
    /// If the bytes are not a secret key.
    ///
    /// Rule: [`bls12_381_signature.ml`, `MinPk.Aug.sign`][rule].
    ///
    /// [rule]: https://github.com/tezos/tezos-mirror/blob/d26a8bef82159434e5a6db6a6d329f29dc8172dd/src/lib_bls12_381_signature/bls12_381_signature.ml
    pub fn sign_augmented(&self, preimage: &[u8]) -> Result<BlsSignature, SecretKeyError> {
        Ok(Bls::sign_augmented(&Bls::key(self)?, preimage))
    }

    /// Proves the possession of this key, for [`BlsPublicKey::verify_possession`].
    ///
    /// # Errors
    /// If the bytes are not a secret key.
    ///
    /// Rule: [`bls12_381_signature.ml`, `MinPk.Pop.pop_prove`][rule].
    ///
    /// [rule]: https://github.com/tezos/tezos-mirror/blob/d26a8bef82159434e5a6db6a6d329f29dc8172dd/src/lib_bls12_381_signature/bls12_381_signature.ml
    pub fn prove_possession(&self) -> Result<BlsSignature, SecretKeyError> {
        Ok(proof(&*Bls::key(self)?))
    }
}

impl BlsPublicKey {
    /// Checks that `signature` was made by this key for `message`, in protocols from 023 on.
    ///
    /// For several signers of one message, the key is the [aggregate](Self::aggregate) of their keys, and the signature that of their signatures.
    ///
    /// # Errors
    /// If the key or the signature are malformed, or do not match.
    ///
    /// Rule: [`bls12_381_signature.ml`, `MinPk.Pop.verify`][rule].
    ///
    /// [rule]: https://github.com/tezos/tezos-mirror/blob/d26a8bef82159434e5a6db6a6d329f29dc8172dd/src/lib_bls12_381_signature/bls12_381_signature.ml
    pub fn verify(&self, message: &[u8], signature: &BlsSignature) -> Result<(), VerifyError> {
        self.verify_in(POSSESSION, &[], message, signature)
    }

    /// Checks that `signature` was made by this key for `message`, in the protocols 016 to 022.
    ///
    /// # Errors
    /// If the key or the signature are malformed, or do not match.
    ///
    /// Rule: [`bls12_381_signature.ml`, `MinPk.Aug.verify`][rule], which [`signature_v1.ml`][v1] has.
    ///
    /// [rule]: https://github.com/tezos/tezos-mirror/blob/d26a8bef82159434e5a6db6a6d329f29dc8172dd/src/lib_bls12_381_signature/bls12_381_signature.ml
    /// [v1]: https://github.com/tezos/tezos-mirror/blob/d26a8bef82159434e5a6db6a6d329f29dc8172dd/src/lib_crypto/signature_v1.ml
    pub fn verify_augmented(&self, message: &[u8], signature: &BlsSignature) -> Result<(), VerifyError> {
        self.verify_in(AUGMENTED, &self.0, message, signature)
    }

    /// Checks that `proof` proves the possession of this key. Reveals and new consensus keys contain such proofs.
    ///
    /// # Errors
    /// If the key or the proof are malformed, or do not match.
    ///
    /// Rule: [`bls12_381_signature.ml`, `MinPk.Pop.pop_verify`][rule].
    ///
    /// [rule]: https://github.com/tezos/tezos-mirror/blob/d26a8bef82159434e5a6db6a6d329f29dc8172dd/src/lib_bls12_381_signature/bls12_381_signature.ml
    pub fn verify_possession(&self, proof: &BlsSignature) -> Result<(), VerifyError> {
        self.verify_in(PROOF, &[], &self.0, proof)
    }

    /// Returns the sum of `keys`. It verifies the aggregate of their signatures of one message.
    ///
    /// This is safe only with keys whose possession was [proven](Self::verify_possession).
    ///
    /// # Errors
    /// If there is no key, or one is malformed.
    ///
    /// Rule: [`bls12_381_signature.ml`, `MinPk.aggregate_public_key_opt`][rule].
    ///
    /// [rule]: https://github.com/tezos/tezos-mirror/blob/d26a8bef82159434e5a6db6a6d329f29dc8172dd/src/lib_bls12_381_signature/bls12_381_signature.ml
    pub fn aggregate<'a>(keys: impl IntoIterator<Item = &'a Self>) -> Result<Self, VerifyError> {
        let mut keys = keys.into_iter();
        let first = keys.next().ok_or(VerifyError::NoKeys)?;
        let mut sum = min_pk::AggregatePublicKey::from_public_key(&first.point()?);
        for key in keys {
            // That the point is in the group was checked by `point`.
            sum.add_public_key(&key.point()?, false).map_err(|_| VerifyError::Key(Self::KIND))?;
        }
        Ok(Self(sum.to_public_key().compress()))
    }

    /// Returns this key plus `weight` times `companion`. It verifies a signature that [`BlsSignature::with_companion`] returns.
    ///
    /// The weight is a number in little-endian order, modulo the order of the group.
    ///
    /// # Errors
    /// If a key is malformed.
    ///
    /// Rule: [`bls12_381_signature.ml`, `MinPk.aggregate_public_key_weighted_opt`][rule].
    ///
    /// [rule]: https://github.com/tezos/tezos-mirror/blob/d26a8bef82159434e5a6db6a6d329f29dc8172dd/src/lib_bls12_381_signature/bls12_381_signature.ml
    pub fn with_companion(&self, companion: &Self, weight: &[u8; 32]) -> Result<Self, VerifyError> {
        let mut sum = [companion.point()?].mult(weight, WEIGHT_BITS);
        sum.add_public_key(&self.point()?, false).map_err(|_| VerifyError::Key(Self::KIND))?;
        Ok(Self(sum.to_public_key().compress()))
    }

    /// Decompresses the point, which must be in the group and not zero.
    fn point(&self) -> Result<min_pk::PublicKey, VerifyError> {
        min_pk::PublicKey::uncompress(&self.0)
            .and_then(|key| key.validate().map(|()| key))
            .map_err(|_| VerifyError::Key(Self::KIND))
    }

    fn verify_in(
        &self,
        domain: &[u8],
        before: &[u8],
        message: &[u8],
        signature: &BlsSignature,
    ) -> Result<(), VerifyError> {
        let key = self.point()?;
        let signature = signature.point()?;
        match signature.verify(false, message, domain, before, &key, false) {
            BLST_ERROR::BLST_SUCCESS => Ok(()),
            _ => Err(VerifyError::Mismatch),
        }
    }
}

impl BlsSignature {
    /// Returns this signature plus `weight` times `companion`: what a baker with a companion key signs for its consensus key, plus what it
    /// signs for its companion key.
    ///
    /// The weight is a number in little-endian order, modulo the order of the group.
    ///
    /// # Errors
    /// If a signature is malformed.
    ///
    /// Rule: [`bls12_381_signature.ml`, `MinPk.aggregate_signature_weighted_opt`][rule].
    ///
    /// [rule]: https://github.com/tezos/tezos-mirror/blob/d26a8bef82159434e5a6db6a6d329f29dc8172dd/src/lib_bls12_381_signature/bls12_381_signature.ml
    pub fn with_companion(&self, companion: &Self, weight: &[u8; 32]) -> Result<Self, VerifyError> {
        let mut sum = [companion.point()?].mult(weight, WEIGHT_BITS);
        sum.add_signature(&self.point()?, false).map_err(|_| VerifyError::Signature(Self::KIND))?;
        Ok(Self(sum.to_signature().compress()))
    }

    /// Decompresses the point, which must be in the group.
    fn point(&self) -> Result<min_pk::Signature, VerifyError> {
        min_pk::Signature::uncompress(&self.0)
            .and_then(|signature| signature.validate(false).map(|()| signature))
            .map_err(|_| VerifyError::Signature(Self::KIND))
    }
}
