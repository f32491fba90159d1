//! Secret keys sign as Octez does. `vectors/SOURCES.md` says where the vectors are from.

use tezos_hashes::{
    keys::{GenericSignature, PublicKey, PublicKeyHash, Sign, Signature, Watermark, verify::VerifyError},
    secret::{
        BlsSecretKey, Ed25519SecretKey, Ed25519Seed, Mldsa44SecretKey, P256SecretKey, Secp256k1SecretKey, SecretKey,
        SecretKeyError,
    },
};

/// The keys of `signature_v3.ml`, `hardcoded_sk`, but that of ML-DSA-44.
const KEYS: [&str; 4] = [
    "edsk3gUfUPyBSfrS9CCgmCiQsTCHGkviBDusMxDJstFtojtc1zcpsh",
    "spsk2XJu4wuYsHeuDaCktD3ECnnpn574ceSWHEJVvXTt7JP6ztySCL",
    "p2sk2k6YAkNJ8CySZCS3vGA5Ht6Lj6LXG3yb8UrHvMKZy7Ab8JUtWh",
    "BLsk1hfuv6V8JJRaLDBJgPTRGLKusTZnTmWGrvSKYzUaMuzvPLmeGG",
];

/// Returns a key of each algorithm.
fn keys() -> Vec<SecretKey> {
    let mldsa44 = SecretKey::try_from(Mldsa44SecretKey::from_entropy(&[7; 32])).unwrap();
    KEYS.iter().map(|text| text.parse().unwrap()).chain([mldsa44]).collect()
}

fn unhex(text: &str) -> Vec<u8> {
    let digit = |byte: u8| char::from(byte).to_digit(16).unwrap() as u8;
    text.as_bytes().chunks_exact(2).map(|pair| digit(pair[0]) * 16 + digit(pair[1])).collect()
}

/// Signs with a scheme of the vectors, and verifies the signature.
fn sign(secret: &SecretKey, scheme: &str, message: &[u8]) -> Signature {
    let key = secret.public_key();
    match (scheme, &key) {
        ("plain", _) => {
            let signature = secret.sign(message);
            key.verify(message, &signature).unwrap();
            signature
        }
        ("augmented", PublicKey::Bls(key)) => {
            let Signature::Bls(signature) = secret.sign_augmented(message) else { panic!() };
            key.verify_augmented(message, &signature).unwrap();
            signature.into()
        }
        ("possession", PublicKey::Bls(key)) => {
            let proof = secret.prove_possession().unwrap();
            key.verify_possession(&proof).unwrap();
            proof.into()
        }
        _ => panic!("{scheme}"),
    }
}

#[test]
fn signatures_are_those_of_octez() {
    let (mut equal, mut drawn) = (0, 0);
    for line in include_str!("vectors/signatures.txt").lines() {
        let [source, scheme, secret, message, expected] = line.split(' ').collect::<Vec<_>>().try_into().unwrap();
        let secret: SecretKey = match secret.strip_prefix("seed:") {
            Some(seed) => BlsSecretKey::from_entropy(&unhex(seed).try_into().unwrap()).unwrap().try_into().unwrap(),
            None => secret.parse().unwrap(),
        };
        let message = unhex(message.trim_matches('-'));
        let expected: Signature = expected.parse().unwrap();
        let signature = sign(&secret, scheme, &message);
        if source != "openssl" && secret.kind() == P256SecretKey::KIND {
            // Octez draws `k` for this curve.
            assert_eq!(secret.public_key().verify(&message, &expected), Ok(()));
            assert_ne!(signature, expected);
            drawn += 1;
        } else {
            assert_eq!(signature, expected, "{line}");
            equal += 1;
        }
    }
    assert_eq!((equal, drawn), (25, 4));
}

#[test]
fn keys_are_made_from_entropy_as_in_octez() {
    for line in include_str!("vectors/keys.txt").lines() {
        let [seed, hash, key, secret] = line.split(' ').collect::<Vec<_>>().try_into().unwrap();
        let seed = unhex(seed).try_into().unwrap();
        let made: SecretKey = match &secret[..4] {
            "edsk" => Ed25519Seed::from_entropy(&seed).try_into(),
            "spsk" => Secp256k1SecretKey::from_entropy(&seed).unwrap().try_into(),
            "p2sk" => P256SecretKey::from_entropy(&seed).unwrap().try_into(),
            "BLsk" => BlsSecretKey::from_entropy(&seed).unwrap().try_into(),
            _ => panic!("{secret}"),
        }
        .unwrap();
        assert_eq!(*made.expose_text(), *secret);
        assert_eq!(made.public_key(), key.parse().unwrap());
        assert_eq!(made.public_key_hash(), hash.parse().unwrap());
    }
}

