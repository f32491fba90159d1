//! The corpus through every body, and inputs found beside the project; what broke something once has a name in `regressions`.

use std::fs;
use std::path::{Path, PathBuf};

use tezos_codec_fuzz_bodies::{TARGETS, beside, run, stable};

fn fuzz() -> PathBuf {
    Path::new(env!("CARGO_MANIFEST_DIR")).join("..")
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

#[test]
fn inputs_beside_the_project() {
    let inputs = beside::inputs();
    inputs.iter().for_each(|(target, input)| run(target, input));
    println!("{} inputs", inputs.len());
}

/// `TARGETS` is the one list, where all of it is built.
#[cfg(feature = "incumbent")]
mod every_body_has_a_target {
    use std::collections::BTreeSet;
    use std::{env, fs};

    use tezos_codec_fuzz_bodies::TARGETS;

    use super::fuzz;

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

    /// `BLESS=1` writes what follows from the list.
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
