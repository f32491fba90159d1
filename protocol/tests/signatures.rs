//! Verification of signatures from other implementations: valid ones are accepted, changed ones are refused.

use serde_json::Value;
use tezos_hashes::keys::verify::VerifyError;
use tezos_hashes::keys::{
    BlsPublicKey, BlsSignature, Ed25519PublicKey, Ed25519Signature, GenericSignature, Mldsa44Signature, P256PublicKey,
    P256Signature, PublicKey, Secp256k1PublicKey, Secp256k1Signature, Signature,
};

use crate::samples::bytes;

mod blocks;
mod bls;

/// A line of the vectors.
struct Vector {
    scheme: String,
    valid: bool,
    key: PublicKey,
    message: Vec<u8>,
    signature: Signature,
}

fn vectors() -> Vec<Vector> {
    let text = include_str!("../testdata/signatures/octez.jsonl");
    let field = |line: &Value, name: &str| line[name].as_str().unwrap().to_owned();
    let vector = |line: Value| Vector {
        scheme: field(&line, "scheme"),
        valid: line["valid"].as_bool().unwrap(),
        key: field(&line, "key").parse().unwrap(),
        message: bytes(&line, "message"),
        signature: field(&line, "signature").parse().unwrap(),
    };
    text.lines().map(|line| vector(serde_json::from_str(line).unwrap())).collect()
}

/// Verifies a signature with the scheme of a vector.
fn verify(scheme: &str, key: &PublicKey, message: &[u8], signature: &Signature) -> Result<(), VerifyError> {
    match (scheme, key, signature) {
        ("plain", ..) => key.verify(message, signature),
        ("augmented", PublicKey::Bls(key), Signature::Bls(signature)) => key.verify_augmented(message, signature),
        ("possession", PublicKey::Bls(key), Signature::Bls(signature)) => key.verify_possession(signature),
        _ => panic!("{scheme}"),
    }
}

/// Returns a signature of the same kind with other bytes.
fn with_bytes(signature: &Signature, bytes: &[u8]) -> Signature {
    match signature {
        Signature::Ed25519(_) => Ed25519Signature::try_from(bytes).unwrap().into(),
        Signature::Secp256k1(_) => Secp256k1Signature::try_from(bytes).unwrap().into(),
        Signature::P256(_) => P256Signature::try_from(bytes).unwrap().into(),
        _ => Signature::try_from(bytes).unwrap(),
    }
}

#[test]
fn vectors_of_octez_are_verified() {
    let mut kinds = std::collections::BTreeMap::new();
    for Vector { scheme, valid, key, message, signature } in vectors() {
        let expected = if valid { Ok(()) } else { Err(VerifyError::Mismatch) };
        assert_eq!(verify(&scheme, &key, &message, &signature), expected, "{key} {signature}");
        *kinds.entry((key.kind().letters, valid)).or_insert(0) += 1;
    }
    let counts = [(("BLpk", false), 2), (("BLpk", true), 7), (("edpk", false), 1), (("edpk", true), 4)];
    let others =
        [(("mdpk", true), 1), (("p2pk", false), 1), (("p2pk", true), 4), (("sppk", false), 2), (("sppk", true), 2)];
    assert_eq!(kinds.into_iter().collect::<Vec<_>>(), [&counts[..], &others].concat());
}

#[test]
fn a_changed_bit_is_refused() {
    for Vector { scheme, key, message, signature, .. } in vectors().into_iter().filter(|vector| vector.valid) {
        let bytes = signature.as_bytes();
        for at in [0, bytes.len() / 3, bytes.len() / 2, bytes.len() - 1] {
            let mut changed = bytes.to_vec();
            changed[at] ^= 1;
            let error = verify(&scheme, &key, &message, &with_bytes(&signature, &changed)).unwrap_err();
            assert!(matches!(error, VerifyError::Mismatch | VerifyError::Signature(_)), "{key}: {error}");
        }
        if scheme != "possession" {
            let changed = [&message[..], b"\0"].concat();
            assert_eq!(verify(&scheme, &key, &changed, &signature), Err(VerifyError::Mismatch));
        }
    }
}

#[test]
fn algorithms_are_not_mixed() {
    let vectors = vectors();
    let of = |letters| vectors.iter().find(|vector| vector.valid && vector.key.kind().letters == letters).unwrap();
    let all = ["edpk", "sppk", "p2pk", "BLpk", "mdpk"].map(of);
    for (at, Vector { key, .. }) in all.iter().enumerate() {
        for (other, Vector { signature, message, .. }) in all.iter().enumerate() {
            let Ok(bytes) = signature.as_bytes().try_into() else {
                if at != other {
                    let error = VerifyError::Algorithm { key: key.kind(), signature: signature.kind() };
                    assert_eq!(key.verify(message, signature), Err(error));
                }
                continue;
            };
            // A signature of 64 bytes without a known algorithm is verified with the algorithm of the key.
            let unknown = key.verify(message, &GenericSignature(bytes).into());
            assert_eq!(unknown.is_ok(), at == other);
            let error = VerifyError::Algorithm { key: key.kind(), signature: signature.kind() };
            assert_eq!(key.verify(message, signature), if at == other { Ok(()) } else { Err(error) });
        }
    }
    let error = all[0].key.verify(b"", &all[1].signature).unwrap_err();
    assert_eq!(error.to_string(), "a secp256k1_signature (spsig1…) cannot be by a ed25519_public_key (edpk…)");
}

