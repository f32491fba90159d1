//! Proof of work of an identity.

use core::{error, fmt};

use crate::{
    hash::blake2b_256_of,
    identity::{CryptoBoxPublicKey, Stamp},
    session::nonce::Nonce,
};

/// Bits of a hash.
const HASH_BITS: usize = 256;

/// The largest hash that counts as enough work. The hash is BLAKE2b-256 of `public key || stamp`, read as a
/// little-endian number: at difficulty d its d highest bits, those at the end of the bytes, are zero.
///
/// Rule: [`crypto_box.ml`, `make_pow_target` and `compare_pow_target`](https://gitlab.com/tezos/tezos/-/blob/25f04aba0c0b0aaded88d2a3bbdbf68dd082fed6/src/lib_crypto/crypto_box.ml).
#[derive(Clone, Copy, PartialEq, Eq)]
pub struct PowTarget {
    /// Highest byte first.
    bytes: [u8; 32],
}

impl PowTarget {
    /// Target of a whole number of bits.
    #[must_use]
    pub fn from_bits(bits: u8) -> Self {
        Self::build(usize::from(bits), (1 << 54) - 1)
    }

    /// Target of a difficulty, which is the logarithm to base 2 of the work: 26.0 on mainnet.
    ///
    /// # Errors
    /// Below 0, above 256 or not a number.
    #[cfg(feature = "std")]
    pub fn new(difficulty: f64) -> Result<Self, DifficultyError> {
        if !(0.0..=256.0).contains(&difficulty) {
            return Err(DifficultyError);
        }
        let fraction = difficulty.fract();
        #[expect(clippy::cast_possible_truncation, clippy::cast_sign_loss, reason = "between 0 and 256")]
        let shift = difficulty.trunc() as usize;
        #[expect(clippy::cast_possible_truncation, clippy::cast_sign_loss, reason = "between 2^53 and 2^54")]
        let leading = if fraction == 0.0 { (1 << 54) - 1 } else { 2_f64.powf(54.0 - fraction) as u64 };
        Ok(Self::build(shift, leading))
    }

    /// `leading`, of 54 bits, is at the top of the 256 bits and all bits below it are ones; then `shift` to the right.
    fn build(shift: usize, leading: u64) -> Self {
        let mut bytes = [0; 32];
        for (place, byte) in bytes.iter_mut().enumerate() {
            for bit in 0..8_usize {
                // Counted from the highest bit: `shift` zeros, then the bits of `leading` from number 53 down, then ones.
                let index = place.saturating_mul(8).saturating_add(bit);
                let set = match index.checked_sub(shift) {
                    None => leading >> 54 != 0 && index.saturating_add(1) == shift,
                    Some(from_top @ 0..54) => leading & (1_u64 << 53_usize.saturating_sub(from_top)) != 0,
                    Some(_) => true,
                };
                *byte |= u8::from(set) << 7_usize.saturating_sub(bit);
            }
        }
        if shift == 0 && leading >> 54 != 0 {
            bytes = [0xff; HASH_BITS / 8];
        }
        Self { bytes }
    }

    /// Whether `stamp` is enough work for `key`.
    #[must_use]
    pub fn is_met(&self, key: &CryptoBoxPublicKey, stamp: &Stamp) -> bool {
        let mut hash = blake2b_256_of(&[&key.0, &stamp.0]);
        hash.reverse();
        hash <= self.bytes
    }

    /// Looks for a proof of work among `most` stamps from `start` on.
    ///
    /// # Errors
    /// The stamp to continue from, when none of them is one.
    pub fn search(&self, key: &CryptoBoxPublicKey, start: Stamp, most: u64) -> Result<Stamp, Stamp> {
        let mut stamp = start;
        for _ in 0..most {
            if self.is_met(key, &stamp) {
                return Ok(stamp);
            }
            stamp = Stamp(Nonce(stamp.0).ahead(1).0);
        }
        Err(stamp)
    }
}

