//! The hashes of keys to sign with, and the versions of signatures.

use tezos_encoding::{BinWriter, HasEncoding, NomReader, View};

use crate::keys::{Ed25519PublicKeyHash, P256PublicKeyHash, PublicKeyHash, Secp256k1PublicKeyHash};

/// The version of the algorithms that a signature is made with: 0 to 3.
///
/// | bytes | field | encoding |
/// |------:|-------|----------|
/// | 1     |       | `int8`   |
///
/// # Errors
/// `User_invariant_guard` for another number; `Not_enough_data`.
///
/// Rule: [`signature.ml`, `version_encoding`][rule].
///
/// [rule]: https://github.com/tezos/tezos-mirror/blob/d26a8bef82159434e5a6db6a6d329f29dc8172dd/src/lib_crypto/signature.ml
#[derive(HasEncoding, NomReader, BinWriter, View, Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash)]
#[encoding(view = "Self", guard = "is_version")]
pub struct SignatureVersion(i8);

impl SignatureVersion {
    /// Ed25519, secp256k1 and P-256.
    pub const V0: Self = Self(0);
    /// BLS besides, whose signatures are augmented with the key.
    pub const V1: Self = Self(1);
    /// BLS with proofs of possession.
    pub const V2: Self = Self(2);
    /// ML-DSA-44 besides.
    pub const V3: Self = Self(3);

    /// Returns the number.
    #[must_use]
    pub const fn number(self) -> i8 {
        self.0
    }
}

fn is_version(version: &SignatureVersion) -> Result<(), &'static str> {
    if (0..=3).contains(&version.0) { Ok(()) } else { Err("Invalid signature version") }
}

/// The hash of the key to sign with. For BLS it comes with the version of the signature.
///
/// | bytes  | field     | encoding                                                      |
/// |-------:|-----------|---------------------------------------------------------------|
/// | 1      | tag       | 0 Ed25519, 1 secp256k1, 2 P-256, 3 BLS                        |
/// | 20     |           | the hash, with the tags 0 to 2                                |
/// | 21     | `pkh`     | [`PublicKeyHash`], with the tag 3                             |
/// | 1      | `version` | [`SignatureVersion`], with the tag 3                          |
///
/// Behind the tag 3 Octez reads the hash of a key of any algorithm, and writes only those of BLS keys: its client cannot request a signature
/// of an ML-DSA-44 key, which its signer would make. Here all are written.
///
/// # Errors
/// `Unexpected_tag`; `User_invariant_guard`; `Not_enough_data`.
///
/// Rule: [`signer_messages.ml`, `pkh_encoding`][rule].
///
/// [rule]: https://github.com/tezos/tezos-mirror/blob/d26a8bef82159434e5a6db6a6d329f29dc8172dd/src/lib_signer_services/signer_messages.ml
#[derive(HasEncoding, NomReader, BinWriter, View, Debug, Clone, Copy, PartialEq, Eq, Hash)]
#[encoding(
    id = "signer_messages.public_key_hash",
    view = "Self",
    description = "signer messages public key hash encoding",
    json(first_match)
)]
pub enum SigningKeyHash {
    /// `tz1`.
    Ed25519(Ed25519PublicKeyHash),
    /// `tz2`.
    Secp256k1(Secp256k1PublicKeyHash),
    /// `tz3`.
    P256(P256PublicKeyHash),
    /// `tz4`, or `tz5`, for which Octez has no tag.
    Bls {
        /// The hash.
        pkh: PublicKeyHash,
        /// The version of the signature.
        version: SignatureVersion,
    },
}

impl SigningKeyHash {
    /// Returns the hash as it is sent to a signer that signs with `version`, which only hashes of BLS and ML-DSA-44 keys are sent with. The
    /// latter have the tag 3 too.
    ///
    /// Protocols up to 022 verify the signatures of BLS keys of version 1, later ones those of version 2 and 3, which are the same. A signer
    /// that is older than ML-DSA-44 refuses version 3.
    ///
    /// Rule: [`socket.ml`, `build_request`][rule].
    ///
    /// [rule]: https://github.com/tezos/tezos-mirror/blob/d26a8bef82159434e5a6db6a6d329f29dc8172dd/src/lib_signer_backends/unix/socket.ml
    #[must_use]
    pub fn new(pkh: PublicKeyHash, version: SignatureVersion) -> Self {
        match pkh {
            PublicKeyHash::Ed25519(hash) => Self::Ed25519(hash),
            PublicKeyHash::Secp256k1(hash) => Self::Secp256k1(hash),
            PublicKeyHash::P256(hash) => Self::P256(hash),
            _ => Self::Bls { pkh, version },
        }
    }

    /// Returns the version of the signature, if the hash is sent with one.
    #[must_use]
    pub const fn version(&self) -> Option<SignatureVersion> {
        match self {
            Self::Bls { version, .. } => Some(*version),
            _ => None,
        }
    }
}

impl From<PublicKeyHash> for SigningKeyHash {
    /// Returns the hash with the newest version, as Octez sends it if no version was chosen.
    fn from(pkh: PublicKeyHash) -> Self {
        Self::new(pkh, SignatureVersion::V3)
    }
}

impl From<SigningKeyHash> for PublicKeyHash {
    fn from(hash: SigningKeyHash) -> Self {
        match hash {
            SigningKeyHash::Ed25519(hash) => hash.into(),
            SigningKeyHash::Secp256k1(hash) => hash.into(),
            SigningKeyHash::P256(hash) => hash.into(),
            SigningKeyHash::Bls { pkh, .. } => pkh,
        }
    }
}
