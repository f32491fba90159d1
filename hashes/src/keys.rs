//! Keys, their hashes and signatures, with the base58check texts that distinguish the algorithms.
//!
//! | type              | bytes                          | text                                      |
//! |-------------------|--------------------------------|-------------------------------------------|
//! | [`PublicKeyHash`] | a tag and 20                   | `tz1`, `tz2`, `tz3`, `tz4`, `tz5`         |
//! | [`PublicKey`]     | a tag and 32, 33, 48 or 1,312  | `edpk`, `sppk`, `p2pk`, `BLpk`, `mdpk`    |
//! | [`Signature`]     | 64, 96 or 2,420, without a tag | `edsig`, `spsig1`, `p2sig`, `BLsig`, `mdsig`, `sig` |
//!
//! Each algorithm has types of its own:
//!
//! | algorithm | key hash: 20 bytes | public key | signature |
//! |-----------|--------------------|------------|-----------|
//! | Ed25519   | `tz1` (36) | 32 bytes, `edpk` (54)     | 64 bytes, `edsig` (99)     |
//! | secp256k1 | `tz2` (36) | 33 bytes, `sppk` (55)     | 64 bytes, `spsig1` (99)    |
//! | P-256     | `tz3` (36) | 33 bytes, `p2pk` (55)     | 64 bytes, `p2sig` (98)     |
//! | BLS12-381 | `tz4` (36) | 48 bytes, `BLpk` (76)     | 96 bytes, `BLsig` (142)    |
//! | ML-DSA-44 | `tz5` (36) | 1,312 bytes, `mdpk` (1802) | 2,420 bytes, `mdsig` (3316) |
//!
//! Two kinds are not of one algorithm and not of one account: [`GenericAggregateSignature`], `asig` (141), and [`Secp256k1Element`], `GSp` (54).
//! Secret keys are in [`secret`](crate::secret).
//!
//! A [`SecretKey`](crate::secret::SecretKey) signs, and a [`PublicKey`] verifies. Each algorithm has a Cargo feature: `ed25519`, `secp256k1`,
//! `p256`, `bls`, `mldsa44`; `verify` turns all of them on. The methods of one algorithm's types that sign or verify require its feature, and
//! without it [`PublicKey::verify`] returns [`VerifyError::Disabled`](verify::VerifyError::Disabled).
//!
//! ```
//! use tezos_hashes::keys::{Sign, Watermark};
//! use tezos_hashes::secret::SecretKey;
//!
//! let secret: SecretKey = "edsk3gUfUPyBSfrS9CCgmCiQsTCHGkviBDusMxDJstFtojtc1zcpsh".parse()?;
//! let preimage = Watermark::GenericOperation.preimage(b"the bytes of an operation");
//! let signature = secret.sign(&preimage);
//! assert!(signature.to_string().starts_with("edsig"));
//!
//! let key = secret.public_key();
//! assert_eq!(key.hash().to_string(), "tz1KqTpEZ7Yob7QbPE4Hy4Wo8fHG8LhKxZSx");
//! key.verify(&preimage, &signature)?;
//! assert!(key.verify(b"other bytes", &signature).is_err());
//! # Ok::<(), Box<dyn std::error::Error>>(())
//! ```
//!
//! The bytes are not checked: any 33 bytes are a [`Secp256k1PublicKey`], and any 96 bytes a [`BlsSignature`]. Octez refuses bytes that
//! are not a point of the curve, for secp256k1, P-256 and BLS12-381. [`PublicKey::verify`] refuses such bytes too.
//!
//! Prefixes: [`base58.ml`, `Prefix`](https://gitlab.com/tezos/tezos/-/blob/0465d4133690b3ef4cf5e99f31f5575085890f4c/src/lib_crypto/base58.ml);
//! those of BLS12-381 and ML-DSA-44: [the same file, later][later].
//!
//! [later]: https://github.com/tezos/tezos-mirror/blob/d26a8bef82159434e5a6db6a6d329f29dc8172dd/src/lib_crypto/base58.ml

#![warn(clippy::exhaustive_enums, clippy::exhaustive_structs)]

pub(crate) mod algorithms;
mod any;
mod sign;
mod signature;
pub mod verify;

pub use any::{KeyTextError, PublicKey, PublicKeyHash, PublicKeyView, Watermark};
pub use sign::Sign;
pub use signature::{Signature, SignatureLength};