impl fmt::Debug for PowTarget {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "Target({})", hex::encode(self.bytes))
    }
}

/// A difficulty that is not between 0 and 256.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct DifficultyError;

impl fmt::Display for DifficultyError {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str("expected a difficulty from 0 to 256")
    }
}

impl error::Error for DifficultyError {}

#[cfg(test)]
mod tests {
    use alloc::{format, string::String};

    use super::*;

    fn hex_of(difficulty: f64) -> String {
        hex::encode(PowTarget::new(difficulty).unwrap().bytes)
    }

    #[test]
    fn targets() {
        let ones = |zeros: usize| format!("{}{}", "0".repeat(zeros), "f".repeat(64 - zeros));
        assert_eq!(hex_of(0.0), ones(0));
        assert_eq!(hex_of(4.0), ones(1));
        assert_eq!(hex_of(24.0), ones(6));
        assert_eq!(hex_of(26.0), format!("0000003{}", ones(7).trim_start_matches('0')));
        assert_eq!(hex_of(252.0), ones(63));
        assert_eq!(hex_of(255.0), format!("{}1", "0".repeat(63)));
        assert_eq!(hex_of(256.0), "0".repeat(64));
        // 2^53.5, cut to a whole number, is 0x2d413cccfe779a.
        assert_eq!(hex_of(8.5), format!("00b504f333f9de6b{}", "f".repeat(48)));
        assert_eq!(hex_of(f64::MIN_POSITIVE), ones(0));
        assert_eq!(hex_of(1.0 + f64::EPSILON), format!("8{}1{}", "0".repeat(12), "f".repeat(50)));
        for bits in 0..=255 {
            assert_eq!(PowTarget::new(bits.into()), Ok(PowTarget::from_bits(bits)));
        }
        for wrong in [-0.1, 256.5, f64::NAN, f64::INFINITY] {
            assert_eq!(PowTarget::new(wrong), Err(DifficultyError));
        }
    }

    #[test]
    fn a_higher_difficulty_has_a_lower_target() {
        let mut last = PowTarget::new(0.0).unwrap().bytes;
        for step in 1..=2560_u16 {
            let next = PowTarget::new(f64::from(step) / 10.0).unwrap().bytes;
            assert!(next <= last, "{step}");
            last = next;
        }
    }

    /// `compare_pow_target` of `crypto_box.ml`: the hash may equal the target.
    #[test]
    fn a_hash_that_equals_the_target_is_enough() {
        let (key, stamp) = (CryptoBoxPublicKey([7; 32]), Stamp([8; 24]));
        let mut bytes = blake2b_256_of(&[&key.0, &stamp.0]);
        bytes.reverse();
        assert!(PowTarget { bytes }.is_met(&key, &stamp));
        for at in 0..32 {
            let with = |byte: Option<u8>| {
                let mut bytes = bytes;
                byte.map(|byte| bytes[at] = byte).map(|()| PowTarget { bytes })
            };
            assert!(with(bytes[at].checked_sub(1)).is_none_or(|less| !less.is_met(&key, &stamp)), "{at}");
            assert!(with(bytes[at].checked_add(1)).is_none_or(|more| more.is_met(&key, &stamp)), "{at}");
        }
    }

    #[test]
    fn search_finds_or_says_where_to_go_on() {
        let key = CryptoBoxPublicKey([7; 32]);
        let target = PowTarget::from_bits(8);
        let mut start = Stamp([0xff; 24]);
        let mut calls = 1;
        let found = loop {
            match target.search(&key, start, 10) {
                Ok(found) => break found,
                Err(next) => start = next,
            }
            calls += 1;
        };
        assert!(target.is_met(&key, &found));
        assert_eq!(target.search(&key, Stamp([0xff; 24]), calls * 10), Ok(found));
        assert_eq!(blake2b_256_of(&[&key.0, &found.0])[31], 0);
    }
}
