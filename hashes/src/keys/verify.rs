//! Verification of signatures, with the algorithms whose features are on: `ed25519`, `secp256k1`, `p256`, `bls` and `mldsa44`, or `verify` for
//! all of them.
//!
//! A signature is verified against the bytes that were signed: a watermark and the value, joined by [`Watermark::preimage`]. Secret keys
//! [sign](super::Sign) with the same schemes.
//!
//! | algorithm | what is signed          | scheme                                                                            |
//! |-----------|-------------------------|-----------------------------------------------------------------------------------|
//! | Ed25519   | BLAKE2b-256 of the bytes | RFC 8032, without cofactors; the points are written in their one canonical way    |
//! | secp256k1 | BLAKE2b-256 of the bytes | ECDSA; `s` is at most half of the order; `k` as in RFC 6979                       |
//! | P-256     | BLAKE2b-256 of the bytes | ECDSA; `s` is any; `k` as in RFC 6979; Octez draws it at random                   |
//! | BLS12-381 | the bytes               | public keys in G1; proof of possession, or augmented messages before protocol 023 |
//! | ML-DSA-44 | BLAKE2b-256 of the bytes | FIPS 204, pure, with an empty context; deterministic; Octez draws 32 random bytes |
//!
//! Rule: `check` in [`ed25519.ml`, `secp256k1.ml`, `p256.ml`, `bls.ml` and `mldsa44.ml`][rule].
//!
//! [`Watermark::preimage`]: super::Watermark::preimage
//! [rule]: https://github.com/tezos/tezos-mirror/tree/d26a8bef82159434e5a6db6a6d329f29dc8172dd/src/lib_crypto

use core::{error, fmt};

use super::{
    Ed25519Signature, P256Signature, PublicKey, Secp256k1Signature, Signature,
    algorithms::{Algorithm as _, Bls, Ed25519, Mldsa44, P256, Secp256k1},
};
use crate::base58::TextKind;

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
    /// [`BlsPublicKey::aggregate`](super::BlsPublicKey::aggregate) was called without keys.
    NoKeys,
    /// The Cargo feature of the algorithm is off.
    Disabled {
        /// The kind of the key.
        kind: &'static TextKind,
        /// The feature of `tezos-hashes`.
        feature: &'static str,
    },
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
            Self::Disabled { kind, feature } => {
                write!(f, "a {} ({}…) needs the feature `{feature}` of tezos-hashes", kind.name, kind.letters)
            }
        }
    }
}

impl error::Error for VerifyError {}

impl PublicKey {
    /// Checks that `signature` was made by this key for `message`, a watermark and the value that was signed.
    ///
    /// A [`Signature::Unknown`] is treated as one of the key's algorithm. Signatures of BLS are those of protocols from 023 on; for earlier
    /// ones, call [`BlsPublicKey::verify_augmented`](super::BlsPublicKey::verify_augmented).
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
    /// If the key or the signature are malformed, of two algorithms, or do not match; [`VerifyError::Disabled`] without the algorithm's feature.
    ///
    /// Rule: [`signature_v3.ml`, `check`][rule].
    ///
    /// [rule]: https://github.com/tezos/tezos-mirror/blob/d26a8bef82159434e5a6db6a6d329f29dc8172dd/src/lib_crypto/signature_v3.ml
    pub fn verify(&self, message: &[u8], signature: &Signature) -> Result<(), VerifyError> {
        match (self, signature) {
            (Self::Ed25519(key), Signature::Ed25519(signature)) => Ed25519::verify(key, message, signature),
            (Self::Ed25519(key), Signature::Unknown(any)) => Ed25519::verify(key, message, &Ed25519Signature(any.0)),
            (Self::Secp256k1(key), Signature::Secp256k1(signature)) => Secp256k1::verify(key, message, signature),
            (Self::Secp256k1(key), Signature::Unknown(any)) => {
                Secp256k1::verify(key, message, &Secp256k1Signature(any.0))
            }
            (Self::P256(key), Signature::P256(signature)) => P256::verify(key, message, signature),
            (Self::P256(key), Signature::Unknown(any)) => P256::verify(key, message, &P256Signature(any.0)),
            (Self::Bls(key), Signature::Bls(signature)) => Bls::verify(key, message, signature),
            (Self::Mldsa44(key), Signature::Mldsa44(signature)) => Mldsa44::verify(key, message, signature),
            _ => Err(VerifyError::Algorithm { key: self.kind(), signature: signature.kind() }),
        }
    }
}
