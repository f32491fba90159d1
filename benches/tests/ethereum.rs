//! Checks that values of Ethereum are written with one allocation and hashed without any, however many lists they contain, and that the
//! handwritten code gives the same.

#![allow(clippy::unwrap_used, reason = "a test may panic")]

use tezos_codec_benches::ethereum::{self, Derived};
use tezos_rlp::ethereum::{Block, Header, Transaction};

#[global_allocator]
static ALLOCATOR: dhat::Alloc = dhat::Alloc;

/// A single test, because the allocations of other tests in the process would be counted too.
#[test]
fn writing_and_hashing_of_ethereum() {
    check::<Transaction>(&ethereum::transaction().unwrap());
    check::<Header>(&ethereum::header().unwrap());
    for transactions in [0, 1, 8, 320] {
        check::<Block>(&ethereum::block(transactions).unwrap());
    }
}

fn check<T: Derived>(bytes: &[u8]) {
    let value = T::decode(bytes).unwrap();
    let hash = allocating(0, || value.keccak().unwrap());
    let written = allocating(1, || value.encode().unwrap());
    assert!(written == bytes && allocating(1, || value.encode_by_hand()) == bytes);
    assert_eq!(hash, allocating(0, || value.keccak_by_hand()));
}

/// Returns the result of a call that allocates this number of heap blocks.
fn allocating<T>(expected: u64, call: impl FnOnce() -> T) -> T {
    let profiler = dhat::Profiler::builder().testing().build();
    let result = call();
    assert_eq!(dhat::HeapStats::get().total_blocks, expected);
    drop(profiler);
    result
}
