//! Secret keys of any algorithm, ready to sign.

use alloc::{boxed::Box, string::String};
use core::{error, fmt, str::FromStr};

use zeroize::{ZeroizeOnDrop, Zeroizing};

use super::{BlsSecretKey, Ed25519SecretKey, Ed25519Seed, Mldsa44SecretKey, P256SecretKey, Secp256k1SecretKey};
use crate::{
    base58::{TextKind, recognise},
    keys::{
        BlsSignature, KeyTextError, PublicKey, PublicKeyHash, Sign, Signature,
        algorithms::{Algorithm, Bls, Ed25519, Mldsa44, P256, Secp256k1},
    },
};

/// A valid secret key of any algorithm, which signs.
///
/// The text is `edsk` (the seed or the seed with its public key), `spsk`, `p2sk`, `BLsk` or `mdsk`. Signatures are deterministic: signing the
/// same bytes twice returns the same signature. Those of Ed25519, secp256k1 and BLS12-381 are the signatures that Octez returns; for P-256 and
/// ML-DSA-44 Octez draws random numbers. The feature of the algorithm is required: `ed25519`, `secp256k1`, `p256`, `bls`, `mldsa44`, or `verify`
/// for all of them.
///
/// The key is not printed by accident, and it is cleared when dropped, with what the algorithm has derived from it. What the libraries of the
/// algorithms leave on the stack and in registers is not cleared.
///
/// ```
/// use tezos_hashes::keys::Sign;
/// use tezos_hashes::secret::SecretKey;
///
/// let secret: SecretKey = "edsk3gUfUPyBSfrS9CCgmCiQsTCHGkviBDusMxDJstFtojtc1zcpsh".parse()?;
/// assert_eq!(format!("{secret:?}"), "SecretKey(..)");
/// assert_eq!(secret.public_key_hash().to_string(), "tz1KqTpEZ7Yob7QbPE4Hy4Wo8fHG8LhKxZSx");
/// secret.public_key().verify(b"bytes", &secret.sign(b"bytes"))?;
/// # Ok::<(), Box<dyn std::error::Error>>(())
/// ```
#[derive(Clone)]
pub struct SecretKey {
    public_key: PublicKey,
    pub(super) inner: Inner,
}

/// A secret, and the key made from it.
#[derive(Clone)]
pub(super) struct Ready<A: Algorithm> {
    pub(super) secret: A::Secret,
    /// In a box, so that moving it makes no copy.
    key: Box<A::Key>,
}

impl<A: Algorithm> Ready<A> {
    fn sign(&self, preimage: &[u8]) -> Signature {
        A::sign(&self.key, preimage).into()
    }

    fn sign_augmented(&self, preimage: &[u8]) -> Signature {
        A::sign_augmented(&self.key, preimage).into()
    }

    fn prove_possession(&self) -> Option<BlsSignature> {
        A::prove_possession(&self.key)
    }
}

/// `algorithm: the type of its secret`
macro_rules! secret_keys {
    ($($name:ident: $secret:ident),+) => {
        #[derive(Clone)]
        pub(super) enum Inner {
            $($name(Ready<$name>),)+
        }

        /// Evaluates an expression with the secret and the key of the algorithm.
        macro_rules! with {
            ($inner:expr, $ready:ident => $value:expr) => {
                match $inner {
                    $(Inner::$name($ready) => $value,)+
                }
            };
        }

        impl SecretKey {
            /// Returns the kind of the text, which names the algorithm.
            ///
            /// ```
            /// use tezos_hashes::secret::SecretKey;
            /// let secret: SecretKey = "spsk2XJu4wuYsHeuDaCktD3ECnnpn574ceSWHEJVvXTt7JP6ztySCL".parse().unwrap();
            /// assert_eq!((secret.kind().name, secret.kind().letters), ("secp256k1_secret_key", "spsk"));
            /// ```
            #[must_use]
            pub const fn kind(&self) -> &'static TextKind {
                match &self.inner {
                    $(Inner::$name(_) => $secret::KIND,)+
                }
            }
        }

        $(
            impl TryFrom<$secret> for SecretKey {
                type Error = SecretKeyError;

                /// Checks the bytes. Fails if they are not a secret key, and without the feature of the algorithm.
                fn try_from(secret: $secret) -> Result<Self, SecretKeyError> {
                    let key = Box::new($name::key(&secret)?);
                    let public_key = $name::public_key(&key).into();
                    Ok(Self { public_key, inner: Inner::$name(Ready { secret, key }) })
                }
            }
        )+

        impl FromStr for SecretKey {
            type Err = SecretKeyError;

            /// Parses a text of any algorithm. The error contains at most one character of it, which is not in the alphabet.
            fn from_str(text: &str) -> Result<Self, SecretKeyError> {
                const KINDS: &[&TextKind] = &[$($secret::KIND,)+ Ed25519SecretKey::KIND];
                let malformed = |error| SecretKeyError::Text(KeyTextError::Base58(error));
                match recognise(text) {
                    $(Some(kind) if kind == $secret::KIND => text.parse::<$secret>().map_err(malformed)?.try_into(),)+
                    Some(kind) if kind == Ed25519SecretKey::KIND => {
                        text.parse::<Ed25519SecretKey>().map_err(malformed)?.try_into()
                    }
                    found => {
                        Err(SecretKeyError::Text(KeyTextError::Kind { expected: "secret key", kinds: KINDS, found }))
                    }
                }
            }
        }
    };
}

