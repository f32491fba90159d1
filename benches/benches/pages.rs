//! Time, memory and page faults of reading and writing, by the number of transactions: derived code, code written by hand, and other crates.
//! `cargo bench -p tezos-codec-benches --features peers --bench pages` prints the table of `docs/performance.md`. Linux only.
//!
//! Each point is measured in processes of its own, because the heap of a process keeps the memory that it has had. A process does the work on one
//! transaction first, so that the code is in memory, and then once on all. A cell has the least time of the processes, the growth of the resident
//! memory, and the number of page faults.

#![allow(
    clippy::unwrap_used,
    clippy::arithmetic_side_effects,
    clippy::indexing_slicing,
    clippy::panic,
    reason = "a benchmark may panic"
)]

mod others;

use std::{
    any::Any,
    env, fs,
    hint::black_box,
    mem,
    path::{Path, PathBuf},
    process::Command,
    time::{Duration, Instant},
};

use others::{Others as _, keccak};
use tezos_codec_benches::{
    by_hand::Body,
    ethereum::{self, ByHand as _, Derived as _},
    numbers::grouped,
    peers::tezos,
    samples::{OperationsForBlocks, Samples},
};
use tezos_encoding::{Decode as _, Encode as _};
use tezos_rlp::ethereum::Block;

/// The numbers of transactions.
const TRANSACTIONS: [usize; 5] = [1, 10, 100, 1_000, 5_000];
/// The number of processes for a point.
const PROCESSES: usize = 9;

/// What is measured, and the crates that do it.
const TASKS: [(&str, &[&str]); 4] = [
    ("decode operations", &["derived", "by hand", "tezos_data_encoding"]),
    ("encode operations", &["derived", "by hand", "tezos_data_encoding"]),
    ("encode Ethereum block", &["derived", "by hand", "alloy-rlp", "rlp"]),
    ("hash Ethereum block", &["derived", "by hand", "alloy-rlp", "rlp"]),
];

fn main() {
    let arguments: Vec<String> = env::args().collect();
    if let [_, point, task, writer, files @ ..] = &arguments[..]
        && point == "--point"
    {
        return measure(task, writer, files);
    }
    let folder = Path::new(env!("CARGO_TARGET_TMPDIR"));
    for (task, writers) in TASKS {
        println!("| {task} | bytes | {} |", writers.join(" | "));
        println!("|---|--:|{}", "--:|".repeat(writers.len()));
        let files = TRANSACTIONS.map(|transactions| {
            let bytes = if task.ends_with("block") { block(transactions) } else { operations(transactions) };
            let file = folder.join(format!("pages-{transactions}"));
            fs::write(&file, &bytes).unwrap();
            (transactions, bytes.len(), file)
        });
        for (transactions, bytes, file) in &files {
            let cells: Vec<String> =
                writers.iter().map(|writer| Point::of(task, writer, [&files[0].2, file]).cell()).collect();
            println!("| {} | {} | {} |", grouped(*transactions), grouped(*bytes), cells.join(" | "));
        }
        println!();
    }
}

/// What the work of one point took.
#[derive(Clone, Copy, Debug)]
struct Point {
    time: Duration,
    /// The growth of the resident memory.
    kilobytes: u64,
    page_faults: u64,
}

impl Point {
    /// Measures a point in other processes, and returns the least of each figure.
    fn of(task: &str, writer: &str, files: [&PathBuf; 2]) -> Self {
        let runs = (0..PROCESSES).map(|_| {
            let mut command = Command::new(env::current_exe().unwrap());
            let output = command.args(["--point", task, writer]).args(files).output().unwrap();
            assert!(output.status.success(), "{task} {writer} {files:?}: {output:?}");
            let printed = String::from_utf8(output.stdout).unwrap();
            let figures: Vec<u64> = printed.split_whitespace().map(|figure| figure.parse().unwrap()).collect();
            let &[nanoseconds, kilobytes, page_faults] = &figures[..] else { panic!("{printed}") };
            Self { time: Duration::from_nanos(nanoseconds), kilobytes, page_faults }
        });
        runs.reduce(|one, other| Self {
            time: one.time.min(other.time),
            kilobytes: one.kilobytes.min(other.kilobytes),
            page_faults: one.page_faults.min(other.page_faults),
        })
        .unwrap()
    }

