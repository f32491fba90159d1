//! Keys and hashes of keys of any algorithm. The text and a tag distinguish the algorithms.

use alloc::boxed::Box;
use core::{error, fmt, str::FromStr};

use tezos_encoding::{BinWriter, HasEncoding, NomReader, View};

use super::{
    BlsPublicKey, BlsPublicKeyHash, Ed25519PublicKey, Ed25519PublicKeyHash, Mldsa44PublicKey, Mldsa44PublicKeyHash,
    P256PublicKey, P256PublicKeyHash, Secp256k1PublicKey, Secp256k1PublicKeyHash,
};
use crate::{
    base58::{Base58Error, TextKind, recognise},
    hash::ChainId,
};

/// Implements what the enums over several algorithms have in common: their text and its kind, which are those of the inner type, and
/// conversions from the inner types.
macro_rules! any_algorithm {
    ($name:ident, $what:literal, $($variant:ident: $part:ty $(=> $wrap:path)?),+) => {
        impl $name {
            /// Returns the kind of the text, which names the algorithm.
            ///
            /// ```
            /// use tezos_hashes::keys::{PublicKeyHash, Signature};
            /// let account: PublicKeyHash = "tz1KqTpEZ7Yob7QbPE4Hy4Wo8fHG8LhKxZSx".parse().unwrap();
            /// assert_eq!((account.kind().letters, account.kind().size), ("tz1", 20));
            /// let signature = Signature::try_from([1; 64].as_slice()).unwrap();
            /// assert_eq!(signature.kind().letters, "sig"); // of no known algorithm
            /// ```
            #[must_use]
            pub const fn kind(&self) -> &'static TextKind {
                match self {
                    $(Self::$variant(_) => <$part>::KIND,)+
                }
            }
        }

        impl fmt::Display for $name {
            fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
                match self {
                    $(Self::$variant(part) => fmt::Display::fmt(part, f),)+
                }
            }
        }

        impl fmt::Debug for $name {
            fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
                fmt::Display::fmt(self, f)
            }
        }

        impl FromStr for $name {
            type Err = KeyTextError;

            fn from_str(text: &str) -> Result<Self, KeyTextError> {
                const KINDS: &[&TextKind] = &[$(<$part>::KIND),+];
                match recognise(text) {
                    $(Some(kind) if kind == <$part>::KIND => {
                        text.parse::<$part>().map(Self::from).map_err(KeyTextError::Base58)
                    })+
                    found => Err(KeyTextError::Kind { expected: $what, kinds: KINDS, found }),
                }
            }
        }

        $(
            impl From<$part> for $name {
                fn from(part: $part) -> Self {
                    Self::$variant($($wrap)?(part))
                }
            }
        )+
    };
}
pub(super) use any_algorithm;

/// The hash of a public key: the address of an implicit account.
///
/// | bytes | field | encoding                                        |
/// |------:|-------|-------------------------------------------------|
/// | 1     | tag   | 0 to 4: Ed25519, secp256k1, P-256, BLS, ML-DSA-44 |
/// | 20    |       | BLAKE2b-160 of the key                          |
///
/// # Errors
/// `Unexpected_tag`; `Not_enough_data`.
///
/// Rule: [`signature_v3.ml`, `Public_key_hash`][rule].
///
/// [rule]: https://github.com/tezos/tezos-mirror/blob/d26a8bef82159434e5a6db6a6d329f29dc8172dd/src/lib_crypto/signature_v3.ml
#[derive(HasEncoding, NomReader, BinWriter, View, Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash)]
#[encoding(id = "public_key_hash", view = "Self", json(display))]
#[encoding(description = "A Ed25519, Secp256k1, P256, BLS or Mldsa44 public key hash")]
#[non_exhaustive]
pub enum PublicKeyHash {
    /// `tz1`.
    #[encoding(tag = 0)]
    Ed25519(Ed25519PublicKeyHash),
    /// `tz2`.
    #[encoding(tag = 1)]
    Secp256k1(Secp256k1PublicKeyHash),
    /// `tz3`.
    #[encoding(tag = 2)]
    P256(P256PublicKeyHash),
    /// `tz4`.
    #[encoding(tag = 3, since = 16)]
    Bls(BlsPublicKeyHash),
    /// `tz5`.
    #[encoding(tag = 4, since = 25)]
    Mldsa44(Mldsa44PublicKeyHash),
}

any_algorithm! {
    PublicKeyHash, "public key hash",
    Ed25519: Ed25519PublicKeyHash, Secp256k1: Secp256k1PublicKeyHash, P256: P256PublicKeyHash, Bls: BlsPublicKeyHash,
    Mldsa44: Mldsa44PublicKeyHash
}