/// The order of secp256k1.
const SECP256K1: &str = "fffffffffffffffffffffffffffffffebaaedce6af48a03bbfd25e8cd0364141";
/// The order of P-256.
const P256: &str = "ffffffff00000000ffffffffffffffffbce6faada7179e84f3b9cac2fc632551";

/// Returns the equivalent ECDSA signature with `s` negated.
fn negated(signature: &Signature, order: &str) -> Signature {
    let (mut bytes, order) = (signature.as_bytes().to_vec(), hex::decode(order).unwrap());
    let mut borrow = 0;
    for at in (0..32).rev() {
        let digit = i16::from(order[at]) - i16::from(bytes[32 + at]) - borrow;
        borrow = i16::from(digit < 0);
        bytes[32 + at] = digit.rem_euclid(256) as u8;
    }
    with_bytes(signature, &bytes)
}

#[test]
fn high_s_is_refused_for_secp256k1_and_accepted_for_p256() {
    for Vector { key, message, signature, .. } in vectors().into_iter().filter(|vector| vector.valid) {
        match key {
            PublicKey::Secp256k1(_) => {
                let high = negated(&signature, SECP256K1);
                assert_eq!(key.verify(&message, &high), Err(VerifyError::Signature(Secp256k1Signature::KIND)));
                assert_eq!(negated(&high, SECP256K1), signature);
            }
            PublicKey::P256(_) => assert_eq!(key.verify(&message, &negated(&signature, P256)), Ok(())),
            _ => {}
        }
    }
}

#[test]
fn malformed_keys_and_signatures_are_refused() {
    let zero = |len: usize| Signature::try_from(&vec![0; len][..]).unwrap();
    // No point has this `x`; the point of order 2 with a sign bit; a `y` of 1 that is not reduced, which would accept every `R = s B`.
    let mut reduced = [0xff; 32];
    (reduced[0], reduced[31]) = (0xee, 0x7f);
    let mut signed = [0xff; 32];
    signed[0] = 0xec;
    for key in [[2; 32], signed, reduced] {
        let key = PublicKey::from(Ed25519PublicKey(key));
        let mut signature = [0; 64];
        signature[0] = 1;
        let signature = Ed25519Signature(signature).into();
        assert_eq!(key.verify(b"", &signature), Err(VerifyError::Key(Ed25519PublicKey::KIND)), "{key}");
    }
    // The canonical point of order 1, which Octez and RFC 8032 accept.
    let mut identity = [0; 32];
    identity[0] = 1;
    let signature = Ed25519Signature(std::array::from_fn(|at| u8::from(at == 0)));
    assert_eq!(Ed25519PublicKey(identity).verify(b"", &signature), Ok(()));

    // First bytes that do not mark a compressed point, and an `x` that is not reduced.
    let mut reduced = [0xff; 33];
    reduced[0] = 2;
    for (key, kind) in [
        (PublicKey::from(Secp256k1PublicKey([5; 33])), Secp256k1PublicKey::KIND),
        (Secp256k1PublicKey(reduced).into(), Secp256k1PublicKey::KIND),
        (P256PublicKey([0; 33]).into(), P256PublicKey::KIND),
        (P256PublicKey(reduced).into(), P256PublicKey::KIND),
    ] {
        assert_eq!(key.verify(b"", &GenericSignature([1; 64]).into()), Err(VerifyError::Key(kind)));
    }
    let mut infinity = [0; 96];
    infinity[0] = 0xc0;
    let no_key = BlsPublicKey(infinity[..48].try_into().unwrap());
    for key in [no_key, BlsPublicKey([7; 48])] {
        let key = PublicKey::from(key);
        assert_eq!(key.verify(b"", &BlsSignature(infinity).into()), Err(VerifyError::Key(BlsPublicKey::KIND)));
    }
    for Vector { key, message, signature, .. } in vectors().into_iter().filter(|vector| vector.valid) {
        let zero = key.verify(&message, &zero(signature.as_bytes().len()));
        let expected = match key {
            PublicKey::Ed25519(_) => VerifyError::Mismatch,
            PublicKey::Secp256k1(_) => VerifyError::Signature(Secp256k1Signature::KIND),
            PublicKey::P256(_) => VerifyError::Signature(P256Signature::KIND),
            PublicKey::Bls(_) => VerifyError::Signature(BlsSignature::KIND),
            PublicKey::Mldsa44(_) => VerifyError::Signature(Mldsa44Signature::KIND),
            _ => panic!("{key}"),
        };
        assert_eq!(zero, Err(expected), "{key}");
        if let PublicKey::Bls(_) = key {
            assert_eq!(key.verify(&message, &BlsSignature(infinity).into()), Err(VerifyError::Mismatch));
        }
    }
}
