//! The heap that decoding and encoding take: derived code, code written by hand and `tezos_data_encoding`, on message bodies and trees:
//! `cargo bench -p tezos-codec-benches --features peers --bench heap` prints the section of `benches/report/report.md`.
//!
//! A cell has the bytes of all allocations, the peak, and the number of allocations, which dhat counts. A block that grows counts as another
//! one. The figures do not depend on the machine.

#![allow(clippy::unwrap_used, reason = "a benchmark may panic")]

use std::fmt::Debug;

use tezos_codec_benches::{
    bodies,
    by_hand::Body,
    numbers::grouped,
    peers::tezos,
    samples::{
        BlockHeader, CurrentBranch, CurrentHead, GetBlockHeaders, GetOperationsForBlocks, OperationsForBlocks, Samples,
    },
    tree::{expr, tree},
};
use tezos_data_encoding::{enc::BinWriter, nom::NomReader};
use tezos_messages::{
    handshake::{Ack, ConnectionMessage},
    hash::ChainId,
};

#[global_allocator]
static ALLOCATOR: dhat::Alloc = dhat::Alloc;

/// The rows for decoding, and those for encoding.
#[derive(Default)]
struct Rows {
    decode: Vec<String>,
    encode: Vec<String>,
}

fn main() {
    let samples = Samples::load();
    let mut rows = Rows::default();
    macro_rules! messages {
        ($($name:ident: $type:ident;)*) => {
            $(rows.message::<$type, tezos::$type>(stringify!($name), samples.body(stringify!($name)));)*
        };
    }
    bodies!(messages! [connection ack viewed lists ids]);
    rows.tree("tree", &tree(20, 0));
    rows.tree("expr", &expr(1 << 20));
    println!("## Heap\n");
    println!("Bytes of all allocations, the peak, and the number of allocations. Messages: {}.", samples.origin);
    for (title, rows) in [("decode", rows.decode), ("encode", rows.encode)] {
        println!("\n| {title} | bytes | ours | by hand | tezos_data_encoding |\n|---|--:|--:|--:|--:|");
        rows.iter().for_each(|row| println!("{row}"));
    }
}

impl Rows {
    /// Adds a message, which all three read and write.
    fn message<T: Body + Debug, O: for<'a> NomReader<'a> + BinWriter>(&mut self, name: &str, bytes: &[u8]) {
        let [read, written] = ours_and_by_hand::<T>(bytes);
        assert_eq!(
            (written[0].total_blocks, written[0].max_bytes),
            (1, bytes.len()),
            "{name}: one block of the exact length"
        );
        let (value, of_reading) = heap(|| tezos::decode::<O>(bytes).unwrap());
        let (again, of_writing) = heap(|| tezos::encode(&value).unwrap());
        assert_eq!(again, bytes, "{name}");
        self.decode.push(row(name, bytes.len(), read.into_iter().chain([of_reading])));
        self.encode.push(row(name, bytes.len(), written.into_iter().chain([of_writing])));
    }

    /// Adds a recursive value, which `tezos_data_encoding` has not.
    fn tree<T: Body>(&mut self, name: &str, value: &T) {
        let bytes = value.to_bytes().unwrap();
        let [read, written] = ours_and_by_hand::<T>(&bytes);
        self.decode.push(row(name, bytes.len(), read));
        self.encode.push(row(name, bytes.len(), written));
    }
}

/// Measures derived code and code written by hand: reading, then writing.
fn ours_and_by_hand<T: Body>(bytes: &[u8]) -> [[dhat::HeapStats; 2]; 2] {
    let (value, read) = heap(|| T::from_bytes(bytes).unwrap());
    let (_, read_by_hand) = heap(|| T::read_by_hand(bytes).unwrap());
    let (again, written) = heap(|| value.to_bytes().unwrap());
    let (again_by_hand, written_by_hand) = heap(|| value.write_by_hand().unwrap());
    assert!(again == bytes && again_by_hand == bytes);
    [[read, read_by_hand], [written, written_by_hand]]
}

/// Returns the value that `work` makes, and its use of the heap.
fn heap<T>(work: impl FnOnce() -> T) -> (T, dhat::HeapStats) {
    let profiler = dhat::Profiler::builder().testing().build();
    let value = work();
    let heap = dhat::HeapStats::get();
    drop(profiler);
    (value, heap)
}

fn row(name: &str, bytes: usize, cells: impl IntoIterator<Item = dhat::HeapStats>) -> String {
    let cell = |heap: dhat::HeapStats| {
        format!("{} B, {} B, {}", grouped(heap.total_bytes), grouped(heap.max_bytes), grouped(heap.total_blocks))
    };
    let mut cells: Vec<String> = cells.into_iter().map(cell).collect();
    cells.resize(3, String::new());
    format!("| {name} | {} | {} |", grouped(bytes), cells.join(" | "))
}
