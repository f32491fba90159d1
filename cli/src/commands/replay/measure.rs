//! Time and allocations of a decode.

use std::time::{Duration, Instant};

use stats_alloc::Region;

use crate::{ALLOCATOR, registry::Codec};

/// Batches of which the median is taken.
const BATCHES: usize = 11;
/// Least time of a batch, so that reading the clock does not count.
const BATCH: Duration = Duration::from_micros(5);
/// Most decodes in a batch.
const DECODES_MAX: u32 = 10_000;

/// What one decode of a message takes.
#[derive(Debug, Clone, Copy)]
pub(super) struct Measured {
    /// Nanoseconds.
    pub(super) nanoseconds: f64,
    /// Requests to the allocator.
    pub(super) allocations: u64,
    /// Bytes asked of it.
    pub(super) allocated_bytes: u64,
}

/// Measures a message that is known to decode. No other thread may be running: the counters are those of the process.
pub(super) fn measure(codec: &Codec, bytes: &[u8]) -> Measured {
    let region = Region::new(ALLOCATOR);
    codec.decode(bytes, 1);
    let counted = region.change();
    let allocations = counted.allocations.saturating_add(counted.reallocations);

    let decodes = decodes_in_a_batch(codec, bytes);
    let mut times = [0.0; BATCHES];
    for time in &mut times {
        *time = nanoseconds(codec, bytes, decodes);
    }
    Measured {
        nanoseconds: median(&mut times),
        allocations: u64::try_from(allocations).unwrap_or(u64::MAX),
        allocated_bytes: u64::try_from(counted.bytes_allocated).unwrap_or(u64::MAX),
    }
}

/// How many decodes take as long as a batch should, found by doubling.
fn decodes_in_a_batch(codec: &Codec, bytes: &[u8]) -> u32 {
    let mut decodes = 1_u32;
    while decodes < DECODES_MAX {
        let start = Instant::now();
        codec.decode(bytes, decodes);
        if start.elapsed() >= BATCH {
            break;
        }
        decodes = decodes.saturating_mul(2);
    }
    decodes
}

/// Nanoseconds of a decode, in one batch.
fn nanoseconds(codec: &Codec, bytes: &[u8], decodes: u32) -> f64 {
    let start = Instant::now();
    codec.decode(bytes, decodes);
    start.elapsed().as_secs_f64() * 1e9 / f64::from(decodes)
}

/// The value in the middle; 0 of none.
pub(super) fn median(values: &mut [f64]) -> f64 {
    values.sort_by(f64::total_cmp);
    values.get(values.len() / 2).copied().unwrap_or_default()
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::registry;

    #[test]
    fn median_is_in_the_middle() {
        assert_eq!(median(&mut []), 0.0);
        assert_eq!(median(&mut [3.0, 1.0, 2.0]), 2.0);
    }

    #[test]
    fn what_allocates_is_counted() {
        // The other tests run beside this one and allocate as well: only what cannot be less is known.
        let name = [&[0; 2 + 32 + 24 + 24][..], &[0, 0, 0, 3], b"abc", &[0; 4]].concat();
        let measured = measure(&registry::CONNECTION, &name);
        assert!(measured.allocations >= 1 && measured.allocated_bytes >= 3 && measured.nanoseconds > 0.0);
    }
}
