//! Keys, their hashes and signatures: text, bytes, and how their kinds are distinguished.

use std::cmp::Ordering;
use std::hash::{DefaultHasher, Hash, Hasher};
use std::{collections::BTreeSet, fmt::Debug, str::FromStr};

use tezos_encoding::{BinWriter, Decode, Encode, FromJson, HasEncoding, NomReader, ToJson, View, schema};
use tezos_hashes::base58::TextKind;
use tezos_hashes::keys::{
    BlsPublicKey, BlsPublicKeyHash, BlsSignature, Ed25519PublicKey, Ed25519PublicKeyHash, Ed25519Signature,
    GenericSignature, Mldsa44PublicKey, Mldsa44PublicKeyHash, Mldsa44Signature, P256PublicKey, P256PublicKeyHash,
    P256Signature, PublicKey, PublicKeyHash, Secp256k1PublicKey, Secp256k1PublicKeyHash, Secp256k1Signature, Signature,
    Watermark,
};
use tezos_hashes::protocol::ContractHash;
use tezos_protocols::contract::ContractId;

/// Returns one key of each algorithm, in the order of their tags.
fn keys() -> [PublicKey; 5] {
    [
        Ed25519PublicKey([7; 32]).into(),
        Secp256k1PublicKey([7; 33]).into(),
        P256PublicKey([7; 33]).into(),
        BlsPublicKey([7; 48]).into(),
        Mldsa44PublicKey([7; 1312]).into(),
    ]
}

fn signatures() -> [Signature; 6] {
    [
        Ed25519Signature([7; 64]).into(),
        Secp256k1Signature([7; 64]).into(),
        P256Signature([7; 64]).into(),
        BlsSignature([7; 96]).into(),
        Mldsa44Signature([7; 2420]).into(),
        GenericSignature([7; 64]).into(),
    ]
}

/// Checks bytes, text and JSON in both directions, and returns the bytes.
#[track_caller]
fn round_trip<T>(value: &T) -> Vec<u8>
where
    T: HasEncoding + BinWriter + for<'a> NomReader<'a> + View + FromStr + ToString + PartialEq + Debug + Clone,
    <T as FromStr>::Err: Debug,
{
    let bytes = value.to_bytes().unwrap();
    assert_eq!(T::from_bytes(&bytes).as_ref(), Ok(value));
    let text = value.to_string();
    assert_eq!(text.parse::<T>().unwrap(), *value);
    assert_eq!(format!("{value:?}"), text);
    // JSON is made from the bytes, from which the algorithm of a signature of 64 bytes is not known.
    let json = format!("\"{}\"", T::from_bytes(&bytes).unwrap().to_string());
    assert_eq!(value.to_json().unwrap(), json);
    assert_eq!(T::from_json(&json).unwrap().to_bytes().unwrap(), bytes);
    for cut in [0, bytes.len() / 2, bytes.len() - 1] {
        assert!(T::from_bytes(&bytes[..cut]).is_err(), "{cut} of {} bytes", bytes.len());
    }
    assert!(T::from_bytes(&[&bytes[..], &[0]].concat()).is_err());
    bytes
}

#[test]
fn every_algorithm_has_its_tag_and_its_text() {
    for (tag, key) in (0_u8..).zip(keys()) {
        let bytes = round_trip(&key);
        assert_eq!((bytes[0], bytes[1]), (tag, 7), "{key}");
        let hash = round_trip(&key.hash());
        assert_eq!((hash[0], hash.len()), (tag, 21), "{key}");
        assert_eq!(key.hash().to_string()[..3], format!("tz{}", tag + 1));
    }
    let lengths = signatures().map(|signature| round_trip(&signature).len());
    assert_eq!(lengths, [64, 64, 64, 96, 2420, 64]);
}

#[test]
fn known_keys_have_known_hashes() {
    for (key, hash) in [
        ("edpkuBknW28nW72KG6RoHtYW7p12T6GKc7nAbwYX5m8Wd9sDVC9yav", "tz1KqTpEZ7Yob7QbPE4Hy4Wo8fHG8LhKxZSx"),
        (
            "BLpk1yUiLJ7RezbyViD5ZvWTfQndM3TRRYmvYWkUfH2EJqsLFnzzvpJss6pbuz3U1DDMpk8v16nV",
            "tz4EECtMxAuJ9UDLaiMZH7G1GCFYUWsj8HZn",
        ),
    ] {
        assert_eq!(key.parse::<PublicKey>().unwrap().hash().to_string(), hash);
    }
}

#[test]
fn signatures_are_compared_by_their_bytes() {
    let [ed, secp, p, .., unknown] = signatures();
    assert_eq!(BTreeSet::from([&ed, &secp, &p, &unknown]).len(), 1);
    assert!(ed.to_string().starts_with("edsig"));
    assert!(Signature::from_bytes(ed.as_bytes()).unwrap().to_string().starts_with("sig"));
    let hash = |signature: &Signature| {
        let mut hasher = DefaultHasher::new();
        Hash::hash(signature, &mut hasher);
        hasher.finish()
    };
    let [low, high] = [6, 8].map(|byte| Signature::from(P256Signature([byte; 64])));
    assert_eq!((hash(&ed), hash(&ed) == hash(&low), ed == low), (hash(&unknown), false, false));
    assert!(low < ed && ed < high && ed.partial_cmp(&low) == Some(Ordering::Greater));
    assert_eq!(ed.cmp(&unknown), Ordering::Equal);
}