secret_keys! {
    Ed25519: Ed25519Seed, Secp256k1: Secp256k1SecretKey, P256: P256SecretKey, Bls: BlsSecretKey, Mldsa44: Mldsa44SecretKey
}

impl SecretKey {
    /// Returns the hash of the public key: the address of the account.
    ///
    /// ```
    /// use tezos_hashes::secret::SecretKey;
    /// let secret: SecretKey = "edsk3gUfUPyBSfrS9CCgmCiQsTCHGkviBDusMxDJstFtojtc1zcpsh".parse().unwrap();
    /// assert_eq!(secret.public_key_hash().to_string(), "tz1KqTpEZ7Yob7QbPE4Hy4Wo8fHG8LhKxZSx");
    /// ```
    #[must_use]
    pub fn public_key_hash(&self) -> PublicKeyHash {
        self.public_key.hash()
    }

    /// Returns the text of the secret, which is cleared on drop. That of Ed25519 is the seed, 54 characters.
    ///
    /// ```
    /// use tezos_hashes::secret::{Ed25519Seed, SecretKey};
    /// let secret = SecretKey::try_from(Ed25519Seed::from_entropy(&[7; 32])).unwrap();
    /// let text = secret.expose_text(); // to be stored; cleared at the end of the block
    /// assert!(text.starts_with("edsk"));
    /// assert_eq!(text.parse::<SecretKey>().unwrap().public_key_hash(), secret.public_key_hash());
    /// ```
    #[must_use]
    pub fn expose_text(&self) -> Zeroizing<String> {
        with!(&self.inner, ready => ready.secret.expose_text())
    }

    /// Signs `preimage` as the protocols 016 to 022 verify it. This differs from [`sign`](Sign::sign) for BLS12-381 only, whose signatures
    /// `BlsPublicKey::verify_augmented` then verifies.
    ///
    /// ```
    /// use tezos_hashes::{keys::{PublicKey, Sign, Signature}, secret::SecretKey};
    /// let secret: SecretKey = "BLsk1hfuv6V8JJRaLDBJgPTRGLKusTZnTmWGrvSKYzUaMuzvPLmeGG".parse().unwrap();
    /// let (PublicKey::Bls(key), Signature::Bls(signature)) = (secret.public_key(), secret.sign_augmented(b"bytes")) else {
    ///     panic!("a key of BLS12-381");
    /// };
    /// assert!(key.verify_augmented(b"bytes", &signature).is_ok());
    /// assert_ne!(secret.sign(b"bytes"), signature.into()); // that of protocol 023 and later
    /// ```
    ///
    /// Rule: [`signature_v1.ml`, `sign`][rule].
    ///
    /// [rule]: https://github.com/tezos/tezos-mirror/blob/d26a8bef82159434e5a6db6a6d329f29dc8172dd/src/lib_crypto/signature_v1.ml
    #[must_use]
    pub fn sign_augmented(&self, preimage: &[u8]) -> Signature {
        with!(&self.inner, ready => ready.sign_augmented(preimage))
    }

    /// Proves the possession of a key of BLS12-381, which reveals and new consensus keys contain. Returns `None` for other algorithms.
    ///
    /// ```
    /// use tezos_hashes::{keys::{PublicKey, Sign}, secret::SecretKey};
    /// let secret: SecretKey = "BLsk1hfuv6V8JJRaLDBJgPTRGLKusTZnTmWGrvSKYzUaMuzvPLmeGG".parse().unwrap();
    /// let (PublicKey::Bls(key), Some(proof)) = (secret.public_key(), secret.prove_possession()) else {
    ///     panic!("a key of BLS12-381");
    /// };
    /// assert!(key.verify_possession(&proof).is_ok());
    /// ```
    #[must_use]
    pub fn prove_possession(&self) -> Option<BlsSignature> {
        with!(&self.inner, ready => ready.prove_possession())
    }
}

impl Sign for SecretKey {
    fn public_key(&self) -> PublicKey {
        self.public_key.clone()
    }

    fn sign(&self, preimage: &[u8]) -> Signature {
        with!(&self.inner, ready => ready.sign(preimage))
    }
}

impl TryFrom<Ed25519SecretKey> for SecretKey {
    type Error = SecretKeyError;

