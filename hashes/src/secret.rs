//! Secret keys: seeds and keys of each algorithm, plain and encrypted with a password, and the spending key of Sapling.
//!
//! A [`SecretKey`] of any algorithm is checked once and then [signs](crate::keys::Sign). With the feature `encrypted`, an [`EncryptedSecretKey`] is
//! decrypted with a password. The types of each algorithm hold bytes:
//!
//! | type                            | bytes | text           | contents                                                        |
//! |---------------------------------|------:|----------------|-----------------------------------------------------------------|
//! | [`Ed25519Seed`]                 |    32 | `edsk` (54)    | the seed from which the key is derived                          |
//! | [`Ed25519SecretKey`]            |    64 | `edsk` (98)    | the seed and the public key                                     |
//! | [`Secp256k1SecretKey`]          |    32 | `spsk` (54)    | a scalar, the most significant byte first                       |
//! | [`P256SecretKey`]               |    32 | `p2sk` (54)    | a scalar, the most significant byte first                       |
//! | [`BlsSecretKey`]                |    32 | `BLsk` (54)    | a scalar, the least significant byte first                      |
//! | [`Mldsa44SecretKey`]            | 3,872 | `mdsk` (5298)  | the secret key of FIPS 204, 2,560 bytes, and the public key     |
//! | [`Secp256k1Scalar`]             |    32 | `SSp` (53)     | a scalar of the group of secp256k1                              |
//! | [`SaplingSpendingKey`]          |   169 | `sask` (241)   | an extended spending key of ZIP 32                              |
//! | [`Ed25519EncryptedSeed`]        |    56 | `edesk` (88)   | a salt of 8 bytes, and the encrypted seed                       |
//! | [`Secp256k1EncryptedSecretKey`] |    56 | `spesk` (88)   | a salt of 8 bytes, and the encrypted key                        |
//! | [`P256EncryptedSecretKey`]      |    56 | `p2esk` (88)   | a salt of 8 bytes, and the encrypted key                        |
//! | [`BlsEncryptedSecretKey`]       |    56 | `BLesk` (88)   | a salt of 8 bytes, and the encrypted key                        |
//! | [`Mldsa44EncryptedSecretKey`]   | 3,896 | `mdesk` (5332) | a salt of 8 bytes, and the encrypted key                        |
//! | [`Secp256k1EncryptedScalar`]    |    60 | `seesk` (93)   | a salt of 8 bytes, and the encrypted scalar                     |
//!
//! A secret is not printed by accident: these types have no `Display` and no encoding, and their `Debug` prints the name of the type. Its text is
//! returned by `expose_text`, and its bytes by `expose`. Encrypted keys are treated alike, because whoever has one can try passwords.
//!
//! The bytes of a secret are on the heap, so that moving it makes no copy, and they are cleared when it is dropped. So are the buffers from
//! which a text is read or written. Not cleared are the registers and the stack of the functions that compute the checksum of a text.
//!
//! The bytes are not checked, as those of [public keys](crate::keys) are not; [`SecretKey`] and the methods that sign refuse those that are not
//! a key. `from_entropy` of each type makes a new key from 32 bytes of a cryptographic source of random numbers, which the caller has.
//!
//! ```
//! use tezos_hashes::secret::Ed25519Seed;
//! let seed: Ed25519Seed = "edsk3gUfUPyBSfrS9CCgmCiQsTCHGkviBDusMxDJstFtojtc1zcpsh".parse().unwrap();
//! assert_eq!(format!("{seed:?}"), "Ed25519Seed(..)");
//! assert_eq!(seed.expose()[..2], [0x85, 0x00]);
//! assert_eq!(*seed.expose_text(), "edsk3gUfUPyBSfrS9CCgmCiQsTCHGkviBDusMxDJstFtojtc1zcpsh");
//! ```
//!
//! Prefixes: [`base58.ml`, `Prefix`][prefix]. Encrypted keys: [`encrypted.ml`][encrypted].
//!
//! [prefix]: https://github.com/tezos/tezos-mirror/blob/d26a8bef82159434e5a6db6a6d329f29dc8172dd/src/lib_crypto/base58.ml
//! [encrypted]: https://github.com/tezos/tezos-mirror/blob/d26a8bef82159434e5a6db6a6d329f29dc8172dd/src/lib_signer_backends/encrypted.ml

