//! The promises of SECURITY.md, with the numbers that they have there, for every type of the zoo and every encoding of the registries
//! of `tezos-messages`, `tezos-protocols` and `tezos-rlp`. The promises about sessions are tested in `messages/tests/guarantees`.

mod g1_any_bytes;
mod g1_depth;
mod g1_texts;
mod g2_memory;
mod g3_linear;
mod g4_round_trips;
mod g4_symmetry;
mod security;

use std::panic::{AssertUnwindSafe, catch_unwind};
use std::sync::atomic::{AtomicUsize, Ordering};
use std::thread;

use tezos_codec_fuzz_bodies::{KNOWN, Known};

/// Stack size in bytes on which all checks must succeed: the default of a Rust thread.
const STACK: usize = 2 << 20;

/// Calls `work` with every known encoding, in one thread with a small stack for each processor.
fn each_known(work: impl Fn(&Known) + Sync) {
    let (next, work) = (AtomicUsize::new(0), &work);
    thread::scope(|scope| {
        for _ in 0..thread::available_parallelism().map_or(1, usize::from) {
            let run = || {
                while let Some(known) = KNOWN.get(next.fetch_add(1, Ordering::Relaxed)) {
                    work(known);
                }
            };
            thread::Builder::new().stack_size(STACK).spawn_scoped(scope, run).unwrap();
        }
    });
}

/// Checks an input. If a property is violated, the message names the encoding and the input.
fn check(known: &Known, bytes: &[u8]) {
    if let Err(panic) = catch_unwind(AssertUnwindSafe(|| known.check(bytes))) {
        let text = panic.downcast_ref::<String>().map(String::as_str);
        let message = text.or_else(|| panic.downcast_ref::<&str>().copied()).unwrap_or_default();
        panic!("{}, {bytes:02x?}: {message}", known.name);
    }
}