    /// Checks that the public key is that of the seed. Octez ignores it: [`ed25519.ml`, `secret_key_encoding`][rule].
    ///
    /// [rule]: https://github.com/tezos/tezos-mirror/blob/d26a8bef82159434e5a6db6a6d329f29dc8172dd/src/lib_crypto/ed25519.ml
    fn try_from(secret: Ed25519SecretKey) -> Result<Self, SecretKeyError> {
        let (seed, public_key) =
            secret.expose().split_first_chunk().ok_or(SecretKeyError::Key(Ed25519SecretKey::KIND))?;
        let key = Self::try_from(Ed25519Seed::new(seed))?;
        match &key.public_key {
            PublicKey::Ed25519(derived) if derived.0 == *public_key => Ok(key),
            _ => Err(SecretKeyError::PublicKey(Ed25519SecretKey::KIND)),
        }
    }
}

impl fmt::Debug for SecretKey {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str("SecretKey(..)")
    }
}

impl ZeroizeOnDrop for SecretKey {}

/// Why a text or bytes are not a secret key that can sign.
#[derive(Debug, Clone, PartialEq, Eq)]
#[non_exhaustive]
pub enum SecretKeyError {
    /// The text is not that of a secret key.
    Text(KeyTextError),
    /// The bytes are not a secret key: a number is out of range.
    Key(&'static TextKind),
    /// The bytes contain a public key that is not that of the secret.
    PublicKey(&'static TextKind),
    /// The Cargo feature of the algorithm is off.
    Disabled {
        /// The kind of the secret key.
        kind: &'static TextKind,
        /// The feature of `tezos-hashes`.
        feature: &'static str,
    },
}

impl fmt::Display for SecretKeyError {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Self::Text(error) => error.fmt(f),
            Self::Key(kind) => write!(f, "the bytes of the {} are not a valid key", kind.name),
            Self::PublicKey(kind) => write!(f, "the {} contains the public key of another secret", kind.name),
            Self::Disabled { kind, feature } => {
                write!(f, "a {} ({}…) needs the feature `{feature}` of tezos-hashes", kind.name, kind.letters)
            }
        }
    }
}

impl error::Error for SecretKeyError {}

#[cfg(test)]
#[cfg(all(target_os = "linux", not(miri)))]
mod tests {
    extern crate std;

    use alloc::vec::Vec;
    use std::{fs::File, os::unix::fs::FileExt};

    use super::*;

    /// Returns whether the memory of a value contains `bytes`. The memory may be freed: the kernel reads it.
    fn contains(memory: &File, (address, size): (u64, usize), bytes: &[u8], buffer: &mut [u8]) -> bool {
        let found = &mut buffer[..size];
        memory.read_exact_at(found, address).unwrap();
        found.windows(bytes.len()).any(|window| window == bytes)
    }

    /// Drops a key, and checks that neither its bytes nor those of the key that the library made from them are in memory afterwards.
    fn check(text: &str, of_key: impl Fn(&[u8]) -> Vec<u8>) {
        let memory = File::open("/proc/self/mem").unwrap();
        // Allocated before the key: afterwards it would be where it was.
        let mut buffer = alloc::vec![0; 200_000];
        let secret: SecretKey = text.parse().unwrap();
        let (of_secret, of_key, places) = with!(&secret.inner, ready => {
            let bytes: &[u8] = ready.secret.expose();
            let key = ((&raw const *ready.key) as u64, size_of_val(&*ready.key));
            (bytes[..32].to_vec(), of_key(bytes), [(bytes.as_ptr() as u64, bytes.len()), key])
        });
        assert!(contains(&memory, places[0], &of_secret, &mut buffer));
        assert!(contains(&memory, places[1], &of_key, &mut buffer), "{text}");
        drop(secret);
        assert!(!contains(&memory, places[0], &of_secret, &mut buffer));
        assert!(!contains(&memory, places[1], &of_key, &mut buffer), "{text}");
    }

    #[test]
    fn keys_are_cleared_on_drop() {
        let reversed = |bytes: &[u8]| bytes.iter().rev().copied().collect();
        check("edsk3gUfUPyBSfrS9CCgmCiQsTCHGkviBDusMxDJstFtojtc1zcpsh", <[u8]>::to_vec);
        check("spsk2XJu4wuYsHeuDaCktD3ECnnpn574ceSWHEJVvXTt7JP6ztySCL", reversed);
        check("p2sk2k6YAkNJ8CySZCS3vGA5Ht6Lj6LXG3yb8UrHvMKZy7Ab8JUtWh", reversed);
        check("BLsk1hfuv6V8JJRaLDBJgPTRGLKusTZnTmWGrvSKYzUaMuzvPLmeGG", <[u8]>::to_vec);
        // The secret `K`, which follows the public `rho`.
        check(&Mldsa44SecretKey::from_entropy(&[7; 32]).expose_text(), |bytes| bytes[32..64].to_vec());
    }
}
