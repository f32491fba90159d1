//! Nonces of the session: 24 bytes, one value for each chunk of a direction.

use core::fmt;

use crate::{
    hash::blake2b_256_of,
    session::{ChunkError, Role},
};

/// Bytes of a nonce.
pub const NONCE_BYTES: usize = 24;

/// A nonce: 24 bytes that count as one big-endian number.
#[derive(Clone, Copy, PartialEq, Eq, Hash)]
#[repr(transparent)]
pub struct Nonce(pub [u8; NONCE_BYTES]);

impl Nonce {
    /// The nonce `steps` after this one. After the highest comes zero.
    #[must_use]
    pub fn ahead(mut self, steps: u64) -> Self {
        let [high @ .., _, _, _, _, _, _, _, _, _, _, _, _, _, _, _, _] = self.0;
        let [_, _, _, _, _, _, _, _, low @ ..] = self.0;
        let (low, carry) = u128::from_be_bytes(low).overflowing_add(steps.into());
        let high = u64::from_be_bytes(high).wrapping_add(carry.into());
        self.0
            .iter_mut()
            .zip(high.to_be_bytes().into_iter().chain(low.to_be_bytes()))
            .for_each(|(to, from)| *to = from);
        self
    }
}

impl From<[u8; NONCE_BYTES]> for Nonce {
    fn from(bytes: [u8; NONCE_BYTES]) -> Self {
        Self(bytes)
    }
}

impl AsRef<[u8]> for Nonce {
    fn as_ref(&self) -> &[u8] {
        &self.0
    }
}

impl fmt::Display for Nonce {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(&hex::encode(self.0))
    }
}

impl fmt::Debug for Nonce {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        fmt::Display::fmt(self, f)
    }
}

/// First nonces of the two directions, derived from the two connection messages.
///
/// Each is the first 24 bytes of `blake2b_256(initiator's frame || responder's frame || seed)`, where a frame is the
/// connection message with its 2-byte length. The names of the seeds are the reverse of their use: the initiator of the
/// connection sends with `Resp -> Init`.
///
/// Rule: [`crypto_box.ml`, `generate_nonces`](https://gitlab.com/tezos/tezos/-/blob/25f04aba0c0b0aaded88d2a3bbdbf68dd082fed6/src/lib_crypto/crypto_box.ml).
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct Nonces {
    /// Derived from the seed `Init -> Resp`. The initiator receives with it.
    pub init_to_resp: Nonce,
    /// Derived from the seed `Resp -> Init`. The initiator sends with it.
    pub resp_to_init: Nonce,
}

impl Nonces {
    /// Derives the nonces of a session from its first two frames.
    #[must_use]
    pub fn derive(initiator_frame: &[u8], responder_frame: &[u8]) -> Self {
        let nonce = |seed: &[u8]| {
            let mut bytes = [0; NONCE_BYTES];
            let hash = blake2b_256_of(&[initiator_frame, responder_frame, seed]);
            bytes.iter_mut().zip(hash).for_each(|(to, from)| *to = from);
            Nonce(bytes)
        };
        Self { init_to_resp: nonce(b"Init -> Resp"), resp_to_init: nonce(b"Resp -> Init") }
    }

    /// Returns the first nonce that `role` sends with.
    #[must_use]
    pub const fn sending(&self, role: Role) -> Nonce {
        match role {
            Role::Initiator => self.resp_to_init,
            Role::Responder => self.init_to_resp,
        }
    }

    /// Returns the first nonce that `role` receives with.
    #[must_use]
    pub const fn receiving(&self, role: Role) -> Nonce {
        self.sending(role.other())
    }
}

/// Hands out each nonce of a direction once.
#[derive(Debug, Clone)]
pub(super) struct Counter {
    next: Nonce,
    used: u64,
}

impl Counter {
    pub(super) const fn new(first: Nonce) -> Self {
        Self { next: first, used: 0 }
    }

    /// Returns the number of used nonces, which is the number of the next chunk, counted from 0.
    pub(super) const fn used(&self) -> u64 {
        self.used
    }

    /// Returns the nonce `steps` ahead without using it.
    pub(super) fn peek(&self, steps: u64) -> Nonce {
        self.next.ahead(steps)
    }

    /// Leaves the next `count` nonces behind.
    ///
    /// The 24 bytes would repeat after 2^192 steps; the count, which refuses to wrap, is at its end long before.
    pub(super) fn advance(&mut self, count: u64) -> Result<(), ChunkError> {
        self.used = self.used.checked_add(count).ok_or(ChunkError::NoncesUsedUp)?;
        self.next = self.next.ahead(count);
        Ok(())
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn counts_as_one_big_endian_number() {
        let zero = Nonce([0; 24]);
        let highest = Nonce([0xff; 24]);
        assert_eq!(highest.ahead(1), zero);
        assert_eq!(highest.ahead(u64::MAX).ahead(2).0[16..], [0, 0, 0, 0, 0, 0, 0, 0]);
        assert_eq!(highest.ahead(u64::MAX).ahead(2).0[..16], [[0; 15].as_slice(), &[1]].concat());
        assert_eq!(zero.ahead(0x0102).0[22..], [1, 2]);
        let mut one_by_one = Nonce([0xfe; 24]);
        for steps in 0..1000 {
            assert_eq!(Nonce([0xfe; 24]).ahead(steps), one_by_one);
            one_by_one = one_by_one.ahead(1);
        }
    }

    #[test]
    fn no_nonce_is_handed_out_after_the_last() {
        let mut counter = Counter::new(Nonce([0; 24]));
        counter.advance(u64::MAX).unwrap();
        assert_eq!(counter.advance(1), Err(ChunkError::NoncesUsedUp));
        assert_eq!(counter.used(), u64::MAX);
    }
}
