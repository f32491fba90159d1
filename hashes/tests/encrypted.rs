//! Encrypted secret keys are those of Octez.

use tezos_hashes::{
    keys::{KeyTextError, Sign},
    secret::{
        DecryptError, Ed25519EncryptedSeed, Ed25519Seed, EncryptedSecretKey, Mldsa44SecretKey,
        Secp256k1EncryptedSecretKey, Secp256k1SecretKey, SecretKey, SecretKeyError,
    },
};

/// Returns the salt of an encrypted key of another algorithm than ML-DSA-44.
fn salt(encrypted: &EncryptedSecretKey) -> [u8; 8] {
    let bytes = match encrypted {
        EncryptedSecretKey::Ed25519(encrypted) => encrypted.expose(),
        EncryptedSecretKey::Secp256k1(encrypted) => encrypted.expose(),
        EncryptedSecretKey::P256(encrypted) => encrypted.expose(),
        EncryptedSecretKey::Bls(encrypted) => encrypted.expose(),
        _ => panic!("longer"),
    };
    *bytes.first_chunk().unwrap()
}

#[test]
fn keys_are_decrypted_and_encrypted_as_in_octez() {
    for line in include_str!("vectors/encrypted.txt").lines() {
        let [plain, text, password] = line.split(' ').collect::<Vec<_>>().try_into().unwrap();
        let encrypted: EncryptedSecretKey = text.parse().unwrap();
        assert_eq!(*encrypted.expose_text(), *text);
        let secret = encrypted.decrypt(password.as_bytes()).unwrap();
        assert_eq!(*secret.expose_text(), *plain);
        let again = secret.encrypt(password.as_bytes(), salt(&encrypted));
        assert_eq!((*again.expose_text()).as_str(), text);
        assert_eq!(again.kind(), encrypted.kind());
    }
}

#[test]
fn keys_of_mldsa44_are_encrypted() {
    let secret = SecretKey::try_from(Mldsa44SecretKey::from_entropy(&[7; 32])).unwrap();
    let text = secret.encrypt(b"", [9; 8]).expose_text();
    assert_eq!((&text[..5], text.len()), ("mdesk", 5332));
    let encrypted: EncryptedSecretKey = text.parse().unwrap();
    assert_eq!(encrypted.decrypt(b"").unwrap().public_key(), secret.public_key());
    assert_eq!(encrypted.decrypt(b" ").unwrap_err(), DecryptError::Password);
}

#[test]
fn wrong_passwords_and_damaged_bytes_are_refused() {
    let secret: SecretKey = "edsk3gUfUPyBSfrS9CCgmCiQsTCHGkviBDusMxDJstFtojtc1zcpsh".parse().unwrap();
    let EncryptedSecretKey::Ed25519(encrypted) = secret.encrypt(b"password", [1; 8]) else { panic!() };
    let decrypt = |bytes: &[u8; 56], password: &[u8]| {
        EncryptedSecretKey::from(Ed25519EncryptedSeed::new(bytes)).decrypt(password).map(|key| key.expose_text())
    };
    assert_eq!(decrypt(encrypted.expose(), b"password"), Ok(secret.expose_text()));
    assert_eq!(decrypt(encrypted.expose(), b"Password"), Err(DecryptError::Password));
    // In the salt, the tag and the key.
    for at in [0, 7, 8, 23, 24, 55] {
        let mut bytes = *encrypted.expose();
        bytes[at] ^= 1;
        assert_eq!(decrypt(&bytes, b"password"), Err(DecryptError::Password), "{at}");
    }
    assert_eq!(DecryptError::Password.to_string(), "the password is not that of the secret key");
}

#[test]
fn what_is_no_key_is_not_decrypted() {
    let zero = SecretKey::try_from(Ed25519Seed::new(&[0; 32])).unwrap();
    let EncryptedSecretKey::Ed25519(encrypted) = zero.encrypt(b"password", [1; 8]) else { panic!() };
    let encrypted = EncryptedSecretKey::from(Secp256k1EncryptedSecretKey::new(encrypted.expose()));
    let error = encrypted.decrypt(b"password").unwrap_err();
    assert_eq!(error, DecryptError::Key(SecretKeyError::Key(Secp256k1SecretKey::KIND)));
    assert_eq!(error.to_string(), "the bytes of the secp256k1_secret_key are not a valid key");
}

#[test]
fn nothing_is_printed_by_accident_and_other_texts_are_refused() {
    let line = include_str!("vectors/encrypted.txt").lines().next().unwrap();
    let text = line.split(' ').nth(1).unwrap();
    let encrypted: EncryptedSecretKey = text.parse().unwrap();
    assert_eq!(format!("{encrypted:?}"), "Ed25519(Ed25519EncryptedSeed(..))");
    let error = text[1..].parse::<EncryptedSecretKey>().unwrap_err();
    assert_eq!(
        error.to_string(),
        "expected a encrypted secret key (edesk…, spesk…, p2esk…, BLesk…, mdesk…), found a text of another kind"
    );
    let mistyped = format!("{}{}", &text[..87], if text.ends_with('1') { '2' } else { '1' });
    assert!(matches!(mistyped.parse::<EncryptedSecretKey>(), Err(KeyTextError::Base58(_))));
    let plain = line.split(' ').next().unwrap();
    assert!(matches!(plain.parse::<EncryptedSecretKey>(), Err(KeyTextError::Kind { found: Some(_), .. })));
}
