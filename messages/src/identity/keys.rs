//! The keys of an identity, and its stamp.

use alloc::string::String;
use core::fmt;

use bytemuck::{Pod, Zeroable};
use subtle::ConstantTimeEq as _;
use tezos_encoding::{BinWriter, HasEncoding, NomReader, View};
use tezos_hashes::bytes_with_text;
use zeroize::{ZeroizeOnDrop, Zeroizing};

use crate::{
    curve,
    hash::{PeerId, blake2b_128},
    identity::IdentityError,
};

/// Defines a newtype over bytes whose text is hex.
macro_rules! hex_bytes {
    ($($(#[$doc:meta])* $name:ident, $size:literal;)+) => {$(
        $(#[$doc])*
        #[derive(HasEncoding, NomReader, BinWriter, View, Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash)]
        #[derive(Pod, Zeroable)]
        #[encoding(plain)]
        #[repr(transparent)]
        pub struct $name(pub [u8; $size]);

        bytes_with_text! {
            $name, $size, bytes, f => f.pad(&hex::encode(bytes)), text => from_hex(stringify!($name), text), IdentityError
        }
    )+};
}

hex_bytes! {
    /// An X25519 public key.
    CryptoBoxPublicKey, 32;
    /// A proof of work: the number that makes the hash of `public key || stamp` small.
    Stamp, 24;
}

impl CryptoBoxPublicKey {
    /// Returns the identifier of the peer with this key: the BLAKE2b-128 of the key.
    ///
    /// Rule: [`crypto_box.ml`, `Public_key_hash`](https://gitlab.com/tezos/tezos/-/blob/25f04aba0c0b0aaded88d2a3bbdbf68dd082fed6/src/lib_crypto/crypto_box.ml).
    #[must_use]
    pub fn peer_id(&self) -> PeerId {
        PeerId(blake2b_128(&self.0))
    }

    /// Returns true if the key is a point of low order. With such a key, the X25519 shared secret is zero for every secret key, so anyone can read and
    /// forge the chunks of the session. No secret key has such a public key.
    ///
    /// Rule: `has_small_order` of libsodium's `x25519_ref10.c`, for which `crypto_box_beforenm` fails.
    #[must_use]
    pub fn has_low_order(&self) -> bool {
        curve::has_low_order(&self.0)
    }
}

/// An X25519 secret key. It is cleared when dropped and never printed.
#[derive(Clone)]
pub struct CryptoBoxSecretKey(Zeroizing<[u8; 32]>);

impl CryptoBoxSecretKey {
    /// Returns the key with these bytes.
    #[must_use]
    pub fn new(bytes: [u8; 32]) -> Self {
        Self(Zeroizing::new(bytes))
    }

    /// Parses a key from 64 hex digits.
    ///
    /// # Errors
    /// [`IdentityError::Hex`], which does not repeat the text.
    pub fn from_hex(text: &str) -> Result<Self, IdentityError> {
        let mut bytes = Zeroizing::new([0; 32]);
        hex::decode_to_slice(text, bytes.as_mut_slice()).map_err(|_| IdentityError::Hex {
            field: "secret key",
            digits: 64,
            found: text.len(),
        })?;
        Ok(Self(bytes))
    }

    /// Returns the key as 64 hex digits, for storage.
    #[must_use]
    pub fn to_hex(&self) -> Zeroizing<String> {
        Zeroizing::new(hex::encode(*self.0))
    }

    /// Returns the public key of this secret key.
    #[must_use]
    pub fn public_key(&self) -> CryptoBoxPublicKey {
        CryptoBoxPublicKey(crate::nacl::public_key(&self.0))
    }

    /// Borrows the bytes, without a copy.
    pub(crate) fn bytes(&self) -> &[u8; 32] {
        &self.0
    }
}

/// Compares in constant time.
impl PartialEq for CryptoBoxSecretKey {
    fn eq(&self, other: &Self) -> bool {
        self.0.ct_eq(other.0.as_slice()).into()
    }
}

impl Eq for CryptoBoxSecretKey {}

/// The bytes are cleared by [`Zeroizing`].
impl ZeroizeOnDrop for CryptoBoxSecretKey {}

impl fmt::Debug for CryptoBoxSecretKey {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str("SecretKey(..)")
    }
}

fn from_hex<const N: usize>(field: &'static str, text: &str) -> Result<[u8; N], IdentityError> {
    let mut bytes = [0; N];
    hex::decode_to_slice(text, &mut bytes).map_err(|_| IdentityError::Hex {
        field,
        digits: N.saturating_mul(2),
        found: text.len(),
    })?;
    Ok(bytes)
}

#[cfg(test)]
mod tests {
    use alloc::boxed::Box;
    use core::hint::black_box;

    use crate::{curve::LOW_ORDER, memory::Watched};

    use super::*;

    #[test]
    fn a_secret_is_cleared_when_dropped() {
        fn is_cleared<T: ZeroizeOnDrop>(_: &T) {}
        let key = CryptoBoxSecretKey::new([7; 32]);
        // The field: that the type says so of itself proves nothing.
        is_cleared(&key.0);
        is_cleared(&key.to_hex());
        is_cleared(&key);
    }

    #[test]
    fn nothing_is_left_of_a_secret_in_memory() {
        let secret: [u8; 32] = core::array::from_fn(|at| 0x51_u8.wrapping_add(at as u8 * 3));
        let from_hex = CryptoBoxSecretKey::from_hex(&hex::encode(secret)).unwrap();
        for key in [CryptoBoxSecretKey::new(secret), from_hex.clone(), from_hex] {
            let mut held = Box::new(Some(key));
            let Some(watched) = Watched::of(&*held) else { return };
            *held = None;
            black_box(&mut held);
            assert!(!watched.is_there(), "a dropped key is left in memory");
        }
        let text = CryptoBoxSecretKey::new(secret).to_hex();
        let Some(watched) = Watched::of(text.as_str()) else { return };
        drop(text);
        assert!(!watched.is_there(), "the text of a dropped key is left in memory");
    }

    /// X25519 of each is zero whatever the secret key, with the highest bit and without; that of other points is not.
    #[test]
    fn points_of_low_order_are_known() {
        let shared = |point: [u8; 32]| {
            let keys = [[7; 32], [8; 32]].map(|secret| {
                let of = crypto_box::SalsaBox::new(&point.into(), &crypto_box::SecretKey::from(secret));
                let text = crypto_box::aead::AeadInPlace::encrypt_in_place_detached(&of, &[0; 24].into(), &[], &mut []);
                text.unwrap()
            });
            keys[0] == keys[1]
        };
        for point in LOW_ORDER {
            for high in [0, 0x80] {
                let mut point = point;
                point[31] |= high;
                assert!(CryptoBoxPublicKey(point).has_low_order() && shared(point), "{point:02x?}");
            }
        }
        for at in 0..32 {
            let mut point = LOW_ORDER[2];
            point[at] ^= 2;
            assert!(!CryptoBoxPublicKey(point).has_low_order() && !shared(point), "{point:02x?}");
        }
        assert!(!CryptoBoxSecretKey::new([7; 32]).public_key().has_low_order());
    }
}
