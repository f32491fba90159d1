//! NaCl `crypto_box` with a key computed once: X25519, HSalsa20, XSalsa20 and Poly1305. The only file that names the crate that computes
//! them: `dryoc` where there is an operating system, `crypto_box` on bare metal and `wasm32-unknown-unknown`.
//!
//! Rule: [`crypto_box.ml`](https://gitlab.com/tezos/tezos/-/blob/25f04aba0c0b0aaded88d2a3bbdbf68dd082fed6/src/lib_crypto/crypto_box.ml), which
//! calls HACL*; libsodium computes the same.

#[cfg(any(target_os = "none", target_os = "unknown"))]
pub(crate) use with_crypto_box::{SharedKey, public_key};
#[cfg(not(any(target_os = "none", target_os = "unknown")))]
pub(crate) use with_dryoc::{SharedKey, public_key};

/// Bytes of a secret key, a public key and a shared key.
const KEY_BYTES: usize = 32;

/// `dryoc`, which uses the processor's vector instructions; with the feature `std` it detects them at run time.
#[cfg(not(any(target_os = "none", target_os = "unknown")))]
mod with_dryoc {
    use alloc::sync::Arc;

    use dryoc::classic::{
        crypto_box::{crypto_box_detached_afternm_inplace, crypto_box_open_detached_afternm_inplace},
        crypto_core::{crypto_core_hsalsa20, crypto_scalarmult, crypto_scalarmult_base},
    };
    use zeroize::Zeroizing;

    use super::KEY_BYTES;
    use crate::session::chunk::MAC_BYTES;

    /// Returns the public key that belongs to `secret`.
    pub(crate) fn public_key(secret: &[u8; KEY_BYTES]) -> [u8; KEY_BYTES] {
        let mut public = [0; KEY_BYTES];
        crypto_scalarmult_base(&mut public, secret);
        public
    }

    /// The key that two peers share. Cleared when its last owner drops it.
    #[derive(Clone)]
    pub(crate) struct SharedKey(pub(super) Arc<Zeroizing<[u8; KEY_BYTES]>>);

    impl SharedKey {
        /// Computes the key between two peers; `None` if the public key has a low order.
        pub(crate) fn new(secret: &[u8; KEY_BYTES], public: &[u8; KEY_BYTES]) -> Option<Self> {
            let mut point = Zeroizing::new([0; KEY_BYTES]);
            crypto_scalarmult(&mut point, secret, public).ok()?;
            // Written where it stays, so that no copy is left on the stack.
            let mut key = Arc::new(Zeroizing::new([0; KEY_BYTES]));
            crypto_core_hsalsa20(Arc::get_mut(&mut key)?, &[0; 16], &point, None);
            Some(Self(key))
        }

        /// Encrypts in place and returns the MAC.
        pub(crate) fn seal(&self, nonce: &[u8; 24], text: &mut [u8]) -> Option<[u8; MAC_BYTES]> {
            let mut mac = [0; MAC_BYTES];
            crypto_box_detached_afternm_inplace(text, &mut mac, nonce, &self.0);
            Some(mac)
        }

        /// Decrypts in place if the MAC matches, and changes nothing otherwise. Compares MACs in constant time.
        pub(crate) fn open(&self, nonce: &[u8; 24], mac: &[u8; MAC_BYTES], text: &mut [u8]) -> bool {
            crypto_box_open_detached_afternm_inplace(text, mac, nonce, &self.0).is_ok()
        }
    }
}

/// `crypto_box`, which uses no vector instructions.
#[cfg(any(test, target_os = "none", target_os = "unknown"))]
mod with_crypto_box {
    use alloc::sync::Arc;
    use core::hint::black_box;

    use crypto_box::{SalsaBox, SecretKey, aead::AeadInPlace as _};

    use super::KEY_BYTES;
    use crate::{curve, session::chunk::MAC_BYTES};

    /// Returns the public key that belongs to `secret`.
    pub(crate) fn public_key(secret: &[u8; KEY_BYTES]) -> [u8; KEY_BYTES] {
        with_secret(secret, |secret| secret.public_key().to_bytes())
    }

    /// Lends the secret key as the type of `crypto_box`. That type clears only one of its two copies when it is dropped (0.9.1), so another key
    /// is put into its place first.
    pub(super) fn with_secret<R>(secret: &[u8; KEY_BYTES], work: impl FnOnce(&SecretKey) -> R) -> R {
        let mut key = SecretKey::from(*secret);
        let result = work(&key);
        key = SecretKey::from([0; KEY_BYTES]);
        // Without a look at it, the compiler need not write it.
        black_box(&key);
        result
    }

