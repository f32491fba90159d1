//! Where in memory a message starts.

#![allow(clippy::indexing_slicing, clippy::arithmetic_side_effects, reason = "a benchmark may panic")]

use std::{hint::black_box, time::Instant};

use criterion::Bencher;

/// Bytes.
const CACHE_LINE: usize = 64;

/// Decodes from another place of a cache line each time that criterion asks. Messages start anywhere, and how a list lies to the vector
/// that it is copied to makes the copy up to twice as fast: with one place for all, the formats' headers would decide.
pub(crate) fn everywhere<R>(bencher: &mut Bencher<'_>, bytes: &[u8], decode: &mut impl FnMut(&[u8]) -> R) {
    let mut place = vec![0; bytes.len() + CACHE_LINE];
    let mut start = 0;
    bencher.iter_custom(|iterations| {
        // Every place comes once in 64 turns.
        start = (start + 27) % CACHE_LINE;
        let bytes = {
            let moved = &mut place[start..start + bytes.len()];
            moved.copy_from_slice(bytes);
            &*moved
        };
        let begin = Instant::now();
        for _ in 0..iterations {
            black_box(decode(black_box(bytes)));
        }
        begin.elapsed()
    });
}
