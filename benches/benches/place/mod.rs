//! Decodes messages that start at varying offsets within a cache line.

#![allow(clippy::indexing_slicing, clippy::arithmetic_side_effects, reason = "a benchmark may panic")]

use std::{hint::black_box, time::Instant};

use criterion::Bencher;

/// The size of a cache line in bytes.
const CACHE_LINE: usize = 64;

/// Benchmarks `decode` on copies of `bytes`, with another offset within a cache line for each sample of criterion. Received messages start
/// anywhere, and copying a list can take twice as long, depending on its alignment and that of the vector that it is copied to. With one
/// offset for all formats, the length of each format's header would decide the result.
pub(crate) fn everywhere<R>(bencher: &mut Bencher<'_>, bytes: &[u8], decode: &mut impl FnMut(&[u8]) -> R) {
    let mut buffer = vec![0; bytes.len() + CACHE_LINE];
    let mut start = 0;
    bencher.iter_custom(|iterations| {
        // 27 has no factor in common with 64, so that 64 samples use every offset once.
        start = (start + 27) % CACHE_LINE;
        let bytes = {
            let moved = &mut buffer[start..start + bytes.len()];
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