/// A public key.
///
/// | bytes                | field | encoding                                          |
/// |---------------------:|-------|---------------------------------------------------|
/// | 1                    | tag   | 0 to 4: Ed25519, secp256k1, P-256, BLS, ML-DSA-44 |
/// | 32, 33, 33, 48, 1312 |       | the key                                           |
///
/// Octez refuses keys of secp256k1, P-256 and BLS that are not a point of the curve; here any bytes are a key.
///
/// # Errors
/// `Unexpected_tag`; `Not_enough_data`.
///
/// Rule: [`signature_v3.ml`, `Public_key`][rule].
///
/// [rule]: https://github.com/tezos/tezos-mirror/blob/d26a8bef82159434e5a6db6a6d329f29dc8172dd/src/lib_crypto/signature_v3.ml
#[derive(HasEncoding, NomReader, BinWriter, View, Clone, PartialEq, Eq, PartialOrd, Ord, Hash)]
#[encoding(id = "public_key", json(display))]
#[encoding(description = "A Ed25519, Secp256k1, P256, BLS or Mldsa44 public key")]
#[non_exhaustive]
pub enum PublicKey {
    /// `edpk`.
    #[encoding(tag = 0)]
    Ed25519(Ed25519PublicKey),
    /// `sppk`.
    #[encoding(tag = 1)]
    Secp256k1(Secp256k1PublicKey),
    /// `p2pk`.
    #[encoding(tag = 2)]
    P256(P256PublicKey),
    /// `BLpk`.
    #[encoding(tag = 3, since = 16)]
    Bls(BlsPublicKey),
    /// `mdpk`, in a box because it is so much larger than the others.
    #[encoding(tag = 4, since = 25)]
    Mldsa44(Box<Mldsa44PublicKey>),
}

impl PublicKey {
    /// Returns the hash of the key.
    ///
    /// ```
    /// use tezos_hashes::keys::PublicKey;
    /// let key: PublicKey = "edpkuBknW28nW72KG6RoHtYW7p12T6GKc7nAbwYX5m8Wd9sDVC9yav".parse().unwrap();
    /// assert_eq!(key.hash().to_string(), "tz1KqTpEZ7Yob7QbPE4Hy4Wo8fHG8LhKxZSx");
    /// ```
    #[must_use]
    pub fn hash(&self) -> PublicKeyHash {
        match self {
            Self::Ed25519(key) => key.hash().into(),
            Self::Secp256k1(key) => key.hash().into(),
            Self::P256(key) => key.hash().into(),
            Self::Bls(key) => key.hash().into(),
            Self::Mldsa44(key) => key.hash().into(),
        }
    }
}

impl From<&PublicKey> for PublicKeyHash {
    fn from(key: &PublicKey) -> Self {
        key.hash()
    }
}

any_algorithm! {
    PublicKey, "public key",
    Ed25519: Ed25519PublicKey, Secp256k1: Secp256k1PublicKey, P256: P256PublicKey, Bls: BlsPublicKey,
    Mldsa44: Mldsa44PublicKey => Box::new
}

/// The kind of a signed value. Its bytes precede the value, so that a signature of a value of one kind is not valid for another.
///
/// Rule: [`signature_v3.ml`, `bytes_of_watermark`][rule].
///
/// [rule]: https://github.com/tezos/tezos-mirror/blob/d26a8bef82159434e5a6db6a6d329f29dc8172dd/src/lib_crypto/signature_v3.ml
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
#[non_exhaustive]
pub enum Watermark<'a> {
    /// A block header, before protocol 012.
    BlockHeader(ChainId),
    /// An endorsement, before protocol 012.
    Endorsement(ChainId),
    /// Any other operation.
    GenericOperation,
    /// Other bytes: protocols from 012 on have their own for blocks and attestations.
    Custom(&'a [u8]),
}

impl Watermark<'_> {
    /// Returns the bytes that are signed for `message`: the watermark and the message.
    #[must_use]
    pub fn preimage(&self, message: &[u8]) -> alloc::vec::Vec<u8> {
        match self {
            Self::BlockHeader(chain) => [&[1], chain.as_bytes().as_slice(), message].concat(),
            Self::Endorsement(chain) => [&[2], chain.as_bytes().as_slice(), message].concat(),
            Self::GenericOperation => [&[3], message].concat(),
            Self::Custom(bytes) => [bytes, message].concat(),
        }
    }
}

/// Why a text is not a key, a hash of a key or a signature.
#[derive(Debug, Clone, PartialEq, Eq)]
#[non_exhaustive]
pub enum KeyTextError {
    /// The text is of another kind or of no kind.
    Kind {
        /// What was expected, in words.
        expected: &'static str,
        /// The expected kinds of text.
        kinds: &'static [&'static TextKind],
        /// The kind whose letters and length the text has.
        found: Option<&'static TextKind>,
    },
    /// The text has the letters and the length of an expected kind, but is malformed.
    Base58(Base58Error),
}

impl fmt::Display for KeyTextError {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Self::Kind { expected, kinds, found } => {
                write!(f, "expected a {expected} (")?;
                for (at, kind) in kinds.iter().enumerate() {
                    write!(f, "{}{}…", if at == 0 { "" } else { ", " }, kind.letters)?;
                }
                write!(f, "), found a {}", found.map_or("text of another kind", |kind| kind.name))
            }
            Self::Base58(error) => error.fmt(f),
        }
    }
}

impl error::Error for KeyTextError {}