#[cfg(feature = "encrypted")]
mod encrypted;
mod key;

#[cfg(feature = "encrypted")]
pub use encrypted::{DecryptError, EncryptedSecretKey};
pub use key::{SecretKey, SecretKeyError};

use alloc::{boxed::Box, string::String, vec};
use core::{fmt, str::FromStr};

use zeroize::{Zeroize, ZeroizeOnDrop, Zeroizing};

use crate::base58::{Base58Error, TextKind, words};

/// Bytes on the heap that are cleared on drop.
#[derive(Clone)]
struct Secret<const N: usize>(Box<[u8; N]>);

impl<const N: usize> Drop for Secret<N> {
    fn drop(&mut self) {
        self.0.zeroize();
    }
}

impl<const N: usize> Secret<N> {
    fn new(bytes: &[u8; N]) -> Self {
        let mut secret = Self(Box::new([0; N]));
        secret.0.copy_from_slice(bytes);
        secret
    }

    fn parse(kind: &'static TextKind, text: &str) -> Result<Self, Base58Error> {
        let mut buffer = Zeroizing::new(vec![0; words(kind.characters)]);
        kind.decode_into(text, &mut buffer).map(Self::new)
    }
}

/// `name, bytes, prefix, letters and characters of the text, name of the kind;`
macro_rules! secrets {
    ($($(#[$doc:meta])* $name:ident, $size:literal, $prefix:expr, $letters:literal, $characters:literal, $kind:literal;)+) => {
        /// The kinds of text defined here.
        pub(crate) const KINDS: &[&TextKind] = &[$($name::KIND),+];

        $(
            $(#[$doc])*
            #[derive(Clone)]
            pub struct $name(Secret<$size>);

            impl $name {
                /// Bytes of the secret.
                pub const SIZE: usize = $size;
                /// The kind of its text.
                pub const KIND: &'static TextKind =
                    &TextKind { name: $kind, letters: $letters, prefix: &$prefix, size: $size, characters: $characters };

                /// Copies `bytes`. The caller clears its own copy.
                #[must_use]
                pub fn new(bytes: &[u8; $size]) -> Self {
                    Self(Secret::new(bytes))
                }

                /// Returns the bytes of the secret.
                #[must_use]
                pub fn expose(&self) -> &[u8; $size] {
                    &self.0.0
                }

                /// Returns the text of the secret, which is cleared on drop.
                #[must_use]
                pub fn expose_text(&self) -> Zeroizing<String> {
                    Self::KIND.encode_secret(self.expose())
                }
            }

            impl FromStr for $name {
                type Err = Base58Error;

                /// Parses the text of the secret. The error contains at most one character of it, which is not in the alphabet.
                fn from_str(text: &str) -> Result<Self, Base58Error> {
                    Secret::parse(Self::KIND, text).map(Self)
                }
            }

            impl fmt::Debug for $name {
                fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
                    f.write_str(concat!(stringify!($name), "(..)"))
                }
            }

            impl ZeroizeOnDrop for $name {}
        )+
    };
}

secrets! {
    /// The seed of an Ed25519 key: the usual form of its secret.
    Ed25519Seed, 32, [13, 15, 58, 7], "edsk", 54, "ed25519_seed";
    /// An Ed25519 secret key: the seed and the public key.
    Ed25519SecretKey, 64, [43, 246, 78, 7], "edsk", 98, "ed25519_secret_key";
    /// A secp256k1 secret key.
    Secp256k1SecretKey, 32, [17, 162, 224, 201], "spsk", 54, "secp256k1_secret_key";
    /// A P-256 secret key.
    P256SecretKey, 32, [16, 81, 238, 189], "p2sk", 54, "p256_secret_key";
    /// A BLS12-381 secret key.
    BlsSecretKey, 32, [3, 150, 192, 40], "BLsk", 54, "bls12_381_secret_key";
    /// An ML-DSA-44 secret key: the secret and the public key of FIPS 204.
    Mldsa44SecretKey, 3872, [9, 57, 116, 57], "mdsk", 5298, "mldsa44_secret_key";
    /// A scalar of the group of secp256k1.
    Secp256k1Scalar, 32, [38, 248, 136], "SSp", 53, "secp256k1_scalar";
    /// An extended spending key of Sapling.
    SaplingSpendingKey, 169, [11, 237, 20, 92], "sask", 241, "sapling_spending_key";
    /// An [`Ed25519Seed`], encrypted with a password.
    Ed25519EncryptedSeed, 56, [7, 90, 60, 179, 41], "edesk", 88, "ed25519_encrypted_seed";
    /// A [`Secp256k1SecretKey`], encrypted with a password.
    Secp256k1EncryptedSecretKey, 56, [9, 237, 241, 174, 150], "spesk", 88, "secp256k1_encrypted_secret_key";
    /// A [`P256SecretKey`], encrypted with a password.
    P256EncryptedSecretKey, 56, [9, 48, 57, 115, 171], "p2esk", 88, "p256_encrypted_secret_key";
    /// A [`BlsSecretKey`], encrypted with a password.
    BlsEncryptedSecretKey, 56, [2, 5, 30, 53, 25], "BLesk", 88, "bls12_381_encrypted_secret_key";
    /// An [`Mldsa44SecretKey`], encrypted with a password.
    Mldsa44EncryptedSecretKey, 3896, [5, 49, 133, 39, 172], "mdesk", 5332, "mldsa44_encrypted_secret_key";
    /// A [`Secp256k1Scalar`], encrypted with a password.
    Secp256k1EncryptedScalar, 60, [1, 131, 36, 86, 248], "seesk", 93, "secp256k1_encrypted_scalar";
}

#[cfg(test)]
mod tests {
    extern crate std;

    use alloc::format;

    use super::*;

    /// Checks that a text is read and written, and that nothing but `expose` and `expose_text` prints it.
    macro_rules! check {
        ($($name:ident: $text:expr;)+) => {$({
            let text: &str = $text;
            let secret: $name = text.parse().unwrap();
            assert_eq!(*secret.expose_text(), *text);
            assert_eq!(*$name::new(secret.expose()).clone().expose_text(), *text);
            assert_eq!(format!("{secret:?} {secret:#?}"), concat!(stringify!($name), "(..) ", stringify!($name), "(..)"));
            let (_, last) = text.split_at(text.len().saturating_sub(1));
            let mistyped = format!("{}{}", text.strip_suffix(last).unwrap(), if last == "1" { '2' } else { '1' });
            assert_eq!(mistyped.parse::<$name>().unwrap_err(), Base58Error::Checksum { expected: $name::KIND });
            assert!(text[1..].parse::<$name>().is_err());
            let zeros = $name::KIND.encode(&[0; $name::SIZE]);
            assert_eq!(*zeros.parse::<$name>().unwrap().expose(), [0; $name::SIZE]);
        })+};
    }

    /// Texts of tests of Octez; of some kinds there is none, and of those the bytes are made up.
    #[test]
    fn texts_of_octez_are_read_and_written() {
        check! {
            Ed25519Seed: "edsk3gUfUPyBSfrS9CCgmCiQsTCHGkviBDusMxDJstFtojtc1zcpsh";
            Ed25519SecretKey:
                "edskRiUZpqYpyBCUQmhpfCmzHfYahfiMqkKb9AaYKaEggXKaEKVUWPBz6RkwabTmLHXajbpiytRdMJb4v4f4T8zN9t6QCHLTjy";
            Secp256k1SecretKey: "spsk2XJu4wuYsHeuDaCktD3ECnnpn574ceSWHEJVvXTt7JP6ztySCL";
            P256SecretKey: "p2sk2k6YAkNJ8CySZCS3vGA5Ht6Lj6LXG3yb8UrHvMKZy7Ab8JUtWh";
            BlsSecretKey: "BLsk1hfuv6V8JJRaLDBJgPTRGLKusTZnTmWGrvSKYzUaMuzvPLmeGG";
            Ed25519EncryptedSeed:
                "edesk1n2uGpPtVaeyhWkZzTEcaPRzkQHrqkw5pk8VkZvp3rM5KSc3mYNH5cJEuNcfB91B3G3JakKzfLQSmrgF4ht";
            Secp256k1EncryptedSecretKey:
                "spesk2CXQHDbzrcNatRzmg83Dto6kX6BWwpP2zGs4Zks9LDsXzaX6mAYRj5ZrrdgyZQap4DS9YRRLNSpaVC2TSsk";
            P256EncryptedSecretKey:
                "p2esk2JMFpR9yaSpgsaKQYLqFnv16t4gowJ4cgjj7D7iMfoaJz2vZuH7Tdi11MrX6FC2yhfs2nvy5VRxAvzH1STE";
            BlsEncryptedSecretKey:
                "BLesk1yLinYLYYxq947JSbwt4s94xZb6azZz8AD8myiU67mQpKA2bLxYwq8QhYTrsCdXTtLSLyYnVL5EQAuubYjJ";
            Secp256k1EncryptedScalar: &Secp256k1EncryptedScalar::KIND.encode(&[7; 60]);
            Secp256k1Scalar: &Secp256k1Scalar::KIND.encode(&[7; 32]);
            SaplingSpendingKey: &SaplingSpendingKey::KIND.encode(&[7; 169]);
            Mldsa44SecretKey: &Mldsa44SecretKey::KIND.encode(&[7; 3872]);
            Mldsa44EncryptedSecretKey: &Mldsa44EncryptedSecretKey::KIND.encode(&[7; 3896]);
        }
    }

    #[test]
    fn seeds_and_keys_are_not_mixed_up() {
        let seed = "edsk3gUfUPyBSfrS9CCgmCiQsTCHGkviBDusMxDJstFtojtc1zcpsh";
        let error = seed.parse::<Ed25519SecretKey>().unwrap_err();
        assert_eq!(format!("{error}"), "expected a ed25519_secret_key (edsk…, 98 characters), found a ed25519_seed");
    }

    /// Reads memory that was freed, which safe code can do only through the kernel. The allocator, and whoever has the memory next, may write
    /// to it.
    #[cfg(all(target_os = "linux", not(miri)))]
    #[test]
    fn bytes_and_texts_are_cleared_on_drop() {
        use std::{fs::File, os::unix::fs::FileExt};

        let memory = File::open("/proc/self/mem").unwrap();
        // Allocated before the secrets: afterwards it would be where they were.
        let mut now = [0; 6000];
        let mut unchanged = |address: *const u8, before: &[u8]| {
            let now = &mut now[..before.len()];
            memory.read_exact_at(now, address as u64).unwrap();
            now.iter().zip(before).filter(|(now, before)| now == before).count()
        };
        let secret = Mldsa44SecretKey::new(&[0xa7; 3872]);
        let text = secret.expose_text();
        let (address, before) = (text.as_ptr(), text.as_bytes().to_vec());
        assert_eq!(unchanged(address, &before), 5298);
        drop(text);
        assert!(unchanged(address, &before) < 500);

        let (address, before) = (secret.expose().as_ptr(), [0xa7; 3872]);
        assert_eq!(unchanged(address, &before), 3872);
        drop(secret);
        assert!(unchanged(address, &before) < 500);
    }
}
