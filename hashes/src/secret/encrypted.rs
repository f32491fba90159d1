//! Secret keys that are encrypted with a password.

use alloc::{string::String, vec::Vec};
use core::{error, fmt, str::FromStr};

use crypto_secretbox::{AeadInPlace as _, KeyInit as _, XSalsa20Poly1305};
use pbkdf2::{pbkdf2_hmac, sha2::Sha512};
use zeroize::{ZeroizeOnDrop, Zeroizing};

use super::{
    BlsEncryptedSecretKey, BlsSecretKey, Ed25519EncryptedSeed, Ed25519Seed, Mldsa44EncryptedSecretKey,
    Mldsa44SecretKey, P256EncryptedSecretKey, P256SecretKey, Secp256k1EncryptedSecretKey, Secp256k1SecretKey,
    SecretKey, SecretKeyError, key::Inner,
};
use crate::{
    base58::{Base58Error, TextKind, recognise},
    keys::KeyTextError,
};

/// Bytes of the salt, which the encrypted bytes begin with.
const SALT: usize = 8;
/// Bytes of the tag, which follows the salt.
const TAG: usize = 16;
/// The nonce: each salt gives another key.
const NONCE: [u8; 24] = [0; 24];
/// How often PBKDF2 applies HMAC-SHA-512.
const ITERATIONS: u32 = 32_768;

/// A secret key of any algorithm, encrypted with a password. Requires the feature `encrypted`.
///
/// | bytes       | what                                                                                      |
/// |------------:|-------------------------------------------------------------------------------------------|
/// | 8           | the salt                                                                                  |
/// | 16          | the tag of Poly1305                                                                       |
/// | 32 or 3,872 | the bytes of the secret key, encrypted with XSalsa20                                      |
///
/// The last two are the secretbox of NaCl with a nonce of zeros. Its key is PBKDF2 of the password and the salt, with HMAC-SHA-512, 32,768
/// iterations and 32 bytes. The text is `edesk`, `spesk`, `p2esk`, `BLesk` or `mdesk`; that of wallets has `encrypted:` before it.
///
/// The key is not printed by accident, because whoever has it can try passwords.
///
/// ```
/// use tezos_hashes::secret::{DecryptError, EncryptedSecretKey, SecretKey};
///
/// let secret: SecretKey = "edsk3gUfUPyBSfrS9CCgmCiQsTCHGkviBDusMxDJstFtojtc1zcpsh".parse()?;
/// // A salt is 8 random bytes, which must not be those of another key with the same password.
/// let encrypted = secret.encrypt(b"password", [1, 2, 3, 4, 5, 6, 7, 8]);
/// let text = encrypted.expose_text();
/// assert!(text.starts_with("edesk"));
///
/// let encrypted: EncryptedSecretKey = text.parse()?;
/// assert_eq!(encrypted.decrypt(b"password")?.expose_text(), secret.expose_text());
/// assert_eq!(encrypted.decrypt(b"passwort").unwrap_err(), DecryptError::Password);
/// # Ok::<(), Box<dyn std::error::Error>>(())
/// ```
///
/// Rule: [`encrypted.ml`, `Raw`][rule].
///
/// [rule]: https://github.com/tezos/tezos-mirror/blob/d26a8bef82159434e5a6db6a6d329f29dc8172dd/src/lib_signer_backends/encrypted.ml
#[derive(Clone, Debug)]
#[non_exhaustive]
pub enum EncryptedSecretKey {
    /// `edesk`.
    Ed25519(Ed25519EncryptedSeed),
    /// `spesk`.
    Secp256k1(Secp256k1EncryptedSecretKey),
    /// `p2esk`.
    P256(P256EncryptedSecretKey),
    /// `BLesk`.
    Bls(BlsEncryptedSecretKey),
    /// `mdesk`.
    Mldsa44(Mldsa44EncryptedSecretKey),
}

