//! What it costs to decode, encode and hash a value, as functions of its size.
//!
//! The functions themselves are generated from measurements: `tezos_messages::cost` and `tezos_protocols::cost`. This
//! module has the types that they use. All arithmetic is on integers and saturates: a sum that does not fit in 64 bits
//! is `u64::MAX`.

use core::fmt;
use core::time::Duration;

/// What a cost depends on: counts that are known for a value, or bounded by the length of its bytes before it is
/// decoded.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Hash)]
pub struct Workload {
    /// Bytes of the value, with its size prefix.
    pub bytes: u64,
    /// Contents of an operation; 0 for anything else.
    pub contents: u64,
    /// Elements of lists whose elements vary in size: operations in a message, points, modules, messages to a rollup. Of a Micheline
    /// expression, its nodes.
    pub elements: u64,
    /// Elements of lists whose elements have a fixed size: hashes, committee members, field elements.
    pub fixed_elements: u64,
    /// Optional values that are present.
    pub options: u64,
    /// Non-empty byte strings, texts and lists of variable size, and numbers of more than 63 bits. Most take one
    /// allocation each.
    pub blocks: u64,
    /// Those among `blocks` that have more than 1,024 bytes, which allocators treat differently.
    pub large_blocks: u64,
    /// Bytes of numbers of variable length (`n`, `z`) of up to 63 bits, which are read and written digit by digit.
    pub digits: u64,
    /// Bytes of longer numbers, which are copied.
    pub wide_digits: u64,
    /// Levels of a recursive value: of a Micheline expression that stands alone, or steps of a path in a Merkle tree.
    /// For a recursive value in an operation: its nodes, which are counted here only.
    pub depth: u64,
}

impl Workload {
    /// Minimum size in bytes of a block that counts as large.
    pub const LARGE_BYTES: u64 = 1025;

    /// Returns a workload of `bytes` bytes; all other counts are 0.
    #[must_use]
    pub const fn of_bytes(bytes: u64) -> Self {
        Self {
            bytes,
            contents: 0,
            elements: 0,
            fixed_elements: 0,
            options: 0,
            blocks: 0,
            large_blocks: 0,
            digits: 0,
            wide_digits: 0,
            depth: 0,
        }
    }

    /// Returns the number of 128-byte blocks, the last of which may be incomplete: BLAKE2b takes one step for each.
    #[must_use]
    pub const fn blake2b_blocks(&self) -> u64 {
        self.bytes.div_ceil(128)
    }

    /// Returns the base-2 logarithm of the number of contents, rounded up; 0 for none. It is how often a growing list
    /// doubles its capacity to reach this length.
    #[must_use]
    pub const fn contents_log2(&self) -> u64 {
        log2(self.contents)
    }

    /// Returns the base-2 logarithm of the number of elements of variable size, rounded up; 0 for none.
    #[must_use]
    pub const fn elements_log2(&self) -> u64 {
        log2(self.elements)
    }

    /// Returns `n * log2(n)` of the bytes, with the integer part of the logarithm.
    #[must_use]
    pub const fn bytes_log(&self) -> u64 {
        n_log_n(self.bytes)
    }

    /// Returns `n * log2(n)` of the elements of variable size, with the integer part of the logarithm.
    #[must_use]
    pub const fn elements_log(&self) -> u64 {
        n_log_n(self.elements)
    }
}

/// Returns the base-2 logarithm of a number, rounded up; 0 for 0.
const fn log2(n: u64) -> u64 {
    match n.saturating_sub(1).checked_ilog2() {
        Some(log) => log.saturating_add(1) as u64,
        None => 0,
    }
}

const fn n_log_n(n: u64) -> u64 {
    match n.checked_ilog2() {
        Some(log) => n.saturating_mul(log as u64),
        None => 0,
    }
}

/// A duration on the machine where a model was measured, in picoseconds.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub struct Cost(pub u64);

impl Cost {
    /// A duration of zero.
    pub const ZERO: Self = Self(0);

    /// Converts a duration to a cost.
    #[must_use]
    pub const fn of(time: Duration) -> Self {
        let nanoseconds = time.as_nanos();
        match nanoseconds > (u64::MAX / 1000) as u128 {
            true => Self(u64::MAX),
            false => Self((nanoseconds as u64).saturating_mul(1000)),
        }
    }

    /// Converts the cost to a duration, rounded up to nanoseconds.
    #[must_use]
    pub const fn time(self) -> Duration {
        Duration::from_nanos(self.0.div_ceil(1000))
    }

