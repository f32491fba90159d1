//! Measures the export of small blocks: `cargo run --release --example rate -- FOLDER [BLOCKS] [THREADS]`, where the folder has answers of nodes.
//! The blocks of less than 9,000 bytes are repeated.

use std::error::Error;
use std::time::Instant;

use tezos_archive_store::{Block, Blocks, Options as SourceOptions, open};
use tezos_archive_tables::Options;
use tezos_archive_tables::export::{Export, Ranges, Selection};

const SMALL: usize = 9_000;
const BLOCKS_OF_RANGE: usize = 16_384;

/// Ranges of repeated blocks.
struct Repeated {
    blocks: Vec<Block>,
    count: usize,
}

impl Ranges for Repeated {
    fn levels(&self) -> Vec<Option<(i32, i32)>> {
        vec![None; self.count.div_ceil(BLOCKS_OF_RANGE)]
    }

    fn blocks(&self, _: usize) -> Blocks {
        let blocks = self.blocks.clone().into_iter().cycle();
        Box::new(blocks.take(self.count.min(BLOCKS_OF_RANGE)).map(Ok))
    }
}

fn main() -> Result<(), Box<dyn Error>> {
    let mut arguments = std::env::args().skip(1);
    let folder = arguments.next().ok_or("expected a folder")?;
    let count = arguments.next().map_or(Ok(16_384), |count| count.parse())?;
    let threads = arguments.next().map_or(Ok(1), |count| count.parse())?;
    let source = open(&folder, &SourceOptions::default())?;
    let ranges = source.ranges();
    let blocks = ranges.iter().flat_map(|range| source.range(range)).filter_map(Result::ok);
    let blocks: Vec<Block> = blocks.filter(|block| block.size() < SMALL).collect();
    let bytes: usize = blocks.iter().map(Block::size).sum();
    println!("{} blocks of {} bytes on average", blocks.len(), bytes.checked_div(blocks.len()).unwrap_or(0));
    let out = tempfile::tempdir()?;
    let export = Export {
        out: out.path().into(),
        source: folder,
        options: Options::default(),
        selection: Selection::default(),
        threads,
    };
    let started = Instant::now();
    let manifest = export.run(&Repeated { blocks, count }, &|_| {})?;
    let seconds = started.elapsed().as_millis().max(1);
    let rows: u64 = manifest.tables.values().map(|table| table.rows).sum();
    let rate = u128::from(manifest.blocks).saturating_mul(1000).checked_div(seconds).unwrap_or_default();
    println!("{} blocks, {rows} rows in {seconds} ms: {rate} blocks a second", manifest.blocks);
    Ok(())
}