/// `algorithm: the type of its encrypted secret, the type of its secret`
macro_rules! encrypted {
    ($($name:ident: $encrypted:ident, $secret:ident),+) => {
        impl EncryptedSecretKey {
            /// Returns the kind of the text, which names the algorithm.
            #[must_use]
            pub const fn kind(&self) -> &'static TextKind {
                match self {
                    $(Self::$name(_) => $encrypted::KIND,)+
                }
            }

            /// Returns the text, which is cleared on drop.
            #[must_use]
            pub fn expose_text(&self) -> Zeroizing<String> {
                match self {
                    $(Self::$name(encrypted) => encrypted.expose_text(),)+
                }
            }

            /// Decrypts the secret key. This takes tens of milliseconds, so that passwords cannot be tried fast.
            ///
            /// # Errors
            /// If the password is not that of the key; if the decrypted bytes are not a key; without the feature of the algorithm.
            pub fn decrypt(&self, password: &[u8]) -> Result<SecretKey, DecryptError> {
                match self {
                    $(Self::$name(encrypted) => {
                        let bytes = open(encrypted.expose(), password).ok_or(DecryptError::Password)?;
                        let bytes = bytes.as_slice().try_into().map_err(|_| DecryptError::Password)?;
                        SecretKey::try_from($secret::new(bytes)).map_err(DecryptError::Key)
                    })+
                }
            }
        }

        impl SecretKey {
            /// Encrypts the key with a password. The salt is 8 bytes of a cryptographic source of random numbers, other ones for each key. This takes
            /// tens of milliseconds. Requires the feature `encrypted`.
            ///
            /// ```
            /// use tezos_hashes::secret::SecretKey;
            /// let secret: SecretKey = "edsk3gUfUPyBSfrS9CCgmCiQsTCHGkviBDusMxDJstFtojtc1zcpsh".parse().unwrap();
            /// let salt = [1; 8]; // random in a wallet
            /// let encrypted = secret.encrypt(b"password", salt);
            /// assert!(encrypted.expose_text().starts_with("edesk"));
            /// assert_eq!(encrypted.decrypt(b"password").unwrap().public_key_hash(), secret.public_key_hash());
            /// ```
            ///
            /// Rule: [`encrypted.ml`, `Raw.encrypt`][rule].
            ///
            /// [rule]: https://github.com/tezos/tezos-mirror/blob/d26a8bef82159434e5a6db6a6d329f29dc8172dd/src/lib_signer_backends/encrypted.ml
            #[must_use]
            pub fn encrypt(&self, password: &[u8], salt: [u8; 8]) -> EncryptedSecretKey {
                match &self.inner {
                    $(Inner::$name(ready) => {
                        $encrypted::new(&seal(ready.secret.expose(), password, salt)).into()
                    })+
                }
            }
        }

        $(
            impl From<$encrypted> for EncryptedSecretKey {
                fn from(encrypted: $encrypted) -> Self {
                    Self::$name(encrypted)
                }
            }
        )+

        impl FromStr for EncryptedSecretKey {
            type Err = KeyTextError;

            /// Parses a text of any algorithm. The error contains at most one character of it, which is not in the alphabet.
            fn from_str(text: &str) -> Result<Self, KeyTextError> {
                const KINDS: &[&TextKind] = &[$($encrypted::KIND),+];
                match recognise(text) {
                    $(Some(kind) if kind == $encrypted::KIND => {
                        text.parse().map(Self::$name).map_err(|error: Base58Error| KeyTextError::Base58(error))
                    })+
                    found => Err(KeyTextError::Kind { expected: "encrypted secret key", kinds: KINDS, found }),
                }
            }
        }
    };
}

encrypted! {
    Ed25519: Ed25519EncryptedSeed, Ed25519Seed, Secp256k1: Secp256k1EncryptedSecretKey, Secp256k1SecretKey,
    P256: P256EncryptedSecretKey, P256SecretKey, Bls: BlsEncryptedSecretKey, BlsSecretKey,
    Mldsa44: Mldsa44EncryptedSecretKey, Mldsa44SecretKey
}

