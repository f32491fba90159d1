//! Limits for the heap memory of a decode.

use std::cell::Cell;

use tezos_encoding::HasEncoding;

/// Factor for lists that grow: the old allocation and the new one, which is twice as long, exist at the same time.
const GROWTH: usize = 3;

/// Heap of the walker that explains an error, for each level of a recursive type: its stack of pending steps, including growth, and
/// the path.
const EXPLAINED_LEVEL: usize = 512;

/// At most `per_byte * n + fixed` bytes of live heap while n bytes are decoded.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Heap {
    /// Bytes for each byte of the input.
    pub per_byte: usize,
    /// Bytes for any input: an error with its path, and the pending steps of the walker that explains it.
    pub fixed: usize,
}

impl Heap {
    /// The heap of an error, for values without lists and texts.
    pub const NONE: Self = Self { per_byte: 0, fixed: 4096 };

    /// For a value decoded with a schema alone: each byte may be an element or a level.
    pub const DECODED: Self = Self { per_byte: 1024, fixed: 8192 };

    /// For slices and for `fit`: each byte may be a slice with its name.
    pub const SLICED: Self = Self { per_byte: 2048, ..Self::DECODED };

    /// For values whose bytes and texts are copied once.
    pub const COPIED: Self = Self { per_byte: 1, ..Self::NONE };

    /// Adds a list of `T`, whose elements have the size of `T` in memory and at least its minimum size on the wire.
    #[must_use]
    pub const fn list<T: HasEncoding>(self) -> Self {
        self.elements(size_of::<T>(), T::ENCODING.size().least)
    }

    /// Adds elements of `memory` bytes in memory and at least `wire` bytes on the wire, size prefix included.
    #[must_use]
    pub const fn elements(self, memory: usize, wire: usize) -> Self {
        Self { per_byte: self.per_byte + (GROWTH * memory).div_ceil(wire), ..self }
    }

    /// Adds levels of a recursive type, of `memory` bytes in memory and at least `wire` bytes on the wire.
    #[must_use]
    pub const fn levels(self, memory: usize, wire: usize) -> Self {
        Self { per_byte: self.per_byte + (EXPLAINED_LEVEL + memory).div_ceil(wire), ..self }
    }

    /// Adds levels of a recursive type that together take at most `bytes` bytes on the wire.
    #[must_use]
    pub const fn levels_within(self, memory: usize, wire: usize, bytes: usize) -> Self {
        Self { fixed: self.fixed + (EXPLAINED_LEVEL + memory) * bytes.div_ceil(wire), ..self }
    }

    /// Returns the greater of both for each field.
    #[must_use]
    pub const fn or(self, other: Self) -> Self {
        let per_byte = if self.per_byte > other.per_byte { self.per_byte } else { other.per_byte };
        let fixed = if self.fixed > other.fixed { self.fixed } else { other.fixed };
        Self { per_byte, fixed }
    }

    /// Returns the limit of heap for an input of `input` bytes.
    #[must_use]
    pub const fn bound(self, input: usize) -> usize {
        self.per_byte.saturating_mul(input).saturating_add(self.fixed)
    }

    /// Runs `decode`, and panics if it takes more heap than this allows for `input`.
    pub(crate) fn hold<R>(self, what: &str, input: &[u8], decode: impl FnOnce() -> R) -> R {
        let (result, peak) = peak(decode);
        let bound = self.bound(input.len());
        MOST.with(|most| most.set(most.get().max(peak.saturating_mul(100).checked_div(bound).unwrap_or_default())));
        assert!(peak <= bound, "{what} {input:02x?} takes {peak} bytes of heap, {bound} are allowed");
        result
    }
}

thread_local! {
    static MOST: Cell<usize> = const { Cell::new(0) };
}

/// Returns how close decodes of this thread came to the limit since the last call, in hundredths.
#[must_use]
pub fn closest() -> usize {
    MOST.take()
}

/// Runs `work`, and returns its result and the bytes of heap that the result keeps.
pub(crate) fn kept<R>(work: impl FnOnce() -> R) -> (R, usize) {
    let mut result = None;
    let info = allocation_counter::measure(|| result = Some(work()));
    (result.unwrap(), usize::try_from(info.bytes_current).unwrap_or_default())
}

/// Runs `work`, and returns its result and the peak of live heap in bytes.
pub fn peak<R>(work: impl FnOnce() -> R) -> (R, usize) {
    let mut result = None;
    let info = allocation_counter::measure(|| result = Some(work()));
    (result.unwrap(), usize::try_from(info.bytes_max).unwrap())
}
