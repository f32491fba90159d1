//! Numbers of any size: `n` and `z`.
//!
//! Seven bits a byte, least significant first, the top bit of a byte says that more follow; the first byte of a `z` has
//! its sign in the second bit and six bits of the number. Values that fit 64 bits are kept as such; longer ones keep their
//! wire bytes, so reading and writing costs a copy whatever their length. To calculate with them, enable `num-bigint`.

#[cfg(feature = "num-bigint")]
mod big;
pub(crate) mod decimal;
mod natural;
mod whole;

pub(crate) use natural::split;
pub use natural::{N, TooLarge};
pub use whole::Z;
pub(crate) use whole::natural;

/// Wire bytes of a number that are kept as an integer: nine bytes hold 63 bits.
const SMALL_BYTES: usize = 9;

/// The end of a number that starts at the front of `bytes`: how many bytes it has.
pub(crate) fn length(bytes: &[u8]) -> Option<usize> {
    bytes.iter().position(|byte| byte & 0x80 == 0).map(|last| last.saturating_add(1))
}

/// Adds the 7-bit groups of `bytes` to `low`, the first at bit `shift`; they fit.
fn gather(low: u64, bytes: &[u8], shift: u32) -> u64 {
    bytes.iter().rev().fold(0u64, |number, byte| number << 7 | u64::from(byte & 0x7f)) << shift | low
}

/// Writes `number` in groups of seven bits into `place`; returns the bytes written.
fn scatter(mut number: u128, place: &mut [u8]) -> usize {
    let mut written = 0usize;
    for byte in place {
        let [low, ..] = number.to_le_bytes();
        number >>= 7;
        *byte = if number == 0 { low & 0x7f } else { low | 0x80 };
        written = written.saturating_add(1);
        if number == 0 {
            break;
        }
    }
    written
}

/// Compares numbers by their wire bytes in shortest form: the longer is larger, else the last byte decides first.
fn compare(a: &[u8], b: &[u8]) -> core::cmp::Ordering {
    let (high_a, high_b) = (a.iter().rev().map(|byte| byte & 0x7f), b.iter().rev().map(|byte| byte & 0x7f));
    a.len().cmp(&b.len()).then_with(|| high_a.cmp(high_b))
}

/// `wire:` and the wire bytes.
fn write_wire(f: &mut core::fmt::Formatter<'_>, bytes: &[u8]) -> core::fmt::Result {
    write!(f, "wire:")?;
    bytes.iter().try_for_each(|byte| write!(f, "{byte:02x}"))
}

/// The number of bytes of the widest `n` up to `max`.
pub const fn n_bytes(max: u64) -> usize {
    let (mut bytes, mut rest) = (1usize, max >> 7);
    while rest != 0 {
        bytes = bytes.saturating_add(1);
        rest >>= 7;
    }
    bytes
}

/// The number of bytes of the widest `z` from `min` to `max`.
pub const fn z_bytes(min: i64, max: i64) -> usize {
    let (min, max) = (min.unsigned_abs(), max.unsigned_abs());
    let widest = if min > max { min } else { max };
    if widest >> 6 == 0 { 1 } else { n_bytes(widest >> 6).saturating_add(1) }
}
