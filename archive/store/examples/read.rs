//! Reads all blocks of a source and prints their number, what was refused and the time.
//!
//! ```text
//! cargo run --release --example read -- DIRECTORY [THREADS] [unchecked]
//! ```

use std::error::Error;
use std::sync::atomic::{AtomicU64, AtomicUsize, Ordering};
use std::thread;
use std::time::Instant;

use tezos_archive_store::{Options, open};

fn main() -> Result<(), Box<dyn Error>> {
    let mut arguments = std::env::args().skip(1);
    let path = arguments.next().ok_or("expected a directory, a snapshot, a file or an address")?;
    let threads: usize = arguments.next().map_or(Ok(1), |threads| threads.parse())?;
    let (verify, decode) = match arguments.next().as_deref() {
        Some("unchecked") => (false, false),
        Some("hashes") => (true, false),
        _ => (true, true),
    };
    let start = Instant::now();
    let source = open(path, &Options { verify, decode, ..Options::default() })?;
    source.refusals().iter().for_each(|refusal| println!("{refusal}"));
    source.forks().iter().for_each(|fork| println!("not read: a fork at level {}, {}", fork.level, fork.hash));
    let ranges = source.ranges();
    let (next, blocks, bytes, refused) = (AtomicUsize::new(0), AtomicU64::new(0), AtomicU64::new(0), AtomicU64::new(0));
    thread::scope(|scope| {
        for _ in 0..threads {
            scope.spawn(|| {
                while let Some(range) = ranges.get(next.fetch_add(1, Ordering::Relaxed)) {
                    for block in source.range(range) {
                        match block {
                            Ok(block) => {
                                let size = block
                                    .operations
                                    .iter()
                                    .flatten()
                                    .fold(block.header.len(), |sum, operation| sum.saturating_add(operation.len()));
                                blocks.fetch_add(1, Ordering::Relaxed);
                                bytes.fetch_add(u64::try_from(size).unwrap_or_default(), Ordering::Relaxed);
                            }
                            Err(refusal) => {
                                refused.fetch_add(1, Ordering::Relaxed);
                                println!("{refusal}");
                            }
                        }
                    }
                }
            });
        }
    });
    let [blocks, bytes, refused] = [blocks, bytes, refused].map(AtomicU64::into_inner);
    println!("{blocks} blocks in {} ranges, {bytes} bytes, {refused} refused, {:.2?}", ranges.len(), start.elapsed());
    Ok(())
}