    fn cell(self) -> String {
        let Self { time, kilobytes, page_faults } = self;
        format!("{:.1} µs, {} kB, {page_faults}", time.as_secs_f64() * 1e6, grouped(kilobytes as usize))
    }
}

/// Does the work on the first file, then measures it on the second and prints the figures.
fn measure(task: &str, writer: &str, files: &[String]) {
    let [one, all] = files else { panic!("{files:?}") };
    _ = work(task, writer, one)();
    let work = work(task, writer, all);
    // Twice, for what this takes itself.
    let [_, before] = [usage(), usage()];
    let start = Instant::now();
    let made = work();
    let time = start.elapsed();
    let after = usage();
    println!("{} {} {}", time.as_nanos(), after[0] - before[0], after[1] - before[1]);
    drop(made);
}

/// Returns the resident memory in kilobytes, and the number of page faults.
fn usage() -> [u64; 2] {
    // `status` lags behind by up to 64 pages.
    let memory = fs::read_to_string("/proc/self/smaps_rollup").unwrap();
    let resident = memory.lines().find_map(|line| line.strip_prefix("Rss:")?.trim().strip_suffix(" kB"));
    let stat = fs::read_to_string("/proc/self/stat").unwrap();
    // Behind the name, which is in parentheses, the eighth field has the page faults without the disk.
    let faults = stat.rsplit(')').next().and_then(|fields| fields.split_whitespace().nth(7));
    [resident, faults].map(|figure| figure.unwrap().parse().unwrap())
}

/// Returns the work of a point, prepared. Nothing is freed before, because the allocator would use it again, without a page fault.
fn work(task: &str, writer: &str, file: &str) -> Box<dyn FnOnce() -> Box<dyn Any>> {
    /// Work on a value, which makes another.
    fn on<T: 'static, R: 'static>(value: T, work: impl Fn(&T) -> R + 'static) -> Box<dyn FnOnce() -> Box<dyn Any>> {
        let value: &'static T = Box::leak(Box::new(value));
        Box::new(move || Box::new(work(black_box(value))))
    }
    let bytes: &'static [u8] = fs::read(file).unwrap().leak();
    let operations = || OperationsForBlocks::from_bytes(bytes).unwrap();
    let block = || Block::decode(bytes).unwrap();
    match (task, writer) {
        ("decode operations", "derived") => on(bytes, |bytes| OperationsForBlocks::from_bytes(bytes).unwrap()),
        ("decode operations", "by hand") => on(bytes, |bytes| OperationsForBlocks::read_by_hand(bytes).unwrap()),
        ("decode operations", _) => on(bytes, |bytes| tezos::decode::<tezos::OperationsForBlocks>(bytes).unwrap()),
        ("encode operations", "derived") => on(operations(), |value| value.to_bytes().unwrap()),
        ("encode operations", "by hand") => on(operations(), |value| value.write_by_hand().unwrap()),
        ("encode operations", _) => {
            on(tezos::decode::<tezos::OperationsForBlocks>(bytes).unwrap(), |value| tezos::encode(value).unwrap())
        }
        ("encode Ethereum block", "derived") => on(block(), |value| value.encode().unwrap()),
        ("encode Ethereum block", "by hand") => on(block(), |value| value.encode_by_hand()),
        ("encode Ethereum block", "alloy-rlp") => on(Block::for_alloy(bytes), Block::by_alloy),
        ("encode Ethereum block", _) => on(block(), |value| mem::forget(value.by_parity())),
        (_, "derived") => on(block(), |value| value.keccak().unwrap()),
        (_, "by hand") => on(block(), |value| value.keccak_by_hand()),
        (_, "alloy-rlp") => on(Block::for_alloy(bytes), |value| keccak(&Block::by_alloy(value))),
        _ => on(block(), |value| keccak(value.by_parity().as_ref())),
    }
}

/// Returns the body of a message with operations of a recorded session.
fn operations(transactions: usize) -> Vec<u8> {
    let mut message = OperationsForBlocks::from_bytes(Samples::load().body("operations_for_blocks")).unwrap();
    message.operations = message.operations.iter().cycle().take(transactions).cloned().collect();
    message.to_bytes().unwrap()
}

/// Returns a block of Ethereum.
fn block(transactions: usize) -> Vec<u8> {
    ethereum::block(transactions).unwrap()
}