impl SecretKey {
    /// Parses a key, and decrypts it with the password if it is encrypted. The text may begin with `unencrypted:` or `encrypted:`, as in the file
    /// `secret_keys` of Octez. Requires the feature `encrypted`.
    ///
    /// ```
    /// use tezos_hashes::{keys::Sign, secret::SecretKey};
    /// let plain = "unencrypted:edsk3gUfUPyBSfrS9CCgmCiQsTCHGkviBDusMxDJstFtojtc1zcpsh";
    /// let key = SecretKey::from_text(plain, b"").unwrap();
    /// let encrypted = key.encrypt(b"secret", *b"8 random").expose_text();
    /// assert_eq!(SecretKey::from_text(&encrypted, b"secret").unwrap().public_key(), key.public_key());
    /// assert_eq!(SecretKey::from_text(&encrypted, b"guess").unwrap_err().to_string(), "the password is not that of the secret key");
    /// ```
    ///
    /// # Errors
    /// Those of [`EncryptedSecretKey::decrypt`]; [`DecryptError::Key`] for another text.
    pub fn from_text(text: &str, password: &[u8]) -> Result<Self, DecryptError> {
        let text = ["unencrypted:", "encrypted:"].iter().find_map(|start| text.strip_prefix(start)).unwrap_or(text);
        match text.parse::<EncryptedSecretKey>() {
            Ok(encrypted) => encrypted.decrypt(password),
            Err(KeyTextError::Kind { .. }) => text.parse().map_err(DecryptError::Key),
            Err(error) => Err(DecryptError::Key(SecretKeyError::Text(error))),
        }
    }
}

impl ZeroizeOnDrop for EncryptedSecretKey {}

/// Returns the cipher of a password.
fn cipher(password: &[u8], salt: &[u8; SALT]) -> XSalsa20Poly1305 {
    let mut key = Zeroizing::new([0; XSalsa20Poly1305::KEY_SIZE]);
    pbkdf2_hmac::<Sha512>(password, salt, ITERATIONS, &mut *key);
    XSalsa20Poly1305::new((&*key).into())
}

/// Encrypts `secret`: `N` is the sum of its length and those of the salt and the tag.
#[expect(clippy::expect_used, reason = "it fails for associated data only, and there is none")]
fn seal<const N: usize>(secret: &[u8], password: &[u8], salt: [u8; SALT]) -> Zeroizing<[u8; N]> {
    let mut text = Zeroizing::new(secret.to_vec());
    let sealed = cipher(password, &salt).encrypt_in_place_detached(&NONCE.into(), &[], &mut text);
    let tag = sealed.expect("no associated data");
    let mut bytes = Zeroizing::new([0; N]);
    bytes.iter_mut().zip(salt.iter().chain(&tag).chain(&*text)).for_each(|(to, from)| *to = *from);
    bytes
}

/// Decrypts what [`seal`] returns, or returns `None` if the password is another.
fn open(bytes: &[u8], password: &[u8]) -> Option<Zeroizing<Vec<u8>>> {
    let (salt, sealed) = bytes.split_first_chunk()?;
    let (tag, text) = sealed.split_first_chunk::<TAG>()?;
    let mut text = Zeroizing::new(text.to_vec());
    cipher(password, salt).decrypt_in_place_detached(&NONCE.into(), &[], &mut text, tag.into()).ok()?;
    Some(text)
}

/// Why a secret key is not decrypted.
#[derive(Debug, Clone, PartialEq, Eq)]
#[non_exhaustive]
pub enum DecryptError {
    /// The password is not that of the key, or the bytes are damaged.
    Password,
    /// The password is that of the key, but the decrypted bytes are not a secret key, or the feature of the algorithm is off; or the text is not one of a
    /// secret key.
    Key(SecretKeyError),
}

impl fmt::Display for DecryptError {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Self::Password => f.write_str("the password is not that of the secret key"),
            Self::Key(error) => error.fmt(f),
        }
    }
}

impl error::Error for DecryptError {}
