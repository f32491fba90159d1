//! Runs fuzz targets without a fuzzer: `tezos-codec-fuzz-bodies RUNS [TARGET ..]`.

#![forbid(unsafe_code)]

use std::env;
use std::path::Path;
use std::process::ExitCode;
use std::time::Instant;

use tezos_codec_fuzz_bodies::{TARGETS, closest, stable};

fn main() -> ExitCode {
    let arguments: Vec<String> = env::args().skip(1).collect();
    let Some((Ok(runs), names)) = arguments.split_first().map(|(runs, names)| (runs.parse(), names)) else {
        eprintln!("usage: tezos-codec-fuzz-bodies RUNS [TARGET ..]");
        return ExitCode::FAILURE;
    };
    let corpus = Path::new(env!("CARGO_MANIFEST_DIR")).join("../corpus");
    for target in TARGETS.iter().filter(|target| names.is_empty() || names.contains(&target.name)) {
        let start = Instant::now();
        stable::runs(target, &stable::corpus(&corpus.join(&target.name)), runs, 1);
        let (seconds, heap) = (start.elapsed().as_secs_f32(), closest());
        println!("{}: {runs} runs in {seconds:.1} s, at most {heap} % of the heap that is allowed", target.name);
    }
    ExitCode::SUCCESS
}
