//! Verification of signatures, which the feature `verify` turns on.
//!
//! A signature is verified against the bytes that were signed: a watermark and the value, joined by [`Watermark::preimage`].
//!
//! | algorithm | what is signed          | scheme                                                                            |
//! |-----------|-------------------------|-----------------------------------------------------------------------------------|
//! | Ed25519   | BLAKE2b-256 of the bytes | RFC 8032, without cofactors; the points are written in their one canonical way    |
//! | secp256k1 | BLAKE2b-256 of the bytes | ECDSA; `s` is at most half of the order                                           |
//! | P-256     | BLAKE2b-256 of the bytes | ECDSA; `s` is any                                                                 |
//! | BLS12-381 | the bytes               | public keys in G1; proof of possession, or augmented messages before protocol 023 |
//! | ML-DSA-44 | BLAKE2b-256 of the bytes | FIPS 204, pure, with an empty context                                             |
//!
//! Rule: `check` in [`ed25519.ml`, `secp256k1.ml`, `p256.ml`, `bls.ml` and `mldsa44.ml`][rule].
//!
//! [`Watermark::preimage`]: super::Watermark::preimage
//! [rule]: https://github.com/tezos/tezos-mirror/tree/d26a8bef82159434e5a6db6a6d329f29dc8172dd/src/lib_crypto

use core::{error, fmt};

use blst::{BLST_ERROR, MultiPoint as _, min_pk};
use ed25519_dalek::Verifier as _;
use k256::ecdsa::signature::hazmat::PrehashVerifier as _;
use ml_dsa::MlDsa44;

use super::{
    BlsPublicKey, BlsSignature, Ed25519PublicKey, Ed25519Signature, Mldsa44PublicKey, Mldsa44Signature, P256PublicKey,
    P256Signature, PublicKey, Secp256k1PublicKey, Secp256k1Signature, Signature,
};
use crate::{base58::TextKind, hash::blake2b_256};

/// Why a signature is refused.
#[derive(Debug, Clone, PartialEq, Eq)]
#[non_exhaustive]
pub enum VerifyError {
    /// The signature is of another algorithm than the key.
    Algorithm {
        /// The kind of the key.
        key: &'static TextKind,
        /// The kind of the signature.
        signature: &'static TextKind,
    },
    /// The bytes of the key are not a public key: not a point of the curve, or not its canonical form.
    Key(&'static TextKind),
    /// The bytes of the signature are not a signature of any message: a number is out of range, or they are not a point of the curve.
    Signature(&'static TextKind),
    /// The signature is of other bytes, or was made by another key.
    Mismatch,
    /// [`BlsPublicKey::aggregate`] was called without keys.
    NoKeys,
}

impl fmt::Display for VerifyError {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Self::Algorithm { key, signature } => {
                write!(
                    f,
                    "a {} ({}…) cannot be by a {} ({}…)",
                    signature.name, signature.letters, key.name, key.letters
                )
            }
            Self::Key(kind) => write!(f, "the bytes of the {} are not a valid key", kind.name),
            Self::Signature(kind) => write!(f, "the bytes of the {} are not a valid signature", kind.name),
            Self::Mismatch => f.write_str("the signature is of other bytes, or by another key"),
            Self::NoKeys => f.write_str("expected at least one key"),
        }
    }
}

impl error::Error for VerifyError {}

impl PublicKey {
    /// Checks that `signature` was made by this key for `message`, a watermark and the value that was signed.
    ///
    /// A [`Signature::Unknown`] is treated as one of the key's algorithm. Signatures of BLS are those of protocols from 023 on; for earlier
    /// ones, call [`BlsPublicKey::verify_augmented`].
    ///
    /// ```
    /// use tezos_hashes::keys::{PublicKey, Signature, verify::VerifyError};
    /// let key: PublicKey = "edpkuwTWKgQNnhR5v17H2DYHbfcxYepARyrPGbf1tbMoGQAj8Ljr3V".parse().unwrap();
    /// let signature: Signature =
    ///     "edsigtrs8bK7vNfiR4Kd9dWasVa1bAWaQSu2ipnmLGZuwQa8ktCEMYVKqbWsbJ7zTS8dgYT9tiSUKorWCPFHosL5zPsiDwBQ6vb".parse().unwrap();
    /// assert_eq!(key.verify(b"\0", &signature), Ok(()));
    /// assert_eq!(key.verify(b"\x01", &signature), Err(VerifyError::Mismatch));
    /// ```
    ///
    /// # Errors
    /// If the key or the signature are malformed, of two algorithms, or do not match.
    ///
    /// Rule: [`signature_v3.ml`, `check`][rule].
    ///
    /// [rule]: https://github.com/tezos/tezos-mirror/blob/d26a8bef82159434e5a6db6a6d329f29dc8172dd/src/lib_crypto/signature_v3.ml
    pub fn verify(&self, message: &[u8], signature: &Signature) -> Result<(), VerifyError> {
        match (self, signature) {
            (Self::Ed25519(key), Signature::Ed25519(signature)) => key.verify(message, signature),
            (Self::Ed25519(key), Signature::Unknown(bytes)) => key.verify(message, &Ed25519Signature(bytes.0)),
            (Self::Secp256k1(key), Signature::Secp256k1(signature)) => key.verify(message, signature),
            (Self::Secp256k1(key), Signature::Unknown(bytes)) => key.verify(message, &Secp256k1Signature(bytes.0)),
            (Self::P256(key), Signature::P256(signature)) => key.verify(message, signature),
            (Self::P256(key), Signature::Unknown(bytes)) => key.verify(message, &P256Signature(bytes.0)),
            (Self::Bls(key), Signature::Bls(signature)) => key.verify(message, signature),
            (Self::Mldsa44(key), Signature::Mldsa44(signature)) => key.verify(message, signature),
            _ => Err(VerifyError::Algorithm { key: self.kind(), signature: signature.kind() }),
        }
    }
}

