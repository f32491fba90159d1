//! The algorithms of signatures: one file for each, which its Cargo feature turns on.

use zeroize::ZeroizeOnDrop;

use super::{
    BlsPublicKey, BlsSignature, Ed25519PublicKey, Ed25519Signature, Mldsa44PublicKey, Mldsa44Signature, P256PublicKey,
    P256Signature, PublicKey, Secp256k1PublicKey, Secp256k1Signature, Signature, verify::VerifyError,
};
use crate::secret::{BlsSecretKey, Ed25519Seed, Mldsa44SecretKey, P256SecretKey, Secp256k1SecretKey, SecretKeyError};

#[cfg(feature = "bls")]
mod bls;
#[cfg(feature = "ed25519")]
mod ed25519;
#[cfg(feature = "mldsa44")]
mod mldsa44;
#[cfg(feature = "p256")]
mod p256;
#[cfg(feature = "secp256k1")]
mod secp256k1;

/// An algorithm of signatures.
pub(crate) trait Algorithm {
    /// The bytes of a public key.
    type PublicKey: Into<PublicKey>;
    /// The bytes of a signature.
    type Signature: Into<Signature>;
    /// The bytes of a secret key.
    type Secret: Clone;
    /// A valid secret key, with what signing derives from it.
    type Key: Clone + ZeroizeOnDrop;

    /// Checks that `signature` was made by `key` for `message`.
    fn verify(key: &Self::PublicKey, message: &[u8], signature: &Self::Signature) -> Result<(), VerifyError>;

    /// Returns the key that `secret` contains.
    fn key(secret: &Self::Secret) -> Result<Self::Key, SecretKeyError>;

    /// Returns the public key.
    fn public_key(key: &Self::Key) -> Self::PublicKey;

    /// Signs `preimage`.
    fn sign(key: &Self::Key, preimage: &[u8]) -> Self::Signature;

    /// Signs `preimage` as the protocols 016 to 022 verify it.
    fn sign_augmented(key: &Self::Key, preimage: &[u8]) -> Self::Signature {
        Self::sign(key, preimage)
    }

    /// Returns the proof of possession, which only BLS12-381 has.
    fn prove_possession(_: &Self::Key) -> Option<BlsSignature> {
        None
    }
}

/// `name: feature, public key, signature, secret key;`
///
/// Without its feature, an algorithm returns the errors `Disabled`, and has no keys.
macro_rules! algorithms {
    ($($(#[$doc:meta])* $name:ident: $feature:tt, $public_key:ident, $signature:ident, $secret:ident;)+) => {$(
        $(#[$doc])*
        #[derive(Clone)]
        pub(crate) enum $name {}

        #[cfg(not(feature = $feature))]
        impl ZeroizeOnDrop for $name {}

        #[cfg(not(feature = $feature))]
        impl Algorithm for $name {
            type PublicKey = $public_key;
            type Signature = $signature;
            type Secret = $secret;
            type Key = Self;

            fn verify(_: &$public_key, _: &[u8], _: &$signature) -> Result<(), VerifyError> {
                Err(VerifyError::Disabled { kind: $public_key::KIND, feature: $feature })
            }

            fn key(_: &$secret) -> Result<Self, SecretKeyError> {
                Err(SecretKeyError::Disabled { kind: $secret::KIND, feature: $feature })
            }

            fn public_key(key: &Self) -> $public_key {
                match *key {}
            }

            fn sign(key: &Self, _: &[u8]) -> $signature {
                match *key {}
            }
        }
    )+};
}

algorithms! {
    /// Ed25519, RFC 8032.
    Ed25519: "ed25519", Ed25519PublicKey, Ed25519Signature, Ed25519Seed;
    /// ECDSA over secp256k1.
    Secp256k1: "secp256k1", Secp256k1PublicKey, Secp256k1Signature, Secp256k1SecretKey;
    /// ECDSA over P-256.
    P256: "p256", P256PublicKey, P256Signature, P256SecretKey;
    /// BLS12-381, with public keys in G1.
    Bls: "bls", BlsPublicKey, BlsSignature, BlsSecretKey;
    /// ML-DSA-44, FIPS 204.
    Mldsa44: "mldsa44", Mldsa44PublicKey, Mldsa44Signature, Mldsa44SecretKey;
}

/// `name: feature, public key, signature, secret key, what is signed;`
///
/// Implements the methods of secret keys whose bytes may be invalid.
macro_rules! methods {
    ($($name:ident: $feature:tt, $public_key:ident, $signature:ident, $secret:ident, $signed:literal;)+) => {$(
        #[cfg(feature = $feature)]
        impl $secret {
            #[doc = concat!("Returns the public key. Requires the feature `", $feature, "`.")]
            ///
            /// # Errors
            /// If the bytes are not a secret key.
            pub fn public_key(&self) -> Result<$public_key, SecretKeyError> {
                Ok($name::public_key(&$name::key(self)?))
            }

            #[doc = concat!("Signs ", $signed, ". Requires the feature `", $feature, "`.")]
            ///
            /// A [`SecretKey`](crate::secret::SecretKey) signs faster, because its bytes were checked before.
            ///
            /// # Errors
            /// If the bytes are not a secret key.
            pub fn sign(&self, preimage: &[u8]) -> Result<$signature, SecretKeyError> {
                Ok($name::sign(&$name::key(self)?, preimage))
            }
        }
    )+};
}

methods! {
    Secp256k1: "secp256k1", Secp256k1PublicKey, Secp256k1Signature, Secp256k1SecretKey, "the BLAKE2b-256 of `preimage`";
    P256: "p256", P256PublicKey, P256Signature, P256SecretKey, "the BLAKE2b-256 of `preimage`";
    Bls: "bls", BlsPublicKey, BlsSignature, BlsSecretKey, "`preimage` itself, as protocols from 023 on verify it";
    Mldsa44: "mldsa44", Mldsa44PublicKey, Mldsa44Signature, Mldsa44SecretKey, "the BLAKE2b-256 of `preimage`";
}

#[cfg(test)]
#[allow(unexpected_cfgs, reason = "there is no feature `off`")]
mod tests {
    use alloc::string::ToString;

    use super::*;

    algorithms! {
        /// An algorithm whose feature is off.
        Off: "off", Secp256k1PublicKey, Secp256k1Signature, Secp256k1SecretKey;
    }

    #[test]
    fn algorithms_whose_feature_is_off_return_errors() {
        let error = Off::verify(&Secp256k1PublicKey([2; 33]), b"", &Secp256k1Signature([1; 64])).unwrap_err();
        assert_eq!(error, VerifyError::Disabled { kind: Secp256k1PublicKey::KIND, feature: "off" });
        assert_eq!(error.to_string(), "a secp256k1_public_key (sppk…) needs the feature `off` of tezos-hashes");
        let Err(error) = Off::key(&Secp256k1SecretKey::new(&[1; 32]));
        assert_eq!(error, SecretKeyError::Disabled { kind: Secp256k1SecretKey::KIND, feature: "off" });
        assert_eq!(error.to_string(), "a secp256k1_secret_key (spsk…) needs the feature `off` of tezos-hashes");
    }
}
