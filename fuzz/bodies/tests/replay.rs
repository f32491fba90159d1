//! The corpus through every body, and inputs found beside the project; what broke something once has a name in `regressions`.

#![allow(clippy::unwrap_used, clippy::panic, clippy::indexing_slicing, reason = "a test panics where it fails")]

use std::collections::BTreeSet;
use std::path::{Path, PathBuf};
use std::{env, fs};

use serde_json::Value;
use tezos_codec_fuzz_bodies::{TARGETS, run, stable};

fn fuzz() -> PathBuf {
    Path::new(env!("CARGO_MANIFEST_DIR")).join("..")
}

/// Names of the files of a folder, without their ends.
fn stems(folder: &str) -> BTreeSet<String> {
    let entries = fs::read_dir(fuzz().join(folder)).unwrap();
    entries.map(|entry| entry.unwrap().path().file_stem().unwrap().to_str().unwrap().to_owned()).collect()
}

/// The file of a target.
fn file(name: &str) -> String {
    format!(
        "//! The body `{name}`.\n#![forbid(unsafe_code)]\n#![no_main]\n\
         libfuzzer_sys::fuzz_target!(|input: &[u8]| tezos_codec_fuzz_bodies::run(\"{name}\", input));\n"
    )
}

/// A part of `fuzz/Cargo.toml`.
fn entry(name: &str) -> String {
    format!(
        "\n[[bin]]\nname = \"{name}\"\npath = \"fuzz_targets/{name}.rs\"\ntest = false\ndoc = false\nbench = false\n"
    )
}

/// `TARGETS` is the one list: `BLESS=1` writes what follows from it.
#[test]
fn every_body_has_a_target() {
    let manifest = fuzz().join("Cargo.toml");
    let text = fs::read_to_string(&manifest).unwrap();
    let (head, _) = text.split_once("\n[[bin]]").unwrap_or((text.trim_end(), ""));
    let expected = TARGETS.iter().fold(format!("{}\n", head.trim_end()), |text, target| text + &entry(&target.name));
    if env::var_os("BLESS").is_some() {
        fs::write(&manifest, &expected).unwrap();
        for target in TARGETS.iter() {
            fs::write(fuzz().join(format!("fuzz_targets/{}.rs", target.name)), file(&target.name)).unwrap();
            let folder = fuzz().join("corpus").join(&target.name);
            fs::create_dir_all(&folder).unwrap();
            for (seed, number) in target.seeds().iter().zip(0..) {
                fs::write(folder.join(format!("seed-{number:02}")), seed).unwrap();
            }
        }
    }
    assert_eq!(fs::read_to_string(&manifest).unwrap(), expected, "BLESS=1 cargo test writes it");
    let names: BTreeSet<String> = TARGETS.iter().map(|target| target.name.clone()).collect();
    assert_eq!((names.len(), &names), (TARGETS.len(), &stems("fuzz_targets")));
    assert_eq!(stems("corpus"), names, "every target has seeds");
    for name in &names {
        assert_eq!(fs::read_to_string(fuzz().join(format!("fuzz_targets/{name}.rs"))).unwrap(), file(name));
    }
}

#[test]
fn the_corpus() {
    let mut bytes = 0;
    for target in TARGETS.iter() {
        let inputs = stable::corpus(&fuzz().join("corpus").join(&target.name));
        inputs.iter().for_each(|input| target.run(input));
        bytes += inputs.iter().map(Vec::len).sum::<usize>();
        target.run(&[]);
    }
    assert!(bytes < 500_000, "the corpus has {bytes} bytes: minimise it");
}

/// Inputs that broke a promise once: `<target>-<what>`.
#[test]
fn regressions() {
    for entry in fs::read_dir(fuzz().join("regressions")).unwrap() {
        let path = entry.unwrap().path();
        let name = path.file_stem().unwrap().to_str().unwrap().split_once('-').unwrap().0.to_owned();
        println!("{}", path.display());
        run(&name, &fs::read(&path).unwrap());
    }
}

#[test]
fn inputs_of_their_own_making() {
    for target in TARGETS.iter() {
        stable::runs(target, &stable::corpus(&fuzz().join("corpus").join(&target.name)), 200, 1);
    }
}

/// The lines of a file beside the project.
fn lines(part: &str) -> Vec<Value> {
    let beside = Path::new(env!("CARGO_MANIFEST_DIR")).join("../../../shared");
    let path = env::var_os("TEZOS_CODEC_SHARED").map_or(beside, PathBuf::from).join(part);
    let Ok(text) = fs::read_to_string(&path) else {
        println!("skipped: {} is not here (TEZOS_CODEC_SHARED can say where it is)", path.display());
        return Vec::new();
    };
    text.lines().map(|line| serde_json::from_str(line).unwrap()).collect()
}

/// Bytes as they are: the first byte says so.
fn as_they_are(bytes: &[u8]) -> Vec<u8> {
    [&[0], bytes].concat()
}

#[test]
fn vectors_and_inputs_of_another_fuzzer() {
    let mut count = 0;
    for file in ["p2p.jsonl", "p2p_read_accepts.jsonl", "p2p_read_errors.jsonl", "p2p_fuzz.jsonl"] {
        for line in lines(&format!("vectors/{file}")) {
            let bytes = hex::decode(line["hex"].as_str().unwrap()).unwrap();
            let target = match line["message"].as_str().unwrap() {
                "Connection_message" => "connection_message",
                "Metadata" => "metadata",
                "Ack" | "Nack" => "ack",
                _ => "peer_message",
            };
            run(target, &as_they_are(&bytes));
            count += 1;
        }
    }
    for line in lines("data/fuzz_inputs/inputs.jsonl") {
        let input = hex::decode(line["hex"].as_str().unwrap()).unwrap();
        TARGETS.iter().for_each(|target| target.run(&as_they_are(&input)));
        count += 1;
    }
    println!("{count} inputs");
}