#[test]
fn texts_are_read_and_written() {
    for text in KEYS {
        let secret: SecretKey = text.parse().unwrap();
        assert_eq!(*secret.expose_text(), *text);
        assert_eq!(*secret.clone().expose_text(), *text);
        assert_eq!(format!("{secret:?} {secret:#?}"), "SecretKey(..) SecretKey(..)");
        assert!(text.starts_with(secret.kind().letters));
    }
    let mldsa44 = &keys()[4];
    let text = mldsa44.expose_text();
    assert_eq!(text.parse::<SecretKey>().unwrap().public_key(), mldsa44.public_key());
    assert_eq!((&text[..4], text.len()), ("mdsk", 5298));
}

#[test]
fn single_keys_sign_alike() {
    let preimage = Watermark::GenericOperation.preimage(b"an operation");
    let [ed25519, secp256k1, p256, bls, mldsa44] = keys().try_into().unwrap();
    let text = |key: &SecretKey| key.expose_text();

    let single: Ed25519Seed = text(&ed25519).parse().unwrap();
    assert_eq!(ed25519.sign(&preimage), single.sign(&preimage).into());
    assert_eq!(ed25519.public_key(), single.public_key().into());
    let single: Secp256k1SecretKey = text(&secp256k1).parse().unwrap();
    assert_eq!(secp256k1.sign(&preimage), single.sign(&preimage).unwrap().into());
    assert_eq!(secp256k1.public_key(), single.public_key().unwrap().into());
    let single: P256SecretKey = text(&p256).parse().unwrap();
    assert_eq!(p256.sign(&preimage), single.sign(&preimage).unwrap().into());
    assert_eq!(p256.public_key(), single.public_key().unwrap().into());
    let single: BlsSecretKey = text(&bls).parse().unwrap();
    assert_eq!(bls.sign(&preimage), single.sign(&preimage).unwrap().into());
    assert_eq!(bls.sign_augmented(&preimage), single.sign_augmented(&preimage).unwrap().into());
    assert_eq!(bls.prove_possession(), Some(single.prove_possession().unwrap()));
    assert_eq!(bls.public_key(), single.public_key().unwrap().into());
    let single: Mldsa44SecretKey = text(&mldsa44).parse().unwrap();
    assert_eq!(mldsa44.sign(&preimage), single.sign(&preimage).unwrap().into());
    assert_eq!(mldsa44.public_key(), single.public_key().unwrap().into());

    for other in [ed25519, secp256k1, p256, mldsa44] {
        assert_eq!(other.sign_augmented(&preimage), other.sign(&preimage));
        assert_eq!(other.prove_possession(), None);
    }
}

#[test]
fn a_secret_key_of_ed25519_contains_its_public_key() {
    let secret: SecretKey =
        "edskRiUZpqYpyBCUQmhpfCmzHfYahfiMqkKb9AaYKaEggXKaEKVUWPBz6RkwabTmLHXajbpiytRdMJb4v4f4T8zN9t6QCHLTjy"
            .parse()
            .unwrap();
    let seed: Ed25519Seed = secret.expose_text().parse().unwrap();
    let mut bytes = [0; 64];
    bytes[..32].copy_from_slice(seed.expose());
    bytes[32..].copy_from_slice(seed.public_key().as_bytes());
    let whole = Ed25519SecretKey::new(&bytes);
    assert_eq!(SecretKey::try_from(whole).unwrap().public_key(), secret.public_key());
    bytes[63] ^= 1;
    let error = Ed25519SecretKey::new(&bytes).expose_text().parse::<SecretKey>().unwrap_err();
    assert_eq!(error, SecretKeyError::PublicKey(Ed25519SecretKey::KIND));
    assert_eq!(error.to_string(), "the ed25519_secret_key contains the public key of another secret");
}

/// The orders of secp256k1, P-256 and BLS12-381.
const ORDERS: [&str; 3] = [
    "fffffffffffffffffffffffffffffffebaaedce6af48a03bbfd25e8cd0364141",
    "ffffffff00000000ffffffffffffffffbce6faada7179e84f3b9cac2fc632551",
    "73eda753299d7d483339d80809a1d80553bda402fffe5bfeffffffff00000001",
];

#[test]
fn numbers_out_of_range_are_refused() {
    let secret = |at, mut bytes: [u8; 32]| match at {
        0 => SecretKey::try_from(Secp256k1SecretKey::new(&bytes)),
        1 => SecretKey::try_from(P256SecretKey::new(&bytes)),
        _ => {
            bytes.reverse();
            SecretKey::try_from(BlsSecretKey::new(&bytes))
        }
    };
    let kinds = [Secp256k1SecretKey::KIND, P256SecretKey::KIND, BlsSecretKey::KIND];
    for (at, order) in ORDERS.iter().enumerate() {
        let order: [u8; 32] = unhex(order).try_into().unwrap();
        let (mut largest, mut one) = (order, [0; 32]);
        largest[31] -= 1;
        one[31] = 1;
        for refused in [[0; 32], order, [0xff; 32]] {
            assert_eq!(secret(at, refused).unwrap_err(), SecretKeyError::Key(kinds[at]));
        }
        for accepted in [one, largest] {
            let key = secret(at, accepted).unwrap();
            assert_eq!(key.public_key().verify(b"", &key.sign(b"")), Ok(()));
        }
    }
    let error = Secp256k1SecretKey::from_entropy(&[0xff; 32]).unwrap_err();
    assert_eq!(error.to_string(), "the bytes of the secp256k1_secret_key are not a valid key");
    assert_eq!(P256SecretKey::from_entropy(&[0; 32]).unwrap_err(), SecretKeyError::Key(P256SecretKey::KIND));
    assert_eq!(P256SecretKey::new(&[0; 32]).sign(b""), Err(SecretKeyError::Key(P256SecretKey::KIND)));
    assert_eq!(BlsSecretKey::new(&[0; 32]).public_key(), Err(SecretKeyError::Key(BlsSecretKey::KIND)));
}