use crate::{hash::blake2b_160, table::hashes};

hashes! {
    /// BLAKE2b-160 of an Ed25519 public key.
    Ed25519PublicKeyHash, 20, [6, 161, 159], "tz1", 36, "ed25519_public_key_hash", "Ed25519.Public_key_hash";
    /// BLAKE2b-160 of a secp256k1 public key.
    Secp256k1PublicKeyHash, 20, [6, 161, 161], "tz2", 36, "secp256k1_public_key_hash", "Secp256k1.Public_key_hash";
    /// BLAKE2b-160 of a P-256 public key.
    P256PublicKeyHash, 20, [6, 161, 164], "tz3", 36, "p256_public_key_hash", "P256.Public_key_hash";
    /// BLAKE2b-160 of a BLS12-381 public key.
    BlsPublicKeyHash, 20, [6, 161, 166], "tz4", 36, "bls12_381_public_key_hash", "Bls12_381.Public_key_hash";
    /// BLAKE2b-160 of an ML-DSA-44 public key.
    Mldsa44PublicKeyHash, 20, [6, 161, 169], "tz5", 36, "mldsa44_public_key_hash", "ML_DSA_44.Public_key_hash";
    /// An Ed25519 public key.
    Ed25519PublicKey, 32, [13, 15, 37, 217], "edpk", 54, "ed25519_public_key", "Ed25519.Public_key";
    /// A secp256k1 public key.
    Secp256k1PublicKey, 33, [3, 254, 226, 86], "sppk", 55, "secp256k1_public_key", "Secp256k1.Public_key";
    /// A P-256 public key.
    P256PublicKey, 33, [3, 178, 139, 127], "p2pk", 55, "p256_public_key", "P256.Public_key";
    /// A BLS12-381 public key.
    BlsPublicKey, 48, [6, 149, 135, 204], "BLpk", 76, "bls12_381_public_key", "Bls12_381.Public_key";
    /// An ML-DSA-44 public key.
    Mldsa44PublicKey, 1312, [13, 7, 237, 67], "mdpk", 1802, "mldsa44_public_key", "ML_DSA_44.Public_key";
    /// An Ed25519 signature.
    Ed25519Signature, 64, [9, 245, 205, 134, 18], "edsig", 99, "ed25519_signature", "Ed25519";
    /// A secp256k1 signature.
    Secp256k1Signature, 64, [13, 115, 101, 19, 63], "spsig1", 99, "secp256k1_signature", "Secp256k1";
    /// A P-256 signature.
    P256Signature, 64, [54, 240, 44, 52], "p2sig", 98, "p256_signature", "P256";
    /// A BLS12-381 signature.
    BlsSignature, 96, [40, 171, 64, 207], "BLsig", 142, "bls12_381_signature", "Bls12_381_signature";
    /// An ML-DSA-44 signature.
    Mldsa44Signature, 2420, [1, 156, 45, 210, 3], "mdsig", 3316, "mldsa44_signature", "ML_DSA_44";
    /// A signature of 64 bytes whose algorithm is not known. It is that of its key.
    GenericSignature, 64, [4, 130, 43], "sig", 96, "generic_signature", "Signature.V0";
    /// An element of the group of secp256k1, which is not the key of an account.
    Secp256k1Element, 33, [5, 92, 0], "GSp", 54, "secp256k1_element", "Secp256k1_element";
    /// The sum of several [`BlsSignature`]s, which is one too: the text that wallets print for signatures of several accounts.
    GenericAggregateSignature, 96, [2, 75, 234, 101], "asig", 141, "generic_aggregate_signature", "Aggregate signature";
}

/// Implements the hash of each public key, and the conversion to it.
macro_rules! hashed {
    ($($key:ident => $hash:ident),+) => {$(
        impl $key {
            /// Returns the hash of the key: its BLAKE2b-160.
            #[must_use]
            pub fn hash(&self) -> $hash {
                $hash(blake2b_160(&self.0))
            }
        }

        impl From<&$key> for $hash {
            fn from(key: &$key) -> Self {
                key.hash()
            }
        }
    )+};
}

hashed! {
    Ed25519PublicKey => Ed25519PublicKeyHash,
    Secp256k1PublicKey => Secp256k1PublicKeyHash,
    P256PublicKey => P256PublicKeyHash,
    BlsPublicKey => BlsPublicKeyHash,
    Mldsa44PublicKey => Mldsa44PublicKeyHash
}
