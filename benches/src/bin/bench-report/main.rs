//! Writes the measurements of criterion as a Markdown and an SVG report; `ci/bench-report` calls it.
//!
//! The arguments are criterion's folder, the folder of the report, and facts for its head as `name=text`.

#![forbid(unsafe_code)]

mod markdown;
mod results;
mod svg;

use std::{env, error::Error, fs, path::PathBuf};

use results::{Group, Results};
use tezos_codec_benches::samples::Samples;

/// A section of the report: the same work on several messages.
#[derive(Debug)]
struct Section {
    title: &'static str,
    note: &'static str,
    groups: Vec<(String, Group)>,
}

/// The sections: the prefix of the names of their groups, a title, and what is measured.
const SECTIONS: [(&str, &str, &str); 7] = [
    (
        "peers/decode/",
        "Decode, beside other codecs",
        "From bytes to an owned value, including its drop; `same values`: to the types that the other codecs have.",
    ),
    ("peers/encode/", "Encode, beside other codecs", "From a value to a new vector."),
    ("decode/", "Decode", "From bytes to an owned value, including its drop."),
    ("view/", "View", "From bytes to a value that borrows."),
    ("encode/", "Encode", "From a value to a new or a reused vector; `memcpy` copies the encoded bytes."),
    ("hash/", "Hash", "BLAKE2b-256 of the encoding, without encoding into memory first."),
    ("tree/", "Trees", "Recursive types of 2^20 leaves; `validate` makes no value, `drop` is the time to drop one."),
];

fn main() -> Result<(), Box<dyn Error>> {
    let mut arguments = env::args().skip(1);
    let mut folder = || arguments.next().map(PathBuf::from).ok_or("expected criterion's folder and the report's");
    let (criterion, out) = (folder()?, folder()?);
    let arguments: Vec<String> = arguments.collect();
    let mut facts: Vec<(&str, &str)> = arguments.iter().filter_map(|text| text.split_once('=')).collect();
    facts.push(("Messages", Samples::load().origin));

    let results = Results::read(&criterion)?;
    let sections = SECTIONS.map(|(name, title, note)| Section { title, note, groups: results.messages(name) });
    let sections: Vec<_> = sections.into_iter().filter(|section| !section.groups.is_empty()).collect();
    let scaling: Vec<_> = results.scaling().iter().collect();
    if sections.is_empty() && scaling.is_empty() {
        return Err(format!("no results in {}; run `cargo bench -p tezos-codec-benches`", criterion.display()).into());
    }
    fs::create_dir_all(&out)?;
    fs::write(out.join("report.md"), markdown::report(&facts, &sections, &scaling))?;
    svg::draw(&out.join("report.svg"), &facts, &sections, &scaling)?;
    println!("written: {0}/report.md, {0}/report.svg", out.display());
    Ok(())
}
