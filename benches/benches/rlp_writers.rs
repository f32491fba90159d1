//! Writing and hashing RLP of Ethereum, timed in turns: derived code, code written by hand, and the crates alloy-rlp and rlp:
//! `cargo bench -p tezos-codec-benches --bench rlp_writers` prints the table of `docs/performance.md`.
//!
//! A cell has the least time, the peak of the heap and the number of allocations. The crates alloy-rlp and rlp have no hash of a value: they
//! encode, and the bytes are hashed, as their users do. All four use the same Keccak-256. The allocator counts, which takes some nanoseconds
//! for each allocation, and a block that grows is always copied.

#![allow(clippy::unwrap_used, clippy::arithmetic_side_effects, reason = "a benchmark may panic")]

mod others;

use std::{
    hint::black_box,
    time::{Duration, Instant},
};

use allocation_counter::AllocationInfo;
use others::{Others, keccak};
use tezos_codec_benches::{ethereum, numbers::grouped, turns};
use tezos_rlp::ethereum::{Block, Header, Transaction};

/// The numbers of transactions of the blocks.
const TRANSACTIONS: [usize; 6] = [1, 8, 80, 320, 640, 1280];

/// The time for which a function is called in a round.
const TURN: Duration = Duration::from_micros(100);

fn main() {
    let rounds = turns::rounds();
    println!("| | bytes | derived | by hand | alloy-rlp | rlp |\n|---|--:|--:|--:|--:|--:|");
    for task in [Task::Encode, Task::Hash] {
        row::<Transaction>(task, "transaction", &ethereum::transaction().unwrap(), rounds);
        row::<Header>(task, "header", &ethereum::header().unwrap(), rounds);
        for transactions in TRANSACTIONS {
            let name = format!("block, {}", grouped(transactions));
            row::<Block>(task, &name, &ethereum::block(transactions).unwrap(), rounds);
        }
    }
}

/// What is measured.
#[derive(Clone, Copy, PartialEq)]
enum Task {
    Encode,
    Hash,
}

/// Measures a value, after checking that all four give the same, and prints the row.
fn row<T: Others>(task: Task, name: &str, bytes: &[u8], rounds: usize) {
    let (value, of_alloy) = (T::decode(bytes).unwrap(), T::for_alloy(bytes));
    assert!(value.encode().unwrap() == bytes && value.encode_by_hand() == bytes);
    assert!(T::by_alloy(&of_alloy) == bytes && value.by_parity().as_ref() == bytes);
    let hash = keccak(bytes);
    assert!(value.keccak().unwrap() == hash && value.keccak_by_hand() == hash);
    let (value, of_alloy) = (&value, &of_alloy);
    let calls: [&dyn Fn(); 4] = match task {
        Task::Encode => [
            &|| drop(black_box(black_box(value).encode().unwrap())),
            &|| drop(black_box(black_box(value).encode_by_hand())),
            &|| drop(black_box(T::by_alloy(black_box(of_alloy)))),
            &|| drop(black_box(black_box(value).by_parity())),
        ],
        Task::Hash => [
            &|| _ = black_box(black_box(value).keccak().unwrap()),
            &|| _ = black_box(black_box(value).keccak_by_hand()),
            &|| _ = black_box(keccak(&T::by_alloy(black_box(of_alloy)))),
            &|| _ = black_box(keccak(black_box(value).by_parity().as_ref())),
        ],
    };
    let heap = calls.map(allocation_counter::measure);
    let derived = (heap[0].count_total, heap[0].bytes_max);
    assert_eq!(derived, if task == Task::Hash { (0, 0) } else { (1, u64::try_from(bytes.len()).unwrap()) }, "{name}");
    let times = shortest(rounds, calls);
    let cells = times.iter().zip(&heap).map(|(time, heap)| cell(*time, heap)).collect::<Vec<_>>();
    let task = if task == Task::Hash { "hash" } else { "encode" };
    println!("| {task} {name} | {} | {} |", grouped(bytes.len()), cells.join(" | "));
}

/// Returns the least time of each call in nanoseconds. As [`turns::shortest`], but a turn may be a single call: on a busy machine, 64 calls
/// with the largest blocks are never made without an interruption.
fn shortest<const N: usize>(rounds: usize, calls: [&dyn Fn(); N]) -> [f64; N] {
    let time = |call: &dyn Fn(), times: u32| {
        let begin = Instant::now();
        (0..times).for_each(|_| call());
        begin.elapsed().as_secs_f64() * 1e9 / f64::from(times)
    };
    let times = calls.map(|call| (TURN.as_secs_f64() * 1e9 / time(call, 2)) as u32 + 1);
    let mut shortest = [f64::INFINITY; N];
    for _ in 0..rounds {
        for ((call, times), shortest) in calls.iter().zip(times).zip(&mut shortest) {
            call();
            *shortest = shortest.min(time(call, times));
        }
    }
    shortest
}

/// Returns a time, the peak of the heap, and the number of allocations.
fn cell(time: f64, heap: &AllocationInfo) -> String {
    let time = match time {
        ..1e3 => format!("{time:.0} ns"),
        ..1e5 => format!("{:.1} µs", time / 1e3),
        ..1e6 => format!("{:.0} µs", time / 1e3),
        _ => format!("{:.2} ms", time / 1e6),
    };
    format!("{time}, {} B, {}", grouped(heap.bytes_max), heap.count_total)
}