impl Ed25519PublicKey {
    /// Checks that `signature` was made by this key for `message`.
    ///
    /// # Errors
    /// If the key or the signature are malformed, or do not match.
    pub fn verify(&self, message: &[u8], signature: &Ed25519Signature) -> Result<(), VerifyError> {
        // Octez refuses a `y` that is not reduced, and the sign of an `x` of zero: then the point is written in another way.
        let key = ed25519_dalek::VerifyingKey::from_bytes(&self.0)
            .ok()
            .filter(|key| key.to_edwards().compress().as_bytes() == &self.0)
            .ok_or(VerifyError::Key(Self::KIND))?;
        let signature = ed25519_dalek::Signature::from_bytes(&signature.0);
        key.verify(&blake2b_256(message), &signature).map_err(|_| VerifyError::Mismatch)
    }
}

impl Secp256k1PublicKey {
    /// Checks that `signature` was made by this key for `message`.
    ///
    /// # Errors
    /// If the key or the signature are malformed, or do not match. Of the two signatures with `s` and with minus `s`, the one with the larger
    /// value is malformed.
    pub fn verify(&self, message: &[u8], signature: &Secp256k1Signature) -> Result<(), VerifyError> {
        let key = k256::ecdsa::VerifyingKey::from_sec1_bytes(&self.0).map_err(|_| VerifyError::Key(Self::KIND))?;
        let signature = k256::ecdsa::Signature::from_slice(&signature.0)
            .ok()
            .filter(|signature| signature.normalize_s() == *signature)
            .ok_or(VerifyError::Signature(Secp256k1Signature::KIND))?;
        key.verify_prehash(&blake2b_256(message), &signature).map_err(|_| VerifyError::Mismatch)
    }
}

impl P256PublicKey {
    /// Checks that `signature` was made by this key for `message`.
    ///
    /// # Errors
    /// If the key or the signature are malformed, or do not match.
    pub fn verify(&self, message: &[u8], signature: &P256Signature) -> Result<(), VerifyError> {
        let key = p256::ecdsa::VerifyingKey::from_sec1_bytes(&self.0).map_err(|_| VerifyError::Key(Self::KIND))?;
        let signature = p256::ecdsa::Signature::from_slice(&signature.0)
            .map_err(|_| VerifyError::Signature(P256Signature::KIND))?;
        key.verify_prehash(&blake2b_256(message), &signature).map_err(|_| VerifyError::Mismatch)
    }
}

impl Mldsa44PublicKey {
    /// Checks that `signature` was made by this key for `message`.
    ///
    /// # Errors
    /// If the signature is malformed, or does not match. Any 1,312 bytes are a key.
    pub fn verify(&self, message: &[u8], signature: &Mldsa44Signature) -> Result<(), VerifyError> {
        let key = ml_dsa::VerifyingKey::<MlDsa44>::decode(&self.0.into());
        let signature = ml_dsa::Signature::<MlDsa44>::decode(&signature.0.into())
            .ok_or(VerifyError::Signature(Mldsa44Signature::KIND))?;
        if key.verify_with_context(&blake2b_256(message), &[], &signature) {
            Ok(())
        } else {
            Err(VerifyError::Mismatch)
        }
    }
}

/// The domain of signatures from protocol 023 on: keys whose possession was proven.
const POSSESSION: &[u8] = b"BLS_SIG_BLS12381G2_XMD:SHA-256_SSWU_RO_POP_";
/// The domain of signatures in the protocols 016 to 022: messages that begin with the key.
const AUGMENTED: &[u8] = b"BLS_SIG_BLS12381G2_XMD:SHA-256_SSWU_RO_AUG_";
/// The domain of proofs of possession.
const PROOF: &[u8] = b"BLS_POP_BLS12381G2_XMD:SHA-256_SSWU_RO_POP_";
/// The bits of the weight of a companion key.
const WEIGHT_BITS: usize = 256;

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
