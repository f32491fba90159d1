//! Runs the targets on the corpus, on inputs of other sources, and on the files of `regressions`, each of which once made a target fail.

use std::fs;
use std::path::{Path, PathBuf};

use tezos_codec_fuzz_bodies::{TARGETS, beside, run, stable};

fn fuzz() -> PathBuf {
    Path::new(env!("CARGO_MANIFEST_DIR")).join("..")
}

#[test]
fn every_target_passes_on_its_corpus() {
    let mut bytes = 0;
    for target in TARGETS.iter() {
        let inputs = stable::corpus(&fuzz().join("corpus").join(&target.name));
        inputs.iter().for_each(|input| target.run(input));
        bytes += inputs.iter().map(Vec::len).sum::<usize>();
        target.run(&[]);
    }
    assert!(bytes < 500_000, "the corpus has {bytes} bytes: minimise it");
}

/// Inputs that once violated a property, in files called `<target>-<description>`.
#[test]
fn every_target_passes_on_former_failures() {
    for entry in fs::read_dir(fuzz().join("regressions")).unwrap() {
        let path = entry.unwrap().path();
        let name = path.file_stem().unwrap().to_str().unwrap().split_once('-').unwrap().0.to_owned();
        println!("{}", path.display());
        run(&name, &fs::read(&path).unwrap());
    }
}

#[test]
fn every_target_passes_on_generated_inputs() {
    for target in TARGETS.iter() {
        stable::runs(target, &stable::corpus(&fuzz().join("corpus").join(&target.name)), 200, 1);
    }
}

#[test]
fn every_target_passes_on_inputs_of_other_sources() {
    let inputs = beside::inputs();
    inputs.iter().for_each(|(target, input)| run(target, input));
    println!("{} inputs", inputs.len());
}

/// Compares files with `TARGETS`, which is complete only with this feature.
#[cfg(feature = "incumbent")]
mod every_body_has_a_target {
    use std::collections::BTreeSet;
    use std::{env, fs};

    use tezos_codec_fuzz_bodies::TARGETS;

    use super::fuzz;

    /// Returns the names of the files in a folder, without their extensions.
    fn stems(folder: &str) -> BTreeSet<String> {
        let entries = fs::read_dir(fuzz().join(folder)).unwrap();
        entries.map(|entry| entry.unwrap().path().file_stem().unwrap().to_str().unwrap().to_owned()).collect()
    }

    /// Returns the text of the file of a target.
    fn file(name: &str) -> String {
        format!(
            "//! The body `{name}`.\n#![forbid(unsafe_code)]\n#![no_main]\n\
         libfuzzer_sys::fuzz_target!(|input: &[u8]| tezos_codec_fuzz_bodies::run(\"{name}\", input));\n"
        )
    }

    /// Returns the entry of a target in `fuzz/Cargo.toml`.
    fn entry(name: &str) -> String {
        format!(
            "\n[[bin]]\nname = \"{name}\"\npath = \"fuzz_targets/{name}.rs\"\ntest = false\ndoc = false\nbench = false\n"
        )
    }

    /// `BLESS=1` writes the manifest, the files and the missing corpora.
    #[test]
    fn and_is_listed() {
        let manifest = fuzz().join("Cargo.toml");
        let text = fs::read_to_string(&manifest).unwrap();
        let (head, _) = text.split_once("\n[[bin]]").unwrap_or((text.trim_end(), ""));
        let expected =
            TARGETS.iter().fold(format!("{}\n", head.trim_end()), |text, target| text + &entry(&target.name));
        if env::var_os("BLESS").is_some() {
            fs::write(&manifest, &expected).unwrap();
            for target in TARGETS.iter() {
                fs::write(fuzz().join(format!("fuzz_targets/{}.rs", target.name)), file(&target.name)).unwrap();
                let folder = fuzz().join("corpus").join(&target.name);
                if folder.exists() {
                    continue;
                }
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
}
