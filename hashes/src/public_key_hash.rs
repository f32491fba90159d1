//! The hash of a public key of any signature scheme.

use core::{fmt, str::FromStr};

use tezos_encoding::{BinWriter, HasEncoding, NomReader, View};

use crate::{
    base58::{Base58Error, Kind, recognise},
    hash::{BlsPublicKeyHash, Ed25519PublicKeyHash, MlDsa44PublicKeyHash, P256PublicKeyHash, Secp256k1PublicKeyHash},
};

/// The hash of a public key, with its signature scheme: who bakes, and the owner of an implicit account.
///
/// | bytes | field | encoding                                                                     |
/// |------:|-------|------------------------------------------------------------------------------|
/// | 1     | tag   | 0 Ed25519 (`tz1`), 1 secp256k1 (`tz2`), 2 P-256 (`tz3`), 3 BLS (`tz4`), 4 ML-DSA-44 (`tz5`) |
/// | 20    |       | the hash                                                                     |
///
/// In JSON it is the base58check text.
///
/// # Errors
/// `Unexpected_tag` for a tag above 4; `Not_enough_data`.
///
/// Rule: [`signature_v3.ml`, `Public_key_hash.raw_encoding`][rule].
///
/// [rule]: https://github.com/tezos/tezos-mirror/blob/d26a8bef82159434e5a6db6a6d329f29dc8172dd/src/lib_crypto/signature_v3.ml#L64
#[derive(HasEncoding, NomReader, BinWriter, View, Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash)]
#[encoding(id = "public_key_hash", view = "Self", json(display))]
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
    #[encoding(tag = 3)]
    Bls(BlsPublicKeyHash),
    /// `tz5`.
    #[encoding(tag = 4)]
    Mldsa44(MlDsa44PublicKeyHash),
}

/// Expected by [`FromStr`], for its errors.
const ANY: &Kind = &Kind { name: "public_key_hash", letters: "tz", prefix: &[], size: 20, characters: 36 };

impl FromStr for PublicKeyHash {
    type Err = Base58Error;

    /// Reads the text of any of the schemes.
    fn from_str(text: &str) -> Result<Self, Base58Error> {
        match recognise(text) {
            Some(kind) if kind == Ed25519PublicKeyHash::KIND => text.parse().map(Self::Ed25519),
            Some(kind) if kind == Secp256k1PublicKeyHash::KIND => text.parse().map(Self::Secp256k1),
            Some(kind) if kind == P256PublicKeyHash::KIND => text.parse().map(Self::P256),
            Some(kind) if kind == BlsPublicKeyHash::KIND => text.parse().map(Self::Bls),
            Some(kind) if kind == MlDsa44PublicKeyHash::KIND => text.parse().map(Self::Mldsa44),
            found => Err(Base58Error::Kind { expected: ANY, found, characters: text.len() }),
        }
    }
}

impl fmt::Display for PublicKeyHash {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Self::Ed25519(hash) => hash.fmt(f),
            Self::Secp256k1(hash) => hash.fmt(f),
            Self::P256(hash) => hash.fmt(f),
            Self::Bls(hash) => hash.fmt(f),
            Self::Mldsa44(hash) => hash.fmt(f),
        }
    }
}

impl fmt::Debug for PublicKeyHash {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        fmt::Display::fmt(self, f)
    }
}

#[cfg(test)]
mod tests {
    use alloc::{format, string::ToString};

    use tezos_encoding::{Decode, Encode, FromJson, ToJson};

    use super::*;

    #[test]
    fn each_scheme_has_its_tag_and_its_letters() {
        for (tag, letters) in (0..).zip(["tz1", "tz2", "tz3", "tz4", "tz5"]) {
            let bytes = [&[tag][..], &[7; 20]].concat();
            let hash = PublicKeyHash::from_bytes(&bytes).unwrap();
            let text = hash.to_string();
            assert!(text.starts_with(letters), "{text}");
            assert_eq!(text.parse(), Ok(hash));
            assert_eq!(hash.to_bytes().unwrap(), bytes);
            assert_eq!(hash.to_json().unwrap(), format!("\"{text}\""));
            assert_eq!(PublicKeyHash::from_json(&format!("\"{text}\"")).unwrap(), hash);
        }
        assert_eq!(PublicKeyHash::from_bytes(&[5; 21]).unwrap_err().kind().name(), "Unexpected_tag");
    }

    #[test]
    fn refusals_name_what_was_expected_and_found() {
        let error = |text: &str| text.parse::<PublicKeyHash>().unwrap_err().to_string();
        let expected = "expected a public_key_hash (tz…, 36 characters), ";
        assert_eq!(error("NetXdQprcVkpaWU"), format!("{expected}found a chain_id"));
        assert_eq!(error("tz1"), format!("{expected}found 3 characters"));
        // The burn address with its last letter changed.
        assert!(error("tz1burnburnburnburnburnburnburjAYjjY").ends_with("found a wrong checksum"));
        assert!("tz1burnburnburnburnburnburnburjAYjjX".parse::<PublicKeyHash>().is_ok());
    }
}