    /// The key that two peers share. Cleared when its last owner drops it.
    #[derive(Clone)]
    pub(crate) struct SharedKey(pub(super) Arc<SalsaBox>);

    impl SharedKey {
        /// Computes the key between two peers; `None` if the public key has a low order.
        pub(crate) fn new(secret: &[u8; KEY_BYTES], public: &[u8; KEY_BYTES]) -> Option<Self> {
            let shared = || with_secret(secret, |secret| Self(Arc::new(SalsaBox::new(&(*public).into(), secret))));
            (!curve::has_low_order(public)).then(shared)
        }

        /// Encrypts in place and returns the MAC; `None` above 256 GB.
        pub(crate) fn seal(&self, nonce: &[u8; 24], text: &mut [u8]) -> Option<[u8; MAC_BYTES]> {
            self.0.encrypt_in_place_detached(nonce.into(), &[], text).ok().map(Into::into)
        }

        /// Decrypts in place if the MAC matches, and changes nothing otherwise. Compares MACs in constant time.
        pub(crate) fn open(&self, nonce: &[u8; 24], mac: &[u8; MAC_BYTES], text: &mut [u8]) -> bool {
            self.0.decrypt_in_place_detached(nonce.into(), &[], text, mac.into()).is_ok()
        }
    }
}

#[cfg(test)]
mod tests {
    use core::hint::black_box;

    use crate::{curve::LOW_ORDER, memory::Watched};

    use super::*;

    #[test]
    fn points_of_low_order_have_no_shared_key() {
        for mut point in LOW_ORDER {
            for high in [0, 0x80] {
                point[31] |= high;
                assert!(SharedKey::new(&[7; 32], &point).is_none(), "{point:02x?}");
            }
        }
        assert!(SharedKey::new(&[7; 32], &public_key(&[8; 32])).is_some());
    }

    #[test]
    fn nothing_is_left_of_a_shared_key_in_memory() {
        let key = SharedKey::new(&[7; 32], &public_key(&[8; 32])).unwrap();
        let Some(watched) = Watched::of(&*key.0) else { return };
        let other = key.clone();
        drop(key);
        assert!(watched.is_there(), "the key is cleared while it has an owner");
        drop(other);
        assert!(!watched.is_there(), "a dropped key is left in memory");
    }

    #[test]
    fn nothing_is_left_of_a_lent_secret_key_in_memory() {
        /// Lends the key below 4 kB of stack, which the calls after it use instead of the key's memory.
        #[inline(never)]
        fn lend() -> Option<Watched> {
            let unused = black_box([0_u8; 4096]);
            let watched = with_crypto_box::with_secret(&[7; 32], Watched::of);
            black_box(&unused);
            watched
        }

        let Some(watched) = lend() else { return };
        assert!(!watched.is_there(), "a lent key is left in memory");
    }

    #[test]
    fn both_crates_compute_the_same() {
        for seed in 1..=16 {
            let (ours, theirs) = ([seed; 32], [!seed; 32]);
            let public = public_key(&theirs);
            assert_eq!(public, with_crypto_box::public_key(&theirs));
            let one = SharedKey::new(&ours, &public).unwrap();
            let other = with_crypto_box::SharedKey::new(&ours, &public).unwrap();
            let nonce = [seed.wrapping_mul(37); 24];
            for length in (0..=600).chain([4_095, 4_096, 65_519]) {
                let text: alloc::vec::Vec<u8> = (0..length).map(|at| (at * 7) as u8 ^ seed).collect();
                let (mut by_one, mut by_other) = (text.clone(), text.clone());
                let mac = one.seal(&nonce, &mut by_one).unwrap();
                assert_eq!(Some(mac), other.seal(&nonce, &mut by_other));
                assert!(by_one == by_other, "{length}");
                let mut wrong = mac;
                wrong[length % 16] ^= 1 << (length % 8);
                let (mut opened_by_one, mut opened_by_other) = (by_one.clone(), by_one.clone());
                assert!(!one.open(&nonce, &wrong, &mut opened_by_one) && opened_by_one == by_one, "{length}");
                assert!(!other.open(&nonce, &wrong, &mut opened_by_other) && opened_by_other == by_one, "{length}");
                assert!(one.open(&nonce, &mac, &mut opened_by_one) && opened_by_one == text, "{length}");
                assert!(other.open(&nonce, &mac, &mut opened_by_other) && opened_by_other == text, "{length}");
            }
        }
    }
}