/// Every field of a secret key of ML-DSA-44: `rho`, `K`, `tr`, `s1`, `s2`, `t0`, and the public key.
#[test]
fn damaged_keys_of_mldsa44_are_refused() {
    let secret = Mldsa44SecretKey::from_entropy(&[7; 32]);
    let damaged = |at: usize, bits: u8| {
        let mut bytes = *secret.expose();
        bytes[at] ^= bits;
        SecretKey::try_from(Mldsa44SecretKey::new(&bytes)).map(|_| ())
    };
    let (key, public_key) =
        (SecretKeyError::Key(Mldsa44SecretKey::KIND), SecretKeyError::PublicKey(Mldsa44SecretKey::KIND));
    assert_eq!(damaged(0, 0), Ok(()));
    for (at, bits) in [(0, 1), (64, 1), (127, 0x80), (2560, 1), (3871, 0x80)] {
        assert_eq!(damaged(at, bits), Err(public_key.clone()), "{at}");
    }
    // Three bits of a coefficient from 0 to 4: at least one of the changes makes it 5 or more.
    for at in [128, 511, 512, 895] {
        let results = [1, 2, 4, 7].map(|bits| damaged(at, bits));
        assert!(results.contains(&Err(key.clone())), "{at}");
        // Another `s1` is the secret of another public key.
        assert!(
            at >= 512 || results.iter().all(|result| *result == Err(key.clone()) || *result == Err(public_key.clone()))
        );
    }
    // A bit of `s2` or `t0` hardly ever matters to a signature; all of them do.
    let mut bytes = *secret.expose();
    bytes[896..2560].fill(0);
    assert_eq!(SecretKey::try_from(Mldsa44SecretKey::new(&bytes)).unwrap_err(), public_key);
    // `K` is a secret of its own, from which the deterministic signature is drawn.
    assert_eq!(damaged(32, 1), Ok(()));
    // No bytes panic.
    for byte in 0..=255 {
        assert!(SecretKey::try_from(Mldsa44SecretKey::new(&[byte; 3872])).is_err());
    }
}

#[test]
fn other_texts_are_refused() {
    let error = "edpkuwTWKgQNnhR5v17H2DYHbfcxYepARyrPGbf1tbMoGQAj8Ljr3V".parse::<SecretKey>().unwrap_err();
    assert_eq!(
        error.to_string(),
        "expected a secret key (edsk…, spsk…, p2sk…, BLsk…, mdsk…, edsk…), found a ed25519_public_key"
    );
    assert!(matches!("".parse::<SecretKey>(), Err(SecretKeyError::Text(_))));
    for text in KEYS {
        let mistyped = format!("{}{}", &text[..53], if text.ends_with('1') { '2' } else { '1' });
        let error = mistyped.parse::<SecretKey>().unwrap_err().to_string();
        assert!(error.ends_with("found a wrong checksum"), "{error}");
    }
}

#[test]
fn a_signature_of_64_bytes_is_of_the_algorithm_of_its_key() {
    let keys = keys();
    let letters = ["edsig", "spsig1", "p2sig", "BLsig", "mdsig"];
    for (at, secret) in keys.iter().enumerate() {
        let (key, signature) = (secret.public_key(), secret.sign(b"bytes"));
        assert!(signature.to_string().starts_with(letters[at]));
        let read = Signature::try_from(signature.as_bytes()).unwrap();
        assert_eq!(read.with_key(&key).unwrap().kind(), signature.kind());
        assert_eq!(signature.clone().with_key(&key).unwrap().kind(), signature.kind());
        assert_eq!(PublicKeyHash::from(&key), secret.public_key_hash());
        for (other, secret) in keys.iter().enumerate().filter(|(other, _)| *other != at) {
            let error = VerifyError::Algorithm { key: secret.public_key().kind(), signature: signature.kind() };
            assert_eq!(signature.clone().with_key(&secret.public_key()), Err(error), "{at} {other}");
        }
    }
    let (bls, any) = (keys[3].public_key(), GenericSignature([1; 64]));
    let error = VerifyError::Algorithm { key: bls.kind(), signature: GenericSignature::KIND };
    assert_eq!(Signature::from(any).with_key(&bls), Err(error));
}