/// Octez orders the algorithms by their tags, whatever the bytes.
#[test]
fn keys_and_their_hashes_are_ordered_by_their_tags() {
    let hashes = [
        PublicKeyHash::from(Ed25519PublicKeyHash([9; 20])),
        Secp256k1PublicKeyHash([8; 20]).into(),
        P256PublicKeyHash([7; 20]).into(),
        BlsPublicKeyHash([6; 20]).into(),
        Mldsa44PublicKeyHash([5; 20]).into(),
    ];
    assert!(hashes.is_sorted() && keys().is_sorted());
    assert!(hashes[0] > Ed25519PublicKeyHash([8; 20]).into());
    let kinds =
        hashes.map(|hash| (hash.kind().letters, ContractId::from(hash).to_string().starts_with(hash.kind().letters)));
    assert_eq!(kinds, [("tz1", true), ("tz2", true), ("tz3", true), ("tz4", true), ("tz5", true)]);
    let contracts = hashes.map(ContractId::from);
    for contract in contracts {
        assert_eq!(contract.to_string().parse::<ContractId>().unwrap(), contract);
        assert!(contract < ContractHash([0; 20]).into());
    }
}

#[test]
fn a_signature_has_one_of_three_lengths() {
    for length in (0..2500).filter(|length| ![64, 96, 2420].contains(length)) {
        let error = Signature::from_bytes(&vec![7; length]).unwrap_err();
        assert_eq!(error.kind().name(), "Exception_raised_in_user_function", "{length}");
    }
    let error = Signature::from_bytes(&[7; 65]).unwrap_err();
    assert!(error.to_string().contains("expected a signature of 64, 96 or 2420 bytes, found 65"), "{error}");
}

#[test]
fn texts_of_other_kinds_are_refused() {
    let hash = keys()[0].hash().to_string();
    let mut mistyped = hash.clone();
    mistyped.replace_range(5..6, if &hash[5..6] == "x" { "y" } else { "x" });
    for (refusal, expected) in [
        (
            hash.parse::<PublicKey>().unwrap_err(),
            "expected a public key (edpk…, sppk…, p2pk…, BLpk…, mdpk…), found a ed25519_public_key_hash",
        ),
        (
            "NetXdQprcVkpaWU".parse::<PublicKeyHash>().unwrap_err(),
            "expected a public key hash (tz1…, tz2…, tz3…, tz4…, tz5…), found a chain_id",
        ),
        (
            "tz1".parse::<Signature>().unwrap_err(),
            "expected a signature (edsig…, spsig1…, p2sig…, BLsig…, mdsig…, sig…), found a text of another kind",
        ),
        (
            mistyped.parse::<PublicKeyHash>().unwrap_err(),
            "expected a ed25519_public_key_hash (tz1…, 36 characters), found a wrong checksum",
        ),
    ] {
        assert_eq!(refusal.to_string(), expected);
    }
    assert_eq!(PublicKeyHash::from_bytes(&[5; 21]).unwrap_err().kind().name(), "Unexpected_tag");
}

#[test]
fn preimages_begin_with_their_watermark() {
    let chain = "NetXdQprcVkpaWU".parse().unwrap();
    for (watermark, bytes) in [
        (Watermark::BlockHeader(chain), &[1, 0x7a, 6, 0xa7, 0x70, 9][..]),
        (Watermark::Endorsement(chain), &[2, 0x7a, 6, 0xa7, 0x70, 9]),
        (Watermark::GenericOperation, &[3, 9]),
        (Watermark::Custom(&[0x11]), &[0x11, 9]),
    ] {
        assert_eq!(watermark.preimage(&[9]), bytes);
    }
}

/// Each type accepts only the texts of its own kinds.
#[test]
fn kinds_are_not_mixed_up() {
    let kinds: Vec<&TextKind> = tezos_hashes::base58::kinds().collect();
    for kind in &kinds {
        let text = kind.encode(&vec![7; kind.size]);
        let accepted = [
            text.parse::<PublicKeyHash>().is_ok(),
            text.parse::<PublicKey>().is_ok(),
            text.parse::<Signature>().is_ok(),
        ];
        let expected = ["_public_key_hash", "_public_key", "_signature"].map(|end| {
            kind.name.ends_with(end) && !["blinded_public_key_hash", "generic_aggregate_signature"].contains(&kind.name)
        });
        assert_eq!(accepted, expected, "{}", kind.name);
    }
    assert_eq!(kinds.len(), kinds.iter().map(|kind| kind.name).collect::<BTreeSet<_>>().len());
    assert!(schema::describe(PublicKey::ENCODING).to_string().contains("1312"));
}