    /// Returns the sum of two costs.
    #[must_use]
    pub const fn plus(self, other: Self) -> Self {
        Self(self.0.saturating_add(other.0))
    }
}

impl fmt::Display for Cost {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        fmt::Debug::fmt(&self.time(), f)
    }
}

/// Accumulates a linear function of a workload: a constant plus a multiple of each count, none of them negative. All
/// numbers are fixed-point with ten fractional bits: 1,024 stands for one.
///
/// ```
/// use tezos_encoding::cost::Sum;
/// // 10 and 300 times 0.25.
/// assert_eq!(Sum::new(10 << 10).per(300, 256).total(), 85);
/// // 300 times 24.5, which is 16 + 8 + 1/2.
/// assert_eq!(Sum::new(10 << 10).shl(300, 14).shl(300, 13).shl(300, 9).total(), 7360);
/// ```
#[derive(Clone, Copy, Debug)]
pub struct Sum(u64);

/// Fractional bits of a [`Sum`].
const FRACTION_BITS: u32 = 10;

impl Sum {
    /// Starts a sum with a constant.
    #[must_use]
    pub const fn new(constant: u64) -> Self {
        Self(constant)
    }

    /// Adds `n * each`.
    #[must_use]
    pub const fn per(self, n: u64, each: u64) -> Self {
        Self(self.0.saturating_add(n.saturating_mul(each)))
    }

    /// Adds `n * 2^bits`, in units of 1/1,024.
    #[must_use]
    pub const fn shl(self, n: u64, bits: u32) -> Self {
        let fits = bits < 64 && n.leading_zeros() >= bits;
        Self(if fits { self.0.saturating_add(n << bits) } else { u64::MAX })
    }

    /// Returns the sum, rounded down to a whole number.
    #[must_use]
    pub const fn total(self) -> u64 {
        self.0 >> FRACTION_BITS
    }
}

#[cfg(test)]
mod tests {
    use alloc::string::ToString as _;

    use super::*;

    #[test]
    fn sums_saturate() {
        let most = u64::MAX >> 10;
        assert_eq!(Sum::new(1).per(u64::MAX, 2).total(), most);
        assert_eq!(Sum::new(1).shl(1 << 40, 24).total(), most);
        assert_eq!(Sum::new(1 << 10).shl(1, 63).total(), (1 << 53) + 1);
        assert_eq!(Sum::new(1).shl(1, 64).total(), most);
        // One factor less, and the sum fits.
        assert_eq!(Sum::new(0).shl(1 << 39, 24).total(), 1 << 53);
        assert_eq!(Sum::new(u64::MAX - 6).per(3, 2).total(), most);
        assert_eq!((Sum::new(1023).total(), Sum::new(1023).per(1, 1).total()), (0, 1));
        assert_eq!(Cost::of(Duration::MAX), Cost(u64::MAX));
        let longest = u64::MAX / 1000;
        assert_eq!(Cost::of(Duration::from_nanos(longest)), Cost(longest * 1000));
        assert_eq!(Cost::of(Duration::from_nanos(longest + 1)), Cost(u64::MAX));
        assert_eq!(Cost(u64::MAX).plus(Cost(1)), Cost(u64::MAX));
    }

    #[test]
    fn durations_round_up() {
        assert_eq!([1, 1000, 1001].map(|cost| Cost(cost).time().as_nanos()), [1, 1, 2]);
        assert_eq!(Cost(0).time(), Duration::ZERO);
        assert_eq!(Cost::of(Duration::from_micros(3)), Cost(3_000_000));
        assert_eq!(Cost(3_000_000).to_string(), "3µs");
    }

    #[test]
    fn logarithms_of_zero_are_zero() {
        assert_eq!((Workload::default().bytes_log(), Workload::of_bytes(1).bytes_log()), (0, 0));
        let doublings =
            [0, 1, 2, 3, 4, 5, 8, 9].map(|contents| Workload { contents, ..Workload::default() }.contents_log2());
        assert_eq!(doublings, [0, 0, 1, 2, 2, 3, 3, 4]);
        assert_eq!(Workload { elements: 8, ..Workload::of_bytes(129) }.elements_log(), 24);
        assert_eq!(Workload { elements: 9, contents: 1, ..Workload::of_bytes(2) }.elements_log2(), 4);
        assert_eq!([7, 8].map(|bytes| Workload::of_bytes(bytes).bytes_log()), [7 * 2, 8 * 3]);
        assert_eq!([0, 1, 128, 129].map(|bytes| Workload::of_bytes(bytes).blake2b_blocks()), [0, 1, 1, 2]);
    }
}
